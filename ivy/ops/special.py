"""Special functions, and what NumPy has of element-wise functions beyond the Array API standard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.dispatch import array_first, choose, pairs, put, retry, table
from ivy.types import A, B

__all__ = [
    "allclose",
    "amax",
    "amin",
    "angle",
    "binarizer",
    "count_nonzero",
    "deg2rad",
    "diff",
    "digamma",
    "erf",
    "erfc",
    "erfinv",
    "exp2",
    "fix",
    "float_power",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "gcd",
    "gradient",
    "isclose",
    "isreal",
    "lcm",
    "ldexp",
    "lerp",
    "lgamma",
    "logaddexp2",
    "modf",
    "nan_to_num",
    "nansum",
    "rad2deg",
    "sinc",
    "sparsify_tensor",
    "trapz",
    "trunc_divide",
    "xlogy",
    "zeta",
]


# ---- error, gamma and zeta functions ----------------------------------------------------------


def digamma(x: A, /, out: A | None = None) -> A:
    """Return the logarithmic derivative of the gamma function.

    At zero it is infinite with the opposite sign of the zero, at negative integers NaN.

    >>> ivy.digamma(ivy.array([0., -1.]))
    ivy.array([-inf,  nan])
    """
    if out is not None:
        return put(digamma(x), out)
    try:
        return table[type(x)].digamma(x)
    except Exception as error:
        return retry(error, "digamma", x)


def erf(x: A, /, out: A | None = None) -> A:
    """Return the error function, `2 / sqrt(pi)` times the integral of `exp(-t**2)` from 0 to `x`.

    >>> ivy.erf(ivy.array([0., ivy.inf]))
    ivy.array([0., 1.])
    """
    if out is not None:
        return put(erf(x), out)
    try:
        return table[type(x)].erf(x)
    except Exception as error:
        return retry(error, "erf", x)


def erfc(x: A, /, out: A | None = None) -> A:
    """Return `1 - erf(x)`, precise also where `erf(x)` is close to 1.

    >>> ivy.erfc(ivy.array([0., ivy.inf]))
    ivy.array([1., 0.])
    """
    if out is not None:
        return put(erfc(x), out)
    try:
        return table[type(x)].erfc(x)
    except Exception as error:
        return retry(error, "erfc", x)


def erfinv(x: A, /, out: A | None = None) -> A:
    """Return the inverse of the error function: infinite at -1 and 1, NaN beyond.

    >>> ivy.erfinv(ivy.array([0., 1., 2.]))
    ivy.array([ 0., inf, nan])
    """
    if out is not None:
        return put(erfinv(x), out)
    try:
        return table[type(x)].erfinv(x)
    except Exception as error:
        return retry(error, "erfinv", x)


def lgamma(x: A, /, out: A | None = None) -> A:
    """Return the logarithm of the absolute value of the gamma function.

    >>> ivy.lgamma(ivy.array([2., 0., -1.]))
    ivy.array([ 0., inf, inf])
    """
    if out is not None:
        return put(lgamma(x), out)
    try:
        return table[type(x)].lgamma(x)
    except Exception as error:
        return retry(error, "lgamma", x)


def zeta(x: A, q: A | float, /, out: A | None = None) -> A:
    """Return the Hurwitz zeta function, the sum of `(q + k) ** -x` over all `k >= 0`.

    >>> ivy.zeta(ivy.array([1., 0.5]), 1.)
    ivy.array([inf, nan])
    """
    if out is not None:
        return put(zeta(x, q), out)
    try:
        return array_first[type(x)][type(q)].zeta(x, q)
    except Exception as error:
        return retry(error, "zeta", x, q)


def sinc(x: A, /, out: A | None = None) -> A:
    """Return `sin(pi * x) / (pi * x)`, which is 1 at zero.

    >>> ivy.sinc(ivy.array([0., 0.5]))
    ivy.array([1.        , 0.63661975])
    """
    if out is not None:
        return put(sinc(x), out)
    try:
        return table[type(x)].sinc(x)
    except Exception as error:
        return retry(error, "sinc", x)


def xlogy(x: A | float, y: A | float, /, out: A | None = None) -> A:
    """Return `x * log(y)`, which is 0 where `x` is 0 and `y` is not NaN.

    >>> ivy.xlogy(ivy.array([0., 1.]), ivy.array([0., 1.]))
    ivy.array([0., 0.])
    """
    if out is not None:
        return put(xlogy(x, y), out)
    try:
        return pairs[type(x)][type(y)].xlogy(x, y)
    except Exception as error:
        return retry(error, "xlogy", x, y)


# ---- arithmetic -------------------------------------------------------------------------------


def angle(z: A, /, deg: bool = False, out: A | None = None) -> A:
    """Return the angle of complex numbers in the plane, in radians or degrees.

    >>> ivy.angle(ivy.array([1j, -1.]), deg=True)
    ivy.array([ 90., 180.])
    """
    if out is not None:
        return put(angle(z, deg), out)
    try:
        return table[type(z)].angle(z, deg)
    except Exception as error:
        return retry(error, "angle", z, deg)


def deg2rad(x: A, /, out: A | None = None) -> A:
    """Return angles in degrees as radians.

    >>> ivy.deg2rad(ivy.array([0., 180.])) / ivy.pi
    ivy.array([0., 1.])
    """
    if out is not None:
        return put(deg2rad(x), out)
    try:
        return table[type(x)].deg2rad(x)
    except Exception as error:
        return retry(error, "deg2rad", x)


def rad2deg(x: A, /, out: A | None = None) -> A:
    """Return angles in radians as degrees.

    >>> ivy.rad2deg(ivy.array([0., ivy.pi]))
    ivy.array([  0., 180.])
    """
    if out is not None:
        return put(rad2deg(x), out)
    try:
        return table[type(x)].rad2deg(x)
    except Exception as error:
        return retry(error, "rad2deg", x)


def exp2(x: A, /, out: A | None = None) -> A:
    """Return 2 to the power of each element.

    >>> ivy.exp2(ivy.array([3., -1.]))
    ivy.array([8. , 0.5])
    """
    if out is not None:
        return put(exp2(x), out)
    try:
        return table[type(x)].exp2(x)
    except Exception as error:
        return retry(error, "exp2", x)


def logaddexp2(x1: A | float, x2: A | float, /, out: A | None = None) -> A:
    """Return `log2(2**x1 + 2**x2)` without overflow.

    >>> ivy.logaddexp2(ivy.array([0., 400.]), ivy.array([0., 400.]))
    ivy.array([  1., 401.])
    """
    if out is not None:
        return put(logaddexp2(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].logaddexp2(x1, x2)
    except Exception as error:
        return retry(error, "logaddexp2", x1, x2)


def float_power(x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return `x1` to the power of `x2`, computed and returned in double precision.

    >>> ivy.float_power(ivy.array([2, 3]), -1)
    ivy.array([0.5       , 0.33333333], dtype=float64)
    """
    if out is not None:
        return put(float_power(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].float_power(x1, x2)
    except Exception as error:
        return retry(error, "float_power", x1, x2)


def ldexp(x1: A, x2: B | int, /, out: A | None = None) -> A:
    """Return `x1 * 2**x2`, exact wherever the result can be.

    >>> ivy.ldexp(ivy.array([0.5, 1.]), ivy.array([3, -1]))
    ivy.array([4. , 0.5])
    """
    if out is not None:
        return put(ldexp(x1, x2), out)
    try:
        return array_first[type(x1)][type(x2)].ldexp(x1, x2)
    except Exception as error:
        return retry(error, "ldexp", x1, x2)


def frexp(x: A, /, out: tuple[A, A] | None = None) -> tuple[A, A]:
    """Return mantissas in [0.5, 1) and integer exponents, such that `x = mantissa * 2**exponent`.

    >>> ivy.frexp(ivy.array([4., 0.75]))
    (ivy.array([0.5 , 0.75]), ivy.array([3, 0]))
    """
    if out is not None:
        return put(frexp(x), out)
    try:
        return table[type(x)].frexp(x)
    except Exception as error:
        return retry(error, "frexp", x)


def modf(x: A, /, out: tuple[A, A] | None = None) -> tuple[A, A]:
    """Return the fractional and the integral parts, both with the sign of `x`.

    >>> ivy.modf(ivy.array([3.5, -1.25]))
    (ivy.array([ 0.5 , -0.25]), ivy.array([ 3., -1.]))
    """
    if out is not None:
        return put(modf(x), out)
    try:
        return table[type(x)].modf(x)
    except Exception as error:
        return retry(error, "modf", x)


def fix(x: A, /, out: A | None = None) -> A:
    """Return the nearest integer towards zero; the same as `trunc`.

    >>> ivy.fix(ivy.array([2.7, -2.7]))
    ivy.array([ 2., -2.])
    """
    if out is not None:
        return put(fix(x), out)
    try:
        return table[type(x)].fix(x)
    except Exception as error:
        return retry(error, "fix", x)


def fmod(x1: A | float, x2: A | float, /, out: A | None = None) -> A:
    """Return the remainder of `x1 / x2` with the sign of `x1`; of integers by zero it is 0.

    >>> ivy.fmod(ivy.array([5., -5.]), 3.)
    ivy.array([ 2., -2.])
    """
    if out is not None:
        return put(fmod(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].fmod(x1, x2)
    except Exception as error:
        return retry(error, "fmod", x1, x2)


def trunc_divide(x1: A | float, x2: A | float, /, out: A | None = None) -> A:
    """Return `x1 / x2` rounded towards zero; integers stay integers.

    >>> ivy.trunc_divide(ivy.array([7, -7]), 2)
    ivy.array([ 3, -3])
    """
    if out is not None:
        return put(trunc_divide(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].trunc_divide(x1, x2)
    except Exception as error:
        return retry(error, "trunc_divide", x1, x2)


def gcd(x1: A | int, x2: A | int, /, out: A | None = None) -> A:
    """Return the greatest common divisor of the absolute values.

    >>> ivy.gcd(ivy.array([12, 0]), ivy.array([-18, 5]))
    ivy.array([6, 5])
    """
    if out is not None:
        return put(gcd(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].gcd(x1, x2)
    except Exception as error:
        return retry(error, "gcd", x1, x2)


def lcm(x1: A | int, x2: A | int, /, out: A | None = None) -> A:
    """Return the least common multiple of the absolute values.

    >>> ivy.lcm(ivy.array([4, 0]), ivy.array([-6, 5]))
    ivy.array([12,  0])
    """
    if out is not None:
        return put(lcm(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].lcm(x1, x2)
    except Exception as error:
        return retry(error, "lcm", x1, x2)


def fmax(x1: A | float, x2: A | float, /, out: A | None = None) -> A:
    """Return the larger of two elements, the other one where one is NaN.

    >>> ivy.fmax(ivy.array([1., ivy.nan]), 2.)
    ivy.array([2., 2.])
    """
    if out is not None:
        return put(fmax(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].fmax(x1, x2)
    except Exception as error:
        return retry(error, "fmax", x1, x2)


def fmin(x1: A | float, x2: A | float, /, out: A | None = None) -> A:
    """Return the smaller of two elements, the other one where one is NaN.

    >>> ivy.fmin(ivy.array([1., ivy.nan]), 2.)
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(fmin(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].fmin(x1, x2)
    except Exception as error:
        return retry(error, "fmin", x1, x2)


def lerp(input: A, end: A | float, weight: A | float, /, out: A | None = None) -> A:
    """Return `input + weight * (end - input)`, exactly `end` where the weight is 1.

    >>> ivy.lerp(ivy.array([1., 2.]), ivy.array([3., 4.]), 0.5)
    ivy.array([2., 3.])
    """
    if out is not None:
        return put(lerp(input, end, weight), out)
    try:
        return (
            table[type(weight)]
            if type(input) is type(end) is type(weight)
            else choose(input, end, weight)
        ).lerp(input, end, weight)
    except Exception as error:
        return retry(error, "lerp", input, end, weight)


# ---- tests and replacements -------------------------------------------------------------------


def isreal(x: A, /, out: A | None = None) -> A:
    """Return whether the imaginary part is zero.

    >>> ivy.isreal(ivy.array([1j, 2.]))
    ivy.array([False,  True])
    """
    if out is not None:
        return put(isreal(x), out)
    try:
        return table[type(x)].isreal(x)
    except Exception as error:
        return retry(error, "isreal", x)


def isclose(
    a: A,
    b: A | complex,
    /,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    out: A | None = None,
) -> A:
    """Return whether `abs(a - b) <= atol + rtol * abs(b)`; infinities are close to themselves.

    >>> ivy.isclose(ivy.array([1., ivy.inf]), ivy.array([1.000001, ivy.inf]))
    ivy.array([ True,  True])
    """
    if out is not None:
        return put(isclose(a, b, rtol, atol, equal_nan), out)
    try:
        return array_first[type(a)][type(b)].isclose(a, b, rtol, atol, equal_nan)
    except Exception as error:
        return retry(error, "isclose", a, b, rtol, atol, equal_nan)


def allclose(
    a: A,
    b: A | complex,
    /,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    out: A | None = None,
) -> A:
    """Return whether all elements are close, as an array without axes.

    >>> ivy.allclose(ivy.array([1., 2.]), ivy.array([1., 2.1]))
    ivy.array(False)
    """
    if out is not None:
        return put(allclose(a, b, rtol, atol, equal_nan), out)
    try:
        return array_first[type(a)][type(b)].allclose(a, b, rtol, atol, equal_nan)
    except Exception as error:
        return retry(error, "allclose", a, b, rtol, atol, equal_nan)


def nan_to_num(
    x: A,
    /,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    out: A | None = None,
) -> A:
    """Return the array with NaN and infinities replaced, these by the dtype's limits by default.

    With `copy=False` the array itself is changed where the framework has mutable arrays.

    >>> ivy.nan_to_num(ivy.array([ivy.nan, ivy.inf]), posinf=9.)
    ivy.array([0., 9.])
    """
    if out is not None:
        return put(nan_to_num(x, copy, nan, posinf, neginf), out)
    try:
        return table[type(x)].nan_to_num(x, copy, nan, posinf, neginf)
    except Exception as error:
        return retry(error, "nan_to_num", x, copy, nan, posinf, neginf)


def binarizer(x: A, /, threshold: float = 0, out: A | None = None) -> A:
    """Return 1 where `x` is above the threshold and 0 elsewhere, in the dtype of `x`.

    >>> ivy.binarizer(ivy.array([-1., 2.]))
    ivy.array([0., 1.])
    """
    if out is not None:
        return put(binarizer(x, threshold), out)
    try:
        return table[type(x)].binarizer(x, threshold)
    except Exception as error:
        return retry(error, "binarizer", x, threshold)


def sparsify_tensor(x: A, card: int, /, out: A | None = None) -> A:
    """Return the array with all but the `card` elements largest in magnitude set to zero.

    Elements as large as the last one kept are kept too.

    >>> ivy.sparsify_tensor(ivy.array([1., -3., 2.]), 2)
    ivy.array([ 0., -3.,  2.])
    """
    if out is not None:
        return put(sparsify_tensor(x, card), out)
    try:
        return table[type(x)].sparsify_tensor(x, card)
    except Exception as error:
        return retry(error, "sparsify_tensor", x, card)


# ---- along axes -------------------------------------------------------------------------------


def amax(
    x: A, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, out: A | None = None
) -> A:
    """Return the maximum; the same as `max`.

    >>> ivy.amax(ivy.array([[1., 3.], [2., 0.]]), axis=1)
    ivy.array([3., 2.])
    """
    if out is not None:
        return put(amax(x, axis, keepdims), out)
    try:
        return table[type(x)].amax(x, axis, keepdims)
    except Exception as error:
        return retry(error, "amax", x, axis, keepdims)


def amin(
    x: A, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, out: A | None = None
) -> A:
    """Return the minimum; the same as `min`.

    >>> ivy.amin(ivy.array([[1., 3.], [2., 0.]]), axis=1)
    ivy.array([1., 0.])
    """
    if out is not None:
        return put(amin(x, axis, keepdims), out)
    try:
        return table[type(x)].amin(x, axis, keepdims)
    except Exception as error:
        return retry(error, "amin", x, axis, keepdims)


def count_nonzero(
    a: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the number of elements that are not zero; NaN is not zero.

    >>> ivy.count_nonzero(ivy.array([[1, 0], [2, 3]]), axis=0)
    ivy.array([2, 1], dtype=int64)
    """
    if out is not None:
        return put(count_nonzero(a, axis, keepdims, dtype), out)
    try:
        return table[type(a)].count_nonzero(a, axis, keepdims, dtype)
    except Exception as error:
        return retry(error, "count_nonzero", a, axis, keepdims, dtype)


def nansum(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the sum of the elements that are not NaN.

    >>> ivy.nansum(ivy.array([1., ivy.nan, 2.]))
    ivy.array(3.)
    """
    if out is not None:
        return put(nansum(x, axis, dtype, keepdims), out)
    try:
        return table[type(x)].nansum(x, axis, dtype, keepdims)
    except Exception as error:
        return retry(error, "nansum", x, axis, dtype, keepdims)


def diff(
    x: A,
    /,
    n: int = 1,
    axis: int = -1,
    prepend: A | complex | None = None,
    append: A | complex | None = None,
    out: A | None = None,
) -> A:
    """Return the differences of neighbours along an axis, `n` times.

    >>> ivy.diff(ivy.array([1., 2., 4.]), prepend=0.)
    ivy.array([1., 1., 2.])
    """
    if out is not None:
        return put(diff(x, n, axis, prepend, append), out)
    try:
        return (table[type(x)] if prepend is append is None else choose(x, prepend, append)).diff(
            x, n, axis, prepend, append
        )
    except Exception as error:
        return retry(error, "diff", x, n, axis, prepend, append)


def gradient(
    x: A,
    /,
    spacing: float | Sequence[Any] = 1,
    edge_order: int = 1,
    axis: int | Sequence[int] | None = None,
) -> A | list[A]:
    """Return the numerical derivative by central differences, one array per axis.

    Of one axis it is the array itself. `spacing` is the distance of the samples or their
    coordinates, for all axes or one each; `edge_order` the order of accuracy at both ends.

    >>> ivy.gradient(ivy.array([1., 2., 4., 7.]))
    ivy.array([1. , 1.5, 2.5, 3. ])
    """
    try:
        return table[type(x)].gradient(x, spacing, edge_order, axis)
    except Exception as error:
        return retry(error, "gradient", x, spacing, edge_order, axis)


def trapz(y: A, /, x: A | None = None, dx: float = 1.0, axis: int = -1, out: A | None = None) -> A:
    """Return the integral along an axis by the trapezoidal rule.

    `x` are the places of the samples; without them they are `dx` apart.

    >>> ivy.trapz(ivy.array([1., 2., 3.]), dx=0.5)
    ivy.array(2.)
    """
    if out is not None:
        return put(trapz(y, x, dx, axis), out)
    try:
        return (table[type(y)] if x is None else choose(y, x)).trapz(y, x, dx, axis)
    except Exception as error:
        return retry(error, "trapz", y, x, dx, axis)
