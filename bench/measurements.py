"""What is timed for one framework, and the timing itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import ivy
from bench import models
from bench.cases import CASES, Case, native_names
from ivy.timing import measure

NATIVE = "native"
FUNCTION = "ivy.f(native)"
NAMESPACE = "xp.f(native)"
ARRAY = "ivy.f(Array)"
METHOD = "Array.f"
COLUMNS = (FUNCTION, NAMESPACE, ARRAY, METHOD)

FORWARD, STEP, COMPILED = "forward", "sgd step", "compiled"

Names = dict[str, Any]
Statements = dict[str, tuple[str, Names]]
Row = dict[str, float]


class Benchmark:
    """The rows of one framework: a name and the statements to compare."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        self.xp = ivy.with_backend(backend)
        random = np.random.default_rng(0)
        x, y = (random.normal(size=(4, 4)).astype("float32") for _ in range(2))
        arrays = {key: self.xp.asarray(v) for key, v in {"x": x, "y": y, "mask": x > 0}.items()}
        modules = native_names(backend) | {"ivy": ivy, "xp": self.xp}
        self.natives = modules | arrays
        self.arrays = modules | {key: ivy.Array(array) for key, array in arrays.items()}
        self.parameters, self.x, self.y = models.data(self.xp.asarray)

    def rows(self, compile_too: bool) -> dict[str, Statements]:
        """Return everything to measure."""
        rows = {case.name: self.operation(case) for case in CASES} | {FORWARD: self.forward()}
        if self.backend != "numpy":  # which has neither gradients nor a compiler of its own
            rows[STEP] = self.step()
            if compile_too:
                rows[COMPILED] = self.compiled()
        return rows

    def operation(self, case: Case) -> Statements:
        """Return all the ways to call an operation."""
        statements = {NATIVE: (case.native[self.backend], self.natives)}
        if case.function:
            statements[FUNCTION] = (f"ivy.{case.function}", self.natives)
            statements[NAMESPACE] = (f"xp.{case.function}", self.natives)
            statements[ARRAY] = (f"ivy.{case.function}", self.arrays)
        if case.method:
            statements[METHOD] = (case.method, self.arrays)
        return statements

    def forward(self) -> Statements:
        """Return the eager forward pass."""
        wait = self._wait()
        native = {"parameters": self.parameters, "x": self.x, "wait": wait}
        wrapped = {
            "parameters": [(ivy.Array(w), ivy.Array(b)) for w, b in self.parameters],
            "x": ivy.Array(self.x),
            "wait": lambda result: wait(result.data),
        }
        statement = "wait(forward(parameters, x))"
        ours = models.ours(ivy)[0]
        return {
            NATIVE: (statement, native | {"forward": models.native(self.backend)[0]}),
            FUNCTION: (statement, native | {"forward": ours}),
            NAMESPACE: (statement, native | {"forward": models.ours(self.xp)[0]}),
            ARRAY: (statement, wrapped | {"forward": ours}),
        }

    def step(self) -> Statements:
        """Return one SGD step with the framework's own gradients."""
        shared = {"parameters": self.parameters, "x": self.x, "y": self.y, "wait": self._wait()}
        written = {
            NATIVE: models.native(self.backend),
            FUNCTION: models.ours(ivy),
            NAMESPACE: models.ours(self.xp),
        }
        steps = {k: models.sgd_step(self.backend, *w[1:]) for k, w in written.items()}
        statement = "wait(step(parameters, x, y))"
        return {key: (statement, shared | {"step": step}) for key, step in steps.items()}

    def compiled(self) -> Statements:
        """Return the forward pass compiled by the framework; Arrays live inside of it."""
        forward = models.ours(ivy)[0]

        def with_arrays(parameters: Any, x: Any) -> Any:
            wrapped = [(ivy.Array(w), ivy.Array(b)) for w, b in parameters]
            return forward(wrapped, ivy.Array(x)).data

        written = {
            NATIVE: models.native(self.backend)[0],
            FUNCTION: forward,
            NAMESPACE: models.ours(self.xp)[0],
            ARRAY: with_arrays,
        }
        shared = {"parameters": self.parameters, "x": self.x, "wait": self._wait()}
        made = {key: models.compiled(self.backend, function) for key, function in written.items()}
        statement = "wait(forward(parameters, x))"
        return {key: (statement, shared | {"forward": function}) for key, function in made.items()}

    def _wait(self) -> Callable[[Any], Any]:
        """Return what waits for a result: JAX computes asynchronously."""
        if self.backend != "jax":
            return lambda result: result
        import jax

        return jax.block_until_ready


def measured(
    rows: dict[str, Statements], passes: int, rounds: int, progress: Callable[[str], None]
) -> dict[str, Row]:
    """Return native nanoseconds and ratios per row; the best of several passes over all rows."""
    best: dict[str, Row] = {}
    for number in range(passes):
        for name, statements in rows.items():
            progress(f"pass {number + 1} of {passes}: {name}")
            times = measure(statements, rounds)
            before = best.get(name, times)
            best[name] = {key: min(time, before[key]) for key, time in times.items()}
    return {name: _ratios(row) for name, row in best.items()}


def _ratios(seconds: Row) -> Row:
    native = seconds[NATIVE]
    ratios = {key: value / native for key, value in seconds.items() if key != NATIVE}
    return {NATIVE: native * 1e9} | ratios
