"""The framework Keras runs on, which both directions ask for."""

from __future__ import annotations

import keras

from ivy import backends
from ivy.errors import IvyInvalidBackendException


def keras_backend() -> str:
    """Return ivy's name of the framework Keras runs on in this process."""
    name = str(keras.backend.backend())
    if name not in backends.NAMES:
        msg = f"keras: expected one of its backends {backends.NAMES}, got {name!r}"
        raise IvyInvalidBackendException(f"{msg}; set KERAS_BACKEND before importing keras")
    return name
