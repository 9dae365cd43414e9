"""Numbers of 32 bits instead of 64, for JAX without its 64-bit mode."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

from ivy.dispatch import OPERATIONS, space_of
from ivy.graph.ir import Graph, Node, Value, map_values
from ivy.graph.passes.rewriting import changed

NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}


def in_32_bits(graph: Graph) -> Graph:
    """Return the graph with dtypes of 64 bits replaced, as JAX does in programs of its own."""
    lost = {name for name, x in graph.arrays.items() if _dtype(x) in ("float64", "complex128")}
    if lost:
        some = ", ".join(sorted(lost)[:3])
        warnings.warn(
            f"{graph.name}: weights of 64 bits, such as {some}, become 32 bits, because JAX's "
            "64-bit mode is off; ivy.set_backend('jax') turns it on",
            stacklevel=2,
        )
    return _narrowed(graph)


def _narrowed(graph: Graph) -> Graph:
    new: dict[int, Value] = {}

    def value(old: Value) -> Value:
        if old.dtype not in NARROW:
            return old
        if id(old) not in new:
            new[id(old)] = Value(old.name, old.shape, NARROW[old.dtype])
        return new[id(old)]

    def other(x: Any) -> Any:
        if isinstance(x, Graph):
            return _narrowed(x)
        return NARROW.get(x, x) if isinstance(x, str) else x

    def node(old: Node) -> Node:
        args, kwargs = map_values(value, (old.args, old.kwargs), other)
        return replace(old, args=args, kwargs=kwargs, outputs=map_values(value, old.outputs))

    def named(values: dict[str, Value]) -> dict[str, Value]:
        return {name: value(x) for name, x in values.items()}

    return changed(
        graph,
        args=map_values(value, graph.args),
        kwargs=map_values(value, graph.kwargs),
        nodes=[node(each) for each in graph.nodes],
        outputs=map_values(value, graph.outputs),
        parameters=named(graph.parameters),
        buffers=named(graph.buffers),
        constants=named(graph.constants),
        mutations=named(graph.mutations),
        arrays={name: _array(x) for name, x in graph.arrays.items()},
        train=None if graph.train is None else _narrowed(graph.train),
    )


def _dtype(x: Any) -> str:
    return str(space_of(x).DTYPES[x.dtype].name)


def _array(x: Any) -> Any:
    dtype = _dtype(x)
    return OPERATIONS["astype"](x, NARROW[dtype]) if dtype in NARROW else x
