"""Pooling: every name is a maximum or an average over windows, which each backend implements."""

from __future__ import annotations

import math
import numbers

from ivy.backends import windows
from ivy.backends.on_floats import on_floats
from ivy.backends.picking import check_integers
from ivy.errors import IvyValueError

# ---- maximum and average ----------------------------------------------------------------------


def _average(xp, name, x, shape, count_include_pad, divisor_override):
    if divisor_override is not None and not (
        isinstance(divisor_override, numbers.Real) and divisor_override != 0
    ):
        raise IvyValueError(
            f"{name}: expected a divisor_override other than 0, or None, got {divisor_override!r}"
        )
    return _average_of_floats(xp, x, shape, bool(count_include_pad), divisor_override)


@on_floats()
def _average_of_floats(xp, x, shape, count_include_pad, divisor_override):
    return xp.pool_average(x, shape, count_include_pad, divisor_override)


def _maximum_over(dims):
    name = f"max_pool{dims}d"

    def maximum(
        xp,
        x,
        kernel,
        strides,
        padding,
        data_format=windows.FORMATS[dims][0],
        dilation=1,
        ceil_mode=False,
    ):
        how = kernel, strides, padding, data_format, dilation, ceil_mode
        return xp.pool_maximum(x, windows.pooling(name, dims, x, *how))

    maximum.__name__ = name
    return maximum


def _average_over(dims):
    name = f"avg_pool{dims}d"

    def average(
        xp,
        x,
        kernel,
        strides,
        padding,
        data_format=windows.FORMATS[dims][0],
        count_include_pad=False,
        ceil_mode=False,
        divisor_override=None,
    ):
        how = kernel, strides, padding, data_format, 1, ceil_mode
        shape = windows.pooling(name, dims, x, *how)
        return _average(xp, name, x, shape, count_include_pad, divisor_override)

    average.__name__ = name
    return average


