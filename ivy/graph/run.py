"""Run a graph on a backend: each node is a call of the backend's own function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ivy.backends import TRACING
from ivy.dispatch import OPERATIONS, careful, is_native
from ivy.errors import IvyException, IvyTypeError, describe, reworded
from ivy.graph.ir import Graph, Node, Value, map_values, values_in
from ivy.graph.operations import GRAPH_OPERATIONS, check, positional


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
            check(node)
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
                for slot, x in zip(step.outputs, _several(step, result), strict=True):
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


def _several(step: _Step, result: Any) -> Any:
    """Return what an operation returned, which has to be as many things as its node says."""
    if isinstance(result, (tuple, list)) and len(result) == len(step.outputs):
        return result
    msg = f"{step.node.op}: expected {len(step.outputs)} results, got {describe(result)}"
    raise IvyTypeError(f"{msg}; change the graph")


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
