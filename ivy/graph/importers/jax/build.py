"""`JaxBuilder`: makes nodes while a jaxpr is read, and what its variables may stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ivy.graph.build import Builder
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import Unsupported


@dataclass(slots=True)
class Number:
    """A 0-d array whose value is known."""

    value: Any
    dtype: str


@dataclass(slots=True)
class Spread:
    """An array broadcast to a shape. Elementwise operations take what it was made from."""

    source: Value | Number
    shape: tuple[Any, ...]
    dtype: str
    value: Value | None = None


class Key:
    """A key of random numbers. The operations of ivy draw from its own generator instead."""


KEY = Key()
Operand = Value | Number | Spread | Key

ELEMENTWISE: set[str] = set()
"""Primitives whose rules broadcast and take Python numbers."""


class JaxBuilder(Builder):
    """A builder that knows the sizes of values, of which some are expressions of others."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.sizes: dict[Value, tuple[Any, ...]] = {}
        self.places: dict[str, tuple[Value, int]] = {}
        """The axis of an input that has a symbolic size."""
        self.known: dict[str, Any] = {}
        self.prefix = ""
        """How the names of constants begin."""
        self.eqn: Any = None
        self.reader: Any = None

    @property
    def avals(self) -> list[Any]:
        """Return the types of the results of the present equation."""
        return [var.aval for var in self.eqn.outvars]

    @property
    def operands(self) -> list[Any]:
        """Return the types of the operands of the present equation."""
        return [var.aval for var in self.eqn.invars]

    def typed(self, value: Value, shape: Sequence[Any], dtype: Any) -> Value:
        """Return a value after noting its shape and dtype."""
        self.sizes[value] = tuple(shape)
        value.shape = tuple(n if isinstance(n, int) else None for n in shape)
        value.dtype = str(dtype)
        return value

    def shape_of(self, x: Value) -> tuple[Any, ...]:
        """Return the sizes of a value, numbers and expressions."""
        return self.sizes[x]

    def dim(self, size: Any) -> Any:
        """Return a size as an argument: a number, or a Value made of the sizes of the inputs."""
        if isinstance(size, (int, np.integer)):
            return int(size)
        if (text := str(size)) not in self.known:
            names = {name: _Size(self, self._symbol(name)) for name in size._get_vars()}
            result = size._evaluate(names)
            self.known[text] = result.value if isinstance(result, _Size) else int(result)
        return self.known[text]

    def _symbol(self, name: str) -> Value:
        if name not in self.places:
            raise Unsupported(f"a size {name} that no input has")
        if name not in self.known:
            self.known[name] = self.size(*self.places[name])
        return self.known[name]

    def dims(self, shape: Iterable[Any]) -> tuple[Any, ...]:
        """Return a shape as an argument."""
        return tuple(self.dim(size) for size in shape)

    def reshaped(self, x: Value, shape: Sequence[Any]) -> Value:
        """Return `x` with another shape; the last size that is not a number is left to find."""
        unknown = [i for i, size in enumerate(shape) if not isinstance(size, int)]
        is_empty = any(isinstance(size, int) and size == 0 for size in shape)
        left = unknown[-1] if unknown and not is_empty else None  # beside a 0 it could be any
        sizes = tuple(-1 if i == left else self.dim(size) for i, size in enumerate(shape))
        result = self.reshape(x, sizes)
        return self.typed(result, shape, x.dtype)

    def expanded(self, x: Value, axes: Sequence[int]) -> Value:
        """Return `x` with axes of size 1 at these places of the result."""
        shape = list(self.shape_of(x))
        for axis in sorted(axes):
            shape.insert(axis, 1)
        if not axes:
            return x
        result = self.expand_dims(x, axis=axes[0] if len(axes) == 1 else tuple(axes))
        return self.typed(result, shape, x.dtype)

    def cast(self, x: Value, dtype: Any) -> Value:
        """Return `x` in a dtype."""
        if x.dtype == str(dtype):
            return x
        return self.typed(self.astype(x, str(dtype)), self.shape_of(x), dtype)

    def number(self, value: Any, dtype: Any) -> Value:
        """Return a 0-d array."""
        return self.typed(self.asarray(value, dtype=str(dtype)), (), dtype)

    def array(self, value: np.ndarray[Any, Any], name: str = "constant") -> Value:
        """Return a constant of the graph."""
        held = self.value(f"{self.prefix}{name}")
        self.graph.constants[held.name] = held
        self.graph.arrays[held.name] = value
        return self.typed(held, value.shape, value.dtype)


class _Size:
    """A size in the arithmetic of symbolic sizes: it adds nodes."""

    __array_ufunc__ = None
    dimension_as_value = True  # by which JAX tells sizes from arrays

    def __init__(self, build: JaxBuilder, value: Any) -> None:
        self.build, self.value = build, value

    def apply(self, op: str, *values: Any) -> _Size:
        """Return the result of an operation on sizes."""
        plain = [x.value if isinstance(x, _Size) else int(x) for x in values]
        return _Size(self.build, getattr(self.build, op)(*plain))

    def __divmod__(self, other: Any) -> Any:
        return [self.apply(op, self, other) for op in ("host_floor_divide", "host_remainder")]

    def __rdivmod__(self, other: Any) -> Any:
        return [self.apply(op, other, self) for op in ("host_floor_divide", "host_remainder")]


for _names, _op in {
    ("__add__", "__radd__"): "host_add",
    ("__mul__", "__rmul__"): "host_multiply",
    ("max", "rmax"): "host_maximum",
    ("min", "rmin"): "host_minimum",
}.items():
    setattr(_Size, _names[0], lambda self, other, op=_op: self.apply(op, self, other))
    setattr(_Size, _names[1], lambda self, other, op=_op: self.apply(op, other, self))


def is_number(x: Any, number: int) -> bool:
    """Return whether a size is known and this one."""
    return isinstance(x, int) and x == number
