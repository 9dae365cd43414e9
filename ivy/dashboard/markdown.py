"""The dashboard as Markdown: a table per page, a badge per cell, a link to what the test said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ivy.dashboard.records import LABELS, Board, Cell, Column, Record, Row

COLOURS = {
    "pass": "#2da44e",
    "fail": "#cf222e",
    "empty": "#bc4c00",
    "missing": "#bc4c00",
    "xfail": "#9a6700",
    "unsupported": "#8250df",
    "skip": "#6e7781",
    "absent": "#6e7781",
}


def badge(status: str) -> str:
    """Return a badge as SVG: the status in white on its colour."""
    label = LABELS[status]
    width = 7 * len(label) + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" '
        f'aria-label="{label}"><rect width="{width}" height="20" rx="4" fill="{COLOURS[status]}"/>'
        f'<text x="{width / 2:g}" y="14" fill="#fff" text-anchor="middle" '
        f'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" '
        f'textLength="{width - 14}">{label}</text></svg>\n'
    )


def write(shown: Board, folder: Path, badges: str = "badges") -> None:
    """Write a page per group, its logs beside it in `logs/`."""
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    for group, rows in shown.groups.items():
        (folder / _file(group)).write_text(_page(shown, group, rows, badges), encoding="utf-8")
        (folder / "logs" / _file(group)).write_text(_logs(shown, group, rows), encoding="utf-8")


def write_badges(folder: Path) -> None:
    """Write one SVG file per status."""
    folder.mkdir(parents=True, exist_ok=True)
    for status in LABELS:
        (folder / f"{status}.svg").write_text(badge(status), encoding="utf-8")


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose columns are aligned in the source too."""
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    rules = [":" + "-" * (width + 1) for width in widths]
    padded = [
        [f" {text:{width}} " for text, width in zip(line, widths, strict=True)]
        for line in [head, *lines]
    ]
    return "".join(f"|{'|'.join(line)}|\n" for line in [padded[0], rules, *padded[1:]])


def _page(shown: Board, group: str, rows: Sequence[Row], badges: str) -> str:
    head = ["", *(shown.label(column) for column in shown.columns)]
    lines = [
        [_escaped(row.title), *(_badge_of(shown, group, row, c, badges) for c in shown.columns)]
        for row in rows
    ]
    return f"# {_title(group)}\n\n{table(head, lines)}\n{_versions(shown)}"


def _badge_of(shown: Board, group: str, row: Row, column: Column, badges: str) -> str:
    cell = row.cells.get(column)
    if cell is None:
        return ""
    image = f"![{LABELS[cell.status]}]({badges}/{cell.status}.svg)"
    return f"[{image}](logs/{_file(group)}#{_anchor(_heading(shown, row, column))})"


def _heading(shown: Board, row: Row, column: Column) -> str:
    return f"{row.title} {shown.label(column)}"


def _anchor(heading: str) -> str:
    """Return the anchor GitHub and MyST give a heading."""
    kept = "".join(sign for sign in heading.lower() if sign.isalnum() or sign in " -_")
    return kept.replace(" ", "-")


def _logs(shown: Board, group: str, rows: Sequence[Row]) -> str:
    parts = [f"# Logs of {_title(group).lower()}\n\n[Back to the table](../{_file(group)})\n"]
    for row in rows:
        for column in shown.columns:
            if (cell := row.cells.get(column)) is not None:
                heading = _escaped(_heading(shown, row, column))
                parts.append(f"## {heading}\n\n{_log_of(cell, column)}")
    return "\n".join(parts)


def _log_of(cell: Cell, column: Column) -> str:
    if not cell.cases:
        return "Not run: no such test was found.\n"
    checks = sum(case.checks for case in cell.cases)
    version = f"{column.backend} {column.version}".strip()
    facts = [LABELS[cell.status], version, f"{len(cell.cases)} cases", f"{checks} assertions"]
    text = ", ".join(fact for fact in [*facts, f"{cell.ms / 1000:.2f} s"] if fact) + "\n"
    lines = [_line_of(case) for case in cell.cases]
    logs = [f"{case.nodeid}\n\n{case.log}" for case in cell.cases if case.log]
    return "\n".join([text, _fenced("\n".join(lines)), *map(_fenced, logs)])


def _line_of(case: Record) -> str:
    reason = f"  # {case.reason}" if case.reason else ""
    return f"{LABELS[case.status]:16} {case.ms / 1000:7.2f} s  pytest '{case.nodeid}'{reason}"


def _fenced(text: str) -> str:
    fence = "`" * 3
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"


def _versions(shown: Board) -> str:
    versions = [f"{c.backend} {c.version}" for c in shown.columns if c.version]
    return f"Versions: {', '.join(versions)}.\n" if versions else ""


def _file(group: str) -> str:
    return re.sub(r"[^\w.-]", "_", group) + ".md"


def _title(group: str) -> str:
    return group.replace("_", " ").capitalize()


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def overview(boards: dict[str, Board], line: str) -> str:
    """Return the page that links to the others: cells that pass, per page and column.

    `boards` are by the folder their pages are in, '' for this one.
    """
    parts = [f"# Status\n\n{line}\n"]
    for folder, shown in boards.items():
        head = ["", *(shown.label(column) for column in shown.columns)]
        lines = [
            [
                f"[{_title(group)}]({folder}{_file(group)})",
                *(_passing(rows, column) for column in shown.columns),
            ]
            for group, rows in shown.groups.items()
        ]
        parts.append(f"{table(head, lines)}\n{_versions(shown)}")
    return "\n".join(parts)


def _passing(rows: Sequence[Row], column: Column) -> str:
    cells = [row.cells[column] for row in rows if column in row.cells]
    return f"{sum(cell.status == 'pass' for cell in cells)} of {len(cells)}" if cells else ""
