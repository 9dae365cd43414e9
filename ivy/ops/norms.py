"""Normalisation: to mean 0 and variance 1 over some axes, or to length 1.

Statistics of half-precision arrays are taken in float32. `data_format` says where the channels
are: the place of the C, as in `"NSC"` (last, any number of spatial axes) or `"NCHW"`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ivy.dispatch import choose, put, retry, table
from ivy.types import A, B

__all__ = [
    "batch_norm",
    "group_norm",
    "instance_norm",
    "l1_normalize",
    "l2_normalize",
    "layer_norm",
    "local_response_norm",
    "lp_normalize",
    "rms_norm",
]


def layer_norm(
    x: A,
    normalized_idxs: int | Sequence[int],
    /,
    scale: B | None = None,
    offset: B | None = None,
    eps: float = 1e-05,
    new_std: float = 1.0,
    out: A | None = None,
) -> A:
    """Return `(x - mean) / sqrt(variance + eps) * new_std * scale + offset` over some axes.

    `scale` and `offset` have the sizes of the normalised axes, or broadcast against `x`.

    >>> ivy.layer_norm(ivy.array([[0., 2.], [3., 3.]]), [1], eps=0.0625)
    ivy.array([[-0.9701425,  0.9701425],
               [ 0.       ,  0.       ]])
    """
    if out is not None:
        return put(layer_norm(x, normalized_idxs, scale, offset, eps, new_std), out)
    try:
        return (table[type(x)] if scale is offset is None else choose(x, scale, offset)).layer_norm(
            x, normalized_idxs, scale, offset, eps, new_std
        )
    except Exception as error:
        return retry(error, "layer_norm", x, normalized_idxs, scale, offset, eps, new_std)


def rms_norm(
    x: A,
    normalized_idxs: int | Sequence[int] = -1,
    /,
    scale: B | None = None,
    eps: float = 1e-06,
    out: A | None = None,
) -> A:
    """Return `x / sqrt(mean(x**2) + eps) * scale` over some axes.

    >>> ivy.rms_norm(ivy.array([3., 3.]), -1, eps=0.0)
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(rms_norm(x, normalized_idxs, scale, eps), out)
    try:
        return (table[type(x)] if scale is None else choose(x, scale)).rms_norm(
            x, normalized_idxs, scale, eps
        )
    except Exception as error:
        return retry(error, "rms_norm", x, normalized_idxs, scale, eps)


def batch_norm(
    x: A,
    mean: B,
    variance: B,
    /,
    offset: B | None = None,
    scale: B | None = None,
    training: bool = False,
    eps: float = 1e-05,
    momentum: float = 0.1,
    data_format: str = "NSC",
    unbiased: bool = True,
    out: tuple[A, A, A] | None = None,
) -> tuple[A, A, A]:
    """Return `x` normalised per channel, the running mean and the running variance.

    In training the statistics are those of `x`, and the running ones move towards them by
    `momentum`, the variance without bias unless `unbiased=False`; otherwise they are `mean` and
    `variance`.

    >>> x = ivy.array([[1., 2.], [3., 4.]])
    >>> y, mean, variance = ivy.batch_norm(x, ivy.zeros(2), ivy.ones(2), training=True)
    >>> mean
    ivy.array([0.2, 0.3])
    """
    if out is not None:
        return put(
            batch_norm(
                x, mean, variance, offset, scale, training, eps, momentum, data_format, unbiased
            ),
            out,
        )
    try:
        return (
            table[type(variance)]
            if type(x) is type(mean) is type(variance)
            else choose(x, mean, variance, offset, scale)
        ).batch_norm(
            x, mean, variance, offset, scale, training, eps, momentum, data_format, unbiased
        )
    except Exception as error:
        return retry(
            error,
            "batch_norm",
            x,
            mean,
            variance,
            offset,
            scale,
            training,
            eps,
            momentum,
            data_format,
            unbiased,
        )


