"""What is wrong with the outcomes of a call: they differ from NumPy's, or from float64."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import ivy
from tests.fuzz.calls import Call, Row
from tests.fuzz.workers import Array, Outcome, outcome_of
from tests.helpers import EPSILON, PARTS, assert_values_close, tolerance_of
from tests.samples import kind_of, numpy_dtype

WIDE = {"f": "float64", "c": "complex128"}
InFloat64 = Callable[[Call], Outcome]
"""Runs a call on NumPy in float64; see `outcome_in_float64`."""


@dataclass(frozen=True)
class Finding:
    """A difference: what kind of one, on which backend, in words."""

    kind: str
    backend: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind} on {self.backend}: {self.text}"


def findings(
    row: Row, call: Call, outcomes: dict[str, Outcome], in_float64: InFloat64
) -> list[Finding]:
    """Return all that is wrong; `outcomes` has NumPy's too."""
    found = [f for backend, o in outcomes.items() for f in _by_itself(backend, o)]
    expected = outcomes["numpy"]
    wide: Outcome | None = None
    for backend, outcome in outcomes.items():
        if backend == "numpy" or outcome.died or not outcome.ours:
            continue
        if outcome.error or expected.error:
            if outcome.error != expected.error and expected.ours:
                found.append(_difference("error", backend, _said(expected), _said(outcome)))
            continue
        if text := _other_facts(expected, outcome):
            found.append(Finding("facts", backend, text))
        elif row.repeatable and not _checked_otherwise(row):
            wide = wide or _wide_outcome(call, expected, in_float64)
            if text := _other_values(row, call, expected, wide, outcome, in_float64):
                found.append(Finding("value", backend, text))
    return found


def _by_itself(backend: str, outcome: Outcome) -> list[Finding]:
    if outcome.died:
        return [Finding("crash", backend, outcome.message)]
    if not outcome.ours:
        return [Finding("bare", backend, f"{outcome.error}: {outcome.message}")]
    return []


def _difference(kind: str, backend: str, expected: str, found: str) -> Finding:
    return Finding(kind, backend, f"numpy {expected}; {backend} {found}")


def _said(outcome: Outcome) -> str:
    if outcome.error:
        return f"{outcome.error}: {outcome.message}"
    return "returns " + ", ".join(
        f"{r.dtype}{list(r.values.shape)}" if isinstance(r, Array) else repr(r)
        for r in outcome.results
    )


def _other_facts(expected: Outcome, found: Outcome) -> str:
    """Return how number, dtype, shape and kind of the results differ, or ''."""
    facts = [
        [
            (r.dtype, r.values.shape, r.native) if isinstance(r, Array) else type(r)
            for r in o.results
        ]
        for o in (expected, found)
    ]
    return "" if facts[0] == facts[1] else f"expected {facts[0]}, got {facts[1]}"


def _checked_otherwise(row: Row) -> bool:
    """Return whether the answer is not unique (a QR decomposition), so that values may differ."""
    return row.sample is not None and row.sample.reference is None


# ---- values -------------------------------------------------------------------------------------


def _wide_outcome(call: Call, narrow: Outcome, in_float64: InFloat64) -> Outcome:
    """Return NumPy's outcome in float64; the given one where that has other results."""
    wide = in_float64(call)
    alike = not wide.error and len(wide.results) == len(narrow.results)
    shapes = [
        [r.values.shape if isinstance(r, Array) else type(r) for r in o.results]
        for o in (narrow, wide)
    ]
    return wide if alike and shapes[0] == shapes[1] else narrow


def outcome_in_float64(call: Call, backend: str) -> Outcome:
    """Run a call with its floats, and those it makes, in float64."""

    def wider(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return value.astype(WIDE.get(kind_of(value.dtype.name), value.dtype))
        return value

    ivy.set_default_float_dtype("float64")
    ivy.set_default_complex_dtype("complex128")
    try:
        return outcome_of(call.mapped(wider), backend)
    finally:
        ivy.unset_default_complex_dtype()
        ivy.unset_default_float_dtype()


def _other_values(
    row: Row,
    call: Call,
    narrow: Outcome,
    wide: Outcome,
    found: Outcome,
    in_float64: InFloat64,
) -> str:
    """Return where values differ from float64's and from NumPy's of the same dtype, or ''."""
    tolerance = row.sample.tolerance if row.sample else 1.0
    for number, (one, other, best) in enumerate(
        zip(found.results, narrow.results, wide.results, strict=True)
    ):
        if not isinstance(one, Array):
            if one != other and not (one != one and other != other):
                return f"expected {other!r}, got {one!r}"
            continue
        text = _unlike(one, best.values, tolerance)
        if text and _unlike(one, other.values, 2 * tolerance):
            slack = _slack(call, wide, number, one.dtype, in_float64)
            if slack is None or _unlike(one, best.values, tolerance, slack):
                return text
    return ""


def _unlike(array: Array, expected: Any, tolerance: float, slack: Any = None) -> str:
    try:
        if slack is None:
            assert_values_close(array.values, expected, array.dtype, tolerance)
        else:
            _assert_within(array, expected, tolerance, slack)
    except AssertionError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return " ".join(lines)[:400]
    return ""


def _assert_within(array: Array, expected: Any, tolerance: float, slack: Any) -> None:
    """Fail unless values agree up to what a rounding of the inputs changes."""
    wide = "complex128" if array.dtype in PARTS else "float64"
    with np.errstate(all="ignore"):
        limit = numpy_dtype(array.dtype)
        rounded = np.asarray(expected).astype(limit).astype(wide)
        expected = np.where(np.isinf(rounded), rounded, expected).astype(wide)
        values = array.values.astype(wide)
        allowed = tolerance_of(array.dtype) * tolerance * (1 + np.abs(expected)) + slack
        same = (values == expected) | (np.isnan(values) & np.isnan(expected))
        assert np.all(same | (np.abs(values - expected) <= allowed)), (
            f"beyond what rounding explains: expected {expected}, got {values}"
        )


def _is_rounded(value: np.ndarray[Any, Any]) -> bool:
    """Return whether computing with an array rounds: floats, and integers floats do not hold."""
    integers = kind_of(value.dtype.name) in "iu"
    return kind_of(value.dtype.name) in "fc" or (integers and np.any(np.abs(value) > 2**20))


def _slack(call: Call, wide: Outcome, number: int, dtype: str, in_float64: InFloat64) -> Any:
    """Return how much a result changes when the inputs are rounded; None where that is unknown.

    Sums that cancel and functions that are steep are as inexact as this on every framework.
    """
    if dtype not in EPSILON and dtype not in PARTS:
        return None
    generator = np.random.default_rng(0)
    epsilon = EPSILON[PARTS.get(dtype, dtype)]
    slack = np.zeros(wide.results[number].values.shape)
    for _ in range(4):

        def rounded(value: Any) -> Any:
            if not isinstance(value, np.ndarray) or not _is_rounded(value):
                return value
            signs = generator.choice((-1.0, 1.0), value.shape)
            with np.errstate(all="ignore"):
                kind = WIDE.get(kind_of(value.dtype.name), "float64")
                return np.asarray(value.astype(kind) * (1 + epsilon * signs))

        other = in_float64(call.mapped(rounded))
        if other.error or other.results[number].values.shape != slack.shape:
            return None
        with np.errstate(all="ignore"):
            change = np.abs(other.results[number].values - wide.results[number].values)
        slack = np.fmax(slack, np.where(np.isfinite(change), change, 0))
    return 32 * slack
