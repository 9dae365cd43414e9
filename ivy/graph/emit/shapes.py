"""Shapes that an importer left open between the operations that one of the source became."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.graph.emit.calls import parameters
from ivy.graph.ir import Graph, Node, Value

Shape = tuple[int | None, ...]


def fill_shapes(graph: Graph) -> None:
    """Give results of unknown shape theirs, where it follows from the arguments."""
    for node in graph.nodes:
        rule, result = _RULES.get(node.op), node.outputs
        if rule is None or not isinstance(result, Value) or result.shape is not None:
            continue
        first = next(iter(node.inputs()), None)
        if first is None or first.shape is None:
            continue
        result.shape = rule(node, first.shape)
        result.dtype = result.dtype or first.dtype


def _argument(node: Node, name: str) -> Any:
    try:
        bound = parameters(node.op).bind(*node.args, **node.kwargs)
    except TypeError:
        return None
    return bound.arguments.get(name)


def _permuted(node: Node, shape: Shape) -> Shape | None:
    axes = _argument(node, "axes")
    return tuple(shape[axis] for axis in axes) if isinstance(axes, (tuple, list)) else None


def _reshaped(node: Node, shape: Shape) -> Shape | None:
    sizes = _argument(node, "shape")
    if not isinstance(sizes, (tuple, list)):
        return None
    if None in shape or any(not isinstance(size, int) for size in sizes):
        return tuple(size if isinstance(size, int) and size >= 0 else None for size in sizes)
    total = left = 1
    for n in shape:
        total *= n or 0
    for size in sizes:
        left *= size if size >= 0 else 1
    return tuple(size if size >= 0 else total // (left or 1) for size in sizes)


def _padded(node: Node, shape: Shape) -> Shape | None:
    widths = _argument(node, "pad_width")
    if not isinstance(widths, (tuple, list)) or len(widths) != len(shape):
        return None
    pairs = zip(shape, widths, strict=True)
    return tuple(None if n is None else n + sum(pair) for n, pair in pairs)


def _attended(node: Node, shape: Shape) -> Shape | None:
    value = _argument(node, "value")
    return (*shape[:-1], value.shape[-1]) if getattr(value, "shape", None) else None


def _same(node: Node, shape: Shape) -> Shape:
    return shape


_RULES: dict[str, Callable[[Node, Shape], Shape | None]] = {
    "permute_dims": _permuted,
    "reshape": _reshaped,
    "constant_pad": _padded,
    "scaled_dot_product_attention": _attended,
    **dict.fromkeys(("relu", "sigmoid", "tanh", "exp", "negative", "dropout", "softmax"), _same),
}
