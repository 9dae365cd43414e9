"""References written as loops over every window, apart from anything ivy does."""

import operator

import numpy as np

from tests.samples import FLOATS, HALVES, INTS, Sample, case, draw, values
from tests.samples.convolutions import pads_of, per_axis

TOLERANCE = 4  # sums of up to 12 numbers


def window_counts(sizes, windows, strides, pads, ceil_mode):
    counts = []
    for n, k, s, (low, high) in zip(sizes, windows, strides, pads, strict=True):
        steps = (n + low + high - k) / s
        count = int(np.ceil(steps) if ceil_mode else np.floor(steps)) + 1
        if ceil_mode and (count - 1) * s >= n + low:
            count -= 1  # it would begin in the padding after the array
        counts.append(count)
    return counts


def pooled(reduce, x, kernel, strides, padding, first, dilation=1, ceil_mode=False):
    """Return `reduce(elements, how many of them and the padding)` of every window."""
    dims = (len(kernel) if np.ndim(kernel) else None) or x.ndim - 2
    kernel, strides = per_axis(kernel, dims), per_axis(strides, dims)
    dilation = per_axis(dilation, dims)
    if first:
        x = np.moveaxis(x, 1, -1)
    sizes = x.shape[1:-1]
    windows = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    pads = pads_of(padding, sizes, windows, strides)
    counts = window_counts(sizes, windows, strides, pads, ceil_mode)
    result = np.zeros((len(x), *counts, x.shape[-1]))
    for place in np.ndindex(*counts):
        inside, with_padding = [], 0
        for tap in np.ndindex(*kernel):
            at = [
                p * s + t * d - low
                for p, s, t, d, (low, _) in zip(place, strides, tap, dilation, pads, strict=True)
            ]
            if all(0 <= a < n for a, n in zip(at, sizes, strict=True)):
                inside.append(x[(slice(None), *at)])
            with_padding += all(
                -low <= a < n + high for a, n, (low, high) in zip(at, sizes, pads, strict=True)
            )
        result[(slice(None), *place)] = reduce(np.stack(inside), with_padding)
    return np.moveaxis(result, -1, 1) if first else result


def maximum(x, kernel, strides, padding, data_format="", dilation=1, ceil_mode=False):
    first = "C" in data_format[:2]
    return pooled(
        lambda inside, _: inside.max(axis=0), x, kernel, strides, padding, first, dilation,
        ceil_mode,
    )  # fmt: skip


def average(
    x, kernel, strides, padding, data_format="", count_include_pad=False, ceil_mode=False,
    divisor_override=None, dilation=1,
):  # fmt: skip
    def mean(inside, with_padding):
        count = with_padding if count_include_pad else len(inside)
        return inside.sum(axis=0) / (divisor_override or count)

    first = "C" in data_format[:2]
    return pooled(mean, x, kernel, strides, padding, first, dilation, ceil_mode)


def either(
    x, window_shape, pool_type, strides=None, padding="VALID", data_format=None, dilations=None,
    ceil_mode=False,
):  # fmt: skip
    function = maximum if pool_type == "MAX" else average
    return function(
        x, window_shape, strides or 1, padding, data_format or "", dilation=dilations or 1,
        ceil_mode=ceil_mode,
    )  # fmt: skip


