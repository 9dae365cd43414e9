"""Layers of neural networks as functions of their inputs and weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.dispatch import both, choose, put, retry, table
from ivy.types import A, B, DtypeLike

__all__ = [
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "embedding",
    "linear",
    "multi_head_attention",
    "scaled_dot_product_attention",
]


def linear(x: A, weight: A, /, bias: B | None = None, out: A | None = None) -> A:
    """Return `x @ weight.mT + bias` for a weight [out, in].

    Leading axes of a weight [*outer, out, in] and a bias [*outer, out] belong to the leading axes
    of `x` [*outer, *inner, in].

    >>> ivy.linear(ivy.array([1., 2.]), ivy.array([[1., 1.], [0., 3.]]), bias=ivy.array([0., 1.]))
    ivy.array([3., 7.])
    """
    if out is not None:
        return put(linear(x, weight, bias), out)
    try:
        return (both[type(x)][type(weight)] if bias is None else choose(x, weight, bias)).linear(
            x, weight, bias
        )
    except Exception as error:
        return retry(error, "linear", x, weight, bias)


def embedding(weights: A, indices: B, /, max_norm: float | None = None, out: A | None = None) -> A:
    """Return the rows of `weights` at `indices`, shortened to `max_norm` where they are longer.

    >>> ivy.embedding(ivy.array([[1., 2.], [3., 4.]]), ivy.array([1, 0]), max_norm=5.0)
    ivy.array([[3., 4.],
               [1., 2.]])
    """
    if out is not None:
        return put(embedding(weights, indices, max_norm), out)
    try:
        return both[type(weights)][type(indices)].embedding(weights, indices, max_norm)
    except Exception as error:
        return retry(error, "embedding", weights, indices, max_norm)


# ---- dropout ----------------------------------------------------------------------------------


def dropout(
    x: A,
    prob: float,
    /,
    scale: bool = True,
    dtype: DtypeLike = None,
    training: bool = True,
    seed: int | None = None,
    noise_shape: Sequence[int | None] | None = None,
    out: A | None = None,
) -> A:
    """Return `x` with entries set to zero with probability `prob`, the others scaled up for it.

    Along axes where `noise_shape` is 1 (not `None`, which is the size of `x`) all entries share
    one fate. Without training it is `x`.

    >>> ivy.dropout(ivy.ones(1000), 0.5, seed=0).sum() < 1200
    ivy.array(True)
    """
    if out is not None:
        return put(dropout(x, prob, scale, dtype, training, seed, noise_shape), out)
    try:
        return table[type(x)].dropout(x, prob, scale, dtype, training, seed, noise_shape)
    except Exception as error:
        return retry(error, "dropout", x, prob, scale, dtype, training, seed, noise_shape)


def dropout1d(
    x: A,
    prob: float,
    /,
    training: bool = True,
    data_format: str = "NWC",
    seed: int | None = None,
    out: A | None = None,
) -> A:
    """Return `x`, [N, W, C] or [W, C], with whole channels of samples dropped.

    >>> ivy.dropout1d(ivy.ones((1, 4, 2)), 0.0)[0, 0]
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(dropout1d(x, prob, training, data_format, seed), out)
    try:
        return table[type(x)].dropout1d(x, prob, training, data_format, seed)
    except Exception as error:
        return retry(error, "dropout1d", x, prob, training, data_format, seed)


