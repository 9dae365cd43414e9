"""Creation, on JAX."""

import jax
import jax.numpy as jnp

from ivy import config
from ivy.backends import conversion
from ivy.backends import jax as _space
from ivy.backends import native_dtypes as dtypes
from ivy.backends.any import creation as any_creation
from ivy.backends.axes import diagonal_number, eye_arguments
from ivy.backends.jax.native import DTYPES, as_native_dtype


def _dtype(dtype):
    return as_native_dtype(dtypes.default_dtype() if dtype is None else dtype)


def _device(device):
    if device is None:
        device = config.setting("default_device")
        if device is None:
            return None
    return _space.as_native_dev(device)


def from_numpy(values):
    as_native_dtype(values.dtype)  # raises where JAX would make 32 bits of 64
    return jnp.asarray(values, device=_device(None))


def copy_array(x):
    # Waited for: what came by DLPack has an owner who may write to it as soon as this returns.
    return jax.block_until_ready(jnp.array(x, copy=True))


def write_into(target, value):
    conversion.check_same_shape(target, value)
    return value


def zeros(shape, dtype=None, device=None):
    return jnp.zeros(conversion.as_shape(shape), _dtype(dtype), device=_device(device))


def ones(shape, dtype=None, device=None):
    return jnp.ones(conversion.as_shape(shape), _dtype(dtype), device=_device(device))


empty = zeros


def full(shape, fill_value, dtype=None, device=None):
    if isinstance(fill_value, jax.Array):
        native = as_native_dtype(fill_value.dtype if dtype is None else dtype)
        fill_value = _space.astype(fill_value, native)
    else:
        native = as_native_dtype(dtypes.number_dtype(fill_value) if dtype is None else dtype)
        fill_value = dtypes.as_number(fill_value, DTYPES[native])
    return jnp.full(conversion.as_shape(shape), fill_value, native, device=_device(device))


def zeros_like(x, dtype=None, device=None):
    return jnp.zeros_like(x, as_native_dtype(dtype), device=_space.as_native_dev(device))


def ones_like(x, dtype=None, device=None):
    return jnp.ones_like(x, as_native_dtype(dtype), device=_space.as_native_dev(device))


empty_like = zeros_like


def full_like(x, fill_value, dtype=None, device=None):
    return full(x.shape, fill_value, x.dtype if dtype is None else dtype, device)


def arange(start, stop=None, step=1, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    native = as_native_dtype(dtypes.number_dtype(start, stop, step) if dtype is None else dtype)
    length = dtypes.range_length(start, stop, step)
    whole = float not in map(type, (start, stop, step))
    if whole and DTYPES[native].kind in ("int", "uint"):
        if start == 0 and step == 1:
            return jnp.arange(length, dtype=native, device=_device(device))
        return jnp.arange(start, stop, step, native, device=_device(device))
    working = jnp.float64 if jax.config.jax_enable_x64 else jnp.float32
    return (start + step * jnp.arange(length, dtype=working, device=_device(device))).astype(native)


def linspace(start, stop, num, axis=None, endpoint=True, dtype=None, device=None):
    numbers = type(start) in dtypes.REAL_NUMBERS and type(stop) in dtypes.REAL_NUMBERS
    finite = numbers and abs(stop - start) < float("inf")
    if not finite or axis not in (None, 0, -1):
        return any_creation.linspace(_space, start, stop, num, axis, endpoint, dtype, device)
    if dtype is None:
        dtype = conversion.floating_result(_space, start, stop)
    native = as_native_dtype(dtype)
    return jnp.linspace(start, stop, num, endpoint, dtype=native, device=_device(device))


def eye(n_rows, n_cols=None, k=0, batch_shape=None, dtype=None, device=None):
    n_rows, n_cols, k = eye_arguments(n_rows, n_cols, k)
    matrix = jnp.eye(n_rows, n_cols, k, _dtype(dtype), device=_device(device))
    return jnp.broadcast_to(matrix, (*batch_shape, *matrix.shape)) if batch_shape else matrix


def tril(x, k=0):
    return jnp.tril(x, diagonal_number("tril", k))  # jax 0.10 takes True once it has compiled for 1


def triu(x, k=0):
    return jnp.triu(x, diagonal_number("triu", k))


def meshgrid(*arrays, sparse=False, indexing="xy"):
    return tuple(jnp.meshgrid(*map(jnp.ravel, arrays), sparse=sparse, indexing=indexing))


def complex(real, imag):
    return jax.lax.complex(*conversion.parts(_space, real, imag))


def to_dlpack(x):
    return conversion.with_dlpack(x).__dlpack__()


def from_dlpack(x, device=None, copy=None):
    as_native_dtype(getattr(x, "dtype", None))  # raises where JAX would make 32 bits of 64
    device = None if device is None else _space.as_native_dev(device)
    # jax 0.10 shares the memory with copy=True, too.
    shared = jax.dlpack.from_dlpack(conversion.with_dlpack(x), device=device, copy=copy)
    return copy_array(shared) if copy else shared
