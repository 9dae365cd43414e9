"""Reshape, join, split, pad, pick: edges that are no row of the samples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy import errors
from tests.helpers import assert_close


def arange(*shape: int, dtype: str = "float32") -> Any:
    return ivy.reshape(ivy.arange(int(np.prod(shape)), dtype=dtype), shape)


# ---- shape ------------------------------------------------------------------------------------


def test_reshape_takes_ints_lists_and_shapes(backend: str) -> None:
    x = arange(2, 3)
    for shape in (6, [6], ivy.Shape((6,)), (-1,)):
        assert ivy.reshape(x, shape).shape == (6,)


def test_reshape_to_another_size_raises(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.reshape(arange(2, 3), (4, 2))


@pytest.mark.columns("numpy", "torch")
def test_reshape_shares_or_copies(backend: str) -> None:
    x = arange(2, 3).data
    shared = ivy.reshape(x, (3, 2), copy=False)
    copied = ivy.reshape(x, (3, 2), copy=True)
    x[0, 0] = 9
    assert float(shared[0, 0]) == 9
    assert float(copied[0, 0]) == 0
    with pytest.raises(errors.IvyException):
        ivy.reshape(ivy.permute_dims(x, (1, 0)), (6,), copy=False)


@pytest.mark.parametrize("axis", [3, -4, (0, 5)])
def test_expand_dims_outside_raises_index_error(backend: str, axis: Any) -> None:
    with pytest.raises(errors.IvyIndexError):
        ivy.expand_dims(arange(2, 3), axis=axis)


def test_expand_dims_twice_at_one_place_raises(backend: str) -> None:
    with pytest.raises(errors.IvyValueError):
        ivy.expand_dims(arange(2, 3), axis=(0, -4))


def test_squeeze_of_a_larger_axis_raises(backend: str) -> None:
    with pytest.raises(errors.IvyValueError, match="squeeze: expected axes of size 1"):
        ivy.squeeze(arange(2, 3), axis=0)


@pytest.mark.parametrize("axes", [(0, 0), (0,), (0, 2)])
def test_permute_dims_needs_each_axis_once(backend: str, axes: tuple[int, ...]) -> None:
    with pytest.raises(errors.IvyException):
        ivy.permute_dims(arange(2, 3), axes)


def test_broadcast_shapes(backend: str) -> None:
    assert ivy.broadcast_shapes((2, None), (1,), ()) == (2, None)
    with pytest.raises(errors.IvyBroadcastShapeError):
        ivy.broadcast_shapes((2,), (3,))


def test_as_strided_stays_inside(backend: str) -> None:
    with pytest.raises(errors.IvyValueError, match="within 4 elements"):
        ivy.as_strided(arange(4), (3, 3), (4, 4))
    with pytest.raises(errors.IvyValueError, match="multiples of 4 bytes"):
        ivy.as_strided(arange(4), (2,), (3,))


# ---- join and split ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtypes", "expected"),
    [
        (("int32", "float32"), "float32"),
        (("int64", "float16"), "float16"),
        (("uint8", "int8"), "int16"),
        (("bfloat16", "float16"), "float32"),
        (("uint16", "uint8"), "uint16"),
        (("bool", "int8"), "int8"),
        (("float32", "complex64"), "complex64"),
        (("uint64", "float32"), "float32"),
    ],
)
@pytest.mark.parametrize("wrapped", [True, False])
def test_joining_promotes(
    backend: str, dtypes: tuple[str, str], expected: str, wrapped: bool
) -> None:
    arrays = [ivy.ones((2,), dtype=dtype) for dtype in dtypes]
    if not wrapped:
        arrays = [x.data for x in arrays]
    for operation in (ivy.concat, ivy.stack):
        assert ivy.Array(operation(arrays)).dtype == expected
        assert ivy.Array(operation(arrays[::-1])).dtype == expected


def test_split_names_what_does_not_divide(backend: str) -> None:
    with pytest.raises(errors.IvyValueError, match="divides 5"):
        ivy.split(arange(5), num_or_size_splits=2)
    with pytest.raises(errors.IvyValueError, match="add up to 5"):
        ivy.split(arange(5), num_or_size_splits=[1, 2])


def test_split_of_the_rest(backend: str) -> None:
    parts = ivy.split(arange(5), num_or_size_splits=[1, -1])
    assert [part.shape for part in parts] == [(1,), (4,)]


def test_cuts_count_from_the_end(backend: str) -> None:
    parts = ivy.hsplit(arange(2, 5), [1, -1, 9])
    for part, expected in zip(
        parts, np.hsplit(np.arange(10.0).reshape(2, 5), [1, -1, 9]), strict=True
    ):
        assert_close(part, expected, "float32")


# ---- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.5, 2.5, [1, 1, 2, 2]),
        (-1000, 1000, [0, 1, 2, 3]),
        (-np.inf, np.inf, [0, 1, 2, 3]),
        (1000, None, [127] * 4),
        (None, -1000, [-128] * 4),
        (2, 1, [1] * 4),
    ],
)
def test_clip_of_integers_keeps_the_dtype(
    backend: str, low: Any, high: Any, expected: list[int]
) -> None:
    assert_close(ivy.clip(arange(4, dtype="int8"), low, high), np.array(expected, "int8"))


def test_clip_by_arrays_of_another_dtype(backend: str) -> None:
    x = arange(4, dtype="float32")
    result = ivy.clip(x, ivy.array([1, 1, 1, 1]), ivy.array(2.0, dtype="float64"))
    assert_close(result, np.array([1, 1, 2, 2], "float32"))


def test_clip_takes_one_spelling(backend: str) -> None:
    with pytest.raises(errors.IvyValueError):
        ivy.clip(arange(4), 1, x_min=2)


# ---- pick and put -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "outside"),
    [
        ("float16", np.nan),
        ("bfloat16", np.nan),
        ("complex64", np.nan),
        ("int16", -(2**15)),
        ("int64", -(2**63)),
        ("uint8", 255),
        ("uint64", 2**64 - 1),
        ("bool", True),
    ],
)
def test_take_fills_what_is_outside(backend: str, dtype: str, outside: Any) -> None:
    x = ivy.zeros((3,), dtype=dtype)
    expected = np.array([outside, 0, outside], "float32" if dtype == "bfloat16" else dtype)
    assert_close(ivy.take(x, ivy.array([3, -3, -4])), expected, dtype)
    assert_close(ivy.take_along_axis(x, ivy.array([3, -3, -4])), expected, dtype)


@pytest.mark.columns("numpy", "torch", "tensorflow")
def test_take_raises_when_asked(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.take(arange(3), ivy.array([3]), mode="raise")


def test_take_with_unsigned_and_small_indices(backend: str) -> None:
    for dtype in ("int8", "uint8", "int16", "uint16", "uint32", "uint64"):
        index = ivy.array([2, 0], dtype=dtype)
        assert_close(ivy.take(arange(3), index), np.array([2, 0], "float32"))
        assert_close(ivy.take_along_axis(arange(3), index), np.array([2, 0], "float32"))
        assert_close(ivy.take(arange(3), index, mode="wrap"), np.array([2, 0], "float32"))


def test_take_from_nothing(backend: str) -> None:
    nothing = ivy.zeros((0, 2))
    assert_close(ivy.take(nothing, ivy.array([0]), axis=0), np.full((1, 2), np.nan, "float32"))
    empty = ivy.astype(ivy.zeros((0,)), "int32")
    assert ivy.take(nothing, empty, axis=0).shape == (0, 2)
    with pytest.raises(errors.IvyIndexError):
        ivy.take(nothing, ivy.array([0]), axis=0, mode="wrap")


def test_choose(backend: str) -> None:
    choices = [ivy.array([1.0, 2.0, 3.0]), ivy.array([4, 5, 6])]
    assert_close(ivy.choose(ivy.array([1, 0, 1]), choices), np.array([4, 2, 6], "float32"))
    wrapped = ivy.choose(ivy.array([[3, -2, 0]]), choices, mode="wrap")
    assert_close(wrapped, np.array([[4, 2, 3]], "float32"))


def test_top_k_puts_nan_first_and_keeps_the_order_of_ties(backend: str) -> None:
    values, indices = ivy.top_k(ivy.array([1.0, np.nan, 2.0, 2.0]), 3)
    assert_close(values, np.array([np.nan, 2, 2], "float32"))
    assert_close(indices, np.array([1, 2, 3]), "int64")
    with pytest.raises(errors.IvyValueError):
        ivy.top_k(arange(3), 4)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int32", "uint8", "float64"])
@pytest.mark.parametrize("largest", [True, False])
def test_top_k_of_many(backend: str, dtype: str, largest: bool) -> None:
    numbers = np.random.default_rng(0).integers(0, 100, (2, 3000)).astype(dtype)
    if dtype.startswith("float"):
        numbers[:, 5::700] = np.nan
        numbers[:, 6::700] = -0.0
    keys = np.nan_to_num(numbers.astype("float64"), nan=1e9)
    order = np.argsort(-keys if largest else keys, axis=1, stable=True)[:, :9]
    for axis in (1, 0):
        x = ivy.array(numbers if axis else numbers.T)
        values, indices = ivy.top_k(x, 9, axis=axis, largest=largest)
        expected = order if axis else order.T
        assert_close(indices, expected, "int64")
        chosen = np.take_along_axis(numbers if axis else numbers.T, expected, axis)
        assert_close(values, chosen)


# ---- pad --------------------------------------------------------------------------------------


def test_pad_dilated(backend: str) -> None:
    x = ivy.array([1.0, 2.0, 3.0])
    padded = ivy.pad(x, [(1, -1, 2)], mode="dilated", constant_values=9)
    assert_close(padded, np.array([9, 1, 9, 9, 2, 9, 9], "float32"))


def test_pad_in_an_unknown_mode_raises(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.pad(arange(3), 1, mode="sideways")


def test_pad_by_numbers_for_each_side(backend: str) -> None:
    padded = ivy.pad(arange(2, 2), (1, 0), constant_values=(5, 6))
    expected = np.pad(np.arange(4.0).reshape(2, 2), (1, 0), constant_values=(5, 6))
    assert_close(padded, expected, "float32")


def test_check_scalar() -> None:
    assert ivy.check_scalar(1.5, False, True) is None
    with pytest.raises(errors.IvyTypeError):
        ivy.check_scalar(1.5, True, False)
    with pytest.raises(errors.IvyTypeError):
        ivy.check_scalar("1", False, False)
    with pytest.raises(errors.IvyValueError):
        ivy.check_scalar(-1, True, True)
