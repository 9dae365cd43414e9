"""Losses over a namespace, each one formula and a reduction."""

import math

from ivy.backends.axes import normalized_axis
from ivy.backends.on_floats import on_floats
from ivy.errors import IvyValueError

_LEAST_LOGARITHM = -100.0  # as in torch: one hopeless sample must not make a whole sum infinite


def _reduced(xp, name, loss, reduction, axis=None):
    if reduction == "mean":
        return xp.mean(loss, axis)
    if reduction == "sum":
        return xp.sum(loss, axis)
    if reduction != "none":
        known = "'none', 'sum' or 'mean'"
        raise IvyValueError(f"{name}: expected a reduction of {known}, got {reduction!r}")
    return loss


def _inside(xp, name, probabilities, epsilon):
    if not 0 <= epsilon <= 0.5:
        raise IvyValueError(f"{name}: expected an epsilon from 0 to 0.5, got {epsilon!r}")
    return xp.clip(probabilities, epsilon, 1 - epsilon)


# ---- of distributions -------------------------------------------------------------------------


@on_floats(2)
def cross_entropy(xp, true, pred, axis=None, epsilon=1e-07, reduction="mean", from_logits=False):
    if from_logits:
        loss = -true * xp.log_softmax(pred, axis)
    else:
        loss = -true * xp.log(_inside(xp, "cross_entropy", pred, epsilon))
    return _reduced(xp, "cross_entropy", loss, reduction, axis)


def sparse_cross_entropy(
    xp, true, pred, axis=-1, epsilon=1e-07, reduction="mean", from_logits=False
):
    expected = tuple(pred.shape)
    place = normalized_axis("sparse_cross_entropy", axis, len(expected))
    expected = (*expected[:place], *expected[place + 1 :])
    if tuple(true.shape) != expected:
        msg = f"sparse_cross_entropy: expected true of shape {expected}"
        raise IvyValueError(f"{msg}, got {tuple(true.shape)}")
    return _of_classes(xp, pred, true, place, epsilon, reduction, from_logits)


@on_floats()
def _of_classes(xp, pred, true, axis, epsilon, reduction, from_logits):
    classes = pred.shape[axis]
    if reduction == "none":
        marks = xp.one_hot(true, classes, None, None, axis, pred.dtype)
        loss = cross_entropy(xp, marks, pred, axis, epsilon, reduction, from_logits)
        missing = xp.logical_or(true < 0, true >= classes)
        return xp.where(xp.expand_dims(missing, axis=axis), math.nan, loss)
    if from_logits:
        pred = xp.log_softmax(pred, axis)
    place = xp.expand_dims(xp.astype(true, xp.index_dtype()), axis=axis)
    place = xp.where(place < 0, xp.full_like(place, classes), place)  # none, not the last ones
    found = xp.squeeze(xp.take_along_axis(pred, place, axis), axis=axis)
    if not from_logits:
        found = xp.log(_inside(xp, "sparse_cross_entropy", found, epsilon))
    loss = -found
    if reduction == "mean":
        return loss / classes
    if reduction == "sum":
        return loss
    return _reduced(xp, "sparse_cross_entropy", loss, reduction)


def _logarithm(xp, x):
    """Return the logarithm, or its least value at 0 and without a gradient there."""
    above = x > 0
    found = xp.log(xp.where(above, x, xp.ones_like(x)))
    return xp.where(above, xp.clip(found, _LEAST_LOGARITHM, None), _LEAST_LOGARITHM)


@on_floats(2)
def binary_cross_entropy(
    xp, true, pred, from_logits=False, epsilon=0.0, reduction="mean", pos_weight=None, axis=None
):
    if pos_weight is not None and hasattr(pos_weight, "dtype"):
        pos_weight = xp.astype(pos_weight, pred.dtype)
    if from_logits:
        weight = 1 if pos_weight is None else 1 + (pos_weight - 1) * true
        loss = (1 - true) * pred + weight * xp.softplus(-pred)
    else:
        if epsilon:
            pred = _inside(xp, "binary_cross_entropy", pred, epsilon)
        positive = true if pos_weight is None else true * pos_weight
        loss = -positive * _logarithm(xp, pred) - (1 - true) * _logarithm(xp, 1 - pred)
    return _reduced(xp, "binary_cross_entropy", loss, reduction, axis)


def binary_cross_entropy_with_logits(
    xp, true, pred, epsilon=1e-07, pos_weight=None, reduction="none"
):
    return xp.binary_cross_entropy(true, pred, True, 0.0, reduction, pos_weight)


@on_floats(2)
def kl_div(xp, input, target, reduction="mean", log_target=False):
    if log_target:
        loss = xp.exp(target) * (target - input)
    else:
        loss = xp.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return xp.sum(loss) / loss.shape[0]
    return _reduced(xp, "kl_div", loss, reduction)


