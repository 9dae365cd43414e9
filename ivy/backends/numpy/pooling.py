"""Windows are combined one axis after the other: 3 + 3 steps instead of 9."""

import functools as _functools
import math as _math

import numpy as np

from ivy.backends.numpy.native import DTYPES
from ivy.backends.numpy_tape.engine import constant, primitive
from ivy.backends.windows import divisor as _divisor
from ivy.backends.windows import least_value, tap_slices, taps

_BLOCK = 1 << 18  # numbers in one block of images: 1 MB of float32


def pool_average(x, shape, count_include_pad, divisor_override):
    divisor = _divisor(shape, count_include_pad, divisor_override)
    return _averages(x, shape, np.asarray(divisor, x.dtype))


def pool_maximum(x, shape):
    return _maxima(x, shape)


def _images(x):
    """Return slices of the batch whose arrays stay in the cache."""
    step = max(1, _BLOCK // max(1, _math.prod(x.shape[1:])))
    return [slice(start, start + step) for start in range(0, x.shape[0], step)]


def _sizes(x, sizes, shape):
    """Return the shape of an array like `x` with other spatial sizes."""
    first = 1 if shape.channel_last else 2
    return (*x.shape[:first], *sizes, *x.shape[first + shape.dims :])


def _fitted(x, shape, value):
    """Return `x` with an edge of `value`, so that the windows end where it ends."""
    first = 1 if shape.channel_last else 2
    pads = [(0, 0)] * x.ndim
    for axis, (low, high) in enumerate(shape.fitted, first):
        pads[axis] = (low, max(high, 0))
        if high < 0:
            x = x[(slice(None),) * axis + (slice(0, x.shape[axis] + high),)]
    if not any(map(any, pads)):
        return x
    return np.pad(x, pads, constant_values=value)


def _fitted_sizes(shape):
    axes = zip(shape.sizes, shape.fitted, strict=True)
    return [n + low + max(high, 0) for n, (low, high) in axes]


def _unfitted(x, shape):
    """Return what lies inside the edge of `_fitted`."""
    axes = zip(shape.fitted, shape.sizes, strict=True)
    places = [slice(low, low + n) for (low, _), n in axes]
    return x[(slice(None),) * (1 if shape.channel_last else 2) + tuple(places)]


def _combined(ufunc, x, shape):
    """Return a ufunc of two folded over all windows; the innermost axis first."""
    first = 1 if shape.channel_last else 2
    for axis in reversed(range(shape.dims)):
        one = [part[axis : axis + 1] for part in (shape.dilations, shape.strides, shape.outs)]
        before = (slice(None),) * (first + axis)
        parts = [x[before + tap_slices((tap,), *one)] for tap in range(shape.kernel[axis])]
        x = _functools.reduce(ufunc, parts)
    return x


# ---- averages ---------------------------------------------------------------------------------


def _averages(x, shape, divisor):
    y = np.empty(_sizes(x, shape.outs, shape), x.dtype)
    for images in _images(x):
        total = _combined(np.add, _fitted(x[images], shape, 0), shape)
        np.divide(total, divisor, out=y[images])
    return y


def _shared_out(y, shape, divisor):
    """Return the transpose of `_averages`: every element is shared by its window."""
    y = y / divisor
    x = np.zeros(_sizes(y, _fitted_sizes(shape), shape), y.dtype)
    for images in _images(x):
        for tap in taps(shape.kernel):
            met = _met(x[images], tap, shape)
            met += y[images]
    return _unfitted(x, shape)


_averages = primitive(_averages, lambda _, x, *how: (lambda g: _shared_out(g, *how),))
_shared_out = primitive(_shared_out, lambda _, y, *how: (lambda g: _averages(g, *how),))


# ---- the gradient of a maximum goes to the first element that has it ---------------------------


def _maxima(x, shape):
    y = np.empty(_sizes(x, shape.outs, shape), x.dtype)
    least = least_value(DTYPES[x.dtype])
    for images in _images(x):
        y[images] = _combined(np.maximum, _fitted(x[images], shape, least), shape)
    return y


def _met(x, tap, shape):
    """Return the elements that one position of all windows meets."""
    before = (slice(None),) * (1 if shape.channel_last else 2)
    return x[before + tap_slices(tap, shape.dilations, shape.strides, shape.outs)]


def _choice(maxima, x, shape):
    """Return the number of the position in each window where its maximum is first."""
    choice = np.zeros(maxima.shape, np.int32)
    least = least_value(DTYPES[x.dtype])
    for images in _images(x):
        fitted = _fitted(x[images], shape, least)
        for number, tap in reversed(list(enumerate(taps(shape.kernel)))):
            met = _met(fitted, tap, shape)
            where = (met == maxima[images]) | (met != met)  # NaN, too
            np.copyto(choice[images], number, where=where)
    return choice


def _scattered(g, choice, shape):
    """Return an array like the operand, with each result's number where it came from."""
    x = np.zeros(_sizes(g, _fitted_sizes(shape), shape), g.dtype)
    for images in _images(x):
        for number, tap in enumerate(taps(shape.kernel)):
            met = _met(x[images], tap, shape)
            met += np.where(choice[images] == number, g[images], g.dtype.type(0))
    return _unfitted(x, shape)


def _gathered(x, choice, shape):
    """Return from each window the chosen element."""
    x = _fitted(x, shape, 0)
    result = np.zeros(choice.shape, x.dtype)
    for number, tap in enumerate(taps(shape.kernel)):
        result += np.where(choice == number, _met(x, tap, shape), x.dtype.type(0))
    return result


def _maxima_rule(maxima, x, shape):
    choice = _choice(constant(maxima), constant(x), shape)
    return (lambda g: _scattered(g, choice, shape),)


_maxima = primitive(_maxima, _maxima_rule)
_scattered = primitive(_scattered, lambda _, g, *how: (lambda u: _gathered(u, *how),))
_gathered = primitive(_gathered, lambda _, x, *how: (lambda u: _scattered(u, *how),))
