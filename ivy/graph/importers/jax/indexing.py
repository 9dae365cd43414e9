"""Rules for JAX's primitives that read at indices.

What `x[i]`, `take` and `take_along_axis` make is recognised; other gathers go by an index array for
each axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jax import lax

from ivy.graph.importers.jax.build import JaxBuilder, Number, Spread
from ivy.graph.importers.jax.shapes import array
from ivy.graph.ir import Value
from ivy.graph.rules import transpile_rule

FILLS = "FILL_OR_DROP"

# ---- parts that start at an index ---------------------------------------------------------------


@transpile_rule("jax", "dynamic_slice")
def _dynamic_slice(build, x, *starts, slice_sizes):
    x = array(build, x)
    shape = build.shape_of(x)
    for axis, (start, size) in enumerate(zip(starts, slice_sizes, strict=True)):
        if str(size) != str(shape[axis]):
            x = _part(build, x, axis, start, size)
    return x


def _part(build: JaxBuilder, x: Value, axis: int, start: Any, size: Any) -> Value:
    shape = list(build.shape_of(x))
    total, shape[axis] = shape[axis], size
    if isinstance(start, Number) and (isinstance(total, int) or start.value == 0):
        first = min(max(start.value, 0), total - size) if isinstance(total, int) else 0
        query = (*(slice(None),) * axis, slice(first, first + size))
        return build.typed(build.get_item(x, query), shape, x.dtype)
    places = _places(build, _clamped(build, array(build, start), total, size), size)
    return build.typed(build.gather(x, places, axis=axis), shape, x.dtype)


def _clamped(build: JaxBuilder, start: Value, total: Any, size: Any, first: Any = 0) -> Value:
    """Return where a window starts that has to lie inside, counted from `first` on."""
    if isinstance(total, int) and isinstance(size, int):
        inside = build.clip(start, first, total - size)
    else:
        ends = [build.asarray(build.dim(n), dtype=start.dtype) for n in (first, total - size)]
        inside = build.minimum(build.maximum(start, ends[0]), ends[1])
    return build.typed(inside, build.shape_of(start), start.dtype)


def _places(build: JaxBuilder, start: Value, size: Any) -> Value:
    """Return the indices of a window from its start, a 0-d array."""
    steps = build.typed(build.arange(build.dim(size), dtype=start.dtype), (size,), start.dtype)
    return build.typed(build.add(start, steps), (size,), start.dtype)


@transpile_rule("jax", "dynamic_update_slice")
def _dynamic_update_slice(build, x, update, *starts):
    x, update = array(build, x), array(build, update)
    return _updated(build, x, update, starts, 0)


def _updated(build: JaxBuilder, x: Value, update: Value, starts: Any, axis: int) -> Value:
    shape, part = build.shape_of(x), build.shape_of(update)
    partial = [i for i in range(axis, len(shape)) if str(shape[i]) != str(part[i])]
    if not partial:
        return update
    axis = partial[0]
    size, total = part[axis], shape[axis]
    if all(isinstance(starts[i], Number) and isinstance(shape[i], int) for i in partial):
        query = [slice(None)] * len(shape)
        for i in partial:
            first = min(max(starts[i].value, 0), shape[i] - part[i])
            query[i] = slice(first, first + part[i])
        return build.set_item(x, tuple(query[: partial[-1] + 1]), update, copy=True)
    places = _places(build, _clamped(build, array(build, starts[axis]), total, size), size)
    if len(partial) > 1:
        old = list(shape)
        old[axis] = size
        window = build.typed(build.gather(x, places, axis=axis), old, x.dtype)
        update = _updated(build, window, update, starts, axis + 1)
    along = [size if i == axis else 1 for i in range(len(shape))]
    return build.put_along_axis(x, build.reshaped(places, along), update, axis)


# ---- indices ------------------------------------------------------------------------------------


@dataclass
class Column:
    """The indices into one axis. `plain` ones may be negative, to count from the end."""

    indices: Any
    plain: bool
    counts_to: Any = None
    """How many there are, if they are 0, 1, 2, ..."""

    def is_inside(self, build: JaxBuilder, size: Any) -> bool:
        """Return whether all indices are known to be those of an axis."""
        if str(self.counts_to) == str(size):
            return True
        known = known_index(self.indices)
        if isinstance(self.indices, Value) and self.indices.name in build.graph.constants:
            known = build.graph.arrays[self.indices.name]
        first = -size if self.plain else 0
        return known is not None and isinstance(size, int) and _within(known, first, size)


def _within(x: Any, first: int, end: int) -> bool:
    return bool((np.asarray(x) >= first).all() and (np.asarray(x) < end).all())


def index_columns(build: JaxBuilder, indices: Any, count: int) -> list[Column]:
    """Return the indices into each axis, which stand side by side along the last axis."""
    shape = build.operands[1].shape
    found = _written_columns(build, build.eqn.invars[1], shape, count)
    if found is not None:
        return found
    x = array(build, indices)
    columns = []
    for i in range(count):
        column = build.get_item(x, (*(slice(None),) * (len(shape) - 1), i))
        columns.append(Column(build.typed(column, shape[:-1], x.dtype), False))
    return columns


def _written_columns(build: JaxBuilder, var: Any, shape: Any, count: int) -> list[Column] | None:
    """Return the index arrays that a program joined, without JAX's rewriting of negative ones."""
    defined = build.reader.defined
    pieces = [var]
    made = defined.get(var) if not hasattr(var, "val") else None
    if count != 1:
        if made is None or made.primitive.name != "concatenate":
            return None
        pieces = list(made.invars)
        if len(pieces) != count or made.params["dimension"] != len(shape) - 1:
            return None
    columns = []
    for piece in pieces:
        made = defined.get(piece) if not hasattr(piece, "val") else None
        if made is None or made.primitive.name not in ("broadcast_in_dim", "reshape"):
            return None
        source = made.invars[0]
        if [str(n) for n in source.aval.shape] != [str(n) for n in shape[:-1]]:
            return None
        if made.primitive.name == "broadcast_in_dim":
            axes = made.params["broadcast_dimensions"]
            if tuple(axes) != tuple(range(len(shape) - 1)):
                return None
        original = _unwrapped(build, source)
        var = source if original is None else original
        columns.append(Column(build.reader.atom(var), original is not None, _count(build, var)))
    return columns


