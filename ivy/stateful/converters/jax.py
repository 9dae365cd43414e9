"""What the libraries on JAX share: keys, and calls with arrays of NumPy."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ivy import backends
from ivy.container import Container
from ivy.errors import IvyValueError
from ivy.rng import stream_for
from ivy.stateful.converters.targets import Modes, pure_call


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


def fresh_key() -> Any:
    """Return a key from ivy's random numbers, or None while tracing outside of `ivy.rng`."""
    space = backends.load("jax")
    try:
        stream = stream_for(None, space.is_tracing())
        if stream is None:
            words = space.native_words(2)
        else:
            words = space.random_words(*stream.take(2), 2)
    except IvyValueError:  # a library that needs a key says so itself
        return None
    return jax.random.wrap_key_data(words, impl="threefry2x32")


def initial_key(seed: Any) -> Any:
    """Return a key for a seed; a key stays as it is."""
    return jax.random.PRNGKey(seed) if isinstance(seed, int) else seed
