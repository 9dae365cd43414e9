"""Flax: from its older `linen.Module`."""

from __future__ import annotations

from typing import Any

import jax
from flax import linen
from flax.traverse_util import flatten_dict, unflatten_dict

from ivy.errors import IvyValueError
from ivy.stateful.converters.sources.arguments import Call, check_kind, instance_of, mode_argument
from ivy.stateful.converters.sources.jax import fresh_key, initial_key
from ivy.stateful.converters.sources.native import Arrays, NativeModule


class FromLinen(NativeModule):
    """A `linen.Module` as an ivy module: `params` are variables, other collections buffers."""

    def __init__(self, native: Any, collections: Any) -> None:
        self._mode = mode_argument(type(native).__call__)
        others = {name: tree for name, tree in collections.items() if name != "params"}
        self._collections = list(others)
        variables = flatten_dict(collections.get("params", {}), sep="/")
        buffers = flatten_dict(others, sep="/")
        super().__init__(native, "jax", variables, buffers, self._mode.default)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        kwargs = self._mode.arguments(self._training, kwargs)
        collections = {"params": unflatten_dict(v, sep="/"), **unflatten_dict(buffers, sep="/")}
        key = fresh_key()
        rngs = None if key is None else {"dropout": key}
        if not self._collections:
            return self._native.apply(collections, *args, rngs=rngs, **kwargs), buffers
        result, after = self._native.apply(
            collections, *args, rngs=rngs, mutable=self._collections, **kwargs
        )
        return result, flatten_dict(after, sep="/")


def from_linen_module(
    native: Any, variables: Any, seed: Any, constructor: Call, instance: Call
) -> FromLinen:
    """Return a `linen.Module`, or one of a class, as an ivy module."""
    check_kind(native, linen.Module, "flax.nnx.Module or flax.linen.Module")
    native = instance_of(native, constructor)
    if variables is None:
        if not instance:
            msg = "instance_args: expected arguments of a call, for the parameters of linen"
            raise IvyValueError(f"{msg}, got none; or give params_fx, to from_flax_module")
        params_key, dropout_key = jax.random.split(initial_key(seed))
        variables = instance.of(native.init, {"params": params_key, "dropout": dropout_key})
    return FromLinen(native, variables if "params" in variables else {"params": variables})
