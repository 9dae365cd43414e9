"""16, 32 and 64-bit unsigned integers: PyTorch holds them but has few kernels for them.

The same bits seen as signed integers have them all: sums, products and powers are the same bits,
and with the sign bit flipped the order is the same too.
"""

from __future__ import annotations

import torch

SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def as_signed(x):
    """Return the same bits as signed integers; what is not of these dtypes stays as it is."""
    if isinstance(x, torch.Tensor) and x.dtype in SIGNED:
        return x.view(SIGNED[x.dtype])
    return x


def as_ordered(x):
    """Return signed integers in the order of these unsigned ones."""
    return as_signed(x) ^ torch.iinfo(SIGNED[x.dtype]).min


def from_ordered(x, dtype):
    """Undo `as_ordered`."""
    return (x ^ torch.iinfo(x.dtype).min).view(dtype)


def on_bits(function):
    """Return a function that gives the same bits whether they are signed or not."""

    def emulated(x, *others, **options):
        return function(as_signed(x), *map(as_signed, others), **options).view(x.dtype)

    return emulated


def on_order(function):
    """Return a function of the order of its operands, such as a comparison."""

    def emulated(*xs):
        return function(*map(as_ordered, xs))

    return emulated


def choosing(function):
    """Return a function of the order of its operands that returns some of them."""

    def emulated(*xs):
        return from_ordered(function(*map(as_ordered, xs)), xs[0].dtype)

    return emulated


def on_truth(function):
    """Return a function of what is 0 and what is not."""

    def emulated(*xs):
        return function(*(as_signed(x) != 0 for x in xs))

    return emulated


def widened(x):
    """Return the values as int64; of 64-bit integers only the bits."""
    signed = as_signed(x)
    if x.dtype is torch.uint64:
        return signed
    return signed.to(torch.int64) & (2 * torch.iinfo(signed.dtype).max + 1)


def narrowed(x, dtype):
    """Undo `widened`."""
    return x.to(SIGNED[dtype]).view(dtype)
