"""Arithmetic, comparison, bits, exponentials, trigonometry: one result per element."""

from __future__ import annotations

from typing import Any

from ivy.dispatch import NUMBERS, OPERATIONS, by_parts, pairs, put, retry, table
from ivy.types import A

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]


def _scaled(x: Any, alpha: complex) -> Any:
    return x * alpha if type(x) in NUMBERS else multiply(x, alpha)


def abs(x: A, /, out: A | None = None) -> A:
    """Return the absolute values; of complex numbers the magnitudes, which are real.

    The smallest integer of a signed dtype has no positive counterpart and stays as it is.

    >>> ivy.abs(ivy.array([-1.5, 2., -0.]))
    ivy.array([1.5, 2. , 0. ])
    """
    if out is not None:
        return put(abs(x), out)
    try:
        return table[type(x)].abs(x)
    except Exception as error:
        return retry(error, "abs", x)


def acos(x: A, /, out: A | None = None) -> A:
    """Return the inverse cosines, between 0 and pi; NaN outside of [-1, 1].

    >>> ivy.acos(ivy.array([-1., 0., 1.])).round(4)
    ivy.array([3.1416, 1.5708, 0.    ])
    """
    if out is not None:
        return put(acos(x), out)
    try:
        return table[type(x)].acos(x)
    except Exception as error:
        return retry(error, "acos", x)


def acosh(x: A, /, out: A | None = None) -> A:
    """Return the inverse hyperbolic cosines; NaN below 1.

    >>> ivy.acosh(ivy.array([1., 2.])).round(4)
    ivy.array([0.   , 1.317])
    """
    if out is not None:
        return put(acosh(x), out)
    try:
        return table[type(x)].acosh(x)
    except Exception as error:
        return retry(error, "acosh", x)


