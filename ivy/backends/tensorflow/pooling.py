import functools as _functools
import math as _math

import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording
from tensorflow.python.ops import gen_nn_ops as _nn

from ivy.backends.tensorflow.native import DTYPES
from ivy.backends.tensorflow.native import sizes as _sizes
from ivy.backends.windows import divisor as _divisor
from ivy.backends.windows import folded, least_value, same_padding

_EAGER = type(tf.constant(0))
_remembered = _functools.lru_cache(maxsize=256)
_divisor = _remembered(_divisor)  # it counts the elements of every window


def pool_maximum(x, shape):
    # tensorflow 2.21: the kernels of max_pool on CPUs lose NaN, and -inf becomes -3.4e38. Compiled,
    # the maxima of slices take about as long, and their gradient a third.
    larger = _larger if x.dtype.is_floating else tf.maximum
    return _compiled_fold(larger, shape, least_value(DTYPES[x.dtype]))(x)


def _larger(a, b):
    """Return the larger of two, or NaN, which XLA's maximum may lose on CPUs."""
    return tf.where((a >= b) | tf.math.is_nan(a), a, b)


def pool_average(x, shape, count_include_pad, divisor_override):
    if shape.channel_last and max(shape.dilations) == 1:
        return _average_of_planes(x, shape, count_include_pad, divisor_override)
    total = _compiled_fold(tf.add, shape, 0)(x)
    return _divided(total, _divisor(shape, count_include_pad, divisor_override))


def _divided(x, divisor):
    if isinstance(divisor, (int, float)) and divisor == 1:
        return x
    return x / tf.constant(divisor, x.dtype)


def _compiled_fold(function, shape, edge):
    """Return a program that folds a function of two over all windows."""
    # At once it takes half the time, but its gradient three times as long.
    may_need_gradient = _is_recording() or not tf.executing_eagerly()
    return _compiled(function, shape, edge, few_at_once=not may_need_gradient)


@_remembered
def _compiled(function, shape, edge, few_at_once):
    def fold(x):
        return folded(_fitted(x, shape, edge), function, shape, few_at_once)

    return _found_quickly(tf.function(fold, jit_compile=True, autograph=False))


def _found_quickly(function):
    # TensorFlow 2.21 takes some 150 us to find the program for a kind of tensors; a dict does not.
    programs = {}

    def call(x):
        if type(x) is not _EAGER:
            return function(x)
        kind = x.shape, x.dtype
        if kind not in programs:
            programs[kind] = function.get_concrete_function(x)
        return programs[kind]._call_flat([x], programs[kind].captured_inputs)

    return call


def _fitted(x, shape, edge):
    """Return `x` with an edge around it, so that the windows end where it ends."""
    edges = shape.fitted
    if not any(map(any, edges)):
        return x
    pads = [[0, 0] for _ in range(shape.dims + 2)]
    for axis, (low, high) in enumerate(edges, 1 if shape.channel_last else 2):
        pads[axis] = [low, max(high, 0)]
        if high < 0:
            x = x[(slice(None),) * axis + (slice(0, high),)]
    return tf.pad(x, pads, constant_values=edge) if any(map(any, pads)) else x


def _average_of_planes(x, shape, count_include_pad, divisor_override):
    """Return averages by the kernel for two axes, which is there for every dtype."""
    if divisor_override is None and not shape.ceil_mode and not any(map(any, shape.pads)):
        return _planes(x, shape, "VALID")
    if divisor_override is None and not count_include_pad and _is_same(shape):
        return _planes(x, shape, "SAME")
    y = _planes(_fitted(x, shape, 0), shape, "VALID")
    divisor = _divisor(shape, count_include_pad, divisor_override)
    return _divided(y, divisor / _math.prod(shape.kernel))


@_remembered
def _is_same(shape):
    return tuple(map(same_padding, shape.sizes, shape.kernel, shape.strides)) == shape.fitted


def _planes(x, shape, padding):
    kernel, strides = shape.kernel, shape.strides
    if shape.dims == 1:
        return tf.squeeze(_plane(tf.expand_dims(x, 1), (1, *kernel), (1, *strides), padding), 1)
    if shape.dims == 2:
        return _plane(x, kernel, strides, padding)
    batch, depth, *plane = _sizes(x)
    y = _plane(tf.reshape(x, [batch * depth, *plane]), kernel[1:], strides[1:], padding)
    height, width, channels = y.shape[1:]
    y = tf.reshape(y, [batch, depth, height * width, channels])
    y = _plane(y, (kernel[0], 1), (strides[0], 1), padding)
    return tf.reshape(y, [batch, y.shape[1], height, width, channels])


def _plane(x, kernel, strides, padding):
    return _nn.avg_pool(x, [1, *kernel, 1], [1, *strides, 1], padding)
