"""Flax: to `nnx.Module`; to its older `linen.Module` in `linen.py`."""

from __future__ import annotations

from typing import Any

from flax import nnx

from ivy.container import Container
from ivy.errors import IvyTypeError, describe
from ivy.stateful.converters.targets.jax import call
from ivy.stateful.converters.targets.shared import Modes, brought, draws_random_numbers, emptied
from ivy.stateful.module import Module


class NnxModule(nnx.Module):
    """An ivy module as an nnx module: `v` holds parameters, `buffers` what it writes."""

    def __init__(self, module: Module, rngs: Any) -> None:
        self.v = _variables(module.v, nnx.Param)
        self.buffers = _variables(module.buffers, nnx.BatchStat)
        self.deterministic = not module.training
        self.rngs = rngs
        self.modes = Modes(emptied(module))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the ivy module returns, computed with the parameters of this one."""
        v, buffers = values(self.v), values(self.buffers)
        training = not self.deterministic
        key = self.rngs.dropout() if self.rngs is not None and training else None
        result, after = call(self.modes, training, v, buffers, key, args, kwargs)
        for chain, x in after.cont_to_iterator():
            if x is not buffers[chain]:
                node = self.buffers
                *levels, name = chain.split("/")
                for level in levels:
                    node = node[level]
                node[name][...] = x
        return result


def _variables(tree: Any, kind: Any) -> nnx.Dict:
    return nnx.Dict(
        {k: _variables(x, kind) if isinstance(x, dict) else kind(x) for k, x in tree.items()}
    )


def values(tree: nnx.Dict) -> Container:
    """Return the arrays that the variables of an nnx tree hold now."""
    return Container({k: values(x) if isinstance(x, nnx.Dict) else x[...] for k, x in tree.items()})


def to_flax_module(module: Module, rngs: Any) -> NnxModule:
    """Return the module as an `nnx.Module`."""
    if rngs is None and draws_random_numbers(module):
        rngs = 0
    rngs = nnx.Rngs(rngs) if isinstance(rngs, int) else rngs
    if not isinstance(rngs, nnx.Rngs | None):
        raise IvyTypeError(f"rngs: expected an nnx.Rngs or a seed, got {describe(rngs)}")
    return NnxModule(brought(module, "jax"), rngs)
