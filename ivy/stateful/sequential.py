"""Modules in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ivy.errors import IvyIndexError, IvyTypeError, check_callable
from ivy.stateful.module import Module


class Sequential(Module):
    """Calls modules one after the other, each with the result of the one before.

    >>> net = ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU(), ivy.Linear(3, 1))
    >>> net(ivy.ones((4, 2))).shape
    ivy.Shape(4, 1)
    """

    def __init__(
        self, *sub_modules: Any, device: Any = None, v: Any = None, dtype: Any = None
    ) -> None:
        for module in sub_modules:
            check_callable("Sequential", module)
            if isinstance(module, type):
                name = module.__name__
                msg = f"Sequential: expected modules, got the class {name}; make one: {name}(...)"
                raise IvyTypeError(msg)
        self._submodules = list(sub_modules)
        super().__init__(device=device, v=v, dtype=dtype)

    def __iter__(self) -> Iterator[Any]:
        """Yield the modules in order."""
        return iter(self._submodules)

    def __len__(self) -> int:
        """Return the number of modules."""
        return len(self._submodules)

    def __getitem__(self, index: int | slice) -> Any:
        """Return the module at a position, or a Sequential of the modules of a slice."""
        if not isinstance(index, slice):
            position = getattr(index, "__index__", lambda: None)()
            if position is None or not -len(self) <= position < len(self):
                error = IvyTypeError if position is None else IvyIndexError
                raise error(f"Sequential: expected a position of {len(self)}, got {index!r}")
        found = self._submodules[index]
        return Sequential(*found) if isinstance(index, slice) else found

    def _forward(self, inputs: Any) -> Any:
        for module in self._submodules:
            inputs = module(inputs)
        return inputs
