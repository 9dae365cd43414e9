"""What `python -m tests.fuzz` and sweeps over all samples found, one test per defect."""

from __future__ import annotations

import math
import operator
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.special

import ivy
from ivy.errors import (
    IvyBroadcastShapeError,
    IvyFileError,
    IvyIndexError,
    IvyInvalidBackendException,
    IvyMemoryError,
    IvyTypeError,
    IvyValueError,
)
from tests.helpers import assert_close, dtype_of, native, to_numpy, zeros

# ---- values and dtypes --------------------------------------------------------------------------


def test_soft_thresholding_of_unsigned_integers_does_not_wrap(backend: str) -> None:
    for dtype in ("uint8", "uint16", "uint64"):
        found = ivy.soft_thresholding(ivy.array([3, 0, 1], dtype=dtype), 2)
        assert_close(found, np.array([1, 0, 0]), dtype, backend)


def test_threshold_of_integers_takes_the_dtype_of_the_value(backend: str) -> None:
    found = ivy.threshold(ivy.array([0, 3], dtype="int8"), 0.5, 0.25)
    assert_close(found, np.array([0.25, 3.0]), "float32", backend)


def test_igamma_at_zero(backend: str) -> None:
    found = ivy.igamma(ivy.array([0.0, 0.0, 2.0]), ivy.array([3.0, 0.1, 1.0]))
    assert_close(found, np.array([1.0, 1.0, 0.26424111]), "float32", backend)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint16", "int32", "int64"])
def test_comparing_integers_with_a_number_their_dtype_does_not_hold(
    dtype: str, backend: str
) -> None:
    values = np.array([0, 1, 44, 127], dtype)  # 300 is 44 in 8 bits
    x = native(values, backend)
    for number in (-1, 128, 300, -129, 2**16 + 44, 2**40, 2**63, -(2**70)):
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt):
            expected = np.array([compare(int(v), number) for v in values])
            assert_close(compare(ivy.Array(x), number), expected, "bool", backend)
            swapped = np.array([compare(number, int(v)) for v in values])
            assert_close(compare(number, ivy.Array(x)), swapped, "bool", backend)
        expected = np.array([int(v) >= number for v in values])
        assert_close(ivy.greater_equal(x, number), expected, "bool", backend)


def test_gcd_and_lcm_of_the_least_integer(backend: str) -> None:
    for dtype in ("int8", "int32", "int64"):
        x = native(np.array([np.iinfo(dtype).min, 6, 0], dtype), backend)
        assert_close(ivy.gcd(x, 6), np.array([2, 6, 6]), dtype, backend)
        fours = native(np.array([4, 4, 4], dtype), backend)
        assert_close(ivy.gcd(x, fours), np.array([4, 2, 4]), dtype, backend)
    x = native(np.array([4, -6], "int32"), backend)
    assert_close(ivy.lcm(x, 6), np.array([12, 6]), "int32", backend)


def test_irfftn_keeps_half_precision(backend: str) -> None:
    values = np.array([[3.25, 0.5, -0.75], [2.5, -2.0, 3.0]])
    for dtype in ("float16", "bfloat16"):
        found = ivy.irfftn(ivy.array(values, dtype=dtype))
        assert_close(found, np.fft.irfftn(values), dtype, backend)


@pytest.mark.columns("numpy", "torch", "tensorflow")  # JAX has NaN at 0 ** -1 too
def test_float_power_of_complex_zero(backend: str) -> None:
    x = native(np.array([0j, 0j, 2j]), backend)
    p = native(np.array([-1.0 + 3.0j, 2.0 + 0.0j, 2.0 + 0.0j]), backend)
    assert_close(ivy.float_power(x, p), np.array([complex(np.nan, np.nan), 0, -4]), "complex128")


def test_broadcast_to_a_size(backend: str) -> None:
    assert_close(ivy.broadcast_to(ivy.array(2), 3), np.array([2, 2, 2]), "int32", backend)


def test_clip_vector_norm_of_integers(backend: str) -> None:
    assert_close(
        ivy.clip_vector_norm(ivy.array([3, 4]), 2.0), np.array([1.2, 1.6]), "float32", backend
    )
    assert_close(ivy.clip_vector_norm(ivy.array([3, 0]), 0), np.zeros(2), "float32", backend)


def test_lexsort_of_keys_without_axes(backend: str) -> None:
    found = ivy.lexsort([ivy.array(1.0), ivy.array(5.0)])
    assert (tuple(found.shape), int(found)) == ((), 0)


def test_hardtanh_of_unsigned_integers_does_not_wrap(backend: str) -> None:
    found = ivy.hardtanh(ivy.array([0, 5], dtype="uint8"))
    assert_close(found, np.array([0, 1]), "uint8", backend)


def test_heaviside_of_integers_and_a_number_is_of_the_default_dtype(backend: str) -> None:
    for x in (ivy.array([True, False]), ivy.array([1, 0])):
        assert_close(ivy.heaviside(x, 0.5), np.array([1.0, 0.5]), "float32", backend)


@pytest.mark.parametrize("name", ["relu", "relu6"])
def test_modes_of_complex_numbers_take_all_integers(name: str, backend: str) -> None:
    found = getattr(ivy, name)(ivy.array([0, 4], dtype="uint32"), complex_mode="magnitude")
    assert_close(found, np.array([0, 4]), "uint32", backend)


def test_softmax_of_no_integers_is_floating(backend: str) -> None:
    assert_close(ivy.softmax(zeros(0, 3, dtype="bool")), np.zeros((0, 3)), "float32", backend)


@pytest.mark.parametrize("padding", ["VALID", [(1, 0), (0, 2)]], ids=str)
def test_gradient_of_filters_of_one_element_with_strides(backend: str, padding: Any) -> None:
    """The kernels of torch 2.13 and TensorFlow 2.21 with oneDNN write past the gradient's end."""
    generator = np.random.default_rng(0)
    x, filters = generator.normal(size=(2, 8, 8, 4)), generator.normal(size=(1, 1, 4, 3))

    def loss(w: Any) -> Any:
        return ivy.sum(ivy.conv2d(ivy.array(x, dtype="float32"), w, 2, padding) ** 2)

    pads = [(0, 0), (0, 0)] if padding == "VALID" else padding
    picked = np.pad(x, [(0, 0), *pads, (0, 0)])[:, ::2, ::2]
    expected = 2 * np.einsum("nhwi,nhwo->io", picked, picked @ filters[0, 0])
    found = ivy.grad(loss)(ivy.array(filters, dtype="float32"))
    assert_close(found, expected[None, None], "float32", backend, tolerance=8)  # sums of 50


@pytest.mark.parametrize("groups", [1, 2])
def test_transposed_filters_of_one_element_with_strides(backend: str, groups: int) -> None:
    generator = np.random.default_rng(0)
    x, filters = generator.normal(size=(2, 4, 5, 4)), generator.normal(size=(1, 1, 3, 4))
    parts = zip(np.split(x, groups, -1), np.split(filters[0, 0], groups, -1), strict=True)
    products = np.concatenate([a @ b.T for a, b in parts], -1)
    expected = np.zeros((2, 8, 15, products.shape[-1]))
    expected[:, ::2, ::3] = products

    def result(w: Any) -> Any:
        return ivy.conv_general_transpose(
            ivy.array(x, dtype="float32"),
            w,
            (2, 3),
            "SAME",
            output_shape=(8, 15),
            feature_group_count=groups,
        )

    w = ivy.array(filters, dtype="float32")
    assert_close(result(w), expected, "float32", backend, tolerance=4)
    parts = zip(np.split(x, groups, -1), np.split(products, groups, -1), strict=True)
    slopes = [2 * np.einsum("nhwi,nhwo->oi", a, y) for a, y in parts]
    found = ivy.grad(lambda w: ivy.sum(result(w) ** 2))(w)
    assert_close(found, np.concatenate(slopes, -1)[None, None], "float32", backend, tolerance=16)


