import functools as _functools

import numpy as np
import torch

from ivy import config
from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends import torch as _space
from ivy.backends.any import creation as any_creation
from ivy.backends.axes import eye_arguments, matrix_size
from ivy.backends.torch.native import DTYPES, as_native_dtype


def _dtype(dtype):
    return as_native_dtype(dtypes.default_dtype() if dtype is None else dtype)


def _device(device):
    if device is None:
        device = config.setting("default_device")
        if device is None:
            return None
    return _space.as_native_dev(device)


def asarray(obj, copy=None, dtype=None, device=None):
    if isinstance(obj, list | tuple | range) and torch.compiler.is_compiling():
        return _from_traced_list(obj, dtype, device)
    if isinstance(obj, torch.SymInt | torch.SymFloat):  # a size that torch.export leaves open
        kind = "int" if isinstance(obj, torch.SymInt) else "float"
        native = as_native_dtype(config.default_of(kind) if dtype is None else dtype)
        return torch.scalar_tensor(obj, dtype=native, device=_device(device))
    return conversion.asarray(_space, obj, copy, dtype, device)


array = asarray


def _from_traced_list(obj, dtype, device):
    obj = list(obj) if isinstance(obj, range) else obj
    leaves = list(conversion.leaves(obj))
    if dtype is None:
        dtype = dtypes.result_dtype(*leaves) if leaves else dtypes.default_dtype()
    native = as_native_dtype(dtype)
    if any(isinstance(leaf, torch.Tensor) for leaf in leaves):
        return conversion.stacked(_space, obj, native).to(_device(device))
    return torch.tensor(obj, dtype=native, device=_device(device))


def from_numpy(values):
    if values.dtype.name == "bfloat16":
        return from_numpy(values.view(np.int16)).view(torch.bfloat16)
    if not values.flags.writeable or any(stride < 0 for stride in values.strides):
        values = values.copy()
    return torch.from_numpy(values).to(_device(None))


copy_array = torch.clone


def write_into(target, value):
    conversion.check_same_shape(target, value)
    if target.requires_grad and target.is_leaf:
        with torch.no_grad():
            return target.copy_(value)
    return target.copy_(value)


def zeros(shape, dtype=None, device=None):
    return torch.zeros(conversion.as_shape(shape), dtype=_dtype(dtype), device=_device(device))


def ones(shape, dtype=None, device=None):
    return torch.ones(conversion.as_shape(shape), dtype=_dtype(dtype), device=_device(device))


def empty(shape, dtype=None, device=None):
    return torch.empty(conversion.as_shape(shape), dtype=_dtype(dtype), device=_device(device))


def full(shape, fill_value, dtype=None, device=None):
    shape = (shape,) if isinstance(shape, int) else conversion.as_shape(shape)
    if isinstance(fill_value, torch.Tensor):
        return _filled(shape, fill_value, dtype, device)
    native = as_native_dtype(dtypes.number_dtype(fill_value) if dtype is None else dtype)
    value = dtypes.as_number(fill_value, DTYPES[native])
    if native is torch.uint64 and value >= 2**63:  # torch 2.13: fill values are int64
        value -= 2**64
        return torch.full(shape, value, dtype=torch.int64, device=_device(device)).view(native)
    return torch.full(shape, value, dtype=native, device=_device(device))


def _filled(shape, value, dtype, device):
    value = value if dtype is None else _space.astype(value, dtype)
    return value.to(_device(device)).expand(shape).clone()


def zeros_like(x, dtype=None, device=None):
    return torch.zeros_like(x, dtype=as_native_dtype(dtype), device=_like(x, device))


def ones_like(x, dtype=None, device=None):
    return torch.ones_like(x, dtype=as_native_dtype(dtype), device=_like(x, device))


def empty_like(x, dtype=None, device=None):
    return torch.empty_like(x, dtype=as_native_dtype(dtype), device=_like(x, device))


def full_like(x, fill_value, dtype=None, device=None):
    return full(x.shape, fill_value, x.dtype if dtype is None else dtype, _like(x, device))


def _like(x, device):
    return x.device if device is None else _space.as_native_dev(device)


def arange(start, stop=None, step=1, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    native = as_native_dtype(dtypes.number_dtype(start, stop, step) if dtype is None else dtype)
    device = _device(device)
    bounds = (start, stop, step)
    if not any(isinstance(x, torch.Tensor) for x in bounds) and not dtypes.range_length(*bounds):
        return torch.empty(0, dtype=native, device=device)  # torch raises for the wrong direction
    working = native
    if not native.is_floating_point and float in map(type, bounds):
        working = torch.float64  # torch 2.13 cuts off the bounds and the step, not the values
    elif native in _WIDE_UNSIGNED or native is torch.bool or native.is_complex:
        working = torch.int64
    return torch.arange(*bounds, dtype=working, device=device).to(native)


_WIDE_UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)


def linspace(start, stop, num, axis=None, endpoint=True, dtype=None, device=None):
    numbers = type(start) in dtypes.REAL_NUMBERS and type(stop) in dtypes.REAL_NUMBERS
    if numbers and num >= 0 and axis in (None, 0, -1) and abs(stop - start) < float("inf"):
        ours = conversion.floating_result(_space, start, stop) if dtype is None else dtype
        native = as_native_dtype(ours)
        if native in (torch.float32, torch.float64, torch.complex64, torch.complex128):
            count = num if endpoint else num + 1
            values = torch.linspace(start, stop, count, dtype=native, device=_device(device))
            return values if endpoint else values[:-1]
    return any_creation.linspace(_space, start, stop, num, axis, endpoint, dtype, device)


def eye(n_rows, n_cols=None, k=0, batch_shape=None, dtype=None, device=None):
    n_rows, n_cols, k = eye_arguments(n_rows, n_cols, k)
    native, device = _dtype(dtype), _device(device)
    if k == 0 and native not in _WIDE_UNSIGNED:
        matrix = torch.eye(n_rows, n_cols, dtype=native, device=device)
    else:
        rows = torch.arange(n_rows, device=device)[:, None]
        matrix = (rows + k == torch.arange(n_cols, device=device)).to(native)
    return matrix.expand(*batch_shape, n_rows, n_cols).clone() if batch_shape else matrix


def tril(x, k=0):
    return torch.tril(x, k)


def triu(x, k=0):
    return torch.triu(x, k)


def _triangle(function, n_rows, n_cols=None, k=0, device=None):
    sizes = [max(n, 0) for n in matrix_size(function.__name__, n_rows, n_cols)]
    return function(*sizes, k, device=_device(device)).unbind()


tril_indices = _functools.partial(_triangle, torch.tril_indices)
triu_indices = _functools.partial(_triangle, torch.triu_indices)


def complex(real, imag):
    return torch.complex(*conversion.parts(_space, real, imag))


def to_dlpack(x):
    return x.detach().resolve_conj().resolve_neg().__dlpack__()


def from_dlpack(x, device=None, copy=None):
    y = torch.from_dlpack(conversion.with_dlpack(x))
    y = y if device is None else y.to(_space.as_native_dev(device))
    return y.clone() if copy else y
