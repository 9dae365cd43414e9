"""Windows that slide over arrays: what their arguments mean, checked, one number per axis.

Convolutions and pooling on every backend start from a `Convolution` or a `Pool` made here, so they
agree on padding, output sizes and errors. Sizes may be None where a `tf.function` leaves them open.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ivy.backends.axes import is_count
from ivy.errors import IvyTypeError, IvyValueError
from ivy.types import Dtype, iinfo

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
GENERAL_FORMATS = ("channel_last", "channel_first")

Numbers = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


class Convolution(NamedTuple):
    """A convolution with all that is not an array, one entry per spatial axis.

    A transposed convolution is the same thing seen from its output: `sizes` are those of the
    result then, and `outs` those of the operand.
    """

    dims: int
    channel_last: bool
    filters_last: bool
    sizes: Sequence[Any]
    kernel: Numbers
    strides: Numbers
    pads: Pairs | None
    """Zeros before and after each axis; None for SAME over sizes that are not known yet."""
    x_dilations: Numbers
    dilations: Numbers
    groups: int
    outs: Sequence[Any]


class Pool(NamedTuple):
    """A pooling with all that is not an array, one entry per spatial axis."""

    dims: int
    channel_last: bool
    sizes: Numbers
    kernel: Numbers
    strides: Numbers
    dilations: Numbers
    pads: Pairs
    """What the caller asked for."""
    ceil_mode: bool
    outs: Numbers

    @property
    def fitted(self) -> Pairs:
        """The padding with which windows end exactly where the array does; negative ones cut."""
        reach = map(extent, self.kernel, self.dilations)
        axes = zip(self.outs, self.strides, reach, self.sizes, self.pads, strict=True)
        return tuple((low, (out - 1) * s + k - n - low) for out, s, k, n, (low, _) in axes)


# ---- arguments --------------------------------------------------------------------------------


def is_channel_last(name: str, data_format: str | None, dims: int) -> bool:
    """Return whether channels come last: `NHWC` or `channel_last`, against `NCHW`."""
    for formats in (FORMATS[dims], GENERAL_FORMATS):
        if data_format in formats:
            return data_format == formats[0]
    expected = " or ".join(map(repr, FORMATS[dims]))
    raise IvyValueError(f"{name}: expected a data_format {expected}, got {data_format!r}")


def per_axis(name: str, argument: str, value: Any, dims: int, least: int = 1) -> Numbers:
    """Return an argument that is one number, or one per axis, as one per axis."""
    if type(value) is int and value >= least:
        return (value,) * dims
    values = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    values = values * dims if len(values) == 1 else values
    if len(values) != dims or not all(is_count(v, least) for v in values):
        few = f"a number from {least}" + (f" or {dims} of them" if dims > 1 else "")
        raise IvyValueError(f"{name}: expected {argument} as {few}, got {value!r}")
    return values


def extent(window: int, dilation: int) -> int:
    """Return how far a window reaches when its elements are `dilation` apart."""
    return (window - 1) * dilation + 1 if window else 0


def same_padding(size: Any, window: int, stride: int) -> tuple[int, int]:
    """Return what SAME adds to an axis: the odd one at its end, as TensorFlow does."""
    missing = (-(-size // stride) - 1) * stride + window - size
    total = missing if missing > 0 else 0
    return total // 2, total - total // 2


def padding_pairs(
    name: str, padding: Any, sizes: Sequence[Any], windows: Numbers, strides: Numbers
) -> Pairs | None:
    """Return the padding before and after each axis; None for SAME over unknown sizes."""
    dims = len(windows)
    if isinstance(padding, str):
        if padding.upper() == "VALID":
            return ((0, 0),) * dims
        if padding.upper() == "SAME":
            if None in sizes:
                return None
            return tuple(map(same_padding, sizes, windows, strides))
    elif isinstance(padding, (list, tuple)):
        pairs = tuple(tuple(p) if isinstance(p, (list, tuple)) else (p, p) for p in padding)
        right = all(len(pair) == 2 and all(is_count(p, 0) for p in pair) for pair in pairs)
        if right and len(pairs) == dims:
            return pairs
    elif is_count(padding, 0):
        return ((padding, padding),) * dims
    few = f"{dims} pair{'s' * (dims > 1)} of numbers"
    raise IvyValueError(
        f"{name}: expected a padding 'SAME', 'VALID', a number from 0 or {few}, got {padding!r}"
    )


def spatial(shape: Sequence[Any], channel_last: bool) -> tuple[Any, ...]:
    """Return the sizes between batch and channels."""
    sizes = tuple(shape)  # first: to slice a shape of TensorFlow makes another
    return sizes[1:-1] if channel_last else sizes[2:]


def _check_rank(name: str, argument: str, shape: Any, ranks: Numbers, layout: str) -> None:
    if len(shape) not in ranks:
        axes = " or ".join(map(str, ranks))
        raise IvyValueError(
            f"{name}: expected {argument} with {axes} axes ({layout}), got shape {tuple(shape)}"
        )


def window_counts(
    name: str, sizes: Sequence[Any], windows: Numbers, strides: Numbers, pads: Pairs | None
) -> tuple[Any, ...]:
    """Return how many windows fit along each axis; at least one must."""
    outs: list[Any] = []
    for axis, (size, window, stride) in enumerate(zip(sizes, windows, strides, strict=True)):
        if size is None:
            outs.append(None)
            continue
        padded = size + sum(pads[axis]) if pads else size
        if padded < window:
            raise IvyValueError(
                f"{name}: expected windows that fit into x with its padding, "
                f"got a window of {window} over {padded} along spatial axis {axis}"
            )
        outs.append((padded - window) // stride + 1)
    return tuple(outs)


# ---- convolutions -----------------------------------------------------------------------------


def _filter_parts(name: str, filters: Any, dims: int, filter_format: str) -> tuple[Any, ...]:
    """Return whether channels come last in the filters, their spatial sizes and two channels."""
    if filter_format not in GENERAL_FORMATS:
        raise IvyValueError(
            f"{name}: expected a filter_format 'channel_last' or 'channel_first', "
            f"got {filter_format!r}"
        )
    shape = tuple(filters.shape)
    if filter_format == "channel_last":
        return True, shape[:dims], shape[-2], shape[-1]
    return False, shape[2:], shape[1], shape[0]


def _check_channels(name: str, count: Any, expected: int, why: str) -> None:
    if count is not None and count != expected:
        raise IvyValueError(f"{name}: expected x of {expected} channels{why}, got {count}")


def _check_operands(name: str, x: Any, filters: Any, dims: int, groups: Any) -> None:
    _check_rank(name, "x", x.shape, (dims + 2,), "batch, channels and the spatial ones")
    _check_rank(name, "filters", filters.shape, (dims + 2,), "two of channels and spatial ones")
    if not is_count(groups, 1):
        raise IvyValueError(
            f"{name}: expected a feature_group_count as a number from 1, got {groups!r}"
        )


def _check_groups(name: str, groups: int, what: str, channels: int) -> None:
    if channels % groups:
        raise IvyValueError(
            f"{name}: expected a feature_group_count that divides the {channels} {what} channels, "
            f"got {groups}"
        )


def check_bias(name: str, bias: Any, channels: int) -> None:
    """Raise unless a bias has one number per output channel."""
    if tuple(bias.shape) != (channels,):
        raise IvyValueError(
            f"{name}: expected a bias of shape ({channels},), got {tuple(bias.shape)}"
        )


def convolution(
    name: str,
    dims: int,
    x: Any,
    filters: Any,
    bias: Any,
    strides: Any,
    padding: Any,
    data_format: str,
    filter_format: str,
    x_dilations: Any,
    dilations: Any,
    groups: int,
) -> Convolution:
    """Return the checked arguments of a convolution of `x` with `[*sizes, in/groups, out]`."""
    last = is_channel_last(name, data_format, dims)
    _check_operands(name, x, filters, dims, groups)
    filters_last, kernel, into, out = _filter_parts(name, filters, dims, filter_format)
    why = f" in all, {groups} groups of {into}" if groups > 1 else " as the filters"
    _check_channels(name, x.shape[-1 if last else 1], into * groups, why)
    _check_groups(name, groups, "output", out)
    if bias is not None:
        check_bias(name, bias, out)
    strides = per_axis(name, "strides", strides, dims)
    dilations = per_axis(name, "dilations", dilations, dims)
    x_dilations = per_axis(name, "x_dilations", x_dilations, dims)
    sizes = spatial(x.shape, last)
    reach = tuple(map(extent, kernel, dilations))
    spread = sizes
    if max(x_dilations) > 1:
        apart = zip(sizes, x_dilations, strict=True)
        spread = tuple(None if n is None else extent(n, d) for n, d in apart)
    pads = padding_pairs(name, padding, spread, reach, strides)
    outs = window_counts(name, spread, reach, strides, pads) if pads else (None,) * dims
    return Convolution(
        dims, last, filters_last, sizes, kernel, strides, pads, x_dilations, dilations, groups, outs
    )


def transposed_convolution(
    name: str,
    dims: int,
    x: Any,
    filters: Any,
    bias: Any,
    strides: Any,
    padding: Any,
    output_shape: Any,
    data_format: str,
    filter_format: str,
    dilations: Any,
    groups: int,
) -> Convolution:
    """Return the convolution whose transpose maps `x` with `[*sizes, out/groups, in]`."""
    last = is_channel_last(name, data_format, dims)
    _check_operands(name, x, filters, dims, groups)
    filters_last, kernel, out, into = _filter_parts(name, filters, dims, filter_format)
    _check_channels(name, x.shape[-1 if last else 1], into, " as the filters")
    _check_groups(name, groups, "input", into)
    if bias is not None:
        check_bias(name, bias, out * groups)
    strides = per_axis(name, "strides", strides, dims)
    dilations = per_axis(name, "dilations", dilations, dims)
    sizes = spatial(x.shape, last)
    if 0 in sizes:
        raise IvyValueError(f"{name}: expected x with spatial elements, got shape {tuple(x.shape)}")
    reach = tuple(map(extent, kernel, dilations))
    if output_shape is None:
        wanted = _transposed_sizes(name, sizes, reach, strides, padding)
    else:
        ends = (x.shape[0], out * groups)
        wanted = _wanted_sizes(name, dims, output_shape, last, ends)
    pads = padding_pairs(name, padding, wanted, reach, strides)
    if pads and None not in wanted:
        fitting = tuple(
            (o + sum(p) - k) // s + 1
            for o, p, k, s in zip(wanted, pads, reach, strides, strict=True)
        )
        if fitting != sizes:
            raise IvyValueError(
                f"{name}: expected an output_shape from which these strides and padding lead back "
                f"to {sizes}, got {tuple(wanted)}, which leads to {fitting}"
            )
    ones = (1,) * dims
    return Convolution(
        dims, last, filters_last, wanted, kernel, strides, pads, ones, dilations, groups, sizes
    )


def _wanted_sizes(
    name: str, dims: int, output_shape: Any, channel_last: bool, ends: tuple[Any, int]
) -> Sequence[Any]:
    """Return the spatial sizes of an `output_shape`, which may have the batch and channels too."""
    wanted = tuple(output_shape) if hasattr(output_shape, "__iter__") else ()
    if len(wanted) == dims + 2:
        given = (wanted[0], wanted[-1 if channel_last else 1])
        pairs = zip(given, ends, strict=True)
        if any(n != end and None not in (n, end) for n, end in pairs):  # of tf.function
            raise IvyValueError(
                f"{name}: expected an output_shape of batch {ends[0]} and {ends[1]} channels, "
                f"got {output_shape!r}"
            )
        wanted = tuple(spatial(wanted, channel_last))
    if len(wanted) != dims or not all(is_count(size, 1) for size in wanted):
        raise IvyValueError(
            f"{name}: expected an output_shape of {dims} sizes, or {dims + 2} with batch and "
            f"channels, got {output_shape!r}"
        )
    return wanted


def _transposed_sizes(
    name: str, sizes: Sequence[Any], reach: Numbers, strides: Numbers, padding: Any
) -> Sequence[Any]:
    """Return the spatial sizes of the result of a transposed convolution."""
    given = [None if n is None else n * s for n, s in zip(sizes, strides, strict=True)]  # with SAME
    if isinstance(padding, str) and padding.upper() == "SAME":
        return tuple(given)
    if isinstance(padding, str):
        more = [max(k - s, 0) for k, s in zip(reach, strides, strict=True)]
    else:
        pads = padding_pairs(name, padding, sizes, reach, strides) or ()
        more = [k - s - sum(p) for k, s, p in zip(reach, strides, pads, strict=True)]
    found = tuple(n if n is None else n + m for n, m in zip(given, more, strict=True))
    if any(n is not None and n < 1 for n in found):
        raise IvyValueError(
            f"{name}: expected a padding that leaves a result, got {padding!r}, which gives {found}"
        )
    return found


def check_floating(name: str, dtype: Any) -> None:
    """Raise unless a dtype is one of the floating ones."""
    if dtype.kind != "float":
        raise IvyTypeError(f"{name}: expected floating-point x and filters, got {dtype.name}")


# ---- pooling ----------------------------------------------------------------------------------


def pooling(
    name: str,
    dims: int,
    x: Any,
    kernel: Any,
    strides: Any,
    padding: Any,
    data_format: str | None,
    dilations: Any,
    ceil_mode: bool,
) -> Pool:
    """Return the checked arguments of a pooling."""
    last = is_channel_last(name, data_format, dims)
    _check_rank(name, "x", x.shape, (dims + 2,), "batch, channels and the spatial ones")
    kernel = per_axis(name, "kernel", kernel, dims)
    strides = per_axis(name, "strides", strides, dims)
    dilations = per_axis(name, "dilation", dilations, dims)
    sizes = spatial(x.shape, last)
    if None in sizes:
        raise IvyValueError(f"{name}: expected x with known spatial sizes, got {tuple(x.shape)}")
    reach = kernel if dilations == (1,) * dims else tuple(map(extent, kernel, dilations))
    pads = padding_pairs(name, padding, sizes, reach, strides) or ()
    if any(map(operator.ge, map(max, pads), reach)):
        raise IvyValueError(
            f"{name}: expected a padding smaller than the windows {reach}, got {padding!r}"
        )
    outs = window_counts(name, sizes, reach, strides, pads)
    if ceil_mode:
        outs = pool_counts(sizes, reach, strides, pads, ceil_mode)
    return Pool(dims, last, sizes, kernel, strides, dilations, pads, bool(ceil_mode), outs)


def pool_counts(
    sizes: Numbers, windows: Numbers, strides: Numbers, pads: Pairs, ceil_mode: bool
) -> Numbers:
    """Return how many windows there are along each axis.

    With `ceil_mode` the last one may reach beyond the padding, if it begins within the array or the
    padding before it.
    """
    outs = []
    for size, window, stride, pad in zip(sizes, windows, strides, pads, strict=True):
        steps = size + sum(pad) - window
        out = -(-steps // stride) if ceil_mode else steps // stride
        outs.append(out if ceil_mode and out * stride >= size + pad[0] else out + 1)
    return tuple(outs)


class Adaptive(NamedTuple):
    """A pooling to a given size with all that is not an array."""

    name: str
    dims: int
    channel_last: bool
    sizes: Numbers
    outs: Numbers


def adaptive(name: str, dims: int, x: Any, output_size: Any, data_format: str) -> Adaptive:
    """Return the checked arguments of a pooling to `output_size`, None for as it is."""
    last = is_channel_last(name, data_format, dims)
    ranks = (dims + 1, dims + 2)
    _check_rank(name, "input", x.shape, ranks, "channels, the spatial ones and maybe a batch")
    sizes = tuple(x.shape[len(x.shape) - dims - 1 : -1] if last else x.shape[len(x.shape) - dims :])
    given = output_size if isinstance(output_size, (list, tuple)) else [output_size] * dims
    if len(given) != dims:
        raise IvyValueError(f"{name}: expected an output_size of {dims} sizes, got {output_size!r}")
    if 0 in sizes:
        raise IvyValueError(f"{name}: expected elements to pool, got shape {tuple(x.shape)}")
    wanted = [n if out is None else out for n, out in zip(sizes, given, strict=True)]
    return Adaptive(name, dims, last, sizes, per_axis(name, "output_size", wanted, dims))


def adaptive_bounds(size: int, out: int) -> list[tuple[int, int]]:
    """Return where each of `out` windows over `size` elements starts and ends."""
    return [(i * size // out, -(-(i + 1) * size // out)) for i in range(out)]


def counts(pool: Pool, count_include_pad: bool) -> list[list[int]]:
    """Return, for each axis, how many elements of `x` the windows hold along it.

    Padding counts on request; what `ceil_mode` adds beyond it never does.
    """
    found = []
    for n, k, s, d, (low, high), out in zip(
        pool.sizes, pool.kernel, pool.strides, pool.dilations, pool.pads, pool.outs, strict=True
    ):
        begin, end = (-low, n + high) if count_include_pad else (0, n)
        starts = [place * s - low for place in range(out)]
        found.append([sum(begin <= start + t * d < end for t in range(k)) for start in starts])
    return found


def divisor(pool: Pool, count_include_pad: bool, override: float | None) -> Any:
    """Return what sums over windows are divided by: a number, or an array with one per place."""
    if override is not None:
        return override
    along = counts(pool, count_include_pad)
    if all(min(one) == max(one) for one in along):
        return math.prod(one[0] for one in along)
    total = functools.reduce(np.multiply.outer, map(np.asarray, along))
    return total[..., None] if pool.channel_last else total


def least_value(dtype: Dtype) -> float:
    """Return what no number of a dtype is less than."""
    return -math.inf if dtype.kind == "float" else iinfo(dtype).min


def taps(kernel: Numbers) -> Iterator[Numbers]:
    """Return the positions inside a window, in order."""
    return itertools.product(*map(range, kernel))


def tap_slices(tap: Numbers, dilations: Numbers, strides: Numbers, outs: Numbers) -> Any:
    """Return, per axis, the slice of the padded array that a position of all windows meets."""
    return tuple(
        slice(t * d, t * d + (out - 1) * s + 1, s)
        for t, d, s, out in zip(tap, dilations, strides, outs, strict=True)
    )


def folded(
    x: Any, function: Callable[[Any, Any], Any], shape: Any, few_at_once: bool = False
) -> Any:
    """Return a function of two folded over all windows of a fitted array, inner axes first.

    Few elements of a window may be met at once: there is no array in between then.
    """
    first = 1 if shape.channel_last else 2
    at_once = shape.dims if few_at_once and math.prod(shape.kernel) <= 4 else 1
    for axis in reversed(range(0, shape.dims, at_once)):
        parts = (shape.dilations, shape.strides, shape.outs, shape.kernel)
        *windows, sizes = (part[axis : axis + at_once] for part in parts)
        before = (slice(None),) * (first + axis)
        taps = itertools.product(*map(range, sizes))
        x = functools.reduce(function, (x[before + tap_slices(tap, *windows)] for tap in taps))
    return x


# ---- layouts ----------------------------------------------------------------------------------


def axes_to_last(dims: int) -> tuple[int, ...]:
    """Return the permutation that moves channels from the second axis to the last."""
    return (0, *range(2, dims + 2), 1)


def axes_to_first(dims: int) -> tuple[int, ...]:
    """Return the permutation that moves channels from the last axis to the second."""
    return (0, dims + 1, *range(1, dims + 1))


def filter_axes(dims: int, last: bool) -> tuple[int, ...]:
    """Return the permutation of filters from `[*sizes, in, out]` to `[out, in, *sizes]` or back."""
    return (dims + 1, dims, *range(dims)) if last else (*range(2, dims + 2), 1, 0)
