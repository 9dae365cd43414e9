"""Drop what nobody uses."""

from __future__ import annotations

from ivy.graph.ir import Graph
from ivy.graph.passes.rewriting import changed


def without_dead_code(graph: Graph) -> Graph:
    """Return the graph without nodes and held arrays whose results nobody uses."""
    live = {id(value) for value in graph.results()}
    nodes = []
    for node in reversed(graph.nodes):
        if any(id(value) in live for value in node.results()):
            nodes.append(node)
            live.update(id(value) for value in node.inputs())
    constants = {name: value for name, value in graph.constants.items() if id(value) in live}
    dropped = graph.constants.keys() - constants.keys()
    arrays = {name: x for name, x in graph.arrays.items() if name not in dropped}
    return changed(graph, nodes=nodes[::-1], constants=constants, arrays=arrays)
