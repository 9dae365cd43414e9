"""Losses against their formulas in float64; `tests/test_losses.py` compares with the frameworks."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.signal
import scipy.special as sp

from tests.samples import FLOATS, HALVES, INTS, Sample, case, draw, values
from tests.samples.special import quiet

REALS = FLOATS + HALVES
PROBABILITIES = draw(3, 4, low=0.1, high=0.9)
TARGETS = draw(3, 4, low=0.0, high=1.0, seed=1)
SIGNS = values(np.where(np.arange(12).reshape(3, 4) % 3, 1.0, -1.0))
COUNTS = draw(3, 4, low=0.0, high=6.0, seed=1)


def reduced(loss: Any, reduction: str, axis: int | None = None) -> Any:
    """Return a loss per entry, its sum or its mean."""
    return {"none": lambda: loss, "sum": lambda: loss.sum(axis), "mean": lambda: loss.mean(axis)}[
        reduction
    ]()


def cross_entropy(
    true: Any,
    pred: Any,
    axis: Any = None,
    epsilon: float = 1e-7,
    reduction: str = "mean",
    from_logits: bool = False,
) -> Any:
    if from_logits:
        axis_of_classes = -1 if axis is None else axis
        scores = pred - sp.logsumexp(pred, axis=axis_of_classes, keepdims=True)
        return reduced(-true * scores, reduction, axis)
    return reduced(-true * np.log(np.clip(pred, epsilon, 1 - epsilon)), reduction, axis)


def sparse_cross_entropy(true: Any, pred: Any, axis: int = -1, *rest: Any, **options: Any) -> Any:
    marks = np.moveaxis(np.eye(pred.shape[axis])[true], -1, axis)
    return cross_entropy(marks, pred, axis, *rest, **options)


@quiet
def binary_cross_entropy(
    true: Any,
    pred: Any,
    from_logits: bool = False,
    epsilon: float = 0.0,
    reduction: str = "mean",
    pos_weight: Any = None,
    axis: Any = None,
) -> Any:
    weight = 1 if pos_weight is None else pos_weight
    if from_logits:
        logs = sp.log_expit(pred), sp.log_expit(-pred)
    else:
        pred = np.clip(pred, epsilon, 1 - epsilon)
        logs = np.maximum(np.log(pred), -100), np.maximum(np.log1p(-pred), -100)
    return reduced(-weight * true * logs[0] - (1 - true) * logs[1], reduction, axis)


def with_logits(
    true: Any, pred: Any, epsilon: float = 1e-7, pos_weight: Any = None, reduction: str = "none"
) -> Any:
    return binary_cross_entropy(true, pred, True, 0.0, reduction, pos_weight)


def kl_div(input: Any, target: Any, reduction: str = "mean", log_target: bool = False) -> Any:
    probability = np.exp(target) if log_target else target
    entropy = probability * target if log_target else sp.xlogy(target, target)
    loss = entropy - probability * input
    return loss.sum() / len(loss) if reduction == "batchmean" else reduced(loss, reduction)


@quiet
def stirling(counts: Any) -> Any:
    found = counts * np.log(counts) - counts + 0.5 * np.log(2 * np.pi * counts)
    return np.where(counts > 1, found, 0)


def log_poisson_loss(
    true: Any, pred: Any, compute_full_loss: bool = False, axis: int = -1, reduction: str = "none"
) -> Any:
    loss = np.exp(pred) - pred * true + (stirling(true) if compute_full_loss else 0)
    return reduced(loss, reduction, axis)


def poisson_nll_loss(
    input: Any,
    target: Any,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> Any:
    loss = np.exp(input) - target * input if log_input else input - target * np.log(input + eps)
    return reduced(loss + (stirling(target) if full else 0), reduction)


def huber(difference: Any, delta: float) -> Any:
    size = np.abs(difference)
    return np.where(size <= delta, 0.5 * size**2, delta * (size - 0.5 * delta))


def smooth_l1_loss(input: Any, target: Any, beta: float = 1.0, reduction: str = "mean") -> Any:
    size = np.abs(input - target)
    return reduced(huber(input - target, beta) / beta if beta else size, reduction)


def hinge_embedding_loss(
    input: Any, target: Any, margin: float = 1.0, reduction: str = "mean"
) -> Any:
    return reduced(np.where(target == 1, input, np.maximum(0, margin - input)), reduction)


def ssim_loss(true: Any, pred: Any) -> Any:
    """Return it with SciPy's convolution of every image."""

    def blurred(images: Any) -> Any:
        sizes = [min(11, n) for n in images.shape[-2:]]
        lines = [scipy.signal.windows.gaussian(n, 1.5) for n in sizes]
        window = np.outer(*(line / line.sum() for line in lines))
        flat = images.reshape(-1, *images.shape[-2:])
        return np.stack([scipy.signal.convolve2d(x, window, "valid") for x in flat])

    mean1, mean2 = blurred(true), blurred(pred)
    variance1, variance2 = blurred(true**2) - mean1**2, blurred(pred**2) - mean2**2
    covariance = blurred(true * pred) - mean1 * mean2
    luminance = (2 * mean1 * mean2 + 1e-4) / (mean1**2 + mean2**2 + 1e-4)
    return 1 - np.mean(luminance * (2 * covariance + 9e-4) / (variance1 + variance2 + 9e-4))


def distance_sample(name: str, reference: Any, *cases: Any) -> Sample:
    """Return the sample of a function of the differences."""
    usual = [
        case(draw(3, 4), draw(3, 4, seed=1)),
        case(draw(3, 4), draw(3, 4, seed=1), reduction="sum"),
        case(draw(3, 4), draw(4, seed=1), reduction="none"),
    ]
    return Sample(name, reference, [*usual, *cases], dtypes=REALS + INTS, result="float")


