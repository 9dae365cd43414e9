"""Rules of indexing, joining, reordering and selecting."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ivy.backends.numpy_tape.engine import (
    COMPOSED,
    CONSTANT,
    RULES,
    cast_like,
    constant,
    constants,
    no_rule,
    primitive,
    unbroadcast,
)
from ivy.backends.numpy_tape.reductions import all_axes

# ---- indexing ---------------------------------------------------------------------------------


def _repeats_nothing(index):
    """Return whether an index names no element twice, so that plain assignment scatters it."""
    parts = index if isinstance(index, tuple) else (index,)
    basic = (int, np.integer, slice, type(None), type(Ellipsis))
    return all(isinstance(p, basic) or getattr(p, "dtype", None) == np.dtype(bool) for p in parts)


def _scattered(g, index, shape, dtype):
    result = np.zeros(shape, dtype)
    if _repeats_nothing(index):
        result[index] = g
    else:
        np.add.at(result, index, g)
    return result


scatter = primitive(_scattered, lambda y, g, index, shape, dtype: (lambda gg: gg[index],))
"""scatter(values, index, shape, dtype): zeros with the values added at the index."""


def scatter_primitive(function):
    """Return `f(target, index, rows, reduction)` with its rule: by which rows a target changes."""

    def rule(result, target, index, rows, reduction):
        index = constant(index)
        if reduction == "sum":
            return (lambda g: g, None, lambda g: g[index])
        if reduction == "replace":  # the last of several rows for one place stays
            order = np.arange(len(index))
            last = np.full(len(target) + 1, -1)
            last[index] = order
            kept, stays = last[:-1] == -1, last[index] == order
        else:  # those that equal the extremum share the cotangent
            kept = constant(target) == constant(result)
            stays = constant(rows) == constant(result)[index]
            count = kept.astype(target.dtype)
            np.add.at(count, index, stays.astype(target.dtype))
            kept, stays = kept / count, stays / count[index]

        def weighted(g, weight):
            missing = (1,) * (g.ndim - weight.ndim)
            return g * np.reshape(weight, weight.shape + missing).astype(g.dtype)

        return (lambda g: weighted(g, kept), None, lambda g: weighted(g[index], stays))

    return primitive(function, rule)


def _from_source(g, source, x):
    """Return the cotangent of `x` for a result that took element `source` of x's flat elements."""
    flat = scatter(np.reshape(g, -1), np.reshape(source, -1), (x.size,), x.dtype)
    return np.reshape(flat, x.shape)


def _positions(x):
    return np.arange(x.size).reshape(x.shape)


def _along(axis, ndim, index):
    return (slice(None),) * (axis % ndim) + (index,)


def _getitem(y, x, index):
    plain = constants(index)
    return (lambda g: cast_like(scatter(g, plain, x.shape, x.dtype), x),)


def _take(y, x, indices, axis=None, **_):
    plain = np.asarray(constants(indices))
    if axis is None:
        return (lambda g: _from_source(g, plain, x),)
    return (lambda g: scatter(g, _along(axis, x.ndim, plain), x.shape, x.dtype),)


def _take_along_axis(y, x, indices, axis=-1):
    plain = constant(indices)
    return (lambda g: _from_source(g, np.take_along_axis(_positions(x), plain, axis), x),)


def _sort(y, x, axis=-1, **_):
    order = np.argsort(constant(x), axis=axis, kind="stable")
    back = np.argsort(order, axis=axis, kind="stable")
    return (lambda g: np.take_along_axis(g, back, axis),)


RULES[operator.getitem] = _getitem
RULES[np.take] = _take
RULES[np.take_along_axis] = _take_along_axis
RULES[np.sort] = _sort


def _where(y, condition, a, b):
    chosen = constant(condition)

    def to_first(g):
        return unbroadcast(np.where(chosen, g, np.zeros((), g.dtype)), a)

    def to_second(g):
        return unbroadcast(np.where(chosen, np.zeros((), g.dtype), g), b)

    return None, to_first, to_second


def _clip(y, x, low=None, high=None, **_):
    plain, low, high = constant(x), constant(low), constant(high)
    below = np.zeros((), bool) if low is None else plain < low
    above = np.zeros((), bool) if high is None else plain > high

    def inside(g):
        return unbroadcast(np.where(below | above, np.zeros((), g.dtype), g), x)

    def at_low(g):
        return unbroadcast(np.where(below & ~above, g, np.zeros((), g.dtype)), low)

    def at_high(g):
        return unbroadcast(np.where(above, g, np.zeros((), g.dtype)), high)

    return inside, at_low, at_high


