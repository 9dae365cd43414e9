"""Discrete Fourier transforms along one axis or several.

`norm` says where the factor is: `"backward"` on the inverse, `"forward"` on the transform, or its
square root on both with `"ortho"`. `n` and `s` are sizes to cut or pad with zeros to first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.dispatch import create, put, retry, table
from ivy.types import A

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]


def fft(
    x: A, dim: int = -1, norm: str = "backward", n: int | None = None, out: A | None = None
) -> A:
    """Return the Fourier transform along the axis `dim`; `ivy.fft.fft` is the Array API's form.

    >>> ivy.real(ivy.fft(ivy.array([1., 0., 0., 0.]), 0))
    ivy.array([1., 1., 1., 1.])
    """
    if out is not None:
        return put(fft(x, dim, norm, n), out)
    try:
        return table[type(x)].fft(x, dim, norm, n)
    except Exception as error:
        return retry(error, "fft", x, dim, norm, n)


def ifft(
    x: A, dim: int = -1, norm: str = "backward", n: int | None = None, out: A | None = None
) -> A:
    """Return the inverse Fourier transform along the axis `dim`.

    >>> ivy.ifft(ivy.array([4.+0.j, 0.+0.j, 0.+0.j, 0.+0.j]), 0)
    ivy.array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    if out is not None:
        return put(ifft(x, dim, norm, n), out)
    try:
        return table[type(x)].ifft(x, dim, norm, n)
    except Exception as error:
        return retry(error, "ifft", x, dim, norm, n)


