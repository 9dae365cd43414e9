"""Rules for reading and writing parts of arrays by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ivy.graph.importers.torch.shapes import broadcast, slices, strided
from ivy.graph.importers.torch.values import (
    TorchBuilder,
    axes_of,
    axis_of,
    cast,
    is_array,
    is_whole,
    known,
    native_dtype,
    not_limiting,
    number,
    rank,
    rule,
    shape_of,
    size_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, called

# ---- advanced indices ---------------------------------------------------------------------------


def _query(build: TorchBuilder, x: Value, indices: Sequence[Any]) -> tuple[Any, ...]:
    """Return indices of ATen, None for a whole axis, as those of NumPy.

    A mask that is a constant becomes places: a compiler has to know how many they are. So do places
    counted from the end, which TensorFlow does not gather.
    """
    items: tuple[Any, ...] = ()
    axis = 0
    for index in indices:
        places, size = build.constant(index), (x.shape or ())[axis]
        axis += rank(index) if index is not None and index.dtype == "bool" else 1
        if places is not None and places.dtype == torch.bool:
            items += tuple(build.kept("places", each) for each in places.nonzero(as_tuple=True))
        elif places is not None and size is not None and (places < 0).any():
            items += (build.kept("places", places % size),)
        else:
            items += (slice(None) if index is None else index,)
    while items and items[-1] == slice(None):
        items = items[:-1]
    return items


@rule("index.Tensor", "_unsafe_index.Tensor")
def _index(build, x, indices):
    return build.get_item(x, _query(build, x, indices))


@rule("index_put", "_unsafe_index_put")
def _index_put(build, x, indices, values, accumulate=False):
    values = cast(build, values, x.dtype or "")
    given = [index for index in indices if index is not None]
    if len(given) == 1 and given[0].dtype == "bool":
        return _put_masked(build, x, indices, given[0], values, accumulate)
    if accumulate:
        return build.add(x, _accumulated(build, x, indices, values))
    return build.set_item(x, _query(build, x, indices), values, copy=True)


def _put_masked(
    build: TorchBuilder, x: Value, indices: Sequence[Any], mask: Value, values: Value, add: bool
) -> Value:
    before = next(i for i, index in enumerate(indices) if index is not None)
    after = rank(x) - before - rank(mask)
    query = _query(build, x, indices)
    whole = _selected_from(build, values, query)
    if whole is not None and whole.shape == x.shape:
        values = whole  # of x[mask] = y[mask], for which no size has to be known
    elif rank(values) > after and (values.shape or ())[:1] != (1,):
        values = build.add(build.get_item(x, query), values) if add else values
        return build.set_item(x, query, values, copy=True)
    for _ in range(after):
        mask = known(build.expand_dims(mask, axis=rank(mask)), (*(mask.shape or ()), 1), "bool")
    return build.where(mask, build.add(x, values) if add else values, x)


def _selected_from(build: TorchBuilder, values: Any, query: Any) -> Value | None:
    """Return the array whose part at these indices the values are, be they sums of such parts."""
    made = next((n for n in reversed(build.graph.nodes) if n.outputs is values), None)
    if made is None or made.op == "get_item":
        return made.args[0] if made is not None and made.args[1] == query else None
    # Of others, as of a quotient, gradients where the mask is False may be NaN.
    scaled = made.op in ("multiply", "divide") and isinstance(made.args[1], (int, float))
    if not scaled and made.op not in ("add", "subtract", "negative"):
        return None
    wholes = [_selected_from(build, x, query) if isinstance(x, Value) else x for x in made.args]
    if None in wholes or made.kwargs:
        return None
    shape = next(x.shape for x in wholes if isinstance(x, Value))
    return known(getattr(build, made.op)(*wholes), shape or (), values.dtype)


def _accumulated(build: TorchBuilder, x: Value, indices: Sequence[Any], values: Value) -> Value:
    """Return zeros like `x` with values added at the indices, which may repeat."""
    axes = [i for i, index in enumerate(indices) if index is not None]
    shapes = [list(indices[axis].shape) for axis in axes]
    longest = max(map(len, shapes))
    positions = []
    for axis in axes:
        index = cast(build, indices[axis], "int64")
        size = cast(build, size_of(build, x, axis), "int64")
        positions.append(build.where(build.less(index, 0), build.add(index, size), index))
    lead: list[Any] = [1] * longest
    for axis, shape in zip(axes, shapes, strict=True):
        for i, size in enumerate(shape, longest - len(shape)):
            # All that are not 1 are the same; one that is unknown is not 1.
            if size != 1:
                lead[i] = size_of(build, indices[axis], i - longest + len(shape))
    if len(positions) > 1:
        positions = [build.broadcast_to(index, tuple(lead)) for index in positions]
    stacked = build.stack(positions, axis=-1)
    sizes = shape_of(build, x)
    rest = [size for axis, size in enumerate(sizes) if axis not in axes]
    # The axes of indices stand where indexed axes side by side stood, else in front.
    at = axes[0] if axes == list(range(axes[0], axes[-1] + 1)) else 0
    dtype, whole = values.dtype or "", (*rest[:at], *lead, *rest[at:])
    spread = build.broadcast_to(values, whole)
    known(spread, [n if isinstance(n, int) else None for n in whole], dtype)
    front = list(range(len(axes)))
    if at:
        spread = build.moveaxis(spread, list(range(at, at + longest)), list(range(longest)))
    moved = (*(sizes[axis] for axis in axes), *rest)
    total = build.scatter_nd(stacked, spread, moved, reduction="sum")
    known(total, [n if isinstance(n, int) else None for n in moved], dtype)
    return total if axes == front else build.moveaxis(total, front, axes)


@rule("masked_scatter")
def _masked_scatter(build, x, mask, source):
    if x.shape != mask.shape:
        x, mask = build.several(2, "broadcast_arrays", x, mask)
        known(x, *build.expected[0])
    order = build.cumsum(build.astype(build.reshape(mask, (-1,)), "int64"), 0)
    places = build.clip(build.subtract(order, 1), 0)
    picked = build.gather(build.reshape(source, (-1,)), places, axis=0)
    return build.where(mask, build.reshape(picked, shape_of(build, x)), x)


# ---- sizes that depend on values: for programs that nothing compiles, or TensorFlow does --------


@rule("masked_select")
def _masked_select(build, x, mask):
    if x.shape != mask.shape:
        x, mask = build.several(2, "broadcast_arrays", x, mask)
    return build.get_item(x, (mask,))


table(called, {"nonzero": "argwhere", "argwhere": "argwhere"})


@rule("_unique2", "unique_dim")
def _unique(build, x, dim=None, *_, **__):
    axis = dim if isinstance(dim, int) and not isinstance(dim, bool) else None
    values, _first, places, counts = build.several(4, "unique_all", x, axis=axis)
    return values, places, counts


@rule("unique_consecutive")
def _unique_consecutive(build, x, inverse=False, counts=False, dim=None):
    return build.several(3, "unique_consecutive", x, axis=dim)


@rule("repeat_interleave.self_Tensor")
def _repeated(build, x, repeats, dim=None, *, output_size=None):
    counts = build.constant(repeats)
    if counts is None or dim is None or (x.shape or ())[dim] != counts.numel():
        return build.repeat(x, repeats, axis=dim)
    return build.gather(
        x, build.kept("places", torch.repeat_interleave(counts)), axis=axis_of(x, dim)
    )


# ---- along an axis ------------------------------------------------------------------------------


def _fitted(build: TorchBuilder, x: Value, index: Value, axis: int, along: bool) -> Value:
    """Return the part of `x` that an index of smaller axes means; with `along` of all axes."""
    query = []
    for i, (own, wanted) in enumerate(zip(x.shape or (), index.shape or (), strict=True)):
        same = own == wanted or (i == axis and not along)
        query.append(slice(None) if same else slice(0, size_of(build, index, i)))
    if all(part == slice(None) for part in query):
        return x
    shape = [
        own if part == slice(None) else wanted
        for own, wanted, part in zip(x.shape or (), index.shape or (), query, strict=True)
    ]
    return known(build.get_item(x, tuple(query)), shape, x.dtype or "")


@rule("gather")
def _gather(build, x, dim, index, *, sparse_grad=False):
    if not rank(x):
        return build.reshape(x, index.shape or ())
    if not rank(index):
        index = known(build.reshape(index, (1,)), (1,), index.dtype or "")
    axis = axis_of(x, dim)
    result = build.take_along_axis(_fitted(build, x, index, axis, False), index, axis)
    return build.reshape(result, ()) if not build.result_shape else result


def _put(build: TorchBuilder, x: Value, dim: int, index: Value, values: Any, mode: str) -> Value:
    """Return `x` with values combined into it at each line's index."""
    axis = axis_of(x, dim)
    if not rank(x):
        x1 = known(build.reshape(x, (1,)), (1,), x.dtype or "")
        index1 = known(build.reshape(index, (1,)), (1,), "int64")
        values = build.reshape(values, (1,)) if is_array(values) else values
        return build.reshape(build.put_along_axis(x1, index1, values, 0, mode=mode), ())
    if is_array(values):
        values = cast(build, _fitted(build, values, index, axis, True), x.dtype or "")
    else:
        values = build.full_like(index, number(values, x.dtype or ""), dtype=x.dtype)
    part = _fitted(build, x, index, axis, False)
    result = build.put_along_axis(part, index, values, axis, mode=mode)
    if part is x:
        return result
    query = tuple(
        slice(None) if i == axis else slice(0, size_of(build, index, i)) for i in range(rank(x))
    )
    return build.set_item(x, query, result, copy=True)


