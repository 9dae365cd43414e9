"""Rules for JAX's primitives that move elements: shapes, slices, padding, joining."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.jax.build import JaxBuilder, Number, Spread
from ivy.graph.ir import Value
from ivy.graph.rules import transpile_rule


def array(build: JaxBuilder, x: Any) -> Value:
    """Return an operand as a Value."""
    return build.reader.value(x)


@transpile_rule("jax", "reshape")
def _reshape(build, x, new_sizes, dimensions):
    x = array(build, x)
    if dimensions is not None:
        shape = [build.shape_of(x)[axis] for axis in dimensions]
        x = build.typed(build.permute_dims(x, tuple(dimensions)), shape, x.dtype)
    return build.reshaped(x, new_sizes)


@transpile_rule("jax", "squeeze")
def _squeeze(build, x, dimensions):
    x = array(build, x)
    axes = tuple(int(axis) for axis in dimensions)
    return build.squeeze(x, axis=axes[0] if len(axes) == 1 else axes) if axes else x


@transpile_rule("jax", "expand_dims")
def _expand_dims(build, x, dimensions):
    return build.expanded(array(build, x), tuple(dimensions))


@transpile_rule("jax", "transpose")
def _transpose(build, x, permutation):
    return build.permute_dims(array(build, x), tuple(map(int, permutation)))


@transpile_rule("jax", "rev")
def _rev(build, x, dimensions):
    x = array(build, x)
    return build.flip(x, axis=tuple(map(int, dimensions))) if len(dimensions) else x


@transpile_rule("jax", "concatenate")
def _concatenate(build, *xs, dimension):
    if len(xs) == 1:
        return array(build, xs[0])
    return build.concat([array(build, x) for x in xs], axis=dimension)


@transpile_rule("jax", "stack")
def _stack(build, *xs, axis):
    return build.stack([array(build, x) for x in xs], axis=axis)


@transpile_rule("jax", "unstack")
def _unstack(build, x, axis):
    return build.several(len(build.avals), "unstack", array(build, x), axis=axis)


@transpile_rule("jax", "tile")
def _tile(build, x, reps):
    return build.tile(array(build, x), tuple(build.dims(reps)))


@transpile_rule("jax", "split")
def _split(build, x, sizes, axis):
    sections = [int(size) for size in sizes]
    x = array(build, x)
    if len(sections) == 1:
        return [x]
    return build.several(len(sections), "split", x, num_or_size_splits=sections, axis=axis)


@transpile_rule("jax", "slice")
def _slice_(build, x, start_indices, limit_indices, strides):
    x = array(build, x)
    shape = build.shape_of(x)
    strides = strides or (1,) * len(shape)
    return sliced(build, x, start_indices, limit_indices, strides)


def sliced(build: JaxBuilder, x: Value, starts: Any, limits: Any, strides: Any) -> Value:
    """Return a part of `x`; axes of which all is taken have a bare slice."""
    query = []
    shape = build.shape_of(x)
    for start, limit, stride, size in zip(starts, limits, strides, shape, strict=True):
        begin = None if str(start) == "0" else build.dim(start)
        end = None if str(limit) == str(size) else build.dim(limit)
        query.append(slice(begin, end, None if stride == 1 else int(stride)))
    while query and query[-1] == slice(None):
        query.pop()
    return build.get_item(x, tuple(query)) if query else x


@transpile_rule("jax", "iota")
def _iota(build, *sizes, dtype, shape, dimension):
    """An array that holds at each place its index along an axis."""
    length = shape[dimension]
    numbers = build.typed(build.arange(build.dim(length), dtype=str(dtype)), (length,), dtype)
    numbers = build.expanded(numbers, tuple(range(1, len(shape) - dimension)))
    if len(shape) == 1:
        return numbers
    others = [size for i, size in enumerate(shape) if i != dimension]
    if all(str(size) == "1" for size in others):
        return build.expanded(numbers, tuple(range(dimension)))
    return Spread(numbers, tuple(shape), str(dtype))


@transpile_rule("jax", "pad")
def _pad(build, x, value, padding_config):
    x = array(build, x)
    if isinstance(value, Number):
        return padded(build, x, padding_config, value.value)
    inside = build.ones_like(x, dtype="bool")
    inside = build.typed(inside, build.shape_of(x), "bool")
    inside = padded(build, inside, padding_config, False)
    zero = False if x.dtype == "bool" else 0
    return build.where(inside, padded(build, x, padding_config, zero), array(build, value))


def padded(build: JaxBuilder, x: Value, config: Any, value: Any) -> Value:
    """Return `x` with elements around (or taken away where negative) and between its own."""
    for axis, (_, _, interior) in enumerate(config):
        if interior:
            x = _spaced(build, x, axis, interior, value)
    shape = build.shape_of(x)
    widths = [(max(low, 0), max(high, 0)) for low, high, _ in config]
    if any(map(any, widths)):
        x = build.constant_pad(x, pad_width=[build.dims(width) for width in widths], value=value)
        shape = tuple(size + sum(width) for size, width in zip(shape, widths, strict=True))
        build.typed(x, shape, x.dtype)
    if any(low < 0 or high < 0 for low, high, _ in config):
        starts = [max(-low, 0) for low, _, _ in config]
        limits = [n - max(-high, 0) for n, (_, high, _) in zip(shape, config, strict=True)]
        x = sliced(build, x, starts, limits, (1,) * len(shape))
        sizes = [limit - start for start, limit in zip(starts, limits, strict=True)]
        build.typed(x, sizes, x.dtype)
    return x


def _spaced(build: JaxBuilder, x: Value, axis: int, interior: int, value: Any) -> Value:
    """Return `x` with elements between those along an axis."""
    shape = list(build.shape_of(x))
    size, rank = shape[axis], len(shape)
    x = build.expanded(x, (axis + 1,))
    widths = [(0, interior if i == axis + 1 else 0) for i in range(rank + 1)]
    dtype = x.dtype
    x = build.constant_pad(x, pad_width=widths, value=value)
    build.typed(x, (*shape[: axis + 1], interior + 1, *shape[axis + 1 :]), dtype)
    joined = [*shape[:axis], size * (interior + 1), *shape[axis + 1 :]]
    x = build.reshaped(x, joined)
    limits = [n - interior if i == axis else n for i, n in enumerate(joined)]
    x = sliced(build, x, (0,) * rank, limits, (1,) * rank)
    return build.typed(x, limits, dtype)
