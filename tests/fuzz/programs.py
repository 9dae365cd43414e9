"""Programs of several operations: eager, traced, as a graph, differentiated, on every framework."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

import ivy
from tests.fuzz.calls import mapped, rows
from tests.fuzz.reproduction import text
from tests.fuzz.verdict import Finding
from tests.fuzz.workers import Array, Outcome, guarded, leaves
from tests.helpers import is_array, native
from tests.samples import Operand
from tests.test_sample_gradients import OF_SYMMETRIC

SHAPES = ((3, 4), (3, 4), (4,), (3, 3))
MODES = ("eager", "traced", "graph", "gradient")
LARGEST = 1e4
"""Values beyond are not followed: rounding, not a defect, would make the results differ."""
TOLERANCE = 1e-7
"""Relative to the largest entry of a result in float64; eight operations, most of them smooth."""
STEP = 1e-5


@dataclass(frozen=True)
class Slot:
    """Stands for an earlier value of a program."""

    number: int


@dataclass(frozen=True)
class Step:
    """One call; its arrays are slots."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


@dataclass(frozen=True)
class Program:
    """Calls in order; the values are the inputs, then the first array each call returned."""

    inputs: tuple[np.ndarray[Any, Any], ...]
    steps: tuple[Step, ...] = ()

    def __call__(self, *inputs: Any) -> list[Any]:
        """Return the value of every step."""
        values = list(inputs)
        for step in self.steps:
            values.append(run_step(step, values))
        return values[len(inputs) :]

    @property
    def differentiable(self) -> bool:
        """Whether each of its operations has a gradient."""
        return all(rows()[step.name].sample.differentiable for step in self.steps)  # type: ignore[union-attr]

    def script(self, backend: str) -> str:
        """Return the source of a program that runs it."""
        lines = ["from math import inf, nan", "", "import ivy", "", f"ivy.set_backend({backend!r})"]
        lines += [f"v{i} = {text(x)}" for i, x in enumerate(self.inputs)]
        lines += ["", "", f"def program({', '.join(f'v{i}' for i in range(len(self.inputs)))}):"]
        for number, step in enumerate(self.steps, len(self.inputs)):
            named = _Named()
            args = [text(mapped(a, named.slot)) for a in step.args]
            args += [f"{k}={text(mapped(v, named.slot))}" for k, v in step.kwargs.items()]
            call = f"ivy.{step.name}({', '.join(args)})"
            lines.append(f"    v{number} = {call}")
            if step.name in OF_SEVERAL:
                lines.append(f"    v{number} = v{number}[0]")
        names = ", ".join(f"v{len(self.inputs) + i}" for i in range(len(self.steps)))
        given = ", ".join(f"v{i}" for i in range(len(self.inputs)))
        return "\n".join([*lines, f"    return [{names}]", "", "", f"print(program({given}))", ""])


class _Named:
    """Prints slots as the names of the values."""

    def slot(self, value: Any) -> Any:
        return _Name(f"v{value.number}") if isinstance(value, Slot) else value


class _Name:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OF_SEVERAL: set[str] = set()
"""Operations seen to return several arrays; a program goes on with the first."""


def run_step(step: Step, values: list[Any]) -> Any:
    """Return the first array that a step returns."""

    def filled(value: Any) -> Any:
        return values[value.number] if isinstance(value, Slot) else value

    args = [mapped(value, filled) for value in step.args]
    kwargs = {key: mapped(value, filled) for key, value in step.kwargs.items()}
    result = getattr(ivy, step.name)(*args, **kwargs)
    if is_array(result):
        return result
    OF_SEVERAL.add(step.name)
    return next(leaf for leaf in leaves(result) if is_array(leaf))


# ---- strategies ---------------------------------------------------------------------------------


