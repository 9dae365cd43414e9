"""Activation functions of neural networks.

`complex_mode` says what becomes of complex numbers: `"jax"` the formula itself, with an order by
real part, then imaginary part; `"split"` the function of the real and of the imaginary part;
`"magnitude"` the function of the absolute value, the angle kept.
"""

from __future__ import annotations

from ivy.dispatch import array_first, by_parts, put, retry, table
from ivy.types import A

__all__ = [
    "celu",
    "elu",
    "gelu",
    "hardshrink",
    "hardsilu",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "log_softmax",
    "logit",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "scaled_tanh",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "softshrink",
    "softsign",
    "stanh",
    "tanhshrink",
    "threshold",
    "thresholded_relu",
]


# ---- rectifiers -------------------------------------------------------------------------------


def relu(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `max(x, 0)`.

    >>> ivy.relu(ivy.array([-1., 2.]))
    ivy.array([0., 2.])
    """
    if complex_mode != "jax":
        return by_parts("relu", x, complex_mode, out)
    if out is not None:
        return put(relu(x), out)
    try:
        return table[type(x)].relu(x)
    except Exception as error:
        return retry(error, "relu", x)


def relu6(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `min(max(x, 0), 6)`.

    >>> ivy.relu6(ivy.array([-1., 2., 7.]))
    ivy.array([0., 2., 6.])
    """
    if complex_mode != "jax":
        return by_parts("relu6", x, complex_mode, out)
    if out is not None:
        return put(relu6(x), out)
    try:
        return table[type(x)].relu6(x)
    except Exception as error:
        return retry(error, "relu6", x)


def leaky_relu(x: A, /, alpha: float = 0.2, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `x` where it is positive and `alpha * x` elsewhere.

    >>> ivy.leaky_relu(ivy.array([-1., 2.]))
    ivy.array([-0.2,  2. ])
    """
    if complex_mode != "jax":
        return by_parts("leaky_relu", x, complex_mode, out, alpha)
    if out is not None:
        return put(leaky_relu(x, alpha), out)
    try:
        return table[type(x)].leaky_relu(x, alpha)
    except Exception as error:
        return retry(error, "leaky_relu", x, alpha)


def prelu(x: A, slope: A | float, /, out: A | None = None) -> A:
    """Return `x` where it is positive and `slope * x` elsewhere.

    A one-dimensional slope that does not broadcast goes along the axis of its own length.

    >>> ivy.prelu(ivy.array([-1., 2.]), ivy.array([0.5, 0.5]))
    ivy.array([-0.5,  2. ])
    """
    if out is not None:
        return put(prelu(x, slope), out)
    try:
        return array_first[type(x)][type(slope)].prelu(x, slope)
    except Exception as error:
        return retry(error, "prelu", x, slope)


def elu(x: A, /, alpha: float = 1.0, out: A | None = None) -> A:
    """Return `x` where it is positive and `alpha * (exp(x) - 1)` elsewhere.

    >>> ivy.elu(ivy.array([-100., 2.]))
    ivy.array([-1.,  2.])
    """
    if out is not None:
        return put(elu(x, alpha), out)
    try:
        return table[type(x)].elu(x, alpha)
    except Exception as error:
        return retry(error, "elu", x, alpha)


def celu(x: A, /, alpha: float = 1.0, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `x` where it is positive and `alpha * (exp(x / alpha) - 1)` elsewhere.

    >>> ivy.celu(ivy.array([-100., 2.]), alpha=0.5)
    ivy.array([-0.5,  2. ])
    """
    if complex_mode != "jax":
        return by_parts("celu", x, complex_mode, out, alpha)
    if out is not None:
        return put(celu(x, alpha), out)
    try:
        return table[type(x)].celu(x, alpha)
    except Exception as error:
        return retry(error, "celu", x, alpha)


def selu(x: A, /, out: A | None = None) -> A:
    """Return the self-normalising `elu`, scaled to keep mean 0 and variance 1.

    >>> ivy.selu(ivy.array([0., 1.]))
    ivy.array([0.      , 1.050701])
    """
    if out is not None:
        return put(selu(x), out)
    try:
        return table[type(x)].selu(x)
    except Exception as error:
        return retry(error, "selu", x)


def thresholded_relu(x: A, /, threshold: float = 0, out: A | None = None) -> A:
    """Return `x` where it is above the threshold and 0 elsewhere.

    >>> ivy.thresholded_relu(ivy.array([0.5, 2.]), threshold=1)
    ivy.array([0., 2.])
    """
    if out is not None:
        return put(thresholded_relu(x, threshold), out)
    try:
        return table[type(x)].thresholded_relu(x, threshold)
    except Exception as error:
        return retry(error, "thresholded_relu", x, threshold)


def threshold(x: A, /, threshold: float, value: float, out: A | None = None) -> A:
    """Return `x` where it is above the threshold and `value` elsewhere.

    >>> ivy.threshold(ivy.array([0.5, 2.]), threshold=1, value=-1)
    ivy.array([-1.,  2.])
    """
    if out is not None:
        return put(globals()["threshold"](x, threshold, value), out)
    try:
        return table[type(x)].threshold(x, threshold, value)
    except Exception as error:
        return retry(error, "threshold", x, threshold, value)


# ---- smooth gates -----------------------------------------------------------------------------


def gelu(x: A, /, approximate: bool = False, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `x` times the normal distribution function of `x`, or its approximation by `tanh`.

    Complex input always takes the approximation.

    >>> ivy.gelu(ivy.array([0., 100.]))
    ivy.array([  0., 100.])
    """
    if complex_mode != "jax":
        return by_parts("gelu", x, complex_mode, out, approximate)
    if out is not None:
        return put(gelu(x, approximate), out)
    try:
        return table[type(x)].gelu(x, approximate)
    except Exception as error:
        return retry(error, "gelu", x, approximate)


def silu(x: A, /, out: A | None = None) -> A:
    """Return `x * sigmoid(x)`.

    >>> ivy.silu(ivy.array([0., 100.]))
    ivy.array([  0., 100.])
    """
    if out is not None:
        return put(silu(x), out)
    try:
        return table[type(x)].silu(x)
    except Exception as error:
        return retry(error, "silu", x)


def mish(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `x * tanh(softplus(x))`.

    >>> ivy.mish(ivy.array([0., 100.]))
    ivy.array([  0., 100.])
    """
    if complex_mode != "jax":
        return by_parts("mish", x, complex_mode, out)
    if out is not None:
        return put(mish(x), out)
    try:
        return table[type(x)].mish(x)
    except Exception as error:
        return retry(error, "mish", x)


def hardswish(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `x * relu6(x + 3) / 6`.

    >>> ivy.hardswish(ivy.array([0., 4.]))
    ivy.array([0., 4.])
    """
    if complex_mode != "jax":
        return by_parts("hardswish", x, complex_mode, out)
    if out is not None:
        return put(hardswish(x), out)
    try:
        return table[type(x)].hardswish(x)
    except Exception as error:
        return retry(error, "hardswish", x)


def hardsilu(x: A, /, out: A | None = None) -> A:
    """Return `x * relu6(x + 3) / 6`; the same as `hardswish`.

    >>> ivy.hardsilu(ivy.array([0., 4.]))
    ivy.array([0., 4.])
    """
    if out is not None:
        return put(hardsilu(x), out)
    try:
        return table[type(x)].hardsilu(x)
    except Exception as error:
        return retry(error, "hardsilu", x)


def softplus(
    x: A,
    /,
    beta: float | None = None,
    threshold: float | None = None,
    complex_mode: str = "jax",
    out: A | None = None,
) -> A:
    """Return `log(1 + exp(beta * x)) / beta`, and `x` where `beta * x` is above the threshold.

    Without a threshold it is exact everywhere.

    >>> ivy.softplus(ivy.array([-1000., 1000.]))
    ivy.array([   0., 1000.])
    """
    if complex_mode != "jax":
        return by_parts("softplus", x, complex_mode, out, beta, threshold)
    if out is not None:
        return put(softplus(x, beta, threshold), out)
    try:
        return table[type(x)].softplus(x, beta, threshold)
    except Exception as error:
        return retry(error, "softplus", x, beta, threshold)


# ---- squashing --------------------------------------------------------------------------------


def sigmoid(x: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `1 / (1 + exp(-x))`.

    >>> ivy.sigmoid(ivy.array([-1000., 0., 1000.]))
    ivy.array([0. , 0.5, 1. ])
    """
    if complex_mode != "jax":
        return by_parts("sigmoid", x, complex_mode, out)
    if out is not None:
        return put(sigmoid(x), out)
    try:
        return table[type(x)].sigmoid(x)
    except Exception as error:
        return retry(error, "sigmoid", x)


def logsigmoid(input: A, /, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `log(sigmoid(input))`.

    >>> ivy.logsigmoid(ivy.array([-1000., -100.]))
    ivy.array([-1000.,  -100.])
    """
    if complex_mode != "jax":
        return by_parts("logsigmoid", input, complex_mode, out)
    if out is not None:
        return put(logsigmoid(input), out)
    try:
        return table[type(input)].logsigmoid(input)
    except Exception as error:
        return retry(error, "logsigmoid", input)


def logit(x: A, /, eps: float | None = None, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `log(x / (1 - x))`, the inverse of `sigmoid`; NaN outside of [0, 1].

    With `eps` the elements are clipped to [eps, 1 - eps] first.

    >>> ivy.logit(ivy.array([0., 0.5, 1.]))
    ivy.array([-inf,   0.,  inf])
    """
    if complex_mode != "jax":
        return by_parts("logit", x, complex_mode, out, eps)
    if out is not None:
        return put(logit(x, eps), out)
    try:
        return table[type(x)].logit(x, eps)
    except Exception as error:
        return retry(error, "logit", x, eps)


def softmax(x: A, /, axis: int | None = None, complex_mode: str = "jax", out: A | None = None) -> A:
    """Return `exp(x)` divided by its sum along an axis, the last one by default.

    >>> ivy.softmax(ivy.array([1000., 1000.]))
    ivy.array([0.5, 0.5])
    """
    if complex_mode != "jax":
        return by_parts("softmax", x, complex_mode, out, axis)
    if out is not None:
        return put(softmax(x, axis), out)
    try:
        return table[type(x)].softmax(x, axis)
    except Exception as error:
        return retry(error, "softmax", x, axis)


def log_softmax(
    x: A, /, axis: int | None = None, complex_mode: str = "jax", out: A | None = None
) -> A:
    """Return the logarithm of `softmax(x)` along an axis, the last one by default.

    >>> ivy.log_softmax(ivy.array([0., -1000.]))
    ivy.array([    0., -1000.])
    """
    if complex_mode != "jax":
        return by_parts("log_softmax", x, complex_mode, out, axis)
    if out is not None:
        return put(log_softmax(x, axis), out)
    try:
        return table[type(x)].log_softmax(x, axis)
    except Exception as error:
        return retry(error, "log_softmax", x, axis)


def softsign(x: A, /, out: A | None = None) -> A:
    """Return `x / (1 + abs(x))`.

    >>> ivy.softsign(ivy.array([-1., 3.]))
    ivy.array([-0.5 ,  0.75])
    """
    if out is not None:
        return put(softsign(x), out)
    try:
        return table[type(x)].softsign(x)
    except Exception as error:
        return retry(error, "softsign", x)


def hardtanh(x: A, /, max_val: float = 1, min_val: float = -1, out: A | None = None) -> A:
    """Return `x` clipped to [min_val, max_val].

    >>> ivy.hardtanh(ivy.array([-2., 0.5, 2.]))
    ivy.array([-1. ,  0.5,  1. ])
    """
    if out is not None:
        return put(hardtanh(x, max_val, min_val), out)
    try:
        return table[type(x)].hardtanh(x, max_val, min_val)
    except Exception as error:
        return retry(error, "hardtanh", x, max_val, min_val)


def scaled_tanh(x: A, /, alpha: float = 1.7159, beta: float = 0.67, out: A | None = None) -> A:
    """Return `alpha * tanh(beta * x)`.

    >>> ivy.scaled_tanh(ivy.array([0., 100.]))
    ivy.array([0.    , 1.7159])
    """
    if out is not None:
        return put(scaled_tanh(x, alpha, beta), out)
    try:
        return table[type(x)].scaled_tanh(x, alpha, beta)
    except Exception as error:
        return retry(error, "scaled_tanh", x, alpha, beta)


# ---- shrinking --------------------------------------------------------------------------------


def tanhshrink(x: A, /, out: A | None = None) -> A:
    """Return `x - tanh(x)`.

    >>> ivy.tanhshrink(ivy.array([0., 100.]))
    ivy.array([ 0., 99.])
    """
    if out is not None:
        return put(tanhshrink(x), out)
    try:
        return table[type(x)].tanhshrink(x)
    except Exception as error:
        return retry(error, "tanhshrink", x)


def softshrink(x: A, /, lambd: float = 0.5, out: A | None = None) -> A:
    """Return `x` moved towards zero by `lambd`, not beyond.

    >>> ivy.softshrink(ivy.array([-2., 0.3, 1.]))
    ivy.array([-1.5,  0. ,  0.5])
    """
    if out is not None:
        return put(softshrink(x, lambd), out)
    try:
        return table[type(x)].softshrink(x, lambd)
    except Exception as error:
        return retry(error, "softshrink", x, lambd)


def hardshrink(x: A, /, lambd: float = 0.5, out: A | None = None) -> A:
    """Return `x`, and 0 where its absolute value is at most `lambd`.

    >>> ivy.hardshrink(ivy.array([-2., 0.3, 1.]))
    ivy.array([-2.,  0.,  1.])
    """
    if out is not None:
        return put(hardshrink(x, lambd), out)
    try:
        return table[type(x)].hardshrink(x, lambd)
    except Exception as error:
        return retry(error, "hardshrink", x, lambd)


stanh = scaled_tanh
