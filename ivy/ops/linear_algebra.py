"""Products, decompositions, solvers and norms of matrices, also of stacks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.backends.any.linear_algebra import (
    EighResult,
    EigResult,
    LUResult,
    QRResult,
    SingularValues,
    SlogdetResult,
    SVDResult,
)
from ivy.dispatch import both, choose, only, put, retry, table
from ivy.types import A, B

__all__ = [
    "adjoint",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diag",
    "diagflat",
    "diagonal",
    "dot",
    "eig",
    "eigh",
    "eigh_tridiagonal",
    "eigvals",
    "eigvalsh",
    "inner",
    "inv",
    "kron",
    "lu_factor",
    "lu_solve",
    "matmul",
    "matrix_exp",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensordot",
    "tensorsolve",
    "trace",
    "vander",
    "vecdot",
    "vector_norm",
    "vector_to_skew_symmetric_matrix",
]

# ---- products ---------------------------------------------------------------------------------


def matmul(
    x1: A,
    x2: A,
    /,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    out: A | None = None,
) -> A:
    """Return the matrix product; a 1-d operand is a row on the left, a column on the right.

    Axes before the last two broadcast. An operand can be transposed or conjugate-transposed first.

    >>> ivy.matmul(ivy.array([[1., 2.], [3., 4.]]), ivy.array([1., 1.]))
    ivy.array([3., 7.])
    """
    if out is not None:
        return put(matmul(x1, x2, transpose_a, transpose_b, adjoint_a, adjoint_b), out)
    try:
        return both[type(x1)][type(x2)].matmul(
            x1, x2, transpose_a, transpose_b, adjoint_a, adjoint_b
        )
    except Exception as error:
        return retry(error, "matmul", x1, x2, transpose_a, transpose_b, adjoint_a, adjoint_b)


def dot(a: A, b: A, /, out: A | None = None) -> A:
    """Return sums of products over the last axis of `a` and the last but one (or only) of `b`.

    >>> ivy.dot(ivy.array([1., 2.]), ivy.array([3., 4.]))
    ivy.array(11.)
    """
    if out is not None:
        return put(dot(a, b), out)
    try:
        return both[type(a)][type(b)].dot(a, b)
    except Exception as error:
        return retry(error, "dot", a, b)


def inner(x1: A, x2: A, /, out: A | None = None) -> A:
    """Return the sum of products over the last axes of both; nothing is conjugated.

    >>> ivy.inner(ivy.array([1., 2.]), ivy.array([[3., 4.], [5., 6.]]))
    ivy.array([11., 17.])
    """
    if out is not None:
        return put(inner(x1, x2), out)
    try:
        return both[type(x1)][type(x2)].inner(x1, x2)
    except Exception as error:
        return retry(error, "inner", x1, x2)


def outer(x1: A, x2: A, /, out: A | None = None) -> A:
    """Return the products of all pairs of elements: rows for `x1`, columns for `x2`.

    >>> ivy.outer(ivy.array([1., 2.]), ivy.array([3., 4.]))
    ivy.array([[3., 4.],
               [6., 8.]])
    """
    if out is not None:
        return put(outer(x1, x2), out)
    try:
        return both[type(x1)][type(x2)].outer(x1, x2)
    except Exception as error:
        return retry(error, "outer", x1, x2)


def vecdot(x1: A, x2: A, /, axis: int = -1, out: A | None = None) -> A:
    """Return the dot products of the vectors along `axis`, those of `x1` conjugated.

    >>> ivy.vecdot(ivy.array([[1., 2.], [3., 4.]]), ivy.array([1., 1.]))
    ivy.array([3., 7.])
    """
    if out is not None:
        return put(vecdot(x1, x2, axis), out)
    try:
        return both[type(x1)][type(x2)].vecdot(x1, x2, axis)
    except Exception as error:
        return retry(error, "vecdot", x1, x2, axis)


def tensordot(
    x1: A, x2: A, /, axes: int | Sequence[int] | Sequence[Sequence[int]] = 2, out: A | None = None
) -> A:
    """Return the sum of products over `axes`: the last `n` of `x1` and first `n` of `x2`, or pairs.

    >>> ivy.tensordot(ivy.ones((2, 3, 4)), ivy.ones((3, 4, 5)), axes=([1, 2], [0, 1])).shape
    ivy.Shape(2, 5)
    """
    if out is not None:
        return put(tensordot(x1, x2, axes), out)
    try:
        return both[type(x1)][type(x2)].tensordot(x1, x2, axes)
    except Exception as error:
        return retry(error, "tensordot", x1, x2, axes)


def kron(a: A, b: A, /, out: A | None = None) -> A:
    """Return the Kronecker product: `a` with each element replaced by itself times `b`.

    >>> ivy.kron(ivy.array([1., 10.]), ivy.array([1., 2.]))
    ivy.array([ 1.,  2., 10., 20.])
    """
    if out is not None:
        return put(kron(a, b), out)
    try:
        return both[type(a)][type(b)].kron(a, b)
    except Exception as error:
        return retry(error, "kron", a, b)


def cross(
    x1: A,
    x2: A,
    /,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
    out: A | None = None,
) -> A:
    """Return the vector products of vectors of 3 elements along `axisa`, `axisb`; result: `axisc`.

    `axis`, where given, stands for all three.

    >>> ivy.cross(ivy.array([1., 0., 0.]), ivy.array([0., 1., 0.]))
    ivy.array([0., 0., 1.])
    """
    if out is not None:
        return put(cross(x1, x2, axisa, axisb, axisc, axis), out)
    try:
        return both[type(x1)][type(x2)].cross(x1, x2, axisa, axisb, axisc, axis)
    except Exception as error:
        return retry(error, "cross", x1, x2, axisa, axisb, axisc, axis)


def multi_dot(x: Sequence[A], /, out: A | None = None) -> A:
    """Return the product of two or more matrices, in the order that needs the fewest operations.

    The first may be a vector, standing for a row, and the last one, standing for a column.

    >>> ivy.multi_dot([ivy.ones((2, 3)), ivy.ones((3, 4)), ivy.ones((4,))])
    ivy.array([12., 12.])
    """
    if out is not None:
        return put(multi_dot(x), out)
    try:
        return table[
            type(x[0]) if len(x) == 2 and type(x[0]) is type(x[1]) else only(map(type, x))
        ].multi_dot(x)
    except Exception as error:
        return retry(error, "multi_dot", x)


def matrix_power(x: A, n: int, /, out: A | None = None) -> A:
    """Return square matrices to an integer power; a negative one inverts them first.

    >>> ivy.matrix_power(ivy.array([[1., 1.], [0., 1.]]), 3)
    ivy.array([[1., 3.],
               [0., 1.]])
    """
    if out is not None:
        return put(matrix_power(x, n), out)
    try:
        return table[type(x)].matrix_power(x, n)
    except Exception as error:
        return retry(error, "matrix_power", x, n)


def matrix_exp(x: A, /, out: A | None = None) -> A:
    """Return the matrix exponential `1 + x + x @ x / 2 + ...` of square matrices.

    >>> ivy.matrix_exp(ivy.zeros((2, 2)))
    ivy.array([[1., 0.],
               [0., 1.]])
    """
    if out is not None:
        return put(matrix_exp(x), out)
    try:
        return table[type(x)].matrix_exp(x)
    except Exception as error:
        return retry(error, "matrix_exp", x)


# ---- rearranging ------------------------------------------------------------------------------


def matrix_transpose(x: A, /, conjugate: bool = False, out: A | None = None) -> A:
    """Return `x` with its last two axes exchanged, conjugated if asked for.

    >>> ivy.matrix_transpose(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[1, 3],
               [2, 4]])
    """
    if out is not None:
        return put(matrix_transpose(x, conjugate), out)
    try:
        return table[type(x)].matrix_transpose(x, conjugate)
    except Exception as error:
        return retry(error, "matrix_transpose", x, conjugate)


def adjoint(x: A, /, out: A | None = None) -> A:
    """Return the conjugate transpose of matrices.

    >>> ivy.adjoint(ivy.array([[1., 2.], [3., 4.]]))
    ivy.array([[1., 3.],
               [2., 4.]])
    """
    if out is not None:
        return put(adjoint(x), out)
    try:
        return table[type(x)].adjoint(x)
    except Exception as error:
        return retry(error, "adjoint", x)


def diagonal(x: A, /, offset: int = 0, axis1: int = -2, axis2: int = -1, out: A | None = None) -> A:
    """Return the diagonals of the matrices in two axes, as the last axis.

    An `offset` above 0 is a diagonal above the main one.

    >>> ivy.diagonal(ivy.array([[1, 2], [3, 4]]))
    ivy.array([1, 4])
    """
    if out is not None:
        return put(diagonal(x, offset, axis1, axis2), out)
    try:
        return table[type(x)].diagonal(x, offset, axis1, axis2)
    except Exception as error:
        return retry(error, "diagonal", x, offset, axis1, axis2)


def diag(x: A, /, k: int = 0, out: A | None = None) -> A:
    """Return the `k`-th diagonal of a matrix, or the matrix that has a vector there.

    >>> ivy.diag(ivy.array([1, 2]))
    ivy.array([[1, 0],
               [0, 2]])
    """
    if out is not None:
        return put(diag(x, k), out)
    try:
        return table[type(x)].diag(x, k)
    except Exception as error:
        return retry(error, "diag", x, k)


def diagflat(
    x: A,
    /,
    offset: int = 0,
    padding_value: float = 0,
    align: str = "RIGHT_LEFT",
    num_rows: int = -1,
    num_cols: int = -1,
    out: A | None = None,
) -> A:
    """Return the matrix with the elements of `x` on a diagonal and `padding_value` elsewhere.

    It is as small as holds them, or of `num_rows` and `num_cols`; what does not fit is dropped.
    `align` matters only for several diagonals, which this does not have.

    >>> ivy.diagflat(ivy.array([1, 2]), offset=1)
    ivy.array([[0, 1, 0],
               [0, 0, 2],
               [0, 0, 0]])
    """
    if out is not None:
        return put(diagflat(x, offset, padding_value, align, num_rows, num_cols), out)
    try:
        return table[type(x)].diagflat(x, offset, padding_value, align, num_rows, num_cols)
    except Exception as error:
        return retry(error, "diagflat", x, offset, padding_value, align, num_rows, num_cols)


def trace(
    x: A,
    /,
    offset: int = 0,
    axis1: int = -2,
    axis2: int = -1,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the sums along the diagonals of the matrices in two axes.

    >>> ivy.trace(ivy.array([[1., 2.], [3., 4.]]))
    ivy.array(5.)
    """
    if out is not None:
        return put(trace(x, offset, axis1, axis2, dtype), out)
    try:
        return table[type(x)].trace(x, offset, axis1, axis2, dtype)
    except Exception as error:
        return retry(error, "trace", x, offset, axis1, axis2, dtype)


