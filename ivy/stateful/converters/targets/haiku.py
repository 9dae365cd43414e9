"""Haiku: to classes of `hk.Module`."""

from __future__ import annotations

from typing import Any

import haiku as hk
import jax

from ivy.container import Container
from ivy.stateful.converters.targets.jax import call
from ivy.stateful.converters.targets.shared import Modes, brought, class_name
from ivy.stateful.module import Module


class HaikuModule(hk.Module):
    """An ivy module as a Haiku module; `to_haiku_module` makes a class for each."""

    modes: Modes

    def __call__(self, *args: Any, is_training: bool | None = None, **kwargs: Any) -> Any:
        """Return what the ivy module returns, computed with Haiku's parameters and state."""
        module = self.modes.default
        v = Container({c: _get(hk.get_parameter, c, x) for c, x in module.v.cont_to_iterator()})
        stored = module.buffers.cont_to_iterator()
        buffers = Container({c: _get(hk.get_state, c, x) for c, x in stored})
        key = hk.maybe_next_rng_key()
        result, after = call(self.modes, is_training, v, buffers, key, args, kwargs)
        for chain, x in after.cont_to_iterator():
            if x is not buffers[chain]:
                hk.set_state(chain, x)
        return result


def _get(getter: Any, chain: str, x: Any) -> Any:
    return getter(chain, x.shape, x.dtype, init=lambda *_: jax.numpy.copy(x))


def to_haiku_module(module: Module) -> type[HaikuModule]:
    """Return a class of Haiku modules, to be made without arguments inside `hk.transform`."""
    modes = Modes(brought(module, "jax"))
    return type(class_name(module), (HaikuModule,), {"modes": modes})
