"""Rules of the special functions of ivy's NumPy backend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ivy.backends.numpy import special
from ivy.backends.numpy_tape.elementwise import unary
from ivy.backends.numpy_tape.engine import RULES, unbroadcast

_BELL = 2 / math.sqrt(math.pi)

unary(special.erf, lambda g, y, x: g * (_BELL * np.exp(-x * x)))
unary(special.erfc, lambda g, y, x: g * (-_BELL * np.exp(-x * x)))
unary(special.lgamma, lambda g, y, x: g * special.digamma(x))
unary(special.digamma, lambda g, y, x: g * special.zeta(2.0, x))


def _zeta(y: Any, x: Any, q: Any) -> Any:
    # The derivative with respect to x has no closed form; no framework has it.
    return None, lambda g: unbroadcast(-g * x * special.zeta(x + 1, q), q)


def _as_complex(y: Any, real: Any, imag: Any) -> Any:
    return lambda g: unbroadcast(np.real(g), real), lambda g: unbroadcast(np.imag(g), imag)


RULES[special.zeta] = _zeta
RULES[special.as_complex] = _as_complex
