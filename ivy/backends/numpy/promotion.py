"""Operands of two dtypes: NumPy makes int32 with float32 float64, ivy float32."""

from __future__ import annotations

from functools import partial

import numpy as np

from ivy.backends.numpy.native import DTYPES, NATIVE_DTYPES
from ivy.backends.promotion import common_dtype, promoting_with


def same_dtype(x1, x2):
    """Return both operands as arrays of the dtype they promote to."""
    dtype = NATIVE_DTYPES[common_dtype(DTYPES, x1, x2)]
    return _cast(x1, dtype), _cast(x2, dtype)


def _cast(x, dtype):
    # Not np.asarray for arrays: a method also works on what is being differentiated.
    return x.astype(dtype, copy=False) if hasattr(x, "dtype") else np.asarray(x, dtype)


promoting = partial(promoting_with, same_dtype)
