"""Lines that targets share, in the words of NumPy."""

from __future__ import annotations

import re
from typing import Any

from ivy.graph.emit import control, functions, random, resizing
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.indexing import expand_dims, get_item, taken
from ivy.graph.emit.operators import OPERATORS
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.text import ATOM, PLUS, TIMES, Expr


def _sort(call: Call) -> Expr:
    down, arguments = call.known("descending"), f"{call.text('x')}, {call.text('axis')}"
    if call.space == "jnp":
        extra = ", descending=True" if down else ""
        return Expr(f"jnp.{call.op}({arguments}{extra})")
    if down and call.op == "argsort":
        call.use("descending")
        return Expr(f"descending({arguments})")
    made = f'np.{call.op}({arguments}, kind="stable")'
    return Expr(f"np.flip({made}, {call.text('axis')})" if down else made)


def _linear(call: Call) -> Expr:
    if call.ndim("weight") != 2:
        raise NoLine("linear: several weights")
    product = f"{call.text('x', TIMES)} @ {call.text('weight', ATOM)}.T"
    if "bias" not in call.given:
        return Expr(product, TIMES)
    return Expr(f"{product} + {call.text('bias', PLUS + 1)}", PLUS)


def _split(call: Call) -> Expr:
    sizes, axis = call.known("num_or_size_splits"), call.known("axis")
    if not isinstance(sizes, int):
        sizes = [sum(sizes[: i + 1]) for i in range(len(sizes) - 1)]
    return Expr(f"{call.space}.split({call.text('x')}, {sizes}, {axis})")


def _unstack(call: Call) -> Expr:
    axis = call.known("axis")
    return Expr(f"{call.space}.moveaxis({call.text('x')}, {axis}, 0)" if axis else call.text("x"))


def _pad(call: Call) -> Expr:
    constant = call.op == "constant_pad"
    mode = "constant" if constant else call.known("mode")
    value = call.get("value" if constant else "constant_values")
    extra = "" if value == 0 else f", constant_values={call.of(value, 'value').text}"
    if mode != "constant":
        if mode not in ("edge", "reflect", "symmetric", "wrap"):
            raise NoLine(f"pad: mode {mode}")
        extra = f", mode={mode}"
    x = call.text("x" if constant else "input")
    return Expr(f"{call.space}.pad({x}, {call.text('pad_width')}{extra})")


ALL: dict[str, Any] = {
    **OPERATORS,
    **control.LINES,
    **random.LINES,
    **resizing.LINES,
    "pow": functions.power,
    "expand_dims": expand_dims,
    "stack": "np.stack({arrays}<, {axis}>)",
    "put_along_axis": functions.put_along_axis,
    "scatter_nd": functions.scatter_nd,
    "batch_norm": functions.batch_norm,
    "einsum": "np.einsum({equation}, {*operands})",
    **{name: f"np.linalg.{name}({{x}})" for name in "inv det cholesky slogdet".split()},
}
"""Lines of all targets."""

WITH_METHODS: dict[str, Any] = {
    **ALL,
    "reshape": functions.reshape,
    "flatten": functions.flatten,
    "size": "{x.}.shape[{axis}]",
    "matrix_transpose": "{x.}.mT",
    "squeeze": "{x.}.squeeze(<{axis}>)",
    "bitcast": "{x.}.view({dtype})",
    "diagonal": "{x.}.diagonal({offset!}, {axis1!}, {axis2!})",
    **dict.fromkeys(("cumsum", "cumprod"), functions.cumulated),
    "get_item": get_item,
    "take": taken,
    "gather": functions.gather,
    "isin": "np.isin({x1}, {x2}<, invert={invert}>)",
    "searchsorted": "np.searchsorted({x}, {v}<, side={side}>)",
    **dict.fromkeys(("zeros", "ones", "full"), functions.filled),
    "zeros_like": "np.zeros_like({x}<, dtype={dtype}>)",
    "ones_like": "np.ones_like({x}<, dtype={dtype}>)",
    "full_like": "np.full_like({x}, {fill_value}<, dtype={dtype}>)",
    "arange": functions.arange,
    "outer": "np.outer({x1}, {x2})",
    "svdvals": "np.linalg.svdvals({x})",
    "solve": "np.linalg.solve({x1}, {x2})",
    "qr": "np.linalg.qr({x}<, {mode}>)",
    "svd": "np.linalg.svd({x}<, full_matrices={full_matrices}>)",
    **{name: f"np.linalg.{name}({{x}}<, {{UPLO}}>)" for name in ("eigh", "eigvalsh")},
    **dict.fromkeys(functions.FOURIER, functions.fourier),
    **{f"{name}shift": f"np.fft.{name}shift({{x}}<, {{axes}}>)" for name in ("fft", "ifft")},
}
"""Lines of targets whose arrays have the methods of NumPy's: those of PyTorch too."""

