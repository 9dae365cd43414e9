"""Nested lists, tuples and dicts: reach into them by index, change, search and map them.

An index is a sequence of positions and keys: `(0, "a")` is `nest[0]["a"]`, and `()` the nest
itself. Subclasses such as named tuples and `ivy.Container` are nests and keep their type. Where a
function changes a nest in place, tuples on the way are replaced by new ones.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

from ivy.dispatch import Wrapper, is_array, wrap
from ivy.errors import IvyIndexError, IvyValueError, check_callable, describe
from ivy.nest import Items, children, is_nest, leaves_with_paths, like

__all__ = [
    "all_nested_indices",
    "copy_nest",
    "duplicate_array_index_chains",
    "index_nest",
    "insert_into_nest_at_index",
    "insert_into_nest_at_indices",
    "map",
    "map_nest_at_index",
    "map_nest_at_indices",
    "multi_index_nest",
    "nested_any",
    "nested_argwhere",
    "nested_map",
    "nested_multi_map",
    "prune_empty",
    "prune_nest_at_index",
    "prune_nest_at_indices",
    "set_nest_at_index",
    "set_nest_at_indices",
]


_Index = Sequence[Any]


# ---- one place --------------------------------------------------------------------------------


def index_nest(nest: Any, index: _Index, /) -> Any:
    """Return what is at an index of a nest; an array may be indexed, too.

    >>> ivy.index_nest([1, {"a": (2, 3)}], (1, "a", 0))
    2
    """
    return _item("index_nest", nest, index)


def set_nest_at_index(nest: Any, index: _Index, value: Any, /, shallow: bool = True) -> Any:
    """Return the nest with a value at an index; in place unless `shallow=False`.

    >>> ivy.set_nest_at_index([1, (2, 3)], (1, 0), 5)
    [1, (5, 3)]
    """

    def put(items: Items, key: Any, position: int) -> None:
        items[position : position + 1] = [(key, value)]

    return _edited("set_nest_at_index", nest, index, put, shallow) if len(index) else value


def map_nest_at_index(
    nest: Any, index: _Index, fn: Callable[[Any], Any], /, shallow: bool = True
) -> Any:
    """Return the nest with `fn` applied to what is at an index; in place unless `shallow=False`.

    >>> ivy.map_nest_at_index({"a": [1, 2]}, ("a", 1), lambda x: x * 10)
    {'a': [1, 20]}
    """
    check_callable("map_nest_at_index", fn)
    value = fn(_item("map_nest_at_index", nest, index))
    return set_nest_at_index(nest, index, value, shallow)


def prune_nest_at_index(nest: Any, index: _Index, /) -> Any:
    """Delete what is at an index, in place, and return the nest.

    >>> ivy.prune_nest_at_index([1, [2, 3]], (1, 0))
    [1, [3]]
    """

    def delete(items: Items, key: Any, position: int) -> None:
        del items[position]

    return _edited("prune_nest_at_index", nest, index, delete, new=False)


def insert_into_nest_at_index(nest: Any, index: _Index, value: Any) -> Any:
    """Insert a value at an index, in place, and return the nest.

    In a list or tuple what follows moves on; a dict gets the key.

    >>> ivy.insert_into_nest_at_index([[1, 2], [3]], (0, 1), 9)
    [[1, 9, 2], [3]]
    """

    def insert(items: Items, key: Any, position: int) -> None:
        items.insert(position, (key, value))

    return _edited("insert_into_nest_at_index", nest, index, insert)


# ---- several places ---------------------------------------------------------------------------


def multi_index_nest(nest: Any, indices: Iterable[_Index], /) -> list[Any]:
    """Return a list of what is at each index.

    >>> ivy.multi_index_nest([1, {"a": 2}], [(0,), (1, "a")])
    [1, 2]
    """
    return [index_nest(nest, index) for index in indices]


def set_nest_at_indices(
    nest: Any, indices: Iterable[_Index], values: Any, /, shallow: bool = True
) -> Any:
    """Return the nest with values at indices; in place unless `shallow=False`.

    `values` is a list with one for each index, or a single value for all.

    >>> ivy.set_nest_at_indices([1, [2, 3]], [(0,), (1, 1)], [7, 8])
    [7, [2, 8]]
    """
    pairs = _paired("set_nest_at_indices", indices, values)
    nest = nest if shallow else copy_nest(nest, include_derived=True)
    for index, value in pairs:
        nest = set_nest_at_index(nest, index, value)
    return nest


def map_nest_at_indices(
    nest: Any, indices: Iterable[_Index], fn: Callable[[Any], Any], /, shallow: bool = True
) -> Any:
    """Return the nest with `fn` applied at indices; in place unless `shallow=False`.

    >>> ivy.map_nest_at_indices([1, [2, 3]], [(0,), (1, 1)], lambda x: -x)
    [-1, [2, -3]]
    """
    nest = nest if shallow else copy_nest(nest, include_derived=True)
    for index in indices:
        nest = map_nest_at_index(nest, index, fn)
    return nest


def prune_nest_at_indices(nest: Any, indices: Iterable[_Index], /) -> Any:
    """Delete what is at indices, in place, and return the nest.

    All indices are places in the nest as it is given.

    >>> ivy.prune_nest_at_indices([1, [2, 3], 4], [(0,), (1, 0)])
    [[3], 4]
    """
    paths = {_absolute("prune_nest_at_indices", nest, index) for index in indices}
    # The last place first, and what is in a nest before the nest: no deletion moves a later one.
    for path in sorted(paths, key=lambda path: [_order(key) for key in path])[::-1]:
        nest = prune_nest_at_index(nest, path)
    return nest


def insert_into_nest_at_indices(nest: Any, indices: Iterable[_Index], values: Any, /) -> Any:
    """Insert values at indices, in place and one after the other, and return the nest.

    `values` is a list with one for each index, or a single value for all.

    >>> ivy.insert_into_nest_at_indices([[1], [2]], [(0, 0), (1, 1)], [8, 9])
    [[8, 1], [2, 9]]
    """
    for index, value in _paired("insert_into_nest_at_indices", indices, values):
        nest = insert_into_nest_at_index(nest, index, value)
    return nest


# ---- searching --------------------------------------------------------------------------------


def nested_argwhere(
    nest: Any,
    fn: Callable[[Any], bool],
    check_nests: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
    stop_after_n_found: int | None = None,
) -> list[list[Any]]:
    """Return the indices of the leaves for which `fn` is true.

    Args:
        nest: Where to search.
        fn: The question.
        check_nests: Whether to ask it of nests as well, each after its own leaves.
        to_ignore: Types that are taken for leaves even if they are nests.
        stop_after_n_found: How many to find at most.

    >>> ivy.nested_argwhere([1, [2, 3], {"a": 4}], lambda x: x % 2 == 0)
    [[1, 0], [2, 'a']]
    """
    check_callable("nested_argwhere", fn)
    found: list[list[Any]] = []
    ignored = () if to_ignore is None else to_ignore
    for path, value in leaves_with_paths(nest, _leaf_unless(ignored), with_nests=check_nests):
        if stop_after_n_found is not None and len(found) >= stop_after_n_found:
            break
        if fn(value):
            found.append([*path])
    return found


def all_nested_indices(nest: Any = None, /, include_nests: bool = False) -> list[list[Any]]:
    """Return the indices of all leaves, and with `include_nests` those of the nests in it.

    >>> ivy.all_nested_indices([1, [2, 3]])
    [[0], [1, 0], [1, 1]]
    """
    if nest is None:
        return []
    return nested_argwhere(nest, lambda _: True, include_nests)


def nested_any(nest: Any, fn: Callable[[Any], bool], check_nests: bool = False) -> bool:
    """Return whether `fn` is true for some leaf, or with `check_nests` for some nest.

    >>> ivy.nested_any([1, [2, "a"]], lambda x: isinstance(x, str))
    True
    """
    check_callable("nested_any", fn)
    if not is_nest(nest):
        return bool(fn(nest))
    below = (nested_any(child, fn, check_nests) for _, child in children(nest))
    return builtins.any(below) or (check_nests and bool(fn(nest)))


def duplicate_array_index_chains(nest: Any) -> list[list[list[Any]]]:
    """Return, for each array object that occurs more than once, the list of its indices.

    >>> x, y = ivy.array([1]), ivy.array([1])
    >>> ivy.duplicate_array_index_chains([x, {"a": y, "b": x}])
    [[[0], [1, 'b']]]
    """
    groups: dict[int, list[list[Any]]] = {}
    for path, leaf in leaves_with_paths(nest, is_array):
        native = leaf._data if isinstance(leaf, Wrapper) else leaf
        groups.setdefault(id(native), []).append([*path])
    return [paths for paths in groups.values() if len(paths) > 1]


# ---- whole nests ------------------------------------------------------------------------------


def map(
    fn: Callable[..., Any],
    constant: Mapping[str, Any] | None = None,
    unique: Mapping[str, Sequence[Any]] | None = None,
    mean: bool = False,
) -> Any:
    """Return a list of `fn`'s results, one call for each element of the lists in `unique`.

    Args:
        fn: Called with keyword arguments.
        constant: Arguments that are the same in all calls.
        unique: Arguments as lists, with one element for each call.
        mean: Whether to return the mean of the results instead, leaf by leaf.

    >>> ivy.map(lambda x, y: x + y, constant={"x": 10}, unique={"y": [1, 2]})
    [11, 12]
    """
    check_callable("map", fn)
    constant, unique = constant or {}, unique or {}
    lengths = {name: len(values) for name, values in unique.items()}
    if len({*lengths.values()}) > 1 or not (constant or unique):
        expected = "map: expected arguments in constant or unique, those of unique equally long"
        raise IvyValueError(f"{expected}, got {lengths}")
    calls = zip(*unique.values(), strict=True) if unique else [()]
    results = [fn(**constant, **dict(zip(unique, values, strict=True))) for values in calls]
    if not mean or not results:
        return results
    return nested_multi_map(lambda values, _: sum(values[1:], values[0]) / len(values), results)


def nested_map(
    fn: Callable[[Any], Any],
    x: Any,
    /,
    include_derived: bool | Mapping[str, bool] | None = None,
    to_ignore: type | tuple[type, ...] | None = None,
    to_mutable: bool = False,
    shallow: bool = True,
) -> Any:
    """Return the nest with `fn` applied to each leaf; in place unless `shallow=False`.

    Args:
        fn: The function.
        x: The nest.
        include_derived: Whether to look into subclasses of tuple, list and dict as well, for all
            or by name, e.g. `{"dict": False}`; True by default.
        to_ignore: Types that are taken for leaves even if they are nests.
        to_mutable: Whether to turn tuples into lists.
        shallow: Whether lists and dicts get the new values themselves.

    >>> ivy.nested_map(lambda x: x * 2, {"a": [1, (2, 3)]})
    {'a': [2, (4, 6)]}
    """
    check_callable("nested_map", fn)
    is_leaf = _leaf_unless(() if to_ignore is None else to_ignore, include_derived)
    return _map_tree(fn, x, is_leaf, to_mutable, in_place=shallow)


def copy_nest(nest: Any, /, include_derived: bool = False, to_mutable: bool = False) -> Any:
    """Return a copy of the nest with the same leaves.

    Subclasses of list, tuple and dict count as leaves unless `include_derived`. With
    `to_mutable` tuples become lists.

    >>> ivy.copy_nest([1, (2, {"a": 3})], to_mutable=True)
    [1, [2, {'a': 3}]]
    """
    return _map_tree(
        lambda leaf: leaf, nest, _leaf_unless((), include_derived), to_mutable, in_place=False
    )


def nested_multi_map(
    func: Callable[[list[Any], str], Any],
    nests: Sequence[Any],
    index_chains: Sequence[str] | Mapping[str, Any] | None = None,
    to_apply: bool = True,
    prune_unapplied: bool = False,
    index_chain: str = "",
    config: Any = None,
    to_ivy: bool = True,
) -> Any:
    """Return the nest of `func([leaf of each nest], index chain)` over nests of one structure.

    Args:
        func: Gets the leaves at one place and the place, such as `"0/a"`.
        nests: The nests.
        index_chains: The places to apply `func` to, or with `to_apply=False` those not to.
        to_apply: See `index_chains`.
        prune_unapplied: Whether to leave out the other places; else they are as in the first.
        index_chain: What the places start with.
        config: Not used; nests have no configuration.
        to_ivy: Whether native arrays in the result become `ivy.Array`.

    >>> ivy.nested_multi_map(lambda xs, _: sum(xs), [{"a": [1, 2]}, {"a": [10, 20]}])
    {'a': [11, 22]}
    """
    check_callable("nested_multi_map", func)
    if not nests:
        raise IvyValueError("nested_multi_map: expected at least one nest, got none")
    chosen = None if index_chains is None else {*index_chains}

    def apply(values: list[Any], chain: str) -> Any:
        first = values[0]
        if is_nest(first):
            items: Items = []
            for key, _ in children(first):
                below = [_same_child(value, first, key, chain) for value in values]
                result = apply(below, f"{chain}/{key}" if chain else str(key))
                if result is not _PRUNED:
                    items.append((key, result))
            return like(first, items)
        if chosen is None or (chain in chosen) == to_apply:
            result = func(values, chain)
            return wrap(result) if to_ivy else result
        return _PRUNED if prune_unapplied else first

    result = apply([*nests], index_chain)
    return None if result is _PRUNED else result


def prune_empty(nest: Any) -> Any:
    """Return the nest without the empty nests in it.

    >>> ivy.prune_empty({"a": [{}, ()], "b": [1, []]})
    {'b': [1]}
    """
    if not is_nest(nest):
        return nest
    kept = [(key, prune_empty(child)) for key, child in children(nest)]
    return like(nest, [(key, child) for key, child in kept if not is_nest(child) or len(child)])


# ---- how --------------------------------------------------------------------------------------

_PRUNED = object()


def _leaf_unless(
    ignored: type | tuple[type, ...], derived: bool | Mapping[str, bool] | None = None
) -> Callable[[Any], bool]:
    """Return a function that says which objects are leaves."""
    given = derived if isinstance(derived, Mapping) else {}
    into = {
        kind: given.get(kind.__name__, True) if derived is None or given else bool(derived)
        for kind in (dict, list, tuple)
    }

    def is_leaf(x: Any) -> bool:
        if not is_nest(x) or isinstance(x, ignored):
            return True
        return type(x) not in into and not into[next(k for k in into if isinstance(x, k))]

    return is_leaf


def _map_tree(
    fn: Callable[[Any], Any],
    tree: Any,
    is_leaf: Callable[[Any], bool],
    to_mutable: bool,
    in_place: bool,
) -> Any:
    if is_leaf(tree):
        return fn(tree)
    items = [(k, _map_tree(fn, c, is_leaf, to_mutable, in_place)) for k, c in children(tree)]
    if isinstance(tree, tuple) and to_mutable:
        return [child for _, child in items]
    return _refilled(tree, items) if in_place else like(tree, items)


def _refilled(tree: Any, items: Items) -> Any:
    """Return the nest with these children: the same object, unless it is a tuple."""
    if isinstance(tree, tuple):
        return like(tree, items)
    if isinstance(tree, list):
        tree[:] = [child for _, child in items]
        return tree
    kept = dict(items)
    for key in [key for key in tree if key not in kept]:
        del tree[key]
    for key, child in items:
        tree[key] = child
    return tree


def _edited(
    name: str,
    nest: Any,
    index: _Index,
    edit: Callable[[Items, Any, int], None],
    in_place: bool = True,
    new: bool = True,
) -> Any:
    """Return the nest after `edit(items, key, position)` of the innermost nest on the index.

    With `new` the last key may be one that a dict does not have yet.
    """
    if not len(index):
        raise IvyIndexError(f"{name}: expected an index of at least one key, got {index!r}")
    last = len(index) - 1
    inserts = name.startswith("insert")

    def edited(tree: Any, depth: int) -> Any:
        key, items = index[depth], children(tree)
        position = _position(tree, key, inserts)
        if position is None or (position == len(items) and not (new and depth == last)):
            raise _wrong_index(name, index, depth, tree)
        if depth == last:
            edit(items, key, position)
        else:
            items[position] = items[position][0], edited(items[position][1], depth + 1)
        return _refilled(tree, items) if in_place else like(tree, items)

    return edited(nest, 0)


def _position(tree: Any, key: Any, at_end: bool) -> int | None:
    """Return which child of a nest a key names, or None; a key new to a dict names a last one."""
    if isinstance(tree, dict):
        return [*tree].index(key) if key in tree else len(tree)
    if not isinstance(tree, (list, tuple)) or not isinstance(key, SupportsIndex):
        return None
    position = key.__index__()
    position += len(tree) if position < 0 else 0
    return position if 0 <= position < len(tree) + at_end else None


def _wrong_index(name: str, index: _Index, depth: int, tree: Any) -> IvyIndexError:
    if isinstance(tree, dict):
        there = f"one of the keys {describe([*tree])}"
    elif isinstance(tree, (list, tuple)):
        there = f"a position in a {type(tree).__name__} of {len(tree)}"
    else:
        there = f"no key, as there is a {type(tree).__name__}"
    msg = f"{name}: expected {there} at {tuple(index[:depth])}, got {index[depth]!r}"
    return IvyIndexError(f"{msg} in the index {tuple(index)}")


def _item(name: str, nest: Any, index: _Index) -> Any:
    found = nest
    for depth, key in enumerate(index):
        try:
            found = found[key]
        except (LookupError, TypeError) as error:
            raise _wrong_index(name, index, depth, found) from error
    return found


def _absolute(name: str, nest: Any, index: _Index) -> tuple[Any, ...]:
    """Return an index without negative positions."""
    _item(name, nest, index)
    path = []
    for key in index:
        path.append(key if isinstance(nest, dict) else key % len(nest))
        nest = nest[key]
    return tuple(path)


def _order(key: Any) -> tuple[int, Any]:
    """Return what keys of several types can be sorted by."""
    return (0, key) if isinstance(key, int) else (1, str(key))


def _paired(name: str, indices: Iterable[_Index], values: Any) -> list[tuple[_Index, Any]]:
    indices = [*indices]
    if not isinstance(values, (list, tuple)):
        return [(index, values) for index in indices]
    if len(values) != len(indices):
        msg = f"{name}: expected a value for each of {len(indices)} indices, got {len(values)}"
        raise IvyValueError(msg)
    return [*zip(indices, values, strict=True)]


def _same_child(tree: Any, first: Any, key: Any, chain: str) -> Any:
    """Return the child of a nest that must have the structure of the first one."""
    same_kind = isinstance(tree, dict) == isinstance(first, dict) and is_nest(tree)
    if not same_kind or len(tree) != len(first) or _position(tree, key, False) in (None, len(tree)):
        expected = f"expected nests of one structure, got {describe(first)} and {describe(tree)}"
        raise IvyValueError(f"nested_multi_map: {expected} at {chain!r}")
    return tree[key]
