"""What the libraries on JAX share: calls with arrays of NumPy."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ivy.container import Container
from ivy.stateful.converters.targets.shared import Modes, pure_call


def call(
    modes: Modes,
    training: bool | None,
    v: Container,
    buffers: Container,
    key: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[Any, Container]:
    """Do a `pure_call` that takes arrays of NumPy, as functions of JAX do."""
    v, before, args, kwargs = jax.tree.map(
        lambda x: jax.numpy.asarray(x) if isinstance(x, np.ndarray) else x,
        (v, buffers, args, kwargs),
    )
    result, after = pure_call(modes.of(training), v, before, key, args, kwargs)
    return result, buffers if same(before, after) else after


def same(one: Any, other: Any) -> bool:
    """Return whether two trees hold the same objects."""
    pairs = zip(*map(jax.tree_util.tree_leaves, (one, other)), strict=True)
    return all(x is y for x, y in pairs)
