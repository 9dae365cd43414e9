import math
import operator

import tensorflow as tf
from tensorflow.python.ops import gen_array_ops as _array
from tensorflow.python.ops import gen_manip_ops as _manip
from tensorflow.python.ops import gen_math_ops as _math

from ivy import config
from ivy.backends import picking, shapes
from ivy.backends import tensorflow as _space
from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.tensorflow.native import DTYPES, as_native_dtype
from ivy.errors import IvyTypeError, IvyValueError, describe


def _size(x, axis):
    """Return the size of an axis; a tensor while it is not yet known."""
    size = x.shape[axis]
    return _array.shape(x, tf.int64)[axis] if size is None else size


# ---- shape ------------------------------------------------------------------------------------


def reshape(x, shape, copy=None, order="C", allowzero=True):
    if order == "C" and allowzero and type(shape) is not int:
        if {*map(type, shape)} == {int} and -1 in shape and 0 in shape:
            msg = f"got {tuple(shape)} for shape {tuple(x.shape)}"
            raise IvyValueError(f"reshape: expected no unknown size beside a size of 0, {msg}")
        try:
            return _array.reshape(x, shape)
        except TypeError:
            return _array.reshape(x, _without_unknown(x, shape))
    shape = shapes.requested_shape(shape, tuple(x.shape), allowzero)
    if order == "F":
        return picking.reshaped_by_columns(_space, x, shape)
    if order != "C":
        raise IvyValueError(f"reshape: expected order 'C' or 'F', got {order!r}")
    return _array.reshape(x, shape)


def _without_unknown(x, shape):
    """Return a shape without sizes that tf.function does not know: one is -1, several stay x's."""
    several = list(shape).count(None) > 1
    return [
        size if size is not None else _size(x, axis) if several else -1
        for axis, size in enumerate(shape)
    ]


def permute_dims(x, axes, copy=None):
    try:
        if min(axes, default=0) < 0:  # TensorFlow 2.19 ends the process
            axes = [normalized_axis("permute_dims", axis, len(x.shape)) for axis in axes]
        return _array.transpose(x, axes)
    except Exception:
        shapes.explain_permutation(axes, len(x.shape))
        raise


def expand_dims(x, axis=0, copy=None):
    for place in shapes.inserted_axes(axis, len(x.shape)):
        x = _array.expand_dims(x, place)
    return x


def squeeze(x, axis=None, copy=None):
    dropped = shapes.squeezed_axes(axis, x.shape)
    # For squeeze no axes mean all axes of size 1.
    return _array.squeeze(x, dropped) if dropped else _array.identity(x)


def flip(x, axis=None, copy=None):
    axes = normalized_axes("flip", axis, len(x.shape))
    if len(x.shape) <= 8:
        return _array.reverse_v2(x, axes) if axes else _array.identity(x)
    shape = tuple(x.shape)
    for each in axes:  # tensorflow 2.21 reverses tensors of at most 8 axes
        joined = (math.prod(shape[:each]), shape[each], math.prod(shape[each + 1 :]))
        x = _array.reverse_v2(_array.reshape(x, joined), (1,))
    return _array.reshape(x, shape)


def roll(x, shift, axis=None):
    if axis is None:
        flat = _manip.roll(_array.reshape(x, (-1,)), shapes.total_shift(shift), 0)
        return _array.reshape(flat, _array.shape(x))
    pairs = shapes.shifts_and_axes(shift, axis, len(x.shape))
    return _manip.roll(x, *zip(*pairs, strict=True)) if pairs else _array.identity(x)


# ---- join and split ---------------------------------------------------------------------------


def concat(xs, axis=0):
    if axis is None:
        xs, axis = [_array.reshape(x, (-1,)) for x in xs], 0
    if not isinstance(xs, (list, tuple)):
        raise IvyTypeError(f"concat: expected a list of arrays, got {describe(xs)}")
    if any(x.shape.rank == 0 for x in xs):
        raise IvyValueError("concat: expected arrays with axes, got one without; use stack")
    if len(xs) == 1:  # concat_v2 takes two or more
        normalized_axis("concat", axis, len(xs[0].shape))
        return _array.identity(xs[0])
    return _array.concat_v2(xs, axis)


def stack(arrays, axis=0):
    try:
        return _array.pack(list(arrays), operator.index(axis))
    except Exception:
        shapes.refuse_unequal("stack", arrays)
        raise


