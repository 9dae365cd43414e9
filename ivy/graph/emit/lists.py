"""Variables that are lists, where a loop collects what its blocks return."""

from __future__ import annotations

import re
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

    def side_by_side(self, nest: Sequence[Any], start: int) -> tuple[int, dict[int, str]]:
        """Return up to where elements have the values of whole lists, one of each list.

        The lists are given for the values of the first element.
        """
        first = [] if isinstance(nest[start], Value) else list(values_in(nest[start]))
        names = [self._places.get(id(value), ("", 0))[0] for value in first]
        lengths = {self._lengths.get(name, 0) for name in names}
        count = lengths.pop() if len(lengths) == 1 else 0
        elements = nest[start : start + count]
        for index, element in enumerate(elements):
            places = [self._places.get(id(value)) for value in values_in(element)]
            if places != [(name, index) for name in names]:
                return start, {}
        forms = {repr(map_values(lambda _: None, element)) for element in elements}
        if count < 2 or len(elements) < count or len(forms) > 1:
            return start, {}
        return start + count, dict(zip(map(id, first), names, strict=True))


def singular(word: str) -> str:
    """Return what to call one of several; no number is kept, as that of a list is not its own."""
    word = re.sub(r"_\d+$", "", word)
    return word[:-1] if word == "xs" or (word.endswith("s") and len(word) > 2) else word
