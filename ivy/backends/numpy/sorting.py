import numpy as np

from ivy.backends.axes import normalized_axis
from ivy.backends.numpy.native import NATIVE_DTYPES

_BFLOAT16 = NATIVE_DTYPES["bfloat16"]


def sort(x, axis=-1, descending=False, stable=True):
    if x.dtype == _BFLOAT16:  # ml_dtypes 0.5 gives NaN no place in the order
        return sort(x.astype(np.float32), axis, descending, stable).astype(_BFLOAT16)
    normalized_axis("sort", axis, len(x.shape))
    if descending:
        return np.flip(np.sort(np.flip(x, axis), axis, stable=stable), axis)
    return np.sort(x, axis, stable=stable)


def argsort(x, axis=-1, descending=False, stable=True):
    if x.dtype == _BFLOAT16:
        x = x.astype(np.float32)
    normalized_axis("argsort", axis, len(x.shape))
    if descending:
        backwards = np.argsort(np.flip(x, axis), axis, stable=stable)
        return x.shape[axis] - 1 - np.flip(backwards, axis)
    return np.argsort(x, axis, stable=stable)


def lexsort(keys, axis=-1):
    plain = [key.astype(np.float32) if key.dtype == _BFLOAT16 else key for key in keys]
    return np.lexsort(plain, axis)
