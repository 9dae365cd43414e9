"""Source for PyTorch: `torch.nn.Module` classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.indexing import expand_dims, get_item, square
from ivy.graph.emit.layers import conv_options, even_padding, known_layer, last_axis_norm
from ivy.graph.emit.operators import OPERATORS, on_booleans
from ivy.graph.emit.target import Target, array_literal, renaming
from ivy.graph.emit.text import ATOM, POWER, UNARY, Expr, literal
from ivy.graph.ir import Value


def _reshape(call: Call) -> Expr:
    shape = call.get("shape")
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    items = ", ".join(call.of(item, "size").text for item in shape) or "()"
    return Expr(f"{call.text('x', ATOM)}.reshape({items})")


def _broadcast_to(call: Call) -> Expr:
    shape = call.get("shape")
    items = ", ".join(call.of(item, "size").text for item in shape)
    return Expr(f"{call.text('x', ATOM)}.expand({items or '()'})")


def _reduce(method: str, every: str | None = None) -> Any:
    def line(call: Call) -> Expr:
        parts = []
        axis = call.known("axis")
        if axis is not None:
            parts.append(call.text("axis"))
        elif call.known("keepdims"):
            parts.append(str(tuple(range(call.ndim("x")))))
        if call.known("keepdims"):
            parts.append("keepdim=True")
        if "dtype" in call.given:
            parts.append(f"dtype={call.text('dtype')}")
        if "correction" in call.defaults:
            parts.append(f"correction={call.of(call.get('correction'), 'correction').text}")
        return Expr(f"{call.text('x', ATOM)}.{method}({', '.join(parts)})")

    return line


def _extreme(method: str) -> Any:
    def line(call: Call) -> Expr:
        axis, keepdims = call.known("axis"), call.known("keepdims")
        x = call.text("x", ATOM)
        if axis is None and not keepdims:
            return Expr(f"{x}.a{method}()")
        axes = tuple(range(call.ndim("x"))) if axis is None else axis
        keep = ", keepdim=True" if keepdims else ""
        return Expr(f"{x}.a{method}({call.of(axes, 'axis').text}{keep})")

    return line


def _any_all(method: str) -> Any:
    def line(call: Call) -> Expr:
        axis = call.known("axis")
        x = call.text("x", ATOM)
        if axis is None and not call.known("keepdims"):
            return Expr(f"{x}.{method}()")
        if axis is None:
            raise NoLine(f"{call.op}: keepdims over all axes")
        keep = ", keepdim=True" if call.known("keepdims") else ""
        return Expr(f"{x}.{method}({call.text('axis')}{keep})")

    return line


def _linear(call: Call) -> Expr:
    if call.ndim("weight") != 2:
        raise NoLine("linear: several weights")
    bias = f", {call.text('bias')}" if "bias" in call.given else ""
    return Expr(f"F.linear({call.text('x')}, {call.text('weight')}{bias})")


def _layer_norm(call: Call) -> Expr:
    axes = call.known("normalized_idxs")
    shape = call.given["x"].shape
    axes = list(axes) if isinstance(axes, (tuple, list)) else [axes]
    rank = len(shape)
    first = min(axis % rank for axis in axes)
    if len(axes) == 1:
        first = axes[0] % rank
    sizes = shape[first:]
    if None in sizes or (len(axes) > 1 and sorted(a % rank for a in axes) != [*range(first, rank)]):
        raise NoLine("layer_norm: axes that are not the last")
    x = call.text("x")
    size = call.of(tuple(sizes), "size").text
    parts = [x, size]
    for name, word in (("scale", "weight"), ("offset", "bias")):
        if name in call.given:
            parts.append(f"{word}={call.text(name)}")
    eps = call.known("eps")
    if eps != 1e-5:
        parts.append(f"eps={call.of(eps, 'eps').text}")
    return Expr(f"F.layer_norm({', '.join(parts)})")


def _conv(call: Call) -> Expr:
    options = conv_options(call)
    parts = [call.text("x"), call.text("filters")]
    if "bias" in call.given:
        parts.append(call.text("bias"))
    for name, value in options.items():
        if value != (0 if name == "padding" else 1):
            parts.append(f"{name}={call.of(value, name).text}")
    return Expr(f"F.conv{call.known('dims')}d({', '.join(parts)})")


def _rms_norm(call: Call) -> Expr:
    x, *weight, eps = last_axis_norm(call)
    size = call.given["x"].shape[-1]
    if size is None:
        raise NoLine("rms_norm: a size that is not known")
    parts = [x, f"({call.of(size, 'size').text},)", *weight, eps]
    return Expr(f"F.rms_norm({', '.join(parts)})")


_LSTM = """
def lstm(x, states, weights, layers, dropout, training, bidirectional, batch_first, biases):
    options = (biases, layers, dropout, training, bidirectional, batch_first)
    x, hidden, cell = torch.lstm(x, states, weights, *options)
    return x, (hidden, cell)
