"""Rules for linear algebra and Fourier transforms of TensorFlow."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.tensorflow.values import TensorFlowBuilder as Build
from ivy.graph.importers.tensorflow.values import (
    ndim_of,
    numbers_of,
    renaming,
    rule,
    sizes_of,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported

renaming({
    "Cholesky": "cholesky", "Cross": "cross", "MatrixDeterminant": "det",
    "MatrixExponential": "matrix_exp", "FFT": "fft", "IFFT": "ifft",
})  # fmt: skip


@rule("Lu")
def _lu(build: Build, x: Value, output_idx_type: str = "int32") -> tuple[Value, ...]:
    factors, order = build.several(2, "lu_factor", x)
    return factors, build.astype(order, output_idx_type)


@rule("Qr")
def _qr(build: Build, x: Value, full_matrices: bool = False) -> tuple[Value, ...]:
    return build.several(2, "qr", x, mode="complete" if full_matrices else "reduced")


@rule("Svd")
def _svd(build: Build, x: Value, compute_uv: bool = True, full_matrices: bool = False) -> Any:
    if not compute_uv:
        values = build.svdvals(x)
        return values, None, None
    u, s, vh = build.several(3, "svd", x, full_matrices=full_matrices)
    return s, u, build.matrix_transpose(vh, conjugate=True)


@rule("SelfAdjointEigV2")
def _eigh(build: Build, x: Value, compute_v: bool = True) -> Any:
    if not compute_v:
        return build.eigvalsh(x), None
    return build.several(2, "eigh", x)


@rule("Eig")
def _eig(build: Build, x: Value, compute_v: bool = True, Tout: str | None = None) -> Any:
    if not compute_v:
        return build.eigvals(x), None
    return build.several(2, "eig", x)


@rule("MatrixInverse")
def _inverse(build: Build, x: Value, adjoint: bool = False) -> Value:
    return build.inv(x, adjoint=True) if adjoint else build.inv(x)


@rule("LogMatrixDeterminant")
def _log_determinant(build: Build, x: Value) -> tuple[Value, ...]:
    return build.several(2, "slogdet", x)


@rule("MatrixSolve")
def _solve(build: Build, x: Value, y: Value, adjoint: bool = False) -> Value:
    return build.solve(x, y, adjoint=True) if adjoint else build.solve(x, y)


@rule("MatrixTriangularSolve", "BatchMatrixTriangularSolve")
def _triangular_solve(
    build: Build, x: Value, y: Value, lower: bool = True, adjoint: bool = False
) -> Value:
    options = {"upper": not lower, "adjoint": adjoint}
    return build.solve_triangular(x, y, **options)


@rule("MatrixDiagPartV2", host=(1, 2))
def _diagonal(build: Build, x: Value, k: Any, padding: Any) -> Value:
    return build.diagonal(x, numbers_of(k, "k")[0], -2, -1)


@rule("MatrixDiagPart")
def _main_diagonal(build: Build, x: Value) -> Value:
    return build.diagonal(x, 0, -2, -1)


@rule("DiagPart")
def _diagonal_part(build: Build, x: Value) -> Value:
    if ndim_of(x) != 2:
        raise Unsupported("a tensor that is not a matrix")
    return build.diagonal(x, 0, -2, -1)


@rule("MatrixDiag")
def _matrix_of_diagonal(build: Build, x: Value) -> Value:
    size = build.length(x, -1)
    return build.multiply(build.expand_dims(x, axis=-1), build.eye(size, dtype=x.dtype))


@rule("Diag")
def _diag(build: Build, x: Value) -> Value:
    if ndim_of(x) != 1:
        raise Unsupported("a tensor that is not a vector")
    return build.diag(x)


# ---- Fourier transforms -------------------------------------------------------------------------


def _transform(name: str, op: str, axes: tuple[int, ...]) -> None:
    @rule(name)
    def transform(build: Build, x: Value) -> Value:
        return getattr(build, op)(x, None, axes)


_transform("FFT2D", "fftn", (-2, -1))
_transform("IFFT2D", "ifftn", (-2, -1))
_transform("FFT3D", "fftn", (-3, -2, -1))
_transform("IFFT3D", "ifftn", (-3, -2, -1))


def _real_transform(name: str, op: str, axes: tuple[int, ...]) -> None:
    @rule(name, host=(1,))
    def transform(
        build: Build, x: Value, length: Any, Tcomplex: str = "complex64", Treal: str = "float32"
    ) -> Value:
        sizes = sizes_of(length, "fft_length")
        return getattr(build, op)(x, sizes, axes) if axes else getattr(build, op)(x, sizes[0])


_real_transform("RFFT", "rfft", ())
_real_transform("IRFFT", "irfft", ())
_real_transform("RFFT2D", "rfftn", (-2, -1))
_real_transform("IRFFT2D", "irfftn", (-2, -1))
_real_transform("RFFT3D", "rfftn", (-3, -2, -1))
_real_transform("IRFFT3D", "irfftn", (-3, -2, -1))
