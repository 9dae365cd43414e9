"""PyTorch's kernels for parameters of the dtype of `x`; the shared bodies else."""

import torch

import ivy.backends.torch as _xp
from ivy.backends.any import norms as _shared
from ivy.backends.axes import is_count, normalized_axes


def _fit(x, *parameters):
    """Return whether a kernel takes the array with these parameters."""
    return x.is_floating_point() and all(p is None or p.dtype is x.dtype for p in parameters)


def _trailing_sizes(name, x, axes, *parameters):
    """Return the sizes of trailing axes that the parameters belong to; None if they are other."""
    rank = x.ndim
    axes = normalized_axes(name, axes, rank)
    if axes != tuple(range(rank - len(axes), rank)) or not axes:
        return None
    sizes = x.shape[rank - len(axes) :]
    fits = _fit(x, *parameters) and all(p is None or p.shape == sizes for p in parameters)
    return sizes if fits else None


def layer_norm(x, normalized_idxs, scale=None, offset=None, eps=1e-05, new_std=1.0):
    if new_std == 1:
        sizes = _trailing_sizes("layer_norm", x, normalized_idxs, scale, offset)
        if sizes is not None:
            return torch.layer_norm(x, sizes, scale, offset, eps)
    return _shared.layer_norm(_xp, x, normalized_idxs, scale, offset, eps, new_std)


def rms_norm(x, normalized_idxs=-1, scale=None, eps=1e-06):
    sizes = _trailing_sizes("rms_norm", x, normalized_idxs, scale)
    if sizes is not None:
        return torch.rms_norm(x, sizes, scale, eps)
    return _shared.rms_norm(_xp, x, normalized_idxs, scale, eps)


def _channels_fit(name, x, data_format, *parameters):
    """Return the axis of the channels if a kernel takes `x` and the parameters, else None."""
    axis = _shared._channel_axis(name, data_format, x.ndim)
    if not 0 < axis < x.ndim or not _fit(x, *parameters):
        return None
    sizes = x.shape[axis : axis + 1]
    return axis if all(p is None or p.shape == sizes for p in parameters) else None


def batch_norm(
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
    axis = _channels_fit("batch_norm", x, data_format, mean, variance, offset, scale)
    # The kernel has no gradient with respect to given statistics.
    learned = not training and (mean.requires_grad or variance.requires_grad)
    if axis is None or x.numel() <= x.shape[axis] or learned:
        return _shared.batch_norm(
            _xp, x, mean, variance, offset, scale, training, eps, momentum, data_format, unbiased
        )
    kept = variance.detach() * (1 - momentum) if training and not unbiased else None
    if training:  # the kernel writes into them
        mean, variance = mean.detach().clone(), variance.detach().clone()
    y = x if axis == 1 else x.movedim(axis, 1)
    y = torch.batch_norm(y, scale, offset, mean, variance, training, momentum, eps, True)
    if kept is not None:
        count = x.numel() // x.shape[axis]
        variance = kept + (variance - kept) * ((count - 1) / count)
    return y if axis == 1 else y.movedim(1, axis), mean, variance


def group_norm(x, num_groups=1, offset=None, scale=None, eps=1e-05, data_format="NSC"):
    axis = _channels_fit("group_norm", x, data_format, offset, scale)
    if axis is None or not is_count(num_groups, 1) or x.shape[axis] % num_groups:
        return _shared.group_norm(_xp, x, num_groups, offset, scale, eps, data_format)
    # torch 2.13: gradients of scale and offset alone crash for an input whose channels are last.
    y = x if axis == 1 else x.movedim(axis, 1).contiguous()
    y = torch.group_norm(y, num_groups, scale, offset, eps)
    return y if axis == 1 else y.movedim(1, axis)