def add(
    x1: A | complex, x2: A | complex, /, alpha: complex | None = None, out: A | None = None
) -> A:
    """Return the sums, with `alpha` those of `x1` and `alpha * x2`.

    >>> ivy.add(ivy.array([1., 2.]), 1)
    ivy.array([2., 3.])
    """
    if alpha is not None:
        x2 = _scaled(x2, alpha)
    if out is not None:
        return put(add(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].add(x1, x2)
    except Exception as error:
        return retry(error, "add", x1, x2)


def asin(x: A, /, out: A | None = None) -> A:
    """Return the inverse sines, between -pi/2 and pi/2; NaN outside of [-1, 1].

    >>> ivy.asin(ivy.array([-1., 0., 1.])).round(4)
    ivy.array([-1.5708,  0.    ,  1.5708])
    """
    if out is not None:
        return put(asin(x), out)
    try:
        return table[type(x)].asin(x)
    except Exception as error:
        return retry(error, "asin", x)


def asinh(x: A, /, out: A | None = None) -> A:
    """Return the inverse hyperbolic sines.

    >>> ivy.asinh(ivy.array([-1., 0., 1.])).round(4)
    ivy.array([-0.8814,  0.    ,  0.8814])
    """
    if out is not None:
        return put(asinh(x), out)
    try:
        return table[type(x)].asinh(x)
    except Exception as error:
        return retry(error, "asinh", x)


def atan(x: A, /, out: A | None = None) -> A:
    """Return the inverse tangents, between -pi/2 and pi/2.

    >>> ivy.atan(ivy.array([-1., 0., 1.])).round(4)
    ivy.array([-0.7854,  0.    ,  0.7854])
    """
    if out is not None:
        return put(atan(x), out)
    try:
        return table[type(x)].atan(x)
    except Exception as error:
        return retry(error, "atan", x)


def atan2(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the angles of the points with ordinates `x1` and abscissas `x2`, between -pi and pi.

    >>> ivy.atan2(ivy.array([1., 1., -1.]), ivy.array([1., -1., -1.])).round(4)
    ivy.array([ 0.7854,  2.3562, -2.3562])
    """
    if out is not None:
        return put(atan2(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].atan2(x1, x2)
    except Exception as error:
        return retry(error, "atan2", x1, x2)


def atanh(x: A, /, out: A | None = None) -> A:
    """Return the inverse hyperbolic tangents; infinite at -1 and 1, NaN outside of them.

    >>> ivy.atanh(ivy.array([-0.5, 0., 0.5])).round(4)
    ivy.array([-0.5493,  0.    ,  0.5493])
    """
    if out is not None:
        return put(atanh(x), out)
    try:
        return table[type(x)].atanh(x)
    except Exception as error:
        return retry(error, "atanh", x)


def bitwise_and(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the bits set in both operands; of booleans the logical and.

    >>> ivy.bitwise_and(ivy.array([6, 5]), 3)
    ivy.array([2, 1])
    """
    if out is not None:
        return put(bitwise_and(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].bitwise_and(x1, x2)
    except Exception as error:
        return retry(error, "bitwise_and", x1, x2)


def bitwise_invert(x: A, /, out: A | None = None) -> A:
    """Return the numbers with each bit inverted; of booleans the logical not.

    >>> ivy.bitwise_invert(ivy.array([0, 1, -2]))
    ivy.array([-1, -2,  1])
    """
    if out is not None:
        return put(bitwise_invert(x), out)
    try:
        return table[type(x)].bitwise_invert(x)
    except Exception as error:
        return retry(error, "bitwise_invert", x)


def bitwise_left_shift(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `x1` with its bits moved `x2` places to the left; 0 when they are moved out entirely.

    >>> ivy.bitwise_left_shift(ivy.array([1, 3, 1]), ivy.array([4, 1, 32]))
    ivy.array([16,  6,  0])
    """
    if out is not None:
        return put(bitwise_left_shift(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].bitwise_left_shift(x1, x2)
    except Exception as error:
        return retry(error, "bitwise_left_shift", x1, x2)


def bitwise_or(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the bits set in one or both operands; of booleans the logical or.

    >>> ivy.bitwise_or(ivy.array([6, 5]), 3)
    ivy.array([7, 7])
    """
    if out is not None:
        return put(bitwise_or(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].bitwise_or(x1, x2)
    except Exception as error:
        return retry(error, "bitwise_or", x1, x2)


def bitwise_right_shift(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `x1` with its bits moved `x2` places to the right, that is `floor(x1 / 2**x2)`.

    >>> ivy.bitwise_right_shift(ivy.array([16, -5, 16]), ivy.array([2, 1, 40]))
    ivy.array([ 4, -3,  0])
    """
    if out is not None:
        return put(bitwise_right_shift(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].bitwise_right_shift(x1, x2)
    except Exception as error:
        return retry(error, "bitwise_right_shift", x1, x2)


def bitwise_xor(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the bits set in one operand only; of booleans the logical exclusive or.

    >>> ivy.bitwise_xor(ivy.array([6, 5]), 3)
    ivy.array([5, 6])
    """
    if out is not None:
        return put(bitwise_xor(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].bitwise_xor(x1, x2)
    except Exception as error:
        return retry(error, "bitwise_xor", x1, x2)


def ceil(x: A, /, out: A | None = None) -> A:
    """Return the numbers rounded up to integers, in the same dtype.

    >>> ivy.ceil(ivy.array([1.2, -1.2]))
    ivy.array([ 2., -1.])
    """
    if out is not None:
        return put(ceil(x), out)
    try:
        return table[type(x)].ceil(x)
    except Exception as error:
        return retry(error, "ceil", x)


def conj(x: A, /, out: A | None = None) -> A:
    """Return the complex conjugates; real numbers are their own.

    >>> ivy.conj(ivy.array([1 + 2j]))
    ivy.array([1.-2.j])
    """
    if out is not None:
        return put(conj(x), out)
    try:
        return table[type(x)].conj(x)
    except Exception as error:
        return retry(error, "conj", x)


def copysign(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the magnitudes of `x1` with the signs of `x2`, the signs of zeros and NaN included.

    >>> ivy.copysign(ivy.array([1., 2., 3.]), ivy.array([-1., 0., -0.]))
    ivy.array([-1.,  2., -3.])
    """
    if out is not None:
        return put(copysign(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].copysign(x1, x2)
    except Exception as error:
        return retry(error, "copysign", x1, x2)


def cos(x: A, /, out: A | None = None) -> A:
    """Return the cosines of angles in radians.

    >>> ivy.cos(ivy.array([0., 1.])).round(4)
    ivy.array([1.    , 0.5403])
    """
    if out is not None:
        return put(cos(x), out)
    try:
        return table[type(x)].cos(x)
    except Exception as error:
        return retry(error, "cos", x)


def cosh(x: A, /, out: A | None = None) -> A:
    """Return the hyperbolic cosines.

    >>> ivy.cosh(ivy.array([0., 1.])).round(4)
    ivy.array([1.    , 1.5431])
    """
    if out is not None:
        return put(cosh(x), out)
    try:
        return table[type(x)].cosh(x)
    except Exception as error:
        return retry(error, "cosh", x)


def divide(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the quotients, as floats of the default dtype when both operands are integers.

    >>> ivy.divide(ivy.array([1, 2]), 4)
    ivy.array([0.25, 0.5 ])
    """
    if out is not None:
        return put(divide(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].divide(x1, x2)
    except Exception as error:
        return retry(error, "divide", x1, x2)


def equal(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where the operands are equal; NaN equals nothing.

    >>> ivy.equal(ivy.array([1, 2]), ivy.array([1., 3.]))
    ivy.array([ True, False])
    """
    if out is not None:
        return put(equal(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].equal(x1, x2)
    except Exception as error:
        return retry(error, "equal", x1, x2)


def exp(x: A, /, out: A | None = None) -> A:
    """Return e to the power of each number.

    >>> ivy.exp(ivy.array([0., 1.])).round(4)
    ivy.array([1.    , 2.7183])
    """
    if out is not None:
        return put(exp(x), out)
    try:
        return table[type(x)].exp(x)
    except Exception as error:
        return retry(error, "exp", x)


def expm1(x: A, /, out: A | None = None) -> A:
    """Return `exp(x) - 1`, precise also near 0.

    >>> ivy.expm1(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 1.7183])
    """
    if out is not None:
        return put(expm1(x), out)
    try:
        return table[type(x)].expm1(x)
    except Exception as error:
        return retry(error, "expm1", x)


def floor(x: A, /, out: A | None = None) -> A:
    """Return the numbers rounded down to integers, in the same dtype.

    >>> ivy.floor(ivy.array([1.8, -1.2]))
    ivy.array([ 1., -2.])
    """
    if out is not None:
        return put(floor(x), out)
    try:
        return table[type(x)].floor(x)
    except Exception as error:
        return retry(error, "floor", x)


def floor_divide(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the quotients rounded down to integers, in the promoted dtype.

    An integer divided by 0 gives 0; infinities divide as in `divide`.

    >>> ivy.floor_divide(ivy.array([7, -7, 7]), ivy.array([2, 2, 0]))
    ivy.array([ 3, -4,  0])
    """
    if out is not None:
        return put(floor_divide(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].floor_divide(x1, x2)
    except Exception as error:
        return retry(error, "floor_divide", x1, x2)


def greater(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where `x1` is greater than `x2`.

    >>> ivy.greater(ivy.array([1, 2, 3]), 2)
    ivy.array([False, False,  True])
    """
    if out is not None:
        return put(greater(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].greater(x1, x2)
    except Exception as error:
        return retry(error, "greater", x1, x2)


def greater_equal(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where `x1` is greater than or equal to `x2`.

    >>> ivy.greater_equal(ivy.array([1, 2, 3]), 2)
    ivy.array([False,  True,  True])
    """
    if out is not None:
        return put(greater_equal(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].greater_equal(x1, x2)
    except Exception as error:
        return retry(error, "greater_equal", x1, x2)


def hypot(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `sqrt(x1**2 + x2**2)` without overflow or underflow on the way.

    >>> ivy.hypot(ivy.array([3., 3e20]), ivy.array([4., 4e20]))
    ivy.array([5.e+00, 5.e+20])
    """
    if out is not None:
        return put(hypot(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].hypot(x1, x2)
    except Exception as error:
        return retry(error, "hypot", x1, x2)


def imag(x: A, /, out: A | None = None) -> A:
    """Return the imaginary parts; zeros for real numbers.

    >>> ivy.imag(ivy.array([1 + 2j]))
    ivy.array([2.])
    """
    if out is not None:
        return put(imag(x), out)
    try:
        return table[type(x)].imag(x)
    except Exception as error:
        return retry(error, "imag", x)


def isfinite(x: A, /, out: A | None = None) -> A:
    """Return where the numbers are neither infinite nor NaN.

    >>> ivy.isfinite(ivy.array([1., float("inf"), float("nan")]))
    ivy.array([ True, False, False])
    """
    if out is not None:
        return put(isfinite(x), out)
    try:
        return table[type(x)].isfinite(x)
    except Exception as error:
        return retry(error, "isfinite", x)


def isinf(
    x: A, /, detect_positive: bool = True, detect_negative: bool = True, out: A | None = None
) -> A:
    """Return where the numbers are infinite, or infinite of the signs to detect.

    A complex number counts when one of its parts does.

    >>> ivy.isinf(ivy.array([1., float("inf"), -float("inf")]), detect_negative=False)
    ivy.array([False,  True, False])
    """
    if out is not None:
        return put(isinf(x, detect_positive, detect_negative), out)
    try:
        return table[type(x)].isinf(x, detect_positive, detect_negative)
    except Exception as error:
        return retry(error, "isinf", x, detect_positive, detect_negative)


def isnan(x: A, /, out: A | None = None) -> A:
    """Return where the numbers are NaN; of a complex number one part suffices.

    >>> ivy.isnan(ivy.array([1., float("nan")]))
    ivy.array([False,  True])
    """
    if out is not None:
        return put(isnan(x), out)
    try:
        return table[type(x)].isnan(x)
    except Exception as error:
        return retry(error, "isnan", x)


def less(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where `x1` is less than `x2`.

    >>> ivy.less(ivy.array([1, 2, 3]), 2)
    ivy.array([ True, False, False])
    """
    if out is not None:
        return put(less(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].less(x1, x2)
    except Exception as error:
        return retry(error, "less", x1, x2)


def less_equal(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where `x1` is less than or equal to `x2`.

    >>> ivy.less_equal(ivy.array([1, 2, 3]), 2)
    ivy.array([ True,  True, False])
    """
    if out is not None:
        return put(less_equal(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].less_equal(x1, x2)
    except Exception as error:
        return retry(error, "less_equal", x1, x2)


def log(x: A, /, out: A | None = None) -> A:
    """Return the natural logarithms; -inf at 0, NaN below.

    >>> ivy.log(ivy.array([1., 2.])).round(4)
    ivy.array([0.    , 0.6931])
    """
    if out is not None:
        return put(log(x), out)
    try:
        return table[type(x)].log(x)
    except Exception as error:
        return retry(error, "log", x)


def log10(x: A, /, out: A | None = None) -> A:
    """Return the logarithms to the base 10.

    >>> ivy.log10(ivy.array([1., 100.])).round(4)
    ivy.array([0., 2.])
    """
    if out is not None:
        return put(log10(x), out)
    try:
        return table[type(x)].log10(x)
    except Exception as error:
        return retry(error, "log10", x)


def log1p(x: A, /, out: A | None = None) -> A:
    """Return `log(1 + x)`, precise also near 0.

    >>> ivy.log1p(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 0.6931])
    """
    if out is not None:
        return put(log1p(x), out)
    try:
        return table[type(x)].log1p(x)
    except Exception as error:
        return retry(error, "log1p", x)


def log2(x: A, /, out: A | None = None) -> A:
    """Return the logarithms to the base 2.

    >>> ivy.log2(ivy.array([1., 8.]))
    ivy.array([0., 3.])
    """
    if out is not None:
        return put(log2(x), out)
    try:
        return table[type(x)].log2(x)
    except Exception as error:
        return retry(error, "log2", x)


def logaddexp(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `log(exp(x1) + exp(x2))` without overflow on the way.

    >>> ivy.logaddexp(ivy.array([0., 100.]), ivy.array([0., 100.])).round(4)
    ivy.array([  0.6931, 100.6931])
    """
    if out is not None:
        return put(logaddexp(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].logaddexp(x1, x2)
    except Exception as error:
        return retry(error, "logaddexp", x1, x2)


def logical_and(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where both operands are true; numbers other than 0 are.

    >>> ivy.logical_and(ivy.array([True, True]), ivy.array([True, False]))
    ivy.array([ True, False])
    """
    if out is not None:
        return put(logical_and(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].logical_and(x1, x2)
    except Exception as error:
        return retry(error, "logical_and", x1, x2)


def logical_not(x: A, /, out: A | None = None) -> A:
    """Return where the operand is false; of numbers only 0 is.

    >>> ivy.logical_not(ivy.array([True, False]))
    ivy.array([False,  True])
    """
    if out is not None:
        return put(logical_not(x), out)
    try:
        return table[type(x)].logical_not(x)
    except Exception as error:
        return retry(error, "logical_not", x)


def logical_or(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where one or both operands are true; numbers other than 0 are.

    >>> ivy.logical_or(ivy.array([True, False]), ivy.array([False, False]))
    ivy.array([ True, False])
    """
    if out is not None:
        return put(logical_or(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].logical_or(x1, x2)
    except Exception as error:
        return retry(error, "logical_or", x1, x2)


def logical_xor(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where one operand only is true; numbers other than 0 are.

    >>> ivy.logical_xor(ivy.array([True, True]), ivy.array([True, False]))
    ivy.array([False,  True])
    """
    if out is not None:
        return put(logical_xor(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].logical_xor(x1, x2)
    except Exception as error:
        return retry(error, "logical_xor", x1, x2)


def maximum(x1: A | complex, x2: A | complex, /, use_where: bool = True, out: A | None = None) -> A:
    """Return the greater of each two numbers; NaN when one of them is.

    >>> ivy.maximum(ivy.array([1., 5.]), ivy.array([3., 2.]))
    ivy.array([3., 5.])
    """
    del use_where  # chose between two formulas for this; there is one
    if out is not None:
        return put(maximum(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].maximum(x1, x2)
    except Exception as error:
        return retry(error, "maximum", x1, x2)


def minimum(x1: A | complex, x2: A | complex, /, use_where: bool = True, out: A | None = None) -> A:
    """Return the lesser of each two numbers; NaN when one of them is.

    >>> ivy.minimum(ivy.array([1., 5.]), ivy.array([3., 2.]))
    ivy.array([1., 2.])
    """
    del use_where  # chose between two formulas for this; there is one
    if out is not None:
        return put(minimum(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].minimum(x1, x2)
    except Exception as error:
        return retry(error, "minimum", x1, x2)


def multiply(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the products.

    >>> ivy.multiply(ivy.array([1., 2.]), ivy.array([3., 4.]))
    ivy.array([3., 8.])
    """
    if out is not None:
        return put(multiply(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].multiply(x1, x2)
    except Exception as error:
        return retry(error, "multiply", x1, x2)


def negative(x: A, /, out: A | None = None) -> A:
    """Return the numbers with the opposite sign; unsigned integers wrap around.

    >>> ivy.negative(ivy.array([1., -2.]))
    ivy.array([-1.,  2.])
    """
    if out is not None:
        return put(negative(x), out)
    try:
        return table[type(x)].negative(x)
    except Exception as error:
        return retry(error, "negative", x)


def nextafter(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the next number after `x1`, of those its dtype can hold, in the direction of `x2`.

    >>> ivy.nextafter(ivy.array([1.]), ivy.array([2.])) > 1
    ivy.array([ True])
    """
    if out is not None:
        return put(nextafter(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].nextafter(x1, x2)
    except Exception as error:
        return retry(error, "nextafter", x1, x2)


def not_equal(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return where the operands differ; NaN differs from everything.

    >>> ivy.not_equal(ivy.array([1, 2]), ivy.array([1., 3.]))
    ivy.array([False,  True])
    """
    if out is not None:
        return put(not_equal(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].not_equal(x1, x2)
    except Exception as error:
        return retry(error, "not_equal", x1, x2)


def positive(x: A, /, out: A | None = None) -> A:
    """Return the numbers as they are, in a new array.

    >>> ivy.positive(ivy.array([1., -2.]))
    ivy.array([ 1., -2.])
    """
    if out is not None:
        return put(positive(x), out)
    try:
        return table[type(x)].positive(x)
    except Exception as error:
        return retry(error, "positive", x)


def pow(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `x1` to the power of `x2`.

    An integer to a negative integer power gives 0, or 1 or -1 where that is exact.

    >>> ivy.pow(ivy.array([1., 2., 3.]), 2)
    ivy.array([1., 4., 9.])
    """
    if out is not None:
        return put(pow(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].pow(x1, x2)
    except Exception as error:
        return retry(error, "pow", x1, x2)


def real(x: A, /, out: A | None = None) -> A:
    """Return the real parts.

    >>> ivy.real(ivy.array([1 + 2j]))
    ivy.array([1.])
    """
    if out is not None:
        return put(real(x), out)
    try:
        return table[type(x)].real(x)
    except Exception as error:
        return retry(error, "real", x)


def reciprocal(x: A, /, out: A | None = None) -> A:
    """Return `1 / x`, as floats of the default dtype when `x` has integers.

    >>> ivy.reciprocal(ivy.array([2., 4.]))
    ivy.array([0.5 , 0.25])
    """
    if out is not None:
        return put(reciprocal(x), out)
    try:
        return table[type(x)].reciprocal(x)
    except Exception as error:
        return retry(error, "reciprocal", x)


def remainder(x1: A | complex, x2: A | complex, /, modulus: bool = True, out: A | None = None) -> A:
    """Return the remainders of the division, with the sign of the divisor as Python's `%`.

    With `modulus=False` they have that of the dividend (`fmod`). An integer divided by 0 leaves 0.

    >>> ivy.remainder(ivy.array([7, -7, 7]), ivy.array([3, 3, 0]))
    ivy.array([1, 2, 0])
    """
    if not modulus:
        return OPERATIONS["fmod"](x1, x2, out=out)
    if out is not None:
        return put(remainder(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].remainder(x1, x2)
    except Exception as error:
        return retry(error, "remainder", x1, x2)


def round(x: A, /, decimals: int = 0, out: A | None = None) -> A:
    """Return the numbers rounded to `decimals` decimal places; halves go to the even neighbour.

    >>> ivy.round(ivy.array([0.5, 1.5, 2.567]))
    ivy.array([0., 2., 3.])
    """
    if out is not None:
        return put(round(x, decimals), out)
    try:
        return table[type(x)].round(x, decimals)
    except Exception as error:
        return retry(error, "round", x, decimals)


def sign(x: A, /, np_variant: bool = True, out: A | None = None) -> A:
    """Return -1, 0 or 1 by the sign of each number; of a complex number `x / abs(x)`.

    >>> ivy.sign(ivy.array([-2., 0., 3.]))
    ivy.array([-1.,  0.,  1.])
    """
    del np_variant  # NumPy 2 and the Array API agree about complex numbers now
    if out is not None:
        return put(sign(x), out)
    try:
        return table[type(x)].sign(x)
    except Exception as error:
        return retry(error, "sign", x)


def signbit(x: A, /, out: A | None = None) -> A:
    """Return where the sign bit is set: for negative numbers, -0.0 and NaN of that sign.

    >>> ivy.signbit(ivy.array([1., -0., -3.]))
    ivy.array([False,  True,  True])
    """
    if out is not None:
        return put(signbit(x), out)
    try:
        return table[type(x)].signbit(x)
    except Exception as error:
        return retry(error, "signbit", x)


def sin(x: A, /, out: A | None = None) -> A:
    """Return the sines of angles in radians.

    >>> ivy.sin(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 0.8415])
    """
    if out is not None:
        return put(sin(x), out)
    try:
        return table[type(x)].sin(x)
    except Exception as error:
        return retry(error, "sin", x)


def sinh(x: A, /, out: A | None = None) -> A:
    """Return the hyperbolic sines.

    >>> ivy.sinh(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 1.1752])
    """
    if out is not None:
        return put(sinh(x), out)
    try:
        return table[type(x)].sinh(x)
    except Exception as error:
        return retry(error, "sinh", x)


def sqrt(x: A, /, out: A | None = None) -> A:
    """Return the square roots; NaN of negative numbers.

    >>> ivy.sqrt(ivy.array([1., 2.])).round(4)
    ivy.array([1.    , 1.4142])
    """
    if out is not None:
        return put(sqrt(x), out)
    try:
        return table[type(x)].sqrt(x)
    except Exception as error:
        return retry(error, "sqrt", x)


def square(x: A, /, out: A | None = None) -> A:
    """Return the squares.

    >>> ivy.square(ivy.array([1., -3.]))
    ivy.array([1., 9.])
    """
    if out is not None:
        return put(square(x), out)
    try:
        return table[type(x)].square(x)
    except Exception as error:
        return retry(error, "square", x)


def subtract(
    x1: A | complex, x2: A | complex, /, alpha: complex | None = None, out: A | None = None
) -> A:
    """Return the differences, with `alpha` those of `x1` and `alpha * x2`.

    >>> ivy.subtract(ivy.array([1., 2.]), 1)
    ivy.array([0., 1.])
    """
    if alpha is not None:
        x2 = _scaled(x2, alpha)
    if out is not None:
        return put(subtract(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].subtract(x1, x2)
    except Exception as error:
        return retry(error, "subtract", x1, x2)


def tan(x: A, /, out: A | None = None) -> A:
    """Return the tangents of angles in radians.

    >>> ivy.tan(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 1.5574])
    """
    if out is not None:
        return put(tan(x), out)
    try:
        return table[type(x)].tan(x)
    except Exception as error:
        return retry(error, "tan", x)


def tanh(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return the hyperbolic tangents.

    >>> ivy.tanh(ivy.array([0., 1.])).round(4)
    ivy.array([0.    , 0.7616])
    """
    if complex_mode != "jax":
        return by_parts("tanh", x, complex_mode, out)
    if out is not None:
        return put(tanh(x), out)
    try:
        return table[type(x)].tanh(x)
    except Exception as error:
        return retry(error, "tanh", x)


def trunc(x: A, /, out: A | None = None) -> A:
    """Return the numbers rounded towards 0 to integers, in the same dtype.

    >>> ivy.trunc(ivy.array([1.8, -1.8]))
    ivy.array([ 1., -1.])
    """
    if out is not None:
        return put(trunc(x), out)
    try:
        return table[type(x)].trunc(x)
    except Exception as error:
        return retry(error, "trunc", x)
