"""Whatever can become an array: Python data, other libraries' arrays, buffers, capsules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ivy import backends, config
from ivy.backends import native_dtypes as dtypes
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.types import Dtype, promote_dtypes

_LISTS = (list, tuple, range)
_PLAIN = frozenset(dtypes.NUMBERS)
_NUMPY = (np.ndarray, np.generic)  # `np.ndarray | np.generic` stops torch.compile
_HOST = (*dtypes.NUMBERS, np.generic, np.ndarray)
_LARGE, _ALIGNMENT = 2**20, 64


def asarray(
    xp: Any, obj: Any, copy: bool | None = None, dtype: Any = None, device: Any = None
) -> Any:
    """Return whatever can become one as an array of the framework of `xp`."""
    if isinstance(obj, xp.NATIVE):
        return _adjusted(xp, obj, copy, dtype, device)
    if type(obj) in dtypes.NUMBERS or isinstance(obj, _LISTS):
        if copy is False:
            msg = f"asarray: expected an array to share with copy=False, got {describe(obj)}"
            raise IvyValueError(msg)
        if type(obj) in dtypes.NUMBERS:
            return xp.full((), obj, dtype, device)
        return _adjusted(xp, _from_list(xp, obj, dtype), None, dtype, device)
    return _adjusted(xp, _from_foreign(xp, obj, copy, dtype), None, dtype, device)


def _adjusted(xp: Any, x: Any, copy: bool | None, dtype: Any, device: Any) -> Any:
    """Return an array of the framework in the dtype and on the device asked for."""
    new = x
    native = xp.as_native_dtype(dtype)
    if native is not None and native != x.dtype:
        new = xp.astype(x, native)
    if device is not None and xp.dev(x) != xp.as_ivy_dev(device):
        new = xp.to_device(new, device)
    if copy is False and new is not x:
        msg = f"asarray: expected what needs no copy with copy=False, got {describe(x)}"
        raise IvyValueError(f"{msg} for dtype {dtype} and device {device}")
    return xp.copy_array(new) if copy and new is x else new


# ---- Python data ------------------------------------------------------------------------------


def _leaf_types(obj: Any) -> set[type]:
    """Return the types of everything inside nested lists."""
    types = set(map(type, obj))
    if types <= _PLAIN:
        return types
    lists = {cls for cls in types if issubclass(cls, _LISTS)}
    inner = [_leaf_types(item) for item in obj if type(item) in lists]
    return (types - lists).union(*inner)


def leaves(obj: Any) -> Iterator[Any]:
    """Return what is inside nested lists."""
    for item in obj:
        if isinstance(item, _LISTS):
            yield from leaves(item)
        else:
            yield item


def _from_list(xp: Any, obj: Any, dtype: Any) -> Any:
    types = _leaf_types(obj)
    name = _list_dtype(obj, types) if dtype is None else xp.DTYPES[xp.as_native_dtype(dtype)]
    if types <= _PLAIN or all(issubclass(cls, _HOST) for cls in types):
        with np.errstate(over="ignore"):  # too large a number is infinite, without a warning
            return xp.from_numpy(np.array(obj, backends.load("numpy").as_native_dtype(name)))
    return stacked(xp, obj, xp.as_native_dtype(name))


def stacked(xp: Any, obj: Any, dtype: Any) -> Any:
    """Return an array of nested lists with arrays in them."""
    if isinstance(obj, _LISTS):
        return xp.stack([stacked(xp, item, dtype) for item in obj])
    return asarray(xp, obj, dtype=dtype)


def _list_dtype(obj: Any, types: set[type]) -> str:
    """Return the name of the dtype that nested lists get: arrays keep theirs, numbers are weak."""
    if types - _PLAIN:
        return _dtype_with_arrays(obj, types & _PLAIN).name
    if complex in types:
        return str(config.setting("default_complex_dtype"))
    if float in types or not types:
        return str(config.setting("default_float_dtype"))
    if int not in types:
        return "bool"
    values = np.asarray(obj)
    return dtypes.integer_dtype(values.min(), values.max())


def _dtype_with_arrays(obj: Any, numbers: set[type]) -> Dtype:
    arrays = [x for x in leaves(obj) if type(x) not in numbers]
    strange = next((x for x in arrays if not hasattr(x, "dtype")), None)
    if strange is not None:
        msg = f"asarray: expected numbers, arrays or lists of them, got {describe(strange)}"
        raise IvyTypeError(msg)
    found = sorted({dtypes.dtype_of(x) for x in arrays}, key=str)
    dtype = promote_dtypes(*found)
    for number in numbers:
        dtype = dtypes.weak_promotion(dtype, number)
    return dtype


# ---- other libraries --------------------------------------------------------------------------


def _source(obj: Any) -> Any:
    """Return the backend of a native array, `None` for anything else."""
    for base in type(obj).__mro__:
        name = backends.FRAMEWORKS.get(base.__module__.partition(".")[0])
        if name and isinstance(obj, backends.load(name).NATIVE):
            return backends.load(name)
    return None


def _from_foreign(xp: Any, obj: Any, copy: bool | None, dtype: Any) -> Any:
    """Return another library's array as one of this framework, cast there if it has to be.

    Memory is shared only where both sides may be written or neither may be: a write to a NumPy
    buffer must not change a JAX array, nor one to a tensor the JAX array it came from.
    """
    if copy is False:
        return xp.from_dlpack(obj, copy=False)
    obj = _numbers(obj) if isinstance(obj, _NUMPY) else obj
    source = _source(obj)
    if source is not None and dtype is not None:
        obj = source.astype(obj, dtypes.named_dtype(dtype), copy=False)
    xp.as_native_dtype(getattr(obj, "dtype", None))  # raises for what the framework cannot hold
    # What frameworks give NumPy themselves can be written to; NumPy 2.1 takes all in as read-only.
    to_numpy = isinstance(obj, _NUMPY) or (source is not None and xp.NAME == "numpy")
    if (source is not None or hasattr(obj, "__dlpack__")) and not to_numpy:
        try:
            x = xp.from_dlpack(obj.detach() if hasattr(obj, "detach") else obj)
        except Exception:  # not for this dtype or device: go through NumPy
            x = None
        if x is not None:
            mutable = source is None or source.MUTABLE
            return xp.copy_array(x) if copy or mutable != xp.MUTABLE else x
    if source is None:
        return from_ndarray(xp, np.asarray(obj), copy)
    return from_ndarray(xp, source.to_numpy(obj, copy=False), copy or source.MUTABLE != xp.MUTABLE)


def _numbers(values: Any) -> Any:
    """Return a NumPy array in this machine's byte order; objects, text and times are refused."""
    known = backends.load("numpy").DTYPES
    swapped = values.dtype if values.dtype in known else values.dtype.newbyteorder("=")
    if swapped not in known:
        kind = f"{values.dtype}{list(values.shape)}"
        raise IvyTypeError(f"asarray: expected numbers, arrays or lists of them, got {kind}")
    return values.astype(swapped, copy=False)


