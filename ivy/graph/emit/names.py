"""Names in emitted source: identifiers that nothing in a model can break out of."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable

_BUILTINS = frozenset(dir(builtins))
_CALLED = frozenset(
    "range max min len int float complex bool tuple list dict zip map isinstance enumerate vars "
    "sum super str slice".split()
)

_AMBIGUOUS = frozenset("lIO")
"""Names that ruff does not like for variables (E741)."""


def identifier(name: str) -> str:
    """Return an ASCII identifier that resembles a name; it never begins with two underscores."""
    plain = unicodedata.normalize("NFKD", str(name)).encode("ascii", "ignore").decode()
    plain = re.sub(r"\W+", "_", plain)[:60]
    plain = re.sub(r"^_+", "_", plain)
    if not plain.strip("_"):
        plain = "unnamed"
    if plain[0].isdigit():
        plain = f"_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) or keyword.issoftkeyword(plain) else plain


class Names:
    """Hands out identifiers, each once, that are none of those taken."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = {*_BUILTINS, *_AMBIGUOUS, "self", *taken}
        self.used: set[str] = set()

    def argument(self, name: str) -> str:
        """Return a name as it is if that does no harm: one of a builtin that is never called."""
        harmless = name in _AMBIGUOUS or name in _BUILTINS - _CALLED
        if name == identifier(name) and harmless and name not in self.used:
            self.used.add(name)
            return name
        return self.fresh(name)

    def fresh(self, hint: str, between: str = "_") -> str:
        """Return an identifier like `hint` that is free, with a number if need be, and take it."""
        base = identifier(hint)
        name, count = base, 1
        while name in self.taken:
            count += 1
            name = f"{base}{between}{count}"
        self.taken.add(name)
        return name


class Components:
    """Parts of dotted names of weights -> attributes; a part is the same attribute everywhere.

    `renamed` lists the attributes that differ from their part, which is needed to load weights.
    """

    def __init__(self, reserved: Iterable[str]) -> None:
        self._names = Names()
        self._reserved = frozenset(reserved)
        self._names.taken = set(reserved)
        self._attributes: dict[str, str] = {}

    def attribute(self, part: str) -> str:
        """Return the attribute for a part of a name; digits, which index a list, stay."""
        if part.isascii() and part.isdigit():
            return part
        if part not in self._attributes:
            base = identifier(part).lstrip("_")  # libraries keep those for themselves
            base = f"{base}_" if base in self._reserved else base
            self._attributes[part] = self._names.fresh(base)
        return self._attributes[part]

    def call(self, part: str, hint: str, others: Iterable[str]) -> None:
        """Give a part that says nothing another name, none of `others`."""
        if part not in self._attributes:
            mine = Names([*self._names.taken, *others])
            self._attributes[part] = mine.fresh(hint)
            self._names.taken.add(self._attributes[part])

    @property
    def renamed(self) -> dict[str, str]:
        """Return {part: attribute} for those that differ."""
        return {part: name for part, name in self._attributes.items() if part != name}
