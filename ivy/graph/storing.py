"""Graphs in files: one safetensors file, with the structure as JSON among its metadata."""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ivy.container import Container
from ivy.errors import IvyFileError, IvyTypeError, IvyValueError
from ivy.files import parsed_json, read_arrays, write_arrays
from ivy.graph.emit.text import literal
from ivy.graph.ir import Graph, Node, Value
from ivy.graph.operations import check, is_operation
from ivy.graph.record import Record
from ivy.types import Dtype

VERSION = 2
_STRUCTURE = "ivy.graph"
_DEEPEST = 100
"""Levels of JSON, some for each loop in a loop: what works on graphs calls itself for each."""
_TABLES = ("parameters", "buffers", "constants", "mutations")
_SETS = ("frozen", "statistics")
_DICTS = {"record": Record, "container": Container, "dict": dict}


def save(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write a graph with its arrays to a file, which is complete or not there at all."""
    writer = _Writer()
    content = {"version": VERSION, "graph": writer.graph(graph, ""), "values": writer.values}
    if _depth(content) > _DEEPEST:
        msg = f"Graph.save: expected {_DEEPEST} levels of nests and loops at most, got more"
        raise IvyValueError(f"{msg}; return flat results, and call functions one after the other")
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    write_arrays(path, writer.arrays, {_STRUCTURE: text})


def load(path: str | os.PathLike[str], needs_arrays: bool = True) -> Graph:
    """Return the graph in a file; its arrays are NumPy's.

    Args:
        path: The file.
        needs_arrays: Whether one that lacks arrays is damaged.

    Raises:
        IvyFileError: the file is damaged, of another kind, or of a newer version.
    """
    arrays, metadata = read_arrays(path)
    if _STRUCTURE not in metadata:
        raise IvyFileError(f"{path}: expected a file of Graph.save, got other arrays")
    try:
        content = parsed_json(metadata[_STRUCTURE])
        if _depth(content) > _DEEPEST:
            raise ValueError(f"expected {_DEEPEST} levels of nests and loops at most, got more")
        if content["version"] != VERSION:
            msg = f"{path}: expected a graph of version {VERSION}, got {content['version']!r:.20}"
            raise IvyFileError(f"{msg}; read it with the ivy that wrote it, or a newer one")
        return _Reader(content["values"], arrays, needs_arrays).graph(content["graph"])
    except IvyFileError:
        raise
    except Exception as error:
        msg = f"{path}: expected a complete graph, got a damaged one: {error!r:.200}"
        raise IvyFileError(msg) from error


def to_text(graph: Graph) -> str:
    """Return what `save` writes as letters and digits."""
    with TemporaryDirectory() as folder:
        save(graph, path := Path(folder) / "graph.safetensors")
        return b64encode(path.read_bytes()).decode()


def from_text(text: str, needs_arrays: bool = True) -> Graph:
    """Return the graph that `to_text` was given; as safe as `load`."""
    try:
        content = b64decode(text, validate=True)
    except (TypeError, ValueError) as error:
        raise IvyFileError(f"expected a graph as text, got a damaged one: {error}") from error
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "graph.safetensors").write_bytes(content)
        return load(path, needs_arrays)


def _depth(content: Any) -> int:
    """Return how many levels a nest of lists and dicts has."""
    depth, level = 0, [content]
    while level:
        items = [part.values() if isinstance(part, dict) else part for part in level]
        level = [x for part in items for x in part if isinstance(x, (list, dict))]
        depth += 1
    return depth


class _Writer:
    """Turns graphs into JSON: values into their numbers, nests into pairs of a kind and items."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []
        self.arrays: dict[str, Any] = {}
        self._numbers: dict[Value, int] = {}
        self._inner = 0

    def graph(self, graph: Graph, prefix: str) -> dict[str, Any]:
        """Return a graph, whose arrays get names with this prefix."""
        self.arrays |= {prefix + name: x for name, x in graph.arrays.items()}
        return {
            "name": graph.name,
            "source": graph.source,
            "args": self.nest(graph.args),
            "kwargs": self.nest(graph.kwargs),
            "argument_names": list(graph.argument_names),
            "outputs": self.nest(graph.outputs),
            "training": self.value(graph.training),
            "nodes": [self.node(node) for node in graph.nodes],
            "aliases": graph.aliases,
            "permutations": {name: list(axes) for name, axes in graph.permutations.items()},
            "prefix": prefix,
            "arrays": sorted(graph.arrays),
            "train": None if graph.train is None else self.graph(graph.train, f"{prefix}train:"),
            **{name: sorted(getattr(graph, name)) for name in _SETS},
            **{name: self.table(getattr(graph, name)) for name in _TABLES},
        }

    def table(self, values: dict[str, Value]) -> list[Any]:
        """Return named values."""
        return [[name, self.value(value)] for name, value in values.items()]

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
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            shape = None if value.shape is None else list(value.shape)
            self.values.append([value.name, shape, value.dtype])
        return self._numbers[value]

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
            kind = next(kind for kind, dicts in _DICTS.items() if isinstance(x, dicts))
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
    """Turns what `_Writer` wrote into graphs again.

    A file may say anything. What is not as `_Writer` writes it raises here: everything after
    believes a graph, down to the source that is printed of it.
    """

    def __init__(self, values: list[Any], arrays: dict[str, Any], needs_arrays: bool) -> None:
        self.arrays, self.needs_arrays = arrays, needs_arrays
        self.values = [
            Value(_text(name), _sizes(shape), dtype and Dtype(_text(dtype)).name)
            for name, shape, dtype in values
        ]

    def graph(self, content: dict[str, Any], others: Iterable[str] = ()) -> Graph:
        """Return a graph, which has the arrays `others` besides its own."""
        parts: dict[str, Any] = {name: set(map(_text, content[name])) for name in _SETS}
        for table in _TABLES:
            parts[table] = {_text(name): self.values[number] for name, number in content[table]}
        prefix, train = content["prefix"], content["train"]
        arrays = {_text(name): self.arrays[prefix + name] for name in content["arrays"]}
        graph = Graph(
            name=_text(content["name"]),
            source=_text(content["source"]),
            args=_typed(tuple, self.nest(content["args"])),
            kwargs=_named(self.nest(content["kwargs"])),
            argument_names=tuple(map(_text, content["argument_names"])),
            outputs=self.nest(content["outputs"]),
            training=self.values[content["training"]],
            nodes=[self.node(node) for node in content["nodes"]],
            aliases={_text(name): _text(kept) for name, kept in content["aliases"].items()},
            permutations={name: _order(axes) for name, axes in content["permutations"].items()},
            arrays=arrays,
            train=None if train is None else self.graph(train, arrays),
            **parts,
        )
        missing = {*graph.held()} - {*arrays, *others} if self.needs_arrays else None
        if missing or {*graph.mutations} - {*graph.buffers}:
            raise ValueError("expected arrays of all that is held, and buffers that are written")
        _check_values(graph)
        return graph

    def node(self, content: dict[str, Any]) -> Node:
        """Return an operation that exists."""
        op = content["op"]
        if not is_operation(op):
            raise IvyFileError(f"Graph.load: expected operations of graphs, got {op!r:.99}")
        outputs = self.nest(content["outputs"])
        for value in outputs if isinstance(outputs, tuple) else (outputs,):
            _typed(Value, value)
        node = Node(
            op,
            _typed(tuple, self.nest(content["args"])),
            _named(self.nest(content["kwargs"])),
            outputs,
            tuple((_text(path), _text(kind)) for path, kind in content["scope"]),
            _text(content["source"]),
        )
        check(node)
        return node

    def nest(self, x: Any) -> Any:
        """Return an argument."""
        if not isinstance(x, list):
            return x
        kind, content = x
        if kind == "value":
            return self.values[content]
        if kind == "graph":
            return self.graph(content)
        if kind == "float":
            return float(content)
        if kind == "complex":
            return complex(float(content[0]), float(content[1]))
        if kind == "ellipsis":
            return Ellipsis
        if kind in _DICTS:
            found = {self.nest(key): self.nest(item) for key, item in content}
            literal([_text(key) for key in found] if kind != "dict" else [*found])
            return _DICTS[kind](found)
        parts = [self.nest(item) for item in content]
        return slice(*parts) if kind == "slice" else {"list": list, "tuple": tuple}[kind](parts)


def _typed(kind: type, x: Any) -> Any:
    if type(x) is not kind:
        raise TypeError(f"expected {kind.__name__}, got {x!r:.99}")
    return x


_text = partial(_typed, str)


def _sizes(shape: Any) -> Any:
    return shape if shape is None else tuple(x if x is None else _typed(int, x) for x in shape)


def _order(axes: Any) -> tuple[int, ...]:
    if sorted(_sizes(axes)) != [*range(len(axes))]:
        raise ValueError(f"expected the axes of an array in some order, got {axes!r:.99}")
    return tuple(axes)


def _named(arguments: Any) -> dict[str, Any]:
    """Return arguments by name, names that stand in source as they are."""
    for name in _typed(dict, arguments):
        if not _text(name).isidentifier():
            raise ValueError(f"expected the name of an argument, got {name!r:.99}")
    return arguments


def _check_values(graph: Graph) -> None:
    """Raise for a value that is used before it is known, or that two operations make."""
    known = {*graph.inputs(), *graph.held().values(), graph.training}
    for node in graph.nodes:
        if not known.issuperset(node.inputs()) or not known.isdisjoint(node.results()):
            raise ValueError(f"expected values in order, got {node!r:.99}")
        known.update(node.results())
    if not known.issuperset(graph.results()):
        raise ValueError("expected results that are computed")
