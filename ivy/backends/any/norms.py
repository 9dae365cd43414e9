"""Normalisation over a namespace."""

import math

from ivy.backends.axes import is_count, normalized_axes
from ivy.backends.on_floats import on_floats
from ivy.backends.shapes import broadcasts_to
from ivy.config import default_of
from ivy.errors import IvyBroadcastShapeError, IvyValueError
from ivy.types import float32


def _wide_dtype(xp, x):
    """Return the native dtype to compute in, and the one of the result."""
    dtype = xp.DTYPES[x.dtype]
    if dtype.kind not in ("float", "complex"):
        dtype = default_of("float")
    return xp.as_native_dtype(float32 if dtype.bits == 16 else dtype), xp.as_native_dtype(dtype)


def _cast(xp, x, dtype):
    return x if x.dtype == dtype else xp.astype(x, dtype)


def _channel_axis(name, data_format, ndim):
    place = data_format.upper().find("C")
    last = place == len(data_format) - 1
    if place < 0 or not (last or place == 1):
        expected = "a data_format with the C second or last, as 'NSC' or 'NCHW'"
        raise IvyValueError(f"{name}: expected {expected}, got {data_format!r}")
    return ndim - 1 if last else 1


def _per_channel(xp, name, x, axis, **parameters):
    """Return parameters of one entry per channel in the dtype of `x`, shaped to broadcast."""
    channels, after = x.shape[axis], len(x.shape) - axis - 1
    for key, value in parameters.items():
        if value is not None and (len(value.shape) != 1 or value.shape[0] != channels):
            found = f"{key} of shape {tuple(value.shape)}"
            raise IvyValueError(f"{name}: expected {key} of {channels} channels, got {found}")

    def shaped(value):
        value = _cast(xp, value, x.dtype)
        return xp.reshape(value, (channels, *(1,) * after)) if after else value

    return [None if value is None else shaped(value) for value in parameters.values()]


def _moments(xp, x, axes):
    """Return mean and variance along axes that are kept."""
    mean = xp.mean(x, axes, True)
    return mean, xp.mean(xp.square(x - mean), axes, True)


def _factor(xp, variance, eps, scale):
    factor = 1 / xp.sqrt(variance + eps)
    return factor if scale is None else factor * scale


def _scaled(xp, x, mean, variance, eps, scale, offset):
    """Return `(x - mean) / sqrt(variance + eps) * scale + offset`."""
    result = (x - mean) * _factor(xp, variance, eps, scale)
    return result if offset is None else result + offset


def _line(xp, mean, variance, eps, scale, offset):
    """Return a and b of `_scaled` written as `a * x + b`."""
    factor = _factor(xp, variance, eps, scale)
    return factor, -mean * factor if offset is None else offset - mean * factor


# ---- over axes --------------------------------------------------------------------------------


def _on_axes(xp, name, x, axes, **parameters):
    """Return parameters of the sizes of the normalised axes, shaped to broadcast against `x`."""
    sizes = tuple(x.shape[axis] for axis in axes)
    whole = tuple(n if axis in axes else 1 for axis, n in enumerate(x.shape))

    def shaped(key, value):
        value = _cast(xp, value, x.dtype)
        if tuple(value.shape) == sizes:
            trailing = whole[len(whole) - len(sizes) :] == sizes
            return value if trailing else xp.reshape(value, whole)
        if not broadcasts_to(value.shape, x.shape):
            msg = f"{name}: expected {key} of shape {sizes}, or one that broadcasts to"
            raise IvyBroadcastShapeError(f"{msg} {tuple(x.shape)}, got {tuple(value.shape)}")
        return value

    return [None if value is None else shaped(key, value) for key, value in parameters.items()]


@on_floats()
def layer_norm(xp, x, normalized_idxs, scale=None, offset=None, eps=1e-05, new_std=1.0):
    axes = normalized_axes("layer_norm", normalized_idxs, len(x.shape))
    scale, offset = _on_axes(xp, "layer_norm", x, axes, scale=scale, offset=offset)
    if new_std != 1:
        scale = new_std if scale is None else scale * new_std
    return _scaled(xp, x, *_moments(xp, x, axes), eps, scale, offset)


@on_floats()
def rms_norm(xp, x, normalized_idxs=-1, scale=None, eps=1e-06):
    axes = normalized_axes("rms_norm", normalized_idxs, len(x.shape))
    factor = 1 / xp.sqrt(xp.mean(xp.square(x), axes, True) + eps)
    [scale] = _on_axes(xp, "rms_norm", x, axes, scale=scale)
    return x * factor if scale is None else x * factor * scale


# ---- per channel ------------------------------------------------------------------------------


def batch_norm(
    xp,
    x,
    mean,
    variance,
    offset=None,
    scale=None,
    training=False,
    eps=1e-05,
    momentum=0.1,
    data_format="NSC",
    unbiased=True,
):
    axis = _channel_axis("batch_norm", data_format, len(x.shape))
    axes = tuple(i for i in range(len(x.shape)) if i != axis)
    statistics = (mean, variance)
    return _with_statistics(
        xp,
        "batch_norm",
        x,
        axis,
        axes,
        statistics,
        offset,
        scale,
        training,
        eps,
        momentum,
        unbiased,
    )


def instance_norm(
    xp,
    x,
    mean,
    variance,
    offset=None,
    scale=None,
    training=False,
    eps=0.0,
    momentum=0.1,
    data_format="NSC",
):
    axis = _channel_axis("instance_norm", data_format, len(x.shape))
    if (mean is None) != (variance is None):
        msg = "instance_norm: expected both mean and variance or neither, got one of them"
        raise IvyValueError(msg)
    axes = tuple(i for i in range(1, len(x.shape)) if i != axis)
    training = training or mean is None
    statistics = (mean, variance)
    return _with_statistics(
        xp, "instance_norm", x, axis, axes, statistics, offset, scale, training, eps, momentum
    )


