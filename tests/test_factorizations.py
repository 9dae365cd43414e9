"""What decompositions promise, random factored tensors, and wrong arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyValueError
from tests.helpers import native, to_numpy

TENSOR = np.random.default_rng(0).standard_normal((3, 4, 5))


def tensor() -> Any:
    return ivy.array(TENSOR, dtype="float64")


def relative_error(approximation: Any) -> float:
    return float(np.linalg.norm(to_numpy(approximation) - TENSOR) / np.linalg.norm(TENSOR))


# ---- decompositions ---------------------------------------------------------------------------


def test_full_rank_reconstructs(backend: str) -> None:
    for result in (
        ivy.tucker(tensor()),
        ivy.tucker(tensor(), [3, 4, 5], init="random", seed=0),
        ivy.tensor_train(tensor(), [1, 3, 5, 1]),
        ivy.tensor_train(tensor(), 5),
    ):
        assert relative_error(result.to_tensor()) < 1e-12


def test_tucker_gets_better_and_tells_its_error(backend: str) -> None:
    result, errors = ivy.tucker(tensor(), [2, 2, 2], return_errors=True)
    values = [float(error) for error in errors]
    assert values == sorted(values, reverse=True)
    assert relative_error(result.to_tensor()) == pytest.approx(values[-1], rel=1e-9)
    truncated = ivy.initialize_tucker(tensor(), [2, 2, 2], [0, 1, 2])
    assert values[-1] <= relative_error(ivy.TuckerTensor(*truncated).to_tensor())
    for factor in result.factors:
        np.testing.assert_allclose(to_numpy(factor.T @ factor), np.eye(2), atol=1e-12)


def test_low_rank_is_found(backend: str) -> None:
    low = ivy.random_tucker((4, 5, 6), [2, 2, 2], dtype="float64", full=True, seed=1)
    for start in ("svd", "random"):
        found = ivy.tucker(low, [2, 2, 2], init=start, seed=2, tol=1e-12)
        np.testing.assert_allclose(to_numpy(found.to_tensor()), to_numpy(low), atol=1e-6)


def test_missing_entries_are_filled_in(backend: str) -> None:
    low = to_numpy(ivy.random_tucker((5, 6, 7), [1, 1, 1], dtype="float64", full=True, seed=1))
    mask = np.ones_like(low)
    mask[0, 1, 2] = mask[3, 3, 3] = 0
    broken = ivy.array(np.where(mask == 0, 100.0, low), dtype="float64")
    found = ivy.tucker(broken, [1, 1, 1], mask=ivy.array(mask), tol=1e-12, n_iter_max=300)
    np.testing.assert_allclose(to_numpy(found.to_tensor()), low, atol=1e-3)


def test_fixed_factors_stay(backend: str) -> None:
    start = ivy.tucker(tensor(), [2, 3, 2])
    found = ivy.tucker(tensor(), [2, 3, 2], fixed_factors=[1], init=start)
    np.testing.assert_allclose(to_numpy(found.factors[1]), to_numpy(start.factors[1]))
    assert found.core.shape == (2, 3, 2)
    assert relative_error(found.to_tensor()) < 1.1 * relative_error(start.to_tensor())


def test_partial_tucker_leaves_the_other_axes(backend: str) -> None:
    core, factors = ivy.partial_tucker(tensor(), [3, 5], [0, 2])
    assert core.shape == (3, 4, 5)
    back = ivy.multi_mode_dot(core, factors, [0, 2])
    assert relative_error(back) < 1e-12


def test_native_tensors_have_native_factors(backend: str) -> None:
    found = ivy.tucker(native(TENSOR, backend), [2, 2, 2])
    assert not any(isinstance(x, ivy.Array) for x in [found.core, *found.factors])
    assert not isinstance(found.to_tensor(), ivy.Array)
    wrapped = ivy.tucker(tensor(), [2, 2, 2])
    np.testing.assert_allclose(to_numpy(found.to_tensor()), to_numpy(wrapped.to_tensor()))


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_traced_without_a_tolerance(backend: str, jit: Callable[..., Any]) -> None:
    def program(x: Any) -> Any:
        return ivy.tucker(x, [2, 2, 2], n_iter_max=3, tol=None).to_tensor()

    x = native(TENSOR, backend)
    np.testing.assert_allclose(to_numpy(jit(program)(x)), to_numpy(program(x)), atol=1e-9)


def test_gradient_of_an_approximation(backend: str) -> None:
    def energy(x: Any) -> Any:
        left, values, right = ivy.truncated_svd(x, n_eigenvecs=2)
        left, right = ivy.svd_flip(left, right)
        return ivy.sum(((left * values) @ right) ** 3)

    x = TENSOR[0, :3, :4]
    gradient = to_numpy(ivy.grad(energy)(ivy.array(x, dtype="float64")))
    for place in ((0, 0), (2, 3)):
        step = np.zeros_like(x)
        step[place] = 1e-6
        ends = [float(energy(ivy.array(x + s * step, dtype="float64"))) for s in (1, -1)]
        assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(gradient[place], rel=1e-5)


def test_all_singular_vectors(backend: str) -> None:
    x = ivy.array(TENSOR[0], dtype="float64")
    left, values, right = ivy.truncated_svd(x)
    assert (left.shape, values.shape, right.shape) == ((4, 4), (4,), (5, 5))
    only = ivy.truncated_svd(x, compute_uv=False, n_eigenvecs=2)
    np.testing.assert_allclose(to_numpy(only), np.linalg.svd(TENSOR[0])[1][:2])
    flipped = ivy.svd_flip(left, right, u_based_decision=False)
    assert [part.shape for part in flipped] == [(4, 4), (5, 5)]


# ---- random factored tensors ------------------------------------------------------------------

RANDOM: dict[str, tuple[Any, ...]] = {
    "random_cp": ((3, 4, 5), 2),
    "random_tucker": ((3, 4, 5), [2, 3, 2]),
    "random_tt": ((3, 4, 5), [1, 2, 3, 1]),
    "random_tr": ((3, 4, 5), [2, 2, 3, 2]),
    "random_parafac2": ([(3, 4), (2, 4)], 2),
}


@pytest.mark.parametrize("name", RANDOM)
def test_a_seed_gives_the_same_tensor_everywhere(name: str, backend: str) -> None:
    function, arguments = getattr(ivy, name), RANDOM[name]
    factored = function(*arguments, seed=3)
    dense = to_numpy(function(*arguments, seed=3, full=True))
    np.testing.assert_allclose(to_numpy(factored.to_tensor()), dense, rtol=1e-5, atol=1e-6)
    with ivy.use_backend("numpy"):
        expected = to_numpy(function(*arguments, seed=3, full=True))
    np.testing.assert_allclose(dense, expected, rtol=1e-4, atol=1e-5)
    other = to_numpy(function(*arguments, seed=4, full=True))
    assert not np.allclose(dense, other)
    assert function(*arguments, dtype="float64", full=True).dtype == "float64"


def test_to_tensor_is_what_factors_mean(backend: str) -> None:
    weights, factors = ivy.random_cp((3, 4, 5), 2, dtype="float64", seed=0)
    a, b, c = map(to_numpy, factors)
    np.testing.assert_allclose(np.linalg.norm(a, axis=0), np.ones(2))
    expected = np.einsum("r,ir,jr,kr->ijk", to_numpy(weights), a, b, c)
    np.testing.assert_allclose(to_numpy(ivy.CPTensor(weights, factors).to_tensor()), expected)
    ring = ivy.random_tr((3, 4, 5), 2, dtype="float64", seed=0)
    expected = np.einsum("aib,bjc,cka->ijk", *map(to_numpy, ring.factors))
    np.testing.assert_allclose(to_numpy(ring.to_tensor()), expected)


def test_parafac2_slices(backend: str) -> None:
    result = ivy.random_parafac2([(3, 4), (2, 4)], 2, dtype="float64", seed=0)
    a, b, c = (to_numpy(factor) for factor in result.factors)
    for i, (projection, matrix) in enumerate(
        zip(result.projections, result.to_slices(), strict=True)
    ):
        p = to_numpy(projection)
        np.testing.assert_allclose(p.T @ p, np.eye(2), atol=1e-12)
        expected = p @ b @ np.diag(to_numpy(result.weights) * a[i]) @ c.T
        np.testing.assert_allclose(to_numpy(matrix), expected, atol=1e-12)
    assert np.all(to_numpy(result.to_tensor())[1, 2] == 0)


def test_orthogonal_factors(backend: str) -> None:
    for result in (
        ivy.random_tucker((3, 4), 2, dtype="float64", orthogonal=True, seed=0),
        ivy.random_cp((3, 4), 2, dtype="float64", orthogonal=True, seed=0),
    ):
        for factor in result.factors:
            np.testing.assert_allclose(to_numpy(factor.T @ factor), np.eye(2), atol=1e-12)
    assert all(
        np.all(to_numpy(factor) >= 0)
        for factor in ivy.random_tucker((3, 4), 2, orthogonal=True, non_negative=True).factors
    )


# ---- wrong arguments --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ivy.tucker(x, [2, 2]), "rank 3 numbers"),
        (lambda x: ivy.tucker(x, 0), "ranks of at least 1"),
        (lambda x: ivy.tucker(x, 2, init="best"), "init"),
        (lambda x: ivy.tucker(x, 2, svd="fast"), "svd"),
        (lambda x: ivy.tucker(x, 2, fixed_factors=[0]), "init"),
        (lambda x: ivy.tensor_train(x, [2, 2, 2, 1]), "1 at both ends"),
        (lambda x: ivy.tensor_train(x, [1, 2, 1]), "rank 4 numbers"),
        (lambda x: ivy.truncated_svd(x), "a matrix"),
        (lambda x: ivy.mode_dot(x, ivy.ones((2, 2)), 0), "matrix_or_vector for 3 elements"),
        (lambda x: ivy.mode_dot(x, x, 0), "a matrix or a vector"),
        (lambda x: ivy.multi_mode_dot(x, [ivy.ones(3)], [0, 1]), "modes for 1 arrays"),
        (lambda x: ivy.khatri_rao([ivy.ones((2, 3)), ivy.ones((2, 2))]), "equally many columns"),
        (lambda x: ivy.kronecker([ivy.ones((2, 3))], skip_matrix=0), "at least one matrix left"),
        (lambda x: ivy.batched_outer([x, ivy.ones((2, 2))]), "one size along the first axis"),
        (lambda x: ivy.general_inner_product(x, ivy.ones(2)), "a and b of one shape"),
        (lambda x: ivy.higher_order_moment(x, 0), "order of at least 1"),
        (lambda x: ivy.random_tr((2, 3), [1, 2, 3]), "equal first and last ranks"),
        (lambda x: ivy.random_cp((2, 3), 3, orthogonal=True), "rank of at most 2"),
        (lambda x: ivy.random_parafac2([(1, 3)], 2), "at least rank 2 rows"),
        (
            lambda x: ivy.make_svd_non_negative(*map(ivy.ones, ((2, 2), (2, 2), 2, (2, 2))), "x"),
            "nntype",
        ),
    ],
)
def test_wrong_arguments(call: Callable[[Any], Any], message: str, backend: str) -> None:
    with pytest.raises(IvyValueError, match=message):
        call(ivy.ones((3, 4, 5)))
