"""Graph files that somebody damaged or made up: refused with an error of ivy, or as good as any."""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import json
import random
import tempfile
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.fuzz.verdict import Finding
from tests.fuzz.workers import Outcome, guarded

HARM = "harm_was_done"
TEXTS = [
    "",
    HARM,
    f"');{HARM}()#",
    f'"""\n{HARM}()\n"""',
    "a\u2028b\n c",
    "__class__",
    "\0",
    "float64",
]
TEXTS += [
    "é" * 99,
    "x.y.0",
    "../x",
    "lambda",
    "self",
    "\ue0000\ue001",
    "9" * 5000,
    "SAME",
    "sum",
    "i,j->",
]
NUMBERS = [0, 1, -1, 2, 3, 2**31, 2**63, -(2**63) - 1, 10**400, 0.5, 1e308, True, False, None]
NESTS = ["tuple []", "list []", "tuple [1, 0]", "tuple [-1, -1]", "tuple [1000000000, 1000000000]"]
NESTS += ["ellipsis []", "slice [null, null, 0]", "slice [null, 2, null]", 'float "nan"', "value 0"]
NESTS += ['complex ["1", "nan"]', 'dict [["a", 1]]', 'dict [[["value", 0], 1]]', "record [[1, 2]]"]
NESTS += [
    'container [["a.b", 1]]',
    'tuple [["value", 0]]',
    "value 1",
    "value -1",
    'list [["list", 1]]',
]
LITERALS = TEXTS + NUMBERS + [json.loads(f'["{x.replace(" ", chr(34) + ",", 1)}]') for x in NESTS]
OPS = """add reshape split if_else while_loop for_loop scan zeros einsum batch_norm host_item
size load lstm conv dropout with_gradient svd concat get_item astype identity try_except
meshgrid""".split()
SHAPES = [None, [], [3], [None, 3], [4, 3], [2, 2, 2], [0], [10**12, 10**12]]


@functools.cache
def corpus() -> dict[str, tuple[bytes, tuple[Any, ...]]]:
    """Return files of graphs by name, each with arguments for a call."""
    import ivy

    def looping(x: Any) -> Any:
        s = ivy.if_else(ivy.sum(x) > 0, lambda x: x * 2, lambda x: x - 1, (x,))
        y = ivy.for_loop(x, lambda row, v: (v[0] + row * s[0],), (ivy.zeros((3,)),))
        n = ivy.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2), (ivy.array(0), x))
        return {"y": y, "n": n, "z": ivy.clip(s[..., 1:], -float("inf"), 3.0)}

    def nested(c: Any, pair: Any, scale: float = 2.0) -> Any:
        parts = ivy.split(pair[0], num_or_size_splits=3, axis=1)
        q, r = ivy.qr(pair[1])
        drawn = ivy.dropout(c["b"], 0.5) + ivy.random_normal(shape=(4, 3))
        return {"a": ivy.concat(parts) * scale, "b": [q @ r, *ivy.top_k(c["a"], 2)], "c": drawn}

    def sizes(x: Any) -> Any:
        y = ivy.conv2d(ivy.reshape(x, (1, 2, 2, 3)), ivy.ones((1, 1, 3, 2)), 1, "SAME")
        parts = ivy.max_pool2d(y, 2, 1, "VALID"), ivy.interpolate(y, (3, 3)), x.astype("int32")
        padded = ivy.pad(x, ((0, 1), (1, 0)), constant_values=1.5)
        return ivy.arange(x.shape[0] // 2), ivy.einsum("ij,kj->ik", x, padded[:, 1:]), parts

    class Noisy(ivy.Module):
        def _forward(self, x: Any) -> Any:
            return x * ivy.array([2.0, 3.0, 1.0]) if self.training else x

    x = ivy.array(np.random.default_rng(0).normal(size=(4, 3)).astype("float32"))
    net = ivy.Sequential(ivy.Linear(3, 4), ivy.ReLU(), ivy.LayerNorm([4]), ivy.Linear(4, 4))
    programs: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "looping": (looping, (x,)),
        "nested": (nested, ({"a": x, "b": x}, [x, x])),
        "sizes": (sizes, (x,)),
        "net": (net, (x,)),
        "noisy": (Noisy(), (x,)),
        "attention": (ivy.MultiHeadAttention(4, num_heads=2), (ivy.ones((1, 2, 4)),)),
        "lstm": (ivy.LSTM(3, 4), (ivy.ones((1, 2, 3)),)),
        "norm": (ivy.BatchNorm2D(3), (ivy.ones((2, 4, 4, 3)),)),
    }
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (program, args) in programs.items():
            ivy.trace_graph(program, args=args).save(path := Path(folder) / name)
            found[name] = (path.read_bytes(), args)
    return found


