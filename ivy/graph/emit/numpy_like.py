"""Lines that NumPy and JAX share: `{np}` stands for the namespace."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.indexing import expand_dims, get_item
from ivy.graph.emit.operators import OPERATORS, on_booleans
from ivy.graph.emit.readable import KEEP
from ivy.graph.emit.text import ATOM, PLUS, POWER, TIMES, UNARY, Expr
from ivy.graph.ir import Value

_ONE = (
    "exp log sin cos tan tanh sqrt abs floor ceil round trunc sign reciprocal square isnan isinf "
    "isfinite log1p log2 log10 expm1 sinh cosh"
)
_RENAMED = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "asinh": "arcsinh",
    "acosh": "arccosh",
    "atanh": "arctanh",
}
_TWO = "maximum minimum fmod logaddexp"


class _Lines:
    """The lines, with the name that the namespace has in the source."""

    def __init__(self, np: str) -> None:
        self.np = np

    def elementwise(self) -> dict[str, Any]:
        """Return the lines of functions of elements, and of reductions."""
        np = self.np
        return {
            **on_booleans(OPERATORS),
            **{name: f"{np}.{name}({{x}})" for name in _ONE.split()},
            **{name: f"{np}.{other}({{x}})" for name, other in _RENAMED.items()},
            **{name: f"{np}.{name}({{x1}}, {{x2}})" for name in _TWO.split()},
            **dict.fromkeys(_REDUCTIONS.split(), self.reduce),
            "pow": self.power,
            "atan2": f"{np}.arctan2({{x1}}, {{x2}})",
            "relu": f"{np}.maximum({{x}}, 0)",
            "astype": "{x.}.astype({dtype})",
        }

    def shapes(self) -> dict[str, Any]:
        """Return the lines of functions that move elements."""
        np = self.np
        return {
            "permute_dims": "{x.}.transpose({*axes})",
            "swapaxes": "{x.}.swapaxes({axis0}, {axis1})",
            "moveaxis": f"{np}.moveaxis({{a}}, {{source}}, {{destination}})",
            "matrix_transpose": "{x.}.mT",
            "concat": f"{np}.concatenate({{xs}}<, {{axis}}>)",
            "stack": f"{np}.stack({{arrays}}<, {{axis}}>)",
            "unstack": self.unstack,
            "split": self.split,
            "squeeze": "{x.}.squeeze(<{axis}>)",
            "tile": f"{np}.tile({{x}}, {{repeats}})",
            "repeat": f"{np}.repeat({{x}}, {{repeats}}<, {{axis}}>)",
            "flip": f"{np}.flip({{x}}<, {{axis}}>)",
            "roll": f"{np}.roll({{x}}, {{shift}}<, {{axis}}>)",
            "tril": f"{np}.tril({{x}}<, {{k}}>)",
            "triu": f"{np}.triu({{x}}<, {{k}}>)",
            "cumsum": "{x.}.cumsum({axis})",
            "einsum": f"{np}.einsum({{equation}}, {{*operands}})",
            "outer": f"{np}.outer({{x1}}, {{x2}})",
        }

    def others(self) -> dict[str, Any]:
        """Return the lines of creation, choice and layers."""
        np = self.np
        return {
            "where": f"{np}.where({{condition}}, {{x1}}, {{x2}})",
            "zeros": f"{np}.zeros({{shape}}<, dtype={{dtype}}>)",
            "ones": f"{np}.ones({{shape}}<, dtype={{dtype}}>)",
            "full": f"{np}.full({{shape}}, {{fill_value}}<, dtype={{dtype}}>)",
            "zeros_like": f"{np}.zeros_like({{x}}<, dtype={{dtype}}>)",
            "ones_like": f"{np}.ones_like({{x}}<, dtype={{dtype}}>)",
            "full_like": f"{np}.full_like({{x}}, {{fill_value}}<, dtype={{dtype}}>)",
            "clip": (
                f"{np}.clip({{x}}, {{min}}, {{max}})",
                f"{np}.maximum({{x}}, {{min}})",
                f"{np}.minimum({{x}}, {{max}})",
            ),
            "diff": f"{np}.diff({{x}}<, n={{n}}><, axis={{axis}}>"
            "<, prepend={prepend}><, append={append}>)",
            "take_along_axis": f"{np}.take_along_axis({{arr}}, {{indices}}, {{axis}})",
            "get_item": get_item,
            "expand_dims": expand_dims,
            "reshape": self.reshape,
            "broadcast_to": self.broadcast_to,
            "size": self.size,
            "arange": self.arange,
            "linear": self.linear,
            "embedding": "{weights.}[{indices}]",
            "pad": self.pad,
            "constant_pad": self.pad,
        }

    def size(self, call: Call) -> Expr:
        return Expr(f"{call.text('x', ATOM)}.shape[{call.text('axis')}]")

    def reshape(self, call: Call) -> Expr:
        shape = call.get("shape")
        shape = shape if isinstance(shape, (tuple, list)) else (shape,)
        items = ", ".join(call.of(item, "size").text for item in shape) or "()"
        return Expr(f"{call.text('x', ATOM)}.reshape({items})")

    def broadcast_to(self, call: Call) -> Expr:
        shape = call.get("shape")
        if KEEP not in shape:
            return Expr(
                f"{self.np}.broadcast_to({call.text('x')}, {call.of(tuple(shape), 'size').text})"
            )
        x = call.shared("x").text
        skipped = len(shape) - call.ndim("x")
        sizes = [
            f"{x}.shape[{i - skipped}]" if size == KEEP else call.of(size, "size").text
            for i, size in enumerate(shape)
        ]
        return Expr(f"{self.np}.broadcast_to({x}, ({', '.join(sizes)}))")

    def reduce(self, call: Call) -> Expr:
        parts = []
        if call.known("axis") is not None:
            parts.append(call.text("axis"))
        if "dtype" in call.given:
            parts.append(f"dtype={call.text('dtype')}")
        if call.defaults.get("correction") is not None and call.known("correction"):
            parts.append(f"ddof={call.of(call.get('correction'), 'correction').text}")
        if call.known("keepdims"):
            parts.append("keepdims=True")
        return Expr(f"{call.text('x', ATOM)}.{call.op}({', '.join(parts)})")

    def arange(self, call: Call) -> Expr:
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
        return Expr(f"{self.np}.arange({', '.join(parts)})")

    def linear(self, call: Call) -> Expr:
        if call.ndim("weight") != 2:
            raise NoLine("linear: several weights")
        product = f"{call.text('x', TIMES)} @ {call.text('weight', ATOM)}.T"
        if "bias" not in call.given:
            return Expr(product, TIMES)
        return Expr(f"{product} + {call.text('bias', PLUS + 1)}", PLUS)

    def split(self, call: Call) -> Expr:
        sizes, axis = call.known("num_or_size_splits"), call.known("axis")
        if isinstance(sizes, int):
            return Expr(f"{self.np}.split({call.text('x')}, {sizes}, {axis})")
        ends = [sum(sizes[: i + 1]) for i in range(len(sizes) - 1)]
        return Expr(f"{self.np}.split({call.text('x')}, {ends}, {axis})")

    def unstack(self, call: Call) -> Expr:
        axis = call.known("axis")
        moved = f"{self.np}.moveaxis({call.text('x')}, {axis}, 0)" if axis else call.text("x")
        return Expr(moved)

    def power(self, call: Call) -> Expr:
        if not isinstance(call.given["x1"], Value):
            return Expr(f"{self.np}.power({call.text('x1')}, {call.text('x2')})")
        return Expr(f"{call.text('x1', POWER + 1)} ** {call.text('x2', UNARY)}", POWER)

    def pad(self, call: Call) -> Expr:
        if call.op == "constant_pad":
            width, value = "pad_width", call.get("value")
        else:
            if call.known("mode") != "constant":
                raise NoLine("pad: another mode")
            width, value = "pad_width", call.get("constant_values")
        extra = "" if value == 0 else f", constant_values={call.of(value, 'value').text}"
        first = "x" if "x" in call.given else "input"
        return Expr(f"{self.np}.pad({call.text(first)}, {call.text(width)}{extra})")


_REDUCTIONS = "mean sum var std max min prod any all argmax argmin"


def table(np: str) -> dict[str, Any]:
    """Return the lines with the name that the namespace has in the source."""
    lines = _Lines(np)
    return lines.elementwise() | lines.shapes() | lines.others()
