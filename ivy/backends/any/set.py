"""Distinct elements: sort, compare neighbours, count. NaN equals nothing, so each NaN stays."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ivy.backends.axes import normalized_axis


class UniqueAll(NamedTuple):
    """Distinct elements, the first index of each, the place of every element, the counts."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """Distinct elements and how often each occurs."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """Distinct elements and, for every element, which of them it is."""

    values: Any
    inverse_indices: Any


class UniqueConsecutive(NamedTuple):
    """The first of each run of equal elements, the run of every element, the lengths."""

    output: Any
    inverse_indices: Any
    counts: Any


def unique_all(xp, x, axis=None, by_value=True):
    lines, keys = _lines(xp, x, axis)
    order = xp.argsort(keys) if len(keys.shape) == 1 else _row_order(xp, keys)
    is_first = _is_first(xp, xp.take(keys, order, 0, "raise"))
    starts, counts = _runs(xp, is_first)
    inverse = xp.take(_run_of_each(xp, is_first, starts.dtype), xp.argsort(order), 0, "raise")
    indices = xp.take(order, starts, 0, "raise")
    if not by_value:
        by_index = xp.argsort(indices)
        indices = xp.take(indices, by_index, 0, "raise")
        counts = xp.take(counts, by_index, 0, "raise")
        inverse = xp.take(xp.argsort(by_index), inverse, 0, "raise")
    values = xp.take(lines, indices, axis or 0, "raise")
    if axis is None:
        inverse = xp.reshape(inverse, tuple(x.shape))
    return UniqueAll(values, indices, inverse, counts)


def unique_counts(xp, x):
    flat = xp.sort(xp.reshape(x, (-1,)))
    starts, counts = _runs(xp, _is_first(xp, flat))
    return UniqueCounts(xp.take(flat, starts, 0, "raise"), counts)


def unique_inverse(xp, x, axis=None):
    values, _, inverse, _ = xp.unique_all(x, axis)
    return UniqueInverse(values, inverse)


def unique_values(xp, x):
    return xp.unique_counts(x).values


def unique_consecutive(xp, x, axis=None):
    lines, keys = _lines(xp, x, axis)
    is_first = _is_first(xp, keys)
    starts, counts = _runs(xp, is_first)
    inverse = _run_of_each(xp, is_first, starts.dtype)
    if axis is None:
        inverse = xp.reshape(inverse, tuple(x.shape))
    return UniqueConsecutive(xp.take(lines, starts, axis or 0, "raise"), inverse, counts)


def _lines(xp, x, axis):
    """Return what is taken from, and a vector or a matrix with one row for each element of it."""
    if axis is None:
        flat = xp.reshape(x, (-1,))
        return flat, flat
    axis = normalized_axis("unique_all", axis, len(x.shape))
    rows = xp.moveaxis(x, axis, 0)
    width = math.prod(rows.shape[1:])
    if not width:  # rows without elements are equal
        return x, xp.zeros((x.shape[axis], 1), dtype=x.dtype)
    return x, xp.reshape(rows, (x.shape[axis], width))


def _row_order(xp, rows):
    """Return the indices that sort the rows of a matrix, the first column deciding first."""
    return xp.lexsort(xp.unstack(rows, axis=1)[::-1])


def _is_first(xp, lines):
    """Return for each element (or row) of a sorted array whether it differs from the one before."""
    differs = xp.not_equal(lines[1:], lines[:-1])
    if len(lines.shape) > 1:
        return xp.concat([xp.ones_like(lines[:1, 0], dtype="bool"), xp.any(differs, 1)])
    return xp.concat([xp.ones_like(lines[:1], dtype="bool"), differs])


def _runs(xp, is_first):
    """Return where runs of equal elements start, and how long they are."""
    [bounds] = xp.nonzero(xp.concat([is_first, xp.ones_like(is_first[:1])]))
    return bounds[:-1], bounds[1:] - bounds[:-1]


def _run_of_each(xp, is_first, dtype):
    """Return the number of the run that each element belongs to."""
    return xp.cumsum(xp.astype(is_first, dtype), 0) - 1
