"""The shared losses, each as one XLA program."""

from functools import partial as _partial

import jax

import ivy.backends.jax as _xp
from ivy.backends.any import losses as _shared


def _compiled(body, *static):
    return jax.jit(_partial(body, _xp), static_argnums=static, inline=True)


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
