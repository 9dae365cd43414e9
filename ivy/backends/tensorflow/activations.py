"""TensorFlow's kernels where they take a tensor; the shared bodies for what they refuse."""

import tensorflow as tf
from tensorflow.python.ops import gen_math_ops as _math
from tensorflow.python.ops import gen_nn_ops as _nn

import ivy.backends.tensorflow as _xp
from ivy.backends.any import activations as _shared
from ivy.backends.tensorflow.promotion import ERRORS

_relu, _relu6, _softmax, _log_softmax = _nn.relu, _nn.relu6, _nn.softmax, _nn.log_softmax
_EAGER = type(tf.constant(0))
# tensorflow 2.21: oneDNN's kernel of softmax takes 1 to 5 axes. In a graph it fails only when run.
_GREATEST_RANK = 5
_REFUSALS = (*ERRORS, tf.errors.AbortedError)


def relu(x):
    try:
        return _relu(x)
    except ERRORS:
        return _shared.relu(_xp, x)


def relu6(x):
    try:
        return _relu6(x)
    except ERRORS:
        return _shared.relu6(_xp, x)


def leaky_relu(x, alpha=0.2):
    if x.dtype is tf.float32:
        return _nn.leaky_relu(x, alpha)
    # The kernel rounds alpha to float32, also for float64.
    return _shared.leaky_relu(_xp, x, alpha)


def softmax(x, axis=None):
    try:
        if type(x) is _EAGER or 0 < len(x.shape) <= _GREATEST_RANK:
            return _softmax(x) if axis is None or axis == -1 else tf.nn.softmax(x, axis)
    except _REFUSALS:
        pass
    return _shared.softmax(_xp, x, axis)


def log_softmax(x, axis=None):
    try:
        if type(x) is _EAGER or 0 < len(x.shape) <= _GREATEST_RANK:
            return _log_softmax(x) if axis is None or axis == -1 else tf.nn.log_softmax(x, axis)
    except _REFUSALS:
        pass
    return _shared.log_softmax(_xp, x, axis)


def sigmoid(x):
    try:
        return _math.sigmoid(x)
    except ERRORS:
        return _shared.sigmoid(_xp, x)


def softplus(x, beta=None, threshold=None):
    if beta is not None or threshold is not None or not x.dtype.is_floating:
        return _shared.softplus(_xp, x, beta, threshold)
    return _nn.softplus(x)


def softsign(x):
    try:
        return _nn.softsign(x)
    except ERRORS:
        return _shared.softsign(_xp, x)
