"""Rules for pooling, and for windows as columns."""

from __future__ import annotations

import itertools
import math
from functools import partial
from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, known, rank, repeated, rule, with_batch
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported

FORMATS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


def _without(build: TorchBuilder, x: Value, single: bool) -> Value:
    return build.squeeze(x, axis=0) if single else x


def _window(kernel: Any, stride: Any, padding: Any, dims: int) -> tuple[Any, ...]:
    sizes = repeated(kernel, dims)
    steps = repeated(stride, dims) if stride not in (None, (), []) else sizes
    return sizes, steps, tuple((n, n) for n in repeated(padding, dims))


def _maximum(build, x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, dims):
    x, single = with_batch(build, x, dims)
    options: dict[str, Any] = {"ceil_mode": True} if ceil_mode else {}
    if (rates := repeated(dilation, dims)) != (1,) * dims:
        options["dilation"] = rates
    result = getattr(build, f"max_pool{dims}d")(
        x, *_window(kernel_size, stride, padding, dims), data_format=FORMATS[dims], **options
    )
    return _without(build, result, single)


def _average(
    build,
    x,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
    *,
    dims,
):
    x, single = with_batch(build, x, dims)
    options: dict[str, Any] = {"count_include_pad": count_include_pad}
    sizes, steps, pads = _window(kernel_size, stride, padding, dims)
    if divisor_override is not None:
        options["divisor_override"] = divisor_override
    if ceil_mode:  # a window may be larger than the image, of which it then takes all
        options["ceil_mode"] = True
        lengths = (x.shape or ())[-dims:]
        sizes = tuple(
            k if n is None else min(k, n + sum(pad))
            for k, n, pad in zip(sizes, lengths, pads, strict=True)
        )
    pool = getattr(build, f"avg_pool{dims}d")
    result = pool(x, sizes, steps, pads, data_format=FORMATS[dims], **options)
    return _without(build, result, single)


