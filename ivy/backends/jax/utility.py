import jax.numpy as jnp

from ivy.backends.axes import normalized_axes

_all, _any = jnp.all, jnp.any


# JAX 0.10 takes complex numbers for true by their real parts.
def all(x, axis=None, keepdims=False):
    x = x != 0 if x.dtype.kind == "c" else x
    if axis is None:
        return _all(x, None, None, keepdims)
    return _all(x, normalized_axes("all", axis, x.ndim), None, keepdims)


def any(x, axis=None, keepdims=False):
    x = x != 0 if x.dtype.kind == "c" else x
    if axis is None:
        return _any(x, None, None, keepdims)
    return _any(x, normalized_axes("any", axis, x.ndim), None, keepdims)
