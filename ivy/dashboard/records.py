"""What was recorded, put into rows and columns.

A record is one test on one backend, as the plugin wrote it. The records of one row and column that
differ in their other parameters are the cases of one cell; the cell has the status of the worst.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from ivy.errors import IvyValueError

FORMAT = 1
"""The version of the lines the plugin writes."""

LABELS = {
    "pass": "pass",
    "absent": "not installed",
    "skip": "skipped",
    "unsupported": "unsupported",
    "xfail": "expected failure",
    "missing": "not run",
    "empty": "no assertion",
    "fail": "fail",
}
"""The statuses of a cell as shown, the best first: a cell is as good as its worst case."""

SEVERITY = {status: number for number, status in enumerate(LABELS)}
BAD = ("missing", "empty", "fail")
"""Statuses nobody expects."""


@dataclass(frozen=True, slots=True)
class Record:
    """One test on one backend."""

    row: str
    backend: str
    version: str
    nodeid: str
    status: str
    reason: str = ""
    checks: int = 0
    ms: float = 0.0
    log: str = ""
    time: int = 0
    python: str = ""
    system: str = ""

    @property
    def test(self) -> str:
        """The id of the test without its parameters."""
        return self.nodeid.partition("[")[0]

    @property
    def name(self) -> str:
        """The row without its case."""
        return self.row.partition("[")[0]

    @property
    def case(self) -> str:
        """The parameters besides the backend, '' if there are none."""
        return self.row.partition("[")[2].removesuffix("]")


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """A backend in one version."""

    backend: str
    version: str


@dataclass(slots=True)
class Cell:
    """A row in one column: its cases."""

    cases: list[Record] = field(default_factory=list)

    @property
    def status(self) -> str:
        """The status of the worst case."""
        return max(
            (case.status for case in self.cases), key=SEVERITY.__getitem__, default="missing"
        )

    @property
    def ms(self) -> float:
        """The time all cases took."""
        return sum(case.ms for case in self.cases)


@dataclass(slots=True)
class Row:
    """A test or an aspect of an operation, in every column it has."""

    name: str
    cells: dict[Column, Cell] = field(default_factory=dict)

    @property
    def area(self) -> str:
        """What comes before the slash."""
        return self.name.partition("/")[0]

    @property
    def title(self) -> str:
        """What comes after the slash."""
        return self.name.partition("/")[2]


@dataclass(frozen=True)
class Pages:
    """The rows a project promises, by page, as ids of tests; and the order of the columns."""

    columns: tuple[str, ...] = ()
    pages: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Pages:
        """Read `{"columns": [...], "pages": {"<page>": ["tests/test_a.py::test_b", ...]}}`."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            pages = {name: tuple(tests) for name, tests in data["pages"].items()}
            return cls(tuple(data.get("columns", ())), pages)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise IvyValueError(
                f"status: expected a file with the rows of each page, got {path}: {error!r}"
            ) from error

    @property
    def tests(self) -> list[str]:
        """The ids of all tests."""
        return [test for tests in self.pages.values() for test in tests]


@dataclass(frozen=True)
class Board:
    """Rows by group, in the order to show them, and the columns."""

    columns: tuple[Column, ...]
    groups: dict[str, list[Row]]

    @cached_property
    def counts(self) -> Counter[str]:
        """How many cells have each status."""
        rows = [row for rows in self.groups.values() for row in rows]
        return Counter(cell.status for row in rows for cell in row.cells.values())

    @property
    def total(self) -> int:
        """How many cells there are."""
        return self.counts.total()

    def label(self, column: Column) -> str:
        """Return the head of a column: with the version only if there are several."""
        name = column.backend or "any"
        several = sum(other.backend == column.backend for other in self.columns) > 1
        return f"{name} {column.version}" if several else name


def read(paths: Iterable[Path]) -> list[Record]:
    """Read recorded runs and merge them: the newest record of a test per version wins.

    That a framework was not installed on one machine does not matter if it was on another.
    """
    newest: dict[tuple[str, str], Record] = {}
    for record in (record for path in paths for record in _read_one(path)):
        key = (record.nodeid, record.version)
        if key not in newest or newest[key].time <= record.time:
            newest[key] = record
    versioned = {record.backend for record in newest.values() if record.version}
    return [r for r in newest.values() if r.version or r.backend not in versioned]


