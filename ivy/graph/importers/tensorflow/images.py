"""Rules for operations of TensorFlow on images."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

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


# ---- resizing that is a product with a matrix for each axis -------------------------------------


def _by_matrices(build: Build, x: Value, size: Any, resize: Any) -> Value:
    """Resize rows, then columns, by what `resize(image, axis, size)` makes of each alone."""
    result = x if x.dtype == "float32" else build.astype(x, "float32")
    for axis, wanted in zip((1, 2), numbers_of(size, "a size"), strict=True):
        given = x.shape[axis] if x.shape is not None else None
        if given is None:
            raise Unsupported("an image of unknown size")
        shape = (1, given, 1, given) if axis == 1 else (1, 1, given, given)
        sizes = (wanted, 1) if axis == 1 else (1, wanted)
        with tf.init_scope():
            matrix = resize(np.eye(given, dtype="float32").reshape(shape), axis - 1, sizes)
        constant = build.constant(np.asarray(matrix).reshape(wanted, given))
        equation = "ij,bjwc->biwc" if axis == 1 else "ij,bhjc->bhic"
        result = build.einsum(equation, constant, result)
    return result


@rule("ResizeBicubic", host=(1,))
def _resize_bicubic(
    build: Build, x: Value, size: Any, align_corners: bool = False, half_pixel_centers: bool = False
) -> Value:
    how = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    return _by_matrices(
        build, x, size, lambda image, axis, n: tf.raw_ops.ResizeBicubic(images=image, size=n, **how)
    )


@rule("ResizeArea", host=(1,))
def _resize_area(build: Build, x: Value, size: Any, align_corners: bool = False) -> Value:
    def resize(image: Any, axis: int, n: Any) -> Any:
        return tf.raw_ops.ResizeArea(images=image, size=n, align_corners=align_corners)

    return _by_matrices(build, x, size, resize)


@rule("ScaleAndTranslate", host=(1, 2, 3))
def _scale_and_translate(
    build: Build, x: Value, size: Any, scale: Any, translation: Any,
    kernel_type: str = "lanczos3", antialias: bool = True,
) -> Value:  # fmt: skip
    if isinstance(scale, Value) or isinstance(translation, Value):
        raise Unsupported("a scale that depends on values")

    def resize(image: Any, axis: int, n: Any) -> Any:
        own = np.arange(2) == axis
        return tf.raw_ops.ScaleAndTranslate(
            images=image, size=n, kernel_type=kernel_type, antialias=antialias,
            scale=np.where(own, np.asarray(scale, "float32"), np.float32(1)),
            translation=np.where(own, np.asarray(translation, "float32"), np.float32(0)),
        )  # fmt: skip

    return _by_matrices(build, x, size, resize)


# ---- colours ------------------------------------------------------------------------------------


@rule("RGBToHSV")
def _rgb_to_hsv(build: Build, x: Value) -> Value:
    return build.stack(_hsv(build, x), axis=-1)


def _hsv(build: Build, x: Value) -> list[Value]:
    """Return hue, saturation and value."""
    r, g, b = (build.get_item(x, (..., i)) for i in range(3))
    value = build.max(x, axis=-1)
    spread = build.subtract(value, build.min(x, axis=-1))
    some = build.greater(spread, 0)
    sixths = build.multiply(build.where(some, spread, build.ones_like(spread)), 6.0)
    hues = [
        build.add(build.divide(build.subtract(one, other), sixths), start)
        for one, other, start in ((g, b, 0.0), (b, r, 1 / 3), (r, g, 2 / 3))
    ]
    hue = build.where(build.equal(g, value), hues[1], hues[2])
    hue = build.where(build.equal(r, value), hues[0], hue)
    hue = build.where(build.less(hue, 0), build.add(hue, 1.0), hue)
    zero = build.zeros_like(value)
    bright = build.greater(value, 0)
    share = build.divide(spread, build.where(bright, value, build.ones_like(value)))
    return [build.where(some, hue, zero), build.where(bright, share, zero), value]


@rule("HSVToRGB")
def _hsv_to_rgb(build: Build, x: Value) -> Value:
    return _rgb(build, *(build.get_item(x, (..., i)) for i in range(3)))


def _rgb(build: Build, hue: Value, saturation: Value, value: Value) -> Value:
    sixths = build.multiply(hue, 6.0)

    def distance(place: float) -> Value:
        return build.abs(build.subtract(sixths, place))

    parts = (
        build.subtract(distance(3.0), 1.0),
        build.subtract(2.0, distance(2.0)),
        build.subtract(2.0, distance(4.0)),
    )
    rest = build.subtract(1.0, saturation)
    shares = [build.multiply(saturation, build.clip(part, 0.0, 1.0)) for part in parts]
    return build.stack([build.multiply(build.add(rest, x), value) for x in shares], axis=-1)


@rule("AdjustSaturation")
def _adjust_saturation(build: Build, x: Value, scale: Value) -> Value:
    hue, saturation, value = _hsv(build, x)
    return _rgb(build, hue, build.clip(build.multiply(saturation, scale), 0.0, 1.0), value)


@rule("AdjustHue")
def _adjust_hue(build: Build, x: Value, delta: Value) -> Value:
    hue, saturation, value = _hsv(build, x)
    return _rgb(build, build.remainder(build.add(hue, delta), 1.0), saturation, value)


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
