import jax


def compiled(function):
    return jax.jit(function)


def held_program(function):
    return compiled(function), lambda x: x, lambda x: x


def fused_while_traced(update):
    return update


def optimizer_step(rule, options, clip, update, inplace):
    program = jax.jit(update)

    def step(weights, gradients, states, t, lr):
        return program(weights, gradients, states, float(t), lr)

    return step
