"""Rules for operations of ATen that reduce, accumulate, sort and search."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from ivy.graph.importers.shared import cumulative_logsumexp
from ivy.graph.importers.torch.values import (
    COMPLEX,
    TorchBuilder,
    axes_of,
    axis_of,
    cast,
    known,
    rank,
    rule,
    size_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike


def _axis(x: Value, dim: Any) -> Any:
    """Return an axis argument of ivy: None for all axes, a number for one."""
    axes = axes_of(x, dim)
    if len(axes) == rank(x):
        return None
    return axes[0] if len(axes) == 1 else axes


def _reduction(build, x, dim=None, keepdim=False, dtype=None, *, op):
    """A reduction in the dtype of its result."""
    x = cast(build, x, build.result)
    if not rank(x):
        return x
    return getattr(build, op)(x, axis=_axis(x, dim), **({"keepdims": True} if keepdim else {}))


def _whole(build, x, dtype=None, *, op):
    return _reduction(build, x, op=op)


table(_whole, alike("sum mean prod max min"))
table(_reduction, {"sum.dim_IntList": "sum", "mean.dim": "mean", "prod.dim_int": "prod"})
table(_reduction, {"amax": "max", "amin": "min"})


def _truth(build, x, dim=None, keepdim=False, *, op):
    return getattr(build, op)(cast(build, x, "bool"), axis=_axis(x, dim), keepdims=keepdim)


for _op in ("all", "any"):
    table(_truth, dict.fromkeys((_op, f"{_op}.dim", f"{_op}.dims"), _op))


def _extreme(build, x, dim, keepdim=False, *, op):
    """The maximum along an axis and where it is."""
    if not rank(x):
        return x, build.zeros((), dtype="int64")
    axis = axis_of(x, dim)
    place = build.astype(getattr(build, op)(x, axis=axis, keepdims=True), "int64")
    found = build.take_along_axis(x, place, axis)
    if keepdim:
        return found, place
    return build.squeeze(found, axis=axis), build.squeeze(place, axis=axis)


table(_extreme, {"max.dim": "argmax", "min.dim": "argmin"})


def _place(build, x, dim=None, keepdim=False, *, op):
    if not rank(x):
        return build.zeros((), dtype="int64")
    axis = None if dim is None else axis_of(x, dim)
    if axis is None and keepdim:
        flat = getattr(build, op)(x)
        return build.reshape(build.astype(flat, "int64"), (1,) * rank(x))
    return build.astype(getattr(build, op)(x, axis=axis, keepdims=keepdim), "int64")


table(_place, alike("argmax argmin"))


def _spread(build, x, dim=None, unbiased=True, keepdim=False, *, op):
    """Variance or standard deviation; torch divides by n - 1 by default."""
    return _corrected(build, x, dim, correction=int(unbiased), keepdim=keepdim, op=op)


def _whole_spread(build, x, unbiased=True, *, op):
    return _spread(build, x, None, unbiased, op=op)


def _corrected(build, x, dim=None, *, correction=None, keepdim=False, op):
    if x.dtype in COMPLEX:
        raise Unsupported("complex numbers")
    correction = 1.0 if correction is None else float(correction)
    return getattr(build, op)(x, axis=_axis(x, dim), correction=correction, keepdims=keepdim)


for _op in ("var", "std"):
    table(_whole_spread, {_op: _op})
    table(_spread, {f"{_op}.dim": _op})
    table(_corrected, {f"{_op}.correction": _op})


@rule("var_mean.correction")
def _var_mean(build, x, dim=None, correction=None, keepdim=False):
    variance = _corrected(build, x, dim, correction=correction, keepdim=keepdim, op="var")
    return variance, build.mean(x, axis=_axis(x, dim), keepdims=keepdim)


@rule("logsumexp", "special_logsumexp")
def _logsumexp(build, x, dim, keepdim=False):
    x = cast(build, x, build.result)
    if not rank(x):
        return x
    axis = _axis(x, dim)
    top = build.stop_gradient(build.max(x, axis=axis, keepdims=True))
    # Of infinite maxima only the infinity counts.
    top = build.where(build.isfinite(top), top, 0.0)
    total = build.sum(build.exp(build.subtract(x, top)), axis=axis, keepdims=True)
    result = build.add(build.log(total), top)
    if keepdim:
        return result
    return build.squeeze(result, axis=tuple(axes_of(x, dim)))


# ---- running totals -----------------------------------------------------------------------------


@rule("cumsum")
def _cumsum(build, x, dim, dtype=None):
    x = cast(build, x, build.result)
    return build.cumsum(x, axis_of(x, dim)) if rank(x) else x


@rule("cumprod")
def _cumprod(build, x, dim, dtype=None):
    x = cast(build, x, build.result)
    return build.cumprod(x, axis=axis_of(x, dim)) if rank(x) else x


@rule("cummax")
def _cummax(build, x, dim):
    return _running(build, x, dim, "greater_equal")


@rule("cummin")
def _cummin(build, x, dim):
    return _running(build, x, dim, "less_equal")


def _running(build: TorchBuilder, x: Value, dim: int, test: str) -> tuple[Value, ...]:
    """The extreme so far and its place, the last of equal ones: a position is its own place."""
    axis = axis_of(x, dim)
    size = (x.shape or ())[axis]
    if size is None:
        raise Unsupported("an axis of unknown size")
    best = "max" if test == "greater_equal" else "min"
    values: list[Value] = []
    places: list[Value] = []
    for i in range(size):
        current = build.get_item(x, (*(slice(None),) * axis, slice(i, i + 1)))
        here = build.full_like(current, i, dtype="int64")
        if values:
            better = getattr(build, test)(current, values[-1])
            here = build.where(better, here, places[-1])
            current = getattr(build, f"{best}imum")(current, values[-1])
        values.append(current)
        places.append(here)
    return build.concat(values, axis=axis), build.concat(places, axis=axis)


@rule("logcumsumexp")
def _logcumsumexp(build, x, dim):
    axis = axis_of(x, dim)
    return cumulative_logsumexp(build, x, axis, size_of(build, x, axis)) if rank(x) else x


# ---- order --------------------------------------------------------------------------------------


@rule("sort", "sort.stable")
def _sort(build, x, dim=-1, descending=False, *, stable=None):
    if not rank(x):
        return x, build.zeros((), dtype="int64")
    axis = axis_of(x, dim)
    order = known(build.argsort(x, axis=axis, descending=descending), x.shape or (), "int64")
    return build.take_along_axis(x, order, axis), order


@rule("argsort", "argsort.stable")
def _argsort(build, x, dim=-1, descending=False, *, stable=None):
    return build.argsort(x, axis=axis_of(x, dim), descending=descending)


@rule("topk")
def _topk(build, x, k, dim=-1, largest=True, sorted=True):
    values, places = build.several(2, "top_k", x, k, axis=axis_of(x, dim), largest=largest)
    return values, build.astype(places, "int64")


@rule("kthvalue")
def _kthvalue(build, x, k, dim=-1, keepdim=False):
    values, order = _sort(build, x, dim)
    axis = axis_of(x, dim)
    item = slice(k - 1, k) if keepdim else k - 1
    query = (*(slice(None),) * axis, item)
    return build.get_item(values, query), build.get_item(order, query)


def _middle(build, x, dim, keepdim=False, *, skips_nan):
    """The median, the lower of two; without `skips_nan` NaN is the median."""
    if not rank(x):
        return x, build.zeros((), dtype="int64")
    axis = axis_of(x, dim)
    size = size_of(build, x, axis)
    _, order = _sort(build, x, axis)  # NaN is the largest
    whole = build.astype(build.not_equal(x, x), "int64")
    missing = build.sum(whole, axis=axis, keepdims=True)
    half = build.floor_divide(build.subtract(size, build.add(missing, 1)), 2)
    if skips_nan:
        place = build.maximum(half, 0)
    else:
        first_missing = build.subtract(size, missing)
        place = build.where(build.greater(missing, 0), first_missing, half)
    shape = [1 if i == axis else n for i, n in enumerate(x.shape or ())]
    index = build.take_along_axis(order, known(place, shape, "int64"), axis)
    value = build.take_along_axis(x, index, axis)
    if keepdim:
        return value, index
    return build.squeeze(value, axis=axis), build.squeeze(index, axis=axis)


rule("median.dim")(partial(_middle, skips_nan=False))
rule("nanmedian.dim")(partial(_middle, skips_nan=True))


@rule("median")
def _median(build, x):
    sizes = [size for size in x.shape or () if size is not None]
    total = math.prod(sizes) if len(sizes) == rank(x) else None
    flat = known(build.reshape(x, (-1,)), (total,), x.dtype or "")
    return _middle(build, flat, 0, skips_nan=False)[0]


@rule("searchsorted.Tensor", "searchsorted.Scalar")
def _searchsorted(
    build, sorted_sequence, values, *, out_int32=False, right=False, side=None, sorter=None
):
    if sorter is not None:
        picked = build.take_along_axis(sorted_sequence, sorter, -1)
        sorted_sequence = known(picked, sorted_sequence.shape or (), sorted_sequence.dtype or "")
    if not isinstance(values, Value):
        values = build.full((), values, dtype=sorted_sequence.dtype)
    values = cast(build, values, sorted_sequence.dtype or "")
    where = side or ("right" if right else "left")
    if rank(sorted_sequence) > 1:  # how many are before each value
        before = build.less_equal if where == "right" else build.less
        lines = build.expand_dims(sorted_sequence, axis=-2)
        each = build.expand_dims(values, axis=-1)
        return build.sum(before(lines, each), axis=-1, dtype=build.result)
    return build.astype(build.searchsorted(sorted_sequence, values, side=where), build.result)


@rule("bucketize.Tensor", "bucketize.Scalar")
def _bucketize(build, values, boundaries, *, out_int32=False, right=False):
    return _searchsorted(build, boundaries, values, right=right)


@rule("histc")
def _histc(build, x, bins=100, min=0, max=0):
    """How many elements lie in each of equal intervals; the last one has both its ends."""
    flat = build.astype(build.reshape(x, (-1,)), "float64")
    low: Any = float(min)
    high: Any = float(max)
    width: Any = high - low
    if min == max:
        low, high = build.min(flat), build.max(flat)
        width = known(build.subtract(high, low), (), "float64")
    share = build.divide(build.subtract(flat, low), width)
    place = build.floor(build.multiply(share, float(bins)))
    place = build.where(build.equal(flat, high), float(bins - 1), place)
    numbers = build.arange(0, bins, 1, dtype="float64")
    found = build.equal(build.expand_dims(place, axis=0), build.expand_dims(numbers, axis=1))
    return build.sum(build.astype(found, build.result), axis=1)


@rule("bincount")
def _bincount(build, x, weights=None, minlength=0):
    # Weights of integers are counted in float64.
    return build.bincount(x, cast(build, weights, build.result), minlength=minlength)
