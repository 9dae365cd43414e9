"""Rules for JAX's primitives that work on each element."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ivy.graph.importers.jax.build import ELEMENTWISE, JaxBuilder, Number
from ivy.graph.ir import Value
from ivy.graph.rules import RULES, Rule, Unsupported, alike, called, transpile_rule


def plain(x: Any) -> Any:
    """Return an operand of an elementwise node: a Value or a Python number."""
    return x.value if isinstance(x, Number) else x


def elementwise(*names: str) -> Callable[[Rule], Rule]:
    """Return a decorator for rules that take Values and Python numbers and broadcast."""

    def register(function: Rule) -> Rule:
        def rule(build: JaxBuilder, *operands: Any, **params: Any) -> Any:
            return function(build, *map(plain, operands), **params)

        for name in names:
            RULES["jax"][name] = rule
        ELEMENTWISE.update(names)
        return function

    return register


_ALIKE = (
    "abs acos acosh asin asinh atan atan2 atanh ceil complex cos cosh digamma erf erfc exp exp2 "
    "expm1 floor imag lgamma log log1p log2 nextafter real sign sin sinh sqrt square stop_gradient "
    "tan tanh zeta"
)
_RENAMED = {
    "add": "add",
    "add_any": "add",
    "erf_inv": "erfinv",
    "ge": "greater_equal",
    "gt": "greater",
    "is_finite": "isfinite",
    "le": "less_equal",
    "logistic": "sigmoid",
    "lt": "less",
    "max": "maximum",
    "min": "minimum",
    "mul": "multiply",
    "neg": "negative",
    "rem": "fmod",
    "shift_left": "bitwise_left_shift",
    "sub": "subtract",
}
for _name, _op in (alike(_ALIKE) | _RENAMED).items():
    elementwise(_name)(partial(called, op=_op))


def _kind(build: JaxBuilder, position: int = 0) -> str:
    return str(np.dtype(build.operands[position].dtype).kind)


def _equality(build, x, y, *, op, kept):
    """A comparison; one of truth values with `kept` is what they are."""
    if isinstance(x, Value) and isinstance(y, (bool, np.bool_)):
        return x if bool(y) is kept else build.logical_not(x)
    return getattr(build, op)(x, y)


elementwise("eq")(partial(_equality, op="equal", kept=True))
elementwise("ne")(partial(_equality, op="not_equal", kept=False))


def _is_nan(build: JaxBuilder, x: Any) -> Any:
    return build.isnan(x) if isinstance(x, Value) else x != x


def _ordered(build, x, y, *, op):
    """A comparison in which NaN is larger than everything else."""
    result = getattr(build, op)(x, y)
    if _kind(build) != "f" and str(build.operands[0].dtype) != "bfloat16":
        return result
    if op == "equal":
        return build.logical_or(result, build.logical_and(_is_nan(build, x), _is_nan(build, y)))
    larger = _is_nan(build, y)
    if op == "less":
        larger = build.logical_and(larger, build.logical_not(_is_nan(build, x)))
    return build.logical_or(result, larger)


for _name, _op in {"le_to": "less_equal", "lt_to": "less", "eq_to": "equal"}.items():
    elementwise(_name)(partial(_ordered, op=_op))


@elementwise("div")
def _div(build, x, y):
    return build.trunc_divide(x, y) if _kind(build) in "iu" else build.divide(x, y)


@elementwise("rsqrt")
def _rsqrt(build, x):
    return build.reciprocal(build.sqrt(x))


@elementwise("one_minus_square")  # from jax 0.12 on
def _one_minus_square(build, x):
    return build.multiply(build.subtract(1, x), build.add(1, x))


@elementwise("polynomial")  # from jax 0.12 on
def _polynomial(build, x, *coefficients, unroll=None):
    *lower, result = coefficients
    for coefficient in reversed(lower):
        result = build.add(build.multiply(result, x), coefficient)
    return result


@elementwise("cbrt")
def _cbrt(build, x):
    return build.multiply(build.sign(x), build.pow(build.abs(x), 1 / 3))


@elementwise("integer_pow")
def _integer_pow(build, x, y):
    return build.square(x) if y == 2 else build.pow(x, y)


@elementwise("pow")
def _pow_(build, x, y):
    dtype = str(build.operands[0].dtype)
    if str(build.operands[1].dtype) != dtype:
        y = build.astype(y, dtype) if isinstance(y, Value) else float(y)
    return build.pow(x, y)


@elementwise("not")
def _not_(build, x):
    return build.logical_not(x) if _kind(build) == "b" else build.bitwise_invert(x)


def _bitwise(build, x, y, *, op):
    kind = "logical" if _kind(build) == "b" else "bitwise"
    return getattr(build, f"{kind}_{op}")(x, y)


for _op in ("and", "or", "xor"):
    elementwise(_op)(partial(_bitwise, op=_op))


@elementwise("shift_right_arithmetic")
def _shift_right_arithmetic(build, x, y):
    if _kind(build) == "u":
        raise Unsupported("unsigned integers")
    return build.bitwise_right_shift(x, y)


@elementwise("shift_right_logical")
def _shift_right_logical(build, x, y):
    shifted = build.bitwise_right_shift(x, y)
    if _kind(build) == "u":
        return shifted
    bits = np.dtype(build.operands[0].dtype).itemsize * 8
    if isinstance(y, int):
        return build.bitwise_and(shifted, 2 ** (bits - y) - 1) if y else shifted
    ones = build.full_like(y, -1)  # shifted in two steps, since one by all bits is not defined
    moved = build.bitwise_left_shift(ones, build.subtract(bits - 1, y))
    return build.bitwise_and(shifted, build.bitwise_invert(build.bitwise_left_shift(moved, 1)))


@elementwise("round")
def _round_(build, x, rounding_method):
    if int(rounding_method) == 1:
        return build.round(x)
    whole = build.trunc(x)
    far = build.greater_equal(build.abs(build.subtract(x, whole)), 0.5)
    return build.where(far, build.add(whole, build.sign(x)), whole)


@elementwise("igamma")
def _igamma(build, a, x):
    both = [y if isinstance(y, Value) else build.number(y, build.avals[0].dtype) for y in (a, x)]
    return build.igamma(*both)


@elementwise("conj")
def _conj(build, x, input_dtype=None):
    return build.conj(x) if _kind(build) == "c" else build.complex(x, build.zeros_like(x))


@elementwise("polygamma")
def _polygamma(build, m, x):
    order: Any = build.add(m, 1.0) if isinstance(m, Value) else m + 1.0
    sign: Any
    if not isinstance(m, Value):
        if m == 0:
            return build.digamma(x)
        sign, order = (1.0 if m % 2 else -1.0), build.full_like(x, order)
    else:
        odd = build.equal(build.fmod(m, 2.0), 1.0)
        sign = build.where(odd, build.ones_like(m), build.full_like(m, -1.0))
    factorial = build.exp(build.lgamma(order))
    result = build.multiply(build.multiply(factorial, build.zeta(order, x)), sign)
    if not isinstance(m, Value):
        return result
    return build.where(build.equal(m, 0.0), build.digamma(x), result)


@elementwise("clamp")
def _clamp(build, low, x, high):
    if isinstance(low, Value) or isinstance(high, Value):
        return build.minimum(build.maximum(x, low), high)
    return build.clip(x, low, high)


_PLAIN = ("float32", "int32", "bool", "complex64")
"""What Python numbers become by themselves."""


@transpile_rule("jax", "select_n")
def _select_n(build, which, *cases):
    if isinstance(which, Number):
        return cases[int(which.value)]
    if all(isinstance(x, Number) and x.dtype not in _PLAIN for x in cases):
        cases = (*cases[:-1], build.number(cases[-1].value, cases[-1].dtype))
    if isinstance(which, Value) and which.dtype == "bool":
        return build.where(which, plain(cases[1]), plain(cases[0]))
    result = plain(cases[-1])
    for i in range(len(cases) - 2, -1, -1):
        result = build.where(build.less_equal(which, i), plain(cases[i]), result)
    return result


ELEMENTWISE.add("select_n")


@elementwise("convert_element_type")
def _convert_element_type(build, x, new_dtype):
    if x.dtype == str(new_dtype):
        return x
    if _kind(build) == "c" and np.dtype(new_dtype).kind != "c":
        x = build.real(x)
    return build.astype(x, str(new_dtype))


@elementwise("reduce_precision")
def _reduce_precision(build, x, exponent_bits, mantissa_bits):
    formats = {(8, 7): "bfloat16", (5, 10): "float16", (8, 23): "float32", (11, 52): "float64"}
    own = next((bits for bits, name in formats.items() if name == x.dtype), None)
    if own is not None and exponent_bits >= own[0] and mantissa_bits >= own[1]:
        return x
    if (exponent_bits, mantissa_bits) not in formats:
        raise Unsupported(f"{exponent_bits} bits of exponent, {mantissa_bits} of mantissa")
    return build.astype(build.astype(x, formats[exponent_bits, mantissa_bits]), x.dtype)


@elementwise("copy", "copy_p", "sharding_constraint", "mesh_cast", "reshard", "pvary", "pcast")
def _same(build, x, **how):
    return x


@transpile_rule("jax", "optimization_barrier", "device_put")
def _all_same(build, *xs, **how):
    return list(xs)


@transpile_rule("jax", "bitcast_convert_type")
def _bitcast_convert_type(build, x, new_dtype):
    old, new = np.dtype(build.operands[0].dtype), np.dtype(new_dtype)
    if old.itemsize != new.itemsize:
        raise Unsupported(f"the bits of {old} read as {new}")
    return x if old == new else build.bitcast(build.reader.value(x), str(new))


def _bits(build: JaxBuilder, x: Value) -> tuple[Value, Value, int]:
    """Return the binary digits along a new last axis, the places they have, and their number."""
    count = np.dtype(build.operands[0].dtype).itemsize * 8
    places = build.arange(count, dtype=x.dtype)
    shifted = build.bitwise_right_shift(build.expand_dims(x, axis=-1), places)
    return build.bitwise_and(shifted, 1), places, count


@transpile_rule("jax", "population_count")
def _population_count(build, x):
    x = build.reader.value(x)
    return build.sum(_bits(build, x)[0], axis=-1, dtype=x.dtype)


@transpile_rule("jax", "clz")
def _clz(build, x):
    bits, places, count = _bits(build, build.reader.value(x))
    length = build.max(build.multiply(bits, build.add(places, 1)), axis=-1)
    return build.subtract(count, length)


@transpile_rule("jax", "dim_as_value")
def _dim_as_value(build, dim):
    size = build.dim(dim)
    dtype = str(build.avals[0].dtype)
    return Number(size, dtype) if isinstance(size, int) else build.asarray(size, dtype=dtype)
