"""Linear algebra: shapes and dtypes that frameworks treat differently, namespaces, errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.backends import namespaces
from ivy.errors import IvyException, IvyIndexError, IvyValueError
from tests.helpers import assert_close, native, to_numpy

SQUARE = [
    "cholesky",
    "eigh",
    "eigvalsh",
    "eig",
    "eigvals",
    "inv",
    "det",
    "slogdet",
    "matrix_exp",
]


@pytest.mark.parametrize("name", SQUARE)
@pytest.mark.parametrize("shape", [(3,), (2, 3), (4, 3, 2)])
def test_matrices_must_be_square(name: str, shape: tuple[int, ...], backend: str) -> None:
    with pytest.raises(IvyValueError, match=f"{name}: expected square matrices"):
        getattr(ivy, name)(ivy.ones(shape))


@pytest.mark.parametrize("name", ["qr", "svd", "svdvals", "matrix_transpose", "matrix_rank"])
def test_vectors_are_no_matrices(name: str, backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.ones((3,)))


@pytest.mark.parametrize(
    ("first", "second"), [((2, 3), (2, 3)), ((3,), (2,)), ((2, 3), ()), ((), ()), ((2, 3), (2,))]
)
def test_matmul_of_unlike_shapes(first: Any, second: Any, backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.matmul(ivy.ones(first), ivy.ones(second))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("int32", "float32", "float32"),
        ("int8", "int32", "int32"),
        ("float32", "float64", "float64"),
    ],
)
def test_matmul_of_native_arrays_of_two_dtypes(
    first: str, second: str, expected: str, backend: str
) -> None:
    x1, x2 = (native(np.ones((2, 2), dtype), backend) for dtype in (first, second))
    space = ivy.with_backend(backend)
    for multiply in (ivy.matmul, space.matmul):
        result = multiply(x1, x2)
        assert space.DTYPES[result.dtype] == expected
        np.testing.assert_array_equal(to_numpy(result), np.full((2, 2), 2))


def test_matmul_of_booleans(backend: str) -> None:
    x = ivy.array([[True, False], [True, True]])
    assert ivy.matmul(x, x).tolist() == [[True, False], [True, True]]


def test_matmul_of_integers_wraps_around(backend: str) -> None:
    x = ivy.array([[200]], dtype="uint8")
    assert ivy.matmul(x, x).item() == 200 * 200 % 256
    x = ivy.array([[2**63 + 1]], dtype="uint64")
    assert ivy.matmul(x, x).item() == (2**63 + 1) ** 2 % 2**64


@pytest.mark.parametrize("name", ["vecdot", "tensordot"])
def test_contracted_sizes_do_not_broadcast(name: str, backend: str) -> None:
    axes = {"axis": 1} if name == "vecdot" else {"axes": ([1], [1])}
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.ones((2, 3)), ivy.ones((2, 1)), **axes)


def test_cross_products_have_three_elements(backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.cross(ivy.ones((2,)), ivy.ones((2,)))


def test_solve_takes_only_1d_for_a_vector(backend: str) -> None:
    matrices = ivy.broadcast_to(ivy.eye(3) * 2, (3, 3, 3))
    right = ivy.reshape(ivy.arange(9, dtype="float32"), (3, 3))
    result = ivy.solve(matrices, right)
    assert result.shape == (3, 3, 3)
    np.testing.assert_allclose(to_numpy(result)[0], to_numpy(right) / 2)


@pytest.mark.columns("numpy", "torch", "tensorflow")
@pytest.mark.parametrize("name", ["inv", "solve"])
def test_singular_matrices_raise(name: str, backend: str) -> None:
    others = [ivy.ones((2,))] if name == "solve" else []
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.zeros((2, 2)), *others)


@pytest.mark.parametrize("dtype", ["int32", "bool", "uint8"])
def test_integers_become_the_default_float(dtype: str, backend: str) -> None:
    x = ivy.astype(ivy.eye(2), dtype)
    for name in ("inv", "det", "svdvals", "cholesky", "matrix_exp", "pinv", "vector_norm", "cond"):
        assert getattr(ivy, name)(x).dtype == "float32"
    assert ivy.eigvals(x).dtype == "complex64"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_halves_stay_halves(dtype: str, backend: str) -> None:
    x = ivy.astype(ivy.eye(2) * 2, dtype)
    for result in (*ivy.qr(x), *ivy.svd(x), *ivy.eigh(x), ivy.inv(x), ivy.solve(x, x)):
        assert result.dtype == dtype
    assert ivy.eig(x).eigenvalues.dtype == "complex64"
    assert ivy.vector_norm(ivy.astype(ivy.array([3e2, 4e2]), dtype)).item() == pytest.approx(
        500, 1e-2
    )


@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 4e-5), ("float64", 2e-11)])
def test_exponentials_of_a_stack_of_matrices_of_all_sizes(
    dtype: str, tolerance: float, backend: str
) -> None:
    """Rounding errors grow with the norm, and not by more."""
    linalg = pytest.importorskip("scipy.linalg")
    x = np.random.default_rng(5).standard_normal((60, 4, 4))
    x = x @ x.swapaxes(1, 2)
    x *= (np.linspace(0.1, 60, 60) / np.abs(x).sum(1).max(1))[:, None, None]
    x[::3] *= -1
    x = x.astype(dtype)
    expected = np.stack([linalg.expm(each.astype("float64")) for each in x])
    found = to_numpy(ivy.matrix_exp(ivy.to_backend(x, backend)))
    sizes = np.abs(expected).max((1, 2))
    assert (np.abs(found - expected).max((1, 2)) / sizes).max() < tolerance
    single = to_numpy(ivy.matrix_exp(ivy.to_backend(x[-1], backend)))
    np.testing.assert_allclose(single, expected[-1], rtol=0, atol=tolerance * sizes[-1])


@pytest.mark.parametrize("upper", [True, False])
def test_cholesky_reads_one_triangle(upper: bool, backend: str) -> None:
    values = np.array(
        [[4.0, 9.0], [2.0, 2.0]] if not upper else [[4.0, 2.0], [9.0, 2.0]], "float32"
    )
    expected = np.array([[2.0, 0.0], [1.0, 1.0]])
    result = to_numpy(ivy.cholesky(ivy.array(values), upper=upper))
    np.testing.assert_allclose(result, expected.T if upper else expected, rtol=1e-6)


@pytest.mark.parametrize("UPLO", ["L", "U"])
def test_eigvalsh_reads_one_triangle(UPLO: str, backend: str) -> None:
    values = np.array([[0.0, 9.0j], [1.0j, 0.0]] if UPLO == "L" else [[0.0, 1.0j], [9.0j, 0.0]])
    result = to_numpy(ivy.eigvalsh(ivy.array(values, dtype="complex64"), UPLO=UPLO))
    np.testing.assert_allclose(result, [-1, 1], atol=1e-6)


@pytest.mark.parametrize(("name", "option"), [("qr", {"mode": "raw"}), ("eigh", {"UPLO": "both"})])
def test_unknown_options(name: str, option: dict[str, str], backend: str) -> None:
    with pytest.raises(IvyValueError):
        getattr(ivy, name)(ivy.eye(2), **option)


def test_results_have_the_names_of_the_standard(backend: str) -> None:
    x = ivy.eye(2)
    assert ivy.eigh(x)._fields == ivy.eig(x)._fields == ("eigenvalues", "eigenvectors")
    assert ivy.qr(x)._fields == ("Q", "R")
    assert ivy.slogdet(x)._fields == ("sign", "logabsdet")
    assert ivy.svd(x)._fields == ("U", "S", "Vh")
    assert ivy.svd(x, compute_uv=False)._fields == ("S",)


@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (0, 3, 3)])
def test_nothing_to_decompose(shape: tuple[int, ...], backend: str) -> None:
    x = ivy.zeros(shape)
    stack, size = shape[:-2], shape[-1]
    assert ivy.det(x).shape == stack
    assert ivy.inv(x).shape == ivy.cholesky(x).shape == ivy.matrix_exp(x).shape == shape
    assert ivy.eigh(x).eigenvalues.shape == ivy.eig(x).eigenvalues.shape == (*stack, size)
    assert ivy.svd(x).S.shape == ivy.svdvals(x).shape == (*stack, size)
    assert ivy.qr(x).Q.shape == ivy.pinv(x).shape == ivy.matrix_power(x, 0).shape == shape
    assert ivy.matrix_rank(x).shape == stack
    if not stack:
        assert ivy.det(x).item() == 1


def test_trace_is_of_the_last_axes(backend: str) -> None:
    x = np.arange(24, dtype="float32").reshape(2, 3, 4)
    np.testing.assert_array_equal(to_numpy(ivy.trace(ivy.array(x))), np.trace(x, 0, -2, -1))
    np.testing.assert_array_equal(
        to_numpy(ivy.trace(ivy.array(x), axis1=0, axis2=1)), np.trace(x, 0, 0, 1)
    )


def test_tolerances_per_matrix(backend: str) -> None:
    x = ivy.broadcast_to(ivy.diag(ivy.array([1.0, 0.1, 0.01])), (2, 3, 3))
    rtol = ivy.array([0.5, 0.05])
    assert ivy.matrix_rank(x, rtol=rtol).tolist() == [1, 2]
    assert to_numpy(ivy.pinv(x, rtol=rtol))[1, 1, 1] == pytest.approx(10, 1e-5)
    assert to_numpy(ivy.pinv(x, rtol=rtol))[0, 1, 1] == 0


@pytest.mark.parametrize("ord", [3, "unknown", 0])
def test_unknown_order_of_a_norm(ord: Any, backend: str) -> None:
    with pytest.raises(IvyValueError):
        ivy.matrix_norm(ivy.eye(2), ord=ord)


def test_norm_along_no_axis(backend: str) -> None:
    assert ivy.vector_norm(ivy.array([-1.0, 2.0]), axis=()).tolist() == [1.0, 2.0]
    with pytest.raises(IvyIndexError):
        ivy.vector_norm(ivy.ones((2,)), axis=1)


def test_norm_of_a_dtype(backend: str) -> None:
    assert ivy.vector_norm(ivy.ones((2,)), dtype="float64").dtype == "float64"
    assert ivy.matrix_norm(ivy.eye(2), ord=1, dtype="float64").dtype == "float64"


def test_lu_factors_solve(backend: str) -> None:
    x = ivy.array([[0.0, 2.0, 1.0], [4.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
    b = ivy.array([3.0, 5.0, 3.0])
    np.testing.assert_allclose(to_numpy(ivy.lu_solve(*ivy.lu_factor(x), b)), [1, 1, 1], rtol=1e-5)


def test_eigenvectors_of_a_tridiagonal_matrix(backend: str) -> None:
    values, vectors = ivy.eigh_tridiagonal(
        ivy.array([1.0, 2.0, 3.0]), ivy.array([0.5, 0.5]), eigvals_only=False
    )
    matrix = np.diag([1.0, 2.0, 3.0]) + np.diag([0.5, 0.5], 1) + np.diag([0.5, 0.5], -1)
    np.testing.assert_allclose(
        matrix @ to_numpy(vectors), to_numpy(vectors) * to_numpy(values), atol=1e-5
    )


def test_products_in_the_cheapest_order(backend: str) -> None:
    arrays = [ivy.ones(shape) for shape in ((1, 5), (5, 50), (50, 1), (1, 30))]
    assert ivy.multi_dot(arrays).shape == (1, 30)
    with pytest.raises(IvyValueError):
        ivy.multi_dot(arrays[:1])


def test_namespace_is_the_standards(backend: str) -> None:
    assert sorted(ivy.linalg.__all__) == sorted(namespaces.LINALG)
    space = backends.load(backend)
    for name in ivy.linalg.__all__:
        assert getattr(ivy.linalg, name) is getattr(ivy, name)
        assert getattr(space.linalg, name) is getattr(space, name)


# ---- gradients where a framework's own rule has no value ----------------------------------------


def _cofactors(x: np.ndarray) -> np.ndarray:
    """Return the gradient of the determinant by its definition."""
    found = np.empty_like(x)
    for i, j in np.ndindex(*x.shape):
        minor = np.delete(np.delete(x, i, 0), j, 1)
        found[i, j] = (-1) ** (i + j) * np.linalg.det(minor)
    return found


_SINGULAR = {
    "rank n - 1": [[1, 2], [2, 4]],
    "zero column": [[0, 0, 1, 1], [0, 2, 3, 2], [0, 5, 4, 1], [0, 1, 2, 9]],
    "rank n - 2": [[1, 2, 3], [2, 4, 6], [3, 6, 9]],
    "rank n - 3": np.zeros((3, 3)),
    "a zero": [[0]],
}


@pytest.mark.parametrize("case", _SINGULAR)
def test_gradients_of_det_at_a_singular_matrix_are_the_cofactors(case: str, backend: str) -> None:
    values = np.array(_SINGULAR[case], float)
    x = ivy.array(values, dtype="float64")
    value, slope = ivy.value_and_grad(ivy.det)(x)
    assert_close(value, np.array(0.0), "float64", backend)
    assert_close(slope, _cofactors(values), "float64", backend, tolerance=100)
    step = np.arange(float(values.size)).reshape(values.shape)
    # Cofactors are polynomials of at most third degree here, for which this difference is exact.
    ahead, behind = (_cofactors(values + sign * step) for sign in (1, -1))
    far, further = (_cofactors(values + sign * 2 * step) for sign in (1, -1))
    second = (8 * (ahead - behind) - (far - further)) / 12
    inner = ivy.grad(ivy.det)
    found = ivy.grad(lambda x: ivy.sum(inner(x) * ivy.array(step, dtype="float64")))(x)
    assert_close(found, second, "float64", backend, tolerance=100)


def test_gradient_of_det_of_a_stack_with_singular_matrices(backend: str) -> None:
    values = np.array([[[1.0, 2], [2, 4]], [[1, 2], [3, 4]], [[0, 0], [0, 0]]])
    slope = ivy.grad(lambda x: ivy.sum(ivy.det(x)))(ivy.array(values, dtype="float64"))
    expected = np.stack([_cofactors(x) for x in values])
    assert_close(slope, expected, "float64", backend)


@pytest.mark.parametrize("case", _SINGULAR)
@pytest.mark.columns("torch", "jax", "tensorflow")
def test_compiled_gradients_of_det_at_a_singular_matrix(case: str, backend: str, jit: Any) -> None:
    values = np.array([_SINGULAR[case], np.eye(len(_SINGULAR[case]))], float)
    expected = np.stack([_cofactors(x) for x in values])
    x, total = native(values, backend), lambda x: ivy.sum(ivy.det(x))
    assert_close(jit(ivy.grad(total))(x), expected, "float64", backend, tolerance=100)
    assert_close(ivy.vmap(ivy.grad(ivy.det))(x), expected, "float64", backend, tolerance=100)
    if backend == "torch":  # by autograd through a compiled function, and forward
        import torch

        torch._dynamo.reset()
        x.requires_grad_()
        jit(total)(x).backward()
        assert_close(x.grad, expected, "float64", backend, tolerance=100)
        found = torch.func.jacfwd(total)(x.detach())
        assert_close(found, expected, "float64", backend, tolerance=100)
    elif backend == "tensorflow":
        import tensorflow as tf

        compiled = jit(total)
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = compiled(x)
        assert_close(tape.gradient(value, x), expected, "float64", backend, tolerance=100)
        unknown = tf.TensorSpec([None, None, None], tf.float64)
        assert_close(tf.function(ivy.det, input_signature=[unknown])(x), np.array([0.0, 1.0]))


@pytest.mark.columns("torch")
def test_compiled_det_of_what_is_not_finite_is_nan(backend: str, jit: Any) -> None:
    """LAPACK ends with an error there, where det has none."""
    x = native(np.array([[[np.nan, 1], [2, 3]], [[np.inf, 1], [1, 0]], [[1, 2], [2, 4]]]), backend)
    x.requires_grad_()
    found = jit(ivy.det)(x)
    assert_close(found.detach(), np.array([np.nan, np.nan, 0.0]), "float64", backend)
    found.sum().backward()
    assert_close(x.grad[2], np.array([[4.0, -2.0], [-2.0, 1.0]]), "float64", backend)


@pytest.mark.parametrize(
    "values", [np.eye(2), [[1, 0], [0, 0]], [[1, 0], [0, 1], [0, 0]], [[1, 0, 0], [0, 1, 0]]]
)
def test_gradients_of_pinv_at_equal_and_at_zero_singular_values(values: Any, backend: str) -> None:
    x = np.array(values, float)
    weights = np.arange(1.0, x.size + 1).reshape(x.shape[::-1])
    rank = np.linalg.matrix_rank(x)
    directions = np.random.default_rng(0).normal(size=(4, *x.shape))
    if rank < min(x.shape):  # only changes that keep the rank
        y = np.linalg.pinv(x)
        directions = [
            d - (np.eye(len(x)) - x @ y) @ d @ (np.eye(len(y)) - y @ x) for d in directions
        ]

    def slope(at: np.ndarray) -> np.ndarray:
        weighted = ivy.array(weights, dtype="float64")
        loss = lambda x: ivy.sum(ivy.pinv(x, rtol=1e-4) * weighted)  # noqa: E731
        return to_numpy(ivy.grad(loss)(ivy.array(at, dtype="float64")))

    found = slope(x)
    for direction in directions:
        ahead, behind = (np.linalg.pinv(x + e * direction, 1e-4) for e in (1e-6, -1e-6))
        expected = np.sum(weights * (ahead - behind)) / 2e-6
        np.testing.assert_allclose(np.sum(found * direction), expected, atol=1e-6)


def test_second_gradient_of_pinv_at_equal_singular_values(backend: str) -> None:
    # The sum of inv(1 + e) is 2 - sum(e) + sum(e @ e), up to the third order.
    x = ivy.array(np.eye(2), dtype="float64")
    inner = ivy.grad(lambda x: ivy.sum(ivy.pinv(x)))
    weights = np.array([[0.0, 1.0], [2.0, 3.0]])
    found = ivy.grad(lambda x: ivy.sum(inner(x) * ivy.array(weights, dtype="float64")))(x)
    ones = np.ones((2, 2))
    assert_close(found, weights.T @ ones + ones @ weights.T, "float64", backend)


def test_gradient_of_pinv_of_zeros_is_zero(backend: str) -> None:
    slope = ivy.grad(lambda x: ivy.sum(ivy.pinv(x)))(ivy.zeros((2, 3)))
    assert_close(slope, np.zeros((2, 3)), "float32", backend)


@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_gradient_of_qr_of_a_wide_matrix(mode: str, backend: str) -> None:
    x = np.array([[[1.0, 2, 3], [2, 4.5, 6]], [[0.5, -1, 2], [1, 1, 0]]])
    of_q, of_r = np.array([[1.0, -2], [3, 0.5]]), np.array([[1.0, 2, -1], [0.5, 3, 2]])

    def loss(xp: Any, q: Any, r: Any, of_q: Any, of_r: Any) -> Any:
        return xp.sum(q * of_q) + xp.sum(r * of_r)

    weights = [ivy.array(w, dtype="float64") for w in (of_q, of_r)]
    gradient = ivy.grad(lambda x: loss(ivy, *ivy.qr(x, mode=mode), *weights))
    if backend == "jax" and backends.load("jax").VERSION.startswith("0.8."):  # which has none
        with pytest.raises(IvyException, match="QR decomposition derivative"):
            gradient(ivy.array(x, dtype="float64"))
        return
    slope = gradient(ivy.array(x, dtype="float64"))
    expected = np.empty_like(x)
    for place in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-6
        ahead, behind = (loss(np, *np.linalg.qr(x + s * step), of_q, of_r) for s in (1, -1))
        expected[place] = (ahead - behind) / 2e-6
    np.testing.assert_allclose(to_numpy(slope), expected, rtol=1e-6, atol=1e-6)


@pytest.mark.columns("numpy")
@pytest.mark.parametrize(
    ("axis", "ord"),
    [(None, None), (1, 3), (0, np.inf), (None, "nuc"), (None, -np.inf), ((0, 1), 2), ((1, 0), 1)],
)
def test_gradient_of_numpys_own_norm(axis: Any, ord: Any, backend: str) -> None:
    def loss(x: Any) -> Any:
        return np.sum(np.linalg.norm(x, ord, axis, keepdims=True))

    x = np.random.default_rng(0).normal(size=(3, 4))
    slope = ivy.grad(loss)(x)
    for direction in np.eye(x.size).reshape(x.size, *x.shape):
        expected = (loss(x + 1e-6 * direction) - loss(x - 1e-6 * direction)) / 2e-6
        np.testing.assert_allclose(np.sum(slope * direction), expected, atol=1e-7)
    if ord is None:  # the others have a kink where it has one
        np.testing.assert_array_equal(ivy.grad(loss)(np.zeros((3, 4))), np.zeros((3, 4)))
