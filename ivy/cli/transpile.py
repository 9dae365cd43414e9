"""`ivy transpile`: a model of one framework as a source file of another, from the shell."""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ivy.errors import IvyValueError

HELP = "write a model of one framework as source of another"
DESCRIPTION = """Write a model as a source file of another framework, with its weights beside it.

The file imports the target framework only, not ivy. Its classes follow the modules of the model,
weights keep their names, and load_weights() of the model's class reads the file of weights.

MODEL is package.module:name, found from the working directory: an instance, a class or a function
that makes one (called without arguments, or with those of --make), or a function to translate.

The model is called once with example inputs. --input gives one per argument: a shape and a dtype,
as 2x3x224x224:float32, filled with random numbers (integers: with --below as their limit);
name=2x16:int64 gives an argument by name. --inputs names a function, dict or tuple with the arrays.

The exit code is 1 if the model cannot be translated; every reason is listed with its line."""
EXAMPLES = {
    "ivy transpile net:Net --to jax --input 2x3x32x32 -o net_jax.py": "a torch model for JAX",
    "ivy transpile net:Net --to numpy --input 2x8 -o n.py --weights w.safetensors": "with weights",
    "ivy transpile net:make --make 10 --to torch --inputs net:example": "inputs from a function",
    "ivy transpile m:Bert --to keras --input input_ids=2x16:int64 --below 100": "inputs by name",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ivy transpile`."""
    parser.add_argument("model", metavar="MODEL", help="package.module:name of what to translate")
    parser.add_argument(
        "--to",
        required=True,
        choices=("torch", "jax", "flax", "tensorflow", "keras", "numpy"),
        help="the framework wanted",
    )
    parser.add_argument("--source", help="the framework it is written in, if that cannot be seen")
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="[NAME=]SHAPE[:DTYPE]",
        help="an example input (repeatable)",
    )
    parser.add_argument(
        "--inputs", metavar="MODULE:NAME", help="example inputs, or what makes them"
    )
    parser.add_argument(
        "--make", action="append", default=[], metavar="VALUE", help="argument for the class"
    )
    parser.add_argument("--below", type=int, default=2, help="limit of random integers (2)")
    parser.add_argument(
        "--dynamic-axis", type=int, action="append", default=[], metavar="AXIS",
        help="an axis of any size besides the first: 1 for texts of any length (repeatable)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, help="the file to write (standard output)")
    parser.add_argument("--weights", type=Path, help="where to write weights, as safetensors")


def run(_: Console, options: argparse.Namespace, __: list[str]) -> int:
    """Translate and write; return the exit status."""
    console = Console(stderr=True)
    times: dict[str, float] = {}

    def step(name: str, function: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        # A translation shows itself how far it is.
        own = name == "tracing"
        with nullcontext() if own else console.status(f"{name} {escape(options.model)}"):
            result = function()
        times[name] = time.perf_counter() - start
        return result

    model, args, kwargs = step("loading", lambda: _loaded(options))
    from ivy.graph.emit import source_of, write_weights
    from ivy.graph.transpile import trace_graph

    axes = tuple(options.dynamic_axis)
    graph = step(
        "tracing",
        lambda: trace_graph(model, *args, source=options.source, kwargs=kwargs, dynamic_axes=axes),
    )
    text = step("writing", lambda: source_of(graph, options.to))
    if options.output is None:
        print(text, end="")
    else:
        options.output.write_text(text, encoding="utf-8")
    if options.weights is not None:
        step("saving weights of", lambda: write_weights(graph, options.weights))
    _summary(console, options, graph, text, times)
    return 0


def _summary(
    console: Console, options: argparse.Namespace, graph: Any, text: str, times: dict[str, float]
) -> None:
    table = Table(show_header=False, box=None)
    numbers = sum(int(np.prod(value.shape or ())) for value in graph.parameters.values())
    made = f"{len(text.splitlines())} lines, {text.count('class ')} classes"
    table.add_row("operations", str(len(graph.nodes)))
    table.add_row("parameters", f"{numbers:,} in {len(graph.parameters)} arrays")
    table.add_row("source", f"{made} -> {escape(str(options.output or 'standard output'))}")
    if options.weights is not None:
        table.add_row("weights", escape(str(options.weights)))
    for name, seconds in times.items():
        table.add_row(name.split()[0], f"{seconds:.1f} s")
    console.print(table)


def _loaded(options: argparse.Namespace) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Return what to translate and the arguments of an example call."""
    model = _found(options.model, "MODEL")
    made = [_value(text) for text in options.make]
    if inspect.isclass(model):
        model = model(*made)
    args, kwargs = _inputs(options)
    if inspect.isfunction(model) and (made or not _takes(model, args, kwargs)):
        model = model(*made)  # a function that makes the model
    if callable(getattr(model, "eval", None)):
        model.eval()
    return model, args, kwargs


def _takes(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return False
    return bool(args or kwargs)


def _found(place: str, option: str) -> Any:
    module, colon, name = place.partition(":")
    if not (module and colon and name):
        raise IvyValueError(f"{option}: expected package.module:name, got {place!r}")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        msg = f"{option}: expected a module that can be imported from {folder}, got {module!r}"
        raise IvyValueError(f"{msg} ({error})") from error
    for part in name.split("."):
        if not hasattr(found, part):
            known = ", ".join(n for n in vars(found) if not n.startswith("_"))
            raise IvyValueError(f"{option}: expected a name in {module} ({known}), got {name!r}")
        found = getattr(found, part)
    return found


def _inputs(options: argparse.Namespace) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if options.inputs:
        given = _found(options.inputs, "--inputs")
        given = given() if callable(given) else given
        if isinstance(given, dict):
            return (), given
        return (tuple(given) if isinstance(given, (tuple, list)) else (given,)), {}
    if not options.input:
        raise IvyValueError(
            "--input: expected the shape of an input, as 2x3x32x32:float32, got none"
        )
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    generator = np.random.default_rng(0)
    for text in options.input:
        name, equals, rest = text.rpartition("=")
        array = _example(rest, generator, options.below)
        if equals:
            kwargs[name] = array
        else:
            args.append(array)
    return tuple(args), kwargs


def _example(text: str, generator: Any, below: int) -> Any:
    """Return random numbers of a shape and dtype written as `2x3:float32`."""
    sizes, _, dtype = text.partition(":")
    try:
        shape = tuple(int(size) for size in sizes.split("x") if size)
        kind = np.dtype(dtype or "float32")
    except (TypeError, ValueError):
        msg = f"--input: expected a shape and a dtype as 2x3:float32, got {text!r}"
        raise IvyValueError(msg) from None
    if kind.kind in "iu":
        return generator.integers(0, below, size=shape).astype(kind)
    if kind.kind == "b":
        return generator.random(shape) < 0.5
    return generator.normal(size=shape).astype(kind)


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
