"""Convolutions as matrix products, in blocks that stay in the cache.

Three functions map any two of operand, filters and result to the third. Each is linear in both of
its arguments, and the gradients of each are the other two: so there are gradients of any order.
"""

import math as _math
from functools import lru_cache as _lru_cache

import numpy as np

from ivy.backends.numpy_tape.engine import primitive
from ivy.backends.windows import extent, tap_slices
from ivy.backends.windows import taps as _taps

_BLOCK = 1 << 18  # numbers in one block of windows: 1 MB of float32
_LINE = 1 << 11  # numbers in one line of several windows: 8 KB


def convolution(x, filters, bias, shape):
    return _in_layout(_correlated, x, filters, bias, shape)


def transposed_convolution(x, filters, bias, shape):
    return _in_layout(_spread, x, filters, bias, shape)


def _in_layout(function, x, filters, bias, shape):
    """Run a function of channels last, in float32 at least, on any layout and dtype."""
    dtype = x.dtype
    if not shape.channel_last:
        x = np.moveaxis(x, 1, -1)
    if not shape.filters_last:
        filters = np.transpose(filters, (*range(2, shape.dims + 2), 1, 0))
    if dtype.itemsize == 2:
        x, filters = x.astype(np.float32), filters.astype(np.float32)
    y = function(x, filters, shape)
    if bias is not None:
        y = y + bias.astype(y.dtype)
    y = y if y.dtype == dtype else y.astype(dtype)
    return y if shape.channel_last else np.moveaxis(y, -1, 1)


# ---- windows ----------------------------------------------------------------------------------


def _padded_sizes(shape):
    spread = map(extent, shape.sizes, shape.x_dilations)
    return [n + sum(pads) for n, pads in zip(spread, shape.pads, strict=True)]


def _inside(shape):
    """Return where the operand lies in its padded form."""
    places = (
        slice(low, low + extent(n, d), d)
        for (low, _), n, d in zip(shape.pads, shape.sizes, shape.x_dilations, strict=True)
    )
    return (slice(None), *places)


def _padded(x, shape):
    sizes = _padded_sizes(shape)
    if sizes == list(x.shape[1:-1]):
        return np.ascontiguousarray(x)
    padded = np.zeros((x.shape[0], *sizes, x.shape[-1]), x.dtype)
    padded[_inside(shape)] = x
    return padded


def _windows(padded, shape):
    """Return a view of all windows: batch, groups, their places, positions inside, channels."""
    batch, *spatial, channel = padded.strides
    channels = padded.shape[-1] // shape.groups
    sizes = (padded.shape[0], shape.groups, *shape.outs, *shape.kernel, channels)
    steps = (
        batch,
        channel * channels,
        *(a * s for a, s in zip(spatial, shape.strides, strict=True)),
        *(a * d for a, d in zip(spatial, shape.dilations, strict=True)),
        channel,
    )
    return np.lib.stride_tricks.as_strided(padded, sizes, steps, writeable=False)


