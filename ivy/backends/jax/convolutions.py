import functools as _functools

import jax
import jax.numpy as jnp
from jax import lax

from ivy.backends.windows import extent, tap_slices, taps

_compiled = _functools.partial(jax.jit, static_argnums=3, inline=True)


@_compiled
def convolution(x, filters, bias, shape):
    if x.shape[0] == 0:  # jax 0.10: XLA divides by zero where there are groups
        channels = filters.shape[-1 if shape.filters_last else 0]
        return _of_no_batch(x, channels, shape.outs, shape)
    into, out = filters.shape[-2:] if shape.filters_last else filters.shape[1::-1]
    if into == 1 and out == shape.groups:
        # jax 0.10: XLA's own loops for groups are 20 times slower on CPUs than the sum over the
        # window, and to compile the gradient of one channel with strides ends the process. But of
        # several outputs per group it compiles the gradient of the largest sum over it wrongly.
        y = lax.platform_dependent(
            x,
            filters,
            cpu=_functools.partial(_correlated_by_channels, shape=shape),
            default=_functools.partial(_correlated, shape=shape),
        )
    else:
        y = _correlated(x, filters, shape)
    return _with_bias(y, bias, shape, x.dtype)


@_compiled
def transposed_convolution(x, filters, bias, shape):
    if x.shape[0] == 0:
        channels = filters.shape[-2 if shape.filters_last else 1] * shape.groups
        return _of_no_batch(x, channels, shape.sizes, shape)
    filters = _mirrored(filters, shape)
    pads = []
    for size, n, kernel, stride, dilation, (low, _) in zip(
        shape.sizes,
        shape.outs,
        shape.kernel,
        shape.strides,
        shape.dilations,
        shape.pads,
        strict=True,
    ):
        reach = extent(kernel, dilation)
        before = reach - 1 - low
        pads.append((before, size + reach - 1 - extent(n, stride) - before))
    backwards = shape._replace(
        strides=(1,) * shape.dims, pads=tuple(pads), x_dilations=shape.strides
    )
    return _with_bias(_correlated(x, filters, backwards), bias, shape, x.dtype)


def _of_no_batch(x, channels, sizes, shape):
    return jnp.zeros(
        (0, *sizes, channels) if shape.channel_last else (0, channels, *sizes), x.dtype
    )


def _mirrored(filters, shape):
    """Return the filters of the convolution that is the transpose: flipped, channels exchanged."""
    first = 0 if shape.filters_last else 2
    filters = lax.rev(filters, tuple(range(first, first + shape.dims)))
    into, out = (-2, -1) if shape.filters_last else (1, 0)
    if shape.groups == 1:
        return jnp.swapaxes(filters, into, out)
    # From groups of outputs with few inputs each to groups of inputs with few outputs each.
    grouped = jnp.moveaxis(filters, (out, into), (0, 1))
    grouped = grouped.reshape(shape.groups, -1, *grouped.shape[1:])
    grouped = jnp.moveaxis(grouped, 2, 1)
    grouped = grouped.reshape(-1, *grouped.shape[2:])
    return jnp.moveaxis(grouped, (0, 1), (out, into))


def _correlated(x, filters, shape):
    spatial = "DHW"[-shape.dims :]
    data = f"N{spatial}C" if shape.channel_last else f"NC{spatial}"
    x = _widened(x)
    if _is_misread(shape):
        x = lax.optimization_barrier(_padded(x, shape))
        shape = shape._replace(pads=((0, 0),) * shape.dims, x_dilations=(1,) * shape.dims)
    return lax.conv_general_dilated(
        x,
        _widened(filters),
        shape.strides,
        shape.pads,
        shape.x_dilations,
        shape.dilations,
        (data, f"{spatial}IO" if shape.filters_last else f"OI{spatial}", data),
        shape.groups,
    )


def _is_misread(shape):
    """Return whether XLA takes an axis, of the convolution or a gradient, for one of groups."""
    # jax 0.10: it does where the gaps are as the window, the stride is one less, and there is no
    # padding. When the window is larger than the image besides, it ends the process.
    return any(
        (gap == kernel > 1 and stride == kernel - 1 and dilation == 1 and pads == (0, 0))
        or (gap == out > 1 and dilation == out - 1 and stride == 1 and pads[0] == 0)
        or (stride == kernel > 1 and gap == kernel - 1 and dilation == 1 and pads[0] == gap)
        for kernel, stride, pads, gap, dilation, out in zip(
            shape.kernel, shape.strides, shape.pads, shape.x_dilations, shape.dilations, shape.outs,
            strict=True,
        )
    )  # fmt: skip


def _padded(x, shape):
    """Return `x` with the zeros around and between its elements."""
    inner = [(*pair, gap - 1) for pair, gap in zip(shape.pads, shape.x_dilations, strict=True)]
    first = 1 if shape.channel_last else 2
    edges = [(0, 0, 0)] * (x.ndim - shape.dims)
    return lax.pad(x, jnp.zeros((), x.dtype), [*edges[:first], *inner, *edges[first:]])


def _correlated_by_channels(x, filters, shape):
    """Return a convolution with one channel, and one filter, per group."""
    if not shape.channel_last:
        last = _correlated_by_channels(
            jnp.moveaxis(x, 1, -1), filters, shape._replace(channel_last=True)
        )
        return jnp.moveaxis(last, -1, 1)
    if not shape.filters_last:
        filters = jnp.moveaxis(filters, (0, 1), (-1, -2))
    x, filters = _widened(x), _widened(filters)
    filters = filters.reshape(*shape.kernel, -1)
    x = _padded(x, shape)
    total = 0
    for tap in taps(shape.kernel):
        met = x[(slice(None), *tap_slices(tap, shape.dilations, shape.strides, shape.outs))]
        total = total + met * filters[tap]
    return total


def _widened(x):
    return x.astype(jnp.float32) if x.dtype.itemsize == 2 else x


def _with_bias(y, bias, shape, dtype):
    if bias is not None:
        bias = bias.astype(y.dtype)
        y = y + (bias if shape.channel_last else bias.reshape(-1, *[1] * shape.dims))
    return y.astype(dtype)
