"""Source for TensorFlow: Keras layers."""

from __future__ import annotations

import math
from typing import Any

from ivy.backends.windows import axes_to_first, axes_to_last, filter_axes
from ivy.graph.emit import functions, random, shared, windows
from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.indexing import check_taken, filled_outside, get_item, square
from ivy.graph.emit.operators import OPERATORS
from ivy.graph.emit.recurrent import recurrent
from ivy.graph.emit.target import Target
from ivy.graph.emit.templates import tensorflow as templates
from ivy.graph.emit.text import LOOSE, PLUS, TIMES, Expr, literal
from ivy.graph.ir import Value


def _shape(call: Call, shape: Any) -> str:
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    return call.of(tuple(shape), "size").text


def _reshape(call: Call) -> Expr:
    return Expr(f"tf.reshape({call.text('x')}, {_shape(call, call.get('shape'))})")


def _reduce(call: Call) -> Expr:
    if call.op in ("max", "min") and getattr(call.get("x"), "dtype", "") == "bool":
        raise NoLine(f"{call.op}: truth values")
    parts = [call.text("x")]
    if call.known("axis") is not None:
        parts.append(call.text("axis"))
    if "dtype" in call.given:
        parts[0] = f"tf.cast({parts[0]}, {call.text('dtype')})"
    if call.known("keepdims"):
        parts.append("keepdims=True")
    name = {"var": "math.reduce_variance", "std": "math.reduce_std"}.get(call.op)
    made = f"tf.{name or f'reduce_{call.op}'}({', '.join(parts)})"
    if call.defaults.get("correction") is None or not call.known("correction"):
        return Expr(made)
    count, correction = _count(call), call.known("correction")
    if call.op == "var" and count is not None and count > correction:
        return Expr(f"{made} * {count / (count - correction)!r}", TIMES)
    if str(call.given["x"].dtype).startswith("complex"):
        raise NoLine(f"{call.op}: correction of complex numbers")
    call.use("variance")
    made = f"variance({', '.join(parts)}, correction={correction!r})"
    return Expr(f"tf.sqrt({made})" if call.op == "std" else made)


def _pad(call: Call) -> Expr:
    mode = str(call.known("mode")).strip("\"'")
    if mode not in ("constant", "reflect", "symmetric"):
        raise NoLine(f"pad: mode {mode}")
    extra = "" if mode == "constant" else f', "{mode.upper()}"'
    if mode == "constant" and call.get("constant_values") != 0:
        extra = f", constant_values={call.text('constant_values')}"
    return Expr(f"tf.pad({call.text('input')}, {call.text('pad_width')}{extra})")


def _count(call: Call) -> int | None:
    """Return how many numbers are reduced to one; None if that is not known."""
    shape, axis = call.given["x"].shape, call.known("axis")
    axes = (
        range(len(shape))
        if axis is None
        else (axis if isinstance(axis, (tuple, list)) else (axis,))
    )
    sizes = [shape[i] for i in axes]
    return None if None in sizes else math.prod(sizes)


def _arange(call: Call) -> Expr:
    parts = functions.range_arguments(call)
    if isinstance(call.given.get("stop"), Value):  # a size, whose dtype may be another
        made = f"tf.range({', '.join(parts)})"
        return Expr(f"tf.cast({made}, {call.text('dtype')})" if "dtype" in call.given else made)
    if "dtype" in call.given:
        parts.append(f"dtype={call.text('dtype')}")
    return Expr(f"tf.range({', '.join(parts)})")


def _linear(call: Call) -> Expr:
    if call.ndim("weight") != 2:
        raise NoLine("linear: several weights")
    if call.ndim("x") == 1:
        product = f"tf.linalg.matvec({call.text('weight')}, {call.text('x')})"
    else:
        product = f"tf.matmul({call.text('x')}, {call.text('weight')}, transpose_b=True)"
    if "bias" not in call.given:
        return Expr(product)
    return Expr(f"{product} + {call.text('bias', 9)}", 8)


