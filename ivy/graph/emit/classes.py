"""Classes from the modules of a graph: one for all modules that differ in numbers only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ivy.graph.emit.names import Names, identifier
from ivy.graph.emit.regions import Region
from ivy.graph.emit.text import Slot, Slots, filled, literal, slots_in
from ivy.graph.ir import Value

MOST_PARAMETERS = 10
"""With more parameters than this, two classes are easier to read than one."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a constructor; one with its default is left out."""

    name: str
    value: Any
    default: Any = Ellipsis
    positional: bool = False


@dataclass(frozen=True, slots=True)
class Constructed:
    """How a submodule is made: `callee(arguments)`."""

    callee: str
    arguments: tuple[Argument, ...] = ()
    random: bool = False
    """Whether it wants the random numbers of the model."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A parameter or buffer."""

    kind: str
    shape: tuple[int, ...]
    dtype: str
    hints: tuple[str, ...] = ()
    value: str = ""
    """Source of its first value; without one it is zeros."""


@dataclass(eq=False)
class Module:
    """A module of the source: all its calls, and what is directly below it."""

    path: str
    cls: str
    regions: list[Region] = field(default_factory=list)
    entries: dict[tuple[str, ...], Any] = field(default_factory=dict)
    """Parts of the name below this module -> Module, or (name, Value) of a weight."""

    def children(self) -> Iterator[Module]:
        """Yield the modules directly below."""
        for entry in self.entries.values():
            if isinstance(entry, Module):
                yield entry

    def height(self) -> int:
        """Return how many levels of modules there are, this one included."""
        return 1 + max((child.height() for child in self.children()), default=0)


@dataclass(eq=False)
class Draft:
    """The source of one module, with its numbers still open."""

    module: Module
    slots: Slots
    init: list[tuple[str, Any]]
    methods: list[tuple[str, str, tuple[str, ...]]]
    random: bool
    ties: tuple[tuple[str, str], ...] = ()

    def key(self) -> str:
        """Return what two modules of one class have in common."""
        return repr((self.module.cls, self.init, self.methods, self.random, self.ties))

    def values(self) -> list[str]:
        """Return the numbers as source."""
        return [literal(slot.value) for slot in self.slots.items]


@dataclass(eq=False)
class Class:
    """A finished class. `parameters` are the slots that its constructor takes: name -> slots."""

    name: str
    draft: Draft
    parameters: dict[str, list[int]]
    source: str = ""


def structured(element: Any, slots: Slots) -> Any:
    """Return a part of a constructor with its numbers in slots, as something to compare."""
    if isinstance(element, Constructed):
        arguments = tuple(
            (a.name, slots.mark(a.value, a.name), a.default, a.positional)
            for a in element.arguments
        )
        return ("make", element.callee, arguments, element.random)
    if isinstance(element, Leaf):
        hints = element.hints or ("size",) * len(element.shape)
        sizes = tuple(slots.mark(n, h) for n, h in zip(element.shape, hints, strict=True))
        return ("leaf", element.kind, sizes, element.dtype, element.value)
    if isinstance(element, list):
        runs: list[tuple[Any, int]] = []
        for one in element:
            if runs and runs[-1][0] == one and isinstance(one, Constructed):
                runs[-1] = (one, runs[-1][1] + 1)
            else:
                runs.append((one, 1))
        parts = ((structured(one, slots), slots.mark(count, "depth")) for one, count in runs)
        return ("list", tuple(parts))
    if isinstance(element, dict):
        return ("dict", tuple((key, structured(one, slots)) for key, one in element.items()))
    return ("text", element)


def grouped(drafts: list[Draft], names: Names) -> list[tuple[Class, list[Draft]]]:
    """Return classes with the modules each stands for."""
    groups: dict[str, list[Draft]] = {}
    for draft in drafts:
        groups.setdefault(draft.key(), []).append(draft)
    found = []
    for group in groups.values():
        columns = list(zip(*(draft.values() for draft in group), strict=True))
        varying = {i: column for i, column in enumerate(columns) if len(set(column)) > 1}
        if len(set(varying.values())) > MOST_PARAMETERS:
            alike: dict[tuple[str, ...], list[Draft]] = {}
            for draft in group:
                alike.setdefault(tuple(draft.values()), []).append(draft)
            parts, varying = list(alike.values()), {}
        else:
            parts = [group]
        for part in parts:
            name = names.fresh(camel_case(part[0].module.cls), between="")
            found.append((Class(name, part[0], _parameters(part[0].slots.items, varying)), part))
    return found


