"""Rules for Fourier transforms."""

from __future__ import annotations

from ivy.graph.importers.torch.values import (
    TorchBuilder,
    axes_of,
    axis_of,
    cast,
    rank,
    rule,
    size_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def _transform(build, x, n=None, dim=-1, norm=None, *, op):
    """A transform along one axis."""
    given = {} if n is None else {"n": n}
    given |= {} if norm is None else {"norm": norm}
    axis = "dim" if op in ("fft", "ifft") else "axis"
    return getattr(build, op)(_for(build, op, x), **{axis: axis_of(x, dim)}, **given)


def _for(build: TorchBuilder, op: str, x: Value) -> Value:
    """Return the operand in the dtype a transform takes: complex, or real for rfft."""
    real = {"complex64": "float32", "complex128": "float64"}.get(build.result, build.result)
    if op in ("rfft", "rfftn", "ihfft"):
        return cast(build, x, real)
    wide = {"float32": "complex64", "float64": "complex128"}.get(build.result, build.result)
    return cast(build, x, wide)


def _transforms(build, x, s=None, dim=None, norm=None, *, op):
    """A transform along several axes."""
    if dim is None and s is not None:
        dim = tuple(range(rank(x) - len(s), rank(x)))
    given = {} if s is None else {"s": tuple(s)}
    given |= {} if norm is None else {"norm": norm}
    return getattr(build, op)(_for(build, op, x), axes=axes_of(x, dim), **given)


def _plane(build, x, s=None, dim=(-2, -1), norm=None, *, op):
    return _transforms(build, x, s, dim, norm, op=op)


_NAMES = ("fft", "ifft", "rfft", "irfft")
table(_transform, {f"fft_{name}": name for name in (*_NAMES, "hfft", "ihfft")})
table(_transforms, {f"fft_{name}n": f"{name}n" for name in _NAMES})
table(_plane, {f"fft_{name}2": f"{name}n" for name in _NAMES})


_FORWARD = ("backward", "ortho", "forward")
_INVERSE = ("forward", "ortho", "backward")
"""Names of torch's normalizations 0 (none), 1 (by the root of n) and 2 (by n)."""


@rule("_fft_c2c")
def _fft_c2c(build, x, dim, normalization, forward):
    norm = (_FORWARD if forward else _INVERSE)[normalization]
    return (build.fftn if forward else build.ifftn)(x, axes=axes_of(x, dim), norm=norm)


@rule("_fft_r2c")
def _fft_r2c(build, x, dim, normalization, onesided):
    norm = _FORWARD[normalization]
    if onesided:
        return build.rfftn(x, axes=axes_of(x, dim), norm=norm)
    return build.fftn(cast(build, x, build.result), axes=axes_of(x, dim), norm=norm)


@rule("_fft_c2r")
def _fft_c2r(build, x, dim, normalization, last_dim_size):
    axes = axes_of(x, dim)
    sizes = (*(size_of(build, x, axis) for axis in axes[:-1]), last_dim_size)
    if any(isinstance(size, Value) for size in sizes):
        raise Unsupported("axes of unknown size")
    return build.irfftn(x, s=sizes, axes=axes, norm=_INVERSE[normalization])


def _shift(build, x, dim=None, *, op):
    return getattr(build, op)(x, axes=axes_of(x, dim))


table(_shift, {"fft_fftshift": "fftshift", "fft_ifftshift": "ifftshift"})