def _count(build: JaxBuilder, var: Any) -> Any:
    """Return the size of the axis that a variable numbers; None if it does not."""
    made = None if hasattr(var, "val") else build.reader.defined.get(var)
    if made is None or made.primitive.name == "iota":
        return None if made is None else var.aval.shape[made.params["dimension"]]
    # What jnp.arange makes for a size that is not known: 0 + 1 * iota.
    neutral = {"add": 0, "mul": 1}.get(made.primitive.name)
    is_same = neutral is not None and getattr(made.invars[0], "val", None) == neutral
    return _count(build, made.invars[1]) if is_same else None


def _unwrapped(build: JaxBuilder, var: Any) -> Any:
    """Return `i` for `where(i < 0, i + n, i)`, None for anything else."""
    defined = build.reader.defined
    if hasattr(var, "val") or (select := defined.get(var)) is None:
        return None
    if select.primitive.name == "select_n":
        test, index, moved = select.invars
    elif select.params.get("name") == "_where":
        test, moved, index = select.invars
    else:
        return None
    if hasattr(test, "val") or hasattr(moved, "val"):
        return None
    less, add = defined.get(test), defined.get(moved)
    if less is None or add is None or (less.primitive.name, add.primitive.name) != ("lt", "add"):
        return None
    same = less.invars[0] is index and add.invars[0] is index
    zero = getattr(less.invars[1], "val", None)
    return index if same and zero is not None and not zero else None


def known_index(x: Any) -> Any:
    """Return the number an index is, if it is one and the same."""
    if isinstance(x, Spread):
        x = x.source
    return x.value if isinstance(x, Number) else None


# ---- gather -------------------------------------------------------------------------------------


@transpile_rule("jax", "gather")
def _gather(build, x, indices, dimension_numbers, slice_sizes, mode, fill_value):
    x = array(build, x)
    numbers, mode = dimension_numbers, mode.name
    columns = index_columns(build, indices, len(numbers.start_index_map))
    shape = build.shape_of(x)
    collapsed = set(numbers.start_index_map) == set(numbers.collapsed_slice_dims)
    full = all(
        str(size) == str(total) or axis in numbers.collapsed_slice_dims
        for axis, (size, total) in enumerate(zip(slice_sizes, shape, strict=True))
        if axis not in numbers.operand_batching_dims
    )
    if (part := _fixed_part(build, x, columns, numbers, slice_sizes)) is not None:
        return part
    if collapsed and full and len(columns) == 1:
        axis = int(numbers.start_index_map[0])
        if not numbers.operand_batching_dims:
            return _taken(build, x, columns[0], axis, mode, fill_value, numbers)
        plain_fill = fill_value is None or _is_nan(fill_value)
        if plain_fill and _is_along(build, numbers, axis, len(shape)):
            column = _safe(build, columns[0], shape[axis], mode)
            return build.take_along_axis(x, column, axis)
    if collapsed and full and mode != FILLS and not numbers.operand_batching_dims:
        axes = numbers.start_index_map
        if list(axes) == list(range(axes[0], axes[0] + len(axes))):
            inside = (_safe(build, c, shape[i], mode) for i, c in zip(axes, columns, strict=True))
            query = (*(slice(None),) * axes[0], *inside)
            batch = list(range(axes[0], axes[0] + len(build.operands[1].shape) - 1))
            return _arranged(build, build.get_item(x, query), batch, numbers.offset_dims)
    return _gathered(build, x, columns, numbers, slice_sizes, mode, fill_value)


