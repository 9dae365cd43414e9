"""Constants against SciPy's and NumPy's, alone and beside arrays; and what else is only a value."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.constants

import ivy
from tests.helpers import assert_close

PREFIXES = (
    "quetta ronna yotta zetta exa peta tera giga mega kilo hecto deka deci centi milli micro nano "
    "pico femto atto zepto yocto ronto quecto kibi mebi gibi tebi pebi exbi zebi yobi golden "
    "golden_ratio pi"
).split()
READ = (
    "array_mode nestable_mode exception_trace_mode show_func_wrapper_trace_mode min_denominator "
    "min_base queue_timeout tmp_dir"
).split()


@pytest.mark.parametrize("name", PREFIXES)
def test_value_is_that_of_scipy(name: str) -> None:
    assert getattr(ivy, name) == pytest.approx(getattr(scipy.constants, name), rel=2e-16, abs=0)


def test_values_of_numpy() -> None:
    assert (ivy.e, ivy.pi, ivy.inf, ivy.newaxis) == (np.e, np.pi, np.inf, None)
    assert np.inf == ivy.INF
    assert np.isnan(ivy.nan)


def test_constants_beside_arrays(backend: str) -> None:
    """They take the dtype of the array; a namespace has those of the standard."""
    x = ivy.array([2.0, -3.0], dtype="float64")
    for name in ("e", "pi", "golden", "kilo", "micro", "kibi", "inf", "nan"):
        value = getattr(ivy, name)
        assert_close(x * value, np.asarray([2.0, -3.0]) * value, "float64")
    for name in ("e", "pi", "inf", "nan"):
        np.testing.assert_equal(getattr(ivy.with_backend(backend), name), getattr(ivy, name))
    assert tuple(x[:, ivy.newaxis].shape) == (2, 1)


@pytest.mark.parametrize("name", READ)
def test_settings_are_read_by_functions(name: str) -> None:
    assert getattr(ivy, f"get_{name}")() == getattr(ivy, name)


def test_limits_are_of_the_named_classes(backend: str) -> None:
    assert isinstance(ivy.finfo(ivy.array([1.0])), ivy.Finfo)
    assert isinstance(ivy.iinfo(ivy.array([1])), ivy.Iinfo)


def test_functions_are_cached_in_the_named_dictionary() -> None:
    def one() -> int:
        return 1

    assert ivy.cache_fn(one)() == 1
    assert one in ivy.FN_CACHE
