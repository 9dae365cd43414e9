"""Source for TensorFlow: Keras layers."""

from __future__ import annotations

import math
from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.indexing import expand_dims, get_item, square
from ivy.graph.emit.jax import template
from ivy.graph.emit.layers import even_padding, known_layer, last_axis_norm
from ivy.graph.emit.operators import OPERATORS, on_booleans
from ivy.graph.emit.readable import KEEP
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.target import Target, array_literal, renaming
from ivy.graph.emit.text import POWER, TIMES, UNARY, Expr, literal
from ivy.graph.ir import Value

_FUNCTIONS = {
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
    "layer_norm": """
def layer_norm(x, weight=None, bias=None, eps=1e-5):
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    return tf.nn.batch_normalization(x, mean, variance, bias, weight, eps)
""",
    "rms_norm": """
def rms_norm(x, weight=None, eps=1e-6):
    x = x * tf.math.rsqrt(tf.reduce_mean(x**2, -1, keepdims=True) + eps)
    return x if weight is None else x * weight
""",
}


def _use(call: Call, name: str) -> None:
    call.body.emitter.templates.setdefault(name, _FUNCTIONS[name])


def _size(call: Call) -> Expr:
    return Expr(f"tf.shape({call.text('x')})[{call.text('axis')}]")


def _shape(call: Call, shape: Any) -> str:
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    return call.of(tuple(shape), "size").text


def _reshape(call: Call) -> Expr:
    return Expr(f"tf.reshape({call.text('x')}, {_shape(call, call.get('shape'))})")


def _broadcast_to(call: Call) -> Expr:
    shape = call.get("shape")
    if KEEP not in shape:
        return Expr(f"tf.broadcast_to({call.text('x')}, {_shape(call, shape)})")
    x = call.shared("x").text
    skipped = len(shape) - call.ndim("x")
    sizes = [
        f"tf.shape({x})[{i - skipped}]" if size == KEEP else call.of(size, "size").text
        for i, size in enumerate(shape)
    ]
    return Expr(f"tf.broadcast_to({x}, ({', '.join(sizes)}))")


def _reduce(name: str) -> Any:
    def line(call: Call) -> Expr:
        parts = [call.text("x")]
        if call.known("axis") is not None:
            parts.append(call.text("axis"))
        if "dtype" in call.given:
            raise NoLine(f"{call.op}: dtype")
        if call.known("keepdims"):
            parts.append("keepdims=True")
        made = f"tf.{name}({', '.join(parts)})"
        if call.defaults.get("correction") is None or not call.known("correction"):
            return Expr(made)
        count, correction = _count(call), call.known("correction")
        if call.op == "std" or count <= correction:
            raise NoLine(f"{call.op}: correction")
        return Expr(f"{made} * {count / (count - correction)!r}", TIMES)

    return line


def _count(call: Call) -> int:
    """Return how many numbers are reduced to one."""
    shape, axis = call.given["x"].shape, call.known("axis")
    axes = (
        range(len(shape))
        if axis is None
        else (axis if isinstance(axis, (tuple, list)) else (axis,))
    )
    sizes = [shape[i] for i in axes]
    if None in sizes:
        raise NoLine(f"{call.op}: a size that is not known")
    return math.prod(sizes)


def _arange(call: Call) -> Expr:
    start, step = call.get("start"), call.get("step")
    parts = []
    if "stop" not in call.given:
        parts.append(call.text("start"))
    elif start == 0 and step == 1:
        parts.append(call.text("stop"))
    else:
        parts += [call.text("start"), call.text("stop")]
    if step != 1:
        parts.append(call.text("step"))
    call.taken.update(("start", "stop", "step"))
    if isinstance(call.given.get("stop"), Value):  # a size, whose dtype may be another
        made = f"tf.range({', '.join(parts)})"
        return Expr(f"tf.cast({made}, {call.text('dtype')})" if "dtype" in call.given else made)
    if "dtype" in call.given:
        parts.append(f"dtype={call.text('dtype')}")
    return Expr(f"tf.range({', '.join(parts)})")


def _linear(call: Call) -> Expr:
    if call.ndim("weight") != 2:
        raise NoLine("linear: several weights")
    product = f"tf.matmul({call.text('x')}, {call.text('weight')}, transpose_b=True)"
    if "bias" not in call.given:
        return Expr(product)
    return Expr(f"{product} + {call.text('bias', 9)}", 8)


