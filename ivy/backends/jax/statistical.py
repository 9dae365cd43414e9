import builtins as _builtins
import functools as _functools
import math as _math

import jax
import jax.numpy as jnp
import numpy as np

from ivy import config
from ivy.backends import jax as _space
from ivy.backends import shapes
from ivy.backends.axes import accumulation_dtype, cumulated_axis, normalized_axes
from ivy.backends.jax.native import DTYPES, as_native_dtype
from ivy.backends.on_floats import native_on_floats
from ivy.backends.promotion import in_one_dtype
from ivy.errors import IvyTypeError, IvyValueError

_sum, _prod, _mean = jnp.sum, jnp.prod, jnp.mean

_FLOATS = frozenset(
    np.dtype(getattr(jnp, name))
    for name in ("bfloat16", "float16", "float32", "float64", "complex64", "complex128")
)
_WIDE_FLOATS = frozenset(dtype for dtype in _FLOATS if dtype.itemsize > 2)
_cumsum = jax.jit(jnp.cumsum, static_argnums=1, inline=True)
_cumprod = jax.jit(jnp.cumprod, static_argnums=1, inline=True)


def _result_dtype(x, dtype):
    if dtype is not None:
        return as_native_dtype(dtype)
    return as_native_dtype(accumulation_dtype(DTYPES[x.dtype]))


def sum(x, axis=None, dtype=None, keepdims=False):
    if dtype is None and x.dtype in _FLOATS and (axis is None or type(axis) is int):
        try:
            return _sum(x, axis, None, None, keepdims)
        except ValueError:
            normalized_axes("sum", axis, x.ndim)  # raises for an axis out of range
            raise
    axes = normalized_axes("sum", axis, x.ndim)
    return _sum(x, axes, _result_dtype(x, dtype), None, keepdims)


def prod(x, axis=None, dtype=None, keepdims=False):
    axes = normalized_axes("prod", axis, x.ndim)
    return _prod(x, axes, _result_dtype(x, dtype), None, keepdims)


def _extremum(name, reduce):
    def extremum(x, axis=None, keepdims=False, initial=None, where=None):
        usual = initial is where is None and x.dtype.kind != "c"
        if usual and (axis is None or (type(axis) is int and -x.ndim <= axis < x.ndim)):
            return reduce(x, axis, None, keepdims)
        _refuse(name, x, initial, where)
        return reduce(x, normalized_axes(name, axis, x.ndim), None, keepdims, initial, where)

    return extremum


max, min = _extremum("max", jnp.max), _extremum("min", jnp.min)


def _refuse(name, x, initial, where):
    if x.dtype.kind == "c":
        raise IvyTypeError(f"{name}: expected real numbers, got {x.dtype}")
    if where is not None and initial is None:
        raise IvyValueError(f"{name}: expected an initial value with where, got None")


def mean(x, axis=None, keepdims=False, dtype=None):
    if dtype is None and x.dtype in _FLOATS and (axis is None or type(axis) is int):
        try:
            return _mean(x, axis, None, None, keepdims)
        except ValueError:
            normalized_axes("mean", axis, x.ndim)  # raises for an axis out of range
            raise
    axes = normalized_axes("mean", axis, x.ndim)
    dtype = _averaging_dtype(x) if dtype is None else as_native_dtype(dtype)
    return _mean(x, axes, dtype, None, keepdims)


def _averaging_dtype(x):
    return x.dtype if x.dtype in _FLOATS else as_native_dtype(config.default_of("float"))


@_functools.partial(jax.jit, static_argnums=(1, 2, 3), inline=True)
def _variance(x, axes, correction, keepdims):
    distance = x - _mean(x, axes, keepdims=True)
    if x.dtype.kind == "c":
        squares = jnp.square(distance.real) + jnp.square(distance.imag)
    else:
        squares = jnp.square(distance)
    count = _math.prod([x.shape[i] for i in axes])
    return _sum(squares, axes, keepdims=keepdims) / _builtins.max(count - correction, 0.0)


# jnp.var has NaN, not infinity, where the correction leaves no degree of freedom.
def var(x, axis=None, correction=0.0, keepdims=False):
    dtype = _averaging_dtype(x)
    half = dtype.itemsize == 2
    x = x.astype(jnp.float32 if half else dtype)
    result = _variance(x, normalized_axes("var", axis, x.ndim), correction, keepdims)
    return result.astype(dtype) if half else result


# ---- cumulative -------------------------------------------------------------------------------


def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
    axis = cumulated_axis("cumulative_sum", axis, x.ndim)
    if dtype is None and not include_initial and x.dtype in _WIDE_FLOATS:
        return _cumsum(x, axis)
    return _cumulative(jnp.cumsum, 0, x, axis, _result_dtype(x, dtype), include_initial)


def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
    axis = cumulated_axis("cumulative_prod", axis, x.ndim)
    if dtype is None and not include_initial and x.dtype in _WIDE_FLOATS:
        return _cumprod(x, axis)
    return _cumulative(jnp.cumprod, 1, x, axis, _result_dtype(x, dtype), include_initial)


def _cumulative(function, start, x, axis, dtype, include_initial):
    half = jnp.issubdtype(dtype, jnp.floating) and dtype.itemsize == 2
    result = function(x, axis, jnp.float32 if half else dtype)
    if include_initial:
        shape = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
        result = jnp.concatenate([jnp.full(shape, start, result.dtype), result], axis)
    return result.astype(dtype)


def running_maximum(x, axis):
    return jax.lax.associative_scan(jnp.maximum, x, axis=axis) if x.size else x


def running_minimum(x, axis):
    return jax.lax.associative_scan(jnp.minimum, x, axis=axis) if x.size else x


# ---- the rest ---------------------------------------------------------------------------------


def bincount(x, weights=None, minlength=0):
    if x.dtype.kind not in "iu":
        raise IvyTypeError(f"bincount: expected integers, got {x.dtype}")
    if not isinstance(x, jax.core.Tracer):
        if int(x.min(initial=0)) < 0:  # jax 0.10 counts them as zeros
            raise IvyValueError(f"bincount: expected numbers of at least 0, got {x.min()}")
        shapes.refuse_many_bins(int(x.max(initial=0)), minlength)
    x = x.astype("int32") if x.dtype.itemsize < 4 else x  # of int8 it counts up to 127 only
    return jnp.bincount(x, weights, minlength)


def einsum(equation, *operands):
    shapes.check_equation(equation)
    shapes.check_diagonals(equation, [x.shape for x in operands])  # jax 0.10 broadcasts 1
    return jnp.einsum(equation, *in_one_dtype(_space, operands))


@native_on_floats(_space)(2)
@jax.jit
def igamma(a, x):
    # jax 0.10: NaN for an infinite a, 1 where x is infinite too
    result = jax.scipy.special.gammainc(a, x)
    result = jnp.where((a == 0) & (x > 0), 1, result)  # and NaN at 0 for a small x
    of_infinity = jnp.where(jnp.isfinite(x) & (x >= 0), 0, jnp.nan).astype(result.dtype)
    return jnp.where(jnp.isposinf(a), of_infinity, result)
