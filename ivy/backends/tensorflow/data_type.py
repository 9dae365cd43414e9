"""Data types, on TensorFlow."""

import tensorflow as tf

from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends import tensorflow as _space
from ivy.backends.tensorflow.native import DTYPES, as_native_dtype
from ivy.errors import IvyTypeError


def astype(x, dtype, copy=True, device=None):
    if dtype is None:
        raise IvyTypeError("astype: expected a dtype, got None")
    dtype = as_native_dtype(dtype)
    if x.dtype.is_complex:
        dtypes.check_keeps_complex(DTYPES[x.dtype], DTYPES[dtype])
        if dtype == tf.bool:  # tensorflow 2.21: the cast looks at the real part only
            return tf.not_equal(x, 0)
    x = tf.cast(x, dtype)
    return x if device is None else _space.to_device(x, device)


def bitcast(x, dtype):
    dtype = as_native_dtype(dtype)
    dtypes.check_same_width(DTYPES[x.dtype], DTYPES[dtype])
    return tf.bitcast(x, dtype)


def broadcast_to(x, shape):
    return tf.broadcast_to(x, conversion.as_shape(shape))


def broadcast_arrays(*arrays):
    if not arrays:
        return ()
    if all(x.shape.is_fully_defined() for x in arrays):
        shape = arrays[0].shape
        for x in arrays[1:]:
            shape = tf.broadcast_static_shape(shape, x.shape)
    else:
        shape = tf.shape(arrays[0])
        for x in arrays[1:]:
            shape = tf.broadcast_dynamic_shape(shape, tf.shape(x))
    return tuple(tf.broadcast_to(x, shape) for x in arrays)
