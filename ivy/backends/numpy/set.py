import numpy as np

from ivy.backends import numpy as _space
from ivy.backends.any import set as _shared
from ivy.backends.numpy.native import NATIVE_DTYPES

_BFLOAT16 = NATIVE_DTYPES["bfloat16"]


def unique_counts(x):
    if x.dtype == _BFLOAT16:  # ml_dtypes 0.5 gives NaN no place in the order
        return _shared.unique_counts(_space, x)
    return _shared.UniqueCounts(*np.unique(x, return_counts=True, equal_nan=False))


def unique_values(x):
    if x.dtype == _BFLOAT16:
        return _shared.unique_values(_space, x)
    return np.unique(x, equal_nan=False)