@pytest.mark.parametrize("transposed", [False, True])
def test_filters_of_one_element_on_channels_that_are_last_in_memory(transposed: bool) -> None:
    torch = pytest.importorskip("torch")
    x = torch.randn(2, 4, 8, 15).to(memory_format=torch.channels_last)
    w = torch.randn(1, 1, 4, 4)
    call = ivy.conv2d_transpose if transposed else ivy.conv2d

    def loss(x: Any, w: Any) -> Any:
        return ivy.sum(call(x, w, (2, 3), "VALID", data_format="NCHW") ** 2)

    for _ in range(20):  # torch 2.13 wrote past the result: the process ended sooner or later
        found = ivy.grad(lambda w: loss(x, w))(w)
        exact = ivy.grad(lambda w: loss(x.double(), w))(w.double())
        assert_close(found, ivy.to_numpy(exact), "float32", "torch", tolerance=16)


def test_gradient_of_strided_filters_from_one_channel_to_one(backend: str) -> None:
    """To compile it XLA of jax 0.10 ended the process."""
    x = np.random.default_rng(0).normal(size=(2, 1, 4, 6))
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(x, [(0, 0)] * 2 + [(1, 1)] * 2), (3, 2), (2, 3)
    )
    expected = windows[:, :, ::2, ::2].sum((0, 1, 2, 3))

    def loss(w: Any) -> Any:
        x32 = ivy.array(x, dtype="float32")
        return ivy.sum(ivy.conv2d(x32, w, 2, 1, data_format="NCHW"))

    found = ivy.grad(loss)(ivy.ones((3, 2, 1, 1)))
    assert_close(found, expected[..., None, None], "float32", backend, tolerance=16)


@pytest.mark.parametrize("order", ["channel_last", "channel_first"])
@pytest.mark.parametrize("transposed", [False, True])
def test_gradient_of_filters_of_one_channel(order: str, transposed: bool, backend: str) -> None:
    """torch 2.13 refuses strides that are channels last, of one channel, for one sample."""
    generator = np.random.default_rng(0)
    channels = (2, 1) if not transposed else (3, 1)  # in and out, or out and in
    x = generator.normal(size=(1, 4, 5, channels[transposed]))
    w = generator.normal(size=(2, 2, *channels))
    call = ivy.conv2d_transpose if transposed else ivy.conv2d

    def loss(x: Any, w: Any) -> Any:
        w = w if order == "channel_last" else ivy.permute_dims(w, (3, 2, 0, 1))
        return ivy.sum(call(x, w, 1, "VALID", filter_format=order))

    # Every product of an entry of x and one of w is in the sum as often as a window has both.
    if transposed:
        expected = np.broadcast_to(x.sum(), w.shape)
    else:
        parts = [[x[0, i : i + 3, j : j + 4].sum((0, 1)) for j in (0, 1)] for i in (0, 1)]
        expected = np.array(parts)[..., None]
    found = ivy.grad(loss, argnums=1)(*(ivy.array(a, dtype="float32") for a in (x, w)))
    assert_close(found, expected, "float32", backend, tolerance=16)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_antialiased_to_one_column(mode: str, backend: str) -> None:
    x = np.random.default_rng(0).normal(size=(2, 3, 6, 4)).astype("float32")
    whole = ivy.interpolate(ivy.array(x), (2, 4), mode=mode, antialias=True)
    expected = ivy.interpolate(ivy.swapaxes(whole, 2, 3), (1, 2), mode=mode, antialias=True)
    found = ivy.interpolate(ivy.array(x), (2, 1), mode=mode, antialias=True)
    assert_close(found, np.swapaxes(to_numpy(expected), 2, 3), "float32", backend, tolerance=8)


@pytest.mark.parametrize("dtype", ["int64", "uint16", "complex64", "bool", "float16"])
@pytest.mark.parametrize("bounds", [(0.5,), (0.5, 3), (3, 0, -0.5), (4,), (2, 2.0)], ids=str)
def test_arange_casts_the_values_not_the_bounds(backend: str, bounds: Any, dtype: str) -> None:
    found = ivy.arange(*bounds, dtype=dtype)
    assert_close(found, np.arange(*bounds, dtype="float64").astype(dtype), dtype, backend)


def test_complex_powers_of_zero_and_to_zero(backend: str) -> None:
    powers = np.array([0, 1, -1, 1j, 2 + 1j, -2 - 1j, 0.5], "complex64")
    for base in (0, 2j):
        x = np.full(powers.shape, base, "complex64")
        with np.errstate(all="ignore"):
            expected = np.power(x, powers)
        assert_close(ivy.pow(ivy.array(x), ivy.array(powers)), expected, "complex64", backend)
    for power in (0, 0.0, 0j):
        assert_close(ivy.array([0j, 2j]) ** power, np.ones(2), "complex64", backend)
    assert np.isnan(to_numpy(ivy.array([0j]) ** -1)).all()


def test_gradients_of_powers_of_zero(backend: str) -> None:
    """`p * 0 ** (p - 1)`: 1 for the first power, 0 for higher ones and for the zeroth."""
    for power, slope in ((0, 0), (0.0, 0), (1, 1), (1.0, 1), (2, 0), (2.0, 0), (1.5, 0)):
        for dtype, exponents in (("float32", [power]), ("complex64", [power, complex(power)])):
            x = ivy.array([0.0, 1.0], dtype=dtype)
            for p in exponents:
                found = ivy.grad(lambda z, p=p: ivy.sum(ivy.real(z**p)))(x)
                assert_close(found, np.array([slope, power]), dtype, backend)


def test_gradients_of_complex_powers_of_zero_to_arrays(backend: str) -> None:
    x, powers = ivy.array([0j, 0j, 0j, 0j, 2j]), ivy.array([0j, 1 + 0j, 2 + 0j, 2 + 1j, 2 + 0j])
    of_base = ivy.grad(lambda z: ivy.sum(ivy.real(ivy.pow(z, powers))))(x)
    assert_close(of_base, np.array([0, 1, 0, 0, -4j]), "complex64", backend, tolerance=4)
    of_power = ivy.grad(lambda p: ivy.sum(ivy.real(ivy.pow(x, p))))(powers)
    slope = np.conj(np.log(2j) * (2j) ** 2)
    assert_close(of_power, np.array([0, 0, 0, 0, slope]), "complex64", backend, tolerance=4)
    second = ivy.grad(lambda y: ivy.sum(ivy.real(ivy.grad(lambda z: ivy.sum(z**2.0))(y))))
    assert_close(second(ivy.array([0j, 1j])), np.array([2, 2]), "complex64", backend, tolerance=4)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_complex_powers_are_traced(backend: str, jit: Any) -> None:
    x, powers = ivy.array([0j, 1j, 0j]).data, ivy.array([1 + 0j, 1 + 0j, -1 + 0j]).data
    found = jit(ivy.pow)(x, powers)
    assert_close(found, np.array([0, 1j, complex(np.nan, np.nan)]), "complex64", tolerance=4)


@pytest.mark.parametrize(("name", "slope"), [("elu", 1.0), ("celu", 1.0)])
def test_gradients_where_two_smooth_parts_meet(name: str, slope: float, backend: str) -> None:
    found = ivy.grad(lambda x: ivy.sum(getattr(ivy, name)(x)))(ivy.array([0.0, -0.0]))
    assert_close(found, np.array([slope, slope]), "float32", backend)


def test_gradient_of_selu_at_zero_is_between_those_beside_it(backend: str) -> None:
    found = ivy.grad(lambda x: ivy.sum(ivy.selu(x)))(ivy.array([0.0]))
    assert 1.05 < float(found[0]) < 1.7582


@pytest.mark.parametrize(
    "values", [[0.0, 0.0, 2.0], [3.0, 0.0, 2.0, 5.0], [2.0, 3.0, 4.0]], ids=str
)
def test_gradient_of_cumulative_products_with_zeros(values: list[float], backend: str) -> None:
    x, n = np.array(values), len(values)

    def slope(*left_out: int) -> float:
        """Return the derivative of the sum of all products by these different elements."""
        ends = range(max(left_out), n)
        return sum(float(np.prod(np.delete(x[: j + 1], left_out))) for j in ends)

    def total(x: Any) -> Any:
        return ivy.sum(ivy.cumprod(x))

    found = ivy.grad(total)(ivy.array(x, dtype="float64"))
    assert_close(found, np.array([slope(k) for k in range(n)]), "float64", backend)
    second = ivy.grad(lambda x: ivy.sum(ivy.grad(total)(x)))(ivy.array(x, dtype="float64"))
    expected = [sum(slope(k, m) for m in range(n) if m != k) for k in range(n)]
    assert_close(second, np.array(expected), "float64", backend)


