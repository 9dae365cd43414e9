"""From any way to name a dtype to a framework's own: one function, built once per backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.errors import IvyNotImplementedException
from ivy.types import Dtype


def dtype_converter(
    natives: dict[Dtype, Any], backend: str, missing: dict[str, str]
) -> Callable[[Any], Any]:
    """Return `as_native_dtype` for a backend.

    `natives` maps ivy dtypes to the framework's; `missing` gives the reason for each dtype the
    framework cannot hold. `None` stays `None`.
    """
    known: dict[Any, Any] = {None: None} | dict(natives.items()) | {n: n for n in natives.values()}

    def as_native_dtype(dtype: Any) -> Any:
        try:
            return known[dtype]
        except (KeyError, TypeError):
            from ivy.backends import as_ivy_dtype

            ours = as_ivy_dtype(dtype)
            if ours not in natives:
                reason = missing.get(ours.name, "the framework has no such dtype")
                msg = f"dtype ({backend}): expected a dtype it can hold, got {ours}; {reason}"
                raise IvyNotImplementedException(msg) from None
            return natives[ours]

    return as_native_dtype
