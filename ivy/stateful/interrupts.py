"""Ctrl-C that waits until a step of training is complete."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Interrupts:
    """What is known of the Ctrl-C of a run."""

    came = False
    held = False
    """Whether even a second one has to wait, since a step is all or nothing."""
    forced = False
    """Whether a second one came, which may have ended a step in its middle."""


@contextmanager
def held_interrupts() -> Iterator[Interrupts]:
    """Let the first Ctrl-C wait until a step is complete; the second one does not."""
    interrupts = Interrupts()
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield interrupts
        return

    def note(number: int, frame: Any) -> None:
        if interrupts.came and not interrupts.held:
            interrupts.forced = True
            raise KeyboardInterrupt
        interrupts.came = True

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
