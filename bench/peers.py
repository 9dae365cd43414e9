"""Other libraries over several frameworks, on the operations of bench/cases.py.

python -m bench.peers

Each is called as its users do from code that does not know the framework, on native arrays where it
takes them. What a library does not have, or what fails on a framework, is left out of its mean.
Libraries that are not installed are skipped: pip install keras array-api-compat eagerpy tensorly
einops.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import geometric_mean
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from bench.cases import CASES
from bench.measurements import FUNCTION, NATIVE, Benchmark, Statements
from ivy import backends
from ivy.timing import measure

KERAS = {
    "add": "ops.add(x, y)",
    "multiply": "ops.multiply(x, y)",
    "add scalar": "ops.add(x, 1.5)",
    "exp": "ops.exp(x)",
    "sum": "ops.sum(x, axis=0)",
    "mean": "ops.mean(x, axis=0)",
    "matmul": "ops.matmul(x, y)",
    "reshape": "ops.reshape(x, (2, 8))",
    "concat": "ops.concatenate([x, y], axis=0)",
    "where": "ops.where(mask, x, y)",
    "relu": "ops.relu(x)",
    "softmax": "ops.softmax(x, axis=-1)",
}
COMPAT = {
    "add": "of(x, y).add(x, y)",
    "multiply": "of(x, y).multiply(x, y)",
    "exp": "of(x).exp(x)",
    "sum": "of(x).sum(x, axis=0)",
    "mean": "of(x).mean(x, axis=0)",
    "matmul": "of(x, y).matmul(x, y)",
    "reshape": "of(x).reshape(x, (2, 8))",
    "concat": "of(x, y).concat([x, y], axis=0)",
    "where": "of(mask, x, y).where(mask, x, y)",
}
EAGERPY = {
    "add": "(of(x) + of(y)).raw",
    "multiply": "(of(x) * of(y)).raw",
    "add scalar": "(of(x) + 1.5).raw",
    "exp": "of(x).exp().raw",
    "sum": "of(x).sum(axis=0).raw",
    "mean": "of(x).mean(axis=0).raw",
    "matmul": "of(x).matmul(of(y)).raw",
    "reshape": "of(x).reshape((2, 8)).raw",
    "concat": "ep.concatenate([of(x), of(y)], axis=0).raw",
    "where": "ep.where(of(mask), of(x), of(y)).raw",
    "relu": "ep.maximum(of(x), 0).raw",
    "softmax": "of(x).softmax(axis=-1).raw",
}
TENSORLY = {
    "exp": "tl.exp(x)",
    "sum": "tl.sum(x, axis=0)",
    "mean": "tl.mean(x, axis=0)",
    "matmul": "tl.matmul(x, y)",
    "reshape": "tl.reshape(x, (2, 8))",
    "concat": "tl.concatenate([x, y], axis=0)",
    "where": "tl.where(mask, x, y)",
}
EINOPS = {
    "sum": "einops.reduce(x, 'a b -> b', 'sum')",
    "mean": "einops.reduce(x, 'a b -> b', 'mean')",
    "reshape": "einops.rearrange(x, '(a c) b -> a (c b)', a=2)",
}


def keras_names(backend: str) -> dict[str, Any]:
    from keras import ops

    return {"ops": ops}


def compat_names(backend: str) -> dict[str, Any]:
    from array_api_compat import array_namespace

    return {"of": array_namespace}


def eagerpy_names(backend: str) -> dict[str, Any]:
    import eagerpy

    return {"ep": eagerpy, "of": eagerpy.astensor}


def tensorly_names(backend: str) -> dict[str, Any]:
    import tensorly

    tensorly.set_backend({"torch": "pytorch"}.get(backend, backend))
    return {"tl": tensorly}


def einops_names(backend: str) -> dict[str, Any]:
    import einops

    return {"einops": einops}


Names = Callable[[str], dict[str, Any]]
PEERS: dict[str, tuple[str, dict[str, str], Names]] = {
    "keras.ops": ("keras", KERAS, keras_names),
    "array-api-compat": ("array_api_compat", COMPAT, compat_names),
    "eagerpy": ("eagerpy", EAGERPY, eagerpy_names),
    "tensorly": ("tensorly", TENSORLY, tensorly_names),
    "einops": ("einops", EINOPS, einops_names),
}
OURS = "ivy"


def agrees(statement: str, names: dict[str, Any], expected: Any, to_numpy: Any) -> bool:
    """Return whether a statement works on this framework and gives the native result."""
    try:
        result = to_numpy(eval(statement, names))
    except Exception as error:  # any library on any framework may fail in its own way
        print(f"left out: {statement}: {type(error).__name__}: {error}"[:160], file=sys.stderr)
        return False
    return bool(np.allclose(result, expected, rtol=1e-5))


def rows(backend: str) -> dict[str, Statements]:
    """Return per operation the native statement, ivy's and those of the peers that have it."""
    benchmark = Benchmark(backend)
    found = {}
    for case in CASES:
        if case.function:
            statements = benchmark.operation(case)
            found[case.name] = {NATIVE: statements[NATIVE], OURS: statements[FUNCTION]}
    to_numpy = backends.load(backend).to_numpy
    expected = {name: to_numpy(eval(*row[NATIVE])) for name, row in found.items()}
    for peer, (package, written, names_of) in PEERS.items():
        if importlib.util.find_spec(package) is None:
            continue
        names = benchmark.natives | names_of(backend)
        for name, statement in written.items():
            if agrees(statement, names, expected[name], to_numpy):
                found[name][peer] = (statement, names)
    return found


def ratios(backend: str, rounds: int) -> dict[str, dict[str, float]]:
    """Return the ratio to the native call, per library and operation."""
    found: dict[str, dict[str, float]] = {}
    for name, statements in rows(backend).items():
        times = measure(statements, rounds)
        for library in times.keys() - {NATIVE}:
            found.setdefault(library, {})[name] = times[library] / times[NATIVE]
    return found


def in_a_process(backend: str, quick: bool) -> dict[str, dict[str, float]]:
    """Return `ratios` of a fresh process: Keras and tensorly are set to one framework."""
    command = [sys.executable, "-m", "bench.peers", "--one", backend, *["--quick"] * quick]
    environment = os.environ | {"KERAS_BACKEND": backend}
    answer: dict[str, dict[str, float]]
    answer = json.loads(subprocess.check_output(command, env=environment).splitlines()[-1])
    return answer


def table_of(found: dict[str, dict[str, dict[str, float]]]) -> Table:
    """Return geometric means, with the largest ratio and the number of operations if not all."""
    table = Table("", *found, title="ratio to the native call: mean (worst)", box=SIMPLE)
    for library in (OURS, *PEERS):
        cells = []
        for by_library in found.values():
            values = [*by_library.get(library, {}).values()]
            number = f", {len(values)} ops" if len(values) < len(by_library[OURS]) else ""
            shown = f"{geometric_mean(values):.2f} ({max(values):.1f}{number})" if values else "–"
            cells.append(shown)
        table.add_row(library, *cells)
    return table


def main() -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--backend", action="append", choices=backends.NAMES, help="(repeatable)")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true", help="print JSON; the table goes to stderr")
    parser.add_argument("--one", choices=backends.NAMES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(ratios(options.one, 20 if options.quick else 100)))
        return 0
    console = Console(stderr=options.json)
    chosen = options.backend or [name for name in backends.NAMES if backends.installed(name)]
    found = {}
    for backend in chosen:
        with console.status(backend):
            found[backend] = in_a_process(backend, options.quick)
    console.print(table_of(found))
    if options.json:
        print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
