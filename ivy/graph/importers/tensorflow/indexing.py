"""Rules for slices, gathering and scattering of TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy.graph.importers.tensorflow.values import TensorFlowBuilder as Build
from ivy.graph.importers.tensorflow.values import (
    is_known,
    ndim_of,
    number_of,
    rule,
    sizes_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def strided_index(
    begin: Any,
    end: Any,
    strides: Any,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> tuple[Any, ...]:
    """Return the index that StridedSlice means, from numbers and sizes."""
    index: list[Any] = []
    for i, (start, stop, step) in enumerate(zip(begin, end, strides, strict=True)):
        if ellipsis_mask >> i & 1:
            index.append(Ellipsis)
        elif new_axis_mask >> i & 1:
            index.append(None)
        elif shrink_axis_mask >> i & 1:
            index.append(_bound(start))
        else:
            by = _bound(step)
            first = None if begin_mask >> i & 1 else _bound(start)
            last = None if end_mask >> i & 1 else _bound(stop)
            index.append(slice(first, last, None if by == 1 else by))
    while index and index[-1] == slice(None, None, None) and Ellipsis not in index:
        index.pop()
    return tuple(index)


def _bound(x: Any) -> Any:
    return x if isinstance(x, Value) else int(x)


@rule("StridedSlice", host=(1, 2, 3))
def _strided_slice(build, x, begin, end, strides, **masks):
    if isinstance(begin, Value):
        return _picked(build, x, begin, strides, **masks)
    bounds = [sizes_of(bound, "a slice") for bound in (begin, end, strides)]
    if not all(isinstance(step, int) for step in bounds[2]):
        raise Unsupported("a step that is not known before the program runs")
    index = strided_index(bounds[0], bounds[1], bounds[2], **masks)
    if _reverses(index):
        return _reversed(build, x, index)
    if not index or all(item in (Ellipsis, slice(None)) for item in index):
        return build.identity(x)
    return build.get_item(x, index)


def _picked(build: Build, x: Value, begin: Value, strides: Any, **masks: int) -> Value:
    """Return `x[i]` for an index that is data: the first axes are picked from, one after another.

    Only whole axes and single elements have sizes that do not depend on data.
    """
    count = begin.shape[0] if begin.shape else None
    shrunk = masks.get("shrink_axis_mask", 0)
    others = masks.get("ellipsis_mask", 0) | masks.get("new_axis_mask", 0)
    if count is None or others:
        raise Unsupported("a slice whose bounds depend on data")
    whole = masks.get("begin_mask", 0) & masks.get("end_mask", 0)
    axis = 0
    for i in range(count):
        if shrunk >> i & 1:
            place = build.get_item(begin, (i,))
            place.shape, place.dtype = (), begin.dtype
            size = build.length(x, axis)
            moved = build.add(place, size)
            place = build.where(build.less(place, 0), moved, place)
            shape = x.shape
            x = build.gather(x, place, axis=axis)
            x.shape = None if shape is None else (*shape[:axis], *shape[axis + 1 :])
        elif whole >> i & 1:
            axis += 1
        else:
            raise Unsupported("a slice whose bounds depend on data")
    x.shape = None
    return x


def _reverses(index: tuple[Any, ...]) -> bool:
    return any(isinstance(i, slice) and isinstance(i.step, int) and i.step < 0 for i in index)


def _reversed(build: Build, x: Value, index: tuple[Any, ...]) -> Value:
    """Return a slice with negative steps: of the axes turned round, with positive ones."""
    axes: list[int] = []
    given: list[Any] = []
    spread = ndim_of(x) - sum(item is not None and item is not Ellipsis for item in index)
    axis = 0
    for item in index:
        if item is Ellipsis:
            axis += spread
        elif item is not None:
            if isinstance(item, slice) and item.step is not None and item.step < 0:
                size = build.length(x, axis)
                if isinstance(size, Value) and (item.start, item.stop) != (None, None):
                    raise Unsupported("a negative step along an axis of unknown size")
                axes.append(axis)
                given.append(_turned(item, size))
            else:
                given.append(item)
            axis += 1
            continue
        given.append(item)
    flipped = build.flip(x, axis=tuple(axes))
    if all(item in (slice(None), Ellipsis, slice(None, None, 1)) for item in given):
        return flipped
    return build.get_item(flipped, tuple(given))


def _turned(item: slice, size: Any) -> slice:
    """Return a slice with a negative step as one of the axis turned round."""
    if isinstance(size, Value):
        return slice(None, None, -item.step)
    positions = range(*item.indices(size))
    first = size - 1 - positions[0] if positions else 0
    return slice(first, first + len(positions) * -item.step, -item.step)


@rule("Slice", host=(1, 2))
def _slice(build, x, begin, size):
    counts = sizes_of(size, "the size of a slice")
    if isinstance(begin, Value):
        return _dynamic_slice(build, x, begin, counts)
    index = []
    for start, count in zip(sizes_of(begin, "a slice"), counts, strict=True):
        if not isinstance(count, Value) and count == -1:
            index.append(slice(start or None, None))
        else:
            index.append(slice(start, build.host("host_add", start, count)))
    return build.get_item(x, tuple(index))


def _dynamic_slice(build: Build, x: Value, begin: Value, counts: tuple[Any, ...]) -> Value:
    for axis, count in enumerate(counts):
        if not isinstance(count, Value) and (count == -1 or count == build.length(x, axis)):
            continue
        start = build.get_item(begin, (axis,))
        places = build.add(build.arange(count, dtype=begin.dtype), start)
        shape = x.shape
        x = build.gather(x, places, axis=axis)
        x.shape = shape
    x.shape = None
    return x


# ---- gather -------------------------------------------------------------------------------------


@rule("GatherV2", host=(2,))
def _gather(build, x, indices, axis, batch_dims=0, mode=""):
    if mode:
        raise Unsupported(f"mode={mode!r}")
    ndim = ndim_of(x)
    place = number_of(axis, "an axis") % ndim
    batch_dims = batch_dims % ndim_of(indices) if batch_dims < 0 else batch_dims
    is_float = x.dtype in ("float16", "bfloat16", "float32", "float64")
    if place == 0 and not batch_dims and ndim == 2 and is_float:
        return build.embedding(x, indices)
    options = {"batch_dims": batch_dims} if batch_dims else {}
    return build.gather(x, indices, axis=place, **options)


@rule("Gather")
def _gather_rows(build, x, indices, validate_indices=True):
    return build.gather(x, indices, axis=0)


@rule("GatherNd")
def _gather_nd(build, x, indices, bad_indices_policy=""):
    if bad_indices_policy not in ("", "ERROR"):
        raise Unsupported(f"bad_indices_policy={bad_indices_policy!r}")
    return build.gather_nd(x, indices)


# ---- scatter ------------------------------------------------------------------------------------


def _flat_indices(build: Build, x_shape: list[Any], indices: Value) -> tuple[Value, int]:
    """Return indices of rows, of the leading axes taken as one, and how many those are."""
    depth = (indices.shape or (None,))[-1]
    if depth is None:
        raise Unsupported("indices whose last axis has an unknown size")
    flat: Any = None
    for axis in range(depth):
        part = build.get_item(indices, (Ellipsis, axis))
        flat = part if flat is None else build.add(build.multiply(flat, x_shape[axis]), part)
    return build.reshape(flat, (-1,)), depth


def scattered(build: Build, x: Value, indices: Value, updates: Value, reduction: str) -> Value:
    """Return `x` with updates put, or combined, at the indices of its leading axes."""
    if indices.shape is None and x.shape is not None:
        indices.shape = (None, 1)
    shape = [build.length(x, i) for i in range(ndim_of(x))]
    flat, depth = _flat_indices(build, shape, indices)
    inner = shape[depth:]
    width: Any = 1
    for size in inner:
        width = build.host("host_multiply", width, size)
    rows = build.reshape(x, (-1, width))
    places = build.reshape(flat, (-1, 1))
    if width != 1:
        count = build.arange(width, dtype=indices.dtype or "int32")
        places = build.add(places, build.multiply(build.reshape(count, (1, -1)), 0))
    values = build.reshape(updates, (-1, width))
    result = build.put_along_axis(rows, places, values, 0, mode=reduction)
    return build.reshape(result, tuple(shape))


def _tensor_scatter(build, x, indices, updates, bad_indices_policy="", *, op):
    if bad_indices_policy not in ("", "ERROR"):
        raise Unsupported(f"bad_indices_policy={bad_indices_policy!r}")
    if op == "subtract":
        return scattered(build, x, indices, build.negative(updates), "sum")
    return scattered(build, x, indices, updates, op)


table(_tensor_scatter, {"TensorScatterUpdate": "replace", "TensorScatterAdd": "sum"})
table(_tensor_scatter, {"TensorScatterMax": "max", "TensorScatterMin": "min"})
table(_tensor_scatter, {"TensorScatterSub": "subtract"})


@rule("ScatterNd", host=(2,))
def _scatter_nd(build, indices, updates, shape, bad_indices_policy=""):
    if bad_indices_policy not in ("", "ERROR"):
        raise Unsupported(f"bad_indices_policy={bad_indices_policy!r}")
    sizes = sizes_of(shape)
    zeros = build.zeros(sizes, dtype=updates.dtype)
    zeros.shape = tuple(None if isinstance(size, Value) else size for size in sizes)
    zeros.dtype = updates.dtype
    return scattered(build, zeros, indices, updates, "sum")


@rule("DynamicStitch", host=range(64))
def _dynamic_stitch(build, *given):
    count = len(given) // 2
    places, parts = given[:count], given[count:]
    if not all(is_known(place) for place in places):
        raise Unsupported("indices that are not known before the program runs")
    arrays = [build.array(part) for part in parts]
    rows = [
        build.expand_dims(x, axis=0) if place.ndim == 0 else x
        for x, place in zip(arrays, places, strict=True)
    ]
    if any(place.ndim > 1 for place in places):
        raise Unsupported("indices of more than one axis")
    # Later parts win where indices repeat.
    targets = np.concatenate([np.atleast_1d(place) for place in places])
    last = {int(target): row for row, target in enumerate(targets)}
    order = np.array([last[i] for i in range(len(last))], np.int32)
    return build.gather(build.concat(rows, axis=0), build.constant(order), axis=0)
