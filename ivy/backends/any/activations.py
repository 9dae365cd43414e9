"""Activation functions over a namespace; the backends take their kernels where they have them.

Those with a `complex_mode` in `ivy.ops` are right for complex numbers too, in mode "jax".
"""

import math

from ivy.backends.axes import normalized_axis
from ivy.backends.on_floats import on_floats
from ivy.backends.promotion import compared
from ivy.errors import IvyValueError


def _is_complex(xp, x):
    return xp.DTYPES[x.dtype].kind == "complex"


def _above(xp, x, bound):
    """Return whether `x > bound`, complex numbers ordered by real part, then imaginary part."""
    if not _is_complex(xp, x):
        return x > bound
    real = xp.real(x)
    return (real > bound) | ((real == bound) & (xp.imag(x) > 0))


def _clipped(xp, x, least, greatest=None):
    if not _is_complex(xp, x):
        return xp.clip(x, least, greatest)
    x = xp.where(_above(xp, x, least), x, least + 0 * x)
    if greatest is not None:
        x = xp.where(_above(xp, x, greatest), greatest + 0 * x, x)
    return x


# ---- rectifiers -------------------------------------------------------------------------------


def relu(xp, x):
    return _clipped(xp, x, 0)


def relu6(xp, x):
    if not xp.requires_gradient(x):
        return _clipped(xp, x, 0, 6)
    # At both ends the gradient is 0, in every framework; of clip it is shared by both operands.
    return xp.where((x > 0) & (x < 6), x, _clipped(xp, xp.stop_gradient(x), 0, 6))


@on_floats()
def leaky_relu(xp, x, alpha=0.2):
    return xp.where(_above(xp, x, 0) | (x == 0), x, _factor(alpha) * x)


def _factor(number):
    return int(number) if type(number) is bool else number  # for TensorFlow's complex arrays


def prelu(xp, x, slope):
    shape = getattr(slope, "shape", ())
    if len(shape) == 1 and shape[0] not in (1, (*x.shape, None)[-2]):
        places = [axis for axis, size in enumerate(x.shape) if size == shape[0]]
        if len(places) != 1:
            msg = f"prelu: expected a slope that fits one axis of {tuple(x.shape)}, got {shape[0]}"
            raise IvyValueError(msg)
        slope = xp.reshape(slope, (-1, *(1 for _ in x.shape[places[0] + 1 :])))
    return _sloped(xp, x, slope)


@on_floats(2)
def _sloped(xp, x, slope):
    return xp.where(x > 0, x, slope * x)


@on_floats()
def elu(xp, x, alpha=1.0):
    return xp.where(x > 0, x, alpha * xp.expm1(xp.where(x > 0, xp.zeros_like(x), x)))


@on_floats()
def celu(xp, x, alpha=1.0):
    # Not by clipping: at 0 that shares the gradient among its parts, or gives it to both.
    above, alpha = _above(xp, x, 0), _factor(alpha)
    return xp.where(above, x, alpha * xp.expm1(xp.where(above, xp.zeros_like(x), x) / alpha))


@on_floats()
def selu(xp, x):
    scale, alpha = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717
    return scale * xp.where(x > 0, x, alpha * xp.expm1(xp.where(x > 0, xp.zeros_like(x), x)))


def thresholded_relu(xp, x, threshold=0):
    return xp.threshold(x, threshold, 0)


def threshold(xp, x, threshold, value):
    return xp.where(compared(xp, "less_equal", x, threshold), value, x)


# ---- smooth gates -----------------------------------------------------------------------------


@on_floats()
def gelu(xp, x, approximate=False):
    if approximate or _is_complex(xp, x):
        return 0.5 * x * (1 + xp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))
    return 0.5 * x * xp.erfc(x * -math.sqrt(0.5))


@on_floats()
def silu(xp, x):
    return x * xp.sigmoid(x)


@on_floats()
def mish(xp, x):
    return x * xp.tanh(xp.softplus(x))


@on_floats()
def hardswish(xp, x):
    return x * (_clipped(xp, x + 3, 0, 6) / 6)


def hardsilu(xp, x):
    return xp.hardswish(x)


@on_floats()
def softplus(xp, x, beta=None, threshold=None):
    beta = _factor(beta)
    scaled = x if beta is None else x * beta
    result = _softplus(xp, scaled)
    result = result if beta is None else result / beta
    return result if threshold is None else xp.where(_above(xp, scaled, threshold), x, result)


def _softplus(xp, x):
    if not _is_complex(xp, x):
        return xp.maximum(x, 0) + xp.log1p(xp.exp(-xp.abs(x)))
    right = xp.real(x) > 0
    result = xp.log1p(xp.exp(xp.where(right, -x, x)))
    result = xp.where(right, x + result, result)
    # Back to angles between -pi and pi.
    angle = xp.imag(result)
    turns = xp.round(angle / (2 * math.pi))
    return xp.as_complex(xp.real(result), angle - turns * (2 * math.pi))


# ---- squashing --------------------------------------------------------------------------------


@on_floats()
def sigmoid(xp, x):
    right = xp.real(x) >= 0 if _is_complex(xp, x) else x >= 0
    small = xp.exp(xp.where(right, -x, x))
    return xp.where(right, 1 + 0 * small, small) / (1 + small)


@on_floats()
def logsigmoid(xp, input):
    return -xp.softplus(-input)


@on_floats()
def logit(xp, x, eps=None):
    if eps is not None:
        x = _clipped(xp, x, eps, 1 - eps)
    return xp.log(x / (1 - x))


def _shifted(xp, x, axis):
    """Return `x` minus its maximum along an axis."""
    if not _is_complex(xp, x):
        return x - xp.max(x, axis, True)
    real, imaginary = xp.real(x), xp.imag(x)
    top = xp.max(real, axis, True)
    side = xp.max(xp.where(real == top, imaginary, -math.inf), axis, True)
    return x - xp.as_complex(top, side)


@on_floats()
def softmax(xp, x, axis=None):
    axis = normalized_axis("softmax", -1 if axis is None else axis, len(x.shape) or 1)
    if 0 in (len(x.shape), *x.shape):
        return xp.exp(x - x)
    powers = xp.exp(_shifted(xp, x, axis))
    return powers / xp.sum(powers, axis, None, True)


@on_floats()
def log_softmax(xp, x, axis=None):
    axis = normalized_axis("log_softmax", -1 if axis is None else axis, len(x.shape) or 1)
    if 0 in (len(x.shape), *x.shape):
        return x - x
    shifted = _shifted(xp, x, axis)
    return shifted - xp.log(xp.sum(xp.exp(shifted), axis, None, True))


@on_floats()
def softsign(xp, x):
    return x / (1 + xp.abs(x))


def hardtanh(xp, x, max_val=1, min_val=-1):
    return xp.clip(x, min_val, max_val)


@on_floats()
def scaled_tanh(xp, x, alpha=1.7159, beta=0.67):
    return _factor(alpha) * xp.tanh(_factor(beta) * x)


# ---- shrinking --------------------------------------------------------------------------------


@on_floats()
def tanhshrink(xp, x):
    return x - xp.tanh(x)


@on_floats()
def softshrink(xp, x, lambd=0.5):
    return x - xp.clip(x, -lambd, lambd)


def hardshrink(xp, x, lambd=0.5):
    size = x if xp.DTYPES[x.dtype] == "bool" else xp.abs(x)
    return xp.where(xp.less_equal(size, lambd), 0, x)
