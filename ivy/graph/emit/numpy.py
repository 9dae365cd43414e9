"""Source for NumPy: plain classes, for inference."""

from __future__ import annotations

from typing import Any

from ivy.backends.windows import filter_axes
from ivy.graph.emit import functions, random, shared
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.target import Target
from ivy.graph.emit.templates import numpy as templates
from ivy.graph.emit.text import ATOM, PLUS, TIMES, Expr, literal
from ivy.graph.emit.windows import bias_index, convolution, pooling, spread_padding


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
    **shared.of_namespace(shared.NUMPY, "np"),
    "softmax": functions.softmax,
    "log_softmax": functions.softmax,
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
    "scaled_dot_product_attention": functions.attention,
    "conv_general_dilated": _conv,
    "conv_general_transpose": _conv,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
    "dropout": _dropout,
    "stop_gradient": lambda c: c.expr("x"),
    "rsqrt": "1 / np.sqrt({x})",
}


class NumPy(Target):
    """Plain classes."""

    name, namespace, safetensors = "numpy", "np", "numpy"
    lower = "np.tril({})"
    implied = ("int64", "float64", "bool")
    super_init = ""
    table = _TABLE
    functions = templates.FUNCTIONS
    layers = templates.LAYERS
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
        emitter.templates.setdefault("arrays_in", templates.ARRAYS_IN)
        printed = list(map(emitter.attributes, emitter.printed_buffers()))
        check = f"    if name in weights or name not in {literal(printed)}:"
        return [
            "for name, holder, key in arrays_in(vars(self)):",
            *([check] if printed else []),
            f"{'    ' if printed else ''}    holder[key] = weights[name]",
        ]
