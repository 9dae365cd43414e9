"""What changed between two runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ivy.dashboard.records import LABELS, SEVERITY, Record


@dataclass(frozen=True, slots=True)
class Change:
    """A test on one backend whose status is not what it was; None is no record."""

    row: str
    backend: str
    before: str | None
    after: str | None
    reason: str = ""

    @property
    def is_regression(self) -> bool:
        """Whether it passed and does not any more, fails where it did not, or is gone."""
        if self.before is None:
            return self.after in ("fail", "empty")
        if self.after is None:
            return self.before == "pass"
        return SEVERITY[self.after] > SEVERITY[self.before]

    def __str__(self) -> str:
        before, after = (LABELS.get(s or "", "no record") for s in (self.before, self.after))
        backend = f" ({self.backend})" if self.backend else ""
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.row}{backend}: {before} -> {after}{reason}"


def changes(before: Iterable[Record], after: Iterable[Record]) -> list[Change]:
    """Return the tests that changed, regressions first.

    Versions of frameworks are not compared: that a new one breaks a test is what one wants to see.
    """
    old, new = _newest(before), _newest(after)
    found = []
    for key in {**old, **new}:
        record = new.get(key) or old[key]
        was, now = old.get(key), new.get(key)
        before_after = (was.status if was else None, now.status if now else None)
        if before_after[0] != before_after[1]:
            reason = now.reason if now else ""
            found.append(Change(record.row, record.backend, *before_after, reason))
    return sorted(found, key=lambda change: (not change.is_regression, change.row, change.backend))


def _newest(records: Iterable[Record]) -> dict[str, Record]:
    return {record.nodeid: record for record in sorted(records, key=lambda record: record.time)}
