"""Methods of `ivy.Container` that take several Containers and return one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy.container.differences import check_list
from ivy.container.mapping import SEQUENCES, Selection, join, map_call, normal
from ivy.container.tree import Tree
from ivy.dispatch import OPERATIONS, put
from ivy.errors import IvyTypeError, IvyValueError, check_callable


class CombiningMethods(Tree):
    """Map over, reduce, join and merge several Containers."""

    # ---- several Containers ---------------------------------------------------------------

    @staticmethod
    def cont_multi_map_in_function(
        fn: str | Callable[..., Any],
        *args: Any,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        out: Any = None,
        **kwargs: Any,
    ) -> Any:
        """Return a Container of `fn`, or the operation of this name, for every position of leaves.

        >>> c = ivy.Container(a=1, b={"c": 2})
        >>> ivy.Container.cont_multi_map_in_function(max, c, 2).cont_to_dict()
        {'a': 2, 'b': {'c': 2}}
        """
        function = _function("cont_multi_map_in_function", fn)
        selection = Selection(key_chains, to_apply, prune_unapplied, map_sequences)
        return CombiningMethods.cont_handle_inplace(
            map_call(function, args, kwargs, selection), out
        )

    @staticmethod
    def cont_handle_inplace(ret: Any, out: Any) -> Any:
        """Return `out` with `ret` written into it, or `ret` when `out` is None."""
        return ret if out is None else put(ret, out)

    @staticmethod
    def cont_multi_map(
        func: Callable[[list[Any], str | None], Any],
        containers: Sequence[Any],
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        key_chain: str = "",
        config: dict[str, Any] | None = None,
        map_nests: bool = False,
        assert_identical: bool = False,
    ) -> Any:
        """Return a Container of `func(leaves, key_chain)` for every position of leaves.

        `leaves` are those of the Containers that have the position; with `map_nests` lists are
        gone through element by element, with `assert_identical` all must have the same structure.

        >>> a, b = ivy.Container(x=1, y={"z": 2}), ivy.Container(x=10, y={"z": 20})
        >>> ivy.Container.cont_multi_map(lambda xs, _: sum(xs), [a, b]).cont_to_dict()
        {'x': 11, 'y': {'z': 22}}
        """
        check_callable("cont_multi_map", func)
        first = first_of("cont_multi_map", containers)
        if assert_identical:
            first.cont_assert_identical_structure(containers, check_types=False, check_shapes=False)
        chosen = Selection(key_chains, to_apply, prune_unapplied, map_nests, prefixes=False)
        chosen.check(containers, normal(key_chain))
        result = _multi_mapped(func, containers, chosen, normal(key_chain))
        return result._configured(config)

    @staticmethod
    def cont_reduce(
        containers: Sequence[Any],
        reduction: str | Callable[[list[Any]], Any],
        config: dict[str, Any] | None = None,
    ) -> Any:
        """Return a Container of `reduction(leaves)`, a function or the name of an operation.

        >>> a, b = ivy.Container(x=1, y={"z": 2}), ivy.Container(x=10, y={"z": 20})
        >>> ivy.Container.cont_reduce([a, b], max).cont_to_dict()
        {'x': 10, 'y': {'z': 20}}
        """
        first_of("cont_reduce", containers)
        function = _function("cont_reduce", reduction)
        mapped = CombiningMethods.cont_multi_map
        return mapped(lambda leaves, _: function(leaves), containers, config=config)

    @staticmethod
    def cont_list_join(containers: Sequence[Any], config: dict[str, Any] | None = None) -> Any:
        """Return a Container of the lists of several Containers joined.

        >>> a, b = ivy.Container(x=[1]), ivy.Container(x=[2, 3])
        >>> ivy.Container.cont_list_join([a, b]).x
        [1, 2, 3]
        """
        first_of("cont_list_join", containers)
        join_lists: Callable[[list[Any]], Any] = lambda lists: [e for part in lists for e in part]  # noqa: E731
        return CombiningMethods.cont_reduce(containers, join_lists, config)

    @staticmethod
    def cont_list_stack(
        containers: Sequence[Any], dim: int = 0, config: dict[str, Any] | None = None
    ) -> Any:
        """Return a Container of lists of the leaves of several Containers; `dim` plays no part.

        >>> ivy.Container.cont_list_stack([ivy.Container(x=1), ivy.Container(x=2)], 0).x
        [1, 2]
        """
        first_of("cont_list_stack", containers)
        return CombiningMethods.cont_reduce(containers, list, config)

    @staticmethod
    def cont_unify(containers: dict[str, Any], device: Any, mode: str, axis: int = 0) -> Any:
        """Return the Containers of several devices as one on `device`.

        Args:
            containers: a Container for each device.
            device: where the result shall live.
            mode: "concat", "sum" or "mean".
            axis: along which to concatenate.
        """
        op = OPERATIONS
        reductions: dict[str, Callable[[list[Any]], Any]] = {
            "concat": lambda xs: op["concat"](xs, axis=axis),
            "sum": lambda xs: op["sum"](op["stack"](xs), axis=0),
            "mean": lambda xs: op["mean"](op["stack"](xs), axis=0),
        }
        if mode not in reductions:
            msg = f"cont_unify: expected mode concat, sum or mean, got {mode!r}"
            raise IvyValueError(msg)
        if not isinstance(containers, dict) or isinstance(containers, Tree):
            got = type(containers).__name__
            raise IvyTypeError(f"cont_unify: expected a dict of Containers by device, got {got}")
        first_of("cont_unify", tuple(containers.values()))
        moved = [c.cont_map(lambda x, _: op["to_device"](x, device)) for c in containers.values()]
        return CombiningMethods.cont_reduce(moved, reductions[mode])

    @staticmethod
    def cont_combine(*containers: Any, config: dict[str, Any] | None = None) -> Any:
        """Return all Containers in one; where several have a leaf the rightmost wins.

        >>> a, b = ivy.Container(x=1, y={"z": 2}), ivy.Container(y={"w": 3})
        >>> ivy.Container.cont_combine(a, b).cont_to_dict()
        {'x': 1, 'y': {'w': 3, 'z': 2}}
        """
        result = first_of("cont_combine", containers).cont_copy()
        for other in containers[1:]:
            merge(result, other)
        if result._settings.alphabetical_keys:
            result = result.cont_sort_by_key()
        return result._configured(config)

    @staticmethod
    def cont_common_key_chains(containers: Sequence[Any]) -> list[str]:
        """Return the key chains that all Containers have."""
        first = first_of("cont_common_key_chains", containers)
        others = [set(other.cont_to_iterator_keys()) for other in containers[1:]]
        return [c for c in first.cont_to_iterator_keys() if all(c in other for other in others)]


def first_of(name: str, containers: Sequence[Any]) -> Any:
    """Return the first of several Containers, or raise what was given instead."""
    check_list(name, containers)
    if not containers or not all(isinstance(c, Tree) for c in containers):
        got = [type(container).__name__ for container in containers]
        kind = IvyTypeError if containers else IvyValueError
        raise kind(f"{name}: expected one Container or more, got {got}")
    return containers[0]


def _function(name: str, given: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return a function given as such or as the name of an operation."""
    if isinstance(given, str):
        if given not in OPERATIONS:
            raise IvyValueError(f"{name}: expected a function or the name of one, got {given!r}")
        return OPERATIONS[given]
    check_callable(name, given)
    return given


