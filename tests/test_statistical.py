"""Reductions: axes, dtypes, NaN, nothing to reduce, and what frameworks get wrong silently."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError
from tests.helpers import to_numpy

REDUCTIONS = ["sum", "prod", "max", "min", "mean", "var", "std"]
SUMS = ["sum", "prod", "cumulative_sum", "cumulative_prod", "cumsum", "cumprod"]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("axis", [2, -3, (0, 2), [5]])
def test_axis_out_of_range(name: str, axis: Any, backend: str) -> None:
    with pytest.raises(IvyIndexError):
        getattr(ivy, name)(ivy.ones((2, 3)), axis=axis)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_0d_arrays_have_no_axis(name: str, backend: str) -> None:
    with pytest.raises(IvyIndexError):
        getattr(ivy, name)(ivy.array(1.0), axis=0)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_repeated_axis(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.ones((2, 3)), axis=(0, -2))


@pytest.mark.parametrize("name", ["max", "min"])
@pytest.mark.parametrize("axis", [None, 0, (0, 1)])
def test_nothing_to_compare(name: str, axis: Any, backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.zeros((0, 3)), axis=axis)


@pytest.mark.parametrize("name", ["max", "min"])
def test_complex_numbers_have_no_order(name: str, backend: str) -> None:
    with pytest.raises(IvyTypeError):
        getattr(ivy, name)(ivy.array([1.0 + 2.0j]))


@pytest.mark.parametrize("name", ["max", "min"])
def test_where_needs_an_initial_value(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError, match="initial"):
        getattr(ivy, name)(ivy.ones((3,)), where=ivy.array([True, False, True]))


@pytest.mark.parametrize("name", ["max", "min", "cummin"])
@pytest.mark.parametrize("size", [1, 3, 8, 33])
def test_nan_is_kept_wherever_it_is(name: str, size: int, backend: str) -> None:
    for place in {0, size // 2, size - 1}:
        values = np.arange(size, dtype="float32")
        values[place] = np.nan
        assert np.isnan(to_numpy(getattr(ivy, name)(ivy.array(values)))).any()


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("bool", "int32"),
        ("int8", "int32"),
        ("int16", "int32"),
        ("int32", "int32"),
        ("int64", "int64"),
        ("uint8", "uint32"),
        ("uint16", "uint32"),
        ("uint32", "uint32"),
        ("uint64", "uint64"),
        ("bfloat16", "bfloat16"),
    ],
)
def test_dtype_of_sums(name: str, dtype: str, expected: str, backend: str) -> None:
    assert getattr(ivy, name)(ivy.ones((3,), dtype=dtype), axis=0).dtype == expected


def test_sums_follow_the_default_integer(backend: str) -> None:
    ivy.set_default_int_dtype("int64")
    try:
        assert ivy.sum(ivy.ones((3,), dtype="int8")).dtype == "int64"
    finally:
        ivy.unset_default_int_dtype()


def test_sums_wrap_around_in_their_dtype(backend: str) -> None:
    largest = ivy.array([2**31 - 1, 1], dtype="int32")
    assert ivy.sum(largest).item() == -(2**31)
    assert ivy.sum(ivy.array([2**64 - 1, 2], dtype="uint64")).item() == 1
    assert ivy.prod(ivy.array([2**32, 2**32], dtype="uint64")).item() == 0


def test_dtype_is_what_elements_are_cast_to(backend: str) -> None:
    assert ivy.sum(ivy.array([0.75, 0.75]), dtype="int32").item() == 0
    assert ivy.sum(ivy.array([100, 100], dtype="int8"), dtype="float64").dtype == "float64"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_halves_are_summed_in_float32(dtype: str, backend: str) -> None:
    ones = ivy.ones((4096,), dtype=dtype)
    assert ivy.sum(ones).item() == 4096
    assert ivy.mean(ones * 100).item() == 100
    assert ivy.cumulative_sum(ones)[-1].item() == 4096
    assert ivy.var(ones * 100).item() == 0


@pytest.mark.filterwarnings("ignore")  # NumPy and PyTorch warn
def test_no_freedom_left(backend: str) -> None:
    assert ivy.var(ivy.array([1.0, 2.0]), correction=2).item() == np.inf
    assert np.isnan(ivy.var(ivy.array([1.0, 1.0]), correction=3).item())


@pytest.mark.parametrize("name", ["mean", "median", "nanmedian", "nanmean"])
def test_mean_of_nothing(name: str, backend: str) -> None:
    with np.errstate(all="ignore"):
        assert np.isnan(getattr(ivy, name)(ivy.zeros((0,))).item())


@pytest.mark.parametrize("name", ["nanmean", "nanmedian", "nanmin"])
def test_all_nan(name: str, backend: str) -> None:
    with np.errstate(all="ignore"):
        assert np.isnan(getattr(ivy, name)(ivy.array([float("nan")] * 3)).item())


def test_equal_infinities_have_a_median(backend: str) -> None:
    assert ivy.median(ivy.array([np.inf, np.inf, 1.0, np.inf])).item() == np.inf


@pytest.mark.parametrize("q", [-0.1, 1.5])
def test_fractions_outside_0_to_1(q: float, backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.quantile(ivy.ones((3,)), q)


def test_unknown_interpolation(backend: str) -> None:
    with pytest.raises(IvyValueError, match="interpolation"):
        ivy.quantile(ivy.ones((3,)), 0.5, interpolation="cubic")


def test_quantile_takes_a_list(backend: str) -> None:
    result = ivy.quantile(ivy.array([1.0, 2.0, 3.0]), [0.0, 0.5])
    assert result.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative_needs_an_axis(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.ones((2, 3)))


def test_cummax_knows_the_last_of_equal_maxima(backend: str) -> None:
    values, indices = ivy.cummax(ivy.array([2, 2, 1, 3], dtype="uint16"))
    assert values.tolist() == [2, 2, 2, 3]
    assert indices.tolist() == [0, 1, 1, 3]
    assert ivy.cummax(ivy.array([1.0, 3.0]), exclusive=True).values.tolist() == [-np.inf, 1.0]
    assert ivy.cummin(ivy.array([5, 3], dtype="int8"), exclusive=True).tolist() == [127, 5]


@pytest.mark.parametrize("x", [[0.5, 1.0], [True]])
def test_bincount_counts_integers(x: list[Any], backend: str) -> None:
    with pytest.raises(IvyTypeError):
        ivy.bincount(ivy.array(x))


def test_bincount_of_weights(backend: str) -> None:
    result = ivy.bincount(ivy.array([1, 1, 3]), weights=ivy.array([0.5, 1.0, 2.0]))
    assert result.tolist() == [0.0, 1.5, 0.0, 2.0]
    assert result.dtype == "float32"


def test_histogram_leaves_out_nan_and_what_is_outside(backend: str) -> None:
    x = ivy.array([-1.0, 0.0, 0.5, 1.0, 2.0, 9.0, float("nan")])
    assert ivy.histogram(x, bins=2, range=(0.0, 2.0)).tolist() == [2.0, 2.0]
    assert ivy.histogram(x, bins=ivy.array([0.0, 1.0, 2.0]), dtype="int32").dtype == "int32"


def test_histogram_of_equal_elements(backend: str) -> None:
    assert ivy.histogram(ivy.array([3.0, 3.0]), bins=2).tolist() == [0.0, 2.0]


def test_einsum_of_booleans_and_wide_unsigned(backend: str) -> None:
    x = ivy.array([[1, 2], [3, 4]], dtype="uint32")
    assert ivy.einsum("ij,jk->ik", x, x).tolist() == [[7, 10], [15, 22]]


def test_einsum_refuses_wrong_sizes(backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.einsum("ij,jk->ik", ivy.ones((2, 3)), ivy.ones((2, 3)))


@pytest.mark.parametrize("name", ["sum", "mean", "max", "var"])
def test_rank_above_8(name: str, backend: str) -> None:
    x = ivy.ones((1, 2) * 5)
    assert getattr(ivy, name)(x, axis=(0, 3, 9)).shape == (2, 1, 1, 2, 1, 2, 1)


@pytest.mark.columns("tensorflow")
def test_unknown_sizes_are_traced(backend: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32)])
    def program(x: Any) -> Any:
        scaled = ivy.matmul(x, ivy.matrix_transpose(x))
        return ivy.sum(x, axis=0), ivy.mean(x), ivy.max(x, axis=1), ivy.var(x, correction=1), scaled

    x = np.arange(12, dtype="float32").reshape(4, 3)
    results = program(x)
    np.testing.assert_allclose(results[0], x.sum(0))
    np.testing.assert_allclose(results[3], x.var(ddof=1), rtol=1e-6)
    np.testing.assert_allclose(results[4], x @ x.T)


def test_reduction_of_a_reduction(backend: str) -> None:
    """NumPy's are scalars, not arrays."""
    x = ivy.array([[1.0, 2.0], [3.0, 4.0]])
    assert ivy.sum(ivy.sum(x)).item() == 10
    assert ivy.max(ivy.mean(x), axis=()).item() == 2.5
