import torch

import ivy.backends.torch as _xp
from ivy.backends.any import special as _shared
from ivy.backends.on_floats import native_on_floats
from ivy.backends.picking import exponents
from ivy.backends.torch.promotion import promoting, same_dtype

digamma, lgamma = torch.digamma, torch.lgamma
erf, erfc, erfinv = torch.erf, torch.erfc, torch.erfinv
exp2, sinc = torch.exp2, torch.sinc
deg2rad, rad2deg = torch.deg2rad, torch.rad2deg
fmax, fmin = promoting(torch.fmax), promoting(torch.fmin)
lcm = promoting(torch.lcm)
# torch 2.13: negative where the least integer takes part
gcd = promoting(lambda x1, x2: torch.gcd(x1, x2).abs())

_native = native_on_floats(_xp)


def xlogy(x, y):
    # torch 2.13: its gradient at (0, 0) is NaN.
    watched = any(isinstance(each, torch.Tensor) and each.requires_grad for each in (x, y))
    return _shared.xlogy(_xp, x, y) if watched else torch.xlogy(x, y)


@_native()
def frexp(x):
    return tuple(torch.frexp(x))


@_native(2)
def logaddexp2(x1, x2):
    return torch.logaddexp2(*same_dtype(x1, x2))


_EXPONENT_BITS = {torch.float32: (torch.int32, 23, 127), torch.float64: (torch.int64, 52, 1023)}


@_native()
def ldexp(x1, x2):
    # torch 2.13 computes x1 * 2.0**x2, where the power can be infinite though the product is not.
    bits, shift, bias = _EXPONENT_BITS[x1.dtype]
    limit = 4 * (bias - 1)
    x2 = exponents(_xp, torch.as_tensor(x2, device=x1.device))
    rest = torch.clamp(x2, -limit, limit).to(bits)
    for _ in range(4):
        step = torch.clamp(rest, -bias + 1, bias)
        rest = rest - step
        x1 = x1 * ((step + bias) << shift).view(x1.dtype)
    return x1


def fmod(x1, x2):
    if not (torch.is_tensor(x1) and torch.is_tensor(x2)):
        x1, x2 = same_dtype(x1, x2)
    if x1.is_floating_point() or x2.is_floating_point():
        return torch.fmod(x1, x2)
    zero = x2 == 0  # where torch 2.13 raises
    return torch.fmod(x1, torch.where(zero, 1, x2)).masked_fill(zero, 0)


@_native(3)
def lerp(input, end, weight):
    return torch.lerp(input, torch.as_tensor(end, dtype=input.dtype, device=input.device), weight)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    replace = torch.nan_to_num if copy else torch.nan_to_num_
    return replace(x, nan, posinf, neginf)


as_complex = torch.complex
