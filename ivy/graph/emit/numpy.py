"""Source for NumPy: plain classes, for inference."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.indexing import square
from ivy.graph.emit.jax import template
from ivy.graph.emit.layers import even_padding, known_layer, last_axis_norm
from ivy.graph.emit.numpy_like import table
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.target import Target, array_literal, renaming
from ivy.graph.emit.text import TIMES, Expr, literal

_FUNCTIONS = {
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
    "layer_norm": """
def layer_norm(x, weight=None, bias=None, eps=1e-5):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    x = x if weight is None else x * weight
    return x if bias is None else x + bias
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
    "max_pool": """
def max_pool(x, kernel, stride, padding):
    axes = tuple(range(2, x.ndim))
    padding = ((0, 0), (0, 0), *((p, p) for p in padding))
    x = np.pad(x, padding, constant_values=-np.inf)
    x = np.lib.stride_tricks.sliding_window_view(x, kernel, axis=axes)
    x = x[(slice(None), slice(None), *(slice(None, None, s) for s in stride))]
    return x.max(tuple(range(-len(axes), 0)))
""",
    "dropout": """
def dropout(x, rate, training):
    if not training or rate == 0:
        return x
    dropped = np.random.default_rng().random(x.shape) < rate
    return np.where(dropped, 0, x / (1 - rate)).astype(x.dtype)
""",
}
_NEEDS = {"gelu": ["erf"], "attention": ["softmax", "dropout"]}


def use(call: Call, name: str) -> None:
    """Add a function, and those it needs, to the source."""
    for needed in _NEEDS.get(name, ()):
        use(call, needed)
    call.body.emitter.templates.setdefault(name, _FUNCTIONS[name])


def _softmax(call: Call) -> Expr:
    axis = call.known("axis")
    use(call, call.op)
    extra = "" if axis in (None, -1) else f", {call.text('axis')}"
    return Expr(f"{call.op}({call.text('x')}{extra})")


def _function(call: Call) -> Expr:
    use(call, call.op)
    return Expr(f"{call.op}({call.text('x')})")


def _gelu(call: Call) -> Expr:
    use(call, "gelu")
    extra = ", approximate=True" if call.known("approximate") else ""
    return Expr(f"gelu({call.text('x')}{extra})")


def _norm(call: Call) -> Expr:
    given = last_axis_norm(call)
    use(call, call.op)
    return Expr(f"{call.op}({', '.join(given)})")


def _silu(call: Call) -> Expr:
    use(call, "sigmoid")
    x = call.shared("x").text
    return Expr(f"{x} * sigmoid({x})", TIMES)


def _attention(call: Call) -> Expr:
    if "mask" in call.given and getattr(call.given["mask"], "dtype", None) != "bool":
        raise NoLine("scaled_dot_product_attention: a mask of numbers")
    use(call, "attention")
    parts = [call.text(name) for name in ("query", "key", "value")]
    if "mask" in call.given:
        parts.append(f"mask={call.text('mask')}")
    if "bias" in call.given:
        parts.append(f"bias={call.text('bias')}")
    if call.known("is_causal"):
        parts.append("is_causal=True")
    if "scale" in call.given:
        parts.append(f"scale={call.text('scale')}")
    if rate := call.known("dropout_p"):
        training = call.text("training") if "training" in call.given else "False"
        parts.append(f"dropout_rate={call.of(rate, 'rate').text} if {training} else 0.0")
    call.get("training")
    return Expr(f"attention({', '.join(parts)})")


def _pool(call: Call) -> Expr:
    dims = int(call.op[-2])
    letters = "DHW"[3 - dims :]
    if call.known("data_format") not in (f"NC{letters}", "NCS", "channel_first"):
        raise NoLine("channels that come last")
    if call.known("ceil_mode") or square(call.known("dilation")) != 1:
        raise NoLine("another kind of pooling")

    def axes(value: Any) -> tuple[int, ...]:
        return tuple(value) if isinstance(value, tuple) else (value,) * dims

    use(call, "max_pool")
    kernel, stride = axes(square(call.known("kernel"))), axes(square(call.known("strides")))
    padding = axes(even_padding(call.known("padding"), dims))
    given = ", ".join(call.of(x, "size").text for x in (kernel, stride, padding))
    return Expr(f"max_pool({call.text('x')}, {given})")


def _dropout(call: Call) -> Expr:
    use(call, "dropout")
    rate = call.of(call.known("prob"), "rate").text
    training = call.text("training") if "training" in call.given else "True"
    return Expr(f"dropout({call.text('x')}, {rate}, {training})")