def vander(x: A, /, N: int | None = None, increasing: bool = False, out: A | None = None) -> A:
    """Return the matrix whose columns are the powers `N - 1` to 0 of `x` (0 to `N - 1`).

    >>> ivy.vander(ivy.array([1, 2, 3]))
    ivy.array([[1, 1, 1],
               [4, 2, 1],
               [9, 3, 1]])
    """
    if out is not None:
        return put(vander(x, N, increasing), out)
    try:
        return table[type(x)].vander(x, N, increasing)
    except Exception as error:
        return retry(error, "vander", x, N, increasing)


def vector_to_skew_symmetric_matrix(vector: A, /, out: A | None = None) -> A:
    """Return the matrices that multiply a vector as the cross products with `vector` do.

    >>> ivy.vector_to_skew_symmetric_matrix(ivy.array([1., 2., 3.]))
    ivy.array([[ 0., -3.,  2.],
               [ 3.,  0., -1.],
               [-2.,  1.,  0.]])
    """
    if out is not None:
        return put(vector_to_skew_symmetric_matrix(vector), out)
    try:
        return table[type(vector)].vector_to_skew_symmetric_matrix(vector)
    except Exception as error:
        return retry(error, "vector_to_skew_symmetric_matrix", vector)


# ---- decompositions ---------------------------------------------------------------------------


