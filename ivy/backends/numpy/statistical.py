import builtins as _builtins
import math as _math

import numpy as np

from ivy import config
from ivy.backends import numpy as _space
from ivy.backends import shapes as _shapes
from ivy.backends.axes import accumulation_dtype, cumulated_axis, normalized_axes
from ivy.backends.numpy.native import DTYPES, NATIVE_DTYPES, as_native_dtype
from ivy.backends.on_floats import native_on_floats
from ivy.backends.promotion import in_one_dtype
from ivy.errors import IvyTypeError, IvyValueError

_add, _multiply = np.add.reduce, np.multiply.reduce
_maximum, _minimum = np.maximum.reduce, np.minimum.reduce

_BFLOAT16 = NATIVE_DTYPES["bfloat16"]
_FLOAT32 = np.dtype("float32")
_HALVES = frozenset((_BFLOAT16, np.dtype("float16")))
# Summed in their own dtype. ml_dtypes adds bfloat16 one by one in bfloat16: 1000 ones make 256.
_KEPT = frozenset(
    map(np.dtype, ["int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"])
)
_MULTIPLIED = _KEPT - _HALVES
_AVERAGED = _MULTIPLIED - {np.dtype("int64"), np.dtype("uint64")}
_AXES = (int, tuple)  # for NumPy as they are; lists, and the axes of 0-d arrays, are not


def _result_dtype(x, dtype):
    if dtype is not None:
        return as_native_dtype(dtype)
    return NATIVE_DTYPES[accumulation_dtype(DTYPES[x.dtype])]


def _accumulated(ufunc, x, dtype, *where):
    """Run a method of `ufunc` that takes (x, where, dtype, ...) in a dtype; halves in float32."""
    axis, *others = where
    if dtype in _HALVES:
        return ufunc(x.astype(_FLOAT32), axis, _FLOAT32, *others).astype(dtype)
    return ufunc(x, axis, dtype, *others)


# np.sum(x, 0) spends 60 % of its time in wrappers around np.add.reduce.
def sum(x, axis=None, dtype=None, keepdims=False):
    if dtype is None and x.dtype in _KEPT and (axis is None or (x.ndim and type(axis) in _AXES)):
        return _add(x, axis, None, None, keepdims)
    axes = normalized_axes("sum", axis, x.ndim)
    return _accumulated(_add, x, _result_dtype(x, dtype), axes, None, keepdims)


def prod(x, axis=None, dtype=None, keepdims=False):
    usual = dtype is None and x.dtype in _MULTIPLIED
    if usual and (axis is None or (x.ndim and type(axis) in _AXES)):
        return _multiply(x, axis, None, None, keepdims)
    axes = normalized_axes("prod", axis, x.ndim)
    return _accumulated(_multiply, x, _result_dtype(x, dtype), axes, None, keepdims)


def _extremum(name, reduce):
    def extremum(x, axis=None, keepdims=False, initial=None, where=None):
        usual = initial is where is None and x.dtype.kind != "c"
        if usual and (axis is None or (x.ndim and type(axis) in _AXES)):
            return reduce(x, axis, None, None, keepdims)
        return _extreme(name, reduce, x, axis, keepdims, initial, where)

    return extremum


max, min = _extremum("max", _maximum), _extremum("min", _minimum)


def _extreme(name, reduce, x, axis, keepdims, initial, where):
    if x.dtype.kind == "c":
        raise IvyTypeError(f"{name}: expected real numbers, got {x.dtype}")
    axes = normalized_axes(name, axis, x.ndim)
    options = {} if initial is None else {"initial": x.dtype.type(initial)}
    if where is not None:
        if initial is None:
            msg = f"{name}: expected an initial value with where, got None"
            raise IvyValueError(msg)
        options["where"] = where
    return reduce(x, axes, None, None, keepdims, **options)


def mean(x, axis=None, keepdims=False, dtype=None):
    if dtype is None and x.dtype in _AVERAGED:
        if axis is None:
            return _add(x, None, None, None, keepdims) / x.size
        if type(axis) is int and x.ndim:
            return _add(x, axis, None, None, keepdims) / x.shape[axis]
    axes = normalized_axes("mean", axis, x.ndim)
    dtype = _averaging_dtype(x) if dtype is None else as_native_dtype(dtype)
    work = _FLOAT32 if dtype in _HALVES else dtype
    count = _math.prod([x.shape[i] for i in axes])
    return (_add(x, axes, work, None, keepdims) / count).astype(dtype)


def _averaging_dtype(x):
    if x.dtype.kind in "biu":
        return NATIVE_DTYPES[config.default_of("float")]
    return x.dtype


def var(x, axis=None, correction=0.0, keepdims=False):
    axes = normalized_axes("var", axis, x.ndim)
    dtype = _averaging_dtype(x)
    half = dtype in _HALVES
    x = x if x.dtype in _AVERAGED else x.astype(_FLOAT32 if half else dtype)
    count = _math.prod([x.shape[i] for i in axes])
    distance = x - _add(x, axes, None, None, True) / count
    if x.dtype.kind == "c":
        squares = np.square(distance.real) + np.square(distance.imag)
    else:
        squares = np.square(distance)
    result = _add(squares, axes, None, None, keepdims) / _builtins.max(count - correction, 0)
    return result.astype(dtype) if half else result


def std(x, axis=None, correction=0.0, keepdims=False):
    return _space.root(var(x, axis, correction, keepdims))


# ---- cumulative -------------------------------------------------------------------------------


def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_sum", np.add, 0, x, axis, dtype, include_initial)


def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_prod", np.multiply, 1, x, axis, dtype, include_initial)


