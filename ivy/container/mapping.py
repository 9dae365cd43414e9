"""Run a function once per leaf of the Containers among its arguments."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ivy import config
from ivy.dispatch import Nested, is_array
from ivy.errors import IvyIndexError, IvyKeyError, IvyTypeError, describe

SEQUENCES = (list, tuple)
_DROPPED = object()


class Selection:
    """Which leaves a function is applied to, and what becomes of the others.

    `key_chains` name leaves, or with `prefixes` also whole branches; None is every leaf.
    """

    def __init__(
        self,
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = False,
        prefixes: bool = True,
    ) -> None:
        self.chains = None if key_chains is None else chains_in(key_chains)
        self.to_apply, self.prune_unapplied = to_apply, prune_unapplied
        self.map_sequences, self.prefixes = bool(map_sequences), prefixes

    def takes(self, chain: str) -> bool:
        """Return whether the function is applied to the leaf at `chain`."""
        if self.chains is None:
            return True
        return self.to_apply == any(
            chain == wanted or (self.prefixes and chain.startswith(wanted))
            for wanted in self.chains
        )

    def check(self, trees: Sequence[Any], chain: str = "") -> None:
        """Raise for a key chain that Containers at `chain` have not, and name those like it."""
        if not self.chains:
            return
        known = {below for tree in trees for below in _every_chain(tree, chain)}
        for wanted in self.chains:
            has = wanted in known or (self.prefixes and any(k.startswith(wanted) for k in known))
            if known and not has:
                names = sorted(known - {""})
                deeper = [name for name in names if name.endswith(f"/{wanted}")]
                alike = deeper or difflib.get_close_matches(wanted, names, 3) or names[:10]
                msg = f"key_chains: expected key chains of the Container, got {wanted!r}"
                raise IvyKeyError(f"{msg}; it has {', '.join(map(repr, alike))}")


def _every_chain(tree: dict[str, Any], chain: str) -> Iterator[str]:
    """Yield the key chains of all that is in a Container, and its own."""
    yield chain
    for key, value in tree.items():
        below = join(chain, key)
        if isinstance(value, Nested):
            yield from _every_chain(value, below)  # type: ignore[arg-type]
        else:
            yield below


EVERYTHING = Selection()


def chains_in(key_chains: Any) -> list[str]:
    """Return a list of key chains that were given as a string, a sequence or a dict."""
    if isinstance(key_chains, str):
        return [normal(key_chains)]
    if isinstance(key_chains, dict):
        return [chain for chain, _ in leaves_of(key_chains)]
    if isinstance(key_chains, SEQUENCES):
        return [normal(chain) for chain in key_chains]
    kind = type(key_chains).__name__
    raise IvyTypeError(f"key_chains: expected a string, list or dict of key chains, got {kind}")


def leaves_of(tree: dict[str, Any], chain: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (key chain, leaf) of nested dicts; an empty dict is a leaf."""
    for key, value in tree.items():
        below = join(chain, normal(key))
        if isinstance(value, dict) and value:
            yield from leaves_of(value, below)
        else:
            yield below, value


def normal(chain: str) -> str:
    """Return a key chain with `/` between its keys."""
    if not isinstance(chain, str):
        raise IvyTypeError(f"Container: expected a key chain, got {describe(chain)}")
    return chain.replace(".", "/")


def join(chain: str, key: str) -> str:
    """Return the key chain of a child."""
    return f"{chain}/{key}" if chain else key


def map_call(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    selection: Selection = EVERYTHING,
) -> Any:
    """Return a Container of `function`'s results, one call per position of the Containers' leaves.

    Containers are walked together by key, everything else is repeated. A function that returns
    several arrays gives several Containers.
    """
    trees = _containers_in((args, kwargs))
    if not trees:
        return _call(function, args, kwargs, selection.map_sequences)
    selection.check(trees)
    backend = trees[0]._settings.ivyh
    if backend is not None and config.setting("backend") != backend:
        with config.BACKEND.override(backend):
            return map_call(function, args, kwargs, selection)
    result = _Mapping(function, args, kwargs, selection).level(trees, "", None)
    return result if selection.map_sequences else transposed(result)


