"""NumPy has no special functions: these are accurate to a few units in the last place."""

import functools as _functools
import math as _math

import numpy as np

import ivy.backends.numpy as _xp
from ivy.backends.any import special as _shared
from ivy.backends.limits import zeta_at_limits as _zeta_at_limits
from ivy.backends.numpy.promotion import promoting as _promoting
from ivy.backends.numpy.promotion import same_dtype as _same_dtype
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_native = _native_on_floats(_xp)

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


def _special(operands=1):
    """Decorate a function of float32 or float64 arrays that may meet infinities on its way."""

    def decorate(function):
        plain = _native(operands)(function)

        def quiet(*xs):
            with np.errstate(all="ignore"):
                return plain(*xs)

        return _overridable(_functools.wraps(function)(quiet))

    return decorate


def _by_region(x, *regions):
    """Return `function(x)` for the first condition that holds; the last one has none."""
    flat = x.reshape(-1)
    result = np.empty_like(flat)
    rest = None
    for condition, function in regions:
        part = flat if rest is None else flat[rest]
        chosen = np.ones(part.shape, bool) if condition is None else condition(part)
        where = np.flatnonzero(chosen) if rest is None else rest[chosen]
        if where.size:
            result[where] = function(flat[where])
        rest = np.flatnonzero(~chosen) if rest is None else rest[~chosen]
    return result.reshape(x.shape)


def _polynomial(x, coefficients):
    """Return the polynomial with these coefficients, the highest power first."""
    result = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        result *= x
        result += coefficient
    return result


def _ratio(x, numerator, denominator):
    return _polynomial(x, numerator) / _polynomial(x, denominator)


# ---- error functions --------------------------------------------------------------------------
#
# W. J. Cody, Rational Chebyshev approximations for the error function, Math. Comp. 23 (1969).

_ERF = (
    (1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2,
     3.20937758913846947e3),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
     2.84423683343917062e3),
)  # fmt: skip
_ERFC = (
    (2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
     2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
     1.23033935479799725e3),
    (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2,
     1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3,
     1.23033935480374942e3),
)  # fmt: skip
_ERFC_TAIL = (
    (1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
     1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4),
    (1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1,
     6.05183413124413191e-2, 2.33520497626869185e-3),
)  # fmt: skip


def _erf_near_zero(x):
    return x * _ratio(x * x, *_ERF)


def _bell(y):
    """Return `exp(-y**2)` without the rounding error of the square."""
    coarse = np.trunc(y * 16) / 16
    return np.exp(-coarse * coarse) * np.exp(-(y - coarse) * (y + coarse))


def _erfc_of_large(y):
    """Return `erfc(y)` for `y > 0.46875`."""

    def tail(y):
        y = np.minimum(y, 30)
        z = 1 / (y * y)
        return _bell(y) * (1 / _math.sqrt(_math.pi) - z * _ratio(z, *_ERFC_TAIL)) / y

    return _by_region(y, (lambda y: y <= 4, lambda y: _bell(y) * _ratio(y, *_ERFC)), (None, tail))


@_special()
def erf(x):
    return _by_region(
        x,
        (lambda x: np.abs(x) <= 0.46875, _erf_near_zero),
        (None, lambda x: np.copysign(1 - _erfc_of_large(np.abs(x)), x)),
    )


@_special()
def erfc(x):
    return _by_region(
        x,
        (lambda x: np.abs(x) <= 0.46875, lambda x: 1 - _erf_near_zero(x)),
        (lambda x: x < 0, lambda x: 2 - _erfc_of_large(-x)),
        (None, _erfc_of_large),
    )


# ---- gamma functions --------------------------------------------------------------------------
#
# W. J. Cody and K. E. Hillstrom, Chebyshev approximations for the natural logarithm of the gamma
# function, Math. Comp. 21 (1967), with the coefficients of their later SPECFUN library.