def cholesky(x: A, /, upper: bool = False, out: A | None = None) -> A:
    """Return the triangular `L` with `L @ L^H` equal to Hermitian, positive-definite matrices.

    With `upper` it is `U` with `U^H @ U`. Only that triangle of `x` is read. Others raise on
    NumPy and PyTorch and give NaN on JAX and TensorFlow.

    >>> ivy.cholesky(ivy.array([[4., 2.], [2., 2.]]))
    ivy.array([[2., 0.],
               [1., 1.]])
    """
    if out is not None:
        return put(cholesky(x, upper), out)
    try:
        return table[type(x)].cholesky(x, upper)
    except Exception as error:
        return retry(error, "cholesky", x, upper)


def qr(x: A, /, mode: str = "reduced", out: tuple[A, A] | None = None) -> QRResult:
    """Return `Q`, with orthonormal columns, and upper triangular `R`, with `x` equal to `Q @ R`.

    `mode` is `"reduced"` or `"complete"`, where `Q` is square. Signs are the framework's.

    >>> ivy.qr(ivy.ones((3, 2))).Q.shape
    ivy.Shape(3, 2)
    """
    if out is not None:
        return put(qr(x, mode), out)
    try:
        return table[type(x)].qr(x, mode)
    except Exception as error:
        return retry(error, "qr", x, mode)


