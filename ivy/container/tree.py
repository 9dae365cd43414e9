"""The nested dict under `ivy.Container`: settings, children, key chains, maps and copies."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from ivy import backends
from ivy.container.mapping import SEQUENCES, Selection, join, map_call, normal
from ivy.container.queues import Queues
from ivy.dispatch import OPERATIONS, Nested, is_array
from ivy.errors import (
    IvyKeyError,
    IvyNotImplementedException,
    IvyTypeError,
    check_callable,
    describe,
)

_MISSING = object()


@dataclass(frozen=True)
class Settings:
    """How a Container prints and orders itself; inherited by the Containers made from it."""

    print_limit: int | None = 10
    key_length_limit: int | None = None
    print_indent: int = 4
    print_line_spacing: int = 0
    ivyh: str | None = None
    default_key_color: str = "green"
    keyword_color_dict: tuple[tuple[str, str], ...] = ()
    rebuild_child_containers: bool = False
    types_to_iteratively_nest: tuple[type, ...] | None = None
    alphabetical_keys: bool = True
    build_callable: bool = False

    def changed(self, config: dict[str, Any]) -> Settings:
        """Return the settings with some given as `ivy.Container` takes them."""
        unknown = config.keys() - vars(self)
        if unknown:
            msg = f"Container: expected settings of {', '.join(vars(self))}"
            raise IvyTypeError(f"{msg}, got {', '.join(sorted(unknown))}")
        for name in _COUNTS & config.keys():
            if not isinstance(config[name], int | None):
                raise IvyTypeError(f"Container: expected a number as {name}, got {config[name]!r}")
        config = dict(config)
        if "ivyh" in config:
            handle = config["ivyh"]
            config["ivyh"] = handle if isinstance(handle, str) else getattr(handle, "NAME", None)
        if "keyword_color_dict" in config:
            config["keyword_color_dict"] = tuple((config["keyword_color_dict"] or {}).items())
        if "types_to_iteratively_nest" in config:
            config["types_to_iteratively_nest"] = (
                tuple(config["types_to_iteratively_nest"] or ()) or None
            )
        changed = replace(self, **config)
        return DEFAULTS if changed == DEFAULTS else changed


_COUNTS = {"print_limit", "key_length_limit", "print_indent", "print_line_spacing"}
DEFAULTS = Settings()
_NOTHING_GIVEN = {**vars(DEFAULTS), "keyword_color_dict": None}


def _keys(chain: str) -> list[str]:
    """Return the keys of a chain; slashes at its ends, or in a row, make none."""
    return [key for key in normal(chain).split("/") if key]


class Tree(Nested, dict[str, Any]):
    """A nested dict of strings; its children that are dicts are of its own type."""

    __array_ufunc__ = None  # NumPy's `array + container` leaves the sum to the Container
    _settings: Settings = DEFAULTS
    _queues: Queues | None = None

    def __init__(
        self,
        dict_in: Any = None,
        queues: Any = None,
        queue_load_sizes: Any = None,
        container_combine_method: Any = "list_join",
        queue_timeout: float | None = None,
        print_limit: int | None = 10,
        key_length_limit: int | None = None,
        print_indent: int = 4,
        print_line_spacing: int = 0,
        ivyh: Any = None,
        default_key_color: str = "green",
        keyword_color_dict: dict[str, str] | None = None,
        rebuild_child_containers: bool = False,
        types_to_iteratively_nest: Iterable[type] | None = None,
        alphabetical_keys: bool = True,
        dynamic_backend: bool | None = None,
        build_callable: bool = False,
        **kwargs: Any,
    ) -> None:
        if dynamic_backend:
            msg = "Container: expected no dynamic_backend, got True; use ivy.to_backend(c, name)"
            raise IvyNotImplementedException(msg)
        if dict_in is not None and kwargs:
            msg = "Container: expected a dict or keywords, got both"
            raise IvyTypeError(f"{msg}: {sorted(kwargs)}")
        config = {
            "print_limit": print_limit,
            "key_length_limit": key_length_limit,
            "print_indent": print_indent,
            "print_line_spacing": print_line_spacing,
            "ivyh": ivyh,
            "default_key_color": default_key_color,
            "keyword_color_dict": keyword_color_dict,
            "rebuild_child_containers": rebuild_child_containers,
            "types_to_iteratively_nest": types_to_iteratively_nest,
            "alphabetical_keys": alphabetical_keys,
            "build_callable": build_callable,
        }
        if config != _NOTHING_GIVEN:
            self._settings = DEFAULTS.changed(config)
        if queues is not None:
            self._queues = Queues(queues, queue_load_sizes, container_combine_method, queue_timeout)
        self._fill(kwargs if dict_in is None else dict_in)

    def _fill(self, items: Any) -> None:
        nested: Any = self._settings.types_to_iteratively_nest
        if nested and isinstance(items, nested) and not isinstance(items, dict):
            width = len(str(len(items) - 1))
            items = {f"it_{i:0{width}d}": item for i, item in enumerate(items)}
        try:
            items = dict(items)
        except (TypeError, ValueError):
            msg = (
                f"Container: expected a dict or pairs of key and value, got {type(items).__name__}"
            )
            raise IvyTypeError(msg) from None
        for key in items:
            if not isinstance(key, str):
                raise IvyTypeError(f"Container: expected keys that are strings, got {key!r}")
        for key in sorted(items) if self._settings.alphabetical_keys else items:
            self[key] = items[key]

    def _as_child(self, value: Any) -> Any:
        """Return a value as it is stored: plain dicts become Containers."""
        if isinstance(value, Tree) and not self._settings.rebuild_child_containers:
            return value
        nested = self._settings.types_to_iteratively_nest
        if isinstance(value, dict) or (nested and isinstance(value, nested)):
            child = self._new()
            child._fill(value)
            return child
        is_array(value)  # loads the framework of the first leaf, which learns what a Container is
        return value

    def _new(self, items: Iterable[Any] | dict[str, Any] = ()) -> Self:
        """Return a Container with the settings of this one and these very children."""
        return type(self)._made(self._settings, items)

    @classmethod
    def _made(cls, settings: Settings, items: Iterable[Any] | dict[str, Any]) -> Self:
        new = cls.__new__(cls)
        if settings is not DEFAULTS:
            object.__setattr__(new, "_settings", settings)
        dict.update(new, items)
        return new

    # ---- items ----------------------------------------------------------------------------

    def __getitem__(self, query: Any) -> Any:
        if isinstance(query, str):
            value = dict.get(self, query, _MISSING)
            return self._walk(query) if value is _MISSING else value
        if isinstance(query, bytes):
            raise IvyKeyError(f"Container: expected a key chain or an index, got {query!r}")
        if self._queues is not None:
            return self._queues.load(query)
        return map_call(_indexed, (self, query), {})

    def _walk(self, chain: str) -> Any:
        value: Any = self
        for key in _keys(chain):
            if not isinstance(value, Tree) or not dict.__contains__(value, key):
                raise IvyKeyError(f"Container: expected the key chain {chain!r}, got no {key!r}")
            value = dict.__getitem__(value, key)
        return value

    def __setitem__(self, chain: str, value: Any) -> None:
        if not isinstance(chain, str):
            msg = f"Container: expected a key chain to set, got {chain!r}"
            raise IvyTypeError(msg + "; change a leaf by c['a'][index] = value")
        if "/" not in chain and "." not in chain:
            dict.__setitem__(self, chain, self._as_child(value))
            return
        *parents, key = _keys(chain) or [""]
        target: Any = self
        for parent in parents:
            child = target.get(parent)
            if child is not None and not isinstance(child, Tree):
                msg = f"Container: expected a Container at {parent!r} to set {chain!r} in it"
                raise IvyKeyError(f"{msg}, got {describe(child)}")
            if child is None:
                child = self._new()
                dict.__setitem__(target, parent, child)
            target = child
        dict.__setitem__(target, key, self._as_child(value))

    def __delitem__(self, chain: str) -> None:
        *parents, key = _keys(chain) or [""]
        owner = self._walk("/".join(parents))
        if not isinstance(owner, Tree) or not dict.__contains__(owner, key):
            raise IvyKeyError(f"Container: expected the key chain {chain!r}, got none to delete")
        dict.__delitem__(owner, key)

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Set items as `c[chain] = value` does."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value at a key chain, or `default` where there is none."""
        value = dict.get(self, key, _MISSING)
        if value is _MISSING:
            return self._walk(key) if key in self else default
        return value

    def pop(self, key: str, *default: Any) -> Any:
        """Take the value at a key chain out; return `default` where there is none, else raise."""
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the value at a key chain, which is set to `default` where there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def __tf_tracing_type__(self, context: Any) -> Any:
        return backends.load("tensorflow").dict_tracing_type(self, context)

    # ---- iteration ------------------------------------------------------------------------

    def cont_to_iterator(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ) -> Iterator[tuple[str, Any]]:
        """Yield (key chain, leaf) depth first; with `include_empty` empty Containers too.

        >>> list(ivy.Container(a=1, b={"c": 2}).cont_to_iterator())
        [('a', 1), ('b/c', 2)]
        """
        for key, value in self.items():
            chain = key if leaf_keys_only else join(key_chain, key)
            if isinstance(value, Tree) and (value or not include_empty):
                yield from value.cont_to_iterator(chain, leaf_keys_only, include_empty)
            else:
                yield chain, value

    def cont_to_iterator_values(self, include_empty: bool = False) -> Iterator[Any]:
        """Yield the leaves depth first."""
        for _, value in self.cont_to_iterator(include_empty=include_empty):
            yield value

    def cont_to_iterator_keys(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ) -> Iterator[str]:
        """Yield the key chains of the leaves depth first, or only their last keys."""
        for chain, _ in self.cont_to_iterator(key_chain, leaf_keys_only, include_empty):
            yield chain

    # ---- maps -----------------------------------------------------------------------------

    def cont_map(
        self,
        func: Callable[[Any, Any], Any],
        key_chains: Any = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
        inplace: bool = False,
        key_chain: str = "",
    ) -> Self:
        """Return a Container of `func(leaf, key_chain)` for every selected leaf.

        The key chain is None for the elements of lists, with `map_sequences`.

        >>> ivy.Container(a=1, b={"c": 2}).cont_map(lambda x, chain: f"{chain}={x}").b.c
        'b/c=2'
        """
        check_callable("cont_map", func)
        chosen = Selection(key_chains, to_apply, prune_unapplied, map_sequences, prefixes=False)
        chosen.check([self], normal(key_chain))
        result = self._mapped(func, chosen, normal(key_chain))
        return self._become(result) if inplace else result

    def _mapped(self, func: Callable[[Any, Any], Any], chosen: Selection, chain: str) -> Self:
        result = self._new()
        for key, value in self.items():
            below = join(chain, key)
            if isinstance(value, Tree):
                child: Any = value._mapped(func, chosen, below)
                if not child and value:
                    continue
            elif not chosen.takes(below):
                if chosen.prune_unapplied:
                    continue
                child = value
            elif chosen.map_sequences and isinstance(value, SEQUENCES):
                child = _mapped_sequence(func, value)
            else:
                child = func(value, below)
            dict.__setitem__(result, key, child)
        return result

    def _become(self, other: Tree) -> Self:
        """Take over the children of another; child Containers stay the same objects."""
        for key in [key for key in self if not dict.__contains__(other, key)]:
            dict.__delitem__(self, key)
        for key, value in other.items():
            mine = self.get(key)
            if isinstance(mine, Tree) and isinstance(value, Tree):
                mine._become(value)
            else:
                dict.__setitem__(self, key, value)
        return self

    # ---- copies ---------------------------------------------------------------------------

    def cont_copy(self) -> Self:
        """Return new Containers with the same leaves."""
        return self.cont_map(lambda x, _: x)

    copy = cont_copy

    def cont_deep_copy(self) -> Self:
        """Return new Containers with copies of the leaves.

        >>> c = ivy.Container(a=ivy.array([1]))
        >>> c.cont_deep_copy().a is c.a
        False
        """
        return copy.deepcopy(self)

    def __copy__(self) -> Self:
        return self.cont_copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        new = memo[id(self)] = self._new()
        for key, value in self.items():
            dict.__setitem__(new, key, _copied(value, memo))
        return new

    def __reduce__(self) -> Any:
        return type(self)._made, (self._settings, dict(self))

    # ---- settings -------------------------------------------------------------------------

    @property
    def cont_config(self) -> dict[str, Any]:
        """The settings by name, as `ivy.Container` takes them."""
        config = dict(vars(self._settings))
        config["keyword_color_dict"] = dict(self._settings.keyword_color_dict)
        return config

    _config = cont_config

    def cont_update_config(self, **config: Any) -> None:
        """Change settings, of the Containers inside too."""
        self._settings = self._settings.changed(config)
        for child in self.values():
            if isinstance(child, Tree):
                child.cont_update_config(**config)

    def _configured(self, config: dict[str, Any] | None) -> Self:
        if config:
            self.cont_update_config(**config)
        return self


def _indexed(leaf: Any, query: Any) -> Any:
    """Return `leaf[query]`; what has nothing to index stays as it is."""
    if isinstance(leaf, SEQUENCES) and leaf:
        return leaf[query]
    return leaf[query] if is_array(leaf) and len(leaf.shape) > 0 else leaf


def _mapped_sequence(func: Callable[[Any, Any], Any], value: Any) -> Any:
    if isinstance(value, SEQUENCES):
        return type(value)([_mapped_sequence(func, item) for item in value])
    return func(value, None)


def _copied(leaf: Any, memo: dict[int, Any]) -> Any:
    if not is_array(leaf):
        return copy.deepcopy(leaf, memo)
    if id(leaf) not in memo:
        memo[id(leaf)] = OPERATIONS["copy_array"](leaf)
    return memo[id(leaf)]
