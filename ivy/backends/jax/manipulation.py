import functools
import operator

import jax
import jax.numpy as jnp
import numpy as np

from ivy import config
from ivy.backends import jax as _space
from ivy.backends import picking, shapes
from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.jax.native import DTYPES, as_native_dtype
from ivy.backends.jax.promotion import same_dtype
from ivy.errors import IvyValueError

# Eager jax.numpy runs a chain of small programs, jit one; inside another jit it leaves no trace.
_jit = functools.partial(jax.jit, inline=True)
_reshape = _jit(jnp.reshape, static_argnums=1)
_transpose = _jit(jnp.transpose, static_argnums=1)
_expand = _jit(jnp.expand_dims, static_argnums=1)
_squeeze = _jit(jnp.squeeze, static_argnums=1)
_flip = _jit(jnp.flip, static_argnums=1)
_roll = _jit(jnp.roll, static_argnums=(1, 2))
_concatenate = _jit(jnp.concatenate, static_argnums=1)
_stack = _jit(jnp.stack, static_argnums=1)
_tile = _jit(jnp.tile, static_argnums=1)
_repeat = _jit(jnp.repeat, static_argnums=(1, 2))
_unstack = _jit(lambda x, axis: tuple(jnp.unstack(x, axis=axis)), static_argnums=1)


def _sizes(shape):
    return tuple(map(operator.index, shape))


# ---- shape ------------------------------------------------------------------------------------


def reshape(x, shape, copy=None, order="C", allowzero=True):
    if type(shape) is tuple and order == "C" and allowzero:
        return _reshape(x, shape)
    shape = _sizes(shapes.requested_shape(shape, x.shape, allowzero))
    if order == "F":
        return picking.reshaped_by_columns(_space, x, shape)
    if order != "C":
        raise IvyValueError(f"reshape: expected order 'C' or 'F', got {order!r}")
    return _reshape(x, shape)


def permute_dims(x, axes, copy=None):
    try:
        return _transpose(x, tuple(axes))
    except Exception:
        shapes.explain_permutation(axes, x.ndim)
        raise


def expand_dims(x, axis=0, copy=None):
    return _expand(x, tuple(shapes.inserted_axes(axis, x.ndim)))


def squeeze(x, axis=None, copy=None):
    return _squeeze(x, shapes.squeezed_axes(axis, x.shape))


def flip(x, axis=None, copy=None):
    return _flip(x, normalized_axes("flip", axis, x.ndim))


def roll(x, shift, axis=None):
    if axis is None:
        return _roll(x, shapes.total_shift(shift), None)
    pairs = shapes.shifts_and_axes(shift, axis, x.ndim)
    return _roll(x, *zip(*pairs, strict=True)) if pairs else x


# ---- join and split ---------------------------------------------------------------------------


def concat(xs, axis=0):
    return _concatenate(xs, axis)


def stack(arrays, axis=0):
    try:
        return _stack(list(arrays), axis)
    except Exception:
        shapes.refuse_unequal("stack", arrays)
        raise


def repeat(x, repeats, axis=None):
    # jax 0.10 has an axis of a number.
    axis = axis if axis is None else normalized_axis("repeat", axis, x.ndim)
    most = repeats
    if type(repeats) is not int:
        picking.check_counts("repeat", DTYPES, repeats)
        most = int(np.max(repeats, initial=0))
    if x.size * most >= 2**60:  # jax 0.10: a TypeError, or the end of the process
        raise IvyValueError(f"repeat: expected fewer than 2**60 elements, got {x.size} * {most}")
    return (_repeat if most is repeats else jnp.repeat)(x, repeats, axis)


def tile(x, repeats):
    return _tile(x, (repeats,) if isinstance(repeats, int) else _sizes(repeats))


def split(x, copy=None, num_or_size_splits=None, axis=0, with_remainder=False):
    if not x.ndim:
        return [x]
    axis = normalized_axis("split", axis, x.ndim)
    return _split(
        x, tuple(shapes.part_sizes(x.shape[axis], num_or_size_splits, with_remainder)), axis
    )


@functools.partial(_jit, static_argnums=(1, 2))
def _split(x, sizes, axis):
    return jax.lax.split(x, sizes, axis)


def unstack(x, copy=None, axis=0, keepdims=False):
    axis = normalized_axis("unstack", axis, x.ndim)
    if keepdims:
        return tuple(_split(x, (1,) * x.shape[axis], axis))
    return _unstack(x, axis)


def constant_pad(x, pad_width, value=0):
    widths = shapes.pad_widths("constant_pad", pad_width, x.ndim)
    value = shapes.filler(_space, x, value)
    # jax 0.10 takes no number beyond int64.
    return _pad(x, tuple(widths), value if hasattr(value, "dtype") else np.asarray(value, x.dtype))


@functools.partial(_jit, static_argnums=1)
def _pad(x, widths, value):
    return jax.lax.pad(x, jnp.asarray(value, x.dtype), [(*pair, 0) for pair in widths])


