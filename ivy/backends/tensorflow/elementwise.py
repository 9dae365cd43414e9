"""Arithmetic, comparison, bits, elementary functions: TensorFlow's generated ops, mended.

The generated ops behind `tf.add` and alike take half its time. They refuse dtypes they have no
kernel for, also while a graph is traced: what they refuse is cast, or done by other ops.
"""

from __future__ import annotations

import functools as _functools
import math as _math

import numpy as np
import tensorflow as tf
from tensorflow.python.eager.context import executing_eagerly as _executing_eagerly
from tensorflow.python.eager.record import could_possibly_record as _is_recording
from tensorflow.python.ops import gen_array_ops as _array
from tensorflow.python.ops import gen_bitwise_ops as _bits
from tensorflow.python.ops import gen_math_ops as _math_ops

from ivy import config
from ivy.backends import tensorflow as _space
from ivy.backends.any.special import complex_sign
from ivy.backends.rounding import round_floats, round_integers
from ivy.backends.tensorflow.native import NATIVE_DTYPES
from ivy.backends.tensorflow.promotion import ERRORS, same_dtype

_select = _math_ops.select_v2
_cast = _math_ops.cast
_HALVES = (tf.float16, tf.bfloat16)
_SIGNED = {tf.uint8: tf.int8, tf.uint16: tf.int16, tf.uint32: tf.int32, tf.uint64: tf.int64}
_PARTS = {tf.complex64: tf.float32, tf.complex128: tf.float64}
_SAME_WIDTH = {
    tf.float16: tf.int16,
    tf.bfloat16: tf.int16,
    tf.float32: tf.int32,
    tf.float64: tf.int64,
}


def _number(value, x):
    """Return a number as a tensor of the dtype of `x`."""
    return tf.constant(value, x.dtype)


def _as_float(x):
    if x.dtype.is_integer or x.dtype == tf.bool:
        return _cast(x, NATIVE_DTYPES[config.default_of("float")])
    return x


def _of_floats(op):
    """Return the op of one operand, integers taken as floats."""

    @_functools.wraps(op)
    def function(x):
        try:
            return op(x)
        except ERRORS:
            return op(_as_float(x))

    return function


def _binary(op, for_bools=None):
    """Return the op of two operands of any dtypes; of booleans another one."""

    @_functools.wraps(op)
    def function(x1, x2):
        try:
            return op(x1, x2)
        except tf.errors.UnimplementedError:  # tensorflow 2.21: more than 5 axes that alternate
            return op(_select(True, x1, x2), _select(False, x1, x2))
        except ERRORS:
            y1, y2 = same_dtype(x1, x2)
            if for_bools is not None and y1.dtype == tf.bool:
                return for_bools(y1, y2)
            if y1 is x1 and y2 is x2:
                raise
            return op(y1, y2)

    return function


def _binary_of(convert, op):
    """Return the op of two operands of any dtypes, converted where it takes others only."""

    @_functools.wraps(op)
    def function(x1, x2):
        try:
            return op(x1, x2)
        except ERRORS:
            return op(*map(convert, same_dtype(x1, x2)))

    return function


_binary_of_floats = _functools.partial(_binary_of, _as_float)


def _in_single_precision(function):
    """Return a composed function that computes half precision in float32 and rounds once."""

    @_functools.wraps(function)
    def computed(*xs):
        dtype = xs[0].dtype
        if dtype not in _HALVES or any(getattr(x, "dtype", dtype) != dtype for x in xs):
            return function(*xs)
        return _cast(function(*(_cast(x, tf.float32) for x in xs)), dtype)

    return computed


# ---- complex numbers --------------------------------------------------------------------------


def _re(x):
    return _math_ops.real(x, Tout=_PARTS[x.dtype])


def _im(x):
    return _math_ops.imag(x, Tout=_PARTS[x.dtype])


def _finite(x):
    return _math_ops.logical_and(_math_ops.is_finite(_re(x)), _math_ops.is_finite(_im(x)))


def conj(x):
    return _math_ops.conj(x) if x.dtype.is_complex else _array.identity(x)


def real(x):
    return _re(x) if x.dtype.is_complex else _array.identity(x)


def imag(x):
    return _im(x) if x.dtype.is_complex else _array.zeros_like(x)


# ---- comparison and logic ---------------------------------------------------------------------


def _of_bytes(op):
    return lambda x1, x2: op(_cast(x1, tf.uint8), _cast(x2, tf.uint8))


