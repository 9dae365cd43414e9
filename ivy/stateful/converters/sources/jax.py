"""What the libraries on JAX share: keys."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ivy import backends
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.rng import stream_for


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
    if isinstance(seed, int):
        return jax.random.PRNGKey(seed)
    if not isinstance(seed, (jax.Array, np.ndarray, type(None))):
        raise IvyTypeError(f"rng_seed: expected an integer or a key, got {describe(seed)}")
    return seed
