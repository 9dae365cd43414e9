"""Rules for JAX's primitives along axes: sums, sorting, cumulated values."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from jax import lax
from jax import numpy as jnp

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.importers.jax.shapes import array
from ivy.graph.importers.jax.written_out import elementwise_of, read_function, written_out
from ivy.graph.importers.shared import cumulative_logsumexp
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike, table, transpile_rule


def _axis(axes: Any) -> Any:
    return int(axes[0]) if len(axes) == 1 else tuple(map(int, axes))


def _dtype(x: Value) -> dict[str, str]:
    """Return the dtype for a sum, where ivy would take a wider one."""
    dtype = x.dtype or ""
    return {"dtype": dtype} if dtype.startswith(("int", "uint")) else {}


def _reduction(build, x, axes, *, op):
    x = array(build, x)
    if op in ("all", "any") and x.dtype != "bool":
        combine = lax.bitwise_and if op == "all" else lax.bitwise_or
        return read_function(build, partial(_folded, combine=combine, axes=axes), x)[0]
    how = _dtype(x) if op in ("sum", "prod") else {}
    return getattr(build, op)(x, axis=_axis(axes), **how) if axes else x


def _collective(build, *xs, axes, axis_index_groups, op):
    """What `jax.vmap` leaves of a reduction over a named axis."""
    if axis_index_groups is not None or not all(isinstance(axis, int) for axis in axes):
        raise Unsupported(f"axes={axes}, axis_index_groups={axis_index_groups}")
    return [_reduction(build, x, axes, op=op) for x in xs]


table("jax", _reduction, {f"reduce_{op}": op for op in ("sum", "prod", "max", "min")})
table("jax", _reduction, {"reduce_and": "all", "reduce_or": "any"})
table("jax", _collective, {f"p{op}": op for op in ("sum", "max", "min")})


@transpile_rule("jax", "reduce_xor")
def _reduce_xor(build, x, axes):
    x = array(build, x)
    if x.dtype != "bool":
        return read_function(build, partial(_folded, combine=lax.bitwise_xor, axes=axes), x)[0]
    count = build.sum(build.astype(x, "int32"), axis=_axis(axes), dtype="int32")
    return build.equal(build.remainder(count, 2), 1)


def _folded(*xs: Any, combine: Any, axes: Any) -> Any:
    """Return arrays reduced by a function of two of each, half of what is left at a time."""
    kept = [axis for axis in range(xs[0].ndim) if axis not in axes]
    rows = [x.transpose(*kept, *axes).reshape(*(x.shape[axis] for axis in kept), -1) for x in xs]
    while (count := rows[0].shape[-1]) > 1:
        even = count - count % 2
        pairs = combine(*(x[..., 0:even:2] for x in rows), *(x[..., 1:even:2] for x in rows))
        pairs = pairs if isinstance(pairs, (tuple, list)) else [pairs]
        rest = [x[..., even:] for x in rows]
        rows = [jnp.concatenate(pair, axis=-1) for pair in zip(pairs, rest, strict=True)]
    return [x[..., 0] for x in rows] if len(rows) > 1 else rows[0][..., 0]


@written_out("reduce")
def _reduce(*operands, computation, jaxpr, dimensions):
    """Reduce by any function."""
    half = len(operands) // 2
    xs = operands[:half]
    shape = [n for axis, n in enumerate(xs[0].shape) if axis not in dimensions]
    starts = [jnp.broadcast_to(x, shape) for x in operands[half:]]
    if math.prod(xs[0].shape[axis] for axis in dimensions) == 0:
        return starts
    pairwise = elementwise_of(jaxpr, len(shape) + 1)
    rows = _folded(*xs, combine=pairwise, axes=dimensions)
    return elementwise_of(jaxpr, len(shape))(*starts, *(rows if half > 1 else [rows]))


def _index_of(build, x, axes, index_dtype, *, op):
    x = array(build, x)
    if len(axes) != 1:
        raise Unsupported(f"axes={axes}")
    if x.dtype == "bool":
        x = build.cast(x, "int32")
    return build.astype(getattr(build, op)(x, axis=int(axes[0])), str(index_dtype))


def _cumulated(build, x, axis, reverse, *, op):
    x = array(build, x)
    how: dict[str, Any] = {"axis": axis, **({"reverse": True} if reverse else {})}
    if op == "cummax":  # which says where they are, too
        return build.several(2, op, x, **how)[0]
    return getattr(build, op)(x, **how, **(_dtype(x) if op != "cummin" else {}))


table("jax", _index_of, alike("argmax argmin"))
table("jax", _cumulated, alike("cumsum cumprod cummax cummin"))


@transpile_rule("jax", "cumlogsumexp")
def _cumlogsumexp(build, x, axis, reverse):
    x = array(build, x)
    order = build.shape_of(x)[axis]
    if not isinstance(order, int):
        raise Unsupported("an axis of unknown size")
    return cumulative_logsumexp(build, x, axis, order, reverse)


@transpile_rule("jax", "sort")
def _sort(build, *xs, dimension, is_stable, num_keys):
    values = [array(build, x) for x in xs]
    if len(values) == 1:
        return [build.sort(values[0], axis=dimension, stable=is_stable)]
    order = build.argsort(values[num_keys - 1], axis=dimension, stable=True)
    for key in reversed(values[: num_keys - 1]):
        arranged = build.take_along_axis(key, order, dimension)
        again = build.argsort(arranged, axis=dimension, stable=True)
        order = build.take_along_axis(order, again, dimension)
    return [
        build.astype(order, x.dtype)
        if _is_positions(build, number, dimension)
        else build.take_along_axis(x, order, dimension)
        for number, x in enumerate(values)
    ]


def _is_positions(build: JaxBuilder, number: int, axis: int) -> bool:
    """Return whether an operand counts along the axis: then sorting it gives the order itself."""
    made = build.reader.defined.get(build.eqn.invars[number])
    counts = made is not None and made.primitive.name == "iota"
    return counts and made.params["dimension"] == axis


@transpile_rule("jax", "top_k")
def _top_k(build, x, k, axis=None, is_stable=True):
    x = array(build, x)
    values, places = build.several(2, "top_k", x, build.dim(k), axis=-1 if axis is None else axis)
    return [values, build.astype(places, str(build.avals[1].dtype))]


@transpile_rule("jax", "approx_top_k")
def _approx_top_k(
    build,
    x,
    k,
    reduction_dimension,
    is_max_k,
    recall_target=None,
    reduction_input_size_override=None,
    aggregate_to_topk=True,
):
    x = array(build, x)
    how = {"axis": reduction_dimension, "largest": is_max_k}
    values, places = build.several(2, "top_k", x, k, **how)
    return [values, build.astype(places, str(build.avals[1].dtype))]
