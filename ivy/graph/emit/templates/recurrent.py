"""Recurrent layers, for targets whose own have other weights: a loop over the steps."""

from __future__ import annotations

from ivy.graph.emit.templates import filled

_CELLS = {
    "lstm_step": """
def lstm_step(x, state, w, u, *biases):
    hidden, cell = state
    gates = {xw} + {hu} + sum(biases)
    into, forget, new, out = {np}.split(gates, 4, -1)
    cell = {sigmoid}(forget) * cell + {sigmoid}(into) * {np}.tanh(new)
    return {sigmoid}(out) * {np}.tanh(cell), cell
""",
    "gru_step": """
def gru_step(x, state, w, u, *biases):
    (hidden,) = state
    given, kept = {xw}, {hu}
    if biases:
        given, kept = given + biases[0], kept + biases[1]
    given, kept = {np}.split(given, 3, -1), {np}.split(kept, 3, -1)
    reset, update = ({sigmoid}(given[i] + kept[i]) for i in range(2))
    new = {np}.tanh(given[2] + reset * kept[2])
    return ((1 - update) * new + update * hidden,)
""",
}
_LAYERS = '''
def recurrent(step, x, states, weights, layers, bidirectional, batch_first, between=None):
    """Return the results of the last layer, and the last states of all layers."""
    x = {swapped} if batch_first else x
    count = len(weights) // (layers * (1 + bidirectional))
    last = []
    for layer in range(layers):
        outputs = []
        for backward in (False, True)[: 1 + bidirectional]:
            index = layer * (1 + bidirectional) + backward
            own = weights[count * index : count * (index + 1)]
            state = tuple(each[index] for each in states)
{loop}
            outputs.append(y)
            last.append(state)
        x = {np}.{concat}(outputs, -1)
        if between and layer < layers - 1:
            x = between(x)
    x = {swapped} if batch_first else x
    last = tuple({np}.stack(each) for each in zip(*last, strict=True))
    return x, last if len(last) > 1 else last[0]
'''
_LOOP = """\
            collected = []
            for item in x[::-1] if backward else x:
                state = step(item, state, *own)
                collected.append(state[0])
            y = {np}.stack(collected[::-1] if backward else collected)"""
_SCAN = """\
            def advance(state, item, own=own):
                state = step(item, state, *own)
                return state, state[0]

            state, y = lax.scan(advance, state, x, reverse=backward)"""
_NUMPY_LIKE = {
    "loop": _LOOP,
    "np": "np",
    "sigmoid": "sigmoid",
    "concat": "concatenate",
    "xw": "x @ w.T",
    "hu": "hidden @ u.T",
    "swapped": "x.swapaxes(0, 1)",
}
_WORDS = {
    "numpy": _NUMPY_LIKE,
    "jax": _NUMPY_LIKE | {"np": "jnp", "sigmoid": "jax.nn.sigmoid", "loop": _SCAN},
    "tensorflow": {
        "loop": _LOOP,
        "np": "tf",
        "sigmoid": "tf.sigmoid",
        "concat": "concat",
        "xw": "tf.matmul(x, w, transpose_b=True)",
        "hu": "tf.matmul(hidden, u, transpose_b=True)",
        "swapped": "tf.transpose(x, (1, 0, 2))",
    },
}


def recurrent(target: str) -> dict[str, str]:
    """Return the functions for a target."""
    return filled({**_CELLS, "recurrent": _LAYERS}, _WORDS[target])
