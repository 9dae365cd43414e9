"""Rules for JAX's primitives that reduce windows of arrays, and for their gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import partial, reduce
from typing import Any

import jax
import numpy as np
from jax import lax
from jax import numpy as jnp

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.importers.jax.shapes import array
from ivy.graph.importers.jax.written_out import elementwise_of, read_function, written_out
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, table


def _pooling(
    build,
    x,
    window_dimensions,
    window_strides,
    padding,
    base_dilation,
    window_dilation,
    *,
    op,
):
    x = array(build, x)
    how = (window_dimensions, window_strides, padding, base_dilation, window_dilation)
    # ivy has no dilation of windows for sums.
    rates = (*base_dilation, *(window_dilation if op == "sum" else ()))
    sides = zip(padding, window_dimensions, strict=True)
    is_wide = any(not 0 <= int(n) < size for pair, size in sides for n in pair)
    if is_wide or any(n != 1 for n in rates):
        return read_function(build, partial(_combined, op=op, how=how), x)[0]
    padding = [tuple(map(int, pair)) for pair in padding]  # sizes that are not known: no
    windows = [*zip(window_dimensions, window_strides, padding, window_dilation, strict=True)]
    return _pooled(build, x, windows, _POOLS[op])


def _pooled(build: JaxBuilder, x: Value, windows: list[Any], pool: Any) -> Value:
    """Return windows of `x` reduced by one of ivy's poolings, on axes moved to the middle."""
    idle = (1, 1, (0, 0), 1)
    axes = [i for i, window in enumerate(windows) if window != idle]
    rank = len(windows)
    if not axes:
        return x
    middle = list(range(1, rank - 1))
    if rank in (3, 4, 5) and set(axes) <= set(middle):
        return pool(build, x, [windows[i] for i in middle])
    if len(axes) > 3:
        raise Unsupported(f"windows along {len(axes)} axes")
    others = [i for i in range(rank) if i not in axes]
    shape = build.shape_of(x)
    order = others + axes
    if order != list(range(rank)):
        x = build.typed(build.permute_dims(x, tuple(order)), [shape[i] for i in order], x.dtype)
    sizes = [shape[i] for i in axes]
    count = math.prod([shape[i] for i in others])
    x = build.reshaped(x, (count, *sizes, 1))
    result = pool(build, x, [windows[i] for i in axes])
    sizes = build.avals[0].shape
    build.typed(result, (count, *(sizes[i] for i in axes), 1), x.dtype)
    result = build.reshaped(result, [sizes[i] for i in order])
    if order == list(range(rank)):
        return result
    return build.permute_dims(result, tuple(order.index(i) for i in range(rank)))


def _max_pool(build: JaxBuilder, x: Value, windows: list[Any]) -> Value:
    sizes, strides, padding, dilation = map(list, zip(*windows, strict=True))
    how = {"dilation": tuple(dilation)} if any(n != 1 for n in dilation) else {}
    pool = getattr(build, f"max_pool{len(windows)}d")
    return pool(x, tuple(sizes), tuple(strides), padding, **how)


def _min_pool(build: JaxBuilder, x: Value, windows: list[Any]) -> Value:
    negative = build.typed(build.negative(x), build.shape_of(x), x.dtype)
    return build.negative(_max_pool(build, negative, windows))


def _sum_pool(build: JaxBuilder, x: Value, windows: list[Any]) -> Value:
    sizes, strides, padding, _ = map(list, zip(*windows, strict=True))
    pool = getattr(build, f"avg_pool{len(windows)}d")
    how = {"count_include_pad": True, "divisor_override": 1}
    return pool(x, tuple(sizes), tuple(strides), padding, **how)


_POOLS = {"max": _max_pool, "min": _min_pool, "sum": _sum_pool}
table("jax", _pooling, {f"reduce_window_{op}": op for op in _POOLS})


# ---- windows part by part -----------------------------------------------------------------------


