import math

import tensorflow as tf
from tensorflow.python.ops import gen_array_ops as _array
from tensorflow.python.ops import gen_math_ops as _math

from ivy.backends import picking, shapes
from ivy.backends import tensorflow as _space
from ivy.backends.axes import normalized_axis
from ivy.backends.native_dtypes import number_dtype
from ivy.backends.tensorflow.native import as_native_dtype
from ivy.backends.tensorflow.promotion import same_dtype
from ivy.errors import IvyValueError

_NUMBERS = (bool, int, float, complex)
_Eager = type(tf.constant(0))
_ERRORS = (TypeError, ValueError, tf.errors.OpError)


def where(condition, x1, x2):
    if type(x1) is int or (type(x2) is int and not -1 < x2 < 128):  # it might be wrapped around
        return _where_otherwise(condition, x1, x2)
    try:
        r = _math.select_v2(condition, x1, x2)
        fits = type(r) is _Eager or (r.shape.rank or 0) <= 8
    except _ERRORS:
        fits = False
    return r if fits else _where_otherwise(condition, x1, x2)


def _where_otherwise(condition, x1, x2):
    """Return `where` for conditions that are numbers, operands of two dtypes, more than 8 axes."""
    if condition.dtype != tf.bool:
        condition = _math.cast(condition, tf.bool)
    if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
        x1 = tf.constant(x1, as_native_dtype(number_dtype(x1, x2)))
    x1, x2 = same_dtype(x1, x2)
    shape = shapes.broadcast_shape(condition.shape, x1.shape, x2.shape)
    if len(shape) <= 8:
        return _math.select_v2(condition, x1, x2)
    flat = [_array.reshape(_array.broadcast_to(x, shape), (-1,)) for x in (condition, x1, x2)]
    return _array.reshape(_math.select_v2(*flat), shape)


def argmax(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(_math.arg_max, x, axis, keepdims, dtype, select_last_index)


def argmin(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(_math.arg_min, x, axis, keepdims, dtype, select_last_index)


def _extreme(function, x, axis, keepdims, dtype, select_last_index):
    ndim = len(x.shape)
    if axis is None:
        lines, along = _array.reshape(x, (-1,)), 0
    else:
        lines, along = x, normalized_axis("argmax", axis, ndim)
    if select_last_index:
        r = tf.shape(lines, tf.int64)[along] - 1
        if len(lines.shape) > 8:  # tensorflow 2.21 reverses tensors of at most 8 axes
            turned = tf.gather(lines, tf.range(r, -1, -1), axis=along)
        else:
            turned = _array.reverse_v2(lines, (along,))
        r = r - _place(function, turned, along)
    else:
        r = _place(function, lines, along)
    if keepdims:
        r = _array.reshape(r, (1,) * ndim) if axis is None else _array.expand_dims(r, along)
    return r if dtype is None else _math.cast(r, as_native_dtype(dtype))


def _place(function, x, axis):
    if len(x.shape) > 7:  # tensorflow 2.21 searches tensors of at most 7 axes
        shape = (*x.shape[:axis], *x.shape[axis + 1 :])
        sizes = (math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1 :]))
        return _array.reshape(_place(function, _array.reshape(x, sizes), 1), shape)
    found = function(x, axis)
    if not x.dtype.is_floating:
        return found
    is_nan = _math.is_nan(x)  # the kernels skip NaN
    first_nan = _math.arg_max(is_nan, axis)
    return _math.select_v2(tf.reduce_any(is_nan, axis), first_nan, found)


def nonzero(x, as_tuple=True, size=None, fill_value=0):
    if not len(x.shape):
        raise IvyValueError("nonzero: expected at least one axis, got a 0-d array")
    found = argwhere(x)
    if size is not None:
        found = found[:size]
        missing = [[0, size - tf.shape(found)[0]], [0, 0]]
        found = _array.pad_v2(found, missing, tf.constant(fill_value, tf.int64))
        found = tf.ensure_shape(found, (size, len(x.shape)))
    return tuple(_array.unpack(found, len(x.shape), 1)) if as_tuple else found


def argwhere(x):
    if x.dtype == tf.float16:  # tensorflow 2.21 has no kernel
        x = _math.cast(x, tf.bool)
    if not len(x.shape):
        return argwhere(_array.reshape(x, (1,)))[:, :0]
    if len(x.shape) <= 8:
        return _array.where(x)
    places = _array.where(_array.reshape(x, (-1,)))[:, 0]
    return tf.stack(unravel_index(places, tuple(x.shape)), 1)


def searchsorted(x, v, side="left", sorter=None, ret_dtype=None):
    if not hasattr(v, "dtype") or x.dtype != v.dtype:
        x, v = same_dtype(x, v)
    picking.check_rows(x, v)
    if side not in ("left", "right"):
        raise IvyValueError(f"searchsorted: expected side 'left' or 'right', got {side!r}")
    if sorter is not None:
        x = _space.take_along_axis(x, sorter, -1, "raise")
    if x.dtype == tf.bool:
        x, v = _math.cast(x, tf.int32), _math.cast(v, tf.int32)
    flat = _array.reshape(v, (-1,)) if len(x.shape) == 1 else v
    found = picking.sorted_places(_space, _search, x, flat, side)
    if len(x.shape) == 1:
        found = _array.reshape(found, _array.shape(v))
    return found if ret_dtype is None else _math.cast(found, as_native_dtype(ret_dtype))


def _search(x, v, side):
    return tf.searchsorted(x, v, side, tf.int64)


def unravel_index(indices, shape):
    shapes.check_places("unravel_index", indices, shape)
    places = _math.cast(indices, tf.int64)
    found = []
    for size in reversed(tuple(shape)):
        found.append(places % size)
        places = places // size
    return tuple(found[::-1])
