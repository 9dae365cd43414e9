"""Source for JAX: `flax.nnx.Module` classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.indexing import square
from ivy.graph.emit.layers import conv_options, even_padding, known_layer, last_axis_norm
from ivy.graph.emit.numpy_like import table
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.target import Target, array_literal, renaming
from ivy.graph.emit.text import ATOM, Expr, literal


def _conv(call: Call) -> Expr:
    dims = call.known("dims")
    options = conv_options(call)
    letters = "NCDHW"[:2] + "DHW"[3 - dims :]
    kernel = "OI" + "DHW"[3 - dims :]
    strides, pads = _per_axis(options["stride"], dims), _per_axis(options["padding"], dims)
    parts = [
        call.text("x"),
        call.text("filters"),
        call.of(strides, "stride").text,
        call.of(tuple((p, p) for p in pads), "padding").text,
        f'dimension_numbers=("{letters}", "{kernel}", "{letters}")',
    ]
    if options["dilation"] != 1:
        parts.append(
            f"rhs_dilation={call.of(_per_axis(options['dilation'], dims), 'dilation').text}"
        )
    if options["groups"] != 1:
        parts.append(f"feature_group_count={call.of(options['groups'], 'groups').text}")
    made = f"lax.conv_general_dilated({', '.join(parts)})"
    if "bias" in call.given:
        axes = ", ".join([":", *["None"] * dims])
        return Expr(f"{made} + {call.text('bias', ATOM)}[{axes}]", 6)
    return Expr(made)


def _per_axis(value: Any, dims: int) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, tuple) else (value,) * dims


def _pool(call: Call) -> Expr:
    dims = int(call.op[-2])
    letters = "DHW"[3 - dims :]
    if call.known("data_format") not in (f"NC{letters}", "NCS", "channel_first"):
        raise NoLine("channels that come last")
    if call.known("ceil_mode") or call.op.startswith("avg"):
        raise NoLine("another kind of pooling")
    if square(call.known("dilation")) != 1:
        raise NoLine("dilation")
    window = (1, 1, *_per_axis(square(call.known("kernel")), dims))
    strides = (1, 1, *_per_axis(square(call.known("strides")), dims))
    pads = _per_axis(even_padding(call.known("padding"), dims), dims)
    padding = ((0, 0), (0, 0), *((p, p) for p in pads))
    given = ", ".join(call.of(x, "window").text for x in (window, strides, padding))
    return Expr(f"lax.reduce_window({call.text('x')}, -jnp.inf, lax.max, {given})")


def _attention(call: Call) -> Expr:
    if "mask" in call.given and getattr(call.given["mask"], "dtype", None) != "bool":
        raise NoLine("scaled_dot_product_attention: a mask of numbers")
    if call.ndim("query") != 4:
        raise NoLine("scaled_dot_product_attention: other axes")
    parts = [call.text(name) for name in ("query", "key", "value")]
    if "mask" in call.given:
        parts.append(f"mask={call.text('mask')}")
    if "bias" in call.given:
        parts.append(f"bias={call.text('bias')}")
    if call.known("is_causal"):
        parts.append("is_causal=True")
    if "scale" in call.given:
        parts.append(f"scale={call.text('scale')}")
    rate = call.known("dropout_p")
    call.get("training")
    if rate:
        parts.append(f"dropout=self.{_dropout_layer(call, rate)}")
    call.body.emitter.templates.setdefault("attention", _ATTENTION)
    return Expr(f"attention({', '.join(parts)})")


def _dropout(call: Call) -> Expr:
    if "training" not in call.given:
        raise NoLine("dropout: outside of training")
    rate = call.known("prob")
    call.get("training")
    return Expr(f"self.{_dropout_layer(call, rate)}({call.text('x')})")


def _dropout_layer(call: Call, rate: float) -> str:
    """Return the attribute with a dropout layer of a rate, one per method that drops."""
    wanted = f"nnx.Dropout({literal(rate)}, rngs=rngs)"
    for name, source in call.body.aids:
        if source == wanted:
            return name
    name = call.body.emitter.components.attribute("dropout_layer")
    name = name if not call.body.aids else f"{name}_{len(call.body.aids) + 1}"
    call.body.aids.append((name, wanted))
    return name


def _norm(call: Call) -> Expr:
    given = last_axis_norm(call)
    call.body.emitter.templates.setdefault(call.op, _NORMS[call.op])
    return Expr(f"{call.op}({', '.join(given)})")


def _softmax(call: Call) -> Expr:
    axis = call.known("axis")
    extra = "" if axis in (None, -1) else f", {call.text('axis')}"
    return Expr(f"jax.nn.{call.op}({call.text('x')}{extra})")


def _gelu(call: Call) -> Expr:
    return Expr(f"jax.nn.gelu({call.text('x')}, approximate={call.known('approximate')})")


def _set_item(call: Call) -> Expr:
    from ivy.graph.emit.indexing import subscript

    x, query = call.text("x", ATOM), call.get("query")
    return Expr(f"{x}.at[{subscript(call, query)}].set({call.text('val')})")


_ATTENTION = """
def attention(
    query, key, value, mask=None, bias=None, is_causal=False, scale=None, dropout=None
):
    scores = query @ key.mT * (query.shape[-1] ** -0.5 if scale is None else scale)
    scores = scores if bias is None else scores + bias
    if is_causal:
        causal = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
        mask = causal if mask is None else mask & causal
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.finfo(scores.dtype).min)
    weights = jax.nn.softmax(scores)
    return (weights if dropout is None else dropout(weights)) @ value
