"""Lines that NumPy and JAX share: `{np}` stands for the namespace."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.functions import (
    FOURIER,
    arange,
    argument,
    broadcast_to,
    filled,
    flatten,
    fourier,
    gather,
    power,
    put_along_axis,
    reshape,
    take_along_axis,
)
from ivy.graph.emit.indexing import expand_dims, get_item, taken
from ivy.graph.emit.operators import OPERATORS, on_booleans
from ivy.graph.emit.text import ATOM, PLUS, TIMES, Expr

_ONE = (
    "exp log sin cos tan tanh sqrt abs floor ceil round trunc sign reciprocal square isnan isinf "
    "isfinite log1p log2 log10 expm1 sinh cosh exp2 deg2rad rad2deg conj "
    "real imag signbit sinc"
)
_RENAMED = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "asinh": "arcsinh",
    "acosh": "arccosh",
    "atanh": "arctanh",
}
_LINALG = "inv det cholesky svdvals slogdet"
_TWO = (
    "maximum minimum fmod logaddexp hypot copysign nextafter logaddexp2 gcd lcm heaviside fmax fmin"
)


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
            **{
                name: f"{{x.}}.{name}(<, {{axis}}>{options}<, keepdims={{keepdims}}>)"
                for name, options in _REDUCTIONS.items()
            },
            "pow": power(f"{np}.power"),
            "atan2": f"{np}.arctan2({{x1}}, {{x2}})",
            "angle": f"{np}.angle({{z}}<, deg={{deg}}>)",
            "relu": f"{np}.maximum({{x}}, 0)",
            "astype": "{x.}.astype({dtype})",
            "bitcast": "{x.}.view({dtype})",
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
            **{name: f"{{x.}}.{name}({{axis!}})" for name in ("cumsum", "cumprod")},
            "einsum": f"{np}.einsum({{equation}}, {{*operands}})",
            "outer": f"{np}.outer({{x1}}, {{x2}})",
            "flatten": flatten,
            "take": taken("x", "indices"),
            "gather": gather,
            "put_along_axis": put_along_axis,
            "sort": self.sort,
            "argsort": self.sort,
            **dict.fromkeys(FOURIER, fourier(np)),
            **{f"{n}shift": f"{np}.fft.{n}shift({{x}}<, {{axes}}>)" for n in ("fft", "ifft")},
            **{
                name: f"{np}.fft.{name}({{x}}<, s={{s}}><, axes={{axes}}><, norm={{norm}}>)"
                for name in ("fftn", "ifftn", "rfftn", "irfftn")
            },
        }

    def others(self) -> dict[str, Any]:
        """Return the lines of creation, choice and layers."""
        np = self.np
        return {
            "asarray": f"{np}.asarray({{obj}}<, {{dtype}}>)",
            "where": f"{np}.where({{condition}}, {{x1}}, {{x2}})",
            **{name: filled(f"{np}.{name}") for name in ("zeros", "ones", "full")},
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
            **{name: f"{np}.linalg.{name}({{x}})" for name in _LINALG.split()},
            "solve": f"{np}.linalg.solve({{x1}}, {{x2}})",
            "vector_norm": f"{np}.linalg.vector_norm({{x}}<, axis={{axis}}>"
            "<, keepdims={keepdims}><, ord={ord}>)",
            "eye": f"{np}.eye({{n_rows}}<, {{n_cols}}><, k={{k}}>, dtype={{dtype}})",
            "one_hot": f"{np}.eye({{depth}}, dtype={{dtype}})[{{indices}}]",
            "meshgrid": f"{np}.meshgrid({{*arrays}}<, indexing={{indexing}}>)",
            "isin": f"{np}.isin({{x1}}, {{x2}}<, invert={{invert}}>)",
            "searchsorted": f"{np}.searchsorted({{x}}, {{v}}<, side={{side}}>)",
            "triu_indices": f"{np}.triu_indices({{n_rows}}<, {{k}}><, {{n_cols}}>)",
            "take_along_axis": take_along_axis(f"{np}.take_along_axis"),
            **dict.fromkeys(("argmax", "argmin"), argument("keepdims", "astype")),
            **{
                name: f"{{x.}}.{name}({{offset!}}, {{axis1!}}, {{axis2!}})"
                for name in ("diagonal", "trace")
            },
            "qr": f"{np}.linalg.qr({{x}}<, {{mode}}>)",
            "svd": f"{np}.linalg.svd({{x}}<, full_matrices={{full_matrices}}>)",
            "eigh": f"{np}.linalg.eigh({{x}}<, {{UPLO}}>)",
            "get_item": get_item,
            "expand_dims": expand_dims,
            "reshape": reshape,
            "broadcast_to": broadcast_to(f"{np}.broadcast_to", "{x}.shape[{axis}]"),
            "size": "{x.}.shape[{axis}]",
            "arange": arange(f"{np}.arange"),
            "linspace": f"{np}.linspace({{start}}, {{stop}}, {{num}}, dtype={{dtype}})",
            "linear": self.linear,
            "embedding": "{weights.}[{indices}]",
            "pad": self.pad,
            "constant_pad": self.pad,
        }

    def sort(self, call: Call) -> Expr:
        down, arguments = call.known("descending"), f"{call.text('x')}, {call.text('axis')}"
        if down and call.op == "argsort" and self.np == "np":
            call.use("descending")
            return Expr(f"descending({arguments})")
        extra = ', kind="stable"' if self.np == "np" else ", descending=True" if down else ""
        made = f"{self.np}.{call.op}({arguments}{extra})"
        return Expr(f"np.flip({made}, {call.text('axis')})" if down and self.np == "np" else made)

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

    def pad(self, call: Call) -> Expr:
        constant = call.op == "constant_pad"
        mode = "constant" if constant else call.known("mode")
        value = call.get("value" if constant else "constant_values")
        extra = "" if value == 0 else f", constant_values={call.of(value, 'value').text}"
        if mode != "constant":
            if mode not in ("edge", "reflect", "symmetric", "wrap"):
                raise NoLine(f"pad: mode {mode}")
            extra = f", mode={mode}"
        x = call.text("x" if constant else "input")
        return Expr(f"{self.np}.pad({x}, {call.text('pad_width')}{extra})")


_REDUCTIONS = {
    **dict.fromkeys(("mean", "sum", "prod"), "<, dtype={dtype}>"),
    **dict.fromkeys(("var", "std"), "<, ddof={correction}>"),
    **dict.fromkeys(("max", "min", "any", "all"), ""),
}
"""Reductions, with the options that not all have."""


def table(np: str) -> dict[str, Any]:
    """Return the lines with the name that the namespace has in the source."""
    lines = _Lines(np)
    return lines.elementwise() | lines.shapes() | lines.others()
