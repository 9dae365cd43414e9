"""Source for NumPy: plain classes, for inference."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit import control, random, resizing
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.functions import attention, batch_norm, group_norm, norm, softmax
from ivy.graph.emit.norms import norms
from ivy.graph.emit.numpy_like import table
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.target import Target
from ivy.graph.emit.text import ATOM, PLUS, TIMES, Expr, literal
from ivy.graph.emit.windows import bias_index, convolution, filter_axes, pooling, spread_padding

_FUNCTIONS = {
    **norms("numpy"),
    **control.FUNCTIONS["numpy"],
    **resizing.functions("numpy"),
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


def _turned(x: str, last: bool, back: bool = False) -> str:
    """Return an image with channels first that has them last, or the way back."""
    if not last:
        return x
    return f"np.moveaxis({x}, 1, -1)" if back else f"np.moveaxis({x}, -1, 1)"


def _conv(call: Call) -> Expr:
    found = convolution(call)
    dims = found.dims
    x, kernel = _turned(call.text("x"), found.channel_last), call.text("filters", ATOM)
    if found.filters_last:
        kernel = f"{kernel}.transpose{filter_axes(dims, True)}"
    strides, pads, gaps = found.strides, found.pads, found.x_dilations
    if call.op == "conv_general_transpose":
        if found.groups != 1:
            raise NoLine(f"{call.op}: groups")
        # A transposed convolution is one over an image with gaps, with the kernel turned around.
        kernel = f"np.flip({kernel}.swapaxes(0, 1), {tuple(range(2, dims + 2))})"
        strides, pads, gaps = (1,) * dims, spread_padding(found), found.strides
    if set(gaps) != {1}:
        call.use("spread")
        x = f"spread({x}, {call.of(gaps, 'gaps').text})"
    call.use("convolve")
    parts = [x, kernel, call.of(strides, "stride").text, call.of(pads, "padding").text]
    parts.append(call.of(found.dilations, "dilation").text)
    if found.groups != 1:
        parts.append(call.of(found.groups, "groups").text)
    made = _turned(f"convolve({', '.join(parts)})", found.channel_last, back=True)
    if "bias" not in call.given:
        return Expr(made)
    index = bias_index(dims, found.channel_last)
    return Expr(f"{made} + {call.text('bias', ATOM)}{index}", PLUS)


def _pool(call: Call) -> Expr:
    found = pooling(call)
    given = [_turned(call.text("x"), found.last)]
    numbers = (found.kernel, found.strides, found.pads, found.dilations)
    given += [call.of(n, "window").text for n in numbers]
    function = "max_pool" if call.op.startswith("max") else "sum_pool"
    if function == "sum_pool" and found.divisor is None:
        function = "avg_pool"
    call.use(function)
    made = _turned(f"{function}({', '.join(given)})", found.last, back=True)
    if function == "sum_pool" and found.divisor != 1:
        return Expr(f"{made} / {found.divisor}", TIMES)
    return Expr(made)


def _dropout(call: Call) -> Expr:
    call.use("dropout")
    rate = call.of(call.known("prob"), "rate").text
    training = call.text("training") if "training" in call.given else "True"
    if shape := random.noise_shape(call):
        x = call.shared("x").text
        return Expr(f"{x} * dropout(np.ones({shape}, {x}.dtype), {rate}, {training})", TIMES)
    return Expr(f"dropout({call.text('x')}, {rate}, {training})")


_TABLE: dict[str, Any] = {
    **table("np"),
    **control.LINES,
    **random.LINES,
    **resizing.LINES,
    "softmax": softmax(""),
    "log_softmax": softmax(""),
    "sigmoid": "sigmoid({x})",
    "erf": "erf({x})",
    "gelu": "gelu({x}<, approximate={approximate}>)",
    "silu": "{x*} * sigmoid({x})",
    "softplus": "np.logaddexp({x}, 0)",
    "relu6": "np.clip({x}, 0, 6)",
    "hardswish": "{x*} * np.clip({x+} + 3, 0, 6) / 6",
    "softsign": "{x} / (1 + np.abs({x}))",
    "logsigmoid": "-np.logaddexp(-{input-}, 0)",
    "mish": "{x*} * np.tanh(np.logaddexp({x}, 0))",
    "top_k": "top_k({x}, {k}<, axis={axis}><, largest={largest}>)",
    "complex": "complex_of({real}, {imag})",
    "unsorted_segment_sum": "segment_sum({data}, {segment_ids}, {num_segments})",
    "elu": "np.where({x} > 0, {x}, {alpha!} * np.expm1({x}))",
    "set_item": "with_item({x}, {query}, {val})",
    "leaky_relu": "np.where({x} > 0, {x}, {alpha!} * {x})",
    "scaled_dot_product_attention": attention,
    "conv_general_dilated": _conv,
    "conv_general_transpose": _conv,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
    "layer_norm": norm,
    "rms_norm": norm,
    "batch_norm": batch_norm,
    "group_norm": group_norm,
    "dropout": _dropout,
    "stop_gradient": lambda c: c.expr("x"),
    "rsqrt": "1 / np.sqrt({x})",
    "lstm": recurrent,
    "gru": recurrent,
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


class NumPy(Target):
    """Plain classes."""

    name, namespace, safetensors = "numpy", "np", "numpy"
    lower = "np.tril({})"
    implied = ("int64", "float64", "bool")
    super_init = ""
    table = _TABLE
    functions = _FUNCTIONS
    layers = LAYERS
    reserved = frozenset(("load_weights", *dir(object)))
    imports = {  # noqa: RUF012
        "np": "import numpy as np",
        "math": "import math",
        "ml_dtypes": "import ml_dtypes",
    }

    def dtype(self, name: str) -> str:
        """Return the source of a dtype."""
        if name == "bfloat16":
            return "ml_dtypes.bfloat16"
        return "bool" if name == "bool" else f"np.{name}"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a weight is made."""
        return value or f"np.zeros({shape}, {self.dtype(dtype)})"

    def loading(self, emitter: Any) -> list[str]:
        """Return the statements that load weights."""
        emitter.templates.setdefault("arrays_in", ARRAYS_IN)
        printed = list(map(emitter.attributes, emitter.printed_buffers()))
        check = f"    if name in weights or name not in {literal(printed)}:"
        return [
            "for name, holder, key in arrays_in(vars(self)):",
            *([check] if printed else []),
            f"{'    ' if printed else ''}    holder[key] = weights[name]",
        ]
