import functools

import jax
import jax.numpy as jnp

from ivy.backends import jax as _space
from ivy.backends import picking
from ivy.backends.axes import normalized_axis

_jit = functools.partial(jax.jit, inline=True)


def sort(x, axis=-1, descending=False, stable=True):
    axis = normalized_axis("sort", axis, x.ndim)
    if jnp.iscomplexobj(x):
        return jnp.take_along_axis(x, argsort(x, axis, descending), axis)
    return _sort(x, axis, descending, stable)


@functools.partial(_jit, static_argnums=(1, 2, 3))
def _sort(x, axis, descending, stable):
    if not descending:
        return jnp.sort(x, axis, stable=stable)
    # jax 0.10 sorts and turns around, which exchanges 0.0 and -0.0.
    return jnp.flip(jnp.sort(jnp.flip(x, axis), axis, stable=stable), axis)


def argsort(x, axis=-1, descending=False, stable=True):
    axis = normalized_axis("argsort", axis, x.ndim)
    if jnp.iscomplexobj(x):  # jax 0.10 orders NaN by the other part
        return picking.complex_order(_space, x, axis, descending)
    return _argsort(x, axis, descending, stable)


@functools.partial(_jit, static_argnums=(1, 2, 3))
def _argsort(x, axis, descending, stable):
    return jnp.argsort(x, axis, stable=stable, descending=descending)