def _parameters(slots: list[Slot], varying: dict[int, Any]) -> dict[str, list[int]]:
    """Return names for what varies; what always varies together is one parameter."""
    names = Names()
    merged: dict[Any, list[int]] = {}
    for index, column in varying.items():
        merged.setdefault(column, []).append(index)
    return {names.fresh(slots[together[0]].hint): together for together in merged.values()}


def camel_case(name: str) -> str:
    """Return a name as those of classes are written."""
    words = filter(None, identifier(name).split("_"))
    joined = "".join(word[:1].upper() + word[1:] for word in words)
    return f"_{joined}" if joined[:1].isdigit() else joined


def constructed(cls: Class, draft: Draft) -> Constructed:
    """Return how the module of a draft is made, with the class it belongs to."""
    arguments = tuple(
        Argument(name, draft.slots.items[indices[0]].value, positional=number < 2)
        for number, (name, indices) in enumerate(cls.parameters.items())
    )
    return Constructed(cls.name, arguments, draft.random)


def rendered(cls: Class, target: Any, bases: str, extra: list[str], doc: str) -> str:
    """Return the source of a class."""
    draft = cls.draft
    values = draft.values()
    inside, outside = list(values), list(values)
    for name, indices in cls.parameters.items():
        for index in indices:
            inside[index], outside[index] = name, f"self.{name}"
    body: list[str] = []
    used = {i for *_, lines in draft.methods for line in lines for i in slots_in(line)}
    for name, indices in cls.parameters.items():
        if used & set(indices):
            body.append(f"self.{name} = {name}")
    varying = {index for indices in cls.parameters.values() for index in indices}
    for attribute, element in draft.init:
        body.extend(target.declared(attribute, element, _Filler(inside, varying, draft)))
    body += [f"{one} = {other}" for one, other in draft.ties]
    lines = [f"class {cls.name}({bases}):" if bases else f"class {cls.name}:"]
    if doc:
        lines += [f"    {doc}", ""]
    if body:
        given = ["self", *cls.parameters, *(["rngs"] if draft.random else [])]
        lines.append(f"    def __init__({', '.join(given)}):")
        start = [target.super_init] if target.super_init else []
        lines += [f"        {line}" for line in [*start, *body]] + [""]
    for name, arguments, method in draft.methods:
        lines.append(f"    def {name}({arguments}):")
        lines += [f"        {filled(line, outside)}" for line in method] + [""]
    lines += [f"    {line}" if line else "" for line in extra]
    return "\n".join(lines).rstrip() + "\n"


@dataclass(slots=True)
class _Filler:
    """Puts the numbers of a class into the parts of its constructor."""

    values: list[str]
    varying: set[int]
    draft: Draft

    def text(self, marked: str) -> str:
        """Return text with its numbers."""
        return filled(marked, self.values)

    def arguments(self, arguments: tuple[Any, ...], random: bool) -> str:
        """Return the arguments of a constructor, without those that have their default."""
        parts = []
        for name, mark, default, positional in arguments:
            (index,) = slots_in(mark)
            fixed = index not in self.varying
            if fixed and default is not ... and self.draft.slots.items[index].value == default:
                continue
            parts.append(self.text(mark) if positional else f"{name}={self.text(mark)}")
        if random:
            parts.append("rngs=rngs")
        return ", ".join(parts)

    def count(self, mark: str) -> str | None:
        """Return how often a block is repeated; None for once."""
        (index,) = slots_in(mark)
        if index not in self.varying and self.draft.slots.items[index].value == 1:
            return None
        return self.text(mark)


def weight_shape(value: Value) -> tuple[int, ...]:
    """Return the shape of a weight, which is always known."""
    return tuple(n or 0 for n in value.shape or ())
