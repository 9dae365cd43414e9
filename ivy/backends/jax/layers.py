"""Layers, each as one XLA program."""

from functools import partial as _partial

import jax
import jax.numpy as jnp

import ivy.backends.jax as _xp
from ivy.backends.any import layers as _shared
from ivy.types import FINFO

_jit = _partial(jax.jit, inline=True)


@_jit
def linear(x, weight, bias=None):
    if weight.ndim != 2 or x.dtype != weight.dtype or x.ndim < 1:
        return _shared.linear(_xp, x, weight, bias)
    _shared._check_linear(x, weight, bias)
    result = jax.lax.dot_general(x, weight, (((x.ndim - 1,), (1,)), ((), ())))
    return result if bias is None else result + bias


@_jit
def rows_at(weights, indices):
    rows = weights.at[indices]
    return rows.get(mode="fill", fill_value=jnp.nan, wrap_negative_indices=False)


@_partial(_jit, static_argnums=2)
def embedding(weights, indices, max_norm=None):
    return _shared.embedding(_xp, weights, indices, max_norm)


# ---- attention --------------------------------------------------------------------------------


@_partial(_jit, static_argnums=(3, 6))
def attend(query, key, value, scale, keep=None, bias=None, is_causal=False):
    dtype = query.dtype
    if not (dtype == key.dtype == value.dtype and jnp.issubdtype(dtype, jnp.floating)):
        return _shared.attend(_xp, query, key, value, scale, keep, bias, is_causal)
    # Products of halves are added up in float32 at no cost, and rounded to halves once.
    wide = jnp.promote_types(dtype, jnp.float32)
    scores = jnp.matmul(query, jnp.matrix_transpose(key), preferred_element_type=wide) * scale
    if bias is not None:
        scores = scores + bias.astype(wide)
    if is_causal:
        earlier = _shared._causal(_xp, *scores.shape[-2:])
        keep = earlier if keep is None else keep & earlier
    if keep is not None:
        scores = jnp.where(keep, scores, FINFO[_xp.DTYPES[wide]].min)
    weights = jax.nn.softmax(scores, -1)
    return jnp.matmul(weights, value.astype(wide)).astype(dtype)


_scaled_dot_product_attention = _jit(
    _partial(_shared.scaled_dot_product_attention, _xp), static_argnums=(3, 5, 6, 7, 8)
)


def scaled_dot_product_attention(
    query,
    key,
    value,
    scale=None,
    mask=None,
    dropout_p=0.0,
    is_causal=False,
    training=False,
    seed=None,
    bias=None,
):
    drawing = dropout_p and training  # an unseeded draw needs to know whether the caller traces
    function = (
        _partial(_shared.scaled_dot_product_attention, _xp)
        if drawing or not isinstance(scale, int | float | None)
        else _scaled_dot_product_attention
    )
    return function(query, key, value, scale, mask, dropout_p, is_causal, training, seed, bias)
