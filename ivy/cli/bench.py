"""`ivy bench`: what ivy costs on this machine, measured by bench/ of a checkout."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from rich.console import Console

from ivy import backends
from ivy.errors import IvyValueError

HELP = "measure what ivy costs against native calls on this machine"
DESCRIPTION = """Measure ivy against what one would write without it, in one process, in turns.

A ratio of 1 is no cost. The measurements are in bench/ of ivy's repository, not in the installed
package: run it from a checkout, or with ivy installed from one by pip install -e."""
EXAMPLES = {
    "ivy bench --backend numpy --quick": "measure operations on one framework, in seconds",
    "ivy bench --json > today.json": "on all that is installed, for a program",
    "ivy bench --check": "exit code 1 if a target is missed",
    "ivy bench layers -- --layer conv2d": "what comes after -- goes to the suite",
}
SUITES = {
    "ops": "bench",
    "layers": "bench.layers",
    "modules": "bench.modules",
    "training": "bench.training",
    "converters": "bench.converters",
    "peers": "bench.peers",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ivy bench`."""
    named = ", ".join(SUITES)
    parser.add_argument(
        "suite", nargs="?", default="ops", choices=SUITES, metavar="suite", help=f"{named} (ops)"
    )
    parser.add_argument(
        "--backend", action="append", choices=backends.NAMES, help="only this one (repeatable)"
    )
    parser.add_argument("--quick", action="store_true", help="fewer repetitions (ops, peers)")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    parser.add_argument("--json", action="store_true", help="print JSON (ops, peers)")


def run(_: Console, options: argparse.Namespace, passed_on: list[str]) -> int:
    """Run a suite in a process of its own, which sets threads first; return its exit status."""
    command = [sys.executable, "-m", SUITES[options.suite]]
    for name in options.backend or ():
        command += ["--backend", name]
    command += [f"--{flag}" for flag in ("quick", "check", "json") if getattr(options, flag)]
    return subprocess.run([*command, *passed_on], check=False, cwd=checkout()).returncode


def checkout() -> Path:
    """Return the folder that holds bench/: the working directory, or where ivy was found."""
    for folder in (Path.cwd(), Path(__file__).parents[2]):
        if (folder / "bench" / "measurements.py").exists():
            return folder
    msg = "bench: expected bench/ of ivy's repository in the working directory"
    raise IvyValueError(f"{msg}, got {Path.cwd()}; change to a checkout of ivy")
