"""The update rules of optimizers, each one formula over a namespace."""

import math

_TINY = 1e-12


def _like(xp, value, array):
    """Return a number as it is, an array in the dtype of `array` where that has fractions."""
    integers = xp.DTYPES[array.dtype].kind not in ("float", "complex")
    number = not hasattr(value, "dtype")  # a `numpy.float64` is a `float` too, and not weak
    return value if integers or number else xp.astype(value, array.dtype)


def optimizer_update(xp, w, effective_grad, lr, stop_gradients=True):
    step = xp.multiply(_like(xp, effective_grad, w), _like(xp, lr, w))
    updated = xp.subtract(w, step)
    return xp.stop_gradient(updated) if stop_gradients else updated


gradient_descent_update = optimizer_update


def lars_update(xp, w, dcdw, lr, decay_lambda=0, stop_gradients=True):
    size = xp.vector_norm(w)
    rate = xp.divide(xp.multiply(size, _like(xp, lr, w)), xp.add(xp.vector_norm(dcdw), _TINY))
    if decay_lambda > 0:
        rate = xp.divide(rate, xp.multiply(size, decay_lambda))
    return optimizer_update(xp, w, dcdw, rate, stop_gradients)


def _bias_correction(xp, step, beta1, beta2, epsilon, dtype):
    if isinstance(step, int | float):
        return math.sqrt(1 - beta2**step) / (1 - beta1**step + epsilon)
    # 0.999**step needs more than half precision.
    step = xp.astype(step, "float64" if xp.DTYPES[dtype] == "float64" else "float32")
    power1, power2 = (xp.exp(xp.multiply(step, math.log(beta))) for beta in (beta1, beta2))
    return xp.divide(xp.sqrt(xp.subtract(1.0, power2)), xp.subtract(1.0 + epsilon, power1))


def adam_step(xp, dcdw, mw, vw, step, beta1=0.9, beta2=0.999, epsilon=1e-7):
    # In the dtype they have in common: moments are often kept in more precision than gradients.
    dtype = xp.result_type(dcdw, mw, vw)
    dcdw, mw, vw = (xp.astype(x, dtype) if hasattr(x, "dtype") else x for x in (dcdw, mw, vw))
    mw = xp.add(xp.multiply(mw, beta1), xp.multiply(dcdw, 1 - beta1))
    vw = xp.add(xp.multiply(vw, beta2), xp.multiply(xp.square(dcdw), 1 - beta2))
    alpha = _like(xp, _bias_correction(xp, step, beta1, beta2, epsilon, dcdw.dtype), dcdw)
    # The slope of a root is infinite at 0, and so that of `maximum(vw, 0)` under one not a number.
    none = xp.less_equal(vw, xp.zeros_like(vw))
    root = xp.sqrt(xp.where(none, xp.ones_like(vw), vw))
    root = xp.where(none, xp.zeros_like(root), root)
    return xp.divide(xp.multiply(mw, alpha), xp.add(root, epsilon)), mw, vw


def adam_update(
    xp, w, dcdw, lr, mw_tm1, vw_tm1, step, beta1=0.9, beta2=0.999, epsilon=1e-7, stop_gradients=True
):
    delta, mw, vw = adam_step(xp, dcdw, mw_tm1, vw_tm1, step, beta1, beta2, epsilon)
    return optimizer_update(xp, w, delta, lr, stop_gradients), mw, vw


def lamb_update(
    xp,
    w,
    dcdw,
    lr,
    mw_tm1,
    vw_tm1,
    step,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-7,
    max_trust_ratio=10,
    decay_lambda=0,
    stop_gradients=True,
):
    delta, mw, vw = adam_step(xp, dcdw, mw_tm1, vw_tm1, step, beta1, beta2, epsilon)
    delta = _like(xp, delta, w)
    decayed = xp.add(delta, xp.multiply(w, decay_lambda)) if decay_lambda > 0 else delta
    ratio = xp.divide(xp.vector_norm(w), xp.add(xp.vector_norm(decayed), _TINY))
    ratio = xp.minimum(ratio, xp.full_like(ratio, max_trust_ratio))
    rate = xp.multiply(ratio, _like(xp, lr, w))
    return optimizer_update(xp, w, delta, rate, stop_gradients), mw, vw
