"""Fourier transforms: what is the same for all, and several axes one after the other."""

from __future__ import annotations

from ivy.backends.axes import (
    axes_and_sizes,
    normalized_axes,
    normalized_axis,
    transform_norm,
    transform_size,
)
from ivy.backends.on_floats import on_floats
from ivy.errors import IvyTypeError

# ---- along one axis ---------------------------------------------------------------------------


def fft(xp, x, dim=-1, norm="backward", n=None):
    return _transformed(xp, "fft", x, n, dim, norm)


def ifft(xp, x, dim=-1, norm="backward", n=None):
    return _transformed(xp, "ifft", x, n, dim, norm)


def rfft(xp, x, n=None, axis=-1, norm="backward"):
    return _transformed(xp, "rfft", x, n, axis, norm)


def irfft(xp, x, n=None, axis=-1, norm="backward"):
    return _transformed(xp, "irfft", x, n, axis, norm)


def hfft(xp, x, n=None, axis=-1, norm="backward"):
    return _transformed(xp, "hfft", x, n, axis, norm)


def ihfft(xp, x, n=None, axis=-1, norm="backward"):
    return _transformed(xp, "ihfft", x, n, axis, norm)


def _transformed(xp, name, x, n, axis, norm):
    """Run the transform of a framework with arguments that all understand alike."""
    norm = transform_norm(name, norm)
    axis = normalized_axis(name, axis, len(x.shape))
    if n is None:
        size = xp.sizes(x)[axis]
        n = 2 * (size - 1) if name in ("irfft", "hfft") else size
        n = n if x.shape[axis] is None else transform_size(name, n)
    else:
        n = transform_size(name, n)
    if name in ("rfft", "ihfft") and xp.DTYPES[x.dtype].kind == "complex":
        raise IvyTypeError(f"{name}: expected real numbers, got {xp.DTYPES[x.dtype]}")
    return _on_floats(xp, x, name, n, axis, norm)


@on_floats()
def _on_floats(xp, x, name, n, axis, norm):
    return xp.transform_axis(x, name, n, axis, norm)


# ---- along several axes -----------------------------------------------------------------------


def fft2(xp, x, s=None, dim=(-2, -1), norm="backward"):
    return xp.fftn(x, s, dim, norm)


def fftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = axes_and_sizes("fftn", x, s, axes)
    for axis, n in zip(reversed(axes), reversed(sizes), strict=True):
        x = xp.fft(x, axis, norm, n)
    return x


def ifftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = axes_and_sizes("ifftn", x, s, axes)
    for axis, n in zip(reversed(axes), reversed(sizes), strict=True):
        x = xp.ifft(x, axis, norm, n)
    return x


def rfftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = axes_and_sizes("rfftn", x, s, axes)
    x = xp.rfft(x, sizes[-1], axes[-1], norm)
    for axis, n in zip(reversed(axes[:-1]), reversed(sizes[:-1]), strict=True):
        x = xp.fft(x, axis, norm, n)
    return x


def irfftn(xp, x, s=None, axes=None, norm="backward"):
    axes, sizes = axes_and_sizes("irfftn", x, s, axes)
    dtype = x.dtype
    for axis, n in zip(axes[:-1], sizes[:-1], strict=True):
        x = xp.ifft(x, axis, norm, n)
    result = xp.irfft(x, sizes[-1], axes[-1], norm)
    return xp.astype(result, dtype) if dtype in (xp.float16, xp.bfloat16) else result


# ---- frequencies ------------------------------------------------------------------------------


def fftfreq(xp, n, d=1.0, dtype=None, device=None):
    return _frequencies(xp, [*range((n + 1) // 2), *range(-(n // 2), 0)], n * d, dtype, device)


def rfftfreq(xp, n, d=1.0, dtype=None, device=None):
    return _frequencies(xp, range(n // 2 + 1), n * d, dtype, device)


def _frequencies(xp, numbers, length, dtype, device):
    return xp.asarray([number / length for number in numbers], dtype=dtype, device=device)


def fftshift(xp, x, axes=None):
    axes, sizes = normalized_axes("fftshift", axes, len(x.shape)), xp.sizes(x)
    return xp.roll(x, tuple(sizes[i] // 2 for i in axes), axes)


def ifftshift(xp, x, axes=None):
    axes, sizes = normalized_axes("ifftshift", axes, len(x.shape)), xp.sizes(x)
    return xp.roll(x, tuple(-(sizes[i] // 2) for i in axes), axes)
