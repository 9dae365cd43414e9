"""The shared losses, each as one XLA program."""

from functools import partial as _partial
from functools import wraps as _wraps

import jax

import ivy.backends.jax as _xp
from ivy.backends.any import losses as _shared
from ivy.backends.native_dtypes import NUMBERS as _NUMBERS


def _compiled(body, *static):
    plain = _partial(body, _xp)
    program = jax.jit(plain, static_argnums=static, inline=True)

    @_wraps(plain)
    def call(pred, true, *options, **named):
        # A number would be an array to the program, of 64 bits where JAX has these.
        has_number = type(pred) in _NUMBERS or type(true) in _NUMBERS
        return (plain if has_number else program)(pred, true, *options, **named)

    return call


cross_entropy = _compiled(_shared.cross_entropy, 2, 3, 4, 5)
sparse_cross_entropy = _compiled(_shared.sparse_cross_entropy, 2, 3, 4, 5)
kl_div = _compiled(_shared.kl_div, 2, 3)
log_poisson_loss = _compiled(_shared.log_poisson_loss, 2, 3, 4)
poisson_nll_loss = _compiled(_shared.poisson_nll_loss, 2, 3, 4, 5)
mse_loss, l1_loss = _compiled(_shared.mse_loss, 2), _compiled(_shared.l1_loss, 2)
huber_loss = _compiled(_shared.huber_loss, 2, 3)
smooth_l1_loss = _compiled(_shared.smooth_l1_loss, 2, 3)
soft_margin_loss = _compiled(_shared.soft_margin_loss, 2)
hinge_embedding_loss = _compiled(_shared.hinge_embedding_loss, 2, 3)
ssim_loss = _compiled(_shared.ssim_loss)
binary_cross_entropy = _compiled(_shared.binary_cross_entropy, 2, 3, 4, 6)