def _get_item(call: Call) -> Expr:
    arrays, axis = _arrays_of(call)
    if not arrays:
        return get_item(call)
    if len(arrays) == 1:
        extra = f", axis={axis}" if axis else ""
        return Expr(f"tf.gather({call.text('x')}, {call.of(arrays[0]).text}{extra})")
    call.use("pick")
    listed = ", ".join(call.of(item).text for item in arrays)
    return Expr(f"pick({call.text('x')}, {listed}{f', axis={axis}' if axis else ''})")


def _set_item(call: Call) -> Expr:
    arrays, axis = _arrays_of(call)
    call.use("with_item")
    if not arrays:
        return Expr(f"with_item({call.text('x')}, {call.text('query')}, {call.text('val')})")
    x, listed = call.text("x"), "".join(f"{call.of(item).text}, " for item in arrays)
    return Expr(f"with_item({x}, ({listed}), {call.text('val')}, {axis})")


def _arrays_of(call: Call) -> tuple[list[Any], int]:
    """Return the arrays among indices, which have to stand side by side, and where these begin."""
    query = call.get("query")
    items = list(query) if isinstance(query, tuple) else [query]
    places = [i for i, x in enumerate(items) if isinstance(x, Value) and x.shape != ()]
    arrays = [items[i] for i in places]
    if any(item.dtype == "bool" for item in arrays):
        raise NoLine(f"{call.op}: a mask")
    others = [item for i, item in enumerate(items) if i not in places]
    if arrays and (others != [slice(None)] * len(others) or places[-1] - places[0] >= len(places)):
        raise NoLine(f"{call.op}: arrays among other indices")
    return arrays, places[0] if places else 0


def _full(call: Call) -> Expr:
    dtype = call.known("dtype") or getattr(call.node.outputs, "dtype", None)
    if dtype is None:
        raise NoLine("full: an unknown dtype")
    value = f"tf.cast({call.text('fill_value')}, {call.dtype(dtype).text})"
    return Expr(f"tf.fill({_shape(call, call.get('shape'))}, {value})")


def _matmul(call: Call) -> Expr:
    ranks = [len(call.given[name].shape or (0, 0)) for name in ("x1", "x2")]
    x1, x2 = call.text("x1"), call.text("x2")
    if ranks == [1, 1]:
        return Expr(f"tf.tensordot({x1}, {x2}, 1)")
    if ranks[0] == 1:
        return Expr(f"tf.linalg.matvec({x2}, {x1}, transpose_a=True)")
    if ranks[1] == 1:
        return Expr(f"tf.linalg.matvec({x1}, {x2})")
    flags = [f", {flag}=True" for flag in ("transpose_a", "transpose_b") if call.known(flag)]
    return Expr(f"tf.matmul({x1}, {x2}{''.join(flags)})")


def _searchsorted(call: Call) -> Expr:
    if call.ndim("x") != 1 or getattr(call.given["v"], "dtype", "") != call.given["x"].dtype:
        raise NoLine("searchsorted: several rows, or two dtypes")
    x, v = call.text("x"), call.shared("v").text
    found = f"tf.searchsorted({x}, tf.reshape({v}, (-1,)), {call.text('side')}, tf.int64)"
    return Expr(f"tf.reshape({found}, tf.shape({v}))")


def _arithmetic(call: Call) -> Expr:
    """Print an operator; a size beside an array gets its dtype."""
    if list(call.given) != ["x1", "x2"]:
        raise NoLine(f"{call.op}: {', '.join(call.given)}")

    def side(name: str, other: str, level: int) -> str:
        x, y = call.get(name), call.get(other)
        is_size = isinstance(x, Value) and x.shape is None and isinstance(y, Value)
        if not is_size or not y.dtype or x.dtype == y.dtype:
            return call.text(name, level)
        return f"tf.cast({call.text(name)}, {call.dtype(y.dtype).text})"

    operator = OPERATORS[call.op]
    first, second = side("x1", "x2", operator.level), side("x2", "x1", operator.level + 1)
    return Expr(f"{first} {operator.sign} {second}", operator.level)


