"""A native and an ivy function that do the same, measured side by side."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

NATIVE, OURS = "native", "ivy"
Pair = tuple[Callable[[], Any], Callable[[], Any]]
"""The native one first."""
WARM = 8
"""Calls of each before the clock runs."""


def in_turns(make: Callable[[], Pair], models: int = 5, steps: int = 100) -> dict[str, float]:
    """Return the seconds of the native function, and of ours as its ratio to that one tells.

    Both are called one after the other, so that what slows the machine slows both, and the median
    of the ratios counts. Two models of the same class differ by a twentieth, by where their weights
    lie in memory: several of each are made, and again the median counts.
    """
    seconds, ratios = [], []
    for _ in range(models):
        times = list(_times(*make(), steps))
        seconds.append(median(native for native, _ in times))
        ratios.append(median(ours / native for native, ours in times))
    return {NATIVE: median(seconds), OURS: median(seconds) * median(ratios)}


def _times(native: Callable[[], Any], ours: Callable[[], Any], steps: int) -> Iterator[Any]:
    """Yield the seconds of a native call and of ours, each in turn the first of the two."""
    for _ in range(WARM):
        native()
        ours()
    gc.collect()
    gc.disable()
    try:
        for step in range(steps):
            first, second = (ours, native) if step % 2 else (native, ours)
            start = perf_counter()
            first()
            middle = perf_counter()
            second()
            end = perf_counter()
            pair = middle - start, end - middle
            yield pair[::-1] if step % 2 else pair
    finally:
        gc.enable()
