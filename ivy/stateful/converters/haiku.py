"""Haiku: classes of `hk.Module`, and `hk.transform`-ed functions."""

from __future__ import annotations

import inspect
from typing import Any

import haiku as hk
import jax

from ivy.container import Container
from ivy.errors import IvyTypeError, IvyValueError
from ivy.stateful.converters.jax import call, fresh_key, initial_key
from ivy.stateful.converters.native import Arrays, Call, NativeModule, mode_argument
from ivy.stateful.converters.targets import Modes, brought, class_name
from ivy.stateful.module import Module

# ---- to -----------------------------------------------------------------------------------------


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


# ---- from ---------------------------------------------------------------------------------------


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
        params, key = _by_module(v), fresh_key()
        if isinstance(self._native, hk.Transformed):
            return self._native.apply(params, key, *args, **kwargs), buffers
        result, after = self._native.apply(params, _by_module(buffers), key, *args, **kwargs)
        return result, _by_chain(after)


def _by_chain(params: Any) -> Arrays:
    return {f"{module}/{name}": x for module, name, x in hk.data_structures.traverse(params)}


def _by_module(arrays: Arrays) -> dict[str, Arrays]:
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
            raise IvyValueError(f"{msg}, got none; or give params_hk")
        params = instance.of(native.init, initial_key(seed))
    params, hk_state = params if isinstance(params, tuple) else (params, {})
    return FromHaiku(native, params, hk_state)


def _transformed(cls: Any, constructor: Call) -> Any:
    """Return a transformed function that makes a module and calls it."""

    def forward(*args: Any, **kwargs: Any) -> Any:
        return cls(*constructor.args, **constructor.kwargs)(*args, **kwargs)

    signature = inspect.signature(cls.__call__)
    parameters = list(signature.parameters.values())[1:]
    forward.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return hk.transform_with_state(forward)
