"""Transforms and their inverses, windows as they are used, and wrong arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.fft

import ivy
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError
from tests.helpers import native, to_numpy

SIGNAL = np.random.default_rng(0).standard_normal((2, 12))


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_cosine_transforms_are_scipys_and_inverse(kind: int, norm: Any, backend: str) -> None:
    x = ivy.array(SIGNAL, dtype="float64")
    there = ivy.dct(x, type=kind, norm=norm)
    np.testing.assert_allclose(to_numpy(there), scipy.fft.dct(SIGNAL, kind, norm=norm), atol=1e-12)
    np.testing.assert_allclose(to_numpy(ivy.idct(there, type=kind, norm=norm)), SIGNAL, atol=1e-12)


def test_cosine_transform_of_integers(backend: str) -> None:
    result = ivy.dct(ivy.array([1, 2, 3]))
    assert result.dtype == "float32"
    np.testing.assert_allclose(to_numpy(result), scipy.fft.dct([1.0, 2.0, 3.0]), atol=1e-5)


@pytest.mark.parametrize("name", ["dct", "idct"])
def test_wrong_arguments_of_cosine_transforms(name: str, backend: str) -> None:
    function = getattr(ivy, name)
    with pytest.raises(IvyValueError, match="type 1, 2, 3 or 4"):
        function(ivy.ones(4), type=5)
    with pytest.raises(IvyValueError, match="norm"):
        function(ivy.ones(4), norm="sideways")
    with pytest.raises(IvyValueError, match="n of at least 2"):
        function(ivy.ones(1), type=1)
    with pytest.raises(IvyIndexError, match="axis"):
        function(ivy.ones(4), axis=1)


def test_dft_undoes_itself(backend: str) -> None:
    x = ivy.array(SIGNAL, dtype="float64")
    back = ivy.dft(ivy.dft(x), inverse=True)
    np.testing.assert_allclose(to_numpy(back), SIGNAL, atol=1e-12)
    with pytest.raises(IvyIndexError, match="axis"):
        ivy.dft(ivy.ones(4))


# ---- short-time Fourier transform -------------------------------------------------------------


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("pad_end", [False, True])
@pytest.mark.parametrize("fft_length", [None, 3, 16])
def test_stft_is_tensorflows(pad_end: bool, fft_length: int | None, backend: str) -> None:
    import tensorflow as tf

    expected = tf.signal.stft(SIGNAL, 6, 3, fft_length, tf.signal.hann_window, pad_end)
    for name in ("numpy", "tensorflow"):
        with ivy.use_backend(name):
            result = ivy.stft(
                ivy.array(SIGNAL, dtype="float64"),
                6,
                3,
                fft_length=fft_length,
                window_fn=ivy.hann_window,
                pad_end=pad_end,
            )
        np.testing.assert_allclose(to_numpy(result), expected, atol=1e-12)


def test_stft_of_native_signals(backend: str) -> None:
    result = ivy.stft(native(SIGNAL, backend), 4, 2, window_fn=ivy.hamming_window)
    assert not isinstance(result, ivy.Array)
    window = 0.54 - 0.46 * np.cos(np.pi / 2 * np.arange(4))
    expected = np.fft.rfft(SIGNAL[:, 2:6] * window)
    np.testing.assert_allclose(to_numpy(result)[:, 1], expected, atol=1e-12)


def test_stft_of_too_short_signals(backend: str) -> None:
    assert ivy.stft(ivy.ones(3), 4, 1).shape == (0, 3)


def test_wrong_arguments_of_stft(backend: str) -> None:
    with pytest.raises(IvyValueError, match="frame_length"):
        ivy.stft(ivy.ones(8), 0, 1)
    with pytest.raises(IvyValueError, match="frame_step"):
        ivy.stft(ivy.ones(8), 2, 0)
    with pytest.raises(IvyValueError, match=r"stft: expected fft_length .*got -3"):
        ivy.stft(ivy.ones(8), 4, 2, fft_length=-3)
    with pytest.raises(IvyValueError, match="signals"):
        ivy.stft(ivy.array(1.0), 2, 1)
    with pytest.raises(IvyTypeError, match="real signals"):
        ivy.stft(ivy.array([1j, 2j]), 2, 1)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_traced_with_a_window(backend: str, jit: Callable[..., Any]) -> None:
    def program(x: Any) -> Any:
        return ivy.stft(x, 4, 2, window_fn=ivy.hann_window)

    x = native(SIGNAL, backend)
    np.testing.assert_allclose(to_numpy(jit(program)(x)), to_numpy(program(x)), atol=1e-12)


# ---- windows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 2, 7])
def test_lengths_and_dtypes_of_windows(size: int, backend: str) -> None:
    for window in (
        ivy.vorbis_window(size),
        ivy.hann_window(size),
        ivy.hamming_window(size),
        ivy.blackman_window(size),
        ivy.kaiser_window(size),
    ):
        assert (window.shape, window.dtype, window.backend) == ((size,), "float32", backend)
    assert ivy.hann_window(size, dtype="bfloat16").dtype == "bfloat16"


@pytest.mark.parametrize("name", ["vorbis_window", "kaiser_bessel_derived_window"])
def test_squares_half_a_window_apart_add_up_to_one(name: str, backend: str) -> None:
    window = to_numpy(getattr(ivy, name)(16, dtype="float64"))
    np.testing.assert_allclose(window[:8] ** 2 + window[8:] ** 2, np.ones(8), rtol=1e-12)


def test_wrong_windows(backend: str) -> None:
    with pytest.raises(IvyValueError, match="length"):
        ivy.hann_window(-1)
    with pytest.raises(IvyValueError, match="even window_length"):
        ivy.kaiser_bessel_derived_window(5)
    with pytest.raises(IvyTypeError, match="floating dtype"):
        ivy.hann_window(4, dtype="int32")


@pytest.mark.columns("tensorflow")
def test_mel_weights_are_tensorflows(backend: str) -> None:
    import tensorflow as tf

    arguments = (20, 129, 8000, 125.0, 3800.0)
    expected = tf.signal.linear_to_mel_weight_matrix(*arguments)
    result = ivy.mel_weight_matrix(*arguments)
    np.testing.assert_allclose(to_numpy(result), expected, atol=1e-4)  # it computes in float32


def test_wrong_mel_weights(backend: str) -> None:
    with pytest.raises(IvyValueError, match="num_mel_bins"):
        ivy.mel_weight_matrix(0, 9, 8000)
    with pytest.raises(IvyValueError, match="upper_edge_hertz"):
        ivy.mel_weight_matrix(4, 9, 8000, 0.0, 5000.0)
