"""Cosine and short-time Fourier transforms, window functions, the mel scale."""

from __future__ import annotations

import math
import operator

import numpy as np

from ivy import config
from ivy.backends.axes import normalized_axis
from ivy.backends.on_floats import on_floats
from ivy.errors import IvyTypeError, IvyValueError

# ---- cosine transforms ------------------------------------------------------------------------

_INVERSE_TYPES = {1: 1, 2: 3, 3: 2, 4: 4}
_INVERSE_NORMS = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def dct(xp, x, type=2, n=None, axis=-1, norm=None):
    return _cosine_transform(xp, "dct", x, type, n, axis, norm)


def idct(xp, x, type=2, n=None, axis=-1, norm=None):
    return _cosine_transform(xp, "idct", x, type, n, axis, norm)


def _cosine_transform(xp, name, x, type, n, axis, norm):
    norm = "backward" if norm is None else norm
    if type not in _INVERSE_TYPES:
        raise IvyValueError(f"{name}: expected type 1, 2, 3 or 4, got {type!r}")
    if norm not in _INVERSE_NORMS:
        msg = f"{name}: expected norm None, 'backward', 'ortho' or 'forward', got {norm!r}"
        raise IvyValueError(msg)
    axis = normalized_axis(name, axis, len(x.shape))
    size = x.shape[axis] if n is None else n
    least = 2 if type == 1 else 1
    if size < least:
        msg = f"{name}: expected n of at least {least} for type {type}, got {size}"
        raise IvyValueError(msg)
    if name == "idct":
        type, norm = _INVERSE_TYPES[type], _INVERSE_NORMS[norm]
    if xp.DTYPES[x.dtype].kind == "complex":
        parts = (
            _transformed(xp, part, type, size, axis, norm) for part in (xp.real(x), xp.imag(x))
        )
        return xp.complex(*parts)
    return _transformed(xp, x, type, size, axis, norm)


@on_floats()
def _transformed(xp, x, type, size, axis, norm):
    x = _fitted(xp, xp.moveaxis(x, axis, -1), size)
    length = 2 * (size - 1) if type == 1 else 2 * size
    # Each type is the real part of a Fourier transform, with factors on both sides.
    if type in (1, 2):
        x = xp.multiply(x, xp.host_constant(_factors_before, (type, size, norm), x.dtype, x))
        turned = xp.rfft(x, length)
    else:
        dtype = xp.as_native_dtype(xp.DTYPES[x.dtype].complex)
        before = xp.host_constant(_factors_before, (type, size, norm), dtype, x)
        turned = xp.fft(xp.multiply(xp.astype(x, dtype), before), -1, "backward", length)
    turned = turned[..., :size]
    after = xp.host_constant(_factors_after, (type, size, norm), turned.dtype, x)
    return xp.moveaxis(xp.real(xp.multiply(turned, after)), -1, axis)


def _fitted(xp, x, size):
    """Return `x` with its last axis cut or padded with zeros to a size."""
    old = x.shape[-1]
    if old >= size:
        return x if old == size else x[..., :size]
    return xp.zero_pad(x, [(0, 0)] * (len(x.shape) - 1) + [(0, size - old)])


def _factors_before(type, size, norm):
    place = np.arange(size)
    factors = np.ones(size)
    if type in (1, 3):
        factors[1 : size - (type == 1)] = 2.0
    if norm == "ortho":
        if type == 1:
            factors[0] = factors[-1] = math.sqrt(2)
        if type == 3:
            factors[0] = math.sqrt(2)
    return factors if type in (1, 2) else factors * np.exp(-0.5j * np.pi * place / size)


def _factors_after(type, size, norm):
    place = np.arange(size)
    length = 2 * (size - 1) if type == 1 else 2 * size
    factors = np.ones(size) if type in (1, 3) else np.full(size, 2.0)
    if norm == "forward":
        factors /= length
    elif norm == "ortho":
        factors /= math.sqrt(length)
        if type == 1:
            factors[0] /= math.sqrt(2)
            factors[-1] /= math.sqrt(2)
        if type == 2:
            factors[0] /= math.sqrt(2)
    turn = {1: 0 * place, 2: place, 3: 0 * place, 4: place + 0.5}[type]
    return factors * np.exp(-0.5j * np.pi * turn / size)


# ---- Fourier transforms -----------------------------------------------------------------------