def _adaptive(build, x, output_size, *, dims, op="avg"):
    x, single = with_batch(build, x, dims)
    lengths, wanted = (x.shape or ())[-dims:], repeated(output_size, dims)
    sizes = [own if out is None else out for own, out in zip(lengths, wanted, strict=True)]
    pairs = list(zip(lengths, sizes, strict=True))
    if op == "avg" and set(sizes) == {1}:
        result = build.mean(x, axis=tuple(range(2, dims + 2)), keepdims=True)
    elif all(size is not None and out and size % out == 0 for size, out in pairs):
        kernel = tuple(size // out for size, out in pairs)
        result = (_average if op == "avg" else _maximum)(build, x, kernel, dims=dims)
    else:
        pool = getattr(build, f"adaptive_{op}_pool{dims}d")
        result = pool(x, tuple(sizes), data_format=FORMATS[dims])
    return _without(build, result, single)


# ---- maxima and their places --------------------------------------------------------------------


def _maximum_with_places(
    build, x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, dims
):
    """The maxima and where they are in each image, counted row by row."""
    values = _maximum(build, x, kernel_size, stride, padding, dilation, ceil_mode, dims=dims)
    known(values, *build.expected[0])
    if 1 not in build.used:
        return values, None
    return values, _places(build, x, dims, kernel_size, stride, padding, dilation)


def _places(build, x, dims, kernel_size, stride, padding, dilation):
    """Read all windows and take the first maximum; what lies outside is less than anything."""
    sizes, steps, pads = _window(kernel_size, stride, padding, dims)
    rates = repeated(dilation, dims)
    outs: Any = build.expected[0][0][-dims:]
    shape = (x.shape or ())[-dims:]
    if None in outs or None in shape:
        raise Unsupported("an image of unknown size")
    first = rank(x) - dims
    ends = [
        (out - 1) * step + rate * (size - 1) + 1 - pad[0] - length
        for out, step, rate, size, pad, length in zip(
            outs, steps, rates, sizes, pads, shape, strict=True
        )
    ]
    widths = [(0, 0)] * first + [(pad[0], max(end, 0)) for pad, end in zip(pads, ends, strict=True)]
    order = build.arange(0, math.prod(shape), 1, dtype="int64")
    places = build.reshape(order, (1,) * first + tuple(shape))
    places = build.add(build.zeros_like(x, dtype="int64"), places)
    padded = build.constant_pad(x, tuple(widths), value=float("-inf"))
    numbered = build.constant_pad(places, tuple(widths), value=0)
    windows, numbers = [], []
    for offset in itertools.product(*(range(size) for size in sizes)):
        parts = [
            slice(o * rate, o * rate + (out - 1) * step + 1, step)
            for o, rate, out, step in zip(offset, rates, outs, steps, strict=True)
        ]
        windows.append(build.get_item(padded, (..., *parts)))
        numbers.append(build.get_item(numbered, (..., *parts)))
    best = build.argmax(build.stack(windows, axis=-1), axis=-1, keepdims=True)
    found = build.take_along_axis(build.stack(numbers, axis=-1), build.astype(best, "int64"), -1)
    return build.squeeze(found, axis=-1)


def _adaptive_maximum(build, x, output_size, *, dims):
    sizes = repeated(output_size, dims)
    shape = (x.shape or ())[-dims:]
    values = known(_adaptive(build, x, output_size, dims=dims, op="max"), *build.expected[0])
    if 1 not in build.used:
        return values, None
    if None in shape or any(size % out for size, out in zip(shape, sizes, strict=True)):
        raise Unsupported("the places of maxima over windows of several sizes")
    kernel = tuple(size // out for size, out in zip(shape, sizes, strict=True))
    return values, _places(build, x, dims, kernel, None, 0, 1)


for _dims in (1, 2, 3):
    rule(f"max_pool{_dims}d")(partial(_maximum, dims=_dims))
    rule(f"max_pool{_dims}d_with_indices")(partial(_maximum_with_places, dims=_dims))
    rule(f"avg_pool{_dims}d")(partial(_average, dims=_dims))
    rule(f"adaptive_avg_pool{_dims}d")(partial(_adaptive, dims=_dims))
    rule(f"adaptive_max_pool{_dims}d")(partial(_adaptive_maximum, dims=_dims))
for _dims in (2, 3):
    rule(f"_adaptive_avg_pool{_dims}d")(partial(_adaptive, dims=_dims))


# ---- windows as columns -------------------------------------------------------------------------


@rule("col2im")
def _col2im(build, x, output_size, kernel_size, dilation, padding, stride):
    """The sum of columns put back where im2col takes them from."""
    x, single = with_batch(build, x, 1)
    sizes, steps, pads = _window(kernel_size, stride, padding, 2)
    rates = repeated(dilation, 2)
    outs = [
        (length + 2 * pad[0] - rate * (size - 1) - 1) // step + 1
        for length, pad, rate, size, step in zip(
            output_size, pads, rates, sizes, steps, strict=True
        )
    ]
    channels = (x.shape[1] or 0) // (sizes[0] * sizes[1])
    columns = build.reshape(x, (-1, channels, sizes[0] * sizes[1], *outs))
    full = [length + 2 * pad[0] for length, pad in zip(output_size, pads, strict=True)]
    total: Any = None
    offsets = itertools.product(*(range(size) for size in sizes))
    for number, offset in enumerate(offsets):
        part = build.get_item(columns, (slice(None), slice(None), number))
        for axis in range(2):
            start = offset[axis] * rates[axis]
            part = _spread(build, part, axis + 2, steps[axis], outs[axis], start, full[axis])
        total = part if total is None else build.add(total, part)
    inner = tuple(slice(pad[0], pad[0] + n) for pad, n in zip(pads, output_size, strict=True))
    result = build.get_item(total, (slice(None), slice(None), *inner))
    return _without(build, result, single)


def _spread(build, x, axis, step, count, start, total):
    """Return an array whose entries along an axis lie `step` apart, zeros between and around."""
    if step > 1:
        gaps = [(0, 0)] * 5
        gaps[axis + 1] = (0, step - 1)
        wide = build.constant_pad(build.expand_dims(x, axis=axis + 1), tuple(gaps))
        x = build.flatten(wide, start_dim=axis, end_dim=axis + 1)
        x = build.get_item(x, (*(slice(None),) * axis, slice(0, (count - 1) * step + 1)))
    widths = [(0, 0)] * 4
    widths[axis] = (start, total - start - ((count - 1) * step + 1))
    return build.constant_pad(x, tuple(widths))
