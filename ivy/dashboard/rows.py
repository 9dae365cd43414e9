"""Where a test belongs: its row and its column, from its name and parameters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def column_of(item: pytest.Item) -> str:
    """Return the backend of a test, or '' for a test that has none."""
    callspec = getattr(item, "callspec", None)
    value = callspec.params.get(item.config.getini("dashboard_fixture"), "") if callspec else ""
    return value if isinstance(value, str) else str(getattr(value, "__name__", value))


def row_of(item: pytest.Item) -> str:
    """Return `<area>/<operation or test>[:<aspect>][case]`, from parameters, without the backend.

    A parameter whose id is like `area/name` is the row itself; its aspect is the mark `aspect`.
    """
    callspec = getattr(item, "callspec", None)
    column = column_of(item)
    case = _without(callspec.id, column) if callspec else ""
    if re.match(r"\w+/\w", case):
        aspect = item.get_closest_marker("aspect")
        name, bracket, rest = case.partition("[")
        return f"{name}:{aspect.args[0]}{bracket}{rest}" if aspect else case
    area = item.path.stem.removeprefix("test_")
    function: str = getattr(item, "originalname", None) or item.name
    return f"{area}/{function}" + (f"[{case}]" if case else "")


def _without(case: str, column: str) -> str:
    """Return the parameters of a test without the column, which is the last, first or between."""
    if not column or case == column:
        return "" if column else case
    if case.endswith(f"-{column}"):
        return case.removesuffix(f"-{column}")
    return case.removeprefix(f"{column}-").replace(f"-{column}-", "-", 1)


def nodeid_of(item: pytest.Item) -> str:
    """Return what `pytest` takes to run the test: its id without the group xdist adds."""
    group = item.get_closest_marker("xdist_group")
    return item.nodeid.removesuffix(f"@{group.args[0]}") if group and group.args else item.nodeid
