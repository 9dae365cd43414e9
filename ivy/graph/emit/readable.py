"""What a graph needs to read well: small rewrites that keep its results."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ivy.dispatch import OPERATIONS, unwrap
from ivy.graph import passes
from ivy.graph.emit.dims import origin, size_origin
from ivy.graph.emit.shapes import fill_shapes
from ivy.graph.ir import Graph, Node, Value, map_values, values_in
from ivy.graph.passes.rewriting import producers, use_counts

KEEP = -1
"""Stands in the shape of a broadcast for the size an array has already."""


class _Reader:
    """The nodes so far, by what they make."""

    def __init__(self, graph: Graph) -> None:
        self.makers: dict[int, Node] = {}
        self.uses = use_counts(graph)
        self.constants = {id(v): graph.arrays[name] for name, v in graph.constants.items()}

    def made_by(self, value: Any, op: str) -> Node | None:
        """Return the node that makes a value for one use only, if it is of a kind."""
        node = self.makers.get(id(value))
        return node if node is not None and node.op == op and self.uses[id(value)] == 1 else None

    def counted(self, index: Value) -> Any:
        """Return where an array of indices ends that counts from 0; None if it does not count."""
        if id(index) in self.constants:
            x = np.ravel(OPERATIONS["to_numpy"](unwrap(self.constants[id(index)])))
            return x.size if (x == np.arange(x.size)).all() else None
        node = self.makers.get(id(index))
        while node is not None and node.op == "expand_dims":
            node = self.makers.get(id(node.args[0]))
        if node is None or node.op != "arange" or set(node.kwargs) - {"dtype"}:
            return None
        start, stop, step = ((0, *node.args, 1) if len(node.args) == 1 else (*node.args, 1))[:3]
        return stop if (start, step) == (0, 1) else None


def readable(graph: Graph) -> Graph:
    """Return the graph without what nobody would write: no-ops, chains that are one operation."""
    fill_shapes(graph)
    reader = _Reader(graph)
    same: dict[int, Value] = {}
    seen: dict[Any, Node] = {}

    def current(value: Value) -> Value:
        while id(value) in same:
            value = same[id(value)]
        return value

    nodes = []
    for original in _own_sizes(graph):
        args, kwargs = map_values(current, (original.args, original.kwargs))
        node = replace(original, args=args, kwargs=kwargs)
        if isinstance(node.outputs, Value):
            source = _unchanged(node, reader) or _seen_before(node, seen)
            if source is not None:
                same[id(node.outputs)] = source
                reader.uses[id(source)] += reader.uses[id(node.outputs)]
                continue
        for rewrite in _REWRITES.get(node.op, ()):
            node = rewrite(node, reader)
        for value in node.results():
            reader.makers[id(value)] = node
        nodes.append(node)
    outputs, mutations = map_values(current, (graph.outputs, graph.mutations))
    return passes.without_dead_code(
        passes.changed(graph, nodes=nodes, outputs=outputs, mutations=mutations)
    )


def _own_sizes(graph: Graph) -> list[Node]:
    """Return the nodes with a size of its own for each module that has an array of it at hand.

    A module inside of one that has a size already is given that one.
    """
    sizes = {id(n.outputs): n for n in graph.nodes if n.op == "size" and not n.scope}
    makers = producers(graph)
    made = {id(v): i for i, n in enumerate(graph.nodes) for v in n.results()}
    present: dict[Any, list[Value]] = {}
    for node in graph.nodes:
        if id(node.outputs) not in sizes:
            for i in range(1, len(node.scope) + 1):
                present.setdefault(node.scope[:i], []).extend((*node.inputs(), *node.results()))
    copies: dict[tuple[int, Any], Node] = {}
    nodes: list[Node] = []
    for number, node in enumerate(graph.nodes):

        def at_hand(size: Node, scope: Any, number: int = number) -> tuple[Any, ...] | None:
            """Return an array of a module and its axis that has a size; that of the size first."""
            wanted = size_origin(size.outputs, makers)
            here = present.get(scope, []) if scope else []
            if any(value is size.args[0] for value in here):
                return size.args
            for value in here:
                for axis, n in enumerate(value.shape or ()):
                    before = made.get(id(value), -1) < number
                    if n is None and before and origin(value, axis, makers) == wanted:
                        return value, axis
            return None

        def own(value: Value, node: Node = node, at_hand: Any = at_hand) -> Value:
            size = sizes.get(id(value))
            if size is None:
                return value
            around = [(id(value), node.scope[:i]) for i in range(len(node.scope), 0, -1)]
            key = next((key for key in around if key in copies), (id(value), node.scope))
            if key not in copies:
                if (args := at_hand(size, node.scope)) is None:
                    return value
                copy = Value(value.name, value.shape, value.dtype)
                copies[key] = replace(size, args=args, outputs=copy, scope=node.scope)
                nodes.append(copies[key])
            made = copies[key].outputs
            return made if isinstance(made, Value) else value

        args, kwargs = map_values(own, (node.args, node.kwargs))
        nodes.append(replace(node, args=args, kwargs=kwargs))
    return nodes


def _seen_before(node: Node, seen: dict[Any, Node]) -> Value | None:
    """Return the result of an equal operation of the same module."""
    if node.op not in ("arange", "ones", "zeros", "full", "size", "expand_dims", "any"):
        return None
    given = map_values(lambda value: f"%{id(value)}", (node.args, node.kwargs))
    first = seen.setdefault((node.op, repr(given), node.scope), node)
    return first.outputs if first is not node and isinstance(first.outputs, Value) else None


def _unchanged(node: Node, reader: _Reader) -> Value | None:
    """Return the operand that an operation returns as it is."""
    result = node.outputs
    if node.op == "identity":
        return node.args[0] if isinstance(node.args[0], Value) else None
    if node.op == "broadcast_to":
        # An open size that always fits another one is that one: 1 would be known.
        x = node.args[0]
        if not isinstance(x, Value) or not isinstance(result, Value) or x.shape is None:
            return None
        return x if x.shape == result.shape else None
    if len(node.args) != 2 or node.kwargs or not isinstance(result, Value):
        return None
    x, other = node.args
    if node.op in ("add", "multiply", "bitwise_and", "logical_and") and _is_neutral(
        node.op, x, reader
    ):
        x, other = other, x
    if not (isinstance(x, Value) and x.shape is not None and _is_neutral(node.op, other, reader)):
        return None
    if result.dtype != x.dtype or result.shape != x.shape:
        return None
    return x if node.op != "divide" or str(x.dtype).startswith(("float", "bfloat")) else None


def _is_neutral(op: str, x: Any, reader: _Reader) -> bool:
    if op in ("bitwise_and", "logical_and"):
        maker = reader.makers.get(id(x)) if isinstance(x, Value) else None
        ones = maker is not None and maker.op == "ones" and x.dtype == "bool"
        return ones and x.shape == ()
    number = {"add": 0, "subtract": 0, "multiply": 1, "divide": 1}.get(op)
    plain = isinstance(x, (int, float)) and not isinstance(x, bool)
    return number is not None and plain and x == number


def _kept_sizes(node: Node, reader: _Reader) -> Node:
    """Return a broadcast that keeps the sizes that its operand has, instead of naming them."""
    if node.kwargs or len(node.args) != 2 or not isinstance(node.args[1], (tuple, list)):
        return node
    x, shape = node.args
    if not isinstance(x, Value) or x.shape is None:
        return node
    skipped = len(shape) - len(x.shape)
    sizes: list[Any] = list(shape)
    for axis, size in enumerate(x.shape):
        wanted = size_origin(sizes[axis + skipped], reader.makers)
        if size is None and wanted == origin(x, axis, reader.makers):
            sizes[axis + skipped] = KEEP
    return replace(node, args=(x, tuple(sizes)))


def _repeated(node: Node, reader: _Reader) -> Node:
    """Return `repeat` for a new axis that is broadcast and merged with the one before it."""
    wide = reader.made_by(node.args[0], "broadcast_to")
    inner = reader.made_by(wide.args[0], "expand_dims") if wide is not None else None
    axes = _axes(inner) if inner is not None else None
    x, result = inner.args[0] if inner is not None else None, node.outputs
    if wide is None or axes is None or len(axes) != 1 or not isinstance(x, Value):
        return node
    shapes = x.shape, wide.results()[0].shape, getattr(result, "shape", None)
    if shapes[0] is None or shapes[1] is None or shapes[0].count(None) > 1:
        return node
    new = axes[0] % len(shapes[1])
    before = shapes[0][new - 1] if new else None
    count = shapes[1][new]
    if before is None or count is None:
        return node
    wanted = (*shapes[0][: new - 1], before * count, *shapes[0][new:])
    if shapes[1] != (*shapes[0][:new], count, *shapes[0][new:]) or shapes[2] != wanted:
        return node
    return replace(node, op="repeat", args=(x, count), kwargs={"axis": new - 1})


def _joined_reshapes(node: Node, reader: _Reader) -> Node:
    """Return one reshape for one of another."""
    inner = reader.made_by(node.args[0], "reshape")
    plain = inner is not None and node.op == "reshape" and not node.kwargs and not inner.kwargs
    if inner is None or not plain or inner.scope != node.scope or len(node.args) > 2:
        return node
    return replace(node, args=(inner.args[0], node.args[1]))


def _reciprocal_root(node: Node, reader: _Reader) -> Node:
    root = reader.made_by(node.args[0], "sqrt")
    return node if root is None else replace(node, op="rsqrt", args=root.args)


def _new_axes(node: Node, reader: _Reader) -> Node:
    """Return one operation for axes that are added one after the other."""
    outer = _axes(node)
    inner = reader.makers.get(id(node.args[0]))
    if inner is None or inner.op != "expand_dims" or outer is None or _axes(inner) is None:
        return node
    x = inner.args[0]
    rank = len(x.shape) if isinstance(x, Value) and x.shape is not None else None
    if rank is None:
        return node
    before = [0] * rank  # 1 for an axis that is new
    for axes in (_axes(inner) or (), outer):
        total = len(before) + len(axes)
        for place in sorted(axis % total for axis in axes):
            before.insert(place, 1)
    places = tuple(i for i, new in enumerate(before) if new)
    return replace(node, args=(x,), kwargs={"axis": places})


def _axes(node: Node) -> tuple[int, ...] | None:
    axis = node.args[1] if len(node.args) > 1 else node.kwargs.get("axis", 0)
    axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    return None if list(values_in(axes)) or set(node.kwargs) - {"axis"} else axes


def _sliced(node: Node, reader: _Reader) -> Node:
    """Return slices and new axes for arrays of indices that count along an axis each."""
    x, query = node.args[0], node.args[1] if len(node.args) == 2 and not node.kwargs else ()
    shapes = [getattr(index, "shape", None) for index in query] if isinstance(query, tuple) else []
    if not all(shapes) or not shapes or not isinstance(x, Value) or x.shape is None:
        return node
    rank = max(len(shape or ()) for shape in shapes)
    items: list[Any] = [None] * rank
    last = -1
    for axis, index in enumerate(query):
        long = [i - len(index.shape) for i, n in enumerate(index.shape) if n != 1]
        stop = reader.counted(index)
        if len(long) != 1 or stop is None or rank + long[0] <= last:
            return node
        last = rank + long[0]
        whole = stop == x.shape[axis] or (
            isinstance(stop, Value)
            and size_origin(stop, reader.makers) == origin(x, axis, reader.makers)
        )
        items[last] = slice(None) if whole else slice(None, stop)
    return replace(node, args=(x, tuple(items)))


def _usual_scale(node: Node, reader: _Reader) -> Node:
    """Return attention without the scale that it has anyway."""
    query, scale = node.args[0], node.kwargs.get("scale")
    size = query.shape[-1] if isinstance(query, Value) and query.shape else None
    if (
        not isinstance(scale, float)
        or not size
        or not math.isclose(scale, size**-0.5, rel_tol=1e-12)
    ):
        return node
    return replace(node, kwargs={k: v for k, v in node.kwargs.items() if k != "scale"})


_REWRITES: dict[str, tuple[Callable[[Node, _Reader], Node], ...]] = {
    "broadcast_to": (_kept_sizes,),
    "reciprocal": (_reciprocal_root,),
    "reshape": (_repeated, _joined_reshapes),
    "expand_dims": (_new_axes,),
    "get_item": (_sliced,),
    "scaled_dot_product_attention": (_usual_scale,),
}
