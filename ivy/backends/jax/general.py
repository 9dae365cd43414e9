"""Values, gathering and scattering, on JAX."""

from __future__ import annotations

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

VARIABLES = ()


def to_numpy(x, copy=True):
    # jax 0.10 ends the process where memory is read that a program could not be given.
    if not isinstance(x, jax.core.Tracer):
        x.block_until_ready()
    return np.array(x) if copy else np.asarray(x)


@partial(jax.jit, static_argnums=(2, 3), inline=True)
def isin(x1, x2, assume_unique=False, invert=False):
    return jnp.isin(x1, x2, assume_unique=assume_unique, invert=invert)


@partial(jax.jit, static_argnums=3, inline=True)
def scatter_rows(target, index, rows, reduction):
    at = target.at[index]
    return {"sum": at.add, "min": at.min, "max": at.max, "replace": at.set}[reduction](rows)


def container_types():
    """Return the mappings of the neural network libraries that are imported."""
    found = [("flax.core.frozen_dict", "FrozenDict"), ("haiku._src.data_structures", "FlatMap")]
    modules = ((sys.modules.get(module), name) for module, name in found)
    return [getattr(module, name) for module, name in modules if hasattr(module, name)]


def inplace_arrays_supported():
    return False


def inplace_variables_supported():
    return False


def to_native_shape(shape):
    return tuple(map(int, shape))
