"""Small rewrites of a graph; each returns a new graph with the same results."""

from __future__ import annotations

from ivy import backends
from ivy.graph.ir import Graph
from ivy.graph.passes.common import without_repetitions
from ivy.graph.passes.dead_code import without_dead_code
from ivy.graph.passes.folding import with_constants_folded
from ivy.graph.passes.identities import without_identities
from ivy.graph.passes.layout import CHANNELS, with_channels
from ivy.graph.passes.narrowing import in_32_bits
from ivy.graph.passes.patterns import with_patterns_raised
from ivy.graph.passes.rewriting import Pass, changed, inside
from ivy.graph.passes.rows import with_equal_rows_folded

__all__ = [
    "SIMPLIFICATIONS",
    "Pass",
    "changed",
    "for_backend",
    "in_32_bits",
    "simplified",
    "with_channels",
    "with_constants_folded",
    "with_equal_rows_folded",
    "with_patterns_raised",
    "without_dead_code",
    "without_identities",
    "without_repetitions",
]

SIMPLIFICATIONS: tuple[Pass, ...] = (
    without_dead_code,
    with_equal_rows_folded,
    with_constants_folded,
    without_identities,
    without_repetitions,
    with_patterns_raised,
    without_identities,
    without_dead_code,
)


def simplified(graph: Graph) -> Graph:
    """Return the graph after the passes that suit every backend."""
    for apply in SIMPLIFICATIONS:
        folding = apply in (with_constants_folded, with_equal_rows_folded)
        graph = (apply if folding else inside(apply))(graph)
    return graph if graph.train is None else changed(graph, train=simplified(graph.train))


def for_backend(graph: Graph, backend: str) -> Graph:
    """Return the graph after the passes that suit one backend."""
    if backend == "jax" and backends.load("jax").index_dtype().name == "int32":
        graph = in_32_bits(graph)
    return with_channels(graph, CHANNELS[backend]) if backend in CHANNELS else graph