def repeat(x, repeats, axis=None):
    # By picking: tensorflow 2.21's tf.repeat fails for uint16 and for tensors without elements.
    if axis is None:
        x, axis = _array.reshape(x, (-1,)), 0
    axis = normalized_axis("repeat", axis, len(x.shape))
    size = _size(x, axis)
    if type(repeats) is int:
        return _array.gather_v2(x, tf.range(size * repeats) // max(repeats, 1), axis)
    picking.check_counts("repeat", DTYPES, repeats)
    each = _array.broadcast_to(_math.cast(repeats, tf.int64), (size,))
    ends = _math.cumsum(each, 0)
    places = tf.range(tf.reduce_sum(each), dtype=tf.int64)
    return _array.gather_v2(x, tf.searchsorted(ends, places, "right"), axis)


def tile(x, repeats):
    if x.dtype == tf.uint16:  # tensorflow 2.21 has no kernel
        return tf.bitcast(tile(tf.bitcast(x, tf.int16), repeats), tf.uint16)
    repeats = (repeats,) if isinstance(repeats, int) else tuple(map(_index, repeats))
    repeats = (1,) * (len(x.shape) - len(repeats)) + repeats
    for _ in range(len(repeats) - len(x.shape)):
        x = _array.expand_dims(x, 0)
    return _array.tile(x, repeats) if repeats else _array.identity(x)


def _index(n):
    return n if tf.is_tensor(n) and not hasattr(n, "numpy") else operator.index(n)


def split(x, copy=None, num_or_size_splits=None, axis=0, with_remainder=False):
    if not len(x.shape):
        return [x]
    axis = normalized_axis("split", axis, len(x.shape))
    if x.shape[axis] is None:
        return list(tf.split(x, num_or_size_splits, axis))
    return _parts(x, shapes.part_sizes(x.shape[axis], num_or_size_splits, with_remainder), axis)


def _parts(x, sizes, axis):
    return list(_array.split_v(x, sizes, axis, len(sizes))) if sizes else []


def unstack(x, copy=None, axis=0, keepdims=False):
    axis = normalized_axis("unstack", axis, len(x.shape))
    if keepdims:
        return tuple(_parts(x, [1] * x.shape[axis], axis))
    return tuple(_array.unpack(x, x.shape[axis], axis))


def constant_pad(x, pad_width, value=0):
    widths = shapes.pad_widths("constant_pad", pad_width, len(x.shape))
    value = tf.constant(shapes.filler(_space, x, value), x.dtype)
    if len(widths) <= 6:
        return _array.pad_v2(x, widths, value) if widths else _array.identity(x)
    shape = list(x.shape)
    for axis, width in enumerate(widths):  # tensorflow 2.21 pads at most 6 axes
        joined = (math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :]))
        x = _array.pad_v2(_array.reshape(x, joined), ((0, 0), width, (0, 0)), value)
        shape[axis] += sum(width)
    return _array.reshape(x, shape)


def zero_pad(x, pad_width):
    return constant_pad(x, pad_width)


# ---- pick and put by index --------------------------------------------------------------------


def take(x, indices, axis=None, mode="fill", fill_value=None):
    if axis is None:
        x, axis = _array.reshape(x, (-1,)), 0
    axis = normalized_axis("take", axis, len(x.shape))
    if indices.dtype not in (tf.int32, tf.int64):
        picking.check_integers("take", DTYPES[indices.dtype])
        indices = _math.cast(indices, tf.int64)
    if mode == "raise":
        return _array.gather_v2(x, _from_front(indices, _size(x, axis)), axis)
    # The kernel for the CPU raises for indices outside, that for the GPU gives zeros.
    if mode == "fill" and tf.executing_eagerly() and "CPU" in x.device:
        try:
            return _array.gather_v2(x, indices, axis)
        except tf.errors.InvalidArgumentError:
            return picking.taken(_space, x, indices, axis, mode, fill_value, _size(x, axis))
    return picking.taken(_space, x, indices, axis, mode, fill_value, _size(x, axis))


def _from_front(indices, size):
    return _math.select_v2(indices < 0, indices + tf.cast(size, indices.dtype), indices)


def take_along_axis(arr, indices, axis=-1, mode="fill"):
    if axis is None:
        arr, indices, axis = _array.reshape(arr, (-1,)), _array.reshape(indices, (-1,)), 0
    axis = normalized_axis("take_along_axis", axis, len(arr.shape))
    picking.check_integers("take_along_axis", DTYPES[indices.dtype])
    indices = _math.cast(indices, tf.int64)
    if mode != "raise":
        return picking.taken_along(_space, arr, indices, axis, mode, _size(arr, axis))
    return _gathered_along(arr, _from_front(indices, _size(arr, axis)), axis)


def _gathered_along(x, indices, axis):
    ndim = len(x.shape)
    if ndim != len(indices.shape):
        msg = f"take_along_axis: expected indices of {ndim} axes, got shape {tuple(indices.shape)}"
        raise IvyValueError(msg)
    last = [i for i in range(ndim) if i != axis] + [axis]
    if axis < ndim - 1:
        x, indices = _array.transpose(x, last), _array.transpose(indices, last)
    if x.shape[:-1] != indices.shape[:-1]:
        shape = shapes.broadcast_shape(x.shape[:-1], indices.shape[:-1])
        x = _array.broadcast_to(x, (*shape, x.shape[-1]))
        indices = _array.broadcast_to(indices, (*shape, indices.shape[-1]))
    r = tf.gather(x, indices, batch_dims=ndim - 1)
    if axis < ndim - 1:
        r = _array.transpose(r, sorted(range(ndim), key=last.__getitem__))
    return r


