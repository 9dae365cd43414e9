"""Methods of `ivy.Container` about keys and key chains such as `a/b/c`."""

from __future__ import annotations

from typing import Any, Self

from ivy.container.mapping import chains_in, join, leaves_of, normal
from ivy.container.tree import Tree


class ChainMethods(Tree):
    """Look up, set and drop key chains."""

    # ---- looking up -----------------------------------------------------------------------

    def cont_has_key(self, query_key: str) -> bool:
        """Return whether a key chain has this text in it."""
        return any(query_key in chain for chain in self.cont_to_iterator_keys())

    def cont_has_key_chain(self, key_chain: str) -> bool:
        """Return whether there is something at a key chain."""
        try:
            self[normal(key_chain)]
        except KeyError:
            return False
        return True

    def cont_at_key_chain(self, key_chain: str, ignore_key_errors: bool = False) -> Any:
        """Return what is at a key chain; with `ignore_key_errors` None where there is nothing."""
        if ignore_key_errors and not self.cont_has_key_chain(key_chain):
            return None
        return self[key_chain]

    def cont_if_exists(self, key: str) -> Any:
        """Return what is at a key chain, or None."""
        return self.cont_at_key_chain(key, ignore_key_errors=True)

    def cont_try_kc(self, key: str) -> Any:
        """Return what is at a key chain, or this Container where there is nothing."""
        return self[key] if self.cont_has_key_chain(key) else self

    def cont_at_key_chains(
        self, key_chains: Any, ignore_none: bool = True, ignore_key_errors: bool = False
    ) -> Self:
        """Return a Container of these key chains only, given as string, list or dict.

        >>> ivy.Container(a=1, b={"c": 2, "d": 3}).cont_at_key_chains(["b/c"]).cont_to_dict()
        {'b': {'c': 2}}
        """
        if key_chains is None and ignore_none:
            return self
        result = self._new()
        for chain in chains_in(key_chains):
            if not ignore_key_errors or self.cont_has_key_chain(chain):
                value = self[chain]
                result[chain] = value.cont_copy() if isinstance(value, Tree) else value
        return result

    def cont_at_keys(
        self,
        queries: Any,
        ignore_none: bool = True,
        containing: bool = False,
        ignore_key_errors: bool = False,
    ) -> Self:
        """Return a Container of the leaves below one of the keys, at any depth.

        With `containing` a key need only have the text in it.

        >>> ivy.Container(a=1, b={"c": 2, "d": 3}).cont_at_keys("c").cont_to_dict()
        {'b': {'c': 2}}
        """
        if queries is None and ignore_none:
            return self
        wanted = chains_in(queries)
        chains = [
            chain
            for chain in self.cont_to_iterator_keys()
            if any(_links(chain, query, containing) for query in wanted)
        ]
        return self.cont_at_key_chains(chains, ignore_none, ignore_key_errors)

    def cont_all_key_chains(self, include_empty: bool = False) -> list[str]:
        """Return the key chains of all leaves.

        >>> ivy.Container(a=1, b={"c": 2}).cont_all_key_chains()
        ['a', 'b/c']
        """
        return list(self.cont_to_iterator_keys(include_empty=include_empty))

    def cont_key_chains_containing(self, sub_str: str, include_empty: bool = False) -> list[str]:
        """Return the key chains that have this text in them."""
        return [chain for chain in self.cont_all_key_chains(include_empty) if sub_str in chain]

    # ---- setting --------------------------------------------------------------------------

    def cont_set_at_keys(self, target_dict: dict[str, Any]) -> Self:
        """Return a Container with new values wherever one of the keys is, at any depth."""
        return self._new(
            {
                key: target_dict[key]
                if key in target_dict
                else value.cont_set_at_keys(target_dict)
                if isinstance(value, ChainMethods)
                else value
                for key, value in self.items()
            }
        )

    def cont_set_at_key_chain(self, key_chain: str, val: Any, inplace: bool = False) -> Self:
        """Return a Container with a value at a key chain; what is missing above it is made.

        >>> ivy.Container(a=1).cont_set_at_key_chain("b/c", 2).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        target = self if inplace else self.cont_copy()
        target[key_chain] = val
        return target

    def cont_overwrite_at_key_chain(self, key_chain: str, val: Any, inplace: bool = False) -> Self:
        """Return a Container with another value at a key chain that exists."""
        self[key_chain]
        return self.cont_set_at_key_chain(key_chain, val, inplace)

    def cont_set_at_key_chains(
        self, target_dict: dict[str, Any], return_dict: Any = None, inplace: bool = False
    ) -> Self:
        """Return a Container with the values of a nested dict at their key chains."""
        target = return_dict if return_dict is not None else self if inplace else self.cont_copy()
        for chain, value in leaves_of(target_dict):
            target[chain] = value
        return target

    def cont_overwrite_at_key_chains(
        self, target_dict: dict[str, Any], return_dict: Any = None, inplace: bool = False
    ) -> Self:
        """Return a Container with other values at key chains that exist."""
        owner = self if return_dict is None else return_dict
        for chain, _ in leaves_of(target_dict):
            owner[chain]
        return self.cont_set_at_key_chains(target_dict, return_dict, inplace)

    def cont_create_if_absent(self, key: str, value: Any, inplace: bool = True) -> Self:
        """Return the Container with a value at a key chain, unless there is one already."""
        if self.cont_has_key_chain(key):
            return self
        return self.cont_set_at_key_chain(key, value, inplace)

    # ---- dropping -------------------------------------------------------------------------

    def cont_prune_keys(self, query_keys: Any, ignore_none: bool = True) -> Self:
        """Return a Container without the leaves whose key chains have one of the texts in them.

        >>> ivy.Container(a=1, b={"c": 2, "d": 3}).cont_prune_keys("c").cont_to_dict()
        {'a': 1, 'b': {'d': 3}}
        """
        if query_keys is None and ignore_none:
            return self
        queries = chains_in(query_keys)
        found = [c for c in self.cont_to_iterator_keys() if any(query in c for query in queries)]
        return self.cont_prune_key_chains(found)

    def cont_prune_key_chain(self, key_chain: str) -> Self:
        """Return a Container without a key chain, nor the Containers this leaves empty."""
        return self.cont_prune_key_chains([key_chain])

    def cont_prune_key_chains(self, key_chains: Any, ignore_none: bool = True) -> Self:
        """Return a Container without these key chains, nor the Containers this leaves empty."""
        if key_chains is None and ignore_none:
            return self
        return self._without(set(chains_in(key_chains)), "")

    def _without(self, chains: set[str], chain: str) -> Self:
        result = self._new()
        for key, value in self.items():
            below = join(chain, key)
            kept = value._without(chains, below) if isinstance(value, ChainMethods) else value
            is_emptied = isinstance(value, ChainMethods) and value and not kept
            if below not in chains and not is_emptied:
                dict.__setitem__(result, key, kept)
        return result

    def cont_prune_empty(self, keep_nones: bool = False, base: bool = True) -> Self | None:
        """Return a Container without empty Containers and, unless `keep_nones`, without None.

        With `base=False` None is returned where nothing is left.
        """
        result = self._new()
        for key, value in self.items():
            is_child = isinstance(value, ChainMethods)
            kept = value.cont_prune_empty(keep_nones, base=False) if is_child else value
            if kept is not None or (keep_nones and not is_child):
                dict.__setitem__(result, key, kept)
        return result if result or base else None


def _links(chain: str, query: str, containing: bool) -> bool:
    keys = chain.split("/")
    return any(query in key for key in keys) if containing else query in keys
