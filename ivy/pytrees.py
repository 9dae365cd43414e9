"""`ivy.Array` as a tree of one leaf, for every framework's transformations.

`jax.jit`, `torch.func.vmap`, `tf.function` and their kin then take and return `ivy.Array`.
"""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import Any

from ivy import backends
from ivy.array import Array


def _flatten(array: Array) -> tuple[tuple[Any], None]:
    return (array._data,), None


def _unflatten(metadata: None, leaves: Any) -> Array:
    # Not Array(leaf): frameworks also put placeholders that are no arrays.
    array = object.__new__(Array)
    (array._data,) = leaves
    return array


def register_jax() -> None:
    """Make `ivy.Array` a pytree of JAX."""
    import jax

    jax.tree_util.register_pytree_node(Array, _flatten, _unflatten)


def register_torch() -> None:
    """Make `ivy.Array` a pytree of torch, also across `torch.export`."""
    from torch.utils import _pytree

    _pytree.register_pytree_node(
        Array,
        lambda array: ([array._data], None),
        lambda leaves, metadata: _unflatten(metadata, leaves),
        serialized_type_name="ivy.Array",
    )


def register_tensorflow() -> None:
    """Keep AutoGraph from rewriting the methods of `ivy.Array`, which is a nest by itself."""
    for cls in Array.__mro__:
        for method in vars(cls).values():
            if inspect.isfunction(method):
                method.autograph_info__ = {}  # type: ignore[attr-defined]


def register_optree() -> None:
    """Make `ivy.Array` a pytree of optree; called when optree was imported before a backend."""
    import optree

    everywhere = optree.registry.__GLOBAL_NAMESPACE
    optree.register_pytree_node(Array, _flatten, _unflatten, namespace=everywhere)


_REGISTER = {"jax": register_jax, "torch": register_torch, "tensorflow": register_tensorflow}
_registered: set[str] = set()


def _register(space: ModuleType) -> None:
    if space.NAME in _REGISTER:
        _REGISTER[space.NAME]()
    if "optree" in sys.modules and "optree" not in _registered:
        _registered.add("optree")
        register_optree()


backends.on_load(_register)
for _space in backends.loaded():
    _register(_space)
