"""Drop operations that return what they get, and join transposes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.dispatch import OPERATIONS, unwrap
from ivy.graph.ir import Graph, Node, Value
from ivy.graph.passes.rewriting import arguments, producers, same_shape, with_nodes


def without_identities(graph: Graph) -> Graph:
    """Return the graph without operations that change nothing, where that is known."""
    new: dict[int, Any] = {}
    nodes: list[Node] = []
    made = producers(graph)
    masks = [(n, v) for n, v in graph.constants.items() if v.dtype == "bool"]
    true = {id(v) for n, v in masks if OPERATIONS["to_numpy"](unwrap(graph.arrays[n])).all()}
    for node in graph.nodes:
        spread = node.op in _SPREADING and id(node.args[0]) in true
        if spread or (node.op in ("ones", "full") and _filled(node.outputs, made) == 1):
            true.add(id(node.outputs))
        joined = _joined_transposes(node, made, new)
        if id(node.kwargs.get("mask")) in true and node.op == "scaled_dot_product_attention":
            joined = replace(node, kwargs={k: v for k, v in node.kwargs.items() if k != "mask"})
        chosen = node.op == "where" and id(node.args[0]) in true and node.args[1]
        if isinstance(chosen, Value) and same_shape(chosen, node.results()[0]):
            new[id(node.outputs)] = chosen
            continue
        kept = _unchanged(joined, made)
        if kept is not None:
            new[id(node.outputs)] = kept
            continue
        if joined is not node:
            made[id(node.outputs)] = joined
        nodes.append(joined)
    return with_nodes(graph, nodes, new)


_SPREADING = ("reshape", "expand_dims", "broadcast_to", "expand", "any", "all")
"""Operations that make true of nothing but true."""


def _unchanged(node: Node, made: dict[int, Node]) -> Value | None:
    """Return the value that a node only hands on."""
    x, y = node.args[0] if node.args else None, node.outputs
    if node.op in ("add", "multiply") and type(x) in (int, float):
        return _unchanged(replace(node, args=node.args[::-1]), made)
    if not isinstance(x, Value) or not isinstance(y, Value):
        return None
    if node.op == "identity" or (node.op == "copy_array" and not node.kwargs):
        return x
    if node.op == "stop_gradient" and id(x) in made and made[id(x)].op == "stop_gradient":
        return x
    if x.dtype is None or x.dtype != y.dtype:
        return _neutral(node, x, y, made)
    if node.op == "astype":
        return x if arguments(node)["dtype"] == x.dtype else None
    if node.op in ("reshape", "squeeze", "flatten", "expand", "broadcast_to", "positive"):
        plain = node.op not in ("reshape", "expand") or len(node.args) == 2
        if node.op in ("expand", "broadcast_to") and None in (*(x.shape or ()), *(y.shape or ())):
            return None  # an unknown size may be 1
        return x if plain and same_shape(x, y) and not node.kwargs.get("order") else None
    if node.op == "permute_dims":
        axes = tuple(arguments(node)["axes"])
        return x if axes == tuple(range(len(axes))) else None
    return _neutral(node, x, y, made)


def _filled(x: Any, made: dict[int, Node]) -> Any:
    """Return the number that all elements of an array are, if it was made so."""
    node = made.get(id(x)) if isinstance(x, Value) else None
    while node is not None and node.op in ("reshape", "expand_dims", "broadcast_to", "expand"):
        node = made.get(id(node.args[0]))
    if node is None or node.op not in ("full", "zeros", "ones"):
        return x
    if node.op == "full":
        return node.args[1] if len(node.args) > 1 else x
    return 0 if node.op == "zeros" else 1


def _neutral(node: Node, x: Value, y: Value, made: dict[int, Node]) -> Value | None:
    """Return what zero is added to, or what is multiplied by one."""
    neutral = {"add": 0, "subtract": 0, "multiply": 1, "divide": 1, "pow": 1}
    if node.op not in neutral or len(node.args) != 2 or node.kwargs:
        return None
    number = _filled(node.args[1], made)
    alike = x.dtype is not None and x.dtype == y.dtype and same_shape(x, y)
    if type(number) in (int, float) and number == neutral[node.op] and alike:
        return x
    return None


def _joined_transposes(node: Node, made: dict[int, Node], new: dict[int, Any]) -> Node:
    """Return one transpose for one of another."""
    if node.op != "permute_dims" or not isinstance(node.args[0], Value):
        return node
    x = node.args[0]
    while isinstance(x, Value) and id(x) in new:
        x = new[id(x)]
    inner = made.get(id(x))
    if inner is None or inner.op != "permute_dims":
        return node
    axes, first = arguments(node)["axes"], arguments(inner)["axes"]
    if not all(type(axis) is int for axis in (*axes, *first)):
        return node
    count = len(first)
    axes = tuple(int(first[axis % count]) % count for axis in axes)
    return replace(node, args=(inner.args[0], axes), kwargs={})
