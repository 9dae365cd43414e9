"""`Graph`: the one intermediate form, a list of ivy operations on values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Scope = tuple[tuple[str, str], ...]
"""The modules around an operation, outermost first: (path, name of the class)."""

RANDOM = frozenset(
    "bernoulli beta dirichlet dropout dropout1d dropout2d dropout3d gamma multinomial poisson "
    "randint random_normal random_uniform shuffle".split()
)
"""Operations that give something else each time."""


class Value:
    """What an operation takes or returns: an array, or a Python value such as a size.

    `shape` and `dtype` are what is known about an array: an unknown size is None, and a Python
    value has neither.
    """

    __slots__ = ("dtype", "name", "shape")

    def __init__(
        self, name: str, shape: tuple[int | None, ...] | None = None, dtype: str | None = None
    ) -> None:
        self.name, self.shape, self.dtype = name, shape, dtype

    def __repr__(self) -> str:
        return f"%{self.name}"


@dataclass(slots=True, eq=False)
class Node:
    """One operation: `op` is the name of an ivy function or of a GRAPH_OPERATION.

    Arguments are Values, literals (numbers, names of dtypes, slices, None), Graphs, and tuples,
    lists and dicts of those. `outputs` is a tuple when the operation returns several things.
    """

    op: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: Value | tuple[Value, ...]
    scope: Scope = ()
    source: str = ""
    """The line of the user's program, `file:line`."""

    def results(self) -> tuple[Value, ...]:
        """Return the outputs as a tuple."""
        return self.outputs if isinstance(self.outputs, tuple) else (self.outputs,)

    def inputs(self) -> list[Value]:
        """Return the values among the arguments, as often as they stand there."""
        return list(values_in((self.args, self.kwargs)))

    def __repr__(self) -> str:
        given = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.kwargs.items())]
        results = ", ".join(map(repr, self.results()))
        return f"{results} = {self.op}({', '.join(given)})"


@dataclass(eq=False)
class Graph:
    """A program: nodes in order, what goes in, what comes out, what it keeps.

    `args` and `kwargs` are the arguments it was made with and `outputs` its result, each a nest
    with Values in place of arrays. Parameters, buffers and constants are named inputs whose arrays
    are in `arrays`; a buffer in `mutations` has that value after a call.
    """

    name: str = "graph"
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    argument_names: tuple[str, ...] = ()
    """The names of the parameters that `args` are given to, as far as they are known."""
    nodes: list[Node] = field(default_factory=list)
    outputs: Any = ()
    parameters: dict[str, Value] = field(default_factory=dict)
    buffers: dict[str, Value] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)
    """Name of a parameter, buffer or constant -> its array, of any framework."""
    frozen: set[str] = field(default_factory=set)
    """Parameters that are not trained."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Other names of tied parameters and buffers -> the name they are kept under."""
    mutations: dict[str, Value] = field(default_factory=dict)
    statistics: set[str] = field(default_factory=set)
    """Buffers that a call writes only if it trains."""
    training: Value = field(default_factory=lambda: Value("training"))
    """Whether a call trains: True or False when the graph runs."""
    train: Graph | None = None
    """What a call computes that trains, if `training` alone does not make the difference.

    It has the same arguments, parameters and buffers; its constants have names of their own.
    """
    permutations: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """How the axes of an array in `arrays` come from those of the source, where they were moved."""
    source: str = ""
    """The framework the program was written for."""
    programs: dict[str, Any] = field(default_factory=dict)
    """The graph made ready for each backend it ran on."""

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"programs": {}}  # made anew where a copy or a pickle runs

    def inputs(self) -> list[Value]:
        """Return the arrays of a call, in order."""
        return list(values_in((self.args, self.kwargs)))

    def held(self) -> dict[str, Value]:
        """Return parameters, buffers and constants by name."""
        return self.parameters | self.buffers | self.constants

    def results(self) -> list[Value]:
        """Return the values that leave the graph: outputs, and buffers after the call."""
        return [*values_in(self.outputs), *self.mutations.values()]

    def all_nodes(self) -> Iterator[Node]:
        """Yield the nodes, those of graphs inside of nodes too."""
        for node in self.nodes:
            yield node
            for inner in graphs_in((node.args, node.kwargs)):
                yield from inner.all_nodes()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the result for arrays of any one backend, computed there; nothing is trained."""
        from ivy.graph.transpile import GraphFunction

        return GraphFunction(self, None)(*args, **kwargs)

    def show(self, path: Any = None) -> Any:
        """Return a picture of the structure as HTML, collapsible by module; write it to `path`."""
        from ivy.graph.draw import show

        return show(self, path)

    def save(self, path: Any) -> None:
        """Write structure and arrays to one safetensors file."""
        from ivy.graph.storing import save

        save(self, path)

    @staticmethod
    def load(path: Any) -> Graph:
        """Return the graph that `save` wrote; its arrays are NumPy's."""
        from ivy.graph.storing import load

        return load(path)

    def __str__(self) -> str:
        given = ", ".join(map(_described, self.inputs()))
        lines = [f"{self.name}({given}):"]
        lines += [f"  {n} = {_described(v)}" for n, v in self.held().items()]
        for node in self.nodes:
            lines.append(f"  {node}")
            for inner in graphs_in((node.args, node.kwargs)):
                lines += [f"  | {line}" for line in str(inner).splitlines()]
        lines += [f"  {name} <- {value}" for name, value in self.mutations.items()]
        return "\n".join([*lines, f"  return {self.outputs!r}"])

    def __repr__(self) -> str:
        count = f"{len(self.nodes)} operations, {len(self.parameters)} parameters"
        return f"<Graph {self.name}: {count}, {len(self.buffers)} buffers>"