_ONE = (
    "exp log sin cos tan tanh sqrt abs floor ceil round trunc sign reciprocal square isnan isinf "
    "isfinite log1p log2 log10 expm1 sinh cosh exp2 deg2rad rad2deg conj "
    "real imag signbit sinc"
)
_ARCS = "sin cos tan sinh cosh tanh"
_TWO = (
    "maximum minimum fmod logaddexp hypot copysign nextafter logaddexp2 gcd lcm heaviside fmax fmin"
)
_REDUCTIONS = {
    **dict.fromkeys(("mean", "sum", "prod"), "<, dtype={dtype}>"),
    **dict.fromkeys(("var", "std"), "<, ddof={correction}>"),
    **dict.fromkeys(("max", "min", "any", "all"), ""),
}
"""Reductions, with the options that not all have."""

NUMPY: dict[str, Any] = {
    **WITH_METHODS,
    **{name: f"np.{name}({{x}})" for name in _ONE.split()},
    **{f"a{name}": f"np.arc{name}({{x}})" for name in _ARCS.split()},
    **{name: f"np.{name}({{x1}}, {{x2}})" for name in _TWO.split()},
    **{
        name: f"{{x.}}.{name}(<, {{axis}}>{options}<, keepdims={{keepdims}}>)"
        for name, options in _REDUCTIONS.items()
    },
    "atan2": "np.arctan2({x1}, {x2})",
    "angle": "np.angle({z}<, deg={deg}>)",
    "relu": "np.maximum({x}, 0)",
    "astype": "{x.}.astype({dtype})",
    "clip": ("np.clip({x}, {min}, {max})", "np.maximum({x}, {min})", "np.minimum({x}, {max})"),
    "where": functions.where,
    # Shapes.
    "broadcast_to": functions.broadcast_to,
    "permute_dims": "{x.}.transpose({*axes})",
    "swapaxes": "{x.}.swapaxes({axis0}, {axis1})",
    "moveaxis": "np.moveaxis({a}, {source}, {destination})",
    "concat": "np.concatenate({xs}<, {axis}>)",
    "unstack": _unstack,
    "split": _split,
    "tile": "np.tile({x}, {repeats})",
    "repeat": "np.repeat({x}, {repeats}<, {axis}>)",
    "flip": "np.flip({x}<, {axis}>)",
    "roll": "np.roll({x}, {shift}<, {axis}>)",
    "tril": "np.tril({x}<, {k}>)",
    "triu": "np.triu({x}<, {k}>)",
    "pad": _pad,
    "constant_pad": _pad,
    "take_along_axis": functions.take_along_axis,
    "sort": _sort,
    "argsort": _sort,
    **dict.fromkeys(("argmax", "argmin"), functions.argument),
    "diff": "np.diff({x}<, n={n}><, axis={axis}><, prepend={prepend}><, append={append}>)",
    # New arrays.
    "asarray": "np.asarray({obj}<, {dtype}>)",
    "linspace": "np.linspace({start}, {stop}, {num}, dtype={dtype})",
    "eye": "np.eye({n_rows}<, {n_cols}><, k={k}>, dtype={dtype})",
    "one_hot": "({indices.}[..., None] == np.arange({depth})).astype({dtype})",
    "meshgrid": "np.meshgrid({*arrays}<, indexing={indexing}>)",
    "triu_indices": "np.triu_indices({n_rows}<, {k}><, {n_cols}>)",
    # Products and layers.
    "linear": _linear,
    "embedding": "{weights.}[{indices}]",
    "vector_norm": "np.linalg.vector_norm({x}<, axis={axis}><, keepdims={keepdims}><, ord={ord}>)",
    "trace": "{x.}.trace({offset!}, {axis1!}, {axis2!})",
    **{
        name: f"np.fft.{name}({{x}}<, s={{s}}><, axes={{axes}}><, norm={{norm}}>)"
        for name in ("fftn", "ifftn", "rfftn", "irfftn")
    },
    "layer_norm": functions.norm,
    "rms_norm": functions.norm,
    "group_norm": functions.group_norm,
    "lstm": recurrent,
    "gru": recurrent,
}


def of_namespace(lines: dict[str, Any], namespace: str) -> dict[str, Any]:
    """Return lines with the name that the namespace has in the source."""
    return {op: _renamed(line, namespace) for op, line in lines.items()}


def _renamed(line: Any, namespace: str) -> Any:
    if isinstance(line, tuple):
        return tuple(_renamed(one, namespace) for one in line)
    return re.sub(r"\bnp\.", f"{namespace}.", line) if isinstance(line, str) else line
