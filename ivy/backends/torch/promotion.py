"""Operands of two dtypes, for functions where PyTorch wants equal ones (`torch.matmul`, ...).

PyTorch's own promotion, which `torch.add` and alike follow, is ivy's except that its 0-d tensors
give way like Python numbers.
"""

from __future__ import annotations

from functools import partial, wraps

import torch

from ivy import config
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


FLOATS_OF_INTEGERS = frozenset((
    "acos acosh asin asinh atan atan2 atanh cos cosh deg2rad digamma divide erf erfc erfinv exp "
    "exp2 expm1 lgamma log log10 log1p log2 rad2deg reciprocal sigmoid sin sinc sinh sqrt tan tanh "
    "xlogy"
).split())  # fmt: skip


def of_default_float(function):
    """Return one of these functions with integers cast to ivy's default float, not to PyTorch's."""

    @wraps(function)
    def call(*xs):
        tensors = [x for x in xs if isinstance(x, torch.Tensor)]
        if any(x.is_floating_point() or x.is_complex() for x in tensors):
            return function(*xs)
        dtype = NATIVE_DTYPES[config.default_of("float")]
        return function(*(_cast(x, dtype, tensors[0].device) for x in xs))

    call.of_own_float = function
    return call
