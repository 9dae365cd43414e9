"""Calls that several targets write alike: functions of the source, and their arguments."""

from __future__ import annotations

import math

from ivy.backends.shapes import combination
from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.indexing import taken
from ivy.graph.emit.readable import KEEP
from ivy.graph.emit.text import ATOM, LOOSE, POWER, UNARY, Expr
from ivy.graph.ir import Value


def attention_arguments(call: Call) -> list[str]:
    """Return the arguments of a function `attention` of the source, but for dropout."""
    if "mask" in call.given and getattr(call.given["mask"], "dtype", None) != "bool":
        raise NoLine("scaled_dot_product_attention: a mask of numbers")
    names = ("mask", "bias", "is_causal", "scale")
    parts = [call.text(name) for name in ("query", "key", "value")]
    return parts + [f"{name}={call.text(name)}" for name in names if name in call.given]


def attention(call: Call) -> Expr:
    """Print attention, whose dropout is an argument of the function."""
    call.use("attention")
    parts = attention_arguments(call)
    if rate := call.known("dropout_p"):
        training = call.text("training") if "training" in call.given else "False"
        parts.append(f"dropout_rate={call.of(rate, 'rate').text} if {training} else 0.0")
    call.get("training")
    return Expr(f"attention({', '.join(parts)})")


def softmax(call: Call) -> Expr:
    """Print softmax or log_softmax along the last axis or another."""
    if call.target == "numpy":
        call.use(call.op)
    prefix = {"jax": "jax.nn.", "tensorflow": "tf.nn."}.get(call.target, "")
    extra = "" if call.known("axis") in (None, -1) else f", {call.text('axis')}"
    return Expr(f"{prefix}{call.op}({call.text('x')}{extra})")


def norm(call: Call) -> Expr:
    """Print a norm as a function of the source, which is along the last axis if not told."""
    axes = call.known("normalized_idxs")
    if "new_std" in call.given:
        raise NoLine(f"{call.op}: new_std")
    if is_last(axes, call):
        parts = norm_arguments(call)
    elif call.op == "layer_norm":
        axes = tuple(axes) if isinstance(axes, (tuple, list)) else (axes,)
        parts = [call.text("x"), *(_against(call, name, axes) for name in ("scale", "offset"))]
        parts += [f"eps={call.text('eps')}", f"axes={call.of(axes, 'axis').text}"]
    else:
        raise NoLine(f"{call.op}: other axes")
    call.use(call.op)
    return Expr(f"{call.op}({', '.join(parts)})")


def _against(call: Call, name: str, axes: tuple[int, ...]) -> str:
    """Return weights of the sizes of some axes with axes of size 1 between and after them."""
    rank = call.ndim("x")
    places = {axis % rank for axis in axes}
    if name not in call.given:
        return "None"
    if call.ndim(name) != len(axes) or places == {*range(rank - len(axes), rank)}:
        return call.text(name)
    items = (":" if axis in places else "None" for axis in range(min(places), rank))
    return f"{call.text(name, ATOM)}[{', '.join(items)}]"


def is_last(axes: object, call: Call) -> bool:
    """Return whether the axes of a norm are the last one alone."""
    return axes in (-1, [-1], (-1,), call.ndim("x") - 1)


def norm_arguments(call: Call) -> list[str]:
    """Return the arguments of a norm along the last axis: the array, weights, and eps by name."""
    names = [name for name in ("scale", "offset") if name in call.defaults]
    for name in names:
        if name in call.given and call.ndim(name) != 1:
            raise NoLine(f"{call.op}: weights of other shapes")
    parts = [call.text("x")]
    if any(name in call.given for name in names):
        parts += [call.text(name) if name in call.given else "None" for name in names]
    return [*parts, f"eps={call.of(call.known('eps'), 'eps').text}"]


def batch_norm(call: Call) -> Expr:
    """Print batch normalisation as a function of the source, which returns the statistics too."""
    words = ("offset", "scale", "training", "eps", "momentum")
    given = "".join(f"<, {word}={{{word}}}>" for word in words)
    axis = ", axis=1" if _channels_first(call) else ""
    line = f"batch_norm({{x}}, {{mean}}, {{variance}}{given}{axis}<, unbiased={{unbiased}}>)"
    return applied(line, call)


