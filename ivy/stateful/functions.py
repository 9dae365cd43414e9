"""Base of modules without variables: one operation with its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ivy.stateful.module import Module
from ivy.stateful.options import check_known


class Function(Module):
    """A module that applies `operation` to its inputs, with the options of its constructor."""

    operation: ClassVar[Callable[..., Any]]

    def __init__(self, **options: Any) -> None:
        check_known(type(self).__name__, options, type(self).operation)
        self._options = options
        super().__init__()

    def _forward(self, *inputs: Any, **options: Any) -> Any:
        given = {name: value for name, value in options.items() if value is not None}
        return type(self).operation(*inputs, **{**self._options, **given})

    def _extra_repr(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self._options.items())
