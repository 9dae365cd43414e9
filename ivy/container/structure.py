"""Methods of `ivy.Container` about its leaves: their truth, parts and shapes, lists of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from ivy import backends, dispatch
from ivy.container.combining import merge
from ivy.container.mapping import SEQUENCES, Selection, join, map_call, normal
from ivy.container.restructuring import height
from ivy.container.tree import Tree
from ivy.dispatch import OPERATIONS, Wrapper, is_array, is_native, put
from ivy.errors import IvyTypeError, IvyValueError, check_callable, describe
from ivy.types import Shape

_NOTHING = object()


class StructureMethods(Tree):
    """Update, take apart, convert to lists and dicts, and describe."""

    # ---- in place -------------------------------------------------------------------------

    def cont_inplace_update(self, dict_in: Any, **config: Any) -> None:
        """Take over the entries of a dict; Containers inside are updated in place too."""
        if config:
            self.cont_update_config(**config)
        merge(self, dict_in)

    def _write(self, result: Any) -> Self:
        """Take over a result of the same structure: what `out=` a Container means."""
        for key, value in result.items():
            target = self.get(key)
            if isinstance(target, StructureMethods):
                target._write(value)
            elif isinstance(target, Wrapper):
                put(value, target)
            elif is_native(target):
                box = dispatch.new_array(target)  # an array that cannot change is replaced
                put(value, box)
                dict.__setitem__(self, key, box._data)
            else:
                self[key] = value
        return self

    # ---- truth ----------------------------------------------------------------------------

    def cont_as_bools(
        self,
        assert_is_bool: bool = False,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> Self:
        """Return a Container of whether each leaf is true: of an array, all of its elements."""
        selection = key_chains, to_apply, prune_unapplied, map_sequences
        return self._truths("all", assert_is_bool, *selection)

    def _truths(self, of_array: str, assert_is_bool: bool, *selection: Any) -> Self:
        """Return a Container of whether each leaf is true; of an array "all" or "any" element."""

        def truth(leaf: Any, _: Any) -> bool:
            if assert_is_bool:
                _check_is_bool(leaf)
            return bool(OPERATIONS[of_array](leaf) if is_array(leaf) else leaf)

        return self.cont_map(truth, *selection)

    def cont_all_true(
        self,
        assert_is_bool: bool = False,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool:
        """Return whether every leaf is true.

        >>> ivy.Container(a=True, b={"c": ivy.array([True, False])}).cont_all_true()
        False
        """
        selection = key_chains, to_apply, prune_unapplied, map_sequences
        return all(_elements(self._truths("all", assert_is_bool, *selection)))

    def cont_all_false(
        self,
        assert_is_bool: bool = False,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool:
        """Return whether every leaf is false: of an array, all of its elements."""
        selection = key_chains, to_apply, prune_unapplied, map_sequences
        return not any(_elements(self._truths("any", assert_is_bool, *selection)))

    # ---- taking apart ---------------------------------------------------------------------

    def cont_unstack_conts(
        self, axis: int, keepdims: bool = False, dim_size: int | None = None
    ) -> list[Self]:
        """Return the slices along an axis of all leaves as a list of Containers.

        >>> c = ivy.Container(a=ivy.array([1, 2]), b=ivy.array([3, 4]))
        >>> [part.b for part in c.cont_unstack_conts(0)]
        [ivy.array(3), ivy.array(4)]
        """
        parts = map_call(OPERATIONS["unstack"], (self,), {"axis": axis, "keepdims": keepdims})
        if not isinstance(parts, list) or (dim_size is not None and len(parts) != dim_size):
            size = "the same size" if dim_size is None else f"size {dim_size}"
            shapes = self.cont_shapes.cont_to_dict()
            raise IvyValueError(f"cont_unstack_conts: expected {size} on axis {axis}, got {shapes}")
        return parts

    def split_conts(
        self,
        num_or_size_splits: int | Sequence[int] | None = None,
        axis: int = 0,
        with_remainder: bool = False,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> list[Self]:
        """Return the parts of all leaves along an axis as a list of Containers."""

        def split(leaf: Any) -> Any:
            return OPERATIONS["split"](leaf, None, num_or_size_splits, axis, with_remainder)

        selection = Selection(key_chains, to_apply, prune_unapplied, map_sequences)
        parts = map_call(split, (self,), {}, selection)
        if not isinstance(parts, list):
            shapes = self.cont_shapes.cont_to_dict()
            raise IvyValueError(f"split_conts: expected as many parts of all leaves, got {shapes}")
        return parts

    # ---- arrays ---------------------------------------------------------------------------

    def _arrays(self, exclusive: bool = False) -> Iterator[tuple[str, Any]]:
        return (
            (chain, leaf)
            for chain, leaf in self.cont_to_iterator()
            if OPERATIONS["is_array"](leaf, exclusive)
        )

    def cont_num_arrays(self, exclusive: bool = False) -> int:
        """Return the number of leaves that are arrays."""
        return sum(1 for _ in self._arrays(exclusive))

    def cont_size_ordered_arrays(self, exclusive: bool = False) -> Self:
        """Return a Container of one level with the arrays, the smallest first."""
        ordered = sorted(self._arrays(exclusive), key=lambda item: OPERATIONS["size"](item[1]))
        return self._new({chain.replace("/", "__"): leaf for chain, leaf in ordered})

    def cont_duplicate_array_keychains(self) -> tuple[tuple[str, ...], ...]:
        """Return the key chains of each array object that is at several of them.

        >>> x = ivy.array([1])
        >>> ivy.Container(a=x, b={"c": x}).cont_duplicate_array_keychains()
        (('a', 'b/c'),)
        """
        chains: dict[int, list[str]] = {}
        for chain, leaf in self._arrays():
            chains.setdefault(id(leaf), []).append(chain)
        return tuple(tuple(same) for same in chains.values() if len(same) > 1)

    def cont_reshape_like(
        self,
        target_dict: dict[str, Any],
        leading_shape: Sequence[int] | None = None,
        return_cont: Any = None,
    ) -> Self:
        """Return a Container with the leaves reshaped to the shapes at the same positions.

        >>> c = ivy.Container(a=ivy.zeros(6))
        >>> c.cont_reshape_like({"a": (2, 3)}).a.shape
        ivy.Shape(2, 3)
        """
        if not isinstance(target_dict, dict):
            msg = f"cont_reshape_like: expected a dict of shapes, got {describe(target_dict)}"
            raise IvyTypeError(msg)
        result = self._new() if return_cont is None else return_cont
        if len(self) != len(target_dict):
            msg = f"cont_reshape_like: expected {len(self)} shapes, got {len(target_dict)}"
            raise IvyValueError(msg)
        for (key, value), target in zip(self.items(), target_dict.values(), strict=True):
            if isinstance(value, StructureMethods):
                result[key] = value.cont_reshape_like(target, leading_shape)
            else:
                shape = (*(leading_shape or ()), *target)
                result[key] = OPERATIONS["reshape"](value, shape)
        return result

    # ---- lists and dicts ------------------------------------------------------------------

    def cont_to_dict(self) -> dict[str, Any]:
        """Return plain nested dicts.

        >>> ivy.Container(b={"c": 2}, a=1).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        return {
            key: value.cont_to_dict() if isinstance(value, StructureMethods) else value
            for key, value in self.items()
        }

    def cont_to_raw(self) -> Any:
        """Return plain dicts, and lists where `types_to_iteratively_nest` made Containers of them.

        >>> ivy.Container({"a": [1, 2]}, types_to_iteratively_nest=[list]).cont_to_raw()
        {'a': [1, 2]}
        """
        raw = {
            key: value.cont_to_raw() if isinstance(value, StructureMethods) else value
            for key, value in self.items()
        }
        is_list = raw and all(re.fullmatch(r"it_\d+", key) for key in raw)
        return list(raw.values()) if is_list else raw

    def cont_to_nested_list(self) -> list[Any]:
        """Return nested lists of the values, without None."""
        return [
            value.cont_to_nested_list() if isinstance(value, StructureMethods) else value
            for value in self.values()
            if value is not None
        ]

    def cont_to_flat_list(self) -> list[Any]:
        """Return the leaves as one list.

        >>> ivy.Container(a=1, b={"c": 2}).cont_to_flat_list()
        [1, 2]
        """
        return list(self.cont_to_iterator_values())

    def cont_from_flat_list(self, flat_list: list[Any]) -> Self:
        """Return a Container of the same structure with leaves taken off the list."""
        needed = len(self.cont_to_flat_list())
        if len(flat_list) < needed:
            msg = f"cont_from_flat_list: expected at least {needed} leaves, got {len(flat_list)}"
            raise IvyValueError(msg)
        return self.cont_map(lambda _, chain: flat_list.pop(0))

    def cont_with_entries_as_lists(self) -> Self:
        """Return a Container with arrays as nested lists of Python numbers."""
        return self.cont_map(lambda x, _: OPERATIONS["to_list"](x) if is_array(x) else x)

    # ---- maps -----------------------------------------------------------------------------

    def cont_map_sub_conts(
        self,
        func: Callable[[Any, str], Any],
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        inplace: bool = False,
        key_chain: str = "",
        include_self: bool = True,
    ) -> Any:
        """Return the result of `func(container, key_chain)` for every Container, inner ones first.

        >>> c = ivy.Container(a={"b": 1, "c": 2})
        >>> c.cont_map_sub_conts(lambda x, _: len(x), include_self=False).cont_to_dict()
        {'a': 2}
        """
        check_callable("cont_map_sub_conts", func)
        chosen = Selection(key_chains, to_apply, prune_unapplied, prefixes=False)
        chosen.check([self], normal(key_chain))

        def applied(tree: Tree, chain: str, is_base: bool) -> Any:
            below = {
                key: applied(value, join(chain, key), False) if isinstance(value, Tree) else value
                for key, value in tree.items()
            }
            mapped = tree._new({k: v for k, v in below.items() if v is not _NOTHING})
            if is_base and not include_self:
                return mapped
            if chosen.takes(chain):
                return func(mapped, chain)
            return _NOTHING if prune_unapplied and not is_base and not _has_any(mapped) else mapped

        result = applied(self, normal(key_chain), True)
        return self._become(result) if inplace and isinstance(result, Tree) else result

    # ---- properties -----------------------------------------------------------------------

    @property
    def cont_shape(self) -> list[int | None]:
        """The sizes that all arrays have in common; None where they differ."""
        shapes = [tuple(leaf.shape) for _, leaf in self._arrays()]
        if not shapes:
            return [0]
        columns = zip(*shapes, strict=False)  # the lowest rank decides
        return [sizes[0] if len(set(sizes)) == 1 else None for sizes in columns]

    @property
    def cont_shapes(self) -> Self:
        """A Container of shapes."""
        return self.cont_map(lambda x, _: Shape(tuple(x.shape)) if hasattr(x, "shape") else None)

    @property
    def cont_dtype(self) -> Any:
        """The dtype of all arrays, or None when they differ."""
        return self._common("dtype")

    @property
    def cont_dev(self) -> Any:
        """The device of all arrays, or None when they differ."""
        return self._common("dev")

    @property
    def cont_dev_str(self) -> str | None:
        """The name of the device of all arrays, or None when they differ."""
        device = self._common("dev")
        return None if device is None else str(device)

    def _common(self, operation: str) -> Any:
        found = [OPERATIONS[operation](leaf) for _, leaf in self._arrays()]
        return found[0] if found and all(one == found[0] for one in found) else None

    @property
    def cont_ivy(self) -> Any:
        """The backend that operations on leaves without a framework run on: its namespace."""
        import ivy

        name = self._settings.ivyh
        return ivy if name is None else backends.load(name)

    def cont_with_ivy_backend(self, ivy_backend: Any, inplace: bool = False) -> Self:
        """Return the Container with another backend for leaves without a framework."""
        return self._with(inplace, ivyh=ivy_backend)

    def _with(self, inplace: bool, **config: Any) -> Self:
        return (self if inplace else self.cont_copy())._configured(config)

    @property
    def cont_max_depth(self) -> int:
        """The length of the longest key chain."""
        return height(self)


def _elements(value: Any) -> Iterator[Any]:
    """Yield what Containers and lists contain."""
    if isinstance(value, (Tree, *SEQUENCES)):
        for child in value.values() if isinstance(value, Tree) else value:
            yield from _elements(child)
    else:
        yield value


def _has_any(value: Any) -> bool:
    return next(_elements(value), _NOTHING) is not _NOTHING


def _check_is_bool(leaf: Any) -> None:
    kind = OPERATIONS["dtype"](leaf) if is_array(leaf) else type(leaf).__name__
    if kind != "bool":
        raise IvyTypeError(f"cont_as_bools: expected leaves that are bool, got {kind}")
