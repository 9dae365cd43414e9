"""Operands of two dtypes: JAX's rules are ivy's, except for Python numbers of a higher kind."""

from __future__ import annotations

import functools
import threading

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

_key = jax.make_user_context(None)
# jax<0.10.1: only the object inside has it.
_set_global = getattr(_key, "set_global", _key._obj.set_global)
_initial = tuple(setting.default for setting in config.DEFAULT_DTYPES)
_entered = threading.local()


def _as_key(dtypes):
    # Where a block ended in another thread, this one may still have the key of that block.
    strays = sum(setting.strays for setting in config.DEFAULT_DTYPES)
    return None if dtypes == _initial else (*dtypes, strays)


def follow_defaults():
    """Make the default dtypes in force here those of this thread; tasks take turns in one."""
    here = _as_key(tuple(setting.get() for setting in config.DEFAULT_DTYPES))
    if getattr(_entered, "key", None) != here:
        _key(here).__enter__()  # until the next change
        _entered.key = here


def _follow_change():
    shared = (setting.shared for setting in config.DEFAULT_DTYPES)
    values = zip(shared, _initial, strict=True)
    _set_global(_as_key(tuple(own[-1] if own else initial for own, initial in values)))
    follow_defaults()


for _setting in config.DEFAULT_DTYPES:
    _setting.listeners.append(_follow_change)
_follow_change()
