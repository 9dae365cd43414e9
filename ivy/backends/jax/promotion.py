"""Operands of two dtypes: JAX's rules are ivy's, except for Python numbers of a higher kind."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

from ivy import config
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


# ---- default dtypes ---------------------------------------------------------------------------
#
# What a compiled function makes of integers depends on the default dtypes when it was compiled. So
# they become part of the key by which JAX finds compiled functions.

_SETTINGS = (config.DEFAULT_FLOAT, config.DEFAULT_INT, config.DEFAULT_UINT, config.DEFAULT_COMPLEX)
_key = jax.make_user_context(None)
# jax<0.10.1: only the object inside has it.
_set_global = getattr(_key, "set_global", _key._obj.set_global)


def _follow_defaults():
    initial = tuple(setting.default for setting in _SETTINGS)
    shared = tuple(
        setting.shared[-1] if setting.shared else setting.default for setting in _SETTINGS
    )
    here = tuple(setting.get() for setting in _SETTINGS)
    _set_global(None if shared == initial else shared)
    _key(None if here == initial else here).__enter__()  # for this thread, until the next change


for _setting in _SETTINGS:
    _setting.listeners.append(_follow_defaults)
_follow_defaults()
