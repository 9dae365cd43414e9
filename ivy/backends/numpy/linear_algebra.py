import numpy as np

from ivy.backends import numpy as _space
from ivy.backends.any import linear_algebra as _shared
from ivy.backends.axes import diagonal_of, normalized_axis
from ivy.backends.matrices import in_floats, one_of, refuse_other_rows, refuse_vectors
from ivy.backends.numpy.native import DTYPES, NATIVE_DTYPES
from ivy.backends.numpy.promotion import promoting, same_dtype
from ivy.backends.numpy_tape.engine import Box, constant
from ivy.backends.on_floats import native_on_floats
from ivy.errors import IvyValueError

_matmul = np.matmul
_floating = native_on_floats(_space)
_of_matrices, _of_square_matrices, _of_systems = in_floats(_floating)


def matmul(x1, x2, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False):
    if transpose_a or transpose_b or adjoint_a or adjoint_b:
        x1 = matrix_transpose(x1, adjoint_a) if transpose_a or adjoint_a else x1
        x2 = matrix_transpose(x2, adjoint_b) if transpose_b or adjoint_b else x2
    result = _matmul(x1, x2)
    if result.dtype is x1.dtype:
        return result
    x1, x2 = same_dtype(x1, x2)
    return _matmul(x1, x2).astype(x1.dtype)  # NumPy multiplies bfloat16 into float32


def matrix_transpose(x, conjugate=False):
    if x.ndim < 2:
        refuse_vectors("matrix_transpose", x)
    return np.conj(x.mT) if conjugate and x.dtype.kind == "c" else x.mT


@promoting
def vecdot(x1, x2, axis=-1):
    if not (x1.shape and x2.shape):
        normalized_axis("vecdot", axis, 0)
    return np.vecdot(x1, x2, axis=axis).astype(x1.dtype, copy=False)


def diagonal(x, offset=0, axis1=-2, axis2=-1):
    return np.diagonal(x, offset, axis1, axis2).copy()  # NumPy's is read-only


def diagflat(x, offset=0, padding_value=0, align="RIGHT_LEFT", num_rows=-1, num_cols=-1):
    x = x.reshape(-1)
    shape, row, column, count = diagonal_of(x.size, offset, num_rows, num_cols)
    blank = np.full(shape, padding_value, x.dtype)
    if count == 0:
        return blank
    place = np.arange(shape[0])[:, None] - row
    on = (place == np.arange(shape[1]) - column) & (place >= 0) & (place < count)
    return np.where(on, x[np.clip(place, 0, count - 1)], blank)


# ---- decompositions ---------------------------------------------------------------------------


@_of_square_matrices
def cholesky(x, upper=False):
    return np.linalg.cholesky(x, upper=upper)


@_of_matrices
def qr(x, mode="reduced"):
    one_of("qr", "mode", mode, "reduced", "complete")
    return _shared.QRResult(*np.linalg.qr(x, mode))


def _refuse_infinite(name, x):
    if not np.isfinite(x).all():  # LAPACK as NumPy 2.4 calls it never returns for some with inf
        raise IvyValueError(f"{name}: expected finite matrices, got NaN or infinite entries")


@_of_matrices
def svd(x, compute_uv=True, full_matrices=True):
    _refuse_infinite("svd", x)
    if not compute_uv:
        return _shared.SingularValues(np.linalg.svd(x, compute_uv=False))
    return _shared.SVDResult(*np.linalg.svd(x, full_matrices))


@_of_square_matrices
def eigh(x, UPLO="L"):
    return _shared.EighResult(*np.linalg.eigh(x, UPLO))


@_of_square_matrices
def eigvalsh(x, UPLO="L"):
    return np.linalg.eigvalsh(x, UPLO)


# NumPy answers in real numbers when all eigenvalues happen to be real.
@_of_square_matrices
def eig(x):
    dtype = NATIVE_DTYPES[DTYPES[x.dtype].complex]
    values, vectors = np.linalg.eig(x)
    return _shared.EigResult(values.astype(dtype, copy=False), vectors.astype(dtype, copy=False))


@_of_square_matrices
def eigvals(x):
    dtype = NATIVE_DTYPES[DTYPES[x.dtype].complex]
    return np.linalg.eigvals(x).astype(dtype, copy=False)


