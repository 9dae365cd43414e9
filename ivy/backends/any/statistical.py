"""Statistics in terms of other operations."""

from __future__ import annotations

import builtins
import math
from typing import Any, NamedTuple

from ivy import config
from ivy.backends.any.linear_algebra import _is_floating, _squares
from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.on_floats import on_floats
from ivy.errors import IvyValueError
from ivy.types import iinfo


class CumulativeMaximum(NamedTuple):
    values: Any
    indices: Any


# ---- spread -----------------------------------------------------------------------------------


@on_floats()
def var(xp, x, axis=None, correction=0.0, keepdims=False):
    axes = normalized_axes("var", axis, len(x.shape))
    distance = xp.subtract(x, xp.mean(x, axes, True))
    squares = _squares(xp, distance)
    if correction == 0:
        return xp.mean(squares, axes, keepdims)
    sizes = [x.shape[i] for i in axes]
    total = xp.sum(squares, axes, None, keepdims)
    if None in sizes:
        freedom = xp.subtract(xp.sum(xp.ones_like(squares), axes, None, keepdims), correction)
        return xp.divide(total, xp.maximum(freedom, xp.zeros_like(freedom)))
    return xp.divide(total, builtins.max(math.prod(sizes) - correction, 0.0))


def std(xp, x, axis=None, correction=0.0, keepdims=False):
    return xp.root(xp.var(x, axis, correction, keepdims))


# ---- without NaN ------------------------------------------------------------------------------


def nanmean(xp, a, axis=None, keepdims=False, dtype=None):
    if dtype is not None:
        a = xp.astype(a, xp.as_native_dtype(dtype))
    if not _is_floating(xp, a):
        return xp.mean(a, axis, keepdims)
    return _mean_of_numbers(xp, a, axis, keepdims)


@on_floats()
def _mean_of_numbers(xp, a, axis, keepdims):
    missing = xp.isnan(a)
    total = xp.sum(xp.where(missing, xp.zeros_like(a), a), axis, None, keepdims)
    present = xp.astype(xp.logical_not(missing), a.dtype)
    return xp.divide(total, xp.sum(present, axis, None, keepdims))


def nanmin(xp, x, axis=None, keepdims=False, initial=None, where=None):
    if not _is_floating(xp, x):
        return xp.min(x, axis, keepdims, initial, where)
    missing = xp.isnan(x)
    filled = xp.where(missing, xp.full_like(x, math.inf), x)
    result = xp.min(filled, axis, keepdims, initial, where)
    if initial is not None:
        return result
    return xp.where(xp.all(missing, axis, keepdims), xp.full_like(result, math.nan), result)


def nanprod(xp, a, axis=None, keepdims=False, dtype=None, initial=None, where=None):
    if _is_floating(xp, a):
        a = xp.where(xp.isnan(a), xp.ones_like(a), a)
    if where is not None:
        a = xp.where(where, a, xp.ones_like(a))
    result = xp.prod(a, axis, dtype, keepdims)
    return result if initial is None else xp.multiply(result, initial)


# ---- order statistics -------------------------------------------------------------------------


def _reduced_last(xp, x, axes):
    """Return `x` with `axes` merged into one, the last, and the sizes of the others."""
    kept = [i for i in range(len(x.shape)) if i not in axes]
    own = xp.sizes(x)
    sizes = [own[i] for i in kept]
    order = (*kept, *axes)
    moved = x if order == tuple(range(len(order))) else xp.permute_dims(x, order)
    count = math.prod([own[i] for i in axes])
    return xp.reshape(moved, (*sizes, count)), sizes


def _with_kept_axes(xp, result, ndim, axes, keepdims, leading=0):
    if not keepdims:
        return result
    own = xp.sizes(result)
    sizes = iter(own[leading:])
    shape = [1 if i in axes else next(sizes) for i in range(ndim)]
    return xp.reshape(result, (*own[:leading], *shape))


def median(xp, input, axis=None, keepdims=False):
    axes = normalized_axes("median", axis, len(input.shape))
    if 0 in [input.shape[i] for i in axes]:
        return xp.mean(input, axes, keepdims)
    return xp.quantile(input, 0.5, axes, keepdims)


@on_floats()
def nanmedian(xp, input, axis=None, keepdims=False, overwrite_input=False):
    axes = normalized_axes("nanmedian", axis, len(input.shape))
    if 0 in [input.shape[i] for i in axes]:
        return xp.mean(input, axes, keepdims)
    x, _ = _reduced_last(xp, input, axes)
    count = xp.count_nonzero(xp.logical_not(xp.isnan(x)), -1, True)
    x = xp.sort(x, -1)  # NaN last
    lower = xp.floor_divide(xp.maximum(xp.subtract(count, 1), xp.zeros_like(count)), 2)
    upper = xp.floor_divide(count, 2)
    low, high = (xp.take_along_axis(x, i, -1)[..., 0] for i in (lower, upper))
    middle = _between(xp, low, high, 0.5)
    result = xp.where(xp.equal(count[..., 0], 0), xp.full_like(middle, math.nan), middle)
    return _with_kept_axes(xp, result, len(input.shape), axes, keepdims)


