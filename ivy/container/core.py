"""`ivy.Container`: a nested dict with attribute access, key chains and arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ivy import dispatch, pytrees
from ivy.container.combining import CombiningMethods
from ivy.container.comparing import ComparingMethods
from ivy.container.mapping import Selection, map_call, normal
from ivy.container.operators import OperatorMethods
from ivy.container.printing import PrintingMethods
from ivy.container.storing import StoringMethods
from ivy.container.tree import DEFAULTS, Settings
from ivy.dispatch import ARRAY_PARAMETERS, OPERATIONS, put
from ivy.errors import IvyAttributeError

# `c.shape` is a Container of shapes, and what Container itself is needs no method.
_NO_METHODS = ("shape", "is_array", "is_ivy_array", "is_native_array")


class Container(
    OperatorMethods, PrintingMethods, StoringMethods, ComparingMethods, CombiningMethods
):
    """A nested dict whose leaves are computed with together.

    Every operation is a method and takes `key_chains`, `to_apply`, `prune_unapplied` and
    `map_sequences`. Keys are attributes; they win over operations of the same name.

    >>> c = ivy.Container(a=ivy.array([1.0]), b={"c": ivy.array([2.0])})
    >>> (c * 2).b.c
    ivy.array([4.])
    >>> c.sum(key_chains="b")["b/c"]
    ivy.array(2.)
    """

    # ---- attributes and membership ----------------------------------------------------------

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Container):
            return self.cont_contains_sub_container(item)
        if dict.__contains__(self, item):
            return True
        return isinstance(item, str) and "/" in normal(item) and self.cont_has_key_chain(item)

    def __getattr__(self, name: str) -> Any:
        if dict.__contains__(self, name):
            return dict.__getitem__(self, name)
        if name.startswith("_"):
            raise AttributeError(name)
        if name in OPERATIONS and name not in _NO_METHODS:
            return partial(self._method, name)
        return self._leaf_attribute(name)

    def _leaf_attribute(self, name: str) -> Any:
        """Return a Container of an attribute of every leaf, methods called."""

        def attribute(leaf: Any) -> Any:
            value = getattr(leaf, name)
            return value() if callable(value) else value

        if not self or not all(hasattr(leaf, name) for leaf in self.cont_to_iterator_values()):
            msg = "Container: expected a key, an operation or an attribute of all leaves"
            raise IvyAttributeError(f"{msg}, got {name!r}; its keys are {list(self)}")
        return self.cont_map(lambda leaf, _: attribute(leaf))

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self[name] = value

    def __delattr__(self, name: str) -> None:
        if name.startswith("_"):
            object.__delattr__(self, name)
        else:
            del self[name]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self, *OPERATIONS]

    # ---- operations -----------------------------------------------------------------------

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Map a function of torch: torch.compile runs `container + tensor` through here too."""
        return map_call(func, args, kwargs or {})

    def _map_operation(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return map_call(OPERATIONS[name], args, kwargs)

    def _method(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Run an operation with this Container as its first array: `c.concat([d])` joins both."""
        position, takes_list = _place_of_self(name)
        if takes_list:
            return static_operation(name, [self, *args[0]] if args else self, *args[1:], **kwargs)
        return static_operation(name, *args[:position], self, *args[position:], **kwargs)

    @property
    def dynamic_backend(self) -> bool:
        """False: leaves keep their framework until `ivy.to_backend` moves them."""
        return False


# ---- what maps over leaves --------------------------------------------------------------------


def static_operation(
    name: str,
    *args: Any,
    key_chains: Any = None,
    to_apply: bool = True,
    prune_unapplied: bool = False,
    map_sequences: bool | None = False,
    out: Any = None,
    **kwargs: Any,
) -> Any:
    """Run an operation on the selected leaves of the Containers among its arguments."""
    selection = Selection(key_chains, to_apply, prune_unapplied, map_sequences)
    result = map_call(OPERATIONS[name], args, kwargs, selection)
    return result if out is None else put(result, out)


def _place_of_self(name: str) -> tuple[int, bool]:
    """Return the position of an operation's first array, and whether it is a list of arrays."""
    for positions, takes_list, _ in ARRAY_PARAMETERS[name]:
        return positions.start, takes_list
    return 0, False


def attach_static_operations() -> None:
    """Give the class `static_<operation>` for every operation; called once all are declared."""
    for name in OPERATIONS:
        setattr(Container, f"static_{name}", staticmethod(partial(static_operation, name)))


# ---- as a tree of the frameworks ----------------------------------------------------------------


def _flatten(container: Container) -> tuple[tuple[Any, ...], tuple[tuple[str, ...], Settings]]:
    return tuple(container.values()), (tuple(container), container._settings)


def _unflatten(metadata: tuple[tuple[str, ...], Settings], leaves: Iterable[Any]) -> Container:
    keys, settings = metadata
    return Container._made(settings, zip(keys, leaves, strict=True))


pytrees.register(Container, _flatten, _unflatten, keys=tuple)
dispatch.new_container = lambda items: Container._made(DEFAULTS, items)
