"""Layers at realistic sizes against the fastest native expression: python -m bench.layers

To add a row, add a `Layer` to LAYERS: ivy's expression and each framework's, over the arrays of
`data`. NumPy has no layers of its own: its column is ivy on NumPy against PyTorch, on one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import ivy
from bench.pairs import NATIVE, OURS, Pair, in_turns
from ivy import backends

TARGETS = {"numpy": 4.0, "torch": 1.05, "jax": 1.05, "tensorflow": 1.05}


@dataclass(frozen=True)
class Layer:
    """One row: the same computation by ivy and by each framework."""

    name: str
    ours: str
    torch: str
    jax: str
    tensorflow: str
    gradient: bool = False
    """Whether to time the gradient of the sum, with respect to `x`, instead."""


def data() -> dict[str, Any]:
    """Return the arrays that expressions may name."""
    random = np.random.default_rng(0)

    def draw(*shape: int) -> Any:
        return random.normal(size=shape).astype("float32")

    return {
        "x": draw(32, 56, 56, 64),
        "first": draw(32, 64, 56, 56),  # channels first
        "small": draw(32, 28, 28, 64),
        "w": draw(3, 3, 64, 64),
        "channels": draw(3, 3, 64),
        "tokens": draw(32, 512, 512),
        "dense": draw(512, 512),
        "features": draw(512),
        "queries": draw(8, 8, 512, 64),  # batch, heads, length, features
        "keys": draw(8, 8, 512, 64),
        "sequence": draw(128, 32, 256),  # steps, batch, features
        "state": draw(1, 32, 256),
        "gates": draw(1024, 256) / 16,
        "bias": draw(1024),
    }


CONV2D = {
    "ours": "ivy.conv2d(x, w, 1, 'SAME')",
    "torch": "F.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), padding=1)"
    ".permute(0, 2, 3, 1)",
    "jax": "lax.conv_general_dilated(x, w, (1, 1), 'SAME', dimension_numbers=NHWC)",
    "tensorflow": "tf.nn.conv2d(x, w, 1, 'SAME')",
}
MAX_POOL2D = {
    "ours": "ivy.max_pool2d(x, 2, 2, 'VALID')",
    "torch": "F.max_pool2d(x.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1)",
    "jax": "lax.reduce_window(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')",
    "tensorflow": "tf.nn.max_pool2d(x, 2, 2, 'VALID')",
}
LAYERS = [
    Layer("conv2d", **CONV2D),
    Layer("conv2d gradient", **CONV2D, gradient=True),
    Layer(
        "conv2d, channels first",
        "ivy.conv2d(first, w, 1, 'SAME', 'NCHW')",
        "F.conv2d(first, w.permute(3, 2, 0, 1), padding=1)",
        "lax.conv_general_dilated(first, w, (1, 1), 'SAME',"
        " dimension_numbers=('NCHW', 'HWIO', 'NCHW'))",
        "tf.transpose(tf.nn.conv2d(tf.transpose(first, (0, 2, 3, 1)), w, 1, 'SAME'), (0, 3, 1, 2))",
    ),
    Layer(
        "depthwise_conv2d",
        "ivy.depthwise_conv2d(x, channels, 1, 'SAME')",
        "F.conv2d(x.permute(0, 3, 1, 2), channels.permute(2, 0, 1).unsqueeze(1), padding=1,"
        " groups=64).permute(0, 2, 3, 1)",
        "lax.conv_general_dilated(x, channels[:, :, None], (1, 1), 'SAME',"
        " dimension_numbers=NHWC, feature_group_count=64)",
        "tf.nn.depthwise_conv2d(x, channels[..., None], (1, 1, 1, 1), 'SAME')",
    ),
    Layer(
        "conv2d_transpose",
        "ivy.conv2d_transpose(small, w, 2, 'SAME')",
        "F.conv_transpose2d(small.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), stride=2)"
        "[:, :, :-1, :-1].permute(0, 2, 3, 1)",
        "lax.conv_transpose(small, w, (2, 2), 'SAME', dimension_numbers=NHWC,"
        " transpose_kernel=True)",
        "tf.nn.conv2d_transpose(small, w, (32, 56, 56, 64), 2, 'SAME')",
    ),
    Layer("max_pool2d", **MAX_POOL2D),
    Layer("max_pool2d gradient", **MAX_POOL2D, gradient=True),
    Layer(
        "avg_pool2d",
        "ivy.avg_pool2d(x, 2, 2, 'VALID')",
        "F.avg_pool2d(x.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1)",
        "lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID') / 4",
        "tf.nn.avg_pool2d(x, 2, 2, 'VALID')",
    ),
    Layer(
        "linear",
        "ivy.linear(tokens, dense, features)",
        "F.linear(tokens, dense, features)",
        "tokens @ dense.T + features",
        "tf.tensordot(tokens, dense, [[2], [1]]) + features",
    ),
    Layer(
        "layer_norm",
        "ivy.layer_norm(tokens, [2], features, features)",
        "F.layer_norm(tokens, (512,), features, features)",
        "jax.nn.standardize(tokens) * features + features",
        "tf.nn.batch_normalization(tokens, *tf.nn.moments(tokens, [2], keepdims=True), features,"
        " features, 1e-5)",
    ),
    Layer(
        "scaled_dot_product_attention",
        "ivy.scaled_dot_product_attention(queries, keys, keys)",
        "F.scaled_dot_product_attention(queries, keys, keys)",
        "jax.nn.softmax(queries @ keys.mT / 8) @ keys",
        "tf.nn.softmax(tf.matmul(queries, keys, transpose_b=True) / 8) @ keys",
    ),
    Layer(
        "lstm",
        "ivy.lstm(sequence, (state, state), [gates, gates, bias, bias], 1, 0.0, False, False)[0]",
        "torch.lstm(sequence, (state, state), [gates, gates, bias, bias], True, 1, 0.0, False,"
        " False, False)[0]",
        "lstm(sequence, state, gates, bias)",
        "lstm(sequence, state, gates, bias)",
    ),
]


# What a person writes: the inputs of all steps in one product, then a loop in the framework.


def jax_lstm(sequence: Any, state: Any, gates: Any, bias: Any) -> Any:
    import jax
    from jax import lax

    def step(carry: Any, x: Any) -> Any:
        h, c = carry
        i, f, g, o = jax.numpy.split(x + h @ gates.T, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jax.numpy.tanh(g)
        h = jax.nn.sigmoid(o) * jax.numpy.tanh(c)
        return (h, c), h

    return lax.scan(step, (state[0], state[0]), sequence @ gates.T + 2 * bias)[1]


def tensorflow_lstm() -> Callable[..., Any]:
    import tensorflow as tf

    @tf.function
    def lstm(sequence: Any, state: Any, gates: Any, bias: Any) -> Any:
        inputs = tf.tensordot(sequence, gates, [[2], [1]]) + 2 * bias
        outputs = tf.TensorArray(tf.float32, len(sequence))

        def step(t: Any, h: Any, c: Any, outputs: Any) -> Any:
            pre = inputs[t] + tf.matmul(h, gates, transpose_b=True)
            i, f, g, o = tf.split(pre, 4, axis=-1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
            return t + 1, h, c, outputs.write(t, h)

        start = (0, state[0], state[0], outputs)
        return tf.while_loop(lambda t, *_: t < len(sequence), step, start)[3].stack()

    return lstm  # type: ignore[no-any-return]


def names(backend: str) -> dict[str, Any]:
    """Return the modules that native expressions name."""
    if backend == "torch":
        import torch
        from torch.nn import functional

        return {"F": functional, "torch": torch}
    if backend == "jax":
        import jax
        from jax import lax

        layout = ("NHWC", "HWIO", "NHWC")
        return {"jax": jax, "lax": lax, "np": np, "NHWC": layout, "lstm": jax_lstm}
    import tensorflow as tf

    return {"tf": tf, "lstm": tensorflow_lstm()}


def gradient(backend: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the framework's own gradient of the sum of a function, in its first argument."""
    if backend == "numpy":
        return lambda x, *others: ivy.grad(lambda y: ivy.sum(function(y, *others)))(x)
    if backend == "torch":
        import torch

        def of_torch(x: Any, *others: Any) -> Any:
            x = x.detach().requires_grad_()
            return torch.autograd.grad(function(x, *others).sum(), x)[0]

        return of_torch
    if backend == "jax":
        import jax

        return jax.jit(jax.grad(lambda *args: function(*args).sum()))
    import tensorflow as tf

    def of_tensorflow(x: Any, *others: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x, *others)
        return tape.gradient(y, x)

    return of_tensorflow


