"""Which leaves and Containers are the same, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ivy.container.mapping import EVERYTHING, Selection, join
from ivy.container.tree import Tree
from ivy.dispatch import OPERATIONS, is_array, unwrap
from ivy.errors import IvyTypeError, describe

_ABSENT = object()


def check_list(name: str, containers: Any) -> None:
    """Raise unless Containers came in a list."""
    if isinstance(containers, Tree):  # whose keys would be taken for them
        raise IvyTypeError(f"{name}: expected a list [a, b] of Containers, got one")
    if not isinstance(containers, Sequence) or isinstance(containers, str):
        raise IvyTypeError(f"{name}: expected a list of Containers, got {describe(containers)}")


class Comparison:
    """Which leaves count as the same."""

    def __init__(
        self, values: bool, shapes: bool, types: bool, identity: bool, build: bool = False
    ) -> None:
        self.values, self.shapes, self.types, self.identity = values, shapes, types, identity
        self.build = build

    def same(self, x: Any, y: Any) -> bool:
        """Return whether two leaves are the same."""
        if self.build:
            x, y = (leaf() if callable(leaf) else leaf for leaf in (x, y))
        if x is y:
            return True
        if self.types and type(x) is not type(y):
            return False
        if is_array(x) and is_array(y):
            return self._same_arrays(x, y)
        if is_array(x) or is_array(y):
            return not self.values
        return not self.values or _equal(x, y)

    def _same_arrays(self, x: Any, y: Any) -> bool:
        if self.shapes and tuple(x.shape) != tuple(y.shape):
            return False
        if not self.values or unwrap(x) is unwrap(y):
            return True
        if self.identity and not (isinstance(x, np.ndarray) and isinstance(y, np.ndarray)):
            return False
        to_numpy = OPERATIONS["to_numpy"]
        return np.array_equal(to_numpy(x), to_numpy(y))


def _equal(x: Any, y: Any) -> bool:
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)):
        comparison = Comparison(values=True, shapes=True, types=False, identity=False)
        return len(x) == len(y) and all(map(comparison.same, x, y))
    return bool(x == y)


def identical(
    containers: Sequence[Any], comparison: Comparison, chosen: Selection, partial: bool, chain: str
) -> bool:
    """Return whether Containers, or leaves, are the same; see `cont_identical`."""
    first, *others = containers
    if not all(isinstance(c, Tree) for c in containers):
        if any(isinstance(c, Tree) for c in containers):
            return False
        return not chosen.takes(chain) or all(comparison.same(first, other) for other in others)
    if not partial and chosen is EVERYTHING and any(c.keys() != first.keys() for c in others):
        return False
    for key in {key: None for container in containers for key in container}:
        values = [dict.get(c, key, _ABSENT) for c in containers]
        below = join(chain, key)
        if any(value is _ABSENT for value in values):
            if partial or not _any_chosen(values, chosen, below):
                continue
            return False
        if not identical(values, comparison, chosen, partial, below):
            return False
    return True


def _any_chosen(values: Sequence[Any], chosen: Selection, chain: str) -> bool:
    for value in values:
        if isinstance(value, Tree):
            if any(chosen.takes(below) for below in value.cont_to_iterator_keys(chain)):
                return True
        elif value is not _ABSENT and chosen.takes(chain):
            return True
    return False


def find(tree: Any, sub: Any, comparison: Comparison, partial: bool, chain: str) -> str | bool:
    """Return the key chain of a Container that is the same as `sub`, or False."""
    candidate = tree
    if partial and all(tree.cont_has_key_chain(c) for c in sub.cont_to_iterator_keys()):
        candidate = tree.cont_at_key_chains(list(sub.cont_to_iterator_keys()))
    if identical([candidate, sub], comparison, EVERYTHING, False, ""):
        return chain
    for key, child in tree.items():
        if isinstance(child, Tree):
            found = find(child, sub, comparison, partial, join(chain, key))
            if found is not False:
                return found
    return False


class Differ:
    """Puts what several Containers have in one, with entries of their own where they differ."""

    def __init__(
        self,
        mode: str,
        prefix: str,
        names: list[str],
        key_diffs: bool,
        comparison: Comparison,
        model: Tree,
    ) -> None:
        self.mode, self.prefix, self.names = mode, prefix, names
        self.key_diffs, self.comparison, self.model = key_diffs, comparison, model

    def compare(self, containers: Sequence[Any]) -> Any:
        """Return the Container of what is the same and what differs."""
        result = self.model._new()
        for key in {key: None for container in containers for key in container}:
            values = [dict.get(c, key, _ABSENT) for c in containers]
            found = self._entry(values)
            if found is not _ABSENT:
                dict.__setitem__(result, key, found)
        return result

    def _entry(self, values: list[Any]) -> Any:
        """Return what stands for one key: a value, a Container of differing ones or nothing."""
        present = [value for value in values if value is not _ABSENT]
        complete = len(present) == len(values)
        if complete and all(isinstance(value, Tree) for value in values):
            inside = self.compare(values)
            return inside if inside or not any(values) else _ABSENT
        groups = self._groups(values)
        if len(groups) == 1 and (complete or not self.key_diffs):
            return present[0] if self.mode != "diff_only" else _ABSENT
        if self.mode == "same_only":
            return _ABSENT
        named = {self.prefix + "_".join(self.names[i] for i in g): values[g[0]] for g in groups}
        return self.model._new(named)

    def _groups(self, values: list[Any]) -> list[list[int]]:
        """Return the positions of equal values together."""
        groups: list[list[int]] = []
        for i, value in enumerate(values):
            if value is _ABSENT:
                continue
            for group in groups:
                if identical([values[group[0]], value], self.comparison, EVERYTHING, False, ""):
                    group.append(i)
                    break
            else:
                groups.append([i])
        return groups
