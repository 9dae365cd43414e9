"""Expressions as text: with the precedence of their outermost operator, and what they read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

ATOM, POWER, UNARY, TIMES, PLUS, SHIFT, AND, XOR, OR, COMPARE, NOT, LOOSE = range(12, 0, -1)
_OPEN, _CLOSE = "\ue000", "\ue001"
_SLOT = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


@dataclass(slots=True)
class Expr:
    """Source of an expression. `reads` are ids of the values whose variables stand in it."""

    text: str
    level: int = ATOM
    reads: tuple[int, ...] = ()
    hint: str = ""
    """What a variable for it would be called."""

    def at(self, level: int) -> str:
        """Return the text, in parentheses if an operator of `level` needs them."""
        return self.text if self.level >= level else f"({self.text})"

    def __len__(self) -> int:
        return len(_SLOT.sub("64", self.text))


@dataclass(slots=True)
class Slot:
    """A literal that may differ between two uses of a class."""

    value: Any
    hint: str


@dataclass(slots=True)
class Slots:
    """The literals of one class, in the order they stand in its source."""

    items: list[Slot] = field(default_factory=list)

    def mark(self, value: Any, hint: str) -> str:
        """Return text that stands for a literal until it is known whether it varies."""
        self.items.append(Slot(value, hint))
        return f"{_OPEN}{len(self.items) - 1}{_CLOSE}"


def filled(text: str, values: Sequence[str]) -> str:
    """Return text with the literals put in."""
    return _SLOT.sub(lambda match: values[int(match[1])], text)


def slots_in(text: str) -> Iterator[int]:
    """Yield the numbers of the literals in a text."""
    for match in _SLOT.finditer(text):
        yield int(match[1])


def literal(value: Any) -> str:
    """Return source of a Python literal, which says the same and cannot say more."""
    if isinstance(value, bool) or value is None or isinstance(value, (int, str, bytes)):
        return repr(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return f'float("{value}")'
        return repr(value)
    if isinstance(value, complex):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if isinstance(value, tuple):
        inner = ", ".join(map(literal, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    raise TypeError(f"expected a literal, got {type(value).__name__}")
