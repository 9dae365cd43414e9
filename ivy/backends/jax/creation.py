import jax.numpy as jnp
import numpy as np

from ivy.backends.jax.native import as_native_dtype


def asarray(obj, copy=None, dtype=None, device=None):
    return jnp.asarray(obj, dtype=as_native_dtype(dtype))