RULES[np.where] = _where
RULES[np.clip] = _clip

# ---- shapes -----------------------------------------------------------------------------------

for _function in (
    np.reshape,
    np.expand_dims,
    np.squeeze,
    np.ravel,
    np.atleast_1d,
    np.atleast_2d,
    np.atleast_3d,
):
    RULES[_function] = lambda y, x, *args, **kwargs: (
        lambda g: np.reshape(g, x.shape, order=kwargs.get("order", "C")),
    )


def _transpose(y, x, axes=None):
    back = None if axes is None else np.argsort([a % x.ndim for a in axes])
    return (lambda g: np.transpose(g, back),)


def _roll(y, x, shift, axis=None):
    back = tuple(-s for s in shift) if isinstance(shift, (tuple, list)) else -shift
    return (lambda g: np.roll(g, back, axis),)


RULES[np.transpose] = _transpose
RULES[np.permute_dims] = _transpose
RULES[np.roll] = _roll
RULES[np.swapaxes] = lambda y, x, a, b: (lambda g: np.swapaxes(g, a, b),)
RULES[np.moveaxis] = lambda y, x, source, to: (lambda g: np.moveaxis(g, to, source),)
RULES[np.matrix_transpose] = lambda y, x: (lambda g: np.matrix_transpose(g),)
RULES[np.linalg.matrix_transpose] = RULES[np.matrix_transpose]
RULES[np.flip] = lambda y, x, axis=None: (lambda g: np.flip(g, axis),)
RULES[np.rot90] = lambda y, x, k=1, axes=(0, 1): (lambda g: np.rot90(g, -k, axes),)
RULES[np.broadcast_to] = lambda y, x, shape, **_: (lambda g: unbroadcast(g, x),)
RULES[np.tril] = lambda y, x, k=0: (lambda g: np.tril(g, k),)
RULES[np.triu] = lambda y, x, k=0: (lambda g: np.triu(g, k),)


def _diagonal(y, x, *args, **kwargs):
    return (lambda g: _from_source(g, np.diagonal(_positions(x), *args, **kwargs), x),)


RULES[np.diagonal] = _diagonal
RULES[np.linalg.diagonal] = lambda y, x, offset=0: _diagonal(y, x, offset, -2, -1)


def _diag(x, k=0):
    if x.ndim == 2:
        return np.diagonal(x, k)
    size = x.shape[0] + abs(k)
    along = np.arange(x.shape[0])
    return scatter(x, (along + max(-k, 0), along + max(k, 0)), (size, size), x.dtype)


COMPOSED[np.diag] = _diag
COMPOSED[np.diagflat] = lambda x, k=0: _diag(np.ravel(x), k)

# ---- joining and repeating --------------------------------------------------------------------


def _concatenate(y, xs, axis=0, **_):
    def pull_at(position):
        sizes = [x.size if axis is None else x.shape[axis] for x in xs]
        start = sum(sizes[:position])
        part = slice(start, start + sizes[position])
        index = part if axis is None else _along(axis, y.ndim, part)
        return lambda g: cast_like(np.reshape(g[index], xs[position].shape), xs[position])

    return (pull_at,)


def _stack(y, xs, axis=0, **_):
    return (lambda position: lambda g: cast_like(g[_along(axis, y.ndim, position)], xs[position]),)


def _pad(y, x, width, mode="constant", **kwargs):
    if mode == "constant":
        pairs = np.broadcast_to(np.asarray(width), (x.ndim, 2))
        inner = tuple(slice(int(a), int(a) + n) for (a, _), n in zip(pairs, x.shape, strict=True))
        return (lambda g: g[inner],)
    if mode in ("edge", "reflect", "symmetric", "wrap"):
        options: Any = {"mode": mode, **kwargs}
        return (lambda g: _from_source(g, np.pad(_positions(x), width, **options), x),)
    raise no_rule(f"pad with mode={mode!r}")


def _repeat(y, x, repeats, axis=None):
    return (lambda g: _from_source(g, np.repeat(_positions(x), repeats, axis), x),)


RULES[np.concatenate] = _concatenate
RULES[np.stack] = _stack
RULES[np.pad] = _pad
RULES[np.repeat] = _repeat
RULES[np.tile] = lambda y, x, reps: (lambda g: _from_source(g, np.tile(_positions(x), reps), x),)


