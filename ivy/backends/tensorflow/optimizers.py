import operator

import numpy as np
import tensorflow as tf

from ivy.backends.tensorflow.native import are_small


def compiled(function):
    return tf.function(function, autograph=False)


def held_program(function, overwrite):
    return _Held(function), tf.convert_to_tensor, tf.convert_to_tensor


class _Held:
    # Arguments and results cost a call of TensorFlow some 15 us each; variables, read and written
    # inside, a few. So the state lives in variables, and is handed out as these. TensorFlow 2.21
    # takes some 200 us to find the program for a kind of arguments: it is looked up here.

    def __init__(self, function, **options):
        self._function = function
        self._options = {"autograph": False, **options}
        self._held = None
        self._on_held = {}
        self._on_given = tf.function(function, **self._options)

    def _program(self, inputs):
        def step(*leaves):
            state = tf.nest.map_structure(tf.convert_to_tensor, self._held)
            state, result = self._function(state, *_filled(inputs, iter(leaves)))
            tf.nest.map_structure(lambda variable, x: variable.assign(x), self._held, state)
            return result

        leaves = []
        _described(inputs, leaves)
        return tf.function(step, **self._options).get_concrete_function(*leaves)

    def __call__(self, state, *inputs):
        if self._held is None:
            self._held = tf.nest.map_structure(tf.Variable, state)
        elif not self._is_held(state):  # of other arrays than the last time
            return self._on_given(tf.nest.map_structure(tf.convert_to_tensor, state), *inputs)
        leaves = []
        kind = _described(inputs, leaves)
        program = self._on_held.get(kind)
        if program is None:
            program = self._on_held[kind] = self._program(inputs)
        result = program._call_flat(leaves, program.captured_inputs)
        return self._held, result

    def _is_held(self, state):
        given, held = tf.nest.flatten(state), tf.nest.flatten(self._held)
        return len(given) == len(held) and all(map(operator.is_, given, held))


def _described(tree, leaves):
    """Return the structure, shapes and dtypes of a nest of tensors, and add these to a list."""
    if isinstance(tree, dict):
        return tuple((key, _described(child, leaves)) for key, child in tree.items())
    if isinstance(tree, (list, tuple)):
        return (type(tree), *(_described(child, leaves) for child in tree))
    leaves.append(tree)
    return tree.shape, tree.dtype


def _filled(tree, leaves):
    if isinstance(tree, dict):
        return {key: _filled(child, leaves) for key, child in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_filled(child, leaves) for child in tree])
    return next(leaves)


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
