"""Signal processing against SciPy, and by the sums that define the transforms."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.fft
import scipy.signal.windows as windows

from tests.samples import COMPLEXES, DTYPE, FLOATS, HALVES, Sample, case, draw

TOLERANCE = 4  # sums of up to 24 products


def complex_of(dtype: str) -> str:
    return "complex128" if dtype in ("float64", "complex128") else "complex64"


def cosine(function: Any) -> Any:
    return lambda x, type=2, n=None, axis=-1, norm=None: function(x, type, n, axis, norm)


def dft(
    x: Any,
    axis: int = 1,
    inverse: bool = False,
    onesided: bool = False,
    dft_length: int | None = None,
    norm: str = "backward",
) -> Any:
    result = (np.fft.ifft if inverse else np.fft.fft)(x, dft_length, axis, norm)
    return np.take(result, range(result.shape[axis] // 2 + 1), axis) if onesided else result


def stft(
    signals: Any,
    frame_length: int,
    frame_step: int,
    fft_length: int | None = None,
    window_fn: Any = None,
    pad_end: bool = False,
) -> Any:
    size = signals.shape[-1]
    starts = range(0, size if pad_end else size - frame_length + 1, frame_step)
    padded = np.concatenate([signals, np.zeros((*signals.shape[:-1], frame_length))], -1)
    frames = np.stack([padded[..., i : i + frame_length] for i in starts], -2)
    if fft_length is None:
        fft_length = 2 ** int(np.ceil(np.log2(frame_length)))
    return np.fft.rfft(frames, fft_length)


def vorbis(size: int, dtype: Any = None) -> Any:
    return np.sin(np.pi / 2 * np.sin(np.pi * (np.arange(size) + 0.5) / size) ** 2)


def mel(bins: int, length: int, rate: float, lower: float = 0.0, upper: float = 3000.0) -> Any:
    def to_mel(hertz: float) -> float:
        return 1127 * np.log(1 + hertz / 700)

    edges = np.linspace(to_mel(lower), to_mel(upper), bins + 2)
    matrix = np.zeros((length, bins))
    for i in range(1, length):
        place = to_mel(i * rate / 2 / (length - 1))
        for j in range(bins):
            low, middle, high = edges[j : j + 3]
            part = min((place - low) / (middle - low), (high - place) / (high - middle))
            matrix[i, j] = max(part, 0)
    return matrix


COSINE = [
    case(draw(3, 4)),
    case(draw(2, 3, 4), type=1, axis=1),
    case(draw(3, 4), type=3, norm="ortho"),
    case(draw(3, 4), type=4, n=6, axis=0, norm="forward"),
    case(draw(3, 4), 2, 3, norm="ortho"),
    case(draw(3, 4)).only("complex64"),
]


def windowed(name: str, reference: Any, *cases: Any) -> Sample:
    return Sample(name, reference, cases, dtypes=FLOATS + HALVES)


SAMPLES = [
    Sample("dct", cosine(scipy.fft.dct), COSINE, dtypes=FLOATS + HALVES, tolerance=TOLERANCE),
    Sample("idct", cosine(scipy.fft.idct), COSINE, dtypes=FLOATS + HALVES, tolerance=TOLERANCE),
    Sample(
        "dft",
        dft,
        [
            case(draw(3, 4)),
            case(draw(2, 3, 4), axis=-1, onesided=True, dft_length=5),
            case(draw(3, 4), 0, inverse=True, norm="ortho"),
        ],
        dtypes=FLOATS + HALVES + COMPLEXES,
        result=complex_of,
        tolerance=TOLERANCE,
    ),
    Sample(
        "stft",
        stft,
        [
            case(draw(2, 9), 4, 2),
            case(draw(9), 5, 3, pad_end=True),
            case(draw(2, 9), 3, 1, fft_length=6),
        ],
        dtypes=FLOATS + HALVES,
        result=complex_of,
        tolerance=TOLERANCE,
    ),
    windowed("vorbis_window", vorbis, case(4, dtype=DTYPE), case(7, dtype=DTYPE)),
    windowed(
        "hann_window",
        lambda n, periodic=True, dtype=None: windows.hann(n, sym=not periodic),
        case(4, dtype=DTYPE),
        case(5, False, dtype=DTYPE),
        case(1, dtype=DTYPE),
    ),
    windowed(
        "hamming_window",
        lambda n, periodic=True, alpha=0.54, beta=0.46, dtype=None: windows.general_cosine(
            n, [alpha, beta], sym=not periodic
        ),
        case(4, dtype=DTYPE),
        case(5, False, 0.6, 0.3, dtype=DTYPE),
    ),
    windowed(
        "blackman_window",
        lambda n, periodic=True, dtype=None: windows.blackman(n, sym=not periodic),
        case(4, dtype=DTYPE),
        case(5, False, dtype=DTYPE),
    ),
    windowed(
        "kaiser_window",
        lambda n, periodic=True, beta=12.0, dtype=None: windows.kaiser(n, beta, sym=not periodic),
        case(4, dtype=DTYPE),
        case(5, False, 3.5, dtype=DTYPE),
    ),
    windowed(
        "kaiser_bessel_derived_window",
        lambda n, beta=12.0, dtype=None: windows.kaiser_bessel_derived(n, beta),
        case(4, dtype=DTYPE),
        case(6, 3.5, dtype=DTYPE),
    ),
    Sample(
        "mel_weight_matrix",
        mel,
        [case(3, 9, 8000), case(4, 9, 16000.0, 100.0, 7000.0)],
        dtypes=("float32",),
    ),
]
