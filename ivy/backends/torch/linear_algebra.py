import math

import torch

from ivy.backends import torch as _space
from ivy.backends.any import linear_algebra as _shared
from ivy.backends.axes import diagonal_of, refuse_nothing
from ivy.backends.matrices import (
    in_floats,
    one_of,
    refuse_other_rows,
    refuse_unlike,
    refuse_vectors,
)
from ivy.backends.on_floats import native_on_floats
from ivy.backends.torch.native import as_native_dtype
from ivy.backends.torch.promotion import promoting, same_dtype
from ivy.errors import IvyValueError

_matmul = torch.matmul
_floating = native_on_floats(_space)
_of_matrices, _of_square_matrices, _of_systems = in_floats(_floating)


def matmul(x1, x2, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False):
    if transpose_a or transpose_b or adjoint_a or adjoint_b:
        x1 = matrix_transpose(x1, adjoint_a) if transpose_a or adjoint_a else x1
        x2 = matrix_transpose(x2, adjoint_b) if transpose_b or adjoint_b else x2
    try:
        return _matmul(x1, x2)
    except RuntimeError:
        refuse_unlike(x1, x2)
        if x1.dtype is x2.dtype is torch.bool:
            return _matmul(x1.int(), x2.int()) != 0
        if x1.dtype is x2.dtype:
            raise
        return _matmul(*same_dtype(x1, x2))


def matrix_transpose(x, conjugate=False):
    if x.ndim < 2:
        refuse_vectors("matrix_transpose", x)
    return torch.conj_physical(x.mT) if conjugate and x.is_complex() else x.mT


@promoting
def vecdot(x1, x2, axis=-1):
    if x1.shape[axis] != x2.shape[axis]:  # torch broadcasts them
        shapes = f"shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
        raise IvyValueError(f"vecdot: expected vectors of equal length, got {shapes}")
    if axis >= 0 and x1.ndim != x2.ndim:  # torch counts the axes after broadcasting
        x1, x2, axis = x1.movedim(axis, -1), x2.movedim(axis, -1), -1
    if x1.dtype in (torch.float16, torch.bfloat16):
        return torch.linalg.vecdot(x1.float(), x2.float(), dim=axis).to(x1.dtype)
    if x1.is_floating_point() or x1.is_complex():
        return torch.linalg.vecdot(x1, x2, dim=axis)
    return torch.sum(x1 * x2, axis, dtype=x1.dtype)


def diagonal(x, offset=0, axis1=-2, axis2=-1):
    refuse_vectors("diagonal", x)
    return torch.diagonal(x, offset, axis1, axis2)


def diagflat(x, offset=0, padding_value=0, align="RIGHT_LEFT", num_rows=-1, num_cols=-1):
    x = x.reshape(-1)
    shape, row, column, count = diagonal_of(len(x), offset, num_rows, num_cols)
    index = torch.arange(count, device=x.device)
    return x.new_full(shape, padding_value).index_put((index + row, index + column), x[:count])


# ---- decompositions ---------------------------------------------------------------------------


@_of_square_matrices
def cholesky(x, upper=False):
    return torch.linalg.cholesky(x, upper=upper)


@_of_matrices
def qr(x, mode="reduced"):
    one_of("qr", "mode", mode, "reduced", "complete")
    return _shared.QRResult(*torch.linalg.qr(x, mode))


@_of_matrices
def svd(x, compute_uv=True, full_matrices=True):
    if not compute_uv:
        return _shared.SingularValues(torch.linalg.svdvals(x))
    return _shared.SVDResult(*torch.linalg.svd(x, full_matrices))


@_of_matrices
def svdvals(x, driver=None):
    return torch.linalg.svdvals(x, driver=driver)


@_of_square_matrices
def eigh(x, UPLO="L"):
    return _shared.EighResult(*torch.linalg.eigh(x, one_of("eigh", "UPLO", UPLO, "L", "U")))


@_of_square_matrices
def eigvalsh(x, UPLO="L"):
    return torch.linalg.eigvalsh(x, one_of("eigvalsh", "UPLO", UPLO, "L", "U"))


@_of_square_matrices
def eig(x):
    return _shared.EigResult(*torch.linalg.eig(x))


@_of_square_matrices
def eigvals(x):
    return torch.linalg.eigvals(x)


@_of_matrices
def pivoted_lu(x):
    lu, pivots, _ = torch.linalg.lu_factor_ex(x)  # of a singular matrix, too
    if x.shape[-2] == 0:
        return lu, torch.zeros(x.shape[:-1], dtype=torch.int64, device=x.device)
    permutation, _, _ = torch.lu_unpack(lu, pivots, unpack_data=False)
    return lu, permutation.real.argmax(-2)


# ---- solving ----------------------------------------------------------------------------------


@_of_systems
def solve(x1, x2, adjoint=False):
    refuse_other_rows(x1, x2)
    x1 = matrix_transpose(x1, True) if adjoint else x1
    # torch takes a stack of x1's shape without the last axis for vectors; here only 1-d is one.
    if x2.ndim == 1:
        return torch.linalg.solve(x1, x2.unsqueeze(-1)).squeeze(-1)
    stack = torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    return torch.linalg.solve(x1, x2.expand(*stack, *x2.shape[-2:]))


@_of_systems
def solve_triangular(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    if adjoint:
        x1, upper = matrix_transpose(x1, True), not upper
    column = x2.unsqueeze(-1) if x2.ndim == 1 else x2
    result = torch.linalg.solve_triangular(x1, column, upper=upper, unitriangular=unit_diagonal)
    return result.squeeze(-1) if x2.ndim == 1 else result


@_of_square_matrices
def inv(x, adjoint=False):
    return torch.linalg.inv(matrix_transpose(x, True) if adjoint else x)


# Its own gradient does not go through that of svd, which is infinite at equal singular values.
pseudo_inverse = _floating()(torch.linalg.pinv)


# ---- numbers that describe matrices -----------------------------------------------------------


@_of_square_matrices
def det(x):
    found = torch.linalg.det(x)
    # torch 2.13: its gradient at a singular matrix is 0. A program cannot ask for the values.
    compiling = torch.compiler.is_compiling()
    if _space.is_traced(x) or (found.requires_grad and (compiling or not found.all())):
        return _shared.det_of_singular(_space, torch.linalg.det, x)
    return found


@_of_square_matrices
def slogdet(x):
    return _shared.SlogdetResult(*torch.linalg.slogdet(x))


@_of_square_matrices
def matrix_exp(x):
    return torch.linalg.matrix_exp(x)


# Its gradient at 0 is 0; that of sqrt(sum(x * x)) is NaN.
def vector_norm(x, axis=None, keepdims=False, ord=2, dtype=None):
    if dtype is not None:
        x = x.to(as_native_dtype(dtype))
    return _vector_norm(x, axis, keepdims, ord)


@_floating()
def _vector_norm(x, axis, keepdims, ord):
    if axis == ():  # torch takes () for all axes
        x, axis, keepdims = x.unsqueeze(-1), -1, False
    if ord == -math.inf:
        refuse_nothing("vector_norm", axis, x.shape)
    if ord < 0 and x.numel() == 0:  # torch 2.13 refuses; a power below 0 of nothing is infinite
        return torch.linalg.vector_norm(x, 2, axis, keepdims) + math.inf
    return torch.linalg.vector_norm(x, ord, axis, keepdims)
