"""NumPy's array types, dtypes and device."""

from __future__ import annotations

from typing import Any

import ml_dtypes  # bfloat16, which NumPy itself lacks
import numpy as np

from ivy.backends.native_dtypes import DtypesOf, dtype_converter
from ivy.types import ALL_DTYPES, Dtype

NAME = "numpy"
VERSION = np.__version__
NATIVE_DTYPES: dict[Any, np.dtype[Any]] = {
    d: np.dtype(ml_dtypes.bfloat16 if d == "bfloat16" else d.name) for d in ALL_DTYPES
}
DTYPES = DtypesOf({native: d for d, native in NATIVE_DTYPES.items()})
NATIVE_DEVICES: tuple[type, ...] = ()
MUTABLE = True  # whether an array's memory may be written
EMULATED_DTYPES: frozenset[Dtype] = frozenset()
EMULATED: dict[str, object] = {}

as_native_dtype = dtype_converter(NATIVE_DTYPES, NAME)

# Arrays being differentiated are arrays too. Here, because the tape's rules need the names above.
from ivy.backends.numpy_tape.engine import Box as Box  # noqa: E402

NATIVE = (np.ndarray, np.generic, Box)
ARRAY_TYPES = (np.ndarray, Box, *(native.type for native in NATIVE_DTYPES.values()))
