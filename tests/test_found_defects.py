"""What fuzzing and reviews found after tests/test_regressions.py was full, one test per defect."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg

import ivy
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
    with pytest.raises(NotImplementedError, match="igamma|IgammaGradA"):
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
