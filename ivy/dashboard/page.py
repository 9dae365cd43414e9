"""The dashboard as one HTML file that needs no network."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from ivy.dashboard.records import LABELS, Board, Column, Pages, Record, Row

_MARK = "__DASHBOARD__"


def html(shown: Board, line: str, pages: Pages | None = None) -> str:
    """Return the page. A row that is on a page of `pages` can be found by that page too."""
    template = files("ivy.dashboard").joinpath("template.html").read_text(encoding="utf-8")
    data = json.dumps(_data(shown, line, pages or Pages()), separators=(",", ":"))
    # "</script>" in a log must not end the element the data is in.
    return template.replace(_MARK, data.replace("<", "\\u003c"), 1)


def _data(shown: Board, line: str, pages: Pages) -> dict[str, Any]:
    page_of = {test: page for page, tests in pages.pages.items() for test in tests}
    machines = {
        f"Python {case.python} on {case.system}": None
        for rows in shown.groups.values()
        for row in rows
        for cell in row.cells.values()
        for case in cell.cases
        if case.python
    }
    return {
        "summary": line,
        "written": time.strftime("%Y-%m-%d %H:%M", time.gmtime()) + " UTC",
        "machines": list(machines),
        "statuses": list(LABELS.items()),
        "columns": [
            {"name": shown.label(column), "backend": column.backend, "version": column.version}
            for column in shown.columns
        ],
        "areas": [
            {"name": group, "rows": [_row(row, shown.columns, page_of) for row in rows]}
            for group, rows in shown.groups.items()
        ],
    }


def _row(row: Row, columns: Sequence[Column], page_of: dict[str, str]) -> list[Any]:
    """Return [name, page, columns that have a cell, cases]."""
    cases: dict[tuple[str, str], list[Any]] = {}
    page = ""
    for number, column in enumerate(columns):
        cell = row.cells.get(column)
        for record in cell.cases if cell else []:
            page = page_of.get(record.test, page)
            key = (record.case, _without_backend(record))
            case = cases.setdefault(key, [*key, [0] * len(columns)])
            case[2][number] = _facts(record)
    present = [int(column in row.cells) for column in columns]
    return [row.title, page, present, list(cases.values())]


def _without_backend(record: Record) -> str:
    """Return the id of a test with a blank for the backend: the same in every column."""
    found = list(re.finditer(rf"(?<=[\[-]){re.escape(record.backend)}(?=[\]-])", record.nodeid))
    if not record.backend or not found:
        return record.nodeid
    start, end = found[-1].span()
    return f"{record.nodeid[:start]}\0{record.nodeid[end:]}"


def _facts(record: Record) -> list[Any]:
    """Return [status, ms, checks, time, reason, log], without empty ones at the end."""
    status = list(LABELS).index(record.status)
    facts = [status, record.ms, record.checks, record.time, record.reason, record.log]
    while not facts[-1] and len(facts) > 1:
        facts.pop()
    return facts