def _get_item(call: Call) -> Expr:
    query = call.get("query")
    items = query if isinstance(query, tuple) else (query,)
    arrays = [item for item in items if isinstance(item, Value) and item.shape != ()]
    if not arrays:
        return get_item(call)
    if any(not isinstance(item, Value) for item in items):
        raise NoLine("get_item: arrays among other indices")
    if any(item.dtype == "bool" for item in arrays):
        raise NoLine("get_item: a mask")
    if len(items) == 1:
        return Expr(f"tf.gather({call.text('x')}, {call.of(items[0]).text})")
    listed = ", ".join(call.of(item).text for item in items)
    call.body.emitter.templates.setdefault("pick", _PICK)
    return Expr(f"pick({call.text('x')}, {listed})")


_PICK = '''
def pick(x, *indices):
    """Return x[indices] for arrays of indices, one for each of the first axes."""
    shape = functools.reduce(tf.broadcast_dynamic_shape, map(tf.shape, indices))
    return tf.gather_nd(x, tf.stack([tf.broadcast_to(i, shape) for i in indices], -1))
'''


def _full(call: Call) -> Expr:
    value = f"tf.constant({call.text('fill_value')}, {call.text('dtype')})"
    return Expr(f"tf.fill({_shape(call, call.get('shape'))}, {value})")


def _norm(call: Call) -> Expr:
    given = last_axis_norm(call)
    _use(call, call.op)
    return Expr(f"{call.op}({', '.join(given)})")


def _swapaxes(call: Call) -> Expr:
    rank = call.ndim("x")
    order = list(range(rank))
    one, two = call.known("axis0") % rank, call.known("axis1") % rank
    order[one], order[two] = order[two], order[one]
    return Expr(f"tf.transpose({call.text('x')}, {tuple(order)})")


def _squeeze(call: Call) -> Expr:
    axis = call.known("axis")
    extra = "" if axis is None else f", {call.text('axis')}"
    return Expr(f"tf.squeeze({call.text('x')}{extra})")


def _softmax(call: Call) -> Expr:
    axis = call.known("axis")
    extra = "" if axis in (None, -1) else f", {call.text('axis')}"
    return Expr(f"tf.nn.{call.op}({call.text('x')}{extra})")


def _gelu(call: Call) -> Expr:
    extra = ", approximate=True" if call.known("approximate") else ""
    return Expr(f"tf.nn.gelu({call.text('x')}{extra})")


def _pow(call: Call) -> Expr:
    if not isinstance(call.given["x1"], Value):
        return Expr(f"tf.pow({call.text('x1')}, {call.text('x2')})")
    return Expr(f"{call.text('x1', POWER + 1)} ** {call.text('x2', UNARY)}", POWER)


def _attention(call: Call) -> Expr:
    if "mask" in call.given and getattr(call.given["mask"], "dtype", None) != "bool":
        raise NoLine("scaled_dot_product_attention: a mask of numbers")
    _use(call, "attention")
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


def _dropout(call: Call) -> Expr:
    rate = call.of(call.known("prob"), "rate").text
    if "training" not in call.given:
        return Expr(f"tf.nn.dropout({call.text('x')}, {rate})")
    x = call.shared("x").text
    return Expr(f"tf.nn.dropout({x}, {rate}) if {call.text('training')} else {x}", 1)


def _pool(call: Call) -> Expr:
    dims = int(call.op[-2])
    letters = "DHW"[3 - dims :]
    last = call.known("data_format") in (f"N{letters}C", "NSC")
    if not last and call.known("data_format") not in (f"NC{letters}", "NCS"):
        raise NoLine("other axes")
    if call.known("ceil_mode") or square(call.known("dilation")) != 1:
        raise NoLine("another kind of pooling")
    kernel = call.of(square(call.known("kernel")), "kernel").text
    strides = call.of(square(call.known("strides")), "stride").text
    padding = call.known("padding")
    x = call.text("x")
    if not isinstance(padding, str):
        pads = even_padding(padding, dims)
        pads = pads if isinstance(pads, tuple) else (pads,) * dims
        if any(pads):
            sides = [(p, p) for p in pads]
            widths = [(0, 0), *sides, (0, 0)] if last else [(0, 0), (0, 0), *sides]
            x = f"tf.pad({x}, {widths}, constant_values=-math.inf)"
        padding = "VALID"
    word = f'"{padding.upper()}"'
    if last:
        return Expr(f"tf.nn.max_pool{dims}d({x}, {kernel}, {strides}, {word})")
    there = (0, *range(2, dims + 2), 1)
    back = (0, dims + 1, *range(1, dims + 1))
    pooled = f"tf.nn.max_pool{dims}d(tf.transpose({x}, {there}), {kernel}, {strides}, {word})"
    return Expr(f"tf.transpose({pooled}, {back})")


