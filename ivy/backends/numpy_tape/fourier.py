"""Rules of the discrete Fourier transform."""

from __future__ import annotations

import numpy as np

from ivy.backends.numpy_tape.engine import COMPOSED, RULES, cast_like, conj

_DUAL = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def _fitted(g, x, axis):
    """Return the cotangent cut or padded to the length of `x`, as the transform did with `x`."""
    axis, size = axis % x.ndim, x.shape[axis]
    missing = size - g.shape[axis]
    if missing > 0:
        g = np.pad(g, [(0, missing) if i == axis else (0, 0) for i in range(x.ndim)])
    return cast_like(g[(slice(None),) * axis + (slice(0, size),)], x)


def _transform_rule(inverse):
    def rule(y, x, n=None, axis=-1, norm=None):
        return (lambda g: _fitted(inverse(g, axis=axis, norm=_DUAL[norm]), x, axis),)

    return rule


RULES[np.fft.fft] = _transform_rule(np.fft.ifft)
RULES[np.fft.ifft] = _transform_rule(np.fft.fft)


def _half(y, axis):
    return y[(slice(None),) * (axis % y.ndim) + (slice(0, y.shape[axis] // 2 + 1),)]


def _rfft(x, n=None, axis=-1, norm=None):
    return _half(np.fft.fft(x, n, axis, norm), axis)


def _irfft(x, n=None, axis=-1, norm=None):
    axis = axis % x.ndim
    n = 2 * (x.shape[axis] - 1) if n is None else n
    before = (slice(None),) * axis
    half = x[(*before, slice(0, n // 2 + 1))]
    missing = n // 2 + 1 - half.shape[axis]
    if missing > 0:
        half = np.pad(half, [(0, missing) if i == axis else (0, 0) for i in range(x.ndim)])
    # The other half mirrors this one; entry 0, and n/2 of an even n, have no twin and are real.
    tail = conj(np.flip(half[(*before, slice(1, n - n // 2))], axis))
    return np.real(np.fft.ifft(np.concatenate([half, tail], axis), n, axis, norm))


def _over_axes(one, last=None):
    """Return a transform over several axes made of one-dimensional ones."""

    def transform(x, s=None, axes=None, norm=None):
        if axes is None:
            axes = tuple(range(x.ndim)) if s is None else tuple(range(x.ndim - len(s), x.ndim))
        sizes = [None] * len(axes) if s is None else list(s)
        pairs = list(zip(axes, sizes, strict=True))
        if last is _rfft:
            x = _rfft(x, pairs[-1][1], pairs[-1][0], norm)
        for axis, n in pairs[: -1 if last else None]:
            x = one(x, n, axis, norm)
        return _irfft(x, pairs[-1][1], pairs[-1][0], norm) if last is _irfft else x

    return transform


COMPOSED[np.fft.rfft] = _rfft
COMPOSED[np.fft.irfft] = _irfft
COMPOSED[np.fft.hfft] = lambda x, n=None, axis=-1, norm=None: _irfft(conj(x), n, axis, _DUAL[norm])
COMPOSED[np.fft.ihfft] = lambda x, n=None, axis=-1, norm=None: conj(_rfft(x, n, axis, _DUAL[norm]))
COMPOSED[np.fft.fftn] = _over_axes(np.fft.fft)
COMPOSED[np.fft.ifftn] = _over_axes(np.fft.ifft)
COMPOSED[np.fft.fft2] = lambda x, s=None, axes=(-2, -1), norm=None: np.fft.fftn(x, s, axes, norm)
COMPOSED[np.fft.ifft2] = lambda x, s=None, axes=(-2, -1), norm=None: np.fft.ifftn(x, s, axes, norm)
COMPOSED[np.fft.rfftn] = _over_axes(np.fft.fft, _rfft)
COMPOSED[np.fft.irfftn] = _over_axes(np.fft.ifft, _irfft)


def _shifts(x, axes, sign):
    chosen = (
        tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
    )
    amounts = tuple((x.shape[a] // 2) if sign > 0 else -(x.shape[a] // 2) for a in chosen)
    return np.roll(x, amounts, chosen)


COMPOSED[np.fft.fftshift] = lambda x, axes=None: _shifts(x, axes, 1)
COMPOSED[np.fft.ifftshift] = lambda x, axes=None: _shifts(x, axes, -1)