def _stop_gradient(call: Call) -> Expr:
    return call.expr("x")


def _rsqrt(call: Call) -> Expr:
    return Expr(f"1 / np.sqrt({call.text('x')})", TIMES)


def _leaky_relu(call: Call) -> Expr:
    alpha = call.of(call.get("alpha"), "alpha").text
    x = call.shared("x").text
    return Expr(f"np.where({x} > 0, {x}, {alpha} * {x})")


_TABLE: dict[str, Any] = {
    **table("np"),
    "softmax": _softmax,
    "log_softmax": _softmax,
    "sigmoid": _function,
    "erf": _function,
    "gelu": _gelu,
    "silu": _silu,
    "softplus": "np.logaddexp({x}, 0)",
    "leaky_relu": _leaky_relu,
    "scaled_dot_product_attention": _attention,
    **{f"max_pool{n}d": _pool for n in (1, 2, 3)},
    "layer_norm": _norm,
    "rms_norm": _norm,
    "dropout": _dropout,
    "stop_gradient": _stop_gradient,
    "rsqrt": _rsqrt,
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
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
    ):
        def per_axis(value):
            return value if isinstance(value, tuple) else (value,) * {n}

        self.kernel = per_axis(kernel_size)
        shape = (out_channels, in_channels // groups, *self.kernel)
        self.weight = np.zeros(shape, np.float32)
        self.bias = np.zeros(out_channels, np.float32) if bias else None
        self.stride, self.padding = per_axis(stride), per_axis(padding)
        self.dilation, self.groups = per_axis(dilation), groups

    def __call__(self, x):
        x = np.pad(x, ((0, 0), (0, 0), *((p, p) for p in self.padding)))
        size = tuple(d * (k - 1) + 1 for d, k in zip(self.dilation, self.kernel, strict=True))
        axes = tuple(range(2, x.ndim))
        x = np.lib.stride_tricks.sliding_window_view(x, size, axis=axes)
        steps = (slice(None, None, s) for s in (*self.stride, *self.dilation))
        x = x[(slice(None), slice(None), *steps)]
        x = x.reshape(x.shape[0], self.groups, -1, *x.shape[2:])
        weight = self.weight.reshape(self.groups, -1, *self.weight.shape[1:])
        spatial, inner = "uvw"[:{n}], "xyz"[:{n}]
        formula = f"ngc{spatial}{inner},goc{inner}->ngo{spatial}"
        x = np.einsum(formula, x, weight, optimize=True)
        x = x.reshape(x.shape[0], -1, *x.shape[3:])
        return x if self.bias is None else x + self.bias[{index}]
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

    name = "numpy"
    super_init = ""
    table = _TABLE
    layers = LAYERS
    reserved = frozenset(("load_weights", *dir(object)))
    imports = {"np": "import numpy as np", "math": "import math"}  # noqa: RUF012

    def dtype(self, name: str) -> str:
        """Return the source of a dtype."""
        if name == "bfloat16":
            raise NoLine("bfloat16, which NumPy has not")
        return "bool" if name == "bool" else f"np.{name}"

    def array(self, x: Any) -> str:
        """Return a small array."""
        plain = {"int64": "", "float64": "", "bool": ""}
        dtype = plain.get(x.dtype.name, f", dtype={self.dtype(x.dtype.name)}")
        return f"np.array({array_literal(x)}{dtype})"

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return an array of equal numbers."""
        return f"np.full({shape}, {literal(value)}, dtype={self.dtype(dtype)})"

    def counted(self, size: int, dtype: str) -> str:
        """Return the numbers from 0."""
        return f"np.arange({size}{'' if dtype == 'int64' else f', dtype={self.dtype(dtype)}'})"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a weight is made."""
        return value or f"np.zeros({shape}, {self.dtype(dtype)})"

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return a layer with the weights of torch.nn."""
        found = known_layer(module, emitter)
        return None if found is None else template(found, emitter, self.layers)

    def loader(self, emitter: Any) -> list[str]:
        """Return the method that loads weights."""
        emitter.templates.setdefault("arrays_in", ARRAYS_IN)
        printed = emitter.printed_buffers()
        check = f"        if name in weights or name not in {literal(printed)}:"
        return [
            "def load_weights(self, path):",
            '    """Load weights from a safetensors file by their names; it may hold more."""',
            "    from safetensors.numpy import load_file",
            "",
            "    weights = load_file(path)",
            *renaming(emitter),
            "    for name, holder, key in arrays_in(vars(self)):",
            *([check] if printed else []),
            f"{'    ' if printed else ''}        holder[key] = weights[name]",
        ]