equal = _binary(_math_ops.equal)
not_equal = _binary(_math_ops.not_equal)
less = _binary(_math_ops.less, _of_bytes(_math_ops.less))
less_equal = _binary(_math_ops.less_equal, _of_bytes(_math_ops.less_equal))
greater = _binary(_math_ops.greater, _of_bytes(_math_ops.greater))
greater_equal = _binary(_math_ops.greater_equal, _of_bytes(_math_ops.greater_equal))


def _truth(x):
    return x if x.dtype == tf.bool else _math_ops.not_equal(x, _number(0, x))


logical_and = _binary_of(_truth, _math_ops.logical_and)
logical_or = _binary_of(_truth, _math_ops.logical_or)


def logical_xor(x1, x2):
    return _math_ops.not_equal(*map(_truth, same_dtype(x1, x2)))


def logical_not(x):
    try:
        return _math_ops.logical_not(x)
    except ERRORS:
        return _math_ops.equal(x, _number(0, x))


def _of_parts(op, combine, for_integers):
    """Return a test of floats for all numbers: complex ones pass by their parts."""

    @_functools.wraps(op)
    def function(x):
        try:
            return op(x)
        except ERRORS:
            if x.dtype.is_complex:
                return combine(op(_re(x)), op(_im(x)))
            return tf.fill(tf.shape(x), for_integers)

    return function


isfinite = _of_parts(_math_ops.is_finite, _math_ops.logical_and, True)
isnan = _of_parts(_math_ops.is_nan, _math_ops.logical_or, False)
_isinf = _of_parts(_math_ops.is_inf, _math_ops.logical_or, False)


def isinf(x, detect_positive=True, detect_negative=True):
    if detect_positive and detect_negative:
        return _isinf(x)
    if x.dtype.is_complex:
        parts = (isinf(part, detect_positive, detect_negative) for part in (_re(x), _im(x)))
        return _math_ops.logical_or(*parts)
    if not x.dtype.is_floating or not (detect_positive or detect_negative):
        return tf.fill(tf.shape(x), False)
    return _math_ops.equal(x, _number(np.inf if detect_positive else -np.inf, x))


def signbit(x):
    x = _as_float(x)
    bits = _array.bitcast(x, _SAME_WIDTH[x.dtype])
    return _math_ops.less(bits, _number(0, bits))


# ---- arithmetic -------------------------------------------------------------------------------

positive = _array.identity
square = _math_ops.square
add = _binary(_math_ops.add_v2, _math_ops.logical_or)
subtract = _binary(_math_ops.sub)
multiply = _binary(_math_ops.mul, _math_ops.logical_and)
maximum = _binary(_math_ops.maximum, _math_ops.logical_or)
minimum = _binary(_math_ops.minimum, _math_ops.logical_and)


def abs(x):
    try:
        return _math_ops._abs(x)
    except ERRORS:
        if x.dtype.is_complex:
            return _math_ops.complex_abs(x, Tout=_PARTS[x.dtype])
        return _array.identity(x)  # unsigned


def negative(x):
    try:
        return _math_ops.neg(x)
    except ERRORS:
        # Not 0 - x, which TensorFlow's graph optimizer turns into Neg again.
        return _math_ops.add_v2(_bits.invert(x), _number(1, x))


def divide(x1, x2):
    if _executing_eagerly():
        try:
            result = _math_ops.real_div(x1, x2)
        except ERRORS:
            result = _math_ops.real_div(*map(_as_float, same_dtype(x1, x2)))
    else:  # a graph takes integers, though there is no kernel for them
        result = _math_ops.real_div(*map(_as_float, same_dtype(x1, x2)))
    return _complex_quotient(result, x1, x2) if result.dtype.is_complex else result


def _complex_quotient(result, x1, x2):
    # TensorFlow 2.21: NaN where the divisor is 0 or infinite
    if _executing_eagerly() and not tf.reduce_any(_math_ops.is_nan(_re(result))):
        return result
    x1, x2 = same_dtype(x1, x2)
    a, b = _re(x2), _im(x2)
    by_zero = _math_ops.equal(x2, _number(0, x2))
    one_infinite = _math_ops.is_inf(a + b) & (_math_ops.is_inf(a) ^ _math_ops.is_inf(b))
    limit = _select(by_zero, _number(np.inf, a), _number(0, a))
    usual = tf.complex(_re(x1) * limit, _im(x1) * limit)
    return _select(by_zero | one_infinite & _finite(x1), usual, result)


def reciprocal(x):
    return _math_ops.reciprocal(_as_float(x))


