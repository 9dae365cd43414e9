"""The update rules of the optimizers, each once, over a backend's namespace (or NumPy itself).

`rule(xp, w, g, state, t, lr, **options)` returns the new weights and state of one array. `t` counts
from 1; it and `lr` are Python numbers, or arrays of the dtype of `w` inside a traced program.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ivy.types import finfo

State = dict[str, Any]


def _is_number(x):
    return isinstance(x, (int, float))


def _one_minus_power(xp, beta, t):
    """Return `1 - beta**t`; in single precision the obvious formula loses half of the digits."""
    if beta == 0 or _is_number(t):
        return 1.0 - beta**t if _is_number(t) else 1.0
    return -xp.expm1(t * math.log(beta))


def _power(xp, t, exponent):
    return t**exponent if _is_number(t) else xp.exp(xp.log(t) * exponent)


def _root(xp, x):
    return math.sqrt(x) if _is_number(x) else xp.sqrt(x)


def _norm(xp, x):
    return xp.sqrt(xp.sum(x * x))


def _root_mean_square(xp, x):
    return xp.sqrt(xp.mean(x * x))


def _at_least(xp, x, bound):
    return xp.maximum(x, xp.full_like(x, bound))


def _trust_ratio(xp, w, change, coefficient, eps):
    """Return `coefficient * |w| / (|change| + eps)`, 1 where either norm is zero."""
    size, step = _norm(xp, w), _norm(xp, change)
    ratio = size * coefficient / xp.where(step == 0, xp.ones_like(step), step + eps)
    return xp.where((size == 0) | (step == 0), xp.ones_like(ratio), ratio)


# ---- element-wise rules -----------------------------------------------------------------------


def sgd(xp, w, g, state, t, lr, momentum=0.0, nesterov=False, weight_decay=0.0):
    """`b = momentum b + g`, `w -= lr b`; Nesterov's `w -= lr (g + momentum b)`."""
    if weight_decay:
        g = g + w * weight_decay
    if not momentum:
        return w - g * lr, state
    velocity = state["velocity"] * momentum + g
    change = g + velocity * momentum if nesterov else velocity
    return w - change * lr, {"velocity": velocity}


def _moments(g, state, beta1, beta2):
    return {
        "mw": state["mw"] * beta1 + g * (1.0 - beta1),
        "vw": state["vw"] * beta2 + g * g * (1.0 - beta2),
    }


def _adam_change(xp, state, t, beta1, beta2, epsilon, scale=1.0):
    """Return `scale m' / (sqrt(v') + epsilon)` of the moments m', v' corrected for their zeros."""
    scale = scale / _one_minus_power(xp, beta1, t)
    root = _root(xp, _one_minus_power(xp, beta2, t))
    return state["mw"] * scale / (xp.sqrt(state["vw"]) / root + epsilon)


def adam(
    xp, w, g, state, t, lr, beta1=0.9, beta2=0.999, epsilon=1e-8, weight_decay=0.0, decoupled=False
):
    """Kingma and Ba's Adam; `decoupled` is Loshchilov and Hutter's AdamW."""
    if weight_decay and decoupled:
        w = w - w * (lr * weight_decay)
    elif weight_decay:
        g = g + w * weight_decay
    state = _moments(g, state, beta1, beta2)
    return w - _adam_change(xp, state, t, beta1, beta2, epsilon, lr), state


def rmsprop(
    xp, w, g, state, t, lr, rho=0.99, epsilon=1e-8, momentum=0.0, centered=False, weight_decay=0.0
):
    """Hinton's RMSprop, `epsilon` outside the root as in torch."""
    if weight_decay:
        g = g + w * weight_decay
    new = {"vw": state["vw"] * rho + g * g * (1.0 - rho)}
    power = new["vw"]
    if centered:
        new["mw"] = state["mw"] * rho + g * (1.0 - rho)
        power = power - new["mw"] * new["mw"]
    change = g / (xp.sqrt(power) + epsilon)
    if momentum:
        change = new["velocity"] = state["velocity"] * momentum + change
    return w - change * lr, new


def lion(xp, w, g, state, t, lr, beta1=0.9, beta2=0.99, weight_decay=0.0):
    """Chen et al.'s Lion: the sign of an average."""
    change = xp.sign(state["mw"] * beta1 + g * (1.0 - beta1))
    if weight_decay:
        change = change + w * weight_decay
    return w - change * lr, {"mw": state["mw"] * beta2 + g * (1.0 - beta2)}


# ---- rules that look at a whole array ---------------------------------------------------------


