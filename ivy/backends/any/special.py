"""Special functions and relatives of the element-wise functions, over a namespace."""

import math
import operator

from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.on_floats import on_floats
from ivy.backends.promotion import common_dtype, compared, in_one_dtype
from ivy.errors import IvyIndexError, IvyValueError

_NUMBERS = (bool, int, float, complex)


def _kind(xp, x):
    return xp.DTYPES[x.dtype].kind


def _cut(x, axis, start, stop):
    """Return `x[start:stop]` along one axis counted from the front."""
    return x[(slice(None),) * axis + (slice(start, stop),)]


# ---- error and zeta functions -----------------------------------------------------------------
#
# M. J. Wichura, Algorithm AS 241: the percentage points of the normal distribution, Applied
# Statistics 37 (1988). Highest powers first.

_CENTRE = (
    (2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
     4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
     1.3314166789178437745e2, 3.3871328727963666080e0),
    (5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
     2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
     4.2313330701600911252e1, 1.0),
)  # fmt: skip
_TAIL = (
    (7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
     1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
     4.63033784615654529590e0, 1.42343711074968357734e0),
    (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
     1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
     2.05319162663775882187e0, 1.0),
)  # fmt: skip
_FAR_TAIL = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
     2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
     5.46378491116411436990e0, 6.65790464350110377720e0),
    (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
     7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
     5.99832206555887937690e-1, 1.0),
)  # fmt: skip


def _ratio(x, numerator, denominator):
    above, below = numerator[0], denominator[0]
    for a, b in zip(numerator[1:], denominator[1:], strict=True):
        above, below = above * x + a, below * x + b
    return above / below


@on_floats()
def erfinv(xp, x):
    size = xp.abs(x)
    central = size <= 0.85
    # The other region's formula must stay finite, or its gradient spoils the chosen one's.
    half = 0.5 * xp.where(central, x, 0.0 * x)
    near = half * _ratio(0.180625 - half * half, *_CENTRE)
    inside = (size > 0.85) & (size < 1)
    rest = xp.where(inside, 0.5 * (1 - size), 0.05 + 0.0 * x)
    depth = xp.sqrt(-xp.log(rest))
    far = xp.where(depth <= 5, _ratio(depth - 1.6, *_TAIL), _ratio(depth - 5, *_FAR_TAIL))
    far = xp.where(size == 1, math.inf, xp.where(inside, far, math.nan))
    return xp.where(central, near, xp.copysign(far, x)) / math.sqrt(2)


# B(2k) / (2k)!, the coefficients of the Euler-Maclaurin formula.
_BERNOULLI = (
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000,
    1 / 74724249600, -3617 / 10670622842880000, 43867 / 5109094217170944000,
    -174611 / 802857662698291200000,
)  # fmt: skip


def _hurwitz_sum(xp, x, q):
    """Return the sum of `(q + k) ** -x`: the first terms one by one, the others as an integral."""
    total = sum(xp.pow(q + k, -x) for k in range(10))
    end = q + 10
    last = xp.pow(end, -x)
    total = total + last * end / (x - 1) + 0.5 * last
    last = last * x / end
    for k, coefficient in enumerate(_BERNOULLI):
        total = total + coefficient * last
        last = last * ((x + (2 * k + 1)) / end) * ((x + (2 * k + 2)) / end)
    return total


@on_floats(2)
def zeta(xp, x, q):
    # Not the frameworks' own: torch 2.13 has no gradient in x, and TensorFlow's is zero.
    x = xp.full_like(q, x) if type(x) in _NUMBERS else x
    q = xp.full_like(x, q) if type(q) in _NUMBERS else q
    x, q = xp.broadcast_arrays(x, q)
    inside = (x > 1) & (x < math.inf) & (q > -math.inf) & (q < math.inf)
    power, at = xp.where(inside, x, 2.0), xp.where(inside, q, 1.0)
    # The terms with q + k < 0 are those from 1 - fraction to below 1 - q, up to their sign.
    fraction = at - xp.floor(at)
    starts = xp.where(at > 0, at, fraction), 1 - fraction, xp.where(at < 0, 1 - at, 1.0)
    sums = _hurwitz_sum(xp, power, xp.stack(starts))
    downward = sums[1] - sums[2]
    downward = xp.where(2 * xp.floor(power / 2) == power, downward, -downward)
    value = xp.where(at < 0, sums[0] + downward, sums[0])
    return _zeta_at_limits(xp, x, q, value)


