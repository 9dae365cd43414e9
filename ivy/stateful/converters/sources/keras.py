"""Keras 3, on its TensorFlow, JAX and torch backends: from `keras.Model`."""

from __future__ import annotations

from typing import Any

import keras

from ivy.errors import IvyValueError
from ivy.stateful.converters.keras import keras_backend
from ivy.stateful.converters.sources.arguments import Call, check_kind, instance_of, mode_argument
from ivy.stateful.converters.sources.native import Arrays, NativeModule


class FromKeras(NativeModule):
    """A Keras model or layer as an ivy module."""

    def __init__(self, native: Any) -> None:
        self._trainable = _by_chain(native.trainable_variables)
        self._others = _by_chain(native.non_trainable_variables)
        self._mode = mode_argument(native.call)
        variables = {chain: _value(x) for chain, x in self._trainable.items()}
        buffers = {chain: _value(x) for chain, x in self._others.items()}
        super().__init__(native, keras_backend(), variables, buffers, self._mode.default)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        kwargs = self._mode.arguments(self._training, kwargs)
        in_place = self._framework != "jax" and self._is_untouched(v)
        if in_place and all(x.value is buffers[chain] for chain, x in self._others.items()):
            return self._native(*args, **kwargs), buffers
        trainable = [v[chain] for chain in self._trainable]
        others = [buffers[chain] for chain in self._others]
        result, after = self._native.stateless_call(trainable, others, *args, **kwargs)
        return result, dict(zip(self._others, after, strict=True))


def _value(variable: Any) -> Any:
    """Return the array of a variable; on JAX a copy, since `fit` donates the model's own."""
    return keras.ops.copy(variable.value) if keras_backend() == "jax" else variable.value


def _by_chain(variables: list[Any]) -> dict[str, Any]:
    """Return Keras variables by their paths, numbered where two have the same."""
    chains: dict[str, Any] = {}
    for variable in variables:
        path = str(variable.path).replace(".", "_")
        taken = sum(1 for chain in chains if chain.partition("#")[0] == path)
        chains[f"{path}#{taken}" if taken else path] = variable
    return chains


def from_keras_module(native: Any, constructor: Call, instance: Call) -> FromKeras:
    """Return a Keras model or layer, or one of a class, as an ivy module."""
    check_kind(native, keras.layers.Layer, "keras.Layer")
    native = instance_of(native, constructor)
    if instance:
        instance.of(native)
    if not native.built:
        name = type(native).__name__
        msg = f"instance_args: expected arguments of a call, since {name} has no weights before one"
        raise IvyValueError(f"{msg}, got none; or call the model before converting it")
    return FromKeras(native)