@pytest.mark.parametrize("name", ["relu", "relu6", "hardtanh", "hardshrink"])
def test_activations_of_truth_values_are_integers(name: str, backend: str) -> None:
    found = getattr(ivy, name)(ivy.array([True, False]))
    assert_close(found, np.array([1, 0]), "int32", backend)


def test_clip_of_truth_values_counts_them(backend: str) -> None:
    found = ivy.clip(ivy.array([True, False]), -1, 2)
    assert_close(found, np.array([1, 0]), "int32", backend)


INFINITE = [(-np.inf, 0.0), (0.0, np.inf), (-np.inf, np.inf), (np.inf, np.inf), (0.0, np.nan)]


@pytest.mark.parametrize("bounds", INFINITE, ids=str)
@pytest.mark.parametrize("options", [{}, {"endpoint": False}, {"num": 1}], ids=str)
def test_linspace_to_infinity(backend: str, bounds: Any, options: Any) -> None:
    options = {"num": 3, **options}
    with np.errstate(all="ignore"):
        expected = np.linspace(*bounds, **options)
    assert_close(ivy.linspace(*bounds, **options), expected, "float32", backend)
    arrays = [ivy.array([x]) for x in bounds]
    assert_close(ivy.linspace(*arrays, **options), expected[None], "float32", backend)


def test_linspace_along_an_axis_of_numbers(backend: str) -> None:
    for axis in (0, -1):
        found = ivy.linspace(0, 1, 3, axis=axis)
        assert_close(found, np.array([0, 0.5, 1]), "float32", backend)
    for axis in (1, -2):
        with pytest.raises(IvyIndexError, match="linspace"):
            ivy.linspace(0, 1, 3, axis=axis)


def test_updates_of_integers_are_floating(backend: str) -> None:
    w, gradient = ivy.array([3, 4]), ivy.array([1, 0])
    for rate in (0.1, ivy.array(0.1)):
        found = ivy.lars_update(w, gradient, rate)
        assert_close(found, np.array([2.5, 4.0]), "float32", backend)
    moments = ivy.zeros((2,)), ivy.zeros((2,))
    found, *_ = ivy.lamb_update(w, gradient, 0.1, *moments, 1)
    assert dtype_of(found) == "float32" and float(found[0]) < 3


def test_updates_keep_the_dtype_of_the_weights(backend: str) -> None:
    w, gradient = ivy.array([3.0, 4.0], dtype="float32"), ivy.array([1.0, 0.0], dtype="float64")
    assert_close(ivy.lars_update(w, gradient, 0.1), np.array([2.5, 4.0]), "float32", backend)


def test_factors_of_a_singular_matrix(backend: str) -> None:
    found = ivy.lu_factor(ivy.array([[1.0, 2.0], [2.0, 4.0]]))
    assert_close(found.LU, np.array([[2.0, 4.0], [0.5, 0.0]]), "float32", backend)
    found = ivy.lu_factor(ivy.array([[0.0, 0, 1], [0, 1, 1], [0, 2, 3]]))  # a zero amid the pivots
    assert_close(found.LU, np.array([[0, 0, 1], [0, 2, 3], [0, 0.5, -0.5]]), "float32", backend)
    assert_close(found.p, np.array([0, 2, 1]), "int64", backend)


@pytest.mark.parametrize("count", [2**63 - 1, 2**61])
def test_more_repetitions_than_there_is_room_for(count: int, backend: str) -> None:
    for repeats in (count, ivy.array([count, 1], dtype="int64")):
        with pytest.raises(IvyValueError):
            ivy.repeat(ivy.array([1, 2]), repeats)


def test_counts_of_repetitions_are_a_vector(backend: str) -> None:
    with pytest.raises(IvyValueError, match=r"repeat: expected a vector of counts, got .*\(1, 2\)"):
        ivy.repeat(ivy.array([1, 2]), ivy.array([[1, 2]]))
    counts = ivy.array([0, 2, 3])
    found = ivy.repeat(ivy.array([1, 2, 4]), counts)
    assert_close(found, np.repeat([1, 2, 4], [0, 2, 3]), "int32", backend)


def test_bincount_of_the_largest_number_of_a_dtype(backend: str) -> None:
    for dtype in ("int8", "uint8"):
        x = np.array([0, 3, 3, np.iinfo(dtype).max], dtype)
        assert_close(ivy.bincount(native(x, backend)), np.bincount(x), "int64", backend)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
def test_products_of_many_axes_that_broadcast_in_turn(dtype: str, backend: str) -> None:
    a, b = np.arange(12).reshape(2, 3, 2).astype(dtype), np.arange(8).reshape(2, 2, 2).astype(dtype)
    found = ivy.kron(native(a, backend), native(b, backend))
    assert_close(found, np.kron(a, b), dtype, backend)
    x, y = ivy.ones((2, 1, 2, 1, 2, 1), dtype=dtype), ivy.ones((1, 2, 1, 3, 1, 2), dtype=dtype)
    assert_close(x + y, np.full((2, 2, 2, 3, 2, 2), 2, dtype), dtype, backend)


def test_trapz_between_one_place(backend: str) -> None:
    with pytest.raises(IvyIndexError, match="trapz: expected x with the axis of y"):
        ivy.trapz(ivy.array([2, 4, 1]), x=ivy.array(0))


def test_sparsify_tensor_keeps_a_whole_number_of_elements(backend: str) -> None:
    with pytest.raises(IvyTypeError):
        ivy.sparsify_tensor(ivy.array([1.0, 2.0]), 0.5)


def test_conj_of_truth_values(backend: str) -> None:
    assert_close(ivy.conj(ivy.array([True, False])), np.array([True, False]), "bool", backend)


def test_igamma_where_there_is_no_limit(backend: str) -> None:
    a = np.array([0, np.inf, np.inf, 0, 1, -1.3])
    x = np.array([0, 1, np.inf, np.inf, np.inf, -2])
    found = ivy.igamma(ivy.array(a, dtype="float32"), ivy.array(x, dtype="float32"))
    assert_close(found, scipy.special.gammainc(a, x), "float32", backend)


@pytest.mark.parametrize("axis", [0, 3, -1])
def test_sorting_of_nine_axes(axis: int, backend: str) -> None:
    x = np.array([3.0, 1.0, np.nan, 0.0, 2.0, 5.0, 4.0, 7.0], "float32").reshape(
        2, 1, 1, 2, *[1] * 4, 2
    )
    for array, dtype in ((x, "float32"), (np.nan_to_num(x).astype("uint16"), "uint16")):
        found = ivy.sort(ivy.array(array), axis=axis)
        assert_close(found, np.sort(array, axis), dtype, backend)
        order = ivy.argsort(ivy.array(array), axis=axis)
        assert_close(order, np.argsort(array, axis, stable=True), "int64", backend)


def test_meshgrid_of_matrices(backend: str) -> None:
    rows, columns = np.array([[1, 2, 3]]), np.array([[4, 5]])
    found = ivy.meshgrid(ivy.array(rows), ivy.array(columns))
    for one, expected in zip(found, np.meshgrid(rows, columns), strict=True):
        assert_close(one, expected, "int64", backend)


