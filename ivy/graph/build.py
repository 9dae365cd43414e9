"""`Builder`: makes the nodes of a graph by calling operations on its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from ivy.errors import IvyAttributeError
from ivy.graph.ir import Graph, Node, Scope, Value
from ivy.graph.operations import is_operation


class Builder:
    """The operations of ivy as methods that add a node and return its value.

    `build.add(x, y)` adds `add` and returns the Value of the sum; `build.several(n, "split", x, n)`
    is for operations that return several. Nodes get the `scope` and `source` set at that time.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.scope: Scope = ()
        self.source = ""
        self._names: Counter[str] = Counter()

    def value(
        self, name: str, shape: tuple[int | None, ...] | None = None, dtype: str | None = None
    ) -> Value:
        """Return a new value whose name no other value of the graph has."""
        self._names[name] += 1
        count = self._names[name]
        return Value(name if count == 1 else f"{name}_{count}", shape, dtype)

    def several(self, count: int, op: str, *args: Any, **kwargs: Any) -> tuple[Value, ...]:
        """Add an operation that returns several things, and return their values."""
        outputs = tuple(self.value(op) for _ in range(count))
        self._add(op, args, kwargs, outputs)
        return outputs

    def __getattr__(self, op: str) -> Callable[..., Value]:
        return partial(self._single, op)

    def _single(self, op: str, *args: Any, **kwargs: Any) -> Value:
        output = self.value(op)
        self._add(op, args, kwargs, output)
        return output

    def _add(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any], outputs: Any) -> None:
        if not is_operation(op):
            raise IvyAttributeError(f"expected an operation of ivy or of graphs, got {op!r}")
        self.graph.nodes.append(Node(op, args, kwargs, outputs, self.scope, self.source))
