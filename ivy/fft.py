"""The Fourier extension of the Array API; `ivy.fft` is also a function.

`ivy.fft.fft(x, n=8, axis=0)` is the Array API's, `ivy.fft(x, 0, n=8)` as ivy always had it.
"""

from __future__ import annotations

from typing import Any

from ivy.ops import fourier
from ivy.ops.fourier import (
    fftfreq,
    fftn,
    fftshift,
    hfft,
    ifftn,
    ifftshift,
    ihfft,
    irfft,
    irfftn,
    rfft,
    rfftfreq,
    rfftn,
)
from ivy.types import A

__all__ = [
    "fft",
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


def fft(x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> A:
    """Return the Fourier transform along `axis`, cut or padded with zeros to size `n` first.

    >>> ivy.real(ivy.fft.fft(ivy.array([1., 0., 0., 0.])))
    ivy.array([1., 1., 1., 1.])
    """
    return fourier.fft(x, axis, norm, n)


def ifft(x: A, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> A:
    """Return the inverse Fourier transform along `axis`.

    >>> ivy.fft.ifft(ivy.array([4.+0.j, 0.+0.j, 0.+0.j, 0.+0.j]))
    ivy.array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return fourier.ifft(x, axis, norm, n)


class Fourier:
    """The functions of this module, callable as `ivy.ops.fourier.fft`."""

    fft, ifft = staticmethod(fft), staticmethod(ifft)
    fftn, ifftn = staticmethod(fftn), staticmethod(ifftn)
    rfft, irfft = staticmethod(rfft), staticmethod(irfft)
    rfftn, irfftn = staticmethod(rfftn), staticmethod(irfftn)
    hfft, ihfft = staticmethod(hfft), staticmethod(ihfft)
    fftfreq, rfftfreq = staticmethod(fftfreq), staticmethod(rfftfreq)
    fftshift, ifftshift = staticmethod(fftshift), staticmethod(ifftshift)

    def __call__(
        self, x: A, dim: int = -1, norm: str = "backward", n: int | None = None, out: Any = None
    ) -> A:
        """Return the Fourier transform along the axis `dim`."""
        return fourier.fft(x, dim, norm, n, out)


namespace = Fourier()
# AutoGraph calls these as they are instead of rewriting them.
fft.autograph_info__ = ifft.autograph_info__ = {}  # type: ignore[attr-defined]
Fourier.__call__.autograph_info__ = {}  # type: ignore[attr-defined]
