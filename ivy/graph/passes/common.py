"""Compute things once."""

from __future__ import annotations

from typing import Any

from ivy.graph.ir import RANDOM, Graph, Value, graphs_in, map_values
from ivy.graph.passes.rewriting import with_nodes


def without_repetitions(graph: Graph) -> Graph:
    """Return the graph without operations that repeat an earlier one of the same module.

    What another module repeats stays, so that modules remain alike and stand for themselves.
    """
    new: dict[int, Value] = {}
    seen: dict[Any, Any] = {}
    nodes = []
    for node in graph.nodes:
        given = map_values(lambda v: new.get(id(v), v), (node.args, node.kwargs))
        if node.op in RANDOM or next(graphs_in(given), None) is not None:
            nodes.append(node)
            continue
        key = (node.op, node.scope, _key(given))
        if key not in seen:
            seen[key] = node
            nodes.append(node)
            continue
        for value, kept in zip(node.results(), seen[key].results(), strict=True):
            new[id(value)] = kept
    return with_nodes(graph, nodes, new)


def _key(nest: Any) -> Any:
    """Return something hashable that is equal for equal arguments only."""
    if isinstance(nest, Value):
        return ("value", id(nest))
    if isinstance(nest, (tuple, list)):
        return (type(nest).__name__, tuple(map(_key, nest)))
    if isinstance(nest, dict):
        return tuple((key, _key(item)) for key, item in sorted(nest.items()))
    if isinstance(nest, slice):
        return ("slice", _key((nest.start, nest.stop, nest.step)))
    return (type(nest).__name__, repr(nest))
