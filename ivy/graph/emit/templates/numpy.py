"""Functions and layers of NumPy."""

from __future__ import annotations

from ivy.graph.emit.templates import control, resizing
from ivy.graph.emit.templates.norms import norms
from ivy.graph.emit.templates.recurrent import recurrent

FUNCTIONS = {
    **norms("numpy"),
    **control.FUNCTIONS["numpy"],
    **resizing.functions("numpy"),
    **recurrent("numpy"),
    "generator": """
generator = np.random.default_rng()  # where random numbers come from
""",
    "softmax": """
def softmax(x, axis=-1):
    x = np.exp(x - x.max(axis, keepdims=True))
    return x / x.sum(axis, keepdims=True)
""",
    "log_softmax": """
def log_softmax(x, axis=-1):
    x = x - x.max(axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis, keepdims=True))
""",
    "sigmoid": """
def sigmoid(x):
    return (1 + np.tanh(x / 2)) / 2
""",
    "erf": """
def erf(x):
    return np.vectorize(math.erf, otypes=[x.dtype])(x)
""",
    "gelu": """
def gelu(x, approximate=False):
    if approximate:
        return x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2
    return x * (1 + erf(x / math.sqrt(2))) / 2
""",
    "rms_norm": """
def rms_norm(x, weight=None, eps=1e-6):
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)
    return x if weight is None else x * weight
""",
    "attention": """
def attention(
    query, key, value, mask=None, bias=None, is_causal=False, scale=None, dropout_rate=0.0
):
    scores = query @ key.mT * (query.shape[-1] ** -0.5 if scale is None else scale)
    scores = scores if bias is None else scores + bias
    if is_causal:
        causal = np.tril(np.ones(scores.shape[-2:], dtype=bool))
        mask = causal if mask is None else mask & causal
    if mask is not None:
        scores = np.where(mask, scores, np.finfo(scores.dtype).min)
    return dropout(softmax(scores), dropout_rate, True) @ value
""",
    "windows_of": """
def windows_of(x, kernel, stride, padding, dilation, fill=0.0):
    # All windows of images with channels first; their axes come last.
    x = np.pad(x, ((0, 0), (0, 0), *padding), constant_values=fill)
    size = tuple(d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True))
    x = np.lib.stride_tricks.sliding_window_view(x, size, axis=tuple(range(2, x.ndim)))
    steps = (slice(None, None, s) for s in (*stride, *dilation))
    return x[(slice(None), slice(None), *steps)]
""",
    "convolve": """
def convolve(x, kernel, stride, padding, dilation, groups=1):
    # Images have their channels first, the kernel is [out, in, *sizes].
    x = windows_of(x, kernel.shape[2:], stride, padding, dilation)
    x = x.reshape(x.shape[0], groups, -1, *x.shape[2:])
    kernel = kernel.reshape(groups, -1, *kernel.shape[1:])
    spatial, inner = "uvw"[: len(stride)], "xyz"[: len(stride)]
    x = np.einsum(f"ngc{spatial}{inner},goc{inner}->ngo{spatial}", x, kernel, optimize=True)
    return x.reshape(x.shape[0], -1, *x.shape[3:])
""",
    "spread": """
def spread(x, steps):
    # Zeros between the elements of images with channels first.
    sizes = ((n - 1) * s + 1 for n, s in zip(x.shape[2:], steps, strict=True))
    result = np.zeros((*x.shape[:2], *sizes), x.dtype)
    result[(slice(None), slice(None), *(slice(None, None, s) for s in steps))] = x
    return result
""",
    "max_pool": """
def max_pool(x, kernel, stride, padding, dilation):
    axes = tuple(range(-len(kernel), 0))
    return windows_of(x, kernel, stride, padding, dilation, -np.inf).max(axes)
""",
    "sum_pool": """
def sum_pool(x, kernel, stride, padding, dilation):
    axes = tuple(range(-len(kernel), 0))
    return windows_of(x, kernel, stride, padding, dilation).sum(axes)
""",
    "avg_pool": """
def avg_pool(x, *window):
    # Padding does not count.
    return sum_pool(x, *window) / sum_pool(np.ones_like(x), *window)
""",
    "take_or_nan": """
def take_or_nan(x, index, axis):
    inside = (index >= -x.shape[axis]) & (index < x.shape[axis])
    found = x.take(np.where(inside, index, 0), axis)
    inside = np.reshape(inside, np.shape(inside) + (1,) * (x.ndim - axis - 1))
    return np.where(inside, found, np.array(np.nan, x.dtype))
""",
    "put_along": """
def put_along(x, index, values, axis, combine=None):
    places = list(np.indices(index.shape, sparse=True))
    places[axis] = index
    x = x.copy()
    if combine is None:
        x[tuple(places)] = values
    else:
        combine.at(x, tuple(places), values)
    return x
""",
    "descending": """
def descending(x, axis=-1):
    # The order from the largest to the smallest; equal ones keep theirs.
    order = np.argsort(np.flip(x, axis), axis, kind="stable")
    return x.shape[axis] - 1 - np.flip(order, axis)
""",
    "top_k": """
def top_k(x, k, axis=-1, largest=True):
    order = descending(x, axis) if largest else np.argsort(x, axis, kind="stable")
    order = order.take(np.arange(k), axis)
    return np.take_along_axis(x, order, axis), order
""",
    "segment_sum": """
def segment_sum(rows, segments, count):
    total = np.zeros((count, *rows.shape[1:]), rows.dtype)
    np.add.at(total, segments, rows)
    return total
""",
    "complex_of": """
def complex_of(real, imag):
    made = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), np.result_type(real, 1j))
    made.real, made.imag = real, imag
    return made
""",
    "scatter_sum": """
def scatter_sum(index, rows, shape):
    total = np.zeros(shape, rows.dtype)
    np.add.at(total, tuple(np.moveaxis(index, -1, 0)), rows)
    return total
""",
    "with_item": """
def with_item(x, index, value):
    x = x.copy()
    x[index] = value
    return x
""",
    "dropout": """
def dropout(x, rate, training):
    if not training or rate == 0:
        return x
    dropped = generator.random(x.shape) < rate
    return np.where(dropped, 0, x / (1 - rate)).astype(x.dtype)
""",
}

