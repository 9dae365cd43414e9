"""Data types, on NumPy."""

import numpy as np

from ivy.backends import native_dtypes as dtypes
from ivy.backends import numpy as _space
from ivy.backends.numpy.native import DTYPES, NATIVE_DTYPES, as_native_dtype
from ivy.errors import IvyTypeError

_WARNING_CASTS = {
    (native, target)
    for ours, native in NATIVE_DTYPES.items()
    for wanted, target in NATIVE_DTYPES.items()
    if (ours.kind == "float" and wanted.is_int_dtype)
    or (ours.kind in ("int", "uint", "float") and wanted.kind == "float" and wanted < ours)
    or (ours.is_int_dtype and wanted == "float16")
    or (ours.kind == "complex" and wanted.kind == "complex")
}


def astype(x, dtype, copy=True, device=None):
    if dtype is None:
        raise IvyTypeError("astype: expected a dtype, got None")
    if device is not None:
        _space.as_native_dev(device)
    dtype = as_native_dtype(dtype)
    if x.dtype.kind == "c":
        dtypes.check_keeps_complex(DTYPES[x.dtype], DTYPES[dtype])
    if (x.dtype, dtype) not in _WARNING_CASTS:
        return x.astype(dtype, copy=copy)
    with np.errstate(invalid="ignore", over="ignore"):  # as the other frameworks: no warning
        return x.astype(dtype)


def bitcast(x, dtype):
    dtype = as_native_dtype(dtype)
    dtypes.check_same_width(DTYPES[x.dtype], DTYPES[dtype])
    return x.view(dtype)


def broadcast_to(x, shape):
    return np.broadcast_to(x, shape)


def broadcast_arrays(*arrays):
    return tuple(np.broadcast_arrays(*arrays))
