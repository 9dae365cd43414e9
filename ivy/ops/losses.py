"""Losses: what a prediction is charged for, per entry or reduced to fewer numbers.

`reduction` is `"none"`, `"sum"` or `"mean"`; where there is an `axis`, only that axis is reduced.
"""

from __future__ import annotations

from ivy.dispatch import both, choose, put, retry, table
from ivy.types import A, B

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "hinge_embedding_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "log_poisson_loss",
    "mse_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "sparse_cross_entropy",
    "ssim_loss",
    "wasserstein_loss_discriminator",
    "wasserstein_loss_generator",
]


# ---- of distributions -------------------------------------------------------------------------


def cross_entropy(
    true: A,
    pred: A,
    /,
    axis: int | None = None,
    epsilon: float = 1e-07,
    reduction: str = "mean",
    from_logits: bool = False,
    out: A | None = None,
) -> A:
    """Return `-true * log(pred)` of probabilities, averaged over everything or along an axis.

    `axis=-1, reduction="sum"` adds up over the classes: one number per sample. `pred` is kept
    `epsilon` away from 0 and 1; with `from_logits` a softmax is taken of it instead.

    >>> ivy.cross_entropy(ivy.array([0., 1.]), ivy.array([0.5, 0.5]), axis=-1, reduction="sum")
    ivy.array(0.6931472)
    """
    if out is not None:
        return put(cross_entropy(true, pred, axis, epsilon, reduction, from_logits), out)
    try:
        return both[type(true)][type(pred)].cross_entropy(
            true, pred, axis, epsilon, reduction, from_logits
        )
    except Exception as error:
        return retry(error, "cross_entropy", true, pred, axis, epsilon, reduction, from_logits)


def sparse_cross_entropy(
    true: B,
    pred: A,
    /,
    axis: int = -1,
    epsilon: float = 1e-07,
    reduction: str = "mean",
    from_logits: bool = False,
    out: A | None = None,
) -> A:
    """Return the `cross_entropy` of classes given by number.

    Along `axis` lie the classes of `pred`; `true` has its shape without that axis. As there, the
    mean is over the classes, and `reduction="sum"` gives one number per sample: NaN, with any
    reduction, for a class that `pred` has not, such as -1.

    >>> pred = ivy.array([[0.5, 0.5], [0.25, 0.75]])
    >>> ivy.sparse_cross_entropy(ivy.array([1, 0]), pred, reduction="sum")
    ivy.array([0.6931472, 1.3862944])
    """
    if out is not None:
        return put(sparse_cross_entropy(true, pred, axis, epsilon, reduction, from_logits), out)
    try:
        return both[type(true)][type(pred)].sparse_cross_entropy(
            true, pred, axis, epsilon, reduction, from_logits
        )
    except Exception as error:
        return retry(
            error, "sparse_cross_entropy", true, pred, axis, epsilon, reduction, from_logits
        )


def binary_cross_entropy(
    true: A,
    pred: A,
    /,
    from_logits: bool = False,
    epsilon: float = 0.0,
    reduction: str = "mean",
    pos_weight: B | float | None = None,
    axis: int | None = None,
    out: A | None = None,
) -> A:
    """Return `-true * log(pred) - (1 - true) * log(1 - pred)`, averaged.

    Probabilities are kept `epsilon` away from 0 and 1, and logarithms above -100. Logits need
    neither. `pos_weight` multiplies the first term.

    >>> ivy.binary_cross_entropy(ivy.array([0., 1.]), ivy.array([0.5, 0.5]))
    ivy.array(0.6931472)
    """
    if out is not None:
        return put(
            binary_cross_entropy(true, pred, from_logits, epsilon, reduction, pos_weight, axis), out
        )
    try:
        return (
            both[type(true)][type(pred)] if pos_weight is None else choose(true, pred, pos_weight)
        ).binary_cross_entropy(true, pred, from_logits, epsilon, reduction, pos_weight, axis)
    except Exception as error:
        return retry(
            error,
            "binary_cross_entropy",
            true,
            pred,
            from_logits,
            epsilon,
            reduction,
            pos_weight,
            axis,
        )


