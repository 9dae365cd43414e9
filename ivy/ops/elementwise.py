"""Arithmetic, comparison, bits, special functions: one result per element."""

from __future__ import annotations

from ivy.dispatch import pairs, put, retry, table
from ivy.types import A, B

__all__ = ["add", "exp", "multiply"]


def add(x1: A, x2: A | complex, /, out: A | None = None) -> A:
    """Return the sum."""
    if out is not None:
        return put(add(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].add(x1, x2)
    except Exception as error:
        return retry(error, "add", x1, x2)


def exp(x: A, /, out: A | None = None) -> A:
    """Return `e` to the power of each element."""
    if out is not None:
        return put(exp(x), out)
    try:
        return table[type(x)].exp(x)
    except Exception as error:
        return retry(error, "exp", x)


def multiply(x1: A, x2: A | complex, /, out: A | None = None) -> A:
    """Return the product."""
    if out is not None:
        return put(multiply(x1, x2), out)
    try:
        return pairs[type(x1)][type(x2)].multiply(x1, x2)
    except Exception as error:
        return retry(error, "multiply", x1, x2)
