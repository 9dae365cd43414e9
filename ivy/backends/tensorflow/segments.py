import tensorflow as tf

_REDUCTIONS = {"sum": tf.math.unsorted_segment_sum, "min": tf.math.unsorted_segment_min}


def segment_rows(rows, index, segments, reduction):
    return _REDUCTIONS[reduction](rows, index, segments)
