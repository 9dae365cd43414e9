import jax.numpy as jnp

from ivy.backends.axes import normalized_axes as _normalized_axes


def all(x, axis=None, keepdims=False):
    return jnp.all(x, _normalized_axes("all", axis, x.ndim), None, keepdims)


def any(x, axis=None, keepdims=False):
    return jnp.any(x, _normalized_axes("any", axis, x.ndim), None, keepdims)
