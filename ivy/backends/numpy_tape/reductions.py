"""Rules of sums, products, extrema and everything else along axes."""

from __future__ import annotations

import numpy as np

from ivy.backends.numpy_tape.engine import (
    COMPOSED,
    CONSTANT,
    RULES,
    cast_like,
    conj,
    constant,
    ufunc_method,
)


def all_axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    return tuple(a % ndim for a in (axis if isinstance(axis, (tuple, list)) else (axis,)))


def with_axes(reduced, x, axis, keepdims):
    """Return a reduced array with its axes of length 1 put back."""
    if keepdims or not x.ndim:
        return reduced
    axes = all_axes(axis, x.ndim)
    return np.reshape(reduced, [1 if i in axes else n for i, n in enumerate(x.shape)])


def _sum(y, x, axis=None, dtype=None, out=None, keepdims=False, **_):
    return (lambda g: cast_like(np.broadcast_to(with_axes(g, x, axis, keepdims), x.shape), x),)


def _mean(y, x, *options, **named):
    (spread,) = _sum(y, x, *options, **named)
    return (lambda g: spread(g / (x.size // max(y.size, 1))),)


def _extremum(y, x, axis=None, out=None, keepdims=False, **_):
    def pull(g):
        # Ties share the cotangent equally.
        hits = constant(x) == with_axes(constant(y), x, axis, keepdims)
        shares = hits.astype(x.dtype) / np.sum(hits, axis=axis, keepdims=True, dtype=x.dtype)
        return with_axes(g, x, axis, keepdims) * shares

    return (pull,)


def _product(y, x, axis=None, dtype=None, out=None, keepdims=False, **_):
    def pull(g):
        # The product of all others, from both sides, which is right with zeros too.
        axes = all_axes(axis, x.ndim)
        kept = tuple(i for i in range(x.ndim) if i not in axes)
        order = kept + axes
        flat = np.reshape(np.transpose(x, order), (*(x.shape[i] for i in kept), -1))
        count = flat.shape[-1]
        before = [np.ones(flat.shape[:-1], x.dtype)]
        after = [np.ones(flat.shape[:-1], x.dtype)]
        for i in range(count - 1):
            before.append(before[-1] * flat[..., i])
            after.append(after[-1] * flat[..., count - 1 - i])
        others = np.stack(before, -1) * np.stack(after[::-1], -1)
        others = np.reshape(others, [x.shape[i] for i in order])
        return with_axes(g, x, axis, keepdims) * conj(np.transpose(others, np.argsort(order)))

    return (pull,)


RULES[np.sum] = _sum
RULES[np.mean] = _mean
RULES[np.prod] = _product
for _function in (np.max, np.min, np.amax, np.amin):
    RULES[_function] = _extremum


def _reduce(function):
    def reduce(x, axis=0, dtype=None, out=None, keepdims=False, **kwargs):
        typed = {} if dtype is None else {"dtype": dtype}
        return function(x, axis=axis, keepdims=keepdims, **typed)

    return reduce


ufunc_method(np.add, "reduce", _reduce(np.sum))
ufunc_method(np.multiply, "reduce", _reduce(np.prod))
ufunc_method(np.maximum, "reduce", _reduce(np.max))
ufunc_method(np.minimum, "reduce", _reduce(np.min))
ufunc_method(np.logical_and, "reduce", _reduce(np.all))
ufunc_method(np.logical_or, "reduce", _reduce(np.any))
ufunc_method(np.add, "accumulate", lambda x, axis=0, **_: np.cumsum(x, axis))
ufunc_method(np.multiply, "accumulate", lambda x, axis=0, **_: np.cumprod(x, axis))


def _running(ufunc):
    """Return the running extremum: each entry is one of `x`, found by its place."""

    def accumulate(x, axis=0, **_):
        plain = constant(x)
        shape = [-1 if i == axis % x.ndim else 1 for i in range(x.ndim)]
        places = np.arange(x.shape[axis]).reshape(shape)
        reached = np.where(plain == ufunc.accumulate(plain, axis), places, 0)
        return np.take_along_axis(x, np.maximum.accumulate(reached, axis), axis)

    return accumulate


ufunc_method(np.maximum, "accumulate", _running(np.maximum))
ufunc_method(np.minimum, "accumulate", _running(np.minimum))


def _outer(ufunc):
    return lambda a, b, **_: ufunc(np.reshape(a, np.shape(a) + (1,) * np.ndim(b)), b)


for _ufunc in (np.add, np.subtract, np.multiply, np.divide):
    ufunc_method(_ufunc, "outer", _outer(_ufunc))


def _reversed_sum(g, axis):
    return np.flip(np.cumsum(np.flip(g, axis), axis), axis)


def _cumsum(y, x, axis=None, dtype=None, **_):
    along = 0 if axis is None else axis
    return (lambda g: cast_like(np.reshape(_reversed_sum(g, along), x.shape), x),)


def _cumprod(y, x, axis=None, dtype=None, **_):
    along = 0 if axis is None else axis

    def pull(g):
        flat = np.reshape(x, -1) if axis is None else x
        if not np.any(constant(flat) == 0):
            pulled = _reversed_sum(g * conj(y), along) / conj(flat)
            return cast_like(np.reshape(pulled, x.shape), x)
        # With a zero, the product without each factor in turn.
        moved, cotangent = np.moveaxis(flat, along, -1), np.moveaxis(g, along, -1)
        positions = np.arange(moved.shape[-1])
        columns = []
        for i in positions:
            without = np.where(positions == i, np.ones((), moved.dtype), moved)
            terms = cotangent * conj(np.cumprod(without, -1))
            columns.append(np.sum(terms[..., i:], -1))
        pulled = np.moveaxis(np.stack(columns, -1), -1, along)
        return cast_like(np.reshape(pulled, x.shape), x)

    return (pull,)


RULES[np.cumsum] = _cumsum
RULES[np.cumprod] = _cumprod
COMPOSED[np.cumulative_sum] = lambda x, axis=0, **_: np.cumsum(x, axis)
COMPOSED[np.cumulative_prod] = lambda x, axis=0, **_: np.cumprod(x, axis)


def _variance(x, axis=None, dtype=None, out=None, ddof=0, keepdims=False, correction=None, **_):
    mean = np.mean(x, axis=axis, keepdims=True)
    deviation = x - mean
    count = x.size // max(mean.size, 1)
    total = np.sum(np.real(deviation * conj(deviation)), axis=axis, keepdims=keepdims)
    return total / (count - (ddof if correction is None else correction))


def _median(x, axis=None, keepdims=False, **_):
    axes = all_axes(axis, x.ndim)
    kept = tuple(i for i in range(x.ndim) if i not in axes)
    flat = np.reshape(np.transpose(x, kept + axes), (*(x.shape[i] for i in kept), -1))
    ordered, count = np.sort(flat, axis=-1), flat.shape[-1]
    middle = ordered[..., count // 2]
    if not count % 2:
        middle = (middle + ordered[..., count // 2 - 1]) * 0.5
    return with_axes(middle, x, axis, False) if keepdims else middle


def _without_nans(x):
    return np.where(np.isnan(constant(x)), np.zeros((), x.dtype), x)


def _nanmean(x, axis=None, keepdims=False, **_):
    count = np.sum(~np.isnan(constant(x)), axis=axis, keepdims=keepdims).astype(x.dtype)
    return np.sum(_without_nans(x), axis=axis, keepdims=keepdims) / count


RULES[np.bincount] = lambda _, x, weights=None, minlength=0: (None, lambda g: g[constant(x)])

COMPOSED[np.var] = _variance
COMPOSED[np.std] = lambda x, *args, **kwargs: np.sqrt(_variance(x, *args, **kwargs))
COMPOSED[np.median] = _median
COMPOSED[np.nanmean] = _nanmean
COMPOSED[np.nansum] = lambda x, *args, **kwargs: np.sum(_without_nans(x), *args, **kwargs)

CONSTANT |= {
    getattr(np, name)
    for name in (
        "all any allclose argmax argmin argpartition argsort argwhere array_equal "
        "count_nonzero digitize flatnonzero histogram lexsort nonzero searchsorted unique "
        "unique_values unique_all unique_counts unique_inverse isin"
    ).split()
}
