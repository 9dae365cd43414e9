import torch

from ivy.backends.torch.native import as_native_dtype


def astype(x, dtype, copy=True, device=None):
    return x.to(as_native_dtype(dtype))
