import numpy as np

_CHUNK = 8192
"""Elements updated at a time: what a rule computes for them stays in the processor's cache."""


def compiled(function):
    return function


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
    flat = w.reshape(-1)
    gradient = np.asarray(g, w.dtype).reshape(-1)
    memory = {name: values.reshape(-1) for name, values in state.items()}
    for start in range(0, flat.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        old = {name: values[part] for name, values in memory.items()}
        flat[part], new = rule.update(np, flat[part], gradient[part], old, t, lr, **options)
        for name, values in new.items():
            memory[name][part] = values
