"""Rules for JAX's special functions that ivy has no operation for."""

from __future__ import annotations

from jax import lax
from jax import numpy as jnp
from jax._src.lax import special

from ivy.graph.importers.jax.written_out import written_out
from ivy.graph.importers.special import bessel_ie

# ---- Bessel functions ---------------------------------------------------------------------------


for _order in (0, 1):

    @written_out(f"bessel_i{_order}e")
    def _bessel(x, order=_order):
        wide = x.astype("float32") if x.dtype.itemsize < 4 else x
        return bessel_ie(jnp, order, wide).astype(x.dtype)


# ---- gamma and beta functions -------------------------------------------------------------------


@written_out("regularized_incomplete_beta")
def _regularized_incomplete_beta(a, b, x):
    """JAX's continued fraction; as in JAX there is a gradient with respect to `x` only."""
    a, b, x = jnp.broadcast_arrays(a, b, x)
    fixed = [lax.stop_gradient(y) for y in (a, b, x)]
    value = special._up_and_broadcast(special.regularized_incomplete_beta_impl)(*fixed)
    inside = (fixed[2] > 0) & (fixed[2] < 1)
    y = jnp.where(inside, fixed[2], 0.5)
    logarithm = (fixed[0] - 1) * jnp.log(y) + (fixed[1] - 1) * jnp.log1p(-y)
    parts = [lax.lgamma(fixed[0]), lax.lgamma(fixed[1]), -lax.lgamma(fixed[0] + fixed[1])]
    density = jnp.where(inside, jnp.exp(logarithm - sum(parts)), 0)
    return lax.stop_gradient(value) + (x - fixed[2]) * lax.stop_gradient(density)


@written_out("igammac")
def _igammac(a, x):
    """JAX's continued fraction, which keeps the digits of small results; it has no gradient."""
    a, x = jnp.broadcast_arrays(a, x)
    fixed = lax.stop_gradient(a), lax.stop_gradient(x)
    value = special._up_and_broadcast(special.igammac_impl)(*fixed)
    return value - (lax.igamma(a, x) - lax.stop_gradient(lax.igamma(a, x)))


@written_out("igamma_grad_a")
def _igamma_grad_a(a, x):
    return special._up_and_broadcast(special.igamma_grad_a_impl)(a, x)
