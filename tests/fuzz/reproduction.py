"""A failing call as a script to paste."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.fuzz.calls import Call


def script(call: Call, backend: str) -> str:
    """Return the source of a program that makes this call."""
    lines = ["from math import inf, nan", "", "import ivy", "", f"ivy.set_backend({backend!r})"]
    arguments = [text(value, call.native) for value in call.args]
    arguments += [f"{key}={text(value, call.native)}" for key, value in call.kwargs.items()]
    return "\n".join([*lines, f"print(ivy.{call.name}({', '.join(arguments)}))", ""])


def text(value: Any, native: bool = False) -> str:
    """Return the source of an argument."""
    if isinstance(value, np.ndarray):
        made = _array(value)
        return f"ivy.to_native({made})" if native else made
    if type(value) is list:
        return f"[{', '.join(text(item, native) for item in value)}]"
    if type(value) is tuple:
        inner = ", ".join(text(item, native) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def _array(value: np.ndarray[Any, Any]) -> str:
    dtype = value.dtype.name
    if value.size == 0:
        return f"ivy.zeros({value.shape}, dtype={dtype!r})"
    return f"ivy.array({value.tolist()}, dtype={dtype!r})"
