import tensorflow as tf


def compiled(function):
    return tf.function(function, autograph=False)


def fused_while_traced(update):
    # XLA fuses the update of an array to one pass over it; a graph of TensorFlow's own does not.
    if tf.inside_function():
        return tf.function(update, autograph=False, jit_compile=True)
    return update


def optimizer_step(rule, options, clip, update, inplace):
    program = tf.function(update, autograph=False, jit_compile=True)

    def step(weights, gradients, states, t, lr):
        weights = [tf.convert_to_tensor(w) if isinstance(w, tf.Variable) else w for w in weights]
        # Tensors, as a new program would be made for each Python number.
        numbers = tf.constant(float(t), tf.float64), tf.constant(float(lr), tf.float64)
        return program(weights, gradients, states, *numbers)

    return step