"""

_NORMS = {
    "layer_norm": """
def layer_norm(x, weight=None, bias=None, eps=1e-5):
    x = (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + eps)
    x = x if weight is None else x * weight
    return x if bias is None else x + bias
""",
    "rms_norm": """
def rms_norm(x, weight=None, eps=1e-6):
    x = x * lax.rsqrt((x**2).mean(-1, keepdims=True) + eps)
    return x if weight is None else x * weight
""",
}

_TABLE: dict[str, Any] = {
    **table("jnp"),
    **{
        name: f"jax.nn.{name}({{x}})"
        for name in "relu silu sigmoid softplus relu6 hard_swish mish".split()
    },
    "hardswish": "jax.nn.hard_swish({x})",
    "logsigmoid": "jax.nn.log_sigmoid({x})",
    "elu": "jax.nn.elu({x}<, {alpha}>)",
    "leaky_relu": lambda c: Expr(
        f"jax.nn.leaky_relu({c.text('x')}, {c.of(c.get('alpha'), 'alpha').text})"
    ),
    "erf": "jax.lax.erf({x})",
    "rsqrt": "lax.rsqrt({x})",
    "stop_gradient": "lax.stop_gradient({x})",
    "softmax": _softmax,
    "log_softmax": _softmax,
    "gelu": _gelu,
    "conv_general_dilated": _conv,
    **{f"max_pool{n}d": _pool for n in (1, 2, 3)},
    "scaled_dot_product_attention": _attention,
    "dropout": _dropout,
    "layer_norm": _norm,
    "rms_norm": _norm,
    "set_item": _set_item,
    "lstm": recurrent,
    "gru": recurrent,
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

        shape = (out_channels, in_channels // groups, *per_axis(kernel_size))
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
        return x if self.bias is None else x + self.bias[...][{index}]
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


def template(layer: Constructed, emitter: Any, layers: dict[str, str]) -> Constructed | None:
    """Add the class of a layer to the source; None if there is no such class."""
    name = layer.callee
    if name in layers:
        text = layers[name]
    elif name[-2:] in ("1d", "2d", "3d") and name[:-2] in layers:
        dims = int(name[-2])
        text = layers[name[:-2]].replace("{n}", str(dims)).replace("{axes}", "DHW"[3 - dims :])
        text = text.replace("{index}", ", ".join([":", *["None"] * dims]))
    else:
        return None
    emitter.templates.setdefault(name, text)
    return layer


class Jax(Target):
    """`flax.nnx.Module` classes."""

    name = "jax"
    base = root_base = "nnx.Module"
    super_init = ""
    training = "not self.use_running_average"
    table = _TABLE
    layers = LAYERS
    imports = {  # noqa: RUF012
        "jax": "import jax",
        "jnp": "import jax.numpy as jnp",
        "lax": "from jax import lax",
        "nnx": "from flax import nnx",
        "math": "import math",
    }

    def __init__(self) -> None:
        from flax import nnx

        self.reserved = frozenset((*dir(nnx.Module), "load_weights", "use_running_average"))

    def dtype(self, name: str) -> str:
        """Return the dtype; those of 64 bits are what JAX's 64-bit mode makes of them."""
        wide = {"int64": "int", "float64": "float", "complex128": "complex", "bool": "bool"}
        return wide.get(name, f"jnp.{name}")

    def array(self, x: Any) -> str:
        """Return a small array."""
        plain = {"int64": "", "bool": ""}
        dtype = plain.get(x.dtype.name, f", dtype={self.dtype(x.dtype.name)}")
        return f"jnp.array({array_literal(x)}{dtype})"

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return an array of equal numbers."""
        return f"jnp.full({shape}, {literal(value)}, dtype={self.dtype(dtype)})"

    def counted(self, size: int, dtype: str) -> str:
        """Return the numbers from 0."""
        return f"jnp.arange({size}{'' if dtype == 'int64' else f', dtype={self.dtype(dtype)}'})"

    def held(self, where: str, kind: str) -> str:
        """Return how a variable is read."""
        return f"{where}[...]"

    def written(self, where: str, value: str) -> str:
        """Return how a variable is written."""
        return f"{where}[...] = lax.stop_gradient({value})"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a variable is made."""
        made = value or f"jnp.zeros({shape}, {self.dtype(dtype)})"
        if value:  # what stands in the source is not loaded
            return f"nnx.Variable({made})"
        return f"nnx.{'Param' if kind == 'parameter' else 'BatchStat'}({made})"

    def listed(self, items: str, leaves: bool) -> str:
        """Return a list of modules."""
        return f"nnx.List({items})"

    def mapped(self, items: str, leaves: bool) -> str:
        """Return a dict of modules."""
        return f"nnx.Dict({items})"

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return a layer with the weights of torch.nn."""
        found = known_layer(module, emitter)
        return None if found is None else template(replace(found), emitter, self.layers)

    def loader(self, emitter: Any) -> list[str]:
        """Return the method that loads weights."""
        return [
            "def load_weights(self, path):",
            '    """Load weights from a safetensors file by their names; it may hold more."""',
            "    from safetensors.flax import load_file",
            "",
            "    weights = load_file(path)",
            *renaming(emitter),
            "    state = nnx.state(self, nnx.Any(nnx.Param, nnx.BatchStat))",
            "    for names, variable in nnx.to_flat_state(state):",
            '        variable[...] = weights[".".join(map(str, names))]',
        ]
