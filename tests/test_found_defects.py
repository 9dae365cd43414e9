"""What fuzzing and reviews found after tests/test_regressions.py was full, one test per defect."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg

import ivy
from ivy.errors import IvyBroadcastShapeError, IvyTypeError, IvyValueError
from tests.helpers import assert_close, native, optional, to_numpy

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
