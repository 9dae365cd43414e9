"""Rules of the special functions, of NumPy and of ivy's own for NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ivy.backends.numpy import special
from ivy.backends.numpy_tape.elementwise import unary
from ivy.backends.numpy_tape.engine import COMPOSED, RULES, cast_like, unbroadcast

_BELL = 2 / math.sqrt(math.pi)
_zeta: Any = special.zeta

unary(special.erf, lambda g, y, x: g * _BELL * np.exp(-x * x))
unary(special.erfc, lambda g, y, x: -g * _BELL * np.exp(-x * x))
unary(special.lgamma, lambda g, y, x: g * special.digamma(x))
unary(special.digamma, lambda g, y, x: g * _zeta(np.full(np.shape(x), 2, x.dtype), x))


def _as_complex(y, real, imag):
    return (
        lambda g: unbroadcast(cast_like(np.real(g), real), real),
        lambda g: unbroadcast(cast_like(np.imag(g), imag), imag),
    )


RULES[special.as_complex] = _as_complex


def _i0(x):
    # The mean of exp(x * cos(t)) over a period, by the trapezoidal rule: it converges faster than
    # any power, here to full precision up to x = 700, where the result overflows.
    cosines = np.cos(np.arange(400) * (math.pi / 200)).astype(x.dtype)
    return np.mean(np.exp(np.expand_dims(x, -1) * cosines), axis=-1)


COMPOSED[np.i0] = _i0
