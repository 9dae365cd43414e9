import functools as _functools

import numpy as np
import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording
from tensorflow.python.ops import gen_math_ops as _math_ops

from ivy import config
from ivy.backends import shapes
from ivy.backends import tensorflow as _space
from ivy.backends.axes import accumulation_dtype, cumulated_axis, normalized_axes, refuse_nothing
from ivy.backends.on_floats import native_on_floats
from ivy.backends.promotion import in_one_dtype
from ivy.backends.tensorflow.native import DTYPES, NATIVE_DTYPES, as_native_dtype
from ivy.errors import IvyTypeError, IvyValueError

_sum, _prod, _mean = _math_ops._sum, _math_ops.prod, _math_ops.mean
_cast = _math_ops.cast

_FLOAT32 = tf.float32
_HALVES = (tf.float16, tf.bfloat16)


@_functools.cache
def _axes_array(axes):
    # TensorFlow takes 50 us to make a tensor of a tuple, 8 of an array.
    return np.array(axes, np.int32)


def _axes(name, axis, x):
    rank = x.shape.rank
    if rank is None:
        return tf.range(tf.rank(x)) if axis is None else axis
    return _axes_array(normalized_axes(name, axis, rank))


def _result_dtype(x, dtype):
    if dtype is not None:
        return as_native_dtype(dtype)
    return NATIVE_DTYPES[accumulation_dtype(DTYPES[x.dtype])]


def _as_dtype(x, dtype):
    return x if x.dtype == dtype else _cast(x, dtype)


def sum(x, axis=None, dtype=None, keepdims=False):
    if dtype is None and type(axis) is int and x.dtype is _FLOAT32:
        try:
            return _sum(x, axis, keepdims)
        except (ValueError, tf.errors.InvalidArgumentError):
            _axes("sum", axis, x)  # raises for an axis out of range
            raise
    return _sum(_as_dtype(x, _result_dtype(x, dtype)), _axes("sum", axis, x), keepdims)


def prod(x, axis=None, dtype=None, keepdims=False):
    return _prod(_as_dtype(x, _result_dtype(x, dtype)), _axes("prod", axis, x), keepdims)


def _extremum(name, reduce, larger):
    def extremum(x, axis=None, keepdims=False, initial=None, where=None):
        if initial is where is None and type(axis) is int and x.dtype is _FLOAT32:
            size = x.shape[axis] if x.shape.rank is not None else None
            if size != 0:  # TensorFlow answers the least number for nothing
                return reduce(x, axis, keepdims)
        return _extreme(name, reduce, larger, x, axis, keepdims, initial, where)

    return extremum


max = _extremum("max", _math_ops._max, _math_ops.maximum)
min = _extremum("min", _math_ops._min, _math_ops.minimum)


def _extreme(name, reduce, larger, x, axis, keepdims, initial, where):
    if x.dtype is tf.bool:  # TensorFlow 2.21 compares no booleans
        initial = None if initial is None else int(initial)
        number = _cast(x, tf.int32)
        result = _extreme(name, reduce, larger, number, axis, keepdims, initial, where)
        return _cast(result, tf.bool)
    axes = _axes(name, axis, x)
    if initial is None:
        if where is not None:
            raise IvyValueError(f"{name}: expected an initial value with where, got None")
        if x.shape.rank is not None:  # TensorFlow answers the least number for nothing
            refuse_nothing(name, axis, x.shape)
        return reduce(x, axes, keepdims)
    initial = tf.constant(initial, x.dtype)
    x = x if where is None else _math_ops.select_v2(where, x, initial)
    return larger(reduce(x, axes, keepdims), initial)


def mean(x, axis=None, keepdims=False, dtype=None):
    if dtype is None and type(axis) is int and x.dtype is _FLOAT32:
        try:
            return _mean(x, axis, keepdims)
        except (ValueError, tf.errors.InvalidArgumentError):
            _axes("mean", axis, x)  # raises for an axis out of range
            raise
    axes = _axes("mean", axis, x)
    dtype = _averaging_dtype(x) if dtype is None else as_native_dtype(dtype)
    x = _as_dtype(x, _FLOAT32 if dtype in _HALVES else dtype)  # sums of float16 overflow
    if dtype.is_complex:  # tensorflow 2.21: the mean of no complex numbers is 0
        return tf.complex(*(mean(part(x), axis, keepdims) for part in (tf.math.real, tf.math.imag)))
    return _as_dtype(_mean(x, axes, keepdims), dtype)


def _averaging_dtype(x):
    if x.dtype.is_floating or x.dtype.is_complex:
        return x.dtype
    return NATIVE_DTYPES[config.default_of("float")]


# ---- cumulative -------------------------------------------------------------------------------


def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_sum", _math_ops.cumsum, 0, x, axis, dtype, include_initial)


def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_prod", _cumprod, 1, x, axis, dtype, include_initial)


def _cumprod(x, axis):
    unrecorded = tf.executing_eagerly() and not _is_recording()
    if unrecorded or x.shape[axis] is None or x.dtype.is_integer:
        return _math_ops.cumprod(x, axis)

    @tf.custom_gradient
    def product(x):
        return _math_ops.cumprod(x, axis), lambda g: _cumprod_gradient(x, g, axis)

    return product(x)


