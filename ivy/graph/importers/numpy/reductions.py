"""Rules for NumPy's reductions, sorting and searching."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.numpy.values import Axis, NumpyBuilder, only_default, rank, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported


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


def _reduction(op: str, casts: bool = False, default: Axis = None) -> Rule:
    def apply(
        build: NumpyBuilder,
        a: Any,
        axis: Axis = default,
        dtype: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = None,
    ) -> Value:
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

    return apply


for _names, _op, _casts in (
    (("sum",), "sum", True),
    (("prod",), "prod", True),
    (("mean",), "mean", True),
    (("max", "amax"), "max", False),
    (("min", "amin"), "min", False),
    (("all",), "all", False),
    (("any",), "any", False),
    (("nansum",), "nansum", True),
    (("nanmean",), "nanmean", True),
):
    rule(*_names)(_reduction(_op, _casts))
for _ufunc, _op, _casts in (
    ("add", "sum", True),
    ("multiply", "prod", True),
    ("maximum", "max", False),
    ("minimum", "min", False),
    ("logical_and", "all", False),
    ("logical_or", "any", False),
):
    rule(f"{_ufunc}.reduce")(_reduction(_op, _casts, default=0))


def _spread(op: str) -> Rule:
    def apply(
        build: NumpyBuilder,
        a: Value,
        axis: Axis = None,
        dtype: Any = None,
        ddof: float = 0,
        keepdims: bool = False,
        mean: Any = None,
        correction: float | None = None,
    ) -> Value:
        only_default(mean=mean)
        correction = float(ddof if correction is None else correction)
        a = build.cast(a, build.result)
        return getattr(build, op)(a, axis=axis, correction=correction, keepdims=bool(keepdims))

    return apply


rule("var")(_spread("var"))
rule("std")(_spread("std"))


def _place(op: str) -> None:
    @rule(op)
    def apply(build, a, axis=None, keepdims=False):
        return getattr(build, op)(a, axis=axis, keepdims=bool(keepdims))


_place("argmin")
_place("argmax")


def _cumulative(op: str, default: int | None) -> Rule:
    def apply(
        build: NumpyBuilder, a: Value, axis: int | None = default, dtype: Any = None
    ) -> Value:
        a = build.cast(a, build.result)
        if axis is None:
            a = build.reshape(a, (-1,))
        return getattr(build, op)(a, 0 if axis is None else axis)

    return apply


for _name, _op, _default in (
    ("cumsum", "cumsum", None),
    ("cumprod", "cumprod", None),
    ("add.accumulate", "cumsum", 0),
    ("multiply.accumulate", "cumprod", 0),
):
    rule(_name)(_cumulative(_op, _default))


@rule("maximum.accumulate")
def _running_maximum(build, a, axis=0):
    return build.several(2, "cummax", a, axis)[0]


@rule("minimum.accumulate")
def _running_minimum(build, a, axis=0):
    return build.cummin(a, axis=axis)


for _op in ("median", "nanmedian"):
    rule(_op)(_reduction(_op, casts=True))


def _quantile(name: str, whole: float) -> None:
    @rule(name)
    def apply(build, a, q, axis=None, method="linear", keepdims=False):
        q = build.divide(build.array(q, build.result), whole)
        a = build.cast(a, build.result)
        return build.quantile(a, q, axis=axis, keepdims=bool(keepdims), interpolation=method)


_quantile("quantile", 1)
_quantile("percentile", 100)


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


def _sorting(op: str) -> None:
    @rule(op)
    def apply(build, a, axis=-1, kind=None, order=None, stable=None):
        only_default(order=order)
        a = build.reshape(a, (-1,)) if axis is None else a
        return getattr(build, op)(a, axis=0 if axis is None else axis)


_sorting("sort")
_sorting("argsort")


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
