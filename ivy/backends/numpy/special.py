"""NumPy has no special functions: these are accurate to a few units in the last place."""

import functools as _functools
import math as _math

import numpy as np

import ivy.backends.numpy as _xp
from ivy.backends.any import special as _shared
from ivy.backends.numpy.promotion import promoting
from ivy.backends.on_floats import native_on_floats
from ivy.backends.picking import exponents

_native = native_on_floats(_xp)

# ---- helpers ----------------------------------------------------------------------------------


def _overridable(function):
    """Let arrays that are not NumPy's take over, as NumPy's own functions do.

    So the boxes of `ivy.backends.numpy_tape` see one step, and find its rule.
    """

    @_functools.wraps(function)
    def public(*xs):
        for x in xs:
            if not isinstance(x, np.ndarray | np.generic | float | int):
                return x.__array_function__(public, (type(x),), xs, {})
        return function(*xs)

    return public


def _special(function):
    """Let a function of a float32 or float64 array meet infinities on its way."""
    plain = _native(1)(function)

    def quiet(x):
        with np.errstate(all="ignore"):
            return plain(x)

    return _overridable(_functools.wraps(function)(quiet))


def _by_c_library(function, x):
    # As fast as rational approximations in NumPy for a million elements, for few much faster.
    numbers = map(function, x.reshape(-1).tolist())
    return np.fromiter(numbers, np.float64, x.size).reshape(x.shape).astype(x.dtype)


def _polynomial(x, coefficients):
    """Return the polynomial with these coefficients, the highest power first."""
    result = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        result *= x
        result += coefficient
    return result


# ---- error functions --------------------------------------------------------------------------

# log(t * exp(-z * z) / erfc(z)) * 2 / (z * t) as a polynomial in t = 2 / (2 + z), for z up to 11.
_LOG_ERFC = (
    0.150950428, -0.564023931, 0.676097401, -0.134892719, -0.117455177, -0.16941711, -0.116338981,
    0.266376656, 1.26547079,
)  # fmt: skip
_ERF_SERIES = tuple(
    (-1) ** n * 2 / _math.sqrt(_math.pi) / (_math.factorial(n) * (2 * n + 1))
    for n in range(6, -1, -1)
)


def _erfc_in_single_precision(x):
    z = np.abs(x)
    t = 2 / (2 + z)
    result = _polynomial(t, _LOG_ERFC)
    result *= 0.5 * t  # in place: new memory costs more than the arithmetic
    result += z
    result *= -z
    np.exp(result, out=result)
    result *= t
    result += (x < 0) * (2 - 2 * result)
    return result


@_special
def erf(x):
    if x.dtype != np.float32:
        return _by_c_library(_math.erf, x)
    far = np.copysign(1 - _erfc_in_single_precision(np.abs(x)), x)
    return np.where(np.abs(x) < 0.5, x * _polynomial(x * x, _ERF_SERIES), far)


@_special
def erfc(x):
    if x.dtype != np.float32:
        return _by_c_library(_math.erfc, x)
    return _erfc_in_single_precision(x)


# ---- gamma functions --------------------------------------------------------------------------


@_special
def lgamma(x):
    # The C library raises at the poles and for what overflows.
    pole, huge = (x <= 0) & (np.floor(x) == x), np.abs(x) > 1e17
    result = _by_c_library(_math.lgamma, np.where(pole | huge, x.dtype.type(1), x))
    result = np.where(huge, x * (np.log(x) - 1), result)
    return np.where(pole | np.isinf(x), x.dtype.type(np.inf), result)


# B(2k) / (2k), from the highest k.
_DIGAMMA_TAIL = (-691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12)


def _digamma_of_positive(x):
    """Return `digamma(x)` from `digamma(x + 10)`, which has a series."""
    near = x < 10
    far = np.where(near, x + 10, x)
    z = 1 / (far * far)
    result = np.log(far) - 0.5 / far - z * _polynomial(z, _DIGAMMA_TAIL)
    steps = 1 / x
    for k in range(1, 10):
        steps += 1 / (x + k)
    return np.where(near, result - steps, result)


@_special
def digamma(x):
    left = x < 0
    result = _digamma_of_positive(np.where(left, 1 - x, x))
    part = x - np.rint(x)
    reflected = result - _math.pi / np.tan(_math.pi * part)
    reflected = np.where(part == 0, x.dtype.type(np.nan), reflected)  # a pole
    return np.where(left, reflected, result)


# ---- zeta -------------------------------------------------------------------------------------


def zeta(x, q):
    with np.errstate(all="ignore"):
        return _shared.zeta(_xp, x, q)


# ---- arithmetic -------------------------------------------------------------------------------


fmax, fmin, fmod = promoting(np.fmax), promoting(np.fmin), promoting(np.fmod)
gcd, lcm = promoting(np.gcd), promoting(np.lcm)
exp2, frexp = _native()(np.exp2), _native()(np.frexp)
logaddexp2 = _native(2)(np.logaddexp2)


@_native()
def ldexp(x1, x2):
    # NumPy 2.4 takes a number for an int32, and no uint64.
    x2 = np.int64(x2) if type(x2) is int else x2
    return np.ldexp(x1, exponents(_xp, np.asarray(x2)))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    with np.errstate(invalid="ignore"):  # the difference of two infinities
        return _shared.isclose(_xp, a, b, rtol, atol, equal_nan)


@_overridable
def as_complex(real, imag):
    shape = np.broadcast_shapes(np.shape(real), np.shape(imag))
    result = np.empty(shape, np.result_type(real, imag, np.complex64))
    result.real, result.imag = real, imag
    return result
