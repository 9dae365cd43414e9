"""Run a graph on a backend: each node is a call of the backend's own function."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ivy.backends import TRACING
from ivy.dispatch import OPERATIONS, careful, is_native
from ivy.errors import IvyException, reworded
from ivy.graph.ir import RANDOM, Graph, Node, Value, map_values, values_in


def size(space: Any, x: Any, axis: int) -> Any:
    """Return the size of an axis: a number where it is known, a 0-d array inside tf.function."""
    known = x.shape[axis]
    return space.shape(x, as_array=True)[axis] if known is None else known


def _host(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda space, *args: function(*args)


def _host_extreme(function: Callable[..., Any], op: str) -> Callable[..., Any]:
    def extreme(space: Any, x: Any, y: Any) -> Any:
        if isinstance(x, int) and isinstance(y, int):
            return function(x, y)
        return getattr(space, op)(x, y)  # sizes that tf.function knows only when it runs

    return extreme


def scan(space: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a loop carries at its end, and what it stacked, by the framework's own loop."""
    return space.run_scan(*args, **kwargs)


def with_gradient(space: Any, function: Any, gradient: Any, xs: Any) -> Any:
    """Return `function(*xs)`; its gradients are `gradient(*xs, upstream)`."""
    call = space.custom_vjp(function, lambda xs, _, upstream: gradient(*xs, upstream))
    return call(*xs)


GRAPH_OPERATIONS: dict[str, Callable[..., Any]] = {
    "identity": lambda space, x: x,
    "size": size,
    "scan": scan,
    "with_gradient": with_gradient,
    # Of Python values: sizes, and items of what an operation returned.
    "host_add": _host(operator.add),
    "host_subtract": _host(operator.sub),
    "host_multiply": _host(operator.mul),
    "host_floor_divide": _host(operator.floordiv),
    "host_divide": _host(operator.truediv),
    "host_remainder": _host(operator.mod),
    "host_negative": _host(operator.neg),
    "host_maximum": _host_extreme(max, "maximum"),
    "host_minimum": _host_extreme(min, "minimum"),
    "host_item": _host(operator.getitem),
}
"""Operations of graphs that are not functions of ivy; each takes the namespace first."""


_BEYOND_ARRAYS = frozenset("device general gradients meta nest random saving".split())
"""Areas with functions that do not compute: they read files, change settings, look at memory."""
_COMPUTING = {"all_equal", "fourier_encode", "shape"} | RANDOM


def is_operation(op: str) -> bool:
    """Return whether a graph, which anybody may have written, can have an operation.

    Of areas where not all functions compute it is one that returns an array.
    """
    if op in GRAPH_OPERATIONS or op not in OPERATIONS or op in _COMPUTING:
        return op in GRAPH_OPERATIONS or op in OPERATIONS
    area = OPERATIONS[op].__module__.rpartition(".")[2]
    return area not in _BEYOND_ARRAYS or OPERATIONS[op].__annotations__["return"] == "A"


@functools.cache
def _parameters(op: str) -> dict[str, Any] | None:
    """Return name -> default of an operation's parameters; None where some go by name only."""
    if op not in OPERATIONS:
        return None
    parameters = inspect.signature(OPERATIONS[op]).parameters.values()
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if any(parameter.kind not in by_position for parameter in parameters):
        return None
    return {parameter.name: parameter.default for parameter in parameters}


