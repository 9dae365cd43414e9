"""Rules for NumPy's ufuncs and other functions of single elements."""

from __future__ import annotations

from ivy.graph.importers.numpy.shapes import nonzero
from ivy.graph.importers.numpy.values import dtype_name, only_default, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike, table

_FLOATING = (
    "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh rad2deg deg2rad sinc i0 "
    "reciprocal"
)
_FLOATING_RENAMED = {
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "degrees": "rad2deg",
    "radians": "deg2rad",
    "fabs": "abs",
    "rint": "round",
}
_UNARY = "negative positive sign floor ceil trunc square logical_not isnan isinf isfinite signbit"
_UNARY_RENAMED = {
    "fix": "trunc",
    "conjugate": "conj",
    "invert": "bitwise_invert",
    "absolute": "abs",
}
_BINARY = (
    "add subtract multiply divide floor_divide remainder fmod maximum minimum fmax fmin hypot "
    "logaddexp logaddexp2 copysign nextafter bitwise_and bitwise_or bitwise_xor gcd lcm heaviside"
)
_BINARY_RENAMED = {
    "true_divide": "divide",
    "power": "pow",
    "float_power": "pow",
    "arctan2": "atan2",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
}
_COMPARISONS = alike("equal not_equal less less_equal greater greater_equal")


def _floating(build, x, *, op):
    return getattr(build, op)(build.cast(build.array(x), build.result))


def _unary(build, x, *, op):
    return getattr(build, op)(build.array(x))


def _binary(build, x1, x2, *, op):
    dtype = build.common if op in _COMPARISONS else build.result
    x1, x2 = build.cast(x1, dtype), build.cast(x2, dtype)
    if not isinstance(x1, Value) and not isinstance(x2, Value):
        x1 = build.array(x1, dtype)
    return getattr(build, op)(x1, x2)


def _outer(build, x1, x2, *, op):
    dtype = build.common if op in _COMPARISONS else build.result
    x1, x2 = build.array(x1, dtype), build.array(x2, dtype)
    shape = (..., *[None] * len(x2.shape or ()))
    return getattr(build, op)(build.get_item(x1, shape), x2)


def _logical(build, x1, x2, *, op):
    return getattr(build, op)(build.array(x1, "bool"), build.array(x2, "bool"))


def _parts(build, x, *, op):
    return build.several(2, op, build.cast(x, build.result))


_OF_TWO = alike(_BINARY) | _BINARY_RENAMED | _COMPARISONS
table("numpy", _floating, alike(_FLOATING) | _FLOATING_RENAMED)
table("numpy", _unary, alike(_UNARY) | _UNARY_RENAMED)
table("numpy", _binary, _OF_TWO)
table("numpy", _outer, {f"{name}.outer": op for name, op in _OF_TWO.items()})
table("numpy", _logical, alike("logical_and logical_or logical_xor"))
table("numpy", _parts, alike("modf frexp"))


@rule("divmod")
def _divmod(build, x1, x2):
    both = build.array(x1, build.result), build.array(x2, build.result)
    return build.floor_divide(*both), build.remainder(*both)


@rule("ldexp")
def _ldexp(build, x1, x2):
    return build.ldexp(build.array(x1, build.result), build.array(x2))


def _part(build, val, *, op):
    return getattr(build, op)(val)


table("numpy", _part, alike("real imag"))


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


def _made(build, shape, *fill, dtype=None, op, **how):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return getattr(build, op)(shape, *fill[: op == "full"], **how, dtype=build.result)


table("numpy", _made, alike("zeros ones full") | {"empty": "zeros"})


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
