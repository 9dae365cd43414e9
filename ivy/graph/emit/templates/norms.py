"""Normalisations as functions of the source, the same text for every target but for a few words."""

from __future__ import annotations

from ivy.graph.emit.templates import filled

_BATCH_NORM = '''
def batch_norm(
    x,
    mean,
    variance,
    offset=None,
    scale=None,
    training=False,
    eps=1e-5,
    momentum=0.1,
    axis=-1,
    unbiased=True,
):
    """Return x normalized for each channel, and the statistics after the call."""
    rank = {rank}
    axes = tuple(i for i in range(rank) if i != axis % rank)
    averages = mean, variance
    if training:
        mean, variance = {moments}
        count = {count}
        new = variance * (count / (count - 1)) if unbiased else variance
        mixed = zip(averages, ({constant_mean}, {constant_new}), strict=True)
        averages = tuple(old + momentum * (now - old) for old, now in mixed)
    shape = [1 if i in axes else -1 for i in range(rank)]
    x = (x - {mean}) * {factor}
    x = x if scale is None else x * {scale}
    return x if offset is None else x + {offset}, *averages
'''
_LAYER_NORM = """
def layer_norm(x, weight=None, bias=None, eps=1e-5, axes=(-1,)):
    mean, variance = {kept_moments}
    x = {normalized}
    x = x if weight is None else x * weight
    return x if bias is None else x + bias
"""
_GROUP_NORM = """
def group_norm(x, groups, offset=None, scale=None, eps=1e-5, axis=-1):
    x = {to_last}
    shape = {shape}
    x = {grouped}
    axes = (1, 3)
    mean, variance = {kept_moments}
    x = {ungrouped}
    x = x if scale is None else x * scale
    x = x if offset is None else x + offset
    return {from_last}
"""
_NUMPY_LIKE = {
    "rank": "x.ndim",
    "moments": "x.mean(axes), x.var(axes)",
    "kept_moments": "x.mean(axes, keepdims=True), x.var(axes, keepdims=True)",
    "count": "x.size // x.shape[axis]",
    "constant_mean": "lax.stop_gradient(mean)",
    "constant_new": "lax.stop_gradient(new)",
    "normalized": "(x - mean) * lax.rsqrt(variance + eps)",
    "factor": "lax.rsqrt(variance + eps).reshape(shape)",
    "mean": "mean.reshape(shape)",
    "scale": "scale.reshape(shape)",
    "offset": "offset.reshape(shape)",
    "to_last": "jnp.moveaxis(x, axis, -1)",
    "from_last": "jnp.moveaxis(x, -1, axis)",
    "shape": "x.shape",
    "grouped": "x.reshape(shape[0], -1, groups, shape[-1] // groups)",
    "ungrouped": "({normalized}).reshape(shape)",
}
_WORDS = {
    "jax": _NUMPY_LIKE,
    "numpy": _NUMPY_LIKE
    | {
        "constant_mean": "mean",
        "constant_new": "new",
        "normalized": "(x - mean) / np.sqrt(variance + eps)",
        "factor": "(1 / np.sqrt(variance + eps)).reshape(shape)",
        "to_last": "np.moveaxis(x, axis, -1)",
        "from_last": "np.moveaxis(x, -1, axis)",
    },
    "torch": _NUMPY_LIKE
    | {
        "moments": "x.mean(axes), x.var(axes, correction=0)",
        "kept_moments": "x.mean(axes, keepdim=True), x.var(axes, correction=0, keepdim=True)",
        "normalized": "(x - mean) * torch.rsqrt(variance + eps)",
        "count": "x.numel() // x.shape[axis]",
        "constant_mean": "mean.detach()",
        "constant_new": "new.detach()",
        "factor": "torch.rsqrt(variance + eps).reshape(shape)",
    },
    "tensorflow": {
        "rank": "len(x.shape)",
        "moments": "tf.nn.moments(x, axes)",
        "kept_moments": "tf.nn.moments(x, axes, keepdims=True)",
        "count": "tf.cast(tf.size(x) / tf.size(mean), x.dtype)",
        "constant_mean": "tf.stop_gradient(mean)",
        "constant_new": "tf.stop_gradient(new)",
        "normalized": "(x - mean) * tf.math.rsqrt(variance + eps)",
        "factor": "tf.reshape(tf.math.rsqrt(variance + eps), shape)",
        "mean": "tf.reshape(mean, shape)",
        "scale": "tf.reshape(scale, shape)",
        "offset": "tf.reshape(offset, shape)",
        "to_last": "tf.experimental.numpy.moveaxis(x, axis, -1)",
        "from_last": "tf.experimental.numpy.moveaxis(x, -1, axis)",
        "shape": "tf.shape(x)",
        "grouped": "tf.reshape(x, (shape[0], -1, groups, x.shape[-1] // groups))",
        "ungrouped": "tf.reshape({normalized}, shape)",
    },
}


def norms(target: str) -> dict[str, str]:
    """Return the functions for a target."""
    found = {"batch_norm": _BATCH_NORM, "layer_norm": _LAYER_NORM, "group_norm": _GROUP_NORM}
    return filled(found, dict(reversed(_WORDS[target].items())))
