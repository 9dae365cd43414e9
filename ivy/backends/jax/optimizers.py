import operator

import jax


def compiled(function):
    return jax.jit(function)


def held_program(function, overwrite):
    program = _Overwriting(function) if overwrite else compiled(function)
    return program, lambda x: x, lambda x: x


class _Overwriting:
    # New arrays for the state of every step take memory for two, and a tenth of the time of a step
    # on a CPU. Only arrays that were made here are overwritten: others may have other owners.

    def __init__(self, function):
        self._program = jax.jit(function, donate_argnums=0)
        self._own = []

    def __call__(self, state, *inputs):
        leaves = jax.tree.leaves(state)
        if len(leaves) != len(self._own) or not all(map(operator.is_, leaves, self._own)):
            state = jax.tree.map(jax.numpy.copy, state)
        state, result = self._program(state, *inputs)
        self._own = jax.tree.leaves(state)
        return state, result


def fused_while_traced(update):
    return update


def optimizer_step(rule, options, clip, update, inplace):
    program = jax.jit(update)

    def step(weights, gradients, states, t, lr):
        return program(weights, gradients, states, float(t), lr)

    return step
