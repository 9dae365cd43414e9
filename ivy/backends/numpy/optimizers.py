import math

import numpy as np

_CHUNK = 32768
"""Elements updated at a time: what a rule computes for them stays in the processor's cache."""


def compiled(function):
    return function


def held_program(function, overwrite):
    return compiled(function), lambda x: x, lambda x: x


def fused_while_traced(update):
    return update


def optimizer_step(rule, options, clip, update, inplace):
    if not (inplace and rule.is_elementwise):
        return update

    def step(weights, gradients, states, t, lr):
        gradients = clip(gradients)
        weights, states = list(weights), list(states)
        for i, (w, g, state) in enumerate(zip(weights, gradients, states, strict=True)):
            if _is_writeable(w):
                _update_in_chunks(rule, options, w, g, state, t, lr)
            else:
                (weights[i],), (states[i],) = update([w], [g], [state], t, lr, clipped=True)
        return weights, states

    return step


def _is_writeable(w):
    flags = w.flags
    return w.dtype in (np.float32, np.float64) and flags.writeable and flags.c_contiguous


def _update_in_chunks(rule, options, w, g, state, t, lr):
    flat, gradient = w.reshape(-1), np.asarray(g, w.dtype).reshape(-1)
    memory = {name: values.reshape(-1) for name, values in state.items()}
    update = _IN_PLACE.get(rule.name, _replace)
    for start in range(0, flat.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        old = {name: values[part] for name, values in memory.items()}
        update(rule, flat[part], gradient[part], old, t, lr, **options)


def _replace(rule, w, g, state, t, lr, **options):
    w[...], new = rule.update(np, w, g, state, t, lr, **options)
    for name, values in new.items():
        state[name][...] = values


def _adam(rule, w, g, state, t, lr, beta1, beta2, epsilon, weight_decay, decoupled):
    if weight_decay and decoupled:
        w *= 1.0 - lr * weight_decay
    elif weight_decay:
        g = g + w * weight_decay
    mean, power = state["mw"], state["vw"]
    mean *= beta1
    change = g * (1.0 - beta1)
    mean += change
    power *= beta2
    np.multiply(g, g, change)
    change *= 1.0 - beta2
    power += change
    # Numerator and denominator times the root of the correction: one pass less.
    root = math.sqrt(1.0 - beta2**t)
    np.sqrt(power, change)
    change += epsilon * root
    np.divide(mean, change, change)
    change *= lr * root / (1.0 - beta1**t)
    w -= change


_IN_PLACE = {"adam": _adam}
