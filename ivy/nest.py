"""Nested lists, tuples and dicts: find leaves by path, and put others in their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Path = tuple[Any, ...]
_NOTHING = object()


def leaves_with_paths(
    tree: Any, is_leaf: Callable[[Any], bool], path: Path = ()
) -> list[tuple[Path, Any]]:
    """Return (path, leaf) of everything in the nest that is a leaf, in order."""
    if is_leaf(tree):
        return [(path, tree)]
    found = []
    for key, child in _children(tree):
        found += leaves_with_paths(child, is_leaf, (*path, key))
    return found


def replaced(tree: Any, values: Mapping[Path, Any], path: Path = ()) -> Any:
    """Return the nest with the values at their paths; everything else is kept."""
    if path in values:
        return values[path]
    if not isinstance(tree, (dict, list, tuple)):
        return tree
    return _like(tree, [(k, replaced(c, values, (*path, k))) for k, c in _children(tree)])


def pruned(tree: Any, values: Mapping[Path, Any]) -> Any:
    """Return the nest of the values only, without what has none; `None` when there are none."""
    result = _pruned(tree, values, ())
    return None if result is _NOTHING else result


def _pruned(tree: Any, values: Mapping[Path, Any], path: Path) -> Any:
    if path in values:
        return values[path]
    kept = [(k, _pruned(c, values, (*path, k))) for k, c in _children(tree)]
    kept = [(k, c) for k, c in kept if c is not _NOTHING]
    if not kept:
        return _NOTHING
    if hasattr(tree, "_fields") and len(kept) < len(tree):
        return tuple(c for _, c in kept)
    return _like(tree, kept)


def _children(tree: Any) -> list[tuple[Any, Any]]:
    if isinstance(tree, dict):
        return list(tree.items())
    return list(enumerate(tree)) if isinstance(tree, (list, tuple)) else []


def _like(tree: Any, items: list[tuple[Any, Any]]) -> Any:
    """Return a nest of the same type with these children."""
    if isinstance(tree, dict):
        return type(tree)(items)
    values = [value for _, value in items]
    return type(tree)(*values) if hasattr(tree, "_fields") else type(tree)(values)
