"""Convolutions: windows of filters that slide over one, two or three spatial axes.

What all share:

- `data_format` is the order of the axes of `x` and of the result: `"NHWC"` or `"NCHW"` for two
  spatial axes, likewise for one and three, and `"channel_last"` or `"channel_first"` for any.
- Filters are `[*sizes, in/groups, out]`, or `[out, in/groups, *sizes]` with
  `filter_format="channel_first"`; of transposed convolutions `[*sizes, out/groups, in]`, or
  `[in, out/groups, *sizes]`. They are not flipped.
- `strides`, `dilations` (distance of the filter's elements) and `x_dilations` (distance of the
  elements of `x`, zeros between them) are one number, or one per spatial axis.
- `padding` is a number of zeros around `x`, a pair (before, after) for each spatial axis, `"VALID"`
  for none, or `"SAME"`: as many that there are `ceil(size / stride)` windows; an odd one comes
  after `x`, as in TensorFlow.
- `bias` holds one number per output channel.
- Halves are added up in float32.
"""

from __future__ import annotations

from collections.abc import Sequence

from ivy.dispatch import both, choose, put, retry
from ivy.types import A

__all__ = [
    "conv",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "conv_general_dilated",
    "conv_general_transpose",
    "depthwise_conv2d",
]


def conv1d(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the convolution of `x` with `filters` along one axis.

    >>> ivy.conv1d(ivy.array([[[1.], [2.], [3.]]]), ivy.array([[[1.]], [[10.]]]), 1, "VALID")
    ivy.array([[[21.],
                [32.]]])
    """
    if out is not None:
        return put(
            conv1d(
                x,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)).conv1d(
            x, filters, strides, padding, data_format, filter_format, x_dilations, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv1d",
            x,
            filters,
            strides,
            padding,
            data_format,
            filter_format,
            x_dilations,
            dilations,
            bias,
        )


def conv2d(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NHWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the convolution of `x` with `filters` along two axes.

    >>> x = ivy.reshape(ivy.array([1., 2., 3., 4.]), (1, 2, 2, 1))
    >>> ivy.conv2d(x, ivy.ones((2, 2, 1, 1)), 1, "SAME")[0, :, :, 0]
    ivy.array([[10.,  6.],
               [ 7.,  4.]])
    """
    if out is not None:
        return put(
            conv2d(
                x,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)).conv2d(
            x, filters, strides, padding, data_format, filter_format, x_dilations, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv2d",
            x,
            filters,
            strides,
            padding,
            data_format,
            filter_format,
            x_dilations,
            dilations,
            bias,
        )


def conv3d(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NDHWC",
    filter_format: str = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the convolution of `x` with `filters` along three axes.

    >>> ivy.conv3d(ivy.ones((1, 2, 2, 2, 3)), ivy.ones((2, 2, 2, 3, 1)), 1, 0)
    ivy.array([[[[[24.]]]]])
    """
    if out is not None:
        return put(
            conv3d(
                x,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)).conv3d(
            x, filters, strides, padding, data_format, filter_format, x_dilations, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv3d",
            x,
            filters,
            strides,
            padding,
            data_format,
            filter_format,
            x_dilations,
            dilations,
            bias,
        )


def conv1d_transpose(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    output_shape: Sequence[int] | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NWC",
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the transpose of a convolution along one axis: each element of `x` adds a window.

    `conv_general_transpose` says what size the result has.

    >>> ivy.conv1d_transpose(ivy.array([[[1.], [2.]]]), ivy.ones((3, 1, 1)), 2, "VALID")[0, :, 0]
    ivy.array([1., 1., 3., 2., 2.])
    """
    if out is not None:
        return put(
            conv1d_transpose(
                x,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (
            both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)
        ).conv1d_transpose(
            x, filters, strides, padding, output_shape, filter_format, data_format, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv1d_transpose",
            x,
            filters,
            strides,
            padding,
            output_shape,
            filter_format,
            data_format,
            dilations,
            bias,
        )


def conv2d_transpose(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    output_shape: Sequence[int] | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the transpose of a convolution along two axes: each element of `x` adds a window.

    `conv_general_transpose` says what size the result has.

    >>> x = ivy.reshape(ivy.array([1., 2.]), (1, 1, 2, 1))
    >>> ivy.conv2d_transpose(x, ivy.ones((2, 2, 1, 1)), 2, "SAME")[0, :, :, 0]
    ivy.array([[1., 1., 2., 2.],
               [1., 1., 2., 2.]])
    """
    if out is not None:
        return put(
            conv2d_transpose(
                x,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (
            both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)
        ).conv2d_transpose(
            x, filters, strides, padding, output_shape, filter_format, data_format, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv2d_transpose",
            x,
            filters,
            strides,
            padding,
            output_shape,
            filter_format,
            data_format,
            dilations,
            bias,
        )


def conv3d_transpose(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    output_shape: Sequence[int] | None = None,
    filter_format: str = "channel_last",
    data_format: str = "NDHWC",
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the transpose of a convolution along three axes: each element of `x` adds a window.

    `conv_general_transpose` says what size the result has.

    >>> ivy.conv3d_transpose(ivy.ones((1, 1, 1, 2, 3)), ivy.ones((1, 1, 2, 1, 3)), 1, 0)[0, 0, 0]
    ivy.array([[3.],
               [6.],
               [3.]])
    """
    if out is not None:
        return put(
            conv3d_transpose(
                x,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (
            both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)
        ).conv3d_transpose(
            x, filters, strides, padding, output_shape, filter_format, data_format, dilations, bias
        )
    except Exception as error:
        return retry(
            error,
            "conv3d_transpose",
            x,
            filters,
            strides,
            padding,
            output_shape,
            filter_format,
            data_format,
            dilations,
            bias,
        )


def depthwise_conv2d(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = 1,
    out: A | None = None,
) -> A:
    """Return the convolution of each channel of `x` with a filter of its own.

    The filters are `[height, width, channels]`.

    >>> x = ivy.reshape(ivy.array([1., 2., 3., 4.]), (1, 1, 2, 2))
    >>> ivy.depthwise_conv2d(x, ivy.array([[[1., 10.]]]), 1, "VALID")
    ivy.array([[[[ 1., 20.],
                 [ 3., 40.]]]])
    """
    if out is not None:
        return put(depthwise_conv2d(x, filters, strides, padding, data_format, dilations), out)
    try:
        return both[type(x)][type(filters)].depthwise_conv2d(
            x, filters, strides, padding, data_format, dilations
        )
    except Exception as error:
        return retry(
            error, "depthwise_conv2d", x, filters, strides, padding, data_format, dilations
        )


def conv_general_dilated(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    dims: int = 2,
    data_format: str = "channel_last",
    filter_format: str = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the convolution of `x` with `filters` along `dims` axes, channels in groups.

    Each of the `feature_group_count` groups of output channels sees one group of input channels.

    >>> x = ivy.array([[[1., 2.], [3., 4.]]])
    >>> ivy.conv_general_dilated(x, ivy.array([[[1., 10.]]]), 1, 0, 1, feature_group_count=2)
    ivy.array([[[ 1., 20.],
                [ 3., 40.]]])
    """
    if out is not None:
        return put(
            conv_general_dilated(
                x,
                filters,
                strides,
                padding,
                dims,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (
            both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)
        ).conv_general_dilated(
            x,
            filters,
            strides,
            padding,
            dims,
            data_format,
            filter_format,
            feature_group_count,
            x_dilations,
            dilations,
            bias,
        )
    except Exception as error:
        return retry(
            error,
            "conv_general_dilated",
            x,
            filters,
            strides,
            padding,
            dims,
            data_format,
            filter_format,
            feature_group_count,
            x_dilations,
            dilations,
            bias,
        )


def conv_general_transpose(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    dims: int = 2,
    output_shape: Sequence[int] | None = None,
    filter_format: str = "channel_last",
    data_format: str = "channel_last",
    dilations: int | Sequence[int] = 1,
    feature_group_count: int = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return the transpose of a convolution along `dims` axes: each element of `x` adds a window.

    The result is what a convolution with these strides and padding would map to the size of `x`.
    By default that is `size * stride` with SAME, `size * stride + max(window - stride, 0)` with
    VALID, `(size - 1) * stride + window - before - after` otherwise. `output_shape` chooses among
    all such sizes: the spatial ones, or all in the order of `data_format`.

    >>> x = ivy.array([[[1.], [2.]]])
    >>> ivy.conv_general_transpose(x, ivy.ones((2, 1, 1)), 2, "SAME", 1, output_shape=[3])
    ivy.array([[[1.],
                [1.],
                [2.]]])
    """
    if out is not None:
        return put(
            conv_general_transpose(
                x,
                filters,
                strides,
                padding,
                dims,
                output_shape,
                filter_format,
                data_format,
                dilations,
                feature_group_count,
                bias,
            ),
            out,
        )
    try:
        return (
            both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)
        ).conv_general_transpose(
            x,
            filters,
            strides,
            padding,
            dims,
            output_shape,
            filter_format,
            data_format,
            dilations,
            feature_group_count,
            bias,
        )
    except Exception as error:
        return retry(
            error,
            "conv_general_transpose",
            x,
            filters,
            strides,
            padding,
            dims,
            output_shape,
            filter_format,
            data_format,
            dilations,
            feature_group_count,
            bias,
        )


def conv(
    x: A,
    /,
    filters: A,
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    transpose: bool = False,
    dims: int = 2,
    output_shape: Sequence[int] | None = None,
    data_format: str = "channel_last",
    filter_format: str = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: A | None = None,
    out: A | None = None,
) -> A:
    """Return `conv_general_dilated`, or `conv_general_transpose` if `transpose` is true.

    >>> ivy.conv(ivy.array([[[1.], [2.], [3.]]]), ivy.ones((2, 1, 1)), 1, "VALID", dims=1)
    ivy.array([[[3.],
                [5.]]])
    """
    if out is not None:
        return put(
            conv(
                x,
                filters,
                strides,
                padding,
                transpose,
                dims,
                output_shape,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias,
            ),
            out,
        )
    try:
        return (both[type(x)][type(filters)] if bias is None else choose(x, filters, bias)).conv(
            x,
            filters,
            strides,
            padding,
            transpose,
            dims,
            output_shape,
            data_format,
            filter_format,
            feature_group_count,
            x_dilations,
            dilations,
            bias,
        )
    except Exception as error:
        return retry(
            error,
            "conv",
            x,
            filters,
            strides,
            padding,
            transpose,
            dims,
            output_shape,
            data_format,
            filter_format,
            feature_group_count,
            x_dilations,
            dilations,
            bias,
        )
