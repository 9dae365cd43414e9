"""Creation for uint16, uint32 and uint64, for which PyTorch 2.13 has no kernels."""

from __future__ import annotations

import torch

from ivy.backends.torch import unsigned

EMULATED_CREATION = {
    "tril": lambda x, k=0: unsigned.on_bits(lambda bits: torch.tril(bits, k))(x),
    "triu": lambda x, k=0: unsigned.on_bits(lambda bits: torch.triu(bits, k))(x),
}
