"""The benchmark compares what it says: every case exists, and native and ivy agree on its value."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from bench import __main__ as bench
from bench import models, targets
from bench.cases import CASES, Case
from bench.measurements import (
    ARRAY,
    COLUMNS,
    FORWARD,
    FUNCTION,
    METHOD,
    NAMESPACE,
    NATIVE,
    Benchmark,
    measured,
)
from ivy.timing import measure
from tools import budget

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def values(result: Any) -> np.ndarray:
    native = result.data if isinstance(result, ivy.Array) else result
    return np.asarray(ivy.current_backend(native).to_numpy(native))


@cases
def test_every_way_to_call_gives_the_native_value(case: Case, backend: str) -> None:
    benchmark = Benchmark(backend)
    expected = values(eval(case.native[backend], benchmark.natives))
    calls = [(case.method, benchmark.arrays)]
    if case.function:
        calls.append((f"ivy.{case.function}", benchmark.natives))
        calls.append((f"xp.{case.function}", benchmark.natives))
        calls.append((f"ivy.{case.function}", benchmark.arrays))
    for statement, names in calls:
        np.testing.assert_allclose(values(eval(statement, names)), expected, rtol=1e-5)


@pytest.mark.one_column
def test_rows_are_measured(backend: str) -> None:
    rows = Benchmark(backend).rows(compile_too=False)
    chosen = {name: rows[name] for name in ("add", FORWARD)}
    found = measured(chosen, passes=2, rounds=1, progress=lambda text: None)
    assert set(found["add"]) == {NATIVE, *COLUMNS}
    assert set(found[FORWARD]) == {NATIVE, FUNCTION, NAMESPACE, ARRAY}
    assert found["add"][NATIVE] > 10


def test_models_agree(backend: str) -> None:
    parameters, x, y = models.data(ivy.with_backend(backend).asarray)
    native, ours = models.native(backend), models.ours(ivy)
    np.testing.assert_allclose(
        values(ours[0](parameters, x)), values(native[0](parameters, x)), rtol=1e-5, atol=1e-6
    )
    if backend == "numpy":
        return
    steps = (models.sgd_step(backend, *written[1:])(parameters, x, y) for written in (native, ours))
    for expected, result in zip(*map(flat, steps), strict=True):
        np.testing.assert_allclose(values(result), values(expected), rtol=1e-5, atol=1e-6)


def flat(tree: Any) -> list[Any]:
    return (
        [leaf for part in tree for leaf in flat(part)] if isinstance(tree, list | tuple) else [tree]
    )


def test_measure_finds_the_ratio() -> None:
    names = {"sleep": time.sleep}
    times = measure({"one": ("sleep(0.002)", names), "two": ("sleep(0.006)", names)}, rounds=3)
    assert 2.0 < times["two"] / times["one"] < 4.0


def test_targets_are_compared_with_the_worst_operation() -> None:
    rows = {case.name: {NATIVE: 1.0} | dict.fromkeys(COLUMNS, 1.0) for case in CASES}
    rows["exp"][FUNCTION] = 1.5
    rows["x * y"][METHOD] = 3.0
    found = bench.outcomes(rows)
    assert found[targets.EVERY_FUNCTION] == (1.5, "exp")
    assert found[targets.EVERY_OPERATOR] == (3.0, "x * y")
    assert 1.0 < found[targets.MEAN_FUNCTION][0] < 1.5
    assert math.isnan(found[targets.COMPILED_MODEL][0])


def test_budget_counts_code_only(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('"""Doc\nstring."""\n\n# why\nx = (\n    1,\n)\n"""About x."""\n')
    assert budget.count(path) == {"code": 3, "raw": 8, "generated": 0, "files": 1}