def group_norm(call: Call) -> Expr:
    """Print group normalisation as a function of the source."""
    axis = ", axis=1" if _channels_first(call) else ""
    given = "".join(f"<, {word}={{{word}}}>" for word in ("offset", "scale", "eps"))
    return applied(f"group_norm({{x}}, {{num_groups!}}{given}{axis})", call)


def _channels_first(call: Call) -> bool:
    form = call.known("data_format")
    if not isinstance(form, str) or not form.startswith("N") or "C" not in form:
        raise NoLine(f"{call.op}: data_format {form!r}")
    return not form.endswith("C") and call.ndim("x") > 2


def range_arguments(call: Call) -> list[str]:
    """Return the arguments of a range of numbers, as short as Python's."""
    start, step = call.get("start"), call.get("step")
    if "stop" not in call.given:
        parts = [call.text("start")]
    elif start == 0 and step == 1:
        parts = [call.text("stop")]
    else:
        parts = [call.text("start"), call.text("stop")]
    if step != 1:
        parts.append(call.text("step"))
    call.taken.update(("start", "stop", "step"))
    return parts


def arange(call: Call) -> Expr:
    """Print `arange` where numbers without a dtype are int64."""
    parts = range_arguments(call)
    dtype = call.known("dtype")
    if dtype is not None and str(dtype) != "int64":
        parts.append(f"dtype={call.text('dtype')}")
    return Expr(f"{call.space}.arange({', '.join(parts)})")


def argument(call: Call) -> Expr:
    """Print the place of the largest or smallest number."""
    if call.known("select_last_index"):
        raise NoLine(f"{call.op}: select_last_index")
    keepdims, cast = ("keepdim", "to") if call.target == "torch" else ("keepdims", "astype")
    parts = [] if call.known("axis") is None else [call.text("axis")]
    parts += [f"{keepdims}=True"] if call.known("keepdims") else []
    made = f"{call.text('x', ATOM)}.{call.op}({', '.join(parts)})"
    dtype = call.known("dtype")
    plain = dtype in (None, "int64")
    return Expr(made if plain else f"{made}.{cast}({call.dtype(dtype).text})")


def complex_of(call: Call) -> Expr:
    """Return a complex array of two real ones of the same dtype."""
    if not all(isinstance(call.given[name], Value) for name in ("real", "imag")):
        raise NoLine("complex: a number")
    space = "lax" if call.target == "jax" else call.space
    return Expr(f"{space}.complex({call.text('real')}, {call.text('imag')})")


def where(call: Call) -> Expr:
    """Return a choice. Of two numbers one says the dtype: NumPy would make float64 of them."""
    x1, x2 = call.text("x1"), call.text("x2")
    if not any(isinstance(call.given[name], Value) for name in ("x1", "x2")):
        dtype = call.node.results()[0].dtype
        if dtype is None:
            raise NoLine("where: two numbers of an unknown dtype")
        make = "constant" if call.target == "tensorflow" else "asarray"
        x1 = f"{call.space}.{make}({x1}, {call.dtype(dtype).text})"
    return Expr(f"{call.space}.where({call.text('condition')}, {x1}, {x2})")


def power(call: Call) -> Expr:
    """Print powers as `**`, or as a function where the base is a number."""
    if not isinstance(call.given["x1"], Value):
        return Expr(f"{call.space}.pow({call.text('x1')}, {call.text('x2')})")
    return Expr(f"{call.text('x1', POWER + 1)} ** {call.text('x2', UNARY)}", POWER)


def reshape(call: Call) -> Expr:
    """Print `x.reshape(sizes)`."""
    shape = call.get("shape")
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    items = ", ".join(call.of(item, "size").text for item in shape) or "()"
    return Expr(f"{call.text('x', ATOM)}.reshape({items})")


