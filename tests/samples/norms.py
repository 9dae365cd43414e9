"""Normalisation against plain formulas in float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import FLOATS, HALVES, INTS, Sample, case, draw, values

REALS = FLOATS + HALVES
SCALE, OFFSET = draw(4, low=0.5, high=2.0, seed=1), draw(4, seed=2)
MEAN, VARIANCE = draw(4, seed=3), draw(4, low=0.5, high=2.0, seed=4)


def standardized(x: Any, axes: Any, eps: float) -> Any:
    mean = np.mean(x, axes, keepdims=True)
    return (x - mean) / np.sqrt(np.var(x, axes, keepdims=True) + eps)


def layer_norm(
    x: Any, axes: Any, scale: Any = 1, offset: Any = 0, eps: float = 1e-5, new_std: float = 1.0
) -> Any:
    axes = (axes,) if isinstance(axes, int) else tuple(axes)

    def placed(parameter: Any) -> Any:
        if np.ndim(parameter) and axes == (1,):
            return np.reshape(parameter, (-1, *(1,) * (x.ndim - 2)))
        return parameter

    return standardized(x, axes, eps) * new_std * placed(scale) + placed(offset)


def rms_norm(x: Any, axes: Any = -1, scale: Any = 1, eps: float = 1e-6) -> Any:
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    return x / np.sqrt(np.mean(x**2, axes, keepdims=True) + eps) * scale


def running(
    whole_batch: bool,
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any = None,
    scale: Any = None,
    training: bool = False,
    eps: float = 1e-5,
    momentum: float = 0.1,
    data_format: str = "NSC",
    unbiased: bool = True,
) -> Any:
    """Return batch or instance norm, channels moved to the end and back."""
    first = data_format.index("C") == 1
    x = np.moveaxis(x, 1, -1) if first else x
    axes = tuple(range(0 if whole_batch else 1, x.ndim - 1))
    if training or mean is None:
        y = standardized(x, axes, eps)
        means, variances = x.mean(axes), x.var(axes, ddof=int(unbiased))
        if mean is not None:
            to_channels = (lambda s: s) if whole_batch else (lambda s: s.mean(0))
            mean = (1 - momentum) * mean + momentum * to_channels(means)
            variance = (1 - momentum) * variance + momentum * to_channels(variances)
    else:
        y = (x - mean) / np.sqrt(variance + eps)
    y = y * (1 if scale is None else scale) + (0 if offset is None else offset)
    return np.moveaxis(y, -1, 1) if first else y, mean, variance


def batch_norm(*args: Any, **options: Any) -> Any:
    return running(True, *args, **options)


def instance_norm(*args: Any, **options: Any) -> Any:
    return running(False, *args, **({"eps": 0.0} | options))


def group_norm(
    x: Any,
    groups: int = 1,
    offset: Any = 0,
    scale: Any = 1,
    eps: float = 1e-5,
    data_format: str = "NSC",
) -> Any:
    first = data_format.index("C") == 1
    x = np.moveaxis(x, 1, -1) if first else x
    parts = np.split(x, groups, -1)
    axes = tuple(range(1, x.ndim))
    y = np.concatenate([standardized(part, axes, eps) for part in parts], -1) * scale + offset
    return np.moveaxis(y, -1, 1) if first else y


def local_response_norm(
    x: Any,
    size: int,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    average: bool = False,
    data_format: str = "NHWC",
) -> Any:
    first = data_format.index("C") == 1
    x = np.moveaxis(x, 1, -1) if first else x
    sums = np.zeros_like(x)
    for channel in range(x.shape[-1]):
        low, high = channel - size // 2, channel + (size - 1) // 2
        sums[..., channel] = np.sum(x[..., max(low, 0) : high + 1] ** 2, -1)
    y = x / (bias + alpha * sums / (size if average else 1)) ** beta
    return np.moveaxis(y, -1, 1) if first else y


def lp_normalize(x: Any, p: float = 2, axis: Any = None) -> Any:
    axis = tuple(axis) if isinstance(axis, list) else axis
    size = np.abs(x)
    if p == np.inf:
        norm = size.max(axis, keepdims=True)
    elif p == 0:
        norm = (size != 0).sum(axis, keepdims=True)
    else:
        norm = (size**p).sum(axis, keepdims=True) ** (1 / p)
    return x / np.where(norm == 0, 1, norm)


LENGTHS = [
    case(draw(3, 4)),
    case(draw(3, 4), axis=-1),
    case(draw(2, 3, 4), axis=[0, 2]),
    case(values([0.0, 0.0])),
]

SAMPLES = [
    Sample(
        "layer_norm",
        layer_norm,
        [
            case(draw(2, 3, 4), [2], scale=SCALE, offset=OFFSET),
            case(draw(2, 3, 4), [1, 2], eps=0.5),
            case(draw(2, 3, 4), [1], scale=draw(3, seed=1), offset=draw(3, seed=2), new_std=2.0),
            case(draw(2, 3, 4), -1, offset=OFFSET),
        ],
        dtypes=REALS + INTS,
        result="float",
        tolerance=4,  # the distance from the mean, a small difference, is divided by its size
    ),
    Sample(
        "rms_norm",
        rms_norm,
        [case(draw(2, 3, 4), -1, scale=SCALE), case(draw(2, 3, 4), [1, 2]), case(draw(3, 4))],
        dtypes=REALS,
    ),
    Sample(
        "batch_norm",
        batch_norm,
        [
            case(draw(2, 3, 4), MEAN, VARIANCE, offset=OFFSET, scale=SCALE),
            case(draw(2, 3, 4), MEAN, VARIANCE, offset=OFFSET, scale=SCALE, training=True),
            case(draw(3, 4), MEAN, VARIANCE, training=True, momentum=0.5, eps=0.5),
            case(draw(2, 4, 3, 2), MEAN, VARIANCE, training=True, data_format="NCHW"),
            case(draw(2, 4, 3), MEAN, VARIANCE, scale=SCALE, data_format="NCS"),
            case(draw(2, 3, 4), MEAN, VARIANCE, training=True, unbiased=False),
        ],
        dtypes=REALS,
        tolerance=4,
    ),
    Sample(
        "instance_norm",
        instance_norm,
        [
            case(draw(2, 3, 4), MEAN, VARIANCE, offset=OFFSET, scale=SCALE),
            case(draw(2, 3, 4), MEAN, VARIANCE, offset=OFFSET, scale=SCALE, training=True),
            case(draw(2, 3, 4), None, None, eps=0.5),
            case(draw(2, 4, 3, 2), MEAN, VARIANCE, training=True, data_format="NCHW"),
        ],
        dtypes=REALS,
        tolerance=4,
    ),
    Sample(
        "group_norm",
        group_norm,
        [
            case(draw(2, 3, 4), 2, offset=OFFSET, scale=SCALE),
            case(draw(2, 3, 4)),
            case(draw(2, 4, 3, 2), 2, offset=OFFSET, data_format="NCHW").only("float32"),
        ],
        dtypes=REALS,
        tolerance=4,
    ),
    Sample(
        "local_response_norm",
        local_response_norm,
        [
            case(draw(2, 3, 2, 4), 3),
            case(draw(2, 3, 2, 4), 2, bias=2.0, alpha=0.5, beta=0.75, average=True),
            case(draw(2, 4, 3, 2), 5, data_format="NCHW"),
        ],
        dtypes=REALS,
    ),
    Sample("l1_normalize", lambda x, axis=None: lp_normalize(x, 1, axis), LENGTHS, dtypes=REALS),
    Sample("l2_normalize", lambda x, axis=None: lp_normalize(x, 2, axis), LENGTHS, dtypes=REALS),
    Sample(
        "lp_normalize",
        lp_normalize,
        [*LENGTHS, *(case(draw(3, 4), p=p, axis=0) for p in (0, 1, 3, 1.5, np.inf))],
        dtypes=REALS,
    ),
]
