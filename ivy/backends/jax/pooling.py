import functools as _functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import ivy.backends.jax as _xp
from ivy.backends.any import pooling as _shared
from ivy.backends.jax.native import DTYPES
from ivy.backends.windows import divisor as _divisor
from ivy.backends.windows import folded, least_value


def _compiled(body, statics):
    """Return a shared body as one program: eagerly it is a chain of small ones."""
    static = tuple(range(1, 1 + statics))
    return jax.jit(_functools.partial(body, _xp), static_argnums=static, inline=True)


adaptive_average = _compiled(_shared.adaptive_average, 1)
adaptive_maximum = _compiled(_shared.adaptive_maximum, 1)
window_elements = _compiled(_shared.window_elements, 5)


@_functools.partial(jax.jit, static_argnums=1, inline=True)
def pool_maximum(x, shape):
    return _pooled(x, _larger, lax.max, least_value(DTYPES[x.dtype]), shape)


@_functools.partial(jax.jit, static_argnums=(1, 2, 3), inline=True)
def pool_average(x, shape, count_include_pad, divisor_override):
    total = _pooled(x, lax.add, lax.add, 0, shape)
    divisor = _divisor(shape, count_include_pad, divisor_override)
    return total / jnp.asarray(divisor, x.dtype)


def _larger(a, b):
    """Return the larger of two, or NaN; the gradient of equal ones goes to the first."""
    return jnp.where((a >= b) | (a != a), a, b)


def _pooled(x, function, native, edge, shape):
    def fold(x):
        return folded(_fitted(x, edge, shape), function, shape, few_at_once=True)

    if max(shape.dilations) > 1:  # jax 0.10: their maxima have no gradients
        return fold(x)
    # jax 0.10: XLA's reduce_window is up to 10 times slower on CPUs, its gradients too.
    return lax.platform_dependent(x, cpu=fold, default=lambda x: _reduced(x, native, edge, shape))


def _fitted(x, edge, shape):
    """Return `x` with an edge around it, so that the windows end where it ends."""
    none = (0, 0, 0)
    pads = [(low, high, 0) for low, high in shape.fitted]
    pads = [none, *pads, none] if shape.channel_last else [none, none, *pads]
    return lax.pad(x, jnp.asarray(edge, x.dtype), pads)


def _reduced(x, computation, edge, shape):
    """Return the same by XLA's own operation."""
    ones = [1] if shape.channel_last else [1, 1]
    more = [1] if shape.channel_last else []
    windows, strides = [*ones, *shape.kernel, *more], [*ones, *shape.strides, *more]
    # The edge must be a constant, or its gradient would not be known.
    initial = np.asarray(edge, x.dtype)
    return lax.reduce_window(
        _fitted(x, edge, shape), initial, computation, windows, strides, "VALID"
    )
