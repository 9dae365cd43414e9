"""TensorFlow's kernels where they take a tensor; the shared bodies for what they refuse."""

import math

import tensorflow as tf
from tensorflow.python.ops import gen_math_ops as _math
from tensorflow.python.ops import gen_nn_ops as _nn

import ivy.backends.tensorflow as _xp
from ivy.backends.any import activations as _shared
from ivy.backends.tensorflow.promotion import ERRORS

_EAGER = type(tf.constant(0))
# tensorflow 2.21: oneDNN's kernel of softmax takes 1 to 5 axes. In a graph it fails only when run.
_GREATEST_RANK = 5
_REFUSALS = (*ERRORS, tf.errors.AbortedError)


def _with_kernel(kernel, shared):
    def function(x):
        try:
            return kernel(x)
        except ERRORS:
            return shared(_xp, x)

    return function


relu = _with_kernel(_nn.relu, _shared.relu)
relu6 = _with_kernel(_nn.relu6, _shared.relu6)
sigmoid = _with_kernel(_math.sigmoid, _shared.sigmoid)


def leaky_relu(x, alpha=0.2):
    if x.dtype is tf.float32:
        return _nn.leaky_relu(x, alpha)
    # The kernel rounds alpha to float32, also for float64.
    return _shared.leaky_relu(_xp, x, alpha)


def gelu(x, approximate=False):
    if approximate or x.dtype is not tf.float32:
        return _shared.gelu(_xp, x, approximate)
    # tensorflow 2.21: Erfc takes eight times as long, and only Erf becomes a part of the product
    # before it. Results beyond -1e-6 lose digits, as those of torch do.
    return 0.5 * x * (_math.erf(x * math.sqrt(0.5)) + 1)


def _along_axis(kernel, along_any, shared):
    def function(x, axis=None):
        try:
            if type(x) is _EAGER or 0 < len(x.shape) <= _GREATEST_RANK:
                return kernel(x) if axis is None or axis == -1 else along_any(x, axis)
        except _REFUSALS:
            pass
        return shared(_xp, x, axis)

    return function


softmax = _along_axis(_nn.softmax, tf.nn.softmax, _shared.softmax)
log_softmax = _along_axis(_nn.log_softmax, tf.nn.log_softmax, _shared.log_softmax)


def softplus(x, beta=None, threshold=None):
    if beta is not None or threshold is not None or not x.dtype.is_floating:
        return _shared.softplus(_xp, x, beta, threshold)
    return _nn.softplus(x)
