import numpy as np
import tensorflow as tf

_PHILOX = 1  # tf.random.Algorithm.PHILOX


def is_tracing():
    return not tf.executing_eagerly()


def native_uniform(shape, dtype):
    return tf.random.uniform(shape, dtype=dtype)


def native_normal(shape, dtype):
    return tf.random.normal(shape, dtype=dtype)


def native_words(count):
    words = tf.random.uniform((count,), -(2**31), 2**31, dtype=tf.int64)
    return tf.bitcast(tf.cast(words, tf.int32), tf.uint32)


def random_words(key, block, count):
    if isinstance(key, int):
        # Of an array: tensorflow 2.21 keeps every scalar it ever made a tensor of.
        counter = tf.constant(np.array([block, key], np.uint64))
        key = counter[1:]
    else:
        low, high = tf.split(tf.cast(tf.reshape(key, [2]), tf.uint64), 2)
        key = tf.bitwise.bitwise_or(low, tf.bitwise.left_shift(high, tf.constant(32, tf.uint64)))
        counter = tf.concat([tf.constant([block], tf.uint64), key], 0)
    return tf.raw_ops.StatelessRandomUniformFullIntV2(
        shape=[count], key=key, counter=counter, alg=_PHILOX, dtype=tf.uint32
    )


def _shifted(words, by):
    return tf.bitwise.right_shift(words, tf.constant(by, tf.uint32))


def unit_float32(words, precision):
    return tf.cast(_shifted(words, 32 - precision), tf.float32) * 2.0**-precision


def unit_float64(words):
    pairs = tf.reshape(words, [-1, 2])
    high = tf.cast(_shifted(pairs[:, 0], 5), tf.float64)
    low = tf.cast(_shifted(pairs[:, 1], 6), tf.float64)
    return (high * 2.0**26 + low) * 2.0**-53


def scaled_words(words, span):
    span = tf.cast(span, tf.uint64)
    product = tf.cast(words, tf.uint64) * span
    return tf.cast(tf.bitwise.right_shift(product, tf.constant(32, tf.uint64)), tf.int64)


def argsort_words(words):
    wide = tf.cast(words, tf.int64)
    high = tf.bitwise.left_shift(wide[..., 0] - 2**31, tf.constant(32, tf.int64))
    return tf.argsort(high + wide[..., 1], axis=-1, stable=True)
