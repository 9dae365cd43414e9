"""Functions and layers of TensorFlow."""

from __future__ import annotations

from ivy.graph.emit.templates import control, resizing
from ivy.graph.emit.templates.norms import norms
from ivy.graph.emit.templates.recurrent import recurrent

FUNCTIONS = {
    **norms("tensorflow"),
    **control.FUNCTIONS["tensorflow"],
    **resizing.functions("tensorflow"),
    **recurrent("tensorflow"),
    "variance": """
def variance(x, axis=None, correction=0, keepdims=False):
    mean = tf.reduce_mean(x, axis, keepdims=True)
    count = tf.cast(tf.size(x) / tf.size(mean), x.dtype)
    return tf.reduce_sum((x - mean) ** 2, axis, keepdims) / tf.maximum(count - correction, 0)
""",
    "put_along": """
def put_along(x, index, values, axis, combine=tf.tensor_scatter_nd_update):
    places = tf.meshgrid(*(tf.range(n) for n in tf.unstack(tf.shape(index))), indexing="ij")
    places[axis] = tf.cast(index, tf.int32)
    return combine(x, tf.stack(places, -1), values)
""",
    "take_or_nan": """
def take_or_nan(x, index, axis):
    size = tf.cast(tf.shape(x)[axis], index.dtype)
    inside = (index >= -size) & (index < size)
    found = tf.gather(x, tf.where(inside, index, 0) % size, axis=axis)
    for _ in range(len(x.shape) - axis - 1):
        inside = inside[..., None]
    return tf.where(inside, found, tf.constant(float("nan"), x.dtype))
""",
    "with_item": """
def with_item(x, index, value, axis=None):
    places = tf.reshape(tf.range(tf.size(x)), tf.shape(x))
    places = places[index] if axis is None else pick(places, *index, axis=axis)
    value = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat, places = tf.reshape(x, (-1,)), tf.reshape(places, (-1, 1))
    flat = tf.tensor_scatter_nd_update(flat, places, tf.reshape(value, (-1,)))
    return tf.reshape(flat, tf.shape(x))
""",
    "attention": """
def attention(
    query, key, value, mask=None, bias=None, is_causal=False, scale=None, dropout_rate=0.0
):
    scores = tf.matmul(query, key, transpose_b=True)
    scores *= query.shape[-1] ** -0.5 if scale is None else scale
    scores = scores if bias is None else scores + bias
    if is_causal:
        causal = tf.linalg.band_part(tf.ones(scores.shape[-2:], tf.bool), -1, 0)
        mask = causal if mask is None else mask & causal
    if mask is not None:
        scores = tf.where(mask, scores, scores.dtype.min)
    weights = tf.nn.softmax(scores)
    return tf.matmul(tf.nn.dropout(weights, dropout_rate) if dropout_rate else weights, value)
""",
    "rms_norm": """
def rms_norm(x, weight=None, eps=1e-6):
    x = x * tf.math.rsqrt(tf.reduce_mean(x**2, -1, keepdims=True) + eps)
    return x if weight is None else x * weight
""",
    "convolve": """
def convolve(x, kernel, stride, padding, dilation, groups=1):
    # Images have their channels last, the kernel is [*sizes, in, out].
    x = tf.pad(x, ((0, 0), *padding, (0, 0)))
    if max(stride) > 1 and max(dilation) > 1:  # not in one step
        every = convolve(x, kernel, (1,) * len(stride), ((0, 0),) * len(stride), dilation, groups)
        return every[:, *(slice(None, None, step) for step in stride)]
    if groups == 1:
        return tf.nn.convolution(x, kernel, stride, "VALID", dilations=dilation)
    if groups == x.shape[-1] and len(stride) == 2 and stride[0] == stride[1] == max(dilation):
        kernel = tf.reshape(kernel, (*kernel.shape[:2], groups, -1))
        return tf.nn.depthwise_conv2d(x, kernel, (1, *stride, 1), "VALID")
    pairs = zip(tf.split(x, groups, -1), tf.split(kernel, groups, -1), strict=True)
    parts = (tf.nn.convolution(a, b, stride, "VALID", dilations=dilation) for a, b in pairs)
    return tf.concat(list(parts), -1)
""",
    "spread": """
def spread(x, steps):
    # Zeros between the elements of images with channels last.
    for axis, step in enumerate(steps, 1):
        rows = tf.stack([x, *[tf.zeros_like(x)] * (step - 1)], axis + 1)
        shape = [-1, *x.shape[1:]]
        shape[axis] *= step
        x = tf.reshape(rows, shape)
        x = tf.split(x, [shape[axis] - step + 1, step - 1], axis)[0]
    return x
""",
    "pick": '''
def pick(x, *indices, axis=0):
    """Return x[:, :, *indices] for arrays of indices, one for each axis from `axis` on."""
    sizes = tf.unstack(tf.shape(x))
    flat = 0
    for size, index in zip(sizes[axis:], indices):
        index = tf.cast(index, size.dtype)
        flat = flat * size + tf.where(index < 0, index + size, index)
    x = tf.reshape(x, [*sizes[:axis], -1, *sizes[axis + len(indices) :]])
    return tf.gather(x, flat, axis=axis)
''',
}

