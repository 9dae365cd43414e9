import numpy as np

from ivy.backends.numpy.native import as_native_dtype


def asarray(obj, copy=None, dtype=None, device=None):
    return np.asarray(obj, dtype=as_native_dtype(dtype))
