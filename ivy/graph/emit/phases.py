"""The programs of a graph: one for both modes, or one for evaluation and one for training."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.graph import passes
from ivy.graph.ir import Graph, Node, Value, map_values, values_in


def phases(graph: Graph) -> list[Graph]:
    """Return the graph, or those for evaluation and training with the same weights and inputs."""
    if graph.train is None:
        return [graph]
    train = graph.train
    same: dict[int, Any] = {}
    for ours, theirs in zip(_given(graph), _given(train), strict=True):
        same[id(theirs)] = ours
    for name, value in (train.parameters | train.buffers).items():
        same[id(value)] = (graph.parameters | graph.buffers).get(name, value)
    evaluated = _in_mode(graph, {}, False)
    trained = _in_mode(train, same, True)
    kinds = ("parameters", "buffers", "aliases")  # some weights are those of training alone
    held = {kind: getattr(train, kind) | getattr(graph, kind) for kind in kinds}
    trained = passes.changed(trained, args=graph.args, kwargs=graph.kwargs, **held)
    return [evaluated, trained]


def root_prefix(graph: Graph) -> str:
    """Return what all weights begin with if that is the model itself, as Keras names them."""
    prefix = f"{graph.name}."
    names = (*graph.parameters, *graph.buffers, *graph.aliases)
    return prefix if names and all(name.startswith(prefix) for name in names) else ""


def without_prefix(graph: Graph, prefix: str) -> Graph:
    """Return a graph whose weights and modules have names without their first part."""

    def short(names: Any) -> Any:
        if isinstance(names, dict):
            return {name.removeprefix(prefix): x for name, x in names.items()}
        return {name.removeprefix(prefix) for name in names}

    nodes = [
        replace(n, scope=tuple((path.removeprefix(prefix), cls) for path, cls in n.scope))
        for n in graph.nodes
    ]
    fields = "parameters buffers constants arrays frozen mutations statistics permutations".split()
    named = {name: short(getattr(graph, name)) for name in fields}
    aliases = {n: name.removeprefix(prefix) for n, name in short(graph.aliases).items()}
    return passes.changed(graph, nodes=nodes, aliases=aliases, **named)


def _given(graph: Graph) -> list[Value]:
    return list(values_in((graph.args, graph.kwargs)))


def _in_mode(graph: Graph, same: dict[int, Any], training: bool) -> Graph:
    """Return a graph with other values in the place of some, and the mode in that of its value."""
    same = {**same, id(graph.training): training}

    def current(value: Value) -> Any:
        return same.get(id(value), value)

    def inside(item: Any) -> Any:
        return _in_mode(item, same, training) if isinstance(item, Graph) else item

    nodes: list[Node] = []
    for node in graph.nodes:
        args, kwargs = map_values(current, (node.args, node.kwargs), inside)
        nodes.append(replace(node, args=args, kwargs=kwargs))
    outputs, mutations = map_values(current, (graph.outputs, graph.mutations))
    return passes.changed(graph, nodes=nodes, outputs=outputs, mutations=mutations, train=None)
