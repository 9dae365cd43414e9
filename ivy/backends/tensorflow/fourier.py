import functools as _functools

import tensorflow as tf

from ivy.backends import tensorflow as _space
from ivy.backends.axes import normalized_axis as _normalized_axis
from ivy.backends.on_floats import native_on_floats as _native_on_floats
from ivy.errors import IvyTypeError, IvyValueError

_floating = _native_on_floats(_space)
_COMPLEX = {tf.float32: tf.complex64, tf.float64: tf.complex128}
_FACTORS = {
    "backward": lambda n: 1.0,
    "ortho": lambda n: n**-0.5,
    "forward": lambda n: 1.0 / n,
}


def _factor(name, norm, n):
    """Return what a transform, unscaled, is multiplied with."""
    norm = "backward" if norm is None else norm
    if norm not in _FACTORS:
        msg = f"{name}: expected norm 'backward', 'ortho' or 'forward', got {norm!r}"
        raise IvyValueError(msg)
    if n < 1:
        raise IvyValueError(f"{name}: expected at least one element to transform, got {n}")
    return _FACTORS[norm](n)


def _scaled(x, factor):
    return x if factor == 1 else x * tf.constant(factor, x.dtype)


def _along_last_axis(name, function, x, axis, n):
    """Run a transform of the last axis, of size `n`, on another one."""
    last = x.shape.rank - 1
    axis = _normalized_axis(name, axis, x.shape.rank)
    order = [i for i in range(last + 1) if i != axis] + [axis]
    back = [*range(axis), last, *range(axis, last)]
    result = function(_resized(tf.transpose(x, order) if axis != last else x, n))
    return tf.transpose(result, back) if axis != last else result


def _resized(x, n):
    """Return `x` with its last axis cut or padded with zeros to size `n`."""
    size = x.shape[-1]
    if n is None or n == size:
        return x
    if n < size:
        return x[..., :n]
    return tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - size]])


def _as_complex(x):
    return x if x.dtype.is_complex else tf.cast(x, _COMPLEX[x.dtype])


@_floating()
def fft(x, dim=-1, norm="backward", n=None):
    size = x.shape[dim] if n is None else n
    factor = _factor("fft", norm, size)
    return _scaled(_along_last_axis("fft", tf.signal.fft, _as_complex(x), dim, n), factor)


@_floating()
def ifft(x, dim=-1, norm="backward", n=None):
    size = x.shape[dim] if n is None else n
    factor = 1 / _factor("ifft", norm, size)  # TensorFlow divides by size
    return _scaled(_along_last_axis("ifft", tf.signal.ifft, _as_complex(x), dim, n), factor)


@_floating()
def rfft(x, n=None, axis=-1, norm="backward"):
    if x.dtype.is_complex:
        raise IvyTypeError(f"rfft: expected real numbers, got {x.dtype.name}")
    size = x.shape[axis] if n is None else n
    transform = _functools.partial(tf.signal.rfft, fft_length=[size])
    return _scaled(_along_last_axis("rfft", transform, x, axis, n), _factor("rfft", norm, size))


@_floating()
def irfft(x, n=None, axis=-1, norm="backward"):
    size = 2 * (x.shape[axis] - 1) if n is None else n
    factor = 1 / _factor("irfft", norm, size)
    transform = _functools.partial(tf.signal.irfft, fft_length=[size])
    result = _along_last_axis("irfft", transform, _as_complex(x), axis, size // 2 + 1)
    return _scaled(result, factor)
