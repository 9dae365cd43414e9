import torch

from ivy.backends.torch.native import as_native_dtype


def asarray(obj, copy=None, dtype=None, device=None):
    return torch.asarray(obj, dtype=as_native_dtype(dtype))
