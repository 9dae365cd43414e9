"""Rounding to decimal places, over the operators of any framework's arrays."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any


def round_floats(x: Any, decimals: int, rint: Callable[[Any], Any]) -> Any:
    """Return floating-point numbers rounded to `decimals` places, as NumPy computes it."""
    scale = 10.0 ** builtins.abs(decimals)
    return rint(x * scale) / scale if decimals > 0 else rint(x / scale) * scale


def round_integers(x: Any, decimals: int, greatest: int) -> Any:
    """Return integers rounded to tens, hundreds, ...; halves go to the even neighbour.

    `greatest` is the largest integer of the dtype.
    """
    if decimals >= 0:
        return x
    power = 10**-decimals
    if power > greatest:
        return x * 0
    lower, rest = x // power, x % power
    half = power // 2
    odd_half = (rest == half) & (lower % 2 == 1)
    return (lower + ((rest > half) | odd_half)) * power
