"""Rules for operations of ATen that make arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.values import (
    TorchBuilder,
    cast,
    is_array,
    number,
    rule,
    shape_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, alike

# Dtypes of new arrays are those of the results that torch states.


def filled(build: TorchBuilder, shape: Sequence[Any], value: Any) -> Value:
    """Return an array of one value in the dtype of the result."""
    if is_array(value):
        return build.broadcast_to(cast(build, value, build.result), tuple(shape))
    if isinstance(value, Value):
        return build.full(tuple(shape), value, dtype=build.result)
    value = number(value, build.result)
    if value == 0 and not isinstance(value, complex):
        return build.zeros(tuple(shape), dtype=build.result)
    if value == 1:
        return build.ones(tuple(shape), dtype=build.result)
    return build.full(tuple(shape), value, dtype=build.result)


@rule("full")
def _full(build, size, value, dtype=None):
    return filled(build, size, value)


@rule("full_like")
def _full_like(build, x, value, dtype=None):
    if is_array(value):
        return filled(build, shape_of(build, x), value)
    return build.full_like(x, number(value, build.result), dtype=build.result)


@rule("fill", "fill.Scalar", "fill.Tensor")
def _fill(build, x, value):
    return _full_like(build, x, value)


@rule("zeros", "empty.memory_format", "empty_strided", "empty_permuted")
def _zeros(build, size, order=None, dtype=None):
    return build.zeros(tuple(size), dtype=build.result)


@rule("ones")
def _ones(build, size, dtype=None):
    return build.ones(tuple(size), dtype=build.result)


def _like(build, x, dtype=None, *, op):
    return getattr(build, op)(x, dtype=build.result)


def _new(build, x, size, dtype=None, *, op):
    return getattr(build, op)(tuple(size), dtype=build.result)


table(_like, alike("zeros_like ones_like") | {"empty_like": "zeros_like"})
table(_new, {"new_zeros": "zeros", "new_empty": "zeros", "new_ones": "ones"})


@rule("new_full")
def _new_full(build, x, size, value, dtype=None):
    return filled(build, size, value)


@rule("scalar_tensor")
def _scalar_tensor(build, value, dtype=None):
    if isinstance(value, Value):
        return cast(build, value, build.result)
    return build.full((), number(value, build.result), dtype=build.result)


@rule("arange")
def _arange(build, end, dtype=None):
    return _arange_step(build, 0, end)


@rule("arange.start", "arange.start_step")
def _arange_step(build, start, end, step=1, dtype=None):
    numbers = [number(x, build.result) if isinstance(x, (int, float)) else x for x in (start, end)]
    if isinstance(step, float) and "int" in build.result:
        if not step.is_integer():
            raise Unsupported(f"step={step} of integers")
        step = int(step)
    return build.arange(*numbers, step, dtype=build.result)


@rule("linspace")
def _linspace(build, start, end, steps, dtype=None):
    start, end = (cast(build, x, build.result) for x in (start, end))
    return build.linspace(start, end, steps, dtype=build.result)


@rule("eye", "eye.m")
def _eye(build, n, m=None, dtype=None):
    return build.eye(n, n if m is None else m, dtype=build.result)


@rule("one_hot")
def _one_hot(build, x, num_classes=-1):
    if num_classes < 0:
        raise Unsupported("a number of classes that depends on the values of an array")
    return build.one_hot(x, num_classes, dtype="int64")
