"""Subscripts, which look the same in every framework."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.text import ATOM, Expr
from ivy.graph.ir import Value


def subscript(call: Call, query: Any) -> str:
    """Return what stands between the brackets."""
    items = list(query) if isinstance(query, tuple) else [query]
    ends_in_axis = items[-1:] != [None]  # a new one would come after all others
    if len(items) > 2 and ends_in_axis and all(_is_whole(item) for item in items[:-1]):
        rank = getattr(call.given.get("x"), "shape", None)
        if rank is not None and len(items) == len(rank):
            return f"..., {_item(call, items[-1])}"
    while len(items) > 1 and _is_whole(items[-1]) and not any(x is Ellipsis for x in items):
        items.pop()
    if not items:
        return "()"
    return ", ".join(_item(call, item) for item in items)


def _is_whole(item: Any) -> bool:
    if not isinstance(item, slice):
        return False
    return item.start is None and item.stop is None and item.step is None


def _item(call: Call, item: Any) -> str:
    if item is None:
        return "None"
    if item is Ellipsis:
        return "..."
    if isinstance(item, slice):
        ends = ["" if x is None else call.of(x, "index").text for x in (item.start, item.stop)]
        step = "" if item.step is None else f":{call.of(item.step, 'step').text}"
        return f"{ends[0]}:{ends[1]}{step}"
    if isinstance(item, (bool, int, Value, list)):
        return call.of(item, "index").text
    raise NoLine(f"{call.op}: an index of type {type(item).__name__}")


def get_item(call: Call) -> Expr:
    """Print `x[query]`."""
    query = call.get("query")
    return Expr(f"{call.text('x', ATOM)}[{subscript(call, query)}]")


def expand_dims(call: Call) -> Expr:
    """Print new axes as `x[:, None]`."""
    axes = call.known("axis")
    axes = axes if isinstance(axes, (tuple, list)) else (axes,)
    rank = call.ndim("x") + len(axes)
    places = sorted(axis % rank for axis in axes)
    x = call.text("x", ATOM)
    if places == [rank - 1] and rank > 2:
        return Expr(f"{x}[..., None]")
    return Expr(f"{x}[{', '.join('None' if i in places else ':' for i in range(places[-1] + 1))}]")


def taken(call: Call) -> Expr:
    """Print items along an axis, as `x[:, indices]`."""
    if check_taken(call):
        return filled_outside(call)
    x = "x" if call.op == "take" else "params"
    before = ":, " * (call.known("axis") % call.ndim(x))
    return Expr(f"{call.text(x, ATOM)}[{before}{call.text('indices')}]")


def check_taken(call: Call) -> bool:
    """Return whether items lie outside of `x` perhaps; raise if `take` or `gather` does more."""
    if call.op == "take" and (call.known("mode") != "fill" or "fill_value" in call.given):
        raise NoLine("take: another mode")
    if call.op == "gather" and call.known("batch_dims"):
        raise NoLine("gather: batch_dims")
    if call.known("axis") is None:
        raise NoLine(f"{call.op}: no axis")
    return call.op == "take" and not call.body.emitter.is_held(call.given["x"])


def filled_outside(call: Call) -> Expr:
    """Print items along an axis, which are NaN where there are none."""
    if not str(getattr(call.given["x"], "dtype", "")).startswith(("float", "bfloat")):
        raise NoLine("take: indices that may lie outside of integers")
    parts = [call.text("x"), call.text("indices"), str(call.known("axis") % call.ndim("x"))]
    if call.target == "jax":
        return Expr(f"jnp.take({', '.join(parts)})")
    call.use("take_or_nan")
    return Expr(f"take_or_nan({', '.join(parts)})")


def square(nest: Any) -> Any:
    """Return one number for equal numbers per axis, as (3, 3) is 3; pairs (1, 1) are 1 too."""
    if isinstance(nest, (tuple, list)):
        items = [square(item) for item in nest]
        if items and all(isinstance(item, int) and item == items[0] for item in items):
            return items[0]
        return tuple(items)
    return nest
