"""Rules for operations of TensorFlow on images."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.importers.tensorflow.layers import channels_of, convolved, spatial
from ivy.graph.importers.tensorflow.values import TensorFlowBuilder as Build
from ivy.graph.importers.tensorflow.values import numbers_of, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported

# ---- resizing: TensorFlow itself tells what each row, and each column, is made of ---------------


def _matrix(x: Value, axis: int, wanted: int, resize: Any) -> Any:
    """Return the matrix of what `resize(image, axis, size)` does along one axis of an image."""
    given = x.shape[axis] if x.shape is not None else None
    if given is None:
        raise Unsupported("an image of unknown size")
    shape = (1, given, 1, given) if axis == 1 else (1, 1, given, given)
    with tf.init_scope():
        image = np.eye(given, dtype="float32").reshape(shape)
        matrix = resize(image, axis - 1, (wanted, 1) if axis == 1 else (1, wanted))
    return np.asarray(matrix).reshape(wanted, given)


def _mixed(build, x, size, *, name, **how):
    """A resizing by which each row is one of the image, or between two of them."""
    is_nearest = name == "ResizeNearestNeighbor"
    result = x if is_nearest or x.dtype == "float32" else build.astype(x, "float32")
    for axis, wanted in zip((1, 2), numbers_of(size, "a size"), strict=True):
        matrix = _matrix(x, axis, wanted, lambda image, _, n: _raw(name, image, n, how))
        some = matrix != 0
        if some.shape[1] == wanted:
            continue
        low, high = some.argmax(1), some.shape[1] - 1 - some[:, ::-1].argmax(1)
        first = build.gather(result, build.constant(low.astype("int32")), axis=axis)
        if is_nearest:
            result = first
            continue
        second = build.gather(result, build.constant(high.astype("int32")), axis=axis)
        weight = np.take_along_axis(matrix, high[:, None], 1) * (high > low)[:, None]
        share = build.constant(weight.reshape(-1, *(1,) * (3 - axis)))
        result = build.add(first, build.multiply(build.subtract(second, first), share))
    return build.identity(result) if result is x else result


def _raw(name: str, image: Any, size: Any, how: dict[str, bool]) -> Any:
    return getattr(tf.raw_ops, name)(images=image, size=size, **how)


def _by_matrices(build: Build, x: Value, size: Any, resize: Any) -> Value:
    """Resize rows, then columns, by a product with a matrix each."""
    result = x if x.dtype == "float32" else build.astype(x, "float32")
    for axis, wanted in zip((1, 2), numbers_of(size, "a size"), strict=True):
        constant = build.constant(_matrix(x, axis, wanted, resize))
        equation = "ij,bjwc->biwc" if axis == 1 else "ij,bhjc->bhic"
        result = build.einsum(equation, constant, result)
    return result


def _general(build, x, size, *, name, **how):
    return _by_matrices(build, x, size, lambda image, _, n: _raw(name, image, n, how))


for _name in ("ResizeBilinear", "ResizeNearestNeighbor"):
    rule(_name, host=(1,))(partial(_mixed, name=_name))
for _name in ("ResizeBicubic", "ResizeArea"):
    rule(_name, host=(1,))(partial(_general, name=_name))


@rule("ScaleAndTranslate", host=(1, 2, 3))
def _scale_and_translate(build, x, size, scale, translation, **how):
    if isinstance(scale, Value) or isinstance(translation, Value):
        raise Unsupported("a scale that depends on values")

    def resize(image: Any, axis: int, n: Any) -> Any:
        own = np.arange(2) == axis
        return tf.raw_ops.ScaleAndTranslate(
            images=image, size=n, **how,
            scale=np.where(own, np.asarray(scale, "float32"), np.float32(1)),
            translation=np.where(own, np.asarray(translation, "float32"), np.float32(0)),
        )  # fmt: skip

    return _by_matrices(build, x, size, resize)


@rule("ExtractImagePatches")
def _patches(build, x, ksizes, strides, rates, padding):
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
