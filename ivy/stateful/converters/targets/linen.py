"""Flax: to its older `linen.Module`."""

from __future__ import annotations

from typing import Any

import jax
from flax import linen

from ivy.container import Container
from ivy.stateful.converters.targets.jax import call, same
from ivy.stateful.converters.targets.shared import Modes, brought
from ivy.stateful.module import Module


class LinenModule(linen.Module):
    """An ivy module as a linen module; buffers are in the collection `batch_stats`."""

    modes: Modes

    @linen.compact
    def __call__(self, *args: Any, train: bool | None = None, **kwargs: Any) -> Any:
        """Return what the ivy module returns, computed with linen's variables."""
        module = self.modes.default
        v = {k: self.param(k, lambda _, x=x: _copied(x)) for k, x in module.v.items()}
        stats = {
            k: self.variable("batch_stats", k, lambda x=x: _copied(x))
            for k, x in module.buffers.items()
        }
        buffers = Container({k: variable.value for k, variable in stats.items()})
        key = self.make_rng("dropout") if self.has_rng("dropout") else None
        result, after = call(self.modes, train, Container(v), buffers, key, args, kwargs)
        # An evaluation that may not write leaves statistics alone; a training gets linen's error.
        writes = self.modes.of(train).training or self.is_mutable_collection("batch_stats")
        for k, variable in stats.items():
            if writes and not self.is_initializing() and not same(after[k], buffers[k]):
                variable.value = _plain(after[k])
        return result


def _plain(tree: Any) -> Any:
    return {k: _plain(x) for k, x in tree.items()} if isinstance(tree, dict) else tree


def _copied(tree: Any) -> Any:
    return jax.tree.map(jax.numpy.copy, _plain(tree))


def to_linen_module(module: Module) -> LinenModule:
    """Return the module as a `linen.Module`."""
    return LinenModule(Modes(brought(module, "jax")))
