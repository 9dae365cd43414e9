"""Convolutions: every name is one of two general forms, which each backend implements."""

from __future__ import annotations

from ivy.backends import windows
from ivy.backends.promotion import in_one_dtype
from ivy.errors import IvyValueError

# ---- general forms ----------------------------------------------------------------------------


def _operands(xp, name, x, filters, bias):
    """Return the operands in one floating dtype."""
    given = in_one_dtype(xp, (x, filters) if bias is None else (x, filters, bias))
    windows.check_floating(name, xp.DTYPES[given[0].dtype])
    return (*given, None)[:3]


def _convolution(xp, name, dims, x, filters, bias, *how):
    x, filters, bias = _operands(xp, name, x, filters, bias)
    shape = windows.convolution(name, dims, x, filters, bias, *how)
    if 0 in filters.shape and None not in (x.shape[0], *shape.outs):
        channels = filters.shape[-1 if shape.filters_last else 0]
        return _of_no_filters(xp, x, filters, bias, shape.channel_last, shape.outs, channels)
    return xp.convolution(x, filters, bias, shape)


def _transposed(xp, name, dims, x, filters, bias, *how):
    x, filters, bias = _operands(xp, name, x, filters, bias)
    shape = windows.transposed_convolution(name, dims, x, filters, bias, *how)
    if 0 in filters.shape and None not in (x.shape[0], *shape.sizes):
        channels = filters.shape[-2 if shape.filters_last else 1] * shape.groups
        return _of_no_filters(xp, x, filters, bias, shape.channel_last, shape.sizes, channels)
    return xp.transposed_convolution(x, filters, bias, shape)


def _of_no_filters(xp, x, filters, bias, channel_last, sizes, channels):
    """Return zeros and the bias: kernels refuse filters without elements, or forget channels."""
    y = xp.broadcast_to(xp.sum(filters), (x.shape[0], *sizes, channels))
    y = y if bias is None else xp.add(y, bias)
    return y if channel_last else xp.moveaxis(y, -1, 1)


def _checked_dims(name, dims):
    if dims not in windows.FORMATS:
        raise IvyValueError(f"{name}: expected dims 1, 2 or 3, got {dims!r}")
    return dims


# ---- the names --------------------------------------------------------------------------------


def conv_general_dilated(
    xp,
    x,
    filters,
    strides,
    padding,
    dims=2,
    data_format="channel_last",
    filter_format="channel_last",
    feature_group_count=1,
    x_dilations=1,
    dilations=1,
    bias=None,
):
    name = "conv_general_dilated"
    how = strides, padding, data_format, filter_format, x_dilations, dilations
    dims = _checked_dims(name, dims)
    return _convolution(xp, name, dims, x, filters, bias, *how, feature_group_count)


def conv_general_transpose(
    xp,
    x,
    filters,
    strides,
    padding,
    dims=2,
    output_shape=None,
    filter_format="channel_last",
    data_format="channel_last",
    dilations=1,
    feature_group_count=1,
    bias=None,
):
    name = "conv_general_transpose"
    how = strides, padding, output_shape, data_format, filter_format, dilations
    dims = _checked_dims(name, dims)
    return _transposed(xp, name, dims, x, filters, bias, *how, feature_group_count)


def conv(
    xp,
    x,
    filters,
    strides,
    padding,
    transpose=False,
    dims=2,
    output_shape=None,
    data_format="channel_last",
    filter_format="channel_last",
    feature_group_count=1,
    x_dilations=1,
    dilations=1,
    bias=None,
):
    dims = _checked_dims("conv", dims)
    if not transpose:
        if output_shape is not None:
            raise IvyValueError(
                f"conv: expected no output_shape unless transpose is True, got {output_shape!r}"
            )
        how = strides, padding, data_format, filter_format, x_dilations, dilations
        return _convolution(xp, "conv", dims, x, filters, bias, *how, feature_group_count)
    if set(windows.per_axis("conv", "x_dilations", x_dilations, dims)) != {1}:
        raise IvyValueError(
            f"conv: expected x_dilations of 1 when transpose is True, got {x_dilations!r}"
        )
    how = strides, padding, output_shape, data_format, filter_format, dilations
    return _transposed(xp, "conv", dims, x, filters, bias, *how, feature_group_count)


def _convolution_over(dims):
    name = f"conv{dims}d"

    def convolution(
        xp,
        x,
        filters,
        strides,
        padding,
        data_format=windows.FORMATS[dims][0],
        filter_format="channel_last",
        x_dilations=1,
        dilations=1,
        bias=None,
    ):
        how = strides, padding, data_format, filter_format, x_dilations, dilations
        return _convolution(xp, name, dims, x, filters, bias, *how, 1)

    convolution.__name__ = name
    return convolution


def _transposed_over(dims):
    name = f"conv{dims}d_transpose"

    def transposed(
        xp,
        x,
        filters,
        strides,
        padding,
        output_shape=None,
        filter_format="channel_last",
        data_format=windows.FORMATS[dims][0],
        dilations=1,
        bias=None,
    ):
        how = strides, padding, output_shape, data_format, filter_format, dilations
        return _transposed(xp, name, dims, x, filters, bias, *how, 1)

    transposed.__name__ = name
    return transposed


conv1d, conv2d, conv3d = map(_convolution_over, (1, 2, 3))
conv1d_transpose, conv2d_transpose, conv3d_transpose = map(_transposed_over, (1, 2, 3))


def depthwise_conv2d(xp, x, filters, strides, padding, data_format="NHWC", dilations=1):
    shape = tuple(filters.shape)
    if len(shape) == 4 and shape[-1] == 1:
        shape = shape[:-1]
    if len(shape) != 3:
        raise IvyValueError(
            "depthwise_conv2d: expected filters of shape (height, width, channels), "
            f"got {tuple(filters.shape)}"
        )
    height, width, channels = shape
    one_each = xp.reshape(filters, (height, width, 1, channels))
    how = strides, padding, data_format, "channel_last", 1, dilations, channels
    return _convolution(xp, "depthwise_conv2d", 2, x, one_each, None, *how)
