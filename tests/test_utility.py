"""`all` and `any`: what counts as true, and along which axes."""

from __future__ import annotations

from typing import Any

import pytest

import ivy
from ivy.errors import IvyIndexError, IvyValueError

NAMES = ["all", "any"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("axis", [2, -3, (0, 2)])
def test_axis_out_of_range(name: str, axis: Any, backend: str) -> None:
    with pytest.raises(IvyIndexError):
        getattr(ivy, name)(ivy.ones((2, 3)), axis=axis)


@pytest.mark.parametrize("name", NAMES)
def test_0d_arrays_have_no_axis(name: str, backend: str) -> None:
    with pytest.raises(IvyIndexError):
        getattr(ivy, name)(ivy.array(True), axis=-1)


@pytest.mark.parametrize("name", NAMES)
def test_repeated_axis(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.ones((2, 3)), axis=(0, 0))


@pytest.mark.parametrize("value", [0.25, -1e-30, float("nan"), 1j, 2**40])
def test_everything_but_zero_is_true(value: Any, backend: str) -> None:
    assert bool(ivy.all(ivy.array([value])))
    assert bool(ivy.any(ivy.array([value])))


def test_negative_zero_is_false(backend: str) -> None:
    assert not bool(ivy.any(ivy.array([-0.0, 0.0])))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int8", "bfloat16"])
def test_result_is_boolean(dtype: str, backend: str) -> None:
    for axis in (None, 0, (), (0, 1)):
        assert ivy.all(ivy.ones((2, 2), dtype=dtype), axis=axis).dtype == "bool"
        assert ivy.any(ivy.ones((2, 2), dtype=dtype), axis=axis, keepdims=True).dtype == "bool"
