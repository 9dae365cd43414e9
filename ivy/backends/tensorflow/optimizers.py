import operator

import numpy as np
import tensorflow as tf

from ivy.backends.tensorflow.native import are_small


def compiled(function):
    return tf.function(function, autograph=False)


def held_program(function):
    return _Held(function), tf.convert_to_tensor, lambda x: x


class _Held:
    # Arguments and results cost a call of TensorFlow some 15 us each; variables, read and written
    # inside, a few. So the state lives in variables, and is handed out as these.

    def __init__(self, function, **options):
        self._function = function
        self._held = None
        self._on_held = tf.function(self._step, autograph=False, **options)
        self._on_given = tf.function(function, autograph=False, **options)

    def _step(self, *inputs):
        state = tf.nest.map_structure(tf.convert_to_tensor, self._held)
        state, result = self._function(state, *inputs)
        tf.nest.map_structure(lambda variable, x: variable.assign(x), self._held, state)
        return result

    def __call__(self, state, *inputs):
        if self._held is None:
            self._held = tf.nest.map_structure(tf.Variable, state)
        elif not self._is_held(state):  # of other arrays than the last time
            return self._on_given(tf.nest.map_structure(tf.convert_to_tensor, state), *inputs)
        return self._held, self._on_held(*inputs)

    def _is_held(self, state):
        given, held = tf.nest.flatten(state), tf.nest.flatten(self._held)
        return len(given) == len(held) and all(map(operator.is_, given, held))


def fused_while_traced(update):
    # XLA fuses the update of an array to one pass over it; a graph of TensorFlow's own does not.
    fused = tf.function(update, autograph=False, jit_compile=True)

    def run(weights, *rest):
        worthwhile = tf.inside_function() and not are_small(weights)
        return (fused if worthwhile else update)(weights, *rest)

    return run


def optimizer_step(rule, options, clip, update, inplace):
    def states_first(states, weights, gradients, t, lr):
        weights, states = update(weights, gradients, states, t, lr)
        return states, weights

    program = _Held(states_first, jit_compile=True)

    def step(weights, gradients, states, t, lr):
        weights = [tf.convert_to_tensor(w) if isinstance(w, tf.Variable) else w for w in weights]
        # Tensors, as a new program would be made for each Python number; of arrays, as tensorflow
        # 2.21 keeps every scalar it ever made a tensor of.
        numbers = [tf.convert_to_tensor(np.asarray(float(number))) for number in (t, lr)]
        states, weights = program(list(states), weights, list(gradients), *numbers)
        return weights, list(states)

    return step