_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


@on_floats()
def quantile(xp, a, q, axis=None, keepdims=False, interpolation="linear"):
    if interpolation not in _INTERPOLATIONS:
        msg = f"quantile: expected an interpolation of {_INTERPOLATIONS}, got {interpolation!r}"
        raise IvyValueError(msg)
    axes = normalized_axes("quantile", axis, len(a.shape))
    x, sizes = _reduced_last(xp, a, axes)
    count = x.shape[-1]
    if count == 0:
        raise IvyValueError(f"quantile: expected at least one element, got shape {tuple(a.shape)}")
    x = xp.sort(x, -1)  # NaN last
    if isinstance(q, (int, float)) and count is not None:
        found, q_shape = _at_fraction(xp, x, q, interpolation), ()
    elif isinstance(q, (int, float)):  # of numbers whose count a graph does not know
        _check_fraction(q)
        found, q_shape = _at_fractions(xp, x, xp.full((), q, dtype=x.dtype), interpolation), ()
    else:
        q_shape = tuple(q.shape)
        found = _at_fractions(xp, x, xp.astype(q, x.dtype), interpolation)
    last = xp.reshape(x[..., -1], (*(1,) * len(q_shape), *sizes))
    result = xp.where(xp.isnan(last), last, found)
    return _with_kept_axes(xp, result, len(a.shape), axes, keepdims, len(q_shape))


def _check_fraction(q):
    if not 0 <= q <= 1:
        raise IvyValueError(f"quantile: expected fractions from 0 to 1, got {q}")


def _at_fraction(xp, x, q, interpolation):
    """Return where the fraction `q`, a Python number, of sorted `x` lies."""
    _check_fraction(q)
    place = q * (x.shape[-1] - 1)
    below, above = math.floor(place), math.ceil(place)
    if interpolation in ("lower", "higher", "nearest"):
        chosen = {"lower": below, "higher": above, "nearest": builtins.round(place)}
        return x[..., chosen[interpolation]]
    weight = 0.5 if interpolation == "midpoint" else place - below
    return _between(xp, x[..., below], x[..., above], weight)


def _at_fractions(xp, x, q, interpolation):
    """Return where the fractions `q`, an array, of sorted `x` lie; their axes come first."""
    x = xp.moveaxis(x, -1, 0)
    last = xp.sizes(x)[0] - 1
    place = xp.multiply(q, float(last) if isinstance(last, int) else xp.astype(last, q.dtype))
    rounded = {"lower": xp.floor, "higher": xp.ceil, "nearest": xp.round}

    def at(places):
        index = xp.astype(xp.reshape(places, (-1,)), xp.index_dtype())
        return xp.reshape(xp.take(x, index, 0), (*q.shape, *xp.sizes(x)[1:]))

    if interpolation in rounded:
        return at(rounded[interpolation](place))
    below = xp.floor(place)
    weight = xp.reshape(xp.subtract(place, below), (*q.shape, *(1,) * (len(x.shape) - 1)))
    weight = 0.5 if interpolation == "midpoint" else weight
    return _between(xp, at(below), at(xp.ceil(place)), weight)


def _between(xp, low, high, weight):
    step = xp.multiply(xp.subtract(high, low), weight)
    return xp.where(xp.equal(low, high), low, xp.add(low, step))  # equal infinities


def histogram(
    xp,
    a,
    bins=None,
    axis=None,
    extend_lower_interval=False,
    extend_upper_interval=False,
    dtype=None,
    range=None,
    weights=None,
    density=False,
):
    axes = normalized_axes("histogram", axis, len(a.shape))
    result_dtype = a.dtype if weights is None else weights.dtype
    x = a if _is_floating(xp, a) else xp.astype(a, xp.as_native_dtype(config.default_of("float")))
    edges = _bin_edges(xp, x, bins, range)
    x, _ = _reduced_last(xp, x, axes)
    if weights is not None:
        weights, _ = _reduced_last(xp, xp.broadcast_to(weights, a.shape), axes)
    below = [_weight_below(xp, x, weights, edges[:-1], "left", axis is None)]
    below += [_weight_below(xp, x, weights, edges[-1:], "right", axis is None)]
    below = xp.concat(below, 0)
    counts = xp.subtract(below[1:], below[:-1])
    if extend_lower_interval:
        counts = xp.concat([xp.add(counts[:1], below[:1]), counts[1:]], 0)
    if extend_upper_interval:
        everything = xp.ones_like(x, dtype=counts.dtype) if weights is None else weights
        rest = xp.subtract(xp.expand_dims(xp.sum(everything, -1, counts.dtype), 0), below[-1:])
        counts = xp.concat([counts[:-1], xp.add(counts[-1:], rest)], 0)
    if density:
        counts = xp.astype(counts, x.dtype)
        widths = xp.reshape(xp.subtract(edges[1:], edges[:-1]), (-1, *(1,) * (len(x.shape) - 1)))
        counts = xp.divide(xp.divide(counts, xp.sum(counts, 0, None, True)), widths)
        result_dtype = x.dtype
    return xp.astype(counts, xp.as_native_dtype(dtype) if dtype is not None else result_dtype)


