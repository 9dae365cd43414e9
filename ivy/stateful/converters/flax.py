"""Flax: `nnx.Module`; its older `linen.Module` is in `linen.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import jax
from flax import nnx

from ivy.container import Container
from ivy.stateful.converters.jax import call
from ivy.stateful.converters.native import Arrays, Call, NativeModule, instance_of
from ivy.stateful.converters.targets import Modes, brought, draws_random_numbers, emptied
from ivy.stateful.module import Module

# ---- to -----------------------------------------------------------------------------------------


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
        v, buffers = _values(self.v), _values(self.buffers)
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


def _values(tree: nnx.Dict) -> Container:
    return Container(
        {k: _values(x) if isinstance(x, nnx.Dict) else x[...] for k, x in tree.items()}
    )


def to_flax_module(module: Module, rngs: Any) -> NnxModule:
    """Return the module as an `nnx.Module`."""
    if rngs is None and draws_random_numbers(module):
        rngs = 0
    rngs = nnx.Rngs(rngs) if isinstance(rngs, int) else rngs
    return NnxModule(brought(module, "jax"), rngs)


# ---- from ---------------------------------------------------------------------------------------


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
