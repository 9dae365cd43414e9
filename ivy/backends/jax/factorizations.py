from functools import partial as _partial

import jax

from ivy.backends import jax as _space
from ivy.backends.any import factorizations as _shared

# One compiled program each instead of dozens.
make_svd_non_negative = jax.jit(
    _partial(_shared.make_svd_non_negative, _space), static_argnums=4, inline=True
)
svd_flip = jax.jit(_partial(_shared.svd_flip, _space), static_argnums=2, inline=True)
