import tensorflow as tf

from ivy.backends.tensorflow.native import as_native_dtype


def astype(x, dtype, copy=True, device=None):
    return tf.cast(x, as_native_dtype(dtype))
