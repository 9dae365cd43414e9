"""Groups without rows, iterators over indices, and wrong arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyValueError
from tests.helpers import native, to_numpy

REDUCTIONS = ["sum", "mean", "min"]


@pytest.mark.parametrize(
    ("dtype", "largest"), [("float32", np.finfo("float32").max), ("int32", 2**31 - 1)]
)
def test_segments_without_rows(dtype: str, largest: Any, backend: str) -> None:
    data, ids = ivy.array([4, 3], dtype=dtype), ivy.array([1, 1])
    assert ivy.unsorted_segment_sum(data, ids, 3).tolist() == [0, 7, 0]
    assert ivy.unsorted_segment_mean(data, ids, 3).tolist()[::2] == [0, 0]
    assert ivy.unsorted_segment_min(data, ids, 3).tolist() == [largest, 3, largest]


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_rows_outside_do_not_count(reduction: str, backend: str) -> None:
    function = getattr(ivy, f"unsorted_segment_{reduction}")
    data = ivy.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert function(data, ivy.array([-1, 0, 7]), 1).tolist() == [[3.0, 4.0]]


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_wrong_segments(reduction: str, backend: str) -> None:
    function = getattr(ivy, f"unsorted_segment_{reduction}")
    with pytest.raises(IvyValueError, match="segment_ids"):
        function(ivy.ones((3, 2)), ivy.array([0, 1]), 2)
    with pytest.raises(IvyValueError, match="num_segments"):
        function(ivy.ones(2), ivy.array([0, 1]), -1)


def test_equal_rows_share_the_gradient_of_their_minimum(backend: str) -> None:
    data = ivy.array([2.0, 1.0, 1.0])
    gradient = ivy.grad(lambda x: ivy.sum(ivy.unsorted_segment_min(x, ivy.array([0, 0, 0]), 1)))
    assert gradient(data).tolist() == [0.0, 0.5, 0.5]


def test_sums_of_halves_are_rounded_once(backend: str) -> None:
    data = ivy.full((3000,), 1.0, dtype="float16")
    ids = ivy.zeros((3000,), dtype="int32")
    assert ivy.unsorted_segment_sum(data, ids, 1).tolist() == [3000.0]


def test_ndenumerate_and_ndindex(backend: str) -> None:
    x = np.arange(6).reshape(2, 3)
    found = list(ivy.ndenumerate(ivy.array(x)))
    assert [(index, int(value)) for index, value in found] == list(np.ndenumerate(x))
    assert all(isinstance(value, ivy.Array) for _, value in found)
    natives = list(ivy.ndenumerate(native(x, backend)))
    assert not any(isinstance(value, ivy.Array) for _, value in natives)
    assert list(ivy.ndindex((2, 3))) == list(np.ndindex(2, 3))
    assert [index for index, _ in ivy.ndenumerate([[1, 2]])] == [(0, 0), (0, 1)]


def test_sparse_indices(backend: str) -> None:
    rows, columns = ivy.indices((2, 3), dtype="int32", sparse=True)
    assert (rows.shape, columns.shape, rows.dtype) == ((2, 1), (1, 3), "int32")


def test_eye_like_of_a_number(backend: str) -> None:
    with pytest.raises(IvyValueError, match="at least one axis"):
        ivy.eye_like(ivy.array(1.0))
    assert ivy.eye_like(ivy.ones((2, 2)), dtype="int32").dtype == "int32"


def test_polyval_of_numbers(backend: str) -> None:
    assert float(ivy.polyval([1.0, 2.0, 3.0], 2)) == 11.0
    assert to_numpy(ivy.polyval(ivy.array([2, 1]), ivy.array([[1, 2]]))).tolist() == [[3, 5]]
    with pytest.raises(IvyValueError, match="coeffs"):
        ivy.polyval(ivy.ones((2, 2)), ivy.ones(2))


# ---- reduce and optional values ---------------------------------------------------------------


def test_reduce(backend: str) -> None:
    x = np.arange(30.0).reshape(2, 3, 5)
    array = ivy.array(x, dtype="float64")
    cases = [
        (0.0, ivy.add, {"axes": (0, 2)}, x.sum((0, 2))),
        (7.0, ivy.minimum, {"axes": -1, "keepdims": True}, np.minimum(x.min(-1, keepdims=True), 7)),
        (1.0, ivy.multiply, {}, x.prod(0)),
        (0.0, lambda a, b: a + b, {"axes": 1}, x.sum(1)),
        (0.0, ivy.add, {"axes": ()}, x),
    ]
    for start, function, options, expected in cases:
        result = ivy.reduce(array, start, function, **options)
        assert isinstance(result, ivy.Array)
        np.testing.assert_allclose(to_numpy(result), expected)
    plain = ivy.reduce(native(x, backend), 0.0, ivy.add)
    assert not isinstance(plain, ivy.Array)
    np.testing.assert_allclose(to_numpy(plain), x.sum(0))
    assert ivy.reduce(ivy.zeros((0, 2)), 3.0, ivy.add).tolist() == [3.0, 3.0]


def test_reduce_keeps_the_order(backend: str) -> None:
    matrices = np.random.default_rng(0).standard_normal((5, 2, 2))
    pairs = ivy.array(matrices.reshape(5, 4), dtype="float64")

    def product(a: Any, b: Any) -> Any:
        shape = (*a.shape[:-1], 2, 2)
        return ivy.reshape(ivy.reshape(a, shape) @ ivy.reshape(b, shape), a.shape)

    result = ivy.reduce(pairs, ivy.array([1.0, 0.0, 0.0, 1.0], dtype="float64"), product)
    expected = np.linalg.multi_dot(list(matrices))
    np.testing.assert_allclose(to_numpy(result).reshape(2, 2), expected, atol=1e-12)


def test_reduce_has_a_gradient(backend: str) -> None:
    x = ivy.array([1.0, 2.0, 4.0])
    gradient = ivy.grad(lambda x: ivy.reduce(x, 1.0, ivy.multiply))
    assert gradient(x).tolist() == [8.0, 4.0, 2.0]


def test_optional_get_element(backend: str) -> None:
    x = ivy.array([1, 2])
    assert ivy.optional_get_element(x) is x
    assert ivy.optional_get_element([x]) == [x]
    out = ivy.zeros(2, dtype="int32")
    assert ivy.optional_get_element(x, out=out) is out
    with pytest.raises(IvyValueError, match="expected a value"):
        ivy.optional_get_element()