_ONE = (
    "exp sin cos tan tanh sqrt abs floor round sign sigmoid square sinh cosh asin acos atan asinh "
    "acosh atanh"
)
_TABLE: dict[str, Any] = {
    **on_booleans(OPERATORS),
    **{name: f"tf.{name}({{x}})" for name in _ONE.split()},
    **{
        name: f"tf.math.{name}({{x}})"
        for name in "log log1p expm1 rsqrt reciprocal erf ceil softplus".split()
    },
    **{name: f"tf.math.is_{name[2:]}({{x}})" for name in ("isnan", "isinf")},
    "isfinite": "tf.math.is_finite({x})",
    "trunc": "tf.math.trunc({x})",
    "logsigmoid": "tf.math.log_sigmoid({x})",
    **{name: f"tf.nn.{name}({{x}})" for name in ("relu", "silu", "relu6")},
    "elu": "tf.nn.elu({x})",
    "leaky_relu": lambda c: Expr(
        f"tf.nn.leaky_relu({c.text('x')}, {c.of(c.get('alpha'), 'alpha').text})"
    ),
    "matmul": "tf.matmul({x1}, {x2})",
    "equal": "tf.equal({x1}, {x2})",
    "not_equal": "tf.not_equal({x1}, {x2})",
    "maximum": "tf.maximum({x1}, {x2})",
    "minimum": "tf.minimum({x1}, {x2})",
    "atan2": "tf.atan2({x1}, {x2})",
    "matrix_transpose": "tf.linalg.matrix_transpose({x})",
    "stop_gradient": "tf.stop_gradient({x})",
    "astype": "tf.cast({x}, {dtype})",
    "permute_dims": "tf.transpose({x}, {axes})",
    "concat": "tf.concat({xs}, {axis})",
    "stack": "tf.stack({arrays}<, {axis}>)",
    "unstack": "tf.unstack({x}<, axis={axis}>)",
    "split": "tf.split({x}, {num_or_size_splits}<, {axis}>)",
    "tile": "tf.tile({x}, {repeats})",
    "repeat": "tf.repeat({x}, {repeats}<, {axis}>)",
    "roll": "tf.roll({x}, {shift}, {axis})",
    "cumsum": "tf.cumsum({x}, {axis})",
    "einsum": "tf.einsum({equation}, {*operands})",
    "where": "tf.where({condition}, {x1}, {x2})",
    "zeros": "tf.zeros({shape}<, {dtype}>)",
    "ones": "tf.ones({shape}<, {dtype}>)",
    "full": _full,
    "zeros_like": "tf.zeros_like({x}<, {dtype}>)",
    "ones_like": "tf.ones_like({x}<, {dtype}>)",
    "clip": (
        "tf.clip_by_value({x}, {min}, {max})",
        "tf.maximum({x}, {min})",
        "tf.minimum({x}, {max})",
    ),
    "take_along_axis": lambda c: _take_along(c),
    "argmax": "tf.argmax({x}, {axis})",
    "argmin": "tf.argmin({x}, {axis})",
    "get_item": _get_item,
    "expand_dims": expand_dims,
    "swapaxes": _swapaxes,
    "squeeze": _squeeze,
    "reshape": _reshape,
    "broadcast_to": _broadcast_to,
    "size": _size,
    "arange": _arange,
    "linear": _linear,
    "embedding": "tf.gather({weights}, {indices})",
    "mean": _reduce("reduce_mean"),
    "sum": _reduce("reduce_sum"),
    "prod": _reduce("reduce_prod"),
    "max": _reduce("reduce_max"),
    "min": _reduce("reduce_min"),
    "any": _reduce("reduce_any"),
    "all": _reduce("reduce_all"),
    "var": _reduce("math.reduce_variance"),
    "std": _reduce("math.reduce_std"),
    "softmax": _softmax,
    "log_softmax": _softmax,
    "gelu": _gelu,
    "pow": _pow,
    "scaled_dot_product_attention": _attention,
    "lstm": recurrent,
    "gru": recurrent,
    "layer_norm": _norm,
    "rms_norm": _norm,
    "dropout": _dropout,
    **{f"max_pool{n}d": _pool for n in (1, 2, 3)},
}