def _cumulative(name, ufunc, start, x, axis, dtype, include_initial):
    axis = cumulated_axis(name, axis, x.ndim)
    dtype = _result_dtype(x, dtype)
    result = _accumulated(ufunc.accumulate, x, dtype, axis)
    if not include_initial:
        return result
    shape = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    return np.concatenate([np.full(shape, start, dtype), result], axis)


def running_maximum(x, axis):
    return np.maximum.accumulate(x, axis)


def running_minimum(x, axis):
    return np.minimum.accumulate(x, axis)


# ---- the rest ---------------------------------------------------------------------------------


def bincount(x, weights=None, minlength=0):
    if x.dtype.kind not in "iu":
        raise IvyTypeError(f"bincount: expected integers, got {x.dtype}")
    _shapes.refuse_many_bins(int(x.max(initial=0)), minlength)
    counts = np.bincount(x.astype(np.int64, copy=False), weights, minlength)
    return counts if weights is None else counts.astype(weights.dtype)


def einsum(equation, *operands):
    _shapes.check_equation(equation)
    operands = in_one_dtype(_space, operands)
    dtype = operands[0].dtype
    if dtype == _BFLOAT16:
        operands = [x.astype(_FLOAT32) for x in operands]
    # Planning takes 30 us; then matrix products do the work.
    sizes = [x.size for x in operands]
    # Without a plan NumPy 2.4 reads past the end of nothing: einsum("ii->i", zeros((0, 3))).
    planned = len(sizes) > 2 or _builtins.max(sizes) > 1000 or 0 in sizes
    try:
        return np.einsum(equation, *operands, optimize=planned).astype(dtype, copy=False)
    except ValueError as error:
        if "could not be broadcast" not in str(error):
            raise
        shapes = ", ".join(str(x.shape) for x in operands)
        msg = f"einsum: expected equal sizes for equal letters of {equation!r}, got shapes {shapes}"
        raise IvyValueError(msg) from error


# ---- the incomplete gamma function ------------------------------------------------------------

_LARGE = 1e5


@native_on_floats(_space)(2)
def igamma(a, x):
    dtype = a.dtype
    a, x = np.broadcast_arrays(a.astype(np.float64), x.astype(np.float64))
    with np.errstate(all="ignore"):
        large = a > _LARGE
        usual, point = np.where(large, 1.0, a), np.where(large, 1.0, x)
        lower, upper = _lower_series(usual, point), 1 - _upper_fraction(usual, point)
        result = np.where(x < a + 1, lower, upper)
        result = np.where(large, _uniform_expansion(a, x), result)
        result = np.where(x == 0, 0.0, np.where(np.isposinf(x) | (a == 0), 1.0, result))
        result = np.where(np.isposinf(a) & np.isfinite(x), 0.0, result)
        both = (np.isposinf(a) & np.isposinf(x)) | ((a == 0) & (x == 0))
        undefined = both | (a < 0) | (x < 0) | np.isnan(a) | np.isnan(x)
    return np.where(undefined, np.nan, result).astype(dtype)


def _lower_series(a, x):
    x = np.where(x < a + 1, x, 0.0)  # elsewhere it need not converge
    term = total = np.ones_like(x)
    count = 0
    while np.any(np.abs(term) > 1e-17 * np.abs(total)):
        count += 1
        term = term * x / (a + count)
        total = total + term
    return total * _first_term(a, x)


def _first_term(a, x):
    """Return `x**a * exp(-x) / gamma(a + 1)`; for large `a` without cancellation."""
    large = np.maximum(a, 10)
    distance = (x - large) / large
    stirling = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / large**2) / large**2) / large**2) / large
    exponent = large * (np.log1p(distance) - distance) - stirling
    of_large = np.exp(exponent) / np.sqrt(2 * np.pi * large)
    return np.where(a < 10, np.exp(a * np.log(x) - x - _space.lgamma(a + 1)), of_large)


def _upper_fraction(a, x):
    """Return the complement: Legendre's continued fraction, evaluated by Lentz's method."""
    x = np.where((x >= a + 1) & np.isfinite(x), x, a + 2)  # elsewhere it need not converge
    tiny = 1e-300
    b = x + 1 - a
    c, d = np.full_like(x, 1 / tiny), 1 / b
    fraction = d
    for i in range(1, 10_000):
        numerator = i * (a - i)
        b = b + 2
        d = 1 / _away_from_zero(numerator * d + b, tiny)
        c = _away_from_zero(b + numerator / c, tiny)
        fraction = fraction * d * c
        if not np.any(np.abs(d * c - 1) > 1e-16):
            break
    return fraction * _first_term(a, x) * a


def _away_from_zero(x, tiny):
    return np.where(np.abs(x) < tiny, tiny, x)


def _uniform_expansion(a, x):
    """Return Temme's expansion for large `a` (DLMF 8.12.3), of which few terms are needed."""
    distance = x / a - 1
    near = np.where(np.abs(distance) < 0.01, distance, 0.0)
    series = near**2 * np.polynomial.polynomial.polyval(
        near, [(-1) ** k / (k + 2) for k in range(9)]
    )
    difference = np.where(near == distance, series, distance - np.log1p(distance))
    eta = np.sign(distance) * np.sqrt(2 * difference)
    terms = -1 / 3 + eta / 12 - 2 * eta**2 / 135 + eta**3 / 864 - (1 / 540 + eta / 288) / a
    rest = np.exp(-a * difference) / np.sqrt(2 * np.pi * a) * terms
    return 0.5 * _space.erfc(-eta * np.sqrt(a / 2)) - np.where(difference < 0.1, rest, 0.0)
