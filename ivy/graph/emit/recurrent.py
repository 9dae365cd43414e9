"""Recurrent layers for targets whose own have other weights: a loop over the steps."""

from __future__ import annotations

from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.text import Expr
from ivy.graph.ir import Node, Value


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
    if call.target == "numpy":
        call.use("sigmoid")
    call.use(f"{call.op}_step")
    call.use("recurrent")
    states = call.get("initial_states")
    states = call.of(states if call.op == "lstm" else (states,)).text
    parts = [f"{call.op}_step", call.text("input"), states, call.text("all_weights")]
    parts += [call.text("num_layers"), call.text("bidirectional"), call.text("batch_first")]
    rate, training = call.known("dropout"), call.get("train")
    if rate and training is not False:
        x = Value("x", call.given["input"].shape, call.given["input"].dtype)
        call.body.bind(x, "x")
        dropped = Node("dropout", (x, rate), {"training": training}, Value("dropped"))
        made = applied(call.body.target.table["dropout"], Call(dropped, call.body))
        parts.append(f"lambda x: {made.text}")
    return Expr(f"recurrent({', '.join(parts)})")
