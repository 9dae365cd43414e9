"""`Record`: what a model returned as an object with fields, on any framework."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ivy import pytrees


class Record(dict[str, Any]):
    """A dict whose items are also attributes, and by position: `out.logits`, `out[0]`, `out[:2]`.

    Stands for the output classes of libraries, e.g. the ModelOutput of transformers.
    """

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, (int, slice)):
            return tuple(self.values())[key]
        return super().__getitem__(key)

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getitem__(name)
        except KeyError:
            raise AttributeError(f"{name}: expected one of {', '.join(self)}") from None

    def to_tuple(self) -> tuple[Any, ...]:
        """Return the values without their names."""
        return tuple(self.values())


def _flatten(record: Record) -> tuple[list[Any], tuple[str, ...]]:
    return list(record.values()), tuple(record)


def _unflatten(names: tuple[str, ...], leaves: Iterable[Any]) -> Record:
    return Record(zip(names, leaves, strict=True))


pytrees.register(Record, _flatten, _unflatten, tuple)
