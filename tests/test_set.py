"""Distinct elements: edges that are no row of the samples."""

from __future__ import annotations

import numpy as np

import ivy
from tests.helpers import assert_close


def test_results_are_named(backend: str) -> None:
    x = ivy.array([3, 1, 3])
    assert ivy.unique_all(x)._fields == ("values", "indices", "inverse_indices", "counts")
    assert ivy.unique_counts(x)._fields == ("values", "counts")
    assert ivy.unique_inverse(x)._fields == ("values", "inverse_indices")


def test_nan_in_complex_numbers_are_distinct(backend: str) -> None:
    x = ivy.array(np.array([1 + 1j, complex(np.nan, 0), 1 + 1j, complex(0, np.nan)], "complex64"))
    result = ivy.unique_all(x)
    assert result.values.shape == (3,)
    assert_close(result.counts, np.array([2, 1, 1]), "int64")
    assert ivy.unique_values(x).shape == (3,)


def test_slices_without_elements_are_equal(backend: str) -> None:
    result = ivy.unique_all(ivy.zeros((3, 0)), axis=0)
    assert result.values.shape == (1, 0)
    assert_close(result.counts, np.array([3]), "int64")


def test_inverse_rebuilds(backend: str) -> None:
    numbers = np.random.default_rng(0).integers(0, 9, (4, 5))
    values, inverse = ivy.unique_inverse(ivy.array(numbers))
    np.testing.assert_array_equal(np.asarray(ivy.take(values, inverse)), numbers)
