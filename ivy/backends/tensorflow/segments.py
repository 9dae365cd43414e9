import tensorflow as tf

_REDUCTIONS = {"sum": tf.math.unsorted_segment_sum, "min": tf.math.unsorted_segment_min}


def segment_rows(rows, index, segments, reduction):
    result = _REDUCTIONS[reduction](rows, index, segments)
    if reduction == "sum" or not rows.dtype.is_floating:
        return result
    # tensorflow 2.21 drops a NaN that comes before a number.
    is_nan = tf.cast(tf.math.is_nan(rows), tf.int32)
    has_nan = tf.math.unsorted_segment_max(is_nan, index, segments) > 0
    return tf.where(has_nan, tf.constant(float("nan"), rows.dtype), result)
