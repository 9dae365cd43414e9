"""Haiku: from classes of `hk.Module`, and from `hk.transform`-ed functions."""

from __future__ import annotations

import inspect
from typing import Any

import haiku as hk

from ivy.errors import IvyTypeError, IvyValueError
from ivy.stateful.converters.sources.arguments import Call, instance_of, mode_argument
from ivy.stateful.converters.sources.jax import fresh_key, initial_key
from ivy.stateful.converters.sources.native import Arrays, NativeModule


class FromHaiku(NativeModule):
    """A transformed function of Haiku as an ivy module."""

    def __init__(self, native: Any, params: Any, hk_state: Any) -> None:
        self._mode = mode_argument(native.apply)
        variables, buffers = _by_chain(params), _by_chain(hk_state)
        super().__init__(native, "jax", variables, buffers, self._mode.default)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        kwargs = self._mode.arguments(self._training, kwargs)
        params, key = by_module(v), fresh_key()
        if isinstance(self._native, hk.Transformed):
            return self._native.apply(params, key, *args, **kwargs), buffers
        result, after = self._native.apply(params, by_module(buffers), key, *args, **kwargs)
        return result, _by_chain(after)


def _by_chain(params: Any) -> Arrays:
    return {f"{module}/{name}": x for module, name, x in hk.data_structures.traverse(params)}


def by_module(arrays: Arrays) -> dict[str, Arrays]:
    """Return arrays by key chain as Haiku keeps them, a dictionary per module."""
    found: dict[str, Arrays] = {}
    for chain, x in arrays.items():
        module, _, name = chain.rpartition("/")
        found.setdefault(module, {})[name] = x
    return found


def from_haiku_module(
    native: Any, params: Any, seed: Any, constructor: Call, instance: Call
) -> FromHaiku:
    """Return a transformed function, or a class of modules, as an ivy module."""
    if inspect.isclass(native) and issubclass(native, hk.Module):
        native = _transformed(native, constructor)
    elif not isinstance(native, hk.Transformed | hk.TransformedWithState):
        kind = type(native).__name__
        msg = "native_module: expected a class of hk.Module, or what hk.transform returns"
        raise IvyTypeError(f"{msg}, got {kind}; modules of Haiku exist inside hk.transform only")
    if params is None:
        if not instance:
            msg = "instance_args: expected arguments of a call, for the parameters of Haiku"
            raise IvyValueError(f"{msg}, got none; or give params_hk, to from_haiku_module")
        params = instance.of(native.init, initial_key(seed))
    params, hk_state = params if isinstance(params, tuple) else (params, {})
    return FromHaiku(native, params, hk_state)


def _transformed(cls: Any, constructor: Call) -> Any:
    """Return a transformed function that makes a module and calls it."""

    def forward(*args: Any, **kwargs: Any) -> Any:
        return instance_of(cls, constructor)(*args, **kwargs)

    signature = inspect.signature(cls.__call__)
    parameters = list(signature.parameters.values())[1:]
    forward.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return hk.transform_with_state(forward)