def _bin_edges(xp, x, bins, limits):
    if bins is not None and not isinstance(bins, int):
        shape = getattr(bins, "shape", None)
        if shape is None or len(shape) != 1:
            found = repr(bins) if shape is None else f"an array of shape {tuple(shape)}"
            msg = "histogram: expected a number of bins or a vector of their edges"
            raise IvyValueError(f"{msg}, got {found}")
        return xp.astype(bins, x.dtype)
    bins = 10 if bins is None else bins
    if bins < 1:
        raise IvyValueError(f"histogram: expected at least one bin, got {bins}")
    fractions = xp.multiply(xp.astype(xp.arange(bins + 1), x.dtype), 1 / bins)
    if limits is None and 0 in x.shape:
        limits = 0, 1
    if limits is not None:
        low, high = map(float, limits)
        if low > high:
            raise IvyValueError(f"histogram: expected a range (low, high), got {limits!r}")
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        first, last = xp.full_like(fractions, low), xp.full_like(fractions, high)
    else:
        low, high = xp.min(x), xp.max(x)
        half = xp.multiply(xp.astype(xp.equal(low, high), x.dtype), 0.5)
        first, last = xp.subtract(low, half), xp.add(high, half)
    inner = xp.add(first, xp.multiply(fractions, xp.subtract(last, first)))
    ends = xp.add(xp.zeros_like(fractions), last)
    return xp.concat([inner[:-1], ends[-1:]], 0)


def _weight_below(xp, x, weights, edges, side, is_flat):
    """Return how much of `x` lies before each edge (and on it, with side "right"); edges first."""
    if is_flat and weights is None:
        return xp.searchsorted(xp.sort(x, -1), edges, side)
    if is_flat:
        order = xp.argsort(x, -1)
        total = xp.cumulative_sum(xp.take(weights, order, 0), 0, weights.dtype, True)
        return xp.take(total, xp.searchsorted(xp.take(x, order, 0), edges, side), 0)
    edges = xp.reshape(edges, (-1, *(1,) * len(x.shape)))
    before = (xp.less if side == "left" else xp.less_equal)(xp.expand_dims(x, 0), edges)
    if weights is None:
        return xp.count_nonzero(before, -1)
    return xp.sum(xp.multiply(xp.astype(before, weights.dtype), weights), -1, weights.dtype)


# ---- cumulative -------------------------------------------------------------------------------


def cumsum(xp, x, axis=0, exclusive=False, reverse=False, dtype=None):
    if not (exclusive or reverse):
        return xp.cumulative_sum(x, axis, dtype)
    return _accumulated(xp, "cumsum", xp.cumulative_sum, x, axis, exclusive, reverse, dtype)


def cumprod(xp, x, axis=0, exclusive=False, reverse=False, dtype=None):
    if not (exclusive or reverse):
        return xp.cumulative_prod(x, axis, dtype)
    return _accumulated(xp, "cumprod", xp.cumulative_prod, x, axis, exclusive, reverse, dtype)


def _accumulated(xp, name, function, x, axis, exclusive, reverse, dtype):
    axis = normalized_axis(name, axis, len(x.shape))
    x = xp.flip(x, axis) if reverse else x
    result = function(x, axis, dtype, exclusive)
    result = result[(slice(None),) * axis + (slice(0, -1),)] if exclusive else result
    return xp.flip(result, axis) if reverse else result


