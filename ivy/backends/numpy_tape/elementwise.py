"""Rules of ufuncs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ivy.backends.numpy_tape.engine import CONSTANT, RULES, cast_like, conj, constant, unbroadcast

Derivative = Callable[..., Any]


def unary(function, derivative):
    """Give a function of one array its rule: derivative(cotangent, result, x)."""
    RULES[function] = lambda y, x, **_: (lambda g: cast_like(derivative(g, y, x), x),)


def binary(function, first, second):
    """Give a function of two arrays its rules: derivative(cotangent, result, a, b)."""
    RULES[function] = lambda y, a, b, **_: (
        lambda g: unbroadcast(first(g, y, a, b), a),
        lambda g: unbroadcast(second(g, y, a, b), b),
    )


def _is_complex(x):
    return bool(x.dtype.kind == "c")


def _squared_size(a, b):
    size = a * a + b * b
    return np.where(size == 0, 1.0, size)


unary(np.negative, lambda g, y, x: -g)
unary(np.positive, lambda g, y, x: g)
unary(np.exp, lambda g, y, x: g * conj(y))
unary(np.exp2, lambda g, y, x: g * conj(y) * math.log(2))
unary(np.expm1, lambda g, y, x: g * conj(y + 1))
unary(np.log, lambda g, y, x: g / conj(x))
unary(np.log2, lambda g, y, x: g / (conj(x) * math.log(2)))
unary(np.log10, lambda g, y, x: g / (conj(x) * math.log(10)))
unary(np.log1p, lambda g, y, x: g / conj(x + 1))
unary(np.sqrt, lambda g, y, x: g * 0.5 / conj(y))
unary(np.cbrt, lambda g, y, x: g / (3 * y * y))
unary(np.square, lambda g, y, x: g * 2 * conj(x))
unary(np.reciprocal, lambda g, y, x: -g * conj(y * y))
unary(np.sin, lambda g, y, x: g * conj(np.cos(x)))
unary(np.cos, lambda g, y, x: -g * conj(np.sin(x)))
unary(np.tan, lambda g, y, x: g * conj(1 + y * y))
unary(np.sinh, lambda g, y, x: g * conj(np.cosh(x)))
unary(np.cosh, lambda g, y, x: g * conj(np.sinh(x)))
unary(np.tanh, lambda g, y, x: g * conj(1 - y * y))
unary(np.arcsin, lambda g, y, x: g / conj(np.sqrt(1 - x * x)))
unary(np.arccos, lambda g, y, x: -g / conj(np.sqrt(1 - x * x)))
unary(np.arctan, lambda g, y, x: g / conj(1 + x * x))
unary(np.arcsinh, lambda g, y, x: g / conj(np.sqrt(x * x + 1)))
# Two roots: sqrt(x * x - 1) has the wrong branch for a complex x with a negative real part.
unary(np.arccosh, lambda g, y, x: g / conj(np.sqrt(x - 1) * np.sqrt(x + 1)))
unary(np.arctanh, lambda g, y, x: g / conj(1 - x * x))
unary(np.deg2rad, lambda g, y, x: g * (math.pi / 180))
unary(np.rad2deg, lambda g, y, x: g * (180 / math.pi))
unary(np.conjugate, lambda g, y, x: np.conjugate(g))
unary(np.real, lambda g, y, x: g)
unary(np.imag, lambda g, y, x: g * 1j if _is_complex(x) else g * 0)


def _absolute(g, y, x):
    if _is_complex(x):
        return g * x / np.where(y == 0, np.ones((), y.dtype), y)
    return g * np.sign(x)


unary(np.absolute, _absolute)
unary(np.fabs, _absolute)

binary(np.add, lambda g, y, a, b: g, lambda g, y, a, b: g)
binary(np.subtract, lambda g, y, a, b: g, lambda g, y, a, b: -g)
binary(np.multiply, lambda g, y, a, b: g * conj(b), lambda g, y, a, b: g * conj(a))
binary(np.divide, lambda g, y, a, b: g / conj(b), lambda g, y, a, b: -g * conj(y / b))
binary(np.logaddexp, lambda g, y, a, b: g * np.exp(a - y), lambda g, y, a, b: g * np.exp(b - y))
binary(np.logaddexp2, lambda g, y, a, b: g * np.exp2(a - y), lambda g, y, a, b: g * np.exp2(b - y))
binary(
    np.arctan2,
    lambda g, y, a, b: g * b / _squared_size(a, b),
    lambda g, y, a, b: -g * a / _squared_size(a, b),
)
binary(
    np.hypot,
    lambda g, y, a, b: g * a / np.where(y == 0, 1.0, y),
    lambda g, y, a, b: g * b / np.where(y == 0, 1.0, y),
)
binary(np.remainder, lambda g, y, a, b: g, lambda g, y, a, b: -g * np.floor(a / b))
binary(np.fmod, lambda g, y, a, b: g, lambda g, y, a, b: -g * np.trunc(a / b))
binary(
    np.copysign,
    lambda g, y, a, b: g * np.copysign(np.sign(a), np.sign(a) * b),
    lambda g, y, a, b: g * 0,
)
binary(np.ldexp, lambda g, y, a, b: g * np.ldexp(np.ones((), y.dtype), b), lambda g, y, a, b: g * 0)


def _power_base(g, y, a, b):
    if isinstance(b, (int, float, complex)):
        return g * conj(b * a ** (b - 1)) if b != 0 else g * 0
    # x**0 is constant, also at x = 0, where x**-1 would spoil it.
    return g * conj(b * a ** np.where(constant(b) == 0, np.ones((), b.dtype), b - 1))


def _power_exponent(g, y, a, b):
    # y * log(a) is 0 at a = 0, not 0 * -inf.
    base = np.asarray(constant(a))
    safe = np.where(base == 0, np.ones((), base.dtype), a)
    return g * conj(np.log(safe) * y)


binary(np.power, _power_base, _power_exponent)
binary(np.float_power, _power_base, _power_exponent)


def _share(g, mine, other, result):
    """Return the cotangent of a maximum or minimum: to the winner, half each on a tie."""
    mine, other, result = constant(mine), constant(other), constant(result)
    won, tied = mine == result, (mine == result) & (other == result)
    weight = np.where(tied, 0.5, np.where(won, 1.0, 0.0))
    return g * weight.astype(g.dtype)


for _extremum in (np.maximum, np.minimum, np.fmax, np.fmin):
    binary(_extremum, lambda g, y, a, b: _share(g, a, b, y), lambda g, y, a, b: _share(g, b, a, y))

RULES[np.frexp] = lambda result, x: (lambda g: np.ldexp(g[0], -constant(result[1])),)

CONSTANT |= {
    getattr(np, name)
    for name in (
        "bitwise_and bitwise_not bitwise_or bitwise_xor ceil equal fix floor floor_divide greater "
        "greater_equal heaviside isfinite isinf isnan less less_equal logical_and logical_not "
        "logical_or logical_xor nextafter not_equal rint sign signbit spacing trunc around round "
        "isclose iscomplex iscomplexobj isneginf isposinf isreal isrealobj left_shift "
        "right_shift gcd lcm"
    ).split()
}
