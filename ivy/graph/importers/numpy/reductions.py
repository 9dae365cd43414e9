"""Rules for NumPy's reductions, sorting and searching."""

from __future__ import annotations

from functools import partial
from typing import Any

from ivy.graph.importers.numpy.values import NumpyBuilder, only_default, rank, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike, table


def _masked(build: NumpyBuilder, op: str, a: Value, where: Any, initial: Any) -> Value:
    """Return the elements that count, the others neutral."""
    if where is None or where is True:
        return a
    neutral = {"sum": 0, "prod": 1, "all": True, "any": False}.get(op, initial)
    if neutral is None:
        raise Unsupported("where without initial")
    masked = build.where(build.array(where, "bool"), a, build.full_like(a, neutral))
    masked.dtype, masked.shape = a.dtype, a.shape
    return masked


def _reduction(
    build, a, axis=None, dtype=None, keepdims=False, initial=None, where=None, *, op, casts=False
):
    a = build.array(a)
    if casts:
        a = build.cast(a, build.result)
    elif dtype is not None:
        raise Unsupported(f"dtype={dtype}")
    a = _masked(build, op, a, where, initial)
    result = getattr(build, op)(a, axis=axis, keepdims=bool(keepdims))
    if initial is None:
        return result
    joined = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}
    return getattr(build, joined[op])(result, initial)


def _first_reduced(build, a, axis=0, dtype=None, keepdims=False, initial=None, where=None, *, op):
    """What `reduce` of a ufunc does, along the first axis if it is not told."""
    casts = op in ("sum", "prod")
    return _reduction(build, a, axis, dtype, keepdims, initial, where, op=op, casts=casts)


_CASTING = alike("sum prod mean nansum nanmean median nanmedian")
table("numpy", partial(_reduction, casts=True), _CASTING)
table("numpy", _reduction, alike("max min all any") | {"amax": "max", "amin": "min"})
table("numpy", _first_reduced, {"add.reduce": "sum", "multiply.reduce": "prod"})
table("numpy", _first_reduced, {"maximum.reduce": "max", "minimum.reduce": "min"})
table("numpy", _first_reduced, {"logical_and.reduce": "all", "logical_or.reduce": "any"})


def _spread(
    build, a, axis=None, dtype=None, ddof=0, keepdims=False, mean=None, correction=None, *, op
):
    only_default(mean=mean)
    correction = float(ddof if correction is None else correction)
    a = build.cast(a, build.result)
    return getattr(build, op)(a, axis=axis, correction=correction, keepdims=bool(keepdims))


def _place(build, a, axis=None, keepdims=False, *, op):
    return getattr(build, op)(a, axis=axis, keepdims=bool(keepdims))


def _cumulative(build, a, axis=None, dtype=None, *, op):
    a = build.cast(a, build.result)
    if axis is None:
        a = build.reshape(a, (-1,))
    return getattr(build, op)(a, 0 if axis is None else axis)


def _accumulated(build, a, axis=0, dtype=None, *, op):
    return _cumulative(build, a, axis, op=op)


table("numpy", _spread, alike("var std"))
table("numpy", _place, alike("argmin argmax"))
table("numpy", _cumulative, alike("cumsum cumprod"))
table("numpy", _accumulated, {"add.accumulate": "cumsum", "multiply.accumulate": "cumprod"})


@rule("maximum.accumulate")
def _running_maximum(build, a, axis=0):
    return build.several(2, "cummax", a, axis)[0]


@rule("minimum.accumulate")
def _running_minimum(build, a, axis=0):
    return build.cummin(a, axis=axis)


@rule("quantile")
def _quantile(build, a, q, axis=None, method="linear", keepdims=False, whole=1):
    q = build.divide(build.array(q, build.result), whole)
    a = build.cast(a, build.result)
    return build.quantile(a, q, axis=axis, keepdims=bool(keepdims), interpolation=method)


rule("percentile")(partial(_quantile, whole=100))


@rule("ptp")
def _ptp(build, a, axis=None, keepdims=False):
    options = {"axis": axis, "keepdims": bool(keepdims)}
    return build.subtract(build.max(a, **options), build.min(a, **options))


@rule("average")
def _average(build, a, axis=None, weights=None, keepdims=False):
    a = build.cast(a, build.result)
    if weights is None:
        return build.mean(a, axis=axis, keepdims=bool(keepdims))
    weights = build.array(weights, build.result)
    if weights.shape != a.shape:
        if not isinstance(axis, int) or rank(weights) != 1:
            raise Unsupported("weights of another shape along several axes")
        places = [1] * rank(a)
        places[axis] = -1
        weights = build.reshape(weights, tuple(places))
    options = {"axis": axis, "keepdims": bool(keepdims)}
    spread = build.multiply(build.ones_like(a), weights)
    return build.divide(
        build.sum(build.multiply(a, weights), **options), build.sum(spread, **options)
    )


@rule("count_nonzero")
def _count_nonzero(build, a, axis=None, keepdims=False):
    return build.count_nonzero(a, axis=axis, keepdims=bool(keepdims), dtype=build.result)


def _sorting(build, a, axis=-1, kind=None, order=None, stable=None, *, op):
    only_default(order=order)
    a = build.reshape(a, (-1,)) if axis is None else a
    return getattr(build, op)(a, axis=0 if axis is None else axis)


table("numpy", _sorting, alike("sort argsort"))


@rule("lexsort")
def _lexsort(build, keys, axis=-1):
    return build.lexsort(build.arrays(keys), axis=axis)


@rule("searchsorted")
def _searchsorted(build, a, v, side="left", sorter=None):
    only_default(sorter=sorter)
    return build.searchsorted(build.array(a, build.common), build.array(v, build.common), side=side)


@rule("diff")
def _diff(build, a, n=1, axis=-1):
    return build.diff(a, n=n, axis=axis)
