"""Operands of two dtypes: TensorFlow promotes nothing, it raises."""

from __future__ import annotations

import functools

import tensorflow as tf
from tensorflow.python.ops import gen_math_ops

from ivy.backends.promotion import common_dtype
from ivy.backends.tensorflow.native import DTYPES, NATIVE_DTYPES

ERRORS = (TypeError, ValueError, tf.errors.InvalidArgumentError, tf.errors.NotFoundError)
"""What an op raises for dtypes it does not take (also for shapes it does not take)."""


def same_dtype(x1, x2):
    """Return both operands as tensors of the dtype they promote to."""
    dtype = NATIVE_DTYPES[common_dtype(DTYPES, x1, x2)]
    return _cast(x1, dtype), _cast(x2, dtype)


def _cast(x, dtype):
    if not hasattr(x, "dtype"):
        return tf.constant(x, dtype)
    return x if x.dtype == dtype else gen_math_ops.cast(x, dtype)


def promoting(function):
    """Return `f(x1, x2, ...)` for operands of any dtypes from one for operands of equal dtype."""

    @functools.wraps(function)
    def promoted(x1, x2, *others, **options):
        try:
            return function(x1, x2, *others, **options)
        except ERRORS:
            y1, y2 = same_dtype(x1, x2)
            if y1 is x1 and y2 is x2:
                raise
            return function(y1, y2, *others, **options)

    return promoted
