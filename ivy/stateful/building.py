"""Find the variables and submodules of a module, and share the arrays that stand in two places."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

from ivy.container import Container
from ivy.dispatch import Wrapper, backend_of, is_native, unwrap
from ivy.errors import IvyException, IvyValueError

Path = tuple[str, ...]
_LEAVES = (int, float, complex, str, bytes, Wrapper)


class Tie(NamedTuple):
    """A variable of a child that is kept elsewhere in the parent's variables."""

    at: Path
    kept: Path


class Binding(NamedTuple):
    """A child with variables, where they are in the parent's, and which of them are elsewhere."""

    child: Any
    path: Path
    ties: tuple[Tie, ...]


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
            raise IvyException(f"{msg}; an underscore in front of a name does not count")
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


class Watched(NamedTuple):
    """A list or dict of modules, the one it belongs to, and a copy from when that was built."""

    owner: Any
    held: Any
    copy: Any

    def has_changed(self) -> bool:
        """Return whether something was put in or taken out."""
        try:
            return bool(self.held != self.copy)
        except Exception:  # arrays beside the modules, which say what is equal for each element
            return True


def watched_in(module: Any, module_class: type, skipped: frozenset[str]) -> list[Watched]:
    """Return the lists and dicts below a module, not below its children, that hold modules.

    Those with nothing in them are watched too: modules may be on their way.
    """
    found = []
    seen = {id(module)}
    left = [x for key, x in vars(module).items() if key not in skipped and key[:2] != "__"]
    while left:
        obj = left.pop()
        if obj is None or isinstance(obj, (*_LEAVES, module_class)) or id(obj) in seen:
            continue
        left += [item for _, item in _entries(obj, seen)]
        if isinstance(obj, (list, dict)) and (not obj or holds_modules(obj, module_class)):
            found.append(Watched(module, obj, type(obj)(obj)))
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
        raise IvyException(f"expected one source of the variables {'/'.join(path)!r}, got two")
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


def merged(name: str, built: Container, given: Any, partial: bool) -> Container:
    """Return the variables a constructor was given, checked against those it would have made."""
    given = given if isinstance(given, Container) else Container(given)
    shapes = {chain: tuple(x.shape) for chain, x in built.cont_to_iterator()}
    wrong = []
    for chain, x in given.cont_to_iterator():
        if chain not in shapes:
            wrong.append(f"no {chain!r}")
        elif tuple(x.shape) != shapes[chain]:
            wrong.append(f"{chain!r} of shape {shapes[chain]}, not {tuple(x.shape)}")
    if not partial:
        wrong += [f"also {chain!r}" for chain in shapes if chain not in given]
    if wrong:
        hint = "" if partial else "; with_partial_v=True takes some of the variables"
        raise IvyException(f"{name}: expected in v {', '.join(wrong)}{hint}")
    return Container.cont_combine(built, given) if partial else given
