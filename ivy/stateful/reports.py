"""How `ivy.fit` shows its progress: a bar in a terminal, a line per epoch elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any, Self

from ivy.stateful.history import History

_REFRESH = 0.2
"""Seconds between looks at the loss."""


class Report:
    """Shows where a run is; shows nothing when `shown` is false."""

    def __init__(self, shown: bool, epochs: int, length: int | None) -> None:
        self._shown, self._epochs, self._length = shown, epochs, length
        self._bar: Any = None
        self._task: Any = None
        self._due, self._rows_per_second = 0.0, 0.0
        self._position, self._time, self._note = 0, 0.0, "starting"

    def __enter__(self) -> Self:
        if self._shown and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """Print a line."""
        if self._shown:
            print(text, file=sys.stderr)

    def start(self, epoch: int, position: int) -> None:
        """Begin an epoch, maybe in its middle."""
        self._position, self._time = position, time.perf_counter()
        if self._bar is not None:
            name = f"epoch {epoch + 1}/{self._epochs}"
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._task = self._bar.add_task(
                name, total=self._length, completed=position, note=self._note
            )

    def is_due(self) -> bool:
        """Return whether the bar wants news."""
        return self._bar is not None and time.perf_counter() > self._due

    def advance(self, position: int, loss: float, rows: int) -> None:
        """Show that so many batches of the epoch are done."""
        now = time.perf_counter()
        self._due = now + _REFRESH
        if self._bar is not None:
            rate = (position - self._position) * rows / max(now - self._time, 1e-9)
            self._position, self._time = position, now
            self._note = f"loss {loss:.4g}, {rate:,.0f} rows/s"
            self._bar.update(self._task, completed=position, note=self._note)

    def end(self, history: History) -> None:
        """Print the line of an epoch."""
        number = len(history.epochs)
        curves = {"validation": history.validation, **history.metrics}
        held_out = "".join(f", {name} {ys[-1]:.4g}" for name, ys in curves.items() if ys)
        took = f"{history.seconds[-1]:.1f} s"
        line = f"epoch {number}/{self._epochs}: loss {history.epochs[-1]:.4g}{held_out}, {took}"
        if self._bar is not None:
            self._bar.console.print(line, highlight=False)
        else:
            self.say(line)
