import jax.numpy as jnp

from ivy.backends import jax as _space
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_floating = _native_on_floats(_space)
rfft, irfft = _floating()(jnp.fft.rfft), _floating()(jnp.fft.irfft)
hfft, ihfft = _floating()(jnp.fft.hfft), _floating()(jnp.fft.ihfft)


@_floating()
def fft(x, dim=-1, norm="backward", n=None):
    return jnp.fft.fft(x, n, dim, norm)


@_floating()
def ifft(x, dim=-1, norm="backward", n=None):
    return jnp.fft.ifft(x, n, dim, norm)