def svd(x: A, /, compute_uv: bool = True, full_matrices: bool = True) -> SVDResult | SingularValues:
    """Return `U`, the singular values `S` from the largest down, and `Vh`; `x = U @ diag(S) @ Vh`.

    Without `full_matrices` only as many columns of `U` and rows of `Vh` as there are values;
    without `compute_uv` only `S`.

    >>> ivy.svd(ivy.array([[3., 0.], [0., 4.]])).S
    ivy.array([4., 3.])
    """
    try:
        return table[type(x)].svd(x, compute_uv, full_matrices)
    except Exception as error:
        return retry(error, "svd", x, compute_uv, full_matrices)


def svdvals(x: A, /, driver: str | None = None, out: A | None = None) -> A:
    """Return the singular values of matrices, from the largest down.

    `driver` names the cuSOLVER method for PyTorch on a GPU; elsewhere it is not used.

    >>> ivy.svdvals(ivy.array([[3., 0.], [0., 4.]]))
    ivy.array([4., 3.])
    """
    if out is not None:
        return put(svdvals(x, driver), out)
    try:
        return table[type(x)].svdvals(x, driver)
    except Exception as error:
        return retry(error, "svdvals", x, driver)


def eigh(x: A, /, UPLO: str = "L", out: tuple[A, A] | None = None) -> EighResult:
    """Return the real eigenvalues, ascending, and the eigenvectors (columns) of Hermitian matrices.

    Only the lower triangle of `x` is read, or with `UPLO="U"` only the upper one.

    >>> ivy.eigh(ivy.array([[2., 0.], [0., 1.]])).eigenvalues
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(eigh(x, UPLO), out)
    try:
        return table[type(x)].eigh(x, UPLO)
    except Exception as error:
        return retry(error, "eigh", x, UPLO)


def eigvalsh(x: A, /, UPLO: str = "L", out: A | None = None) -> A:
    """Return the real eigenvalues, ascending, of Hermitian matrices.

    >>> ivy.eigvalsh(ivy.array([[2., 0.], [0., 1.]]))
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(eigvalsh(x, UPLO), out)
    try:
        return table[type(x)].eigvalsh(x, UPLO)
    except Exception as error:
        return retry(error, "eigvalsh", x, UPLO)


def eig(x: A, /, out: tuple[A, A] | None = None) -> EigResult:
    """Return the complex eigenvalues, in no set order, and the eigenvectors (columns) of matrices.

    >>> ivy.eig(ivy.array([[2., 0.], [0., 1.]])).eigenvalues
    ivy.array([2.+0.j, 1.+0.j])
    """
    if out is not None:
        return put(eig(x), out)
    try:
        return table[type(x)].eig(x)
    except Exception as error:
        return retry(error, "eig", x)


def eigvals(x: A, /) -> A:
    """Return the complex eigenvalues of square matrices, in no set order.

    >>> ivy.eigvals(ivy.array([[2., 0.], [0., 1.]]))
    ivy.array([2.+0.j, 1.+0.j])
    """
    try:
        return table[type(x)].eigvals(x)
    except Exception as error:
        return retry(error, "eigvals", x)


def eigh_tridiagonal(
    alpha: A,
    beta: A,
    /,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: tuple[float, float] | None = None,
    tol: float | None = None,
) -> A | EighResult:
    """Return the eigenvalues (and vectors) of matrices with diagonal `alpha` and `beta` beside it.

    `select="i"` keeps those numbered from the first to the last of `select_range`, `"v"` those
    with values above its first and up to its last. `tol` is not needed.

    >>> ivy.eigh_tridiagonal(ivy.array([2., 1.]), ivy.array([0.]))
    ivy.array([1., 2.])
    """
    try:
        return both[type(alpha)][type(beta)].eigh_tridiagonal(
            alpha, beta, eigvals_only, select, select_range, tol
        )
    except Exception as error:
        return retry(
            error, "eigh_tridiagonal", alpha, beta, eigvals_only, select, select_range, tol
        )


