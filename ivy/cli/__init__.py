"""The command `ivy`. To add a subcommand, add a module to COMMANDS.

Such a module has `HELP` (a line), `DESCRIPTION`, `EXAMPLES` (command line -> what it does),
`add_arguments(parser)` and `run(console, options, passed_on)`, which returns the exit status.
What is wrong with the arguments or the machine is raised as an `ivy.errors` exception.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NoReturn

from rich.console import Console

from ivy import demo
from ivy._version import __version__
from ivy.cli import backends, bench, transpile
from ivy.dashboard import command as status
from ivy.errors import IvyException

COMMANDS: dict[str, ModuleType] = {
    "demo": demo,
    "backends": backends,
    "status": status,
    "bench": bench,
    "transpile": transpile,
}
PASSING_ON = ("status", "bench")
"""The commands that start another program and hand it what comes after `--`."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> NoReturn:
        self.print_help(sys.stderr)
        self.exit(2, f"\n{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    first = dict(next(iter(module.EXAMPLES.items())) for module in COMMANDS.values())
    root = _Parser(
        prog="ivy",
        description="One API over NumPy, PyTorch, JAX and TensorFlow.",
        epilog=f"{_listed(first)}\n\nivy <command> --help tells more about one.",
    )
    root.add_argument("--version", action="version", version=f"ivy {__version__}")
    commands = root.add_subparsers(dest="command", metavar="command", required=True)
    for name, module in COMMANDS.items():
        texts = {"description": module.DESCRIPTION, "epilog": _listed(module.EXAMPLES)}
        module.add_arguments(commands.add_parser(name, help=module.HELP, **texts))
    return root


def _listed(examples: Mapping[str, str]) -> str:
    width = max(map(len, examples))
    lines = (f"  {command:{width}}  {meaning}" for command, meaning in examples.items())
    return "\n".join(["examples:", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command `ivy` and return its exit status."""
    own, passed_on = status.split(list(sys.argv[1:] if arguments is None else arguments))
    root = parser()
    options = root.parse_args(own)
    if passed_on and options.command not in PASSING_ON:
        root.error(f"{options.command} takes nothing after --")
    try:
        result: int = COMMANDS[options.command].run(Console(), options, passed_on)
    except IvyException as error:
        print(f"ivy: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("ivy: interrupted", file=sys.stderr)
        return 130  # as shells say it of a program that Ctrl-C ended
    return result
