"""Classes of ivy as pytrees of JAX."""

from __future__ import annotations

import jax


def register_pytree(cls, flatten, unflatten):
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)
