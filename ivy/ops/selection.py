"""`choose`, in a file of its own: the others need `dispatch.choose` under that name."""

from __future__ import annotations

from collections.abc import Sequence

from ivy.dispatch import put, retry
from ivy.types import A, B

__all__ = ["choose"]


def choose(arr: B, choices: Sequence[A], /, mode: str | None = None, out: A | None = None) -> A:
    """Return at each place the element of that one of `choices` whose number `arr` gives.

    A number outside raises, or wraps or clips as `mode` says.

    >>> ivy.choose(ivy.array([1, 0]), [ivy.array([1, 2]), ivy.array([3, 4])])
    ivy.array([3, 2])
    """
    if out is not None:
        return put(choose(arr, choices, mode), out)
    return retry(None, "choose", arr, choices, mode)