def binary_cross_entropy_with_logits(
    true: A,
    pred: A,
    /,
    epsilon: float = 1e-07,
    pos_weight: B | float | None = None,
    reduction: str = "none",
    out: A | None = None,
) -> A:
    """Return the `binary_cross_entropy` of logits, per entry.

    `epsilon` has no effect: no probability is ever rounded to 0 or 1.

    >>> ivy.binary_cross_entropy_with_logits(ivy.array([0., 1.]), ivy.array([-1000., -1000.]))
    ivy.array([   0., 1000.])
    """
    if out is not None:
        return put(
            binary_cross_entropy_with_logits(true, pred, epsilon, pos_weight, reduction), out
        )
    try:
        return (
            both[type(true)][type(pred)] if pos_weight is None else choose(true, pred, pos_weight)
        ).binary_cross_entropy_with_logits(true, pred, epsilon, pos_weight, reduction)
    except Exception as error:
        return retry(
            error, "binary_cross_entropy_with_logits", true, pred, epsilon, pos_weight, reduction
        )


def kl_div(
    input: A, target: A, /, reduction: str = "mean", log_target: bool = False, out: A | None = None
) -> A:
    """Return the Kullback-Leibler divergence `target * (log(target) - input)`, averaged.

    `input` holds logarithms of probabilities, and `target` too with `log_target`. The reduction
    `"batchmean"` is the sum divided by the length of the first axis.

    >>> ivy.kl_div(ivy.array([0., 0.]), ivy.array([1., 0.]))
    ivy.array(0.)
    """
    if out is not None:
        return put(kl_div(input, target, reduction, log_target), out)
    try:
        return both[type(input)][type(target)].kl_div(input, target, reduction, log_target)
    except Exception as error:
        return retry(error, "kl_div", input, target, reduction, log_target)


