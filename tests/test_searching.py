"""Where elements are: edges that are no row of the samples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy import errors
from tests.helpers import assert_close


def test_where_of_two_numbers_has_the_default_dtype(backend: str) -> None:
    condition = ivy.array([True, False])
    assert_close(ivy.where(condition, 1, 2), np.array([1, 2], "int32"))
    assert_close(ivy.where(condition, 1, 2.5), np.array([1, 2.5], "float32"))
    assert_close(ivy.where(condition, True, False), np.array([True, False]))


@pytest.mark.parametrize(
    ("x1", "x2", "expected"),
    [
        ("int32", "float32", "float32"),
        ("float32", "int64", "float32"),
        ("int8", "uint8", "int16"),
        ("int32", 0.5, "float32"),
        ("float16", 0.5, "float16"),
        ("bfloat16", 2, "bfloat16"),
        ("bool", 1, "int32"),
        ("float64", 1j, "complex128"),
    ],
)
@pytest.mark.parametrize("wrapped", [True, False])
def test_where_promotes(backend: str, x1: str, x2: Any, expected: str, wrapped: bool) -> None:
    condition = ivy.array([True, False])
    a = ivy.ones((2,), dtype=x1)
    b = ivy.ones((2,), dtype=x2) if isinstance(x2, str) else x2
    if not wrapped:
        condition, a = condition.data, a.data
        b = b.data if isinstance(b, ivy.Array) else b
    assert ivy.Array(ivy.where(condition, a, b)).dtype == expected
    assert ivy.Array(ivy.where(condition, b, a)).dtype == expected


def test_argmax_of_nothing_raises(backend: str) -> None:
    for operation in (ivy.argmax, ivy.argmin):
        with pytest.raises(errors.IvyException):
            operation(ivy.zeros((0,)))
        with pytest.raises(errors.IvyException):
            operation(ivy.zeros((2, 0)), axis=1)
        assert operation(ivy.zeros((0, 2)), axis=1).shape == (0,)


def test_argmax_of_one_number(backend: str) -> None:
    assert_close(ivy.argmax(ivy.array(3.0)), np.array(0), "int64")


def test_argmax_gives_the_dtype_asked_for(backend: str) -> None:
    assert ivy.argmax(ivy.array([1, 3, 2]), dtype="int32").dtype == "int32"


def test_nonzero_of_one_number_raises(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.nonzero(ivy.array(1.0))


def test_nonzero_counts_nan(backend: str) -> None:
    [found] = ivy.nonzero(ivy.array([np.nan, 0.0, -0.0]))
    assert_close(found, np.array([0]), "int64")


def test_searchsorted_of_another_side_raises(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.searchsorted(ivy.array([1.0]), ivy.array([1.0]), side="middle")


def test_searchsorted_promotes_and_casts(backend: str) -> None:
    found = ivy.searchsorted(ivy.array([1, 2, 3]), ivy.array([2.5]), ret_dtype="int32")
    assert_close(found, np.array([2], "int32"))


def test_searchsorted_of_large_unsigned(backend: str) -> None:
    x = ivy.array([1, 2**63, 2**64 - 1], dtype="uint64")
    assert_close(ivy.searchsorted(x, x), np.arange(3), "int64")
