"""jax.nn, each function as one XLA program: eagerly they are chains of primitives."""

import functools as _functools

import jax
import jax.numpy as jnp

import ivy.backends.jax as _xp
from ivy.backends.any import activations as _shared

_FLOATS = "fV"  # kinds of dtypes: bfloat16 is a V


def _compiled(function, *static):
    """Return the function of a floating array as one program that computes halves in float32."""

    def widened(x, *args):
        if x.dtype.itemsize == 2:
            return function(x.astype(jnp.float32), *args).astype(x.dtype)
        return function(x, *args)

    return jax.jit(widened, static_argnums=static, inline=True)


@_functools.partial(jax.jit, inline=True)
def relu(x):
    return jax.nn.relu(x) if x.dtype.kind != "b" else _shared.relu(_xp, x)


_softmax, _log_softmax = _compiled(jax.nn.softmax, 1), _compiled(jax.nn.log_softmax, 1)
_sigmoid, _silu, _mish = map(_compiled, (jax.nn.sigmoid, jax.nn.silu, jax.nn.mish))
_gelu, _leaky_relu = _compiled(jax.nn.gelu, 1), _compiled(jax.nn.leaky_relu)
_elu, _celu, _selu = map(_compiled, (jax.nn.elu, jax.nn.celu, jax.nn.selu))
_relu6, _hardswish = _compiled(jax.nn.relu6), _compiled(jax.nn.hard_swish)
_softplus, _logsigmoid = _compiled(jax.nn.softplus), _compiled(jax.nn.log_sigmoid)


def softmax(x, axis=None):
    if x.dtype.kind in _FLOATS and x.shape:
        return _softmax(x, -1 if axis is None else axis)
    return _shared.softmax(_xp, x, axis)


def log_softmax(x, axis=None):
    if x.dtype.kind in _FLOATS and x.shape:
        return _log_softmax(x, -1 if axis is None else axis)
    return _shared.log_softmax(_xp, x, axis)


def sigmoid(x):
    if x.dtype.kind in _FLOATS:
        return _sigmoid(x)
    return _shared.sigmoid(_xp, x)


def gelu(x, approximate=False):
    if x.dtype.kind in _FLOATS:
        return _gelu(x, approximate)
    return _shared.gelu(_xp, x, approximate)


def leaky_relu(x, alpha=0.2):
    if x.dtype.kind in _FLOATS:
        return _leaky_relu(x, alpha)
    return _shared.leaky_relu(_xp, x, alpha)


def relu6(x):
    if x.dtype.kind in _FLOATS:
        return _relu6(x)
    return _shared.relu6(_xp, x)


def elu(x, alpha=1.0):
    return _elu(x, alpha) if x.dtype.kind in _FLOATS else _shared.elu(_xp, x, alpha)


def celu(x, alpha=1.0):
    if x.dtype.kind in _FLOATS:
        return _celu(x, alpha)
    return _shared.celu(_xp, x, alpha)


def selu(x):
    return _selu(x) if x.dtype.kind in _FLOATS else _shared.selu(_xp, x)


def silu(x):
    return _silu(x) if x.dtype.kind in _FLOATS else _shared.silu(_xp, x)


def mish(x):
    return _mish(x) if x.dtype.kind in _FLOATS else _shared.mish(_xp, x)


def hardswish(x):
    if x.dtype.kind in _FLOATS:
        return _hardswish(x)
    return _shared.hardswish(_xp, x)


def softplus(x, beta=None, threshold=None):
    if beta is threshold is None and x.dtype.kind in _FLOATS:
        return _softplus(x)
    return _shared.softplus(_xp, x, beta, threshold)


def logsigmoid(input):
    if input.dtype.kind in _FLOATS:
        return _logsigmoid(input)
    return _shared.logsigmoid(_xp, input)
