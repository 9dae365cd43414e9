"""Fair timing of short statements: all in one process, in turns, the fastest turn counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any

Burst = Callable[[int], float]

# A function of its own per statement: calling a lambda would cost as much as a small operation.
_SOURCE = """
def burst(repeats):
    turns = range(repeats)
    start = clock()
    for _ in turns:
        {statement}
    return (clock() - start) / repeats
"""


def _burst(statement: str, names: Mapping[str, Any]) -> Burst:
    scope = {**names, "clock": time.perf_counter}
    exec(_SOURCE.format(statement=statement), scope)
    function: Burst = scope["burst"]
    return function


def measure(
    statements: Mapping[str, tuple[str, Mapping[str, Any]]],
    rounds: int = 60,
    seconds: float = 0.001,
) -> dict[str, float]:
    """Return the seconds each statement takes, without the cost of the loop around it.

    Each statement comes with the names it uses. They run in bursts of about `seconds`, one after
    the other and every second time the other way round, `rounds` times, so that a busy moment of
    the machine, or what a neighbour leaves in its caches, hits all alike. A burst is shorter
    than the time slice of a busy machine, so some run undisturbed.
    """
    bursts = {key: _burst(*statement) for key, statement in statements.items()}
    repeats = {}
    for key, burst in bursts.items():
        burst(10)
        repeats[key] = max(1, int(seconds / max(burst(20), 1e-9)))
    empty = _burst("pass", {})
    loop = min(empty(20_000) for _ in range(10))
    best = dict.fromkeys(bursts, float("inf"))
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for number in range(rounds):
            for key in list(bursts)[:: -1 if number % 2 else 1]:
                best[key] = min(best[key], bursts[key](repeats[key]))
    finally:
        if collecting:
            gc.enable()
    return {key: max(value - loop, 1e-10) for key, value in best.items()}
