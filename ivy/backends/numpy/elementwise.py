"""Arithmetic, comparison, bits, elementary functions: NumPy's ufuncs with ivy's promotion.

With `casting="no"` a ufunc refuses operands of two dtypes, and integers where it has floats only,
before it computes anything: cheaper than a look at the dtypes. What it refuses is cast first.
"""

from __future__ import annotations

import functools as _functools

import numpy as np

from ivy import config
from ivy.backends import numpy as _space
from ivy.backends.any.special import complex_sign
from ivy.backends.numpy.native import NATIVE_DTYPES
from ivy.backends.numpy.promotion import same_dtype
from ivy.backends.rounding import round_floats, round_integers


def _as_float(x):
    if x.dtype.kind in "biu":
        return x.astype(NATIVE_DTYPES[config.default_of("float")])
    return x


def _binary(ufunc, convert=lambda x: x):
    """Return the ufunc of two operands of any dtypes, converted where they are not the same."""

    @_functools.wraps(ufunc)
    def function(x1, x2):
        try:
            return ufunc(x1, x2, casting="no")
        except TypeError:
            return ufunc(*map(convert, same_dtype(x1, x2)))

    return function


_binary_of_floats = _functools.partial(_binary, convert=_as_float)


def _of_floats(ufunc):
    """Return the ufunc of one operand, integers taken as floats."""

    @_functools.wraps(ufunc)
    def function(x):
        try:
            return ufunc(x, casting="no")
        except TypeError:
            return ufunc(_as_float(x))

    return function


# ---- arithmetic -------------------------------------------------------------------------------

abs = np.abs
negative = np.negative
positive = np.positive
square = np.square
add = _binary(np.add)
subtract = _binary(np.subtract)
multiply = _binary(np.multiply)
divide = _binary_of_floats(np.divide)
remainder = _binary(np.remainder)
maximum = _binary(np.maximum)
minimum = _binary(np.minimum)
hypot = _binary_of_floats(np.hypot)
copysign = _binary_of_floats(np.copysign)
nextafter = _binary_of_floats(np.nextafter)
_floor_divide = _binary(np.floor_divide)


def conj(x):
    return np.conjugate(x) if x.dtype.kind != "b" else x.copy()  # NumPy 2.4 makes them int8


def reciprocal(x):
    return np.reciprocal(_as_float(x))  # of integers NumPy 2.4 returns integers


def floor_divide(x1, x2):
    with np.errstate(all="ignore"):
        result = _floor_divide(x1, x2)
        if result.dtype.kind in "iu":
            return result
        # NumPy 2.4, as Python: inf // 1.0 is NaN, 1.0 // -inf is -1.0
        infinite = np.isinf(x1) | np.isinf(x2)
        return np.where(infinite, divide(x1, x2), result)


def pow(x1, x2):
    try:
        return np.power(x1, x2, casting="no")
    except TypeError:
        x1, x2 = same_dtype(x1, x2)
        return pow(x1, x2) if x1.dtype.kind != "b" else np.power(x1, x2)
    except ValueError:  # NumPy 2.4 refuses an array of integer powers when one is negative
        x1, x2 = same_dtype(x1, x2)
        if x1.dtype.kind not in "iu":  # shapes that do not broadcast
            raise
        is_one, is_minus_one, is_odd = x1 == 1, x1 == -1, x2 & 1 == 1
        inverse = np.where(is_minus_one, np.where(is_odd, -1, 1), is_one).astype(x1.dtype)
        return np.where(x2 < 0, inverse, np.power(x1, np.maximum(x2, 0)))


def sign(x):
    # NumPy 2.4: 1 for inf + nan j; by the division it has a gradient
    return complex_sign(_space, x) if x.dtype.kind == "c" else np.sign(x)


def real(x):
    return np.real(x).copy()


def imag(x):
    return np.imag(x).copy() if x.dtype.kind == "c" else np.zeros_like(x)


# ---- rounding ---------------------------------------------------------------------------------

ceil, floor, trunc = np.ceil, np.floor, np.trunc


