"""New arrays: filled, counted, converted from Python data and from other libraries."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from ivy import backends, config
from ivy.dispatch import (
    NUMBERS,
    Nested,
    Wrapper,
    array_first,
    arrays_in,
    create,
    create_beside,
    current_space,
    is_native,
    nestable,
    only,
    pairs,
    put,
    retry,
    run,
    space_of,
    table,
    unwrap,
    wrap,
    wrap_like,
)
from ivy.errors import IvyTypeError, describe
from ivy.types import A, B, DeviceLike, DtypeLike, Number, ShapeLike

__all__ = [
    "arange",
    "array",
    "asarray",
    "complex",
    "copy_array",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "frombuffer",
    "full",
    "full_like",
    "linspace",
    "logspace",
    "meshgrid",
    "native_array",
    "one_hot",
    "ones",
    "ones_like",
    "to_backend",
    "to_dlpack",
    "tril",
    "tril_indices",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]

_NUMPY = (np.ndarray, np.generic)  # `np.ndarray | np.generic` stops torch.compile

# ---- filled -----------------------------------------------------------------------------------


def zeros(
    shape: ShapeLike, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return an array of zeros.

    >>> ivy.zeros((2, 2))
    ivy.array([[0., 0.],
               [0., 0.]])
    """
    if out is not None:
        return put(zeros(shape, dtype, device), out)
    return create("zeros", shape, dtype, device)


