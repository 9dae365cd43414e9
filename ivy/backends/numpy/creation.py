"""Creation, on NumPy."""

import numpy as np

from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends import numpy as _space
from ivy.backends.any import creation as any_creation
from ivy.backends.axes import diagonal_number, eye_arguments, normalized_axis
from ivy.backends.numpy.native import DTYPES, NATIVE, as_native_dtype
from ivy.backends.numpy_tape.engine import primitive
from ivy.errors import IvyValueError


def _dtype(dtype, device):
    if device is not None:
        _space.as_native_dev(device)  # raises for any but the one there is
    return as_native_dtype(dtypes.default_dtype() if dtype is None else dtype)


def asarray(obj, copy=None, dtype=None, device=None):
    if isinstance(obj, np.ndarray | np.generic) and obj.dtype not in DTYPES:
        obj = conversion.from_ndarray(_space, np.asarray(obj))
    x = conversion.asarray(_space, obj, copy, dtype, device)
    return np.asarray(x) if isinstance(x, np.generic) else x


array = asarray


def from_numpy(values):
    return values


def copy_array(x):
    return x.copy()


def write_into(target, value):
    conversion.check_same_shape(target, value)
    if not isinstance(target, np.ndarray) or not target.flags.writeable:
        return value
    target[...] = value
    return target


def zeros(shape, dtype=None, device=None):
    return np.zeros(shape, _dtype(dtype, device))


def ones(shape, dtype=None, device=None):
    return np.ones(shape, _dtype(dtype, device))


def empty(shape, dtype=None, device=None):
    return np.empty(shape, _dtype(dtype, device))


def full(shape, fill_value, dtype=None, device=None):
    if isinstance(fill_value, NATIVE):
        fill_value = fill_value if dtype is None else _space.astype(fill_value, dtype)
        return np.broadcast_to(fill_value, shape).copy()
    dtype = _dtype(dtypes.number_dtype(fill_value) if dtype is None else dtype, device)
    return np.full(shape, dtypes.as_number(fill_value, DTYPES[dtype]), dtype)


def zeros_like(x, dtype=None, device=None):
    return np.zeros(x.shape, _dtype(x.dtype if dtype is None else dtype, device))


def ones_like(x, dtype=None, device=None):
    return np.ones(x.shape, _dtype(x.dtype if dtype is None else dtype, device))


def empty_like(x, dtype=None, device=None):
    return np.empty(x.shape, _dtype(x.dtype if dtype is None else dtype, device))


def full_like(x, fill_value, dtype=None, device=None):
    return full(x.shape, fill_value, x.dtype if dtype is None else dtype, device)


def arange(start, stop=None, step=1, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    dtypes.range_length(start, stop, step)  # raises for a step of 0
    dtype = _dtype(dtypes.number_dtype(start, stop, step) if dtype is None else dtype, device)
    whole = dtype.kind in "iu" and float not in map(type, (start, stop, step))
    if whole or dtype == np.float64:
        return np.arange(start, stop, step, dtype)
    # NumPy adds up the step in the dtype itself, and its rounding error with it: 0.5 as 0.
    return np.arange(start, stop, step, np.float64).astype(dtype)


def linspace(start, stop, num, axis=None, endpoint=True, dtype=None, device=None):
    if type(start) not in dtypes.REAL_NUMBERS or type(stop) not in dtypes.REAL_NUMBERS:
        return any_creation.linspace(_space, start, stop, num, axis, endpoint, dtype, device)
    if axis is not None:
        normalized_axis("linspace", axis, 1)
    if dtype is None:
        dtype = conversion.floating_result(_space, start, stop)
    return np.linspace(start, stop, num, endpoint, dtype=_dtype(dtype, device))


def eye(n_rows, n_cols=None, k=0, batch_shape=None, dtype=None, device=None):
    n_rows, n_cols, k = eye_arguments(n_rows, n_cols, k)
    matrix = np.eye(n_rows, n_cols, k, _dtype(dtype, device))
    if not batch_shape:
        return matrix
    return np.broadcast_to(matrix, (*batch_shape, *matrix.shape)).copy()


def _check_matrix(name, x):
    if x.ndim < 2:  # NumPy 2.4 makes a matrix of a vector
        raise IvyValueError(f"{name}: expected at least 2 axes, got shape {x.shape}")


def tril(x, k=0):
    k = diagonal_number("tril", k)
    _check_matrix("tril", x)
    return np.tril(x, k)


def triu(x, k=0):
    k = diagonal_number("triu", k)
    _check_matrix("triu", x)
    return np.triu(x, k)


def meshgrid(*arrays, sparse=False, indexing="xy"):
    return tuple(np.meshgrid(*arrays, sparse=sparse, indexing=indexing))


def _with_parts(real, imag):
    joined = np.empty(real.shape, DTYPES[real.dtype].complex.name)
    joined.real, joined.imag = real, imag
    return joined


_with_parts = primitive(_with_parts, lambda _, real, imag: (np.real, np.imag))


def complex(real, imag):
    return _with_parts(*conversion.parts(_space, real, imag))


def to_dlpack(x):
    x = np.asarray(x)
    # Only the newer kind of capsule can say that memory must not be written.
    return x.__dlpack__() if x.flags.writeable else x.__dlpack__(max_version=(1, 0))


def from_dlpack(x, device=None, copy=None):
    if device is not None:
        _space.as_native_dev(device)  # raises for any but the one there is
    if copy:  # made here: of the copy that JAX makes, NumPy says that nobody may write to it
        return np.array(np.from_dlpack(conversion.with_dlpack(x)))
    return np.from_dlpack(conversion.with_dlpack(x), copy=copy)