_LGAMMA_NEAR_1 = (
    (4.945235359296727046734888e0, 2.018112620856775083915565e2, 2.290838373831346393026739e3,
     1.131967205903380828685045e4, 2.855724635671635335736389e4, 3.848496228443793359990269e4,
     2.637748787624195437963534e4, 7.225813979700288197698961e3),
    (1.0, 6.748212550303777196073036e1, 1.113332393857199323513008e3, 7.738757056935398733233834e3,
     2.763987074403340708898585e4, 5.499310206226157329794414e4, 6.161122180066002127833352e4,
     3.635127591501940507276287e4, 8.785536302431013170870835e3),
)  # fmt: skip
_LGAMMA_NEAR_2 = (
    (4.974607845568932035012064e0, 5.424138599891070494101986e2, 1.550693864978364947665077e4,
     1.847932904445632425417223e5, 1.088204769468828767498470e6, 3.338152967987029735917223e6,
     5.106661678927352456275255e6, 3.074109054850539556250927e6),
    (1.0, 1.830328399370592604055942e2, 7.765049321445005871323047e3, 1.331903827966074194402448e5,
     1.136705821321969608938755e6, 5.267964117437946917577538e6, 1.346701454311101692290052e7,
     1.782736530353274213975932e7, 9.533095591844353613395747e6),
)  # fmt: skip
_LGAMMA_NEAR_4 = (
    (1.474502166059939948905062e4, 2.426813369486704502836312e6, 1.214755574045093227939592e8,
     2.663432449630976949898078e9, 2.940378956634553899906876e10, 1.702665737765398868392998e11,
     4.926125793377430887588120e11, 5.606251856223951465078242e11),
    (-1.0, 2.690530175870899333379843e3, 6.393885654300092398984238e5, 4.135599930241388052042842e7,
     1.120872109616147941376570e9, 1.488613728678813811542398e10, 1.016803586272438228077304e11,
     3.417476345507377132798597e11, 4.463158187419713286462081e11),
)  # fmt: skip
_STIRLING = (
    5.7083835261e-3, -1.910444077728e-3, 8.4171387781295e-4, -5.952379913043012e-4,
    7.93650793500350248e-4, -2.777777777777681622553e-3, 8.333333333333333331554247e-2,
)  # fmt: skip
_EULER = 5.772156649015328605195174e-1


def _lgamma_near_1(d):
    """Return `lgamma(1 + d)`."""
    return d * (d * _ratio(d, *_LGAMMA_NEAR_1) - _EULER) + 0.0  # not -0.0


def _lgamma_near_2(d):
    """Return `lgamma(2 + d)`."""
    return d * (d * _ratio(d, *_LGAMMA_NEAR_2) + (1 - _EULER))


def _lgamma_near_4(d):
    """Return `lgamma(4 + d)`."""
    return d * _ratio(d, *_LGAMMA_NEAR_4) + _math.log(6)


def _lgamma_of_large(y):
    log = np.log(y)
    series = _polynomial(1 / (y * y), _STIRLING) / y + 0.5 * _math.log(2 * _math.pi)
    return np.where(y == np.inf, y, (y * (log - 1) - 0.5 * log) + series)


def _lgamma_of_positive(y):
    return _by_region(
        y,
        (lambda y: y < 1e-17, lambda y: -np.log(y)),
        (lambda y: y <= 0.5, lambda y: _lgamma_near_1(y) - np.log(y)),
        (lambda y: y < 0.6796875, lambda y: _lgamma_near_2(y - 1) - np.log(y)),
        (lambda y: y <= 1.5, lambda y: _lgamma_near_1(y - 1)),
        (lambda y: y <= 4, lambda y: _lgamma_near_2(y - 2)),
        (lambda y: y <= 12, lambda y: _lgamma_near_4(y - 4)),
        (None, _lgamma_of_large),
    )


def _lgamma_of_negative(x):
    y = -x
    sine = np.abs(np.sin(_math.pi * (y - np.rint(y))))
    reflected = _math.log(_math.pi) - np.log(sine * y) - _lgamma_of_positive(y)
    return np.where(y == np.inf, y, reflected)


@_special()
def lgamma(x):
    return _by_region(x, (lambda x: x < 0, _lgamma_of_negative), (None, _lgamma_of_positive))


