"""Complex functions at infinities, NaN and zeros, where XLA's formulas give NaN or a wrong sign.

Each part of a number belongs to one of 8 classes: zero, finite, infinite, NaN, of either sign. What
a function is for each of the 64 pairs of classes, NumPy knows; a table keeps it.
"""

from __future__ import annotations

import functools as _functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

_PARTS = np.array([0.0, -0.0, 2.0, -2.0, np.inf, -np.inf, np.nan, np.nan])
# Where the real part is infinite, the result depends on more than the class of the imaginary part.
_ROTATING = ("exp", "expm1", "sinh", "cosh")


@_functools.cache
def _table(name):
    """Return the 64 values of a function, as the Array API standard wants them."""
    numbers = np.empty((8, 8), "complex128")
    numbers.real, numbers.imag = _PARTS[:, None], _PARTS
    with np.errstate(all="ignore"):
        if name == "expm1":
            result = np.exp(numbers) - 1
        else:
            result = getattr(np, name)(numbers)
    if name == "tanh":
        # NumPy, as C, gives the imaginary zero the sign of sin(2 * imag), not that of imag.
        result[4:6, 2:4] = np.conj(result[4:6, 2:4])
    return result.reshape(-1)


def _classified(x):
    magnitude = (x != 0).astype("int32") + jnp.isinf(x) + 2 * jnp.isnan(x)
    return 2 * magnitude + jnp.signbit(x)


def _repaired(name, x, result):
    """Return the `result` of a function of `x` with the values of its table where they apply."""
    a, b = lax.real(x), lax.imag(x)
    special = ~(jnp.isfinite(a) & jnp.isfinite(b)) | (x == 0)
    if name in _ROTATING:
        special &= ~(jnp.isinf(a) & jnp.isfinite(b) & (b != 0))
    values = jnp.asarray(_table(name).astype(x.dtype))
    return jnp.where(special, values[8 * _classified(a) + _classified(b)], result)


# The signs of the parts of the result in terms of those of `x`, which decide at branch cuts too.
_SIGNS = {
    "acos": lambda a, b: (1, -b),
    "acosh": lambda a, b: (1, b),
    "asin": lambda a, b: (a, b),
    "asinh": lambda a, b: (a, b),
    "atan": lambda a, b: (a, b),
    "atanh": lambda a, b: (a, b),
    "sqrt": lambda a, b: (1, b),
}


def _with_signs(name, x, result):
    """Return the result of an inverse function with the signs of its parts as they must be."""
    signs = _SIGNS[name](lax.real(x), lax.imag(x))
    parts = lax.real(result), lax.imag(result)
    return lax.complex(*(jnp.copysign(part, sign) for part, sign in zip(parts, signs, strict=True)))


def _sinh(x):
    a, b = lax.real(x), lax.imag(x)
    # Beyond the range of the dtype the product would be infinity times 0.
    imaginary = jnp.where(b == 0, b, jnp.cosh(a) * jnp.sin(b))
    return lax.complex(jnp.sinh(a) * jnp.cos(b), imaginary)


def _cosh(x):
    a, b = lax.real(x), lax.imag(x)
    imaginary = jnp.where(b == 0, jnp.sign(a) * b, jnp.sinh(a) * jnp.sin(b))
    return lax.complex(jnp.cosh(a) * jnp.cos(b), imaginary)


def _keeping_zeros(name):
    """Return a function that is real for real numbers; XLA forgets the sign of the zero."""
    function = getattr(jnp, name)

    def call(x):
        result, b = function(x), lax.imag(x)
        return lax.complex(lax.real(result), jnp.where(b == 0, b, lax.imag(result)))

    return call


_FORMULAS = {"sinh": _sinh, "cosh": _cosh} | {
    name: _keeping_zeros(name) for name in ("exp", "expm1", "tanh")
}


# jax 0.10: the derivative of acosh has the wrong sign left of the imaginary axis.
_DIFFERENTIATED = {"acosh": lambda x: jnp.log(x + jnp.sqrt(x + 1) * jnp.sqrt(x - 1))}


@_functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _complex_function(name, x):
    """Return a function of NumPy's name of complex numbers."""
    if name in ("sin", "tan"):  # sin(x) = -i sinh(i x)
        result = _complex_function(name + "h", lax.complex(-lax.imag(x), lax.real(x)))
        return lax.complex(lax.imag(result), -lax.real(result))
    if name == "cos":
        return _complex_function("cosh", lax.complex(-lax.imag(x), lax.real(x)))
    result = _FORMULAS.get(name, getattr(jnp, name))(x)
    if name in _SIGNS:
        result = _with_signs(name, x, result)
    return _repaired(name, x, result)


@_complex_function.defjvp
def _complex_jvp(name, primals, tangents):
    # Not through what mends the values: where it puts a constant, the derivative would be 0.
    slope = jax.jvp(_DIFFERENTIATED.get(name, getattr(jnp, name)), primals, tangents)[1]
    return _complex_function(name, *primals), slope
