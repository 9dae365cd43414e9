"""Fourier transforms along several axes, from those along one."""

from __future__ import annotations

from ivy.backends.axes import normalized_axes
from ivy.errors import IvyValueError

_OPPOSITES = {"backward": "forward", "forward": "backward", "ortho": "ortho", None: "forward"}


def _axes_and_sizes(name, x, s, axes):
    """Return the axes to transform and the size of each, `None` for as it is."""
    if axes is None:
        ndim = len(x.shape)
        axes = range(ndim) if s is None else range(ndim - len(s), ndim)
    axes = normalized_axes(name, tuple(axes), len(x.shape))
    sizes = [None] * len(axes) if s is None else list(s)
    if len(sizes) != len(axes):
        raise IvyValueError(f"{name}: expected a size per axis, got {s} for axes {axes}")
    return axes, sizes


def fft2(xp, x, s=None, dim=(-2, -1), norm="backward"):
    return xp.fftn(x, s, dim, norm)


def fftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = _axes_and_sizes("fftn", x, s, axes)
    for axis, n in zip(reversed(axes), reversed(sizes), strict=True):
        x = xp.fft(x, axis, norm, n)
    return x


def ifftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = _axes_and_sizes("ifftn", x, s, axes)
    for axis, n in zip(reversed(axes), reversed(sizes), strict=True):
        x = xp.ifft(x, axis, norm, n)
    return x


def rfftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = _axes_and_sizes("rfftn", x, s, axes)
    x = xp.rfft(x, sizes[-1], axes[-1], norm)
    for axis, n in zip(reversed(axes[:-1]), reversed(sizes[:-1]), strict=True):
        x = xp.fft(x, axis, norm, n)
    return x


def irfftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = _axes_and_sizes("irfftn", x, s, axes)
    for axis, n in zip(axes[:-1], sizes[:-1], strict=True):
        x = xp.ifft(x, axis, norm, n)
    return xp.irfft(x, sizes[-1], axes[-1], norm)


def hfft(xp, x, n=None, axis=-1, norm="backward"):
    return xp.irfft(xp.conj(x), n, axis, _opposite("hfft", norm))


def ihfft(xp, x, n=None, axis=-1, norm="backward"):
    return xp.conj(xp.rfft(x, n, axis, _opposite("ihfft", norm)))


def _opposite(name, norm):
    try:
        return _OPPOSITES[norm]
    except KeyError:
        msg = f"{name}: expected norm 'backward', 'ortho' or 'forward', got {norm!r}"
        raise IvyValueError(msg) from None


def fftfreq(xp, n, d=1.0, dtype=None, device=None):
    return _frequencies(xp, [*range((n + 1) // 2), *range(-(n // 2), 0)], n * d, dtype, device)


def rfftfreq(xp, n, d=1.0, dtype=None, device=None):
    return _frequencies(xp, range(n // 2 + 1), n * d, dtype, device)


def _frequencies(xp, numbers, length, dtype, device):
    return xp.asarray([number / length for number in numbers], dtype=dtype, device=device)


def fftshift(xp, x, axes=None):
    axes = normalized_axes("fftshift", axes, len(x.shape))
    return xp.roll(x, tuple(x.shape[i] // 2 for i in axes), axes)


def ifftshift(xp, x, axes=None):
    axes = normalized_axes("ifftshift", axes, len(x.shape))
    return xp.roll(x, tuple(-(x.shape[i] // 2) for i in axes), axes)
