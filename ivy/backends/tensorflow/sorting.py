import tensorflow as tf
from tensorflow.python.ops import gen_array_ops as _array
from tensorflow.python.ops import gen_bitwise_ops as _bitwise
from tensorflow.python.ops import gen_math_ops as _math
from tensorflow.python.ops import gen_nn_ops as _nn

from ivy.backends import picking
from ivy.backends import tensorflow as _space
from ivy.backends.any import manipulation as _shared
from ivy.backends.axes import normalized_axis

_SAME_WIDTH = {
    tf.float16: tf.int16,
    tf.bfloat16: tf.int16,
    tf.float32: tf.int32,
    tf.float64: tf.int64,
}


_MOST_AXES = 8  # tensorflow 2.21: more are not broadcast


def _key(x):
    """Return integers in the order of the elements, all NaNs last, 0.0 and -0.0 equal.

    tensorflow 2.21 compares floats, and NaN ends up anywhere.
    """
    if x.dtype == tf.bool:
        return _math.cast(x, tf.int8)
    if x.dtype not in _SAME_WIDTH:
        return x
    signed = _SAME_WIDTH[x.dtype]
    largest = tf.constant(signed.max, signed)
    bits = tf.bitcast(_math.select_v2(_math.equal(x, 0), tf.zeros_like(x), x), signed)
    sign = _bitwise.right_shift(bits, tf.constant(signed.size * 8 - 1, signed))
    key = _bitwise.bitwise_xor(bits, _bitwise.bitwise_and(sign, largest))
    return _math.select_v2(_math.is_nan(x), largest, key)


def _in_three_axes(function, x, axis, descending):
    """Return what a function makes of `x` with the axes before and after one joined."""
    shape = _array.shape(x)
    before, after = (tf.reduce_prod(each) for each in (shape[:axis], shape[axis + 1 :]))
    flat = _array.reshape(x, tf.stack([before, shape[axis], after]))
    return _array.reshape(function(flat, 1, descending), shape)


def argsort(x, axis=-1, descending=False, stable=True):
    ndim = len(x.shape)
    axis = normalized_axis("argsort", axis, ndim)
    if ndim > _MOST_AXES:
        return _in_three_axes(argsort, x, axis, descending)
    if x.dtype.is_complex:
        return picking.complex_order(_space, x, axis, descending)
    if axis < ndim - 1:
        return _exchanged(argsort(_exchanged(x, axis), -1, descending), axis)
    return _top(_key(x), descending)[1]


def _top(key, descending, k=None):
    # top_k keeps the order of equal elements; ~ turns the order round without overflow.
    key = key if descending else _bitwise.invert(key)
    if k is None:
        k = key.shape[-1]
        k = _array.shape(key)[-1] if k is None else k
    return _nn.top_kv2(key, k, index_type=tf.int64)


def _exchanged(x, axis):
    """Return `x` with an axis and the last one exchanged."""
    order = list(range(len(x.shape)))
    order[axis], order[-1] = order[-1], order[axis]
    return _array.transpose(x, order)


def sort(x, axis=-1, descending=False, stable=True):
    axis = normalized_axis("sort", axis, len(x.shape))
    if len(x.shape) > _MOST_AXES:
        return _in_three_axes(sort, x, axis, descending)
    if not x.dtype.is_integer or axis < len(x.shape) - 1:
        return _space.take_along_axis(x, argsort(x, axis, descending), axis, "raise")
    sorted_key = _top(x, descending)[0]
    return sorted_key if descending else _bitwise.invert(sorted_key)


def top_k(x, k, axis=-1, largest=True, sorted=True):
    axis = normalized_axis("top_k", axis, len(x.shape))
    if x.dtype.is_complex or k > (k if x.shape[axis] is None else x.shape[axis]):
        return _shared.top_k(_space, x, k, axis, largest)
    last = len(x.shape) - 1
    key = _key(x if axis == last else _exchanged(x, axis))
    indices = _top(key, largest, k)[1]
    indices = indices if axis == last else _exchanged(indices, axis)
    return _shared.TopK(_space.take_along_axis(x, indices, axis, "raise"), indices)