def _parts(
    x: Any, fill: Any, dims: Any, strides: Any, padding: Any, base: Any = None, dilation: Any = None
) -> Iterator[Any]:
    """Yield for each place in a window what all the windows have there."""
    base, dilation = base or (1,) * x.ndim, dilation or (1,) * x.ndim
    config = [(low, high, step - 1) for (low, high), step in zip(padding, base, strict=True)]
    x = lax.pad(x, jnp.asarray(fill, x.dtype), config)
    reach = [rate * (size - 1) + 1 for size, rate in zip(dims, dilation, strict=True)]
    last = [
        (length - n) // step * step for length, n, step in zip(x.shape, reach, strides, strict=True)
    ]
    for place in itertools.product(*map(range, dims)):
        starts = [i * rate for i, rate in zip(place, dilation, strict=True)]
        limits = [start + n + 1 for start, n in zip(starts, last, strict=True)]
        yield lax.slice(x, starts, limits, strides)


def _extreme(dtype: Any, largest: bool) -> Any:
    """Return what every element is at least, or at most, as large as."""
    if jnp.issubdtype(dtype, np.integer):
        return jnp.iinfo(dtype).max if largest else jnp.iinfo(dtype).min
    return float("inf") if largest else -float("inf")


def _combined(x: Any, op: str, how: Any) -> Any:
    combine, fill = {
        "sum": (lax.add, 0),
        "max": (lax.max, _extreme(x.dtype, False)),
        "min": (lax.min, _extreme(x.dtype, True)),
    }[op]
    return reduce(combine, _parts(x, fill, *how))


@written_out("reduce_window")
def _reduce_window(
    *operands,
    jaxpr,
    consts,
    window_dimensions,
    window_strides,
    padding,
    base_dilation,
    window_dilation,
):
    """Reduce windows by any function."""
    half = len(operands) // 2
    combine = elementwise_of(jax.extend.core.ClosedJaxpr(jaxpr, consts), operands[0].ndim)
    how = (window_dimensions, window_strides, padding, base_dilation, window_dilation)
    pairs = zip(operands[:half], operands[half:], strict=True)
    parts = [[*part] for part in zip(*(_parts(x, first, *how) for x, first in pairs), strict=True)]
    start = [
        jnp.broadcast_to(x, part.shape) for x, part in zip(operands[half:], parts[0], strict=True)
    ]
    return reduce(lambda one, other: combine(*one, *other), parts, start)


# ---- gradients of the largest of each window ----------------------------------------------------


def _chosen(x: Any, select_prim: Any, *how: Any) -> Any:
    """Return which place in each window has the extreme, the first of several."""
    largest = select_prim is lax.ge_p
    parts = jnp.stack([*_parts(x, _extreme(x.dtype, not largest), *how)], axis=-1)
    return (jnp.argmax if largest else jnp.argmin)(parts, axis=-1)


@written_out("select_and_gather_add")
def _select_and_gather_add(
    tangents,
    operand,
    select_prim,
    window_dimensions,
    window_strides,
    padding,
    base_dilation,
    window_dilation,
):
    how = (window_dimensions, window_strides, padding, base_dilation, window_dilation)
    chosen = _chosen(operand, select_prim, *how)
    zero = jnp.zeros((), tangents.dtype)
    parts = enumerate(_parts(tangents, 0, *how))
    return sum(jnp.where(chosen == i, part, zero) for i, part in parts)


@written_out("select_and_scatter_add")
def _select_and_scatter_add(
    source, operand, select_prim, window_dimensions, window_strides, padding
):
    chosen = _chosen(operand, select_prim, window_dimensions, window_strides, padding)
    zero = jnp.zeros((), source.dtype)
    total: Any = 0
    for number, place in enumerate(itertools.product(*map(range, window_dimensions))):
        config = []
        for axis, (start, step) in enumerate(zip(place, window_strides, strict=True)):
            low = start - padding[axis][0]
            length = (source.shape[axis] - 1) * step + 1
            config.append((low, operand.shape[axis] - low - length, step - 1))
        total += lax.pad(jnp.where(chosen == number, source, zero), zero, config)
    return total
