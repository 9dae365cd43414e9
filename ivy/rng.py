"""Streams of random numbers that are the same on every framework.

A stream is a Philox4x32-10 key and the number of the next block of four 32-bit words. Drawing
takes blocks off it, under a lock; a backend turns (key, block, count) into words.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ivy.errors import IvyTypeError, IvyValueError
from ivy.locks import at_fork, free_after_fork
from ivy.state import CALLS

_MASK64 = 2**64 - 1


def key_of_seed(seed: int) -> int:
    """Return a well-mixed 64-bit key for a seed (one step of splitmix64)."""
    z = (int(seed) + 0x9E3779B97F4A7C15) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return z ^ (z >> 31)


def key_of_words(words: Any) -> int:
    """Return the 64-bit key of two 32-bit words on the host, the lower one first."""
    if len(words) < 2:
        raise IvyValueError(f"rng: expected a key of two 32-bit words, got {len(words)}")
    low, high = (int(word) & 0xFFFFFFFF for word in words[:2])
    return low | high << 32


class Stream:
    """A key, an int or a native array of two 32-bit words, and the next block."""

    def __init__(self, key: Any) -> None:
        self.key, self.block = key, 0

    def take(self, words: int) -> tuple[Any, int]:
        """Return the key and the first of the blocks that hold this many words, and move on."""
        block = self.block
        self.block += -(-words // 4)
        return self.key, block


class SharedStream(Stream):
    """A stream that threads may draw from at once."""

    _lock = free_after_fork(threading.Lock())

    def take(self, words: int) -> tuple[Any, int]:
        """Do so, one thread at a time."""
        with self._lock:
            return super().take(words)


class _Process:
    """The stream `ivy.seed` set for everyone; none at first."""

    stream: SharedStream | None = None
    forks = 0


def _count_fork() -> None:
    _Process.forks += 1


def _leave_parent() -> None:
    if _Process.stream is not None:
        seed_process(_Process.stream.key + _Process.forks)


# Processes made by fork, such as workers that load data, draw numbers of their own, not the same.
at_fork(before=_count_fork, after_in_child=_leave_parent)

_scoped: ContextVar[tuple[Stream | None, ...]] = ContextVar("rng", default=(None,))


def _scoped_stream() -> Stream | None:
    return _scoped.get()[-1]


# torch.compile runs this instead of tracing it (a ContextVar cannot be traced).
_scoped_stream._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _is_compiling() -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and bool(torch.compiler.is_dynamo_compiling())


def seed_process(seed: int | None) -> None:
    """Start the process-wide stream anew, or end it with `None`."""
    _Process.stream = None if seed is None else SharedStream(key_of_seed(checked_seed(seed)))
    _Process.forks = 0


def checked_seed(seed: Any) -> int:
    """Return a seed given by a caller, or raise."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise IvyTypeError(f"seed: expected an integer, got {seed!r}")
    return int(seed)


@contextmanager
def scoped_stream(key: Any) -> Iterator[None]:
    """Let draws inside the block come from a stream of their own."""
    if _is_compiling():  # then a thread-local will do: no other task runs while torch traces
        outer, CALLS.stream = CALLS.stream, Stream(key)
        try:
            yield
        finally:
            CALLS.stream = outer
        return
    own = Stream(key)
    _scoped.set((*_scoped.get(), own))
    try:
        yield
    finally:
        _scoped.set(tuple(x for x in _scoped.get() if x is not own))


def stream_for(seed: int | None, tracing: bool) -> Stream | None:
    """Return the stream a call draws from; `None` for the framework's own generator.

    While a framework traces, only a stream of the call's own (`seed=`) or of an `ivy.rng` block
    will do: a process-wide one would be frozen into the traced program.
    """
    if seed is not None:
        return Stream(key_of_seed(checked_seed(seed)))
    scoped = CALLS.stream or _scoped_stream()
    if scoped is None and CALLS.own_generator:
        return None
    if scoped is None and _Process.stream is not None and tracing:
        raise IvyValueError(
            "random: expected a key while a framework traces, got the process-wide seed, which "
            "would give the same numbers at every call; use `with ivy.rng(key):` or pass seed="
        )
    return scoped or _Process.stream