# ---- arrays without elements --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        (lambda: ivy.fft(zeros(0, 4), 1, "ortho", 6), (0, 6)),
        (lambda: ivy.fft2(zeros(2, 3, 0), (4, 2), (0, 1)), (4, 2, 0)),
        (lambda: ivy.rfft(zeros(0, 4, dtype="uint16")), (0, 3)),
        (lambda: ivy.irfft(zeros(0, 4, dtype="complex64")), (0, 6)),
        (lambda: ivy.dct(zeros(0, 4), type=3, norm="ortho"), (0, 4)),
        (lambda: ivy.conv1d(zeros(1, 0, 1), zeros(3, 1, 1), 2, [(2, 3)], x_dilations=2), (1, 2, 1)),
        (lambda: ivy.lu_factor(zeros(2, 0, 0)).LU, (2, 0, 0)),
        (lambda: ivy.lu_factor(zeros(0, 0)).p, (0,)),
        (lambda: ivy.max_pool1d(zeros(2, 5, 0), 2, 1, "VALID"), (2, 4, 0)),
        (lambda: ivy.avg_pool2d(zeros(2, 5, 4, 0), 2, 1, "SAME"), (2, 5, 4, 0)),
        (lambda: ivy.max_pool3d(zeros(2, 0, 5, 4, 3), 2, 1, "VALID", "NCDHW"), (2, 0, 4, 3, 2)),
        (lambda: ivy.adaptive_avg_pool2d(zeros(2, 5, 4, 0), (2, 3)), (2, 2, 3, 0)),
        (lambda: ivy.adaptive_max_pool2d(zeros(2, 0, 5, 4), (2, 3)), (2, 0, 2, 3)),
        (lambda: ivy.triu(zeros(0, 3), k=-2), (0, 3)),
        (lambda: ivy.tril(zeros(3, 0), k=2), (3, 0)),
        (lambda: ivy.eye_like(zeros(0), k=-1), (0, 0)),
        (lambda: ivy.unfold(zeros(0, 3, 4)), (0, 12)),
        (lambda: ivy.partial_unfold(zeros(2, 0, 4)), (2, 0, 4)),
    ],
)
def test_of_no_elements(backend: str, call: Callable[[], Any], shape: tuple[int, ...]) -> None:
    assert tuple(call().shape) == shape


# ---- errors -------------------------------------------------------------------------------------


@pytest.mark.columns("numpy")  # the others give NaN; LAPACK under NumPy 2.4 never returned
def test_svd_of_infinity_ends(backend: str) -> None:
    x = native(np.resize(np.array([np.inf, -2.1, 0.8, -1.6, 0.9], "float32"), (4, 4)), backend)
    for function in (ivy.svd, ivy.svdvals, ivy.pinv, ivy.matrix_rank):
        with pytest.raises(IvyValueError, match="finite"):
            function(x)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ivy.triu(zeros(4)), IvyValueError),
        (lambda: ivy.expand(zeros(1, 3, 1), (3, 4)), IvyBroadcastShapeError),
        (lambda: ivy.diagonal(zeros(4)), IvyValueError),
        (lambda: ivy.einops_repeat(zeros(2, 2), "nonsense", n=2), IvyValueError),
        (lambda: ivy.argmax(zeros(0, 4, dtype="uint16")), IvyValueError),
        (lambda: ivy.argmin(zeros(1, 0, 2), axis=1), IvyValueError),
        (lambda: ivy.argmin(zeros(1, 0, 2, dtype="uint32"), axis=1), IvyValueError),
        (lambda: ivy.bincount(zeros(2, 2, dtype="int32")), IvyValueError),
        (lambda: ivy.fftn(zeros(0, 4)), IvyValueError),
        (lambda: ivy.irfftn(ivy.array(1 + 1j)), IvyValueError),
        (lambda: ivy.subtract(ivy.array([True]), ivy.array([True])), IvyTypeError),
        (lambda: ivy.repeat(zeros(4, dtype="uint16"), 2, axis=1), IvyIndexError),
        (lambda: ivy.tril(zeros(3, 4), k=0.5), IvyTypeError),
        (lambda: ivy.triu(zeros(3, 4), k=True), IvyTypeError),
        (lambda: ivy.tril_indices(3, 3, 0.5), IvyTypeError),
        (lambda: ivy.eye(3, k=0.5), IvyTypeError),
        (lambda: ivy.pow(zeros(2, 3), zeros(2)), IvyBroadcastShapeError),
        (
            lambda: ivy.pow(zeros(2, 3, dtype="int8"), zeros(2, dtype="int8")),
            IvyBroadcastShapeError,
        ),
        (lambda: ivy.arange(0, 4, 1j, dtype="complex64"), IvyTypeError),
        (lambda: ivy.einsum("ij,jk->ik", zeros(2, 3), zeros(2, 2)), IvyValueError),
        (lambda: ivy.einsum("ii->i", zeros(2, 3)), IvyValueError),
        (lambda: ivy.einsum("i$,j->i", zeros(2, 3), zeros(3)), IvyValueError),
        (lambda: ivy.einsum("...i->i", zeros(2, 3)), IvyValueError),
        (lambda: ivy.solve(ivy.eye(3), zeros(2)), IvyValueError),
        (lambda: ivy.solve(ivy.eye(3), zeros(2, 2)), IvyValueError),
        (lambda: ivy.solve(ivy.eye(3), zeros()), IvyValueError),
        (lambda: ivy.solve(zeros(2, 3, 3), zeros(4, 3, 1)), IvyBroadcastShapeError),
        (lambda: ivy.permute_dims(zeros(2, 3), (0, 1, 2)), IvyValueError),
        (lambda: ivy.permute_dims(zeros(2, 3), (0, 0)), IvyValueError),
        (lambda: ivy.permute_dims(zeros(2, 3), (0, 2)), IvyIndexError),
        (lambda: ivy.permute_dims(zeros(2, 3), (0, -3)), IvyIndexError),
        (lambda: ivy.permute_dims(zeros(2, 3), 1), IvyTypeError),
        (lambda: ivy.permute_dims(zeros(2, 3), None), IvyTypeError),
        (lambda: ivy.zero_pad(zeros(2, 2), []), IvyValueError),
        (lambda: ivy.zero_pad(zeros(2, 2), [(-1, 0), (0, 0)]), IvyValueError),
        (lambda: ivy.constant_pad(zeros(2, 2), [()]), IvyValueError),
        (lambda: ivy.histogram(zeros(2), bins=ivy.array(3)), IvyValueError),
        (lambda: ivy.histogram(zeros(2), bins=3.0), IvyValueError),
        (lambda: ivy.einsum(3, zeros(2, 2)), IvyTypeError),
        (lambda: ivy.sparse_cross_entropy(zeros(2), zeros(2, 3), axis=5), IvyIndexError),
        (lambda: ivy.tanh(zeros(2), complex_mode="x"), IvyValueError),
        (lambda: ivy.rnn(lambda x, s: (x, s), zeros(2, 3), None), IvyTypeError),
        (
            lambda: ivy.scaled_dot_product_attention(zeros(2, 3, 4), zeros(3, 2, 4), zeros(2, 4)),
            IvyValueError,
        ),
        (lambda: ivy.roll(zeros(3), 0.5), IvyTypeError),
        (lambda: ivy.eye(True), IvyTypeError),
        (lambda: ivy.eye(2, True), IvyTypeError),
        (lambda: ivy.eye(-1.5, dtype="uint8"), IvyTypeError),
        (
            lambda: ivy.pow(zeros(0, 3, dtype="complex128"), zeros(0, dtype="complex128")),
            IvyBroadcastShapeError,
        ),
        (lambda: ivy.bincount(ivy.array([0, 2**31], dtype="int64")), IvyValueError),
        (lambda: ivy.bincount(ivy.array([0, 1]), minlength=2**40), IvyValueError),
        (lambda: ivy.bincount(ivy.array([0, -1])), IvyValueError),
        (lambda: ivy.adaptive_avg_pool2d(zeros(2, 0, 5, 3), 2), IvyValueError),
        (lambda: ivy.irfftn(zeros(4, 4, dtype="complex64"), (-1, 4)), IvyValueError),
        (lambda: ivy.fft2(zeros(2, 3, 4), (4, 2), (0, 1), ""), IvyValueError),
        (
            lambda: ivy.take_along_axis(zeros(1, 3, 4), zeros(1, 3, 2, dtype="int64"), 1),
            IvyBroadcastShapeError,
        ),
        (
            lambda: ivy.take_along_axis(zeros(1, 3, 4), zeros(1, 3, 2, dtype="int64"), 1, "raise"),
            IvyBroadcastShapeError,
        ),
    ],
)
def test_errors_are_of_one_class(
    backend: str, call: Callable[[], Any], error: type[Exception]
) -> None:
    with pytest.raises(ivy.errors.IvyException) as raised:
        call()
    assert raised.type is error


