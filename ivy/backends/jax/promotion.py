"""Operands of two dtypes: JAX's rules are ivy's, except for Python numbers of a higher kind."""

from __future__ import annotations

import functools

import jax.numpy as jnp

from ivy.backends.jax.native import DTYPES, NATIVE_DTYPES
from ivy.backends.promotion import common_dtype

_NUMBERS = (bool, int, float, complex)


def same_dtype(x1, x2):
    """Return both operands as arrays of the dtype they promote to."""
    dtype = NATIVE_DTYPES[common_dtype(DTYPES, x1, x2)]
    return jnp.asarray(x1, dtype), jnp.asarray(x2, dtype)


def promoting(function):
    """Return `f(x1, x2, ...)` that takes Python numbers by ivy's rules.

    With 64 bits on, JAX makes an int32 array and the number 0.5 float64; the default is float32.
    """

    @functools.wraps(function)
    def promoted(x1, x2, *others, **options):
        if type(x2) in _NUMBERS or type(x1) in _NUMBERS:
            x1, x2 = same_dtype(x1, x2)
        return function(x1, x2, *others, **options)

    return promoted
