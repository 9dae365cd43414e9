"""Loops as functions of the source."""

from __future__ import annotations

from ivy.graph.emit.templates import filled

_LOOPS = {
    "while_loop": """
def while_loop(test, body, state):
    while test(*state):
        state = body(*state)
    return state
""",
    "scan": '''
def scan(body, constants, carried, xs, length, reverse=False):
    """Return what a loop carries at its end, and what else its steps return, stacked."""
    state, collected = tuple(carried), []
    for i in reversed(range(length)) if reverse else range(length):
        results = body(*constants, *state, *(x[i] for x in xs))
        state = results[: len(carried)]
        collected.append(results[len(carried) :])
    if reverse:
        collected.reverse()
    return *state, *({np}.stack(column) for column in zip(*collected, strict=True))
''',
}
FUNCTIONS = {
    "torch": filled(_LOOPS, {"np": "torch"})
    | {
        "with_gradient": """
def with_gradient(function, gradient, xs):
    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *xs):
            ctx.save_for_backward(*xs)
            return function(*xs)

        @staticmethod
        def backward(ctx, upstream):
            return gradient(*ctx.saved_tensors, upstream)

    return Function.apply(*xs)
"""
    },
    "numpy": filled(_LOOPS, {"np": "np"}),
    "jax": {
        "with_gradient": """
def with_gradient(function, gradient, xs):
    call = jax.custom_vjp(function)
    call.defvjp(lambda *xs: (call(*xs), xs), lambda xs, upstream: gradient(*xs, upstream))
    return call(*xs)
""",
        "while_loop": """
def while_loop(test, body, state):
    return lax.while_loop(lambda state: test(*state), lambda state: body(*state), state)
""",
        "scan": '''
def scan(body, constants, carried, xs, length, reverse=False):
    """Return what a loop carries at its end, and what else its steps return, stacked."""

    def step(state, slices):
        results = body(*constants, *state, *slices)
        return results[: len(carried)], results[len(carried) :]

    state, stacked = lax.scan(step, carried, xs, length, reverse)
    return *state, *stacked
''',
    },
    "tensorflow": {
        "with_gradient": """
def with_gradient(function, gradient, xs):
    @tf.custom_gradient
    def call(*xs):
        return function(*xs), lambda upstream: gradient(*xs, upstream)

    return call(*xs)
""",
        "scan": '''
def scan(body, constants, carried, xs, length, dtypes, reverse=False):
    """Return what a loop carries at its end, and what else its steps return, stacked."""

    def step(count, state, stacked):
        i = length - 1 - count if reverse else count
        results = body(*constants, *state, *(x[i] for x in xs))
        new = zip(stacked, results[len(carried) :], strict=True)
        stacked = tuple(array.write(i, x) for array, x in new)
        return count + 1, results[: len(carried)], stacked

    stacked = tuple(tf.TensorArray(dtype, length) for dtype in dtypes)
    start = (0, tuple(map(tf.convert_to_tensor, carried)), stacked)
    _, state, stacked = tf.while_loop(lambda count, *_: count < length, step, start)
    return *state, *(array.stack() for array in stacked)
''',
    },
}
