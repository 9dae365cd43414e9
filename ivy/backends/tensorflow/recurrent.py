"""Loops over time. What runs eagerly and takes many steps is compiled to a graph first."""

from functools import lru_cache as _lru_cache
from functools import partial as _partial
from types import SimpleNamespace as _SimpleNamespace

import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording

import ivy.backends.tensorflow as _xp
from ivy.backends.any import recurrent as _shared
from ivy.backends.stacks import layers as _layers

# Longer sequences are looped over in a graph: writing out all steps takes long to trace, and to
# run them eagerly takes eight times as long.
_UNROLLED = 8
_EAGER = type(tf.constant(0))


def scan_time(step, carry, xs, reverse=False, differentiable=True):
    steps = xs[0].shape[0]
    if tf.executing_eagerly() or (steps is not None and steps <= _UNROLLED):
        return _written_out(step, carry, xs, reverse)
    if reverse:
        xs = [tf.reverse(x, [0]) for x in xs]
    carry, outputs = _looped(step, carry, xs, differentiable)
    return carry, tf.reverse(outputs, [0]) if reverse else outputs


def _written_out(step, carry, xs, reverse):
    outputs = []
    slices = list(zip(*map(tf.unstack, xs), strict=True))
    for each in reversed(slices) if reverse else slices:
        carry, output = step(carry, each)
        outputs.append(output)
    return carry, tf.stack(outputs[::-1] if reverse else outputs)


def _looped(step, carry, xs, differentiable):
    count = tf.shape(xs[0])[0]
    # TensorArrays copy all inputs; the gradient of a slice is as large as all of them in each step.
    arrays = [tf.TensorArray(x.dtype, count).unstack(x) for x in xs] if differentiable else xs
    # The first step tells what the outputs are like.
    carry, first = step(carry, tuple(x[0] for x in xs))
    outputs = tf.TensorArray(first.dtype, count, element_shape=first.shape).write(0, first)

    def body(time, outputs, *carry):
        inputs = (x.read(time) if differentiable else x[time] for x in arrays)
        carry, output = step(carry, tuple(inputs))
        return time + 1, outputs.write(time, output), *carry

    _, outputs, *carry = tf.while_loop(
        lambda time, *_: time < count, body, (tf.constant(1), outputs, *carry)
    )
    result = outputs.stack()
    result.set_shape([xs[0].shape[0], *first.shape])
    return tuple(carry), result


@_lru_cache(maxsize=64)
def _graph(body, options, signature, differentiable):
    """Return a layer as a graph, one for each signature: no tracing again and again of one."""
    scan = _partial(scan_time, differentiable=differentiable)
    xp = _SimpleNamespace(**vars(_xp) | {"scan_time": scan})
    return tf.function(lambda *arrays: body(xp, *arrays, *options), autograph=False)


def _value(x):
    return x.value() if isinstance(x, tf.Variable) else x


def _compiled(body):
    def run(arrays, options):
        arrays = tf.nest.map_structure(_value, arrays)
        flat = tf.nest.flatten(arrays)
        _, dropout, train, _, batch_first, sizes, *_ = options
        shape = arrays[0].shape
        steps = len(sizes) if sizes else shape.rank and shape[1 if batch_first else 0]
        drawing = dropout and train  # a graph would draw the same numbers each time
        if drawing or (steps or 0) <= _UNROLLED or any(type(x) is not _EAGER for x in flat):
            return body(_xp, *arrays, *options)
        signature = tuple((x.dtype, tuple(x.shape)) for x in flat)
        return _graph(body, options, signature, _is_recording())(*arrays)

    return _layers(run)


lstm, gru = _compiled(_shared.lstm), _compiled(_shared.gru)
