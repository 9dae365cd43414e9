"""How the arrays of a run came about, to tell whether another run does the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils import _pytree
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.weak import WeakTensorKeyDictionary

_COPY = torch.ops.aten.clone.default


class History(TorchDispatchMode):  # type: ignore[misc]
    """Gives an array a number that stands for the operations and inputs it was computed from.

    What no result depends on has no part in it, and a copy is what it was made of.
    """

    supports_higher_order_operators = True

    def __init__(self) -> None:
        super().__init__()
        self.made: Any = WeakTensorKeyDictionary()
        self.written: dict[int, int] = {}
        """Place in memory -> the number of what was last written there."""
        self.pauses = 0

    def __torch_dispatch__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation and note its results."""
        kwargs = kwargs or {}
        result = op(*args, **kwargs)
        if not self.pauses:
            schema = getattr(op, "_schema", None)
            declared = schema.arguments if schema is not None else ()
            given = {a.name: x for a, x in zip(declared, args, strict=False)} | kwargs
            changed = [
                given.get(a.name) for a in declared if a.alias_info and a.alias_info.is_write
            ]
            copied = self.number(args[0]) if op is _COPY else None
            self.note(str(op), (args, kwargs), result, changed)
            if copied is not None:
                self.made[result] = copied
        return result

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Note nothing for a while."""
        self.pauses += 1
        try:
            yield
        finally:
            self.pauses -= 1

    def note(self, name: str, given: Any, result: Any, changed: Any = ()) -> None:
        """Say what results came from, and which of the arrays given were written to."""
        with self.paused():
            leaves, structure = _pytree.tree_flatten(given)
            number = hash((name, repr(structure), repr(list(map(self._said, leaves)))))
            before, after = ([x for x in _pytree.tree_leaves(nest) if isinstance(x, torch.Tensor)]
                             for nest in (given, result))  # fmt: skip
            places = set(map(_place, before))
            for i, x in enumerate(after):
                if not any(x is other for other in before):
                    self.made[x] = hash((number, i))
                    if _place(x) not in places:
                        self.written.pop(_place(x), None)  # of an array that was there before
            for x in _pytree.tree_leaves(changed):
                self.written[_place(x)] = number

    def number(self, x: torch.Tensor) -> int:
        """Return the number of an array; one that nothing is known of is a constant."""
        with self.paused():
            if x not in self.made:
                first = x.detach().flatten()[:64].tolist() if x.layout is torch.strided else 0
                self.made[x] = hash((tuple(x.shape), x.dtype, str(first)))
            written = self.written.get(_place(x))
            return self.made[x] if written is None else hash((self.made[x], written))

    def _said(self, x: Any) -> Any:
        return self.number(x) if isinstance(x, torch.Tensor) else getattr(x, "__qualname__", x)


def _place(x: torch.Tensor) -> int:
    return x.untyped_storage().data_ptr() if x.layout is torch.strided else id(x)
