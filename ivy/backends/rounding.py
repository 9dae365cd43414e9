"""Rounding to decimal places, for all backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.types import float32


def round_floats(xp: Any, x: Any, decimals: int, constant: Callable[[float], Any] = float) -> Any:
    """Return floating-point numbers rounded to `decimals` places.

    `constant` makes an operand of a number.
    """
    dtype = x.dtype
    if xp.DTYPES[dtype].bits == 16:
        x = xp.astype(x, xp.as_native_dtype(float32))
    scale = constant(10.0 ** abs(decimals))
    rounded = xp.round(x * scale) / scale if decimals > 0 else xp.round(x / scale) * scale
    rounded = xp.where(xp.isfinite(rounded), rounded, x)  # if it overflows, it is an integer
    return rounded if rounded.dtype == dtype else xp.astype(rounded, dtype)


def round_integers(xp: Any, x: Any, decimals: int) -> Any:
    """Return integers rounded to tens, hundreds, ...; halves go to the even neighbour."""
    if decimals >= 0:
        return xp.copy_array(x)
    dtype, power = xp.DTYPES[x.dtype], 10**-decimals
    if power >= 2 ** (dtype.bits - 1):
        return xp.zeros_like(x)
    lower, rest = xp.floor_divide(x, power), xp.remainder(x, power)
    half = power // 2
    odd = xp.equal(xp.remainder(lower, 2), 1)
    up = xp.logical_or(xp.greater(rest, half), xp.logical_and(xp.equal(rest, half), odd))
    return xp.multiply(xp.add(lower, xp.astype(up, x.dtype)), power)
