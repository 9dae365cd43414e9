"""Reductions and products of uint16, uint32 and uint64, for which PyTorch 2.13 lacks kernels."""

from __future__ import annotations

import torch

from ivy.backends.torch import linear_algebra, statistical
from ivy.backends.torch.unsigned import as_ordered, as_signed, from_ordered, on_bits


def _ordered_number(x, number):
    """Return the number as `as_ordered` changes the elements of `x`."""
    return None if number is None else int(number) + torch.iinfo(as_signed(x).dtype).min


def _max(x, axis=None, keepdims=False, initial=None, where=None):
    initial = _ordered_number(x, initial)
    return from_ordered(statistical.max(as_ordered(x), axis, keepdims, initial, where), x.dtype)


def _min(x, axis=None, keepdims=False, initial=None, where=None):
    initial = _ordered_number(x, initial)
    return from_ordered(statistical.min(as_ordered(x), axis, keepdims, initial, where), x.dtype)


def _bincount(x, weights=None, minlength=0):
    return statistical.bincount(x.to(torch.int64), weights, minlength)


def _diagflat(x, offset=0, padding_value=0, *options):
    padding = torch.tensor(padding_value, dtype=x.dtype)
    return linear_algebra.diagflat(as_signed(x), offset, as_signed(padding).item(), *options).view(
        x.dtype
    )


def _einsum(equation, *operands):
    return torch.einsum(equation, *map(as_signed, operands)).view(operands[0].dtype)


EMULATED_LINALG = {
    "bincount": _bincount,
    "diagflat": _diagflat,
    "einsum": _einsum,
    "matmul": on_bits(linear_algebra.matmul),
    "max": _max,
    "min": _min,
    "vecdot": on_bits(linear_algebra.vecdot),
}
