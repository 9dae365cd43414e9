"""Rules for linear algebra."""

from __future__ import annotations

from ivy.graph.importers.torch.values import (
    TorchBuilder,
    axes_of,
    cast,
    promoted,
    rank,
    rule,
    shape_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, called

table(called, {"linalg_det": "det", "det": "det", "linalg_inv": "inv", "inverse": "inv"})
table(called, {"linalg_matrix_exp": "matrix_exp", "matrix_exp": "matrix_exp"})
table(called, {"linalg_matrix_power": "matrix_power", "matrix_power": "matrix_power"})
table(called, {"linalg_eigvals": "eigvals"})

# ---- factorizations -----------------------------------------------------------------------------


@rule("linalg_cholesky", "cholesky")
def _cholesky(build, x, upper=False):
    return build.cholesky(x, upper=True) if upper else build.cholesky(x)


@rule("linalg_cholesky_ex")
def _cholesky_ex(build, x, *, upper=False, check_errors=False):
    return _cholesky(build, x, upper), _no_error(build, x)


def _no_error(build: TorchBuilder, matrices: Value) -> Value:
    """Return the code of success: failures are errors, or NaN, of the framework."""
    return build.zeros(shape_of(build, matrices)[:-2], dtype="int32")


@rule("linalg_qr")
def _qr(build, x, mode="reduced"):
    if mode == "r":
        raise Unsupported("mode='r'")
    return build.several(2, "qr", x, mode=mode)


@rule("linalg_svd")
def _svd(build, x, full_matrices=True, *, driver=None):
    return build.several(3, "svd", x, full_matrices=full_matrices)


@rule("_linalg_svd")
def _svd_core(build, x, full_matrices=False, compute_uv=True, *, driver=None):
    if not compute_uv:
        return None, build.svdvals(x), None
    return _svd(build, x, full_matrices)


@rule("linalg_svdvals")
def _svdvals(build, x, *, driver=None):
    return build.svdvals(x)


@rule("linalg_lu")
def _lu(build, x, *, pivot=True):
    if not pivot:
        raise Unsupported("pivot=False")
    rows, columns = x.shape[-2:]
    if rows is None or columns is None:
        raise Unsupported("matrices of unknown size")
    least = min(rows, columns)
    factors, order = build.several(2, "lu_factor", x)
    lower = build.tril(build.get_item(factors, (..., slice(0, least))), k=-1)
    upper = build.triu(build.get_item(factors, (..., slice(0, least), slice(None))))
    permutation = build.swapaxes(build.one_hot(order, rows, dtype=x.dtype), -2, -1)
    return permutation, build.add(lower, build.eye(rows, least, dtype=x.dtype)), upper


@rule("linalg_eigh")
def _eigh(build, x, UPLO="L"):
    return build.several(2, "eigh", x, UPLO=UPLO)


@rule("_linalg_eigh")
def _eigh_core(build, x, UPLO="L", compute_v=True):
    return _eigh(build, x, UPLO) if compute_v else (build.eigvalsh(x, UPLO=UPLO), None)


@rule("linalg_eigvalsh")
def _eigvalsh(build, x, UPLO="L"):
    return build.eigvalsh(x, UPLO=UPLO)


@rule("linalg_eig")
def _eig(build, x):
    return build.several(2, "eig", x)


# ---- equations ----------------------------------------------------------------------------------


@rule("linalg_solve")
def _solve(build, a, b, *, left=True):
    if not left:
        solved = _solve(build, build.swapaxes(a, -2, -1), build.swapaxes(b, -2, -1))
        return build.swapaxes(solved, -2, -1)
    if _is_vectors(a, b):
        return build.squeeze(build.solve(a, build.expand_dims(b, axis=-1)), axis=-1)
    return build.solve(a, b)


def _is_vectors(a: Value, b: Value) -> bool:
    return rank(b) == 1 or (rank(a) - 1 == rank(b) and b.shape == (a.shape or ())[:-1])


@rule("_linalg_solve_ex")
def _solve_ex(build, a, b, *, left=True, check_errors=False):
    _unused(build, 1, 2)
    return _solve(build, a, b, left=left), None, None, _no_error(build, a)


def _unused(build: TorchBuilder, *places: int) -> None:
    """Refuse results that only torch's own algorithm has."""
    if build.used & set(places):
        raise Unsupported("results of the LU factorization")


@rule("linalg_solve_triangular")
def _solve_triangular(build, a, b, *, upper, left=True, unitriangular=False):
    if not left:
        a, b = build.swapaxes(a, -2, -1), build.swapaxes(b, -2, -1)
        upper = not upper
    solved = build.solve_triangular(a, b, upper=upper, unit_diagonal=unitriangular)
    return solved if left else build.swapaxes(solved, -2, -1)


@rule("triangular_solve")
def _triangular_solve(build, b, a, upper=True, transpose=False, unitriangular=False):
    matrix = build.swapaxes(a, -2, -1) if transpose else a
    solved = build.solve_triangular(
        matrix, b, upper=upper != transpose, unit_diagonal=unitriangular
    )
    return solved, a


@rule("cholesky_solve")
def _cholesky_solve(build, b, factor, upper=False):
    other = build.swapaxes(factor, -2, -1)
    lower, raised = (other, factor) if upper else (factor, other)
    return build.solve_triangular(raised, build.solve_triangular(lower, b, upper=False), upper=True)


@rule("linalg_inv_ex")
def _inv_ex(build, x, *, check_errors=False):
    return build.inv(x), _no_error(build, x)


@rule("linalg_pinv.atol_rtol_float", "linalg_pinv.atol_rtol_tensor")
def _pinv(build, x, *, atol=None, rtol=None, hermitian=False):
    x = _from_lower(build, x) if hermitian else x
    if atol is not None:
        largest = build.get_item(build.svdvals(x), (..., 0))
        rtol = build.maximum(build.divide(atol, largest), 0.0 if rtol is None else rtol)
    return build.pinv(x) if rtol is None else build.pinv(x, rtol=rtol)


def _from_lower(build: TorchBuilder, x: Value) -> Value:
    """Return the Hermitian matrix that has this lower triangle."""
    return build.add(build.tril(x), build.adjoint(build.tril(x, k=-1)))


@rule("linalg_pinv", "linalg_pinv.rcond_tensor", "pinverse")
def _old_pinv(build, x, rcond=1e-15, hermitian=False):
    return build.pinv(_from_lower(build, x) if hermitian else x, rtol=rcond)


@rule("_linalg_det")
def _det_core(build, x):
    _unused(build, 1, 2)
    return build.det(x), None, None


@rule("linalg_slogdet", "slogdet")
def _slogdet(build, x):
    return build.several(2, "slogdet", x)


@rule("_linalg_slogdet")
def _slogdet_core(build, x):
    _unused(build, 2, 3)
    return (*_slogdet(build, x), None, None)


# ---- norms and distances ------------------------------------------------------------------------


@rule("linalg_vector_norm")
def _vector_norm(build, x, ord=2, dim=None, keepdim=False, *, dtype=None):
    axes = axes_of(x, dim)
    axis = None if len(axes) == rank(x) else axes[0] if len(axes) == 1 else axes
    if dtype is not None:
        x = cast(build, x, dtype)
    return build.vector_norm(x, axis=axis, keepdims=keepdim, ord=ord)


def _difference(build: TorchBuilder, x: Value, y: Value) -> Value:
    left = build.expand_dims(x, axis=rank(x) - 1)
    right = build.expand_dims(y, axis=rank(y) - 2)
    return build.subtract(left, right)


@rule("cdist", "_cdist_forward", "_euclidean_dist")
def _cdist(build, x, y, p=2.0, compute_mode=None):
    return _lengths(build, _difference(build, x, y), p)


def _lengths(build: TorchBuilder, x: Value, p: float) -> Value:
    """Return p-norms along the last axis; the gradient of a length of 0 is 0."""
    if p != 2:
        return build.vector_norm(x, axis=-1, ord=p)
    square = build.sum(build.square(x), axis=-1)
    positive = build.greater(square, 0)
    safe = build.where(positive, square, 1.0)
    return build.where(positive, build.sqrt(safe), 0.0)


@rule("_pdist_forward", "pdist")
def _pdist(build, x, p=2.0):
    count = (x.shape or (None,))[0]
    if count is None:
        raise Unsupported("an unknown number of points")
    rows, columns = build.several(2, "triu_indices", count, count, 1)
    difference = build.subtract(build.get_item(x, (rows,)), build.get_item(x, (columns,)))
    return _lengths(build, difference, p)


# ---- parts and products -------------------------------------------------------------------------


@rule("trace")
def _trace(build, x):
    return build.trace(cast(build, x, build.result))


@rule("diag")
def _diag(build, x, diagonal=0):
    return build.diag(x, k=diagonal)


@rule("linalg_cross")
def _cross(build, x, y, *, dim=-1):
    return build.cross(*promoted(build, x, y), axis=dim)