def zero_pad(x, pad_width):
    return constant_pad(x, pad_width)


# ---- pick and put by index --------------------------------------------------------------------


def take(x, indices, axis=None, mode="fill", fill_value=None):
    if axis is None:
        x, axis = _reshape(x, (-1,)), 0
    axis = normalized_axis("take", axis, x.ndim)
    picking.check_integers("take", DTYPES[indices.dtype])
    if x.shape[axis] == 0:
        return picking.taken(_space, x, indices, axis, mode, fill_value, 0)
    if mode in ("fill", "raise"):  # a compiled program cannot raise
        return _take(x, indices, axis, fill_value)
    return picking.taken(_space, x, indices, axis, mode, fill_value, x.shape[axis])


@functools.partial(_jit, static_argnums=(2, 3))
def _take(x, indices, axis, fill_value):
    indices = _in_32_bits(indices, x.shape[axis])
    return jnp.take(x, indices, axis, mode="fill", fill_value=fill_value)


def _in_32_bits(indices, size):
    # jax 0.10 cuts off the bits above: 2**32 + 1 would be 1 instead of an index outside.
    held, given = jnp.iinfo(jnp.int32), jnp.iinfo(indices.dtype)
    if given.max <= held.max or size > held.max:
        return indices
    if given.dtype == jnp.uint64:
        return _in_32_bits(indices.astype(jnp.int64), size)  # as NumPy reads them
    return jnp.clip(indices, max(held.min, given.min), held.max).astype(jnp.int32)


def take_along_axis(arr, indices, axis=-1, mode="fill"):
    if axis is None:
        arr, indices, axis = _reshape(arr, (-1,)), _reshape(indices, (-1,)), 0
    axis = normalized_axis("take_along_axis", axis, arr.ndim)
    picking.check_integers("take_along_axis", DTYPES[indices.dtype])
    if mode in ("fill", "raise") and (arr.shape[axis] or not indices.size):
        return _take_along(arr, indices, axis)
    return picking.taken_along(_space, arr, indices, axis, mode, arr.shape[axis])


@functools.partial(_jit, static_argnums=2)
def _take_along(arr, indices, axis):
    return jnp.take_along_axis(arr, _in_32_bits(indices, arr.shape[axis]), axis, mode="fill")


def put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    if axis is None:
        flat = put_along_axis(arr.reshape(-1), indices.reshape(-1), values, 0, mode)
        return flat.reshape(arr.shape)
    axis = normalized_axis("put_along_axis", axis, arr.ndim)
    picking.check_integers("put_along_axis", DTYPES[indices.dtype])
    shapes.put_shape(arr.shape, indices.shape, axis)
    return _put_along(arr, indices, jnp.asarray(values).astype(arr.dtype), axis, mode)


@functools.partial(_jit, static_argnums=(3, 4))
def _put_along(arr, indices, values, axis, mode):
    key = list(jnp.ogrid[tuple(map(slice, arr.shape))]) if arr.ndim > 1 else [None]
    key[axis] = indices
    place = arr.at[tuple(key)]
    if mode == "mean":
        counts = jnp.ones(arr.shape, jnp.int32).at[tuple(key)].add(1)
        return (place.add(values) / counts).astype(arr.dtype)
    updates = {"replace": "set", "sum": "add", "mul": "multiply", "min": "min", "max": "max"}
    return getattr(place, updates[mode])(values)


# ---- values -----------------------------------------------------------------------------------


def clip(x, min=None, max=None, x_min=None, x_max=None):
    x = _counted(x)
    min = _bound(x, picking.one_of("min", min, x_min), False)
    max = _bound(x, picking.one_of("max", max, x_max), True)
    return _clip(x, min, max)


def _counted(x):
    """Return truth values, which numbers do not bound, as integers."""
    return x.astype(as_native_dtype(config.default_of("int"))) if x.dtype.kind == "b" else x


def _bound(x, bound, upper):
    if bound is None:
        return None
    if hasattr(bound, "dtype"):
        fits = bound.dtype is x.dtype
        return bound if fits else picking.fitting_bounds(_space, bound, DTYPES[x.dtype], upper)
    # jax 0.10 wraps a number that the dtype cannot hold: 1000 in int8 is -24.
    return np.asarray(picking.fitting_bound(bound, DTYPES[x.dtype], upper), x.dtype)


@_jit
def _clip(x, min, max):
    if min is not None:
        x = jnp.maximum(x, jnp.asarray(min, x.dtype))
    return x if max is None else jnp.minimum(x, jnp.asarray(max, x.dtype))


def heaviside(x1, x2):
    return _heaviside(*same_dtype(x1, x2))


@_jit
def _heaviside(x1, x2):
    step = jnp.where(jnp.isnan(x1), x1, (x1 > 0).astype(x1.dtype))
    return jnp.where(x1 == 0, x2, step)


def i0(x):
    if not jnp.issubdtype(x.dtype, jnp.floating):
        x = x.astype(as_native_dtype(config.default_of("float")))
    return jnp.i0(x)
