"""Nested lists, tuples and dicts: find leaves by path, and put others in their places.

Subclasses are nests too and keep their type: named tuples, `ivy.Container`, `defaultdict`.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

Path = tuple[Any, ...]
Items = list[tuple[Any, Any]]
_NOTHING = object()


def is_nest(tree: Any) -> bool:
    """Return whether `tree` is a list, a tuple, a dict or of a class derived from these."""
    return isinstance(tree, (dict, list, tuple))


def children(tree: Any) -> Items:
    """Return (key or position, child) of a nest; nothing for a leaf."""
    if isinstance(tree, dict):
        return list(tree.items())
    return list(enumerate(tree)) if isinstance(tree, (list, tuple)) else []


def like(tree: Any, items: Items) -> Any:
    """Return a nest of the same type with these children; a named tuple needs all of its own."""
    if isinstance(tree, defaultdict):
        same = copy.copy(tree)
        same.clear()
        same.update(items)
        return same
    if isinstance(tree, dict):
        return getattr(tree, "_new", type(tree))(items)  # a Container keeps its settings
    values = [value for _, value in items]
    if not hasattr(tree, "_fields"):
        return type(tree)(values)
    return type(tree)(*values) if len(values) == len(tree) else tuple(values)


def mapped(function: Callable[[Any], Any], tree: Any) -> Any:
    """Return a nest of the same structure with `function` applied to each leaf."""
    if not is_nest(tree):
        return function(tree)
    return like(tree, [(key, mapped(function, child)) for key, child in children(tree)])


def leaves_with_paths(
    tree: Any, is_leaf: Callable[[Any], bool], path: Path = (), with_nests: bool = False
) -> list[tuple[Path, Any]]:
    """Return (path, leaf) of everything in the nest that is a leaf, in order.

    With `with_nests` also those of the nests in it, each after its own leaves.
    """
    if is_leaf(tree):
        return [(path, tree)]
    found = []
    for key, child in children(tree):
        found += leaves_with_paths(child, is_leaf, (*path, key), with_nests)
    return [*found, (path, tree)] if with_nests and path else found


def opened(
    tree: Any, is_leaf: Callable[[Any], bool], leaves: list[Any], rest: list[Any]
) -> Callable[[Iterator[Any]], Any]:
    """Add the leaves of a nest to a list, in order, and whatever else is no nest to another.

    Returns a function that makes the nest again, with the values of an iterator as its leaves.
    """
    if is_leaf(tree):
        leaves.append(tree)
        return next
    kind = type(tree)
    if kind is list or kind is tuple:  # most nests: their children have no keys to carry
        makers = [opened(child, is_leaf, leaves, rest) for child in tree]
        return lambda values: kind([make(values) for make in makers])
    items = children(tree)
    if not items:
        rest.append(tree)
        return lambda values: tree
    named = [(key, opened(child, is_leaf, leaves, rest)) for key, child in items]
    new = getattr(tree, "_new", None) or partial(like, tree)
    return lambda values: new([(key, make(values)) for key, make in named])


def replaced(tree: Any, values: Mapping[Path, Any], path: Path = ()) -> Any:
    """Return the nest with the values at their paths; everything else is kept."""
    if path in values:
        return values[path]
    if not is_nest(tree):
        return tree
    return like(tree, [(k, replaced(c, values, (*path, k))) for k, c in children(tree)])


def pruned(tree: Any, values: Mapping[Path, Any]) -> Any:
    """Return the nest of the values only, without what has none; `None` when there are none."""
    result = _pruned(tree, values, ())
    return None if result is _NOTHING else result


def _pruned(tree: Any, values: Mapping[Path, Any], path: Path) -> Any:
    if path in values:
        return values[path]
    kept = [(k, _pruned(c, values, (*path, k))) for k, c in children(tree)]
    kept = [(k, c) for k, c in kept if c is not _NOTHING]
    return like(tree, kept) if kept else _NOTHING
