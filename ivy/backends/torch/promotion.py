"""Operands of two dtypes, for functions where PyTorch wants equal ones (`torch.matmul`, ...).

PyTorch's own promotion, which `torch.add` and alike follow, is ivy's except that its 0-d tensors
give way like Python numbers.
"""

from __future__ import annotations

from functools import partial

import torch

from ivy.backends.promotion import common_dtype, promoting_with
from ivy.backends.torch.native import DTYPES, NATIVE_DTYPES


def same_dtype(x1, x2):
    """Return both operands as tensors of the dtype they promote to."""
    dtype = NATIVE_DTYPES[common_dtype(DTYPES, x1, x2)]
    device = (x1 if isinstance(x1, torch.Tensor) else x2).device
    return _cast(x1, dtype, device), _cast(x2, dtype, device)


def _cast(x, dtype, device):
    if isinstance(x, torch.Tensor):
        return x if x.dtype is dtype else x.to(dtype)
    return torch.scalar_tensor(x, dtype=dtype, device=device)


promoting = partial(promoting_with, same_dtype)