def _fixed_part(
    build: JaxBuilder, x: Value, columns: list[Column], numbers: Any, sizes: Any
) -> Value | None:
    """Return the one window of a gather at a place that is known: a slice."""
    starts = [known_index(column.indices) for column in columns]
    if len(build.operands[1].shape) != 1 or None in starts or numbers.operand_batching_dims:
        return None
    query: list[Any] = [slice(None)] * len(sizes)
    shape = build.shape_of(x)
    for axis, index, column in zip(numbers.start_index_map, starts, columns, strict=True):
        total, size, start = shape[axis], sizes[axis], int(index)
        if isinstance(total, int):
            start = start + total if column.plain and start < 0 else start
            if not isinstance(size, int) or not 0 <= start <= total - size:
                return None
        elif not (start == 0 and isinstance(size, int)) and str(total - start) != str(size):
            return None  # it may lie outside
        if axis in numbers.collapsed_slice_dims:
            query[axis] = start
        elif str(size) != str(total):
            query[axis] = slice(start or None, start + size if isinstance(size, int) else None)
    if any(
        query[axis] == slice(None) and str(sizes[axis]) != str(shape[axis])
        for axis in range(len(sizes))
    ):
        return None
    while query and query[-1] == slice(None):
        query.pop()
    return build.get_item(x, tuple(query)) if query else x


def _is_nan(x: Any) -> bool:
    return isinstance(x, float) and x != x


def _is_along(build: JaxBuilder, numbers: Any, axis: int, rank: int) -> bool:
    others = tuple(i for i in range(rank) if i != axis)
    same = tuple(numbers.operand_batching_dims) == others
    return (
        same
        and tuple(numbers.start_indices_batching_dims) == others
        and (len(build.operands[1].shape) == rank + 1)
    )


def _safe(build: JaxBuilder, column: Column, size: Any, mode: str) -> Value:
    """Return indices for an operation that fills outside and counts negative ones from the end."""
    x = array(build, column.indices)
    if mode != FILLS:  # JAX promises that they are inside, and XLA moves them there
        first = -size if column.plain else 0
        return x if column.is_inside(build, size) else _clamped(build, x, size, 1, first)
    if not column.plain and not (x.dtype or "").startswith("uint"):
        outside = build.full_like(x, build.dim(size))
        return build.typed(build.where(build.less(x, 0), outside, x), build.shape_of(x), x.dtype)
    return x


def _from_front(build: JaxBuilder, column: Column, indices: Value, size: Any) -> Value:
    """Return indices from `_safe` that do not count from the end."""
    known = known_index(column.indices)
    if not column.plain or column.counts_to is not None or (known is not None and known >= 0):
        return indices
    end = size if isinstance(size, int) else build.number(build.dim(size), indices.dtype)
    found = build.remainder(indices, end)
    return build.typed(found, build.shape_of(indices), indices.dtype)


def _taken(
    build: JaxBuilder, x: Value, column: Column, axis: int, mode: str, fill: Any, numbers: Any
) -> Value:
    size = build.shape_of(x)[axis]
    rank = len(build.operands[1].shape) - 1
    indices = _safe(build, column, size, mode)
    if mode == FILLS or any(x is held for held in build.graph.held().values()):  # an embedding
        how = {} if mode != FILLS or fill is None or _is_nan(fill) else {"fill_value": fill}
        result = build.take(x, indices, axis=axis, **how)
    else:
        result = build.gather(x, _from_front(build, column, indices, size), axis=axis)
    return _arranged(build, result, list(range(axis, axis + rank)), numbers.offset_dims)


def _arranged(build: JaxBuilder, result: Value, batch: list[int], offsets: Any) -> Value:
    """Return a result whose axes `batch` are those of the indices with its axes as they should."""
    rank = len(build.avals[0].shape)
    rest = iter([i for i in range(rank) if i not in batch])
    first = iter(batch)
    order = tuple(next(rest) if i in offsets else next(first) for i in range(rank))
    return result if order == tuple(range(rank)) else build.permute_dims(result, order)


