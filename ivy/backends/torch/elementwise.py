"""Arithmetic, comparison, bits, elementary functions: PyTorch's own, mended where they differ.

What PyTorch lacks for 16, 32 and 64-bit unsigned integers raises here and is in `unsigned.py`.
"""

from __future__ import annotations

import functools as _functools
import math as _math
import operator as _operator

import torch

from ivy import config
from ivy.backends import torch as _space
from ivy.backends.any.special import complex_sign
from ivy.backends.rounding import round_floats, round_integers
from ivy.backends.torch.native import NATIVE_DTYPES
from ivy.backends.torch.promotion import same_dtype


def _with_numbers(function):
    """Return the function of two tensors for tensors and Python numbers."""

    @_functools.wraps(function)
    def call(x1, x2):
        if type(x1) is not type(x2) and not (
            isinstance(x1, torch.Tensor) and isinstance(x2, torch.Tensor)
        ):
            x1, x2 = same_dtype(x1, x2)
        return function(x1, x2)

    return call


def _of_floats(function):
    """Return the function of two tensors of one floating dtype for any two operands."""

    @_functools.wraps(function)
    def call(x1, x2):
        if not isinstance(x1, torch.Tensor) or not isinstance(x2, torch.Tensor):
            x1, x2 = same_dtype(x1, x2)
        if not x1.is_floating_point() or not x2.is_floating_point():
            x1, x2 = map(_as_float, same_dtype(x1, x2))
        return function(x1, x2)

    return call


def _as_float(x):
    if x.is_floating_point() or x.is_complex():
        return x
    return x.to(NATIVE_DTYPES[config.default_of("float")])


# ---- arithmetic -------------------------------------------------------------------------------

abs = torch.abs
negative = torch.neg
positive = torch.clone
square = torch.square
reciprocal = torch.reciprocal
add = torch.add
subtract = torch.sub
multiply = torch.mul
divide = torch.div
maximum = _with_numbers(torch.maximum)
minimum = _with_numbers(torch.minimum)
copysign = _of_floats(torch.copysign)
nextafter = _of_floats(torch.nextafter)


@_of_floats
def hypot(x1, x2):
    if not (x1.requires_grad or x2.requires_grad):
        return torch.hypot(x1, x2)
    zero = (x1 == 0) & (x2 == 0)  # where the gradient of torch 2.13's is NaN
    return torch.where(zero, 0.0, torch.hypot(torch.where(zero, 1.0, x1), x2))


def _divided(x1, x2, function):
    """Return `function` of two integers, 0 where the divisor is 0 (torch 2.13 raises)."""
    if not isinstance(x2, torch.Tensor):
        return function(x1, x2) if x2 else torch.zeros_like(x1)
    by_zero = x2 == 0
    return torch.where(by_zero, 0, function(x1, torch.where(by_zero, 1, x2)))


def _is_integer(x):
    # Not torch.result_type, which torch.compile (2.13) cannot trace.
    if isinstance(x, torch.Tensor):
        return not x.is_floating_point() and not x.is_complex()
    return isinstance(x, int)


def floor_divide(x1, x2):
    if _is_integer(x1) and _is_integer(x2):
        return _divided(x1, x2, torch.floor_divide)
    quotient = torch.div(x1, x2)
    # torch 2.13: floor_divide has no derivative, not even zero.
    result = torch.copysign(torch.div(x1, x2, rounding_mode="floor"), quotient)
    # torch 2.13, as Python: inf // 1.0 is NaN, 1.0 // -inf is -1.0
    infinite = torch.isinf(quotient) | torch.isinf(torch.as_tensor(x2))
    return torch.where(infinite, quotient, result)


def remainder(x1, x2):
    if _is_integer(x1) and _is_integer(x2):
        return _divided(x1, x2, torch.remainder)
    result = torch.remainder(x1, x2)
    # torch 2.13: -4.0 % 2.0 is -0.0
    wrong = (result == 0) & (torch.signbit(result) != torch.signbit(torch.as_tensor(x2)))
    return torch.where(wrong, -result, result)


def pow(x1, x2):
    if type(x2) is int:
        if x2 >= 0:
            return torch.pow(x1, x2)
        if _is_integer(x1):
            # torch 2.13 refuses a negative number where it takes a tensor of them
            return torch.pow(*same_dtype(x1, x2))
    result = torch.pow(x1, x2)
    return _complex_pow(x1, x2, result.dtype) if result.is_complex() else result


def _complex_pow(x1, x2, dtype):
    # torch 2.13: 0j ** 0j is NaN, and so in the gradient of 0j ** 1; 0j ** -1 is infinite
    x1, x2 = (torch.as_tensor(x, dtype=dtype) for x in (x1, x2))
    # torch 2.13 compiles no complex number that is NaN.
    part = torch.where(x2.real > 0, 0.0, _math.nan)
    of_zero = torch.complex(part, part).to(dtype)
    of_zero = torch.where(x2 == 1, x1, torch.where(x2 == 2, x1 * x1, of_zero))
    steep = (x2.real > 0) & (x2.real <= 1) & (x2 != 1)  # there the gradient is infinite or NaN
    is_zero, one = x1 == 0, torch.ones((), dtype=dtype, device=x1.device)
    result = torch.pow(torch.where(is_zero & ~steep, one, x1), x2)
    result = torch.where(is_zero & ~(steep & (result == 0)), of_zero, result)
    # Of a usual base the power itself, which has a gradient by x2.
    usual = torch.isfinite(x1) & ~is_zero
    return torch.where((x2 == 0) & ~usual, one, result)