max_pool1d, max_pool2d, max_pool3d = map(_maximum_over, (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = map(_average_over, (1, 2, 3))


def pool(
    xp,
    x,
    window_shape,
    pool_type,
    strides=None,
    padding="VALID",
    data_format=None,
    dilations=None,
    ceil_mode=False,
):
    dims = len(window_shape) if isinstance(window_shape, (list, tuple)) else len(x.shape) - 2
    if dims not in windows.FORMATS:
        raise IvyValueError(
            f"pool: expected a window_shape of 1 to 3 sizes, got {window_shape!r} "
            f"for x of shape {tuple(x.shape)}"
        )
    data_format = windows.FORMATS[dims][0] if data_format is None else data_format
    strides = 1 if strides is None else strides
    dilations = 1 if dilations is None else dilations
    kind = pool_type.upper() if isinstance(pool_type, str) else pool_type
    if kind not in ("MAX", "AVG"):
        raise IvyValueError(f"pool: expected a pool_type 'MAX' or 'AVG', got {pool_type!r}")
    how = window_shape, strides, padding, data_format, dilations, ceil_mode
    shape = windows.pooling("pool", dims, x, *how)
    if kind == "MAX":
        return xp.pool_maximum(x, shape)
    return _average(xp, "pool", x, shape, False, None)


# ---- pooling to a given size ------------------------------------------------------------------


def adaptive_avg_pool1d(xp, input, output_size, data_format="NCW"):
    return _adaptive_average(xp, "adaptive_avg_pool1d", 1, input, output_size, data_format)


def adaptive_avg_pool2d(xp, input, output_size, data_format="NHWC"):
    return _adaptive_average(xp, "adaptive_avg_pool2d", 2, input, output_size, data_format)


def adaptive_avg_pool3d(xp, input, output_size, data_format="NCDHW"):
    return _adaptive_average(xp, "adaptive_avg_pool3d", 3, input, output_size, data_format)


def adaptive_max_pool1d(xp, input, output_size, data_format="NCW"):
    return _adaptive_maximum(xp, "adaptive_max_pool1d", 1, input, output_size, data_format)


def adaptive_max_pool2d(xp, input, output_size, data_format="NCHW"):
    return _adaptive_maximum(xp, "adaptive_max_pool2d", 2, input, output_size, data_format)


def adaptive_max_pool3d(xp, input, output_size, data_format="NCDHW"):
    return _adaptive_maximum(xp, "adaptive_max_pool3d", 3, input, output_size, data_format)


def _adaptive_average(xp, name, dims, x, output_size, data_format):
    shape = windows.adaptive(name, dims, x, output_size, data_format)
    return _adaptive_average_of_floats(xp, x, shape)


@on_floats()
def _adaptive_average_of_floats(xp, x, shape):
    return xp.adaptive_average(x, shape)


def adaptive_average(xp, x, shape):
    """Return averages over `shape.outs` windows, one axis after the other."""
    first = len(x.shape) - shape.dims - (1 if shape.channel_last else 0)
    for axis, (n, out) in enumerate(zip(shape.sizes, shape.outs, strict=True), first):
        if n % out == 0:
            split = (*x.shape[:axis], out, n // out, *x.shape[axis + 1 :])
            x = xp.mean(xp.reshape(x, _known(split)), axis=axis + 1)
            continue
        weights = [[0.0] * n for _ in range(out)]
        for row, (start, end) in zip(weights, windows.adaptive_bounds(n, out), strict=True):
            row[start:end] = [1 / (end - start)] * (end - start)
        matrix = xp.asarray(weights, dtype=x.dtype)
        x = xp.moveaxis(xp.matmul(xp.moveaxis(x, axis, -1), xp.matrix_transpose(matrix)), -1, axis)
    return x


def _known(shape):
    """Return a shape to reshape to; at most the batch is not known in a `tf.function`."""
    return tuple(-1 if size is None else size for size in shape)


def _adaptive_maximum(xp, name, dims, x, output_size, data_format):
    return xp.adaptive_maximum(x, windows.adaptive(name, dims, x, output_size, data_format))


def adaptive_maximum(xp, x, shape):
    """Return maxima over `shape.outs` windows.

    Windows of different sizes are made equal: the elements of each are laid out side by side, its
    last one repeated. Then it is a plain maximum over windows that do not overlap.
    """
    batched = len(x.shape) == shape.dims + 2
    if not batched:
        x = xp.expand_dims(x, axis=0)
    first = 1 if shape.channel_last else 2
    kernel = []
    for axis, (n, out) in enumerate(zip(shape.sizes, shape.outs, strict=True), first):
        bounds = windows.adaptive_bounds(n, out)
        kernel.append(max(end - start for start, end in bounds))
        if n % out:
            places = [min(start + i, end - 1) for start, end in bounds for i in range(kernel[-1])]
            x = xp.take(x, xp.asarray(places), axis=axis)
    data_format = windows.GENERAL_FORMATS[not shape.channel_last]
    how = kernel, kernel, 0, data_format, 1, False
    result = xp.pool_maximum(x, windows.pooling(shape.name, shape.dims, x, *how))
    return result if batched else xp.squeeze(result, axis=0)


# ---- windows of any kind ----------------------------------------------------------------------


def _window_axes(name, x, kernel, strides, dilations, padding, x_dilations, names):
    """Return sizes, strides, dilations and pads of windows over the last axes of `x`."""
    window_name, stride_name, dilation_name = names
    given = kernel if isinstance(kernel, (list, tuple)) else (kernel,) * len(x.shape)
    dims = len(given)
    if not 0 < dims <= len(x.shape):
        raise IvyValueError(
            f"{name}: expected a {window_name} for at most the {len(x.shape)} axes of the array, "
            f"got {kernel!r}"
        )
    kernel = windows.per_axis(name, window_name, tuple(given), dims)
    strides = windows.per_axis(name, stride_name, strides, dims)
    dilations = windows.per_axis(name, dilation_name, dilations, dims)
    sizes = tuple(map(windows.extent, x.shape[len(x.shape) - dims :], x_dilations))
    reach = tuple(map(windows.extent, kernel, dilations))
    pads = windows.padding_pairs(name, padding, sizes, reach, strides)
    outs = windows.window_counts(name, sizes, reach, strides, pads)
    return kernel, strides, dilations, pads, outs


def sliding_window(xp, input, kernel_size, stride=1, dilation=1, padding="VALID"):
    ones = (1,) * len(input.shape)
    kernel, strides, dilations, pads, outs = _window_axes(
        "sliding_window", input, kernel_size, stride, dilation, padding, ones,
        ("kernel_size", "stride", "dilation"),
    )  # fmt: skip
    return xp.window_elements(input, kernel, strides, dilations, pads, outs)


def window_elements(xp, x, kernel, strides, dilations, pads, outs):
    """Return the elements of every window over the last axes, along a new last axis."""
    before = len(x.shape) - len(kernel)
    x = _padded(xp, x, pads, 0)
    for axis, (k, s, d, out) in enumerate(zip(kernel, strides, dilations, outs, strict=True)):
        places = [i * s + t * d for i in range(out) for t in range(k)]
        x = xp.take(x, xp.asarray(places), axis=before + axis)
    pairs = [size for pair in zip(outs, kernel, strict=True) for size in pair]
    x = xp.reshape(x, _known((*x.shape[:before], *pairs)))
    places = range(before, before + 2 * len(kernel), 2)
    x = xp.permute_dims(x, (*range(before), *places, *(axis + 1 for axis in places)))
    return xp.reshape(x, _known((*x.shape[:before], *outs, math.prod(kernel))))


def _padded(xp, x, pads, value):
    if not any(map(any, pads)):
        return x
    none = [(0, 0)] * (len(x.shape) - len(pads))
    return xp.constant_pad(x, [*none, *pads], value)


def reduce_window(
    xp,
    operand,
    init_value,
    computation,
    window_dimensions,
    window_strides=1,
    padding="VALID",
    base_dilation=1,
    window_dilation=1,
):
    name, ndim = "reduce_window", len(operand.shape)
    gaps = windows.per_axis(name, "base_dilation", base_dilation, ndim)
    if isinstance(window_dimensions, (list, tuple)) and len(window_dimensions) != ndim:
        raise IvyValueError(
            f"{name}: expected window_dimensions as a number or {ndim} of them, "
            f"got {window_dimensions!r}"
        )
    kernel, strides, dilations, pads, outs = _window_axes(
        name, operand, window_dimensions, window_strides, window_dilation, padding, gaps,
        ("window_dimensions", "window_strides", "window_dilation"),
    )  # fmt: skip
    if hasattr(init_value, "dtype"):
        init_value = xp.to_scalar(init_value)
    x = _padded(xp, _spaced(xp, operand, gaps, init_value), pads, init_value)

    def combined(a, b):
        return xp.astype(computation(a, b), operand.dtype)

    for axis in range(ndim):
        # One axis after the other: the computation is associative and commutative.
        parts = []
        for tap in range(kernel[axis]):
            [where] = windows.tap_slices(
                (tap,), (dilations[axis],), (strides[axis],), (outs[axis],)
            )
            parts.append(x[(*[slice(None)] * axis, where)])
        x = parts[0]
        for part in parts[1:]:
            x = combined(x, part)
    return combined(xp.asarray(init_value, dtype=operand.dtype), x)


def _spaced(xp, x, distances, value):
    """Return `x` with `value` between its elements, which end up `distances` apart."""
    for axis, distance in enumerate(distances):
        if distance > 1:
            size = x.shape[axis]
            gaps = [(0, 0)] * (len(x.shape) + 1)
            gaps[axis + 1] = (0, distance - 1)
            wide = xp.constant_pad(xp.expand_dims(x, axis=axis + 1), gaps, value)
            x = xp.reshape(wide, _known((*x.shape[:axis], size * distance, *x.shape[axis + 1 :])))
            x = x[(*[slice(None)] * axis, slice(0, windows.extent(size, distance)))]
    return x


def max_unpool1d(xp, input, indices, kernel_size, strides=None, padding=0, data_format="NCW"):
    name = "max_unpool1d"
    last = windows.is_channel_last(name, data_format, 1)
    if len(input.shape) not in (2, 3) or tuple(input.shape) != tuple(indices.shape):
        raise IvyValueError(
            f"{name}: expected input and indices of one shape with 2 or 3 axes, "
            f"got {tuple(input.shape)} and {tuple(indices.shape)}"
        )
    check_integers(name, xp.DTYPES[indices.dtype])
    [kernel] = windows.per_axis(name, "kernel_size", kernel_size, 1)
    [stride] = windows.per_axis(name, "strides", kernel if strides is None else strides, 1)
    [pad] = windows.per_axis(name, "padding", padding, 1, least=0)
    axis = len(input.shape) - (2 if last else 1)
    size = (input.shape[axis] - 1) * stride - 2 * pad + kernel
    if size < 1:
        raise IvyValueError(f"{name}: expected a padding that leaves a result, got {padding!r}")
    shape = (*input.shape[:axis], size, *input.shape[axis + 1 :])
    zeros = xp.broadcast_to(xp.zeros_like(xp.sum(input, axis=axis, keepdims=True)), shape)
    return xp.put_along_axis(zeros, indices, input, axis)
