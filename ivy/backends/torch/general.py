"""Values, gathering and scattering, on PyTorch."""

from __future__ import annotations

import ml_dtypes
import torch
import torch.multiprocessing as _multiprocessing

from ivy.backends.any import general as _shared
from ivy.backends.torch.unsigned import SIGNED

_BFLOAT16 = ml_dtypes.bfloat16

VARIABLES = (torch.nn.Parameter,)


def keys_of(xs):
    # A tensor is equal to itself only; after its id torch.compile would trace anew for every one.
    return xs if torch.compiler.is_compiling() else [*map(id, xs)]


def to_numpy(x, copy=True):
    if x.dtype is torch.bfloat16:  # NumPy has no such dtype of its own
        values = x.view(torch.int16).numpy(force=True).view(_BFLOAT16)
    else:
        values = x.numpy(force=True)
    return values.copy() if copy else values


_NOT_IN_ISIN = frozenset(
    (torch.bool, torch.uint16, torch.uint32, torch.uint64, torch.complex64, torch.complex128)
)


def isin(x1, x2, assume_unique=False, invert=False):
    if x2.dtype in _NOT_IN_ISIN or x1.dtype in _NOT_IN_ISIN:  # a number has no dtype
        from ivy.backends import torch as space

        return _shared.isin(space, x1, x2, assume_unique, invert)
    return torch.isin(x1, x2, assume_unique=assume_unique, invert=invert)


_REDUCTIONS = {"min": "amin", "max": "amax"}


def scatter_rows(target, index, rows, reduction):
    signed = SIGNED.get(target.dtype)
    if signed is not None:  # torch 2.13 has no kernels; with the top bit flipped order is kept
        flip = torch.iinfo(signed).min if reduction in _REDUCTIONS else 0
        bits, new = target.view(signed) ^ flip, rows.view(signed) ^ flip
        return (scatter_rows(bits, index, new, reduction) ^ flip).view(target.dtype)
    if reduction == "replace":
        return target.index_put((index,), rows)
    if reduction == "sum":
        return target.index_add(0, index, rows)
    index = index[:, None].expand(rows.shape)
    return target.scatter_reduce(0, index, rows, _REDUCTIONS[reduction])


def multiprocessing(context=None):
    return _multiprocessing.get_context(context)


def inplace_arrays_supported():
    return True


def inplace_variables_supported():
    return True


def to_native_shape(shape):
    return torch.Size(shape)
