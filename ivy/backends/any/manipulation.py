"""What can be made of reshaping, permuting, joining and picking, the same for every framework."""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.shapes import broadcast_shape, cut_slices, moved_axes
from ivy.errors import IvyValueError


class TopK(NamedTuple):
    """The chosen elements and their indices."""

    values: Any
    indices: Any


# ---- shape ------------------------------------------------------------------------------------


def flatten(xp, x, copy=None, start_dim=0, end_dim=-1, order="C"):
    shape = tuple(x.shape)
    if not shape:
        return xp.reshape(x, (1,), copy)
    start = normalized_axis("flatten", start_dim, len(shape))
    end = normalized_axis("flatten", end_dim, len(shape))
    if start > end:
        msg = f"flatten: expected start_dim before end_dim, got {start_dim} and {end_dim}"
        raise IvyValueError(msg)
    joined = shape[start : end + 1]
    size = -1 if None in joined else math.prod(joined)
    return xp.reshape(x, (*shape[:start], size, *shape[end + 1 :]), copy, order)


def unflatten(xp, x, dim, shape):
    axis = normalized_axis("unflatten", dim, len(x.shape))
    size, known = x.shape[axis], -math.prod(shape)
    if known > 0 and size is not None:  # reshape finds -1 only where there are elements
        if size % known or sum(n == -1 for n in shape) != 1:  # NumPy takes -2 for -1
            raise IvyValueError(f"unflatten: expected a shape of {size} elements, got {shape!r}")
        shape = [size // known if n == -1 else n for n in shape]
    return xp.reshape(x, (*x.shape[:axis], *shape, *x.shape[axis + 1 :]))


def moveaxis(xp, a, source, destination, copy=None):
    return xp.permute_dims(a, moved_axes(source, destination, len(a.shape)), copy)


def swapaxes(xp, x, axis0, axis1, copy=None):
    order = list(range(len(x.shape)))
    first, second = (normalized_axis("swapaxes", axis, len(order)) for axis in (axis0, axis1))
    order[first], order[second] = second, first
    return xp.permute_dims(x, tuple(order), copy)


def atleast_1d(xp, *arys, copy=None):
    return _each(arys, lambda x: xp.reshape(x, tuple(x.shape) or (1,), copy))


def atleast_2d(xp, *arys, copy=None):
    new_axes = ((0, 1), (0,), ())
    return _each(arys, lambda x: xp.expand_dims(x, new_axes[builtins.min(len(x.shape), 2)], copy))


def atleast_3d(xp, *arys, copy=None):
    new_axes = ((0, 1, 2), (0, 2), (2,), ())
    return _each(arys, lambda x: xp.expand_dims(x, new_axes[builtins.min(len(x.shape), 3)], copy))


def _each(arrays, function):
    results = [function(x) for x in arrays]
    return results[0] if len(results) == 1 else results


def broadcast_shapes(xp, *shapes):
    return broadcast_shape(*(s if isinstance(s, Iterable) else (s,) for s in shapes))


def expand(xp, x, shape, copy=None):
    new, own = len(shape) - len(x.shape), xp.sizes(x)
    sizes = [
        own[i - new] if isinstance(n, int) and n == -1 and i >= new else n
        for i, n in enumerate(shape)
    ]
    result = xp.broadcast_to(x, tuple(sizes))
    return xp.copy_array(result) if copy else result


def as_strided(xp, x, shape, strides):
    itemsize = xp.DTYPES[x.dtype].bits // 8
    if [stride for stride in strides if stride % itemsize]:
        msg = f"as_strided: expected strides in multiples of {itemsize} bytes, got {strides}"
        raise IvyValueError(msg)
    steps = [stride // itemsize for stride in strides]
    reaches = [(n - 1) * step for n, step in zip(shape, steps, strict=True)]
    lowest = sum([reach for reach in reaches if reach < 0])
    highest = sum([reach for reach in reaches if reach > 0])
    size = math.prod(x.shape)
    if math.prod(shape) and not (lowest >= 0 and highest < size):
        msg = f"as_strided: expected to stay within {size} elements, got {shape} by {strides}"
        raise IvyValueError(msg)
    places = xp.zeros(tuple(shape), dtype="int32")
    for axis, (length, step) in enumerate(zip(shape, steps, strict=True)):
        along = xp.arange(length) * step
        places = places + xp.reshape(along, (-1,) + (1,) * (len(shape) - axis - 1))
    return xp.take(xp.reshape(x, (-1,)), places, 0, "raise")


# ---- order ------------------------------------------------------------------------------------


def fliplr(xp, m, copy=None):
    return xp.flip(m, 1, copy)


def flipud(xp, m, copy=None):
    return xp.flip(m, 0, copy)


def rot90(xp, m, copy=None, k=1, axes=(0, 1)):
    plane = normalized_axes("rot90", axes, len(m.shape))
    if len(plane) != 2:
        raise IvyValueError(f"rot90: expected two axes, got {axes}")
    first, second = plane
    k %= 4
    if k == 0:
        return xp.copy_array(m) if copy else m
    if k == 2:
        return xp.flip(m, plane, copy)
    if k == 1:
        return xp.swapaxes(xp.flip(m, second), first, second, copy)
    return xp.flip(xp.swapaxes(m, first, second), second, copy)


# ---- join and split ---------------------------------------------------------------------------


def vstack(xp, arrays):
    return xp.concat([xp.atleast_2d(x) for x in arrays], 0)


def hstack(xp, arrays):
    arrays = [xp.atleast_1d(x) for x in arrays]
    return xp.concat(arrays, 0 if len(arrays[0].shape) == 1 else 1)


def dstack(xp, arrays):
    return xp.concat([xp.atleast_3d(x) for x in arrays], 2)


def column_stack(xp, arrays):
    columns = [x if len(x.shape) > 1 else xp.reshape(x, (-1, 1)) for x in arrays]
    return xp.concat(columns, 1)


def concat_from_sequence(xp, input_sequence, new_axis=0, axis=0):
    if new_axis not in (0, 1):
        raise IvyValueError(f"concat_from_sequence: expected new_axis 0 or 1, got {new_axis}")
    join = xp.stack if new_axis else xp.concat
    return join(list(input_sequence), axis)


def pad_sequence(xp, sequences, batch_first=False, padding_value=0):
    longest = builtins.max(x.shape[0] for x in sequences)

    def lengthened(x):
        widths = [(0, longest - x.shape[0])] + [(0, 0)] * (len(x.shape) - 1)
        return xp.constant_pad(x, widths, padding_value)

    return xp.stack([lengthened(x) for x in sequences], 0 if batch_first else 1)


def hsplit(xp, ary, indices_or_sections, copy=None):
    return _cut(xp, "hsplit", ary, indices_or_sections, int(len(ary.shape) > 1), copy)


def vsplit(xp, ary, indices_or_sections, copy=None):
    return _cut(xp, "vsplit", ary, indices_or_sections, 0, copy)


def dsplit(xp, ary, indices_or_sections, copy=None):
    return _cut(xp, "dsplit", ary, indices_or_sections, 2, copy)


def _cut(xp, name, x, indices_or_sections, axis, copy):
    needed = {"hsplit": 1, "vsplit": 2, "dsplit": 3}[name]
    if len(x.shape) < needed:
        raise IvyValueError(f"{name}: expected at least {needed} axes, got shape {tuple(x.shape)}")
    slices = cut_slices(name, x.shape[axis], indices_or_sections)
    parts = [x[(slice(None),) * axis + (part,)] for part in slices]
    return [xp.copy_array(part) for part in parts] if copy else parts


# ---- pick and put by index --------------------------------------------------------------------


def choose(xp, arr, choices, mode=None):
    shape = broadcast_shape(arr.shape, *(choice.shape for choice in choices))
    stacked = xp.stack([xp.broadcast_to(choice, shape) for choice in choices], 0)
    numbers = xp.expand_dims(xp.broadcast_to(arr, shape), 0)
    return xp.take_along_axis(stacked, numbers, 0, mode or "raise")[0]


def fill_diagonal(xp, a, v, wrap=False):
    shape = tuple(a.shape)
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise IvyValueError(f"fill_diagonal: expected a matrix or equal sizes, got shape {shape}")
    size = math.prod(shape)
    step = sum([math.prod(shape[axis:]) for axis in range(1, len(shape) + 1)])
    end = size if wrap or len(shape) > 2 else builtins.min(size, shape[1] * shape[1])
    places = xp.reshape(xp.arange(size), shape)
    on_diagonal = xp.logical_and(xp.equal(xp.remainder(places, step), 0), xp.less(places, end))
    if not hasattr(v, "shape"):
        return xp.where(on_diagonal, xp.full((), v, dtype=a.dtype), a)
    elements = xp.reshape(xp.astype(v, a.dtype), (-1,))
    number = xp.remainder(xp.floor_divide(places, step), math.prod(v.shape))
    return xp.where(on_diagonal, xp.take(elements, number, 0, "raise"), a)


def top_k(xp, x, k, axis=-1, largest=True, sorted=True):
    axis = normalized_axis("top_k", axis, len(x.shape))
    size = x.shape[axis]
    if k < 0 or (size is not None and k > size):
        raise IvyValueError(f"top_k: expected k of at most {size}, got {k}")
    order = xp.argsort(x, axis, largest, True)
    indices = order[(slice(None),) * axis + (slice(0, k),)]
    return TopK(xp.take_along_axis(x, indices, axis, "raise"), indices)


def trim_zeros(xp, a, trim="fb"):
    trim = trim.lower()
    if len(a.shape) != 1 or not set(trim) <= set("fb"):
        msg = (
            f"trim_zeros: expected a vector and trim of 'f' and 'b', got {tuple(a.shape)}, {trim!r}"
        )
        raise IvyValueError(msg)
    [places] = xp.nonzero(a)
    if not places.shape[0]:
        return a[:0]
    start = int(places[0]) if "f" in trim else 0
    end = int(places[-1]) + 1 if "b" in trim else a.shape[0]
    return a[start:end]


# ---- values -----------------------------------------------------------------------------------


def heaviside(xp, x1, x2):
    step = xp.astype(xp.greater(x1, 0), x1.dtype)
    if xp.DTYPES[x1.dtype].kind == "float":
        step = xp.where(xp.isnan(x1), x1, step)
    return xp.where(xp.equal(x1, 0), x2, step)


def soft_thresholding(xp, x, threshold):
    # Not `abs(x) - threshold` first: unsigned integers would wrap around.
    magnitude = xp.subtract(xp.maximum(xp.abs(x), threshold), threshold)
    return xp.multiply(xp.sign(x), magnitude)


def associative_scan(xp, x, fn, reverse=False, axis=0):
    axis = normalized_axis("associative_scan", axis, len(x.shape))
    length = x.shape[axis]
    if reverse:
        return xp.flip(xp.associative_scan(xp.flip(x, axis), fn, False, axis), axis)

    def part(result, start, end):
        return result[(slice(None),) * axis + (slice(start, end),)]

    distance, result = 1, x
    while distance < length:  # after each round every slice covers twice as many
        combined = fn(part(result, 0, length - distance), part(result, distance, length))
        result = xp.concat([part(result, 0, distance), combined], axis)
        distance *= 2
    return result


# ---- tensors as matrices ----------------------------------------------------------------------


def unfold(xp, x, mode=0):
    rows, *others = xp.sizes(moved := xp.moveaxis(x, mode, 0))
    return xp.reshape(moved, (rows, math.prod(others)))


def _product(sizes):
    """Return how many elements axes have together: -1 where a framework has to find out."""
    return -1 if None in sizes else math.prod(sizes)


def fold(xp, x, mode, shape):
    shape = list(shape)
    size = shape.pop(mode)
    return xp.moveaxis(xp.reshape(x, (size, *shape)), 0, mode)


def partial_unfold(xp, x, mode=0, skip_begin=1, skip_end=0, ravel_tensors=False):
    shape = tuple(x.shape)
    end = len(shape) - skip_end
    moved = xp.moveaxis(x, mode + skip_begin, skip_begin)
    sizes = tuple(moved.shape)[skip_begin:end]
    middle = (_product(sizes),) if ravel_tensors else (sizes[0], _product(sizes[1:]))
    return xp.reshape(moved, (*shape[:skip_begin], *middle, *shape[end:]))


def partial_fold(xp, x, mode, shape, skip_begin=1):
    shape = list(shape)
    size = shape.pop(mode + skip_begin)
    shape.insert(skip_begin, size)
    return xp.moveaxis(xp.reshape(x, tuple(shape)), skip_begin, mode + skip_begin)


def partial_tensor_to_vec(xp, x, skip_begin=1, skip_end=0):
    return xp.partial_unfold(x, 0, skip_begin, skip_end, True)


def partial_vec_to_tensor(xp, x, shape, skip_begin=1):
    return xp.partial_fold(x, 0, shape, skip_begin)


def matricize(xp, x, row_modes, column_modes=None):
    ndim = len(x.shape)
    rows = normalized_axes("matricize", row_modes, ndim)
    columns = [axis for axis in range(ndim) if axis not in rows]
    if column_modes is not None:
        columns = list(normalized_axes("matricize", column_modes, ndim))
    if sorted([*rows, *columns]) != list(range(ndim)):
        msg = f"matricize: expected each axis once, got {row_modes} and {column_modes}"
        raise IvyValueError(msg)
    height = math.prod([x.shape[axis] for axis in rows])
    width = math.prod([x.shape[axis] for axis in columns])
    return xp.reshape(xp.permute_dims(x, (*rows, *columns)), (height, width))
