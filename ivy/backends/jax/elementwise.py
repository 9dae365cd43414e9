"""Arithmetic, comparison, bits, elementary functions: one compiled program each.

A function under `jax.jit` is called faster than `jax.numpy`'s own and looks at dtypes only when it
is traced, so neither promotion nor repairs for other dtypes cost anything.
"""

from __future__ import annotations

import functools as _functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy import config
from ivy.backends import jax as _space
from ivy.backends.any.special import complex_sign
from ivy.backends.jax.complex_values import _complex_function
from ivy.backends.jax.native import NATIVE_DTYPES
from ivy.backends.rounding import round_floats, round_integers

_jit = _functools.partial(jax.jit, inline=True)
_KINDS = {"b": "bool", "u": "int", "i": "int", "f": "float", "V": "float", "c": "complex"}
_RANKS = {"bool": 0, "int": 1, "float": 2, "complex": 3}


def _kind(x):
    return _KINDS[x.dtype.kind]


def _default(kind):
    return NATIVE_DTYPES[config.default_of(kind)]


def _promoted(x1, x2):
    """Return operands whose promotion by JAX is ivy's.

    A Python number is traced as a weak 0-d array; JAX gives it 64 bits beside an array of a lower
    kind, ivy the default dtype of its kind.
    """
    for weak, other in ((x1, x2), (x2, x1)):
        kinds = _kind(weak), _kind(other)
        if weak.weak_type and _RANKS[kinds[0]] > _RANKS[kinds[1]] and kinds[1] != "float":
            return x1.astype(_default(kinds[0])), x2.astype(_default(kinds[0]))
    return x1, x2


def _as_float(x):
    return x.astype(_default("float")) if _kind(x) in ("bool", "int") else x


def _binary(function):
    """Return the function of two operands of any dtypes."""
    return _jit(_functools.wraps(function)(lambda x1, x2: function(*_promoted(x1, x2))))


def _binary_of_floats(function):
    """Return the function of two operands of any dtypes, integers taken as floats."""

    @_functools.wraps(function)
    def call(x1, x2):
        x1, x2 = _promoted(x1, x2)
        if _KINDS[jnp.result_type(x1, x2).kind] in ("bool", "int"):
            x1, x2 = _as_float(x1), _as_float(x2)
        return function(x1, x2)

    return _jit(call)


def _of_floats(name):
    """Return a function of NumPy's name, integers taken as floats."""
    function = getattr(jnp, name)

    @_functools.wraps(function)
    def call(x):
        x = _as_float(x)
        return _complex_function(name, x) if _kind(x) == "complex" else function(x)

    return _jit(call)


# ---- arithmetic -------------------------------------------------------------------------------

negative = _jit(jnp.negative)
positive = _jit(jnp.positive)
square = _jit(jnp.square)
conj = _jit(jnp.conj)
real = _jit(jnp.real)
imag = _jit(jnp.imag)
add = _binary(jnp.add)
subtract = _binary(jnp.subtract)
multiply = _binary(jnp.multiply)
divide = _binary_of_floats(jnp.divide)
maximum = _binary(jnp.maximum)
minimum = _binary(jnp.minimum)


@_binary_of_floats
def hypot(x1, x2):
    # jax 0.12: the gradient of jnp.hypot is NaN where both are 0.
    zero = (x1 == 0) & (x2 == 0)
    return jnp.where(zero, 0, jnp.hypot(jnp.where(zero, 1, x1), x2))


copysign = _binary_of_floats(jnp.copysign)
nextafter = _binary_of_floats(jnp.nextafter)


@_jit
def abs(x):
    # jax 0.10: NaN for inf + nan j
    return jnp.where(jnp.isinf(x), jnp.inf, jnp.abs(x)) if _kind(x) == "complex" else jnp.abs(x)


@_jit
def reciprocal(x):
    return jnp.reciprocal(_as_float(x))


@_jit
def floor_divide(x1, x2):
    x1, x2 = _promoted(x1, x2)
    result = jnp.floor_divide(x1, x2)
    if _kind(result) == "int":
        return jnp.where(x2 == 0, 0, result)  # jax 0.10: 1 // 0 is -2
    # jax 0.10, as Python: inf // 1.0 is NaN, 1.0 // -inf is -1.0; zeros have no sign
    quotient = jnp.divide(x1, x2)
    infinite = jnp.isinf(quotient) | jnp.isinf(x2)
    return jnp.where(infinite, quotient, jnp.copysign(result, quotient))


@_jit
def remainder(x1, x2):
    x1, x2 = _promoted(x1, x2)
    result = jnp.remainder(x1, x2)
    if _kind(result) == "int":
        return jnp.where(x2 == 0, 0, result)
    # jax 0.10: -4.0 % 2.0 is -0.0
    wrong = (result == 0) & (jnp.signbit(result) != jnp.signbit(x2))
    return jnp.where(wrong, -result, result)


def _without_zeros_to_zero(x1, x2):
    """Return `x1` with ones where 0 ** 0 is asked for, whose gradient jax 0.10 makes NaN."""
    return jnp.where((x1 == 0) & (x2 == 0), 1, x1)  # a number, so that weak dtypes stay weak


