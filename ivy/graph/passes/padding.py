"""What is put around images becomes the padding of the convolution or pooling after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.graph.ir import Node
from ivy.graph.passes.matching import Matcher
from ivy.graph.passes.rewriting import arguments

CONVOLUTIONS = ("conv_general_dilated", "conv1d", "conv2d", "conv3d")
CHANNELS_FIRST = ("channel_first", "NCW", "NCHW", "NCDHW")
_ADD_ZEROS = (*CONVOLUTIONS, "depthwise_conv2d")
_ADD_INFINITY = ("max_pool1d", "max_pool2d", "max_pool3d")
_NEVER_NEGATIVE = ("relu", "relu6", "sigmoid", "hardsilu", "softmax", "abs", "square", "exp")
_Pairs = list[tuple[int, int]]


def padding(m: Matcher, node: Node) -> Node | None:
    """A padded array, then an operation that adds nothing or a known number of the same elements.

    A maximum is not changed by zeros among numbers that are not negative.
    """
    if node.op not in _ADD_ZEROS and node.op not in _ADD_INFINITY:
        return None
    given = arguments(node)
    padded = m.inner(given["x"], "constant_pad", "zero_pad")
    if padded is None:
        return None
    around = arguments(padded)
    if node.op in _ADD_ZEROS:
        is_same = around.get("value", 0) == 0 and _spacing(given) == 1
    else:
        is_same = _is_below(m, around)
    first = given["data_format"] in CHANNELS_FIRST
    sides = _spatial([tuple(pair) for pair in around["pad_width"]], first) if is_same else None
    inside = _pairs(given["padding"], len(sides)) if sides is not None else None
    if sides is None or inside is None:
        return None
    sums = tuple((a + c, b + d) for (a, b), (c, d) in zip(sides, inside, strict=True))
    if node.op in _ADD_INFINITY and not _fit(sums, given["kernel"]):
        return None
    args = (around["x"], *node.args[1:])
    if "padding" in node.kwargs:
        return replace(node, args=args, kwargs=node.kwargs | {"padding": sums})
    return replace(node, args=(*args[:3], sums, *args[4:]))


def _spacing(given: dict[str, Any]) -> int:
    """Return the greatest distance at which a convolution puts the elements of its operand."""
    distances = given.get("x_dilations", 1)
    return max(distances) if isinstance(distances, (tuple, list)) else distances


def _is_below(m: Matcher, around: dict[str, Any]) -> bool:
    """Return whether an array is padded by what is no more than any of its elements."""
    value = around.get("value", 0)
    at_least_zero = m.node(around["x"], *_NEVER_NEGATIVE) is not None
    return value == float("-inf") or (value == 0 and at_least_zero)


def _spatial(widths: _Pairs, first: bool) -> _Pairs | None:
    """Return what is put before and after each spatial axis; None if elsewhere, too, or cut off."""
    numbers = [n for pair in widths for n in pair]
    outside = widths[:2] if first else [widths[0], widths[-1]]
    if any(type(n) is not int or n < 0 for n in numbers) or any(map(any, outside)):
        return None
    return widths[2:] if first else widths[1:-1]


def _pairs(padding: Any, dims: int) -> _Pairs | None:
    """Return what an operation adds before and after each axis; None if that is not known."""
    if padding == "VALID":
        padding = 0
    if type(padding) is int:
        return [(padding, padding)] * dims
    if isinstance(padding, str) or len(padding) != dims:
        return None
    pairs = [(each, each) if type(each) is int else tuple(each) for each in padding]
    return pairs if all(type(n) is int for pair in pairs for n in pair) else None


def _fit(sums: tuple[tuple[int, int], ...], kernel: Any) -> bool:
    """Return whether every window of a pooling has elements of the array."""
    windows = (kernel,) * len(sums) if type(kernel) is int else tuple(kernel)
    windows = windows * len(sums) if len(windows) == 1 else windows
    return all(max(pair) < k for pair, k in zip(sums, windows, strict=True))
