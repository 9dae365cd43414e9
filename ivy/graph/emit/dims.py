"""Which sizes that are not known are the same size."""

from __future__ import annotations

import math
from typing import Any

from ivy.graph.ir import Node, Value, values_in

_SAME_SHAPE = frozenset(
    "abs astype ceil clip cos cumsum dropout elu erf exp floor gelu hardswish identity layer_norm "
    "leaky_relu log log_softmax logical_not negative reciprocal relu relu6 rms_norm rsqrt sigmoid "
    "sign silu sin softmax softplus sqrt square stop_gradient tanh".split()
)
_KEPT = ("layer_norm", "rms_norm", "dropout")
_TWO = frozenset(
    "add subtract multiply divide pow maximum minimum equal not_equal less less_equal greater "
    "greater_equal logical_and logical_or bitwise_and bitwise_or remainder floor_divide".split()
)

_BATCHED = (
    "conv_general_dilated conv_general_transpose batch_norm group_norm max_pool1d max_pool2d "
    "max_pool3d avg_pool1d avg_pool2d avg_pool3d"
).split()
"""Operations that treat each item of a batch by itself."""

Origin = tuple[int, int]
"""The array that a size is first seen in, and its axis."""


def origin(value: Value, axis: int, makers: dict[int, Node], depth: int = 64) -> Origin:
    """Return where the size of an axis comes from, as far as operations leave no doubt."""
    here = (id(value), axis)
    node = makers.get(id(value))
    if node is None or not depth or value.shape is None:
        return here
    first: Any = node.args[0] if node.args else None
    if node.op in _SAME_SHAPE and isinstance(first, Value):
        # An operand that is another array may make the result larger, as a bound of `clip` does.
        alone = list(values_in((node.args, node.kwargs))) == [first] or node.op in _KEPT
        return origin(first, axis, makers, depth - 1) if alone else here
    if node.op in _TWO:
        return _of_two(node, axis - len(value.shape), makers, depth) or here
    if node.op in ("reshape", "broadcast_to") and len(node.args) == 2:
        sizes = node.args[1]
        if isinstance(sizes, (tuple, list)) and axis < len(sizes):
            if found := size_origin(sizes[axis], makers, depth - 1):
                return found
            kept = value.shape[axis] is None and _open_alone(first) == _open_alone(value)
            if node.op == "reshape" and kept and _open_alone(value) is not None:
                return origin(first, first.shape.index(None), makers, depth - 1)
    if node.op == "permute_dims" and len(node.args) == 2:
        return origin(first, node.args[1][axis] % len(value.shape), makers, depth - 1)
    kept_axes = {"linear": len(value.shape) - 1, **dict.fromkeys(_BATCHED, 1)}
    if axis < kept_axes.get(node.op, 0) and value is node.results()[0]:
        return origin(node.args[0], axis, makers, depth - 1)
    if node.op == "embedding" and isinstance(node.args[1], Value):
        return origin(node.args[1], axis, makers, depth - 1)
    return here


def _open_alone(x: Any) -> int | None:
    """Return the product of the sizes that are known, if there is one that is not."""
    shape = getattr(x, "shape", None) or ()
    known = [n for n in shape if n is not None]
    return math.prod(known) if len(known) == len(shape) - 1 and 0 not in known else None


def size_origin(size: Any, makers: dict[int, Node], depth: int = 64) -> Origin | None:
    """Return where a size comes from; None for one that was computed."""
    node = makers.get(id(size)) if isinstance(size, Value) else None
    if node is None or node.op != "size" or not isinstance(node.args[1], int):
        return None
    x, axis = node.args
    return origin(x, axis % len(x.shape), makers, depth) if x.shape else None


def _of_two(node: Node, axis: int, makers: dict[int, Node], depth: int) -> Origin | None:
    """Return the origin of an axis, counted from the end, of what two arrays give."""
    found = set()
    for x in node.args[:2]:
        shape = x.shape if isinstance(x, Value) else ()
        if shape is None:
            return None
        if -axis <= len(shape) and shape[axis] != 1:
            found.add(origin(x, axis % len(shape), makers, depth - 1))
    return found.pop() if len(found) == 1 else None