def _ordered(call: Call) -> Expr:
    if any(getattr(call.get(name), "dtype", "") == "bool" for name in ("x1", "x2")):
        raise NoLine(f"{call.op}: truth values")
    return applied(OPERATORS[call.op], call)


def _flip(call: Call) -> Expr:
    axis = call.known("axis")
    axes = range(call.ndim("x")) if axis is None else axis
    axes = tuple(axes) if isinstance(axes, (tuple, list, range)) else (axes,)
    return Expr(f"tf.reverse({call.text('x')}, {call.of(axes, 'axis').text})")


def _diff(call: Call) -> Expr:
    axis = call.known("axis")
    parts = [call.text(name) for name in ("prepend", "x", "append") if name in call.given]
    if any(not isinstance(call.given.get(n, Value("")), Value) for n in ("prepend", "append")):
        raise NoLine("diff: a number at an end")
    x = parts[0] if len(parts) == 1 else f"tf.concat([{', '.join(parts)}], {axis})"
    extra = "" if call.known("n") == 1 else f", n={call.known('n')}"
    where = "" if axis == -1 else f", axis={axis}"
    return Expr(f"tf.experimental.numpy.diff({x}{extra}{where})")


def _flatten(call: Call) -> Expr:
    sizes = call.of(functions.flattened_shape(call), "size").text
    return Expr(f"tf.reshape({call.text('x')}, {sizes})")


def _fourier(call: Call) -> Expr:
    rank, x, dtype = call.ndim("x"), call.text("x"), str(call.given["x"].dtype)
    several = call.op.endswith("n")
    axes = call.known("axes" if several else "dim" if "dim" in call.defaults else "axis")
    axes = (axes,) if isinstance(axes, int) else range(rank) if axes is None else axes
    sizes, count = call.known("s" if several else "n"), len(axes)
    given = [call.given["x"].shape[axis] for axis in axes]
    if "r" not in call.op and sizes in (given[-1], given, tuple(given)):
        sizes = None
    last = [axis % rank for axis in axes] == [*range(rank - count, rank)] and count < 4
    if not last or "norm" in call.given or (sizes and "r" not in call.op):
        raise NoLine(f"{call.op}: other axes, sizes or norm")
    if "r" not in call.op and not dtype.startswith("complex"):
        x = f"tf.cast({x}, {call.dtype('complex128' if dtype == 'float64' else 'complex64').text})"
    sizes = f", {[sizes] if isinstance(sizes, int) else [*sizes]}" if sizes else ""
    return Expr(f"tf.signal.{call.op.rstrip('n')}{f'{count}d' if count > 1 else ''}({x}{sizes})")


def _solve(call: Call) -> Expr:
    if call.ndim("x1") != call.ndim("x2"):
        raise NoLine("solve: a vector")
    return Expr(f"tf.linalg.solve({call.text('x1')}, {call.text('x2')})")


def _gather(call: Call) -> Expr:
    count = call.known("batch_dims") if call.op == "gather" else 0
    if not count and check_taken(call):
        return filled_outside(call)
    x, indices = call.text("x" if call.op == "take" else "params"), call.text("indices")
    if count:
        return Expr(f"tf.gather({x}, {indices}, axis={call.text('axis')}, batch_dims={count})")
    extra = "" if call.known("axis") == 0 else f", axis={call.text('axis')}"
    return Expr(f"tf.gather({x}, {indices}{extra})")


def _sort(call: Call) -> Expr:
    if getattr(call.get("x"), "dtype", "") == "bool":
        raise NoLine(f"{call.op}: truth values")
    down = ', direction="DESCENDING"' if call.known("descending") else ""
    if call.op == "argsort":
        made = f"tf.argsort({call.text('x')}, {call.text('axis')}{down}, stable=True)"
        return Expr(f"tf.cast({made}, tf.int64)")
    return Expr(f"tf.sort({call.text('x')}, {call.text('axis')}{down})")


