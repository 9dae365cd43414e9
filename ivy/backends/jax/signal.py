from functools import partial as _partial

import jax
import jax.numpy as jnp

from ivy.backends import jax as _space
from ivy.backends.any import signal as _shared

# One compiled program each instead of a dozen.
_dct, _idct = (
    jax.jit(_partial(body, _space), static_argnums=(1, 2, 3, 4), inline=True)
    for body in (_shared.dct, _shared.idct)
)


def dct(x, type=2, n=None, axis=-1, norm=None):
    return _dct(x, type, n, axis, norm)


def idct(x, type=2, n=None, axis=-1, norm=None):
    return _idct(x, type, n, axis, norm)


def host_constant(function, arguments, dtype, x=None):
    return jnp.asarray(function(*arguments), dtype)
