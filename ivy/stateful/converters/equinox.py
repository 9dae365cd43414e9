"""Equinox: `eqx.Module`."""

from __future__ import annotations

import inspect
from typing import Any

import equinox as eqx
import jax

from ivy.container import Container
from ivy.errors import IvyTypeError
from ivy.stateful.converters.jax import call, fresh_key, same
from ivy.stateful.converters.native import Arrays, Call, NativeModule, check_kind, instance_of
from ivy.stateful.converters.targets import Modes, brought, emptied
from ivy.stateful.module import Module

# ---- to -----------------------------------------------------------------------------------------


class EquinoxModule(eqx.Module):
    """An ivy module as an Equinox module: `v` is trained, `buffers` are in an `eqx.nn.State`."""

    v: Container
    buffers: eqx.nn.StateIndex | None
    inference: bool
    modes: Modes = eqx.field(static=True)

    def __call__(self, *args: Any, state: Any = None, key: Any = None, **kwargs: Any) -> Any:
        """Return what the ivy module returns; a module with buffers takes and returns a state."""
        training = not self.inference
        if self.buffers is None:
            return call(self.modes, training, self.v, Container(), key, args, kwargs)[0]
        if state is None:
            *args, state = args  # type: ignore[assignment]
        if not isinstance(state, eqx.nn.State):
            msg = "state: expected an eqx.nn.State after the inputs, for the module's buffers"
            raise IvyTypeError(f"{msg}, got {type(state).__name__}; make one: eqx.nn.State(module)")
        before = state.get(self.buffers)
        result, after = call(self.modes, training, self.v, before, key, tuple(args), kwargs)
        # A state that was written to may not be used again, so an evaluation leaves it alone.
        return result, state if same(before, after) else state.set(self.buffers, after)


def to_equinox_module(module: Module) -> EquinoxModule:
    """Return the module as an `eqx.Module`."""
    moved = brought(module, "jax")
    v, index = moved.v, eqx.nn.StateIndex(moved.buffers) if moved.buffers else None
    return EquinoxModule(v, index, not moved.training, Modes(emptied(moved)))


# ---- from ---------------------------------------------------------------------------------------


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


def from_equinox_module(native: Any, eqx_state: Any, constructor: Call) -> FromEquinox:
    """Return an `eqx.Module`, or one of a class, as an ivy module."""
    check_kind(native, eqx.Module, "eqx.Module")
    if inspect.isclass(native) and eqx_state is None:
        native, eqx_state = eqx.nn.make_with_state(instance_of)(native, constructor)
        eqx_state = eqx_state if jax.tree_util.tree_leaves(eqx_state) else None
    else:
        native = instance_of(native, constructor)
    return FromEquinox(native, eqx_state)
