"""Operands of two dtypes: TensorFlow promotes nothing, it raises."""

from __future__ import annotations

import functools
import math

import numpy as np
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
        return number(x, dtype)
    return x if x.dtype == dtype else gen_math_ops.cast(x, dtype)


# TensorFlow 2.21 remembers the tensors it makes of Python numbers, and takes -0.0 for the 0.0 it
# remembers (or the other way round). So it shall know 0.0, and -0.0 goes another way.
for _dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.complex64, tf.complex128):
    tf.constant(0.0, _dtype)


def number(value, dtype):
    """Return a Python number as a tensor, -0.0 and True too."""
    if value is True or value is False:
        return tf.constant(int(value) if dtype != tf.bool else value, dtype)
    parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
    if any(part == 0 and math.copysign(1, part) < 0 for part in parts):
        return tf.constant(np.array(value, dtype.as_numpy_dtype))
    return tf.constant(value, dtype)


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
