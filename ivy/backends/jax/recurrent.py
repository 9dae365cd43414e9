"""Recurrent layers as one XLA program with one loop."""

from functools import partial as _partial

import jax

import ivy.backends.jax as _xp
from ivy.backends.any import recurrent as _shared
from ivy.backends.stacks import layers as _layers


def scan_time(step, carry, xs, reverse=False):
    return jax.lax.scan(step, carry, xs, reverse=reverse)


def _compiled(body):
    static = tuple(range(3, 12))
    function = jax.jit(_partial(body, _xp), static_argnums=static, inline=True)

    def run(arrays, options):
        count, dropout, train, *_ = options
        drawing = train and dropout and count > 1  # it needs to know whether the caller traces
        return (_partial(body, _xp) if drawing else function)(*arrays, *options)

    return _layers(run)


lstm, gru = _compiled(_shared.lstm), _compiled(_shared.gru)
lstm_update = jax.jit(_partial(_shared.lstm_update, _xp), static_argnums=7, inline=True)
