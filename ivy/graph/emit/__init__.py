"""Standalone source of a graph: a file that imports the target framework and nothing of ivy.

`regions` finds the calls of modules in a graph, `body` prints one as statements, `classes` makes
one class of those that differ in numbers only, `emitter` puts the file together. `torch`, `jax`,
`tensorflow` and `numpy` have the lines of their operations, `shared` those of several, `templates`
the functions that lines call; `bundle` copies ivy's own functions for operations without a line.
`state` is the way back.
"""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ivy.dispatch import OPERATIONS, unwrap
from ivy.errors import IvyValueError
from ivy.files import replacing
from ivy.graph.emit.state import to_source_state_dict
from ivy.graph.ir import Graph
from ivy.graph.operations import check
from ivy.graph.rules import understood

__all__ = ["to_source", "to_source_state_dict"]

TARGETS = {"torch": "Torch", "jax": "Jax", "tensorflow": "TensorFlow", "numpy": "NumPy"}
OTHER_NAMES = {"flax": "jax", "keras": "tensorflow"}


def to_source(
    obj: Any,
    to: str,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    weights: str | os.PathLike[str] | None = None,
    dynamic_axes: Sequence[int] = (),
    source: str | None = None,
) -> str:
    """Return the source of a model or function in another framework, as a file without ivy.

    Args:
        obj: A module or function of any framework, or its graph.
        to: `"torch"`, `"jax"` (classes of `flax.nnx`), `"tensorflow"` (Keras layers), `"numpy"`.
        args: Arguments of a call, arrays of any framework.
        kwargs: The same by name.
        weights: Where to write the weights, for `load_weights` of the source.
        dynamic_axes: As in `ivy.transpile`: axes that may have other sizes, besides the first.
        source: The framework it is written in, where that cannot be seen.
    """
    if not isinstance(obj, Graph):
        from ivy.graph.transpile import trace_graph

        given: Any = {"args": args, "kwargs": kwargs, "dynamic_axes": dynamic_axes}
        obj = trace_graph(obj, source=source, **given)
    text = source_of(obj, to)
    if weights is not None:
        write_weights(obj, weights)
    return text


def source_of(graph: Graph, to: str) -> str:
    """Return a graph as source of a framework, with classes that follow the original modules."""
    from ivy.graph.emit.emitter import Emitter

    name = OTHER_NAMES.get(str(to), str(to))
    if name not in TARGETS:
        raise IvyValueError(f"to: expected one of {(*TARGETS, *OTHER_NAMES)}, got {to!r}")
    module = importlib.import_module(f"ivy.graph.emit.{name}")
    target: Any = getattr(module, TARGETS[name])()
    with understood(graph):
        for program in filter(None, (graph, graph.train)):
            for node in program.all_nodes():
                check(node)
        text = Emitter(graph, target).source()
        ast.parse(text)
    return formatted(text)


def write_weights(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write the parameters, buffers and constants of a graph to a safetensors file."""
    from safetensors.numpy import save_file

    held = graph.arrays if graph.train is None else graph.train.arrays | graph.arrays
    arrays = {n: np.asarray(OPERATIONS["to_numpy"](unwrap(x))) for n, x in held.items()}
    # safetensors writes memory as it lies there.
    with replacing(path) as temporary:
        save_file({name: np.array(x, order="C") for name, x in arrays.items()}, temporary)


def formatted(text: str) -> str:
    """Return source as ruff lays it out, if ruff is installed."""
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        return text
    # What is copied may have parentheses and imports that nothing needs any more.
    tidied = ["check", "--select", "I,F401,UP034,RET504", "--fix-only", "--unsafe-fixes"]
    for command in (tidied, ["format"]):
        options = ["--isolated", "--line-length", "100", "--stdin-filename", "model.py", "-"]
        done = subprocess.run(
            [ruff, command[0], "--quiet", *command[1:], *options],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0 and done.stdout:
            text = done.stdout
    return text