def dft(xp, x, axis=1, inverse=False, onesided=False, dft_length=None, norm="backward"):
    axis = normalized_axis("dft", axis, len(x.shape))
    transform = xp.ifft if inverse else xp.fft
    result = transform(x, axis, norm, dft_length)
    if not onesided:
        return result
    return result[(slice(None),) * axis + (slice(0, result.shape[axis] // 2 + 1),)]


def stft(
    xp, signals, frame_length, frame_step, fft_length=None, window_fn=None, pad_end=False, name=None
):
    sizes = {"frame_length": frame_length, "frame_step": frame_step}
    if fft_length is not None:
        sizes["fft_length"] = fft_length
    for argument, value in sizes.items():
        if value < 1:
            raise IvyValueError(f"stft: expected {argument} of at least 1, got {value}")
    if len(signals.shape) == 0:
        raise IvyValueError("stft: expected signals along the last axis, got shape ()")
    if xp.DTYPES[signals.dtype].kind == "complex":
        raise IvyTypeError(f"stft: expected real signals, got {xp.DTYPES[signals.dtype]}")
    if fft_length is None:
        fft_length = 1 << (frame_length - 1).bit_length()
    return _framed(xp, signals, frame_length, frame_step, fft_length, window_fn, pad_end)


@on_floats()
def _framed(xp, signals, frame_length, frame_step, fft_length, window_fn, pad_end):
    size = signals.shape[-1]
    frames = -(-size // frame_step) if pad_end else max(0, 1 + (size - frame_length) // frame_step)
    if frames == 0:  # torch does not transform nothing
        shape = (*signals.shape[:-1], 0, fft_length // 2 + 1)
        return xp.zeros(shape, dtype=xp.as_native_dtype(xp.DTYPES[signals.dtype].complex))
    needed = (frames - 1) * frame_step + frame_length
    if pad_end and needed > size:
        signals = _fitted(xp, signals, needed)
    arguments = (frames, frame_length, frame_step)
    index = xp.host_constant(_frame_index, arguments, xp.as_native_dtype(xp.index_dtype()), signals)
    parts = xp.take(signals, index, len(signals.shape) - 1, "clip")
    if window_fn is not None:
        window = window_fn(frame_length, dtype=signals.dtype)
        parts = xp.multiply(parts, xp.asarray(window, dtype=signals.dtype))
    return xp.rfft(parts, fft_length)


def _frame_index(frames, frame_length, frame_step):
    return np.arange(frames)[:, None] * frame_step + np.arange(frame_length)


# ---- windows ----------------------------------------------------------------------------------


def vorbis_window(xp, window_length, dtype=None):
    return _window(xp, "vorbis_window", _vorbis, window_length, dtype)


def hann_window(xp, size, periodic=True, dtype=None):
    return _window(xp, "hann_window", _cosines, size, dtype, periodic, 0.5, 0.5)


def hamming_window(xp, window_length, periodic=True, alpha=0.54, beta=0.46, dtype=None):
    return _window(xp, "hamming_window", _cosines, window_length, dtype, periodic, alpha, beta)


def blackman_window(xp, size, periodic=True, dtype=None):
    return _window(xp, "blackman_window", _cosines, size, dtype, periodic, 0.42, 0.5, 0.08)


def kaiser_window(xp, window_length, periodic=True, beta=12.0, dtype=None):
    return _window(xp, "kaiser_window", _kaiser, window_length, dtype, periodic, beta)


def kaiser_bessel_derived_window(xp, window_length, beta=12.0, dtype=None):
    name = "kaiser_bessel_derived_window"
    if window_length % 2:
        raise IvyValueError(f"{name}: expected an even window_length, got {window_length}")
    return _window(xp, name, _kaiser_bessel_derived, window_length, dtype, beta)


def _window(xp, name, function, size, dtype, *options):
    size = operator.index(size)
    if size < 0:
        raise IvyValueError(f"{name}: expected a length of at least 0, got {size}")
    native = xp.as_native_dtype(config.default_of("float") if dtype is None else dtype)
    if xp.DTYPES[native].kind != "float":
        raise IvyTypeError(f"{name}: expected a floating dtype, got {xp.DTYPES[native]}")
    return xp.host_constant(function, (size, *options), native)


def _vorbis(size):
    place = (np.arange(size) + 0.5) / max(size, 1)
    return np.sin(np.pi / 2 * np.sin(np.pi * place) ** 2)


def _cosines(size, periodic, *weights):
    if size == 1:
        return np.ones(1)
    angle = 2 * np.pi * np.arange(size) / max(size if periodic else size - 1, 1)
    return sum(
        (-1) ** order * weight * np.cos(order * angle) for order, weight in enumerate(weights)
    )


def _kaiser(size, periodic, beta):
    if size == 1:
        return np.ones(1)
    return np.kaiser(size + 1, beta)[:-1] if periodic else np.kaiser(size, beta)


def _kaiser_bessel_derived(size, beta):
    total = np.cumsum(np.kaiser(size // 2 + 1, beta))
    half = np.sqrt(total[:-1] / total[-1])
    return np.concatenate([half, half[::-1]])


# ---- mel scale --------------------------------------------------------------------------------


def mel_weight_matrix(
    xp, num_mel_bins, dft_length, sample_rate, lower_edge_hertz=0.0, upper_edge_hertz=3000.0
):
    numbers = [
        float(value) if hasattr(value, "dtype") else value
        for value in (num_mel_bins, dft_length, sample_rate, lower_edge_hertz, upper_edge_hertz)
    ]
    bins, length, rate, lower, upper = numbers
    if bins < 1 or rate <= 0:
        msg = "mel_weight_matrix: expected num_mel_bins and sample_rate above 0"
        raise IvyValueError(f"{msg}, got {bins} and {rate}")
    if not 0 <= lower < upper <= rate / 2:
        msg = "mel_weight_matrix: expected 0 <= lower_edge_hertz < upper_edge_hertz <= "
        raise IvyValueError(f"{msg}{rate / 2} (half the sample_rate), got {lower} and {upper}")
    arguments = (int(bins), int(length), rate, lower, upper)
    return xp.host_constant(_mel_weights, arguments, xp.as_native_dtype(config.default_of("float")))


def _mel_weights(bins, length, rate, lower, upper):
    def mel(hertz):
        return 1127.0 * np.log1p(np.asarray(hertz, dtype=np.float64) / 700.0)

    edges = np.linspace(mel(lower), mel(upper), bins + 2)
    place = mel(np.linspace(0.0, rate / 2, length))[:, None]
    rising = (place - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - place) / (edges[2:] - edges[1:-1])
    weights = np.maximum(0.0, np.minimum(rising, falling))
    weights[:1] = 0.0  # the frequency 0 is in no band
    return weights