def ones(
    shape: ShapeLike, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return an array of ones.

    >>> ivy.ones(3, dtype="int32")
    ivy.array([1, 1, 1])
    """
    if out is not None:
        return put(ones(shape, dtype, device), out)
    return create("ones", shape, dtype, device)


def empty(
    shape: ShapeLike, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return an array whose values are whatever the memory held (zeros on JAX and TensorFlow).

    >>> ivy.empty((2, 3)).shape
    ivy.Shape(2, 3)
    """
    if out is not None:
        return put(empty(shape, dtype, device), out)
    return create("empty", shape, dtype, device)


def full(
    shape: ShapeLike,
    fill_value: Any,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> Any:
    """Return an array filled with one value.

    Without `dtype` a Python number gets the default dtype of its kind, an array keeps its own.

    >>> ivy.full((2,), 3.5)
    ivy.array([3.5, 3.5])
    """
    if out is not None:
        return put(full(shape, fill_value, dtype, device), out)
    if type(fill_value) in NUMBERS:
        return create("full", shape, fill_value, dtype, device)
    return create_beside(fill_value, "full", shape, fill_value, dtype, device)


def zeros_like(
    x: A, /, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return zeros in the shape and, unless given, the dtype of `x`.

    >>> ivy.zeros_like(ivy.array([1, 2]))
    ivy.array([0, 0])
    """
    if out is not None:
        return put(zeros_like(x, dtype, device), out)
    try:
        return table[type(x)].zeros_like(x, dtype, device)
    except Exception as error:
        return retry(error, "zeros_like", x, dtype, device)


def ones_like(
    x: A, /, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return ones in the shape and, unless given, the dtype of `x`.

    >>> ivy.ones_like(ivy.array([1.5, 2.5]))
    ivy.array([1., 1.])
    """
    if out is not None:
        return put(ones_like(x, dtype, device), out)
    try:
        return table[type(x)].ones_like(x, dtype, device)
    except Exception as error:
        return retry(error, "ones_like", x, dtype, device)


def empty_like(
    x: A, /, dtype: DtypeLike = None, device: DeviceLike = None, out: A | None = None
) -> A:
    """Return an array in the shape and dtype of `x` whose values are whatever the memory held.

    >>> ivy.empty_like(ivy.array([[1, 2]])).shape
    ivy.Shape(1, 2)
    """
    if out is not None:
        return put(empty_like(x, dtype, device), out)
    try:
        return table[type(x)].empty_like(x, dtype, device)
    except Exception as error:
        return retry(error, "empty_like", x, dtype, device)


def full_like(
    x: A,
    /,
    fill_value: B | Number,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> A:
    """Return an array in the shape and, unless given, the dtype of `x`, filled with one value.

    >>> ivy.full_like(ivy.array([1, 2]), 7)
    ivy.array([7, 7])
    """
    if out is not None:
        return put(full_like(x, fill_value, dtype, device), out)
    try:
        return array_first[type(x)][type(fill_value)].full_like(x, fill_value, dtype, device)
    except Exception as error:
        return retry(error, "full_like", x, fill_value, dtype, device)


# ---- counted ----------------------------------------------------------------------------------


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> Any:
    """Return evenly spaced values from `start` to before `stop`; with one argument, from 0.

    Without `dtype` integers give the default integer dtype (64 bits where they need it), other
    numbers the default float dtype. An integer `dtype` cuts off the values, not the bounds.

    >>> ivy.arange(1, 7, 2)
    ivy.array([1, 3, 5])
    """
    if out is not None:
        return put(arange(start, stop, step, dtype, device), out)
    if type(start) is int and type(step) is int and (stop is None or type(stop) is int):
        return create("arange", start, stop, step, dtype, device)
    return create_beside((start, stop, step), "arange", start, stop, step, dtype, device)


def linspace(
    start: A,
    stop: A | Number,
    /,
    num: int,
    axis: int | None = None,
    endpoint: bool = True,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> Any:
    """Return `num` evenly spaced values from `start` to `stop`.

    Arrays as ends give the values between each pair along a new `axis`, by default the last.

    >>> ivy.linspace(0, 1, 5)
    ivy.array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    if out is not None:
        return put(linspace(start, stop, num, axis, endpoint, dtype, device), out)
    if type(start) in NUMBERS and type(stop) in NUMBERS:
        return create("linspace", start, stop, num, axis, endpoint, dtype, device)
    return retry(None, "linspace", start, stop, num, axis, endpoint, dtype, device)


def logspace(
    start: A,
    stop: A | Number,
    /,
    num: int,
    base: A | Number = 10.0,
    axis: int = 0,
    endpoint: bool = True,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> Any:
    """Return `num` values evenly spaced on a log scale, from `base**start` to `base**stop`.

    >>> ivy.logspace(0, 3, 4)
    ivy.array([   1.,   10.,  100., 1000.])
    """
    if out is not None:
        return put(logspace(start, stop, num, base, axis, endpoint, dtype, device), out)
    if type(start) in NUMBERS and type(stop) in NUMBERS and type(base) in NUMBERS:
        return create("logspace", start, stop, num, base, axis, endpoint, dtype, device)
    return retry(None, "logspace", start, stop, num, base, axis, endpoint, dtype, device)


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    k: int = 0,
    batch_shape: ShapeLike = None,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: A | None = None,
) -> A:
    """Return a matrix, or a batch of them, with ones on the `k`-th diagonal and zeros elsewhere.

    >>> ivy.eye(2, 3, k=1)
    ivy.array([[0., 1., 0.],
               [0., 0., 1.]])
    """
    if out is not None:
        return put(eye(n_rows, n_cols, k, batch_shape, dtype, device), out)
    return create("eye", n_rows, n_cols, k, batch_shape, dtype, device)


def tril_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, device: DeviceLike = None
) -> tuple[A, ...]:
    """Return the row and column indices of the lower triangle of a matrix.

    >>> rows, columns = ivy.tril_indices(2)
    >>> rows, columns
    (ivy.array([0, 1, 1], dtype=int64), ivy.array([0, 0, 1], dtype=int64))
    """
    return create("tril_indices", n_rows, n_cols, k, device)


def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, /, device: DeviceLike = None
) -> tuple[A, ...]:
    """Return the row and column indices of the upper triangle of a matrix.

    >>> rows, columns = ivy.triu_indices(2)
    >>> rows, columns
    (ivy.array([0, 0, 1], dtype=int64), ivy.array([0, 1, 1], dtype=int64))
    """
    return create("triu_indices", n_rows, n_cols, k, device)


# ---- from arrays ------------------------------------------------------------------------------


def tril(x: A, /, k: int = 0, out: A | None = None) -> A:
    """Return the lower triangle of each matrix, up to the `k`-th diagonal; zeros elsewhere.

    >>> ivy.tril(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[1, 0],
               [3, 4]])
    """
    if out is not None:
        return put(tril(x, k), out)
    try:
        return table[type(x)].tril(x, k)
    except Exception as error:
        return retry(error, "tril", x, k)


def triu(x: A, /, k: int = 0, out: A | None = None) -> A:
    """Return the upper triangle of each matrix, from the `k`-th diagonal; zeros elsewhere.

    >>> ivy.triu(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[1, 2],
               [0, 4]])
    """
    if out is not None:
        return put(triu(x, k), out)
    try:
        return table[type(x)].triu(x, k)
    except Exception as error:
        return retry(error, "triu", x, k)


def meshgrid(
    *arrays: B, sparse: bool = False, indexing: str = "xy", out: Any = None
) -> tuple[B, ...]:
    """Return the coordinates of a grid, one array for each of the given axes.

    `sparse` leaves them in the shapes that broadcast to the grid. With `indexing="xy"` the first
    two axes of the results are exchanged.

    >>> x, y = ivy.meshgrid(ivy.array([1, 2]), ivy.array([5, 6, 7]), indexing="ij")
    >>> x
    ivy.array([[1, 1, 1],
               [2, 2, 2]])
    """
    if out is not None:
        return put(meshgrid(*arrays, sparse=sparse, indexing=indexing), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].meshgrid(*arrays, sparse=sparse, indexing=indexing)
    except Exception as error:
        return retry(error, "meshgrid", *arrays, sparse=sparse, indexing=indexing)


def one_hot(
    indices: B,
    depth: int,
    /,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: B | None = None,
) -> B:
    """Return `on_value` (1) where the new `axis` (the last) equals the index, else `off_value` (0).

    >>> ivy.one_hot(ivy.array([0, 2]), 3)
    ivy.array([[1., 0., 0.],
               [0., 0., 1.]])
    """
    if out is not None:
        return put(one_hot(indices, depth, on_value, off_value, axis, dtype, device), out)
    try:
        return table[type(indices)].one_hot(
            indices, depth, on_value, off_value, axis, dtype, device
        )
    except Exception as error:
        return retry(error, "one_hot", indices, depth, on_value, off_value, axis, dtype, device)


def complex(real: A | Number, imag: A | Number, out: A | None = None) -> A:
    """Return the complex numbers with these real and imaginary parts.

    >>> ivy.complex(ivy.array([1., 2.]), ivy.array([3., 0.]))
    ivy.array([1.+3.j, 2.+0.j])
    """
    if out is not None:
        return put(complex(real, imag), out)
    try:
        return pairs[type(real)][type(imag)].complex(real, imag)
    except Exception as error:
        return retry(error, "complex", real, imag)


# ---- conversion -------------------------------------------------------------------------------


def asarray(
    obj: Any,
    /,
    copy: bool | None = None,
    dtype: DtypeLike = None,
    device: DeviceLike = None,
    out: Any = None,
) -> Any:
    """Return numbers, nested lists, arrays of any library or buffers as an `ivy.Array`.

    The array is of the backend that was set; where none was, arrays stay in their framework.
    Python numbers get the default dtype of their kind, arrays keep their own. Memory is shared
    where both sides may be written or neither may; `copy=True` never shares, `copy=False` raises
    if it would have to copy.

    >>> ivy.asarray([[1, 2], [3, 4]], dtype="float32")
    ivy.array([[1., 2.],
               [3., 4.]])
    """
    if out is not None:
        return put(asarray(obj, copy, dtype, device), out)
    if isinstance(obj, Nested) and config.setting("nestable_mode"):
        return obj._map_operation("asarray", (obj, copy, dtype, device), {})
    space = _home(obj)
    kept = isinstance(obj, Wrapper) and not copy and device is None and _is_of(space, obj, dtype)
    if kept:
        return obj
    result = run(space, "asarray", unwrap(obj), copy, dtype, device)
    return wrap(result) if isinstance(obj, Wrapper) else wrap_like(result)


array = asarray


@nestable
def native_array(x: Any, /, dtype: DtypeLike = None, device: DeviceLike = None) -> Any:
    """Return numbers, nested lists or arrays as a native array of the current backend.

    >>> type(ivy.native_array([1, 2])) is type(ivy.array([1, 2]).data)
    True
    """
    return run(_home(x), "asarray", unwrap(x), None, dtype, device)


def copy_array(x: A, /, to_ivy_array: bool | None = None, out: A | None = None) -> Any:
    """Return a copy: an `ivy.Array` or a native array as asked for, by default as `x` is.

    >>> x = ivy.array([1, 2])
    >>> y = ivy.copy_array(x)
    >>> y is x, y
    (False, ivy.array([1, 2]))
    """
    if out is not None:
        return put(x, out)
    if isinstance(x, Nested) and config.setting("nestable_mode"):
        return x._map_operation("copy_array", (x, to_ivy_array), {})
    copied = run(space_of(x), "asarray", unwrap(x), True)
    native = is_native(x) if to_ivy_array is None else not to_ivy_array
    return copied if native else wrap(copied)


@nestable
def to_dlpack(x: A, /) -> Any:
    """Return a DLPack capsule that shares the array's memory.

    >>> x = ivy.array([1.0, 2.0])
    >>> ivy.from_dlpack(ivy.to_dlpack(x))
    ivy.array([1., 2.])
    """
    return run(space_of(x), "to_dlpack", unwrap(x))


@nestable
def from_dlpack(
    x: Any, /, device: DeviceLike = None, copy: bool | None = None, out: Any = None
) -> Any:
    """Return an array that shares the memory of an object with `__dlpack__`, or of a capsule.

    >>> import numpy as np
    >>> ivy.from_dlpack(np.asarray([1.0, 2.0], dtype="float32"))
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(from_dlpack(x, device, copy), out)
    native = unwrap(x)
    is_capsule = type(native).__name__ == "PyCapsule"
    if not (hasattr(native, "__dlpack__") or is_capsule or is_native(native)):
        msg = "from_dlpack: expected an array with __dlpack__ or a capsule of DLPack"
        raise IvyTypeError(f"{msg}, got {describe(x)}")
    return wrap_like(run(_home(x), "from_dlpack", native, device, copy))


def frombuffer(buffer: Any, dtype: DtypeLike = None, count: int = -1, offset: int = 0) -> Any:
    """Return the `count` values found in a buffer after `offset` bytes, by default all of them.

    >>> ivy.frombuffer(b"abc", dtype="uint8", offset=1)
    ivy.array([98, 99], dtype=uint8)
    """
    return create("frombuffer", buffer, dtype, count, offset)


def to_backend(x: A, backend: str, /) -> Any:
    """Return an array as one of another framework, with the same values and dtype.

    Lists, tuples and dicts of arrays are converted inside, and so is anything that has a method
    `to_backend`. Native arrays give native arrays. Gradients do not pass.

    >>> ivy.to_backend(ivy.array([1.0, 2.0]), "numpy").data
    array([1., 2.], dtype=float32)
    """
    if isinstance(x, Wrapper) or is_native(x):
        space = backends.load(backend)
        if space_of(x) is space:
            return x
        converted = run(space, "asarray", unwrap(x))
        return wrap(converted) if isinstance(x, Wrapper) else converted
    if hasattr(x, "to_backend"):
        return x.to_backend(backend)
    if isinstance(x, dict):
        return type(x)((key, to_backend(value, backend)) for key, value in x.items())
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*(to_backend(item, backend) for item in x))
    if isinstance(x, list | tuple):
        return type(x)(to_backend(item, backend) for item in x)
    return x


# ---- where an array belongs -------------------------------------------------------------------


def _home(obj: Any) -> Any:
    """Return the backend that a conversion of `obj` gives an array of."""
    # Numbers and NumPy's arrays are anyone's; an array of a framework stays unless one was chosen.
    arrays = [x for x in arrays_in(obj) if not isinstance(x, _NUMPY)]
    return space_of(*arrays) if arrays and not config.is_set("backend") else current_space()


def _is_of(space: Any, x: Wrapper, dtype: DtypeLike) -> builtins.bool:
    if space_of(x) is not space:
        return False
    return dtype is None or bool(space.as_native_dtype(dtype) == x._data.dtype)
