"""What a tensor is while a TensorFlow program is read: a Value, a known array, or sizes.

A known array is a NumPy array. Sizes are a NumPy array of objects: each a number, or the Value of a
size that is known when the graph runs. A variable is a Resource, a list of tensors a TensorList.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ivy.graph.build import Builder
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import RULES, Rule, Unsupported


@dataclass(eq=False)
class Resource:
    """A variable: its name in the graph."""

    name: str


@dataclass(eq=False)
class TensorList:
    """A list of tensors of one shape: stacked in `value`, or some of them in `items`.

    A list that a loop carries without having been filled has a `loop`: what is written to it at
    each step is `written`. One that grows keeps what gradients of a loop need; its length is None
    where that is not kept.
    """

    length: Any
    value: Value | None = None
    items: dict[int, Any] = field(default_factory=dict)
    loop: Any = None
    written: Any = None
    is_last_only: bool = False
    is_backwards: bool = False
    grows: bool = False


class TensorFlowBuilder(Builder):
    """A builder that also makes constants and arithmetic of sizes, each once."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self._made: dict[Any, Any] = {}

    def constant(self, array: np.ndarray) -> Value:
        """Return the Value of a known array."""
        key = (array.dtype, array.shape, array.tobytes())
        if key not in self._made:
            value = self.value("constant", tuple(array.shape), array.dtype.name)
            self.graph.constants[value.name] = value
            self.graph.arrays[value.name] = array
            self._made[key] = value
        return self._made[key]

    def length(self, x: Value, axis: int) -> int | Value:
        """Return the size of an axis: a number if it is known."""
        if x.shape is None:
            raise Unsupported("a tensor whose number of axes is unknown")
        axis = axis % len(x.shape)
        known = x.shape[axis]
        if known is not None:
            return known
        return self._once("size", x, axis)

    def host(self, op: str, x: Any, y: Any) -> Any:
        """Return arithmetic of two sizes."""
        if not isinstance(x, Value) and not isinstance(y, Value):
            return int(_ARITHMETIC[op](int(x), int(y)))
        if op == "host_multiply" and 1 in (x, y):
            return y if x == 1 else x
        if y == {"host_add": 0, "host_subtract": 0, "host_floor_divide": 1}.get(op):
            return x
        if op == "host_add" and x == 0:
            return y
        return self._once(op, x, y)

    def view(self, x: Value, shape: tuple[int, ...]) -> Value:
        """Return `x` in a known shape; views of a view are views of the first array."""
        origin = self._made.get(("origin", id(x)), (x, x))[0]
        if origin.shape == shape:
            return origin
        result = self.reshape(origin, shape)
        result.shape, result.dtype = shape, origin.dtype
        self._made["origin", id(result)] = (origin, result)
        return result

    def _once(self, op: str, *args: Any) -> Value:
        key = (op, *(id(x) if isinstance(x, Value) else ("number", x) for x in args))
        if key not in self._made:
            # Kept with its arguments, whose identity is the key.
            self._made[key] = (getattr(self, op)(*args), args)
        return self._made[key][0]

    def array(self, x: Any, dtype: str | None = None) -> Value:
        """Return anything that a tensor may be as the Value of an array."""
        if isinstance(x, Value):
            return x
        if isinstance(x, np.ndarray) and x.dtype != object:
            return self.constant(x)
        if isinstance(x, np.ndarray):
            return self._array_of_sizes(x, dtype or "int32")
        if isinstance(x, TensorList):
            raise Unsupported("a list of tensors in place of a tensor")
        raise Unsupported(f"{type(x).__name__} in place of a tensor")

    def _array_of_sizes(self, sizes: np.ndarray, dtype: str) -> Value:
        items = [
            self.full((), x, dtype=dtype)
            if isinstance(x, Value)
            else self.constant(np.array(x, dtype))
            for x in sizes.ravel()
        ]
        if sizes.ndim == 0:
            result = items[0]
        else:
            result = self.stack(items)
            if sizes.ndim > 1:
                result = self.reshape(result, sizes.shape)
        result.shape, result.dtype = sizes.shape, dtype
        return result


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "host_add": lambda x, y: x + y,
    "host_subtract": lambda x, y: x - y,
    "host_multiply": lambda x, y: x * y,
    "host_floor_divide": lambda x, y: x // y,
    "host_remainder": lambda x, y: x % y,
    "host_maximum": max,
    "host_minimum": min,
}


def is_known(x: Any) -> bool:
    """Return whether a tensor's numbers are known while the program is read."""
    return isinstance(x, np.ndarray) and x.dtype != object


def is_host(x: Any) -> bool:
    """Return whether a tensor is known or consists of sizes."""
    return isinstance(x, np.ndarray)


# ---- for rules ----------------------------------------------------------------------------------


def rule(*names: str, host: Sequence[int] = (), numbers: bool = False) -> Callable[[Rule], Rule]:
    """Return a decorator that makes a function the rule of TensorFlow operations.

    Inputs arrive as Values; those at the positions `host` as NumPy arrays, known or of sizes, where
    that is possible. With `numbers`, known inputs without axes arrive as Python numbers, as long as
    one input is a Value.
    """

    def register(function: Rule) -> Rule:
        function.host, function.numbers = tuple(host), numbers  # type: ignore[attr-defined]
        for name in names:
            RULES["tensorflow"][name] = function
        return function

    return register


def table(function: Rule, names: dict[str, str], **how: Any) -> None:
    """Make a function rules that differ in an operation of ivy, its `op`: {TensorFlow's: ivy's}."""
    for name, op in names.items():
        rule(name, **how)(partial(function, op=op))


def numbers_of(x: Any, what: str) -> list[int]:
    """Return known integers as a list."""
    if not is_known(x):
        raise Unsupported(f"{what} that is not known before the program runs")
    return [int(item) for item in np.ravel(x)]


def number_of(x: Any, what: str) -> Any:
    """Return a known number."""
    if not is_known(x):
        raise Unsupported(f"{what} that is not known before the program runs")
    return x.item()


def sizes_of(x: Any, what: str = "a shape") -> tuple[Any, ...]:
    """Return sizes as a tuple of numbers and Values."""
    if not is_host(x):
        raise Unsupported(f"{what} that depends on data")
    return tuple(item if isinstance(item, Value) else int(item) for item in x.ravel())


def ndim_of(x: Value) -> int:
    """Return the number of axes."""
    if x.shape is None:
        raise Unsupported("a tensor whose number of axes is unknown")
    return len(x.shape)
