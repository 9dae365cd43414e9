"""Find the variables and submodules of a module, and share the arrays that stand in two places."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

from ivy.container import Container
from ivy.dispatch import Wrapper, backend_of, is_native, unwrap
from ivy.errors import IvyValueError, describe

Path = tuple[str, ...]
_LEAVES = (int, float, complex, str, bytes, Wrapper)
_SMALL = 64
"""A list or dict with more entries, none of them a module, is data: only its size is watched."""


class Tie(NamedTuple):
    """A variable of a child that is kept elsewhere in the parent's variables."""

    at: Path
    kept: Path


class Binding(NamedTuple):
    """A child with variables, where they are in the parent's, and which of them are elsewhere."""

    child: Any
    path: Path
    ties: tuple[Tie, ...]


class Above:
    """The modules that hold one, the last to collect it first; copies and pickles leave them."""

    __slots__ = ("_refs",)

    def __init__(self) -> None:
        self._refs: list[weakref.ref[Any]] = []

    def put(self, module: Any) -> None:
        """Have a module as the first."""
        self._refs = [weakref.ref(module), *(weakref.ref(x) for x in self if x is not module)]

    def __iter__(self) -> Iterator[Any]:
        return (module for ref in self._refs if (module := ref()) is not None)

    def __reduce__(self) -> Any:
        return Above, ()


def children_of(module: Any, module_class: type, skipped: frozenset[str]) -> list[tuple[Any, Path]]:
    """Return the modules reachable from the attributes, not through other modules, with paths."""
    seen = {id(module)}
    attributes = [(k, x) for k, x in vars(module).items() if k not in skipped and k[:2] != "__"]
    found = [
        each
        for key, obj in attributes
        for each in _found(obj, (_stripped(key),), module_class, seen)
    ]
    paths: dict[Path, Any] = {}
    for child, path in found:
        if path in paths:
            where, name = "/".join(path), type(module).__name__
            msg = f"{name}: expected one module per key, got two for {where!r}"
            raise IvyValueError(f"{msg}; an underscore in front of a name does not count")
        paths[path] = child
    return found


def _found(obj: Any, path: Path, module_class: type, seen: set[int]) -> Iterator[tuple[Any, Path]]:
    """Yield the modules that an object is or holds, with paths."""
    if obj is None or isinstance(obj, _LEAVES) or id(obj) in seen:
        return
    if isinstance(obj, module_class):
        seen.add(id(obj))
        yield obj, path
        return
    for key, child in _entries(obj, seen):
        yield from _found(child, (*path, key), module_class, seen)


def holds_modules(obj: Any, module_class: type) -> bool:
    """Return whether an object is a module, or a list, dict or plain object with one inside."""
    return any(_found(obj, (), module_class, set()))


def _entries(obj: Any, seen: set[int]) -> list[tuple[str, Any]]:
    """Return the keys and values of what a module may hide in: lists, dicts, plain objects."""
    if isinstance(obj, (list, tuple)):
        seen.add(id(obj))
        return [(f"v{i}", item) for i, item in enumerate(obj)]
    if isinstance(obj, dict):
        seen.add(id(obj))
        return [(_stripped(key), item) for key, item in obj.items() if isinstance(key, str)]
    opaque = isinstance(obj, (Wrapper, type, ModuleType)) or callable(obj) or is_native(obj)
    kind: Any = type(obj)
    if opaque or backend_of(kind) or not hasattr(obj, "__dict__"):
        return []
    seen.add(id(obj))
    return [(_stripped(key), item) for key, item in vars(obj).items() if key[:2] != "__"]


class Watched:
    """A list or dict, the module it belongs to, and what it had in it when last looked at."""

    __slots__ = ("copy", "held", "module_class", "owner", "size", "with_modules")

    def __init__(self, owner: Any, held: Any, module_class: type) -> None:
        self.owner, self.held, self.module_class = owner, held, module_class
        self.with_modules = holds_modules(held, module_class)
        self._remember()

    @property
    def is_data(self) -> bool:
        """Whether there is too much in it for a look at everything in every call."""
        return not self.with_modules and self.size > _SMALL

    def has_changed(self) -> bool:
        """Return whether modules were put in or taken out."""
        if not self.with_modules:
            return self._has_gained_modules()
        try:
            return bool(self.held != self.copy)
        except Exception:  # arrays beside the modules, which say what is equal for each element
            return True

    def _has_gained_modules(self) -> bool:
        """Look at what came into a list or dict without modules, and remember it."""
        held = self.held
        if len(held) == self.size and (self.is_data or _has_same_entries(held, self.copy)):
            return False
        new = held[self.size :] if self.is_data and isinstance(held, list) else held
        if holds_modules(new, self.module_class) or (not self.is_data and _holds_more(held)):
            return True
        self._remember()
        return False

    def follow(self, new: Any) -> None:
        """Watch a list or dict without modules in the place of one."""
        self.held = new
        self._remember()

    def _remember(self) -> None:
        self.size = len(self.held)
        as_plain = dict if isinstance(self.held, dict) else list
        self.copy = None if self.is_data else as_plain(self.held)


def _holds_more(held: Any) -> bool:
    """Return whether there are lists or dicts inside, to be watched themselves."""
    values = held.values() if isinstance(held, dict) else held
    return any(isinstance(each, (list, dict)) for each in values)


def _has_same_entries(held: Any, copy: Any) -> bool:
    """Return whether the values of two lists, or of two dicts, are the same objects."""
    if isinstance(held, dict):
        held, copy = list(held.values()), list(copy.values())
    return all(one is other for one, other in zip(held, copy, strict=True))