def lars(
    xp, w, g, state, t, lr, momentum=0.9, weight_decay=0.0, trust_coefficient=1e-3, epsilon=0.0
):
    """You et al.'s LARS: momentum of gradients as long as their weights."""
    if weight_decay:
        g = g + w * weight_decay
    change = g * (_trust_ratio(xp, w, g, trust_coefficient, epsilon) * lr)
    if not momentum:
        return w - change, state
    velocity = state["velocity"] * momentum + change
    return w - velocity, {"velocity": velocity}


def lamb(
    xp,
    w,
    g,
    state,
    t,
    lr,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-6,
    weight_decay=0.0,
    max_trust_ratio=None,
):
    """You et al.'s LAMB: Adam's change, as long as the weights."""
    state = _moments(g, state, beta1, beta2)
    change = _adam_change(xp, state, t, beta1, beta2, epsilon)
    if weight_decay:
        change = change + w * weight_decay
    ratio = _trust_ratio(xp, w, change, 1.0, 0.0)
    if max_trust_ratio is not None:
        ratio = xp.minimum(ratio, xp.full_like(ratio, max_trust_ratio))
    return w - change * (ratio * lr), state


def adafactor(
    xp,
    w,
    g,
    state,
    t,
    lr,
    beta2_decay=-0.8,
    epsilon1=None,
    epsilon2=1e-3,
    clip=1.0,
    weight_decay=0.0,
):
    """Shazeer and Stern's Adafactor as in torch: means over rows and columns of the squares."""
    floor = finfo(xp.DTYPES[w.dtype]).eps if epsilon1 is None else epsilon1
    slowest = _power(xp, t, -0.5)
    rate = min(lr, slowest) if _is_number(lr) and _is_number(t) else _smaller(xp, w, lr, slowest)
    rate = _at_least(xp, _root_mean_square(xp, w), epsilon2) * rate
    if weight_decay:
        w = w - w * (lr * weight_decay)
    new = _power(xp, t, beta2_decay)
    squares = g * g
    if len(w.shape) > 1:
        rows, columns = (xp.mean(squares, axis=axis, keepdims=True) for axis in (-1, -2))
        rows = state["rows"] + (rows - state["rows"]) * new
        columns = state["columns"] + (columns - state["columns"]) * new
        mean = _at_least(xp, xp.mean(rows, axis=-2, keepdims=True), floor)
        variance, state = rows * columns / mean, {"rows": rows, "columns": columns}
    else:
        variance = state["vw"] + (squares - state["vw"]) * new
        state = {"vw": variance}
    change = g / xp.sqrt(_at_least(xp, variance, floor * floor))
    size = _at_least(xp, _root_mean_square(xp, change) / clip, 1.0)
    return w - change * (rate / size), state


def _smaller(xp, w, x1, x2):
    """Return the smaller of two numbers, of which one is a 0-d array."""
    x1, x2 = (xp.asarray(x, dtype=w.dtype) if _is_number(x) else x for x in (x1, x2))
    return xp.minimum(x1, x2)


# ---- the rules and their states ---------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """An update rule, and what it remembers of an array from step to step."""

    name: str
    """By which backends know rules they have programs of their own for."""
    update: Callable[..., tuple[Any, State]]
    """`update(xp, w, g, state, t, lr, **options)`."""
    remembers: Callable[[dict[str, Any]], tuple[str, ...]]
    """Options -> names of the arrays of a state, each of the shape of `w`."""
    is_elementwise: bool = False
    """Whether each element is updated by itself."""


def _with_velocity(*names: str) -> Callable[[dict[str, Any]], tuple[str, ...]]:
    def remembers(options: dict[str, Any]) -> tuple[str, ...]:
        centered = ("mw",) if options.get("centered") else ()
        return (*names, *centered, *(("velocity",) if options["momentum"] else ()))

    return remembers


RULES = {
    "sgd": Rule("sgd", sgd, _with_velocity(), is_elementwise=True),
    "adam": Rule("adam", adam, lambda _: ("mw", "vw"), is_elementwise=True),
    "rmsprop": Rule("rmsprop", rmsprop, _with_velocity("vw"), is_elementwise=True),
    "lion": Rule("lion", lion, lambda _: ("mw",), is_elementwise=True),
    "lars": Rule("lars", lars, _with_velocity()),
    "lamb": Rule("lamb", lamb, lambda _: ("mw", "vw")),
    "adafactor": Rule("adafactor", adafactor, lambda _: ("vw",)),
}


def initial_state(xp: Any, rule: Rule, options: dict[str, Any], w: Any) -> State:
    """Return the state of a rule for an array before its first step: zeros."""
    zeros = xp.zeros_like(w)
    if rule is RULES["adafactor"] and len(w.shape) > 1:
        axes = {"rows": -1, "columns": -2}
        return {key: xp.sum(zeros, axis=axis, keepdims=True) for key, axis in axes.items()}
    # An array each: some backends write into them.
    return {key: xp.zeros_like(w) for key in rule.remembers(options)}
