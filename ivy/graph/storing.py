"""Graphs in files: one safetensors file, with the structure as JSON among its metadata."""

from __future__ import annotations

import json
import os
from typing import Any

from ivy.container import Container
from ivy.dispatch import OPERATIONS
from ivy.errors import IvyException, IvyFileError, IvyTypeError
from ivy.files import read_arrays, write_arrays
from ivy.graph.ir import Graph, Node, Value
from ivy.graph.record import Record
from ivy.graph.run import GRAPH_OPERATIONS

VERSION = 2
_STRUCTURE = "ivy.graph"
_TABLES = ("parameters", "buffers", "constants", "mutations")


def save(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write a graph with its arrays to a file, which is complete or not there at all."""
    writer = _Writer()
    structure = writer.graph(graph, "")
    content = {"version": VERSION, "values": writer.values, "graph": structure}
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    write_arrays(path, writer.arrays, {_STRUCTURE: text})


def load(path: str | os.PathLike[str]) -> Graph:
    """Return the graph in a file; its arrays are NumPy's.

    Raises:
        IvyFileError: the file is damaged, of another kind, or of a newer version.
    """
    arrays, metadata = read_arrays(path)
    if _STRUCTURE not in metadata:
        raise IvyFileError(f"{path}: expected a file of Graph.save, got other arrays")
    try:
        content = json.loads(metadata[_STRUCTURE])
        version = content["version"]
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(path, error) from error
    if version != VERSION:
        msg = f"{path}: expected a graph of version {VERSION}, got {version}"
        raise IvyFileError(f"{msg}; read it with the ivy that wrote it, or a newer one")
    try:
        return _Reader(content["values"], arrays).graph(content["graph"], "")
    except IvyException:
        raise
    except Exception as error:
        raise _damaged(path, error) from error


def _damaged(path: Any, error: Exception) -> IvyFileError:
    return IvyFileError(f"{path}: expected a complete graph, got a damaged one: {error!r}")


class _Writer:
    """Turns graphs into JSON: values into their numbers, nests into pairs of a kind and items."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []
        self.arrays: dict[str, Any] = {}
        self._numbers: dict[int, int] = {}
        self._kept: list[Value] = []
        self._inner = 0

    def graph(self, graph: Graph, prefix: str) -> dict[str, Any]:
        """Return a graph, whose arrays get names with this prefix."""
        self.arrays |= {prefix + name: x for name, x in graph.arrays.items()}
        tables = {
            table: [[name, self.value(v)] for name, v in getattr(graph, table).items()]
            for table in _TABLES
        }
        return {
            "name": graph.name,
            "source": graph.source,
            "args": self.nest(graph.args),
            "kwargs": self.nest(graph.kwargs),
            "argument_names": list(graph.argument_names),
            "outputs": self.nest(graph.outputs),
            "training": self.value(graph.training),
            "nodes": [self.node(node) for node in graph.nodes],
            "frozen": sorted(graph.frozen),
            "statistics": sorted(graph.statistics),
            "aliases": graph.aliases,
            "permutations": {name: list(axes) for name, axes in graph.permutations.items()},
            "prefix": prefix,
            "arrays": sorted(graph.arrays),
            "train": None if graph.train is None else self.graph(graph.train, f"{prefix}train:"),
            **tables,
        }

    def node(self, node: Node) -> dict[str, Any]:
        """Return an operation."""
        return {
            "op": node.op,
            "args": self.nest(node.args),
            "kwargs": self.nest(node.kwargs),
            "outputs": self.nest(node.outputs),
            "scope": [list(level) for level in node.scope],
            "source": node.source,
        }

    def value(self, value: Value) -> int:
        """Return the number of a value."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self.values)
            self._kept.append(value)
            shape = None if value.shape is None else list(value.shape)
            self.values.append([value.name, shape, value.dtype])
        return self._numbers[id(value)]

    def nest(self, x: Any) -> Any:
        """Return an argument: numbers, texts and None as they are, all else as [kind, items]."""
        if x is None or isinstance(x, (bool, int, str)):
            return x
        if isinstance(x, float):
            return x if x - x == 0 else ["float", repr(x)]
        if isinstance(x, Value):
            return ["value", self.value(x)]
        if isinstance(x, Graph):
            self._inner += 1
            return ["graph", self.graph(x, f"inner{self._inner}:")]
        if isinstance(x, dict):
            kind = "record" if isinstance(x, Record) else "container"
            kind = kind if isinstance(x, (Record, Container)) else "dict"
            return [kind, [[self.nest(key), self.nest(item)] for key, item in x.items()]]
        if isinstance(x, (tuple, list)):
            kind = "list" if isinstance(x, list) else "tuple"
            return [kind, [self.nest(item) for item in x]]
        if isinstance(x, slice):
            return ["slice", [self.nest(part) for part in (x.start, x.stop, x.step)]]
        if x is Ellipsis:
            return ["ellipsis", []]
        if isinstance(x, complex):
            return ["complex", [repr(x.real), repr(x.imag)]]
        kind = type(x).__name__
        raise IvyTypeError(f"Graph.save: expected arguments that JSON can hold, got {kind}: {x!r}")


class _Reader:
    """Turns what `_Writer` wrote into graphs again."""

    def __init__(self, values: list[Any], arrays: dict[str, Any]) -> None:
        self.arrays = arrays
        self.values = [
            Value(name, None if shape is None else tuple(shape), dtype)
            for name, shape, dtype in values
        ]

    def graph(self, content: dict[str, Any], prefix: str) -> Graph:
        """Return a graph."""
        tables = {
            table: {name: self.values[number] for name, number in content[table]}
            for table in _TABLES
        }
        prefix = content["prefix"]
        train = content["train"]
        return Graph(
            name=content["name"],
            source=content["source"],
            args=self.nest(content["args"]),
            kwargs=self.nest(content["kwargs"]),
            argument_names=tuple(content["argument_names"]),
            outputs=self.nest(content["outputs"]),
            training=self.values[content["training"]],
            nodes=[self.node(node) for node in content["nodes"]],
            frozen=set(content["frozen"]),
            statistics=set(content["statistics"]),
            aliases=dict(content["aliases"]),
            permutations={name: tuple(axes) for name, axes in content["permutations"].items()},
            arrays={name: self.arrays[prefix + name] for name in content["arrays"]},
            train=None if train is None else self.graph(train, prefix),
            **tables,
        )

    def node(self, content: dict[str, Any]) -> Node:
        """Return an operation that exists."""
        op = content["op"]
        if op not in OPERATIONS and op not in GRAPH_OPERATIONS:
            raise IvyFileError(f"Graph.load: expected operations of this ivy, got {op!r}")
        scope = tuple((path, kind) for path, kind in content["scope"])
        args, kwargs = self.nest(content["args"]), self.nest(content["kwargs"])
        return Node(op, args, kwargs, self.nest(content["outputs"]), scope, content["source"])

    def nest(self, x: Any) -> Any:
        """Return an argument."""
        if not isinstance(x, list):
            return x
        kind, content = x
        if kind == "value":
            return self.values[content]
        if kind == "graph":
            return self.graph(content, "")
        if kind == "float":
            return float(content)
        if kind == "complex":
            return complex(float(content[0]), float(content[1]))
        if kind == "ellipsis":
            return Ellipsis
        if kind in ("dict", "record", "container"):
            items = {self.nest(key): self.nest(item) for key, item in content}
            return items if kind == "dict" else (Record if kind == "record" else Container)(items)
        parts = [self.nest(item) for item in content]
        if kind == "slice":
            return slice(*parts)
        return {"list": list, "tuple": tuple}[kind](parts)
