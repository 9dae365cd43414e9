"""Rules for JAX's primitives that layers are made of: products and convolutions."""

from __future__ import annotations

import string
from functools import partial
from typing import Any

from jax import lax
from jax import numpy as jnp
from jax._src.lax.lax import _ragged_dot_general_impl

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.importers.jax.shapes import array, padded
from ivy.graph.importers.jax.written_out import read_function, written_out
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, transpile_rule

# ---- products -----------------------------------------------------------------------------------


@transpile_rule("jax", "dot_general")
def _dot_general(build, x, y, dimension_numbers, preferred_element_type):
    x, y = array(build, x), array(build, y)
    dtype = str(build.avals[0].dtype)
    if dtype == "bool":  # which is no number for every framework
        numbers = [build.cast(z, "int32") for z in (x, y)]
        some = lambda *xs: lax.dot_general(*xs, dimension_numbers) != 0  # noqa: E731
        return read_function(build, some, *numbers)[0]
    x, y = build.cast(x, dtype), build.cast(y, dtype)
    (x_sum, y_sum), (x_batch, y_batch) = dimension_numbers
    ranks = len(build.shape_of(x)), len(build.shape_of(y))
    batch = tuple(range(len(x_batch)))
    if x_batch == y_batch == batch and len(x_sum) == 1 and min(ranks) > len(batch):
        result = _matmul(build, x, y, x_sum[0], y_sum[0], len(batch), ranks)
        if result is not None:
            return result
    return build.einsum(_equation(ranks, dimension_numbers), x, y)


written_out("ragged_dot_general")(_ragged_dot_general_impl)


def _matmul(
    build: JaxBuilder, x: Value, y: Value, x_sum: int, y_sum: int, batch: int, ranks: Any
) -> Value | None:
    """Return a product as `matmul` or `linear`, where it is one."""
    x_rank, y_rank = ranks
    if x_sum != x_rank - 1:
        return None
    if batch:
        if x_rank != y_rank or y_rank != batch + 2:
            return None
        return build.matmul(x, y, **({} if y_sum == y_rank - 2 else {"transpose_b": True}))
    if y_rank == 2 and x_rank > 1:
        return build.matmul(x, y) if y_sum == 0 else build.linear(x, y)
    if y_rank == 1 or (y_rank == 2 and y_sum == 0):
        return build.matmul(x, y)
    return None


def _equation(ranks: tuple[int, int], dimension_numbers: Any) -> str:
    (x_sum, y_sum), (x_batch, y_batch) = dimension_numbers
    letters = iter(string.ascii_lowercase)
    x, y = [""] * ranks[0], [""] * ranks[1]
    for i, j in (*zip(x_batch, y_batch, strict=True), *zip(x_sum, y_sum, strict=True)):
        x[i] = y[j] = next(letters)
    x, y = ([letter or next(letters) for letter in side] for side in (x, y))
    result = [x[i] for i in x_batch]
    result += [letter for i, letter in enumerate(x) if i not in (*x_batch, *x_sum)]
    result += [letter for i, letter in enumerate(y) if i not in (*y_batch, *y_sum)]
    return f"{''.join(x)},{''.join(y)}->{''.join(result)}"


# ---- convolutions -------------------------------------------------------------------------------


