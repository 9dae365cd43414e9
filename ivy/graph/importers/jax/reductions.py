"""Rules for JAX's primitives along axes: sums, sorting, cumulated values."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.importers.jax.shapes import array
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, transpile_rule


def _axis(axes: Any) -> Any:
    return int(axes[0]) if len(axes) == 1 else tuple(map(int, axes))


@transpile_rule("jax", "reduce_sum")
def _reduce_sum(build: JaxBuilder, x: Any, axes: Any) -> Value:
    x = array(build, x)
    return build.sum(x, axis=_axis(axes), **_dtype(x)) if axes else x


@transpile_rule("jax", "reduce_prod")
def _reduce_prod(build: JaxBuilder, x: Any, axes: Any) -> Value:
    x = array(build, x)
    return build.prod(x, axis=_axis(axes), **_dtype(x)) if axes else x


def _dtype(x: Value) -> dict[str, str]:
    """Return the dtype for a sum, where ivy would take a wider one."""
    dtype = x.dtype or ""
    return {"dtype": dtype} if dtype.startswith(("int", "uint")) else {}


def _reduction(name: str, op: str) -> None:
    @transpile_rule("jax", name)
    def rule(build: JaxBuilder, x: Any, axes: Any) -> Value:
        x = array(build, x)
        if op in ("all", "any") and x.dtype != "bool":
            raise Unsupported(f"{x.dtype}")
        return getattr(build, op)(x, axis=_axis(axes)) if axes else x


for _name, _op in {
    "reduce_max": "max",
    "reduce_min": "min",
    "reduce_and": "all",
    "reduce_or": "any",
}.items():
    _reduction(_name, _op)


@transpile_rule("jax", "reduce_xor")
def _reduce_xor(build: JaxBuilder, x: Any, axes: Any) -> Value:
    x = array(build, x)
    if x.dtype != "bool":
        raise Unsupported(f"{x.dtype}")
    count = build.sum(build.astype(x, "int32"), axis=_axis(axes), dtype="int32")
    return build.equal(build.remainder(count, 2), 1)


def _index_of(name: str) -> None:
    @transpile_rule("jax", name)
    def rule(build: JaxBuilder, x: Any, axes: Any, index_dtype: Any) -> Value:
        x = array(build, x)
        if len(axes) != 1:
            raise Unsupported(f"axes={axes}")
        if x.dtype == "bool":
            x = build.cast(x, "int32")
        return build.astype(getattr(build, name)(x, axis=int(axes[0])), str(index_dtype))


_index_of("argmax")
_index_of("argmin")


def _cumulated(name: str) -> None:
    @transpile_rule("jax", name)
    def rule(build: JaxBuilder, x: Any, axis: int, reverse: bool) -> Value:
        x = array(build, x)
        how: dict[str, Any] = {"axis": axis, **({"reverse": True} if reverse else {})}
        if name == "cummax":  # which says where they are, too
            return build.several(2, name, x, **how)[0]
        return getattr(build, name)(x, **how, **(_dtype(x) if name != "cummin" else {}))


for _name in ("cumsum", "cumprod", "cummax", "cummin"):
    _cumulated(_name)


@transpile_rule("jax", "cumlogsumexp")
def _cumlogsumexp(build: JaxBuilder, x: Any, axis: int, reverse: bool) -> Value:
    x = array(build, x)
    how = {"axis": axis, "reverse": reverse}
    # Each partial sum is scaled by the largest of its own elements: nothing overflows or vanishes.
    order = build.shape_of(x)[axis]
    if not isinstance(order, int):
        raise Unsupported("an axis of unknown size")
    places = build.arange(order, dtype="int32")
    rows, columns = build.expand_dims(places, axis=1), build.expand_dims(places, axis=0)
    kept = (build.less_equal if reverse else build.greater_equal)(rows, columns)
    last = build.expand_dims(build.moveaxis(x, axis, -1), axis=-2)
    top = build.expand_dims(
        build.stop_gradient(build.moveaxis(build.several(2, "cummax", x, **how)[0], axis, -1)),
        axis=-1,
    )
    safe = build.where(build.isfinite(top), top, build.zeros_like(top))
    shifted = build.where(
        kept, build.subtract(last, safe), build.full((), -float("inf"), dtype=x.dtype)
    )
    total = build.sum(build.exp(shifted), axis=-1)
    return build.moveaxis(build.add(build.log(total), build.squeeze(safe, axis=-1)), -1, axis)


@transpile_rule("jax", "sort")
def _sort(build: JaxBuilder, *xs: Any, dimension: int, is_stable: bool, num_keys: int) -> Any:
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
def _top_k(build: JaxBuilder, x: Any, k: Any, axis: int | None = None) -> Any:
    x = array(build, x)
    values, places = build.several(2, "top_k", x, build.dim(k), axis=-1 if axis is None else axis)
    return [values, build.astype(places, str(build.avals[1].dtype))]


@transpile_rule("jax", "approx_top_k")
def _approx_top_k(
    build: JaxBuilder,
    x: Any,
    k: int,
    reduction_dimension: int,
    is_max_k: bool,
    recall_target: Any = None,
    reduction_input_size_override: Any = None,
    aggregate_to_topk: Any = True,
) -> Any:
    x = array(build, x)
    how = {"axis": reduction_dimension, "largest": is_max_k}
    values, places = build.several(2, "top_k", x, k, **how)
    return [values, build.astype(places, str(build.avals[1].dtype))]
