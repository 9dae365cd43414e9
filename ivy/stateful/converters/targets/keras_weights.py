"""The weights of an ivy module as variables of Keras layers."""

from __future__ import annotations

from typing import Any

import keras

from ivy.container import Container


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
