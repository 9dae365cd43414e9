"""Layers with variables: linear, embedding, attention, transformer."""

from __future__ import annotations

from typing import Any

from ivy.backends.windows import FORMATS, GENERAL_FORMATS
from ivy.errors import IvyValueError
from ivy.ops import images, layers
from ivy.ops.activations import gelu, relu
from ivy.ops.creation import zeros, zeros_like
from ivy.ops.elementwise import equal
from ivy.ops.manipulation import expand_dims, flatten, moveaxis
from ivy.ops.searching import where
from ivy.stateful.functions import Function
from ivy.stateful.initializers import GLOROT, ZEROS, Initializer
from ivy.stateful.module import Module
from ivy.stateful.norms import LayerNorm
from ivy.stateful.options import check_divisor, chosen

__all__ = [
    "Dropout",
    "Embedding",
    "Flatten",
    "Identity",
    "Linear",
    "MultiHeadAttention",
    "TransformerEncoderLayer",
    "Upsample",
]


class Identity(Module):
    """Returns what it is given."""

    def _forward(self, x: Any) -> Any:
        return x


class Flatten(Function):
    """Makes one axis of those from `start_dim` to `end_dim`: by default of all but the first.

    >>> ivy.Flatten()(ivy.ones((4, 2, 3))).shape
    ivy.Shape(4, 6)
    """

    operation = staticmethod(flatten)

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__(start_dim=start_dim, end_dim=end_dim)