@_of_matrices
def pivoted_lu(x):
    if type(x) is Box:
        _, order = pivoted_lu(constant(x))
        return _space.lu_factor(np.take_along_axis(x, order[..., None], -2), False).LU, order
    lu = x.copy()
    rows, columns = x.shape[-2:]
    order = np.broadcast_to(np.arange(rows), x.shape[:-1]).copy()
    for k in range(min(rows, columns)):
        size = np.abs(lu[..., k:, k].real) + np.abs(lu[..., k:, k].imag)  # as LAPACK compares
        best = np.argmax(size, -1)[..., None] + k
        _exchange(order[..., None], k, best)
        _exchange(lu, k, best)
        pivot = lu[..., k : k + 1, k : k + 1]
        lu[..., k + 1 :, k : k + 1] /= np.where(pivot == 0, 1, pivot)
        lu[..., k + 1 :, k + 1 :] -= lu[..., k + 1 :, k : k + 1] * lu[..., k : k + 1, k + 1 :]
    return lu, order


def _exchange(matrices, k, other):
    """Exchange row `k` of each matrix with the row `other` of that matrix, in place."""
    others = other[..., None]
    row = np.take_along_axis(matrices, others, -2)
    np.put_along_axis(matrices, others, matrices[..., k : k + 1, :].copy(), -2)
    matrices[..., k : k + 1, :] = row


# ---- solving ----------------------------------------------------------------------------------


@_of_systems
def solve(x1, x2, adjoint=False):
    refuse_other_rows(x1, x2)
    return np.linalg.solve(matrix_transpose(x1, True) if adjoint else x1, x2)


@_of_systems
def solve_triangular(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    refuse_other_rows(x1, x2)
    x1 = np.triu(x1) if upper else np.tril(x1)
    if unit_diagonal:
        one = np.eye(x1.shape[-1], dtype=bool)
        x1 = np.where(one, x1.dtype.type(1), x1)
    if adjoint:
        x1, upper = matrix_transpose(x1, True), not upper
    if upper:  # nothing to eliminate: LAPACK only substitutes back
        return np.linalg.solve(x1, x2)
    flipped = np.linalg.solve(x1[..., ::-1, ::-1], x2[::-1] if x2.ndim == 1 else x2[..., ::-1, :])
    return flipped[::-1] if x2.ndim == 1 else flipped[..., ::-1, :]


@_of_square_matrices
def inv(x, adjoint=False):
    return np.linalg.inv(matrix_transpose(x, True) if adjoint else x)


@_floating()
def pseudo_inverse(x, rtol):
    _refuse_infinite("pinv", x)
    return np.linalg.pinv(x, rtol)


# ---- numbers that describe matrices -----------------------------------------------------------


@_of_square_matrices
def det(x):
    found = np.linalg.det(x)
    if type(x) is Box and not np.all(constant(found)):
        return _shared.det_of_singular(_space, np.linalg.det, x)
    return found


@_of_square_matrices
def slogdet(x):
    return _shared.SlogdetResult(*np.linalg.slogdet(x))


# Higham, "The scaling and squaring method for the matrix exponential revisited", degree 13.
_PADE = (
    64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000,
    10559470521600, 670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
)  # fmt: skip
_LARGEST_NORM = 5.37


@_of_square_matrices
def matrix_exp(x):
    if 0 in x.shape:
        return x
    times = constant(_shared.halvings(_space, x, _LARGEST_NORM))
    x = x / np.exp2(times)
    one = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    x2 = x @ x
    x4 = x2 @ x2
    x6 = x4 @ x2
    c = [x.real.dtype.type(each / _PADE[0]) for each in _PADE]
    odd = (
        x6 @ (c[13] * x6 + c[11] * x4 + c[9] * x2) + c[7] * x6 + c[5] * x4 + c[3] * x2 + c[1] * one
    )
    even = x6 @ (c[12] * x6 + c[10] * x4 + c[8] * x2) + c[6] * x6 + c[4] * x4 + c[2] * x2 + one
    odd = x @ odd
    result = np.linalg.solve(even - odd, even + odd)
    for done in range(int(times.max())):
        result = np.where(done < times, result @ result, result)
    return result


def root(total, degree=2):
    if type(total) is Box:
        return _shared.root(_space, total, degree)
    return np.sqrt(total) if degree == 2 else total ** (1.0 / degree)
