"""What rules of several frameworks are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ivy.graph.build import Builder
from ivy.graph.ir import Graph, Value


def cumulative_logsumexp(
    build: Builder, x: Value, axis: int, size: Any, reverse: bool = False
) -> Value:
    """Return the logarithms of the partial sums of `exp(x)` along an axis of a size.

    Each is scaled by the largest of its own elements: nothing overflows or vanishes.
    """
    places = build.arange(size, dtype="int32")
    rows, columns = build.expand_dims(places, axis=1), build.expand_dims(places, axis=0)
    kept = (build.less_equal if reverse else build.greater_equal)(rows, columns)
    last = build.expand_dims(build.moveaxis(x, axis, -1), axis=-2)
    largest = build.several(2, "cummax", x, axis=axis, reverse=reverse)[0]
    top = build.expand_dims(build.stop_gradient(build.moveaxis(largest, axis, -1)), axis=-1)
    safe = build.where(build.isfinite(top), top, build.zeros_like(top))
    shifted = build.where(
        kept, build.subtract(last, safe), build.full((), -float("inf"), dtype=x.dtype)
    )
    total = build.sum(build.exp(shifted), axis=-1)
    return build.moveaxis(build.add(build.log(total), build.squeeze(safe, axis=-1)), -1, axis)


def with_train(graph: Graph, trained: Graph) -> Graph:
    """Return a graph with another one for training, whose constants get names of their own."""
    names = {name: f"train_{name}" for name in trained.constants}
    constants = {names[name]: value for name, value in trained.constants.items()}
    arrays = {names.get(name, name): x for name, x in trained.arrays.items()}
    return replace(graph, train=replace(trained, constants=constants, arrays=arrays))