def sign(x):
    if x.is_floating_point():
        return torch.where(torch.isnan(x), x, torch.sign(x))  # torch 2.13: sign(NaN) is 0
    # torch 2.13: NaN also where only one part is infinite
    return complex_sign(_space, x) if x.is_complex() else torch.sign(x)


def conj(x):
    return torch.conj_physical(x) if x.is_complex() else torch.clone(x)


def real(x):
    return torch.clone(torch.real(x))


def imag(x):
    return torch.clone(torch.imag(x)) if x.is_complex() else torch.zeros_like(x)


# ---- rounding ---------------------------------------------------------------------------------

ceil, floor, trunc = torch.ceil, torch.floor, torch.trunc


def round(x, decimals=0):
    if x.is_complex():
        return torch.complex(round(x.real, decimals), round(x.imag, decimals))
    if x.is_floating_point():
        return round_floats(_space, x, decimals) if decimals else torch.round(x)
    return round_integers(_space, x, decimals)


# ---- comparison and logic ---------------------------------------------------------------------

# The operators, because torch.lt(0, x) raises.
equal, not_equal = _operator.eq, _operator.ne
less, less_equal, greater, greater_equal = _operator.lt, _operator.le, _operator.gt, _operator.ge
isfinite, isnan, signbit = torch.isfinite, torch.isnan, torch.signbit
logical_and = _with_numbers(torch.logical_and)
logical_or = _with_numbers(torch.logical_or)
logical_xor = _with_numbers(torch.logical_xor)
logical_not = torch.logical_not


def isinf(x, detect_positive=True, detect_negative=True):
    if detect_positive and detect_negative:
        return torch.isinf(x)
    if not detect_positive and not detect_negative:
        return torch.zeros_like(x, dtype=torch.bool)
    one_sided = torch.isposinf if detect_positive else torch.isneginf
    return one_sided(x.real) | one_sided(x.imag) if x.is_complex() else one_sided(x)


# ---- bits -------------------------------------------------------------------------------------

bitwise_invert = torch.bitwise_not
bitwise_and, bitwise_or, bitwise_xor = torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor
bitwise_left_shift, bitwise_right_shift = torch.bitwise_left_shift, torch.bitwise_right_shift

# ---- exponentials and trigonometry ------------------------------------------------------------

exp = torch.exp
log = torch.log
log2 = torch.log2
log10 = torch.log10
sqrt = torch.sqrt
sin, cos, tan = torch.sin, torch.cos, torch.tan
asin, atan = torch.asin, torch.atan
sinh, cosh = torch.sinh, torch.cosh
asinh, acosh, atanh = torch.asinh, torch.acosh, torch.atanh
atan2 = _with_numbers(torch.atan2)
logaddexp = _of_floats(torch.logaddexp)


def expm1(x):
    if not x.is_complex():
        return torch.expm1(x)
    # torch 2.13: NaN at infinities, -0.0 as the real part of zeros
    power = torch.exp(x)
    simple = torch.complex(power.real - 1, power.imag)
    return torch.where(torch.isfinite(x) & (x != 0), torch.expm1(x), simple)


def _with_sign(x, other):
    """Return `x`, its zeros with the sign of `other`; copysign has no gradient at zeros."""
    return torch.where(torch.signbit(other), -(0 - x), x + 0)


def log1p(x):
    if not x.is_complex():
        return torch.log1p(x)
    # torch 2.13: NaN at inf + nan j, -0.0 as the real part of zeros, lost signs of imaginary zeros
    simple = torch.log(torch.complex(x.real + 1, x.imag))
    result = torch.where(torch.isfinite(x) & (x != 0), torch.log1p(x), simple)
    return torch.complex(result.real, _with_sign(result.imag, x.imag))


def tanh(x):
    result = torch.tanh(x)
    if not x.is_complex():
        return result
    # torch 2.13, as C: at infinity an imaginary zero has the sign of sin(2 * imag), not of imag
    limit = torch.complex(torch.sign(x.real), torch.copysign(torch.zeros_like(x.imag), x.imag))
    return torch.where(torch.isinf(x.real) & torch.isfinite(x.imag), limit, result)


def acos(x):
    result = torch.acos(x)
    if not x.is_complex():
        return result
    # torch 2.13: the wrong sign of zero at 0
    return torch.complex(result.real, _with_sign(result.imag, -x.imag))


# ---- Python numbers ---------------------------------------------------------------------------


def _of_a_number(function):
    """Return the function for a tensor and a number, which may be of a higher kind."""

    @_functools.wraps(function)
    def call(x1, x2):
        x, number = (x1, x2) if isinstance(x1, torch.Tensor) else (x2, x1)
        if type(number) is complex or not (x.is_floating_point() or x.is_complex()):
            x1, x2 = same_dtype(x1, x2)
        return function(x1, x2)

    return call


# torch 2.13: a bool tensor with an int is int64, float16 with a complex number complex32.
NUMBER_OPERATIONS = {
    "add": _of_a_number(add),
    "subtract": _of_a_number(subtract),
    "multiply": _of_a_number(multiply),
    "divide": _of_a_number(divide),
    "floor_divide": _of_a_number(floor_divide),
    "remainder": _of_a_number(remainder),
    "pow": _of_a_number(pow),
    "bitwise_and": _of_a_number(bitwise_and),
    "bitwise_or": _of_a_number(bitwise_or),
    "bitwise_xor": _of_a_number(bitwise_xor),
    "bitwise_left_shift": _of_a_number(bitwise_left_shift),
    "bitwise_right_shift": _of_a_number(bitwise_right_shift),
}
