"""PyTorch's array types and dtypes."""

from __future__ import annotations

import torch

from ivy.backends.native_dtypes import DtypesOf, dtype_converter
from ivy.types import ALL_DTYPES

NAME = "torch"
VERSION = torch.__version__
NATIVE = (torch.Tensor,)
ARRAY_TYPES = (torch.Tensor, torch.nn.Parameter)
NATIVE_DTYPES = {d: getattr(torch, d.name) for d in ALL_DTYPES}
DTYPES = DtypesOf({native: d for d, native in NATIVE_DTYPES.items()})
NATIVE_DEVICES = (torch.device,)

MUTABLE = True  # whether an array's memory may be written
# EMULATED and EMULATED_DTYPES are in emulated.py.

as_native_dtype = dtype_converter(NATIVE_DTYPES, NAME)