_MODES = {None: "replace", "add": "sum", "multiply": "mul"}


@rule("scatter.src", "scatter.value", "scatter.reduce", "scatter.value_reduce")
def _scatter(build, x, dim, index, src, *, reduce=None):
    return _put(build, x, dim, index, src, _MODES[reduce])


@rule("scatter_add")
def _scatter_add(build, x, dim, index, src):
    return _put(build, x, dim, index, src, "sum")


_REDUCTIONS = {"sum": "sum", "prod": "mul", "amax": "max", "amin": "min", "mean": "sum"}


@rule("scatter_reduce.two")
def _scatter_reduce(build, x, dim, index, src, reduce, *, include_self=True):
    start = x
    if not include_self:
        dtype = native_dtype(x.dtype or "")
        info = torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)
        least = {"prod": 1, "amax": info.min, "amin": info.max}.get(reduce, 0)
        neutral = build.full_like(x, number(least, x.dtype or ""))
        start = known(neutral, x.shape or (), x.dtype or "")
    result = _put(build, start, dim, index, src, _REDUCTIONS[reduce])
    if include_self and reduce != "mean":
        return result
    zeros = known(build.zeros_like(x), x.shape or (), x.dtype or "")
    known(result, x.shape or (), x.dtype or "")
    count = _put(build, zeros, dim, index, 1, "sum")
    if reduce == "mean":
        total = build.add(count, 1) if include_self else build.maximum(count, 1)
        integers = "int" in (x.dtype or "")
        result = (build.floor_divide if integers else build.divide)(result, total)
    if include_self:
        return result
    return build.where(build.greater(count, 0), result, x)