def merge(target: Tree, other: dict[str, Any]) -> None:
    """Set the leaves of a dict in a Container."""
    for key, value in other.items():
        mine = target.get(key)
        if isinstance(mine, Tree) and isinstance(value, dict):
            merge(mine, value)
        else:
            target[key] = value.cont_copy() if isinstance(value, Tree) else value


def _multi_mapped(
    func: Callable[[list[Any], str | None], Any],
    containers: Sequence[Any],
    chosen: Selection,
    chain: str,
) -> Any:
    result = first_of("cont_multi_map", containers)._new()
    for key in {key: None for container in containers for key in container}:
        below = join(chain, key)
        values = [dict.__getitem__(c, key) for c in containers if dict.__contains__(c, key)]
        if all(isinstance(value, Tree) for value in values):
            child = _multi_mapped(func, values, chosen, below)
            if not child and any(values):
                continue
        elif not chosen.takes(below):
            if chosen.prune_unapplied:
                continue
            child = values[0]
        elif chosen.map_sequences and all(isinstance(value, SEQUENCES) for value in values):
            child = _map_elements(func, values)
        else:
            child = func(values, below)
        dict.__setitem__(result, key, child)
    return result


def _map_elements(func: Callable[[list[Any], str | None], Any], values: list[Any]) -> Any:
    if all(isinstance(value, SEQUENCES) for value in values):
        elements = zip(*values, strict=True)
        return type(values[0])([_map_elements(func, list(each)) for each in elements])
    return func(values, None)