def _argument(call: Call) -> Expr:
    x, axis, keepdims = call.text("x"), call.known("axis"), call.known("keepdims")
    if call.known("select_last_index") or (axis is None and keepdims):
        raise NoLine(f"{call.op}: select_last_index, or keepdims of all axes")
    dtype = call.known("dtype")
    extra = "" if dtype in (None, "int64") else f", {call.dtype(dtype).text}"
    if axis is None:
        return Expr(f"tf.{call.op}(tf.reshape({x}, [-1]), 0{extra})")
    made = f"tf.{call.op}({x}, {call.text('axis')}{extra})"
    return Expr(f"tf.expand_dims({made}, {call.text('axis')})" if keepdims else made)


def _swapaxes(call: Call) -> Expr:
    rank = call.ndim("x")
    order = list(range(rank))
    one, two = call.known("axis0") % rank, call.known("axis1") % rank
    order[one], order[two] = order[two], order[one]
    return Expr(f"tf.transpose({call.text('x')}, {tuple(order)})")


def _dropout(call: Call) -> Expr:
    rate = call.of(call.known("prob"), "rate").text
    shape = random.noise_shape(call)
    extra = "" if shape is None else f", noise_shape={shape}"
    if "training" not in call.given:
        return Expr(f"tf.nn.dropout({call.text('x')}, {rate}{extra})")
    x = call.shared("x").text
    return Expr(f"tf.nn.dropout({x}, {rate}{extra}) if {call.text('training')} else {x}", LOOSE)


def _turned(x: str, dims: int, last: bool, back: bool = False) -> str:
    """Return an image with channels last, where TensorFlow wants them, or the way back."""
    if last:
        return x
    axes = axes_to_first(dims) if back else axes_to_last(dims)
    return f"tf.transpose({x}, {axes})"


def _conv(call: Call) -> Expr:
    found = windows.convolution(call)
    dims, last, strides = found.dims, found.channel_last, found.strides
    x, kernel = _turned(call.text("x"), dims, last), call.text("filters")
    if not found.filters_last:
        kernel = f"tf.transpose({kernel}, {filter_axes(dims, False)})"
    if set(found.x_dilations) != {1}:
        if None in found.sizes:
            raise NoLine(f"{call.op}: gaps in sizes that are not known")
        call.use("spread")
        x = f"spread({x}, {call.of(found.x_dilations, 'gaps').text})"
    plain = found.groups == 1 and not max(strides) > 1 < max(found.dilations)
    if call.known("padding") == "SAME" and plain and set(found.x_dilations) == {1}:
        parts = [x, kernel, call.of(strides, "stride").text, '"SAME"']
    elif found.pads == ((0, 0),) * dims and plain:
        parts = [x, kernel, call.of(strides, "stride").text, '"VALID"']
    else:
        call.use("convolve")
        numbers = {"stride": strides, "padding": found.pads, "dilation": found.dilations}
        parts = [x, kernel, *(call.of(n, hint).text for hint, n in numbers.items())]
        if found.groups != 1:
            parts.append(call.of(found.groups, "groups").text)
        return _finished_conv(call, f"convolve({', '.join(parts)})", dims, last)
    if set(found.dilations) != {1}:
        parts.append(f"dilations={call.of(found.dilations, 'dilation').text}")
    return _finished_conv(call, f"tf.nn.convolution({', '.join(parts)})", dims, last)


def _finished_conv(call: Call, made: str, dims: int, last: bool) -> Expr:
    """Return a convolution with its bias, in the layout of its image."""
    if "bias" not in call.given:
        return Expr(_turned(made, dims, last, back=True))
    biased = f"{made} + {call.text('bias', PLUS + 1)}"
    return Expr(biased, PLUS) if last else Expr(_turned(biased, dims, last, back=True))


