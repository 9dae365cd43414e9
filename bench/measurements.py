"""All measurements of one framework, as ratios to its native calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import ivy
from bench import models
from bench.cases import Case, native_names
from ivy.timing import measure

NATIVE = "native"
FUNCTION = "ivy.f(native)"
NAMESPACE = "xp.f(native)"
ARRAY = "ivy.f(Array)"
METHOD = "Array.f"
COLUMNS = (FUNCTION, NAMESPACE, ARRAY, METHOD)

Row = dict[str, float]
Names = dict[str, Any]


class Benchmark:
    """Measures one framework in this process; every method returns one row of the table."""

    def __init__(self, backend: str, rounds: int) -> None:
        self.backend, self.rounds = backend, rounds
        self.xp = ivy.with_backend(backend)
        random = np.random.default_rng(0)
        x, y = (random.normal(size=(4, 4)).astype("float32") for _ in range(2))
        arrays = {key: self.xp.asarray(v) for key, v in {"x": x, "y": y, "mask": x > 0}.items()}
        modules = native_names(backend) | {"ivy": ivy, "xp": self.xp}
        self.natives = modules | arrays
        self.arrays = modules | {key: ivy.Array(array) for key, array in arrays.items()}

    def operation(self, case: Case) -> Row:
        """Measure one operation in all the ways it can be called."""
        statements = {NATIVE: (case.native[self.backend], self.natives)}
        if case.function:
            statements[FUNCTION] = (f"ivy.{case.function}", self.natives)
            statements[NAMESPACE] = (f"xp.{case.function}", self.natives)
            statements[ARRAY] = (f"ivy.{case.function}", self.arrays)
        if case.method:
            statements[METHOD] = (case.method, self.arrays)
        there = {key: value for key, value in statements.items() if _exists(*value)}
        return _ratios(measure(there, self.rounds))

    def forward(self) -> Row:
        """Measure the eager forward pass."""
        parameters, x, _ = models.data(self.xp.asarray)
        wait = self._wait()
        native = {"parameters": parameters, "x": x, "wait": wait}
        wrapped = {
            "parameters": [(ivy.Array(w), ivy.Array(b)) for w, b in parameters],
            "x": ivy.Array(x),
            "wait": lambda result: wait(result.data),
        }
        variants = {
            NATIVE: native | {"forward": models.native(self.backend)[0]},
            FUNCTION: native | {"forward": models.ours(ivy)[0]},
            NAMESPACE: native | {"forward": models.ours(self.xp)[0]},
            ARRAY: wrapped | {"forward": models.ours(ivy)[0]},
        }
        return self._compare("wait(forward(parameters, x))", variants)

    def step(self) -> Row:
        """Measure one SGD step with the framework's own gradients."""
        parameters, x, y = models.data(self.xp.asarray)
        shared = {"parameters": parameters, "x": x, "y": y, "wait": self._wait()}
        written = {
            NATIVE: models.native(self.backend),
            FUNCTION: models.ours(ivy),
            NAMESPACE: models.ours(self.xp),
        }
        variants = {
            key: shared | {"step": models.sgd_step(self.backend, loss, update)}
            for key, (_, loss, update) in written.items()
        }
        return self._compare("wait(step(parameters, x, y))", variants)

    def compiled(self) -> Row:
        """Measure the forward pass compiled by the framework, Arrays living inside of it."""
        parameters, x, _ = models.data(self.xp.asarray)
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
        shared = {"parameters": parameters, "x": x, "wait": self._wait()}
        variants = {
            key: shared | {"forward": models.compiled(self.backend, function)}
            for key, function in written.items()
        }
        return self._compare("wait(forward(parameters, x))", variants)

    def _wait(self) -> Callable[[Any], Any]:
        """Return what waits for a result: JAX computes asynchronously."""
        if self.backend != "jax":
            return lambda result: result
        import jax

        return jax.block_until_ready

    def _compare(self, statement: str, variants: dict[str, Names]) -> Row:
        calls = {key: (statement, names) for key, names in variants.items()}
        return _ratios(measure(calls, 2 * self.rounds))


def _exists(statement: str, names: Names) -> bool:
    """Return whether the operation a statement calls exists."""
    try:
        exec(statement, dict(names))
    except AttributeError:
        return False
    return True


def _ratios(seconds: Row) -> Row:
    native = seconds.pop(NATIVE)
    return {NATIVE: native * 1e9} | {key: value / native for key, value in seconds.items()}
