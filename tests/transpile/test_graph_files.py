"""Graphs in files, and pictures of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException, IvyFileError
from ivy.files import read_arrays, write_arrays
from ivy.graph.ir import Graph, Value
from tests.helpers import to_numpy
from tests.transpile.test_trace import Net, array


def looping(x: Any) -> Any:
    s = ivy.if_else(ivy.sum(x) > 0, lambda x: x * 2, lambda x: x - 1, (x,))
    y = ivy.for_loop(x, lambda row, v: (v[0] + row * s[0],), (ivy.zeros((3,)),))
    return {"y": y, "z": ivy.clip(s[..., 1:], -float("inf"), 3.0)}


def test_module_goes_through_a_file(tmp_path: Path, backend: str) -> None:
    module = Net()
    module.eval()
    x = array(4, 3)
    graph = module.trace_graph(args=(x,))
    graph.save(tmp_path / "net.safetensors")
    loaded = Graph.load(tmp_path / "net.safetensors")
    assert str(loaded) == str(graph)
    assert [n.scope for n in loaded.nodes] == [n.scope for n in graph.nodes]
    assert loaded.mutations.keys() == graph.mutations.keys()
    np.testing.assert_array_equal(to_numpy(loaded(x)), to_numpy(graph(x)))


def test_inner_graphs_and_odd_arguments(tmp_path: Path) -> None:
    x = array(4, 3)
    graph = ivy.trace_graph(looping, args=(x,))
    graph.save(tmp_path / "loop.safetensors")
    loaded = Graph.load(tmp_path / "loop.safetensors")
    assert str(loaded) == str(graph)
    np.testing.assert_array_equal(to_numpy(loaded(x)["z"]), to_numpy(looping(x)["z"]))
    np.testing.assert_array_equal(to_numpy(loaded(x)["y"][0]), to_numpy(looping(x)["y"][0]))


def test_another_program_while_training(tmp_path: Path) -> None:
    class Noisy(ivy.Module):
        def _forward(self, x: Any) -> Any:
            return x * ivy.array([2.0, 3.0]) if self.training else x

    graph = ivy.trace_graph(Noisy(), args=(array(2, 2),))
    graph.save(tmp_path / "noisy.safetensors")
    assert str(Graph.load(tmp_path / "noisy.safetensors").train) == str(graph.train)


def _damaged(path: Path, kind: str) -> str:
    arrays, metadata = read_arrays(path)
    content = json.loads(metadata["ivy.graph"])
    if kind == "cut":
        path.write_bytes(path.read_bytes()[:100])
        return "cannot be read"
    if kind == "other arrays":
        write_arrays(path, arrays)
        return "other arrays"
    if kind == "version":
        content["version"] = 99
    elif kind == "operation":
        content["graph"]["nodes"][0]["op"] = "explode"
    elif kind == "value":
        content["graph"]["nodes"][0]["outputs"] = ["value", 10**6]
    elif kind == "array":
        arrays.popitem()
    text = "{" if kind == "json" else json.dumps(content)
    write_arrays(path, arrays, {"ivy.graph": text})
    return {"version": "version 2, got 99", "operation": "explode"}.get(kind, "damaged")


@pytest.mark.parametrize(
    "kind", ["cut", "other arrays", "version", "operation", "value", "array", "json"]
)
def test_damaged_files(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "net.safetensors"
    Net().trace_graph(args=(array(4, 3),)).save(path)
    expected = _damaged(path, kind)
    with pytest.raises(IvyFileError, match=expected):
        Graph.load(path)


def _altered(graph: Graph, path: Path, place: tuple[Any, ...], value: Any) -> None:
    """Save a graph with something else at one place of its structure."""
    graph.save(path)
    arrays, metadata = read_arrays(path)
    content = part = json.loads(metadata["ivy.graph"])
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value(content["graph"]["nodes"]) if callable(value) else value
    write_arrays(path, arrays, {"ivy.graph": json.dumps(content)})


NODE = ("graph", "nodes", 0)
HARMFUL: dict[str, tuple[tuple[Any, ...], Any]] = {
    "reads a pickle": ((*NODE, "op"), "load"),
    "writes a file": ((*NODE, "op"), "save"),
    "changes a setting": ((*NODE, "op"), "set_default_device"),
    "sees all arrays": ((*NODE, "op"), "get_all_arrays_in_memory"),
    "code as a name": ((*NODE, "kwargs"), ["dict", [["x=print(), y", 1]]]),
    "number as a name": ((*NODE, "kwargs"), ["dict", [[1, 1]]]),
    "no arguments": ((*NODE, "args"), None),
    "text as an output": ((*NODE, "outputs"), "x"),
    "output that was there": ((*NODE, "outputs"), ["value", 0]),
    "value of a later operation": ((*NODE, "args"), lambda nodes: ["tuple", [nodes[1]["outputs"]]]),
    "value of itself": ((*NODE, "args"), lambda nodes: ["tuple", [nodes[0]["outputs"]]]),
    "result of no operation": (("graph", "nodes"), []),
    "number as a module": ((*NODE, "scope"), [[1, 2]]),
    "number as a line": ((*NODE, "source"), 1),
    "unknown dtype": (("values", 0, 2), "float32 or print()"),
    "size that is a text": (("values", 0, 1), ["1"]),
    "size that is true": (("values", 0, 1), [True]),
    "parameter without an array": (("graph", "parameters"), [["none", 0]]),
    "buffer that is none": (("graph", "mutations"), [["none", 0]]),
    "number as a parameter": (("graph", "argument_names"), [1]),
    "number as the name": (("graph", "name"), 1),
    "version without end": (("version",), "9" * 10_000),
    "surplus argument": ((*NODE, "args"), lambda nodes: ["tuple", [["value", 0]] * 9]),
    "missing argument": ((*NODE, "args"), ["tuple", []]),
    "unknown argument": ((*NODE, "kwargs"), ["dict", [["class", 1]]]),
    "place to write to": ((*NODE, "kwargs"), ["dict", [["out", ["value", 0]]]]),
    "text as an array": ((*NODE, "args"), ["tuple", [["value", 0], "x"]]),
    "value as a key": (("graph", "outputs"), ["dict", [[["value", 0], 1]]]),
    "number as a field": (("graph", "outputs"), ["record", [[1, 2]]]),
    "axes that are none": (("graph", "permutations"), {"w": [0, 0]}),
    "nests without end": (("graph", "outputs"), json.loads('["tuple", [' * 90 + "1" + "]]" * 90)),
}


@pytest.mark.parametrize("harm", HARMFUL)
def test_harmful_files(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "net.safetensors"
    _altered(Net().trace_graph(args=(array(4, 3),)), path, *HARMFUL[harm])
    with pytest.raises(IvyFileError, match=r"expected .*, got ") as raised:
        Graph.load(path)
    assert len(str(raised.value)) < 500


def test_graphs_of_operations_that_do_not_fit(backend: str) -> None:
    x = array(4, 3)
    wrong = {
        "surplus": (("relu", 1, 2), {}),
        "unknown": (("relu",), {"sizes": 1}),
        "not an axis": (("softmax", 9), {}),
        "several results": (("relu",), {}),
        "text": (("split", None, "3"), {}),
    }
    for kind, ((op, *rest), kwargs) in wrong.items():
        graph = ivy.trace_graph(lambda x: ivy.exp(x), args=(x,))
        [node] = graph.nodes
        node.op, node.args, node.kwargs = op, (*node.args, *rest), kwargs
        if kind == "several results":
            node.outputs = (node.outputs, Value("other"))
        with pytest.raises(IvyException, match=op):
            graph(x)
        if kind != "not an axis":  # which is said when the source runs
            with pytest.raises(IvyException, match=op):
                ivy.to_source(graph, backend)


def test_a_number_of_results_that_shows_when_it_runs(backend: str) -> None:
    x = array(4, 3)
    graph = ivy.trace_graph(lambda x: ivy.split(x, num_or_size_splits=3, axis=1), args=(x,))
    [node] = graph.nodes
    node.args = (graph.inputs()[0], None, 1, 1)
    with pytest.raises(IvyException, match="split: expected 3 results, got"):
        graph(x)


def test_source_that_is_none(backend: str) -> None:
    graph = ivy.trace_graph(lambda x: ivy.reshape(x, (x.shape[0] * 3,)), args=(array(4, 3),))
    size = next(node for node in graph.nodes if node.op == "size")
    size.args = (2, 0)
    with pytest.raises(IvyException, match="expected a graph whose operations fit each other"):
        ivy.to_source(graph, backend)


def test_loops_inside_of_each_other(tmp_path: Path) -> None:
    def nested(depth: int) -> Any:
        if depth == 0:
            return lambda x: x + 1
        return lambda x: ivy.if_else(ivy.sum(x) > 0, nested(depth - 1), lambda x: x, (x,))

    x = array(2, 2)
    deep = nested(5)
    ivy.trace_graph(deep, args=(x,)).save(tmp_path / "x")
    np.testing.assert_array_equal(to_numpy(Graph.load(tmp_path / "x")(x)), to_numpy(deep(x)))
    graph = ivy.trace_graph(lambda x: {"a": x}, args=(x,))
    for _ in range(50):
        graph.outputs = [graph.outputs]
    with pytest.raises(ivy.errors.IvyValueError, match="100 levels of nests and loops at most"):
        graph.save(tmp_path / "x")
    Graph.load(tmp_path / "x")


def test_structure_without_end(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x", {}, {"ivy.graph": "[" * 100_000})
    with pytest.raises(IvyFileError, match="expected a complete graph, got a damaged one"):
        Graph.load(tmp_path / "x")


def test_texts_of_a_file_do_not_become_source(tmp_path: Path, backend: str) -> None:
    def program(x: Any) -> Any:
        return ivy.zeros((3,), dtype="float64"), ivy.gelu(x), ivy.diff(x)

    graph = ivy.trace_graph(program, args=(array(4, 3),))
    firsts = {"zeros": ["tuple", [3]], "gelu": ["value", 0], "diff": ["value", 0]}
    assert [node.op for node in graph.nodes] == list(firsts)
    for number, first in enumerate(firsts.values()):
        arguments = ["tuple", [first, "float64 or harm()"]]
        _altered(graph, tmp_path / "x", ("graph", "nodes", number, "args"), arguments)
        with pytest.raises(IvyFileError, match="harm"):
            Graph.load(tmp_path / "x")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Graph.load(tmp_path / "none.safetensors")


def test_picture(tmp_path: Path) -> None:
    picture = Net().show_graph(array(4, 3), fname=tmp_path / "net.html")
    text = (tmp_path / "net.html").read_text()
    assert text == picture
    assert text.count("<details") == text.count("</details>")
    assert "<b>first</b>" in text
    assert "Linear, 1 operation<" in text
    assert "float32[?, 3]" in text
    assert "http" not in text
    assert "prefers-color-scheme: dark" in text
    assert "iframe" in picture._repr_html_()
    assert "yes" in ivy.trace_graph(looping, args=(array(4, 3),)).show()
