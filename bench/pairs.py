"""A native and an ivy function that do the same, measured side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.timing import measure

NATIVE, OURS = "native", "ivy"
Pair = tuple[Callable[[], Any], Callable[[], Any]]
"""The native one first."""


def best_of(
    make: Callable[[], Pair], models: int = 3, rounds: int = 40, seconds: float = 0.01
) -> dict[str, float]:
    """Return the seconds of the fastest of several models of each kind.

    Two models of the same class differ by a twentieth, by where their weights lie in memory.
    """
    statements = {}
    for number in range(models):
        for kind, function in zip((NATIVE, OURS), make(), strict=True):
            statements[f"{kind} {number}"] = ("f()", {"f": function})
    times = measure(statements, rounds, seconds)
    return {
        kind: min(t for key, t in times.items() if key.startswith(kind)) for kind in (NATIVE, OURS)
    }
