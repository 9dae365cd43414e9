"""Convolutions and pooling: what a call asks for, one number per axis, in any layout."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ivy.backends import windows
from ivy.errors import IvyException
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.indexing import square

Pairs = tuple[tuple[int, int], ...]


def convolution(call: Call) -> windows.Convolution:
    """Return what a convolution asks for; of a transposed one `sizes` are those of the result."""
    given = {name: call.known(name) for name in call.defaults if name not in _ARRAYS}
    arrays = (call.get("x"), call.get("filters"), call.get("bias"))
    groups = given.pop("feature_group_count")
    make = windows.convolution if "x_dilations" in given else windows.transposed_convolution
    try:
        found = make(call.op, given.pop("dims"), *arrays, groups=groups, **given)
    except (IvyException, AttributeError, TypeError) as error:  # of shapes that are not known
        raise NoLine(str(error)) from None
    if found.pads is None or (make is windows.transposed_convolution and None in found.sizes):
        raise NoLine(f"{call.op}: sizes that are not known")
    return found


_ARRAYS = ("x", "filters", "bias")


def same_layout(call: Call) -> windows.Convolution:
    """Return what a convolution asks for whose images and filters have channels alike."""
    found = convolution(call)
    if found.channel_last != found.filters_last:
        raise NoLine(f"{call.op}: channels of images and filters at different places")
    return found


class Pooling(NamedTuple):
    """A maximum or an average of windows."""

    dims: int
    last: bool
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: Pairs
    divisor: Any
    """What sums are divided by; None where it differs from place to place."""


def pooling(call: Call) -> Pooling:
    """Return what a pooling asks for."""
    if not str(call.given["x"].dtype).startswith(("float", "bfloat")):
        raise NoLine(f"{call.op}: numbers that are not floating")
    names = ("kernel", "strides", "padding", "data_format")
    kernel, strides, padding, layout = (call.known(name) for name in names)
    dilation = call.known("dilation") if "dilation" in call.defaults else 1
    dims, ceil = int(call.op[-2]), call.known("ceil_mode")
    try:
        found = windows.pooling(
            call.op, dims, call.given["x"], kernel, strides, padding, layout, dilation, ceil
        )
    except (IvyException, AttributeError, TypeError) as error:
        raise NoLine(str(error)) from None
    divisor = None
    if "count_include_pad" in call.defaults:
        override = call.known("divisor_override")
        divisor = windows.divisor(found, call.known("count_include_pad"), override)
        divisor = divisor if isinstance(divisor, (int, float)) else None
    pads = tuple((low, max(high, 0)) for low, high in found.fitted)
    kernel, strides, dilations = found.kernel, found.strides, found.dilations
    return Pooling(dims, found.channel_last, kernel, strides, dilations, pads, divisor)


def of_image(pairs: Pairs, last: bool) -> Pairs:
    """Return padding with that of batch and channels, which is none."""
    none = (0, 0)
    return (none, *pairs, none) if last else (none, none, *pairs)


def per_image(numbers: tuple[int, ...], last: bool) -> tuple[int, ...]:
    """Return numbers per axis with ones for batch and channels."""
    return (1, *numbers, 1) if last else (1, 1, *numbers)


def even(pairs: Pairs) -> Any:
    """Return padding as one number per axis, or one for all; None if sides differ."""
    if any(low != high for low, high in pairs):
        return None
    return square(tuple(low for low, _ in pairs))


def average_factor(pool: Pooling) -> float:
    """Return what an average of all places of a window is to be multiplied by."""
    return math.prod(pool.kernel) / pool.divisor


def spread_padding(conv: windows.Convolution) -> Pairs:
    """Return the padding of the convolution that a transposed one is, of an image with gaps."""
    pads = []
    for size, kernel, dilation, stride, (low, _), given in zip(
        conv.sizes,
        conv.kernel,
        conv.dilations,
        conv.strides,
        conv.pads or (),
        conv.outs,
        strict=True,
    ):
        reach = windows.extent(kernel, dilation)
        before = reach - 1 - low
        pads.append((before, size - windows.extent(given, stride) - before + reach - 1))
    return tuple(pads)


def letters(dims: int) -> str:
    """Return the names of the axes between batch and channels."""
    return "DHW"[3 - dims :]


def bias_index(dims: int, last: bool) -> str:
    """Return the subscript that makes a bias fit an image."""
    return "" if last else f"[{', '.join([':', *['None'] * dims])}]"
