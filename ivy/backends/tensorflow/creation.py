import tensorflow as tf

from ivy.backends.tensorflow.native import as_native_dtype


def asarray(obj, copy=None, dtype=None, device=None):
    return tf.convert_to_tensor(obj, dtype=as_native_dtype(dtype))
