"""What fuzzing and reviews found after tests/test_regressions.py was full, one test per defect."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import ivy
from ivy.errors import IvyBroadcastShapeError, IvyIndexError, IvyTypeError, IvyValueError
from tests.helpers import assert_close, native, optional, to_numpy, zeros

# ---- values and dtypes --------------------------------------------------------------------------


@pytest.mark.parametrize("from_logits", [False, True])
def test_sparse_cross_entropy_of_missing_classes_is_nan_unreduced(
    from_logits: bool, backend: str
) -> None:
    pred = np.array([[0.5, 0.5], [0.25, 0.75], [0.1, 0.9]], "float32")
    true = native(np.array([1, 2, -1]), backend)
    rows = pred - np.log(np.exp(pred).sum(-1, keepdims=True)) if from_logits else np.log(pred)
    expected = np.array([[0, -rows[0, 1]], [np.nan] * 2, [np.nan] * 2])
    options = {"reduction": "none", "from_logits": from_logits}
    found = ivy.sparse_cross_entropy(true, native(pred, backend), **options)
    assert_close(found, expected, "float32", backend)


@pytest.mark.parametrize(
    "x",
    [
        [[0.0, 3e6], [-3e6, 0.0]],  # a rotation
        [[-1e8, 0.0], [0.0, -1.0]],
        [[[0.0, 1e8], [0.0, 0.0]], [[0.1, 0.2], [0.3, 0.4]]],
    ],
)
def test_matrix_exp_of_large_norms(x: Any, backend: str) -> None:
    x = np.array(x)
    expected = scipy.linalg.expm(x)
    condition = 2.0**24  # at least the norm
    assert_close(ivy.matrix_exp(native(x, backend)), expected, "float64", backend, condition)


def test_truth_values_as_factors_of_complex_activations(backend: str) -> None:
    x = native(np.array([1.5 + 1j, -0.5 + 2j], "complex64"), backend)
    for name in ("celu", "leaky_relu"):
        function = getattr(ivy, name)
        assert_close(function(x, alpha=True), function(x, alpha=1), "complex64", backend)
    assert_close(ivy.softplus(x, beta=True), ivy.softplus(x, beta=1), "complex64", backend)
    assert_close(ivy.scaled_tanh(x, True, True), ivy.tanh(x), "complex64", backend)


@pytest.mark.parametrize("p", [0, 1, 2, 3, np.inf])
def test_lp_normalize_of_complex_numbers(p: float, backend: str) -> None:
    x = np.array([[1 + 1j, -1 + 2j], [0, 0]])
    norms = np.linalg.norm(x, p, -1, keepdims=True)
    expected = x / np.where(norms == 0, 1, norms)
    assert_close(ivy.lp_normalize(native(x, backend), p, -1), expected, "complex128", backend)


# ---- errors -------------------------------------------------------------------------------------


BEYOND_MEMORY = (
    lambda: ivy.arange(10**15),
    lambda: ivy.zeros((10**9, 10**9)),
    lambda: ivy.linspace(0, 1, 10**14),  # JAX ended the process when this was looked at
)


def test_sizes_beyond_the_memory(backend: str) -> None:
    # TensorFlow tries again for ten seconds.
    for call in BEYOND_MEMORY[:1] if backend == "tensorflow" else BEYOND_MEMORY:
        with pytest.raises(MemoryError, match=r"\w+ \(\w+\): .*memory|Unable to allocate|OOM"):
            ivy.to_numpy(call())


# ---- gradients ----------------------------------------------------------------------------------


def test_the_fraction_of_whole_numbers_has_the_gradient_of_others(backend: str) -> None:
    x = np.array([1.0, 1.5, -2.0, 0.0, -0.0, -0.5, -np.inf, np.nan])
    parts = [*map(ivy.to_numpy, ivy.modf(native(x, backend)))]
    np.testing.assert_array_equal(parts, np.modf(x))
    np.testing.assert_array_equal(np.signbit(parts[0]), np.signbit(np.modf(x)[0]))
    found = ivy.grad(lambda x: ivy.sum(ivy.modf(x)[0]))(native(x[:6], backend))
    assert_close(found, np.ones(6), "float64", backend)


def test_gradients_of_det_of_a_stack_with_nan_and_a_singular_matrix(backend: str) -> None:
    x = np.array([[[1.0, 2.0], [2.0, 4.0]], [[np.nan, 1.0], [1.0, 2.0]], [[1.0, 2.0], [3.0, 4.0]]])
    found = to_numpy(ivy.grad(lambda x: ivy.sum(ivy.det(x)))(native(x, backend)))
    expected = np.array([[[4.0, -2.0], [-2.0, 1.0]], [[4.0, -3.0], [-2.0, 1.0]]])  # the cofactors
    np.testing.assert_allclose(found[[0, 2]], expected, atol=1e-12)
    assert np.isnan(found[1]).any()


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_second_gradients_that_a_framework_has_not(backend: str) -> None:
    x = native(np.array(2.0), backend)
    with pytest.raises(NotImplementedError, match=r"(igamma|IgammaGradA)"):
        ivy.grad(ivy.grad(lambda a: ivy.igamma(a, x=x)))(native(np.array(1.5), backend))


# ---- control flow -------------------------------------------------------------------------------


def test_a_traced_loop_that_begins_with_numbers(backend: str) -> None:
    def program(xs: Any) -> Any:
        return ivy.for_loop(xs, lambda x, vars: (vars[0] + x, vars[1] * 2), (0, 1))

    found = program
    if backend == "jax":
        found = optional("jax").jit(program)
    if backend == "tensorflow":
        found = optional("tensorflow").function(program, autograph=False)
    total, power = found(ivy.array([1.5, 2.5, 3.5]))
    assert float(total) == 7.5
    assert int(power) == 8


# ---- found by fuzzing ---------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["uint8", "uint32", "int8"])
def test_thresholds_that_the_dtype_does_not_hold(dtype: str, backend: str) -> None:
    x = native(np.array([0, 3, 100], dtype), backend)
    for threshold in (-200, 300):
        above = np.array([0, 3, 100]) > threshold
        assert_close(ivy.binarizer(x, threshold=threshold), above, dtype, backend)
        found = ivy.threshold(x, threshold, 0.25)
        assert_close(found, np.where(above, [0, 3, 100], 0.25), "float32", backend)


def test_interp_of_a_fraction_between_integers(backend: str) -> None:
    xs, ys = (native(np.array(x, "int8"), backend) for x in ([1, 2], [3, 5]))
    assert float(ivy.interp(1.5, xs, ys)) == 4.0


def test_gcd_of_the_least_integer_and_another(backend: str) -> None:
    x = np.array([[0], [2], [4]])
    y = np.array([20, np.iinfo("int64").min, -3])
    found = ivy.gcd(native(x, backend), native(y, backend))
    assert_close(found, np.gcd(x, y), "int64", backend)


def test_places_that_are_not_there_are_filled(backend: str) -> None:
    found = ivy.nonzero(native(np.zeros((0, 0), bool), backend), size=3, fill_value=7)
    for each in found:
        assert_close(each, np.full(3, 7), "int64", backend)


@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_the_last_extreme_of_many_axes(name: str, backend: str) -> None:
    x = np.array([1.0, 0.0, 0.0, 1.0, 0.5]).reshape(1, 1, 1, 1, 1, 5, 1, 1, 1, 1)
    found = getattr(ivy, name)(native(x, backend), axis=5, select_last_index=True)
    expected = np.full((1,) * 9, 2 if name == "argmin" else 3)
    assert_close(found, expected, "int64", backend)


REFUSED = {
    "stack": (lambda: ivy.stack([ivy.ones(2)], -1.5), TypeError),
    "tril_indices": (lambda: ivy.tril_indices(0.5), TypeError),
    "tril_indices of less than nothing": (lambda: ivy.tril_indices(-1.5), TypeError),
    "triu_indices": (lambda: ivy.triu_indices(2, 1.5), TypeError),
    "multinomial": (lambda: ivy.multinomial(-1.5, 3), TypeError),
    "multinomial samples": (lambda: ivy.multinomial(3, 1.5), TypeError),
    "left shift": (lambda: ivy.bitwise_left_shift(ivy.array([1], dtype="uint16"), -1), ValueError),
    "right shift": (
        lambda: ivy.bitwise_right_shift(ivy.array([1], dtype="uint8"), 300),
        ValueError,
    ),
    "pinv": (lambda: ivy.pinv(ivy.eye(2), rtol=-2), ValueError),
    "pad": (
        lambda: ivy.pad(ivy.ones(4), 2, mode="mean", stat_length=((1, 2), (3, 4))),
        ValueError,
    ),
    "lu_factor": (lambda: ivy.lu_factor(ivy.array(1.0), pivot=False), ValueError),
    "solve_triangular": (
        lambda: ivy.solve_triangular(ivy.eye(3), ivy.ones((1, 4))),
        ValueError,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_all_refuse_alike(name: str, backend: str) -> None:
    call, kind = REFUSED[name]
    with pytest.raises(kind) as caught:
        call()
    expected = {TypeError: IvyTypeError, ValueError: IvyValueError}[kind]
    assert type(caught.value) is expected, caught.value


def test_polyval_of_native_arrays_of_two_dtypes(backend: str) -> None:
    coeffs, x = np.array([1.0, 1e-12]), np.array([1.0, 2.0], "float32")
    found = ivy.polyval(native(coeffs, backend), native(x, backend))
    assert_close(found, np.polyval(coeffs, x), "float64", backend)


def test_a_value_put_into_nothing_has_to_fit(backend: str) -> None:
    with pytest.raises(IvyBroadcastShapeError, match="setitem"):
        ivy.set_item(ivy.zeros((0, 4)), (slice(None, None, -2), 0), ivy.ones(2))
    found = ivy.set_item(ivy.zeros((0, 4)), (slice(None, None, -2), 0), ivy.ones(1))
    assert tuple(found.shape) == (0, 4)


# ---- the fuzzing of November 2026 ---------------------------------------------------------------


@pytest.mark.parametrize("count", [True, 2.0], ids=str)
def test_counts_are_integers(backend: str, count: Any) -> None:
    with pytest.raises(IvyValueError, match=f"group_norm: expected num_groups .* got {count}"):
        ivy.group_norm(zeros(2, 4, 3), count, data_format="NCS")
    with pytest.raises(IvyValueError, match=f"one_hot: expected a depth .* got {count}"):
        ivy.one_hot(ivy.array([0, 1]), count)
    with pytest.raises(IvyValueError, match=f"fourier_encode: expected a num_bands .* got {count}"):
        ivy.fourier_encode(zeros(2), 8.0, num_bands=count)
    with pytest.raises(IvyTypeError, match=f"einops_repeat: expected the size .*'a'.* got {count}"):
        ivy.einops_repeat(zeros(2), "b -> a b", a=count)
    with pytest.raises(IvyTypeError, match="einops_rearrange: expected the size of axis 'a'"):
        ivy.einops_rearrange(zeros(2, 4), "(a b) c -> a b c", a=count)


@pytest.mark.parametrize("dtype", ["bool", "float32"])
def test_indices_are_integers(backend: str, dtype: str) -> None:
    x, indices = ivy.array([1.0, 2.0]), ivy.array([0, 1], dtype=dtype)
    calls: dict[str, Callable[[], Any]] = {
        "take": lambda: ivy.take(x, indices),
        "take_along_axis": lambda: ivy.take_along_axis(x, indices, 0),
        "put_along_axis": lambda: ivy.put_along_axis(x, indices, x, 0),
        "lu_solve": lambda: ivy.lu_solve(ivy.eye(2), indices, x),
        "choose": lambda: ivy.choose(indices, [x, x]),
        "max_unpool1d": lambda: ivy.max_unpool1d(x[None, None], indices[None, None], 2),
    }
    for call in calls.values():
        with pytest.raises(IvyTypeError, match="expected integers, got"):
            call()


def test_counts_and_exponents_are_not_cut_off(backend: str) -> None:
    x, halves = ivy.array([1.0, 2.0]), ivy.array([0.5, 1.5])
    for counts in (halves, ivy.array([True, False]), True, 2.0):
        with pytest.raises(IvyTypeError):
            ivy.repeat(x, counts)
    with pytest.raises(IvyTypeError):
        ivy.ldexp(x, halves)


def test_lu_solve_without_equations(backend: str) -> None:
    found = ivy.lu_solve(zeros(0, 0), zeros(0, dtype="int32"), zeros(0, 2))
    assert_close(found, np.zeros((0, 2)), "float32", backend)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(("channels", "filters"), [(2, 0), (0, 3), (0, 0)], ids=str)
def test_convolutions_with_filters_without_elements(
    channels: int, filters: int, dtype: str, backend: str
) -> None:
    bias = ivy.arange(filters, dtype=dtype)
    expected = np.zeros((2, 6, 6, filters)) + np.arange(filters)
    x, kernel = zeros(2, 4, 4, channels, dtype=dtype), zeros(2, 2, channels, filters, dtype=dtype)
    found = ivy.conv2d(x, kernel, 1, "VALID", x_dilations=2, bias=bias)
    assert_close(found, expected, dtype, backend)
    x = zeros(2, channels, 4, 4, dtype=dtype)
    found = ivy.conv2d(x, kernel, 1, "VALID", data_format="NCHW", x_dilations=2, bias=bias)
    assert_close(found, np.moveaxis(expected, -1, 1), dtype, backend)
    kernel = zeros(3, filters, channels, dtype=dtype)  # of a transposed one: in and out change
    found = ivy.conv1d_transpose(zeros(2, 4, channels, dtype=dtype), kernel, 2, "SAME", bias=bias)
    assert_close(found, np.zeros((2, 8, filters)) + np.arange(filters), dtype, backend)


def test_stacks_of_matrices_that_do_not_broadcast(backend: str) -> None:
    for size in (0, 2):
        with pytest.raises(IvyBroadcastShapeError):
            ivy.matmul(zeros(size, 3, 4), zeros(3, 4, 5))
        with pytest.raises(IvyBroadcastShapeError):
            ivy.linear(zeros(size, 3, 4), zeros(3, 5, 4))


def test_index_into_an_empty_axis(backend: str) -> None:
    for call in (ivy.get_item, ivy.embedding, lambda x, index: ivy.gather(x, index, 0)):
        with pytest.raises(IvyIndexError):
            call(zeros(0, 3), ivy.array([0]))


@pytest.mark.parametrize("linear", [False, True])
def test_fourier_encode_of_large_numbers(backend: str, linear: bool) -> None:
    """Whole turns are left out exactly: pi in float32 would be wrong by half a turn here."""
    values = np.array([-32768.0, 4099.25, 0.3])
    found = ivy.fourier_encode(
        ivy.array(values, dtype="float32"), 224.0, num_bands=2, linear=linear, concat=False
    )
    turns = np.float32(values)[:, None] * np.float32([1.0, 112.0])  # exact but for the last
    turns = np.remainder(turns.astype("float64"), 2)
    for part, function in zip(found, (np.sin, np.cos), strict=True):
        assert_close(part, function(turns * np.pi), "float32", backend, 8)


def test_clip_to_bounds_beyond_the_dtype(backend: str) -> None:
    for dtype, bound in (("float16", 1e30), ("float16", 10**6), ("float32", 10**30)):
        found = ivy.clip(ivy.array([-1.0, 2.0], dtype=dtype), -bound, bound)
        assert_close(found, np.array([-1.0, 2.0]), dtype, backend)


def test_unflatten_of_no_elements(backend: str) -> None:
    for shape in ((2, -1), (-1, 2)):
        found = ivy.unflatten(zeros(0, 4), 1, shape)
        assert_close(found, np.zeros((0, 2, 2)), "float32", backend)
    with pytest.raises(IvyValueError):
        ivy.unflatten(zeros(0, 5), 1, (2, -1))


def test_linspace_of_complex_ends_needs_a_complex_dtype(backend: str) -> None:
    for dtype in ("int32", "float32"):
        with pytest.raises(IvyTypeError, match="expected a complex one for 1j"):
            ivy.linspace(1j, 2, 4, dtype=dtype)
    found = ivy.linspace(1j, 2, 4)
    assert_close(found, np.linspace(1j, 2, 4), "complex64", backend)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_least_of_a_segment_with_nan(dtype: str, backend: str) -> None:
    for values in ([np.nan, 1.0, 2.0], [1.0, np.nan, 2.0]):
        x = ivy.array(values, dtype=dtype)
        found = ivy.unsorted_segment_min(x, ivy.array([0, 0, 1]), 2)
        assert_close(found, np.array([np.nan, 2.0]), dtype, backend)


def test_reduce_window_keeps_the_dtype(backend: str) -> None:
    x = ivy.array([[2, 4, -1], [1, -1, 7]])
    found = ivy.reduce_window(x, -9, lambda a, b: (a + b + abs(a - b)) / 2, 2)
    assert_close(found, np.array([[4, 7]]), "int32", backend)


def test_make_svd_non_negative_keeps_half_precision(backend: str) -> None:
    for dtype in ("float16", "bfloat16"):
        shapes = ((3, 4), (3, 2), (2,), (2, 4))
        found = ivy.make_svd_non_negative(*(ivy.ones(shape, dtype=dtype) for shape in shapes))
        assert [x.dtype for x in found] == [dtype] * 2


def test_taking_from_an_empty_axis(backend: str) -> None:
    none = zeros(0, 2, dtype="int64")
    for mode in ("fill", "raise", "wrap"):
        found = ivy.take(zeros(0, 4), none, axis=0, mode=mode)
        assert_close(found, np.zeros((0, 2, 4)), "float32", backend)
    with pytest.raises(IvyIndexError):
        ivy.take(zeros(0, 4), zeros(1, dtype="int64"), axis=0, mode="raise")
    found = ivy.take_along_axis(zeros(0, 4), zeros(0, 1, dtype="int64"), 0)
    assert_close(found, np.zeros((0, 4)), "float32", backend)
    found = ivy.take_along_axis(zeros(0, 4), zeros(2, 1, dtype="int64"), 0)
    assert_close(found, np.full((2, 4), np.nan), "float32", backend)
    found = ivy.fill_diagonal(zeros(0, 3), zeros(0))
    assert_close(found, np.zeros((0, 3)), "float32", backend)


def test_einsum_does_not_read_past_nothing(backend: str) -> None:
    with pytest.raises(IvyValueError):  # NumPy 2.4 returned what lay behind the array
        ivy.einsum("ii->i", zeros(0, 3))


def test_products_of_no_columns(backend: str) -> None:
    found = ivy.linear(zeros(2, 3, 0), zeros(4, 0), bias=ivy.ones(4))
    assert_close(found, np.ones((2, 3, 4)), "float32", backend)
    found = ivy.khatri_rao([zeros(3, 0), zeros(4, 0)])
    assert_close(found, np.zeros((12, 0)), "float32", backend)


def test_errors_about_nothing_and_other_sizes(backend: str) -> None:
    with pytest.raises(IvyIndexError):
        ivy.cond(zeros(0, 3))
    with pytest.raises(IvyBroadcastShapeError):
        ivy.repeat(zeros(3, 2), ivy.array([1, 2]), axis=0)


def test_lu_factor_without_rows(backend: str) -> None:
    lu, order = ivy.lu_factor(zeros(0, 3))
    assert (tuple(lu.shape), tuple(order.shape)) == ((0, 3), (0,))


def test_truth_values_are_no_axes(backend: str) -> None:
    x = zeros(2, 3, 4)
    calls: tuple[Callable[..., Any], ...] = (ivy.sum, ivy.amax, ivy.sort, ivy.cumsum, ivy.unstack)
    for call in calls:
        with pytest.raises(IvyTypeError):
            call(x, axis=True)


def test_fmod_of_a_number_and_an_array(backend: str) -> None:
    for number in (True, 2, 2.5):
        for dtype in ("float32", "float16"):
            found = ivy.fmod(number, ivy.array([3.5, 1.5], dtype=dtype))
            assert_close(found, np.fmod(float(number), [3.5, 1.5]), dtype, backend)


def test_mean_of_integers_put_along_an_axis(backend: str) -> None:
    x, indices = ivy.array([-1, -3, 4], dtype="int16"), ivy.array([0, 1, 2])
    found = ivy.put_along_axis(x, indices, ivy.array([0, 0, 1], dtype="int16"), 0, mode="mean")
    assert_close(found, np.array([0, -1, 2]), "int16", backend)
    x, values = ivy.array([1 + 2j, 3j, 1]), ivy.array([1j, 1j, 0])
    found = ivy.put_along_axis(x, indices, values, 0, mode="mean")
    assert_close(found, np.array([0.5 + 1.5j, 2j, 0.5]), "complex64", backend)


def test_numbers_of_elements_are_not_negative(backend: str) -> None:
    for endpoint in (True, False):
        with pytest.raises(IvyValueError):
            ivy.linspace(1.0, 0.0, -1, endpoint=endpoint)
    with pytest.raises(IvyValueError, match="num_samples"):
        ivy.multinomial(5, -1, seed=0)


def test_extremes_of_scattered_nan(backend: str) -> None:
    indices = ivy.array([0, 0, 1])
    for reduction in ("min", "max"):
        for values in ([np.nan, 1.0, 2.0], [1.0, np.nan, 2.0]):
            out = zeros(2) + 5 * (-1 if reduction == "max" else 1)
            found = ivy.scatter_flat(indices, ivy.array(values), reduction=reduction, out=out)
            assert_close(found, np.array([np.nan, 2.0]), "float32", backend)


@pytest.mark.parametrize(
    ("name", "expected"), [("mse_loss", 0.03125), ("l1_loss", 0.125), ("huber_loss", 0.015625)]
)
def test_losses_of_a_number(name: str, expected: float, backend: str) -> None:
    """On JAX with 64 bits the number made the loss float64."""
    x = ivy.array([0.25, 0.5], dtype="float32")
    for loss in (getattr(ivy, name)(x, 0.5), getattr(ivy, name)(0.5, x)):
        assert_close(loss, np.array(expected), "float32", backend)


# ---- numbers beyond a dtype ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "number"), [("uint8", -1), ("uint8", 300.0), ("int32", 2**40), ("uint64", -1)]
)
def test_padding_with_a_number_that_the_dtype_does_not_hold(
    dtype: str, number: Any, backend: str
) -> None:
    x = ivy.array([1, 2], dtype=dtype)
    for pad in (
        lambda: ivy.constant_pad(x, [(1, 1)], number),
        lambda: ivy.pad(x, [(1, 1)], constant_values=number),
        lambda: ivy.pad(x, [(1, 1)], constant_values=(0, number)),
        lambda: ivy.pad(x, [(1, 1, 1)], mode="dilated", constant_values=number),
        lambda: ivy.pad(x, [(2, 2)], mode="linear_ramp", end_values=number),
    ):
        with pytest.raises(IvyValueError, match=f"expected one that holds .*, got {dtype}"):
            pad()
    with pytest.raises(IvyTypeError, match="expected a complex one"):
        ivy.constant_pad(x, [(1, 1)], 1j)


@pytest.mark.parametrize(
    ("dtype", "number", "expected"),
    [("uint8", 1.5, 1), ("bool", 2, True), ("bool", 0.5, True), ("float16", 1e10, np.inf)],
)
def test_padding_with_a_number_of_another_kind_is_a_cast(
    dtype: str, number: Any, expected: Any, backend: str
) -> None:
    x = native(np.array([1, 0], dtype), backend)
    padded = np.array([expected, 1, 0, expected], dtype)
    assert_close(ivy.constant_pad(x, [(1, 1)], number), padded, dtype, backend)
    assert_close(ivy.pad(x, [(1, 1)], constant_values=number), padded, dtype, backend)


def test_ldexp_takes_all_integers_and_nothing_else(backend: str) -> None:
    x = native(np.array([1.0, -1.0], "float32"), backend)
    assert_close(ivy.ldexp(x, 2**40), np.array([np.inf, -np.inf]), "float32", backend)
    assert_close(ivy.ldexp(x, -(2**40)), np.array([0.0, -0.0]), "float32", backend)
    exponents = native(np.array([2**63 + 1, 2], "uint64"), backend)
    assert_close(ivy.ldexp(x, exponents), np.array([np.inf, -4.0]), "float32", backend)
    for wrong in (True, 2.0, native(np.array([True, False]), backend)):
        with pytest.raises(IvyTypeError, match="ldexp: expected integers"):
            ivy.ldexp(x, wrong)


# ---- nothing, and too few axes ------------------------------------------------------------------


def test_least_of_nothing_by_vector_norm(backend: str) -> None:
    for order in (math.inf, -math.inf):
        with pytest.raises(IvyValueError):
            ivy.vector_norm(zeros(2, 0), axis=1, ord=order)
        assert ivy.vector_norm(zeros(2, 0), axis=0, ord=order).shape == (0,)
    assert_close(ivy.vector_norm(ivy.array([1.0, -2.0]), ord=-math.inf), np.array(1.0), "float32")


def test_pooling_of_no_images_and_of_padding_only(backend: str) -> None:
    none = ivy.avg_pool3d(zeros(0, 3, 2, 4, 0), (3, 3, 2), (2, 1, 1), 1)
    assert tuple(none.shape) == (0, 2, 2, 5, 0)
    padded = ivy.max_pool3d(zeros(1, 2, 0, 4, 2), (2, 3, 1), 2, [(1, 1), (0, 1), (0, 0)], "NCDHW")
    assert_close(padded, np.full((1, 2, 1, 2, 1), -np.inf), "float32", backend)
    mean = ivy.avg_pool2d(zeros(1, 2, 0, 4), 2, 2, [(1, 1), (0, 0)], "NCHW", count_include_pad=True)
    assert_close(mean, np.zeros((1, 2, 1, 2)), "float32", backend)


def test_einops_refuses_sizes_below_zero(backend: str) -> None:
    with pytest.raises(IvyValueError, match="size of at least 0 for axis 'n', got -1"):
        ivy.einops_repeat(ivy.array([[1.0]]), "h w -> h n w", n=-1)


SCALAR = np.float32(1.0)


@pytest.mark.parametrize(
    ("name", "args", "error"),
    [
        ("sort", (SCALAR,), IvyIndexError),
        ("argsort", (SCALAR,), IvyIndexError),
        ("msort", (SCALAR,), IvyIndexError),
        ("vecdot", (SCALAR, SCALAR), IvyIndexError),
        ("fftn", (SCALAR,), IvyValueError),
        ("rfftn", (SCALAR,), IvyValueError),
        ("concat", ([SCALAR, SCALAR], -1), IvyValueError),
        ("stack", ([SCALAR, np.ones((3, 4), "float32")], 1), IvyValueError),
        ("solve_triangular", (np.eye(3, dtype="float32"), SCALAR), IvyValueError),
        ("lu_solve", (SCALAR, np.int64(0), SCALAR), IvyBroadcastShapeError),
        (
            "scatter_nd",
            (np.zeros(2, "int64"), np.ones(3, "float32"), (3, 4)),
            IvyBroadcastShapeError,
        ),
        ("set_item", (np.ones(4), 1, np.ones(4)), IvyBroadcastShapeError),
        ("gru", (SCALAR, SCALAR, [SCALAR] * 4, 1, 0.0, False, False), IvyValueError),
        ("reshape", (np.zeros((0, 4)), (0, -1)), IvyValueError),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_too_few_axes_are_the_same_error(name: str, args: Any, error: Any, backend: str) -> None:
    def converted(value: Any) -> Any:
        if isinstance(value, list):
            return [converted(item) for item in value]
        return native(np.asarray(value), backend) if isinstance(value, ARRAYS) else value

    with pytest.raises(error) as caught:
        getattr(ivy, name)(*map(converted, args))
    assert caught.type is error


ARRAYS = (np.ndarray, np.generic)


def test_attention_mask_without_axes(backend: str) -> None:
    generator = np.random.default_rng(0)
    x, weight = generator.normal(size=(2, 3, 4)), generator.normal(size=(12, 4))
    inputs = [ivy.array(each, dtype="float32") for each in (x, weight)]

    def attention(mask: Any) -> Any:
        return ivy.multi_head_attention(
            inputs[0], num_heads=2, in_proj_weights=inputs[1], attention_mask=mask
        )

    expected = attention(ivy.array(np.zeros((3, 3), bool)))
    assert_close(attention(ivy.array(np.array(False))), expected, "float32", backend)


@pytest.mark.columns("torch", "jax", "tensorflow")  # NumPy orders complex numbers by their parts
def test_extremes_of_complex_numbers_are_a_type_error(backend: str) -> None:
    for find in (ivy.argmax, ivy.argmin):
        with pytest.raises(IvyTypeError):
            find(native(np.array([1j, 2j]), backend))


def test_gradient_of_cholesky_is_symmetric(backend: str) -> None:
    x = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
    weights = np.arange(9.0).reshape(3, 3) / 7
    expected, step = np.zeros((3, 3)), 1e-6
    for place in np.ndindex(3, 3):
        change = np.zeros((3, 3))
        change[place] = step
        change = (change + change.T) / 2
        up, down = (np.linalg.cholesky(x + sign * change) for sign in (1, -1))
        expected[place] = np.sum(weights * (up - down)) / (2 * step)

    def loss(x: Any) -> Any:
        return ivy.sum(ivy.cholesky(x) * ivy.array(weights, dtype="float32"))

    found = ivy.grad(loss)(ivy.array(x, dtype="float32"))
    assert_close(found, expected, "float32", backend)


def test_the_number_to_pad_with_may_be_an_array(backend: str) -> None:
    x, value = np.ones(2, "float32"), np.array(3.0, "float32")
    found = ivy.constant_pad(ivy.array(x), [(1, 2)], ivy.array(value))
    assert_close(found, np.pad(x, (1, 2), constant_values=3), "float32", backend)