def _zeta_at_limits(xp, x, q, value):
    """Return `zeta(x, q)` from a `value` that is right inside."""
    pole = (q <= 0) & (xp.floor(q) == q)
    complex_sum = (q < 0) & (xp.floor(x) != x)
    zero, infinite = xp.zeros_like(q), xp.full_like(q, math.inf)
    at_infinite_x = xp.where(q > 1, zero, xp.where(q == 1, q, infinite))
    value = xp.where(q == math.inf, zero, value)
    value = xp.where(x == math.inf, at_infinite_x, value)
    value = xp.where(complex_sum, math.nan, value)
    value = xp.where(pole | (x == 1), math.inf, value)
    return xp.where((x < 1) | xp.isnan(x) | xp.isnan(q), math.nan, value)


@on_floats()
def sinc(xp, x):
    zero = x == 0
    angles = xp.where(zero, 1.0, math.pi * x)
    return xp.where(zero, 1.0, xp.sin(angles) / angles)


@on_floats(2)
def xlogy(xp, x, y):
    x, y = _arrays(xp, x, y)
    # Only where the logarithm is not finite: elsewhere `x = 0` has a gradient.
    nothing = (x == 0) & ((y <= 0) | (y == math.inf))
    return xp.where(nothing, 0.0, x * xp.log(xp.where(nothing, 1.0, y)))


# ---- arithmetic -------------------------------------------------------------------------------


@on_floats()
def angle(xp, z, deg=False):
    if _kind(xp, z) == "complex":
        radians = xp.atan2(xp.imag(z), xp.real(z))
    else:
        radians = xp.atan2(xp.zeros_like(z), z)
    return radians * (180 / math.pi) if deg else radians


def complex_sign(xp, x):
    """Return `x / abs(x)`: the sign of the one infinite part, 0 of 0, NaN for NaN."""
    a, b, size = xp.real(x), xp.imag(x), xp.abs(x)
    usual = xp.isfinite(size) & (size > 0)
    size = xp.where(usual, size, xp.ones_like(size))
    parts = [xp.where(usual, p / size, xp.where(xp.isinf(p), xp.sign(p), 0.0)) for p in (a, b)]
    undefined = xp.isnan(x) | (xp.isinf(a) & xp.isinf(b))
    return xp.as_complex(*(xp.where(undefined, math.nan, part) for part in parts))


@on_floats()
def deg2rad(xp, x):
    return x * (math.pi / 180)


@on_floats()
def rad2deg(xp, x):
    return x * (180 / math.pi)


@on_floats()
def exp2(xp, x):
    return xp.pow(xp.full_like(x, 2), x)


@on_floats(2)
def logaddexp2(xp, x1, x2):
    x1, x2 = xp.broadcast_arrays(*_arrays(xp, x1, x2))
    larger, smaller = xp.maximum(x1, x2), xp.minimum(x1, x2)
    # Equal infinities have no difference.
    gap = xp.where(larger == smaller, 0.0, smaller - larger)
    return larger + xp.log1p(xp.exp(gap * math.log(2))) / math.log(2)


def _arrays(xp, x1, x2):
    """Return a Python number beside an array as an array, both of the dtype they meet at."""
    if hasattr(x1, "dtype") and hasattr(x2, "dtype"):
        return x1, x2
    dtype = xp.as_native_dtype(common_dtype(xp.DTYPES, x1, x2))
    return xp.asarray(x1, dtype=dtype), xp.asarray(x2, dtype=dtype)


@on_floats()
def modf(xp, x):
    # By where: at whole numbers the gradient of copysign is 0, or has the wrong sign.
    negative = xp.signbit(x)
    size = xp.where(xp.isinf(x), 0.0, xp.where(negative, -x, x))
    part = size - xp.trunc(size)
    return xp.where(negative, -part, part), xp.trunc(x)


def fix(xp, x):
    return xp.trunc(x)


def trunc_divide(xp, x1, x2):
    x1, x2 = _arrays(xp, x1, x2)
    if _kind(xp, x1) in ("int", "uint") and _kind(xp, x2) in ("int", "uint"):
        return xp.floor_divide(xp.subtract(x1, xp.fmod(x1, x2)), x2)
    return xp.trunc(xp.divide(x1, x2))


def lcm(xp, x1, x2):
    x1, x2 = _arrays(xp, x1, x2)
    divisor = xp.gcd(x1, x2)
    factor = xp.floor_divide(x1, xp.where(divisor == 0, xp.ones_like(divisor), divisor))
    return xp.abs(xp.multiply(factor, x2))


def fmax(xp, x1, x2):
    return _extreme(xp, xp.maximum, x1, x2)


def fmin(xp, x1, x2):
    return _extreme(xp, xp.minimum, x1, x2)


