"""Compute now what does not depend on the arguments."""

from __future__ import annotations

import math
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from ivy import backends
from ivy.dispatch import OPERATIONS, is_native, unwrap
from ivy.graph.ir import RANDOM, Graph, Node, Value, graphs_in, map_values
from ivy.graph.operations import GRAPH_OPERATIONS
from ivy.graph.passes.rewriting import CREATION, with_nodes

LARGEST = 64
"""Elements up to which a result is kept as a constant."""
FOLDED = "folded_"
"""What the names of such constants begin with."""

_NUMBERS = (bool, int, float)  # numpy.float64 is a subclass of float, but an array of a dtype
_ELEMENTWISE = frozenset(
    "add subtract multiply divide pow maximum minimum greater greater_equal less less_equal "
    "equal not_equal where".split()
)


def with_constants_folded(graph: Graph) -> Graph:
    """Return the graph with small results of constants as constants.

    Operations that only make an array (`zeros`, `arange`) stay, as they say what it is.
    """
    space = backends.load("numpy")
    known: dict[int, Any] = {}
    constants = {id(value): name for name, value in graph.constants.items()}

    def value_of(value: Value) -> Any:
        if id(value) not in known and id(value) in constants:
            known[id(value)] = _small(graph.arrays[constants[id(value)]])
        return known.get(id(value))

    new: dict[int, Any] = {}
    nodes: list[Node] = []
    folded: dict[int, Value] = {}
    for node in graph.nodes:
        result = None
        inputs = node.inputs()
        known_sizes = None not in (getattr(node.outputs, "shape", None) or ())
        if known_sizes and is_pure(node) and all(value_of(v) is not None for v in inputs):
            result = computed(space, node, value_of)
        if result is None:
            nodes.append(node)
        elif type(result) in _NUMBERS:
            new[id(node.outputs)] = result
        else:
            known[id(node.outputs)] = result
            nodes.append(node)
            if inputs or node.op not in CREATION:
                folded[id(node.outputs)] = node.outputs  # type: ignore[assignment]
    return _with_folded(with_nodes(graph, nodes, new), known, folded)


def constant_name(x: Any) -> str:
    """Return the name of a constant that was computed: equal ones have equal names."""
    return f"{FOLDED}{zlib.crc32(repr((x.dtype, x.shape)).encode() + x.tobytes()):08x}"


def _small(array: Any) -> Any:
    native = unwrap(array)
    count = 1
    for size in native.shape:
        count *= int(size)
    if count > LARGEST:
        return None
    return np.asarray(OPERATIONS["to_numpy"](native)) if is_native(native) else None


def is_pure(node: Node) -> bool:
    """Return whether a node makes one array of nothing but its arguments."""
    return (
        isinstance(node.outputs, Value)
        and node.op not in RANDOM
        and node.op not in ("stop_gradient", "empty")
        and next(graphs_in((node.args, node.kwargs)), None) is None
    )


def computed(space: Any, node: Node, value_of: Any, most: int = LARGEST) -> Any:
    """Return a result of at most so many elements, None for one of more."""
    sizes = [size for size in getattr(node.outputs, "shape", None) or () if size is not None]
    if math.prod(sizes) > most:
        return None
    args, kwargs = map_values(value_of, (node.args, node.kwargs))
    try:
        if node.op in GRAPH_OPERATIONS:
            result = GRAPH_OPERATIONS[node.op](space, *args, **kwargs)
        else:
            result = getattr(space, node.op)(*args, **kwargs)
    except Exception:  # an operation NumPy's backend lacks stays where it is
        return None
    if type(result) in _NUMBERS:
        return result
    return np.asarray(result) if is_native(result) and np.size(result) <= most else None


def _with_folded(graph: Graph, known: dict[int, Any], folded: dict[int, Value]) -> Graph:
    """Return the graph with values known: numbers in their places, others as constants."""
    scalars = {
        key: x.item()
        for key, x in known.items()
        if x is not None and x.ndim == 0 and x.dtype.kind in "bif" and x.dtype.itemsize >= 4
    }
    nodes, held, arrays, new = [], dict(graph.constants), dict(graph.arrays), {}
    for node in graph.nodes:
        if isinstance(node.outputs, Value) and id(node.outputs) in folded:
            x = known[id(node.outputs)]
            name = constant_name(x)
            if name not in held:
                held[name] = Value(name, tuple(x.shape), node.outputs.dtype or str(x.dtype))
                arrays[name] = x
            new[id(node.outputs)] = held[name]
            if id(node.outputs) in scalars:
                scalars[id(held[name])] = scalars[id(node.outputs)]
            continue
        nodes.append(node)
    result = with_nodes(graph, nodes, new)
    result.constants, result.arrays = held, arrays
    return _with_numbers(result, scalars)


def _with_numbers(graph: Graph, scalars: dict[int, Any]) -> Graph:
    """Return the graph with Python numbers for 0-d constants beside arrays of their dtype."""
    nodes = []
    for node in graph.nodes:
        arrays = [
            x
            for x in node.args
            if isinstance(x, Value) and id(x) not in scalars and x.shape is not None
        ]
        numbers = [x for x in node.args if isinstance(x, Value) and id(x) in scalars]
        operands = arrays[1:] if node.op == "where" and node.args[0] in arrays else arrays
        if node.op in _ELEMENTWISE and numbers and operands and not node.kwargs:
            alike = {x.dtype for x in (*operands, *numbers)}
            first = 1 if node.op == "where" else 0
            if len(alike) == 1 and None not in alike:
                args = tuple(
                    scalars[id(x)]
                    if i >= first and isinstance(x, Value) and id(x) in scalars
                    else x
                    for i, x in enumerate(node.args)
                )
                nodes.append(replace(node, args=args))
                continue
        nodes.append(node)
    return with_nodes(graph, nodes)