@transpile_rule("jax", "conv_general_dilated")
def _conv_general_dilated(
    build,
    x,
    filters,
    window_strides,
    padding,
    lhs_dilation,
    rhs_dilation,
    dimension_numbers,
    feature_group_count,
    batch_group_count,
    preferred_element_type,
):
    x, filters = array(build, x), array(build, filters)
    aval = build.avals[0]
    integers = aval.dtype.kind in "iu" and batch_group_count == 1
    dtype = "float64" if integers else aval.dtype  # which holds those up to 2 ** 53
    x, filters = build.cast(x, dtype), build.cast(filters, dtype)
    dims = len(window_strides)
    how: dict[str, Any]
    if not 1 <= dims <= 3:
        raise Unsupported(f"{dims} spatial axes")
    if aval.dtype.kind == "c":
        raise Unsupported("complex numbers")
    if batch_group_count != 1:
        how = {
            "window_strides": window_strides, "padding": padding, "lhs_dilation": lhs_dilation,
            "rhs_dilation": rhs_dilation, "dimension_numbers": dimension_numbers,
        }  # fmt: skip
        grouped = partial(_in_groups_of_the_batch, groups=batch_group_count, **how)
        return read_function(build, grouped, x, filters)[0]
    last = bool(dimension_numbers.lhs_spec[1] != 1)
    x = _arranged(build, x, dimension_numbers.lhs_spec, last)
    filters = _arranged_filters(build, filters, dimension_numbers.rhs_spec)
    padding = [tuple(map(int, pair)) for pair in padding]
    if any(low < 0 or high < 0 for low, high in padding):
        x, padding, lhs_dilation = _cropped(build, x, padding, lhs_dilation, last)
    how = {"dims": dims}
    if not last:
        how["data_format"] = "channel_first"
    if dimension_numbers.rhs_spec[:2] == (0, 1):
        how["filter_format"] = "channel_first"
    if feature_group_count != 1:
        how["feature_group_count"] = build.dim(feature_group_count)
    if any(n != 1 for n in lhs_dilation):
        how["x_dilations"] = tuple(lhs_dilation)
    if any(n != 1 for n in rhs_dilation):
        how["dilations"] = tuple(rhs_dilation)
    result = build.conv_general_dilated(x, filters, tuple(window_strides), padding, **how)
    result = build.astype(result, str(aval.dtype)) if integers else result
    back = _spec(dims, last)
    if tuple(back) == tuple(dimension_numbers.out_spec):
        return result
    # out_spec says where batch, features and space are; `back` where they are in the result.
    order = [0] * (dims + 2)
    for ours, theirs in zip(back, dimension_numbers.out_spec, strict=True):
        order[theirs] = ours
    return build.permute_dims(result, tuple(order))


def _in_groups_of_the_batch(x: Any, filters: Any, groups: int, **how: Any) -> Any:
    """Return a convolution of groups of the batch, which become groups of the features."""
    batch, features = how["dimension_numbers"].lhs_spec[:2]
    shape = x.shape
    x = x.reshape(*shape[:batch], groups, shape[batch] // groups, *shape[batch + 1 :])
    x = jnp.moveaxis(x, batch, features)  # one axis more: now just before that of the features
    shape = x.shape
    x = x.reshape(*shape[:features], groups * shape[features + 1], *shape[features + 2 :])
    return lax.conv_general_dilated(x, filters, feature_group_count=groups, **how)


def _spec(dims: int, last: bool) -> tuple[int, ...]:
    """Return where batch, channels and spatial axes are, in that order."""
    if last:
        return (0, dims + 1, *range(1, dims + 1))
    return tuple(range(dims + 2))


def _arranged(build: JaxBuilder, x: Value, spec: Any, last: bool) -> Value:
    """Return `x` with its axes in the order of one of ivy's two formats."""
    wanted = _spec(len(spec) - 2, last)
    if tuple(spec) == wanted:
        return x
    shape = build.shape_of(x)
    order = [0] * len(spec)
    for ours, theirs in zip(wanted, spec, strict=True):
        order[ours] = theirs
    result = build.permute_dims(x, tuple(order))
    return build.typed(result, [shape[i] for i in order], x.dtype)


def _arranged_filters(build: JaxBuilder, filters: Value, spec: Any) -> Value:
    """Return filters as (..., in, out), or as they are if they are (out, in, ...)."""
    dims = len(spec) - 2
    if tuple(spec) == tuple(range(dims + 2)):
        return filters
    order = (*spec[2:], spec[1], spec[0])
    if order == tuple(range(dims + 2)):
        return filters
    return build.permute_dims(filters, tuple(map(int, order)))


def _cropped(
    build: JaxBuilder, x: Value, padding: Any, dilation: Any, last: bool
) -> tuple[Value, list[tuple[int, int]], Any]:
    """Return `x` padded (and so cut) by hand, for windows that start inside of it."""
    spatial = [(low, high, step - 1) for (low, high), step in zip(padding, dilation, strict=True)]
    none = (0, 0, 0)
    config = [none, *spatial, none] if last else [none, none, *spatial]
    x = padded(build, x, config, 0)
    return x, [(0, 0)] * len(spatial), (1,) * len(spatial)