def _with_statistics(
    xp, name, x, axis, axes, statistics, offset, scale, training, eps, momentum, unbiased=True
):
    """Return `x` normalised along `axes`, and the running mean and variance per channel."""
    wide, dtype = _wide_dtype(xp, x)
    x = _cast(xp, x, wide)
    mean, variance, offset, scale = _per_channel(
        xp, name, x, axis, mean=statistics[0], variance=statistics[1], offset=offset, scale=scale
    )
    if not training:
        # The statistics are small: one product and one sum are all that runs over x.
        factor, shift = _line(xp, mean, variance, eps, scale, offset)
        return _cast(xp, x * factor + shift, dtype), *statistics
    mean, variance = _moments(xp, x, axes)
    result = _cast(xp, _scaled(xp, x, mean, variance, eps, scale, offset), dtype)
    if statistics[0] is None:
        return result, None, None
    variance = variance * _bessel(xp, x, axes) if unbiased else variance
    return result, *(
        _moved(xp, old, new, x.shape[axis], momentum)
        for old, new in zip(statistics, (mean, variance), strict=True)
    )


def _bessel(xp, x, axes):
    """Return n / (n - 1) for the n elements along axes, whose size tf.function may not know."""
    sizes = [x.shape[i] for i in axes]
    if any(type(size) is not int for size in sizes):  # tf.function and jax.export may not know
        count = xp.sum(xp.ones_like(x), axes, None, True)
        return count / xp.maximum(count - 1, 1)
    count = math.prod(sizes)
    return count / max(count - 1, 1)


def _moved(xp, old, new, channels, momentum):
    """Return a running statistic in its own dtype after a step towards that of this batch."""
    new = xp.reshape(xp.mean(new, 0) if new.shape[0] != 1 else new, (channels,))
    moved = (1 - momentum) * _cast(xp, old, new.dtype) + momentum * new
    return xp.stop_gradient(_cast(xp, moved, old.dtype))


@on_floats()
def group_norm(xp, x, num_groups=1, offset=None, scale=None, eps=1e-05, data_format="NSC"):
    axis = _channel_axis("group_norm", data_format, len(x.shape))
    channels = x.shape[axis]
    if not is_count(num_groups, 1) or channels % num_groups:
        msg = f"group_norm: expected num_groups that divides {channels} channels"
        raise IvyValueError(f"{msg}, got {num_groups}")
    offset, scale = _per_channel(xp, "group_norm", x, axis, offset=offset, scale=scale)
    shape = tuple(-1 if size is None else size for size in x.shape)  # in tf.function
    split = (*shape[:axis], num_groups, channels // num_groups, *shape[axis + 1 :])
    groups = xp.reshape(x, split)
    axes = tuple(i for i in range(1, len(split)) if i != axis)
    result = xp.reshape(_scaled(xp, groups, *_moments(xp, groups, axes), eps, None, None), shape)
    result = result if scale is None else result * scale
    return result if offset is None else result + offset


@on_floats()
def local_response_norm(
    xp, x, size, bias=1.0, alpha=1.0, beta=0.5, average=False, data_format="NHWC"
):
    if size < 1:
        raise IvyValueError(f"local_response_norm: expected size of at least 1, got {size}")
    axis = _channel_axis("local_response_norm", data_format, len(x.shape))
    # One product with a band matrix adds up the window of every channel.
    channels = xp.arange(x.shape[axis], dtype=x.dtype)
    distance = xp.expand_dims(channels, axis=1) - xp.expand_dims(channels, axis=0)
    near = (distance >= -(size // 2)) & (distance <= (size - 1) // 2)
    band = xp.astype(near, x.dtype)
    squares = xp.square(x)
    if axis == len(x.shape) - 1:
        sums = xp.matmul(squares, band)
    else:
        sums = xp.moveaxis(xp.matmul(xp.moveaxis(squares, axis, -1), band), -1, axis)
    return x / xp.pow(bias + (alpha / size if average else alpha) * sums, beta)


# ---- to length 1 ------------------------------------------------------------------------------


def l1_normalize(xp, x, axis=None):
    return xp.lp_normalize(x, 1, axis)


def l2_normalize(xp, x, axis=None):
    return xp.lp_normalize(x, 2, axis)


@on_floats()
def lp_normalize(xp, x, p=2, axis=None):
    if p < 0:
        raise IvyValueError(f"lp_normalize: expected p of at least 0, got {p}")
    axes = normalized_axes("lp_normalize", axis, len(x.shape))
    size = xp.abs(x)
    if p == math.inf:
        norm = xp.max(size, axes, True)
    elif p == 0:
        norm = xp.sum(xp.astype(x != 0, size.dtype), axes, None, True)
    elif p == 1:
        norm = xp.sum(size, axes, None, True)
    else:
        powers = xp.square(size) if p == 2 else xp.pow(size, p)
        norm = _root(xp, xp.sum(powers, axes, None, True), p)
    return xp.divide(x, xp.where(norm == 0, xp.ones_like(norm), norm))


def _root(xp, x, p):
    """Return the p-th root, with a gradient of 0 at 0."""
    safe = xp.where(x == 0, xp.ones_like(x), x)
    root = xp.sqrt(safe) if p == 2 else xp.pow(safe, 1 / p)
    return xp.where(x == 0, xp.zeros_like(x), root)
