"""TensorFlow's kernels for CPUs know channels last only, and few of them dilations or groups.

So channels are moved, dilated windows are gathered into batches of close ones, and groups run one
by one where the kernels do not take them.
"""

import tensorflow as tf
from tensorflow.python.framework import test_util as _test_util
from tensorflow.python.ops import gen_nn_ops as _nn

from ivy.backends.tensorflow.native import sizes as _sizes
from ivy.backends.windows import extent, same_padding
from ivy.errors import IvyValueError

# tensorflow 2.21: only oneDNN's kernels have gradients of convolutions in groups, in float32.
_DTYPES_IN_GROUPS = (tf.float32,) if _test_util.IsMklEnabled() else ()


def convolution(x, filters, bias, shape):
    return _in_layout(_correlated, x, filters, bias, shape)


def transposed_convolution(x, filters, bias, shape):
    return _in_layout(_spread, x, filters, bias, shape)


def _in_layout(function, x, filters, bias, shape):
    """Run a function of channels last, in float32 at least, on any layout and dtype."""
    dtype, dims = x.dtype, shape.dims
    if not shape.channel_last:
        x = tf.transpose(x, [0, *range(2, dims + 2), 1])
    if not shape.filters_last:
        filters = tf.transpose(filters, [*range(2, dims + 2), 1, 0])
    # tensorflow 2.21: of an empty batch, oneDNN's kernels for float32 return the shape of x.
    wide = tf.float64 if x.shape[0] == 0 else tf.float32 if dtype.size == 2 else dtype
    if wide != dtype:
        x, filters = tf.cast(x, wide), tf.cast(filters, wide)
    y = function(x, filters, shape)
    if bias is not None:
        y = _nn.bias_add(y, tf.cast(bias, y.dtype))
    y = y if y.dtype == dtype else tf.cast(y, dtype)
    return y if shape.channel_last else tf.transpose(y, [0, dims + 1, *range(1, dims + 1)])


# ---- convolutions -----------------------------------------------------------------------------


def _correlated(x, filters, shape):
    if max(shape.x_dilations) > 1:
        x = _spaced(x, shape.x_dilations)
    if max(shape.dilations) > 1:
        return _dilated(x, filters, shape)
    return _plain(x, filters, shape.strides, shape.pads, shape.groups)


def _spaced(x, distances):
    """Return `x` with zeros between its elements, which end up `distances` apart."""
    for axis, distance in enumerate(distances, 1):
        if distance > 1:
            shape = _sizes(x)
            gaps = [[0, 0]] * (axis + 1) + [[0, distance - 1]] + [[0, 0]] * (len(shape) - axis - 1)
            x = tf.pad(tf.expand_dims(x, axis + 1), gaps)
            x = tf.reshape(x, [*shape[:axis], shape[axis] * distance, *shape[axis + 1 :]])
            x = x[(*[slice(None)] * axis, slice(0, 1 - distance))]
    return x


def _dilated(x, filters, shape):
    """Return a dilated convolution: elements `dilation` apart become neighbours in a batch."""
    if shape.pads is None:
        raise IvyValueError(
            "convolution (tensorflow): expected x with known spatial sizes for dilations "
            f"and padding 'SAME', got {tuple(x.shape)}"
        )
    dilations = shape.dilations
    x = tf.pad(x, [[0, 0], *shape.pads, [0, 0]])
    ends = [[0, -n % d] for n, d in zip(_sizes(x)[1:-1], dilations, strict=True)]
    x = tf.space_to_batch(x, dilations, ends)
    y = _plain(x, filters, (1,) * shape.dims, ((0, 0),) * shape.dims, shape.groups)
    y = tf.batch_to_space(y, dilations, ends)
    if max(shape.strides) > 1:
        y = y[(slice(None), *(slice(None, None, s) for s in shape.strides))]
    return y


