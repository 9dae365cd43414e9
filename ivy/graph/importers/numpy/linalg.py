"""Rules for NumPy's linear algebra and Fourier transforms."""

from __future__ import annotations

from ivy.graph.importers.numpy.values import rank, rule
from ivy.graph.rules import Unsupported, alike, table


def _product(build, a, b, *, op):
    return getattr(build, op)(build.array(a, build.result), build.array(b, build.result))


table("numpy", _product, alike("matmul vecdot inner outer kron"))
table("numpy", _product, {f"linalg.{name}": name for name in ("matmul", "outer", "vecdot")})


@rule("dot")
def _dot(build, a, b):
    a, b = build.array(a, build.result), build.array(b, build.result)
    if not rank(a) or not rank(b):
        return build.multiply(a, b)
    if rank(b) == 1 or (rank(a) <= 2 and rank(b) <= 2):
        return build.matmul(a, b)
    return build.tensordot(a, b, axes=((-1,), (-2,)))


@rule("matvec")
def _matvec(build, a, b):
    a, b = build.array(a, build.result), build.array(b, build.result)
    return build.squeeze(build.matmul(a, build.expand_dims(b, axis=-1)), axis=-1)


@rule("vecmat")
def _vecmat(build, a, b):
    a, b = build.array(a, build.result), build.array(b, build.result)
    return build.squeeze(build.matmul(build.expand_dims(build.conj(a), axis=-2), b), axis=-2)


@rule("vdot")
def _vdot(build, a, b):
    a, b = build.array(a, build.result), build.array(b, build.result)
    flat = [build.reshape(x, (-1,)) for x in (build.conj(a), b)]
    return build.matmul(*flat)


@rule("tensordot")
def _tensordot(build, a, b, axes=2):
    a, b = build.array(a, build.result), build.array(b, build.result)
    if not isinstance(axes, int):
        axes = tuple((x,) if isinstance(x, int) else tuple(x) for x in axes)
    return build.tensordot(a, b, axes=axes)


@rule("einsum")
def _einsum(build, *operands, optimize=False):
    equation, *xs = operands
    if not isinstance(equation, str):  # arrays and their axes in turn, then those of the result
        axes = [*operands[1::2], *operands[len(operands) // 2 * 2 :]]
        names = ["".join("..." if i is ... else chr(97 + i) for i in each) for each in axes]
        count = len(operands) // 2
        xs = list(operands[: 2 * count : 2])
        equation = "->".join([",".join(names[:count]), *names[count:]])
    return build.einsum(equation, *(build.array(x, build.result) for x in xs))


@rule("cross")
def _cross(build, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    a, b = build.array(a, build.result), build.array(b, build.result)
    return build.cross(a, b, axisa=axisa, axisb=axisb, axisc=axisc, axis=axis)


@rule("trace")
def _trace(build, a, offset=0, axis1=0, axis2=1, dtype=None):
    return build.trace(build.cast(a, build.result), offset=offset, axis1=axis1, axis2=axis2)


@rule("linalg.norm")
def _norm(build, x, ord=None, axis=None, keepdims=False):
    x = build.cast(x, build.result)
    if axis is None and (ord is None or rank(x) == 1):
        return build.vector_norm(x, axis=None, keepdims=keepdims, ord=2 if ord is None else ord)
    axes = tuple(range(rank(x))) if axis is None else (axis,) if isinstance(axis, int) else axis
    if len(axes) == 1:
        return build.vector_norm(x, axis=axes[0], keepdims=keepdims, ord=2 if ord is None else ord)
    if ord in (None, "fro"):
        return build.vector_norm(x, axis=tuple(axes), keepdims=keepdims)
    return build.matrix_norm(x, ord=ord, axis=tuple(axes), keepdims=keepdims)


def _matrix(build, a, *, op):
    return getattr(build, op)(build.cast(a, build.result))


_MATRIX = ("inv", "det", "cholesky", "eigvalsh", "svdvals")
table("numpy", _matrix, {f"linalg.{name}": name for name in _MATRIX})


@rule("linalg.pinv")
def _pinv(build, a, rcond=None, hermitian=False):
    if hermitian:
        raise Unsupported("hermitian=True")
    return build.pinv(build.cast(a, build.result), rtol=1e-15 if rcond is None else rcond)


@rule("linalg.solve")
def _solve(build, a, b):
    return build.solve(build.array(a, build.result), build.array(b, build.result))


@rule("linalg.matrix_power")
def _matrix_power(build, a, n):
    return build.matrix_power(build.cast(a, build.result), n)


@rule("linalg.slogdet")
def _slogdet(build, a):
    return build.several(2, "slogdet", build.cast(a, build.result))


@rule("linalg.qr")
def _qr(build, a, mode="reduced"):
    if mode not in ("reduced", "complete"):
        raise Unsupported(f"mode={mode!r}")
    return build.several(2, "qr", build.cast(a, build.result), mode=mode)


@rule("linalg.svd")
def _svd(build, a, full_matrices=True, compute_uv=True, hermitian=False):
    if hermitian:
        raise Unsupported("hermitian=True")
    a = build.cast(a, build.result)
    if not compute_uv:
        return build.svdvals(a)
    return build.several(3, "svd", a, full_matrices=full_matrices)


@rule("linalg.eigh")
def _eigh(build, a, UPLO="L"):
    return build.several(2, "eigh", build.cast(a, build.result), UPLO=UPLO)


def _eigen(build, a, *, op):
    if not build.result.startswith("complex"):
        raise Unsupported("a dtype that depends on values; use eigh, or give complex numbers")
    return build.several(2, op, a) if op == "eig" else build.eigvals(a)


table("numpy", _eigen, {"linalg.eig": "eig", "linalg.eigvals": "eigvals"})


# ---- Fourier transforms -------------------------------------------------------------------------


def _transform(build, a, n=None, axis=-1, norm=None, *, op):
    axes = {"dim": axis} if op in ("fft", "ifft") else {"axis": axis}
    return getattr(build, op)(build.floating(a), n=n, norm=norm or "backward", **axes)


def _transforms(build, a, s=None, axes=None, norm=None, *, op):
    sizes = None if s is None else tuple(s)
    places = None if axes is None else tuple(axes)
    return getattr(build, op)(build.floating(a), s=sizes, axes=places, norm=norm or "backward")


def _plane(build, a, s=None, axes=(-2, -1), norm=None, *, op):
    return _transforms(build, a, s, axes, norm, op=op)


_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_SEVERAL = ("fftn", "ifftn", "rfftn", "irfftn")
table("numpy", _transform, {f"fft.{name}": name for name in _ONE})
table("numpy", _transforms, {f"fft.{name}": name for name in _SEVERAL})
table("numpy", _plane, {"fft.fft2": "fftn", "fft.ifft2": "ifftn"})
