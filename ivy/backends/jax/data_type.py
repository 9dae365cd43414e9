"""Data types, on JAX."""

import jax
import jax.numpy as jnp

from ivy.backends import conversion
from ivy.backends import jax as _space
from ivy.backends import native_dtypes as dtypes
from ivy.backends.jax.native import DTYPES, as_native_dtype
from ivy.errors import IvyTypeError


def astype(x, dtype, copy=True, device=None):
    if dtype is None:
        raise IvyTypeError("astype: expected a dtype, got None")
    dtype = as_native_dtype(dtype)
    if x.dtype.kind == "c":
        dtypes.check_keeps_complex(DTYPES[x.dtype], DTYPES[dtype])
    y = x if not copy and x.dtype == dtype else x.astype(dtype)
    return y if device is None else jax.device_put(y, _space.as_native_dev(device))


def bitcast(x, dtype):
    dtype = as_native_dtype(dtype)
    dtypes.check_same_width(DTYPES[x.dtype], DTYPES[dtype])
    return jax.lax.bitcast_convert_type(x, dtype)


def broadcast_to(x, shape):
    return jnp.broadcast_to(x, conversion.as_shape(shape))


def broadcast_arrays(*arrays):
    return tuple(jnp.broadcast_arrays(*arrays))
