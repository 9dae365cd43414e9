"""JAX's array types and dtypes."""

from __future__ import annotations

import os
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ivy.backends.native_dtypes import DtypesOf, dtype_converter
from ivy.errors import IvyNotImplementedException
from ivy.types import ALL_DTYPES, Dtype

NAME = "jax"
VERSION = jax.__version__
NATIVE = (jax.Array, jax.core.Tracer)
ARRAY_TYPES = (type(jnp.zeros(())),)
NATIVE_DTYPES = {d: np.dtype(getattr(jnp, "bool_" if d == "bool" else d.name)) for d in ALL_DTYPES}
DTYPES = DtypesOf({native: d for d, native in NATIVE_DTYPES.items()})
NATIVE_DEVICES = (jax.Device, jax.sharding.Sharding)
MUTABLE = False  # whether an array's memory may be written
EMULATED_DTYPES: frozenset[Dtype] = frozenset()
EMULATED: dict[str, object] = {}

_convert = dtype_converter(NATIVE_DTYPES, NAME)
_WIDE = frozenset(NATIVE_DTYPES[Dtype(n)] for n in ("int64", "uint64", "float64", "complex128"))


def as_native_dtype(dtype: Any) -> Any:
    native = _convert(dtype)
    if native in _WIDE and not jax.config.jax_enable_x64:
        msg = (
            f"dtype (jax): expected a dtype of at most 32 bits while JAX's 64-bit mode is off, got "
            f"{native}; call ivy.set_backend('jax') or jax.config.update('jax_enable_x64', True)"
        )
        raise IvyNotImplementedException(msg)
    return native


def enable_x64():
    if os.environ.get("JAX_ENABLE_X64", "").lower() not in ("0", "false"):
        jax.config.update("jax_enable_x64", True)


def index_dtype() -> Dtype:
    return Dtype("int64" if jax.config.jax_enable_x64 else "int32")
