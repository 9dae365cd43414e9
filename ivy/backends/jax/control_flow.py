"""Branches and loops that JAX traces."""

from __future__ import annotations

import jax
from jax import lax


def truth(cond):
    try:
        return bool(cond)
    except jax.errors.TracerBoolConversionError:
        return None


def is_symbolic(x):
    return isinstance(x, jax.core.Tracer)


def _one_truth(cond):
    return cond.reshape(()).astype(bool)


def run_branch(cond, then, otherwise):
    return lax.cond(_one_truth(cond), then, otherwise)


def run_while(test, body, natives):
    return lax.while_loop(lambda xs: _one_truth(test(*xs)), lambda xs: body(*xs), natives)


def run_for(array, step, natives):
    def scanned(carry, element):
        return step(element, *carry), None

    return lax.scan(scanned, natives, array)[0]
