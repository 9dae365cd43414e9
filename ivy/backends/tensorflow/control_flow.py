"""Branches and loops that tf.function traces."""

from __future__ import annotations

import tensorflow as tf


def is_symbolic(x):
    return tf.is_symbolic_tensor(x)


def truth(cond):
    return None if is_symbolic(cond) else bool(cond)


def _one_truth(cond):
    return tf.cast(tf.reshape(cond, ()), tf.bool)


def run_branch(cond, then, otherwise):
    return tf.cond(_one_truth(cond), then, otherwise)


def run_while(test, body, natives):
    return tf.while_loop(lambda *xs: _one_truth(test(*xs)), body, natives)


def run_for(array, step, natives):
    length = tf.shape(array)[0]

    def body(position, *natives):
        return [position + 1, *step(array[position], *natives)]

    return tf.while_loop(lambda position, *_: position < length, body, [0, *natives])[1:]
