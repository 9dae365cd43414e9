import functools

import jax
import jax.numpy as jnp

from ivy.backends import picking, shapes
from ivy.backends.axes import normalized_axis
from ivy.backends.jax.native import as_native_dtype
from ivy.backends.jax.promotion import same_dtype
from ivy.backends.native_dtypes import number_dtype

_NUMBERS = (bool, int, float, complex)
_jit = functools.partial(jax.jit, inline=True)
_where = _jit(jnp.where)


def where(condition, x1, x2):
    if type(x1) in _NUMBERS or type(x2) in _NUMBERS:
        if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
            x1 = jnp.asarray(x1, as_native_dtype(number_dtype(x1, x2)))
        x1, x2 = same_dtype(x1, x2)
    return _where(condition, x1, x2)


def argmax(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    r = _extreme(x, jnp.argmax, axis, keepdims, select_last_index)
    return r if dtype is None else r.astype(as_native_dtype(dtype))


def argmin(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    r = _extreme(x, jnp.argmin, axis, keepdims, select_last_index)
    return r if dtype is None else r.astype(as_native_dtype(dtype))


@functools.partial(_jit, static_argnums=(1, 2, 3, 4))
def _extreme(x, function, axis, keepdims, last):
    if not last:
        return function(x, axis, keepdims=keepdims)
    size = x.size if axis is None else x.shape[normalized_axis("argmax", axis, x.ndim)]
    return size - 1 - function(jnp.flip(x, axis), axis, keepdims=keepdims)


def nonzero(x, as_tuple=True, size=None, fill_value=0):
    found = jnp.nonzero(x, size=size, fill_value=fill_value)
    if size is not None and x.size == 0:  # jax 0.10 fills with 0
        found = tuple(jnp.full(size, fill_value, each.dtype) for each in found)
    return found if as_tuple else jnp.stack(found, 1)


def argwhere(x):
    return jnp.argwhere(x)


def searchsorted(x, v, side="left", sorter=None, ret_dtype=None):
    if not hasattr(v, "dtype") or x.dtype != v.dtype:
        x, v = same_dtype(x, v)
    picking.check_rows(x, v)
    dtype = int if ret_dtype is None else as_native_dtype(ret_dtype)
    return _searchsorted(x, v, side, sorter).astype(dtype)


@functools.partial(_jit, static_argnums=2)
def _searchsorted(x, v, side, sorter):
    if sorter is not None:
        x = jnp.take_along_axis(x, sorter, -1)
    if x.ndim == 1:
        return jnp.searchsorted(x, v, side=side)
    rows = x.reshape(-1, x.shape[-1]), v.reshape(-1, v.shape[-1])
    return jax.vmap(functools.partial(jnp.searchsorted, side=side))(*rows).reshape(v.shape)


def unravel_index(indices, shape):
    shapes.check_places("unravel_index", indices, shape)
    return tuple(jnp.unravel_index(indices.astype(int), tuple(shape)))
