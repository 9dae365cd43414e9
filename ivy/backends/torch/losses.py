"""PyTorch's kernels for operands of one floating dtype and shape; the shared bodies else."""

import torch
from torch import _C

import ivy.backends.torch as _xp
from ivy.backends.any import losses as _shared

_nn = _C._nn
_REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}


def _fits(x1, x2, reduction):
    """Return whether a kernel takes both: they would broadcast with a warning, or refuse."""
    return (
        x1.dtype is x2.dtype
        and x1.is_floating_point()
        and x1.shape == x2.shape
        and reduction in _REDUCTIONS
    )


def mse_loss(input, target, reduction="mean"):
    if _fits(input, target, reduction):
        return _nn.mse_loss(input, target, _REDUCTIONS[reduction])
    return _shared.mse_loss(_xp, input, target, reduction)


def l1_loss(input, target, reduction="mean"):
    if _fits(input, target, reduction):
        return _nn.l1_loss(input, target, _REDUCTIONS[reduction])
    return _shared.l1_loss(_xp, input, target, reduction)


def huber_loss(true, pred, delta=1.0, reduction="mean"):
    if delta > 0 and _fits(true, pred, reduction):
        return _nn.huber_loss(pred, true, _REDUCTIONS[reduction], delta)
    return _shared.huber_loss(_xp, true, pred, delta, reduction)


def smooth_l1_loss(input, target, beta=1.0, reduction="mean"):
    if beta > 0 and _fits(input, target, reduction):
        return _nn.smooth_l1_loss(input, target, _REDUCTIONS[reduction], beta)
    return _shared.smooth_l1_loss(_xp, input, target, beta, reduction)


def kl_div(input, target, reduction="mean", log_target=False):
    if _fits(input, target, reduction):
        return torch.kl_div(input, target, _REDUCTIONS[reduction], log_target=log_target)
    return _shared.kl_div(_xp, input, target, reduction, log_target)


def binary_cross_entropy(
    true, pred, from_logits=False, epsilon=0.0, reduction="mean", pos_weight=None, axis=None
):
    if from_logits and axis is pos_weight is None and _fits(true, pred, reduction):
        return torch.binary_cross_entropy_with_logits(
            pred, true, None, None, _REDUCTIONS[reduction]
        )
    return _shared.binary_cross_entropy(
        _xp, true, pred, from_logits, epsilon, reduction, pos_weight, axis
    )
