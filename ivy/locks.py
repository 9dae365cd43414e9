"""What happens at a fork: locks are not left locked."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

_Lock = TypeVar("_Lock", bound=Any)


def at_fork(**functions: Callable[[], object]) -> None:
    """Have functions called `before` a fork, `after_in_parent` or `after_in_child`."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(**functions)


def free_after_fork(lock: _Lock) -> _Lock:
    """Return the lock, which is free in a process made by fork: its holder is not there."""
    at_fork(after_in_child=lock._at_fork_reinit)
    return lock