def _conv_transpose(call: Call) -> Expr:
    found = windows.convolution(call)
    dims, last = found.dims, found.channel_last
    if found.groups != 1:
        raise NoLine(f"{call.op}: groups")
    pads = found.pads or ()
    x, kernel = call.shared("x").text, call.text("filters")
    channels = call.given["filters"].shape[-2 if found.filters_last else 1]
    if not found.filters_last:
        kernel = f"tf.transpose({kernel}, {filter_axes(dims, False)})"
    # Without padding the result is larger; what padding would take off is cut.
    sizes = tuple(n + low + high for n, (low, high) in zip(found.sizes, pads, strict=True))
    same = isinstance(call.known("padding"), str) and call.known("padding").upper() == "SAME"
    wanted = found.sizes if same else sizes
    shape = f"(tf.shape({x})[0], {', '.join(map(str, wanted))}, {channels})"
    parts = [_turned(x, dims, last), kernel, shape, call.of(found.strides, "stride").text]
    parts.append('"SAME"' if same else '"VALID"')
    if set(found.dilations) != {1}:
        parts.append(f"dilations={call.of(found.dilations, 'dilation').text}")
    made = f"tf.nn.conv_transpose({', '.join(parts)})"
    if not same and any(map(any, pads)):
        cut = ", ".join(f"{low}:{low + n}" for (low, _), n in zip(pads, found.sizes, strict=True))
        made = f"{made}[:, {cut}]"
    return _finished_conv(call, made, dims, last)


def _pool(call: Call) -> Expr:
    found = windows.pooling(call)
    if set(found.dilations) != {1}:
        raise NoLine(f"{call.op}: dilation")
    dims, maximum = found.dims, call.op.startswith("max")
    kernel = call.of(square(found.kernel), "kernel").text
    strides = call.of(square(found.strides), "stride").text
    # SAME pads as TensorFlow does it, and what it adds does not count in an average.
    same = call.known("padding") == "SAME" and (maximum or found.divisor is None)
    padded = any(map(any, found.pads)) and not same
    widths = call.of(windows.of_image(found.pads, True), "padding").text if padded else ""
    lowest = ", constant_values=-math.inf" if maximum else ""

    def pooled(x: str) -> str:
        x = f"tf.pad({x}, {widths}{lowest})" if padded else x
        word = "SAME" if same else "VALID"
        return f'tf.nn.{call.op}({x}, {kernel}, {strides}, "{word}")'

    if not maximum and found.divisor is None and not same:
        x = call.shared("x").text
        x = _turned(x, dims, found.last)
        made = f"{pooled(x)} / {pooled(f'tf.ones_like({x})')}"
        return Expr(made, TIMES) if found.last else Expr(_turned(made, dims, False, back=True))
    made = _turned(pooled(_turned(call.text("x"), dims, found.last)), dims, found.last, back=True)
    factor = 1 if maximum or same else windows.average_factor(found)
    return Expr(made) if factor == 1 else Expr(f"{made} * {factor!r}", TIMES)


_ONE = (
    "exp sin cos tan tanh sqrt abs floor round sign sigmoid square sinh cosh asin acos atan asinh "
    "acosh atanh"
)


def _take_along(call: Call) -> Expr:
    axis = call.known("axis")
    rank = call.ndim("arr")
    if axis is None or call.ndim("indices") != rank:
        raise NoLine("take_along_axis: other axes")
    axis %= rank
    shape, other = call.given["arr"].shape, call.given["indices"].shape
    if shape[:axis] != other[:axis] or shape[axis + 1 :] != other[axis + 1 :] or axis != rank - 1:
        given = f"{call.text('arr')}, {call.text('indices')}, {axis}"
        return Expr(f"tf.experimental.numpy.take_along_axis({given})")
    return Expr(f"tf.gather({call.text('arr')}, {call.text('indices')}, batch_dims={axis})")