def _divided(op, x1, x2):
    """Return `op` of two integers, 0 where the divisor is 0 (TensorFlow 2.21 raises)."""
    by_zero = _math_ops.equal(x2, _number(0, x2))
    result = op(x1, _select(by_zero, _number(1, x2), x2))
    return _select(by_zero, _number(0, result), result)


def floor_divide(x1, x2):
    x1, x2 = same_dtype(x1, x2)
    if x1.dtype.is_integer:
        return _divided(_math_ops.floor_div, x1, x2)
    return _floor_divide(x1, x2)


@_in_single_precision
def _floor_divide(x1, x2):
    # FloorDiv (2.21) rounds the quotient before the floor: 1.0 // 0.1 would be 10.0
    whole = x1 - _math_ops.floor_mod(x1, x2)
    quotient = _math_ops.real_div(x1, x2)
    result = copysign(_math_ops.round(_math_ops.real_div(whole, x2)), quotient)
    infinite = _math_ops.logical_or(_math_ops.is_inf(quotient), _math_ops.is_inf(x2))
    return _select(infinite, quotient, result)


def remainder(x1, x2):
    x1, x2 = same_dtype(x1, x2)
    if x1.dtype.is_integer:
        return _divided(_math_ops.floor_mod, x1, x2)
    result = _math_ops.floor_mod(x1, x2)
    # TensorFlow 2.21: -4.0 % 2.0 is -0.0
    zero = _math_ops.equal(result, _number(0, result))
    wrong = _math_ops.logical_and(zero, _math_ops.not_equal(signbit(result), signbit(x2)))
    return _select(wrong, -result, result)


def pow(x1, x2):
    constant = type(x2) in (int, float) and x2 == 0  # tensorflow 2.21: NaN in its gradient at 0
    x1, x2 = same_dtype(x1, x2)
    if constant:
        return tf.ones_like(x1)
    if not x1.dtype.is_integer:
        return _complex_pow(x1, x2) if x1.dtype.is_complex else _math_ops._pow(x1, x2)
    if x1.dtype in _SIGNED:
        return _unsigned_pow(x1, x2)
    # TensorFlow 2.21 raises when one integer power is negative
    zero, one = _number(0, x1), _number(1, x1)
    is_negative = _math_ops.less(x2, zero)
    result = _math_ops._pow(x1, _math_ops.maximum(x2, zero))
    odd = _math_ops.equal(_bits.bitwise_and(x2, one), one)
    of_minus_one = _select(odd, x1, -x1)
    exact = _math_ops.equal(_math_ops._abs(x1), one)
    inverse = _select(exact, _select(_math_ops.equal(x1, one), one, of_minus_one), zero)
    return _select(is_negative, inverse, result)


def _complex_pow(x1, x2):
    # TensorFlow 2.21: 0j ** 0j is NaN, and so in the gradient of 0j ** 1; 0j ** -1 is infinite
    zero, one = _number(0, x1), _number(1, x1)
    undefined = _number(complex(_math.nan, _math.nan), x1)
    real, is_zero, is_one = tf.math.real(x2), _math_ops.equal(x1, zero), _math_ops.equal(x2, one)
    of_zero = _select(real > 0, zero, undefined)
    of_zero = _select(_math_ops.equal(x2, _number(2, x1)), x1 * x1, of_zero)
    of_zero = _select(is_one, x1, of_zero)
    # There the gradient is infinite or NaN.
    steep = tf.logical_and(tf.logical_and(real > 0, real <= 1), tf.logical_not(is_one))
    usual = tf.logical_or(tf.logical_not(is_zero), steep)
    result = _math_ops._pow(_select(usual, x1, one), x2)
    exact = tf.logical_and(steep, _math_ops.equal(result, zero))
    usual = tf.logical_or(tf.logical_not(is_zero), exact)
    # Of a usual base the power itself, which has a gradient by x2.
    constant = _math_ops.equal(x2, zero) & (is_zero | ~_finite(x1))
    return _select(constant, one, _select(usual, result, of_zero))


def _unsigned_pow(x1, x2):
    if x1.dtype != tf.uint64:
        return _cast(_math_ops._pow(_cast(x1, tf.int64), _cast(x2, tf.int64)), x1.dtype)
    # Modulo 2**64 powers of odd numbers repeat after 2**62, those of even ones are 0 from 64 on.
    within = _bits.bitwise_or(_bits.bitwise_and(x2, _number(2**62 - 1, x2)), _number(2**62, x2))
    power = _select(_math_ops.less(x2, _number(2**62, x2)), x2, within)
    signed = (_array.bitcast(x, tf.int64) for x in (x1, power))
    return _array.bitcast(_math_ops._pow(*signed), tf.uint64)


