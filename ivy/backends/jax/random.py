from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from ivy.backends import philox
from ivy.backends.jax.native import index_dtype
from ivy.errors import IvyValueError


def is_tracing():
    return isinstance(jax.lax.add(jnp.int32(0), jnp.int32(0)), jax.core.Tracer)


def _native_key():
    if is_tracing():
        raise IvyValueError(
            "random (jax): expected a key while JAX traces, got an unseeded draw; "
            "use `with ivy.rng(key):` or pass seed="
        )
    return jax.random.key(int(np.random.default_rng().integers(2**31)))


def native_uniform(shape, dtype):
    return jax.random.uniform(_native_key(), shape, dtype)


def native_normal(shape, dtype):
    return jax.random.normal(_native_key(), shape, dtype)


def native_words(count):
    return jax.random.bits(_native_key(), (count,), jnp.uint32)


def random_words(key, block, count):
    if isinstance(key, int):
        low, high = np.uint32(key & philox.MASK), np.uint32(key >> 32)
    else:
        low, high = key_words(key)[:2]
    # XLA's Philox takes (key, counter) and fills the counter's upper words with the key.
    first = [np.uint32(block & philox.MASK), np.uint32(block >> 32)]
    state = jnp.stack([jnp.asarray(w, jnp.uint32) for w in (low, high, *first)])
    return _generated(state, -(-count // 4) * 4)[:count]


def key_words(key):
    if jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
        key = jax.random.key_data(key)
    return key.astype(jnp.uint32).reshape(-1)


@partial(jax.jit, static_argnums=1, inline=True)
def _generated(state, count):
    algorithm = jax.lax.RandomAlgorithm.RNG_PHILOX
    return jax.lax.rng_bit_generator(state, (count,), dtype=jnp.uint32, algorithm=algorithm)[1]


def unit_float32(words, precision):
    return (words >> (32 - precision)).astype("float32") * jnp.float32(2.0**-precision)


def unit_float64(words):
    pairs = words.reshape(-1, 2)
    high, low = pairs[:, 0] >> 5, pairs[:, 1] >> 6
    return (high.astype("float64") * 2.0**26 + low.astype("float64")) * 2.0**-53


def scaled_words(words, span):
    # The upper half of a 32 x 32 bit product from 16-bit pieces: 64-bit mode may be off.
    if isinstance(span, int) and span == 2**32:
        return words.astype(index_dtype().name)
    span = jnp.asarray(span).astype(jnp.uint32)
    low, high = words & 0xFFFF, words >> 16
    span_low, span_high = span & 0xFFFF, span >> 16
    middle = ((low * span_low) >> 16) + ((low * span_high) & 0xFFFF) + ((high * span_low) & 0xFFFF)
    upper = high * span_high + ((low * span_high) >> 16) + ((high * span_low) >> 16)
    return (upper + (middle >> 16)).astype(index_dtype().name)


def argsort_words(words):
    return jnp.lexsort((words[..., 1], words[..., 0]), axis=-1)
