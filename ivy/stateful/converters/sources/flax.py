"""Flax: from `nnx.Module`; from its older `linen.Module` in `linen.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import jax
from flax import nnx

from ivy.stateful.converters.sources.arguments import Call, instance_of
from ivy.stateful.converters.sources.native import Arrays, NativeModule


class FromNnx(NativeModule):
    """An `nnx.Module` as an ivy module: parameters are variables, all other state buffers."""

    def __init__(self, native: Any) -> None:
        self._graph, *states = nnx.split(native, nnx.Param, ...)
        self._params, self._others = (dict(_by_chain(each)) for each in states)
        variables = {chain: x.get_value() for chain, (_, x) in self._params.items()}
        buffers = {chain: _data(x.get_value()) for chain, (_, x) in self._others.items()}
        evaluates = ("deterministic", "use_running_average")
        self._starts_training = not any(
            getattr(part, name, False) is True
            for _, part in nnx.iter_modules(native)
            for name in evaluates
        )
        super().__init__(native, "jax", variables, buffers, self._starts_training)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        params = [(path, x.replace(v[chain])) for chain, (path, x) in self._params.items()]
        others = [
            (path, x.replace(_like(x.get_value(), buffers[chain])))
            for chain, (path, x) in self._others.items()
        ]
        native = nnx.merge(self._graph, nnx.from_flat_state([*params, *others]))
        if self._training is not self._starts_training:
            native.train() if self._training else native.eval()
        result = native(*args, **kwargs)
        after = dict(_by_chain(nnx.state(native)))
        return result, {chain: _data(after[chain][1].get_value()) for chain in buffers}


def _by_chain(state: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the key chain, path and variable of each entry of an nnx state."""
    for path, variable in nnx.to_flat_state(state):
        yield "/".join(str(key).replace(".", "_") for key in path), (path, variable)


def _is_key(x: Any) -> bool:
    return bool(jax.numpy.issubdtype(x.dtype, jax.dtypes.prng_key))


def _data(x: Any) -> Any:
    """Return the words of a key of JAX: an array like others. Arrays stay as they are."""
    return jax.random.key_data(x) if _is_key(x) else x


def _like(native: Any, x: Any) -> Any:
    return jax.random.wrap_key_data(x, impl=jax.random.key_impl(native)) if _is_key(native) else x


def is_nnx(native: Any) -> bool:
    """Return whether an object or a class is one of nnx; the others of Flax are linen's."""
    return issubclass(native if inspect.isclass(native) else type(native), nnx.Module)


def from_nnx_module(native: Any, constructor: Call) -> FromNnx:
    """Return an `nnx.Module`, or one of a class, as an ivy module."""
    return FromNnx(instance_of(native, constructor))