"""


def _recurrent(call: Call) -> Expr:
    for name in ("batch_sizes", "weights_transposed"):
        if call.known(name):
            raise NoLine(f"{call.op}: {name}")
    if call.known("has_ih_bias") != call.known("has_hh_bias"):
        raise NoLine(f"{call.op}: one bias")
    biases = str(call.known("has_ih_bias"))
    parts = [call.text("input"), call.text("initial_states"), call.text("all_weights")]
    options = [call.text(n) for n in ("num_layers", "dropout", "train", "bidirectional")]
    batch_first = str(call.known("batch_first"))
    if call.op == "gru":
        return Expr(f"torch.gru({', '.join([*parts, biases, *options, batch_first])})")
    call.body.emitter.templates.setdefault("lstm", _LSTM)
    return Expr(f"lstm({', '.join([*parts, *options, batch_first, biases])})")


def _group_norm(call: Call) -> Expr:
    if call.known("data_format") != "NCS":
        raise NoLine("group_norm: channels that come last")
    parts = [call.text("x"), call.text("num_groups") if "num_groups" in call.given else "1"]
    for name, word in (("scale", "weight"), ("offset", "bias")):
        if name in call.given:
            parts.append(f"{word}={call.text(name)}")
    parts.append(f"eps={call.of(call.known('eps'), 'eps').text}")
    return Expr(f"F.group_norm({', '.join(parts)})")


def _pool(call: Call) -> Expr:
    dims = int(call.op[-2])
    letters = "DHW"[3 - dims :]
    if call.known("data_format") not in (f"NC{letters}", "NCS", "channel_first"):
        raise NoLine("channels that come last")
    kernel, strides = square(call.known("kernel")), square(call.known("strides"))
    padding = even_padding(call.known("padding"), dims)
    parts = [call.text("x"), call.of(kernel, "kernel_size").text]
    if strides != kernel:
        parts.append(f"stride={call.of(strides, 'stride').text}")
    if padding:
        parts.append(f"padding={call.of(padding, 'padding').text}")
    if call.op.startswith("max"):
        if square(call.known("dilation")) != 1:
            parts.append(f"dilation={call.of(square(call.known('dilation')), 'dilation').text}")
    else:
        if not call.known("count_include_pad") and padding:
            parts.append("count_include_pad=False")
        if "divisor_override" in call.given:
            parts.append(f"divisor_override={call.text('divisor_override')}")
    call.known("count_include_pad") if "count_include_pad" in call.given else None
    if call.known("ceil_mode"):
        parts.append("ceil_mode=True")
    return Expr(f"F.{call.op[:3]}_pool{dims}d({', '.join(parts)})")


def _attention(call: Call) -> Expr:
    parts = [call.text(name) for name in ("query", "key", "value")]
    if "mask" in call.given and "bias" in call.given:
        raise NoLine("scaled_dot_product_attention: mask and bias")
    if "mask" in call.given:
        if getattr(call.given["mask"], "dtype", None) != "bool":
            raise NoLine("scaled_dot_product_attention: a mask of numbers")
        parts.append(f"attn_mask={call.text('mask')}")
    if "bias" in call.given:
        parts.append(f"attn_mask={call.text('bias')}")
    if call.known("dropout_p"):
        rate = call.of(call.known("dropout_p"), "dropout").text
        training = call.text("training") if "training" in call.given else "False"
        parts.append(f"dropout_p={rate} if {training} else 0.0")
    call.get("training")
    if call.known("is_causal"):
        parts.append("is_causal=True")
    if "scale" in call.given:
        parts.append(f"scale={call.text('scale')}")
    return Expr(f"F.scaled_dot_product_attention({', '.join(parts)})")


def _dropout(call: Call) -> Expr:
    training = call.text("training") if "training" in call.given else "True"
    rate = call.of(call.known("prob"), "dropout").text
    return Expr(f"F.dropout({call.text('x')}, {rate}, {training})")


def _softmax(call: Call) -> Expr:
    axis = call.of(-1 if call.known("axis") is None else call.known("axis"), "axis").text
    return Expr(f"{call.text('x', ATOM)}.{call.op}({axis})")


def _split(call: Call) -> Expr:
    sizes, axis = call.known("num_or_size_splits"), call.known("axis")
    if isinstance(sizes, int):
        return Expr(f"{call.text('x', ATOM)}.chunk({sizes}, {axis})")
    return Expr(f"{call.text('x', ATOM)}.split({list(sizes)}, {axis})")


def _embedding(call: Call) -> Expr:
    return Expr(f"F.embedding({call.text('indices')}, {call.text('weights')})")


def _where(call: Call) -> Expr:
    if not any(isinstance(call.given[name], Value) for name in ("x1", "x2")):
        raise NoLine("where: two numbers")
    return Expr(f"torch.where({call.text('condition')}, {call.text('x1')}, {call.text('x2')})")


def _pow(call: Call) -> Expr:
    if not isinstance(call.given["x1"], Value):
        return Expr(f"torch.pow({call.text('x1')}, {call.text('x2')})")
    return Expr(f"{call.text('x1', POWER + 1)} ** {call.text('x2', UNARY)}", POWER)


def _dual(function: str) -> Any:
    """Return a line for functions of two arrays that take no numbers."""

    def line(call: Call) -> Expr:
        x1, x2 = call.get("x1"), call.get("x2")
        if not isinstance(x1, Value):
            raise NoLine(f"{call.op}: a number first")
        if isinstance(x2, (int, float)):
            word = {"maximum": "min", "minimum": "max"}[call.op]
            return Expr(f"{call.text('x1', ATOM)}.clamp({word}={call.text('x2')})")
        return Expr(f"torch.{function}({call.text('x1')}, {call.text('x2')})")

    return line


def _size(call: Call) -> Expr:
    return Expr(f"{call.text('x', ATOM)}.shape[{call.text('axis')}]")


def _squeeze(call: Call) -> Expr:
    axis = call.known("axis")
    if axis is None:
        return Expr(f"{call.text('x', ATOM)}.squeeze()")
    return Expr(f"{call.text('x', ATOM)}.squeeze({call.text('axis')})")


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
    dtype = call.known("dtype")
    if dtype is not None and str(dtype) != "int64":
        parts.append(f"dtype={call.text('dtype')}")
    return Expr(f"torch.arange({', '.join(parts)})")


_ONE = (
    "exp log sin cos tan tanh sqrt abs floor ceil round trunc sign sigmoid reciprocal rsqrt square "
    "erf isnan isinf isfinite log1p log2 log10 expm1 asin acos atan sinh cosh asinh acosh atanh"
)
_WORDS = {
    "relu": "F.relu({x})",
    "silu": "F.silu({x})",
    "softplus": "F.softplus({x})",
    "logsigmoid": "F.logsigmoid({x})",
    "hardswish": "F.hardswish({x})",
    "relu6": "F.relu6({x})",
    "mish": "F.mish({x})",
    "elu": "F.elu({x}<, alpha={alpha}>)",
    "matrix_transpose": "{x.}.mT",
    "stop_gradient": "{x.}.detach()",
    "astype": "{x.}.to({dtype})",
    "permute_dims": "{x.}.permute({*axes})",
    "swapaxes": "{x.}.transpose({axis0}, {axis1})",
    "moveaxis": "{a.}.movedim({source}, {destination})",
    "concat": "torch.cat({xs}<, {axis}>)",
    "stack": "torch.stack({arrays}<, {axis}>)",
    "unstack": "{x.}.unbind(<{axis}>)",
    "tile": "{x.}.tile({repeats})",
    "flip": "{x.}.flip({axis})",
    "roll": "{x.}.roll({shift}<, {axis}>)",
    "tril": "{x.}.tril(<{k}>)",
    "triu": "{x.}.triu(<{k}>)",
    "cumsum": "{x.}.cumsum({axis})",
    "einsum": "torch.einsum({equation}, {*operands})",
    "outer": "torch.outer({x1}, {x2})",
    "zeros": "torch.zeros({shape}<, dtype={dtype}>)",
    "ones": "torch.ones({shape}<, dtype={dtype}>)",
    "full": "torch.full({shape}, {fill_value}<, dtype={dtype}>)",
    "zeros_like": "torch.zeros_like({x}<, dtype={dtype}>)",
    "ones_like": "torch.ones_like({x}<, dtype={dtype}>)",
    "full_like": "torch.full_like({x}, {fill_value}<, dtype={dtype}>)",
    "clip": ("{x.}.clamp({min}, {max})", "{x.}.clamp(min={min})", "{x.}.clamp(max={max})"),
    "argmax": "{x.}.argmax(<{axis}><, keepdim={keepdims}>)",
    "argmin": "{x.}.argmin(<{axis}><, keepdim={keepdims}>)",
    "diff": (
        "{x.}.diff(<dim={axis}>)",
        "torch.diff({x}<, n={n}><, dim={axis}><, prepend={prepend}><, append={append}>)",
    ),
    "diagonal": "{x.}.diagonal()",
    "take_along_axis": "torch.take_along_dim({arr}, {indices}<, {axis}>)",
}


def _gelu(call: Call) -> Expr:
    word = ', approximate="tanh"' if call.known("approximate") else ""
    return Expr(f"F.gelu({call.text('x')}{word})")


def _leaky_relu(call: Call) -> Expr:
    return Expr(f"F.leaky_relu({call.text('x')}, {call.of(call.get('alpha'), 'alpha').text})")


_TABLE: dict[str, Any] = {
    **on_booleans(OPERATORS),
    **{name: f"{{x.}}.{name}()" for name in _ONE.split()},
    **_WORDS,
    "pow": _pow,
    "get_item": get_item,
    "expand_dims": expand_dims,
    "reshape": _reshape,
    "broadcast_to": _broadcast_to,
    "squeeze": _squeeze,
    "mean": _reduce("mean"),
    "sum": _reduce("sum"),
    "var": _reduce("var"),
    "std": _reduce("std"),
    "max": _extreme("max"),
    "min": _extreme("min"),
    "any": _any_all("any"),
    "all": _any_all("all"),
    "linear": _linear,
    "layer_norm": _layer_norm,
    "rms_norm": _rms_norm,
    "group_norm": _group_norm,
    "lstm": _recurrent,
    "gru": _recurrent,
    "conv_general_dilated": _conv,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
    "scaled_dot_product_attention": _attention,
    "dropout": _dropout,
    "softmax": _softmax,
    "log_softmax": _softmax,
    "split": _split,
    "embedding": _embedding,
    "where": _where,
    "maximum": _dual("maximum"),
    "minimum": _dual("minimum"),
    "size": _size,
    "arange": _arange,
    "gelu": _gelu,
    "leaky_relu": _leaky_relu,
}


class Torch(Target):
    """`torch.nn.Module` classes."""

    name = "torch"
    base = root_base = "nn.Module"
    method = "forward"
    training = "self.training"
    table = _TABLE
    imports = {  # noqa: RUF012
        "torch": "import torch",
        "nn": "from torch import nn",
        "F": "import torch.nn.functional as F",
        "math": "import math",
    }

    def __init__(self) -> None:
        from torch import nn

        self.reserved = frozenset((*dir(nn.Module()), "load_weights"))

    def dtype(self, name: str) -> str:
        """Return the source of a dtype."""
        return f"torch.{name}"

    def array(self, x: Any) -> str:
        """Return a small array."""
        plain = {"float32": "", "int64": "", "bool": ""}.get(
            x.dtype.name, f", dtype=torch.{x.dtype.name}"
        )
        return f"torch.tensor({array_literal(x)}{plain})"

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return an array of equal numbers."""
        return f"torch.full({shape}, {literal(value)}, dtype=torch.{dtype})"

    def counted(self, size: int, dtype: str) -> str:
        """Return the numbers from 0."""
        return f"torch.arange({size}{'' if dtype == 'int64' else f', dtype=torch.{dtype}'})"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a weight is made."""
        plain = "" if dtype == "float32" else f", dtype={self.dtype(dtype)}"
        sizes = shape[1:-1].rstrip(",") or "()"
        made = value or f"torch.zeros({sizes}{plain})"
        if kind == "buffer":
            return made
        return f"nn.Parameter({made}{', requires_grad=False' if kind == 'frozen' else ''})"

    def listed(self, items: str, leaves: bool) -> str:
        """Return a list of modules."""
        if items.count(" for _ in range(") == 1 and items.startswith("[") and "*(" not in items:
            items = items[1:-1]
        return f"nn.{'ParameterList' if leaves else 'ModuleList'}({items})"

    def mapped(self, items: str, leaves: bool) -> str:
        """Return a dict of modules."""
        return f"nn.{'ParameterDict' if leaves else 'ModuleDict'}({items})"

    def declared(self, attribute: str, element: Any, fill: Any) -> list[str]:
        """Return how an attribute is set; a buffer is registered."""
        if element[0] == "leaf" and element[1] == "buffer":
            extra = ", persistent=False" if element[4] else ""
            return [f'self.register_buffer("{attribute}", {self.made(element, fill)}{extra})']
        return super().declared(attribute, element, fill)

    def loader(self, emitter: Any) -> list[str]:
        """Return the method that loads weights."""
        return [
            "def load_weights(self, path):",
            '    """Load weights from a safetensors file by their names; it may hold more."""',
            "    from safetensors.torch import load_file",
            "",
            "    weights = load_file(path)",
            *renaming(emitter),
            "    self.load_state_dict({name: weights[name] for name in self.state_dict()})",
        ]

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return the layer of torch.nn that a module equals."""
        layer = known_layer(module, emitter)
        return None if layer is None else replace(layer, callee=f"nn.{layer.callee}")