def broadcast_to(call: Call) -> Expr:
    """Print a broadcast, with sizes that the array has already read from it."""
    shape = tuple(call.get("shape"))
    if KEEP not in shape:
        return Expr(f"{call.space}.broadcast_to({call.text('x')}, {call.of(shape, 'size').text})")
    x, skipped, size = call.shared("x").text, len(shape) - call.ndim("x"), call.body.target.size
    sizes = [
        size.format(x=x, axis=i - skipped) if n == KEEP else call.of(n, "size").text
        for i, n in enumerate(shape)
    ]
    return Expr(f"{call.space}.broadcast_to({x}, ({', '.join(sizes)}))")


def take_along_axis(call: Call) -> Expr:
    """Print items along an axis, one for each place of `indices`."""
    if call.known("axis") is None or call.known("mode") != "fill":
        raise NoLine("take_along_axis: no axis, or another mode")
    function, indices = "take_along_axis", call.text("indices", ATOM)
    if call.target == "torch":
        function = "take_along_dim"
        indices += "" if call.given["indices"].dtype == "int64" else ".long()"
    return Expr(f"{call.space}.{function}({call.text('arr')}, {indices}, {call.text('axis')})")


def cumulated(call: Call) -> Expr:
    """Print sums or products up to each place, in the dtype of the array."""
    if call.known("dtype") not in (None, getattr(call.given["x"], "dtype", None)):
        raise NoLine(f"{call.op}: another dtype")
    if call.target == "tensorflow":
        return Expr(f"tf.math.{call.op}({call.text('x')}, {call.text('axis')})")
    return Expr(f"{call.text('x', ATOM)}.{call.op}({call.text('axis')})")


def filled(call: Call) -> Expr:
    """Print an array of equal numbers, which says its dtype."""
    made = call.known("dtype") or getattr(call.node.outputs, "dtype", None)
    if made is None:
        raise NoLine(f"{call.op}: an unknown dtype")
    shape = call.get("shape")
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    parts = [call.of(shape, "size").text]
    if call.op == "full":
        parts.append(call.text("fill_value"))
    word = "" if call.target == "tensorflow" else "dtype="
    return Expr(f"{call.space}.{call.op}({', '.join(parts)}, {word}{call.dtype(made).text})")


_COMBINED = {
    "numpy": {"sum": "np.add", "mul": "np.multiply", "min": "np.minimum", "max": "np.maximum"},
    "jax": {"sum": '"add"', "mul": '"multiply"', "min": '"min"', "max": '"max"'},
    "tensorflow": {n: f"tf.tensor_scatter_nd_{n}" for n in ("sum", "min", "max")},
    "torch": {"mul": '"prod"', "min": '"amin"', "max": '"amax"', "mean": '"mean"'},
}
_COMBINED["tensorflow"]["sum"] = "tf.tensor_scatter_nd_add"


def put_along_axis(call: Call) -> Expr:
    """Print an array with values at the places that indices give along an axis."""
    mode, target = combination(call.op, call.known("mode")), call.target
    axis, (x, index, values) = call.known("axis"), map(call.get, ("arr", "indices", "values"))
    shapes = [getattr(each, "shape", None) for each in (x, index, values)]
    source = call.body.emitter.graph.source  # NumPy and ivy count from the end, too
    others = target in ("torch", "tensorflow") and source in ("numpy", "ivy", "")
    if axis is None or None in shapes or shapes[1] != shapes[2] or others:  # perhaps from the end
        raise NoLine("put_along_axis: sizes that differ, or indices that may be negative")
    is_short = target == "torch" and index.dtype != "int64"
    places = f"{call.text('indices', ATOM)}.long()" if is_short else call.text("indices")
    parts = [places, call.text("values")]
    where = call.of(axis % call.ndim("arr"), "axis").text
    if target == "torch":
        method = {"replace": "scatter", "sum": "scatter_add"}.get(mode, "scatter_reduce")
        how = "" if method != "scatter_reduce" else f", {_COMBINED[target][mode]}"
        return Expr(f"{call.text('arr', ATOM)}.{method}({where}, {', '.join(parts)}{how})")
    if mode != "replace" and mode not in _COMBINED[target]:
        raise NoLine(f"put_along_axis: {mode}")
    call.use("put_along")
    how = "" if mode == "replace" else f", {_COMBINED[target][mode]}"
    return Expr(f"put_along({call.text('arr')}, {', '.join(parts)}, {where}{how})")