SAMPLES = [
    Sample(
        "cross_entropy",
        cross_entropy,
        [
            case(TARGETS, PROBABILITIES),
            case(TARGETS, PROBABILITIES, axis=-1, reduction="sum"),
            case(TARGETS, PROBABILITIES, axis=0, reduction="none"),
            case(values([1.0, 0.0]), values([0.0, 1.0]), epsilon=0.25),
            case(TARGETS, draw(3, 4), from_logits=True),
            case(
                TARGETS,
                draw(3, 4, low=-300.0, high=300.0),
                axis=-1,
                reduction="sum",
                from_logits=True,
            ),
        ],
        dtypes=REALS,
    ),
    Sample(
        "sparse_cross_entropy",
        sparse_cross_entropy,
        [
            case(np.array([3, 0, 1]), PROBABILITIES),
            case(np.array([3, 0, 1]), PROBABILITIES, reduction="sum"),
            case(np.array([2, 0, 1, 1]), PROBABILITIES, axis=0, reduction="none"),
            case(np.array([3, 0, 1]), draw(3, 4), reduction="sum", from_logits=True),
            case(np.array([2, 0, 1, 1]), draw(3, 4), 0, reduction="none", from_logits=True),
        ],
        dtypes=REALS,
    ),
    Sample(
        "binary_cross_entropy",
        binary_cross_entropy,
        [
            case(TARGETS, PROBABILITIES),
            case(TARGETS, draw(3, 4), from_logits=True, reduction="none"),
            case(TARGETS, PROBABILITIES, pos_weight=2.0, axis=-1, reduction="sum"),
            case(TARGETS, draw(3, 4), from_logits=True, pos_weight=values([1.0, 2.0, 3.0, 4.0])),
            case(values([0.0, 1.0, 1.0]), values([1.0, 0.0, 1.0]), reduction="none"),
            case(values([0.0, 1.0]), values([1.0, 0.25]), epsilon=0.25, reduction="none"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "binary_cross_entropy_with_logits",
        with_logits,
        [
            case(TARGETS, draw(3, 4)),
            case(values([0.0, 1.0]), values([-1e4, -1e4])),
            case(TARGETS, draw(3, 4), pos_weight=3.0, reduction="mean"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "kl_div",
        kl_div,
        [
            case(draw(3, 4), PROBABILITIES),
            case(draw(3, 4), draw(3, 4, seed=1), log_target=True, reduction="batchmean"),
            case(values([0.5, 0.5]), values([0.0, 1.0]), reduction="none"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "log_poisson_loss",
        log_poisson_loss,
        [
            case(COUNTS, draw(3, 4)),
            case(COUNTS, draw(3, 4), compute_full_loss=True, reduction="mean"),
            case(COUNTS, draw(3, 4), axis=0, reduction="sum"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "poisson_nll_loss",
        poisson_nll_loss,
        [
            case(draw(3, 4), COUNTS),
            case(draw(3, 4, low=0.5), COUNTS, log_input=False, full=True, reduction="sum"),
            case(draw(3, 4, low=0.5), COUNTS, log_input=False, eps=0.5, reduction="none"),
        ],
        dtypes=REALS,
    ),
    distance_sample("mse_loss", lambda x, y, reduction="mean": reduced((x - y) ** 2, reduction)),
    distance_sample("l1_loss", lambda x, y, reduction="mean": reduced(np.abs(x - y), reduction)),
    distance_sample(
        "huber_loss",
        lambda x, y, delta=1.0, reduction="mean": reduced(huber(x - y, delta), reduction),
        case(draw(3, 4), draw(3, 4, seed=1), delta=2.5),
    ),
    distance_sample(
        "smooth_l1_loss",
        smooth_l1_loss,
        case(draw(3, 4), draw(3, 4, seed=1), beta=2.5),
        case(draw(3, 4), draw(3, 4, seed=1), beta=0.0),
    ),
    Sample(
        "soft_margin_loss",
        lambda x, t, reduction="mean": reduced(np.logaddexp(0, -t * x), reduction),
        [
            case(draw(3, 4), SIGNS),
            case(values([-1e4, 1e4]), values([1.0, 1.0]), reduction="none"),
            case(draw(3, 4), SIGNS, reduction="sum"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "hinge_embedding_loss",
        hinge_embedding_loss,
        [
            case(draw(3, 4), np.where(np.arange(12).reshape(3, 4) % 3, 1, -1)),
            case(draw(3, 4), SIGNS, margin=2.0, reduction="none"),
            case(draw(3, 4), SIGNS, reduction="sum"),
        ],
        dtypes=REALS,
    ),
    Sample(
        "ssim_loss",
        ssim_loss,
        [
            case(draw(2, 3, 4, low=0.0, high=1.0), draw(2, 3, 4, low=0.0, high=1.0, seed=1)),
            case(draw(2, 13, 12, low=0.0, high=1.0), draw(2, 13, 12, low=0.0, high=1.0, seed=1)),
        ],
        dtypes=REALS,
        tolerance=4,  # variances are small differences of larger means
    ),
    Sample(
        "wasserstein_loss_discriminator",
        lambda real, fake: fake.mean() - real.mean(),
        [case(draw(3, 4), draw(4, seed=1))],
        dtypes=REALS,
    ),
    Sample(
        "wasserstein_loss_generator", lambda fake: -fake.mean(), [case(draw(3, 4))], dtypes=REALS
    ),
]