LAYERS = {
    "Linear": """
class Linear:
    def __init__(self, in_features, out_features, bias=True):
        self.weight = np.zeros((out_features, in_features), np.float32)
        self.bias = np.zeros(out_features, np.float32) if bias else None

    def __call__(self, x):
        x = x @ self.weight.T
        return x if self.bias is None else x + self.bias
""",
    "Embedding": """
class Embedding:
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None):
        self.weight = np.zeros((num_embeddings, embedding_dim), np.float32)

    def __call__(self, indices):
        return self.weight[indices]
""",
    "LayerNorm": """
class LayerNorm:
    def __init__(self, normalized_shape, eps=1e-5):
        self.weight = np.ones(normalized_shape, np.float32)
        self.bias = np.zeros(normalized_shape, np.float32)
        self.eps = eps

    def __call__(self, x):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + self.eps) * self.weight + self.bias
""",
    "Conv": """
class Conv{n}d:
    def __init__{conv_arguments}:
        {per_axis}
        self.weight = np.zeros(shape, np.float32)
        self.bias = np.zeros(out_channels, np.float32) if bias else None
        self.stride, self.dilation, self.groups = per_axis(stride), per_axis(dilation), groups
        self.padding = tuple((p, p) for p in per_axis(padding))

    def __call__(self, x):
        x = convolve(x, self.weight, self.stride, self.padding, self.dilation, self.groups)
        return x if self.bias is None else x + self.bias{index}
""",
    "BatchNorm": """
class BatchNorm{n}d:
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        self.weight = np.ones(num_features, np.float32)
        self.bias = np.zeros(num_features, np.float32)
        self.running_mean = np.zeros(num_features, np.float32)
        self.running_var = np.ones(num_features, np.float32)
        self.num_batches_tracked = np.zeros((), np.int64)
        self.eps, self.momentum = eps, momentum

    def __call__(self, x, training=False):
        axes = (0, *range(2, x.ndim))
        mean, variance = self.running_mean, self.running_var
        if training:
            mean, variance = x.mean(axes), x.var(axes)
            count = x.size // x.shape[1]
            unbiased = variance * np.float32(count / (count - 1))
            self.running_mean = self.running_mean + self.momentum * (mean - self.running_mean)
            self.running_var = self.running_var + self.momentum * (unbiased - self.running_var)
            self.num_batches_tracked = self.num_batches_tracked + 1
        shape = (-1, *(1,) * (x.ndim - 2))
        scale = self.weight / np.sqrt(variance + self.eps)
        return (x - mean.reshape(shape)) * scale.reshape(shape) + self.bias.reshape(shape)
""",
}
"""Layers with the weights of torch.nn."""

ARRAYS_IN = '''
def arrays_in(holder, prefix=""):
    """Yield name, container and key of every array below a module."""
    items = enumerate(holder) if isinstance(holder, list) else holder.items()
    for key, value in list(items):
        if isinstance(value, np.ndarray):
            yield f"{prefix}{key}", holder, key
        elif isinstance(value, (list, dict)):
            yield from arrays_in(value, f"{prefix}{key}.")
        elif hasattr(value, "__dict__"):
            yield from arrays_in(vars(value), f"{prefix}{key}.")
'''
