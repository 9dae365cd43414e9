"""Windows are combined one axis after the other: 3 + 3 steps instead of 9."""

import functools as _functools

import numpy as np

from ivy.backends.numpy.native import DTYPES as _DTYPES
from ivy.backends.numpy_tape.engine import constant as _constant
from ivy.backends.numpy_tape.engine import primitive as _primitive
from ivy.backends.windows import divisor as _divisor
from ivy.backends.windows import least_value as _least_value
from ivy.backends.windows import tap_slices as _tap_slices
from ivy.backends.windows import taps as _taps


def pool_average(x, shape, count_include_pad, divisor_override):
    total = _combined(np.add, _fitted(x, shape, 0), shape)
    divisor = _divisor(shape, count_include_pad, divisor_override)
    return total / (divisor.astype(x.dtype) if isinstance(divisor, np.ndarray) else divisor)


def pool_maximum(x, shape):
    return _maxima(x, shape)


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


def _combined(ufunc, x, shape):
    """Return a ufunc of two folded over all windows; the innermost axis first."""
    first = 1 if shape.channel_last else 2
    for axis in reversed(range(shape.dims)):
        one = [part[axis : axis + 1] for part in (shape.dilations, shape.strides, shape.outs)]
        before = (slice(None),) * (first + axis)
        parts = [x[before + _tap_slices((tap,), *one)] for tap in range(shape.kernel[axis])]
        x = _functools.reduce(ufunc, parts)
    return x


# ---- the gradient of a maximum goes to the first element that has it ---------------------------


def _maxima(x, shape):
    return _combined(np.maximum, _fitted(x, shape, _least_value(_DTYPES[x.dtype])), shape)


def _met(x, tap, shape):
    """Return the elements that one position of all windows meets."""
    before = (slice(None),) * (1 if shape.channel_last else 2)
    return x[before + _tap_slices(tap, shape.dilations, shape.strides, shape.outs)]


def _choice(maxima, x, shape):
    """Return the number of the position in each window where its maximum is first."""
    x = _fitted(x, shape, _least_value(_DTYPES[x.dtype]))
    choice = np.zeros(maxima.shape, np.int32)
    for number, tap in reversed(list(enumerate(_taps(shape.kernel)))):
        met = _met(x, tap, shape)
        choice[(met == maxima) | (met != met)] = number  # NaN, too
    return choice


def _scattered(g, choice, shape):
    """Return an array like the operand, with each result's number where it came from."""
    first = 1 if shape.channel_last else 2
    sizes = list(g.shape)
    sizes[first : first + shape.dims] = [
        n + low + max(high, 0) for n, (low, high) in zip(shape.sizes, shape.fitted, strict=True)
    ]
    x = np.zeros(sizes, g.dtype)
    for number, tap in enumerate(_taps(shape.kernel)):
        met = _met(x, tap, shape)
        met += np.where(choice == number, g, g.dtype.type(0))
    places = (slice(low, low + n) for (low, _), n in zip(shape.fitted, shape.sizes, strict=True))
    return x[(slice(None),) * first + tuple(places)]


def _gathered(x, choice, shape):
    """Return from each window the chosen element."""
    x = _fitted(x, shape, 0)
    result = np.zeros(choice.shape, x.dtype)
    for number, tap in enumerate(_taps(shape.kernel)):
        result += np.where(choice == number, _met(x, tap, shape), x.dtype.type(0))
    return result


def _maxima_rule(maxima, x, shape):
    choice = _choice(_constant(maxima), _constant(x), shape)
    return (lambda g: _scattered(g, choice, shape),)


_maxima = _primitive(_maxima, _maxima_rule)
_scattered = _primitive(_scattered, lambda _, g, *how: (lambda u: _gathered(u, *how),))
_gathered = _primitive(_gathered, lambda _, x, *how: (lambda u: _scattered(u, *how),))