def adaptive(reduce, dims, default_format):
    def reference(input, output_size, data_format=default_format):
        last = data_format[-1] == "C"
        axes = range(input.ndim - dims - last, input.ndim - last)
        wanted = per_axis(output_size, dims)
        for axis, given in zip(axes, wanted, strict=True):
            n = input.shape[axis]
            size = n if given is None else given
            # Averages over rectangles are averages over rows of averages over columns.
            parts = [
                reduce(np.take(input, range(i * n // size, -(-(i + 1) * n // size)), axis), axis)
                for i in range(size)
            ]
            input = np.stack(parts, axis)
        return input

    return reference


def windows_of(input, kernel_size, stride=1, dilation=1, padding="VALID"):
    dims = len(kernel_size) if np.ndim(kernel_size) else input.ndim
    kernel, stride = per_axis(kernel_size, dims), per_axis(stride, dims)
    dilation = per_axis(dilation, dims)
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    sizes = input.shape[input.ndim - dims :]
    pads = pads_of(padding, sizes, reach, stride)
    padded = np.pad(input, [(0, 0)] * (input.ndim - dims) + pads)
    counts = window_counts(sizes, reach, stride, pads, False)
    result = np.zeros((*input.shape[: input.ndim - dims], *counts, int(np.prod(kernel))))
    for place in np.ndindex(*counts):
        for number, tap in enumerate(np.ndindex(*kernel)):
            at = [p * s + t * d for p, s, t, d in zip(place, stride, tap, dilation, strict=True)]
            result[(..., *place, number)] = padded[(..., *at)]
    return result.astype(input.dtype)


def reduced(
    operand, init_value, computation, window_dimensions, window_strides=1, padding="VALID",
    base_dilation=1, window_dilation=1,
):  # fmt: skip
    gaps = per_axis(base_dilation, operand.ndim)
    spread = np.full(
        [(n - 1) * g + 1 for n, g in zip(operand.shape, gaps, strict=True)], init_value
    )
    spread = spread.astype(operand.dtype)
    spread[tuple(slice(None, None, g) for g in gaps)] = operand
    kernel = per_axis(window_dimensions, operand.ndim)
    dilation = per_axis(window_dilation, operand.ndim)
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    pads = pads_of(padding, spread.shape, reach, per_axis(window_strides, operand.ndim))
    padded = np.pad(spread, pads, constant_values=init_value)
    elements = windows_of(padded, kernel, window_strides, window_dilation)
    result = np.full(elements.shape[:-1], init_value, elements.dtype)
    for number in range(elements.shape[-1]):
        result = computation(result, elements[..., number])
    return result


def unpooled(input, indices, kernel_size, strides=None, padding=0, data_format="NCW"):
    if data_format == "NWC":
        swapped = [np.swapaxes(a, -1, -2) for a in (input, indices)]
        return np.swapaxes(unpooled(*swapped, kernel_size, strides, padding), -1, -2)
    size = (input.shape[-1] - 1) * (strides or kernel_size) - 2 * padding + kernel_size
    result = np.zeros((*input.shape[:-1], size))
    for at in np.ndindex(*input.shape):
        result[(*at[:-1], indices[at])] = input[at]
    return result


def larger(a, b):
    return (a + b + abs(a - b)) / 2


SAMPLES = [
    Sample(
        "max_pool1d", maximum,
        [
            case(draw(2, 6, 3), 2, 2, "VALID"),
            case(draw(2, 6, 3), 3, 2, "SAME"),
            case(draw(2, 3, 6), (3,), [2], [(0, 2)], "NCW", 1, True),
            case(draw(2, 6, 3), 2, 1, 1, dilation=3),
        ],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "max_pool2d", maximum,
        [
            case(draw(2, 5, 4, 3), 2, 2, "VALID"),
            case(draw(2, 5, 4, 3), (3, 2), (2, 1), "SAME"),
            case(draw(2, 3, 5, 4), 3, 2, 1, "NCHW", 1, True),
            case(draw(2, 5, 4, 3), 2, 2, [(1, 0), (0, 1)], dilation=(2, 1), ceil_mode=True),
            case(values([[[[np.nan], [1.0], [-np.inf]], [[1.0], [2.0], [-np.inf]]]]), (2, 1), 1, 0),
        ],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "max_pool3d", maximum,
        [
            case(draw(1, 3, 4, 2, 2), 2, 1, "VALID"),
            case(draw(1, 2, 3, 4, 2), (2, 3, 1), 2, [(1, 1), (0, 1), (0, 0)], "NCDHW"),
        ],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "avg_pool1d", average,
        [
            case(draw(2, 6, 3), 2, 2, "VALID"),
            case(draw(2, 6, 3), 3, 2, "SAME"),
            case(draw(2, 3, 6), (3,), [2], [(0, 2)], "NCW", True, True),
            case(draw(2, 6, 3), 3, 1, 1, divisor_override=5),
        ],
        dtypes=FLOATS + HALVES + INTS, result="float", tolerance=TOLERANCE,
    ),
    Sample(
        "avg_pool2d", average,
        [
            case(draw(2, 5, 4, 3), 2, 2, 1),
            case(draw(2, 5, 4, 3), (3, 2), (2, 1), "SAME"),
            case(draw(2, 3, 5, 4), 3, 2, 1, "NCHW", True, True),
            case(draw(2, 5, 4, 3), 2, 2, [(1, 0), (0, 1)], ceil_mode=True),
        ],
        dtypes=FLOATS + HALVES + INTS, result="float", tolerance=TOLERANCE,
    ),
    Sample(
        "avg_pool3d", average,
        [
            case(draw(1, 3, 4, 2, 2), 2, 1, "SAME"),
            case(draw(1, 2, 3, 4, 2), (2, 3, 1), 2, [(1, 1), (0, 1), (0, 0)], "NCDHW", True),
            case(draw(1, 3, 4, 2, 2), (3, 3, 2), (2, 1, 1), 1, divisor_override=2.5),
        ],
        dtypes=FLOATS + HALVES, result="float", tolerance=TOLERANCE,
    ),
    Sample(
        "pool", either,
        [
            case(draw(2, 5, 4, 3), (2, 2), "AVG", (1, 2), "SAME"),
            case(draw(2, 6, 3), [3], "MAX"),
            case(draw(1, 2, 3, 4, 2), 2, "AVG", data_format="NCDHW"),
            case(draw(2, 5, 4, 3), (2, 2), "AVG", 1, 1, "NHWC", (3, 2)),
            case(draw(2, 6, 3), [2], "MAX", strides=3, dilations=[2], ceil_mode=True),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "adaptive_avg_pool1d", adaptive(np.mean, 1, "NCW"),
        [case(draw(2, 3, 6), 4), case(draw(3, 6), (3,)), case(draw(2, 6, 3), 4, "NWC")],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "adaptive_avg_pool2d", adaptive(np.mean, 2, "NHWC"),
        [
            case(draw(2, 5, 4, 3), (2, 3)),
            case(draw(2, 5, 4, 3), (None, 2), "NCHW"),
            case(draw(5, 4, 3), 1),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "adaptive_avg_pool3d", adaptive(np.mean, 3, "NCDHW"),
        [case(draw(1, 2, 3, 4, 2), (2, 3, 1)), case(draw(1, 3, 4, 2, 2), 2, "NDHWC")],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "adaptive_max_pool1d", adaptive(np.max, 1, "NCW"),
        [case(draw(2, 3, 6), 4), case(draw(3, 6), (3,)), case(draw(2, 6, 3), 4, "NWC")],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "adaptive_max_pool2d", adaptive(np.max, 2, "NCHW"),
        [
            case(draw(2, 3, 5, 4), (2, 3)),
            case(draw(2, 5, 4, 3), (None, 2), "NHWC"),
            case(draw(3, 5, 4), 1),
        ],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "adaptive_max_pool3d", adaptive(np.max, 3, "NCDHW"),
        [case(draw(1, 2, 3, 4, 2), (2, 3, 1)), case(draw(1, 3, 4, 2, 2), 2, "NDHWC")],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "sliding_window", windows_of,
        [
            case(draw(3, 4), (2, 2)),
            case(draw(2, 3, 4), 2, stride=(1, 2, 1), padding="SAME"),
            case(draw(2, 3, 4), (2,), dilation=2, padding=[(1, 0)]),
        ],
        dtypes=FLOATS + HALVES + INTS,
    ),
    Sample(
        "reduce_window", reduced,
        [
            case(draw(3, 4), 0, operator.add, (2, 2)),
            case(draw(2, 3, 4), 1, operator.mul, (1, 2, 2), (1, 1, 2), "SAME"),
            case(draw(3, 4), -9, larger, 2, 1, [(1, 0), (0, 2)], (1, 2), (2, 1)),
        ],
        dtypes=FLOATS + HALVES + INTS, tolerance=TOLERANCE,
    ),
    Sample(
        "max_unpool1d", unpooled,
        [
            case(draw(1, 2, 3), np.asarray([[[1, 2, 5], [0, 3, 4]]]), 2),
            case(draw(1, 3, 2), np.asarray([[[1, 0], [2, 3], [4, 4]]]), 3, 2, 1, "NWC"),
            case(draw(2, 3), np.asarray([[1, 2, 5], [0, 3, 4]]), 2),
        ],
        dtypes=FLOATS + HALVES,
    ),
]  # fmt: skip