@pytest.mark.columns("numpy", "jax", "tensorflow")  # torch takes a scalar for a vector of one
def test_argmin_of_a_scalar_along_an_axis(backend: str) -> None:
    with pytest.raises(IvyIndexError):
        ivy.argmin(ivy.array(3), axis=-1)


@pytest.mark.columns("numpy", "torch", "tensorflow")  # JAX drops what is out of range
def test_scattering_out_of_range(backend: str) -> None:
    with pytest.raises(IvyIndexError):
        ivy.scatter_flat(ivy.array([-1, 3, 0]), ivy.array([0, 2, 3], dtype="uint16"), size=2)
    with pytest.raises(IvyIndexError):
        ivy.put_along_axis(zeros(3, 4), ivy.array([[2], [1], [5]]), ivy.ones((3, 1)), 1, "mul")


# ---- dtypes without a kernel, which a program that is traced finds out too late -----------------

TRACED = {
    "relu of complex numbers": (lambda x: ivy.relu(x), np.array([1 + 1j, -1 + 1j])),
    "softmax of integers": (lambda x: ivy.softmax(x), np.array([1, 2, 3], "int32")),
    "softmax of complex numbers": (lambda x: ivy.softmax(x), np.array([1 + 1j, -1 + 1j])),
    "matmul of bytes": (lambda x: ivy.matmul(x, x), np.array([[1, 20], [30, 4]], "uint8")),
    "asarray of nothing": (lambda x: ivy.asarray([]).data + ivy.sum(x), np.array([1.0], "float32")),
    "asarray of a range": (lambda x: ivy.asarray(range(2, 5)).data * x, np.array(3, "int32")),
    "isin of bools beside a number": (lambda x: ivy.isin(x, 1), np.array([True, False])),
    "isin of numbers beside a bool": (lambda x: ivy.isin(x, True), np.array([1, 2], "int8")),
    "einsum": (
        lambda x: ivy.einsum("...ij,...jk->...ik", x, x),
        np.array([[1.0, 2.0], [3.0, 4.0]]),
    ),
    "logspace": (lambda x: ivy.logspace(x, 2 * x, 3), np.array([1.0, 2.0])),
    "complex power": (lambda x: x**x, np.array([0j, 1 + 1j])),
    "diff beside a number": (lambda x: ivy.diff(x, axis=0, append=1), np.array([[1.0, 3.0]])),
}


@pytest.mark.parametrize("name", list(TRACED))
@pytest.mark.columns("torch", "jax", "tensorflow")
def test_traced_like_eager(name: str, backend: str, jit: Any) -> None:
    function, x = TRACED[name]
    native = ivy.asarray(x).data
    expected = function(native)
    assert_close(jit(function)(native), to_numpy(expected), dtype_of(expected))


def test_selu_of_tiny_numbers(backend: str) -> None:
    """TensorFlow 2.21 subtracts 1 from the exponential, which leaves nothing of them."""
    found = to_numpy(ivy.selu(ivy.array([-1e-3, -1e-10, -1e-30]))).astype("float64")
    expected = 1.0507009873554805 * 1.6732632423543772 * np.expm1([-1e-3, -1e-10, -1e-30])
    np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("name", ["elu", "celu", "selu"])
def test_slope_of_linear_units_at_infinity(name: str, backend: str) -> None:
    slopes = ivy.grad(lambda x: ivy.sum(getattr(ivy, name)(x)))(ivy.array([1.0, ivy.inf]))
    assert float(slopes[1]) == float(slopes[0]) > 0


@pytest.mark.parametrize("name", ["hypot", "logaddexp"])
@pytest.mark.parametrize("half", ["bfloat16", "float16"])
def test_a_half_first_is_promoted(half: str, name: str, backend: str) -> None:
    """On TensorFlow the result had the dtype of the first operand."""
    found = getattr(ivy, name)(ivy.array([0.5], dtype=half), ivy.array([1.2], dtype="float32"))
    expected = getattr(np, name)(np.float32(0.5), np.float32([1.2]))
    assert_close(found, expected, "float32")


# ---- numbers in the place of arrays -------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_a_number_takes_the_dtype_of_the_array_beside_it(dtype: str, backend: str) -> None:
    values = np.array([0.25, 0.75])
    x = ivy.array(values, dtype=dtype)
    assert_close(ivy.outer(x, 2.5), 2.5 * values[:, None], dtype, backend)
    assert_close(ivy.outer(2.5, x), 2.5 * values[None], dtype, backend)
    assert_close(ivy.soft_thresholding(2.5, x), 2.5 - values, dtype, backend)
    entropy = -np.mean(values * np.log(0.5) + (1 - values) * np.log(0.5))
    assert_close(ivy.binary_cross_entropy(x, 0.5), entropy, dtype, backend)
    assert_close(ivy.log_poisson_loss(x, 0.5), np.exp(0.5) - 0.5 * values, dtype, backend)
    assert_close(ivy.hinge_embedding_loss(2.5, ivy.ones_like(x)), 2.5, dtype, backend)


def test_integers_beside_a_fraction_become_floats(backend: str) -> None:
    x = ivy.array([1, 2, 3], dtype="int8")
    assert_close(ivy.fmax(x, 2.5), np.array([2.5, 2.5, 3.0]), "float32", backend)
    assert_close(ivy.fmin(2.5, x), np.array([1.0, 2.0, 2.5]), "float32", backend)
    assert_close(ivy.trunc_divide(x, 0.5), np.array([2.0, 4.0, 6.0]), "float32", backend)
    assert_close(ivy.isclose(x, 2.5), np.array([False, False, False]), "bool", backend)
    assert_close(ivy.outer(x, 2), np.array([[2], [4], [6]]), "int8", backend)
    with pytest.raises(IvyTypeError):
        ivy.lcm(x, 2.5)


@pytest.mark.columns("torch")
def test_a_number_for_an_array_compiles(backend: str) -> None:
    import torch

    compiled = torch.compile(lambda x: ivy.mse_loss(x, 0.5), fullgraph=True, backend="eager")
    assert_close(compiled(torch.tensor([0.0, 1.5])), np.array(0.625), "float32", backend)


# ---- indices beyond 32 bits ---------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int64", "uint32", "uint64"])
def test_an_index_beyond_32_bits_lies_outside(dtype: str, backend: str) -> None:
    outside = [2**31, 2**32 - 1] if dtype == "uint32" else [2**31, 2**32 + 1, 2**40 + 2]
    indices = ivy.array([*outside, 1], dtype=dtype)
    expected = np.array([*[np.nan] * len(outside), 2.0])
    x = ivy.array([1.0, 2.0, 3.0])
    assert_close(ivy.take(x, indices), expected, "float32", backend)
    assert_close(ivy.take_along_axis(x, indices, 0), expected, "float32", backend)


def test_a_class_before_the_first_has_no_probability(backend: str) -> None:
    pred = ivy.array([[0.25, 0.75], [0.5, 0.5]])
    for options in ({}, {"from_logits": True, "reduction": "sum"}):
        found = to_numpy(ivy.sparse_cross_entropy(ivy.array([-1, 0]), pred, **options))
        assert np.isnan(found).tolist() == [True, False]


def test_a_class_beyond_32_bits_has_no_probability(backend: str) -> None:
    pred = ivy.array([[0.25, 0.75], [0.5, 0.5]])
    found = ivy.sparse_cross_entropy(ivy.array([2**63 - 1, 1], dtype="int64"), pred)
    assert_close(found, np.array([np.nan, -np.log(0.5) / 2]), "float32", backend)


# ---- nothing, and axes of nothing ---------------------------------------------------------------


@pytest.mark.parametrize("bidirectional", [False, True])
def test_recurrent_layers_of_no_steps_keep_their_states(bidirectional: bool, backend: str) -> None:
    count = 2 if bidirectional else 1
    state = ivy.ones((count, 2, 4))
    for name, gates, states in (("lstm", 4, (state, state)), ("gru", 3, state)):
        weights = [ivy.ones((gates * 4, n)) for n in (3, 4)] + [ivy.ones(gates * 4)] * 2
        layer = getattr(ivy, name)
        outputs, last = layer(
            ivy.zeros((2, 0, 3)), states, weights * count, 1, 0.0, False, bidirectional, True
        )
        assert tuple(outputs.shape) == (2, 0, 4 * count)
        assert_close(last[0] if gates == 4 else last, np.ones((count, 2, 4)), "float32", backend)


