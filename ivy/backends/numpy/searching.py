import numpy as np

from ivy.backends import picking, shapes
from ivy.backends.axes import normalized_axis
from ivy.backends.native_dtypes import number_dtype
from ivy.backends.numpy.native import NATIVE_DTYPES, as_native_dtype
from ivy.backends.numpy.promotion import same_dtype

_NUMBERS = (bool, int, float, complex)
_BFLOAT16 = NATIVE_DTYPES["bfloat16"]


# Without the look for __array_function__; what has that refuses to become an array (TypeError).
_where = np.where._implementation  # type: ignore[attr-defined]


def where(condition, x1, x2):
    try:
        r = _where(condition, x1, x2)
        fits = r.dtype is x1.dtype and not (type(x2) is int and not -1 < x2 < 128)
    except (TypeError, AttributeError):  # traced by the gradient's tape, or x1 is a Python number
        fits = False
    return r if fits else _where_otherwise(condition, x1, x2)


def _where_otherwise(condition, x1, x2):
    if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
        return np.where(condition, x1, x2).astype(as_native_dtype(number_dtype(x1, x2)))
    return np.where(condition, *same_dtype(x1, x2))


def argmax(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(np.argmax, x, axis, keepdims, dtype, select_last_index)


def argmin(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(np.argmin, x, axis, keepdims, dtype, select_last_index)


def _extreme(function, x, axis, keepdims, dtype, select_last_index):
    if axis is not None and not x.shape:  # NumPy 2.4 takes a scalar for a vector
        normalized_axis("argmax", axis, 0)
    if select_last_index:
        size = x.size if axis is None else x.shape[normalized_axis("argmax", axis, len(x.shape))]
        r = size - 1 - function(np.flip(x, axis), axis, keepdims=keepdims)
    else:
        r = function(x, axis, keepdims=keepdims)
    return r if dtype is None else r.astype(as_native_dtype(dtype))


def nonzero(x, as_tuple=True, size=None, fill_value=0):
    found = np.nonzero(x)
    if size is not None:
        rows = np.full((len(found), size), fill_value, np.int64)
        count = min(size, len(found[0]))
        rows[:, :count] = [places[:count] for places in found]
        found = tuple(rows)
    return found if as_tuple else np.stack(found, 1)


def argwhere(x):
    return np.argwhere(x)


def searchsorted(x, v, side="left", sorter=None, ret_dtype=None):
    if not hasattr(v, "dtype") or x.dtype is not v.dtype:
        x, v = same_dtype(x, v)
    picking.check_rows(x, v)
    if x.dtype == _BFLOAT16:  # ml_dtypes 0.5 gives NaN no place in the order
        x, v = x.astype(np.float32), v.astype(np.float32)
    dtype = as_native_dtype("int64" if ret_dtype is None else ret_dtype)
    if x.ndim < 2:
        return np.searchsorted(x, v, side, sorter).astype(dtype)
    if sorter is not None:
        x = np.take_along_axis(x, sorter, -1)
    rows = zip(x.reshape(-1, x.shape[-1]), v.reshape(-1, v.shape[-1]), strict=True)
    found = [np.searchsorted(row, wanted, side) for row, wanted in rows]
    return np.asarray(found, dtype).reshape(v.shape)


def unravel_index(indices, shape):
    shapes.check_places("unravel_index", indices, shape)
    return tuple(np.asarray(place) for place in np.unravel_index(indices, shape))
