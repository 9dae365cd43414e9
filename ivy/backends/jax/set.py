import jax.numpy as jnp

from ivy.backends import jax as _space
from ivy.backends.any import set as _shared


def unique_counts(x):
    if jnp.iscomplexobj(x):  # jax 0.10 orders NaN by the other part
        return _shared.unique_counts(_space, x)
    return _shared.UniqueCounts(*jnp.unique(x, return_counts=True, equal_nan=False))


def unique_values(x):
    if jnp.iscomplexobj(x):
        return _shared.unique_values(_space, x)
    return jnp.unique(x, equal_nan=False)
