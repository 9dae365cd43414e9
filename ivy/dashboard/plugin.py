"""The pytest plugin that records a dashboard.

    pytest -p ivy.dashboard.plugin --dashboard run.jsonl

writes one JSON line per test, as soon as it has run: a run that was killed keeps what it had. The
columns are the values of the fixture `backend`; the setting `dashboard_fixture` may name another.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import sys
import time
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from ivy.dashboard import assertions
from ivy.dashboard.records import FORMAT, SEVERITY, Pages
from ivy.dashboard.rows import column_of, nodeid_of, row_of

LONGEST_LOG = 20_000
LONGEST_LOG_OF_PASS = 2_000
_CHECKS = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the command line and of the configuration file."""
    group = parser.getgroup("dashboard", "a dashboard: rows are tests, columns are backends")
    group.addoption("--dashboard", metavar="FILE", help="write one JSON line per test to FILE")
    group.addoption("--dashboard-rows", metavar="FILE", help="run the tests listed in FILE only")
    parser.addini(
        "dashboard_fixture", "the fixture whose values are the columns", default="backend"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks, and record if asked to."""
    config.addinivalue_line(
        "markers", "aspect(name): what the test says about its row, e.g. method, traced"
    )
    config.addinivalue_line(
        "markers", "unsupported(*backends, reason): they cannot do it; strict, so progress shows"
    )
    if config.getoption("--dashboard"):
        config.add_cleanup(assertions.enable())
        config.pluginmanager.register(Recorder(config), "dashboard_recorder")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the rows asked for, and expect what is `unsupported` to fail."""
    if path := config.getoption("--dashboard-rows"):
        wanted = set(Pages.read(Path(path)).tests)
        config.hook.pytest_deselected(items=[i for i in items if _test_of(i) not in wanted])
        items[:] = [item for item in items if _test_of(item) in wanted]
    for item in items:
        if mark := _unsupported(item):
            item.add_marker(pytest.mark.xfail(strict=True, reason=mark.kwargs["reason"]))


def _test_of(item: pytest.Item) -> str:
    return nodeid_of(item).partition("[")[0]


def _unsupported(item: pytest.Item) -> pytest.Mark | None:
    column = column_of(item)
    return next((m for m in item.iter_markers("unsupported") if column in m.args), None)


@cache
def _framework_version(column: str) -> str:
    for name in _distributions().get(column, ()):
        return importlib.metadata.version(name)
    return ""


@cache
def _distributions() -> Any:
    return importlib.metadata.packages_distributions()


class Recorder:
    """Collects one record per test; with xdist the workers send theirs along with the reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.is_worker = hasattr(config, "workerinput")
        self.records: dict[str, dict[str, Any]] = {}
        self.file: IO[str] | None = None
        self.private = {f"{config.rootpath}/": "", sys.prefix: "<environment>"}
        if not self.is_worker:
            path = Path(config.getoption("--dashboard"))
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("w", encoding="utf-8")
            system = f"{platform.system()} {platform.machine()}"
            python = platform.python_version()
            self._write({"dashboard": FORMAT, "python": python, "system": system})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        """Note how many checks the test executes; those of its fixtures are not its own."""
        before = assertions.executed()
        try:
            return (yield)
        finally:
            item.stash[_CHECKS] = assertions.executed() - before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """Send along what only this process knows."""
        report: pytest.TestReport = yield
        column = column_of(item)
        checks = item.stash.get(_CHECKS, 0)
        status, reason = _status(report, item, checks)
        facts = {
            "row": row_of(item),
            "backend": column,
            "version": _framework_version(column),
            "nodeid": nodeid_of(item),
            "status": status,
            "reason": reason,
            "checks": checks,
        }
        report.user_properties.append(("dashboard", facts))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Join the reports of setup, call and teardown into one record."""
        if self.is_worker:
            return
        properties: dict[str, Any] = dict(report.user_properties)
        facts = properties.get("dashboard") or self._facts_of_crash(report)
        record = self.records.setdefault(facts["nodeid"], facts | {"ms": 0.0, "log": ""})
        if SEVERITY[facts["status"]] > SEVERITY[record["status"]]:
            record["status"], record["reason"] = facts["status"], facts["reason"]
        record["checks"] = max(record["checks"], facts["checks"])
        record["ms"] = round(record["ms"] + report.duration * 1000, 1)
        if report.when != "call" and report.when != "setup":
            longest = LONGEST_LOG_OF_PASS if record["status"] == "pass" else LONGEST_LOG
            record["log"] = _shortened(record["log"] + _log(report, with_output=True), longest)
            record["time"] = round(time.time())
            self._write(self.records.pop(facts["nodeid"]))
        else:
            record["log"] += _log(report, with_output=False)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a file that cannot be imported, instead of losing its rows in silence."""
        if report.failed and not self.is_worker:
            area = Path(report.nodeid.partition("::")[0]).stem.removeprefix("test_")
            facts = _facts_of_error(report) | {"row": f"{area}/import"}
            log = _shortened(report.longreprtext, LONGEST_LOG)
            self._write(facts | {"ms": 0.0, "log": log, "time": round(time.time())})

    def _facts_of_crash(self, report: pytest.TestReport) -> dict[str, Any]:
        """Return the facts of a test whose process died: those of its setup, if that was over."""
        facts = _facts_of_error(report)
        facts["nodeid"] = re.sub(r"@[^@\]]+$", "", report.nodeid)  # the group of xdist
        known = self.records.get(facts["nodeid"], {})
        return facts | {key: known[key] for key in ("row", "backend", "version") if key in known}

    def pytest_sessionfinish(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()

    def _write(self, record: dict[str, Any]) -> None:
        if self.file is not None:
            for key in {"log", "reason"} & set(record):
                for place, shown in self.private.items():
                    record[key] = record[key].replace(place, shown)
            self.file.write(json.dumps(record) + "\n")
            self.file.flush()


def _status(report: pytest.TestReport, item: pytest.Item, checks: int) -> tuple[str, str]:
    if hasattr(report, "wasxfail"):
        reason = report.wasxfail.removeprefix("reason: ")
        if report.skipped:
            return ("unsupported" if _unsupported(item) else "xfail"), reason
        return ("pass" if checks else "empty"), f"was expected to fail: {reason}"
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        text = crash.message if crash else str(report.longrepr)
        return "fail", (text.strip() or "failed").splitlines()[0][:300]
    if report.skipped:
        longrepr = report.longrepr
        reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
        reason = reason.removeprefix("Skipped: ")
        is_missing = "not installed" in reason or reason.startswith("could not import")
        return ("absent" if is_missing else "skip"), reason
    # Items of other plugins, such as doctests, compare in their own way.
    if report.when == "call" and isinstance(item, pytest.Function) and not checks:
        return "empty", "the test passed without executing an assertion"
    return "pass", ""


def _facts_of_error(report: pytest.TestReport | pytest.CollectReport) -> dict[str, Any]:
    """Return what is known of a test whose process died, or of a file that cannot be imported."""
    nodeid = report.nodeid
    path, _, name = nodeid.partition("::")
    area = Path(path).stem.removeprefix("test_")
    reason = (report.longreprtext.strip() or "crashed").splitlines()[-1][:300]
    facts = {"row": f"{area}/{name}", "backend": "", "version": "", "nodeid": nodeid}
    return facts | {"status": "fail", "reason": reason, "checks": 0}


def _log(report: pytest.TestReport, with_output: bool) -> str:
    parts = [report.longreprtext] if report.failed or hasattr(report, "wasxfail") else []
    if with_output:  # the last report has the output of all three
        parts += [f"--- {title} ---\n{text}" for title, text in report.sections]
    return "".join(f"{part.rstrip()}\n" for part in parts if part.strip())


def _shortened(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n... {len(text) - longest} characters left out ...\n{text[-half:]}"
