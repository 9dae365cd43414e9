import numpy as np

from ivy.backends.numpy.native import as_native_dtype


def astype(x, dtype, copy=True, device=None):
    return x.astype(as_native_dtype(dtype))