@pytest.mark.parametrize("axis", [0, -1, 1])
def test_a_number_has_no_axis_to_repeat_along(axis: int, backend: str) -> None:
    for x in (ivy.array(3.0), 3.0):
        with pytest.raises(IvyIndexError):
            ivy.repeat(x, 2, axis=axis)
        assert_close(ivy.repeat(x, 2), np.array([3.0, 3.0]), "float32", backend)


@pytest.mark.parametrize(("equation", "shape"), [("ii->i", (1, 3)), ("...ii", (2, 3, 1))])
def test_a_diagonal_needs_equal_sizes(equation: str, shape: tuple[int, ...], backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.einsum(equation, zeros(*shape))
    square = np.arange(18.0).reshape(2, 3, 3)
    found = ivy.einsum("...ii->...i", ivy.array(square, dtype="float32"))
    assert_close(found, np.diagonal(square, axis1=1, axis2=2), "float32", backend)


def test_a_triangular_system_needs_a_vector(backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.solve_triangular(ivy.eye(3), ivy.array(2.5))


@pytest.mark.columns("numpy", "torch")  # the others' programs do not look at the counts
@pytest.mark.parametrize("counts", [[-1, 1], [2**63 - 1, 1]], ids=str)
def test_counts_that_no_array_has(counts: list[int], backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.repeat(ivy.array([1.0, 2.0]), ivy.array(counts, dtype="int64"))


# ---- gradients where a norm is zero -------------------------------------------------------------


@pytest.mark.parametrize("order", [2, 3, 1.5], ids=str)
def test_the_gradient_of_a_norm_is_zero_at_zero(order: float, backend: str) -> None:
    x = np.array([[0.0, 0.0], [3.0, 4.0]])
    found = ivy.grad(lambda x: ivy.sum(ivy.vector_norm(x, axis=1, ord=order)))(ivy.array(x))
    slopes = x[1] ** (order - 1) / np.sum(x[1] ** order) ** (1 - 1 / order)
    assert_close(found, np.stack([np.zeros(2), slopes]), "float64", backend)
    found = ivy.grad(ivy.matrix_norm)(ivy.zeros((2, 2)))
    assert_close(found, np.zeros((2, 2)), "float32", backend)


def test_norms_without_a_gradient_to_take(backend: str) -> None:
    x = np.array([[0.0, 0.0], [3.0, 4.0]])
    assert_close(ivy.vector_norm(ivy.array(x), axis=1), np.array([0.0, 5.0]), "float64", backend)
    found = ivy.vector_norm(ivy.array(x), axis=1, ord=-1)
    assert_close(found, np.array([0.0, 12 / 7]), "float64", backend)
    found = ivy.vector_norm(ivy.array([np.inf, -np.inf]), ord=-1)
    assert_close(found, np.array(np.inf), "float32", backend)


def test_the_gradient_of_the_deviation_of_equals_is_zero(backend: str) -> None:
    found = ivy.grad(lambda x: ivy.sum(ivy.std(x, axis=1)))(ivy.array([[1.0, 1.0], [1.0, 3.0]]))
    assert_close(found, np.array([[0.0, 0.0], [-0.5, 0.5]]), "float32", backend)


def test_the_gradient_of_hypot_at_zero_is_finite(backend: str) -> None:
    both = ivy.array([[0.0, 3.0], [0.0, 4.0]])
    found = to_numpy(ivy.grad(lambda x: ivy.sum(ivy.hypot(x[0], x[1])))(both))
    np.testing.assert_allclose(found[:, 1], [0.6, 0.8])
    assert np.all(np.abs(found[:, 0]) <= 1)  # any slope of the cone


def test_clipping_nothing_leaves_the_gradient(backend: str) -> None:
    found = ivy.grad(lambda x: ivy.sum(ivy.clip_vector_norm(x, 2.0)))(ivy.zeros(3))
    assert_close(found, np.ones(3), "float32", backend)


@pytest.mark.parametrize("shape", [(0,), (2, -1), (0, 3)])
def test_there_is_no_place_in_an_empty_array(shape: tuple[int, ...], backend: str) -> None:
    with pytest.raises(IvyValueError, match="unravel_index: expected sizes from 1, got"):
        ivy.unravel_index(ivy.array([0, 1]), shape)
    places = ivy.unravel_index(ivy.zeros(0, dtype="int64"), (0, 3))
    assert [place.shape for place in places] == [(0,), (0,)]


def test_means_of_no_complex_numbers(backend: str) -> None:
    found = ivy.mean(ivy.zeros((3, 0), dtype="complex64"), axis=1)
    assert_close(found, np.full(3, np.nan + np.nan * 1j, "complex64"))


@pytest.mark.parametrize("name", ["tril_indices", "triu_indices"])
def test_triangles_that_lie_outside(backend: str, name: str) -> None:
    for n_rows, n_cols, k in [(3, 1, -2), (3, -2, 1), (2, 3, 5), (3, 2, -5)]:
        expected = getattr(np, name)(n_rows, k, n_cols)
        for x, y in zip(getattr(ivy, name)(n_rows, n_cols, k), expected, strict=True):
            np.testing.assert_array_equal(ivy.to_numpy(x), y)


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 1), (3, 4)]),
        ("bij,bjk", [(1, 2, 3), (5, 3, 2)]),
        ("...i,...i->...", [(1, 3), (2, 1, 1)]),
        ("ij,jk,ik->", [(1, 3), (1, 4), (2, 1)]),
        ("i,i->i", [(1,), (0,)]),
    ],
    ids=str,
)
def test_sizes_of_1_in_einsum_broadcast(
    equation: str, shapes: list[tuple[int, ...]], backend: str
) -> None:
    random = np.random.default_rng(0)
    arrays = [random.normal(size=shape) for shape in shapes]
    expected = np.einsum(equation, *arrays)

    assert_close(ivy.einsum(equation, *map(ivy.array, arrays)), expected, "float64", backend)
    found = ivy.grad(lambda xs: ivy.sum(ivy.einsum(equation, *xs)))([*map(ivy.array, arrays)])
    for i, (slope, x) in enumerate(zip(found, arrays, strict=True)):
        # The sum is linear in each operand.
        total = np.sum(np.einsum(equation, *arrays[:i], x + 1, *arrays[i + 1 :])) - np.sum(expected)
        assert slope.shape == x.shape
        np.testing.assert_allclose(np.sum(to_numpy(slope)), total, atol=1e-12)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_sizes_of_1_in_a_compiled_einsum_broadcast(backend: str, jit: Callable[..., Any]) -> None:
    x, y = native(np.ones((1, 2, 3)), backend), native(np.ones((5, 3, 2)), backend)
    found = jit(lambda x, y: ivy.einsum("bij,bjk->bik", x, y))(x, y)
    assert_close(found, np.full((5, 2, 2), 3.0), "float64", backend)


