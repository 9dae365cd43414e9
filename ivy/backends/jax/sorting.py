import functools

import jax
import jax.numpy as jnp

from ivy.backends.axes import normalized_axis as _axis

_jit = functools.partial(jax.jit, inline=True)


def sort(x, axis=-1, descending=False, stable=True):
    return _sort(x, _axis("sort", axis, x.ndim), descending, stable)


@functools.partial(_jit, static_argnums=(1, 2, 3))
def _sort(x, axis, descending, stable):
    if not descending:
        return jnp.sort(x, axis, stable=stable)
    # jax 0.10 sorts and turns around, which exchanges 0.0 and -0.0.
    return jnp.flip(jnp.sort(jnp.flip(x, axis), axis, stable=stable), axis)


def argsort(x, axis=-1, descending=False, stable=True):
    return _argsort(x, _axis("argsort", axis, x.ndim), descending, stable)


@functools.partial(_jit, static_argnums=(1, 2, 3))
def _argsort(x, axis, descending, stable):
    return jnp.argsort(x, axis, stable=stable, descending=descending)


def lexsort(keys, axis=-1):
    return jnp.lexsort(tuple(keys), axis)