def _split(x, sections, axis=0):
    parts = np.array_split(np.arange(x.shape[axis]), sections)
    ends = np.cumsum([len(part) for part in parts])
    return [
        x[_along(axis, x.ndim, slice(int(end) - len(part), int(end)))]
        for part, end in zip(parts, ends, strict=True)
    ]


def _meshgrid(*xs, indexing="xy", sparse=False, **_):
    count = len(xs)
    open_grid = [
        np.reshape(x, [-1 if i == j else 1 for j in range(count)]) for i, x in enumerate(xs)
    ]
    if indexing == "xy" and count > 1:
        open_grid = [np.swapaxes(x, 0, 1) for x in open_grid]
    return tuple(open_grid) if sparse else np.broadcast_arrays(*open_grid)


def _broadcast_arrays(*xs, **_):
    shape = np.broadcast_shapes(*(np.shape(x) for x in xs))
    return tuple(np.broadcast_to(x, shape) for x in xs)


def _hstack(xs, **_):
    xs = [np.atleast_1d(x) for x in xs]
    return np.concatenate(xs, 0 if xs[0].ndim == 1 else 1)


def _diff(x, n=1, axis=-1, **_):
    for _step in range(n):
        upper = x[_along(axis, x.ndim, slice(1, None))]
        x = upper - x[_along(axis, x.ndim, slice(None, -1))]
    return x


COMPOSED[np.split] = _split
COMPOSED[np.array_split] = _split
COMPOSED[np.unstack] = lambda x, axis=0: tuple(np.moveaxis(x, axis, 0))
COMPOSED[np.meshgrid] = _meshgrid
COMPOSED[np.broadcast_arrays] = _broadcast_arrays
COMPOSED[np.hstack] = _hstack
COMPOSED[np.vstack] = lambda xs, **_: np.concatenate([np.atleast_2d(x) for x in xs], 0)
COMPOSED[np.dstack] = lambda xs, **_: np.concatenate([np.atleast_3d(x) for x in xs], 2)
COMPOSED[np.column_stack] = lambda xs: np.concatenate(
    [x if x.ndim == 2 else np.reshape(x, (-1, 1)) for x in xs], 1
)
COMPOSED[np.diff] = _diff
COMPOSED[np.flipud] = lambda x: np.flip(x, 0)
COMPOSED[np.fliplr] = lambda x: np.flip(x, 1)
COMPOSED[np.copy] = lambda x, **_: x
COMPOSED[np.nan_to_num] = lambda x, copy=True, nan=0.0, posinf=None, neginf=None: _nan_to_num(
    x, nan, posinf, neginf
)
COMPOSED[np.angle] = lambda z, deg=False: (
    np.arctan2(np.imag(z), np.real(z)) * (180 / np.pi if deg else 1.0)
)


def _nan_to_num(x, nan, posinf, neginf):
    plain = constant(x)
    fixed = np.nan_to_num(plain, nan=nan, posinf=posinf, neginf=neginf)
    return np.where(np.isfinite(plain), x, fixed)


_windows = np.lib.stride_tricks.sliding_window_view


def _folded(g, windows, axes, shape):
    result = np.zeros(shape, g.dtype)
    for offset in np.ndindex(*windows):
        index = [slice(None)] * len(shape)
        for axis, start, window in zip(axes, offset, windows, strict=True):
            index[axis] = slice(start, start + shape[axis] - window + 1)
        result[tuple(index)] += g[(Ellipsis, *offset)]
    return result


fold = primitive(
    _folded, lambda y, g, windows, axes, shape: (lambda gg: _windows(gg, windows, axes),)
)
"""fold(values, windows, axes, shape): overlapping windows added up where they came from."""


def _sliding_window_view(y, x, window_shape, axis=None, **_):
    windows = window_shape if isinstance(window_shape, tuple) else (window_shape,)
    return (lambda g: fold(g, windows, all_axes(axis, x.ndim), x.shape),)


RULES[_windows] = _sliding_window_view

CONSTANT |= {
    getattr(np, name)
    for name in (
        "empty_like full_like ones_like zeros_like ndim shape size result_type can_cast "
        "min_scalar_type may_share_memory shares_memory isscalar tril_indices_from "
        "triu_indices_from broadcast_shapes"
    ).split()
    if hasattr(np, name)
}
