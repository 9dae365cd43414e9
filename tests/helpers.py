"""What every test needs: arrays of the backend under test, and one comparison of everything."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, NoReturn

import numpy as np
import pytest

import ivy
from ivy import backends, config, dispatch

# In units of the dtype's epsilon. Full precision: functions of the frameworks differ from the
# correctly rounded value by up to some 10 ulp (TensorFlow's and XLA's exp, tanh, erf, pow), sums by
# one per addition. Half precision: all compute in float32 and round once, some twice.
ULPS = {"float16": 2, "bfloat16": 2, "float32": 32, "float64": 64}
EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
PARTS = {"complex64": "float32", "complex128": "float64"}


def since(framework: str, *first: int) -> tuple[str, ...]:
    """Return the framework's name for a mark if it is installed in this version or a later one."""
    found = version(framework) if backends.installed(framework) else "0"
    return (framework,) if tuple(map(int, re.findall(r"\d+", found))) >= first else ()


def before(framework: str, *first: int) -> tuple[str, ...]:
    """Return the framework's name for a mark unless it is installed from this version on."""
    return () if since(framework, *first) else (framework,)


class Missing:
    """A module that cannot be imported: whatever test asks for something in it is skipped."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> NoReturn:
        if "PYTEST_CURRENT_TEST" not in os.environ:  # pytest looks at everything to find tests
            raise AttributeError(f"{self._name} is not installed, so it has no {name}")
        pytest.skip(f"{self._name} is not installed")


def optional(module: str, package: str = "") -> Any:
    """Return a module, or a `Missing` if the package it is of or needs is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != (package or module):
            raise
        return Missing(package or module)


def tolerance_of(dtype: str) -> float:
    """Return the error allowed relative to the expected value, and absolute for values below 1."""
    dtype = PARTS.get(dtype, dtype)
    return ULPS[dtype] * EPSILON[dtype] if dtype in ULPS else 0.0


def native(array: Any, backend: str) -> Any:
    """Return a NumPy array as a native array of the same dtype."""
    if backend == "jax":
        import jax

        return jax.device_put(array.copy())  # `asarray` compiles a program for each shape
    return backends.load(backend).asarray(array, dtype=array.dtype.name)


def to_numpy(x: Any) -> np.ndarray[Any, Any]:
    """Return the values of an `ivy.Array` or a native array."""
    x = x.data if isinstance(x, ivy.Array) else x
    return np.asarray(dispatch.space_of(x).to_numpy(x))


def dtype_of(x: Any) -> str:
    """Return the name of the dtype of an `ivy.Array` or a native array."""
    x = x.data if isinstance(x, ivy.Array) else x
    return str(dispatch.space_of(x).DTYPES[x.dtype].name)


def is_array(x: Any) -> bool:
    """Return whether `x` is an `ivy.Array` or a native array."""
    return isinstance(x, ivy.Array) or dispatch.is_native(x)


def as_one_program(function: Callable[..., Any], backend: str) -> Callable[..., Any]:
    """Return a function jitted on JAX, which else compiles every step of it on its own."""
    if backend != "jax":
        return function
    from equinox import filter_jit

    return filter_jit(function)


def assert_close(
    actual: Any,
    expected: Any,
    dtype: str | None = None,
    backend: str | None = None,
    tolerance: float = 1.0,
) -> None:
    """Fail unless value, dtype, shape and backend of an array are as expected.

    Args:
        actual: an `ivy.Array` or a native array.
        expected: an array or number, best in float64.
        dtype: the dtype `actual` must have; that of `expected` when None.
        backend: the framework `actual` must belong to; the current one when None.
        tolerance: multiplies the error allowed for the dtype.
    """
    expected = to_numpy(expected) if is_array(expected) else np.asarray(expected)
    dtype = str(dtype or expected.dtype.name)
    backend = backend or ivy.current_backend_str()
    assert is_array(actual), f"expected an array, got {type(actual).__name__}: {actual!r}"
    facts = (dtype_of(actual), tuple(actual.shape), _backend_of(actual))
    assert facts == (dtype, expected.shape, backend), (
        f"(dtype, shape, backend): expected {(dtype, expected.shape, backend)}, got {facts}"
    )
    assert_values_close(to_numpy(actual), expected, dtype, tolerance)


def assert_values_close(actual: Any, expected: Any, dtype: str, tolerance: float = 1.0) -> None:
    """Fail unless NumPy values agree: exactly for integers, else within the dtype's tolerance.

    NaN equals NaN, infinities must agree; an expected value beyond the range of the dtype counts
    as infinite.
    """
    allowed = tolerance_of(dtype) * tolerance
    if allowed == 0:
        np.testing.assert_array_equal(actual, expected)
        return
    wide = "complex128" if dtype in PARTS else "float64"
    with np.errstate(all="ignore"):
        rounded = np.asarray(expected).astype(_numpy_dtype(dtype)).astype(wide)
        expected = np.where(np.isinf(rounded), rounded, expected).astype(wide)
    actual, limits = actual.astype(wide), {"rtol": allowed, "atol": allowed}
    if dtype in PARTS:  # beside an infinite part NumPy would compare the other one exactly
        infinite = np.isinf(expected) & np.isinf(actual)
        for part in ("real", "imag"):
            found, wanted = (getattr(x[infinite], part) for x in (actual, expected))
            np.testing.assert_allclose(found, wanted, **limits)
        actual, expected = np.where(infinite, 0, actual), np.where(infinite, 0, expected)
    np.testing.assert_allclose(actual, expected, **limits)


def _numpy_dtype(name: str) -> Any:
    return backends.load("numpy").as_native_dtype(name)


def _backend_of(x: Any) -> str:
    return str(dispatch.space_of(x).NAME)


Settings = dict[str, tuple[tuple[Any, ...], Any]]


def read_settings() -> Settings:
    """Return what is set in this thread and what is in force, for settings that are set."""
    return {n: (tuple(s.stack), s.get()) for n, s in config.SETTINGS.items() if s.is_set()}


@contextmanager
def preserved_settings() -> Iterator[Settings]:
    """Put every setting of this thread back at the end, as it is read now."""
    before = read_settings()
    try:
        yield before
    finally:
        for name, setting in config.SETTINGS.items():
            values, _ = before.get(name, ((), None))
            if tuple(setting.stack) != values:
                setting.clear()
                for value in values:
                    setting.set(value)


def zeros(*shape: int, dtype: str = "float32") -> Any:
    """Return zeros on the current backend."""
    return ivy.zeros(shape, dtype=dtype)
