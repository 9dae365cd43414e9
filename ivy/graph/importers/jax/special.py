"""Rules for JAX's special functions that ivy has no operation for."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from jax import lax
from jax import numpy as jnp
from jax._src.lax import special

from ivy.graph.importers.jax.written_out import written_out

# ---- Bessel functions ---------------------------------------------------------------------------

_NEAR = 8.0
"""Below it the functions are polynomials of `x`, above it of `1 / x`, times `1 / sqrt(x)`."""


@cache
def _coefficients(order: int) -> tuple[Any, Any]:
    """Return Chebyshev series of `i0e(x)`, or of `i1e(x) / x`, near and far from 0."""
    from scipy.special import i0e, i1e

    function = i0e if order == 0 else i1e
    interpolate = np.polynomial.chebyshev.chebinterpolate

    def near(t: Any) -> Any:
        x = (t + 1) * (_NEAR / 2)
        return function(x) / (x if order else 1)

    def far(t: Any) -> Any:
        x = 2 * _NEAR / (t + 1)
        return np.sqrt(x) * function(x)

    return interpolate(near, 31), interpolate(far, 31)


def _series(coefficients: Any, t: Any) -> Any:
    """Return the sum of a Chebyshev series (Clenshaw's recurrence)."""
    one: Any = 0.0
    two: Any = 0.0
    for c in coefficients[:0:-1]:
        one, two = 2 * t * one - two + float(c), one
    return t * one - two + float(coefficients[0])


def _bessel(order: int) -> None:
    @written_out(f"bessel_i{order}e")
    def rule(x: Any) -> Any:
        wide = x.astype("float32") if x.dtype.itemsize < 4 else x
        near, far = _coefficients(order)
        size = wide * lax.stop_gradient(jnp.sign(wide))  # with the gradient 0 at 0, as JAX
        # Each side gets arguments of its own only: the other's gradients would not be finite.
        low, high = jnp.minimum(size, _NEAR), jnp.maximum(size, _NEAR)
        inner = _series(near, low * (2 / _NEAR) - 1) * (wide if order else 1)
        outer = _series(far, 2 * _NEAR / high - 1) / jnp.sqrt(high)
        outer = outer * jnp.sign(wide) if order else outer
        return jnp.where(size <= _NEAR, inner, outer).astype(x.dtype)


_bessel(0)
_bessel(1)


# ---- gamma and beta functions -------------------------------------------------------------------


@written_out("regularized_incomplete_beta")
def _regularized_incomplete_beta(a: Any, b: Any, x: Any) -> Any:
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
def _igammac(a: Any, x: Any) -> Any:
    """JAX's continued fraction, which keeps the digits of small results; it has no gradient."""
    a, x = jnp.broadcast_arrays(a, x)
    fixed = lax.stop_gradient(a), lax.stop_gradient(x)
    value = special._up_and_broadcast(special.igammac_impl)(*fixed)
    return value - (lax.igamma(a, x) - lax.stop_gradient(lax.igamma(a, x)))


@written_out("igamma_grad_a")
def _igamma_grad_a(a: Any, x: Any) -> Any:
    return special._up_and_broadcast(special.igamma_grad_a_impl)(a, x)
