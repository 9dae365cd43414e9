"""The fixture `backend`: one column of the dashboard each. Rows come from names and parameters.

Options:
    pytest --backend torch,jax            only these columns
    pytest --every-dtype                  samples: all cases in all dtypes (slow)
    pytest --dashboard run.jsonl          one JSON line per row and column
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

# Before any framework is imported. oneDNN's AMX kernels crash on some virtual machines.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pytest

import ivy
from ivy import backends
from tests.helpers import preserved_settings, read_settings

DISTRIBUTIONS = {"tensorflow": ("tensorflow", "tensorflow-cpu")}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--backend", default=",".join(backends.NAMES), help="e.g. torch,jax")
    parser.addoption(
        "--every-dtype", action="store_true", help="all cases of samples in all dtypes"
    )
    parser.addoption("--dashboard", default=None, help="write one JSON line per cell to this file")


def pytest_configure(config: pytest.Config) -> None:
    chosen = config.getoption("--backend").split(",")
    if unknown := set(chosen) - set(backends.NAMES):
        raise pytest.UsageError(f"--backend: expected some of {backends.NAMES}, got {unknown}")
    # TensorFlow crashes when torch is imported after it.
    for name in ("torch", "tensorflow"):
        if name in chosen and backends.installed(name):
            backends.load(name)
    # Which process imported ivy's frameworks must not matter: NumPy is there from the start.
    backends.load("numpy")
    config.pluginmanager.register(Dashboard(config), "dashboard")


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `backend` one column per chosen framework, last in its name."""
    if "backend" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--backend").split(",")
        metafunc.parametrize("backend", chosen, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the `columns` of a test, turn `unsupported` into strict xfails, group for xdist."""
    items[:] = [item for item in items if _is_column(item)]
    for item in items:
        column = column_of(item)
        if column == "jax":
            # One worker of xdist for all tests of an operation: JAX compiles it once per process.
            item.add_marker(
                pytest.mark.xdist_group(row_of(item).partition("[")[0].partition(":")[0])
            )
        for mark in item.iter_markers("unsupported"):
            if column in mark.args:
                item.add_marker(pytest.mark.xfail(strict=True, reason=mark.kwargs["reason"]))


def _is_column(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("columns")
    return mark is None or column_of(item) in mark.args


# ---- fixtures ---------------------------------------------------------------------------------


@pytest.fixture
def backend(request: pytest.FixtureRequest, settings_restored: None) -> Iterator[str]:
    """Return the name of the backend under test, set as the current one."""
    name: str = request.param
    if not backends.installed(name):
        pytest.skip(f"{name} is not installed")
    ivy.set_backend(name)
    yield name
    ivy.unset_backend()
    if name == "jax":
        _free_compiled_programs()


_tests_on_jax = count(1)


def _free_compiled_programs() -> None:
    """Drop JAX's caches now and then: thousands of compiled programs take gigabytes."""
    if next(_tests_on_jax) % 200 == 0:
        import jax

        jax.clear_caches()


@pytest.fixture(autouse=True)
def settings_restored() -> Iterator[None]:
    """Fail a test that leaves a setting changed, and put it back for the next test."""
    before = read_settings()
    with preserved_settings():
        yield
        after = read_settings()
    leaked = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    assert not leaked, f"settings left changed (before, after): {leaked}"


@pytest.fixture(autouse=True)
def seeds() -> None:
    """Start every test from the same random state."""
    random.seed(0)
    np.random.seed(0)  # frameworks and scipy may draw from the global generator
    if hasattr(ivy, "seed"):
        ivy.seed(seed_value=0)


@pytest.fixture
def jit(backend: str) -> Iterator[Callable[[Any], Any]]:
    """Return the jit of the framework under test: one trace, no falling back to Python."""
    if backend == "torch":
        import torch

        # What ivy must not break is the tracing; generating machine code takes seconds.
        yield partial(torch.compile, fullgraph=True, backend="eager")
        torch._dynamo.reset()
    elif backend == "jax":
        import jax

        yield jax.jit
    else:
        import tensorflow as tf

        yield tf.function


# ---- dashboard --------------------------------------------------------------------------------


def column_of(item: pytest.Item) -> str:
    """Return the backend of a test, or '' for a test that has none."""
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get("backend", "")) if callspec else ""


def row_of(item: pytest.Item) -> str:
    """Return `<area>/<operation or test>[:<aspect>][case]`, from parameters, without the backend.

    A parameter whose id contains a slash is the row itself; its aspect is the mark `aspect`.
    """
    callspec = getattr(item, "callspec", None)
    column = column_of(item)
    case = callspec.id.removesuffix(column).removesuffix("-") if callspec else ""
    if "/" in case:
        aspect = item.get_closest_marker("aspect")
        name, bracket, rest = case.partition("[")
        return f"{name}:{aspect.args[0]}{bracket}{rest}" if aspect else case
    area = item.path.stem.removeprefix("test_")
    function: str = getattr(item, "originalname", None) or item.name
    return f"{area}/{function}" + (f"[{case}]" if case else "")


@cache
def framework_version(column: str) -> str:
    """Return the version of the framework of a column, '' when there is none."""
    for name in DISTRIBUTIONS.get(column, (column,)):
        try:
            return version(name)
        except (ModuleNotFoundError, ValueError):
            continue
    return ""


class Dashboard:
    """Collects one record per test; with xdist the workers send theirs along with the report."""

    def __init__(self, config: pytest.Config) -> None:
        self.path = config.getoption("--dashboard")
        self.is_worker = hasattr(config, "workerinput")
        self.records: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Any:
        report: pytest.TestReport = yield
        report.user_properties.append(("cell", (row_of(item), column_of(item))))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.path is None or self.is_worker:
            return
        row, column = next(value for key, value in report.user_properties if key == "cell")
        nodeid = report.nodeid.removesuffix(f"@{row.partition('[')[0].partition(':')[0]}")
        record = self.records.setdefault(
            nodeid,
            {
                "row": row,
                "backend": column,
                "outcome": "passed",
                "reason": "",
                "ms": 0.0,
                "version": framework_version(column),
                "nodeid": nodeid,
            },
        )
        record["ms"] = round(record["ms"] + report.duration * 1000, 3)
        if report.outcome != "passed" or hasattr(report, "wasxfail"):
            record["outcome"], record["reason"] = _outcome(report)

    def pytest_sessionfinish(self) -> None:
        if self.path is not None and not self.is_worker:
            lines = (json.dumps(record) + "\n" for record in self.records.values())
            Path(self.path).write_text("".join(lines))


def _outcome(report: pytest.TestReport) -> tuple[str, str]:
    if hasattr(report, "wasxfail"):
        outcome = "xfailed" if report.skipped else "xpassed"
        return outcome, report.wasxfail.removeprefix("reason: ")
    if report.skipped:
        longrepr = report.longrepr
        text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
        return "skipped", text.removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else str(report.longrepr)
    return "failed", text.splitlines()[0][:300]