def _blocks(batch, shape, numbers_per_place):
    """Return slices of batch and first spatial axis that cut all places into blocks."""
    length = shape.outs[0]
    row = numbers_per_place * _math.prod(shape.outs[1:])
    images = max(1, _BLOCK // max(1, row * length))
    rows = length if images > 1 else max(1, _BLOCK // max(1, row))
    for image in range(0, batch, images):
        for start in range(0, length, rows):
            yield slice(image, image + images), slice(start, start + rows)


def _groups_first(y, shape):
    """Return a view of the result with an axis of groups after the batch."""
    grouped = y.reshape(*y.shape[:-1], shape.groups, y.shape[-1] // shape.groups)
    return np.moveaxis(grouped, -2, 1)


def _matrices(filters, shape):
    """Return the filters as one matrix per group, from window to output channels."""
    *_, channels, out = filters.shape
    rows = _math.prod(shape.kernel) * channels
    return np.moveaxis(filters.reshape(rows, shape.groups, out // shape.groups), 1, 0)


def _is_depthwise(filters, shape):
    return shape.groups > 1 and filters.shape[-2] == 1


# ---- the three functions ----------------------------------------------------------------------


def _correlated(x, filters, shape):
    y = np.empty((x.shape[0], *shape.outs, filters.shape[-1]), np.result_type(x, filters))
    if _is_depthwise(filters, shape):
        return _correlated_by_channels(x, filters, shape, y)
    windows, matrices = _windows(_padded(x, shape), shape), _matrices(filters, shape)
    grouped = _groups_first(y, shape)
    size, out = matrices.shape[1:]
    for images, rows in _blocks(x.shape[0], shape, size * shape.groups):
        block = windows[images, :, rows]
        places = block.shape[2 : 2 + shape.dims]
        flat = block.reshape(*block.shape[:2], _math.prod(places), size)
        product = np.matmul(flat, matrices)
        grouped[images, :, rows] = product.reshape(*block.shape[:2], *places, out)
    return y


def _spread(y, filters, shape):
    """Return the transpose of `_correlated` in its operand: every element spreads a window."""
    channels = filters.shape[-2] * shape.groups
    sizes = _padded_sizes(shape)
    padded = np.zeros((y.shape[0], *sizes, channels), np.result_type(y, filters))
    if _is_depthwise(filters, shape):
        _spread_by_channels(y, filters, shape, padded)
        return np.ascontiguousarray(padded[_inside(shape)])
    matrices = np.swapaxes(_matrices(filters, shape), 1, 2)
    grouped, target = _groups_first(y, shape), _groups_first(padded, shape)
    size = matrices.shape[2]
    for images, rows in _blocks(y.shape[0], shape, size * shape.groups):
        block = grouped[images, :, rows]
        places = block.shape[2:-1]
        flat = block.reshape(*block.shape[:2], _math.prod(places), block.shape[-1])
        windows = np.matmul(flat, matrices)
        windows = windows.reshape(*block.shape[:2], *places, *shape.kernel, -1)
        for tap in _taps(shape.kernel):
            where = tap_slices(tap, shape.dilations, shape.strides, places)
            offset = rows.start * shape.strides[0]
            first = slice(where[0].start + offset, where[0].stop + offset, where[0].step)
            inside = (slice(None),) * (2 + shape.dims)
            target[(images, slice(None), first, *where[1:])] += windows[(*inside, *tap)]
    return np.ascontiguousarray(padded[_inside(shape)])


def _matched(x, y, shape):
    """Return the gradient of the filters: how operand and result agree at every position."""
    into, out = x.shape[-1] // shape.groups, y.shape[-1]
    dtype = np.result_type(x, y)
    if into == 1 and shape.groups > 1:
        return _matched_by_channels(x, y, shape, dtype)
    windows, grouped = _windows(_padded(x, shape), shape), _groups_first(y, shape)
    size = _math.prod(shape.kernel) * into
    total = np.zeros((shape.groups, size, out // shape.groups), dtype)
    for images, rows in _blocks(x.shape[0], shape, size * shape.groups):
        block, results = windows[images, :, rows], grouped[images, :, rows]
        # One matrix for all images of the block: their places follow each other.
        flat = np.moveaxis(block, 1, 0).reshape(shape.groups, -1, size)
        results = np.moveaxis(results, 1, 0).reshape(shape.groups, -1, results.shape[-1])
        total += np.matmul(np.swapaxes(flat, 1, 2), results)
    return np.moveaxis(total, 0, 1).reshape(*shape.kernel, into, out)


# ---- one channel per group: no matrix products ------------------------------------------------


def _images(batch, shape, channels):
    """Return slices of the batch whose arrays stay in the cache."""
    step = max(1, _BLOCK // max(1, _math.prod(shape.outs) * channels))
    return [slice(start, start + step) for start in range(0, batch, step)]


def _padded_images(x, shape, channels):
    """Yield slices of the batch with their images, padded, in one array that is used again."""
    sizes = _padded_sizes(shape)
    blocks = _images(x.shape[0], shape, channels)
    if sizes == list(x.shape[1:-1]):
        x = np.ascontiguousarray(x)
        yield from ((images, x[images]) for images in blocks)
        return
    padded = np.zeros((*x[blocks[0]].shape[:1], *sizes, x.shape[-1]), x.dtype) if blocks else x
    for images in blocks:
        part = padded[: x[images].shape[0]]
        part[_inside(shape)] = x[images]
        yield images, part


def _line(shape):
    """Return how many windows of the last axis are computed side by side: one divides all.

    They lie a channel's step apart, so that the innermost loops run over a line of all of them,
    which stays in the cache nearest to the processor, instead of the channels of one place.
    """
    return _divisor(shape.outs[-1], shape.groups) if shape.strides[-1] == 1 else 1


@_lru_cache
def _divisor(length, groups):
    divisors = [n for n in range(1, min(length, _LINE) + 1) if length % n == 0]
    return min([*divisors, max(length, 1)], key=lambda n: abs(_math.log(n * groups / _LINE)))


def _windows_by_lines(padded, shape):
    """Return a view of all windows: batch, lines, positions inside, places of a line."""
    batch, *spatial, channel = padded.strides
    line = _line(shape)
    places = (*shape.outs[:-1], shape.outs[-1] // line)
    *steps, last = (a * s for a, s in zip(spatial, shape.strides, strict=True))
    sizes = (padded.shape[0], *places, *shape.kernel, line * shape.groups)
    inside = (a * d for a, d in zip(spatial, shape.dilations, strict=True))
    strides = (batch, *steps, last * line, *inside, channel)
    return np.lib.stride_tricks.as_strided(padded, sizes, strides, writeable=False)


def _axes_of_lines(windows, shape):
    """Return the numbers of all axes of these windows for `np.einsum`, and of places and taps."""
    axes = [*range(windows.ndim)]
    end = windows.ndim - 1 - shape.dims
    return axes, [*axes[:end], axes[-1]], axes[end:]


def _filters_by_lines(filters, shape):
    """Return the filters repeated for every place of a line, several per channel last."""
    by_channel = filters.reshape(*shape.kernel, 1, shape.groups, -1)
    repeated = np.repeat(by_channel, _line(shape), axis=shape.dims)
    return repeated.reshape(*shape.kernel, -1, by_channel.shape[-1])


def _correlated_by_channels(x, filters, shape, y):
    filters = np.moveaxis(_filters_by_lines(filters, shape), -1, 0).copy()
    for images, padded in _padded_images(x, shape, y.shape[-1]):
        windows = _windows_by_lines(padded, shape)
        axes, places, taps = _axes_of_lines(windows, shape)
        sizes = windows.shape[: len(places) - 1]
        results = y[images].reshape(*sizes, windows.shape[-1], len(filters))
        for number, one in enumerate(filters):
            np.einsum(windows, axes, one, taps, places, out=results[..., number])
    return y


def _met(padded, images, tap, shape):
    """Return the elements that one position of all windows meets."""
    return padded[(images, *tap_slices(tap, shape.dilations, shape.strides, shape.outs))]


def _spread_by_channels(y, filters, shape, padded):
    by_channel = filters.reshape(*shape.kernel, 1, shape.groups, -1)
    filters = np.repeat(by_channel, shape.outs[-1], axis=shape.dims)
    grouped = y.reshape(*y.shape[:-1], shape.groups, y.shape[-1] // shape.groups)
    for images in _images(y.shape[0], shape, y.shape[-1]):
        for tap in _taps(shape.kernel):
            target = _met(padded, images, tap, shape)
            target += np.add.reduce(grouped[images] * filters[tap], axis=-1)


def _matched_by_channels(x, y, shape, dtype):
    several = y.shape[-1] // shape.groups
    total = np.zeros((several, *shape.kernel, shape.groups), dtype)
    for images, padded in _padded_images(x, shape, y.shape[-1]):
        windows = _windows_by_lines(padded, shape)
        axes, places, taps = _axes_of_lines(windows, shape)
        results = y[images].reshape(*windows.shape[: len(places) - 1], -1, several)
        for number in range(several):
            found = np.einsum(windows, axes, results[..., number], places, taps)
            by_place = found.reshape(*shape.kernel, -1, shape.groups)
            total[number] += np.add.reduce(by_place, axis=-2)
    return np.moveaxis(total, 0, -1).reshape(*shape.kernel, 1, y.shape[-1])


# ---- gradients --------------------------------------------------------------------------------

_correlated = primitive(
    _correlated,
    lambda _, x, filters, shape: (
        lambda g: _spread(g, filters, shape),
        lambda g: _matched(x, g, shape),
    ),
)
_spread = primitive(
    _spread,
    lambda _, y, filters, shape: (
        lambda g: _correlated(g, filters, shape),
        lambda g: _matched(g, y, shape),
    ),
)
_matched = primitive(
    _matched,
    lambda _, x, y, shape: (lambda g: _spread(y, g, shape), lambda g: _correlated(x, g, shape)),
)