def test_a_diagonal_in_einsum_does_not_broadcast(backend: str) -> None:
    with pytest.raises(IvyValueError, match="einsum"):
        ivy.einsum("ii,i->i", zeros(1, 3), zeros(3))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_unsigned_integers_are_rounded_to_hundreds(dtype: str, backend: str) -> None:
    numbers = [0, 49, 50, 51, 149, 150, 151, np.iinfo(dtype).max // 200 * 200]
    expected = [0, 0, 0, 100, 100, 200, 200, numbers[-1]]
    assert_close(ivy.round(ivy.array(numbers, dtype=dtype), decimals=-2), np.array(expected, dtype))


_MIXED = {
    "ij,jk->ik": ("int32", "float32"),
    "i,j->ij": ("int8", "float64"),
    "i,i->": ("int8", "int64"),
    "i,i,i->i": ("bool", "int8", "float32"),
    "i,ij->j": ("uint8", "complex64"),
}


@pytest.mark.parametrize("equation", _MIXED)
def test_einsum_of_several_dtypes(equation: str, backend: str) -> None:
    """NumPy gave the dtype of the first operand, and cut off fractions and bits without a word."""
    letters = equation.split("->")[0].split(",")
    sizes = [tuple({"i": 2, "j": 3, "k": 2}[c] for c in term) for term in letters]
    wide = (100 * 1.125**i for i in range(99))
    arrays = [
        np.array([next(wide) for _ in range(np.prod(size))]).reshape(size).astype(dtype)
        for size, dtype in zip(sizes, _MIXED[equation], strict=True)
    ]
    dtype = _MIXED[equation][-1]
    expected = np.einsum(equation, *(x.astype(dtype) for x in arrays))
    for make in (lambda x: native(x, backend), lambda x: ivy.Array(native(x, backend))):
        assert_close(ivy.einsum(equation, *map(make, arrays)), expected, dtype, backend)
    space = ivy.with_backend(backend)
    found = space.einsum(equation, *(native(x, backend) for x in arrays))
    assert_close(found, expected, dtype, backend)


@pytest.mark.parametrize("shape", [(-2, 1), (-2, -1, -1), (1, -2)])
def test_unflatten_takes_no_negative_size_but_one(shape: Any, backend: str) -> None:
    with pytest.raises(IvyValueError, match=r"unflatten.*\(-?\d, -?\d"):
        ivy.unflatten(zeros(2), 0, shape)


@pytest.mark.parametrize("shape", [(3, -1), (-1, 1), (-3, -1)])
def test_scatter_nd_refuses_negative_sizes(shape: Any, backend: str) -> None:
    indices, updates = ivy.array([[1], [2]]), zeros(2, 1)
    with pytest.raises(IvyValueError, match=r"scatter_nd: expected a shape of sizes from 0 on"):
        ivy.scatter_nd(indices, updates, shape=shape)


def test_division_of_complex_numbers_by_zero_and_infinity(backend: str, jit: Any) -> None:
    inf, nan = np.inf, np.nan
    zero = 0 if backend == "jax" else -0.0j  # NumPy forgets the signs of its parts, XLA does not
    divisors = np.array([0, zero, inf, -inf, complex(0, inf), complex(3, -inf), 1 + 1j])
    x1, x2 = np.meshgrid([1 + 1j, 0, 1j, -1, complex(inf, 1), complex(inf, inf), nan], divisors)
    with np.errstate(all="ignore"):
        expected = x1 / x2
    x1, x2 = native(x1, backend), native(x2, backend)
    assert_close(ivy.divide(x1, x2), expected, "complex128", backend)
    assert_close(ivy.divide(x1[:1, 0], 0), expected[:1, 0], "complex128", backend)
    if backend in ("torch", "tensorflow"):  # XLA divides by a rule of its own
        assert_close(jit(ivy.divide)(x1, x2), expected, "complex128", backend)


def test_norms_that_are_nan_clip_all_to_nan(backend: str) -> None:
    """As torch and optax do: what is wrong is seen, and no step is made by a part of it."""
    x = ivy.array([[1.0, np.nan], [3.0, 4.0]])
    assert_close(ivy.clip_vector_norm(x, 1.0), np.full((2, 2), np.nan), "float32", backend)
    clipped = ivy.clip_by_global_norm(ivy.Container(a=x, b=ivy.array([1.0])), 1.0)
    assert_close(clipped.b, np.array([np.nan]), "float32", backend)
    stack = ivy.stack([x, ivy.array([[0.0, 3.0], [4.0, 0.0]])])
    expected = np.array([np.full((2, 2), np.nan), [[0.0, 0.6], [0.8, 0.0]]])
    assert_close(ivy.clip_matrix_norm(stack, 1.0, p="fro"), expected, "float32", backend)
    v = ivy.Container(w=ivy.array([1.0, 1.0]))
    new = ivy.SGD(0.1, clip_norm=1.0).step(v, ivy.Container(w=ivy.array([1.0, np.nan])))
    assert_close(new.w, np.full(2, np.nan), "float32", backend)


@pytest.mark.parametrize("minlength", [-1, -2])
def test_bincount_refuses_a_negative_minlength(minlength: int, backend: str) -> None:
    with pytest.raises(IvyValueError, match="bincount: expected a minlength of at least 0"):
        ivy.bincount(ivy.array([1, 2]), minlength=minlength)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint32", "int64", "uint64"])
def test_bincount_of_any_integers(dtype: str, backend: str) -> None:
    x = native(np.array([0, 2, 2, 5, 100], dtype), backend)
    assert_close(ivy.bincount(x), np.bincount([0, 2, 2, 5, 100]), "int64", backend)


def test_linspace_refuses_a_part_of_a_number(backend: str) -> None:
    with pytest.raises(IvyTypeError, match="linspace"):
        ivy.linspace(0, 1, 2.5)


@pytest.mark.parametrize("ends", [(-1.5, 9), (0, 2.5)])
def test_randint_refuses_floats(ends: Any, backend: str) -> None:
    with pytest.raises(IvyTypeError, match="randint: expected integers as low and high, got"):
        ivy.randint(*ends, (3, 4), seed=7)


@pytest.mark.parametrize("name", ["random_cp", "random_tucker", "random_tt", "random_tr"])
def test_a_truth_value_is_no_rank(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError, match=f"{name}: expected as rank .* got .*True"):
        getattr(ivy, name)((3, 4), True, seed=0)


def test_average_pool_of_volumes_smaller_than_the_window(backend: str) -> None:
    x = np.arange(16.0, dtype="float32").reshape(1, 1, 4, 2, 2)
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1), (1, 1)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3, 2), (2, 3, 4))
    expected = windows.sum((-3, -2, -1)) / 2.5
    options = {"data_format": "channel_first", "divisor_override": 2.5}
    found = ivy.avg_pool3d(ivy.array(x), (3, 3, 2), 1, 1, **options)
    assert_close(found, expected, "float32", backend)


def test_extremes_of_integers_and_floats_that_are_nan(backend: str) -> None:
    x, y = native(np.array([0, 1, 2], "uint8"), backend), np.array([1.0, np.nan, np.inf], "float32")
    assert_close(ivy.fmin(x, native(y, backend)), np.fmin([0, 1, 2], y), "float32", backend)
    assert_close(ivy.fmax(x, native(y, backend)), np.fmax([0, 1, 2], y), "float32", backend)


def test_nonzero_refuses_a_negative_size(backend: str) -> None:
    with pytest.raises(IvyValueError, match=r"nonzero.*(negative|of at least 0|-1)"):
        ivy.nonzero(ivy.array([True, True]), size=-1)


def test_argwhere_of_a_number(backend: str) -> None:
    assert_close(ivy.argwhere(ivy.array(3)), np.zeros((1, 0), "int64"), "int64", backend)
    assert_close(ivy.argwhere(ivy.array(0)), np.zeros((0, 0), "int64"), "int64", backend)


def test_hyperbolic_functions_of_large_real_complex_numbers(backend: str) -> None:
    x = np.array([1000 + 0j, -1000 + 0j, complex(1000, -0.0)])
    for name in ("sinh", "cosh"):
        with np.errstate(all="ignore"):
            expected = getattr(np, name)(x)
        assert_close(getattr(ivy, name)(native(x, backend)), expected, "complex128", backend)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint16", "int32", "uint32", "int64", "uint64"])
def test_clip_of_integers_by_arrays_of_what_their_dtype_does_not_hold(
    dtype: str, backend: str
) -> None:
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    x = native(np.array([low, 1, 3, high], dtype), backend)
    for kind, by in (("float32", [-1.5, 2.5, 2.5, 1e30]), ("float64", [-np.inf, 1.5, 2.0, 1e300])):
        numbers = [max(low, min(high, b)) for b in by]
        expected = [
            max(int(v), math.ceil(b)) for v, b in zip([low, 1, 3, high], numbers, strict=True)
        ]
        found = ivy.clip(x, native(np.array(by, kind), backend))
        assert_close(found, np.array(expected, dtype), dtype, backend)
        expected = [
            min(int(v), math.floor(b)) for v, b in zip([low, 1, 3, high], numbers, strict=True)
        ]
        found = ivy.clip(x, None, native(np.array(by, kind), backend))
        assert_close(found, np.array(expected, dtype), dtype, backend)
    for kind in ("int8", "int16", "uint32", "int64", "uint64"):
        by = [np.iinfo(kind).min, np.iinfo(kind).max, 2, 5]
        found = ivy.clip(x, native(np.array(by, kind), backend), None)
        expected = [max(int(v), min(high, b)) for v, b in zip([low, 1, 3, high], by, strict=True)]
        assert_close(found, np.array(expected, dtype), dtype, backend)


