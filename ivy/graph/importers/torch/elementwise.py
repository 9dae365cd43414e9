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
from ivy.graph.rules import Unsupported, alike, called

# ---- of one array -------------------------------------------------------------------------------


def _unary(build, x, *, op):
    """A function of one array; of integers too, where the result is floating."""
    return getattr(build, op)(cast(build, x, build.result))


_UNARY = (
    "acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor "
    "hardswish i0 lgamma log log10 log1p log2 mish reciprocal relu relu6 sigmoid sign "
    "silu sin sinh sqrt square tan tanh trunc"
)
table(_unary, alike(_UNARY))
table(_unary, {"neg": "negative", "log_sigmoid": "logsigmoid"})
table(_unary, {"special_i0": "i0", "special_modified_bessel_i0": "i0"})
table(called, alike("isfinite isinf isnan signbit real imag angle abs conj"))
table(called, dict.fromkeys(("conj_physical", "_conj", "_conj_physical"), "conj"))
table(called, {"complex": "complex"})
table(called, {"bitwise_not": "bitwise_invert"})
table(called, {"resolve_conj": "identity", "resolve_neg": "identity"})


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


def _binary(build, x, y, *, op):
    """Arithmetic: operands are in the dtype of the result."""
    return getattr(build, op)(*promoted(build, x, y, dtype=build.result))


def _comparison(build, x, y, *, op):
    return getattr(build, op)(*promoted(build, x, y))


def _logical(build, x, y, *, op):
    return getattr(build, op)(*promoted(build, x, y, dtype="bool"))


_BINARY = (
    "atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign "
    "float_power floor_divide fmax fmin fmod gcd hypot igamma lcm logaddexp maximum minimum "
    "nextafter pow remainder"
)
table(_binary, alike(_BINARY))
table(_binary, {"mul": "multiply", "true_divide": "divide", "special_zeta": "zeta"})
table(_binary, {"max.other": "maximum", "min.other": "minimum"})
table(_binary, {"__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor"})
table(_binary, {"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift"})
table(_comparison, {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal"})
table(_comparison, {"gt": "greater", "ge": "greater_equal"})
table(_logical, alike("logical_and logical_or logical_xor"))


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
    "clone",
    "alias",
    "contiguous",
    "lift_fresh_copy",
    "lift_fresh",
    "lift",
    "cpu",
    "alias_copy",
    "positive",
)
def _same(build, x):
    return x


@rule("copy")
def _copy(build, x, source, non_blocking=False):
    source = cast(build, source, build.result)
    if source.shape == x.shape and None not in (x.shape or ()):
        return source
    from ivy.graph.importers.torch.shapes import broadcast

    return broadcast(build, source, x)


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
