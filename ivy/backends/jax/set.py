import jax.numpy as jnp

from ivy.backends.any.set import UniqueCounts as _UniqueCounts


def unique_counts(x):
    return _UniqueCounts(*jnp.unique(x, return_counts=True, equal_nan=False))


def unique_values(x):
    return jnp.unique(x, equal_nan=False)
