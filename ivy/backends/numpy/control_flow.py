"""NumPy's values are always known."""

from __future__ import annotations

truth = bool


def is_symbolic(x):
    return False