class Linear(Module):
    """Returns `x @ w.T + b`.

    >>> ivy.Linear(2, 3)(ivy.ones((4, 2))).shape
    ivy.Shape(4, 3)
    """

    def __init__(
        self,
        input_channels: int,
        output_channels: int,
        /,
        *,
        weight_initializer: Initializer = GLOROT,
        bias_initializer: Initializer = ZEROS,
        with_bias: bool = True,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        self._inputs, self._outputs, self._with_bias = input_channels, output_channels, with_bias
        self._w_init, self._b_init = weight_initializer, bias_initializer
        super().__init__(device=device, v=v, dtype=dtype)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        fans = {"fan_out": self._outputs, "fan_in": self._inputs}
        size = (self._outputs, self._inputs)
        variables = {"w": self._w_init.create_variables(size, device, dtype=dtype, **fans)}
        if self._with_bias:
            variables["b"] = self._b_init.create_variables(size[:1], device, dtype=dtype, **fans)
        return variables

    def _forward(self, x: Any) -> Any:
        v = self.v
        return layers.linear(x, dict.get(v, "w"), dict.get(v, "b"))

    def _extra_repr(self) -> str:
        return f"{self._inputs}, {self._outputs}{'' if self._with_bias else ', with_bias=False'}"


class Dropout(Module):
    """Sets a share `prob` of the elements to zero while training, and scales up the others."""

    def __init__(
        self, prob: float, scale: bool = True, dtype: Any = None, training: bool = True
    ) -> None:
        self._prob, self._scale = prob, scale
        super().__init__(dtype=dtype, training=training)

    def _forward(self, inputs: Any, dtype: Any = None) -> Any:
        return layers.dropout(
            inputs, self._prob, scale=self._scale, dtype=dtype, training=self.training
        )

    def _draws(self) -> bool:
        return True

    def _extra_repr(self) -> str:
        return f"{self._prob}"


class Embedding(Module):
    """Returns the rows of a table at given indices; that of `padding_idx` is zero."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        /,
        *,
        weight_initializer: Initializer = GLOROT,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        self._rows, self._dim = num_embeddings, embedding_dim
        if not -num_embeddings <= (padding_idx or 0) < num_embeddings:
            msg = f"Embedding: expected padding_idx as one of {num_embeddings} rows"
            raise IvyValueError(f"{msg}, got {padding_idx}")
        self._padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self._max_norm, self._w_init = max_norm, weight_initializer
        super().__init__(device=device, v=v, dtype=dtype)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        fans = {"fan_out": self._dim, "fan_in": self._rows}
        size = (self._rows, self._dim)
        return {"w": self._w_init.create_variables(size, device, dtype=dtype, **fans)}

    def _forward(self, indices: Any) -> Any:
        found = layers.embedding(self.v.w, indices, max_norm=self._max_norm)
        if self._padding_idx is None:
            return found
        is_padding = expand_dims(equal(indices, self._padding_idx), axis=-1)
        return where(is_padding, zeros_like(found), found)

    def _extra_repr(self) -> str:
        return f"{self._rows}, {self._dim}"


class MultiHeadAttention(Module):
    """Attention of several heads, with projections of query, key, value and result.

    Variables: `in_proj_weights` `(3 * inner, embed_dim)`, or `q_/k_/v_proj_weights` when keys or
    values have another size; `out_proj_weights`; `in_proj_bias` and `out_proj_bias`.
    """

    def __init__(
        self,
        embed_dim: int | None = None,
        /,
        *,
        key_dim: int | None = None,
        value_dim: int | None = None,
        num_heads: int = 8,
        head_dim: int | None = None,
        dropout_rate: float = 0.0,
        use_proj_bias: bool = True,
        attention_axes: Any = None,
        scale: float | None = None,
        device: Any = None,
        v: Any = None,
        build_mode: str = "on_init",
        dtype: Any = None,
        training: bool = True,
    ) -> None:
        if embed_dim is None and head_dim is None:
            raise IvyValueError("MultiHeadAttention: expected embed_dim or head_dim, got neither")
        if attention_axes is not None:
            msg = "attention_axes: expected None (the last axis but one)"
            raise IvyValueError(f"{msg}, got {attention_axes!r}; reshape the inputs instead")
        if embed_dim is not None and head_dim is None:
            check_divisor("MultiHeadAttention", "num_heads", num_heads, embed_dim=embed_dim)
        self._head_dim = head_dim or embed_dim // num_heads  # type: ignore[operator]
        self._inner = num_heads * self._head_dim
        self._embed = embed_dim or self._inner
        self._key, self._value = key_dim or self._embed, value_dim or self._embed
        self._heads, self._scale, self._dropout = num_heads, scale, dropout_rate
        self._use_bias = use_proj_bias
        super().__init__(device=device, v=v, build_mode=build_mode, dtype=dtype, training=training)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:

        def matrix(rows: int, columns: int) -> Any:
            return GLOROT.create_variables((rows, columns), device, rows, columns, dtype=dtype)

        if self._key == self._value == self._embed:
            variables = {"in_proj_weights": matrix(3 * self._inner, self._embed)}
        else:
            variables = {
                "q_proj_weights": matrix(self._inner, self._embed),
                "k_proj_weights": matrix(self._inner, self._key),
                "v_proj_weights": matrix(self._inner, self._value),
            }
        variables["out_proj_weights"] = matrix(self._embed, self._inner)
        if self._use_bias:
            sizes = {"in_proj_bias": 3 * self._inner, "out_proj_bias": self._embed}
            variables |= {k: zeros((n,), device=device, dtype=dtype) for k, n in sizes.items()}
        return variables

    def _forward(
        self,
        query: Any,
        key: Any = None,
        value: Any = None,
        /,
        *,
        attention_mask: Any = None,
        is_causal: bool = False,
        key_padding_mask: Any = None,
        return_attention_weights: bool = False,
        average_attention_weights: bool = True,
    ) -> Any:
        return layers.multi_head_attention(
            query,
            key=key,
            value=value,
            num_heads=self._heads,
            scale=self._scale,
            attention_mask=attention_mask,
            is_causal=is_causal,
            key_padding_mask=key_padding_mask,
            return_attention_weights=return_attention_weights,
            average_attention_weights=average_attention_weights,
            dropout=self._dropout,
            training=self.training,
            **self.v,
        )

    def _draws(self) -> bool:
        return self._dropout > 0

    def _extra_repr(self) -> str:
        return f"{self._embed}, num_heads={self._heads}"


class TransformerEncoderLayer(Module):
    """Self-attention and a two-layer network, each with a residual connection and a layer norm."""

    def __init__(
        self,
        embed_dim: int,
        /,
        *,
        num_heads: int = 8,
        feedforward_dim: int = 2048,
        dropout_rate: float = 0.1,
        activation: str = "relu",
        norm_first: bool = False,
        eps: float = 1e-5,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
        training: bool = True,
    ) -> None:
        place = {"device": device, "dtype": dtype}
        self._attention = MultiHeadAttention(
            embed_dim, num_heads=num_heads, dropout_rate=dropout_rate, training=training, **place
        )
        self._linear1 = Linear(embed_dim, feedforward_dim, **place)
        self._linear2 = Linear(feedforward_dim, embed_dim, **place)
        self._norm1 = LayerNorm(embed_dim, eps=eps, **place)
        self._norm2 = LayerNorm(embed_dim, eps=eps, **place)
        self._dropout = Dropout(dropout_rate, training=training)
        self._activation = chosen("TransformerEncoderLayer", activation, relu=relu, gelu=gelu)
        self._norm_first = norm_first
        super().__init__(v=v, training=training, **place)

    def _attend(self, x: Any, mask: Any, padding: Any, is_causal: bool) -> Any:
        found = self._attention(
            x, attention_mask=mask, key_padding_mask=padding, is_causal=is_causal
        )
        return self._dropout(found)

    def _feed_forward(self, x: Any) -> Any:
        hidden = self._dropout(self._activation(self._linear1(x)))
        return self._dropout(self._linear2(hidden))

    def _forward(
        self,
        x: Any,
        /,
        *,
        attention_mask: Any = None,
        key_padding_mask: Any = None,
        is_causal: bool = False,
    ) -> Any:
        masks = (attention_mask, key_padding_mask, is_causal)
        if self._norm_first:
            x = x + self._attend(self._norm1(x), *masks)
            return x + self._feed_forward(self._norm2(x))
        x = self._norm1(x + self._attend(x, *masks))
        return self._norm2(x + self._feed_forward(x))


_FORMATS = (*FORMATS.values(), GENERAL_FORMATS)


class Upsample(Function):
    """Resizes images: channels first as in `ivy.interpolate`, unless `data_format` says otherwise.

    After `ivy.Conv2D`, which has channels last, that is `ivy.Upsample(data_format="NHWC", ...)`.
    """

    operation = staticmethod(images.interpolate)

    def __init__(
        self,
        size: Any = None,
        /,
        *,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool = False,
        data_format: str = "channel_first",
    ) -> None:
        formats = next((f for f in _FORMATS if data_format in f), None)
        if formats is None:
            msg = f"Upsample: expected a data_format of {_FORMATS}, got {data_format!r}"
            raise IvyValueError(msg)
        self._size, self._last = size, data_format == formats[0]
        super().__init__(scale_factor=scale_factor, mode=mode, align_corners=align_corners)

    def _forward(self, inputs: Any) -> Any:
        x = moveaxis(inputs, -1, 1) if self._last else inputs
        result = super()._forward(x, self._size)
        return moveaxis(result, 1, -1) if self._last else result
