"""Sorting: NaN comes last in ascending and first in descending order."""

from __future__ import annotations

from collections.abc import Sequence

from ivy.dispatch import only, put, retry, table
from ivy.types import A, B

__all__ = ["argsort", "invert_permutation", "lexsort", "msort", "sort"]


def sort(
    x: A, /, axis: int = -1, descending: bool = False, stable: bool = True, out: A | None = None
) -> A:
    """Return the elements in order along `axis`; NaN counts as largest.

    >>> ivy.sort(ivy.array([3., 1., 2.]), descending=True)
    ivy.array([3., 2., 1.])
    """
    if out is not None:
        return put(sort(x, axis, descending, stable), out)
    try:
        return table[type(x)].sort(x, axis, descending, stable)
    except Exception as error:
        return retry(error, "sort", x, axis, descending, stable)


def argsort(
    x: A, /, axis: int = -1, descending: bool = False, stable: bool = True, out: A | None = None
) -> A:
    """Return the indices that sort `x` along `axis`; equal elements keep their order if `stable`.

    >>> ivy.argsort(ivy.array([3., 1., 2.]))
    ivy.array([1, 2, 0], dtype=int64)
    """
    if out is not None:
        return put(argsort(x, axis, descending, stable), out)
    try:
        return table[type(x)].argsort(x, axis, descending, stable)
    except Exception as error:
        return retry(error, "argsort", x, axis, descending, stable)


def msort(a: A, /, out: A | None = None) -> A:
    """Return `a` sorted along its first axis.

    >>> ivy.msort(ivy.array([[3, 1], [2, 4]]))
    ivy.array([[2, 1],
               [3, 4]])
    """
    if out is not None:
        return put(msort(a), out)
    try:
        return table[type(a)].msort(a)
    except Exception as error:
        return retry(error, "msort", a)


def lexsort(keys: Sequence[B], /, axis: int = -1, out: B | None = None) -> B:
    """Return the indices that sort by the last of `keys`, ties by the one before it, and so on.

    >>> ivy.lexsort([ivy.array([1, 0, 2]), ivy.array([5, 5, 4])])
    ivy.array([2, 1, 0], dtype=int64)
    """
    if out is not None:
        return put(lexsort(keys, axis), out)
    try:
        return table[
            type(keys[0])
            if len(keys) == 2 and type(keys[0]) is type(keys[1])
            else only(map(type, keys))
        ].lexsort(keys, axis)
    except Exception as error:
        return retry(error, "lexsort", keys, axis)


def invert_permutation(x: A, /) -> A:
    """Return the permutation that undoes `x`.

    >>> ivy.invert_permutation(ivy.array([2, 0, 1]))
    ivy.array([1, 2, 0], dtype=int64)
    """
    try:
        return table[type(x)].invert_permutation(x)
    except Exception as error:
        return retry(error, "invert_permutation", x)
