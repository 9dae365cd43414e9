"""What calls of modules keep in the running thread: their variables, and writes to buffers.

Here, below the operations, because `execute_with_gradients` carries writes out of the function it
differentiates: a value computed inside a framework's transformation must leave it as a result.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

Slot = tuple[Any, str]
"""A module and the name of one of its buffers."""


class Calls(threading.local):
    """The state of this thread's running module calls; thread-local, so that dynamo traces it."""

    inside: bool = False
    """Whether some module is being called."""
    native: bool = False
    """Whether it is called with native arrays, so that it sees its own arrays as native ones."""
    variables: dict[Any, Any] | None = None
    """Module -> the variables it has during a call with other ones."""
    buffers: dict[Slot, Any] | None = None
    """The same for buffers."""
    writes: tuple[dict[Slot, Any], ...] = ()
    """Buffers written so far in each block of `collected`, innermost last."""
    backend: str = ""
    """The framework of the arrays it is called with: the current backend meanwhile."""
    backends_set: int = 0
    """How many backends had been set before: one that the call itself sets is in force."""
    own_generator: bool = False
    """Whether random numbers come from the framework's generator, whatever `ivy.seed` set."""
    stream: Any = None
    """The stream of an `ivy.rng` block that torch.compile traces."""
    tracker: Any = None
    """Who is told of every call, or None."""

    def __init__(self) -> None:
        # In every thread the attributes are the instance's from the start: torch.compile guards
        # on whether they are, and a call that sets one would break its own guard.
        for name in self.__annotations__:
            setattr(self, name, getattr(type(self), name))


CALLS = Calls()


class collected:
    """A block whose writes to buffers are held back and given to the caller of the block."""

    def __enter__(self) -> dict[Slot, Any]:
        self.outer = CALLS.writes
        writes: dict[Slot, Any] = {}
        CALLS.writes = (*self.outer, writes)
        return writes

    def __exit__(self, *error: object) -> None:
        CALLS.writes = self.outer


def read(slot: Slot, otherwise: Any) -> Any:
    """Return the value of a buffer as this call sees it."""
    for writes in reversed(CALLS.writes):
        if slot in writes:
            return writes[slot]
    if CALLS.buffers is not None and slot in CALLS.buffers:
        return CALLS.buffers[slot]
    return otherwise


def write(slots: Iterable[Slot], values: Iterable[Any]) -> None:
    """Give buffers new values: held back inside a block of `collected`, at once elsewhere."""
    for slot, value in zip(slots, values, strict=True):
        if CALLS.writes:
            CALLS.writes[-1][slot] = value
        else:
            module, name = slot
            module._store_buffer(name, value)
