import tensorflow as tf

import ivy.backends.tensorflow as _xp
from ivy.backends.any import gradients as _shared
from ivy.backends.tensorflow.native import are_small


def stop_gradient(x, preserve_type=True):
    return tf.stop_gradient(x)


def requires_gradient(x):
    return isinstance(x, tf.Variable) and x.trainable


def is_traced(x):
    return not tf.is_tensor(x) or not hasattr(x, "numpy")


def flat_vjp(function, leaves, retain):
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        xs = [tf.identity(leaf) for leaf in leaves]
        tape.watch(xs)
        outs, others = function(*xs)

    def pull_back(cotangents):
        paired = zip(outs, cotangents, strict=True)
        ends, seeds = zip(*((o, ct) for o, ct in paired if ct is not None), strict=True)
        gradients = tape.gradient(list(ends), xs, output_gradients=list(seeds))
        return [
            tf.convert_to_tensor(g) if isinstance(g, tf.IndexedSlices) else g for g in gradients
        ]

    return outs, pull_back, others


def custom_vjp(forward, backward):
    def call(*xs):
        wrapped_out = []

        @tf.custom_gradient
        def function(*xs):
            out = forward(*xs)

            def pull_back(cotangent):
                # The wrapped output, so that second order uses the custom rule again.
                return list(backward(xs, wrapped_out[0] if wrapped_out else out, cotangent))

            return out, pull_back

        wrapped_out.append(function(*xs))
        return wrapped_out[0]

    return call


def zeros_for_non_finite(xs):
    if are_small(xs):
        return [_cleaned(x) for x in xs]
    # A sum reads an array once and writes nothing: cleaning is for the steps that need it.
    finite = [tf.math.is_finite(tf.reduce_sum(x)) for x in xs]
    return tf.cond(tf.reduce_all(finite), lambda: list(xs), lambda: list(map(_cleaned, xs)))


def _cleaned(x):
    return tf.where(tf.math.is_finite(x), x, tf.zeros((), x.dtype))


def map_axis(function, args, in_axes, out_axes):
    pairs = list(zip(args, in_axes, strict=True))
    mapped = [_xp.moveaxis(x, axis, 0) for x, axis in pairs if axis is not None]
    if None not in [x.shape[0] for x in mapped]:
        return _shared.map_axis(_xp, function, args, in_axes, out_axes)

    def call(rows):  # of a batch, whose size a graph may not know
        rows = iter(rows)
        return function(*(x if axis is None else next(rows) for x, axis in pairs))

    like = [tf.TensorSpec(x.shape, x.dtype) for x in call([x[0] for x in mapped])]
    return [_xp.moveaxis(x, 0, out_axes) for x in tf.map_fn(call, mapped, fn_output_signature=like)]
