"""Methods of `ivy.Container` that rename, move and cut key chains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from ivy.container.chains import ChainMethods
from ivy.container.mapping import chains_in, normal
from ivy.container.tree import Tree
from ivy.dispatch import OPERATIONS
from ivy.errors import IvyTypeError, IvyValueError, check_callable, describe


class RestructuringMethods(ChainMethods):
    """Rename, move and cut key chains."""

    # ---- renaming and moving --------------------------------------------------------------

    def cont_format_key_chains(self, format_fn: Callable[[str], str]) -> Self:
        """Return a Container with key chains renamed by a function."""
        check_callable("cont_format_key_chains", format_fn)
        result = self._new()
        for chain, value in self.cont_to_iterator():
            result[format_fn(chain)] = value
        return result

    def cont_sort_by_key(self) -> Self:
        """Return a Container with its keys in alphabetical order, at every depth."""
        return self._new(
            {
                key: value.cont_sort_by_key() if isinstance(value, RestructuringMethods) else value
                for key, value in sorted(self.items(), key=lambda item: item[0])
            }
        )

    def cont_prune_key_from_key_chains(
        self, absolute: str | None = None, containing: str | None = None
    ) -> Self:
        """Return a Container without the level of this key: what is in it moves up.

        >>> ivy.Container(a={"b": {"c": 1}}).cont_prune_key_from_key_chains("b").cont_to_dict()
        {'a': {'c': 1}}
        """
        return self.cont_prune_keys_from_key_chains(
            None if absolute is None else [absolute], None if containing is None else [containing]
        )

    def cont_prune_keys_from_key_chains(self, absolute: Any = None, containing: Any = None) -> Self:
        """Return a Container without the levels of these keys, or of keys with these texts."""
        if not absolute and not containing:
            msg = "cont_prune_keys_from_key_chains: expected absolute or containing, got neither"
            raise IvyValueError(msg)
        names, parts = chains_in(absolute or []), chains_in(containing or [])

        def shorter(chain: str) -> str:
            *levels, key = chain.split("/")
            kept = [e for e in levels if e not in names and not any(part in e for part in parts)]
            return "/".join([*kept, key])

        return self.cont_format_key_chains(shorter)

    def cont_restructure_key_chains(
        self, keychain_mapping: dict[str, str], keep_orig: bool = True, replace: bool = True
    ) -> Self:
        """Return a Container with key chains moved from old to new.

        Args:
            keychain_mapping: old to new key chains; '' is the whole Container.
            keep_orig: whether to keep what is not in the mapping.
            replace: whether what is moved leaves its old place.

        >>> ivy.Container(a=1, b={"c": 2}).cont_restructure_key_chains({"b/c": "d"}).cont_to_dict()
        {'a': 1, 'd': 2}
        """
        return self.cont_restructure(dict(keychain_mapping), keep_orig, replace)

    def cont_restructure(
        self, mapping: dict[str, Any], keep_orig: bool = True, replace: bool = True
    ) -> Self:
        """Return a Container with key chains moved, and rearranged by an einops pattern.

        As `cont_restructure_key_chains`; a new place may also be a dict of `key_chain`, and
        `pattern` and `axes_lengths` for `ivy.einops_rearrange`.
        """
        if not isinstance(mapping, dict):
            msg = "cont_restructure: expected a dict of old to new key chains"
            raise IvyTypeError(f"{msg}, got {describe(mapping)}")
        result = self.cont_copy() if keep_orig else self._new()
        if keep_orig and replace:
            result = result._new() if "" in mapping else result.cont_prune_key_chains(list(mapping))
        for old, place in mapping.items():
            new, value = place, self[old]
            if isinstance(place, dict):
                new = place.get("key_chain", old)
                if place.get("pattern") is not None:
                    lengths = place.get("axes_lengths") or {}
                    value = OPERATIONS["einops_rearrange"](value, place["pattern"], **lengths)
            if new:
                result[new] = value.cont_copy() if isinstance(value, Tree) else value
            elif isinstance(value, Tree):
                for chain, leaf in value.cont_to_iterator():
                    result[chain] = leaf
            else:
                raise IvyValueError(f"cont_restructure: expected a new key for the leaf {old!r}")
        return result

    @staticmethod
    def cont_flatten_key_chain(
        key_chain: str,
        replacement: str = "__",
        above_height: int | None = None,
        below_depth: int | None = None,
    ) -> str:
        """Return a key chain as one key.

        The first `below_depth` and the last `above_height` keys stay levels of their own.

        >>> ivy.Container.cont_flatten_key_chain("a/b/c/d", below_depth=1)
        'a/b__c__d'
        """
        keys = normal(key_chain).split("/")
        start = min(below_depth or 0, len(keys))
        stop = max(len(keys) - (above_height or 0), start)
        middle = [replacement.join(keys[start:stop])] if start < stop else []
        return "/".join([*keys[:start], *middle, *keys[stop:]])

    def cont_flatten_key_chains(
        self,
        include_empty: bool = False,
        above_height: int | None = None,
        below_depth: int | None = None,
    ) -> Self:
        """Return a Container of one level, with the keys of each chain joined by `__`.

        >>> ivy.Container(a=1, b={"c": 2}).cont_flatten_key_chains().cont_to_dict()
        {'a': 1, 'b__c': 2}
        """
        result = self._new()
        for chain, value in self.cont_to_iterator(include_empty=include_empty):
            key = self.cont_flatten_key_chain(chain, "__", above_height, below_depth)
            result[key] = value
        return result

    @staticmethod
    def cont_trim_key(key: str, max_length: int) -> str:
        """Return a key shortened to `max_length` of its characters, evenly spread.

        >>> ivy.Container.cont_trim_key("abcdefghi", 5)
        'acegi'
        """
        if len(key) <= max_length:
            return key
        step = (len(key) - 1) / max(max_length - 1, 1)
        return "".join(key[round(i * step)] for i in range(max_length))

    # ---- cutting --------------------------------------------------------------------------

    def cont_slice_via_key(self, slice_key: str) -> Any:
        """Return the Container with each Container that has the key replaced by its value there.

        >>> ivy.Container(a={"x": 1, "y": 2}, b={"x": 3}).cont_slice_via_key("x").cont_to_dict()
        {'a': 1, 'b': 3}
        """
        if dict.__contains__(self, slice_key):
            return self[slice_key]
        return self._new(
            {
                key: v.cont_slice_via_key(slice_key) if isinstance(v, RestructuringMethods) else v
                for key, v in self.items()
            }
        )

    def cont_slice_keys(self, key_slice: Any, all_depths: bool = False) -> Self:
        """Return a Container of some keys by position.

        Args:
            key_slice: a slice; text such as `"b:d"` for the keys whose first letters are b to d;
                or a dict from depths to these.
            all_depths: whether to slice Containers inside too.

        >>> ivy.Container(a=1, b=2, c=3).cont_slice_keys(slice(0, 2)).cont_to_dict()
        {'a': 1, 'b': 2}
        """
        here: Any = key_slice
        inside: Any = key_slice if all_depths else None
        if isinstance(key_slice, dict):
            here, inside = key_slice.get(0), {d - 1: s for d, s in key_slice.items() if d > 0}
        result = self._new()
        for key in list(self) if here is None else self._keys_in(here):
            value = self[key]
            if inside and isinstance(value, RestructuringMethods):
                value = value.cont_slice_keys(inside, all_depths)
            dict.__setitem__(result, key, value)
        return result

    def _keys_in(self, key_slice: Any) -> list[str]:
        if isinstance(key_slice, slice):
            return list(self)[key_slice]
        if not isinstance(key_slice, str) or ":" not in key_slice:
            msg = "cont_slice_keys: expected a slice, text such as 'b:d' or a dict of them"
            raise IvyTypeError(f"{msg}, got {key_slice!r}")
        if not self._settings.alphabetical_keys:
            msg = f"cont_slice_keys: expected alphabetical keys for {key_slice!r}"
            raise IvyValueError(msg + ", got a Container with alphabetical_keys=False")
        first, _, last = key_slice.partition(":")
        return [k for k in self if (not first or first <= k[:1]) and (not last or k[:1] <= last)]

    def cont_cutoff_at_depth(self, depth_cutoff: int, inplace: bool = False) -> Self:
        """Return a Container in which those that lie `depth_cutoff` levels down are empty.

        >>> ivy.Container(a={"b": 1}, d=2).cont_cutoff_at_depth(1).cont_to_dict()
        {'a': {}, 'd': 2}
        """
        _check_levels("cont_cutoff_at_depth", depth_cutoff)

        def cut(tree: Tree, depth: int) -> Tree:
            children = tree.items() if depth > 0 else ()
            return tree._new(
                {k: cut(v, depth - 1) if isinstance(v, Tree) else v for k, v in children}
            )

        result = cut(self, depth_cutoff)
        return self._become(result) if inplace else result  # type: ignore[return-value]

    def cont_cutoff_at_height(self, height_cutoff: int, inplace: bool = False) -> Self:
        """Return a Container in which those with at most `height_cutoff` levels are empty.

        >>> ivy.Container(a={"b": {"c": 1}}, d=2).cont_cutoff_at_height(1).cont_to_dict()
        {'a': {'b': {}}, 'd': 2}
        """
        _check_levels("cont_cutoff_at_height", height_cutoff)

        def cut(tree: Tree) -> Tree:
            children = tree.items() if height(tree) > height_cutoff else ()
            return tree._new({k: cut(v) if isinstance(v, Tree) else v for k, v in children})

        result = cut(self)
        return self._become(result) if inplace else result  # type: ignore[return-value]


def _check_levels(name: str, levels: Any) -> None:
    if not isinstance(levels, int):
        raise IvyTypeError(f"{name}: expected a number of levels, got {describe(levels)}")


def height(tree: Any) -> int:
    """Return the number of levels: the length of the longest key chain."""
    if not isinstance(tree, Tree) or not tree:
        return 0
    return 1 + max(map(height, tree.values()))