def instance_norm(
    x: A,
    mean: B | None,
    variance: B | None,
    /,
    offset: B | None = None,
    scale: B | None = None,
    training: bool = False,
    eps: float = 0.0,
    momentum: float = 0.1,
    data_format: str = "NSC",
    out: tuple[A, A, A] | None = None,
) -> tuple[A, A | None, A | None]:
    """Return `x` normalised per sample and channel, the running mean and the running variance.

    As `batch_norm`; without `mean` and `variance` the statistics are always those of `x`, and
    `None` is returned for the running ones.

    >>> y, _, _ = ivy.instance_norm(ivy.array([[[1.], [3.]]]), None, None)
    >>> y
    ivy.array([[[-1.],
                [ 1.]]])
    """
    if out is not None:
        return put(
            instance_norm(x, mean, variance, offset, scale, training, eps, momentum, data_format),
            out,
        )
    try:
        return (
            table[type(variance)]
            if type(x) is type(mean) is type(variance)
            else choose(x, mean, variance, offset, scale)
        ).instance_norm(x, mean, variance, offset, scale, training, eps, momentum, data_format)
    except Exception as error:
        return retry(
            error,
            "instance_norm",
            x,
            mean,
            variance,
            offset,
            scale,
            training,
            eps,
            momentum,
            data_format,
        )


def group_norm(
    x: A,
    num_groups: int = 1,
    /,
    offset: B | None = None,
    scale: B | None = None,
    eps: float = 1e-05,
    data_format: str = "NSC",
    out: A | None = None,
) -> A:
    """Return `x` normalised per sample and group of consecutive channels.

    `scale` and `offset` have one entry per channel.

    >>> ivy.group_norm(ivy.array([[[0., 2., 5., 5.]]]), 2, eps=0.0625)
    ivy.array([[[-0.9701425,  0.9701425,  0.       ,  0.       ]]])
    """
    if out is not None:
        return put(group_norm(x, num_groups, offset, scale, eps, data_format), out)
    try:
        return (table[type(x)] if offset is scale is None else choose(x, offset, scale)).group_norm(
            x, num_groups, offset, scale, eps, data_format
        )
    except Exception as error:
        return retry(error, "group_norm", x, num_groups, offset, scale, eps, data_format)


def local_response_norm(
    x: A,
    size: int,
    /,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    average: bool = False,
    data_format: str = "NHWC",
    out: A | None = None,
) -> A:
    """Return `x / (bias + alpha * squares)**beta`, the squares added up over nearby channels.

    The window of `size` channels reaches `size // 2` channels back; with `average` its mean
    counts, instead of its sum.

    >>> ivy.local_response_norm(ivy.array([[[[2., 1., 2.]]]]), 3, beta=1.0, bias=0.0)
    ivy.array([[[[0.4       , 0.11111111, 0.4       ]]]])
    """
    if out is not None:
        return put(local_response_norm(x, size, bias, alpha, beta, average, data_format), out)
    try:
        return table[type(x)].local_response_norm(x, size, bias, alpha, beta, average, data_format)
    except Exception as error:
        return retry(error, "local_response_norm", x, size, bias, alpha, beta, average, data_format)


def l1_normalize(x: A, /, axis: int | Sequence[int] | None = None, out: A | None = None) -> A:
    """Return `x` divided by the sum of absolute values along an axis, or over everything.

    Zeros stay zeros.

    >>> ivy.l1_normalize(ivy.array([-1., 3.]))
    ivy.array([-0.25,  0.75])
    """
    if out is not None:
        return put(l1_normalize(x, axis), out)
    try:
        return table[type(x)].l1_normalize(x, axis)
    except Exception as error:
        return retry(error, "l1_normalize", x, axis)


def l2_normalize(x: A, /, axis: int | Sequence[int] | None = None, out: A | None = None) -> A:
    """Return `x` divided by its Euclidean length along an axis, or over everything.

    Zeros stay zeros.

    >>> ivy.l2_normalize(ivy.array([3., -4.]))
    ivy.array([ 0.6, -0.8])
    """
    if out is not None:
        return put(l2_normalize(x, axis), out)
    try:
        return table[type(x)].l2_normalize(x, axis)
    except Exception as error:
        return retry(error, "l2_normalize", x, axis)


def lp_normalize(
    x: A, /, p: float = 2, axis: int | Sequence[int] | None = None, out: A | None = None
) -> A:
    """Return `x` divided by its p-norm along an axis, or over everything; `p` may be infinite.

    Zeros stay zeros.

    >>> ivy.lp_normalize(ivy.array([1., -4.]), p=float("inf"))
    ivy.array([ 0.25, -1.  ])
    """
    if out is not None:
        return put(lp_normalize(x, p, axis), out)
    try:
        return table[type(x)].lp_normalize(x, p, axis)
    except Exception as error:
        return retry(error, "lp_normalize", x, p, axis)