def _cumprod_gradient(x, g, axis):
    """Return the sums of `g[j]` times all of `x[:j + 1]` but `x[k]`.

    tensorflow 2.21 divides by `x[k]`, and returns 0 where that is 0.
    """
    size = x.shape[axis]
    x = tf.math.conj(x) if x.dtype.is_complex else x

    def shifted(values, count, fill):
        """Return what stands `count` places later, or earlier where that is negative."""
        ends, start = [[0, 0]] * x.shape.rank, [0] * x.shape.rank
        ends[axis] = [0, count] if count > 0 else [-count, 0]
        start[axis] = ends[axis][1]
        padded = tf.pad(values, ends, constant_values=tf.constant(fill, x.dtype))
        return tf.slice(padded, start, tf.shape(values))

    total, factor, count = g, shifted(x, 1, 0), 1
    while count < size:  # total[k] = g[k] + x[k + 1] * total[k + 1], twice as many terms at a time
        total = total + factor * shifted(total, count, 0)
        factor = factor * shifted(factor, count, 0)
        count *= 2
    return total * shifted(_cumprod(x, axis), -1, 1)


def _cumulative(name, function, start, x, axis, dtype, include_initial):
    axis = cumulated_axis(name, axis, x.shape.rank)
    dtype = _result_dtype(x, dtype)
    work = _FLOAT32 if dtype in _HALVES else dtype
    result = function(_as_dtype(x, work), axis)
    if include_initial:
        padding = [[0, 0]] * axis + [[1, 0]] + [[0, 0]] * (x.shape.rank - axis - 1)
        result = tf.pad(result, padding, constant_values=start)
    return _as_dtype(result, dtype)


def running_maximum(x, axis):
    return _running(_math_ops.maximum, x, axis)


def running_minimum(x, axis):
    return _running(_math_ops.minimum, x, axis)


def _running(larger, x, axis):
    """Compare with the element 1, 2, 4, ... places before: TensorFlow has no such scan."""
    size, step = x.shape[axis], 1
    if size is None:
        return _running_in_graph(larger, x, axis)
    while step < size:
        front, back = tf.split(x, [step, size - step], axis)
        earlier = tf.gather(x, np.arange(size - step), axis=axis)
        x = tf.concat([front, larger(back, earlier)], axis)
        step *= 2
    return x


def _running_in_graph(larger, x, axis):
    size, shape = tf.shape(x)[axis], x.shape

    def doubled(step, x):
        front, back = tf.split(x, tf.stack([step, size - step]), axis, 2)
        earlier = tf.gather(x, tf.range(size - step), axis=axis)
        return 2 * step, tf.ensure_shape(tf.concat([front, larger(back, earlier)], axis), shape)

    return tf.while_loop(lambda step, _: step < size, doubled, (tf.constant(1), x))[1]


# ---- the rest ---------------------------------------------------------------------------------


def bincount(x, weights=None, minlength=0):
    if not x.dtype.is_integer:
        raise IvyTypeError(f"bincount: expected integers, got {x.dtype.name}")
    if x.shape.rank not in (1, None):
        raise IvyValueError(f"bincount: expected a vector, got shape {tuple(x.shape)}")
    if tf.executing_eagerly():
        shapes.refuse_many_bins(int(tf.reduce_max(x)) if x.shape[0] else 0, minlength)
    x = _as_dtype(x, tf.int32)
    counts = tf.math.bincount(x, None, minlength)
    if weights is None:
        return _cast(counts, tf.int64)
    # tensorflow 2.21: bincount of weights has no gradient.
    return tf.math.unsorted_segment_sum(weights, x, tf.size(counts))


def einsum(equation, *operands):
    shapes.check_equation(equation)
    operands = in_one_dtype(_space, operands)
    dtype = operands[0].dtype
    if dtype.is_integer and dtype not in (tf.int32, tf.int64):  # TensorFlow 2.21 has no kernels
        operands = [_cast(x, tf.int64) for x in operands]
    try:
        found = tf.einsum(equation, *operands, optimize="greedy")
    except (tf.errors.InvalidArgumentError, ValueError):
        equation, operands = _without_ones(equation, operands)
        found = tf.einsum(equation, *operands, optimize="greedy")
    return _as_dtype(found, dtype)


def _without_ones(equation, operands):
    """Return an equation and operands without the axes of size 1 that others have longer."""
    terms, out = shapes.spelled_equation(equation, [x.shape.rank for x in operands])
    sizes = {
        pair
        for term, x in zip(terms, operands, strict=True)
        for pair in zip(term, x.shape, strict=True)
    }
    long = {letter for letter, size in sizes if size != 1}
    squeezed = []
    for i, (term, x) in enumerate(zip(terms, operands, strict=True)):
        ones = [c for c in term if c in long and term.count(c) == 1 and x.shape[term.index(c)] == 1]
        squeezed.append(tf.squeeze(x, [term.index(c) for c in ones]) if ones else x)
        terms[i] = "".join(c for c in term if c not in ones)
    return f"{','.join(terms)}->{out}", squeezed


@native_on_floats(_space)(2)
def igamma(a, x):
    # TensorFlow 2.21 has NaN at a = 0, and 0 where there is no limit or a is negative.
    at_its_limit = tf.logical_and(a == 0, x > 0)
    result = tf.where(at_its_limit, tf.ones((), a.dtype), _math_ops.igamma(a, x))
    no_limit = tf.logical_and(a == x, tf.logical_or(a == 0, tf.math.is_inf(a)))
    undefined = tf.logical_or(a < 0, no_limit)
    return tf.where(undefined, tf.constant(float("nan"), a.dtype), result)
