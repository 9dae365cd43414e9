"""What passes have in common: looking at a graph, and making another one of it."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from ivy.dispatch import OPERATIONS
from ivy.graph.ir import Graph, Node, Value, graphs_in, map_values

Pass = Callable[[Graph], Graph]

CREATION = frozenset(("arange", "asarray", "empty", "eye", "full", "linspace", "ones", "zeros"))


def changed(graph: Graph, **fields: object) -> Graph:
    """Return a copy of a graph with other fields, that has not run yet."""
    return replace(graph, programs={}, **fields)  # type: ignore[arg-type]


def with_nodes(graph: Graph, nodes: list[Node], new: dict[int, Any] | None = None) -> Graph:
    """Return a graph with other nodes, and values replaced: {id of a value: what stands for it}."""
    if not new:
        return changed(graph, nodes=nodes)

    def follow(value: Value) -> Any:
        found: Any = value
        while isinstance(found, Value) and id(found) in new:
            found = new[id(found)]
        return found

    kept = []
    for node in nodes:
        args, kwargs = map_values(follow, (node.args, node.kwargs))
        kept.append(replace(node, args=args, kwargs=kwargs))
    return changed(
        graph,
        nodes=kept,
        outputs=map_values(follow, graph.outputs),
        mutations={name: follow(value) for name, value in graph.mutations.items()},
    )


def producers(graph: Graph) -> dict[int, Node]:
    """Return the node that makes each value, by the value's id."""
    return {id(value): node for node in graph.nodes for value in node.results()}


def use_counts(graph: Graph) -> Counter[int]:
    """Return how often each value is used, by its id; results of the graph are uses."""
    counts = Counter(id(value) for node in graph.nodes for value in node.inputs())
    counts.update(id(value) for value in graph.results())
    return counts


@cache
def _signature(op: str) -> inspect.Signature:
    return inspect.signature(OPERATIONS[op])


def arguments(node: Node) -> dict[str, Any]:
    """Return the arguments of an ivy operation by the names of its parameters, with defaults."""
    bound = _signature(node.op).bind(*node.args, **node.kwargs)
    bound.apply_defaults()
    return bound.arguments


def same_shape(x: Value, y: Value) -> bool:
    """Return whether two arrays with equally many elements surely have the same shape."""
    if x.shape is None or x.shape != y.shape:
        return False
    unknown = x.shape.count(None)
    return unknown == 0 or (unknown == 1 and 0 not in x.shape)


def is_known(x: Value) -> bool:
    """Return whether all sizes are known."""
    return x.shape is not None and None not in x.shape


def inside(apply: Pass) -> Pass:
    """Return a pass that also treats the graphs inside of nodes."""

    def applied(item: Any) -> Any:
        return with_inner(item) if isinstance(item, Graph) else item

    def with_inner(graph: Graph) -> Graph:
        if any(True for node in graph.nodes for _ in graphs_in(node.args)):
            mapped = (map_values(lambda value: value, n.args, applied) for n in graph.nodes)
            pairs = zip(graph.nodes, mapped, strict=True)
            graph = changed(graph, nodes=[replace(node, args=args) for node, args in pairs])
        return apply(graph)

    return with_inner
