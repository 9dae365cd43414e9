"""Draws by rejection that trace: every element has the same number of candidates in turn.

Candidate `n` of element `i` is made of words of its own, so the host computes the few that are
needed, a traced program all of them, and both find the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ivy.backends import philox
from ivy.rng import Stream

Candidate = Callable[..., tuple[Any, Any]]
"""(namespace, units, *parameters) -> values, and whether each is accepted."""


def wide_dtype(xp: Any) -> Any:
    """Return the widest float dtype: float64, or float32 where JAX has no 64 bits."""
    return xp.as_native_dtype("float64" if xp.index_dtype() == "int64" else "float32")


def wide_units(xp: Any, words: Any) -> Any:
    """Return a number in [0, 1) for each two words, the same up to its last digits in any width."""
    if xp.index_dtype() == "int64":
        return xp.unit_float64(words)
    return xp.unit_float32(xp.reshape(words, (-1, 2))[:, 0], 24)


def first_accepted(
    xp: Any,
    stream: Stream | None,
    candidate: Candidate,
    blocks: int,
    tries: int,
    parameter: Any,
    wanted: Any = None,
) -> Any:
    """Return the first of `tries` candidates that is accepted, or else the last, per element.

    The parameter has one axis; a candidate is made of so many blocks of four words. What is not
    wanted is drawn only where that costs less than finding out.
    """
    count = parameter.shape[0]
    size = 4 * blocks * count * tries
    key, block = (None, 0) if stream is None else stream.take(size)
    if xp.NAME == "numpy":
        return _first_on_host(xp, key, block, candidate, blocks, tries, parameter, wanted)
    words = xp.native_words(size) if stream is None else xp.random_words(key, block, size)
    units = xp.reshape(wide_units(xp, words), (tries, count, 2 * blocks))
    values, accepted = candidate(xp, units, parameter)
    result = values[tries - 1]
    for n in reversed(range(tries - 1)):
        result = xp.where(accepted[n], values[n], result)
    return result


def _first_on_host(
    xp: Any,
    key: Any,
    block: int,
    candidate: Candidate,
    blocks: int,
    tries: int,
    parameter: Any,
    wanted: Any,
) -> Any:
    result = np.zeros(len(parameter))
    left = np.arange(len(parameter)) if wanted is None else np.flatnonzero(wanted)
    for n in range(tries):
        if not left.size:
            break
        first = (left + n * len(parameter)) * blocks + block
        words = philox.words_at(key, (first[:, None] + np.arange(blocks)).reshape(-1))
        units = wide_units(xp, words.reshape(-1)).reshape(len(left), -1)
        result[left], accepted = candidate(xp, units, parameter[left])
        left = left[~accepted]
    return result


# ---- gamma ------------------------------------------------------------------------------------


def log_gammas(xp: Any, stream: Stream | None, alpha: Any) -> Any:
    """Return logarithms of numbers of the gamma distribution, which do not vanish if `alpha` does.

    At least 95 % of the candidates are accepted: one of 10**10 elements gets a wrong one.
    """
    return first_accepted(xp, stream, _log_gamma, 2, 8, alpha)


def _log_gamma(xp: Any, units: Any, alpha: Any) -> tuple[Any, Any]:
    # G. Marsaglia and W. W. Tsang, A simple method for generating gamma variables (2000). Below 1
    # it is the one of alpha + 1, times a uniform number to the power of 1 / alpha.
    small = alpha < 1
    mode = xp.where(small, alpha + 1, alpha) - 1 / 3
    normal = xp.sqrt(-2 * xp.log(1 - units[..., 0])) * xp.cos(2 * math.pi * units[..., 1])
    root = 1 + normal / xp.sqrt(9 * mode)
    inside = root > 0
    log_cube = 3 * xp.log(xp.where(inside, root, 1.0))
    bound = 0.5 * normal * normal + mode * (1 + log_cube - xp.exp(log_cube))
    accepted = inside & (xp.log(1 - units[..., 2]) < bound)
    value = xp.log(mode) + log_cube
    return xp.where(small, value + xp.log(1 - units[..., 3]) / alpha, value), accepted


# ---- poisson ----------------------------------------------------------------------------------

_LARGE = 10.0  # Above, by rejection; up to there by adding up probabilities.
_COUNTS = 60  # Larger ones have a probability of 1e-25.


def poissons(xp: Any, stream: Stream | None, rate: Any) -> Any:
    """Return counts of the Poisson distribution.

    At least three of four candidates are accepted: one of 10**12 elements gets a wrong one.
    """
    large = rate > _LARGE
    few = first_accepted(xp, stream, _inverted, 1, 1, xp.where(large, _LARGE, rate), ~large)
    many = first_accepted(xp, stream, _transformed, 1, 20, xp.where(large, rate, _LARGE), large)
    return xp.where(large, many, few)


def _inverted(xp: Any, units: Any, rate: Any) -> tuple[Any, Any]:
    # As many as it takes of the probabilities of 0, 1, 2, ... to exceed a uniform number.
    unit = units[..., 0]
    least = 2.0**-60 if xp.index_dtype() == "int64" else 2.0**-30  # what no sum is exact to
    probability = xp.exp(-rate)
    total, count = probability, xp.zeros_like(unit)
    for number in range(1, _COUNTS):
        above = (unit >= total) & (probability > least)
        if xp.NAME == "numpy" and not above.any():
            break
        count = xp.where(above, float(number), count)
        probability = probability * (rate / number)
        total = total + probability
    return count, unit >= 0


def _transformed(xp: Any, units: Any, rate: Any) -> tuple[Any, Any]:
    # W. Hörmann, The transformed rejection method for generating Poisson random variables (1993).
    b = 0.931 + 2.53 * xp.sqrt(rate)
    a = -0.059 + 0.02483 * b
    place, height = units[..., 0] - 0.5, 1 - units[..., 1]
    edge = 0.5 - xp.abs(place)
    value = xp.floor((2 * a / edge + b) * place + rate + 0.43)
    squeezed = (edge >= 0.07) & (height <= 0.9277 - 3.6224 / (b - 2))
    inside = (value >= 0) & ((edge >= 0.013) | (height <= edge))
    value = xp.where(inside | squeezed, value, 0.0)
    area = height * (1.1239 + 1.1328 / (b - 3.4)) / (a / (edge * edge) + b)
    likely = xp.log(area) <= value * xp.log(rate) - rate - xp.lgamma(value + 1)
    return value, squeezed | (inside & likely)
