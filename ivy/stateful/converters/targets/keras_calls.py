"""Arguments of a call in the forms that Keras takes."""

from __future__ import annotations

from typing import Any

import keras


class Flags:
    """The arguments of a call that are no arrays, at their places."""

    def __init__(self, nest: Any) -> None:
        self.nest = keras.tree.map_structure(lambda x: x if is_flag(x) else None, nest)

    def beside(self, arrays: Any) -> Any:
        """Return all arguments of the call."""
        return keras.tree.map_structure(
            lambda x, flag: x if flag is None else flag, arrays, self.nest
        )


def is_flag(x: Any) -> bool:
    """Return whether an argument is no array: a number, a text, a truth value."""
    return x is not None and not hasattr(x, "shape")


def specification(x: Any) -> Any:
    """Return what is known of an argument, of any batch."""
    dtype = keras.backend.standardize_dtype(x.dtype)
    return keras.InputSpec(dtype=dtype, shape=(None, *x.shape[1:]))
