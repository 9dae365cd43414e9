"""Variables that are lists, where a loop collects what its blocks return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.ir import Value, map_values, values_in


class Lists:
    """The lists of one method, and which values stand in them."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[str, int]] = {}
        self._lengths: dict[str, int] = {}

    def add(self, name: str, values: Sequence[Value]) -> None:
        """Note the values of a list."""
        self._lengths[name] = len(values)
        self._places |= {id(value): (name, index) for index, value in enumerate(values)}

    def run(self, nest: Sequence[Any], start: int) -> tuple[int, str]:
        """Return where values that stand in a list in this order end, and that part of the list."""
        name, first = self._places.get(id(nest[start]), ("", 0))
        end, stop = start + 1, first + 1
        while name and end < len(nest) and self._places.get(id(nest[end])) == (name, stop):
            end, stop = end + 1, stop + 1
        whole = not first and stop == self._lengths.get(name)
        return end, name if whole else f"{name}[{first or ''}:{stop}]"

    def side_by_side(self, nest: Sequence[Any]) -> dict[int, str]:
        """Return the lists of the first element's values where each element has the next ones."""
        rows = [list(values_in(item)) for item in nest]
        forms = {repr(map_values(lambda _: None, item)) for item in nest}
        if len(nest) < 2 or len(forms) > 1 or any(isinstance(item, Value) for item in nest):
            return {}
        names = [self._places.get(id(value), ("", 0))[0] for value in rows[0]]
        if any(self._lengths.get(name) != len(nest) for name in names):
            return {}
        for index, row in enumerate(rows):
            if [self._places.get(id(value)) for value in row] != [(name, index) for name in names]:
                return {}
        return dict(zip(map(id, rows[0]), names, strict=True))


def singular(word: str) -> str:
    """Return what to call one of several."""
    return word[:-1] if word.endswith("s") and len(word) > 2 else word