LAYERS = {
    "Linear": """
class Linear(keras.layers.Layer):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__(autocast=False)
        self.weight = self.add_weight(shape=(out_features, in_features))
        self.bias = self.add_weight(shape=(out_features,)) if bias else None

    def call(self, x):
        x = tf.matmul(x, self.weight, transpose_b=True)
        return x if self.bias is None else x + self.bias
""",
    "Embedding": """
class Embedding(keras.layers.Layer):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None):
        super().__init__(autocast=False)
        self.weight = self.add_weight(shape=(num_embeddings, embedding_dim))
        self.padding_idx = padding_idx

    def call(self, indices):
        rows = tf.gather(self.weight, indices)
        if self.padding_idx is None:
            return rows
        # The row for padding is not trained.
        return tf.where((indices == self.padding_idx)[..., None], tf.stop_gradient(rows), rows)
""",
    "LayerNorm": """
class LayerNorm(keras.layers.Layer):
    def __init__(self, normalized_shape, eps=1e-5):
        super().__init__(autocast=False)
        self.weight = self.add_weight(shape=(normalized_shape,), initializer="ones")
        self.bias = self.add_weight(shape=(normalized_shape,), initializer="zeros")
        self.eps = eps

    def call(self, x):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, self.bias, self.weight, self.eps)
""",
    "Conv": """
class Conv{n}d(keras.layers.Layer):
    def __init__{conv_arguments}:
        super().__init__(autocast=False)

        {per_axis}
        self.weight = self.add_weight(shape=shape)
        self.bias = self.add_weight(shape=(out_channels,)) if bias else None
        self.stride, self.dilation, self.groups = per_axis(stride), per_axis(dilation), groups
        self.padding = tuple((p, p) for p in per_axis(padding))

    def call(self, x):
        # TensorFlow computes convolutions with the channels last on CPUs.
        x, kernel = tf.transpose(x, {to_last}), tf.transpose(self.weight, {filter_axes})
        x = convolve(x, kernel, self.stride, self.padding, self.dilation, self.groups)
        x = x if self.bias is None else x + self.bias
        return tf.transpose(x, {to_first})
""",
    "BatchNorm": """
class BatchNorm{n}d(keras.layers.Layer):
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        super().__init__(autocast=False)
        shape = (num_features,)
        self.weight = self.add_weight(shape=shape, initializer="ones")
        self.bias = self.add_weight(shape=shape, initializer="zeros")
        self.running_mean = self.add_weight(shape=shape, initializer="zeros", trainable=False)
        self.running_var = self.add_weight(shape=shape, initializer="ones", trainable=False)
        self.num_batches_tracked = self.add_weight(
            shape=(), initializer="zeros", dtype="int64", trainable=False
        )
        self.eps, self.momentum = eps, momentum

    def call(self, x, training=False):
        mean, variance = self.running_mean, self.running_var
        if training:
            mean, variance = tf.nn.moments(x, [0, *range(2, len(x.shape))])
            count = tf.cast(tf.size(x) / x.shape[1], x.dtype)
            unbiased = variance * count / (count - 1)
            self.running_mean.assign_add(self.momentum * (mean - self.running_mean))
            self.running_var.assign_add(self.momentum * (unbiased - self.running_var))
            self.num_batches_tracked.assign_add(1)
        shape = (-1, *(1,) * (len(x.shape) - 2))
        scale = self.weight * tf.math.rsqrt(variance + self.eps)
        shift = self.bias - mean * scale
        return x * tf.reshape(scale, shape) + tf.reshape(shift, shape)
""",
}
"""Layers with the weights of torch.nn."""

WEIGHTS_IN = '''
def weights_in(holder, prefix=""):
    """Yield name and variable of every weight below a layer."""
    items = enumerate(holder) if isinstance(holder, list) else holder.items()
    for key, value in items:
        if isinstance(value, keras.Variable):
            yield f"{prefix}{key}", value
        elif str(key).startswith("_"):
            continue
        elif isinstance(value, (list, dict)):
            yield from weights_in(value, f"{prefix}{key}.")
        elif isinstance(value, keras.layers.Layer):
            yield from weights_in(vars(value), f"{prefix}{key}.")
'''