def log_poisson_loss(
    true: A,
    pred: A,
    /,
    compute_full_loss: bool = False,
    axis: int = -1,
    reduction: str = "none",
    out: A | None = None,
) -> A:
    """Return `exp(pred) - pred * true`, the loss of the logarithm of a Poisson rate.

    The full loss adds Stirling's approximation of `log(true!)`, where `true` is above 1.

    >>> ivy.log_poisson_loss(ivy.array([1., 2.]), ivy.array([0., 0.]))
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(log_poisson_loss(true, pred, compute_full_loss, axis, reduction), out)
    try:
        return both[type(true)][type(pred)].log_poisson_loss(
            true, pred, compute_full_loss, axis, reduction
        )
    except Exception as error:
        return retry(error, "log_poisson_loss", true, pred, compute_full_loss, axis, reduction)


def poisson_nll_loss(
    input: A,
    target: A,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-08,
    reduction: str = "mean",
) -> A:
    """Return the negative log-likelihood of counts under a Poisson rate, averaged.

    That is `exp(input) - target * input`, and without `log_input`
    `input - target * log(input + eps)`.

    >>> ivy.poisson_nll_loss(ivy.array([0., 0.]), ivy.array([1., 2.]))
    ivy.array(1.)
    """
    try:
        return both[type(input)][type(target)].poisson_nll_loss(
            input, target, log_input, full, eps, reduction
        )
    except Exception as error:
        return retry(error, "poisson_nll_loss", input, target, log_input, full, eps, reduction)


# ---- of distances -----------------------------------------------------------------------------


def mse_loss(input: A, target: A, /, reduction: str = "mean", out: A | None = None) -> A:
    """Return the squared differences, averaged.

    >>> ivy.mse_loss(ivy.array([1., 2.]), ivy.array([1., 4.]))
    ivy.array(2.)
    """
    if out is not None:
        return put(mse_loss(input, target, reduction), out)
    try:
        return both[type(input)][type(target)].mse_loss(input, target, reduction)
    except Exception as error:
        return retry(error, "mse_loss", input, target, reduction)


def l1_loss(input: A, target: A, /, reduction: str = "mean", out: A | None = None) -> A:
    """Return the absolute differences, averaged.

    >>> ivy.l1_loss(ivy.array([1., 2.]), ivy.array([1., 4.]))
    ivy.array(1.)
    """
    if out is not None:
        return put(l1_loss(input, target, reduction), out)
    try:
        return both[type(input)][type(target)].l1_loss(input, target, reduction)
    except Exception as error:
        return retry(error, "l1_loss", input, target, reduction)


def huber_loss(
    true: A, pred: A, /, delta: float = 1.0, reduction: str = "mean", out: A | None = None
) -> A:
    """Return half the squared differences up to `delta`, and a straight line beyond, averaged.

    >>> ivy.huber_loss(ivy.array([0., 0.]), ivy.array([1., 3.]), reduction="none")
    ivy.array([0.5, 2.5])
    """
    if out is not None:
        return put(huber_loss(true, pred, delta, reduction), out)
    try:
        return both[type(true)][type(pred)].huber_loss(true, pred, delta, reduction)
    except Exception as error:
        return retry(error, "huber_loss", true, pred, delta, reduction)


def smooth_l1_loss(
    input: A, target: A, /, beta: float = 1.0, reduction: str = "mean", out: A | None = None
) -> A:
    """Return the absolute differences, made smooth below `beta`, averaged: `huber_loss / beta`.

    >>> ivy.smooth_l1_loss(ivy.array([0., 0.]), ivy.array([1., 3.]), reduction="none")
    ivy.array([0.5, 2.5])
    """
    if out is not None:
        return put(smooth_l1_loss(input, target, beta, reduction), out)
    try:
        return both[type(input)][type(target)].smooth_l1_loss(input, target, beta, reduction)
    except Exception as error:
        return retry(error, "smooth_l1_loss", input, target, beta, reduction)


# ---- of margins -------------------------------------------------------------------------------


def soft_margin_loss(input: A, target: A, /, reduction: str = "mean", out: A | None = None) -> A:
    """Return `log(1 + exp(-target * input))` for targets of 1 and -1, averaged.

    >>> ivy.soft_margin_loss(ivy.array([-1000., 1000.]), ivy.array([1., 1.]), reduction="none")
    ivy.array([1000.,    0.])
    """
    if out is not None:
        return put(soft_margin_loss(input, target, reduction), out)
    try:
        return both[type(input)][type(target)].soft_margin_loss(input, target, reduction)
    except Exception as error:
        return retry(error, "soft_margin_loss", input, target, reduction)


def hinge_embedding_loss(input: A, target: A, margin: float = 1.0, reduction: str = "mean") -> A:
    """Return `input` where the target is 1 and `max(0, margin - input)` where it is -1, averaged.

    >>> ivy.hinge_embedding_loss(ivy.array([0.25, 0.25]), ivy.array([1, -1]), reduction="none")
    ivy.array([0.25, 0.75])
    """
    try:
        return both[type(input)][type(target)].hinge_embedding_loss(
            input, target, margin, reduction
        )
    except Exception as error:
        return retry(error, "hinge_embedding_loss", input, target, margin, reduction)


# ---- of images and critics --------------------------------------------------------------------


def ssim_loss(true: A, pred: A, out: A | None = None) -> A:
    """Return 1 minus the mean structural similarity of images [..., height, width] from 0 to 1.

    Statistics are taken in Gaussian windows of 11 x 11 with a standard deviation of 1.5, smaller
    ones for smaller images.

    >>> ivy.ssim_loss(ivy.ones((1, 3, 16, 16)), ivy.zeros((1, 3, 16, 16))) > 0.999
    ivy.array(True)
    """
    if out is not None:
        return put(ssim_loss(true, pred), out)
    try:
        return both[type(true)][type(pred)].ssim_loss(true, pred)
    except Exception as error:
        return retry(error, "ssim_loss", true, pred)


def wasserstein_loss_discriminator(p_real: A, p_fake: A, out: A | None = None) -> A:
    """Return the mean score of fake samples minus that of real ones.

    >>> ivy.wasserstein_loss_discriminator(ivy.array([1., 3.]), ivy.array([0., 1.]))
    ivy.array(-1.5)
    """
    if out is not None:
        return put(wasserstein_loss_discriminator(p_real, p_fake), out)
    try:
        return both[type(p_real)][type(p_fake)].wasserstein_loss_discriminator(p_real, p_fake)
    except Exception as error:
        return retry(error, "wasserstein_loss_discriminator", p_real, p_fake)


def wasserstein_loss_generator(pred_fake: A, out: A | None = None) -> A:
    """Return minus the mean score of fake samples.

    >>> ivy.wasserstein_loss_generator(ivy.array([1., 2.]))
    ivy.array(-1.5)
    """
    if out is not None:
        return put(wasserstein_loss_generator(pred_fake), out)
    try:
        return table[type(pred_fake)].wasserstein_loss_generator(pred_fake)
    except Exception as error:
        return retry(error, "wasserstein_loss_generator", pred_fake)
