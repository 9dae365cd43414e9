"""Rules for operations of ATen that work element by element."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.torch.values import (
    FLOATS,
    TorchBuilder,
    cast,
    is_array,
    known,
    operand,
    promoted,
    rule,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported

# ---- of one array -------------------------------------------------------------------------------


def _unary(op: str) -> Rule:
    """Return a rule for a function of one array; of integers too, where the result is floating."""

    def apply(build: TorchBuilder, x: Value) -> Value:
        return getattr(build, op)(cast(build, x, build.result))

    return apply


def _test(op: str) -> Rule:
    """Return a rule for a function of one array in its own dtype."""

    def apply(build: TorchBuilder, x: Value) -> Value:
        return getattr(build, op)(x)

    return apply


table(
    _unary,
    {
        "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan",
        "atanh": "atanh", "ceil": "ceil", "cos": "cos", "cosh": "cosh",
        "digamma": "digamma", "erf": "erf", "erfc": "erfc", "erfinv": "erfinv", "exp": "exp",
        "exp2": "exp2", "expm1": "expm1", "floor": "floor", "lgamma": "lgamma", "log": "log",
        "log10": "log10", "log1p": "log1p", "log2": "log2", "neg": "negative",
        "reciprocal": "reciprocal", "relu": "relu", "relu6": "relu6",
        "sigmoid": "sigmoid", "sign": "sign", "silu": "silu", "sin": "sin",
        "sinh": "sinh", "sqrt": "sqrt", "square": "square", "tan": "tan",
        "tanh": "tanh", "trunc": "trunc", "hardswish": "hardswish", "log_sigmoid": "logsigmoid",
        "mish": "mish", "positive": "positive", "i0": "i0", "special_i0": "i0",
        "special_modified_bessel_i0": "i0",
    },
)  # fmt: skip
table(
    _test,
    {
        "isfinite": "isfinite", "isinf": "isinf", "isnan": "isnan", "signbit": "signbit",
        "bitwise_not": "bitwise_invert", "conj": "conj", "conj_physical": "conj",
        "_conj": "conj", "_conj_physical": "conj", "resolve_conj": "identity",
        "resolve_neg": "identity", "real": "real", "imag": "imag", "angle": "angle",
        "abs": "abs",
    },
)  # fmt: skip


@rule("logical_not")
def _logical_not(build, x):
    return build.logical_not(cast(build, x, "bool"))


@rule("rsqrt")
def _rsqrt(build, x):
    root = build.sqrt(cast(build, x, build.result))
    return build.reciprocal(known(root, x.shape or (), build.result))


@rule("frexp.Tensor")
def _frexp(build, x):
    mantissa, exponent = build.several(2, "frexp", x)
    return mantissa, build.astype(exponent, "int32")


@rule("round", "round.decimals")
def _round(build, x, decimals=0):
    return build.round(x, decimals=decimals) if decimals else build.round(x)


# ---- of two arrays ------------------------------------------------------------------------------


def _binary(op: str) -> Rule:
    """Return a rule for arithmetic: operands are in the dtype of the result."""

    def apply(build: TorchBuilder, x: Any, y: Any) -> Value:
        return getattr(build, op)(*promoted(build, x, y, dtype=build.result))

    return apply


def _comparison(op: str) -> Rule:
    def apply(build: TorchBuilder, x: Any, y: Any) -> Value:
        return getattr(build, op)(*promoted(build, x, y))

    return apply


def _logical(op: str) -> Rule:
    def apply(build: TorchBuilder, x: Any, y: Any) -> Value:
        return getattr(build, op)(*promoted(build, x, y, dtype="bool"))

    return apply


table(
    _binary,
    {
        "mul": "multiply", "maximum": "maximum", "minimum": "minimum", "pow": "pow",
        "atan2": "atan2", "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or",
        "bitwise_xor": "bitwise_xor", "bitwise_left_shift": "bitwise_left_shift",
        "bitwise_right_shift": "bitwise_right_shift", "__lshift__": "bitwise_left_shift",
        "__rshift__": "bitwise_right_shift", "fmod": "fmod", "remainder": "remainder",
        "floor_divide": "floor_divide", "logaddexp": "logaddexp",
        "hypot": "hypot", "copysign": "copysign", "fmax": "fmax", "fmin": "fmin",
        "nextafter": "nextafter", "gcd": "gcd", "lcm": "lcm",
        "true_divide": "divide", "special_zeta": "zeta", "igamma": "igamma",
        "float_power": "float_power", "__and__": "bitwise_and",
        "__or__": "bitwise_or", "__xor__": "bitwise_xor", "max.other": "maximum",
        "min.other": "minimum",
    },
)  # fmt: skip
table(
    _comparison,
    {
        "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
        "ge": "greater_equal",
    },
)  # fmt: skip
table(
    _logical,
    {"logical_and": "logical_and", "logical_or": "logical_or", "logical_xor": "logical_xor"},
)


@rule("add")
def _add(build, x, y, alpha=1):
    return _sum(build, "add", x, y, alpha)


@rule("sub", "subtract")
def _sub(build, x, y, alpha=1):
    return _sum(build, "subtract", x, y, alpha)


@rule("rsub")
def _rsub(build, x, y, alpha=1):
    return _sum(build, "subtract", y, x, alpha)


def _sum(build: TorchBuilder, op: str, x: Any, y: Any, alpha: Any) -> Value:
    x, y = promoted(build, x, y, dtype=build.result)
    if build.result == "bool":
        return build.logical_or(x, y)
    if alpha != 1:
        y = build.multiply(y, alpha) if isinstance(y, Value) else y * alpha
    return getattr(build, op)(x, y)


@rule("div")
def _div(build, x, y, rounding_mode=None):
    x, y = promoted(build, x, y, dtype=build.result)
    if rounding_mode is None:
        return build.divide(x, y)
    return build.floor_divide(x, y) if rounding_mode == "floor" else build.trunc_divide(x, y)


@rule("clamp", "clamp.Tensor", "clip")
def _clamp(build, x, min=None, max=None):
    low, high = (None if y is None else operand(build, y, build.result) for y in (min, max))
    return build.clip(cast(build, x, build.result), low, high)


@rule("clamp_min")
def _clamp_min(build, x, min):
    return _clamp(build, x, min=min)


@rule("clamp_max")
def _clamp_max(build, x, max):
    return _clamp(build, x, max=max)


@rule("ldexp")
def _ldexp(build, x, y):
    x, y = promoted(build, x, y, dtype=build.result)
    return build.multiply(x, build.exp2(y))


def _accumulated(build: TorchBuilder, op: str, x: Value, a: Value, b: Value, value: Any) -> Value:
    x, a, b = promoted(build, x, a, b, dtype=build.result)
    product = getattr(build, op)(a, b)
    return build.add(x, product if value == 1 else build.multiply(product, value))


# ---- choosing -----------------------------------------------------------------------------------


@rule("where.self", "where.ScalarSelf", "where.ScalarOther", "where.Scalar")
def _where(build, condition, x, y):
    x, y = promoted(build, x, y, dtype=build.result)
    if not is_array(x) and not is_array(y):
        x = build.full((), x, dtype=build.result)
    return build.where(cast(build, condition, "bool"), x, y)


@rule("masked_fill")
def _masked_fill(build, x, mask, value):
    return build.where(mask, operand(build, value, build.result), x)


@rule("_to_copy", "to.dtype", "to.dtype_layout")
def _to(build, x, dtype=None, *ignored, copy=False):
    return cast(build, x, build.result)


@rule("type_as", "to.other")
def _type_as(build, x, other, *ignored):
    return cast(build, x, build.result)


@rule("to.device", "to.prim_Device")
def _to_device(build, x, device, dtype=None, *rest):
    return cast(build, x, build.result)


@rule(
    "clone", "alias", "contiguous", "lift_fresh_copy", "lift_fresh", "lift", "cpu", "alias_copy",
    "positive",
)  # fmt: skip
def _same(build, x):
    return x


@rule("copy")
def _copy(build, x, source, non_blocking=False):
    source = cast(build, source, build.result)
    if source.shape == x.shape and None not in (x.shape or ()):
        return source
    from ivy.graph.importers.torch.shapes import broadcast

    return broadcast(build, source, x)


@rule("complex")
def _complex(build, real, imag):
    return build.complex(real, imag)


@rule("polar")
def _polar(build, length, angle):
    real = build.multiply(length, build.cos(angle))
    return build.complex(real, build.multiply(length, build.sin(angle)))


@rule("view_as_complex", "view_as_complex_copy")
def _view_as_complex(build, x):
    real, imag = build.several(2, "unstack", x, axis=-1)
    return build.complex(real, imag)


@rule("view_as_real", "view_as_real_copy")
def _view_as_real(build, x):
    return build.stack([build.real(x), build.imag(x)], axis=-1)


@rule("polygamma")
def _polygamma(build, n, x):
    if n == 0:
        return build.digamma(x)
    if build.result not in FLOATS or n < 0:
        raise Unsupported(f"n={n}")
    import math

    zeta = build.zeta(build.full_like(x, float(n + 1)), x)
    return build.multiply(zeta, float((-1) ** (n + 1) * math.factorial(n)))