def _take_along(call: Call) -> Expr:
    axis = call.known("axis")
    rank = call.ndim("arr")
    if axis is None or call.ndim("indices") != rank:
        raise NoLine("take_along_axis: other axes")
    axis %= rank
    shape, other = call.given["arr"].shape, call.given["indices"].shape
    if shape[:axis] != other[:axis] or shape[axis + 1 :] != other[axis + 1 :] or axis != rank - 1:
        raise NoLine("take_along_axis: sizes that differ")
    return Expr(f"tf.gather({call.text('arr')}, {call.text('indices')}, batch_dims={axis})")


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
        super().__init__(autocast=False)

        def per_axis(value):
            return value if isinstance(value, tuple) else (value,) * {n}

        shape = (out_channels, in_channels // groups, *per_axis(kernel_size))
        self.weight = self.add_weight(shape=shape)
        self.bias = self.add_weight(shape=(out_channels,)) if bias else None
        self.stride, self.dilation = per_axis(stride), per_axis(dilation)
        self.padding = [(0, 0), *((p, p) for p in per_axis(padding)), (0, 0)]

    def call(self, x):
        # TensorFlow computes convolutions with the channels last on CPUs.
        x = tf.pad(tf.transpose(x, {last}), self.padding)
        kernel = tf.transpose(self.weight, {kernel})
        x = tf.nn.convolution(x, kernel, self.stride, "VALID", dilations=self.dilation)
        x = x if self.bias is None else x + self.bias
        return tf.transpose(x, {first})
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


class TensorFlow(Target):
    """Keras layers."""

    name = "tensorflow"
    base, root_base = "keras.layers.Layer", "keras.Model"
    super_init = "super().__init__(autocast=False)"
    method = "call"
    callable_empty = False
    table = _TABLE
    layers = LAYERS
    imports = {  # noqa: RUF012
        "tf": "import tensorflow as tf",
        "keras": "import keras",
        "math": "import math",
        "functools": "import functools",
    }

    def __init__(self) -> None:
        import keras

        self.reserved = frozenset((*dir(keras.Model()), "load_weights"))

    def dtype(self, name: str) -> str:
        """Return the source of a dtype."""
        return f"tf.{name}"

    def array(self, x: Any) -> str:
        """Return a small array."""
        plain = {"float32": "", "int32": "", "bool": ""}
        dtype = plain.get(x.dtype.name, f", tf.{x.dtype.name}")
        return f"tf.constant({array_literal(x)}{dtype})"

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return an array of equal numbers."""
        return f"tf.fill({shape}, tf.constant({literal(value)}, tf.{dtype}))"

    def counted(self, size: int, dtype: str) -> str:
        """Return the numbers from 0."""
        return f"tf.range({size}, dtype=tf.{dtype})"

    def written(self, where: str, value: str) -> str:
        """Return how a variable is written."""
        return f"{where}.assign({value})"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a variable is made."""
        if value:
            return value
        parts = [f"shape={shape}", 'initializer="zeros"']
        if dtype != "float32":
            parts.append(f'dtype="{dtype}"')
        if kind != "parameter":
            parts.append("trainable=False")
        return f"self.add_weight({', '.join(parts)})"

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return a layer with the weights of torch.nn."""
        found = known_layer(module, emitter)
        if found is None:
            return None
        options = {argument.name: argument.value for argument in found.arguments}
        if options.get("groups", 1) != 1:
            return None
        made = template(found, emitter, self.layers)
        if made is not None and made.callee[:4] == "Conv":
            n = int(made.callee[-2])
            axes = {
                "{last}": (0, *range(2, n + 2), 1),
                "{first}": (0, n + 1, *range(1, n + 1)),
                "{kernel}": (*range(2, n + 2), 1, 0),
            }
            for word, order in axes.items():
                text = emitter.templates[made.callee].replace(word, str(order))
                emitter.templates[made.callee] = text
        return made

    def loader(self, emitter: Any) -> list[str]:
        """Return the method that loads weights."""
        emitter.templates.setdefault("weights_in", WEIGHTS_IN)
        return [
            "def load_weights(self, path):",
            '    """Load weights from a safetensors file by their names; it may hold more."""',
            "    from safetensors.tensorflow import load_file",
            "",
            "    weights = load_file(path)",
            *renaming(emitter),
            "    for name, variable in weights_in(vars(self)):",
            "        variable.assign(weights[name])",
        ]
