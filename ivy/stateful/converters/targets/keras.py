"""Keras 3, on its TensorFlow, JAX and torch backends: to `keras.Model`."""

from __future__ import annotations

from typing import Any

import keras

from ivy.errors import IvyNotImplementedException
from ivy.stateful.converters.keras import keras_backend
from ivy.stateful.converters.targets.keras_calls import Flags, is_flag, specification
from ivy.stateful.converters.targets.keras_weights import Weights
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


def _with_fixed_norms(module: Module) -> Module:
    """Return a copy whose batch norms evaluate, as those of Keras that may not be trained do."""
    copy = module.copy()
    for each in copy.modules():
        if isinstance(each, BatchNorm):
            each.eval()
    return copy


@keras.saving.register_keras_serializable("ivy")
class KerasModule(keras.Model):
    """An ivy module as a Keras model."""

    def __init__(self, module: Module, seed: int | None = None) -> None:
        super().__init__(name=snake_case(class_name(module)))
        self.level = Weights(module.v, module.buffers, self.name)
        self.modes = Modes(emptied(module))
        self.frozen = _with_fixed_norms(self.modes.training)
        self.signature: Any = None
        self.seeds = None
        if seed is not None or draws_random_numbers(module):
            self.seeds = keras.random.SeedGenerator(seed)
        self.built = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return what `call` returns; Keras takes no flags and numbers in one nest with arrays."""
        options = {name: kwargs.pop(name) for name in ("training",) if name in kwargs}
        nest = args, kwargs
        if any(is_flag(x) for x in keras.tree.flatten(nest)):
            options["flags"] = Flags(nest)
            args, kwargs = keras.tree.map_structure(lambda x: None if is_flag(x) else x, nest)
        return super().__call__(*args, **options, **kwargs)

    def call(
        self, *args: Any, training: bool | None = None, flags: Flags | None = None, **kwargs: Any
    ) -> Any:
        """Return what the ivy module returns, computed with the weights of this model."""
        if flags is not None:
            args, kwargs = flags.beside((args, kwargs))
        if self.signature is None and not kwargs:
            self.signature = keras.tree.map_structure(specification, list(args))
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

    def export(self, filepath: Any, *args: Any, input_signature: Any = None, **kwargs: Any) -> Any:
        """Write the model as others run it, for arguments like those of the first call."""
        signature = self.signature if input_signature is None else input_signature
        return super().export(filepath, *args, input_signature=signature, **kwargs)

    def get_config(self) -> dict[str, Any]:
        """Return the program of a translated model; the code of another is not in a file."""
        program = self.modes.default._as_text()
        if program is None:
            raise IvyNotImplementedException(
                f"{self.name}: expected save_weights, which needs no code, got a request to save "
                "or clone the whole model; convert the ivy module again, then load_weights"
            )
        return {"program": program}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> KerasModule:
        """Return the model of a program, with zeros for weights."""
        from ivy.graph.module import GraphModule

        return to_keras_module(GraphModule.from_text(config["program"], keras_backend()), None)


def to_keras_module(module: Module, seed: int | None) -> KerasModule:
    """Return the module as a `keras.Model` on the backend Keras runs on."""
    return KerasModule(brought(module, keras_backend()), seed)
