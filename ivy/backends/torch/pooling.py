import torch
from torch import _C
from torch.nn import functional as _functional

import ivy.backends.torch as _xp
from ivy.backends.any import pooling as _shared
from ivy.backends.torch.native import DTYPES
from ivy.backends.windows import counts, extent, least_value, pool_counts, tap_slices, taps

_MAXIMUM = {2: torch.max_pool2d, 3: torch.max_pool3d}
_AVERAGE = {2: _C._nn.avg_pool2d, 3: _C._nn.avg_pool3d}
_ADAPTIVE_AVERAGE = {
    1: _functional.adaptive_avg_pool1d,
    2: _functional.adaptive_avg_pool2d,
    3: _functional.adaptive_avg_pool3d,
}
_ADAPTIVE_MAXIMUM = {
    1: _functional.adaptive_max_pool1d,
    2: _functional.adaptive_max_pool2d,
    3: _functional.adaptive_max_pool3d,
}


def pool_maximum(x, shape):
    return _in_layout(_maximum, x, shape)


def pool_average(x, shape, count_include_pad, divisor_override):
    return _in_layout(_average, x, shape, count_include_pad, divisor_override)


def _in_layout(function, x, shape, *options):
    """Run a function of channels first over two or three axes; views only."""
    channel = -1 if shape.channel_last else 1
    if x.shape[channel] == 0:
        return _of_no_channels(lambda one: _in_layout(function, one, shape, *options), x, channel)
    if shape.channel_last:
        x = x.movedim(-1, 1)
    # torch has kernels for channels last in memory for two and three axes, not for one.
    if shape.dims > 1:
        y = function(x, shape, *options)
    else:
        y = function(x.unsqueeze(2), _plane(shape), *options).squeeze(2)
    return y.movedim(1, -1) if shape.channel_last else y


def _plane(shape):
    """Return the same pooling of rows as one of images of height 1."""
    return shape._replace(
        dims=2,
        sizes=(1, *shape.sizes),
        kernel=(1, *shape.kernel),
        strides=(1, *shape.strides),
        dilations=(1, *shape.dilations),
        pads=((0, 0), *shape.pads),
        outs=(1, *shape.outs),
    )


def _is_plain(shape):
    """Return whether torch takes this padding: equal at both ends, at most half a window."""
    if 0 in shape.sizes:  # torch 2.13 refuses what has no elements before they are padded
        return False
    for (low, high), k in zip(shape.pads, shape.kernel, strict=True):
        if low != high or 2 * low > k:
            return False
    return True


def _fitted(x, shape, value):
    """Return `x` with an edge of `value`, so that the windows end where it ends."""
    flat = [p for pair in reversed(shape.fitted) for p in pair]
    return _functional.pad(x, flat, value=value) if any(flat) else x


def _own_windows(shape):
    """Return the padding and `ceil_mode` by which torch meets the same windows itself, or None."""
    pads = [low for low, _ in shape.pads]
    if _is_plain(shape):
        return pads, shape.ceil_mode
    if 0 in shape.sizes or any(2 * low > k for low, k in zip(pads, shape.kernel, strict=True)):
        return None
    # What one end has more or less than the other may make no window, or the one of ceil_mode.
    reach = tuple(map(extent, shape.kernel, shape.dilations))
    sides = tuple((low, low) for low in pads)
    for ceil_mode in (False, True):
        if pool_counts(shape.sizes, reach, shape.strides, sides, ceil_mode) == shape.outs:
            return pads, ceil_mode
    return None


def _maximum(x, shape):
    own = _own_windows(shape)
    if own is None:
        x, own = _fitted(x, shape, least_value(DTYPES[x.dtype])), ([0] * shape.dims, False)
    pads, ceil_mode = own
    return _MAXIMUM[shape.dims](x, shape.kernel, shape.strides, pads, shape.dilations, ceil_mode)


def _average(x, shape, count_include_pad, divisor_override):
    if isinstance(divisor_override, float):  # torch takes integers only
        return _average(x, shape, count_include_pad, 1) / divisor_override
    # torch 2.13 looks for the window of avg_pool3d in what is not padded yet.
    fits = shape.dims < 3 or all(k <= n for k, n in zip(shape.kernel, shape.sizes, strict=True))
    if max(shape.dilations) == 1 and _is_plain(shape) and fits:
        pads = [low for low, _ in shape.pads]
        return _AVERAGE[shape.dims](
            x, shape.kernel, shape.strides, pads, shape.ceil_mode, count_include_pad,
            divisor_override,
        )  # fmt: skip
    x = _fitted(x, shape, 0)
    if max(shape.dilations) == 1:
        none = [0] * shape.dims
        total = _AVERAGE[shape.dims](x, shape.kernel, shape.strides, none, False, True, 1)
    else:
        how = (shape.dilations, shape.strides, shape.outs)
        slices = (tap_slices(tap, *how) for tap in taps(shape.kernel))
        total = sum(x[(slice(None), slice(None), *place)] for place in slices)
    if divisor_override is not None:
        return total / divisor_override
    for axis, count in enumerate(counts(shape, count_include_pad), 2):
        sizes = [-1 if i == axis else 1 for i in range(x.ndim)]
        total = total / torch.tensor(count, dtype=x.dtype, device=x.device).reshape(sizes)
    return total


def adaptive_average(x, shape):
    return _adaptive(_ADAPTIVE_AVERAGE, x, shape)


def adaptive_maximum(x, shape):
    if not x.is_floating_point():
        return _shared.adaptive_maximum(_xp, x, shape)
    return _adaptive(_ADAPTIVE_MAXIMUM, x, shape)


def _of_no_channels(function, x, axis):
    """Return nothing in the shape of what a function makes of one channel; torch 2.13 refuses."""
    sizes = list(x.shape)
    sizes[axis] = 1
    return function(x.new_zeros(sizes)).narrow(axis, 0, 0)


def _adaptive(kernels, x, shape):
    channel = -shape.dims - 1
    if x.shape[-1 if shape.channel_last else channel] == 0:
        place = -1 if shape.channel_last else channel
        return _of_no_channels(lambda one: _adaptive(kernels, one, shape), x, place)
    if shape.channel_last:
        x = x.movedim(-1, channel)
    y = kernels[shape.dims](x, shape.outs)
    return y.movedim(channel, -1) if shape.channel_last else y
