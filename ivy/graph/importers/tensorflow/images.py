"""Rules for operations of TensorFlow on images."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy.graph.importers.tensorflow.layers import channels_of, convolved, spatial
from ivy.graph.importers.tensorflow.values import TensorFlowBuilder as Build
from ivy.graph.importers.tensorflow.values import numbers_of, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


@rule("ResizeBilinear", host=(1,))
def _resize_bilinear(
    build: Build, x: Value, size: Any, align_corners: bool = False, half_pixel_centers: bool = False
) -> Value:
    return _resized(build, x, size, "bilinear", align_corners, half_pixel_centers)


@rule("ResizeNearestNeighbor", host=(1,))
def _resize_nearest(
    build: Build, x: Value, size: Any, align_corners: bool = False, half_pixel_centers: bool = False
) -> Value:
    return _resized(build, x, size, "nearest", align_corners, half_pixel_centers)


def _resized(
    build: Build, x: Value, size: Any, mode: str, align_corners: bool, half_pixel_centers: bool
) -> Value:
    """Pick and mix rows, then columns: every rule of TensorFlow for positions is one of numbers."""
    heights = tuple(numbers_of(size, "a size"))
    result = x if x.dtype in ("float32", "float64") or mode == "nearest" else None
    result = build.astype(x, "float32") if result is None else result
    for axis, wanted in zip((1, 2), heights, strict=True):
        given = x.shape[axis] if x.shape is not None else None
        if given is None:
            raise Unsupported("an image of unknown size")
        if given == wanted:
            continue
        low, high, weight = _positions(given, wanted, mode, align_corners, half_pixel_centers)
        low, high = low.astype("int32"), high.astype("int32")
        first = build.gather(result, build.constant(low), axis=axis)
        if mode == "nearest":
            result = first
            continue
        second = build.gather(result, build.constant(high), axis=axis)
        shape = (-1, *(1,) * (3 - axis))
        dtype = "float64" if x.dtype == "float64" else "float32"
        share = build.constant(weight.astype(dtype).reshape(shape))
        result = build.add(first, build.multiply(build.subtract(second, first), share))
    return build.identity(result) if result is x else result


def _positions(
    given: int, wanted: int, mode: str, align_corners: bool, half_pixel_centers: bool
) -> tuple[Any, Any, Any]:
    if align_corners and wanted > 1:
        scale = np.float32(given - 1) / np.float32(wanted - 1)
    else:
        scale = np.float32(given) / np.float32(wanted)
    steps = np.arange(wanted, dtype=np.float32)
    if mode == "nearest":
        places = (steps + np.float32(0.5)) * scale if half_pixel_centers else steps * scale
        # TensorFlow rounds half up, not to even.
        places = np.floor(places + np.float32(0.5)) if align_corners else np.floor(places)
        low = np.clip(places, 0, given - 1).astype(np.int64)
        return low, low, places
    places = steps * scale
    if half_pixel_centers:
        places = (steps + np.float32(0.5)) * scale - np.float32(0.5)
    floor = np.floor(places)
    low = np.maximum(floor, 0).astype(np.int64)
    high = np.minimum(np.ceil(places), given - 1).astype(np.int64)
    return np.minimum(low, given - 1), np.maximum(high, 0), places - floor


@rule("AdjustContrastv2")
def _adjust_contrast(build: Build, x: Value, factor: Value) -> Value:
    mean = build.mean(x, axis=(-3, -2), keepdims=True)
    return build.add(build.multiply(build.subtract(x, mean), factor), mean)


@rule("ExtractImagePatches")
def _patches(build: Build, x: Value, ksizes: Any, strides: Any, rates: Any, padding: str) -> Value:
    channels = channels_of(x, "NHWC")
    height, width = spatial(ksizes, "NHWC")
    count = height * width
    filters = np.zeros((count, channels, count, channels), "float32")
    for i in range(count):
        for c in range(channels):
            filters[i, c, i, c] = 1
    shaped = filters.reshape(height, width, channels, count * channels)
    values = build.constant(shaped.astype(x.dtype or "float32"))
    values.shape = shaped.shape
    return convolved(build, x, values, strides, padding, (), "NHWC", rates)
