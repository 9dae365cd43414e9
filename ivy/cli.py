"""The command `ivy`."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

from rich.console import Console
from rich.table import Table

from ivy import backends, demo
from ivy._version import __version__
from ivy.dashboard import command as status
from ivy.errors import IvyException

_PROBE = """
import json, sys
from ivy import backends
space = backends.load(sys.argv[1])
devices = ["cpu"] + [f"gpu:{i}" for i in range(space.num_gpus())]
print(json.dumps([space.VERSION, devices + ["tpu:0"] * space.tpu_is_available()]))
"""


def show_backends(console: Console) -> int:
    """Print which frameworks are installed, in which version, and the devices they see."""
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
    table = Table("framework", "version", "devices")
    with console.status("asking the frameworks"):
        for name in backends.NAMES:
            if name not in probes:
                table.add_row(name, "-", f"not installed; run: pip install 'ivy\\[{name}]'")
                continue
            answer, complaint = probes[name].communicate()
            if probes[name].returncode:
                reason = (complaint.strip() or "it crashed").splitlines()[-1]
                table.add_row(name, _distribution_version(name), f"broken: {reason}")
            else:
                version, devices = json.loads(answer.splitlines()[-1])
                table.add_row(name, version, ", ".join(devices))
    console.print(table)
    return int(any(probe.returncode for probe in probes.values()))


def _distribution_version(name: str) -> str:
    distributions = importlib.metadata.packages_distributions().get(name, [])
    return importlib.metadata.version(distributions[0]) if distributions else "?"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_help(sys.stderr)
        self.exit(2, f"\n{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    root = _Parser(prog="ivy", description="One array API over NumPy, PyTorch, JAX and TensorFlow.")
    root.add_argument("--version", action="version", version=f"ivy {__version__}")
    commands = root.add_subparsers(dest="command", metavar="command", required=True)
    commands.add_parser("backends", help="list the frameworks, their versions and devices")
    shown = commands.add_parser("demo", help="run one computation on every installed framework")
    shown.add_argument(
        "--backend", action="append", choices=backends.NAMES, help="only this one (repeatable)"
    )
    status.add_arguments(commands.add_parser("status", help="which tests pass on which framework"))
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command `ivy` and return its exit status."""
    own, passed_on = status.split(list(sys.argv[1:] if arguments is None else arguments))
    options = parser().parse_args(own)
    console = Console()
    try:
        if options.command == "backends":
            return show_backends(console)
        if options.command == "status":
            return status.run(console, options, passed_on)
        return demo.show(console, options.backend)
    except IvyException as error:
        print(f"ivy: {error}", file=sys.stderr)
        return 1
