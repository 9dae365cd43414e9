"""Reductions over groups of rows; identities, triangles, grids of indices, polynomials."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ivy.dispatch import (
    Wrapper,
    array_first,
    both,
    create,
    is_native,
    put,
    retry,
    space_of,
    table,
    unwrap,
    wrap_like,
)
from ivy.types import A, B, DeviceLike, DtypeLike, int64

__all__ = [
    "eye_like",
    "indices",
    "ndenumerate",
    "ndindex",
    "polyval",
    "trilu",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_sum",
]

# ---- groups of rows ---------------------------------------------------------------------------


def unsorted_segment_sum(data: A, segment_ids: B, num_segments: int) -> A:
    """Return the sums of the rows of `data` that have the same number in `segment_ids`.

    Row `i` of the result is the sum of segment `i`, 0 if it has no rows. Rows whose number is
    negative, or not below `num_segments`, do not count.

    >>> ivy.unsorted_segment_sum(ivy.array([1., 2., 3.]), ivy.array([0, 2, 0]), 3)
    ivy.array([4., 0., 2.])
    """
    try:
        return both[type(data)][type(segment_ids)].unsorted_segment_sum(
            data, segment_ids, num_segments
        )
    except Exception as error:
        return retry(error, "unsorted_segment_sum", data, segment_ids, num_segments)


def unsorted_segment_mean(data: A, segment_ids: B, num_segments: int) -> A:
    """Return the means of the rows of `data` that have the same number; 0 where there are none.

    Means of integers are rounded down.

    >>> ivy.unsorted_segment_mean(ivy.array([1., 2., 3.]), ivy.array([0, 2, 0]), 3)
    ivy.array([2., 0., 2.])
    """
    try:
        return both[type(data)][type(segment_ids)].unsorted_segment_mean(
            data, segment_ids, num_segments
        )
    except Exception as error:
        return retry(error, "unsorted_segment_mean", data, segment_ids, num_segments)


def unsorted_segment_min(data: A, segment_ids: B, num_segments: int) -> A:
    """Return the least of the rows of `data` that have the same number.

    Where there are none, the largest number of the dtype.

    >>> ivy.unsorted_segment_min(ivy.array([1., 2., 3.]), ivy.array([0, 1, 0]), 2)
    ivy.array([1., 2.])
    """
    try:
        return both[type(data)][type(segment_ids)].unsorted_segment_min(
            data, segment_ids, num_segments
        )
    except Exception as error:
        return retry(error, "unsorted_segment_min", data, segment_ids, num_segments)


# ---- identities and triangles -----------------------------------------------------------------


def eye_like(
    x: A, k: int = 0, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return ones on the `k`-th diagonal of each matrix and zeros elsewhere, in the shape of `x`.

    For a vector of size n, the matrix of n rows and columns.

    >>> ivy.eye_like(ivy.array([[3, 4], [5, 6]]))
    ivy.array([[1, 0],
               [0, 1]])
    """
    if out is not None:
        return put(eye_like(x, k, dtype, device), out)
    try:
        return table[type(x)].eye_like(x, k, dtype, device)
    except Exception as error:
        return retry(error, "eye_like", x, k, dtype, device)


def trilu(x: A, /, k: int = 0, upper: bool = True, out: A | None = None) -> A:
    """Return the upper, or the lower, triangle of each matrix; zeros elsewhere.

    >>> ivy.trilu(ivy.array([[1, 2], [3, 4]]), upper=False)
    ivy.array([[1, 0],
               [3, 4]])
    """
    if out is not None:
        return put(trilu(x, k, upper), out)
    try:
        return table[type(x)].trilu(x, k, upper)
    except Exception as error:
        return retry(error, "trilu", x, k, upper)


# ---- indices ----------------------------------------------------------------------------------


def indices(dimensions: Sequence[int], dtype: DtypeLike = int64, sparse: bool = False) -> Any:
    """Return the indices of every element of a shape, along a new first axis.

    `sparse` gives a tuple with one array per axis instead, of shapes that broadcast to it.

    >>> ivy.indices((2, 2), dtype="int32")
    ivy.array([[[0, 0],
                [1, 1]],
               [[0, 1],
                [0, 1]]])
    """
    return create("indices", dimensions, dtype, sparse)


def ndindex(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return an iterator over the indices of every element of a shape.

    >>> list(ivy.ndindex((2, 2)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return itertools.product(*map(range, shape))


def ndenumerate(input: A) -> Iterator[tuple[tuple[int, ...], A]]:
    """Return an iterator over the elements, each with its index.

    >>> list(ivy.ndenumerate(ivy.array([1, 2])))
    [((0,), ivy.array(1)), ((1,), ivy.array(2))]
    """
    x: Any = input
    if not isinstance(x, Wrapper) and not is_native(x):
        x = wrap_like(space_of(x).asarray(unwrap(x)))
    return ((index, x[index]) for index in ndindex(x.shape))


def polyval(coeffs: A, x: A | complex) -> A:
    """Return the values at `x` of the polynomial with these coefficients, highest power first.

    >>> ivy.polyval(ivy.array([3., 0., 1.]), ivy.array([0., 2.]))
    ivy.array([ 1., 13.])
    """
    try:
        return array_first[type(coeffs)][type(x)].polyval(coeffs, x)
    except Exception as error:
        return retry(error, "polyval", coeffs, x)