_SCATTERS = {
    "replace": _array.tensor_scatter_update,
    "sum": _array.tensor_scatter_add,
    "min": _array.tensor_scatter_min,
    "max": _array.tensor_scatter_max,
}


def put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    if axis is None:
        flat = _array.reshape(arr, (-1,)), _array.reshape(indices, (-1,)), values, 0, mode
        return _array.reshape(put_along_axis(*flat), _array.shape(arr))
    axis = normalized_axis("put_along_axis", axis, len(arr.shape))
    picking.check_integers("put_along_axis", DTYPES[indices.dtype])
    sizes = tuple(_size(arr, i) for i in range(len(arr.shape)))
    if None in (*arr.shape, *indices.shape):
        shape = (*sizes[:axis], _size(indices, axis), *sizes[axis + 1 :])
    else:
        shape = shapes.put_shape(sizes, tuple(indices.shape), axis)
    places = _from_front(_math.cast(indices, tf.int64), sizes[axis])
    places = _array.reshape(_flat_places(sizes, places, shape, axis), (-1,))
    values = tf.cast(values, arr.dtype)
    values = _array.reshape(_array.broadcast_to(values, shape), (-1,))
    flat = _array.reshape(arr, (-1,))
    if mode in _SCATTERS:
        flat = _scattered(flat, _array.expand_dims(places, 1), values, mode)
    elif mode == "mul":
        flat = flat * tf.math.unsorted_segment_prod(values, places, math.prod(sizes))
    else:
        total = _array.tensor_scatter_add(flat, _array.expand_dims(places, 1), values)
        counts = 1 + tf.math.bincount(tf.cast(places, tf.int32), minlength=math.prod(sizes))
        wide = tf.complex128 if arr.dtype.is_complex else tf.float64
        flat = tf.cast(tf.cast(total, wide) / tf.cast(counts, wide), arr.dtype)
    return _array.reshape(flat, sizes)


def _scattered(flat, places, values, mode):
    scatter = _SCATTERS[mode]
    if mode not in ("min", "max") or not flat.dtype.is_floating:
        return scatter(flat, places, values)
    # tensorflow 2.21 drops NaN among extremes.
    is_nan = _math.is_nan(values)
    reached = _array.tensor_scatter_max(
        _math.cast(_math.is_nan(flat), tf.int32), places, _math.cast(is_nan, tf.int32)
    )
    nan = tf.constant(math.nan, flat.dtype)
    harmless = _array.gather_nd(flat, places)
    found = scatter(flat, places, _math.select_v2(is_nan, harmless, values))
    return _math.select_v2(_math.cast(reached, tf.bool), nan, found)


def _flat_places(shape, indices, target, axis):
    """Return where indices along an axis lie in the flattened array."""
    places = tf.zeros((), tf.int64)
    for each, size in enumerate(shape):
        stride = math.prod(shape[each + 1 :])
        along = tf.range(size, dtype=tf.int64)
        along = _array.reshape(along, (-1,) + (1,) * (len(shape) - each - 1))
        places = places + (indices if each == axis else along) * stride
    return _array.broadcast_to(places, target)


# ---- values -----------------------------------------------------------------------------------


def clip(x, min=None, max=None, x_min=None, x_max=None):
    min = picking.one_of("min", min, x_min)
    max = picking.one_of("max", max, x_max)
    if x.dtype == tf.bool:  # numbers do not bound truth values
        x = _math.cast(x, as_native_dtype(config.default_of("int")))
    if min is not None:
        x = _math.maximum(x, _bound(x, min, False))
    if max is not None:
        x = _math.minimum(x, _bound(x, max, True))
    return x


def _bound(x, bound, upper):
    if hasattr(bound, "dtype"):
        fits = bound.dtype == x.dtype
        return bound if fits else picking.fitting_bounds(_space, bound, DTYPES[x.dtype], upper)
    return tf.constant(picking.fitting_bound(bound, DTYPES[x.dtype], upper), x.dtype)


def i0(x):
    if x.dtype in (tf.float16, tf.float32, tf.float64):
        return tf.math.bessel_i0(x)
    if x.dtype == tf.bfloat16:
        return _math.cast(tf.math.bessel_i0(_math.cast(x, tf.float32)), x.dtype)
    return tf.math.bessel_i0(_math.cast(x, as_native_dtype(config.default_of("float"))))
