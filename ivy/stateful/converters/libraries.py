"""Find the file of a library, which is imported when it is first asked for."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from ivy.errors import IvyMissingBackendException

_PACKAGES = {"linen": "flax"}


def converter(direction: str, library: str) -> Any:
    """Return a file of `targets` or `sources`, after a look whether its library is installed."""
    package = _PACKAGES.get(library, library)
    if importlib.util.find_spec(package) is None:
        msg = f"{package} is not installed; run: pip install 'ivy[{package}]'"
        raise IvyMissingBackendException(msg)
    return importlib.import_module(f"ivy.stateful.converters.{direction}.{library}")
