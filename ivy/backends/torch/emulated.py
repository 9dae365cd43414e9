"""What PyTorch 2.13 has no kernels for with uint16, uint32 and uint64, computed on their bits.

Each function is called when the plain one has failed, with tensors of one of these dtypes.
"""

from __future__ import annotations

import torch

from ivy.backends import picking, shapes
from ivy.backends.torch import (
    creation,
    elementwise,
    linear_algebra,
    manipulation,
    searching,
    statistical,
)
from ivy.backends.torch.unsigned import (
    SIGNED,
    as_ordered,
    as_signed,
    choosing,
    from_ordered,
    narrowed,
    on_bits,
    on_order,
    on_truth,
    widened,
)
from ivy.types import Dtype

EMULATED_DTYPES = frozenset(Dtype(name) for name in ("uint16", "uint32", "uint64"))


# ---- numbers ----------------------------------------------------------------------------------


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


def _gcd(x1, x2):
    if x1.dtype is not torch.uint64:
        return narrowed(torch.gcd(widened(x1), widened(x2)), x1.dtype)
    # After two steps of Euclid's algorithm both are below 2**63.
    rest = _remainder(x1, x2)
    bits, other_bits, rest_bits = as_signed(x1), as_signed(x2), as_signed(rest)
    found = torch.gcd(rest_bits, as_signed(_remainder(x2, rest)))
    found = torch.where(rest_bits == 0, other_bits, found)
    return torch.where(other_bits == 0, bits, found).view(x1.dtype)


def _round(x, decimals):
    # Twice the power has what is looked at, the digits and whether the one before them is even.
    rest = as_signed(_remainder(x, x.new_tensor(2 * 10**-decimals)))
    return (as_signed(x) - rest + elementwise.round(rest, decimals)).view(x.dtype)


# ---- arrays -----------------------------------------------------------------------------------


def _extremum(reduce):
    def emulated(x, axis=None, keepdims=False, initial=None, where=None):
        if initial is not None:
            initial = int(initial) + torch.iinfo(SIGNED[x.dtype]).min
        return from_ordered(reduce(as_ordered(x), axis, keepdims, initial, where), x.dtype)

    return emulated


def _diagflat(x, offset=0, padding_value=0, *options):
    padding = as_signed(torch.tensor(padding_value, dtype=x.dtype)).item()
    return linear_algebra.diagflat(as_signed(x), offset, padding, *options).view(x.dtype)


def _einsum(equation, *operands):
    return torch.einsum(equation, *map(as_signed, operands)).view(operands[0].dtype)


def _clip(x, min=None, max=None, x_min=None, x_max=None):
    min = _key(x, picking.one_of("min", min, x_min), False)
    max = _key(x, picking.one_of("max", max, x_max), True)
    return from_ordered(manipulation.clip(as_ordered(x), min, max), x.dtype)


def _key(x, bound, upper):
    bound = manipulation._as_tensor(x, manipulation._bound(x, bound, upper))
    return None if bound is None else as_ordered(bound)


def _put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    values = torch.as_tensor(values, device=arr.device).to(arr.dtype)
    if mode == "mean":
        wide = arr.to(torch.int64), indices, values.to(torch.int64), axis, mode
        return manipulation.put_along_axis(*wide).to(arr.dtype)
    if mode in ("min", "max"):
        keys = manipulation.put_along_axis(as_ordered(arr), indices, as_ordered(values), axis, mode)
        return from_ordered(keys, arr.dtype)
    put = manipulation.put_along_axis(as_signed(arr), indices, as_signed(values), axis, mode)
    return put.view(arr.dtype)


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
    "round": _round,
    "sign": _sign,
    "square": on_bits(torch.square),
    "subtract": on_bits(torch.sub),
    "gcd": _gcd,
    "argmax": lambda x, *options: searching.argmax(as_ordered(x), *options),
    "argmin": lambda x, *options: searching.argmin(as_ordered(x), *options),
    "argwhere": lambda x: searching.argwhere(as_signed(x)),
    "bincount": lambda x, *given, **options: statistical.bincount(
        x.to(torch.int64), *given, **options
    ),
    "clip": _clip,
    "diagflat": _diagflat,
    "einsum": _einsum,
    "flip": on_bits(manipulation.flip),
    "matmul": on_bits(linear_algebra.matmul),
    "max": _extremum(statistical.max),
    "min": _extremum(statistical.min),
    "nonzero": lambda x, *options: searching.nonzero(as_signed(x), *options),
    "put_along_axis": _put_along_axis,
    "repeat": on_bits(manipulation.repeat),
    "searchsorted": lambda x, v, *options: searching.searchsorted(
        as_ordered(x), as_ordered(v), *options
    ),
    "tril": on_bits(creation.tril),
    "triu": on_bits(creation.triu),
    "vecdot": on_bits(linear_algebra.vecdot),
}