_TABLE: dict[str, Any] = {
    **shared.of_namespace(shared.ALL, "tf"),
    **{name: f"tf.{name}({{x}})" for name in _ONE.split()},
    **{
        name: f"tf.math.{name}({{x}})"
        for name in (
            "log log1p expm1 rsqrt reciprocal erf erfc ceil softplus lgamma digamma conj real imag"
        ).split()
    },
    **{name: f"tf.math.is_{name[2:]}({{x}})" for name in ("isnan", "isinf")},
    "isfinite": "tf.math.is_finite({x})",
    "logsigmoid": "tf.math.log_sigmoid({input})",
    "mish": "{x*} * tf.tanh(tf.math.softplus({x}))",
    "angle": "tf.math.angle({z})",
    "fmod": "tf.truncatemod({x1}, {x2})",
    "complex": "tf.complex({real}, {imag})",
    "matrix_exp": "tf.linalg.expm({x})",
    "log10": lambda c: Expr(f"tf.math.log({c.text('x')}) / {math.log(10)!r}", TIMES),
    "pad": _pad,
    "moveaxis": "tf.experimental.numpy.moveaxis({a}, {source}, {destination})",
    "full_like": (
        "tf.fill(tf.shape({x}), tf.cast({fill_value}, {x}.dtype))",
        "tf.fill(tf.shape({x}), tf.cast({fill_value}, {dtype}))",
    ),
    **{name: f"tf.linalg.{name}({{x}})" for name in ("qr", "eigh", "trace")},
    "solve_triangular": lambda c: Expr(
        f"tf.linalg.triangular_solve({c.text('x1')}, {c.text('x2')}, lower={not c.known('upper')})"
    ),
    **dict.fromkeys((*functions.FOURIER, *(f"{name}n" for name in functions.FOURIER)), _fourier),
    "vector_norm": "tf.norm({x}<, ord={ord}><, axis={axis}><, keepdims={keepdims}>)",
    "unsorted_segment_sum": ("tf.math.unsorted_segment_sum({data}, {segment_ids}, {num_segments})"),
    "top_k": functions.top_k,
    "solve": _solve,
    **{name: f"tf.nn.{name}({{x}})" for name in ("relu", "silu", "relu6")},
    "elu": ("tf.nn.elu({x})", "tf.where({x} > 0, {x}, {alpha} * tf.math.expm1({x}))"),
    "leaky_relu": "tf.nn.leaky_relu({x}, {alpha!})",
    "matmul": _matmul,
    "equal": "tf.equal({x1}, {x2})",
    "not_equal": "tf.not_equal({x1}, {x2})",
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal"), _ordered),
    "maximum": "tf.maximum({x1}, {x2})",
    "minimum": "tf.minimum({x1}, {x2})",
    "atan2": "tf.atan2({x1}, {x2})",
    "matrix_transpose": "tf.linalg.matrix_transpose({x})",
    "stop_gradient": "tf.stop_gradient({x})",
    "astype": "tf.cast({x}, {dtype})",
    "bitcast": "tf.bitcast({x}, {dtype})",
    "permute_dims": "tf.transpose({x}, {axes})",
    "concat": "tf.concat({xs}, {axis!})",
    "flip": _flip,
    "diff": _diff,
    "flatten": _flatten,
    "take": _gather,
    "gather": _gather,
    "constant_pad": "tf.pad({x}, {pad_width}<, constant_values={value}>)",
    "asarray": "tf.cast({obj}, {dtype})",
    "bitwise_left_shift": "tf.bitwise.left_shift({x1}, {x2})",
    "bitwise_right_shift": "tf.bitwise.right_shift({x1}, {x2})",
    **dict.fromkeys(("add", "subtract", "multiply", "divide"), _arithmetic),
    "hardswish": "{x*} * tf.nn.relu6({x+} + 3) / 6",
    "sort": _sort,
    "argsort": _sort,
    "unstack": "tf.unstack({x}<, axis={axis}>)",
    "split": "tf.split({x}, {num_or_size_splits}<, {axis}>)",
    "tile": "tf.tile({x}, {repeats})",
    "repeat": "tf.repeat({x}, {repeats}<, {axis}>)",
    "roll": "tf.roll({x}, {shift}, {axis})",
    **dict.fromkeys(("cumsum", "cumprod"), functions.cumulated),
    "softsign": "tf.nn.softsign({x})",
    "searchsorted": _searchsorted,
    "eye": "tf.eye({n_rows}<, {n_cols}>, dtype={dtype})",
    "one_hot": "tf.one_hot({indices}, {depth}, dtype={dtype})",
    "meshgrid": "tf.meshgrid({*arrays}<, indexing={indexing}>)",
    "tril": "tf.linalg.band_part({x}, -1, 0)",
    "triu": "tf.linalg.band_part({x}, 0, -1)",
    "where": functions.where,
    **dict.fromkeys(("zeros", "ones"), functions.filled),
    "full": _full,
    "zeros_like": "tf.zeros_like({x}<, {dtype}>)",
    "ones_like": "tf.ones_like({x}<, {dtype}>)",
    "clip": (
        "tf.clip_by_value({x}, {min}, {max})",
        "tf.maximum({x}, {min})",
        "tf.minimum({x}, {max})",
    ),
    "take_along_axis": _take_along,
    **dict.fromkeys(("argmax", "argmin"), _argument),
    "get_item": _get_item,
    "set_item": _set_item,
    "swapaxes": _swapaxes,
    "squeeze": "tf.squeeze({x}<, {axis}>)",
    "reshape": _reshape,
    "broadcast_to": functions.broadcast_to,
    "size": "tf.shape({x})[{axis}]",
    "arange": _arange,
    "linspace": functions.linspace,
    "linear": _linear,
    "embedding": "tf.gather({weights}, {indices})",
    **dict.fromkeys("mean sum prod max min any all var std".split(), _reduce),
    "softmax": functions.softmax,
    "log_softmax": functions.softmax,
    "gelu": "tf.nn.gelu({x}<, approximate={approximate}>)",
    "scaled_dot_product_attention": functions.attention,
    "conv_general_dilated": _conv,
    "conv_general_transpose": _conv_transpose,
    "lstm": recurrent,
    "gru": recurrent,
    "layer_norm": functions.norm,
    "rms_norm": functions.norm,
    "group_norm": functions.group_norm,
    "dropout": _dropout,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
}


