"""Greatest common divisors of uint16, uint32 and uint64, for which PyTorch 2.13 lacks kernels."""

from __future__ import annotations

import torch

from ivy.backends.torch.unsigned import EMULATED, as_signed, narrowed, widened

_remainder = EMULATED["remainder"]


def _gcd(x1, x2):
    if x1.dtype is not torch.uint64:
        return narrowed(torch.gcd(widened(x1), widened(x2)), x1.dtype)
    # After two steps of Euclid's algorithm both are below 2**63.
    rest = _remainder(x1, x2)
    bits, other_bits, rest_bits = as_signed(x1), as_signed(x2), as_signed(rest)
    found = torch.gcd(rest_bits, as_signed(_remainder(x2, rest)))
    found = torch.where(rest_bits == 0, other_bits, found)
    return torch.where(other_bits == 0, bits, found).view(x1.dtype)


EMULATED_SPECIAL = {"gcd": _gcd}