def _extreme(xp, function, x1, x2):
    x1, x2 = in_one_dtype(xp, _arrays(xp, x1, x2))
    if _kind(xp, x1) != "float":
        return function(x1, x2)
    return xp.where(xp.isnan(x1), x2, xp.where(xp.isnan(x2), x1, function(x1, x2)))


@on_floats(3)
def lerp(xp, input, end, weight):
    change = end - input
    from_start, from_end = input + weight * change, end - (1 - weight) * change
    if type(weight) in _NUMBERS:
        return from_start if weight < 0.5 else from_end
    return xp.where(weight < 0.5, from_start, from_end)


def float_power(xp, x1, x2):
    kinds = [_kind(xp, x) for x in (x1, x2) if type(x) not in _NUMBERS]
    wide = (
        xp.complex128 if "complex" in (*kinds, type(x1).__name__, type(x2).__name__) else xp.float64
    )
    return xp.pow(*(xp.asarray(x, dtype=wide) for x in (x1, x2)))


# ---- tests and replacements -------------------------------------------------------------------


def isreal(xp, x):
    if _kind(xp, x) == "complex":
        return xp.imag(x) == 0
    return xp.ones_like(x, dtype=xp.bool)


def isclose(xp, a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = _arrays(xp, a, b)
    if {_kind(xp, a), _kind(xp, b)} <= {"int", "uint"}:
        # Subtracted before they become floats, which do not hold all integers.
        return _within(xp, xp.subtract(xp.maximum(a, b), xp.minimum(a, b)), b, rtol, atol)
    return _isclose(xp, a, b, rtol, atol, equal_nan)


@on_floats(2)
def _within(xp, distance, b, rtol, atol):
    return (distance >= 0) & (distance <= atol + rtol * xp.abs(b))


@on_floats(2)
def _isclose(xp, a, b, rtol, atol, equal_nan):
    distance = xp.abs(a - b)
    close = (a == b) | ((distance <= atol + rtol * xp.abs(b)) & xp.isfinite(b))
    return close | (xp.isnan(a) & xp.isnan(b)) if equal_nan else close


def allclose(xp, a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return xp.all(xp.isclose(a, b, rtol, atol, equal_nan))


def nan_to_num(xp, x, copy=True, nan=0.0, posinf=None, neginf=None):
    kind = _kind(xp, x)
    if kind == "complex":
        parts = (_replaced(xp, part, nan, posinf, neginf) for part in (xp.real(x), xp.imag(x)))
        result = xp.complex(*parts)
    else:
        result = _replaced(xp, x, nan, posinf, neginf) if kind == "float" else x
    if copy:
        return result if result is not x else xp.copy_array(x)
    return xp.write_into(x, result)


def _replaced(xp, x, nan, posinf, neginf):
    limits = xp.finfo(x.dtype)
    posinf = limits.max if posinf is None else posinf
    neginf = limits.min if neginf is None else neginf
    x = xp.where(xp.isnan(x), nan, xp.where(x == math.inf, posinf, x))
    return xp.where(x == -math.inf, neginf, x)


def binarizer(xp, x, threshold=0):
    return xp.astype(compared(xp, "greater", x, threshold), x.dtype)


def sparsify_tensor(xp, x, card):
    size, card = math.prod(x.shape), operator.index(card)
    if card < 0:
        raise IvyValueError(f"sparsify_tensor: expected a number of elements, got {card!r}")
    if card == 0:
        return xp.zeros_like(x)
    magnitudes = xp.abs(x)
    least = xp.sort(xp.reshape(magnitudes, (-1,)))[max(size - card, 0)] if size else 0
    return xp.where(magnitudes < least, xp.zeros_like(x), x)


# ---- along axes -------------------------------------------------------------------------------


def amax(xp, x, axis=None, keepdims=False):
    return xp.max(x, axis, keepdims)


def amin(xp, x, axis=None, keepdims=False):
    return xp.min(x, axis, keepdims)


def count_nonzero(xp, a, axis=None, keepdims=False, dtype=None):
    return xp.sum(xp.not_equal(a, 0), axis, xp.index_dtype() if dtype is None else dtype, keepdims)


def nansum(xp, x, axis=None, dtype=None, keepdims=False):
    if _kind(xp, x) in ("float", "complex"):
        x = xp.where(xp.isnan(x), xp.zeros_like(x), x)
    return xp.sum(x, axis, dtype, keepdims)


def diff(xp, x, n=1, axis=-1, prepend=None, append=None):
    if n < 0:
        raise IvyValueError(f"diff: expected a number of times n of at least 0, got {n!r}")
    axis = normalized_axis("diff", axis, len(x.shape))
    ends = [_end(xp, x, axis, end) for end in (prepend, append)]
    if prepend is not None or append is not None:
        x = xp.concat([part for part in (ends[0], x, ends[1]) if part is not None], axis)
    subtract = xp.not_equal if _kind(xp, x) == "bool" else xp.subtract
    for _ in range(n):
        x = subtract(_cut(x, axis, 1, None), _cut(x, axis, None, -1))
    return x


def _end(xp, x, axis, value):
    """Return what `diff` puts before or after `x`; a number stands for one row of it."""
    if value is None or (type(value) not in _NUMBERS and len(value.shape)):
        return value
    shape = list(x.shape)
    shape[axis] = 1
    return xp.broadcast_to(xp.asarray(value, dtype=x.dtype), tuple(shape))


@on_floats()
def gradient(xp, x, spacing=1, edge_order=1, axis=None):
    if edge_order not in (1, 2):
        raise IvyValueError(f"gradient: expected an edge_order of 1 or 2, got {edge_order!r}")
    axes = normalized_axes("gradient", axis, len(x.shape))
    spacings = spacing if isinstance(spacing, list | tuple) else [spacing] * len(axes)
    if len(spacings) != len(axes):
        msg = f"gradient: expected one spacing for all axes or {len(axes)}, got {len(spacings)}"
        raise IvyValueError(msg)
    slopes = [
        _slope(xp, x, along, steps, edge_order) for along, steps in zip(axes, spacings, strict=True)
    ]
    return slopes[0] if len(slopes) == 1 else slopes


def _slope(xp, x, axis, spacing, edge_order):
    """Return the derivative along one axis; `spacing` is a number or the coordinates."""
    size = x.shape[axis]
    if size <= edge_order:
        msg = f"gradient: expected more than {edge_order} elements along axis {axis}, got {size}"
        raise IvyValueError(msg)
    steps = _steps(xp, x, axis, spacing)

    def at(start, stop):
        return _cut(x, axis, start, stop)

    def step(start, stop):
        return steps if type(steps) in _NUMBERS else _cut(steps, axis, start, stop)

    if edge_order == 1:
        first = (at(1, 2) - at(0, 1)) / step(0, 1)
        last = (at(-1, None) - at(-2, -1)) / step(-1, None)
    else:
        h, k = step(0, 1), step(1, 2)
        first = (
            -(2 * h + k) / (h * (h + k)) * at(0, 1)
            + (h + k) / (h * k) * at(1, 2)
            - h / (k * (h + k)) * at(2, 3)
        )
        h, k = step(-2, -1), step(-1, None)
        last = (
            k / (h * (h + k)) * at(-3, -2)
            - (h + k) / (h * k) * at(-2, -1)
            + (2 * k + h) / (k * (h + k)) * at(-1, None)
        )
    h, k = step(None, -1), step(1, None)
    inner = (
        -k / (h * (h + k)) * at(None, -2)
        + (k - h) / (h * k) * at(1, -1)
        + h / (k * (h + k)) * at(2, None)
    )
    return xp.concat([first, inner, last], axis)


def _steps(xp, x, axis, spacing):
    """Return the distances between neighbours, shaped to go along one axis of `x`, or a number."""
    # It may come inside a list, where dispatch does not unwrap it.
    spacing = getattr(spacing, "_data", spacing)
    if type(spacing) in _NUMBERS:
        return spacing
    places = xp.asarray(spacing, dtype=x.dtype)
    if not places.shape:
        return places
    if tuple(places.shape) != (x.shape[axis],):
        msg = (
            f"gradient: expected {x.shape[axis]} coordinates along axis {axis}, "
            f"got shape {tuple(places.shape)}"
        )
        raise IvyValueError(msg)
    shape = [1] * len(x.shape)
    shape[axis] = -1
    return xp.reshape(places[1:] - places[:-1], tuple(shape))


def trapz(xp, y, x=None, dx=1.0, axis=-1):
    if x is None:
        return _integral(xp, y, dx, axis)
    if len(x.shape) == 0:
        raise IvyIndexError("trapz: expected x with the axis of y, got a 0-d array")
    return _integral_between(xp, y, x, axis)


@on_floats()
def _integral(xp, y, steps, axis):
    axis = normalized_axis("trapz", axis, len(y.shape))
    return xp.sum((_cut(y, axis, 1, None) + _cut(y, axis, None, -1)) * 0.5 * steps, axis)


@on_floats(2)
def _integral_between(xp, y, x, axis):
    axis = normalized_axis("trapz", axis, len(y.shape))
    if len(x.shape) == 1:
        shape = [1] * len(y.shape)
        shape[axis] = -1
        x = xp.reshape(x, tuple(shape))
    return _integral(xp, y, _cut(x, axis, 1, None) - _cut(x, axis, None, -1), axis)
