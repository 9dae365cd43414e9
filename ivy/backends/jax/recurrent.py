"""Recurrent layers as one XLA program with one loop."""

from functools import partial as _partial

import jax

import ivy.backends.jax as _xp
from ivy.backends.any import recurrent as _shared


def scan_time(step, carry, xs, reverse=False):
    return jax.lax.scan(step, carry, xs, reverse=reverse)


def _compiled(body):
    static = tuple(range(3, 12))
    function = jax.jit(_partial(body, _xp), static_argnums=static, inline=True)

    def call(
        input,
        initial_states,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first=False,
        batch_sizes=None,
        weights_transposed=False,
        has_ih_bias=True,
        has_hh_bias=True,
    ):
        drawing = train and dropout and num_layers > 1  # it needs to know whether the caller traces
        run = _partial(body, _xp) if drawing else function
        sizes = None if batch_sizes is None else tuple(int(n) for n in batch_sizes)
        return run(
            input, initial_states, all_weights, num_layers, dropout, train, bidirectional,
            batch_first, sizes, weights_transposed, has_ih_bias, has_hh_bias,
        )  # fmt: skip

    return call


lstm, gru = _compiled(_shared.lstm), _compiled(_shared.gru)
lstm_update = jax.jit(_partial(_shared.lstm_update, _xp), static_argnums=7, inline=True)
