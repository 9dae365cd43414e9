"""Source for PyTorch: `torch.nn.Module` classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.backends.windows import extent, filter_axes
from ivy.graph.emit import functions, random, shared
from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.indexing import get_item, square
from ivy.graph.emit.layers import known_layer
from ivy.graph.emit.recurrent import check_recurrent
from ivy.graph.emit.target import Target
from ivy.graph.emit.templates import torch as templates
from ivy.graph.emit.text import ATOM, TIMES, Expr
from ivy.graph.emit.windows import average_factor, convolution, even, pooling
from ivy.graph.ir import Value


def _broadcast_to(call: Call) -> Expr:
    shape = call.get("shape")
    items = ", ".join(call.of(item, "size").text for item in shape)
    return Expr(f"{call.text('x', ATOM)}.expand({items or '()'})")


def _reduce(call: Call) -> Expr:
    everything = call.known("axis") is None and call.known("keepdims")
    if call.op == "prod" and (everything or isinstance(call.get("axis"), tuple)):
        raise NoLine("prod: several axes")
    axes = str(tuple(range(call.ndim("x")))) if everything else ""
    word = ", correction={correction!}" if "correction" in call.defaults else ""
    method = {"max": "amax", "min": "amin"}.get(call.op, call.op)
    line = f"{{x.}}.{method}({axes}<, {{axis}}><, keepdim={{keepdims}}><, dtype={{dtype}}>{word})"
    return applied(line, call)


def _linear(call: Call) -> Expr:
    if call.ndim("weight") != 2:
        raise NoLine("linear: several weights")
    return applied("F.linear({x}, {weight}<, {bias}>)", call)


def _layer_norm(call: Call) -> Expr:
    axes = call.known("normalized_idxs")
    shape = call.given["x"].shape
    axes = axes if isinstance(axes, (tuple, list)) else [axes]
    rank = len(shape)
    sizes = shape[-len(axes) :]
    if None in sizes or {axis % rank for axis in axes} != {*range(rank - len(axes), rank)}:
        return functions.norm(call)
    given = "<, weight={scale}><, bias={offset}><, eps={eps}>"
    size = call.of(tuple(sizes), "size").text
    return applied(f"F.layer_norm({{x}}, {size}{given})", call)


def _turned(x: str, last: bool, back: bool = False) -> str:
    """Return an image with channels first that has them last, or the way back."""
    if not last:
        return x
    return f"{x}.movedim(1, -1)" if back else f"{x}.movedim(-1, 1)"


def _padded(call: Call, x: str, pairs: Any, value: str = "") -> str:
    """Return an image with channels first with padding, which torch names from the last axis on."""
    sides = tuple(n for pair in reversed(pairs) for n in pair)
    return f"F.pad({x}, {call.of(sides, 'padding').text}{value})"


def _convolved(call: Call, found: Any, x: str, function: str, options: dict[str, Any]) -> str:
    """Return a convolution of an image with channels first, without options that do nothing."""
    kernel = call.text("filters", ATOM)
    if found.filters_last:
        kernel = f"{kernel}.permute{filter_axes(found.dims, True)}"
    parts = [x, kernel, *([call.text("bias")] if "bias" in call.given else [])]
    options |= {"dilation": square(found.dilations), "groups": found.groups}
    for name, value in options.items():
        if value != (0 if "padding" in name else 1):
            parts.append(f"{name}={call.of(value, name).text}")
    return f"F.{function}{found.dims}d({', '.join(parts)})"


def _conv(call: Call) -> Expr:
    found = convolution(call)
    x = _turned(call.text("x", ATOM), found.channel_last)
    if set(found.x_dilations) != {1}:
        call.use("spread")
        x = f"spread({x}, {call.of(found.x_dilations, 'gaps').text})"
    padding = even(found.pads or ())
    if padding is None:
        x, padding = _padded(call, x, found.pads), 0
    options = {"stride": square(found.strides), "padding": padding}
    made = _convolved(call, found, x, "conv", options)
    return Expr(_turned(made, found.channel_last, back=True))


def _conv_transpose(call: Call) -> Expr:
    found = convolution(call)
    x = _turned(call.text("x", ATOM), found.channel_last)
    low = tuple(before for before, _ in found.pads or ())
    missing = [
        size - (given - 1) * stride + 2 * before - extent(k, dilation)
        for size, given, stride, before, k, dilation in zip(
            found.sizes, found.outs, found.strides, low, found.kernel, found.dilations, strict=True
        )
    ]
    options = {
        "stride": square(found.strides),
        "padding": square(low),
        "output_padding": square(tuple(max(n, 0) for n in missing)),
    }
    made = _convolved(call, found, x, "conv_transpose", options)
    if min(missing) < 0:
        made = f"{made}[..., {', '.join(':' if n >= 0 else f':{n}' for n in missing)}]"
    return Expr(_turned(made, found.channel_last, back=True))


def _rms_norm(call: Call) -> Expr:
    if not functions.is_last(call.known("normalized_idxs"), call):
        raise NoLine("rms_norm: other axes")
    x, *weight, eps = functions.norm_arguments(call)
    size = call.given["x"].shape[-1]
    if size is None:
        raise NoLine("rms_norm: a size that is not known")
    parts = [x, f"({call.of(size, 'size').text},)", *weight, eps]
    return Expr(f"F.rms_norm({', '.join(parts)})")


def _recurrent(call: Call) -> Expr:
    check_recurrent(call)
    biases = call.text("has_ih_bias")
    parts = [call.text("input"), call.text("initial_states"), call.text("all_weights")]
    options = [call.text(n) for n in ("num_layers", "dropout", "train", "bidirectional")]
    batch_first = call.text("batch_first")
    if call.op == "gru":
        return Expr(f"torch.gru({', '.join([*parts, biases, *options, batch_first])})")
    call.use("lstm")
    return Expr(f"lstm({', '.join([*parts, *options, batch_first, biases])})")


def _group_norm(call: Call) -> Expr:
    form = call.known("data_format")
    last = form.endswith("C") and call.ndim("x") > 2
    parts = [_turned(call.text("x", ATOM), last)]
    parts.append(call.text("num_groups") if "num_groups" in call.given else "1")
    for name, word in (("scale", "weight"), ("offset", "bias")):
        if name in call.given:
            parts.append(f"{word}={call.text(name)}")
    parts.append(f"eps={call.of(call.known('eps'), 'eps').text}")
    return Expr(_turned(f"F.group_norm({', '.join(parts)})", last, back=True))


def _pool(call: Call) -> Expr:
    found = pooling(call)
    dims, maximum = found.dims, call.op.startswith("max")
    kernel, strides = square(found.kernel), square(found.strides)
    options = [call.of(kernel, "kernel_size").text]
    if strides != kernel:
        options.append(f"stride={call.of(strides, 'stride').text}")
    padding = even(found.pads)
    inside = padding is not None and all(
        2 * low <= k for (low, _), k in zip(found.pads, found.kernel, strict=True)
    )
    if maximum and set(found.dilations) != {1}:
        options.append(f"dilation={call.of(square(found.dilations), 'dilation').text}")

    def pooled(x: str) -> str:
        if not inside:
            x = _padded(call, x, found.pads, ", value=-torch.inf" if maximum else "")
        given = (
            [*options, f"padding={call.of(padding, 'padding').text}"]
            if inside and padding
            else options
        )
        return f"F.{call.op[:3]}_pool{dims}d({', '.join([x, *given, *extra])})"

    counted = not maximum and any(map(any, found.pads)) and found.divisor is None
    extra = ["count_include_pad=False"] if counted and inside else []
    if counted and not inside:
        x = _turned(call.shared("x").at(ATOM), found.last)
        made = f"({pooled(x)} / {pooled(f'torch.ones_like({x})')})"
    else:
        made = pooled(_turned(call.text("x", ATOM), found.last))
    made = _turned(made, found.last, back=True)
    factor = 1 if maximum or found.divisor is None else average_factor(found)
    return Expr(made) if factor == 1 else Expr(f"{made} * {factor!r}", TIMES)


def _attention(call: Call) -> Expr:
    if "mask" in call.given and "bias" in call.given:
        raise NoLine("scaled_dot_product_attention: mask and bias")
    if "mask" in call.given and getattr(call.given["mask"], "dtype", None) != "bool":
        raise NoLine("scaled_dot_product_attention: a mask of numbers")
    name = "F.scaled_dot_product_attention"
    given = "{query}, {key}, {value}<, attn_mask={mask}><, attn_mask={bias}>"
    if "mask" in call.given and not _keeps_some(call):
        name, given = "attention", "{query}, {key}, {value}, {mask}"
    if call.known("dropout_p"):
        training = "{training}" if "training" in call.given else "False"
        given += f"<, dropout_p={{dropout_p}} if {training} else 0.0>"
    call.get("training")
    given += "<, is_causal={is_causal}><, scale={scale}>"
    return applied(f"{name}({given})", call)


def _keeps_some(call: Call) -> bool:
    """Return whether a mask is known to leave each query a key."""
    known = call.body.emitter.constant(call.given["mask"])
    return known is not None and known.ndim > 1 and bool(known.any(-1).all())


def _dropout(call: Call) -> Expr:
    training = call.text("training") if "training" in call.given else "True"
    rate = call.of(call.known("prob"), "dropout").text
    if shape := random.noise_shape(call):
        x = call.shared("x").text
        return Expr(f"{x} * F.dropout({x}.new_ones{shape}, {rate}, {training})", TIMES)
    return Expr(f"F.dropout({call.text('x')}, {rate}, {training})")


def _softmax(call: Call) -> Expr:
    axis = call.of(-1 if call.known("axis") is None else call.known("axis"), "axis").text
    return Expr(f"{call.text('x', ATOM)}.{call.op}({axis})")


def _split(call: Call) -> Expr:
    sizes, axis = call.known("num_or_size_splits"), call.known("axis")
    if isinstance(sizes, int):
        return Expr(f"{call.text('x', ATOM)}.chunk({sizes}, {axis})")
    return Expr(f"{call.text('x', ATOM)}.split({list(sizes)}, {axis})")


def _where(call: Call) -> Expr:
    if not any(isinstance(call.given[name], Value) for name in ("x1", "x2")):
        raise NoLine("where: two numbers")
    return Expr(f"torch.where({call.text('condition')}, {call.text('x1')}, {call.text('x2')})")


def _extreme(call: Call) -> Expr:
    array, number = ("x1", "x2") if isinstance(call.get("x1"), Value) else ("x2", "x1")
    if isinstance(call.get(number), (int, float)):
        word = {"maximum": "min", "minimum": "max"}[call.op]
        return Expr(f"{call.text(array, ATOM)}.clamp({word}={call.text(number)})")
    return Expr(f"torch.{call.op}({call.text('x1')}, {call.text('x2')})")


def _get_item(call: Call) -> Expr:
    query = call.get("query")
    for item in query if isinstance(query, tuple) else (query,):
        if isinstance(item, slice) and isinstance(item.step, int) and item.step < 0:
            raise NoLine("get_item: a negative step, which torch has not")
    return get_item(call)


def _constant_pad(call: Call) -> Expr:
    widths = [tuple(pair) for pair in call.known("pad_width")]
    while widths and widths[0] == (0, 0):
        widths.pop(0)
    value = call.known("value")
    extra = "" if value == 0 else f", value={call.of(value, 'value').text}"
    return Expr(_padded(call, call.text("x"), widths, extra))


def _pad(call: Call) -> Expr:
    mode = {"edge": "replicate", "reflect": "reflect", "wrap": "circular"}.get(call.known("mode"))
    widths = [tuple(pair) for pair in call.known("pad_width")]
    padded = [axis for axis, pair in enumerate(widths) if pair != (0, 0)]
    first = max(len(widths) - 3, min(padded, default=0), 1)
    if mode is None or len(widths) > 5 or any(axis < first for axis in padded):
        raise NoLine("pad: another mode or rank")
    return Expr(_padded(call, call.text("input"), widths[first:], f', mode="{mode}"'))


def _asarray(call: Call) -> Expr:
    if isinstance(call.get("obj"), Value) and call.given["obj"].shape is not None:
        raise NoLine("asarray: of an array")
    extra = f", dtype={call.text('dtype')}" if "dtype" in call.given else ""
    return Expr(f"torch.tensor({call.text('obj')}{extra})")


def _argument(call: Call) -> Expr:
    if call.given["x"].dtype == "bool":
        raise NoLine(f"{call.op}: booleans")
    return functions.argument(call)


def _pair(call: Call) -> Expr:
    number = not isinstance(call.given["x2"], Value) and call.op != "fmod"
    if number or not isinstance(call.given["x1"], Value):
        raise NoLine(f"{call.op}: a number")
    return Expr(f"torch.{call.op}({call.text('x1')}, {call.text('x2')})")


_PAIRS = (
    "atan2 hypot copysign nextafter logaddexp logaddexp2 gcd lcm heaviside fmax fmin fmod"
).split()


_ONE = (
    "exp log sin cos tan tanh sqrt abs floor ceil round trunc sign sigmoid reciprocal rsqrt square "
    "erf isnan isinf isfinite log1p log2 log10 expm1 asin acos atan sinh cosh asinh acosh atanh "
    "exp2 erfc deg2rad rad2deg signbit sinc lgamma digamma"
)


def _gelu(call: Call) -> Expr:
    word = ', approximate="tanh"' if call.known("approximate") else ""
    return Expr(f"F.gelu({call.text('x')}{word})")


_TABLE: dict[str, Any] = {
    **shared.of_namespace(shared.WITH_METHODS, "torch"),
    **{name: f"{{x.}}.{name}()" for name in _ONE.split()},
    "relu": "F.relu({x})",
    "silu": "F.silu({x})",
    "softplus": "F.softplus({x}<, beta={beta}><, threshold={threshold}>)",
    "logsigmoid": "F.logsigmoid({input})",
    "hardswish": "F.hardswish({x})",
    "relu6": "F.relu6({x})",
    "mish": "F.mish({x})",
    "elu": "F.elu({x}<, alpha={alpha}>)",
    "leaky_relu": "F.leaky_relu({x}, {alpha!})",
    "sort": "{x.}.sort({axis!}<, descending={descending}>).values",
    "argsort": "{x.}.argsort(dim={axis!}<, descending={descending}>, stable=True)",
    "cummax": "{x.}.cummax({axis!})",
    "softsign": "F.softsign({x})",
    "stop_gradient": "{x.}.detach()",
    "astype": "{x.}.to({dtype})",
    "permute_dims": "{x.}.permute({*axes})",
    "swapaxes": "{x.}.transpose({axis0}, {axis1})",
    "moveaxis": "{a.}.movedim({source}, {destination})",
    "concat": "torch.cat({xs}<, {axis}>)",
    "unstack": "{x.}.unbind(<{axis}>)",
    "tile": "{x.}.tile({repeats})",
    "repeat": "{x.}.repeat_interleave({repeats}<, {axis}>)",
    "flip": "{x.}.flip({axis})",
    "roll": "{x.}.roll({shift}<, {axis}>)",
    "tril": "{x.}.tril(<{k}>)",
    "triu": "{x.}.triu(<{k}>)",
    "vector_norm": (
        "torch.linalg.vector_norm({x}<, ord={ord}><, dim={axis}><, keepdim={keepdims}>)"
    ),
    "real": "{x.}.real",
    "angle": "{z.}.angle()",
    "imag": "{x.}.imag",
    "eye": "torch.eye({n_rows}<, {n_cols}>, dtype={dtype})",
    # Not F.one_hot, which takes int64 only, and no index outside.
    "one_hot": (
        "({indices.}[..., None] == torch.arange({depth}, device={indices.}.device)).to({dtype})"
    ),
    "meshgrid": "torch.meshgrid({*arrays}, indexing={indexing})",
    **{
        name: f"torch.fft.{name}({{x}}<, s={{s}}><, dim={{axes}}><, norm={{norm}}>)"
        for name in ("fftn", "ifftn", "rfftn", "irfftn")
    },
    "matrix_exp": "torch.matrix_exp({x})",
    "trace": "{x.}.diagonal(dim1=-2, dim2=-1).sum(-1)",
    "complex": functions.complex_of,
    "solve_triangular": lambda c: Expr(
        f"torch.linalg.solve_triangular({c.text('x1')}, {c.text('x2')}, upper={c.known('upper')})"
    ),
    "trunc_divide": 'torch.div({x1}, {x2}, rounding_mode="trunc")',
    "top_k": "top_k({x}, {k}<, {axis}><, {largest}>)",
    "unsorted_segment_sum": (
        "{data}.new_zeros({num_segments}, *{data}.shape[1:]).index_add(0, {segment_ids}, {data})"
    ),
    "clip": ("{x.}.clamp({min}, {max})", "{x.}.clamp(min={min})", "{x.}.clamp(max={max})"),
    "diff": (
        "{x.}.diff(<dim={axis}>)",
        "torch.diff({x}<, n={n}><, dim={axis}><, prepend={prepend}><, append={append}>)",
    ),
    "broadcast_to": _broadcast_to,
    **dict.fromkeys("mean sum var std max min any all prod".split(), _reduce),
    "linear": _linear,
    "layer_norm": _layer_norm,
    "rms_norm": _rms_norm,
    "group_norm": _group_norm,
    "lstm": _recurrent,
    "gru": _recurrent,
    "conv_general_dilated": _conv,
    "conv_general_transpose": _conv_transpose,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
    "scaled_dot_product_attention": _attention,
    "dropout": _dropout,
    "softmax": _softmax,
    "log_softmax": _softmax,
    "split": _split,
    "embedding": "F.embedding({indices}, {weights})",
    "take_along_axis": functions.take_along_axis,
    **dict.fromkeys(("argmax", "argmin"), _argument),
    **dict.fromkeys(_PAIRS, _pair),
    "get_item": _get_item,
    "set_item": "with_item({x}, {query}, {val})",
    "constant_pad": _constant_pad,
    "pad": _pad,
    "asarray": _asarray,
    "where": _where,
    "maximum": _extreme,
    "minimum": _extreme,
    "linspace": functions.linspace,
    "gelu": _gelu,
}


class Torch(Target):
    """`torch.nn.Module` classes."""

    name = namespace = safetensors = "torch"
    lower = "{}.tril()"
    make_array, implied = "tensor", ("float32", "int64", "bool")
    base = root_base = "nn.Module"
    method = "forward"
    training = "self.training"
    table = _TABLE
    functions = templates.FUNCTIONS
    imports = {  # noqa: RUF012
        "torch": "import torch",
        "nn": "from torch import nn",
        "F": "import torch.nn.functional as F",
        "math": "import math",
    }

    def __init__(self) -> None:
        from torch import nn

        self.reserved = frozenset((*dir(nn.Module()), "load_weights"))

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

    def loading(self, emitter: Any) -> list[str]:
        """Return the statements that load weights."""
        return ["self.load_state_dict({name: weights[name] for name in self.state_dict()})"]

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return the layer of torch.nn that a module equals."""
        layer = known_layer(module, emitter)
        return None if layer is None else replace(layer, callee=f"nn.{layer.callee}")