def _plain(x, filters, strides, pads, groups):
    """Return a convolution without dilations; with SAME if `pads` is None."""
    dims = len(strides)
    if dims == 1:
        pads = pads and ((0, 0), *pads)
        y = _plain(tf.expand_dims(x, 1), tf.expand_dims(filters, 0), (1, *strides), pads, groups)
        return tf.squeeze(y, 1)
    if _picks(filters, strides):
        x = _picked(_padded(x, pads or ()), strides)
        strides, pads = (1,) * dims, ((0, 0),) * dims
    if dims == 3:
        if groups > 1:
            return _by_groups(_plain, x, filters, strides, pads, groups)
        x, padding = _by_name(x, filters, strides, pads)
        return _nn.conv3d(x, filters, [1, *strides, 1], padding)
    if groups == 1:
        options = _padding_options(x.shape[1:-1], filters.shape, strides, pads)
        return _nn.conv2d(x, filters, [1, *strides, 1], **options)
    if x.dtype in _DTYPES_IN_GROUPS:
        x, padding = _by_name(x, filters, strides, pads)
        return _nn.conv2d(x, filters, [1, *strides, 1], padding)
    # tensorflow 2.21: of an empty batch, the gradient of the kernel for channels is not written.
    if filters.shape[2] == 1 and x.shape[0] != 0:
        return _by_channels(x, filters, strides, pads, groups)
    return _by_groups(_plain, x, filters, strides, pads, groups)


def _picks(filters, strides):
    # tensorflow 2.21: with oneDNN on some processors, the gradient of filters of one element with
    # strides writes past its end. So what strides pass over is left out beforehand.
    return max(filters.shape[:-2]) == 1 < max(strides)


def _picked(x, strides):
    if len(strides) == 2 and x.dtype.is_floating and x.shape[0] != 0:
        # Means of one element are a third of the time of slices with steps, in the gradient too.
        return _nn.avg_pool(x, [1, 1, 1, 1], [1, *strides, 1], "VALID")
    return x[(slice(None), *(slice(None, None, s) for s in strides))]


def _is_same(sizes, kernel, strides, pads):
    if pads is None:
        return True
    axes = zip(sizes, kernel, strides, pads, strict=False)
    return None not in sizes and all(same_padding(n, k, s) == pair for n, k, s, pair in axes)


def _padded(x, pads):
    needed = any(tf.is_tensor(size) or size for pair in pads for size in pair)
    return tf.pad(x, [[0, 0], *pads, [0, 0]]) if needed else x


def _padding_options(sizes, kernel, strides, pads):
    if pads is not None and not any(map(any, pads)):
        return {"padding": "VALID"}
    # The kernels of its gradients with names are faster than those with numbers.
    if _is_same(sizes, kernel, strides, pads):
        return {"padding": "SAME"}
    flat = [p for pair in ((0, 0), *pads, (0, 0)) for p in pair]
    return {"padding": "EXPLICIT", "explicit_paddings": flat}


def _by_name(x, filters, strides, pads):
    """Return `x` and SAME, or `x` padded and VALID: most kernels take no other padding."""
    axes = [*zip(_sizes(x)[1:-1], filters.shape, strides, strict=False)]
    # tensorflow 2.21: where strides leave gaps, SAME of three axes takes windows one further on.
    has_gaps = len(strides) == 3 and any(stride > window for _, window, stride in axes)
    if not has_gaps and _is_same(x.shape[1:-1], filters.shape, strides, pads):
        return x, "SAME"
    if pads is None:
        pads = [_unknown_same_padding(*axis) for axis in axes]
    return _padded(x, pads), "VALID"