def sign(x):
    if x.dtype in _SIGNED:
        return _cast(_truth(x), x.dtype)
    # TensorFlow 2.21: no gradient, NaN also where only one part is infinite
    return complex_sign(_space, x) if x.dtype.is_complex else _math_ops.sign(x)


@_binary_of_floats
def hypot(x1, x2):
    x1, x2 = same_dtype(x1, x2)
    if x1.dtype in _HALVES:
        return _cast(hypot(_cast(x1, tf.float32), _cast(x2, tf.float32)), x1.dtype)
    return abs(tf.complex(x1, x2))


def copysign(x1, x2):
    x1, x2 = map(_as_float, same_dtype(x1, x2))
    return _select(_math_ops.equal(signbit(x1), signbit(x2)), x1, -x1)


def nextafter(x1, x2):
    x1, x2 = map(_as_float, same_dtype(x1, x2))
    return _next_half(x1, x2) if x1.dtype in _HALVES else _math_ops.next_after(x1, x2)


def _next_half(x1, x2):
    bits = _array.bitcast(x1, tf.int16)
    zero = _number(0, x1)
    # The bits of floats of one sign are ordered as integers are, by magnitude.
    outwards = _math_ops.equal(_math_ops.greater(x2, x1), _math_ops.greater(x1, zero))
    step = _select(outwards, _number(1, bits), _number(-1, bits))
    moved = _array.bitcast(bits + step, x1.dtype)
    least = copysign(_array.bitcast(_number(1, bits), x1.dtype), x2)
    moved = _select(_math_ops.equal(x1, zero), least, moved)
    moved = _select(_math_ops.equal(x1, x2), x2, moved)
    return _select(_math_ops.logical_or(isnan(x1), isnan(x2)), x1 + x2, moved)


# ---- rounding ---------------------------------------------------------------------------------


def _rounding(op):
    """Return the op of floats; integers are round."""

    @_functools.wraps(op)
    def function(x):
        try:
            return op(x)
        except ERRORS:
            if x.dtype.is_complex:
                raise
            return _array.identity(x)

    return function


ceil = _rounding(_math_ops.ceil)
floor = _rounding(_math_ops.floor)


@_rounding
def trunc(x):
    return _select(_math_ops.less(x, _number(0, x)), _math_ops.ceil(x), _math_ops.floor(x))


def round(x, decimals=0):
    if x.dtype.is_complex:
        return tf.complex(round(_re(x), decimals), round(_im(x), decimals))
    if x.dtype.is_floating:
        return round_floats(_space, x, decimals) if decimals else _math_ops.round(x)
    return round_integers(_space, x, decimals)


# ---- bits -------------------------------------------------------------------------------------

bitwise_and = _binary(_bits.bitwise_and, _math_ops.logical_and)
bitwise_or = _binary(_bits.bitwise_or, _math_ops.logical_or)
bitwise_xor = _binary(_bits.bitwise_xor, _math_ops.not_equal)


def bitwise_invert(x):
    try:
        return _bits.invert(x)
    except ERRORS:
        return _math_ops.logical_not(x)


def _shift(x1, x2):
    """Return equal dtypes, the places within the width, and where they were not."""
    x1, x2 = same_dtype(x1, x2)
    most = _number(x1.dtype.size * 8 - 1, x1)
    return x1, _math_ops.minimum(x2, most), _math_ops.greater(x2, most)


def bitwise_left_shift(x1, x2):
    x1, places, beyond = _shift(x1, x2)
    return _select(beyond, _number(0, x1), _bits.left_shift(x1, places))


def bitwise_right_shift(x1, x2):
    x1, places, beyond = _shift(x1, x2)
    result = _bits.right_shift(x1, places)
    return _select(beyond, _number(0, x1), result) if x1.dtype in _SIGNED else result


# ---- exponentials and trigonometry ------------------------------------------------------------

exp = _of_floats(_math_ops.exp)
sin, cos, tan = map(_of_floats, (_math_ops.sin, _math_ops.cos, _math_ops.tan))
asin, acos, atan = map(_of_floats, (_math_ops.asin, _math_ops.acos, _math_ops.atan))
sinh, cosh = map(_of_floats, (_math_ops.sinh, _math_ops.cosh))
asinh, acosh, atanh = map(_of_floats, (_math_ops.asinh, _math_ops.acosh, _math_ops.atanh))