def lu_factor(x: A, /, pivot: bool = True, out: tuple[A, A] | None = None) -> LUResult:
    """Return `LU`, both triangles in one matrix, and the row order `p`: `x[p] = L @ U`.

    The diagonal of `L` is all ones and not kept. TensorFlow takes no singular matrices.

    >>> ivy.lu_factor(ivy.array([[0., 2.], [4., 0.]])).p
    ivy.array([1, 0], dtype=int64)
    """
    if out is not None:
        return put(lu_factor(x, pivot), out)
    try:
        return table[type(x)].lu_factor(x, pivot)
    except Exception as error:
        return retry(error, "lu_factor", x, pivot)


# ---- solving ----------------------------------------------------------------------------------


def solve(x1: A, x2: A, /, adjoint: bool = False, out: A | None = None) -> A:
    """Return the `x` with `x1 @ x = x2`; a 1-d `x2` is one column, anything else are matrices.

    With `adjoint` it is `x1^H @ x = x2`. A singular matrix raises, except on JAX, which gives NaN
    or infinities.

    >>> ivy.solve(ivy.array([[2., 0.], [0., 4.]]), ivy.array([2., 2.]))
    ivy.array([1. , 0.5])
    """
    if out is not None:
        return put(solve(x1, x2, adjoint), out)
    try:
        return both[type(x1)][type(x2)].solve(x1, x2, adjoint)
    except Exception as error:
        return retry(error, "solve", x1, x2, adjoint)


def solve_triangular(
    x1: A,
    x2: A,
    /,
    upper: bool = True,
    adjoint: bool = False,
    unit_diagonal: bool = False,
    out: A | None = None,
) -> A:
    """Return the `x` with `x1 @ x = x2` for triangular `x1`, of which only that triangle is read.

    >>> ivy.solve_triangular(ivy.array([[1., 1.], [0., 2.]]), ivy.array([[3.], [2.]]))
    ivy.array([[2.],
               [1.]])
    """
    if out is not None:
        return put(solve_triangular(x1, x2, upper, adjoint, unit_diagonal), out)
    try:
        return both[type(x1)][type(x2)].solve_triangular(x1, x2, upper, adjoint, unit_diagonal)
    except Exception as error:
        return retry(error, "solve_triangular", x1, x2, upper, adjoint, unit_diagonal)