def from_ndarray(xp: Any, values: Any, copy: bool | None = None) -> Any:
    """Return a NumPy array as one of this framework."""
    values = _numbers(values)
    if copy or values.flags.writeable != xp.MUTABLE:
        if not xp.MUTABLE and values.nbytes > _LARGE and values.dtype.kind in "biufc":
            return _from_large(xp, values)
        values = values.copy()
    return xp.from_numpy(values)


def _from_large(xp: Any, values: Any) -> Any:
    """Return an array of a framework that would copy the copy once more, with memory made to fit.

    JAX and TensorFlow take memory over by DLPack where it starts at a multiple of 64 bytes.
    """
    if xp.dev(xp.from_numpy(values[:0] if values.ndim else values)) != "cpu":
        return xp.from_numpy(values)
    memory = np.empty(values.nbytes + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    own = memory[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    own[...] = values
    return xp.from_dlpack(own)


class _Capsule:
    """A DLPack capsule as an object with the methods of the protocol."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def with_dlpack(x: Any) -> Any:
    """Return an object with the methods of DLPack for one, for a capsule or for a native array."""
    if hasattr(x, "__dlpack__"):
        if hasattr(x, "block_until_ready"):  # JAX ends the process where there was no memory
            x.block_until_ready()
        return x
    source = _source(x)  # tensors of TensorFlow have the methods from 2.20 on
    return _Capsule(x if source is None else source.to_dlpack(x))


# ---- what several creation functions need -----------------------------------------------------


def as_shape(shape: Any) -> Any:
    """Return a shape given as an array as a list, one given as a number as a tuple."""
    shape = shape.tolist() if hasattr(shape, "tolist") else shape
    return (shape,) if isinstance(shape, int) else shape


def floating_result(xp: Any, *xs: Any) -> Dtype:
    """Return the dtype of floating results made of arrays and numbers."""
    found = [xp.DTYPES[x.dtype] for x in xs if isinstance(x, xp.NATIVE)]
    floating = [dtype for dtype in found if dtype.kind in ("float", "complex")]
    dtype = promote_dtypes(*floating) if floating else config.default_of("float")
    return dtypes.weak_promotion(dtype, complex) if complex in map(type, xs) else dtype


def working_dtype(xp: Any, native: Any) -> Any:
    """Return the dtype that values of `native` are computed in before they are rounded to it."""
    dtype = xp.DTYPES[native]
    if dtype.kind in ("float", "complex") and dtype.bits > 16:
        return native
    return xp.as_native_dtype("float64" if xp.valid_dtype("float64") else "float32")


def parts(xp: Any, real: Any, imag: Any) -> Any:
    """Return real and imaginary parts as arrays of one dtype and shape."""
    dtype = floating_result(xp, real, imag).complex.real
    return xp.broadcast_arrays(*(xp.asarray(x, dtype=dtype) for x in (real, imag)))


def check_same_shape(target: Any, value: Any) -> None:
    """Raise where a result does not have the shape of the array it shall be written into."""
    if tuple(target.shape) != tuple(value.shape):
        msg = f"out: expected an array of shape {tuple(value.shape)}, got {tuple(target.shape)}"
        raise IvyValueError(msg)