def positional(op: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """Return the arguments by position: backends' own functions have other names for them."""
    parameters = _parameters(op)
    if not kwargs or parameters is None or not kwargs.keys() <= parameters.keys():
        return args, kwargs
    names = list(parameters)
    last = max(names.index(name) for name in kwargs)
    rest = [kwargs.get(name, parameters[name]) for name in names[len(args) : last + 1]]
    return (*args, *rest), {}


class _Step(NamedTuple):
    node: Node
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: Any
    finished: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Slot:
    """The place of a value in the list of all values of a run."""

    index: int


class Program:
    """A graph made ready for one backend. Values live in a list until their last use."""

    def __init__(self, graph: Graph, space: Any) -> None:
        self.graph, self.space = graph, space
        self._slots: dict[int, _Slot] = {}
        self.inputs = [self._slot(value) for value in graph.inputs()]
        self.held = {name: self._slot(value) for name, value in graph.held().items()}
        self.training = self._slot(graph.training)
        self.steps = self._steps()
        self.outputs = map_values(self._slot, graph.outputs)
        self.mutations = {name: self._slot(value) for name, value in graph.mutations.items()}
        self.lasting = {n: s for n, s in self.mutations.items() if n not in graph.statistics}

    def _slot(self, value: Value) -> _Slot:
        return self._slots.setdefault(id(value), _Slot(len(self._slots)))

    def _steps(self) -> list[_Step]:
        kept = {id(value) for value in [*self.graph.results(), self.graph.training]}
        last_use: dict[int, int] = {}
        for number, node in enumerate(self.graph.nodes):
            for value in (*values_in((node.args, node.kwargs)), *node.results()):
                last_use[id(value)] = number
        finished: dict[int, list[int]] = {}
        steps = []
        for node in self.graph.nodes:
            for value in (*node.inputs(), *node.results()):
                self._slot(value)
        for key, number in last_use.items():
            if key not in kept:
                finished.setdefault(number, []).append(self._slots[key].index)
        for number, node in enumerate(self.graph.nodes):
            args, kwargs = map_values(self._slot, positional(node.op, node.args, node.kwargs))
            outputs = map_values(self._slot, node.outputs)
            done = tuple(finished.get(number, ()))
            steps.append(_Step(node, self._function(node.op), args, kwargs, outputs, done))
        return steps

    def _function(self, op: str) -> Callable[..., Any]:
        if op in GRAPH_OPERATIONS:
            function = GRAPH_OPERATIONS[op]
            return lambda *args, **kwargs: function(self.space, *args, **kwargs)
        return getattr(self.space, op)

    def __call__(
        self, inputs: list[Any], held: dict[str, Any], training: bool = False
    ) -> tuple[Any, dict[str, Any]]:
        """Return the outputs, and the buffers that have a new value after the call."""
        values: list[Any] = [None] * len(self._slots)
        for slot, x in zip(self.inputs, inputs, strict=True):
            values[slot.index] = x
        for name, slot in self.held.items():
            values[slot.index] = held[name]
        values[self.training.index] = training

        def resolve(argument: Any) -> Any:
            kind = type(argument)
            if kind is _Slot:
                return values[argument.index]
            if kind is tuple or kind is list:
                return kind([resolve(item) for item in argument])
            if kind is dict:
                return {key: resolve(item) for key, item in argument.items()}
            if kind is slice:
                return slice(*map(resolve, (argument.start, argument.stop, argument.step)))
            if isinstance(argument, tuple):  # with names
                return kind(*map(resolve, argument))
            if isinstance(argument, dict):  # a Record
                return kind({key: resolve(item) for key, item in argument.items()})
            if kind is Graph:
                return self._as_function(argument, training)
            return argument

        for step in self.steps:
            args = [resolve(argument) for argument in step.args]
            kwargs = {key: resolve(argument) for key, argument in step.kwargs.items()}
            try:
                result = step.function(*args, **kwargs)
            except IvyException:
                raise
            except Exception as error:
                result = _retried(self.space, step.node, args, kwargs, error)
            if type(step.outputs) is _Slot:
                values[step.outputs.index] = result
            else:
                for slot, x in zip(step.outputs, result, strict=True):
                    values[slot.index] = x
            for index in step.finished:
                values[index] = None
        written = self.mutations if training else self.lasting
        return resolve(self.outputs), {n: values[s.index] for n, s in written.items()}

    def _as_function(self, graph: Graph, training: bool) -> Callable[..., Any]:
        """Return an inner graph as the function a control-flow operation takes."""
        inner = program(graph, self.space)
        held = {name: self.space.asarray(x) for name, x in graph.arrays.items()}

        def call(*inputs: Any) -> Any:
            return inner(list(inputs), held, training)[0]

        return call


def _retried(space: Any, node: Node, args: Any, kwargs: Any, error: Exception) -> Any:
    """Return the result for a dtype of which the framework has few kernels, or raise the error."""
    dtypes = {space.DTYPES.get(x.dtype) for x in args if is_native(x)}
    if node.op in OPERATIONS and not dtypes.isdisjoint(space.EMULATED_DTYPES):
        return careful(space, node.op, *args, **kwargs)
    name = f"{node.op} at {node.source or node.scope}"
    raise reworded(error, name, space.NAME, tuple(args)) from error


def program(graph: Graph, space: Any) -> Program:
    """Return a graph made ready for a backend, made once: a graph in use does not change."""
    if space.NAME == TRACING:  # whose functions belong to one trace
        return Program(graph, space)
    if space.NAME not in graph.programs:
        graph.programs[space.NAME] = Program(graph, space)
    return graph.programs[space.NAME]