@cache
def templates() -> list[Step]:
    """Return the typical calls whose only arrays are operands, small ones, as steps."""
    found = []
    for row in rows().values():
        sample = row.sample
        if sample is None or not row.repeatable or sample.traceable is not True:
            continue
        unique = sample.reference is not None and sample.name not in OF_SYMMETRIC
        for each in sample.cases[:3] if unique and "float64" in sample.dtypes else ():
            arrays: list[Any] = []
            mapped((each.args, dict(each.kwargs)), arrays.append)
            arrays = [x for x in arrays if isinstance(x, (Operand, np.ndarray))]
            operands = [x for x in arrays if isinstance(x, Operand)]
            made = [x.make("float64") for x in operands]
            small = all(x.ndim <= 2 for x in made)
            given = [*each.args, *dict(each.kwargs).values()]
            with_function = any(map(callable, given))  # which a graph has no node for
            if operands and len(operands) == len(arrays) and small and not with_function:
                found.append(Step(sample.name, each.args, dict(each.kwargs)))
    return found


@st.composite
def programs(draw: Any) -> Program:
    """Draw three to eight steps that NumPy can do, with values of moderate size."""
    generator = np.random.default_rng(draw(st.integers(0, 9)))
    inputs = tuple(np.round(generator.uniform(-2, 2, shape), 2) for shape in SHAPES)
    program = Program(inputs)
    with ivy.use_backend("numpy"), np.errstate(all="ignore"):
        values = [ivy.array(x, dtype="float64", copy=True) for x in inputs]
        for _ in range(draw(st.integers(3, 8))):
            template = draw(st.sampled_from(templates()))

            def chosen(value: Any) -> Any:
                if not isinstance(value, Operand):
                    return "float64" if repr(value) == "DTYPE" else value
                return Slot(len(values) - 1 - draw(st.integers(0, len(values) - 1)))

            args = tuple(mapped(value, chosen) for value in template.args)
            kwargs = {key: mapped(value, chosen) for key, value in template.kwargs.items()}
            step = Step(template.name, args, kwargs)
            value = _tried(step, values)
            if value is not None:
                values.append(value)
                program = Program(inputs, (*program.steps, step))
    return program


def _tried(step: Step, values: list[Any]) -> Any:
    """Return the value of a step on NumPy, None where it has none or no moderate one."""
    try:
        value = run_step(step, values)
    except (ivy.errors.IvyException, StopIteration):
        return None
    moderate = value.dtype == "float64" and 0 < value.size < 500
    if not moderate or not bool(ivy.all(ivy.abs(value) < LARGEST)):
        return None
    return value


# ---- running ------------------------------------------------------------------------------------


def outcome_of_program(program: Program, mode: str, backend: str) -> Outcome:
    """Run a program in one of the MODES, in this process."""
    with ivy.use_backend(backend):
        return guarded(lambda: _run(program, mode, backend))


def _run(program: Program, mode: str, backend: str) -> Any:
    inputs = [native(x.copy(), backend) for x in program.inputs]
    if mode == "eager":
        return program(*map(ivy.Array, inputs))
    if mode == "graph":
        seen = [ivy.Array(native(x.copy(), backend)) for x in program.inputs]  # it may write there
        graph = ivy.trace_graph(lambda *xs: program(*xs), source="ivy", args=seen)
        return graph(*map(ivy.Array, inputs))
    if mode == "gradient":
        return ivy.execute_with_gradients(lambda xs: total(program, xs), [*map(ivy.Array, inputs)])

    def on_natives(*xs: Any) -> Any:
        return [x.data for x in program(*map(ivy.Array, xs))]

    return _jit(backend)(on_natives)(*inputs)


def total(program: Program, xs: Any) -> Any:
    """Return one number out of the last value."""
    last = program(*xs)[-1]
    weights = np.linspace(0.5, 1.5, int(np.prod(last.shape))).reshape(tuple(last.shape))
    return ivy.sum(last * ivy.asarray(weights, dtype="float64"))


def _jit(backend: str) -> Callable[..., Any]:
    if backend == "torch":
        import torch

        torch._dynamo.reset()
        return lambda f: torch.compile(f, fullgraph=True, backend="eager")
    if backend == "jax":
        import jax

        return jax.jit
    import tensorflow as tf

    return tf.function


