"""Fourier transforms: `ivy.fft` as function and namespace, and arguments all understand alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.backends import namespaces
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError
from tests.helpers import native, to_numpy

ONE_AXIS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]


def test_function_and_namespace(backend: str) -> None:
    values = np.arange(12, dtype="float32").reshape(3, 4)
    x = ivy.array(values)
    expected = np.fft.fft(values, 2, 0, "ortho")
    for result in (
        ivy.fft(x, 0, "ortho", 2),
        ivy.fft.fft(x, n=2, axis=0, norm="ortho"),
        x.fft(0, norm="ortho", n=2),
        ivy.with_backend(backend).fft(x.data, 0, "ortho", 2),
        ivy.with_backend(backend).fft.fft(x.data, 2, 0, "ortho"),
    ):
        np.testing.assert_allclose(to_numpy(result), expected, rtol=1e-5, atol=1e-5)


def test_inverse_has_two_signatures_too(backend: str) -> None:
    values = np.arange(12, dtype="float32").reshape(3, 4)
    expected = np.fft.ifft(values, 6, 0)
    x = ivy.array(values)
    for result in (ivy.ifft(x, 0, n=6), ivy.fft.ifft(x, 6, 0)):
        np.testing.assert_allclose(to_numpy(result), expected, rtol=1e-5, atol=1e-5)


def test_namespace_is_the_standards(backend: str) -> None:
    public = [name for name in dir(ivy.fft) if not name.startswith("_")]
    assert public == sorted([*namespaces.FFT, "fft", "ifft"])
    space = backends.load(backend)
    for name in namespaces.FFT:
        assert getattr(ivy.fft, name) is getattr(ivy, name)
        assert getattr(space.fft, name) is getattr(space, name)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_namespace_is_traced(backend: str, jit: Callable[..., Any]) -> None:
    def program(x: Any) -> Any:
        return ivy.fft.ifft(ivy.fft(x, 0)), ivy.linalg.vector_norm(ivy.fft.rfft(x))

    x = np.arange(4, dtype="float32")
    first, second = jit(program)(native(x, backend))
    np.testing.assert_allclose(to_numpy(first), x, atol=1e-6)
    np.testing.assert_allclose(to_numpy(second), np.linalg.norm(np.fft.rfft(x)), rtol=1e-6)


@pytest.mark.parametrize("name", ONE_AXIS)
def test_arguments_out_of_range(name: str, backend: str) -> None:
    function = getattr(ivy.fft, name)
    with pytest.raises(IvyIndexError):
        function(ivy.ones((4,)), axis=1)
    with pytest.raises(IvyValueError, match="norm"):
        function(ivy.ones((4,)), norm="sideways")
    with pytest.raises(IvyValueError, match="at least one"):
        function(ivy.ones((4,)), n=0)
    with pytest.raises(IvyValueError, match="at least one"):
        function(ivy.ones((0,)))


@pytest.mark.parametrize("name", ["rfft", "ihfft"])
def test_real_transforms_of_complex_numbers(name: str, backend: str) -> None:
    with pytest.raises(IvyTypeError):
        getattr(ivy.fft, name)(ivy.array([1.0 + 2.0j, 0.0j]))


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("bool", "complex64"),
        ("int64", "complex64"),
        ("bfloat16", "complex64"),
        ("float32", "complex64"),
        ("float64", "complex128"),
        ("complex128", "complex128"),
    ],
)
def test_dtype(dtype: str, expected: str, backend: str) -> None:
    assert ivy.fft(ivy.ones((4,), dtype=dtype)).dtype == expected


def test_more_axes_than_xla_transforms_at_once(backend: str) -> None:
    values = np.arange(32, dtype="float64").reshape(2, 2, 2, 2, 2)
    for name in ("fftn", "ifftn", "rfftn"):
        result = getattr(ivy.fft, name)(ivy.array(values, dtype="float64"))
        np.testing.assert_allclose(to_numpy(result), getattr(np.fft, name)(values), atol=1e-12)


def test_odd_numbers_round_trip(backend: str) -> None:
    x = np.arange(15, dtype="float32").reshape(3, 5)
    result = ivy.fft.irfftn(ivy.fft.rfftn(ivy.array(x)), s=(3, 5), axes=(0, 1))
    np.testing.assert_allclose(to_numpy(result), x, atol=1e-5)


def test_frequencies_of_the_current_backend(backend: str) -> None:
    assert ivy.fft.fftfreq(4).backend == backend
    assert ivy.fft.fftfreq(4, dtype="float64").dtype == "float64"
    assert ivy.fft.rfftfreq(5, d=0.5).tolist() == pytest.approx([0.0, 0.4, 0.8])
