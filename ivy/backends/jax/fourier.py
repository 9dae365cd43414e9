import jax.numpy as jnp


def transform_axis(x, name, n, axis, norm):
    return getattr(jnp.fft, name)(x, n, axis, norm)