def test_pad_of_the_largest_integers(backend: str) -> None:
    x = native(np.array([1, 2**63 + 5], "uint64"), backend)
    for value in (2**64 - 1, 2**63, 7):
        expected = np.pad(np.array([1, 2**63 + 5], "uint64"), 1, constant_values=value)
        found = ivy.pad(x, [(1, 1)], mode="constant", constant_values=value)
        assert_close(found, expected, "uint64", backend)
        assert_close(ivy.constant_pad(x, [(1, 1)], value=value), expected, "uint64", backend)


def test_pad_looks_at_options_of_other_modes_too(backend: str) -> None:
    for option in ("constant_values", "end_values", "stat_length"):
        for mode in ("maximum", "constant", "edge"):
            with pytest.raises(IvyValueError, match="pad: expected a pair for each of 3 axes"):
                ivy.pad(zeros(1, 3, 4), 2, mode=mode, **{option: ((1, 2), (3, 4))})


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ldexp_of_the_largest_exponents(dtype: str, backend: str) -> None:
    x, powers = np.array([1e-30, 1e30, 1.0], dtype), np.array([2**63 - 1, 2**32 - 1, -(2**63)])
    found = ivy.ldexp(native(x, backend), native(powers, backend))
    assert_close(found, np.array([np.inf, np.inf, 0.0]), dtype, backend)


def test_igamma_of_a_negative_shape(backend: str) -> None:
    found = ivy.igamma(ivy.array([-1.0, -1.0, 0.5]), ivy.array([0.0, 40.0, 0.0]))
    assert_close(found, np.array([np.nan, np.nan, 0.0]), "float32", backend)


@pytest.mark.parametrize("power", [-2, -1, -0.5])
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_norms_of_nothing(power: float, dtype: str, backend: str) -> None:
    x = zeros(2, 0, dtype=dtype)
    assert_close(ivy.vector_norm(x, ord=power), np.array(np.inf), "float32", backend)
    found = ivy.vector_norm(x, axis=1, keepdims=True, ord=power)
    assert_close(found, np.full((2, 1), np.inf), "float32", backend)
    assert_close(ivy.vector_norm(x, axis=0, ord=power), np.zeros(0), "float32", backend)


@pytest.mark.parametrize(
    ("sizes", "k", "error"),
    [
        ((-2, 4), -1.5, IvyTypeError),
        ((2, 4), -1.5, IvyTypeError),
        (("a", 4), 0, IvyTypeError),
        ((2, None), "k", IvyTypeError),
        ((-2, 4), 1, IvyValueError),
        ((2, -4), 1, IvyValueError),
    ],
)
def test_eye_refuses(sizes: Any, k: Any, error: type[Exception], backend: str) -> None:
    with pytest.raises(error, match=r"eye: expected (k as an integer|sizes (as|of))"):
        ivy.eye(*sizes, k=k)


def test_vjp_takes_a_number_for_a_number(backend: str) -> None:
    for cotangent in (3.0, 3):
        _, pull = ivy.vjp(lambda x: ivy.sum(x * x), ivy.array([1.0, 2.0]))
        assert_close(pull(cotangent)[0], np.array([6.0, 12.0]), "float32", backend)


@pytest.mark.parametrize("k", [0.5, "k"])
def test_triangles_look_at_the_diagonal_first(k: Any, backend: str) -> None:
    for name in ("tril", "triu"):
        with pytest.raises(IvyTypeError, match=name):
            getattr(ivy, name)(ivy.array([1, 2, 3]), k=k)


def test_written_weights_replace_a_file_in_one_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    def write() -> None:
        ivy.to_source(ivy.Linear(2, 3), "numpy", args=(ivy.ones((1, 2)),), weights=file)

    def fails_half_way(arrays: Any, path: Any) -> None:
        Path(path).write_bytes(b"half")
        raise OSError(28, "No space left on device")

    file = tmp_path / "net.safetensors"
    write()
    before = file.read_bytes()
    monkeypatch.setattr("safetensors.numpy.save_file", fails_half_way)
    with pytest.raises(IvyFileError, match=r"net\.safetensors: expected a place to write to"):
        write()
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("size", [1e20, 1e25, 1e38])
def test_the_exponential_of_a_huge_matrix_is_right_or_nan(size: float, backend: str) -> None:
    found = to_numpy(ivy.matrix_exp(ivy.array([[0.0, size], [0.0, 0.0]])))
    right = np.array([[1.0, size], [0.0, 1.0]], "float32")
    assert np.isnan(found).all() or np.allclose(found, right, rtol=1e-4, atol=0)


def test_transposed_convolutions_of_images_without_elements_are_refused(backend: str) -> None:
    with pytest.raises(IvyValueError, match=r"conv2d_transpose: .* spatial elements, got shape"):
        ivy.conv2d_transpose(zeros(1, 0, 4, 2), zeros(3, 3, 2, 2), 2, "SAME")
    found = ivy.conv2d_transpose(zeros(0, 4, 4, 2), zeros(3, 3, 2, 2), 2, "SAME")
    assert_close(found, np.zeros((0, 8, 8, 2)), "float32", backend)


@pytest.mark.parametrize("shapes", [((2, 2), ()), ((), (1,)), ((2, 3), (3, 3)), ((2, 3), (2,))])
def test_searchsorted_refuses_rows_without_a_partner(shapes: Any, backend: str) -> None:
    with pytest.raises(IvyValueError, match="searchsorted: expected a row, or rows for rows, got"):
        ivy.searchsorted(*(zeros(*shape) for shape in shapes))


def test_jvp_along_integers(backend: str) -> None:
    value, moved = ivy.jvp(lambda x: x * x, (ivy.array([1.0, 2.0]),), (ivy.array([3, 1]),))
    assert_close(value, np.array([1.0, 4.0]), "float32", backend)
    assert_close(moved, np.array([6.0, 4.0]), "float32", backend)
    _, moved = ivy.jvp(lambda x: x * x, (ivy.array([1, 2]),), (ivy.array([3, 1]),))
    assert_close(moved, np.array([6.0, 4.0]), "float32", backend)


@pytest.mark.parametrize("sizes", [(2**40, 2**20), (2**32, 2**30, 4)])
@pytest.mark.parametrize("name", ["random_uniform", "random_normal"])
def test_random_numbers_beyond_all_memory_are_refused(
    name: str, sizes: tuple[int, ...], backend: str
) -> None:
    for seed in (None, 0):
        with pytest.raises(IvyMemoryError, match=rf"{name}: expected fewer than 2\*\*59 numbers"):
            getattr(ivy, name)(shape=sizes, seed=seed)


@pytest.mark.columns("jax")
def test_printing_what_jax_had_no_memory_for_does_not_end_the_process(backend: str) -> None:
    lines = (
        "import ivy",
        "ivy.set_backend('jax')",
        "x = ivy.random_uniform(shape=(2**20, 2**20))",
        "try: print(x)",
        "except MemoryError as error: print('said:', error)",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], check=False, capture_output=True, text=True
    )
    assert done.stdout.startswith("said: repr (jax): "), done.stderr


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_a_number_of_numpy_in_an_array_is_of_numpy(backend: str) -> None:
    x = native(np.array(5.0, "float32"), backend)
    number = ivy.sum(ivy.Array(np.array([1, 2], "int32")))  # NumPy's sums are np.int32
    with pytest.raises(IvyInvalidBackendException, match=f"expected arrays of one .*{backend}"):
        ivy.less(number, x)
    with pytest.raises(IvyInvalidBackendException, match=f"expected arrays of one .*{backend}"):
        ivy.Array(x) + number
    assert_close(ivy.add(x, np.int32(3)), np.array(8.0), "float32", backend)
