"""Rules for Fourier transforms."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.torch.values import (
    TorchBuilder,
    axes_of,
    axis_of,
    cast,
    rank,
    rule,
    size_of,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported


def _transform(op: str, axis_name: str) -> Rule:
    """Return a rule for a transform along one axis."""

    def apply(
        build: TorchBuilder, x: Value, n: int | None = None, dim: int = -1, norm: Any = None
    ) -> Value:
        options: dict[str, Any] = {} if n is None else {"n": n}
        if norm is not None:
            options["norm"] = norm
        return getattr(build, op)(_for(build, op, x), **{axis_name: axis_of(x, dim)}, **options)

    return apply


def _for(build: TorchBuilder, op: str, x: Value) -> Value:
    """Return the operand in the dtype a transform takes: complex, or real for rfft."""
    real = {"complex64": "float32", "complex128": "float64"}.get(build.result, build.result)
    if op in ("rfft", "rfftn", "ihfft"):
        return cast(build, x, real)
    wide = {"float32": "complex64", "float64": "complex128"}.get(build.result, build.result)
    return cast(build, x, wide)


def _transforms(op: str) -> Rule:
    """Return a rule for a transform along several axes."""

    def apply(
        build: TorchBuilder, x: Value, s: Any = None, dim: Any = None, norm: Any = None
    ) -> Value:
        if dim is None and s is not None:
            dim = tuple(range(rank(x) - len(s), rank(x)))
        options: dict[str, Any] = {} if s is None else {"s": tuple(s)}
        if norm is not None:
            options["norm"] = norm
        return getattr(build, op)(_for(build, op, x), axes=axes_of(x, dim), **options)

    return apply


def _plane(op: str) -> Rule:
    def apply(
        build: TorchBuilder, x: Value, s: Any = None, dim: Any = (-2, -1), norm: Any = None
    ) -> Value:
        return _transforms(op)(build, x, s, dim, norm)

    return apply


for _name in ("fft", "ifft"):
    rule(f"fft_{_name}")(_transform(_name, "dim"))
for _name in ("rfft", "irfft", "hfft", "ihfft"):
    rule(f"fft_{_name}")(_transform(_name, "axis"))
for _name in ("fft", "ifft", "rfft", "irfft"):
    rule(f"fft_{_name}n")(_transforms(f"{_name}n"))
    rule(f"fft_{_name}2")(_plane(f"{_name}n"))


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


@rule("fft_fftshift")
def _fftshift(build, x, dim=None):
    return build.fftshift(x, axes=axes_of(x, dim))


@rule("fft_ifftshift")
def _ifftshift(build, x, dim=None):
    return build.ifftshift(x, axes=axes_of(x, dim))
