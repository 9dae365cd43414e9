"""NumPy itself knows no trees."""

from __future__ import annotations


def register_pytree(cls, flatten, unflatten, keys=None):
    """Do nothing."""
