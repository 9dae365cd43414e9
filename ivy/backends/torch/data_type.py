"""Data types, on PyTorch."""

import torch

from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends import torch as _space
from ivy.backends.torch.native import DTYPES, as_native_dtype
from ivy.errors import IvyTypeError


def astype(x, dtype, copy=True, device=None):
    if dtype is None:
        raise IvyTypeError("astype: expected a dtype, got None")
    dtype = as_native_dtype(dtype)
    if x.dtype.is_complex:
        dtypes.check_keeps_complex(DTYPES[x.dtype], DTYPES[dtype])
    if device is not None:
        return x.to(_space.as_native_dev(device), dtype, copy=copy)
    return x.to(dtype, copy=copy)


def bitcast(x, dtype):
    dtype = as_native_dtype(dtype)
    dtypes.check_same_width(DTYPES[x.dtype], DTYPES[dtype])
    return x.view(dtype)


def broadcast_to(x, shape):
    return torch.broadcast_to(x, conversion.as_shape(shape))


def broadcast_arrays(*arrays):
    return tuple(torch.broadcast_tensors(*arrays))
