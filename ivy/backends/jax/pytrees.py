"""Classes of ivy as pytrees of JAX."""

from __future__ import annotations

import jax


def register_pytree(cls, flatten, unflatten, keys=None):
    if keys is None:
        jax.tree_util.register_pytree_node(cls, flatten, unflatten)
        return

    def flatten_with_keys(tree):
        leaves, metadata = flatten(tree)
        return list(zip(map(jax.tree_util.DictKey, keys(tree)), leaves, strict=True)), metadata

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)
