"""Rules for NumPy's ufuncs and other functions of single elements."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.numpy.shapes import nonzero
from ivy.graph.importers.numpy.values import NumpyBuilder, dtype_name, only_default, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported

_FLOATING = {
    "sqrt": "sqrt", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log2": "log2",
    "log10": "log10", "log1p": "log1p", "sin": "sin", "cos": "cos", "tan": "tan", "arcsin": "asin",
    "arccos": "acos", "arctan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "rad2deg": "rad2deg",
    "degrees": "rad2deg", "deg2rad": "deg2rad", "radians": "deg2rad", "fabs": "abs", "sinc": "sinc",
    "i0": "i0", "rint": "round", "reciprocal": "reciprocal",
}  # fmt: skip
_UNARY = {
    "negative": "negative", "positive": "positive", "sign": "sign", "floor": "floor",
    "ceil": "ceil", "trunc": "trunc", "fix": "trunc", "square": "square",
    "conjugate": "conj", "invert": "bitwise_invert", "logical_not": "logical_not",
    "isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite", "signbit": "signbit",
    "absolute": "abs",
}  # fmt: skip
_BINARY = {
    "add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide",
    "true_divide": "divide", "floor_divide": "floor_divide", "remainder": "remainder",
    "fmod": "fmod", "power": "pow", "float_power": "pow", "maximum": "maximum",
    "minimum": "minimum", "fmax": "fmax", "fmin": "fmin", "arctan2": "atan2", "hypot": "hypot",
    "logaddexp": "logaddexp", "logaddexp2": "logaddexp2", "copysign": "copysign",
    "nextafter": "nextafter", "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "gcd": "gcd", "lcm": "lcm", "heaviside": "heaviside",
}  # fmt: skip
_COMPARISONS = (
    "equal", "not_equal", "less", "less_equal", "greater", "greater_equal",
)  # fmt: skip


def _unary(op: str, floating: bool) -> Rule:
    def apply(build: NumpyBuilder, x: Any) -> Value:
        x = build.array(x)
        return getattr(build, op)(build.cast(x, build.result) if floating else x)

    return apply


def _binary(op: str, compares: bool = False) -> Rule:
    def apply(build: NumpyBuilder, x1: Any, x2: Any) -> Value:
        dtype = build.common if compares else build.result
        x1, x2 = build.cast(x1, dtype), build.cast(x2, dtype)
        if not isinstance(x1, Value) and not isinstance(x2, Value):
            x1 = build.array(x1, dtype)
        return getattr(build, op)(x1, x2)

    return apply


for _name, _op in _FLOATING.items():
    rule(_name)(_unary(_op, floating=True))
for _name, _op in _UNARY.items():
    rule(_name)(_unary(_op, floating=False))
for _name, _op in _BINARY.items():
    rule(_name)(_binary(_op))
    rule(f"{_name}.outer")(lambda build, x1, x2, op=_op: _outer(build, op, x1, x2))
for _name in _COMPARISONS:
    rule(_name)(_binary(_name, compares=True))
    rule(f"{_name}.outer")(lambda build, x1, x2, op=_name: _outer(build, op, x1, x2))


def _outer(build: NumpyBuilder, op: str, x1: Any, x2: Any) -> Value:
    dtype = build.common if op in _COMPARISONS else build.result
    x1, x2 = build.array(x1, dtype), build.array(x2, dtype)
    shape = (..., *[None] * len(x2.shape or ()))
    return getattr(build, op)(build.get_item(x1, shape), x2)


for _name in ("logical_and", "logical_or", "logical_xor"):

    def _logical(build: NumpyBuilder, x1: Any, x2: Any, op: str = _name) -> Value:
        return getattr(build, op)(build.array(x1, "bool"), build.array(x2, "bool"))

    rule(_name)(_logical)


@rule("divmod")
def _divmod(build, x1, x2):
    both = build.array(x1, build.result), build.array(x2, build.result)
    return build.floor_divide(*both), build.remainder(*both)


for _name in ("modf", "frexp"):
    rule(_name)(lambda build, x, op=_name: build.several(2, op, build.cast(x, build.result)))


@rule("ldexp")
def _ldexp(build, x1, x2):
    return build.ldexp(build.array(x1, build.result), build.array(x2))


@rule("real")
def _real(build, val):
    return build.real(val)


@rule("imag")
def _imag(build, val):
    return build.imag(val)


@rule("cbrt")
def _cbrt(build, x):
    x = build.cast(x, build.result)
    return build.multiply(build.sign(x), build.pow(build.abs(x), 1 / 3))


@rule("clip")
def _clip(build, a, a_min=None, a_max=None, min=None, max=None):
    low = a_min if a_min is not None else min
    high = a_max if a_max is not None else max
    a = build.cast(a, build.result)
    if low is not None:
        a = build.maximum(a, build.cast(low, build.result))
    return a if high is None else build.minimum(a, build.cast(high, build.result))


@rule("round", "around")
def _round(build, a, decimals=0):
    a = build.cast(a, build.result)
    return build.round(a, decimals) if decimals else build.round(a)


@rule("nan_to_num")
def _nan_to_num(build, x, copy=True, nan=0.0, posinf=None, neginf=None):
    return build.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


@rule("angle")
def _angle(build, z, deg=False):
    return build.angle(build.floating(z), deg=deg)


@rule("where")
def _where(build, condition, x=None, y=None):
    if x is None or y is None:
        return nonzero(build, condition)
    condition = build.array(condition, "bool")
    x, y = build.array(x, build.result), build.cast(y, build.result)
    return build.where(condition, x, y)


@rule("isclose")
def _isclose(build, a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = build.array(a, build.common), build.array(b, build.common)
    return build.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


@rule("astype")
def _astype(build, x, dtype):
    return build.astype(x, dtype_name(dtype))


@rule("copy")
def _copy(build, a, order=None, subok=None):
    return build.identity(a)


@rule("zeros_like", "empty_like")
def _zeros_like(build, a, dtype=None, shape=None):
    only_default(shape=shape)
    return build.zeros_like(a, dtype=build.result)


def _made(*names: str, op: str) -> None:
    @rule(*names)
    def apply(build, shape, *fill, dtype=None, **how):
        shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        return getattr(build, op)(shape, *fill[: op == "full"], **how, dtype=build.result)


_made("zeros", "empty", op="zeros")
_made("ones", op="ones")
_made("full", op="full")


@rule("arange", "eye", "identity")
def _arange(build, *args, dtype=None):
    op = "arange" if len(build.shape) == 1 else "eye"
    return getattr(build, op)(*args, dtype=build.result)


@rule("linspace")
def _linspace(build, start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    if retstep or isinstance(start, Value) or isinstance(stop, Value):
        raise Unsupported("ends that are arrays")
    return build.linspace(start, stop, num, endpoint=endpoint, dtype=build.result)


@rule("ones_like")
def _ones_like(build, a, dtype=None, shape=None):
    only_default(shape=shape)
    return build.ones_like(a, dtype=build.result)


@rule("full_like")
def _full_like(build, a, fill_value, dtype=None, shape=None):
    only_default(shape=shape)
    return build.full_like(a, build.cast(fill_value, build.result), dtype=build.result)
