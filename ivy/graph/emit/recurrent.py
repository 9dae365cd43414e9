"""Recurrent layers for targets whose own have other weights: a loop over the steps."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.text import Expr
from ivy.graph.ir import Node, Value

_CELLS = {
    "lstm": """
def lstm_step(x, state, w, u, *biases):
    hidden, cell = state
    gates = {xw} + {hu} + sum(biases)
    into, forget, new, out = {np}.split(gates, 4, -1)
    cell = {sigmoid}(forget) * cell + {sigmoid}(into) * {np}.tanh(new)
    return {sigmoid}(out) * {np}.tanh(cell), cell
""",
    "gru": """
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
_LOOP = """
            collected = []
            for item in x[::-1] if backward else x:
                state = step(item, state, *own)
                collected.append(state[0])
            y = {np}.stack(collected[::-1] if backward else collected)
"""
_SCAN = """
            def advance(state, item, own=own):
                state = step(item, state, *own)
                return state, state[0]

            state, y = lax.scan(advance, state, x, reverse=backward)
"""
_WORDS = {
    "numpy": {"np": "np", "sigmoid": "sigmoid", "concat": "concatenate", "loop": _LOOP},
    "jax": {"np": "jnp", "sigmoid": "jax.nn.sigmoid", "concat": "concatenate", "loop": _SCAN},
    "tensorflow": {"np": "tf", "sigmoid": "tf.sigmoid", "concat": "concat", "loop": _LOOP},
}


def check_recurrent(call: Call) -> None:
    """Raise for options of a recurrent layer that no target has a line for."""
    for name in ("batch_sizes", "weights_transposed"):
        if call.known(name):
            raise NoLine(f"{call.op}: {name}")
    if call.known("has_ih_bias") != call.known("has_hh_bias"):
        raise NoLine(f"{call.op}: one bias")


def recurrent(call: Call) -> Expr:
    """Print an LSTM or GRU as a call of functions that the source gets."""
    check_recurrent(call)
    emitter: Any = call.body.emitter
    words = dict(_WORDS[emitter.target.name])
    native = words["np"] == "tf"
    words["xw"] = "tf.matmul(x, w, transpose_b=True)" if native else "x @ w.T"
    words["hu"] = "tf.matmul(hidden, u, transpose_b=True)" if native else "hidden @ u.T"
    words["swapped"] = "tf.transpose(x, (1, 0, 2))" if native else "x.swapaxes(0, 1)"
    if emitter.target.name == "numpy":
        call.use("sigmoid")
    words["loop"] = words["loop"].strip("\n").replace("{np}", words["np"])

    def filled(text: str) -> str:
        for word, meaning in words.items():
            text = text.replace(f"{{{word}}}", meaning)
        return text

    emitter.templates.setdefault(f"{call.op}_step", filled(_CELLS[call.op]))
    emitter.templates.setdefault("recurrent", filled(_LAYERS))
    states = call.get("initial_states")
    states = call.of(states if call.op == "lstm" else (states,)).text
    parts = [f"{call.op}_step", call.text("input"), states, call.text("all_weights")]
    parts += [call.text("num_layers"), call.text("bidirectional"), call.text("batch_first")]
    rate, training = call.known("dropout"), call.get("train")
    if rate and training is not False:
        x = Value("x", call.given["input"].shape, call.given["input"].dtype)
        call.body.bind(x, "x")
        dropped = Node("dropout", (x, rate), {"training": training}, Value("dropped"))
        made = applied(emitter.target.table["dropout"], Call(dropped, call.body))
        parts.append(f"lambda x: {made.text}")
    return Expr(f"recurrent({', '.join(parts)})")