# ---- verdict ------------------------------------------------------------------------------------


def findings(program: Program, outcomes: dict[tuple[str, str], Outcome]) -> list[Finding]:
    """Return what is wrong; `outcomes` are by backend and mode."""
    expected = outcomes["numpy", "eager"]
    gradient = outcomes.get(("numpy", "gradient"))
    found = []
    for (backend, mode), outcome in outcomes.items():
        if outcome.error:
            text = f"{outcome.error}: {outcome.message}"
            found.append(Finding(f"program {mode}", backend, text))
            continue
        base = gradient if mode == "gradient" else expected
        if base is None or base.error or base is outcome:
            continue
        if text := _unlike(program, base, outcome, mode):
            found.append(Finding(f"program {mode}", backend, text))
    smooth = gradient is not None and not gradient.error
    if smooth and (text := _unlike_finite_differences(program, gradient)):
        found.append(Finding("program gradient", "numpy", text))
    return found


def _unlike(program: Program, expected: Outcome, found: Outcome, mode: str) -> str:
    for number, (one, other) in enumerate(zip(found.results, expected.results, strict=True)):
        if (one.dtype, one.values.shape) != (other.dtype, other.values.shape):
            return (
                f"value {number}: expected {other.dtype}{other.values.shape}, "
                f"got {one.dtype}{one.values.shape}"
            )
        if not _close(one.values, other.values):
            if not _is_steep(program, number, mode):
                return f"value {number}: expected {other.values}, got {one.values}"
            return ""  # what follows from it differs too
    return ""


def _close(one: Any, other: Any, tolerance: float = TOLERANCE) -> bool:
    with np.errstate(all="ignore"):
        scale = np.max(np.abs(np.where(np.isfinite(other), other, 0)), initial=1.0)
        return bool(np.allclose(one, other, rtol=tolerance, atol=tolerance * scale, equal_nan=True))


def _is_steep(program: Program, number: int, mode: str) -> bool:
    """Return whether a last-digit change of the inputs changes the value as much."""
    generator = np.random.default_rng(0)
    results = []
    for _ in range(10):  # so that a kink is met from both sides
        inputs = tuple(x * (1 + 1e-14 * generator.choice((-1, 1), x.shape)) for x in program.inputs)
        changed = Program(inputs, program.steps)
        kind = "gradient" if mode == "gradient" else "eager"
        outcome = outcome_of_program(changed, kind, "numpy")
        results.append(outcome.results[number].values)
    return not all(_close(r, results[0], TOLERANCE / 10) for r in results[1:])


def _unlike_finite_differences(program: Program, gradient: Outcome) -> str:
    """Compare the derivative along one direction, but not at kinks.

    There two steps disagree, or those to either side.
    """
    generator = np.random.default_rng(1)
    direction = [generator.normal(size=x.shape) for x in program.inputs]

    def at(distance: float) -> float:
        with ivy.use_backend("numpy"), np.errstate(all="ignore"):
            moved = [
                ivy.array(x + distance * d, dtype="float64")
                for x, d in zip(program.inputs, direction, strict=True)
            ]
            return float(total(program, moved))

    try:
        slopes = [(at(h) - at(-h)) / (2 * h) for h in (STEP, STEP / 4, STEP * 4)]
        bend = abs(at(STEP) - 2 * at(0.0) + at(-STEP)) / STEP
    except ivy.errors.IvyException:
        return ""
    arrays = [r.values for r in gradient.results if isinstance(r, Array)][1:]
    slope = sum(float(np.sum(g * d)) for g, d in zip(arrays, direction, strict=True))
    spread = max(slopes) - min(slopes)
    scale = max(1.0, *map(abs, slopes))
    if not np.isfinite(spread) or spread > 1e-5 * scale or bend > 1e-2 * scale:
        return ""
    allowed = 1e-4 * scale + 10 * spread
    return "" if abs(slope - slopes[0]) <= allowed else f"expected {slopes[0]}, got {slope}"