@_jit
def _pow(x1, x2):
    x1, x2 = _promoted(x1, x2)
    if "complex" in (_kind(x1), _kind(x2)):
        # jax 0.10: NaN for zero to the power of 2 + 1j. Only there, to keep the gradient elsewhere.
        flat = (x1 == 0) & (jnp.real(x2) > 1) & (jnp.imag(x2) != 0)
        base = jnp.where(flat, 1, _without_zeros_to_zero(x1, x2))
        result = jnp.power(base, x2)
        vanishes = (x1 == 0) & (jnp.real(x2) > 0) & jnp.isnan(result)
        return jnp.where(vanishes | flat, 0, result)
    if _kind(x1) != "int" or _kind(x2) != "int":
        return jnp.power(_without_zeros_to_zero(x1, x2), x2)
    dtype = jnp.result_type(x1, x2)
    x1, x2 = jnp.broadcast_arrays(x1.astype(dtype), x2.astype(dtype))

    def multiplied(i, state):
        result, factor = state
        return jnp.where((x2 >> i) & 1 == 1, result * factor, result), factor * factor

    # jax 0.10 reads 6 bits of the power: 0 ** 64 is 1
    result, _ = lax.fori_loop(0, jnp.iinfo(dtype).bits, multiplied, (jnp.ones_like(x1), x1))
    exact = (x2 >= 0) | (jnp.abs(x1) == 1)
    return jnp.where(exact, result, 0)


_integer_pow = _jit(lax.integer_pow, static_argnums=1)


def pow(x1, x2):
    # A small integer power is a few products when XLA knows the number.
    if type(x2) is int and 0 <= x2 <= 32 and x1.dtype.kind != "b":
        return _integer_pow(x1, x2)
    return _pow(x1, x2)


@_jit
def sign(x):
    if _kind(x) == "complex":  # jax 0.10: no gradient, NaN also where only one part is infinite
        return complex_sign(_space, x)
    return jnp.where(x == 0, 0, jnp.sign(x))  # jax 0.10 keeps the signs of zeros


# ---- rounding ---------------------------------------------------------------------------------

ceil, floor, trunc = _jit(jnp.ceil), _jit(jnp.floor), _jit(jnp.trunc)


@_functools.partial(_jit, static_argnums=1)
def round(x, decimals=0):
    if _kind(x) in ("bool", "int"):
        return round_integers(_space, x, decimals)
    if decimals == 0:
        return jnp.round(x)

    def hidden(number):
        # XLA would replace the division by a constant, and 0.3 would be 3 * 0.1, which is more.
        dtype = "float64" if x.dtype.name in ("float64", "complex128") else "float32"
        return lax.optimization_barrier(jnp.asarray(number, dtype))

    return round_floats(_space, x, decimals, hidden)


# ---- comparison and logic ---------------------------------------------------------------------

equal, not_equal = _jit(jnp.equal), _jit(jnp.not_equal)
less, less_equal = _jit(jnp.less), _jit(jnp.less_equal)
greater, greater_equal = _jit(jnp.greater), _jit(jnp.greater_equal)
isfinite, isnan = _jit(jnp.isfinite), _jit(jnp.isnan)
signbit = _jit(jnp.signbit)
logical_and, logical_not = _jit(jnp.logical_and), _jit(jnp.logical_not)
logical_or, logical_xor = _jit(jnp.logical_or), _jit(jnp.logical_xor)


@_functools.partial(_jit, static_argnums=(1, 2))
def isinf(x, detect_positive=True, detect_negative=True):
    if detect_positive and detect_negative:
        return jnp.isinf(x)
    if not detect_positive and not detect_negative:
        return jnp.zeros(x.shape, bool)
    infinity = np.inf if detect_positive else -np.inf
    return (jnp.real(x) == infinity) | (jnp.imag(x) == infinity)


# ---- bits -------------------------------------------------------------------------------------

bitwise_invert = _jit(jnp.invert)
bitwise_and = _binary(jnp.bitwise_and)
bitwise_or = _binary(jnp.bitwise_or)
bitwise_xor = _binary(jnp.bitwise_xor)
bitwise_left_shift = _binary(jnp.left_shift)
bitwise_right_shift = _binary(jnp.right_shift)

# ---- exponentials and trigonometry ------------------------------------------------------------

exp, expm1 = _of_floats("exp"), _of_floats("expm1")
log, log1p = _of_floats("log"), _of_floats("log1p")
sqrt = _of_floats("sqrt")
sin, cos, tan = _of_floats("sin"), _of_floats("cos"), _of_floats("tan")
asin, acos, atan = _of_floats("asin"), _of_floats("acos"), _of_floats("atan")
sinh, cosh, tanh = _of_floats("sinh"), _of_floats("cosh"), _of_floats("tanh")
asinh, acosh, atanh = _of_floats("asinh"), _of_floats("acosh"), _of_floats("atanh")


def _logarithm(x, base):
    """Return the logarithm to a base, exact for its powers (jax 0.10: log2(8.0) is not 3.0)."""
    x = _as_float(x)
    if _kind(x) == "complex":
        return _complex_function(f"log{base}", x)
    wide = x.astype("float32") if x.dtype.itemsize == 2 else x
    result = jnp.log(wide) / math.log(base)
    nearest = jnp.round(result)
    is_power = jnp.isfinite(result) & (jnp.power(float(base), nearest) == wide)
    correction = jnp.where(is_power, nearest - result, 0)
    return (result + lax.stop_gradient(correction)).astype(x.dtype)


log2 = _jit(lambda x: _logarithm(x, 2))
log10 = _jit(lambda x: _logarithm(x, 10))
_atan2 = jax.custom_jvp(jnp.atan2)


@_atan2.defjvp
def _atan2_jvp(primals, tangents):
    # jax 0.10: NaN at (0, 0).
    size = sum(x * x for x in primals)
    change = primals[1] * tangents[0] - primals[0] * tangents[1]
    return _atan2(*primals), change / jnp.where(size == 0, 1, size)


atan2 = _binary_of_floats(_atan2)


@_binary_of_floats
def logaddexp(x1, x2):
    dtype = jnp.result_type(x1, x2)
    wide = "float32" if dtype.itemsize == 2 else dtype
    return jnp.logaddexp(x1.astype(wide), x2.astype(wide)).astype(dtype)