def round(x, decimals=0):
    if x.dtype.kind in "biu":
        return round_integers(_space, x, decimals)
    if decimals == 0:
        return np.rint(x)
    if x.dtype.kind == "c":  # by parts: a complex quotient is less precise
        result = np.empty_like(x)
        result.real, result.imag = round(x.real, decimals), round(x.imag, decimals)
        return result
    return round_floats(_space, x, decimals)


# ---- comparison and logic ---------------------------------------------------------------------

equal, not_equal = np.equal, np.not_equal
less, less_equal, greater, greater_equal = np.less, np.less_equal, np.greater, np.greater_equal
isfinite, isnan = np.isfinite, np.isnan
logical_and, logical_not = np.logical_and, np.logical_not
logical_or, logical_xor = np.logical_or, np.logical_xor
signbit = _of_floats(np.signbit)


def isinf(x, detect_positive=True, detect_negative=True):
    if detect_positive and detect_negative:
        return np.isinf(x)
    if not detect_positive and not detect_negative:
        return np.zeros(x.shape, bool)
    infinity = np.inf if detect_positive else -np.inf
    return (np.real(x) == infinity) | (np.imag(x) == infinity)


# ---- bits -------------------------------------------------------------------------------------

bitwise_invert = np.invert
bitwise_and = _binary(np.bitwise_and)
bitwise_or = _binary(np.bitwise_or)
bitwise_xor = _binary(np.bitwise_xor)
bitwise_left_shift = _binary(np.left_shift)
bitwise_right_shift = _binary(np.right_shift)

# ---- exponentials and trigonometry ------------------------------------------------------------

exp = _of_floats(np.exp)
log = _of_floats(np.log)
log2 = _of_floats(np.log2)
log10 = _of_floats(np.log10)
sqrt = _of_floats(np.sqrt)
sin = _of_floats(np.sin)
cos = _of_floats(np.cos)
tan = _of_floats(np.tan)
asin = _of_floats(np.arcsin)
acos = _of_floats(np.arccos)
atan = _of_floats(np.arctan)
sinh = _of_floats(np.sinh)
cosh = _of_floats(np.cosh)
asinh = _of_floats(np.arcsinh)
acosh = _of_floats(np.arccosh)
atanh = _of_floats(np.arctanh)
atan2 = _binary_of_floats(np.arctan2)
logaddexp = _binary_of_floats(np.logaddexp)


# Looked up as np.tanh at every call they would be slower.
_expm1, _log1p, _tanh = np.expm1, np.log1p, np.tanh


def expm1(x):
    try:
        result = _expm1(x, casting="no")
    except TypeError:
        return _expm1(_as_float(x))
    if result.dtype.kind != "c":
        return result
    with np.errstate(all="ignore"):  # NumPy 2.4: NaN at infinities, -0.0 as the real part of zeros
        return np.where(np.isfinite(x) & (x != 0), result, np.exp(x) - 1)


def log1p(x):
    try:
        result = _log1p(x, casting="no")
    except TypeError:
        return _log1p(_as_float(x))
    if result.dtype.kind != "c":
        return result
    with np.errstate(all="ignore"):  # NumPy 2.4 is imprecise near 0
        a, b = np.real(x), np.imag(x)
        error = np.real(result) - 0.5 * np.log1p(a * (2 + a) + b * b)
        return np.where((np.abs(x) < 0.5) & (x != 0), result - error, result)


def tanh(x):
    try:
        result = _tanh(x, casting="no")
    except TypeError:
        return _tanh(_as_float(x))
    if result.dtype.kind != "c":
        return result
    # NumPy 2.4, as C: at infinity an imaginary zero has the sign of sin(2 * imag), not of imag
    other_sign = np.signbit(np.imag(result)) != np.signbit(np.imag(x))
    wrong = np.isinf(np.real(x)) & np.isfinite(np.imag(x)) & other_sign
    return np.where(wrong, np.conjugate(result), result)


ONE_DTYPE_OPERATIONS = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "remainder": np.remainder,
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
    "bitwise_left_shift": np.left_shift,
    "bitwise_right_shift": np.right_shift,
}
