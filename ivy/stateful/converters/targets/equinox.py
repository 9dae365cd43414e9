"""Equinox: to `eqx.Module`."""

from __future__ import annotations

from typing import Any

import equinox as eqx

from ivy.container import Container
from ivy.errors import IvyTypeError
from ivy.stateful.converters.targets.jax import call, same
from ivy.stateful.converters.targets.shared import Modes, brought, emptied
from ivy.stateful.module import Module


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
