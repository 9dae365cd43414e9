"""16, 32 and 64-bit unsigned integers: PyTorch holds them but has few kernels for them.

The same bits seen as signed integers have them all: sums, products and powers are the same bits,
and with the sign bit flipped the order is the same too. Each function here is called when the plain
one has failed, with tensors of one of these dtypes.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import torch

from ivy.types import Dtype

SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}
EMULATED_DTYPES = frozenset(Dtype(name) for name in ("uint16", "uint32", "uint64"))


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

    def emulated(x, *others):
        return function(as_signed(x), *map(as_signed, others)).view(x.dtype)

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


# ---- division and shifts ----------------------------------------------------------------------


def widened(x):
    """Return the values as int64; of 64-bit integers only the bits."""
    signed = as_signed(x)
    if x.dtype is torch.uint64:
        return signed
    return signed.to(torch.int64) & (2 * torch.iinfo(signed.dtype).max + 1)


def narrowed(x, dtype):
    """Undo `widened`."""
    return x.to(SIGNED[dtype]).view(dtype)


def _divide_64_bits(x1, x2):
    """Return quotient and remainder of unsigned integers given as int64; by 0 they are 0."""
    zero = x2 == 0
    large = x2 < 0  # at least 2**63: the quotient is 0 or 1
    divisor = torch.where(zero | large, 1, x2)
    half = (x1 >> 1) & torch.iinfo(torch.int64).max
    quotient = torch.floor_divide(half, divisor) << 1
    quotient = quotient + _reaches(x1 - quotient * divisor, divisor)
    quotient = torch.where(large, _reaches(x1, x2).to(torch.int64), quotient)
    return torch.where(zero, 0, quotient), torch.where(zero, 0, x1 - quotient * x2)


def _reaches(x1, x2):
    least = torch.iinfo(torch.int64).min
    return (x1 ^ least) >= (x2 ^ least)


def _divide(x1, x2):
    if x1.dtype is torch.uint64:
        return [part.view(x1.dtype) for part in _divide_64_bits(as_signed(x1), as_signed(x2))]
    y1, y2 = widened(x1), widened(x2)
    zero = y2 == 0
    y2 = torch.where(zero, 1, y2)
    parts = torch.floor_divide(y1, y2), torch.remainder(y1, y2)
    return [narrowed(torch.where(zero, 0, part), x1.dtype) for part in parts]


def _floor_divide(x1, x2):
    return _divide(x1, x2)[0]


def _remainder(x1, x2):
    return _divide(x1, x2)[1]


def _bitwise_right_shift(x1, x2):
    if x1.dtype is not torch.uint64:
        return narrowed(torch.bitwise_right_shift(widened(x1), widened(x2)), x1.dtype)
    bits, places = as_signed(x1), as_signed(x2)
    # One place first, without the sign bit; the rest can then not bring it in.
    shifted = ((bits >> 1) & torch.iinfo(torch.int64).max) >> (places - 1).clamp(min=0)
    shifted = torch.where((places < 0) | (places > 63), 0, shifted)
    return torch.where(places == 0, bits, shifted).view(x1.dtype)


def _pow(x1, x2):
    if x1.dtype is not torch.uint64:
        return narrowed(torch.pow(widened(x1), widened(x2)), x1.dtype)
    power = as_signed(x2)
    # Modulo 2**64 powers of odd numbers repeat after 2**62, those of even ones are 0 from 64 on.
    power = torch.where(power < 0, power & (2**62 - 1) | 2**62, power)
    return torch.pow(as_signed(x1), power).view(x1.dtype)


def _sign(x):
    return (as_signed(x) != 0).to(SIGNED[x.dtype]).view(x.dtype)


EMULATED = {
    "abs": torch.clone,
    "add": on_bits(torch.add),
    "bitwise_invert": on_bits(torch.bitwise_not),
    "bitwise_left_shift": on_bits(torch.bitwise_left_shift),
    "bitwise_right_shift": _bitwise_right_shift,
    "floor_divide": _floor_divide,
    "fmod": _remainder,
    "greater": on_order(torch.gt),
    "greater_equal": on_order(torch.ge),
    "less": on_order(torch.lt),
    "less_equal": on_order(torch.le),
    "logical_and": on_truth(torch.logical_and),
    "logical_not": on_truth(torch.logical_not),
    "logical_or": on_truth(torch.logical_or),
    "logical_xor": on_truth(torch.logical_xor),
    "maximum": choosing(torch.maximum),
    "minimum": choosing(torch.minimum),
    "negative": on_bits(torch.neg),
    "pow": _pow,
    "remainder": _remainder,
    "sign": _sign,
    "square": on_bits(torch.square),
    "subtract": on_bits(torch.sub),
}

# Every other area adds its own in `unsigned_<area>.py`.
for _info in pkgutil.iter_modules([str(Path(__file__).parent)]):
    if _info.name.startswith("unsigned_"):
        _module = importlib.import_module(f"ivy.backends.torch.{_info.name}")
        EMULATED |= getattr(_module, f"EMULATED_{_info.name.removeprefix('unsigned_').upper()}")