def _stirling(xp, counts):
    """Return an approximation of `log(counts!)` above 1, and 0 up to there."""
    above = counts > 1
    safe = xp.where(above, counts, xp.ones_like(counts))
    found = safe * xp.log(safe) - safe + 0.5 * xp.log(2 * math.pi * safe)
    return xp.where(above, found, xp.zeros_like(found))


@on_floats(2)
def log_poisson_loss(xp, true, pred, compute_full_loss=False, axis=-1, reduction="none"):
    loss = xp.exp(pred) - pred * true
    if compute_full_loss:
        loss = loss + _stirling(xp, true)
    return _reduced(xp, "log_poisson_loss", loss, reduction, axis)


@on_floats(2)
def poisson_nll_loss(xp, input, target, log_input=True, full=False, eps=1e-08, reduction="mean"):
    if log_input:
        loss = xp.exp(input) - target * input
    else:
        loss = input - target * xp.log(input + eps)
    if full:
        loss = loss + _stirling(xp, target)
    return _reduced(xp, "poisson_nll_loss", loss, reduction)


# ---- of distances -----------------------------------------------------------------------------


@on_floats(2)
def mse_loss(xp, input, target, reduction="mean"):
    return _reduced(xp, "mse_loss", xp.square(input - target), reduction)


@on_floats(2)
def l1_loss(xp, input, target, reduction="mean"):
    return _reduced(xp, "l1_loss", xp.abs(input - target), reduction)


@on_floats(2)
def huber_loss(xp, true, pred, delta=1.0, reduction="mean"):
    if isinstance(delta, (int, float)) and delta < 0:  # not while it is traced
        raise IvyValueError(f"huber_loss: expected delta of at least 0, got {delta}")
    return _reduced(xp, "huber_loss", _huber(xp, pred - true, delta), reduction)


def _huber(xp, difference, delta):
    # The bounded part b of the difference d: b * (d - b / 2) is both branches, and smooth.
    bounded = xp.clip(difference, -delta, delta)
    return bounded * (difference - 0.5 * bounded)


@on_floats(2)
def smooth_l1_loss(xp, input, target, beta=1.0, reduction="mean"):
    if beta < 0:
        raise IvyValueError(f"smooth_l1_loss: expected beta of at least 0, got {beta}")
    difference = input - target
    loss = _huber(xp, difference, beta) / beta if beta else xp.abs(difference)
    return _reduced(xp, "smooth_l1_loss", loss, reduction)


# ---- of margins -------------------------------------------------------------------------------


@on_floats(2)
def soft_margin_loss(xp, input, target, reduction="mean"):
    return _reduced(xp, "soft_margin_loss", xp.softplus(-target * input), reduction)


@on_floats(2)
def hinge_embedding_loss(xp, input, target, margin=1.0, reduction="mean"):
    zero = xp.zeros_like(input)
    loss = xp.where(target == -1, zero, input) + xp.where(
        target == 1, zero, xp.relu(margin - input)
    )
    return _reduced(xp, "hinge_embedding_loss", loss, reduction)


# ---- of images and critics --------------------------------------------------------------------

_WINDOW, _SPREAD = 11, 1.5
_STABILITY = (0.01**2, 0.03**2)


def _blurring(xp, size, dtype):
    """Return the matrix that takes Gaussian averages of a line of pixels, inside of it only."""
    width = min(_WINDOW, size)
    offsets = xp.arange(size, dtype=dtype) - 0.5 * (width - 1)
    starts = xp.arange(size - width + 1, dtype=dtype)
    distance = xp.expand_dims(offsets, axis=0) - xp.expand_dims(starts, axis=1)
    weights = xp.exp(-0.5 / _SPREAD**2 * distance * distance)
    inside = xp.abs(distance) < 0.5 * width
    weights = xp.where(inside, weights, xp.zeros_like(weights))
    return weights / xp.sum(weights, 1, None, True)


@on_floats(2)
def ssim_loss(xp, true, pred):
    if len(true.shape) < 2 or tuple(true.shape) != tuple(pred.shape):
        shapes = f"{tuple(true.shape)} and {tuple(pred.shape)}"
        raise IvyValueError(f"ssim_loss: expected images of one shape [..., h, w], got {shapes}")
    rows = _blurring(xp, true.shape[-2], true.dtype)
    columns = xp.matrix_transpose(_blurring(xp, true.shape[-1], true.dtype))

    def local_mean(x):
        return xp.matmul(xp.matmul(rows, x), columns)

    mean1, mean2 = local_mean(true), local_mean(pred)
    products, squares = mean1 * mean2, mean1 * mean1 + mean2 * mean2
    covariance = local_mean(true * pred) - products
    variances = local_mean(true * true + pred * pred) - squares
    c1, c2 = _STABILITY
    similarity = (2 * products + c1) * (2 * covariance + c2)
    return 1 - xp.mean(similarity / ((squares + c1) * (variances + c2)))


@on_floats(2)
def wasserstein_loss_discriminator(xp, p_real, p_fake):
    return xp.mean(p_fake) - xp.mean(p_real)


@on_floats()
def wasserstein_loss_generator(xp, pred_fake):
    return -xp.mean(pred_fake)
