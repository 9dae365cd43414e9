"""A run: calls and programs on every backend, failing ones made small and saved."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.strategies import SearchStrategy

from tests.fuzz import files, programs, verdict
from tests.fuzz.calls import Call, Row, calls
from tests.fuzz.differences import explained
from tests.fuzz.programs import Program, outcome_of_program
from tests.fuzz.reproduction import script
from tests.fuzz.verdict import Finding, outcome_in_float64
from tests.fuzz.workers import Outcome, Worker, outcome_of

SHRINKS = 25
"""Cases spent on making a failing one smaller."""


class _Enough(BaseException):
    """Ends hypothesis: not an Exception, which it would take for a failure."""


@dataclass(frozen=True)
class Failure:
    """A finding and the shortest program found that shows it."""

    name: str
    finding: Finding
    seed: int
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it another failure than others of the same operation."""
        return self.name, self.finding.kind, self.finding.backend

    def report(self) -> str:
        """Return a script whose comment says what is wrong."""
        what = " ".join(str(self.finding).split())
        options = {"program": "--programs", "file": "--files"}
        option = options.get(self.name, f"--op {self.name}")
        return f"# {self.name}: {what}\n# found with {option} --seed {self.seed}\n{self.source}"

    def saved(self, folder: Path) -> Path:
        """Write the script into a folder and return where."""
        folder.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(self.source.encode()).hexdigest()[:8]
        kind = self.finding.kind.replace(" ", "-")
        path = folder / f"{self.name}-{self.finding.backend}-{kind}-{digest}.py"
        path.write_text(self.report())
        return path


@dataclass
class Session:
    """The workers of a run, and counts of what it did."""

    backends: tuple[str, ...]
    workers: dict[str, Worker] = field(init=False)
    cases: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.workers = {name: Worker(name) for name in self.backends}

    def close(self) -> None:
        """End the workers."""
        for worker in self.workers.values():
            worker.close()

    # ---- calls ----------------------------------------------------------------------------------

    def fuzz_operation(self, row: Row, seed: int, examples: int, end: float) -> list[Failure]:
        """Try so many calls of an operation; return the shortest of each kind of failure."""
        return self._search(
            row.name,
            calls(row),
            lambda call: self.wrong_call(row, call),
            script,
            seed,
            examples,
            end,
        )

    def wrong_call(self, row: Row, call: Call) -> list[Finding]:
        """Return what is wrong with a call, known differences excepted."""
        for worker in self.workers.values():
            worker.ask(outcome_of, call)
        outcomes = {name: worker.answer() for name, worker in self.workers.items()}
        self.cases += 1
        self.kinds["refused" if outcomes["numpy"].error else "returned"] += 1
        found = []
        for finding in verdict.findings(row, call, outcomes, self._in_float64):
            if reason := explained(call, finding):
                self.explained[reason] += 1
            else:
                found.append(finding)
        return found

    def _in_float64(self, call: Call) -> Outcome:
        self.workers["numpy"].ask(outcome_in_float64, call)
        outcome: Outcome = self.workers["numpy"].answer()
        return outcome

    # ---- programs -------------------------------------------------------------------------------

    def fuzz_programs(self, seed: int, examples: int, end: float) -> list[Failure]:
        """Try so many programs; return the shortest of each kind of failure."""
        strategy = programs.programs()
        return self._search(
            "program", strategy, self.wrong_program, Program.script, seed, examples, end
        )

    def wrong_program(self, program: Program) -> list[Finding]:
        """Return what is wrong with a program in all modes on all backends."""
        if not program.steps:
            return []
        modes = [m for m in programs.MODES if m != "gradient" or program.differentiable]
        outcomes: dict[tuple[str, str], Outcome] = {}
        for mode in modes:
            asked = [n for n in self.workers if (n, mode) != ("numpy", "traced")]
            for name in asked:
                self.workers[name].ask(outcome_of_program, program, mode)
            outcomes |= {(name, mode): self.workers[name].answer() for name in asked}
        self.cases += 1
        self.kinds[f"of {len(program.steps)} operations"] += 1
        return programs.findings(program, outcomes)

    # ---- files ----------------------------------------------------------------------------------

    def fuzz_files(self, seed: int, examples: int, end: float) -> list[Failure]:
        """Try so many damaged files; return the failures, with as few damages as show them."""
        found = []
        for number in range(examples):
            if time.monotonic() > end:
                break
            file = files.drawn(1000 * seed + number)
            for finding in self.wrong_file(file):
                smaller = (files.File(file.name, (damage,)) for damage in file.damages)
                least = next(filter(self.wrong_file, smaller), file)
                found.append(Failure("file", finding, seed, least.script(finding.backend)))
        return found

    def wrong_file(self, file: files.File) -> list[Finding]:
        """Return what is wrong with a file; one that is refused is so on every backend."""
        self.cases += 1
        for name, worker in self.workers.items():
            worker.ask(files.tried, file)
            outcomes = worker.answer()
            if found := files.findings(file, name, outcomes):
                return found
            if isinstance(outcomes, dict) and outcomes["load"].error:
                self.kinds["refused"] += 1
                return []
        self.kinds["loaded"] += 1
        return []

    # ---- both -----------------------------------------------------------------------------------

    def _search(
        self,
        name: str,
        strategy: SearchStrategy[Any],
        judge: Callable[[Any], list[Finding]],
        source: Callable[[Any, str], str],
        seed: int,
        examples: int,
        end: float,
    ) -> list[Failure]:
        shortest: dict[tuple[str, str, str], Failure] = {}
        first = 0

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=examples,
            deadline=None,
            database=None,
            print_blob=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        @hypothesis.given(strategy)
        def run(case: Any) -> None:
            nonlocal first
            if time.monotonic() > end or (first and self.cases - first > SHRINKS):
                raise _Enough
            found = judge(case)
            for finding in found:
                new = Failure(name, finding, seed, source(case, finding.backend))
                old = shortest.get(new.key)
                if old is None or len(new.source) <= len(old.source):
                    shortest[new.key] = new
            if any(finding.kind == "crash" for finding in found):
                raise _Enough  # each smaller one would cost a new process
            if found:
                first = first or self.cases
                raise AssertionError

        with contextlib.suppress(_Enough, AssertionError, hypothesis.errors.Flaky):
            run()
        return list(shortest.values())
