"""Transforms of signals other than the plain Fourier transform; windows; the mel scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.dispatch import create, put, retry, table, unwrap
from ivy.types import A, DtypeLike

__all__ = [
    "blackman_window",
    "dct",
    "dft",
    "hamming_window",
    "hann_window",
    "idct",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "mel_weight_matrix",
    "stft",
    "vorbis_window",
]

# ---- transforms -------------------------------------------------------------------------------


def dct(
    x: A,
    /,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    out: A | None = None,
) -> A:
    """Return the discrete cosine transform of type 1, 2, 3 or 4 along an axis.

    `n` is the size to cut or pad with zeros to first, `norm` None ("backward"), "ortho" or
    "forward", as in `scipy.fft.dct`.

    >>> ivy.dct(ivy.array([1., 1., 1., 1.]), norm="ortho")
    ivy.array([2., 0., 0., 0.])
    """
    if out is not None:
        return put(dct(x, type, n, axis, norm), out)
    return retry(None, "dct", x, type, n, axis, norm)


def idct(
    x: A,
    /,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    out: A | None = None,
) -> A:
    """Return the array whose cosine transform `dct`, with the same arguments, is `x`.

    >>> ivy.idct(ivy.array([2., 0., 0., 0.]), norm="ortho")
    ivy.array([1., 1., 1., 1.])
    """
    if out is not None:
        return put(idct(x, type, n, axis, norm), out)
    return retry(None, "idct", x, type, n, axis, norm)


def dft(
    x: A,
    /,
    axis: int = 1,
    inverse: bool = False,
    onesided: bool = False,
    dft_length: int | None = None,
    norm: str = "backward",
    out: A | None = None,
) -> A:
    """Return the Fourier transform along an axis, or its inverse, as complex numbers.

    `onesided` leaves out what mirrors the rest when `x` is real: the frequencies above half.

    >>> ivy.dft(ivy.array([[1., 0., 0., 0.]]), onesided=True)
    ivy.array([[1.+0.j, 1.+0.j, 1.+0.j]])
    """
    if out is not None:
        return put(dft(x, axis, inverse, onesided, dft_length, norm), out)
    try:
        return table[type(x)].dft(x, axis, inverse, onesided, dft_length, norm)
    except Exception as error:
        return retry(error, "dft", x, axis, inverse, onesided, dft_length, norm)


def _unwrapping(function: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Return a function as one with native results."""
    return None if function is None else lambda *args, **kwargs: unwrap(function(*args, **kwargs))


def stft(
    signals: A,
    frame_length: int,
    frame_step: int,
    /,
    fft_length: int | None = None,
    window_fn: Callable[..., Any] | None = None,
    pad_end: bool = False,
    name: str | None = None,
    out: A | None = None,
) -> A:
    """Return the Fourier transforms of overlapping frames of the signals along the last axis.

    The result is complex [..., frames, fft_length // 2 + 1]; `fft_length` is by default the next
    power of two. `window_fn(frame_length, dtype=...)` gives factors for each frame, such as
    `ivy.hann_window`. `pad_end` pads with zeros until every sample is in a frame.

    >>> ivy.stft(ivy.ones((5,)), 2, 1)
    ivy.array([[2.+0.j, 0.+0.j],
               [2.+0.j, 0.+0.j],
               [2.+0.j, 0.+0.j],
               [2.+0.j, 0.+0.j]])
    """
    window = _unwrapping(window_fn)
    result = retry(
        None, "stft", signals, frame_length, frame_step, fft_length, window, pad_end, name
    )
    return result if out is None else put(result, out)


# ---- windows ----------------------------------------------------------------------------------


def vorbis_window(window_length: int, dtype: DtypeLike = None, out: A | None = None) -> A:
    """Return the window of the Vorbis codec: `sin(pi/2 * sin(pi * (n + 1/2) / length) ** 2)`.

    >>> ivy.vorbis_window(4)
    ivy.array([0.22801432, 0.9736578 , 0.9736578 , 0.22801432])
    """
    if out is not None:
        return put(vorbis_window(window_length, dtype), out)
    return create("vorbis_window", window_length, dtype)


def hann_window(
    size: int, periodic: bool = True, dtype: DtypeLike = None, out: A | None = None
) -> A:
    """Return the Hann window, one period of `1/2 - cos/2`; `periodic=False` ends where it began.

    >>> ivy.hann_window(4)
    ivy.array([0. , 0.5, 1. , 0.5])
    """
    if out is not None:
        return put(hann_window(size, periodic, dtype), out)
    return create("hann_window", size, periodic, dtype)


def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    dtype: DtypeLike = None,
    out: A | None = None,
) -> A:
    """Return the Hamming window, one period of `alpha - beta * cos`.

    >>> ivy.hamming_window(4)
    ivy.array([0.08, 0.54, 1.  , 0.54])
    """
    if out is not None:
        return put(hamming_window(window_length, periodic, alpha, beta, dtype), out)
    return create("hamming_window", window_length, periodic, alpha, beta, dtype)


def blackman_window(
    size: int, periodic: bool = True, dtype: DtypeLike = None, out: A | None = None
) -> A:
    """Return the Blackman window, one period of `0.42 - 0.5 * cos(a) + 0.08 * cos(2 * a)`.

    >>> ivy.round(ivy.blackman_window(4), decimals=2)
    ivy.array([-0.  ,  0.34,  1.  ,  0.34])
    """
    if out is not None:
        return put(blackman_window(size, periodic, dtype), out)
    return create("blackman_window", size, periodic, dtype)


def kaiser_window(
    window_length: int,
    periodic: bool = True,
    beta: float = 12.0,
    dtype: DtypeLike = None,
    out: A | None = None,
) -> A:
    """Return the Kaiser window; a larger `beta` makes it narrower.

    >>> ivy.kaiser_window(3, beta=0.0)
    ivy.array([1., 1., 1.])
    """
    if out is not None:
        return put(kaiser_window(window_length, periodic, beta, dtype), out)
    return create("kaiser_window", window_length, periodic, beta, dtype)


def kaiser_bessel_derived_window(
    window_length: int, beta: float = 12.0, dtype: DtypeLike = None, out: A | None = None
) -> A:
    """Return the Kaiser-Bessel derived window, whose squares half a window apart add up to 1.

    >>> ivy.kaiser_bessel_derived_window(2)
    ivy.array([0.70710677, 0.70710677])
    """
    if out is not None:
        return put(kaiser_bessel_derived_window(window_length, beta, dtype), out)
    return create("kaiser_bessel_derived_window", window_length, beta, dtype)


# ---- mel scale --------------------------------------------------------------------------------


def mel_weight_matrix(
    num_mel_bins: int,
    dft_length: int,
    sample_rate: float,
    lower_edge_hertz: float = 0.0,
    upper_edge_hertz: float = 3000.0,
) -> Any:
    """Return the matrix [dft_length, num_mel_bins] from a spectrum to bands of the mel scale.

    `dft_length` is the number of frequencies of the spectrum, from 0 to half the sample rate.

    >>> ivy.mel_weight_matrix(3, 3, 8000)
    ivy.array([[0.       , 0.       , 0.       ],
               [0.       , 0.       , 0.7569476],
               [0.       , 0.       , 0.       ]])
    """
    return create(
        "mel_weight_matrix",
        num_mel_bins,
        dft_length,
        sample_rate,
        lower_edge_hertz,
        upper_edge_hertz,
    )
