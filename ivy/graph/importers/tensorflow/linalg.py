"""Rules for linear algebra and Fourier transforms of TensorFlow."""

from __future__ import annotations

from functools import partial

from ivy.graph.importers.tensorflow.values import ndim_of, numbers_of, rule, sizes_of, table
from ivy.graph.rules import Unsupported, called

table(called, {
    "Cholesky": "cholesky", "Cross": "cross", "MatrixDeterminant": "det",
    "MatrixExponential": "matrix_exp", "FFT": "fft", "IFFT": "ifft",
})  # fmt: skip


@rule("Lu")
def _lu(build, x, output_idx_type="int32"):
    factors, order = build.several(2, "lu_factor", x)
    return factors, build.astype(order, output_idx_type)


@rule("Qr")
def _qr(build, x, full_matrices=False):
    return build.several(2, "qr", x, mode="complete" if full_matrices else "reduced")


@rule("Svd")
def _svd(build, x, compute_uv=True, full_matrices=False):
    if not compute_uv:
        values = build.svdvals(x)
        return values, None, None
    u, s, vh = build.several(3, "svd", x, full_matrices=full_matrices)
    return s, u, build.matrix_transpose(vh, conjugate=True)


@rule("SelfAdjointEigV2")
def _eigh(build, x, compute_v=True):
    if not compute_v:
        return build.eigvalsh(x), None
    return build.several(2, "eigh", x)


@rule("Eig")
def _eig(build, x, compute_v=True, Tout=None):
    if not compute_v:
        return build.eigvals(x), None
    return build.several(2, "eig", x)


@rule("MatrixInverse")
def _inverse(build, x, adjoint=False):
    return build.inv(x, adjoint=True) if adjoint else build.inv(x)


@rule("LogMatrixDeterminant")
def _log_determinant(build, x):
    return build.several(2, "slogdet", x)


@rule("MatrixSolve")
def _solve(build, x, y, adjoint=False):
    return build.solve(x, y, adjoint=True) if adjoint else build.solve(x, y)


@rule("MatrixTriangularSolve", "BatchMatrixTriangularSolve")
def _triangular_solve(build, x, y, lower=True, adjoint=False):
    options = {"upper": not lower, "adjoint": adjoint}
    return build.solve_triangular(x, y, **options)


@rule("MatrixDiagPartV2", host=(1, 2))
def _diagonal(build, x, k, padding):
    return build.diagonal(x, numbers_of(k, "k")[0], -2, -1)


@rule("MatrixDiagPart")
def _main_diagonal(build, x):
    return build.diagonal(x, 0, -2, -1)


@rule("DiagPart")
def _diagonal_part(build, x):
    if ndim_of(x) != 2:
        raise Unsupported("a tensor that is not a matrix")
    return build.diagonal(x, 0, -2, -1)


@rule("MatrixDiag")
def _matrix_of_diagonal(build, x):
    size = build.length(x, -1)
    return build.multiply(build.expand_dims(x, axis=-1), build.eye(size, dtype=x.dtype))


@rule("Diag")
def _diag(build, x):
    if ndim_of(x) != 1:
        raise Unsupported("a tensor that is not a vector")
    return build.diag(x)


# ---- Fourier transforms -------------------------------------------------------------------------


def _transform(build, x, *, op, axes):
    return getattr(build, op)(x, None, axes)


def _real_transform(build, x, length, Tcomplex="complex64", Treal="float32", *, op, axes):
    return getattr(build, op)(x, sizes_of(length, "fft_length"), axes)


def _line_transform(build, x, length, Tcomplex="complex64", Treal="float32", *, op):
    return getattr(build, op)(x, *sizes_of(length, "fft_length"))


table(_line_transform, {"RFFT": "rfft", "IRFFT": "irfft"}, host=(1,))
for _dims in (2, 3):
    _axes = tuple(range(-_dims, 0))
    table(partial(_transform, axes=_axes), {f"FFT{_dims}D": "fftn", f"IFFT{_dims}D": "ifftn"})
    _real = partial(_real_transform, axes=_axes)
    table(_real, {f"RFFT{_dims}D": "rfftn", f"IRFFT{_dims}D": "irfftn"}, host=(1,))
