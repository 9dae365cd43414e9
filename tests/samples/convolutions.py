"""References written as loops over every output, apart from anything ivy does."""

import numpy as np

from tests.samples import FLOATS, HALVES, Sample, case, draw

TOLERANCE = 4  # sums of up to 54 products


def per_axis(value, dims):
    return [value] * dims if np.ndim(value) == 0 else list(value)


def pads_of(padding, sizes, windows, strides):
    """Return before and after each axis, by the definitions of SAME and VALID."""
    if padding == "VALID":
        return [(0, 0)] * len(sizes)
    if padding == "SAME":
        totals = [
            max((int(np.ceil(n / s)) - 1) * s + k - n, 0)
            for n, k, s in zip(sizes, windows, strides, strict=True)
        ]
        return [(total // 2, total - total // 2) for total in totals]
    if isinstance(padding, int):
        return [(padding, padding)] * len(sizes)
    return [(p, p) if isinstance(p, int) else tuple(p) for p in padding]


def convolved(x, filters, strides, padding, groups=1, x_dilations=1, dilations=1):
    """Return the convolution of [N, *sizes, C] with [*kernel, C/groups, O]."""
    dims = x.ndim - 2
    strides, dilations = per_axis(strides, dims), per_axis(dilations, dims)
    x_dilations = per_axis(x_dilations, dims)
    spread = [(n - 1) * d + 1 for n, d in zip(x.shape[1:-1], x_dilations, strict=True)]
    windows = [(k - 1) * d + 1 for k, d in zip(filters.shape, dilations, strict=False)]
    pads = pads_of(padding, spread, windows, strides)
    padded = np.zeros(
        (len(x), *(n + sum(p) for n, p in zip(spread, pads, strict=True)), x.shape[-1])
    )
    places = zip(pads, spread, x_dilations, strict=True)
    padded[(slice(None), *(slice(low, low + n, d) for (low, _), n, d in places))] = x
    sizes = [(n - k) // s + 1 for n, k, s in zip(padded.shape[1:-1], windows, strides, strict=True)]
    into, out = filters.shape[-2:]
    result = np.zeros((len(x), *sizes, out))
    for place in np.ndindex(*sizes):
        for tap in np.ndindex(*filters.shape[:dims]):
            at = tuple(
                p * s + t * d for p, s, t, d in zip(place, strides, tap, dilations, strict=True)
            )
            for o in range(out):
                group = o // (out // groups)
                met = padded[(slice(None), *at)][:, group * into : (group + 1) * into]
                result[(slice(None), *place, o)] += met @ filters[tap][:, o]
    return result


def spread_out(x, filters, strides, padding, groups=1, dilations=1, output_shape=None):
    """Return the transposed convolution of [N, *sizes, I] with [*kernel, O/groups, I]."""
    dims = x.ndim - 2
    strides, dilations = per_axis(strides, dims), per_axis(dilations, dims)
    windows = [(k - 1) * d + 1 for k, d in zip(filters.shape, dilations, strict=False)]
    sizes = x.shape[1:-1]
    if output_shape is not None:
        wanted = list(output_shape)
    elif padding == "SAME":
        wanted = [n * s for n, s in zip(sizes, strides, strict=True)]
    elif padding == "VALID":
        wanted = [n * s + max(k - s, 0) for n, s, k in zip(sizes, strides, windows, strict=True)]
    else:
        pads = pads_of(padding, sizes, windows, strides)
        wanted = [
            (n - 1) * s + k - sum(p)
            for n, s, k, p in zip(sizes, strides, windows, pads, strict=True)
        ]
    pads = pads_of(padding, wanted, windows, strides)
    out, into = filters.shape[-2], filters.shape[-1]
    result = np.zeros((len(x), *wanted, out * groups))
    for place in np.ndindex(*sizes):
        for tap in np.ndindex(*filters.shape[:dims]):
            at = [
                p * s + t * d - low
                for p, s, t, d, (low, _) in zip(place, strides, tap, dilations, pads, strict=True)
            ]
            if not all(0 <= a < n for a, n in zip(at, wanted, strict=True)):
                continue
            for i in range(into):
                group = i // (into // groups)
                target = result[(slice(None), *at)][:, group * out : (group + 1) * out]
                target += np.outer(x[(slice(None), *place, i)], filters[tap][:, i])
    return result


def in_layout(function):
    """Return a reference that takes both layouts of data and filters, and a bias."""

    def reference(x, filters, *args, data_format, filter_format, bias, **kwargs):
        if data_format[1] == "C" or data_format == "channel_first":
            x = np.moveaxis(x, 1, -1)
        if filter_format == "channel_first":
            filters = np.moveaxis(filters, (0, 1), (-1, -2))
        y = function(x, filters, *args, **kwargs) + (0 if bias is None else bias)
        first = data_format[1] == "C" or data_format == "channel_first"
        return np.moveaxis(y, -1, 1) if first else y

    return reference


def forward(default_format):
    def reference(
        x, filters, strides, padding, dims=2, data_format=default_format,
        filter_format="channel_last", feature_group_count=1, x_dilations=1, dilations=1, bias=None,
    ):  # fmt: skip
        return in_layout(convolved)(
            x, filters, strides, padding, feature_group_count, x_dilations, dilations,
            data_format=data_format, filter_format=filter_format, bias=bias,
        )  # fmt: skip

    return reference


def backward(default_format):
    def reference(
        x, filters, strides, padding, dims=2, output_shape=None, filter_format="channel_last",
        data_format=default_format, dilations=1, feature_group_count=1, bias=None,
    ):  # fmt: skip
        return in_layout(spread_out)(
            x, filters, strides, padding, feature_group_count, dilations, output_shape,
            data_format=data_format, filter_format=filter_format, bias=bias,
        )  # fmt: skip

    return reference


def along_axes(default_format):
    """Return the reference of a convolution whose number of axes is in its name."""

    def reference(
        x, filters, strides, padding, data_format=default_format, filter_format="channel_last",
        x_dilations=1, dilations=1, bias=None,
    ):  # fmt: skip
        return forward(default_format)(
            x, filters, strides, padding, None, data_format, filter_format, 1, x_dilations,
            dilations, bias,
        )  # fmt: skip

    return reference


def back_along_axes(default_format):
    reference = backward(default_format)
    return lambda x, filters, strides, padding, *args, **kwargs: reference(
        x, filters, strides, padding, None, *args, **kwargs
    )


def either(x, filters, strides, padding, transpose=False, x_dilations=1, **kwargs):
    if transpose:
        return backward("channel_last")(x, filters, strides, padding, **kwargs)
    return forward("channel_last")(x, filters, strides, padding, x_dilations=x_dilations, **kwargs)


def depthwise(x, filters, strides, padding, data_format="NHWC", dilations=1):
    filters = filters.reshape(*filters.shape[:2], 1, -1)
    groups = filters.shape[-1]
    return forward("NHWC")(
        x, filters, strides, padding, data_format=data_format, feature_group_count=groups,
        dilations=dilations,
    )  # fmt: skip


SAMPLES = [
    Sample(
        "conv1d", along_axes("NWC"),
        [
            case(draw(2, 6, 3), draw(3, 3, 4), 1, "SAME", bias=draw(4)),
            case(draw(2, 6, 3), draw(3, 3, 4), 2, "SAME"),
            case(draw(2, 3, 6), draw(4, 3, 2), 2, [(1, 0)], "NCW", "channel_first", 2),
            case(draw(2, 6, 3), draw(3, 3, 4), [1], 2, dilations=2),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv2d", along_axes("NHWC"),
        [
            case(draw(2, 5, 4, 3), draw(2, 3, 3, 2), (2, 1), "SAME"),
            case(draw(2, 5, 4, 3), draw(2, 3, 3, 2), 2, "SAME", bias=draw(2)),
            case(draw(2, 3, 5, 4), draw(2, 3, 2, 3), 2, [(1, 0), (2, 3)], "NCHW", "channel_first"),
            case(draw(2, 5, 4, 3), draw(2, 3, 3, 2), (1, 2), 2, dilations=(2, 1), x_dilations=2),
            # XLA of jax 0.10 ends the process at this one, and at its like below.
            case(draw(1, 3, 1, 2), draw(2, 3, 2, 2), 1, [(0, 0), (1, 1)], x_dilations=(2, 1))
            .only("float32"),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv3d", along_axes("NDHWC"),
        [
            case(draw(1, 3, 4, 2, 2), draw(2, 3, 1, 2, 3), 1, "SAME"),
            case(draw(1, 2, 3, 4, 2), draw(3, 2, 2, 3, 1), (1, 2, 1), 1, "NCDHW", "channel_first"),
            case(draw(1, 3, 4, 2, 2), draw(2, 2, 1, 2, 3), 1, "VALID", dilations=(2, 1, 1),
                 bias=draw(3)),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv1d_transpose", back_along_axes("NWC"),
        [
            case(draw(2, 4, 3), draw(3, 2, 3), 2, "SAME", bias=draw(2)),
            case(draw(2, 4, 3), draw(3, 2, 3), 2, "VALID", [10]),
            case(draw(2, 3, 4), draw(3, 2, 2), 3, 0, None, "channel_first", "NCW", 2),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv2d_transpose", back_along_axes("NHWC"),
        [
            case(draw(2, 3, 4, 3), draw(2, 3, 2, 3), (2, 1), "SAME"),
            case(draw(2, 3, 4, 3), draw(2, 3, 2, 3), 3, "SAME", (8, 11), bias=draw(2)),
            case(draw(2, 3, 3, 4), draw(3, 2, 2, 3), 2, [(1, 0), (0, 2)], None, "channel_first",
                 "NCHW"),
            case(draw(2, 3, 4, 3), draw(2, 3, 2, 3), 1, "VALID", dilations=(1, 2)),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv3d_transpose", back_along_axes("NDHWC"),
        [
            case(draw(1, 2, 3, 2, 2), draw(2, 3, 1, 3, 2), (1, 2, 1), "VALID"),
            case(draw(1, 2, 2, 3, 2), draw(2, 3, 2, 2, 1), 2, "SAME", None, "channel_first",
                 "NCDHW", bias=draw(3)),
            case(draw(1, 2, 3, 2, 2), draw(2, 3, 1, 3, 2), 1, [1, 1, 0], dilations=2),
            case(draw(1, 1, 2, 3, 2), draw(2, 3, 2, 2, 2), 2, [0, 0, 1]).only("float32"),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "depthwise_conv2d", depthwise,
        [
            case(draw(2, 5, 4, 3), draw(2, 3, 3), 1, "SAME"),
            case(draw(2, 5, 4, 3), draw(2, 3, 3), (1, 2), "VALID"),
            case(draw(2, 3, 5, 4), draw(2, 2, 3, 1), 2, 1, "NCHW", (2, 1)),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv_general_dilated", forward("channel_last"),
        [
            case(draw(2, 5, 4, 4), draw(2, 2, 2, 6), 2, "SAME", feature_group_count=2),
            case(draw(2, 6, 4), draw(3, 1, 8), 1, 1, 1, feature_group_count=4, dilations=2),
            case(draw(1, 4, 3, 4, 2), draw(6, 2, 2, 1, 2), 1, [(0, 1), (1, 0), (0, 0)], 3,
                 "channel_first", "channel_first", 2, bias=draw(6)),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv_general_transpose", backward("channel_last"),
        [
            case(draw(2, 3, 2, 4), draw(2, 3, 3, 4), 2, "SAME", feature_group_count=2),
            case(draw(2, 4, 6), draw(4, 1, 2), 2, [(1, 2)], 1, None, "channel_first",
                 "channel_first", feature_group_count=4, bias=draw(4)),
            case(draw(1, 2, 3, 2, 4), draw(2, 2, 1, 1, 4), 1, "VALID", 3, (3, 4, 2),
                 feature_group_count=2),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
    Sample(
        "conv", either,
        [
            case(draw(2, 5, 4, 3), draw(2, 3, 3, 2), 1, "SAME"),
            case(draw(2, 4, 3), draw(3, 2, 3), 2, "SAME", transpose=True, dims=1),
            case(draw(2, 6, 3), draw(3, 3, 4), 1, "SAME", dims=1, x_dilations=2),
        ],
        dtypes=FLOATS + HALVES, tolerance=TOLERANCE,
    ),
]  # fmt: skip