def _unknown_same_padding(size, window, stride):
    total = tf.maximum((-(-size // stride) - 1) * stride + window - size, 0)
    return total // 2, total - total // 2


def _by_groups(function, x, filters, strides, pads, groups):
    parts = zip(tf.split(x, groups, -1), tf.split(filters, groups, -1), strict=True)
    return tf.concat([function(a, b, strides, pads, 1) for a, b in parts], -1)


def _by_channels(x, filters, strides, pads, groups):
    """Return a convolution with one input channel per group."""
    *kernel, _, out = filters.shape
    filters = tf.reshape(filters, [*kernel, groups, out // groups])
    if pads is not None and strides[0] != strides[1]:  # the kernel takes equal ones only
        y = _nn.depthwise_conv2d_native(_padded(x, pads), filters, [1, 1, 1, 1], "VALID")
        return y[:, :: strides[0], :: strides[1]]
    x, padding = _by_name(x, filters, strides, pads)
    return _nn.depthwise_conv2d_native(x, filters, [1, *strides, 1], padding)


# ---- transposed convolutions ------------------------------------------------------------------


def _spread(y, filters, shape):
    if None in shape.sizes:
        raise IvyValueError(
            "transposed convolution (tensorflow): expected x with known spatial sizes, "
            f"got {tuple(y.shape)}"
        )
    if max(shape.dilations) > 1:
        return _dilated_spread(y, filters, shape)
    return _plain_spread(y, filters, shape.strides, shape.pads, shape.groups, shape.sizes)


def _plain_spread(y, filters, strides, pads, groups, sizes):
    """Return a transposed convolution without dilations, of the given spatial sizes."""
    dims = len(strides)
    if dims == 1:
        x = _plain_spread(
            tf.expand_dims(y, 1), tf.expand_dims(filters, 0), (1, *strides), ((0, 0), *pads),
            groups, (1, *sizes),
        )  # fmt: skip
        return tf.squeeze(x, 1)
    if groups > 1 and (dims == 3 or y.dtype not in _DTYPES_IN_GROUPS):

        def one_group(a, b, strides, pads, groups):
            return _plain_spread(a, b, strides, pads, groups, sizes)

        return _by_groups(one_group, y, filters, strides, pads, groups)
    if _picks(filters, strides):
        ones, none = (1,) * dims, ((0, 0),) * dims
        x = _spaced(_plain_spread(y, filters, ones, none, groups, y.shape[1:-1]), strides)
        missing = [
            (0, n + sum(pair) - have)
            for n, pair, have in zip(sizes, pads, x.shape[1:-1], strict=True)
        ]
        return _unpadded(_padded(x, missing), pads, sizes)
    channels = filters.shape[-2] * groups
    if _is_same(sizes, filters.shape, strides, pads):
        padding, padded = "SAME", sizes
    else:
        padding, padded = "VALID", [n + sum(pair) for n, pair in zip(sizes, pads, strict=True)]
    kernel = _nn.conv2d_backprop_input if dims == 2 else _nn.conv3d_backprop_input_v2
    x = kernel([_sizes(y)[0], *padded, channels], filters, y, [1, *strides, 1], padding)
    return x if padding == "SAME" else _unpadded(x, pads, sizes)


def _unpadded(x, pads, sizes):
    places = (slice(low, low + n) for (low, _), n in zip(pads, sizes, strict=True))
    return x[(slice(None), *places)] if any(map(any, pads)) else x


def _dilated_spread(y, filters, shape):
    """Return the transpose of `_dilated`, step by step backwards."""
    none = ((0, 0),) * shape.dims
    padded = [n + sum(pair) for n, pair in zip(shape.sizes, shape.pads, strict=True)]
    y = _spaced(y, shape.strides)
    reach = map(extent, shape.kernel, shape.dilations)
    places = [n - k + 1 for n, k in zip(padded, reach, strict=True)]
    missing = [[0, n - have] for n, have in zip(places, y.shape[1:-1], strict=True)]
    y = tf.pad(y, [[0, 0], *missing, [0, 0]])
    ends = [[0, -n % d] for n, d in zip(padded, shape.dilations, strict=True)]
    y = tf.space_to_batch(y, shape.dilations, ends)
    sizes = [(n + e) // d for n, (_, e), d in zip(padded, ends, shape.dilations, strict=True)]
    x = _plain_spread(y, filters, (1,) * shape.dims, none, shape.groups, sizes)
    return _unpadded(tf.batch_to_space(x, shape.dilations, ends), shape.pads, shape.sizes)