def lu_solve(lu: A, p: B, b: A, /, out: A | None = None) -> A:
    """Return the `x` with `a @ x = b`, from the two results of `lu_factor(a)`.

    >>> lu, p = ivy.lu_factor(ivy.array([[0., 2.], [4., 0.]]))
    >>> ivy.lu_solve(lu, p, ivy.array([2., 4.]))
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(lu_solve(lu, p, b), out)
    try:
        return (table[type(b)] if type(lu) is type(p) is type(b) else choose(lu, p, b)).lu_solve(
            lu, p, b
        )
    except Exception as error:
        return retry(error, "lu_solve", lu, p, b)


def tensorsolve(x1: A, x2: A, /, axes: Sequence[int] | None = None, out: A | None = None) -> A:
    """Return the `x` with `tensordot(x1, x, x.ndim) = x2`; `axes` of `x1` are moved to its end.

    >>> ivy.tensorsolve(ivy.eye(6).reshape((2, 3, 6)), ivy.ones((2, 3))).shape
    ivy.Shape(6)
    """
    if out is not None:
        return put(tensorsolve(x1, x2, axes), out)
    try:
        return both[type(x1)][type(x2)].tensorsolve(x1, x2, axes)
    except Exception as error:
        return retry(error, "tensorsolve", x1, x2, axes)


def inv(x: A, /, adjoint: bool = False, out: A | None = None) -> A:
    """Return the inverses of square matrices, or of their conjugate transposes.

    >>> ivy.inv(ivy.array([[2., 0.], [0., 4.]]))
    ivy.array([[0.5 , 0.  ],
               [0.  , 0.25]])
    """
    if out is not None:
        return put(inv(x, adjoint), out)
    try:
        return table[type(x)].inv(x, adjoint)
    except Exception as error:
        return retry(error, "inv", x, adjoint)


def pinv(x: A, /, rtol: B | float | None = None, out: A | None = None) -> A:
    """Return the pseudo-inverses; singular values up to `rtol` times the largest count as zero.

    `rtol` is by default the larger side of the matrix times the dtype's epsilon.

    >>> ivy.pinv(ivy.array([[2., 0.], [0., 0.]]))
    ivy.array([[0.5, 0. ],
               [0. , 0. ]])
    """
    if out is not None:
        return put(pinv(x, rtol), out)
    try:
        return (table[type(x)] if rtol is None else choose(x, rtol)).pinv(x, rtol)
    except Exception as error:
        return retry(error, "pinv", x, rtol)


# ---- numbers that describe matrices -----------------------------------------------------------


def det(x: A, /, out: A | None = None) -> A:
    """Return the determinants of square matrices.

    >>> ivy.det(ivy.array([[1., 2.], [3., 4.]]))
    ivy.array(-2.)
    """
    if out is not None:
        return put(det(x), out)
    try:
        return table[type(x)].det(x)
    except Exception as error:
        return retry(error, "det", x)


def slogdet(x: A, /) -> SlogdetResult:
    """Return sign and logarithm of the absolute value of the determinants of square matrices.

    >>> ivy.slogdet(ivy.array([[2., 0.], [0., -1.]])).sign
    ivy.array(-1.)
    """
    try:
        return table[type(x)].slogdet(x)
    except Exception as error:
        return retry(error, "slogdet", x)


def matrix_rank(
    x: A,
    /,
    atol: B | float | None = None,
    rtol: B | float | None = None,
    hermitian: bool = False,
    out: A | None = None,
) -> A:
    """Return how many singular values of matrices are above both tolerances.

    `rtol` is relative to the largest value; by default the larger side of the matrix times the
    dtype's epsilon, or 0 when `atol` is given. With `hermitian` only the lower triangle is read.

    >>> ivy.matrix_rank(ivy.array([[1., 2.], [2., 4.]]))
    ivy.array(1, dtype=int64)
    """
    if out is not None:
        return put(matrix_rank(x, atol, rtol, hermitian), out)
    try:
        return (table[type(x)] if atol is rtol is None else choose(x, atol, rtol)).matrix_rank(
            x, atol, rtol, hermitian
        )
    except Exception as error:
        return retry(error, "matrix_rank", x, atol, rtol, hermitian)


def cond(x: A, /, p: int | float | str | None = None, out: A | None = None) -> A:
    """Return the condition numbers of matrices: norm times norm of the inverse.

    `p` is the order of `ivy.matrix_norm`, 2 by default. Singular matrices give infinity then; with
    another order they raise as in `ivy.inv`.

    >>> ivy.cond(ivy.array([[1., 0.], [0., 4.]]))
    ivy.array(4.)
    """
    if out is not None:
        return put(cond(x, p), out)
    try:
        return table[type(x)].cond(x, p)
    except Exception as error:
        return retry(error, "cond", x, p)


def matrix_norm(
    x: A,
    /,
    ord: int | float | str | None = "fro",
    axis: tuple[int, int] = (-2, -1),
    keepdims: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the norms of the matrices in two axes.

    `ord` is `"fro"`, `"nuc"` (the sum of the singular values), 2 or -2 (the largest or smallest of
    them), 1 or -1 (the largest or smallest sum of a column), infinity (of a row).

    >>> ivy.matrix_norm(ivy.array([[3., 0.], [0., 4.]]))
    ivy.array(5.)
    """
    if out is not None:
        return put(matrix_norm(x, ord, axis, keepdims, dtype), out)
    try:
        return table[type(x)].matrix_norm(x, ord, axis, keepdims, dtype)
    except Exception as error:
        return retry(error, "matrix_norm", x, ord, axis, keepdims, dtype)


def vector_norm(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    ord: int | float = 2,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the norms of the vectors along `axis`: `sum(abs(x) ** ord) ** (1 / ord)`.

    Infinity is the largest, minus infinity the smallest absolute value, 0 counts what is not zero.

    >>> ivy.vector_norm(ivy.array([3., 4.]))
    ivy.array(5.)
    """
    if out is not None:
        return put(vector_norm(x, axis, keepdims, ord, dtype), out)
    try:
        return table[type(x)].vector_norm(x, axis, keepdims, ord, dtype)
    except Exception as error:
        return retry(error, "vector_norm", x, axis, keepdims, ord, dtype)