def watched_in(module: Any, module_class: type, skipped: frozenset[str]) -> list[Watched]:
    """Return the lists and dicts below a module, not below its children.

    Those without modules are watched too: modules may be on their way. Only ivy's own layers put
    none into what has other things in it, their lists of sizes.
    """
    ours = type(module).__module__.startswith("ivy.")
    found = []
    seen = {id(module)}
    left = [x for key, x in vars(module).items() if key not in skipped and key[:2] != "__"]
    while left:
        obj = left.pop()
        if obj is None or isinstance(obj, (*_LEAVES, module_class)) or id(obj) in seen:
            continue
        entries = [item for _, item in _entries(obj, seen)]
        if isinstance(obj, (list, dict)):
            watched = Watched(module, obj, module_class)
            if watched.with_modules or not (ours and obj):
                found.append(watched)
            if watched.is_data:
                continue
        left += entries
    return found


def hides_modules(obj: Any, module_class: type) -> bool:
    """Return whether an object that is no list, dict or module has modules in its attributes."""
    ours = type(obj).__module__.startswith("ivy.")  # initializers and dtypes, asked about often
    if ours or isinstance(obj, (list, tuple, dict, module_class)) or not _entries(obj, set()):
        return False
    return bool(children_of(obj, module_class, frozenset()))


def _stripped(key: str) -> str:
    return key[1:] if key[:1] == "_" else key


def assembled(
    created: Container, children: list[tuple[Any, Path]]
) -> tuple[Container, list[Binding]]:
    """Return all variables of a module, and how its children's variables lie in them.

    The variables of a child are the child's own Container, unless one of its arrays stands
    elsewhere already: such an array is kept once, and the child gets it from there.
    """
    kept = {id(unwrap(x)): tuple(chain.split("/")) for chain, x in created.cont_to_iterator()}
    tree: dict[str, Any] = dict(created)
    bindings = []
    for child, path in children:
        own = child.v
        if not own:
            continue
        ties, remaining = _untied(own, path, kept)
        bindings.append(Binding(child, path, tuple(ties)))
        if remaining:
            _insert(tree, path, remaining)
    return Container(tree), bindings


def _untied(own: Container, path: Path, kept: dict[int, Path]) -> tuple[list[Tie], Container]:
    ties = []
    for chain, x in own.cont_to_iterator():
        at = tuple(chain.split("/"))
        place = kept.setdefault(id(unwrap(x)), (*path, *at))
        if place != (*path, *at):
            ties.append(Tie(at, place))
    if not ties:
        return [], own
    return ties, own.cont_prune_key_chains(["/".join(tie.at) for tie in ties])


def _insert(tree: dict[str, Any], path: Path, value: Container) -> None:
    *parents, last = path
    for key in parents:
        tree = tree.setdefault(key, {})
    if last in tree:
        raise IvyValueError(f"expected one source of the variables {'/'.join(path)!r}, got two")
    tree[last] = value


def slice_for(binding: Binding, variables: Container) -> Container:
    """Return the child's part of its parent's variables."""
    part: Any = variables
    for key in binding.path:
        part = part.get(key) if isinstance(part, dict) else None
    if part is None:
        if not binding.ties:
            msg = f"expected variables at {'/'.join(binding.path)!r}"
            raise IvyValueError(f"{msg}, got {variables.cont_all_key_chains()}")
        part = Container()
    if not binding.ties:
        return part
    part = part.cont_copy()
    for tie in binding.ties:
        part["/".join(tie.at)] = variables["/".join(tie.kept)]
    return part


def shape_of(x: Any) -> Any:
    """Return the shape of an array as a tuple; what is none has none."""
    shape = getattr(x, "shape", None)
    return describe(x) if shape is None else tuple(shape)


def alike(own: Any, given: Any, property_of: Callable[[Any], Any] | None = None) -> bool:
    """Return whether two nests have the same keys and, at these, leaves of an equal property."""
    if not isinstance(given, dict) or own.keys() != given.keys():
        return False
    for key, x in dict.items(own):
        y = dict.get(given, key)
        if isinstance(x, dict):
            same = alike(x, y, property_of)
        else:
            equal = property_of is None or x is y or property_of(x) == property_of(y)
            same = equal and not isinstance(y, dict)
        if not same:
            return False
    return True


def unlike(
    expected: str, own: Container, given: Container, property_of: Callable[[Any], Any] = shape_of
) -> IvyValueError:
    """Return the error that says which leaves are missing, of another property, or too many."""
    ours, theirs = (
        {chain: property_of(x) for chain, x in c.cont_to_iterator()} for c in (own, given)
    )
    wrong = [chain for chain in ours if chain not in theirs or ours[chain] != theirs[chain]]
    extra = [chain for chain in theirs if chain not in ours]
    wanted = ", ".join(f"{chain} {ours[chain]}" for chain in wrong) or "nothing more"
    found = ", ".join(f"{chain} {theirs[chain]}" for chain in [*wrong, *extra] if chain in theirs)
    return IvyValueError(f"{expected} {wanted}, got {found or 'nothing of the kind'}")


def merged(name: str, built: Container, given: Any, partial: bool) -> Container:
    """Return the variables a constructor was given, checked against those it would have made."""
    given = given if isinstance(given, Container) else Container(given)
    complete = Container.cont_combine(built, given) if partial else given
    if not alike(built, complete, shape_of):
        error = unlike(f"{name}: expected in v", built, complete)
        hint = "" if partial else "; with_partial_v=True takes some of the variables"
        raise IvyValueError(f"{error}{hint}")
    return complete
