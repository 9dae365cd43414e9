"""`ivy backends`: which frameworks are installed, in which version, and the devices they see."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import subprocess
import sys
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ivy import backends

HELP = "list the frameworks, their versions and devices"
DESCRIPTION = """List the frameworks ivy can run on: versions, devices, how to install missing ones.

The exit code is 1 if one is installed but cannot be imported."""
EXAMPLES = {
    "ivy backends": "see what is installed",
    "ivy backends --json": "the same for a program: version, devices and problem of each",
}

_PROBE = """
import json, sys
from ivy import backends
space = backends.load(sys.argv[1])
devices = ["cpu"] + [f"gpu:{i}" for i in range(space.num_gpus())]
print(json.dumps([space.VERSION, devices + ["tpu:0"] * space.tpu_is_available()]))
"""


class Found(NamedTuple):
    """What is known about a framework."""

    version: str | None
    devices: list[str]
    problem: str | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ivy backends`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(console: Console, options: argparse.Namespace, _: list[str]) -> int:
    """Print what is installed; return 1 if a framework is broken."""
    with Console(stderr=True).status("asking the frameworks"):
        frameworks = found()
    if options.json:
        print(json.dumps({name: each._asdict() for name, each in frameworks.items()}, indent=1))
    else:
        table = Table("framework", "version", "devices")
        for name, each in frameworks.items():
            shown = escape(each.problem) if each.problem else ", ".join(each.devices)
            table.add_row(name, each.version or "-", shown)
        console.print(table)
    return int(any(each.problem and each.version for each in frameworks.values()))


def found() -> dict[str, Found]:
    """Return what is known about each framework."""
    # A framework takes seconds to import, and a broken one may take the process down: each is
    # asked in a process of its own, all at the same time.
    probes = {
        name: subprocess.Popen(
            [sys.executable, "-c", _PROBE, name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in backends.NAMES
        if backends.installed(name)
    }
    return {name: _answer(name, probes.get(name)) for name in backends.NAMES}


def _answer(name: str, probe: subprocess.Popen[str] | None) -> Found:
    if probe is None:
        return Found(None, [], f"not installed; run: pip install 'ivy[{name}]'")
    answer, complaint = probe.communicate()
    if probe.returncode:
        reason = (complaint.strip() or "it crashed").splitlines()[-1]
        return Found(_distribution_version(name), [], f"broken: {reason}")
    return Found(*json.loads(answer.splitlines()[-1]))


def _distribution_version(name: str) -> str:
    distributions = importlib.metadata.packages_distributions().get(name, [])
    return importlib.metadata.version(distributions[0]) if distributions else "?"
