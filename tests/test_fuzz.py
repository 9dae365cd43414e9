"""A slice of `python -m tests.fuzz` with a fixed seed, and what makes the fuzzing trustworthy."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fuzz import programs
from tests.fuzz.calls import Call, rows
from tests.fuzz.programs import Program, Slot, Step, outcome_of_program
from tests.fuzz.session import Session
from tests.fuzz.verdict import findings, outcome_in_float64
from tests.fuzz.workers import Array, Outcome, Worker, outcome_of

# Each of another kind: elementwise, reduction, arrangement, indices, layer, loss, several results.
SLICE = "add softmax sum moveaxis take linear l1_loss sort concat where".split()


class Here:
    """Stands for a worker; it answers in this process, which has the frameworks already."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.request: tuple[Any, tuple[Any, ...]]

    def ask(self, function: Any, *args: Any) -> None:
        self.request = function, args

    def answer(self) -> Any:
        function, args = self.request
        return function(*args, self.name)

    def close(self) -> None: ...


def session_here(*backends: str) -> Session:
    session = Session(backends)
    session.workers = {name: Here(name) for name in backends}  # type: ignore[misc]
    return session


# ---- the slice ----------------------------------------------------------------------------------


@pytest.mark.columns("numpy", "torch", "tensorflow")  # JAX would compile for minutes
def test_slice(backend: str) -> None:
    session = session_here(*dict.fromkeys(("numpy", backend)))
    failures = [
        failure
        for name in SLICE
        for failure in session.fuzz_operation(rows()[name], 0, 15, time.monotonic() + 60)
    ]
    assert not failures, "\n".join(failure.report() for failure in failures)
    assert session.cases >= 15 * len(SLICE) * 0.5
    assert min(session.kinds["refused"], session.kinds["returned"]) > 10


@pytest.mark.columns("numpy")
def test_slice_of_files(backend: str) -> None:
    session = session_here(backend)
    failures = session.fuzz_files(0, 60, time.monotonic() + 60)
    assert not failures, "\n".join(failure.report() for failure in failures)
    assert min(session.kinds["refused"], session.kinds["loaded"]) > 5


@pytest.mark.columns("numpy", "torch", "tensorflow")
def test_slice_of_programs(backend: str) -> None:
    session = session_here(*dict.fromkeys(("numpy", backend)))
    failures = session.fuzz_programs(0, 4, time.monotonic() + 120)
    assert not failures, "\n".join(failure.report() for failure in failures)
    assert session.cases >= 2


# ---- defects are found --------------------------------------------------------------------------


def outcome(values: Any, dtype: str = "float32", native: bool = False) -> Outcome:
    return Outcome(results=(Array(np.asarray(values, dtype), dtype, native),))


SUM = Call("sum", (np.array([1.0, 2.0, 3.0], "float32"),))


def kinds_found(answer: Outcome, expected: Outcome | None = None) -> list[str]:
    """Return the kinds of findings when torch gives this answer to a sum that is 6."""
    outcomes = {"numpy": expected or outcome(6.0), "torch": answer}
    found = findings(rows()["sum"], SUM, outcomes, lambda call: outcome_in_float64(call, "numpy"))
    return [finding.kind for finding in found]


REFUSED = Outcome(error="IvyValueError", message="no")


@pytest.mark.parametrize(
    ("kinds", "answer", "expected"),
    [
        ([], outcome(6.0), None),
        (["value"], outcome(6.001), None),
        (["value"], outcome(np.nan), None),
        (["facts"], outcome(6.0, "float64"), None),
        (["facts"], outcome([6.0]), None),
        (["facts"], outcome(6.0, native=True), None),
        (["error"], REFUSED, None),
        (["error"], outcome(6.0), REFUSED),
        (["error"], Outcome(error="IvyTypeError"), REFUSED),
        ([], REFUSED, REFUSED),
        (["bare"], Outcome(error="RuntimeError", ours=False), REFUSED),
        (["crash"], Outcome(error="Crash", ours=False, died=True), None),
    ],
)
def test_verdict(kinds: list[str], answer: Outcome, expected: Outcome | None) -> None:
    assert kinds_found(answer, expected) == kinds


@pytest.mark.parametrize("mode", ["eager", "traced", "graph", "gradient"])
def test_a_defect_of_one_mode_of_a_program_is_found(mode: str) -> None:
    steps = (Step("sin", (Slot(0),), {}), Step("multiply", (Slot(1), Slot(0)), {}))
    program = Program((np.array([0.3, -1.2, 0.8]),), steps)
    numpy = {
        ("numpy", each): outcome_of_program(program, each, "numpy")
        for each in ("eager", "graph", "gradient")
    }
    torch = {("torch", each): numpy["numpy", each] for each in ("eager", "graph", "gradient")}
    torch["torch", "traced"] = numpy["numpy", "eager"]
    assert programs.findings(program, numpy | torch) == []

    def found(backend: str) -> list[tuple[str, str]]:
        outcomes = numpy | torch
        results = outcomes[backend, mode].results
        wrong = tuple(replace(x, values=x.values * 1.001) for x in results)
        outcomes[backend, mode] = replace(outcomes[backend, mode], results=wrong)
        return [(each.kind, each.backend) for each in programs.findings(program, outcomes)]

    assert found("torch") == [(f"program {mode}", "torch")]
    if mode == "gradient":  # finite differences show that of NumPy
        assert found("numpy") == [("program gradient", "torch"), ("program gradient", "numpy")]


def test_a_defect_is_found_made_small_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backend that is wrong for negative numbers: the saved script runs and shows it."""

    def wrong_answer(worker: Here) -> Any:
        function, (call, *rest) = worker.request
        answer = function(call, *rest, "numpy")
        if worker.name == "numpy" or answer.error:
            return answer
        values, dtype, native = vars(answer.results[0]).values()
        wrong = np.where(np.asarray(call.args[0] < 0), 0, values).astype(values.dtype)
        return Outcome(results=(Array(wrong, dtype, native),))

    monkeypatch.setattr(Here, "answer", wrong_answer)
    session = session_here("numpy", "torch")
    found = session.fuzz_operation(rows()["abs"], 0, 60, time.monotonic() + 60)
    assert {(failure.name, failure.finding.backend) for failure in found} == {("abs", "torch")}
    path = next(f for f in found if f.finding.kind == "value").saved(tmp_path)
    source = path.read_text()
    assert "# found with --op abs --seed 0" in source
    path.write_text(source.replace("'torch'", "'numpy'"))
    subprocess.run([sys.executable, path], check=True, capture_output=True)


def abort(backend: str) -> None:
    os.abort()


def test_a_crash_is_a_finding_and_a_new_worker_goes_on() -> None:
    worker = Worker("numpy")
    try:
        worker.ask(abort)
        answer = worker.answer()
        assert (answer.died, answer.message) == (True, "SIGABRT")
        worker.ask(outcome_of, SUM)
        assert float(worker.answer().results[0].values) == 6.0
    finally:
        worker.close()