def _gathered(
    build: JaxBuilder, x: Value, columns: Any, numbers: Any, sizes: Any, mode: str, fill: Any
) -> Value:
    """Return a gather by an index array for each axis of `x`: over the batch, then the window."""
    axes, inside = index_arrays(build, build.shape_of(x), columns, numbers, sizes, mode)
    result = build.get_item(x, tuple(axes))
    batch = len(build.operands[1].shape) - 1
    shape = build.avals[0].shape
    offsets = set(numbers.offset_dims)
    moved = [n for i, n in enumerate(shape) if i not in offsets]
    moved += [n for i, n in enumerate(shape) if i in offsets]
    result = build.broadcast_to(build.typed(result, moved, x.dtype), build.dims(moved))
    if inside is not None:
        outside = _filling(x.dtype or "", fill)
        result = build.where(inside, result, build.full((), outside, dtype=x.dtype))
    return _arranged(build, result, list(range(batch)), numbers.offset_dims)


def _filling(dtype: str, fill: Any) -> Any:
    if fill is not None:
        return fill
    kind = np.dtype(dtype).kind if dtype != "bfloat16" else "f"
    if kind in "fc":
        return float("nan")
    if kind == "b":
        return True
    return int(np.iinfo(dtype).min if kind == "i" else np.iinfo(dtype).max)


def index_arrays(
    build: JaxBuilder, shape: Any, columns: list[Column], numbers: Any, sizes: Any, mode: str
) -> tuple[list[Value], Value | None]:
    """Return an index array per axis, which broadcast together, and which windows lie inside."""
    if isinstance(numbers, lax.GatherDimensionNumbers):
        indexed, collapsed = numbers.start_index_map, numbers.collapsed_slice_dims
        index_batching = numbers.start_indices_batching_dims
    else:
        indexed, collapsed = numbers.scatter_dims_to_operand_dims, numbers.inserted_window_dims
        index_batching = numbers.scatter_indices_batching_dims
    batching = numbers.operand_batching_dims
    batch = len(build.operands[1].shape) - 1
    window = [i for i in range(len(shape)) if i not in collapsed and i not in batching]
    rank = batch + len(window)
    index_shape = build.operands[1].shape[:-1]
    dtype = index_dtype(shape)
    arrays, inside = [], None
    for axis, total in enumerate(shape):
        if axis in batching:
            place = index_batching[tuple(batching).index(axis)]
            arrays.append(_counted(build, index_shape[place], rank, place, dtype))
            continue
        steps = None
        if axis in window and str(sizes[axis]) != "1":
            steps = _counted(build, sizes[axis], rank, batch + window.index(axis), dtype)
        if axis not in indexed:
            arrays.append(steps if steps is not None else _counted(build, 1, rank, 0, dtype))
            continue
        column = columns[tuple(indexed).index(axis)]
        start = build.cast(array(build, column.indices), dtype)
        if column.plain:
            end = total if isinstance(total, int) else build.dim(total)
            start = build.where(build.less(start, 0), build.add(start, end), start)
            start = build.typed(start, index_shape, dtype)
        size = sizes[axis]
        if mode == FILLS:
            last = build.dim(total - size)
            after, before = build.greater_equal(start, 0), build.less_equal(start, last)
            for fits in (after, before):
                build.typed(fits, index_shape, "bool")
                both = fits if inside is None else build.logical_and(inside, fits)
                inside = build.typed(both, index_shape, "bool")
        start = _clamped(build, start, total, size)
        start = build.expanded(start, tuple(range(batch, rank)))
        if steps is not None:
            start = build.add(start, steps)
        arrays.append(start)
    if inside is not None:
        inside = build.expanded(inside, tuple(range(batch, rank)))
    return arrays, inside


def index_dtype(shape: Any) -> str:
    """Return a dtype for the places in an array; sizes that are not numbers are small."""
    count = 1
    for size in shape:
        count *= size if isinstance(size, int) else 2**10
    return "int32" if count < 2**31 else "int64"


def _counted(build: JaxBuilder, size: Any, rank: int, axis: int, dtype: str) -> Value:
    """Return 0, 1, 2, ... along an axis of an array of some rank, whose other axes have size 1."""
    numbers = build.typed(build.arange(build.dim(size), dtype=dtype), (size,), dtype)
    return build.expanded(numbers, tuple(i for i in range(rank) if i != axis))
