import tensorflow as tf
from tensorflow.python.ops import gen_math_ops as _math_ops

from ivy.backends.tensorflow.statistical import _axes

_all, _any = _math_ops._all, _math_ops._any


def _truth(x):
    # Not a cast: TensorFlow's takes the real part of complex numbers, and truncates 0.5 to 0.
    return x if x.dtype is tf.bool else _math_ops.not_equal(x, tf.constant(0, x.dtype))


def all(x, axis=None, keepdims=False):
    return _all(_truth(x), _axes("all", axis, x), keepdims)


def any(x, axis=None, keepdims=False):
    return _any(_truth(x), _axes("any", axis, x), keepdims)
