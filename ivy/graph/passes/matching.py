"""Finding operations by what they are made of."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy.graph.ir import Graph, Node, Value
from ivy.graph.passes.rewriting import arguments, producers, use_counts

FLOATS = ("float32", "float64")


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

    def reduction(
        self,
        x: Any,
        op: str,
        of: Any,
        uses: int = 1,
        through: Callable[[Matcher, Any], Any] = lambda m, x: x,
    ) -> tuple[int, ...] | None:
        """Return the axes, counted from the end, of a reduction of `of` that keeps its axes.

        They may also come back later; `through` skips what stands between.
        """
        if op == "mean" and (axes := self._mean(x, of, uses)) is not None:
            return axes
        widened = self._widened(x, of, uses)
        found = self.inner(through(self, x if widened is None else widened), op, uses=uses)
        if found is None or of.shape is None:
            return None
        given = arguments(found)
        if given.pop("x") is not of or given.pop("keepdims") is (widened is not None):
            return None
        axis = given.pop("axis")
        if widened is not None and _shape_with_ones(of.shape, axis) != x.shape:
            return None
        given.pop("out", None)
        if given.pop("correction", 0) != 0 or any(v is not None for v in given.values()):
            return None
        return _from_the_end(axis, len(of.shape))

    def _widened(self, x: Any, of: Any, uses: int) -> Any:
        """Return the reduction before its axes came back with size 1, if they did so later."""
        node = self.inner(x, "expand_dims", "reshape", uses=uses)
        if node is None or not isinstance(of, Value) or x.shape is None or of.shape is None:
            return None
        inner = node.args[0] if node.args else None
        if not isinstance(inner, Value) or len(x.shape) != len(of.shape):
            return None
        return inner if inner.shape is not None and len(inner.shape) < len(x.shape) else None

    def _mean(self, x: Any, of: Any, uses: int) -> tuple[int, ...] | None:
        """Return the axes of a mean that is written as a sum divided by the number of elements."""
        widened = self._widened(x, of, uses)
        pair = self.pair(x if widened is None else widened, "divide", uses)
        if pair is None or type(pair[1]) not in (int, float) or of.shape is None:
            return None
        axes = None
        if widened is None:
            axes = self.reduction(pair[0], "sum", of)
        elif (made := self.inner(pair[0], "sum")) is not None and made.args[0] is of:
            given = arguments(made)
            plain = given["dtype"] is None and not given["keepdims"]
            if plain and _shape_with_ones(of.shape, given["axis"]) == x.shape:
                axes = _from_the_end(given["axis"], len(of.shape))
        if axes is None:
            return None
        sizes = [of.shape[axis] for axis in axes]
        return axes if None not in sizes and math.prod(sizes) == pair[1] else None

    def mean_of(self, x: Any) -> Any:
        """Return what `x` is the mean of, with or without its axes kept."""
        node = self.inner(x, "mean", "divide")
        if node is not None and node.op == "divide":
            node = self.inner(node.args[0], "sum")
        return node.args[0] if node is not None and node.args else None

    def mean_axes(self, x: Any, of: Any, uses: int) -> tuple[int, ...] | None:
        """Return the axes, counted from the end, of a mean with or without its axes kept."""
        if not isinstance(of, Value) or of.shape is None:
            return None
        node = self.inner(x, "mean", uses=uses)
        if node is not None:
            given = arguments(node)
            fits = given["x"] is of and given["dtype"] is None
            return _from_the_end(given["axis"], len(of.shape)) if fits else None
        pair = self.pair(x, "divide", uses)
        node = self.inner(pair[0], "sum") if pair is not None else None
        if pair is None or node is None or type(pair[1]) not in (int, float):
            return None
        given = arguments(node)
        if given["x"] is not of or given["dtype"] is not None:
            return None
        axes = _from_the_end(given["axis"], len(of.shape))
        sizes = [of.shape[axis] for axis in axes]
        return axes if None not in sizes and math.prod(sizes) == pair[1] else None  # type: ignore[arg-type]

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

    def inverse_root(self, x: Any, uses: int = 1) -> Any:
        """Return what `x` is one over the square root of."""
        pair = self.pair(x, "pow", uses)
        if pair is not None and is_number(pair[1], -0.5):
            return pair[0]
        root = self.only(x, "reciprocal", uses)
        pair = self.pair(x, "divide", uses)
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


def _shape_with_ones(shape: tuple[int | None, ...], axis: Any) -> tuple[int | None, ...]:
    """Return a shape with size 1 along axes."""
    axes = _from_the_end(axis, len(shape))
    return tuple(1 if i - len(shape) in axes else size for i, size in enumerate(shape))


def is_number(x: Any, wanted: float) -> bool:
    """Return whether `x` is a Python number that float32 cannot tell from another."""
    return type(x) in (int, float) and math.isclose(x, wanted, rel_tol=1e-7, abs_tol=0.0)


def _is_divisor(x: Any) -> bool:
    return type(x) in (int, float) and x != 0
