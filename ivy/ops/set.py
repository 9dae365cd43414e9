"""Distinct elements. NaNs are all distinct, 0.0 and -0.0 are equal."""

from __future__ import annotations

from ivy.backends.any.set import UniqueAll, UniqueConsecutive, UniqueCounts, UniqueInverse
from ivy.dispatch import put, retry, table
from ivy.types import A

__all__ = ["unique_all", "unique_consecutive", "unique_counts", "unique_inverse", "unique_values"]


def unique_all(x: A, /, axis: int | None = None, by_value: bool = True) -> UniqueAll:
    """Return the distinct elements, the index of the first of each, where each went, and counts.

    They are sorted, or in the order of their first occurrence unless `by_value`. `axis` compares
    whole slices instead of elements.

    >>> ivy.unique_all(ivy.array([3, 1, 3])).values
    ivy.array([1, 3])
    """
    try:
        return table[type(x)].unique_all(x, axis, by_value)
    except Exception as error:
        return retry(error, "unique_all", x, axis, by_value)


def unique_counts(x: A, /) -> UniqueCounts:
    """Return the sorted distinct elements and how often each occurs.

    >>> ivy.unique_counts(ivy.array([3, 1, 3])).counts
    ivy.array([1, 2], dtype=int64)
    """
    try:
        return table[type(x)].unique_counts(x)
    except Exception as error:
        return retry(error, "unique_counts", x)


def unique_inverse(x: A, /, axis: int | None = None) -> UniqueInverse:
    """Return the sorted distinct elements and the indices that rebuild `x` from them.

    >>> ivy.unique_inverse(ivy.array([3, 1, 3])).inverse_indices
    ivy.array([1, 0, 1], dtype=int64)
    """
    try:
        return table[type(x)].unique_inverse(x, axis)
    except Exception as error:
        return retry(error, "unique_inverse", x, axis)


def unique_values(x: A, /, out: A | None = None) -> A:
    """Return the sorted distinct elements.

    >>> ivy.unique_values(ivy.array([3, 1, 3]))
    ivy.array([1, 3])
    """
    if out is not None:
        return put(unique_values(x), out)
    try:
        return table[type(x)].unique_values(x)
    except Exception as error:
        return retry(error, "unique_values", x)


def unique_consecutive(x: A, /, axis: int | None = None) -> UniqueConsecutive:
    """Return `x` without repetitions of a preceding element, where each went, and run lengths.

    >>> ivy.unique_consecutive(ivy.array([1, 1, 2, 1])).output
    ivy.array([1, 2, 1])
    """
    try:
        return table[type(x)].unique_consecutive(x, axis)
    except Exception as error:
        return retry(error, "unique_consecutive", x, axis)
