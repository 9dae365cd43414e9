"""Values, gathering and scattering, on TensorFlow."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy import config
from ivy.backends.tensorflow.manipulation import _scattered
from ivy.backends.tensorflow.native import as_native_dtype as _as_native_dtype
from ivy.types import Shape

VARIABLES = (tf.Variable,)


def shape(x, as_array=False):
    if as_array or config.setting("shape_array_mode"):
        # Inside tf.function sizes may be known only when it runs.
        return tf.cast(tf.shape(x), _as_native_dtype(config.default_of("int")))
    return Shape(x.shape)


def to_numpy(x, copy=True):
    values = x.__array__()  # x.numpy() would always copy
    return np.array(values) if copy else np.asarray(values)


def scatter_rows(target, index, rows, reduction):
    return _scattered(target, index[:, None], rows, reduction)


def inplace_arrays_supported():
    return False


def inplace_variables_supported():
    return True


def to_native_shape(shape):
    return tf.TensorShape(shape)
