"""Finding operations by what they are made of."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy.graph.ir import Graph, Node, Value
from ivy.graph.passes.rewriting import arguments, producers, use_counts

FLOATS = ("float32", "float64")


class Reduction(NamedTuple):
    """What is reduced, along which axes counted from the end, and whether these have size 1."""

    of: Value
    axes: tuple[int, ...]
    keeps_axes: bool


class Matcher:
    """Answers what a value of a graph is made of.

    `node(x, op)` is the node that makes `x`, if it is such an operation. `inner(x, op)` requires
    also that nobody else uses `x`, so it can vanish.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.made, self.uses = producers(graph), use_counts(graph)

    def node(self, x: Any, *ops: str) -> Node | None:
        """Return the node that makes a value by one of these operations."""
        found = self.made.get(id(x)) if isinstance(x, Value) else None
        return found if found is not None and found.op in ops and found.outputs is x else None

    def inner(self, x: Any, *ops: str, uses: int = 1) -> Node | None:
        """Return such a node whose result has this many uses only."""
        found = self.node(x, *ops)
        return found if found is not None and self.uses[id(x)] == uses else None

    def pair(self, x: Any, op: str, uses: int = 1) -> tuple[Any, Any] | None:
        """Return the two operands of an operation."""
        found = self.inner(x, op, uses=uses)
        if found is None or len(found.args) != 2 or found.kwargs:
            return None
        return found.args[0], found.args[1]

    def orders(self, x: Any, op: str, uses: int = 1) -> list[tuple[Any, Any]]:
        """Return the two operands of a commutative operation in both orders."""
        pair = self.pair(x, op, uses)
        return [] if pair is None else [pair, pair[::-1]]

    def only(self, x: Any, op: str, uses: int = 1) -> Value | None:
        """Return the only operand of an operation."""
        found = self.inner(x, op, uses=uses)
        if found is None or len(found.args) != 1 or found.kwargs:
            return None
        operand = found.args[0]
        return operand if isinstance(operand, Value) else None

    def reduced(
        self,
        x: Any,
        op: str,
        uses: int = 1,
        through: Callable[[Matcher, Any], Any] = lambda m, x: x,
    ) -> Reduction | None:
        """Return the reduction that makes `x`, if it has no other options than its axes.

        Axes may come back with size 1 after it, and a mean may be a sum divided by a number.
        `through` skips what stands right behind the reduction.
        """
        widened = self.inner(x, "expand_dims", "reshape", uses=uses)
        if widened is not None:
            found = self.reduced(widened.args[0], op, through=through)
            if found is None or found.keeps_axes or with_ones(found.of, found.axes) != x.shape:
                return None
            return found._replace(keeps_axes=True)
        node = self.inner(through(self, x), op, uses=uses)
        if node is None:
            return self._divided_sum(x, uses) if op == "mean" else None
        given = arguments(node)
        of, axis, keeps_axes = (given.pop(name) for name in ("x", "axis", "keepdims"))
        given.pop("out", None)
        if given.pop("correction", 0) != 0 or any(v is not None for v in given.values()):
            return None
        if not isinstance(of, Value) or of.shape is None:
            return None
        return Reduction(of, _from_the_end(axis, len(of.shape)), keeps_axes)

    def _divided_sum(self, x: Any, uses: int) -> Reduction | None:
        """Return a mean that is written as a sum divided by the number of elements."""
        pair = self.pair(x, "divide", uses)
        if pair is None or type(pair[1]) not in (int, float):
            return None
        found = self.reduced(pair[0], "sum")
        sizes = [] if found is None else [(found.of.shape or ())[axis] for axis in found.axes]
        return found if None not in sizes and math.prod(sizes) == pair[1] else None  # type: ignore[arg-type]

    def reduction(
        self, x: Any, op: str, of: Any, through: Callable[[Matcher, Any], Any] = lambda m, x: x
    ) -> tuple[int, ...] | None:
        """Return the axes, counted from the end, of a reduction of `of` that keeps its axes."""
        found = self.reduced(x, op, through=through)
        return found.axes if found is not None and found.of is of and found.keeps_axes else None

    def square(self, x: Any) -> Value | None:
        """Return what is squared."""
        if (operand := self.only(x, "square")) is not None:
            return operand
        pair = self.pair(x, "multiply")
        if pair is not None and pair[0] is pair[1]:
            return pair[0] if isinstance(pair[0], Value) else None
        pair = self.pair(x, "pow")
        if pair is not None and is_number(pair[1], 2) and isinstance(pair[0], Value):
            return pair[0]
        return None

    def square_uses(self, x: Any) -> int:
        """Return how often a square uses what it squares."""
        node = self.made.get(id(x))
        return 2 if node is not None and node.op == "multiply" else 1

    def factors(self, x: Any) -> tuple[float, list[Any]]:
        """Return a product as a number and the arrays multiplied."""
        number, arrays = 1.0, []
        todo = [x]
        top = True
        while todo:
            item = todo.pop(0)
            if type(item) in (int, float):
                number *= item
                continue
            uses = self.uses[id(item)] if top else 1
            top = False
            if (pair := self.pair(item, "multiply", uses)) is not None:
                todo += pair
            elif (pair := self.pair(item, "divide", uses)) and _is_divisor(pair[1]):
                number /= pair[1]
                todo.append(pair[0])
            else:
                arrays.append(item)
        return number, arrays

    def inverse_root(self, x: Any) -> Any:
        """Return what `x` is one over the square root of."""
        pair = self.pair(x, "pow")
        if pair is not None and is_number(pair[1], -0.5):
            return pair[0]
        root = self.only(x, "reciprocal")
        pair = self.pair(x, "divide")
        if pair is not None and is_number(pair[0], 1):
            root = pair[1]
        return None if root is None else self.root(root)

    def root(self, x: Any) -> Any:
        """Return what `x` is the square root of."""
        if (operand := self.only(x, "sqrt")) is not None:
            return operand
        pair = self.pair(x, "pow")
        return pair[0] if pair is not None and is_number(pair[1], 0.5) else None

    def plus_number(self, x: Any) -> tuple[Value, float] | None:
        """Return the array and the number of a sum of those."""
        for array, number in self.orders(x, "add"):
            if isinstance(array, Value) and type(number) is float:
                return array, number
        return None


def _from_the_end(axis: Any, rank: int) -> tuple[int, ...]:
    """Return axes as negative numbers in order."""
    axes = range(rank) if axis is None else [axis] if type(axis) is int else axis
    return tuple(sorted(a % rank - rank for a in axes))


def with_ones(x: Value, axes: tuple[int, ...]) -> tuple[int | None, ...]:
    """Return the shape of an array with size 1 along axes, counted from the end."""
    shape = x.shape or ()
    return tuple(1 if i - len(shape) in axes else size for i, size in enumerate(shape))


def is_number(x: Any, wanted: float) -> bool:
    """Return whether `x` is a Python number that float32 cannot tell from another."""
    return type(x) in (int, float) and math.isclose(x, wanted, rel_tol=1e-7, abs_tol=0.0)


def _is_divisor(x: Any) -> bool:
    return type(x) in (int, float) and x != 0