# ---- damage -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """A file of the corpus with some damages, each a seed."""

    name: str
    damages: tuple[int, ...]

    def content(self) -> bytes:
        """Return what the file holds."""
        content = corpus()[self.name][0]
        for damage in self.damages:
            content = _damaged(content, random.Random(damage))
        return content

    def script(self, backend: str) -> str:
        """Return the source of a program that loads the file."""
        lines = ["import ivy", "from ivy.graph.storing import from_text", ""]
        text = b64encode(self.content()).decode()
        lines += [f"graph = from_text({text!r})", f"# of {self.name!r}; then, for one:"]
        return "\n".join([*lines, f"print(ivy.to_source(graph, {backend!r}))", ""])


def drawn(seed: int) -> File:
    """Return the file of a seed."""
    draw = random.Random(seed)
    damages = [draw.randrange(1 << 32) for _ in range(draw.choice((1, 1, 1, 2, 3, 5)))]
    return File(draw.choice([*corpus()]), tuple(damages))


def _damaged(content: bytes, draw: random.Random) -> bytes:
    """Return the bytes of a file with one damage, mostly to the structure it tells."""
    size = int.from_bytes(content[:8], "little")
    try:
        header = json.loads(content[8 : 8 + size])
        structure = json.loads(header["__metadata__"]["ivy.graph"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return _broken(content, draw)
    kind = draw.random()
    if kind < 0.1:
        return _broken(content, draw)
    # What was damaged before may lack what another damage is for, or be too deep to be damaged.
    wrong = (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError)
    with contextlib.suppress(*wrong):
        if kind < 0.15:
            _alter(header, draw)
        else:
            (_bend if kind < 0.8 else _alter)(structure, draw)
            header["__metadata__"]["ivy.graph"] = json.dumps(structure)
        written = json.dumps(header).encode()
        return len(written).to_bytes(8, "little") + written + content[8 + size :]
    return content


def _broken(content: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(content) + 1)
    before, after = content[:place], content[place:]
    sizes = [10**8, 2**40, 2**64 - 1]
    claim = draw.choice(sizes).to_bytes(8, "little") + content[8:]
    other = before + draw.randbytes(1) + after[1:]
    return draw.choice((before, before + draw.randbytes(8) + after, claim, other))


def _places(x: Any) -> list[tuple[Any, Any]]:
    """Return all places of a structure: (what holds, key)."""
    keys = list(x) if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ()
    return [(x, key) for key in keys] + [place for key in keys for place in _places(x[key])]


def _alter(structure: Any, draw: random.Random) -> None:
    """Take out, double, exchange or replace something anywhere."""
    holder, key = draw.choice(places := _places(structure))
    other, other_key = draw.choice(places)
    kind = draw.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder.insert(key, copy.deepcopy(draw.choice((holder[key], other[other_key]))))
    elif kind == 2:
        holder[draw.choice(TEXTS)] = copy.deepcopy(other[other_key])
    elif kind == 3:
        holder[key], other[other_key] = copy.deepcopy((other[other_key], holder[key]))
    elif kind == 4:
        depth = draw.choice((3, 30, 90, 300))
        holder[key] = json.loads('["tuple", [' * depth + "1" + "]]" * depth)
    else:
        holder[key] = draw.choice(LITERALS)


def _bend(structure: Any, draw: random.Random) -> None:
    """Change a structure to another one that a graph might well have."""
    places = _places(structure)
    nodes = [holder for holder, key in places if key == "op"]
    graphs = [holder for holder, key in places if key == "argument_names"]
    node, donor, graph = draw.choice(nodes), draw.choice(nodes), draw.choice(graphs)
    given = [*donor["args"][1], *(item for _, item in donor["kwargs"][1])] or [1]
    item = copy.deepcopy(draw.choice((draw.choice(given), draw.choice(LITERALS))))
    args, kwargs = node["args"][1], node["kwargs"][1]
    names = [name for other in nodes for name, _ in other["kwargs"][1]]
    kind = draw.randrange(8)
    if kind == 0:
        value = draw.choice(structure["values"])
        value[1:] = draw.choice(SHAPES), draw.choice((None, "float32", "int32", "bool", "bfloat16"))
    elif kind == 1:
        args.insert(draw.randrange(len(args) + 1), item)
    elif kind == 2:
        args[draw.randrange(len(args))] = item
    elif kind == 3:
        draw.choice((args, kwargs)).pop()
    elif kind == 4:
        kwargs.append([draw.choice([*names, "axis", "out", "dtype", "copy", "class"]), item])
    elif kind == 5:
        node["op"] = draw.choice([*OPS, donor["op"]])
    elif kind == 6:
        made = node["outputs"]
        node["outputs"] = made[1][0] if made[0] == "tuple" else ["tuple", [made]]
    else:
        name = draw.choice([*graph])
        if name in ("aliases", "permutations"):
            known = [*TEXTS, *(name for name, _ in graph["parameters"])]
            to = known if name == "aliases" else [[0], [1, 0], [0, 0], [5]]
            graph[name][draw.choice(known)] = draw.choice(to)
        else:
            _alter({name: graph[name]}, draw)


# ---- what must hold -----------------------------------------------------------------------------


def tried(file: File, backend: str) -> dict[str, Outcome]:
    """Load a file and do all with it that can be done with a graph: what -> its outcome."""
    import ivy
    from ivy.graph.ir import Graph
    from ivy.graph.transpile import as_target

    content, args = file.content(), corpus()[file.name][1]
    given = ivy.nested_map(lambda x: ivy.to_backend(x, backend), args)
    native = ivy.to_native(given, nested=True)
    graphs: list[Graph] = []
    with tempfile.TemporaryDirectory() as folder, ivy.use_backend(backend):
        (path := Path(folder) / "graph").write_bytes(content)
        found = {"load": guarded(lambda: graphs.append(Graph.load(path)))}
        if not graphs:
            return found
        graph = graphs[0]
        uses: dict[str, Callable[[], Any]] = {
            "str": lambda: str(graph),
            "show": graph.show,
            "save": lambda: graph.save(path),
            "source": lambda: _source(graph, backend),
            "call": lambda: str(graph(*given)),
            "transpile": lambda: str(ivy.transpile(graph, "ivy", backend, args=given)),
            "module": lambda: str(as_target(graph, backend)(*native)),
        }
        return found | {name: guarded(use) for name, use in uses.items()}


def _source(graph: Any, backend: str) -> None:
    import ivy

    tree = ast.parse(ivy.to_source(graph, backend))
    if HARM in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
        raise AssertionError("a text of the file became source")


def findings(file: File, backend: str, found: dict[str, Outcome] | Outcome) -> list[Finding]:
    """Return what is wrong with the outcomes of a file."""
    if isinstance(found, Outcome):  # the process died; a loop may well have no end
        endless = "no answer" in found.message and b"while_loop" in file.content()
        return [] if endless else [Finding("crash", backend, found.message)]
    wrong = [Finding(what, backend, str(o)) for what, o in found.items() if not o.ours]
    error = found["load"].error
    return wrong + [Finding("load", backend, error)] * (error not in ("", "IvyFileError"))