_SCATTERED = {
    "numpy": "scatter_sum({index}, {rows}, {shape})",
    "jax": "jnp.zeros({shape}, {dtype}).at[tuple(jnp.moveaxis({index}, -1, 0))].add({rows})",
    "tensorflow": "tf.scatter_nd({index}, {rows}, {shape})",
    "torch": "torch.zeros({shape}, dtype={dtype}).index_put({index}.unbind(-1), {rows}, "
    "accumulate=True)",
}


def scatter_nd(call: Call) -> Expr:
    """Print zeros with values added at places, which may repeat."""
    shape, rows = call.get("shape"), call.get("updates")
    if call.known("reduction") != "sum" or not isinstance(shape, tuple) or rows.dtype is None:
        raise NoLine("scatter_nd: another reduction, or an unknown shape")
    if call.target == "numpy":
        call.use("scatter_sum")
    level = ATOM if call.target == "torch" else LOOSE
    given = {"index": call.text("indices", level), "rows": call.text("updates")}
    given |= {"shape": call.of(shape, "size").text, "dtype": call.dtype(rows.dtype).text}
    return Expr(_SCATTERED[call.target].format(**given))


def gather(call: Call) -> Expr:
    """Print `x[:, indices]`, or rows that each item of a batch takes for itself."""
    if not call.known("batch_dims"):
        return taken(call)
    if call.known("batch_dims") != 1 or call.known("axis") % call.ndim("params") != 1:
        raise NoLine("gather: batch_dims")
    x, new = call.shared("params").text, ", None" * (call.ndim("indices") - 1)
    return Expr(f"{x}[{call.space}.arange(len({x}))[:{new}], {call.text('indices')}]")


def top_k(call: Call) -> Expr:
    """Print the largest numbers along the last axis, and their places."""
    if call.known("axis") % call.ndim("x") != call.ndim("x") - 1 or not call.known("largest"):
        raise NoLine("top_k: another axis, or the smallest")
    if call.target == "jax":
        return Expr(f"lax.top_k({call.text('x')}, {call.text('k')})")
    return Expr(f"tf.math.top_k({call.text('x')}, {call.text('k')}, index_type=tf.int64)")


def linspace(call: Call) -> Expr:
    """Print numbers at equal distances between two that are known."""
    for name in ("start", "stop", "num"):
        call.known(name)
    if call.target == "tensorflow":
        return applied("tf.constant(np.linspace({start}, {stop}, {num}), {dtype})", call)
    return applied("torch.linspace({start}, {stop}, {num}, dtype={dtype})", call)


FOURIER = ("fft", "ifft", "rfft", "irfft")


def fourier(call: Call) -> Expr:
    """Print Fourier transforms along one axis."""
    parts = [call.text(n) for n in ("x", "n", "dim" if "dim" in call.defaults else "axis")]
    parts += [call.text("norm")] if "norm" in call.given else []
    return Expr(f"{call.space}.fft.{call.op}({', '.join(parts)})")


def flatten(call: Call) -> Expr:
    """Print `x.reshape(sizes)` with one size for several axes."""
    sizes = ", ".join(call.of(size, "size").text for size in flattened_shape(call))
    return Expr(f"{call.text('x', ATOM)}.reshape({sizes})")


def flattened_shape(call: Call) -> tuple[object, ...]:
    """Return the shape that `flatten` gives an array, with -1 for the size it joins."""
    shape = getattr(call.get("x"), "shape", None)
    if shape is None or call.known("order") != "C":
        raise NoLine("flatten: another order, or an unknown rank")
    rank = len(shape)
    start, end = call.known("start_dim") % rank, call.known("end_dim") % rank
    outside = [*range(start), *range(end + 1, rank)]
    unknown = [axis for axis in outside if shape[axis] is None]
    if not unknown:
        return (*shape[:start], -1, *shape[end + 1 :])
    joined = shape[start : end + 1]
    if len(unknown) > 1 or None in joined:
        raise NoLine("flatten: several sizes that are not known")
    sizes = [-1 if n is None else n for n in shape]
    return (*sizes[:start], math.prod(joined), *sizes[end + 1 :])