def _read_one(path: Path) -> list[Record]:
    records: list[Record] = []
    machine: dict[str, Any] = {}
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            if "dashboard" in data:
                machine = {"python": data["python"], "system": data["system"]}
            else:
                records.append(_checked(Record(**data, **machine)))
        unknown = {record.status for record in records} - set(LABELS)
        if unknown:
            raise ValueError(f"unknown statuses {unknown}")
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise IvyValueError(
            f"status: expected a file of `pytest --dashboard`, got {path}: {error!s:.300}"
        ) from error
    return records


def _checked(record: Record) -> Record:
    kinds: dict[Any, Any] = {"str": str, "int": int, "float": (int, float)}
    for field_ in fields(record):
        x = getattr(record, field_.name)
        if not isinstance(x, kinds[field_.type]):
            raise TypeError(f"{field_.name} of kind {field_.type}, not {x!r:.99}")
    return record


def board(records: Sequence[Record], pages: Pages | None = None) -> Board:
    """Return all rows by area."""
    columns = _columns(records, pages or Pages())
    rows: dict[str, Row] = {}
    for record in records:
        row = rows.setdefault(record.name, Row(record.name))
        _add(row, record)
    groups: dict[str, list[Row]] = {}
    for name in sorted(rows):
        groups.setdefault(rows[name].area, []).append(rows[name])
    return Board(columns, groups)


def dashboard(records: Sequence[Record], pages: Pages) -> Board:
    """Return exactly the rows of the pages, in their order; what was not run has no cases."""
    by_test: dict[str, list[Record]] = {test: [] for test in pages.tests}
    for record in records:
        if record.test in by_test:
            by_test[record.test].append(record)
    found = [record for cases in by_test.values() for record in cases]
    columns = _columns(found, pages) or (Column("", ""),)
    expected = [column for column in columns if column.backend] or columns
    groups: dict[str, list[Row]] = {}
    for page, tests in pages.pages.items():
        groups[page] = [Row(f"{page}/{test.rpartition('::')[2]}") for test in tests]
        for test, row in zip(tests, groups[page], strict=True):
            row.cells = {column: Cell() for column in expected}
            for record in by_test[test]:
                _add(row, record)
    return Board(columns, groups)


def _add(row: Row, record: Record) -> None:
    column = Column(record.backend, record.version)
    row.cells.setdefault(column, Cell()).cases.append(record)


def _columns(records: Sequence[Record], pages: Pages) -> tuple[Column, ...]:
    found = {Column(record.backend, record.version) for record in records}
    missing = set(pages.columns) - {column.backend for column in found}
    order = {name: number for number, name in enumerate(pages.columns)}
    return tuple(
        sorted(
            found | {Column(name, "") for name in missing},
            key=lambda c: (not c.backend, order.get(c.backend, len(order)), c.backend, _parts(c)),
        )
    )


def _parts(column: Column) -> list[tuple[int, str]]:
    """Return the parts of a version as they sort: numbers by value."""
    pieces = column.version.replace("+", ".").split(".")
    return [(int(piece) if piece.isdecimal() and len(piece) < 20 else 0, piece) for piece in pieces]


def summary(everything: Board, promised: Board | None) -> str:
    """Return one line: how many cells pass."""
    total = f"{everything.counts['pass']} of {everything.total} all cells"
    if promised is None:
        return total
    return f"{promised.counts['pass']} of {promised.total} dashboard cells, {total}"


def as_json(shown: Board) -> dict[str, Any]:
    """Return totals and cells for machines, without logs."""
    rows = [(group, row) for group, rows in shown.groups.items() for row in rows]
    cells = [
        {
            "group": group,
            "row": row.name,
            "backend": column.backend,
            "version": column.version,
            "status": cell.status,
            "cases": len(cell.cases),
            "ms": round(cell.ms, 1),
            "reasons": sorted({case.reason for case in cell.cases if case.reason}),
        }
        for group, row in rows
        for column, cell in row.cells.items()
    ]
    return {"cells": shown.total, "statuses": dict(shown.counts), "table": cells}
