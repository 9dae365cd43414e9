"""The command line: see the docstring of the package."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ivy import backends
from tests import fuzz
from tests.fuzz.calls import rows
from tests.fuzz.session import Failure, Session


def options() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description=fuzz.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=0, help="of the first round; the next has + 1")
    parser.add_argument("--op", default="", help="only these operations, e.g. sum,take")
    parser.add_argument("--examples", type=int, default=20, help="cases of an operation in a round")
    parser.add_argument("--backend", default=",".join(backends.NAMES))
    parser.add_argument("--programs", action="store_true", help="programs instead of single calls")
    parser.add_argument("--files", action="store_true", help="damaged files of graphs")
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"))
    return parser.parse_args()


def rounds(given: argparse.Namespace, session: Session, end: float) -> Iterator[list[Failure]]:
    """Yield what each operation, or each batch of programs, fails at, until the time is up."""
    names = given.op.split(",") if given.op else list(rows())
    seed = given.seed
    while True:
        random.Random(seed).shuffle(names)
        for name in names:
            if time.monotonic() > end:
                return
            if given.programs or given.files:
                fuzz = session.fuzz_files if given.files else session.fuzz_programs
                yield fuzz(seed, given.examples, end)
                break
            yield session.fuzz_operation(rows()[name], seed, given.examples, end)
        seed += 1


def main() -> int:
    """Fuzz until the time is up; return 1 if something was found."""
    given = options()
    console = Console(soft_wrap=True, highlight=False)
    session = Session(tuple(given.backend.split(",")))
    found: dict[tuple[str, str, str], Failure] = {}
    started = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console.print(f"{len(rows())} operations, backends {given.backend}, seed {given.seed}")
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=60 * given.minutes)
        for failures in rounds(given, session, started + 60 * given.minutes):
            for failure in failures:
                if failure.key not in found:
                    found[failure.key] = failure
                    console.print(f"\n[bold]{failure.saved(given.save)}[/bold]")
                    console.print(failure.report(), markup=False)
            counts = f"{session.cases} cases, {len(found)} failures"
            progress.update(task, completed=time.monotonic() - started, description=counts)
    session.close()
    summarize(console, session, found)
    return int(bool(found))


def summarize(
    console: Console, session: Session, found: dict[tuple[str, str, str], Failure]
) -> None:
    """Print how many cases ran and what became of them."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(session.kinds.items()))
    console.print(f"{session.cases} cases: {kinds}")
    for reason, count in session.explained.most_common():
        console.print(f"{count:8} known: {reason}")
    for (kind, backend), count in sorted(Counter(key[1:] for key in found).items()):
        console.print(f"{count:8} failures: {kind} on {backend}")


if __name__ == "__main__":
    raise SystemExit(main())
