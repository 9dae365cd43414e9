"""Gradients by ivy's own tape; importing the rules makes them known to it."""

import numpy as np

from ivy.backends.numpy_tape import (  # noqa: F401
    activations,
    elementwise,
    engine,
    fourier,
    linear_algebra,
    reductions,
    shapes,
    special,
)


def stop_gradient(x, preserve_type=True):
    return engine.constant(x)


def requires_gradient(x):
    return isinstance(x, engine.Box)


def is_traced(x):
    return isinstance(x, engine.Box)


def flat_vjp(function, leaves, retain):
    return engine.vjp(function, leaves)


def custom_vjp(forward, backward):
    def rule(result, *xs):
        computed = {}

        def pull_for(position):
            def pull(cotangent):
                if computed.get("cotangent") is not cotangent:
                    computed.update(cotangent=cotangent, grads=backward(xs, result, cotangent))
                return computed["grads"][position]

            return pull

        return [pull_for(position) for position in range(len(xs))]

    return engine.primitive(forward, rule)


def zeros_for_non_finite(xs):
    return [_zeros_for_non_finite(x) for x in xs]


def _zeros_for_non_finite(x):
    finite = np.isfinite(engine.constant(x))
    return x if finite.all() else np.where(finite, x, np.zeros((), x.dtype))