@_binary_of_floats
def atan2(x1, x2):
    angle = _math_ops.atan2(x1, x2)
    if _executing_eagerly() and not _is_recording():
        return angle
    # TensorFlow 2.21: its gradient at (0, 0) is NaN.
    origin = (x1 == 0) & (x2 == 0)
    elsewhere = _math_ops.atan2(x1, _select(origin, _number(1, x2), x2))
    return _select(origin, tf.stop_gradient(angle), elsewhere)


@_of_floats
def log(x):
    if not x.dtype.is_complex:
        return _math_ops.log(x)
    # TensorFlow 2.21: NaN for several complex128 whose squares over- or underflow
    a, b = _re(x), _im(x)
    magnitude = abs(x)
    larger, smaller = _by_size(a, b)
    near_one = 0.5 * _math_ops.log1p((larger - 1) * (larger + 1) + smaller * smaller)
    is_near = _math_ops.less(_math_ops._abs(magnitude - 1), _number(0.5, a))
    return tf.complex(_select(is_near, near_one, _math_ops.log(magnitude)), _math_ops.atan2(b, a))


def _by_size(a, b):
    a, b = _math_ops._abs(a), _math_ops._abs(b)
    return _math_ops.maximum(a, b), _math_ops.minimum(a, b)


@_of_floats
def log1p(x):
    if not x.dtype.is_complex:
        return _math_ops.log1p(x)
    # TensorFlow 2.21: NaN at infinities, imprecise near 0
    a, b = _re(x), _im(x)
    near = 0.5 * _math_ops.log1p(a * (2 + a) + b * b)
    far = _math_ops.log(hypot(1 + a, b))
    is_near = _math_ops.less(hypot(a, b), _number(0.5, a))
    return tf.complex(_select(is_near, near, far), _math_ops.atan2(b, 1 + a))


@_of_floats
def expm1(x):
    result = _math_ops.expm1(x)
    if not x.dtype.is_complex:
        return result
    # TensorFlow 2.21: NaN at infinities, -0.0 as the real part of zeros
    power = _math_ops.exp(x)  # by parts: the graph optimizer would turn exp(x) - 1 into Expm1 again
    simple = tf.complex(_re(power) - 1, _im(power))
    return _select(_math_ops.logical_and(_finite(x), _truth(x)), result, simple)


@_of_floats
def sqrt(x):
    result = _math_ops.sqrt(x)
    if not x.dtype.is_complex:
        return result
    # TensorFlow 2.21 forgets the sign of an imaginary zero
    return tf.complex(_re(result), copysign(_im(result), _im(x)))


@_of_floats
def tanh(x):
    result = _math_ops.tanh(x)
    if not x.dtype.is_complex:
        return result
    # TensorFlow 2.21, as C: at infinity an imaginary zero has the sign of sin(2 * imag)
    a, b = _re(x), _im(x)
    limit = tf.complex(_math_ops.sign(a), copysign(_array.zeros_like(b), b))
    return _select(
        _math_ops.logical_and(_math_ops.is_inf(a), _math_ops.is_finite(b)), limit, result
    )


def _logarithm(x, base):
    """Return the logarithm to a base, exact for its powers."""
    x = _as_float(x)
    if x.dtype.is_complex:
        natural, scale = log(x), _math.log(base)
        return tf.complex(_re(natural) / scale, _im(natural) / scale)
    return _real_logarithm(x, base)


def _real_logarithm(x, base):
    if x.dtype in _HALVES:
        return _cast(_real_logarithm(_cast(x, tf.float32), base), x.dtype)
    result = _math_ops.log(x) / _math.log(base)
    nearest = _math_ops.round(result)
    is_power = _math_ops.equal(_math_ops._pow(_number(base, x), nearest), x)
    is_power = _math_ops.logical_and(is_power, _math_ops.is_finite(result))
    correction = _select(is_power, nearest - result, _number(0, x))
    return result + tf.stop_gradient(correction)


def log2(x):
    return _logarithm(x, 2)


def log10(x):
    return _logarithm(x, 10)


@_binary_of_floats
@_in_single_precision
def logaddexp(x1, x2):
    # Twice half the maximum, so that at equal operands both get half of the gradient.
    larger = 0.5 * _math_ops.maximum(x1, x2) + 0.5 * _math_ops.maximum(x2, x1)
    same = _math_ops.equal(x1, x2)  # both infinite: their difference is NaN
    distance = _math_ops._abs(_select(same, _number(0, x1), x1 - x2))
    return larger + _math_ops.log1p(_math_ops.exp(-distance))