def dropout2d(
    x: A,
    prob: float,
    /,
    training: bool = True,
    data_format: str = "NHWC",
    seed: int | None = None,
    out: A | None = None,
) -> A:
    """Return `x`, [N, H, W, C] or [H, W, C], with whole channels of samples dropped.

    >>> ivy.dropout2d(ivy.ones((1, 2, 2, 2)), 0.5, training=False)[0, 0, 0]
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(dropout2d(x, prob, training, data_format, seed), out)
    try:
        return table[type(x)].dropout2d(x, prob, training, data_format, seed)
    except Exception as error:
        return retry(error, "dropout2d", x, prob, training, data_format, seed)


def dropout3d(
    x: A,
    prob: float,
    /,
    training: bool = True,
    data_format: str = "NDHWC",
    seed: int | None = None,
    out: A | None = None,
) -> A:
    """Return `x`, [N, D, H, W, C] or [D, H, W, C], with whole channels of samples dropped.

    >>> ivy.dropout3d(ivy.ones((1, 2, 2, 2, 1)), 1.0)[0, 0, 0]
    ivy.array([[0.],
               [0.]])
    """
    if out is not None:
        return put(dropout3d(x, prob, training, data_format, seed), out)
    try:
        return table[type(x)].dropout3d(x, prob, training, data_format, seed)
    except Exception as error:
        return retry(error, "dropout3d", x, prob, training, data_format, seed)


# ---- attention --------------------------------------------------------------------------------


def scaled_dot_product_attention(
    query: A,
    key: A,
    value: A,
    /,
    scale: float | None = None,
    mask: B | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = False,
    seed: int | None = None,
    bias: B | None = None,
    out: A | None = None,
) -> A:
    """Return `softmax(query @ key.mT * scale) @ value`, the scale `1 / sqrt(features)` by default.

    Where `mask` [*batch, queries, keys] is zero, or a key comes after its query with `is_causal`,
    nothing is attended to; a query without any key gets the mean of all values. `bias` is added
    to the scores. In training attention weights are dropped with probability `dropout_p`.

    >>> x = ivy.array([[1., 2.], [3., 4.]])
    >>> ivy.scaled_dot_product_attention(x, x, x, mask=ivy.array([[1, 0], [0, 0]]))
    ivy.array([[1., 2.],
               [2., 3.]])
    """
    if out is not None:
        return put(
            scaled_dot_product_attention(
                query, key, value, scale, mask, dropout_p, is_causal, training, seed, bias
            ),
            out,
        )
    try:
        return (
            table[type(value)]
            if type(query) is type(key) is type(value)
            else choose(query, key, value, mask, bias)
        ).scaled_dot_product_attention(
            query, key, value, scale, mask, dropout_p, is_causal, training, seed, bias
        )
    except Exception as error:
        return retry(
            error,
            "scaled_dot_product_attention",
            query,
            key,
            value,
            scale,
            mask,
            dropout_p,
            is_causal,
            training,
            seed,
            bias,
        )


def multi_head_attention(
    query: A,
    /,
    key: A | None = None,
    value: A | None = None,
    batch_first: bool = True,
    num_heads: int = 8,
    scale: float | None = None,
    attention_mask: B | None = None,
    in_proj_weights: A | None = None,
    q_proj_weights: A | None = None,
    k_proj_weights: A | None = None,
    v_proj_weights: A | None = None,
    out_proj_weights: A | None = None,
    in_proj_bias: A | None = None,
    out_proj_bias: A | None = None,
    is_causal: bool = False,
    key_padding_mask: B | None = None,
    bias_k: A | None = None,
    bias_v: A | None = None,
    static_k: A | None = None,
    static_v: A | None = None,
    add_zero_attn: bool = False,
    return_attention_weights: bool = False,
    average_attention_weights: bool = True,
    dropout: float = 0.0,
    training: bool = False,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return the attention of several heads, each on its own share of the projected features.

    Sequences are [N, L, features], [L, N, features] without `batch_first`, or [L, features]. With
    `return_attention_weights` the result is a pair with the weights [N, L, S], or
    [N, heads, L, S] when they are not averaged.

    Args:
        query: the sequences that ask.
        key: the sequences that are attended to; `query` by default.
        value: what is collected; `key` by default.
        batch_first: whether the first axis is that of samples, not that of time.
        num_heads: the number of heads, a divisor of the projected features E.
        scale: what products are multiplied by; `1 / sqrt(E / num_heads)` by default.
        attention_mask: [L, S], [N, L, S] or [N * heads, L, S]; True = not attended to, floats are
            added to the scores (the opposite of `scaled_dot_product_attention`).
        in_proj_weights: [3 * E, features], the projections of query, key and value in one.
        q_proj_weights: [E, features of the query], instead; likewise k and v.
        k_proj_weights: [E, features of the key].
        v_proj_weights: [E, features of the value].
        out_proj_weights: [features of the result, E].
        in_proj_bias: [3 * E].
        out_proj_bias: [features of the result].
        is_causal: whether keys that come after a query are hidden from it.
        key_padding_mask: [N, S] or [S], as `attention_mask`.
        bias_k: [E], a key appended to all sequences.
        bias_v: [E], the value of that key.
        static_k: [N * heads, S, E / heads], instead of the projected keys.
        static_v: [N * heads, S, E / heads], instead of the projected values.
        add_zero_attn: whether a key and value of zeros are appended.
        return_attention_weights: whether to return the weights, too.
        average_attention_weights: whether to average these over the heads.
        dropout: the probability that a weight is dropped in training.
        training: whether to drop weights.
        seed: of the dropout.
        out: an array for the result.

    >>> x = ivy.array([[1., 2.], [3., 4.]])
    >>> ivy.multi_head_attention(x, num_heads=2, is_causal=True)[0]
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(
            multi_head_attention(
                query,
                key,
                value,
                batch_first,
                num_heads,
                scale,
                attention_mask,
                in_proj_weights,
                q_proj_weights,
                k_proj_weights,
                v_proj_weights,
                out_proj_weights,
                in_proj_bias,
                out_proj_bias,
                is_causal,
                key_padding_mask,
                bias_k,
                bias_v,
                static_k,
                static_v,
                add_zero_attn,
                return_attention_weights,
                average_attention_weights,
                dropout,
                training,
                seed,
            ),
            out,
        )
    try:
        return (
            table[type(query)]
            if key
            is value
            is attention_mask
            is in_proj_weights
            is q_proj_weights
            is k_proj_weights
            is v_proj_weights
            is out_proj_weights
            is in_proj_bias
            is out_proj_bias
            is key_padding_mask
            is bias_k
            is bias_v
            is static_k
            is static_v
            is None
            else choose(
                query,
                key,
                value,
                attention_mask,
                in_proj_weights,
                q_proj_weights,
                k_proj_weights,
                v_proj_weights,
                out_proj_weights,
                in_proj_bias,
                out_proj_bias,
                key_padding_mask,
                bias_k,
                bias_v,
                static_k,
                static_v,
            )
        ).multi_head_attention(
            query,
            key,
            value,
            batch_first,
            num_heads,
            scale,
            attention_mask,
            in_proj_weights,
            q_proj_weights,
            k_proj_weights,
            v_proj_weights,
            out_proj_weights,
            in_proj_bias,
            out_proj_bias,
            is_causal,
            key_padding_mask,
            bias_k,
            bias_v,
            static_k,
            static_v,
            add_zero_attn,
            return_attention_weights,
            average_attention_weights,
            dropout,
            training,
            seed,
        )
    except Exception as error:
        return retry(
            error,
            "multi_head_attention",
            query,
            key,
            value,
            batch_first,
            num_heads,
            scale,
            attention_mask,
            in_proj_weights,
            q_proj_weights,
            k_proj_weights,
            v_proj_weights,
            out_proj_weights,
            in_proj_bias,
            out_proj_bias,
            is_causal,
            key_padding_mask,
            bias_k,
            bias_v,
            static_k,
            static_v,
            add_zero_attn,
            return_attention_weights,
            average_attention_weights,
            dropout,
            training,
            seed,
        )
