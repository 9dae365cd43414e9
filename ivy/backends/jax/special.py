import jax
import jax.numpy as jnp

import ivy.backends.jax as _xp
from ivy.backends.any import special as _shared
from ivy.backends.jax.promotion import promoting, same_dtype
from ivy.backends.on_floats import native_on_floats
from ivy.backends.picking import check_integers

fmax, fmin, fmod = promoting(jnp.fmax), promoting(jnp.fmin), promoting(jnp.fmod)

_native = native_on_floats(_xp)


def _compiled(operands=1):
    """Decorate a function of floating arrays to be one XLA program."""
    return lambda function: _native(operands)(jax.jit(function, inline=True))


erf, erfc, lgamma = _compiled()(jax.lax.erf), _compiled()(jax.lax.erfc), _compiled()(jax.lax.lgamma)
exp2, sinc = _compiled()(jnp.exp2), _compiled()(jnp.sinc)
deg2rad, rad2deg = _compiled()(jnp.deg2rad), _compiled()(jnp.rad2deg)
frexp = _compiled()(jnp.frexp)
logaddexp2 = _compiled(2)(jnp.logaddexp2)


@_compiled()
def ldexp(x1, x2):
    check_integers("ldexp", _xp.DTYPES[jnp.asarray(x2).dtype])
    return jnp.ldexp(x1, x2)


@_compiled(2)
def xlogy(x, y):
    # jax 0.10: its gradients at (0, 0) are -inf and NaN.
    nothing = (x == 0) & ((y <= 0) | (y == jnp.inf))
    return jnp.where(nothing, 0.0, x * jnp.log(jnp.where(nothing, 1.0, y)))


@_compiled()
def digamma(x):
    # jax 0.10.2: NaN at zero.
    return jnp.where(x == 0, jnp.copysign(jnp.inf, -x), jax.lax.digamma(x))


@_compiled()
def erfinv(x):
    # jax 0.10.2: jax.lax.erf_inv has errors of 5e-11 in float64, 6e-6 in float32.
    return _shared.erfinv.__wrapped__(_xp, x)


@_compiled(2)
def _zeta(x, q):
    return _shared.zeta.__wrapped__(_xp, x, q)


def gcd(x1, x2):
    x1, x2 = same_dtype(x1, x2)
    if x1.dtype.kind != "i":
        return jnp.gcd(x1, x2)
    # jax 0.10 to 0.12 never return for the least integer, whose absolute value is itself.
    sizes = (jnp.abs(x).astype(f"u{x.dtype.name}") for x in (x1, x2))
    return jnp.gcd(*sizes).astype(x1.dtype)


def zeta(x, q):
    return _zeta(*same_dtype(x, q))


def float_power(x1, x2):
    # `float` and `complex` are 32-bit parts where JAX has no 64-bit ones.
    wide = complex if jnp.iscomplexobj(x1) or jnp.iscomplexobj(x2) else float
    return jnp.power(jnp.asarray(x1, wide), jnp.asarray(x2, wide))


as_complex = jax.lax.complex
