"""Keras 3, on its TensorFlow, JAX and torch backends: to `keras.Model`."""

from __future__ import annotations

from typing import Any

import keras

from ivy.container import Container
from ivy.errors import IvyNotImplementedException
from ivy.stateful.converters.keras import keras_backend
from ivy.stateful.converters.targets.shared import (
    Modes,
    brought,
    class_name,
    draws_random_numbers,
    emptied,
    pure_call,
    snake_case,
)
from ivy.stateful.module import Module
from ivy.stateful.norms import BatchNorm


class Weights(keras.Layer):
    """The weights of one level of key chains; a module's levels are layers of its own."""

    def __init__(self, v: Any, buffers: Any, name: str) -> None:
        super().__init__(name=name)
        self.own = {key: self._weight(key, x, True) for key, x in v.items() if _is_leaf(x)}
        self.kept = {key: self._weight(key, x, False) for key, x in buffers.items() if _is_leaf(x)}
        # One layer for a level that has weights of both kinds.
        levels = dict.fromkeys(
            k for tree in (v, buffers) for k, x in tree.items() if not _is_leaf(x)
        )
        with self._open_name_scope():
            self.levels = {k: Weights(v.get(k, {}), buffers.get(k, {}), k) for k in levels}
        self.built = True

    def _weight(self, key: str, x: Any, trainable: bool) -> Any:
        dtype = keras.backend.standardize_dtype(x.dtype)
        trainable = trainable and "float" in dtype
        variable = self.add_weight(
            name=key, shape=tuple(x.shape), dtype=dtype, trainable=trainable, initializer="zeros"
        )
        variable.assign(x)
        return variable

    def values(self, kind: str) -> Container:
        """Return the values of the weights `own` or `kept`, as the running call sees them."""
        tree = {key: x.value for key, x in getattr(self, kind).items()}
        below = {k: level.values(kind) for k, level in self.levels.items()}
        return Container(tree | {k: x for k, x in below.items() if x})

    def assign(self, before: Any, after: Any) -> None:
        """Write the buffers that a call changed."""
        for key, variable in self.kept.items():
            if after[key] is not before[key]:
                variable.assign(keras.ops.stop_gradient(after[key]))
        for key, level in self.levels.items():
            if key in after:
                level.assign(before[key], after[key])


def _is_leaf(x: Any) -> bool:
    return not isinstance(x, dict)


def _with_fixed_norms(module: Module) -> Module:
    """Return a copy whose batch norms evaluate, as those of Keras that may not be trained do."""
    copy = module.copy()
    for each in copy.modules():
        if isinstance(each, BatchNorm):
            each.eval()
    return copy


class KerasModule(keras.Model):
    """An ivy module as a Keras model."""

    def __init__(self, module: Module, seed: int | None = None) -> None:
        super().__init__(name=snake_case(class_name(module)))
        self.level = Weights(module.v, module.buffers, self.name)
        self.modes = Modes(emptied(module))
        self.frozen = _with_fixed_norms(self.modes.training)
        self.seeds = None
        if seed is not None or draws_random_numbers(module):
            self.seeds = keras.random.SeedGenerator(seed)
        self.built = True

    def call(self, *args: Any, training: bool | None = None, **kwargs: Any) -> Any:
        """Return what the ivy module returns, computed with the weights of this model."""
        v, buffers = self.level.values("own"), self.level.values("kept")
        if keras_backend() == "torch" and training:
            # Copies, since autograd may keep what a call reads and buffers are written in place.
            buffers = buffers.cont_map(lambda x, _: x.clone())
        key = self.seeds.next() if self.seeds is not None and training else None
        frozen = training and not self.trainable
        module = self.frozen if frozen else self.modes.of(bool(training))
        result, after = pure_call(module, v, buffers, key, args, kwargs)
        self.level.assign(buffers, after)
        return result

    def get_config(self) -> Any:
        """Raise: the code of an ivy module is not in a `.keras` file."""
        raise IvyNotImplementedException(
            f"{self.name}: expected save_weights, which needs no code, got a request to save or "
            "clone the whole model; convert the ivy module again, then load_weights"
        )


def to_keras_module(module: Module, seed: int | None) -> KerasModule:
    """Return the module as a `keras.Model` on the backend Keras runs on."""
    return KerasModule(brought(module, keras_backend()), seed)
