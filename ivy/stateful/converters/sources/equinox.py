"""Equinox: from `eqx.Module`."""

from __future__ import annotations

import inspect
from typing import Any

import equinox as eqx
import jax

from ivy.errors import IvyValueError
from ivy.stateful.converters.sources.arguments import Call, check_kind, instance_of
from ivy.stateful.converters.sources.jax import fresh_key
from ivy.stateful.converters.sources.native import Arrays, NativeModule


class FromEquinox(NativeModule):
    """An `eqx.Module` as an ivy module; its floating arrays are variables."""

    def __init__(self, native: Any, eqx_state: Any) -> None:
        arrays, self._static = eqx.partition(native, eqx.is_inexact_array)
        self._variables = _Leaves(arrays)
        self._states = None if eqx_state is None else _Leaves(eqx_state)
        self._takes_key = "key" in inspect.signature(type(native).__call__).parameters
        buffers = {} if self._states is None else self._states.by_chain(eqx_state)
        super().__init__(native, "jax", self._variables.by_chain(arrays), buffers)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        native = eqx.combine(self._variables.tree(v), self._static)
        if not self._training:
            native = eqx.nn.inference_mode(native)
        if self._takes_key and "key" not in kwargs and (key := fresh_key()) is not None:
            kwargs = {**kwargs, "key": key}
        if self._states is None:
            return native(*args, **kwargs), buffers
        result, after = native(*args, self._states.tree(buffers), **kwargs)
        return result, self._states.by_chain(after)


class _Leaves:
    """The structure of a tree, and the key chains of its leaves."""

    def __init__(self, tree: Any) -> None:
        paths, self.structure = jax.tree_util.tree_flatten_with_path(tree)
        self.chains = ["/".join(map(_key, path)) for path, _ in paths]

    def by_chain(self, tree: Any) -> Arrays:
        return dict(zip(self.chains, jax.tree_util.tree_leaves(tree), strict=True))

    def tree(self, arrays: Arrays) -> Any:
        leaves = [arrays[chain] for chain in self.chains]
        return jax.tree_util.tree_unflatten(self.structure, leaves)


def _key(entry: Any) -> str:
    """Return an entry of a path in a tree: the name of a field, a key or a number."""
    for kind in ("name", "key", "idx"):
        if hasattr(entry, kind):
            return str(getattr(entry, kind)).replace(".", "_").replace("/", "_")
    return str(entry)


def _has_state(native: Any) -> bool:
    def is_index(x: Any) -> bool:
        return isinstance(x, eqx.nn.StateIndex)

    return any(map(is_index, jax.tree.leaves(native, is_leaf=is_index)))


def from_equinox_module(native: Any, eqx_state: Any, constructor: Call) -> FromEquinox:
    """Return an `eqx.Module`, or one of a class, as an ivy module."""
    check_kind(native, eqx.Module, "eqx.Module")
    if inspect.isclass(native) and eqx_state is None:
        native, eqx_state = eqx.nn.make_with_state(instance_of)(native, constructor)
        eqx_state = eqx_state if jax.tree_util.tree_leaves(eqx_state) else None
    else:
        native = instance_of(native, constructor)
        if eqx_state is None and _has_state(native):
            msg = "eqx_state: expected the eqx.nn.State that eqx.nn.make_with_state made with it"
            raise IvyValueError(f"{msg}, got none; give both to from_equinox_module")
    return FromEquinox(native, eqx_state)
