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


def run_scan(body, constants, carried, xs, length, reverse=False):
    def step(state, slices):
        results = tuple(body(*constants, *state, *slices))
        return results[: len(state)], results[len(state) :]

    state, stacked = lax.scan(step, tuple(carried), tuple(xs), length=length, reverse=reverse)
    return (*state, *stacked)
