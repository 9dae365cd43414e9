"""Values, gathering and scattering, on TensorFlow."""

from __future__ import annotations

import multiprocessing as _multiprocessing

import numpy as np
import tensorflow as tf

VARIABLES = (tf.Variable,)


def to_numpy(x, copy=True):
    values = x.__array__()  # x.numpy() would always copy
    return np.array(values) if copy else np.asarray(values)


_SCATTERS = {
    "sum": tf.tensor_scatter_nd_add,
    "min": tf.tensor_scatter_nd_min,
    "max": tf.tensor_scatter_nd_max,
    "replace": tf.tensor_scatter_nd_update,
}


def scatter_rows(target, index, rows, reduction):
    return _SCATTERS[reduction](target, index[:, None], rows)


def multiprocessing(context=None):
    return _multiprocessing.get_context(context)


def container_types():
    return []


def inplace_arrays_supported():
    return False


def inplace_variables_supported():
    return True


def to_native_shape(shape):
    return tf.TensorShape(shape)