def cummax(xp, x, axis=0, exclusive=False, reverse=False, dtype=None):
    axis = normalized_axis("cummax", axis, len(x.shape))
    x = x if dtype is None else xp.astype(x, xp.as_native_dtype(dtype))
    x = xp.flip(x, axis) if reverse else x
    if exclusive:
        x = _shifted(xp, x, axis, _least(xp, x, -1))
    values = xp.running_maximum(x, axis)
    found = xp.equal(x, values)
    if _is_floating(xp, x):
        found = xp.logical_or(found, xp.isnan(x))
    size = xp.sizes(x)[axis]
    places = xp.cumulative_sum(xp.ones_like(x, dtype=xp.index_dtype()), axis)
    places = xp.subtract(places, 2 if exclusive else 1)
    zeros = xp.zeros_like(places)
    indices = xp.running_maximum(xp.where(found, xp.maximum(places, zeros), zeros), axis)
    if reverse:
        values, indices = xp.flip(values, axis), xp.flip(xp.subtract(size - 1, indices), axis)
    return CumulativeMaximum(values, indices)


def cummin(xp, x, axis=0, exclusive=False, reverse=False, dtype=None):
    axis = normalized_axis("cummin", axis, len(x.shape))
    x = x if dtype is None else xp.astype(x, xp.as_native_dtype(dtype))
    x = xp.flip(x, axis) if reverse else x
    if exclusive:
        x = _shifted(xp, x, axis, _least(xp, x, 1))
    values = xp.running_minimum(x, axis)
    return xp.flip(values, axis) if reverse else values


def _shifted(xp, x, axis, value):
    """Return `x` moved by one along the axis, with a number in front and the last one dropped."""
    before = (slice(None),) * axis
    front = xp.full_like(x[(*before, slice(0, 1))], value)
    return xp.concat([front, x[(*before, slice(0, -1))]], axis)


def _least(xp, x, sign):
    """Return the least (-1) or greatest (1) number of the dtype."""
    dtype = xp.DTYPES[x.dtype]
    if dtype.kind in ("float", "complex"):
        return sign * math.inf
    if dtype.kind == "bool":
        return sign > 0
    return iinfo(dtype).max if sign > 0 else iinfo(dtype).min


# ---- several variables ------------------------------------------------------------------------


def cov(
    xp, x1, x2=None, rowVar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None
):
    if ddof is not None and ddof != int(ddof):
        raise IvyValueError(f"cov: expected an integer ddof, got {ddof}")
    ddof = (0 if bias else 1) if ddof is None else ddof
    x1, x2 = (_variables(xp, x, rowVar, dtype) for x in (x1, x2))
    x = x1 if x2 is None else xp.concat([x1, x2], 0)
    return _covariance(xp, x, ddof, fweights, aweights)


def _variables(xp, x, in_rows, dtype):
    """Return a matrix of floats with one variable per row."""
    if x is None:
        return None
    if len(x.shape) > 2:
        raise IvyValueError(f"cov: expected a vector or a matrix, got shape {tuple(x.shape)}")
    if dtype is None and not _is_floating(xp, x):
        dtype = config.default_of("float")
    x = x if dtype is None else xp.astype(x, xp.as_native_dtype(dtype))
    if len(x.shape) < 2:
        return xp.reshape(x, (1, -1))
    return x if in_rows or x.shape[0] == 1 else xp.matrix_transpose(x)


@on_floats()
def _covariance(xp, x, ddof, fweights, aweights):
    real = xp.as_native_dtype(xp.DTYPES[x.dtype].real)
    weights, aweights = (None if w is None else xp.astype(w, real) for w in (fweights, aweights))
    if aweights is not None:
        weights = aweights if weights is None else xp.multiply(weights, aweights)
    if weights is None:
        freedom = builtins.max(x.shape[1] - ddof, 0)
        distance = xp.subtract(x, xp.mean(x, 1, True))
        weighted = distance
    else:
        total = xp.sum(weights)
        taken = ddof
        if aweights is not None:
            taken = xp.multiply(xp.divide(xp.vecdot(weights, aweights), total), ddof)
        freedom = xp.astype(xp.subtract(total, taken), x.dtype)
        weights = xp.astype(weights, x.dtype)
        mean = xp.divide(xp.sum(xp.multiply(x, weights), 1, None, True), xp.astype(total, x.dtype))
        distance = xp.subtract(x, mean)
        weighted = xp.multiply(distance, weights)
    result = xp.divide(xp.matmul(distance, xp.matrix_transpose(weighted, True)), freedom)
    return result[0, 0] if result.shape[0] == 1 else result


def corrcoef(xp, x, y=None, rowvar=True):
    return _correlation(xp, xp.cov(x, y, rowvar))


@on_floats()
def _correlation(xp, c):
    if len(c.shape) == 0:
        return xp.divide(c, c)
    deviation = xp.astype(xp.sqrt(xp.real(xp.diagonal(c))), c.dtype)
    rows, columns = xp.expand_dims(deviation, 1), xp.expand_dims(deviation, 0)
    result = xp.divide(xp.divide(c, rows), columns)
    if xp.DTYPES[c.dtype].kind == "complex":
        return result
    return xp.minimum(xp.maximum(result, -1.0), 1.0)
