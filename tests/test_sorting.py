"""Sorting: edges that are no row of the samples."""

from __future__ import annotations

import numpy as np
import pytest

import ivy
from ivy import errors
from tests.helpers import assert_close


@pytest.mark.parametrize("bits", [16, 32, 64])
@pytest.mark.parametrize("descending", [False, True])
def test_sort_of_large_unsigned(backend: str, bits: int, descending: bool) -> None:
    numbers = np.array([2 ** (bits - 1), 0, 2**bits - 1, 5], f"uint{bits}")
    x = ivy.array(numbers)
    expected = np.sort(numbers)[::-1] if descending else np.sort(numbers)
    assert_close(ivy.sort(x, descending=descending), expected)
    order = np.argsort(numbers)[::-1] if descending else np.argsort(numbers)
    assert_close(ivy.argsort(x, descending=descending), order, "int64")


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_nan_of_either_sign_is_last(backend: str, sign: float) -> None:
    nan = np.copysign(np.nan, sign)
    x = ivy.array(np.array([nan, -np.inf, np.inf, nan, 0.0], "float32"))
    assert_close(ivy.argsort(x), np.array([1, 4, 2, 0, 3]), "int64")
    assert_close(ivy.argsort(x, descending=True), np.array([0, 3, 2, 4, 1]), "int64")
    assert_close(ivy.argmax(x), np.array(0), "int64")
    assert_close(ivy.argmin(x), np.array(0), "int64")


def test_equal_elements_keep_their_order(backend: str) -> None:
    x = ivy.array(np.tile(np.array([1.0, 0.0, -0.0], "float32"), 30))
    for descending in (False, True):
        order = np.asarray(ivy.argsort(x, descending=descending))
        ones, zeros = np.arange(0, 90, 3), np.setdiff1d(np.arange(90), np.arange(0, 90, 3))
        expected = np.concatenate([ones, zeros] if descending else [zeros, ones])
        np.testing.assert_array_equal(order, expected)


def test_axis_outside_raises(backend: str) -> None:
    for operation in (ivy.sort, ivy.argsort):
        with pytest.raises(errors.IvyIndexError):
            operation(ivy.array([1.0]), axis=1)


def test_lexsort_of_a_matrix(backend: str) -> None:
    keys = np.array([[1, 0, 1], [0, 0, 0], [2, 2, 1]])
    assert_close(ivy.lexsort(ivy.array(keys)), np.lexsort(keys), "int64")