class TensorFlow(Target):
    """Keras layers."""

    name, namespace, safetensors = "tensorflow", "tf", "tensorflow"
    lower = "tf.linalg.band_part({}, -1, 0)"
    make_array, make_range, implied = "constant", "range", ("float32", "int32", "bool")
    size = "tf.shape({x})[{axis}]"
    base, root_base = "keras.layers.Layer", "keras.Model"
    super_init = "super().__init__(autocast=False)"
    method = "call"
    callable_empty = False
    table = _TABLE
    functions = templates.FUNCTIONS
    layers = templates.LAYERS
    imports = {  # noqa: RUF012
        "tf": "import tensorflow as tf",
        "keras": "import keras",
        "math": "import math",
        "functools": "import functools",
        "np": "import numpy as np",
    }

    def __init__(self) -> None:
        import keras

        self.reserved = frozenset((*dir(keras.Model()), "load_weights"))

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return an array of equal numbers."""
        return f"tf.fill({shape}, tf.constant({literal(value)}, tf.{dtype}))"

    def as_array(self, held: str) -> str:
        """Return a variable of Keras as a tensor."""
        return f"tf.convert_to_tensor({held})"

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

    def loading(self, emitter: Any) -> list[str]:
        """Return the statements that load weights."""
        emitter.templates.setdefault("weights_in", templates.WEIGHTS_IN)
        return [
            "for name, variable in weights_in(vars(self)):",
            "    variable.assign(weights[name])",
        ]
