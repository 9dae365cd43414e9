"""Tests that fold an array of truth values into fewer; values that may be missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.dispatch import put, retry, table
from ivy.errors import IvyValueError
from ivy.types import A

__all__ = ["all", "any", "optional_get_element"]


def all(
    x: A, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, out: A | None = None
) -> A:
    """Return whether all elements over `axis` are true (not zero); true when there are none.

    >>> ivy.all(ivy.array([[True, False], [True, True]]), axis=1)
    ivy.array([False,  True])
    """
    if out is not None:
        return put(all(x, axis, keepdims), out)
    try:
        return table[type(x)].all(x, axis, keepdims)
    except Exception as error:
        return retry(error, "all", x, axis, keepdims)


def any(
    x: A, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, out: A | None = None
) -> A:
    """Return whether some element over `axis` is true (not zero); false when there are none.

    >>> ivy.any(ivy.array([[True, False], [False, False]]), axis=1)
    ivy.array([ True, False])
    """
    if out is not None:
        return put(any(x, axis, keepdims), out)
    try:
        return table[type(x)].any(x, axis, keepdims)
    except Exception as error:
        return retry(error, "any", x, axis, keepdims)


def optional_get_element(x: Any = None, /, out: A | None = None) -> Any:
    """Return the value of what may be None: `x` itself, an array or a list of them.

    >>> ivy.optional_get_element(ivy.array([1, 2]))
    ivy.array([1, 2])
    """
    if x is None:
        raise IvyValueError("optional_get_element: expected a value, got None")
    return x if out is None else put(x, out)