# On [1, 2] the approximation of Boost.Math (J. Maddock), exact at the root in three parts.
_DIGAMMA_ROOT = (
    1569415565 / 2**30,
    381566830 / 2**60,
    0.9016312093258695918615325266959189453125e-19,
)
_DIGAMMA_SLOPE = 0.99558162689208984
_DIGAMMA = (
    (-0.0020713321167745952, -0.045251321448739056, -0.28919126444774784, -0.65031853770896507,
     -0.32555031186804491, 0.25479851061131551),
    (-0.55789841321675513e-6, 0.0021284987017821144, 0.054151797245674225, 0.43593529692665969,
     1.4606242909763515, 2.0767117023730469, 1.0),
)  # fmt: skip
_DIGAMMA_TAIL = (-691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12)


def _digamma_on_1_to_2(x):
    distance = x - _DIGAMMA_ROOT[0] - _DIGAMMA_ROOT[1] - _DIGAMMA_ROOT[2]
    return distance * (_DIGAMMA_SLOPE + _ratio(x - 1, *_DIGAMMA))


def _digamma_of_large(x):
    z = 1 / (x * x)
    return np.log(x) - 0.5 / x - z * _polynomial(z, _DIGAMMA_TAIL)


def _digamma_of_medium(x):
    """Return `digamma(x)` for `x` between 2 and 12, from `x + 10`."""
    return _digamma_of_large(x + 10) - sum(1 / (x + k) for k in range(10))


def _digamma_of_negative(x):
    """Return `digamma(x)` by its reflection; NaN at the poles."""
    part = x - np.rint(x)
    cotangent = _math.pi / np.tan(_math.pi * np.where(part == 0, np.nan, part))
    return _digamma_of_positive(1 - x) - cotangent


def _digamma_of_positive(x):
    return _by_region(
        x,
        (lambda x: x == 0, lambda x: np.copysign(np.inf, -x)),
        (lambda x: x < 1, lambda x: _digamma_on_1_to_2(x + 1) - 1 / x),
        (lambda x: x <= 2, _digamma_on_1_to_2),
        (lambda x: x <= 12, _digamma_of_medium),
        (None, _digamma_of_large),
    )


@_special()
def digamma(x):
    return _by_region(x, (lambda x: x < 0, _digamma_of_negative), (None, _digamma_of_positive))


# ---- zeta -------------------------------------------------------------------------------------

# B(2k) / (2k)!, the coefficients of the Euler-Maclaurin formula.
_BERNOULLI = (
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000,
    1 / 74724249600, -3617 / 10670622842880000, 43867 / 5109094217170944000,
    -174611 / 802857662698291200000,
)  # fmt: skip


def _hurwitz_sum(x, q):
    """Return the sum of `(q + k) ** -x`: the first terms one by one, the others as an integral."""
    least = float(np.min(q, initial=1.0))
    count = 10 + (_math.ceil(-least) if -np.inf < least < 0 else 0)
    total = sum(np.power(q + k, -x) for k in range(count))
    end = q + count
    last = np.power(end, -x)
    total += last * end / (x - 1) + 0.5 * last
    factor = x
    for index, coefficient in enumerate(_BERNOULLI):
        last = last / end
        total += np.where(last > 0, coefficient * factor * last, 0)
        factor = factor * (x + (2 * index + 1)) * (x + (2 * index + 2))
        last = last / end
    return total


@_special(2)
def zeta(x, q):
    x, q = np.broadcast_arrays(*_same_dtype(x, q))
    return _zeta_at_limits(_xp, x, q, _hurwitz_sum(x, q))


# ---- arithmetic -------------------------------------------------------------------------------


fmax, fmin, fmod = _promoting(np.fmax), _promoting(np.fmin), _promoting(np.fmod)
gcd, lcm = _promoting(np.gcd), _promoting(np.lcm)
exp2, frexp, ldexp = _native()(np.exp2), _native()(np.frexp), _native()(np.ldexp)
logaddexp2 = _native(2)(np.logaddexp2)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    with np.errstate(invalid="ignore"):  # the difference of two infinities
        return _shared.isclose(_xp, a, b, rtol, atol, equal_nan)


@_overridable
def as_complex(real, imag):
    shape = np.broadcast_shapes(np.shape(real), np.shape(imag))
    result = np.empty(shape, np.result_type(real, imag, np.complex64))
    result.real, result.imag = real, imag
    return result
