import tensorflow as tf

from ivy.backends.resampling import kept_rows


def greedily_kept(over):
    if tf.executing_eagerly():
        return tf.constant(kept_rows(over.numpy()))
    count = tf.shape(over)[0]
    place = tf.range(count)

    def without(i, kept):
        return i + 1, kept & ~(over[i] & kept[i] & (place > i))

    start = (0, tf.fill([count], True))
    return tf.while_loop(lambda i, kept: i < count, without, start)[1]