@rule("index_reduce")
def _index_reduce(build, x, dim, index, source, reduce, *, include_self=True):
    axis, shape = axis_of(x, dim), shape_of(build, source)
    column = build.reshape(index, [-1 if i == axis else 1 for i in range(rank(x))])
    places = known(build.broadcast_to(column, shape), source.shape or (), index.dtype or "")
    return _scatter_reduce(build, x, axis, places, source, reduce, include_self=include_self)


@rule("index_select")
def _index_select(build, x, dim, index):
    if not rank(x):
        return build.reshape(x, build.result_shape)
    if not rank(index):
        index = build.reshape(index, (1,))
    return build.gather(x, index, axis=axis_of(x, dim))


@rule("take")
def _take(build, x, index):
    return build.get_item(build.reshape(x, (-1,)), (index,))


@rule("put")
def _put_flat(build, x, index, source, accumulate=False):
    flat = known(build.reshape(x, (-1,)), (None,), x.dtype or "")
    written = _index_put(build, flat, (index,), source, accumulate)
    return build.reshape(written, shape_of(build, x))


@rule("index_add")
def _index_add(build, x, dim, index, source, *, alpha=1):
    axis = axis_of(x, dim)
    size = size_of(build, x, axis)
    source = cast(build, source, x.dtype or "")
    if alpha != 1:
        source = build.multiply(source, alpha)
    moved = build.moveaxis(source, axis, 0) if axis else source
    total = build.unsorted_segment_sum(moved, index, size)
    return build.add(x, build.moveaxis(total, 0, axis) if axis else total)


# ---- writing parts ------------------------------------------------------------------------------


@rule("slice_scatter")
def _slice_scatter(build, x, source, dim=0, start=None, end=None, step=1):
    source = cast(build, source, x.dtype or "")
    axis = axis_of(x, dim)
    stop = None if end is not None and not_limiting(end) else end
    if stop is not None and stop == (x.shape or ())[axis]:
        stop = None
    if is_whole(start, stop, step):
        return broadcast(build, source, x)
    part = slice(start, stop, None if step == 1 else step)
    return build.set_item(x, slices(x, axis, part), source, copy=True)


@rule("select_scatter")
def _select_scatter(build, x, source, dim, index):
    query = slices(x, axis_of(x, dim), index)
    return build.set_item(x, query, cast(build, source, x.dtype or ""), copy=True)


@rule("diagonal_scatter")
def _diagonal_scatter(build, x, source, offset=0, dim1=0, dim2=1):
    length = (source.shape or (None,))[-1]
    if length is None:
        raise Unsupported("a diagonal of unknown length")
    along = build.arange(0, length, 1, dtype="int64")
    rows = along if offset >= 0 else build.add(along, -offset)
    columns = along if offset <= 0 else build.add(along, offset)
    axes = axes_of(x, (dim1, dim2))
    if axes == (0, 1):
        return build.set_item(x, (rows, columns), build.moveaxis(source, -1, 0), copy=True)
    first, values = build.moveaxis(x, axes, (0, 1)), build.moveaxis(source, -1, 0)
    return build.moveaxis(build.set_item(first, (rows, columns), values, copy=True), (0, 1), axes)


@rule("as_strided_scatter")
def _as_strided_scatter(build, x, source, size, stride, storage_offset=None):
    flat, places, order = strided(build, x, size, stride, storage_offset)
    written = build.set_item(flat, (places,), source, copy=True)
    sizes = shape_of(build, x)
    result = build.reshape(written, [sizes[axis] for axis in order])
    return build.permute_dims(result, tuple(map(order.index, range(rank(x)))))


@rule("isin.Tensor_Tensor", "isin.Tensor_Scalar")
def _isin(build, x, tests, *, assume_unique=False, invert=False):
    if not is_array(tests):
        return (build.not_equal if invert else build.equal)(x, tests)
    return build.isin(x, tests, invert=invert) if invert else build.isin(x, tests)