def compiled(source: str, scope: dict[str, Any], arrays: dict[str, Any]) -> Any:
    """Return an expression as a function of the arrays."""
    return eval(f"lambda {', '.join(arrays)}: {source}", scope)


def pair(layer: Layer, backend: str) -> Pair:
    """Return the native function and ivy's, with their arrays."""
    peer = "torch" if backend == "numpy" else backend
    ours = compiled(layer.ours, {"ivy": ivy}, data())
    native = compiled(getattr(layer, peer), names(peer), data())
    if peer == "jax":
        import jax

        native = jax.jit(native)
    if layer.gradient:
        ours, native = gradient(backend, ours), gradient(peer, native)
    wait = (lambda result: result.block_until_ready()) if backend == "jax" else (lambda y: y)
    # The very same arrays for both: where one lies in memory makes a difference of a twentieth.
    arrays = {
        framework: [ivy.with_backend(framework).asarray(x) for x in data().values()]
        for framework in {backend, peer}
    }
    return lambda: wait(native(*arrays[peer])), lambda: wait(ours(*arrays[backend]))


def main() -> int:
    """Print milliseconds and ratios; return 1 if a target is asked for and missed."""
    root = argparse.ArgumentParser(prog="python -m bench.layers", description=__doc__)
    root.add_argument("--backend", action="append", choices=backends.NAMES, help="(repeatable)")
    root.add_argument("--layer", action="append", choices=[layer.name for layer in LAYERS])
    root.add_argument("--check", action="store_true", help="fail when a target is missed")
    options, console = root.parse_args(), Console()
    missed = 0
    for backend in options.backend or [n for n in backends.NAMES if backends.installed(n)]:
        table = Table("", "native ms", "ivy ms", "ratio", box=SIMPLE, pad_edge=False)
        table.title = f"{backend}, target {TARGETS[backend]}"
        for layer in LAYERS:
            if options.layer and layer.name not in options.layer:
                continue
            times = in_turns(partial(pair, layer, backend), models=3, steps=20)
            ratio = times[OURS] / times[NATIVE]
            missed += ratio > TARGETS[backend]
            cells = (f"{times[key] * 1000:.1f}" for key in (NATIVE, OURS))
            table.add_row(layer.name, *cells, f"{ratio:.2f}")
        console.print(table)
    return int(options.check and missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
