"""Locks that a fork does not leave locked."""

from __future__ import annotations

import os
from typing import Any, TypeVar

_Lock = TypeVar("_Lock", bound=Any)


def free_after_fork(lock: _Lock) -> _Lock:
    """Return the lock, which is free in a process made by fork: its holder is not there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lock._at_fork_reinit)
    return lock
