"""Functions and layers of JAX."""

from __future__ import annotations

from ivy.graph.emit.templates import control, resizing
from ivy.graph.emit.templates.norms import norms
from ivy.graph.emit.templates.recurrent import recurrent

FUNCTIONS = {
    **norms("jax"),
    **control.FUNCTIONS["jax"],
    **resizing.functions("jax"),
    **recurrent("jax"),
    "put_along": """
def put_along(x, index, values, axis, combine="set"):
    places = list(jnp.indices(index.shape, sparse=True))
    places[axis] = index
    return getattr(x.at[tuple(places)], combine)(values)
""",
    "dropout": """
def dropout(x, rate, key):
    kept = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(kept, x / (1 - rate), 0)
""",
    "attention": """
def attention(
    query, key, value, mask=None, bias=None, is_causal=False, scale=None, drop=None
):
    scores = query @ key.mT * (query.shape[-1] ** -0.5 if scale is None else scale)
    scores = scores if bias is None else scores + bias
    if is_causal:
        causal = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
        mask = causal if mask is None else mask & causal
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
    weights = jax.nn.softmax(scores)
    return (weights if drop is None else drop(weights)) @ value
""",
    "avg_pool": """
def avg_pool(x, window, strides, padding):
    total = lax.reduce_window(x, 0.0, lax.add, window, strides, padding)
    # Padding does not count.
    count = lax.reduce_window(jnp.ones_like(x), 0.0, lax.add, window, strides, padding)
    return total / count
""",
    "rms_norm": """
def rms_norm(x, weight=None, eps=1e-6):
    x = x * lax.rsqrt((x**2).mean(-1, keepdims=True) + eps)
    return x if weight is None else x * weight
""",
}

LAYERS = {
    "Linear": """
class Linear(nnx.Module):
    def __init__(self, in_features, out_features, bias=True):
        self.weight = nnx.Param(jnp.zeros((out_features, in_features), jnp.float32))
        self.bias = nnx.Param(jnp.zeros(out_features, jnp.float32)) if bias else None

    def __call__(self, x):
        x = x @ self.weight[...].T
        return x if self.bias is None else x + self.bias[...]
""",
    "Embedding": """
class Embedding(nnx.Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None):
        self.weight = nnx.Param(jnp.zeros((num_embeddings, embedding_dim), jnp.float32))
        self.padding_idx = padding_idx

    def __call__(self, indices):
        rows = self.weight[...][indices]
        if self.padding_idx is None:
            return rows
        # The row for padding is not trained.
        return jnp.where((indices == self.padding_idx)[..., None], lax.stop_gradient(rows), rows)
""",
    "LayerNorm": """
class LayerNorm(nnx.Module):
    def __init__(self, normalized_shape, eps=1e-5):
        self.weight = nnx.Param(jnp.ones(normalized_shape, jnp.float32))
        self.bias = nnx.Param(jnp.zeros(normalized_shape, jnp.float32))
        self.eps = eps

    def __call__(self, x):
        x = x - x.mean(-1, keepdims=True)
        x = x * lax.rsqrt((x**2).mean(-1, keepdims=True) + self.eps)
        return x * self.weight[...] + self.bias[...]
""",
    "Conv": """
class Conv{n}d(nnx.Module):
    def __init__{conv_arguments}:
        {per_axis}
        self.weight = nnx.Param(jnp.zeros(shape, jnp.float32))
        self.bias = nnx.Param(jnp.zeros(out_channels, jnp.float32)) if bias else None
        self.stride = per_axis(stride)
        self.padding = tuple((p, p) for p in per_axis(padding))
        self.dilation = per_axis(dilation)
        self.groups = groups

    def __call__(self, x):
        x = lax.conv_general_dilated(
            x,
            self.weight[...],
            self.stride,
            self.padding,
            rhs_dilation=self.dilation,
            dimension_numbers=("NC{axes}", "OI{axes}", "NC{axes}"),
            feature_group_count=self.groups,
        )
        return x if self.bias is None else x + self.bias[...]{index}
""",
    "BatchNorm": """
class BatchNorm{n}d(nnx.Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        self.weight = nnx.Param(jnp.ones(num_features, jnp.float32))
        self.bias = nnx.Param(jnp.zeros(num_features, jnp.float32))
        self.running_mean = nnx.BatchStat(jnp.zeros(num_features, jnp.float32))
        self.running_var = nnx.BatchStat(jnp.ones(num_features, jnp.float32))
        self.num_batches_tracked = nnx.BatchStat(jnp.zeros((), dtype=int))
        self.eps, self.momentum = eps, momentum
        self.use_running_average = False

    def __call__(self, x):
        axes = (0, *range(2, x.ndim))
        if self.use_running_average:
            mean, variance = self.running_mean[...], self.running_var[...]
        else:
            mean, variance = x.mean(axes), x.var(axes)
            count = x.size // x.shape[1]
            self._track(self.running_mean, mean)
            self._track(self.running_var, variance * count / (count - 1))
            self.num_batches_tracked[...] = self.num_batches_tracked[...] + 1
        shape = (-1, *(1,) * (x.ndim - 2))
        scale = self.weight[...] * lax.rsqrt(variance + self.eps)
        return (x - mean.reshape(shape)) * scale.reshape(shape) + self.bias[...].reshape(shape)

    def _track(self, average, new):
        average[...] += self.momentum * (lax.stop_gradient(new) - average[...])
""",
}
"""Layers with the weights of torch.nn, whose names and layouts those of flax have not."""
