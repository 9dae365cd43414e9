"""What ivy can do: each operation once, by area - signature, docstring, one look-up."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

from ivy import dispatch


def public_names() -> dict[str, Any]:
    """Return every public function and class of the area files, by name."""
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        for name in module.__all__:
            found[name] = getattr(module, name)
    return found


def register_operations() -> None:
    """Tell dispatch the operations; AutoGraph calls them as they are instead of rewriting them."""
    for name, value in public_names().items():
        if inspect.isfunction(value):
            value.autograph_info__ = {}  # type: ignore[attr-defined]
            dispatch.declare(name, value)
