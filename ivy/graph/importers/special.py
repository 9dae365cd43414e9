"""Special functions that ivy has no operation for, written over a namespace of a framework."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

_NEAR = 8.0
"""Below it the functions are polynomials of `x`, above it of `1 / x`, times `1 / sqrt(x)`."""


@cache
def _coefficients(order: int) -> tuple[Any, Any]:
    """Return Chebyshev series of `i0e(x)`, or of `i1e(x) / x`, near and far from 0."""
    angles = np.arange(4096) * (2 * np.pi / 4096)
    waves = np.cos(order * angles)

    def function(x: Any) -> Any:
        return np.mean(np.exp(np.multiply.outer(x, np.cos(angles) - 1)) * waves, -1)

    def near(t: Any) -> Any:
        x = (t + 1) * (_NEAR / 2)
        return function(x) / (x if order else 1)

    def far(t: Any) -> Any:
        x = 2 * _NEAR / (t + 1)
        return np.sqrt(x) * function(x)

    interpolate = np.polynomial.chebyshev.chebinterpolate
    return interpolate(near, 31), interpolate(far, 31)


def _series(coefficients: Any, t: Any) -> Any:
    """Return the sum of a Chebyshev series (Clenshaw's recurrence)."""
    one: Any = 0.0
    two: Any = 0.0
    for c in coefficients[:0:-1]:
        one, two = 2 * t * one - two + float(c), one
    return t * one - two + float(coefficients[0])


def bessel_ie(xp: Any, order: int, x: Any) -> Any:
    """Return `exp(-abs(x))` times the modified Bessel function of the order 0 or 1."""
    near, far = _coefficients(order)
    size = x * xp.sign(x)  # with the gradient 0 at 0
    is_near = size <= _NEAR
    # Each side gets arguments of its own only: the other's gradients would not be finite.
    low, high = xp.where(is_near, size, _NEAR), xp.where(is_near, _NEAR, size)
    inner = _series(near, low * (2 / _NEAR) - 1) * (x if order else 1)
    outer = _series(far, 2 * _NEAR / high - 1) / xp.sqrt(high)
    return xp.where(is_near, inner, outer * xp.sign(x) if order else outer)


def bessel_i1(xp: Any, x: Any) -> Any:
    """Return the modified Bessel function of the order 1."""
    return bessel_ie(xp, 1, x) * xp.exp(x * xp.sign(x))


def ndtri(xp: Any, x: Any) -> Any:
    """Return where the normal distribution has the probability `x`.

    A guess (Abramowitz and Stegun, 26.2.23), which a step of Halley's method corrects twice.
    """
    tail = xp.where(x > 0.5, 1 - x, x)
    inside = tail > 0
    tail = xp.where(inside, tail, 0.5)
    t = xp.sqrt(-2 * xp.log(tail))
    above = 2.515517 + t * (0.802853 + t * 0.010328)
    y = t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in range(2):
        wrong = (xp.erfc(y * 0.5**0.5) / 2 / tail - 1) * tail
        step = wrong * (2 * np.pi) ** 0.5 * xp.exp(y * y / 2)
        y = y + step / (1 - y * step / 2)
    found = xp.where(inside, y, float("inf")) * xp.sign(x - 0.5)
    return xp.where((x < 0) | (x > 1), float("nan"), found)
