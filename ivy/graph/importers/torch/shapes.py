"""Rules for operations of ATen that move elements: shapes, axes, joining, repeating."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

from ivy.graph.importers.torch.values import (
    TorchBuilder,
    axes_of,
    axis_of,
    cast,
    is_whole,
    known,
    native_dtype,
    not_limiting,
    rank,
    repeated,
    reshape,
    rule,
    shape_of,
    size_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike, called

# ---- shapes -------------------------------------------------------------------------------------


@rule("view", "reshape", "_unsafe_view", "view_copy", "_reshape_copy")
def _reshape(build, x, shape):
    if isinstance(shape, str):
        if native_dtype(shape).itemsize != native_dtype(x.dtype or "").itemsize:
            raise Unsupported(f"dtype={shape}, which reads the bits of another width")
        return build.bitcast(x, shape)
    known_sizes = build.result_shape
    sizes = [
        given if size is None else size for given, size in zip(shape, known_sizes, strict=True)
    ]
    return reshape(build, x, sizes)


@rule("flatten.using_ints")
def _flatten(build, x, start_dim=0, end_dim=-1):
    if not rank(x):
        return build.reshape(x, (1,))
    return build.flatten(x, start_dim=start_dim, end_dim=end_dim)


@rule("unflatten.int")
def _unflatten(build, x, dim, sizes):
    axis = axis_of(x, dim)
    shape = shape_of(build, x)
    return reshape(build, x, (*shape[:axis], *sizes, *shape[axis + 1 :]))


@rule("view_as", "reshape_as")
def _view_as(build, x, other):
    return reshape(build, x, shape_of(build, other))


@rule("unsqueeze", "unsqueeze_copy")
def _unsqueeze(build, x, dim):
    return build.expand_dims(x, axis=dim % (rank(x) + 1))


@rule("squeeze", "squeeze.dim", "squeeze.dims", "squeeze_copy", "squeeze_copy.dim")
def _squeeze(build, x, dim=None):
    axes = [axis for axis in axes_of(x, dim) if (x.shape or ())[axis : axis + 1] == (1,)]
    if dim == () or not axes:
        return x
    return build.squeeze(x, axis=axes[0] if len(axes) == 1 else tuple(axes))


@rule("permute", "permute_copy")
def _permute(build, x, dims):
    axes = axes_of(x, dims)
    return x if axes == tuple(range(rank(x))) else build.permute_dims(x, axes)


@rule("transpose.int", "transpose_copy.int", "swapaxes", "swapdims")
def _transpose(build, x, dim0, dim1):
    return build.swapaxes(x, dim0, dim1) if rank(x) else x


@rule("t", "t_copy", "numpy_T")
def _t(build, x):
    return build.permute_dims(x, tuple(reversed(range(rank(x))))) if rank(x) > 1 else x


@rule("mT", "adjoint")
def _matrix_transpose(build, x):
    return build.swapaxes(x, -2, -1)


_MOVING = ("movedim.int", "movedim.intlist", "moveaxis.int", "moveaxis.intlist")
table(called, dict.fromkeys(_MOVING, "moveaxis"))


@rule("expand", "expand_copy")
def _expand(build, x, size, implicit=False):
    if _same_shape(x, build.result_shape):
        return x
    missing = len(size) - rank(x)
    shape = [
        size_of(build, x, i - missing) if isinstance(s, int) and s == -1 else s
        for i, s in enumerate(size)
    ]
    return build.broadcast_to(x, tuple(shape))


@rule("expand_as")
def _expand_as(build, x, other):
    return broadcast(build, x, other)


@rule("broadcast_to")
def _broadcast_to(build, x, size):
    return _expand(build, x, size)


def _same_shape(x: Value, shape: Sequence[int | None]) -> bool:
    return x.shape == tuple(shape) and None not in shape


def broadcast(build: TorchBuilder, x: Value, other: Value) -> Value:
    """Return an array in the shape of another."""
    if _same_shape(x, other.shape or ()):
        return x
    return known(build.broadcast_to(x, shape_of(build, other)), other.shape or (), x.dtype or "")


@rule("broadcast_tensors")
def _broadcast_tensors(build, arrays):
    if all(x.shape == arrays[0].shape for x in arrays):
        return tuple(arrays)
    return build.several(len(arrays), "broadcast_arrays", *arrays)


# ---- joining and splitting ----------------------------------------------------------------------


@rule("cat", "concat", "concatenate")
def _cat(build, arrays, dim=0):
    # torch skips empty vectors, whatever the rank of the others.
    full = [x for x in arrays if x.shape != (0,)] or list(arrays)[:1]
    parts = [cast(build, x, build.result) for x in full]
    if len(parts) == 1:
        return parts[0]
    return build.concat(parts, axis=dim % len(build.result_shape))


@rule("stack")
def _stack(build, arrays, dim=0):
    parts = [cast(build, x, build.result) for x in arrays]
    return build.stack(parts, axis=dim % len(build.result_shape))


@rule("split.Tensor", "split_with_sizes", "split_with_sizes_copy", "split.sizes",
      "split_copy.Tensor", "unsafe_split.Tensor")  # fmt: skip
def _split(build, x, sizes, dim=0):
    axis = axis_of(x, dim)
    lengths = [shape[axis] for shape, _ in build.expected]
    if len(lengths) == 1:
        return (x,)
    if None in lengths:
        given = sizes if isinstance(sizes, (tuple, list)) else [sizes] * len(lengths)
        ends = [None, *itertools.accumulate(given, build.host_add)]
        parts = [slice(*pair) for pair in itertools.pairwise(ends)]
        return tuple(build.get_item(x, slices(x, axis, part)) for part in parts)
    if len(set(lengths)) == 1:
        return build.several(len(lengths), "split", x, num_or_size_splits=len(lengths), axis=axis)
    return build.several(len(lengths), "split", x, num_or_size_splits=tuple(lengths), axis=axis)


@rule("chunk", "unsafe_chunk")
def _chunk(build, x, chunks, dim=0):
    size = size_of(build, x, axis_of(x, dim))
    if isinstance(size, Value):  # as many as fit into the next multiple
        size = build.host_floor_divide(build.host_add(size, chunks - 1), chunks)
    return _split(build, x, size, dim)


@rule("tensor_split.sections", "tensor_split.indices")
def _tensor_split(build, x, where, dim=0):
    if (x.shape or ())[axis_of(x, dim)] is None:
        raise Unsupported("sizes that are not known")
    return _split(build, x, where, dim)


@rule("unbind.int", "unbind_copy.int")
def _unbind(build, x, dim=0):
    return build.several(len(build.expected), "unstack", x, axis=axis_of(x, dim))


# ---- parts --------------------------------------------------------------------------------------


def slices(x: Value, axis: int, item: Any) -> tuple[Any, ...]:
    """Return an index that applies an item to one axis."""
    return (*(slice(None),) * axis, item)


@rule("slice.Tensor", "slice_copy.Tensor")
def _slice(build, x, dim=0, start=None, end=None, step=1):
    if is_whole(start, end, step):
        return x
    axis = axis_of(x, dim)
    stop = None if end is not None and not_limiting(end) else end
    if isinstance(stop, int) and stop == (x.shape or ())[axis]:
        stop = None
    if start in (None, 0) and stop is None and step == 1:
        return x
    part = slice(None if start == 0 else start, stop, None if step == 1 else step)
    return build.get_item(x, slices(x, axis, part))


@rule("select.int", "select_copy.int")
def _select(build, x, dim, index):
    return build.get_item(x, slices(x, axis_of(x, dim), index))


@rule("diagonal", "diagonal_copy")
def _diagonal(build, x, offset=0, dim1=0, dim2=1):
    return build.diagonal(x, offset=offset, axis1=dim1, axis2=dim2)


def _triangle(build, x, diagonal=0, *, op):
    return getattr(build, op)(x, k=diagonal)


table(_triangle, alike("tril triu"))


@rule("unfold", "unfold_copy")
def _unfold(build, x, dimension, size, step):
    """Windows along an axis, their elements on a new last one."""
    axis = axis_of(x, dimension)
    length = (x.shape or ())[axis]
    if length is None:
        raise Unsupported("an axis of unknown size")
    starts = known(build.arange(0, length - size + 1, step, dtype="int64"), (None,), "int64")
    offsets = build.arange(0, size, 1, dtype="int64")
    places = build.add(build.expand_dims(starts, axis=1), offsets)
    windows = build.get_item(x, slices(x, axis, places))
    return build.moveaxis(windows, axis + 1, -1)


@rule("as_strided", "as_strided_copy")
def _as_strided(build, x, size, stride, storage_offset=None):
    flat, places, _ = strided(build, x, size, stride, storage_offset)
    return build.get_item(flat, (places,))


def strided(
    build: TorchBuilder, x: Value, size: Any, stride: Any, offset: Any
) -> tuple[Any, Any, list[int]]:
    """Return an array as it lies in memory, places offset + sum(index * stride) in it, its axes."""
    if any(isinstance(each, Value) for each in (*size, *stride)):
        raise Unsupported("sizes that are not known")
    order = sorted(range(rank(x)), key=lambda axis: build.operand.stride(axis), reverse=True)
    start = 0 if offset is None else int(offset) - build.operand.storage_offset()
    last = start + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    dense = build.operand.permute(order).is_contiguous()
    if not dense or not 0 <= start <= last < build.operand.numel():
        raise Unsupported("an array that is a part of another one in memory")
    if order != list(range(rank(x))):
        x = build.permute_dims(x, tuple(order))
    flat = known(build.reshape(x, (-1,)), (None,), x.dtype or "")
    places: Any = start
    for axis, (length, step) in enumerate(zip(size, stride, strict=True)):
        shape = (1,) * axis + (length,) + (1,) * (len(size) - axis - 1)
        along = build.reshape(build.arange(0, length, 1, dtype="int64"), shape)
        places = build.add(build.multiply(along, step), places)
    return flat, places, order


# ---- order and repetition -----------------------------------------------------------------------


@rule("flip")
def _flip(build, x, dims):
    return build.flip(x, axis=axes_of(x, dims)) if dims else x


@rule("roll")
def _roll(build, x, shifts, dims=()):
    if dims == ():
        return build.roll(x, shift=repeated(shifts, 1)[0])
    return build.roll(x, shift=tuple(repeated(shifts, 1)), axis=axes_of(x, dims))


@rule("repeat", "tile")
def _repeat(build, x, repeats):
    if all(isinstance(n, int) and n == 1 for n in repeats) and len(repeats) == rank(x):
        return x
    return build.tile(x, tuple(repeats))


@rule("repeat_interleave.self_int")
def _repeat_interleave(build, x, repeats, dim=None, output_size=None):
    if isinstance(repeats, Value):
        raise Unsupported("a number of repeats that is not known")
    return build.repeat(x, repeats, axis=dim)


@rule("meshgrid", "meshgrid.indexing")
def _meshgrid(build, arrays, indexing="ij"):
    return build.several(len(arrays), "meshgrid", *arrays, indexing=indexing)


# ---- padding ------------------------------------------------------------------------------------


def pad_widths(x: Value, pad: Sequence[Any]) -> tuple[tuple[Any, Any], ...]:
    """Return (before, after) of each axis: torch begins with the last axis."""
    widths = [(pad[2 * i], pad[2 * i + 1]) for i in range(len(pad) // 2)]
    return tuple([(0, 0)] * (rank(x) - len(widths)) + widths[::-1])


@rule("constant_pad_nd")
def _constant_pad(build, x, pad, value=0):
    return padded(build, x, pad_widths(x, pad), bool(value) if x.dtype == "bool" else value)


def padded(
    build: TorchBuilder, x: Value, widths: Sequence[tuple[Any, Any]], value: Any = 0
) -> Value:
    """Return an array with a value around it; widths below 0 cut elements off."""
    if any(isinstance(n, Value) for pair in widths for n in pair):
        raise Unsupported("widths that are not known")
    if any(n < 0 for pair in widths for n in pair):
        cut = tuple(slice(-a if a < 0 else None, b if b < 0 else None) for a, b in widths)
        x = known(build.get_item(x, cut), (None,) * rank(x), x.dtype or "")
        widths = [(max(a, 0), max(b, 0)) for a, b in widths]
    if not any(n for pair in widths for n in pair):
        return x
    return build.constant_pad(x, tuple(widths), value=value)


def _pad_by(build, x, pad, *, mode):
    widths = pad_widths(x, pad)
    more = tuple((max(a, 0), max(b, 0)) for a, b in widths)
    less = tuple((min(a, 0), min(b, 0)) for a, b in widths)
    if mode == "wrap":  # what is cut off does not come back at the other end
        return build.pad(padded(build, x, less), more, mode=mode)
    x = known(build.pad(x, more, mode=mode), (None,) * len(widths), build.result)
    return padded(build, x, less)


for _name, _mode in (("reflection_pad", "reflect"), ("replication_pad", "edge")):
    rule(f"{_name}1d", f"{_name}2d", f"{_name}3d")(partial(_pad_by, mode=_mode))
rule("_pad_circular")(partial(_pad_by, mode="wrap"))
