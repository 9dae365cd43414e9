"""Classes of ivy as trees for every framework's transformations; `ivy.Array` is one of one leaf.

`jax.jit`, `torch.func.vmap`, `tf.function` and their kin then take and return them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from ivy import backends
from ivy.array import Array

Flatten = Callable[[Any], tuple[Iterable[Any], Any]]
Unflatten = Callable[[Any, Iterable[Any]], Any]
Keys = Callable[[Any], Iterable[str]]

_classes: list[tuple[type, Flatten, Unflatten, Keys | None]] = []
_optree_knows: set[type] = set()


def register(cls: type, flatten: Flatten, unflatten: Unflatten, keys: Keys | None = None) -> None:
    """Make a class a tree for every framework loaded by now or later.

    Args:
        cls: instances are what frameworks shall look into.
        flatten: gives the leaves, and hashable metadata that has no array in it.
        unflatten: makes an instance of metadata and leaves; placeholders that are no arrays too.
        keys: gives the names of the leaves, for frameworks that show paths.
    """
    _classes.append((cls, flatten, unflatten, keys))
    for space in backends.loaded():
        space.register_pytree(cls, flatten, unflatten, keys)


def _on_load(space: Any) -> None:
    for each in _classes:
        space.register_pytree(*each)
    register_with_optree()


def register_with_optree() -> None:
    """Make the classes trees of optree too; done whenever a backend loads after optree."""
    optree = sys.modules.get("optree")
    if optree is None:
        return
    for cls, flatten, unflatten, _ in _classes:
        if cls not in _optree_knows:
            _optree_knows.add(cls)
            everywhere = optree.registry.__GLOBAL_NAMESPACE
            optree.register_pytree_node(cls, flatten, unflatten, namespace=everywhere)


def _flatten(array: Array) -> tuple[tuple[Any], None]:
    return (array._data,), None


def _unflatten(metadata: None, leaves: Iterable[Any]) -> Array:
    array = object.__new__(Array)
    (array._data,) = leaves
    return array


backends.on_load(_on_load)
register(Array, _flatten, _unflatten)
