"""Values of functions where their formulas give none, the same on every framework."""

from __future__ import annotations

import math
from typing import Any


def zeta_at_limits(xp: Any, x: Any, q: Any, value: Any) -> Any:
    """Return `zeta(x, q)` from a `value` that is right where both are finite, `x > 1`, `q > 0`."""
    pole = (q <= 0) & (xp.floor(q) == q)
    complex_sum = (q < 0) & (xp.floor(x) != x)
    zero, infinite = xp.zeros_like(q), xp.full_like(q, math.inf)
    at_infinite_x = xp.where(q > 1, zero, xp.where(q == 1, q, infinite))
    value = xp.where(q == math.inf, zero, value)
    value = xp.where(x == math.inf, at_infinite_x, value)
    value = xp.where(complex_sum, math.nan, value)
    value = xp.where(pole | (x == 1), math.inf, value)
    return xp.where((x < 1) | xp.isnan(x) | xp.isnan(q), math.nan, value)
