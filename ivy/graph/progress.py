"""How far the translation of a program is, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class _Display:
    """What `shown` shows now; one program is read at a time."""

    bar: Any = None
    task: Any = None
    is_counting = False


@contextmanager
def shown(name: str) -> Iterator[None]:
    """Show on a terminal that a program is read, and how many of its operations are translated."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        _Display.bar, _Display.is_counting = bar, False
        _Display.task = bar.add_task(f"reading {name}", total=None)
        try:
            yield
        finally:
            _Display.bar = None


def steps(operations: Sequence[T]) -> Iterator[T]:
    """Yield the operations of a program and count them; those of a loop in it are a part of one."""
    if _Display.bar is None or _Display.is_counting:
        yield from operations
        return
    _Display.is_counting = True
    _Display.bar.update(
        _Display.task, description="translating", total=len(operations), completed=0
    )
    for operation in operations:
        yield operation
        if _Display.bar is not None:
            _Display.bar.advance(_Display.task)
    _Display.is_counting = False
