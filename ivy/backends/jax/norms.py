"""The shared normalisations, each as one XLA program."""

from functools import partial as _partial

import jax

import ivy.backends.jax as _xp
from ivy.backends.any import norms as _shared


def _compiled(body, *static):
    return jax.jit(_partial(body, _xp), static_argnums=static, inline=True)


_layer_norm = _compiled(_shared.layer_norm, 1, 4, 5)
_rms_norm = _compiled(_shared.rms_norm, 1, 3)
_lp_normalize = _compiled(_shared.lp_normalize, 1, 2)
batch_norm = _compiled(_shared.batch_norm, 5, 6, 7, 8, 9)
instance_norm = _compiled(_shared.instance_norm, 5, 6, 7, 8)
group_norm = _compiled(_shared.group_norm, 1, 4, 5)
local_response_norm = _compiled(_shared.local_response_norm, 1, 2, 3, 4, 5, 6)


def _hashable(axes):
    return tuple(axes) if isinstance(axes, list) else axes


def layer_norm(x, normalized_idxs, scale=None, offset=None, eps=1e-05, new_std=1.0):
    return _layer_norm(x, _hashable(normalized_idxs), scale, offset, eps, new_std)


def rms_norm(x, normalized_idxs=-1, scale=None, eps=1e-06):
    return _rms_norm(x, _hashable(normalized_idxs), scale, eps)


def lp_normalize(x, p=2, axis=None):
    return _lp_normalize(x, p, _hashable(axis))
