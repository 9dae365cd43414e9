import jax.numpy as jnp

from ivy.backends.axes import normalized_axes as _normalized_axes

_all, _any = jnp.all, jnp.any


def all(x, axis=None, keepdims=False):
    if axis is None:
        return _all(x, None, None, keepdims)
    return _all(x, _normalized_axes("all", axis, x.ndim), None, keepdims)


def any(x, axis=None, keepdims=False):
    if axis is None:
        return _any(x, None, None, keepdims)
    return _any(x, _normalized_axes("any", axis, x.ndim), None, keepdims)