class _Mapping:
    """One call of a function with Containers among its arguments."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        selection: Selection,
    ) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs
        self.selection, self.sequences = selection, selection.map_sequences
        self.places = [i for i, value in enumerate(args) if isinstance(value, Nested)]
        self.is_deep = len(_containers_in((args, kwargs))) > len(self.places)

    def level(self, values: list[Any], chain: str, unapplied: Any) -> Any:
        """Return the result for what the Containers have at one key chain: Containers or leaves."""
        trees: list[Any] = [value for value in values if isinstance(value, Nested)]
        if not trees:
            if self.selection.chains is None or self.selection.takes(chain):
                return self.call(values)
            return _DROPPED if self.selection.prune_unapplied else unapplied
        first = trees[0]
        results = first._new()
        for key in dict.fromkeys(itertools.chain.from_iterable(trees)) if len(trees) > 1 else first:
            below = f"{chain}/{key}" if chain else key
            children = [_child(v, key, below) if isinstance(v, Nested) else v for v in values]
            value = self.level(children, below, first.get(key))
            if value is not _DROPPED:
                dict.__setitem__(results, key, value)
        return _DROPPED if chain and first and not results else results

    def call(self, leaves: list[Any]) -> Any:
        """Return the result of the function with leaves in the places of the Containers."""
        if self.is_deep:
            args, kwargs = _replaced((self.args, self.kwargs), iter(leaves))
        else:
            filled = list(self.args)
            for place, leaf in zip(self.places, leaves, strict=True):
                filled[place] = leaf
            args, kwargs = tuple(filled), self.kwargs
        if self.sequences:
            return _call(self.function, args, kwargs, True)
        return self.function(*args, **kwargs)


def _call(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], sequences: bool
) -> Any:
    """Call the function, or once for each element when the first argument is a sequence."""
    if not sequences or not args or not isinstance(args[0], SEQUENCES):
        return function(*args, **kwargs)
    length = len(args[0])

    def element(value: Any, i: int) -> Any:
        return value[i] if isinstance(value, SEQUENCES) and len(value) == length else value

    def call(i: int) -> Any:
        named = {name: element(value, i) for name, value in kwargs.items()}
        return _call(function, tuple(element(value, i) for value in args), named, sequences)

    return type(args[0])(map(call, range(length)))


def _containers_in(value: Any) -> list[Any]:
    if isinstance(value, Nested):
        return [value]
    if isinstance(value, SEQUENCES):
        return [found for item in value for found in _containers_in(item)]
    if type(value) is dict:
        return [found for item in value.values() for found in _containers_in(item)]
    return []


def _child(tree: Any, key: str, chain: str) -> Any:
    try:
        return dict.__getitem__(tree, key)
    except KeyError:
        msg = f"Container: expected all to have the key chain {chain!r}, got one without"
        raise IvyIndexError(msg) from None


def _replaced(value: Any, leaves: Iterator[Any]) -> Any:
    """Return a value with each Container in it replaced by the next leaf."""
    if isinstance(value, Nested):
        return next(leaves)
    if isinstance(value, SEQUENCES) and _containers_in(value):
        return type(value)([_replaced(item, leaves) for item in value])
    if type(value) is dict:
        return {name: _replaced(item, leaves) for name, item in value.items()}
    return value


def transposed(result: Any) -> Any:
    """Return a Container of equally long lists of arrays as a list of Containers.

    A named tuple stays one; anything else is returned as it is.
    """
    if not isinstance(result, Nested):
        return result
    values = result.cont_to_iterator_values()  # type: ignore[attr-defined]
    if not isinstance(next(values, None), SEQUENCES):
        return result
    leaves = list(result.cont_to_iterator_values())  # type: ignore[attr-defined]
    if not all(map(_holds_arrays, leaves)):
        return result
    kinds, lengths = {type(leaf) for leaf in leaves}, {len(leaf) for leaf in leaves}
    if len(kinds) > 1 or len(lengths) > 1:
        return result
    kind, columns = kinds.pop(), [transposed(_column(result, i)) for i in range(lengths.pop())]
    return kind(*columns) if hasattr(kind, "_fields") else columns


def _holds_arrays(leaf: Any) -> bool:
    return (
        isinstance(leaf, SEQUENCES)
        and len(leaf) > 0
        and all(is_array(item) or _holds_arrays(item) for item in leaf)
    )


def _column(tree: Any, i: int) -> Any:
    if isinstance(tree, Nested):
        return tree._new({key: _column(child, i) for key, child in tree.items()})  # type: ignore[attr-defined]
    return tree[i]
