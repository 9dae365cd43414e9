"""Rules for JAX's primitives that write at indices."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
from jax import lax
from jax import numpy as jnp

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.importers.jax.indexing import index_arrays, index_columns, index_dtype, known_index
from ivy.graph.importers.jax.shapes import array, sliced
from ivy.graph.importers.jax.written_out import elementwise_of, read_function
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, table, transpile_rule


def _scattering(
    build, x, indices, updates, dimension_numbers, mode, update_jaxpr, update_consts, *, op
):
    x, updates = array(build, x), array(build, updates)
    if op == "replace" and update_jaxpr is not None:
        closed = jax.extend.core.ClosedJaxpr(update_jaxpr, update_consts)
        numbers = {"dimension_numbers": dimension_numbers, "mode": mode}
        return read_function(build, partial(_applied, closed, numbers), x, indices, updates)[0]
    columns = index_columns(build, indices, len(dimension_numbers.scatter_dims_to_operand_dims))
    static = _written(build, x, columns, updates, dimension_numbers, op)
    if static is not None:
        return static
    return _scattered(build, x, columns, updates, dimension_numbers, mode.name, op)


def _applied(closed: Any, numbers: Any, x: Any, indices: Any, updates: Any) -> Any:
    """Return `x.at[indices].apply(function)`: applied as often as a place is named."""
    function, ones = elementwise_of(closed, x.ndim), jnp.ones(updates.shape, "int32")
    times = lax.scatter_add(jnp.zeros(x.shape, "int32"), indices, ones, **numbers)
    step = lambda i, x: jnp.where(i < times, function(x, x)[0], x)  # noqa: E731
    return lax.fori_loop(0, times.max(), step, x)


_MODES = {"add": "sum", "mul": "mul", "min": "min", "max": "max"}
table("jax", _scattering, {"scatter": "replace"})
table("jax", _scattering, {f"scatter-{name}": mode for name, mode in _MODES.items()})
table("jax", _scattering, {f"scatter_{name}": mode for name, mode in _MODES.items()})


@transpile_rule("jax", "scatter-sub", "scatter_sub")
def _scatter_sub(build, x, indices, updates, **params):
    updates = array(build, updates)
    less = build.typed(build.negative(updates), build.shape_of(updates), updates.dtype)
    return _scattering(build, x, indices, less, **params, op="sum")


def _window_sizes(x_shape: Any, updates: Any, numbers: Any) -> list[Any]:
    """Return the size of a window along each axis of the array that is written to."""
    windows = iter([updates[i] for i in numbers.update_window_dims])
    single = (*numbers.inserted_window_dims, *numbers.operand_batching_dims)
    return [1 if axis in single else next(windows) for axis in range(len(x_shape))]


def _written(
    build: JaxBuilder, x: Value, columns: Any, updates: Value, numbers: Any, combine: str
) -> Value | None:
    """Return the result for one window at a place that is known: an assignment to a slice."""
    shape, part = build.shape_of(x), build.shape_of(updates)
    starts = [known_index(column.indices) for column in columns]
    if len(build.operands[1].shape) != 1 or None in starts or numbers.operand_batching_dims:
        return None
    sizes = _window_sizes(shape, part, numbers)
    query: list[Any] = [slice(None)] * len(shape)
    for axis, index, column in zip(
        numbers.scatter_dims_to_operand_dims, starts, columns, strict=True
    ):
        total, size = shape[axis], sizes[axis]
        if not isinstance(total, int) or not isinstance(size, int):
            return None
        start = index + total if column.plain and index < 0 else index
        if not 0 <= start <= total - size:
            return None
        if axis in numbers.inserted_window_dims:
            query[axis] = int(start)
        elif (start, size) != (0, total):
            query[axis] = slice(int(start), int(start + size))
    while query and query[-1] == slice(None):
        query.pop()
    place = tuple(query)
    if combine != "replace":
        combined = {"sum": "add", "mul": "multiply", "min": "minimum", "max": "maximum"}[combine]
        updates = getattr(build, combined)(build.get_item(x, place) if place else x, updates)
    return build.set_item(x, place, updates, copy=True) if place else updates


def _scattered(
    build: JaxBuilder, x: Value, columns: Any, updates: Value, numbers: Any, mode: str, combine: str
) -> Value:
    """Return a scatter into the flat array, with one more element for what falls outside."""
    shape, part = build.shape_of(x), build.shape_of(updates)
    sizes = _window_sizes(shape, part, numbers)
    if not all(isinstance(n, int) for n in shape[1:]):
        raise Unsupported("an array of several unknown sizes")
    axes, inside = index_arrays(build, shape, columns, numbers, sizes, mode)
    window = list(numbers.update_window_dims)
    order = [i for i in range(len(part)) if i not in window] + window
    if order != list(range(len(part))):
        updates = build.permute_dims(updates, tuple(order))
        updates = build.typed(updates, [part[i] for i in order], x.dtype)
    dtype = index_dtype(shape)
    place, stride = None, 1
    for axis in reversed(range(len(shape))):
        term = axes[axis] if stride == 1 else build.multiply(axes[axis], stride)
        place = term if place is None else build.add(term, place)
        stride = stride * shape[axis]
    place = build.number(0, dtype) if place is None else place
    count = stride
    flat = build.reshaped(x, (count,))
    if inside is not None:
        place = build.where(inside, place, build.asarray(build.dim(count), dtype=dtype))
        empty = {"value": False} if x.dtype == "bool" else {}
        flat = build.constant_pad(flat, pad_width=[(0, 1)], **empty)
        build.typed(flat, (count + 1,), x.dtype)
    moved = build.shape_of(updates)
    place = build.typed(build.broadcast_to(place, build.dims(moved)), moved, dtype)
    total = 1
    for n in moved:
        total = total * n
    place, updates = build.reshaped(place, (total,)), build.reshaped(updates, (total,))
    how = {} if combine == "replace" else {"mode": combine}
    flat = build.put_along_axis(flat, place, updates, 0, **how)
    if inside is not None:
        flat = build.typed(flat, (count + 1,), x.dtype)
        flat = sliced(build, flat, (0,), (count,), (1,))
    return build.reshaped(build.typed(flat, (count,), x.dtype), shape)
