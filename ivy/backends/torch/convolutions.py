import torch
from torch.nn import functional as _functional

from ivy.backends.windows import extent

_CONVOLUTIONS = {1: torch.conv1d, 2: torch.conv2d, 3: torch.conv3d}
_TRANSPOSED = {1: torch.conv_transpose1d, 2: torch.conv_transpose2d, 3: torch.conv_transpose3d}
# Views, not copies: the kernels see the memory format and keep it.
_CHANNELS_FIRST = {1: (0, 2, 1), 2: (0, 3, 1, 2), 3: (0, 4, 1, 2, 3)}
_CHANNELS_LAST = {1: (0, 2, 1), 2: (0, 2, 3, 1), 3: (0, 2, 3, 4, 1)}
_FILTERS_FIRST = {1: (2, 1, 0), 2: (3, 2, 0, 1), 3: (4, 3, 0, 1, 2)}


def convolution(x, filters, bias, shape):
    dims = shape.dims
    if shape.channel_last:
        x = x.permute(_CHANNELS_FIRST[dims])
    filters = _filters_first(filters, shape)
    if max(shape.x_dilations) > 1:
        x = _spaced(x, shape.x_dilations)
    strides, picks = shape.strides, _is_unsafe(x, shape)
    common = [0 if picks else min(pair) for pair in shape.pads]
    if any(low != high for low, high in shape.pads) or (picks and any(map(any, shape.pads))):
        more = [(a - c, b - c) for (a, b), c in zip(shape.pads, common, strict=True)]
        x = _functional.pad(x, [p for pair in reversed(more) for p in pair])
    if picks:
        x, strides = x[(..., *(slice(None, None, s) for s in strides))], 1
    y = _CONVOLUTIONS[dims](x, filters, bias, strides, common, shape.dilations, shape.groups)
    return y.permute(_CHANNELS_LAST[dims]) if shape.channel_last else y


def _filters_first(filters, shape):
    if shape.filters_last:
        filters = filters.permute(_FILTERS_FIRST[shape.dims])
    # torch 2.13 has no gradient for one channel whose stride is that of channels last in memory.
    return filters.contiguous() if filters.shape[0] == 1 else filters


def _is_unsafe(x, shape):
    """Return whether torch 2.13 writes past the gradient of the filters.

    It does for filters of one element with strides, where channels are last in memory. Otherwise
    the kernel with strides is faster.
    """
    picks = max(shape.kernel) == 1 < max(shape.strides) and torch.is_grad_enabled()
    # One channel is contiguous both ways.
    return picks and (shape.channel_last or not x.is_contiguous())


def _spaced(x, distances):
    """Return `x` with zeros between its elements, which end up `distances` apart."""
    for axis, distance in enumerate(distances, 2):
        size = x.shape[axis]
        if distance > 1:
            gaps = [0, 0] * (x.ndim - axis - 1) + [0, distance - 1]
            x = _functional.pad(x.unsqueeze(axis + 1), gaps)
            x = x.flatten(axis, axis + 1).narrow(axis, 0, extent(size, distance))
    return x


def transposed_convolution(x, filters, bias, shape):
    if x.dtype == torch.float16:
        # torch 2.13 adds up in half precision on CPUs, where convolutions do not.
        operands = (a if a is None else a.float() for a in (x, filters, bias))
        return transposed_convolution(*operands, shape).half()
    dims = shape.dims
    if shape.channel_last:
        x = x.permute(_CHANNELS_FIRST[dims])
    filters = _filters_first(filters, shape)
    if _is_unsafe(x, shape):
        y, beyond = _spaced(_TRANSPOSED[dims](x, filters, groups=shape.groups), shape.strides), True
        starts = [low for low, _ in shape.pads]
        sizes = zip(shape.sizes, y.shape[2:], starts, strict=True)
        ends = [out - (whole - start) for out, whole, start in sizes]
    else:
        plans = [
            _transposed_axis(*axis)
            for axis in zip(
                shape.outs, shape.sizes, shape.pads, shape.kernel, shape.strides, shape.dilations,
                strict=True,
            )
        ]  # fmt: skip
        lows, more, starts, ends = zip(*plans, strict=True)
        beyond = max(ends) > 0  # where no window reaches; only the bias is there
        y = _TRANSPOSED[dims](
            x, filters, None if beyond else bias, shape.strides, lows, more, shape.groups,
            shape.dilations,
        )  # fmt: skip
    if any(starts) or any(ends):
        cuts = [p for start, end in zip(starts, ends, strict=True) for p in (end, -start)]
        y = _functional.pad(y, cuts[::-1]) if beyond else _cut(y, starts, ends)
    if beyond and bias is not None:
        y = y + bias.reshape(-1, *[1] * dims)
    return y.permute(_CHANNELS_LAST[dims]) if shape.channel_last else y


def _transposed_axis(n, out, pads, kernel, stride, dilation):
    """Return torch's padding and output padding, and what is to be changed at start and end."""
    low = pads[0]
    whole = (n - 1) * stride + extent(kernel, dilation)
    high = whole - low - out
    if 0 <= low - high < max(stride, dilation) and whole > 2 * low:
        return low, low - high, 0, 0
    common = max(0, min(low, high))
    start = low - common
    return common, 0, start, out - (whole - 2 * common - start)


def _cut(y, starts, ends):
    for axis, (start, end) in enumerate(zip(starts, ends, strict=True), 2):
        y = y.narrow(axis, start, y.shape[axis] - start + end)
    return y