def normalization_statistics(graph: Graph) -> set[str]:
    """Return the buffers that are written by normalisations which follow the mode of the call."""
    kept = {
        id(value)
        for node in graph.nodes
        if node.op == "batch_norm" and node.kwargs.get("training") is graph.training
        for value in node.results()[1:]
    }
    return {name for name, value in graph.mutations.items() if id(value) in kept}


def _described(value: Value) -> str:
    if value.shape is None:
        return repr(value)
    return f"{value}: {value.dtype}{list(value.shape)}".replace("None", "?")


def values_in(nest: Any) -> Iterator[Value]:
    """Yield the values in a nest of tuples, lists, dicts and slices; not those inside of graphs."""
    return (item for item in items_in(nest) if isinstance(item, Value))


def graphs_in(nest: Any) -> Iterator[Graph]:
    """Yield the graphs in a nest, as values_in does."""
    return (item for item in items_in(nest) if isinstance(item, Graph))


def items_in(nest: Any) -> Iterator[Any]:
    """Yield what nests are made of."""
    if isinstance(nest, (tuple, list)):
        for item in nest:
            yield from items_in(item)
    elif isinstance(nest, dict):
        yield from items_in(list(nest.values()))
    elif isinstance(nest, slice):
        yield from items_in((nest.start, nest.stop, nest.step))
    else:
        yield nest


def map_values(
    function: Callable[[Value], Any], nest: Any, other: Callable[[Any], Any] = lambda item: item
) -> Any:
    """Return a nest with `function` applied to each of its values, `other` to what is none."""
    if isinstance(nest, Value):
        return function(nest)
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return type(nest)(*(map_values(function, item, other) for item in nest))
    if isinstance(nest, (tuple, list)):
        return type(nest)([map_values(function, item, other) for item in nest])
    if isinstance(nest, dict):
        items = {key: map_values(function, item, other) for key, item in nest.items()}
        return type(nest)(items)
    if isinstance(nest, slice):
        return slice(*map_values(function, (nest.start, nest.stop, nest.step), other))
    return other(nest)
