"""Lets einops work on arrays that are being differentiated, as it does on NumPy's."""

from __future__ import annotations

from typing import Any

from einops._backends import NumpyBackend

from ivy.backends.numpy_tape.engine import Box


class BoxBackend(NumpyBackend):
    """NumPy's operations; einops finds a backend among the subclasses of its base class."""

    framework_name = "ivy.backends.numpy_tape.engine"

    def is_appropriate_type(self, tensor: Any) -> bool:
        return isinstance(tensor, Box)
