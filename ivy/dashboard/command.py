"""`ivy status`: run the tests or read recorded runs, write the pages, compare with another run."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from ivy.dashboard import compare, markdown, page, records
from ivy.errors import IvyFileError, IvyValueError

HELP = "show which tests pass on which framework"
DESCRIPTION = """Show which tests pass on which framework, as Markdown, one HTML page and JSON.

Without recorded runs the tests are run here: the rows of the dashboard, or all with --all. The
exit code is 1 if a test fails, or with --against if one is worse than it was."""
EXAMPLES = {
    "ivy status": "run the rows of the dashboard, write status/index.html",
    "ivy status --all -- -n 4": "run every test; what comes after -- goes to pytest",
    "ivy status linux.jsonl mac.jsonl": "merge runs of `pytest --dashboard linux.jsonl`",
    "ivy status --against old.jsonl new.jsonl": "what changed, for CI",
    "ivy status --json run.jsonl": "print what is in status/status.json",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ivy status`."""
    parser.add_argument("runs", nargs="*", type=Path, help="files of `pytest --dashboard`")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", action="store_true", help="the rows of the dashboard only")
    which.add_argument("--all", action="store_true", help="every test")
    parser.add_argument("--output", type=Path, default=Path("status"), help="folder (status/)")
    parser.add_argument(
        "--rows", type=Path, default=Path("tests/dashboard_rows.json"), help="rows of the dashboard"
    )
    parser.add_argument("--against", type=Path, help="list what changed since this recorded run")
    parser.add_argument("--json", action="store_true", help="print JSON; all else goes to stderr")


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the arguments before and after `--`."""
    if "--" not in arguments:
        return arguments, []
    position = arguments.index("--")
    return arguments[:position], arguments[position + 1 :]


def run(console: Console, options: argparse.Namespace, pytest_arguments: list[str]) -> int:
    """Do what `ivy status` was asked for; return 1 if a cell is bad, or worse than `against`."""
    console = Console(stderr=True) if options.json else console
    pages = records.Pages.read(options.rows) if options.rows.exists() else None
    if options.seed and pages is None:
        raise IvyValueError(f"status: --seed expects the rows of the dashboard in {options.rows}")
    before = records.read([options.against]) if options.against else None
    runs = options.runs or [_run_tests(console, options, pages, pytest_arguments)]
    recorded = records.read(runs)
    if before is not None:
        found = compare.changes(before, recorded)
        if options.json:
            print(
                json.dumps([asdict(c) | {"regression": c.is_regression} for c in found], indent=1)
            )
        return _show_changes(console, found)
    everything = records.board(recorded, pages)
    promised = records.dashboard(recorded, pages) if pages else None
    write(options.output, everything, promised, pages, only_promised=options.seed)
    shown = promised if options.seed and promised else everything
    for status in reversed(records.LABELS):
        if status != "pass" and (number := shown.counts[status]):
            console.print(f"{number} {records.LABELS[status]}")
    if not options.seed and promised and promised.counts["missing"]:
        console.print(f"{promised.counts['missing']} of the dashboard {records.LABELS['missing']}")
    console.print(f"{options.output / 'index.html'}", soft_wrap=True)
    console.print(records.summary(everything, promised))
    if options.json:
        print((options.output / "status.json").read_text(encoding="utf-8"), end="")
    is_bad = any(b.counts[status] for b in (shown, promised) if b for status in records.BAD)
    return int(is_bad)


def write(
    folder: Path,
    everything: records.Board,
    promised: records.Board | None,
    pages: records.Pages | None,
    only_promised: bool = False,
) -> None:
    """Write Markdown, badges, the HTML page and JSON into a folder."""
    line = records.summary(everything, promised)
    _made(folder)
    markdown.write_badges(folder / "badges")
    boards = {}
    data: dict[str, Any] = {"format": records.FORMAT, "summary": line}
    if promised is not None:
        boards[""] = promised
        data["dashboard"] = records.as_json(promised)
        markdown.write(promised, folder)
    if not only_promised:
        boards["areas/"] = everything
        data["all"] = records.as_json(everything)
        markdown.write(everything, folder / "areas", badges="../badges")
    shown = promised if only_promised and promised else everything
    texts = {
        "README.md": markdown.overview(boards, line),
        "index.html": page.html(shown, line, pages),
        "status.json": json.dumps(data, indent=1) + "\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"status: expected a folder to write to, got {folder}"
        raise IvyFileError(f"{msg}: {error.strerror}") from error


def _run_tests(
    console: Console,
    options: argparse.Namespace,
    pages: records.Pages | None,
    pytest_arguments: list[str],
) -> Path:
    path: Path = options.output / "run.jsonl"
    _made(path.parent)
    path.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "ivy.dashboard.plugin"]
    command += ["--continue-on-collection-errors", "--dashboard", str(path)]
    if pages and not options.all:
        named = {test.partition("::")[0] for test in pages.tests}
        command += ["--dashboard-rows", str(options.rows)]
        command += sorted(name for name in named if Path(name).exists())
    command += pytest_arguments
    console.print(escape(shlex.join(command)), soft_wrap=True)
    status = subprocess.run(command, check=False, stdout=2 if options.json else None).returncode
    # 1 is tests that failed, 5 is none that ran: the pages say so.
    if status not in (0, 1, 5) or not path.exists():
        raise IvyValueError(f"status: pytest ended with {status}; its output above says why")
    return path


def _show_changes(console: Console, found: list[compare.Change]) -> int:
    regressions = [change for change in found if change.is_regression]
    others = [change for change in found if not change.is_regression]
    for title, listed in (("regressions", regressions), ("other changes", others)):
        if listed:
            console.print(f"{title}: {len(listed)}", style="bold")
            for change in listed:
                console.print(f"  {escape(str(change))}", soft_wrap=True, highlight=False)
    if not found:
        console.print("nothing changed")
    return int(bool(regressions))