def fft2(
    x: A,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the Fourier transform along two axes.

    >>> ivy.fft2(ivy.ones((2, 2)))
    ivy.array([[4.+0.j, 0.+0.j],
               [0.+0.j, 0.+0.j]])
    """
    if out is not None:
        return put(fft2(x, s, dim, norm), out)
    try:
        return table[type(x)].fft2(x, s, dim, norm)
    except Exception as error:
        return retry(error, "fft2", x, s, dim, norm)


def fftn(
    x: A,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the Fourier transform along `axes`: the last `len(s)`, or all.

    >>> ivy.fftn(ivy.ones((2, 2)))
    ivy.array([[4.+0.j, 0.+0.j],
               [0.+0.j, 0.+0.j]])
    """
    if out is not None:
        return put(fftn(x, s, axes, norm), out)
    try:
        return table[type(x)].fftn(x, s, axes, norm)
    except Exception as error:
        return retry(error, "fftn", x, s, axes, norm)


def ifftn(
    x: A,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the inverse Fourier transform along `axes`: the last `len(s)`, or all.

    >>> ivy.ifftn(ivy.array([[4.+0.j, 0.+0.j], [0.+0.j, 0.+0.j]]))
    ivy.array([[1.+0.j, 1.+0.j],
               [1.+0.j, 1.+0.j]])
    """
    if out is not None:
        return put(ifftn(x, s, axes, norm), out)
    try:
        return table[type(x)].ifftn(x, s, axes, norm)
    except Exception as error:
        return retry(error, "ifftn", x, s, axes, norm)


def rfft(
    x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward", out: A | None = None
) -> A:
    """Return the first half of the Fourier transform of real numbers; the rest mirrors it.

    >>> ivy.rfft(ivy.array([1., 0., 0., 0.]))
    ivy.array([1.+0.j, 1.+0.j, 1.+0.j])
    """
    if out is not None:
        return put(rfft(x, n, axis, norm), out)
    try:
        return table[type(x)].rfft(x, n, axis, norm)
    except Exception as error:
        return retry(error, "rfft", x, n, axis, norm)


def irfft(
    x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward", out: A | None = None
) -> A:
    """Return the `n` real numbers whose `rfft` is `x`; `n` is even by default.

    >>> ivy.irfft(ivy.array([4.+0.j, 0.+0.j, 0.+0.j]))
    ivy.array([1., 1., 1., 1.])
    """
    if out is not None:
        return put(irfft(x, n, axis, norm), out)
    try:
        return table[type(x)].irfft(x, n, axis, norm)
    except Exception as error:
        return retry(error, "irfft", x, n, axis, norm)


def rfftn(
    x: A,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the Fourier transform of real numbers along `axes`, one half along the last.

    >>> ivy.rfftn(ivy.ones((2, 2)))
    ivy.array([[4.+0.j, 0.+0.j],
               [0.+0.j, 0.+0.j]])
    """
    if out is not None:
        return put(rfftn(x, s, axes, norm), out)
    try:
        return table[type(x)].rfftn(x, s, axes, norm)
    except Exception as error:
        return retry(error, "rfftn", x, s, axes, norm)


def irfftn(
    x: A,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the real numbers whose `rfftn` is `x`; along the last axis an even number of them.

    >>> ivy.irfftn(ivy.array([[4.+0.j, 0.+0.j], [0.+0.j, 0.+0.j]]))
    ivy.array([[1., 1.],
               [1., 1.]])
    """
    if out is not None:
        return put(irfftn(x, s, axes, norm), out)
    try:
        return table[type(x)].irfftn(x, s, axes, norm)
    except Exception as error:
        return retry(error, "irfftn", x, s, axes, norm)


def hfft(
    x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward", out: A | None = None
) -> A:
    """Return the real Fourier transform of Hermitian numbers, of which `x` is the first half.

    >>> ivy.hfft(ivy.array([1.+0.j, 1.+0.j, 1.+0.j]))
    ivy.array([4., 0., 0., 0.])
    """
    if out is not None:
        return put(hfft(x, n, axis, norm), out)
    try:
        return table[type(x)].hfft(x, n, axis, norm)
    except Exception as error:
        return retry(error, "hfft", x, n, axis, norm)


def ihfft(
    x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward", out: A | None = None
) -> A:
    """Return the first half of the Hermitian numbers whose Fourier transform is real `x`.

    >>> ivy.real(ivy.ihfft(ivy.array([4., 0., 0., 0.])))
    ivy.array([1., 1., 1.])
    """
    if out is not None:
        return put(ihfft(x, n, axis, norm), out)
    try:
        return table[type(x)].ihfft(x, n, axis, norm)
    except Exception as error:
        return retry(error, "ihfft", x, n, axis, norm)


def fftfreq(n: int, /, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """Return the frequencies that the results of `fft` over `n` samples, `d` apart, stand for.

    >>> ivy.fftfreq(4)
    ivy.array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    return create("fftfreq", n, d, dtype, device)


def rfftfreq(n: int, /, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """Return the frequencies that the results of `rfft` over `n` samples, `d` apart, stand for.

    >>> ivy.rfftfreq(4)
    ivy.array([0.  , 0.25, 0.5 ])
    """
    return create("rfftfreq", n, d, dtype, device)


def fftshift(x: A, /, axes: int | Sequence[int] | None = None, out: A | None = None) -> A:
    """Return `x` with the frequency 0 moved from the front to the middle of each axis.

    >>> ivy.fftshift(ivy.fftfreq(4))
    ivy.array([-0.5 , -0.25,  0.  ,  0.25])
    """
    if out is not None:
        return put(fftshift(x, axes), out)
    try:
        return table[type(x)].fftshift(x, axes)
    except Exception as error:
        return retry(error, "fftshift", x, axes)


def ifftshift(x: A, /, axes: int | Sequence[int] | None = None, out: A | None = None) -> A:
    """Return `x` with the frequency 0 moved from the middle to the front: undoes `fftshift`.

    >>> ivy.ifftshift(ivy.array([-0.5, -0.25, 0., 0.25]))
    ivy.array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    if out is not None:
        return put(ifftshift(x, axes), out)
    try:
        return table[type(x)].ifftshift(x, axes)
    except Exception as error:
        return retry(error, "ifftshift", x, axes)
