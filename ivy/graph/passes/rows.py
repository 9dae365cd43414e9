"""Compute now what is the same for every item of a batch, as masks of models often are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ivy import backends
from ivy.dispatch import OPERATIONS, unwrap
from ivy.graph.ir import Graph, Node, Value, map_values
from ivy.graph.passes.folding import LARGEST, computed, constant_name, is_pure
from ivy.graph.passes.rewriting import arguments, changed

MOST = 1 << 18
"""Elements up to which results are looked at; what is kept is small, or one number."""
_ALONG = ("concat", "cumsum", "diff", "expand_dims", "any", "all")
_ELEMENTWISE = frozenset(
    "add subtract multiply maximum minimum greater greater_equal less less_equal equal not_equal "
    "where bitwise_and bitwise_or logical_and logical_or logical_not astype".split()
)


def with_equal_rows_folded(graph: Graph) -> Graph:
    """Return the graph with constants in the place of whole numbers that do not vary in a batch."""
    rows = _Rows(graph)
    nodes = [rows.read(node) for node in graph.nodes]
    constants, arrays = graph.constants | rows.constants, graph.arrays | rows.arrays
    return changed(graph, nodes=nodes, constants=constants, arrays=arrays)


class _Rows:
    """Values known: constants, and arrays whose open first axis has equal rows, of which one."""

    def __init__(self, graph: Graph) -> None:
        self.known: dict[int, Any] = {}
        self.rows: set[int] = set()
        self.places: set[int] = set()
        """Numbers from 0 to an open size, which can only index equal rows."""
        self.same: dict[int, Value] = {}
        """Rows that are each what another value is."""
        self.constants: dict[str, Value] = {}
        self.arrays: dict[str, Any] = {}
        self.space = backends.load("numpy")
        for name, value in graph.constants.items():
            if str(value.dtype).startswith(("int", "bool")):
                x = OPERATIONS["to_numpy"](unwrap(graph.arrays[name]))
                self.known |= {id(value): x} if x.size <= MOST else {}

    def read(self, node: Node) -> Node:
        """Return a node with constants for equal rows, after a look at what it makes."""
        arrays = [v for v in node.inputs() if v.shape is not None]
        if not is_pure(node) or not all(id(v) in self.known for v in arrays):
            return self._with_constants(node)
        result = node.results()[0]
        sizes = result.shape or ()
        if str(result.dtype).startswith(("int", "bool")) and None not in sizes[1:]:
            row = self._row(node, arrays, result)
            if getattr(row, "shape", None) == tuple(1 if n is None else n for n in sizes):
                self.known[id(result)] = row
                if sizes[:1] == (None,) and id(result) not in self.places:
                    self.rows.add(id(result))
        return node

    def _row(self, node: Node, arrays: list[Value], result: Value) -> Any:
        """Return the value of a constant, or one of equal rows; None for anything else."""
        special = {id(v) for v in arrays} & (self.rows | self.places)
        sizes = result.shape or ()
        if sizes[:1] != (None,):
            return None if special else self._computed(node)
        if node.op == "arange":
            start, stop, step = (arguments(node)[name] for name in ("start", "stop", "step"))
            if step != 1 or (start != 0 and stop is not None):
                return None
            self.places.add(id(result))
            return np.zeros(1, "int64")
        if node.op == "expand_dims" and special & self.places:
            self.places.add(id(result))
            return self._computed(node)
        if node.op in ("broadcast_to", "expand") and arrays and not special:
            x, shape = self.known[id(arrays[0])], (1, *(n or 0 for n in sizes[1:]))
            fits = x.ndim < len(shape) or x.shape[0] == 1
            return np.broadcast_to(x, shape) if fits else None
        if not special or not self._keeps_rows(node, special):
            return None
        if node.op in ("bitwise_and", "logical_and") and len(arrays) == 2:
            for one, other in (arrays, arrays[::-1]):
                if self.known[id(one)].all() and other.shape in (sizes, (1, *sizes[1:])):
                    self.same[id(result)] = self.same.get(id(other), other)
        return self._computed(node)

    def _keeps_rows(self, node: Node, special: set[int]) -> bool:
        """Return whether equal rows give equal rows."""
        if node.op not in OPERATIONS:
            return False
        given, rank = arguments(node), len(node.results()[0].shape or ())
        if node.op == "get_item":
            if id(given["x"]) not in self.rows:
                return False
            query = given["query"] if isinstance(given["query"], tuple) else (given["query"],)
            first, others = query[0], query[1:]
            arrays = [x for x in others if isinstance(x, Value)]
            if not isinstance(first, Value):
                return first == slice(None) and not arrays
            plain = len(arrays) == len(others) and not {id(x) for x in arrays} & special
            return id(first) in self.places and plain and all(x.dtype != "bool" for x in arrays)
        if special & self.places:
            return False
        if node.op in _ALONG:
            rank += node.op in ("any", "all") and not given["keepdims"]
            alike = all(id(v) in special for v in node.inputs())
            return alike and isinstance(given["axis"], int) and given["axis"] % rank != 0
        known = [self.known.get(id(v)) for v in node.inputs()]  # not the sizes among them
        level = all(len(v.shape or ()) == rank for v in node.inputs() if id(v) in special)
        fits = all(x is not None and (x.ndim < rank or x.shape[0] == 1) for x in known)
        return node.op in _ELEMENTWISE and level and fits

    def _computed(self, node: Node) -> Any:
        return computed(self.space, node, lambda v: self.known.get(id(v), v), MOST)

    def _constant(self, value: Value) -> Value:
        """Return the constant for equal rows, if it is small or one number."""
        if id(value) in self.same:
            return self.same[id(value)]
        x = self.known[id(value)] if id(value) in self.rows else np.empty(0)
        alone = x.size > 0 and (x == x.flat[0]).all()
        if not alone and not 0 < x.size <= LARGEST:
            return value
        x = np.array(x[(slice(1),) * x.ndim] if alone else x)
        name = constant_name(x)
        self.arrays.setdefault(name, x)
        return self.constants.setdefault(name, Value(name, x.shape, value.dtype))

    def _with_constants(self, node: Node) -> Node:
        """Return a node that reads constants where they are broadcast as equal rows are."""
        if node.op == "scaled_dot_product_attention":
            query, key, value, *others = arguments(node).items()
            options = {name: x for name, x in others if x is not None}
            mask = options.pop("mask", None)
            if not isinstance(mask, Value):
                return node
            causal = _is_causal(self.known.get(id(mask)), query[1].shape)
            seen = {"is_causal": True} if causal else {"mask": self._constant(mask)}
            return replace(node, args=(query[1], key[1], value[1]), kwargs=options | seen)
        open_ranks = [
            len(v.shape)
            for v in node.args
            if isinstance(v, Value) and v.shape and v.shape[0] is None and id(v) not in self.rows
        ]
        rank = len(node.results()[0].shape or ())
        if node.op in _ELEMENTWISE and rank in open_ranks:
            return replace(node, args=map_values(self._constant, node.args))
        return node


def _is_causal(mask: Any, query: Any) -> bool:
    """Return whether each query may look at the keys up to its own place, of equally many."""
    size = query[-2] if query and mask is not None and mask.shape[-2:] == (query[-2],) * 2 else 0
    return size > 1 and mask.size == size**2 and bool((mask == np.tri(size, dtype=bool)).all())
