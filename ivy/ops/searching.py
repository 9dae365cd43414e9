"""Where elements are: extremes, non-zeros, conditions, places in a sorted array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.dispatch import array_first, choose, put, retry, table
from ivy.types import A, B

__all__ = ["argmax", "argmin", "argwhere", "nonzero", "searchsorted", "unravel_index", "where"]


def argmax(
    x: A,
    /,
    axis: int | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    select_last_index: bool = False,
    out: A | None = None,
) -> A:
    """Return the index of the largest element along `axis`, or of the flattened `x`.

    NaN counts as largest. Of equal elements the first is meant, or the last if so selected.

    >>> ivy.argmax(ivy.array([[1., 5.], [7., 2.]]), axis=1)
    ivy.array([1, 0], dtype=int64)
    """
    if out is not None:
        return put(argmax(x, axis, keepdims, dtype, select_last_index), out)
    try:
        return table[type(x)].argmax(x, axis, keepdims, dtype, select_last_index)
    except Exception as error:
        return retry(error, "argmax", x, axis, keepdims, dtype, select_last_index)


def argmin(
    x: A,
    /,
    axis: int | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    select_last_index: bool = False,
    out: A | None = None,
) -> A:
    """Return the index of the smallest element along `axis`, or of the flattened `x`.

    NaN counts as smallest. Of equal elements the first is meant, or the last if so selected.

    >>> ivy.argmin(ivy.array([[1., 5.], [7., 2.]]), axis=1)
    ivy.array([0, 1], dtype=int64)
    """
    if out is not None:
        return put(argmin(x, axis, keepdims, dtype, select_last_index), out)
    try:
        return table[type(x)].argmin(x, axis, keepdims, dtype, select_last_index)
    except Exception as error:
        return retry(error, "argmin", x, axis, keepdims, dtype, select_last_index)


def nonzero(x: A, /, as_tuple: bool = True, size: int | None = None, fill_value: int = 0) -> Any:
    """Return the indices of the elements that are not 0: one array per axis.

    With `as_tuple=False` they are the columns of one matrix. `size` fixes the number of indices:
    surplus ones are dropped, missing ones are `fill_value`.

    >>> ivy.nonzero(ivy.array([0, 3, 0, 4]))
    (ivy.array([1, 3], dtype=int64),)
    """
    try:
        return table[type(x)].nonzero(x, as_tuple, size, fill_value)
    except Exception as error:
        return retry(error, "nonzero", x, as_tuple, size, fill_value)


def argwhere(x: A, /, out: A | None = None) -> A:
    """Return the indices of the elements that are not 0, one row each.

    >>> ivy.argwhere(ivy.array([[0, 1], [2, 0]]))
    ivy.array([[0, 1],
               [1, 0]], dtype=int64)
    """
    if out is not None:
        return put(argwhere(x), out)
    try:
        return table[type(x)].argwhere(x)
    except Exception as error:
        return retry(error, "argwhere", x)


def where(condition: B, x1: A | complex, x2: A | complex, /, out: A | None = None) -> A:
    """Return the elements of `x1` where the condition is true (not 0), else those of `x2`.

    >>> ivy.where(ivy.array([True, False]), ivy.array([1, 2]), 0)
    ivy.array([1, 0])
    """
    if out is not None:
        return put(where(condition, x1, x2), out)
    try:
        return (
            table[type(x2)]
            if type(condition) is type(x1) is type(x2)
            else choose(condition, x1, x2)
        ).where(condition, x1, x2)
    except Exception as error:
        return retry(error, "where", condition, x1, x2)


def searchsorted(
    x: A,
    v: A | complex,
    /,
    side: str = "left",
    sorter: B | None = None,
    ret_dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the indices at which `v` would be inserted in the ascending vector `x`.

    Among equal elements the place is before (`left`) or after them (`right`). `sorter` is the
    `argsort` of an unsorted `x`. NaN comes last.

    >>> ivy.searchsorted(ivy.array([1., 2., 3.]), ivy.array([2., 9.]))
    ivy.array([1, 3], dtype=int64)
    """
    if out is not None:
        return put(searchsorted(x, v, side, sorter, ret_dtype), out)
    try:
        return (
            array_first[type(x)][type(v)] if sorter is None else choose(x, v, sorter)
        ).searchsorted(x, v, side, sorter, ret_dtype)
    except Exception as error:
        return retry(error, "searchsorted", x, v, side, sorter, ret_dtype)


def unravel_index(indices: A, shape: Sequence[int], /, out: Any = None) -> tuple[A, ...]:
    """Return the coordinates in an array of shape `shape` of indices into it flattened.

    >>> ivy.unravel_index(ivy.array([5]), (2, 3))
    (ivy.array([1], dtype=int64), ivy.array([2], dtype=int64))
    """
    if out is not None:
        return put(unravel_index(indices, shape), out)
    try:
        return table[type(indices)].unravel_index(indices, shape)
    except Exception as error:
        return retry(error, "unravel_index", indices, shape)
