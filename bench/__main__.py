"""Measure, print, compare with the targets."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from bench import targets
from bench.cases import CASES
from bench.measurements import (
    ARRAY,
    COLUMNS,
    COMPILED,
    FORWARD,
    FUNCTION,
    METHOD,
    NAMESPACE,
    NATIVE,
    STEP,
    Benchmark,
    Row,
    measured,
)
from ivy import backends


def mean(values: Iterable[float]) -> float:
    """Return the geometric mean, NaN of nothing."""
    found = list(values)
    return statistics.geometric_mean(found) if found else float("nan")


def print_rows(console: Console, backend: str, rows: dict[str, Row]) -> None:
    """Print nanoseconds and ratios."""
    title = f"{backend} {backends.load(backend).VERSION}: native nanoseconds, ratios to them"
    table = Table(title=title, box=SIMPLE, pad_edge=False)
    for column in ("", NATIVE, *COLUMNS):
        table.add_column(column, justify="right" if column else "left")
    for name, row in rows.items():
        cells = (f"{row[column]:.2f}" if column in row else "–" for column in COLUMNS)
        table.add_row(name, f"{row[NATIVE]:.0f}", *cells)
    operations = [rows[case.name] for case in CASES if case.function]
    means = (mean(row[column] for row in operations if column in row) for column in COLUMNS)
    table.add_section()
    table.add_row("mean", "", *(f"{value:.2f}" for value in means))
    console.print(table)


def worst(rows: dict[str, Row], names: Iterable[str], *columns: str) -> tuple[float, str]:
    """Return the largest ratio and whose it is."""
    cells = ((rows[n][c], n) for n in names if n in rows for c in columns if c in rows[n])
    return max(cells, default=(float("nan"), ""))


def outcomes(rows: dict[str, Row]) -> dict[str, tuple[float, str]]:
    """Return the measured value for each target, and the operation it comes from."""
    functions = [case.name for case in CASES if case.function]
    operators = [case.name for case in CASES if case.is_operator]
    # The published geometric means are over array operands.
    arrays = [name for name in functions if name != "add scalar"]
    return {
        targets.EVERY_FUNCTION: worst(rows, functions, FUNCTION),
        targets.MEAN_FUNCTION: (mean(rows[name][FUNCTION] for name in arrays), ""),
        targets.EVERY_NAMESPACE: worst(rows, functions, NAMESPACE),
        targets.EVERY_OPERATOR: worst(rows, operators, METHOD),
        targets.EVERY_ARRAY: worst(rows, functions, ARRAY),
        targets.EAGER_MODEL: worst(rows, (FORWARD, STEP), FUNCTION),
        targets.COMPILED_MODEL: worst(rows, (COMPILED,), FUNCTION),
    }


class Outcome(NamedTuple):
    """A measured value beside its target."""

    measured: float
    target: float
    worst: str

    @property
    def missed(self) -> bool:
        """Whether it is above the target by more than noise."""
        return self.measured > self.target * (1 + targets.NOISE)


def compared(backend: str, rows: dict[str, Row]) -> dict[str, Outcome]:
    """Return the outcome for each target a framework has."""
    limits = {name: by[backend] for name, by in targets.TARGETS.items() if backend in by}
    found = {name: (*outcomes(rows)[name], limit) for name, limit in limits.items()}
    return {n: Outcome(v, limit, by) for n, (v, by, limit) in found.items() if not math.isnan(v)}


def print_outcomes(console: Console, found: dict[str, Outcome]) -> None:
    """Print measured values against the targets."""
    table = Table("", "measured", "target", "worst", box=SIMPLE, pad_edge=False)
    for name, (value, limit, operation) in found.items():
        colour = "red" if found[name].missed else "green" if value <= limit else "yellow"
        table.add_row(name, f"[{colour}]{value:.2f}[/{colour}]", f"{limit:.2f}", operation)
    console.print(table)


def import_seconds(module: str, runs: int) -> float:
    """Return the time a fresh process needs to import a module, the best of several."""
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    with TemporaryDirectory() as cache:
        # The first run compiles; an installed package comes compiled.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-c", code]
        times = [subprocess.check_output(command, env=environment) for _ in range(runs + 1)]
    return min(map(float, times[1:]))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    root = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    root.add_argument("--backend", action="append", choices=backends.NAMES, help="(repeatable)")
    root.add_argument("--quick", action="store_true", help="one pass, no compiling")
    root.add_argument("--check", action="store_true", help="fail when a target is missed")
    root.add_argument("--json", action="store_true", help="print JSON; the tables go to stderr")
    return root


def main() -> int:
    """Run the benchmark and return the exit status."""
    options = parser().parse_args()
    console = Console(stderr=options.json)
    chosen = options.backend or [name for name in backends.NAMES if backends.installed(name)]
    ours, numpys = (import_seconds(name, 1 if options.quick else 5) for name in ("ivy", "numpy"))
    console.print(
        f"import ivy: {ours:.3f} s (target {targets.IMPORT_SECONDS}), of which NumPy {numpys:.3f} s"
    )
    missed = int(ours > targets.IMPORT_SECONDS)
    report: dict[str, Any] = {"import_seconds": ours, "frameworks": {}}
    for backend in chosen:
        passes, rounds = (1, 20) if options.quick else (3, 30)
        with console.status(backend) as status:
            statements = Benchmark(backend).rows(compile_too=not options.quick)
            rows = measured(statements, passes, rounds, status.update)
        found = compared(backend, rows)
        missed += sum(outcome.missed for outcome in found.values())
        print_rows(console, backend, rows)
        print_outcomes(console, found)
        report["frameworks"][backend] = {
            "version": backends.load(backend).VERSION,
            "rows": rows,
            "targets": {name: outcome._asdict() for name, outcome in found.items()},
        }
    if options.json:
        print(json.dumps(report | {"missed": missed}, indent=1))
    return int(options.check and missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
