"""Rules for activations."""

from __future__ import annotations

from ivy.graph.importers.torch.values import cast, number, rule


@rule("gelu")
def _gelu(build, x, approximate="none"):
    return build.gelu(x, approximate=True) if approximate == "tanh" else build.gelu(x)


@rule("leaky_relu")
def _leaky_relu(build, x, negative_slope=0.01):
    return build.leaky_relu(x, alpha=negative_slope)


@rule("elu")
def _elu(build, x, alpha=1, scale=1, input_scale=1):
    if scale == input_scale == 1:
        return build.elu(x, alpha=alpha)
    negative = build.multiply(build.expm1(build.multiply(x, input_scale)), alpha)
    return build.multiply(build.where(build.greater(x, 0), x, negative), scale)


@rule("softplus")
def _softplus(build, x, beta=1, threshold=20):
    if beta == 1 and threshold == 20 and build.result in ("float16", "bfloat16", "float32"):
        return build.softplus(x)  # equal to the last bit beyond the threshold
    return build.softplus(x, beta=beta, threshold=threshold)


@rule("hardtanh")
def _hardtanh(build, x, min_val=-1, max_val=1):
    return build.clip(x, number(min_val, build.result), number(max_val, build.result))


@rule("hardsigmoid")
def _hardsigmoid(build, x):
    return build.divide(build.relu6(build.add(x, 3.0)), 6.0)


@rule("_prelu_kernel")
def _prelu_kernel(build, x, weight):
    return build.where(build.greater(x, 0), x, build.multiply(x, weight))


@rule("glu")
def _glu(build, x, dim=-1):
    first, gate = build.several(2, "split", x, num_or_size_splits=2, axis=dim)
    return build.multiply(first, build.sigmoid(gate))


@rule("softmax.int", "_softmax", "special_softmax")
def _softmax(build, x, dim, dtype=None):
    # The third argument of _softmax is whether halves become floats: the result's dtype says it.
    return build.softmax(cast(build, x, build.result), axis=dim)


@rule("log_softmax.int", "_log_softmax", "special_log_softmax")
def _log_softmax(build, x, dim, dtype=None):
    return build.log_softmax(cast(build, x, build.result), axis=dim)
