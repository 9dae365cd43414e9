"""Translated models against native ones, compiled: `python -m bench.transpile [--gradients]`.

An encoder of the shape of BERT-base (12 layers of 768, 128 tokens) and a ResNet-50 (224 x 224),
batch 4: those of `transformers` go from PyTorch to JAX and TensorFlow, the encoder of `flax.nnx`
and the ResNet of Keras to PyTorch. The native model is what the target's own library brings, or is
made of its layers. torchax is measured where it is installed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import ivy

LAYERS, FEATURES, HEADS, TOKENS, BATCH = 12, 768, 12, 128, 4
TARGET = 1.05
Run = Callable[[], Any]


def fastest(runs: list[Run], rounds: int = 6) -> list[float]:
    """Return the seconds of the fastest turn of each, in turns; the first turn compiles."""
    best = [float("inf")] * len(runs)
    for turn in range(rounds):
        for place, run in enumerate(runs):
            start = time.perf_counter()
            run()
            if turn:
                best[place] = min(best[place], time.perf_counter() - start)
    return best


# ---- models -----------------------------------------------------------------------------------


def torch_encoder() -> Any:
    import transformers

    config = transformers.BertConfig(num_hidden_layers=LAYERS, hidden_size=FEATURES)
    return transformers.BertModel(config).eval()


def torch_resnet() -> Any:
    import transformers

    config = transformers.ResNetConfig(num_labels=1000)
    return transformers.ResNetForImageClassification(config).eval()


def nnx_encoder() -> Any:
    from flax import nnx

    class Layer(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.attention = nnx.MultiHeadAttention(HEADS, FEATURES, decode=False, rngs=rngs)
            self.wide = nnx.Linear(FEATURES, 4 * FEATURES, rngs=rngs)
            self.narrow = nnx.Linear(4 * FEATURES, FEATURES, rngs=rngs)
            self.norms = nnx.List([nnx.LayerNorm(FEATURES, rngs=rngs) for _ in range(2)])

        def __call__(self, x: Any) -> Any:
            x = self.norms[0](x + self.attention(x))
            return self.norms[1](x + self.narrow(nnx.gelu(self.wide(x), approximate=False)))

    class Encoder(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.words = nnx.Embed(30522, FEATURES, rngs=rngs)
            self.layers = nnx.List([Layer(rngs) for _ in range(LAYERS)])

        def __call__(self, ids: Any) -> Any:
            x = self.words(ids)
            for layer in self.layers:
                x = layer(x)
            return x

    return Encoder(nnx.Rngs(0))


def keras_encoder() -> Any:
    from keras import Input, Model, layers

    def layer(x: Any) -> Any:
        attended = layers.MultiHeadAttention(HEADS, FEATURES // HEADS)(x, x)
        x = layers.LayerNormalization(epsilon=1e-12)(x + attended)
        wide = layers.Dense(4 * FEATURES, activation="gelu")(x)
        return layers.LayerNormalization(epsilon=1e-12)(x + layers.Dense(FEATURES)(wide))

    ids = Input((TOKENS,), dtype="int32")
    x = layers.Embedding(30522, FEATURES)(ids)
    for _ in range(LAYERS):
        x = layer(x)
    return Model(ids, x)


def keras_resnet() -> Any:
    """Return the ResNet-50 of `transformers`; that of `keras.applications` has other strides."""
    from keras import Input, Model, layers

    def convolution(x: Any, channels: int, size: int = 1, strides: int = 1) -> Any:
        padded = layers.ZeroPadding2D(size // 2)(x) if size > 1 else x
        x = layers.Conv2D(channels, size, strides, use_bias=False)(padded)
        return layers.BatchNormalization(epsilon=1e-5)(x)

    def block(x: Any, channels: int, strides: int, is_first: bool) -> Any:
        shortcut = convolution(x, 4 * channels, 1, strides) if is_first else x
        x = layers.ReLU()(convolution(x, channels))
        x = layers.ReLU()(convolution(x, channels, 3, strides))
        return layers.ReLU()(convolution(x, 4 * channels) + shortcut)

    pixels = Input((224, 224, 3))
    x = layers.ReLU()(convolution(pixels, 64, 7, 2))
    x = layers.MaxPooling2D(3, 2)(layers.ZeroPadding2D(1)(x))
    for stage, depth in enumerate((3, 4, 6, 3)):
        for place in range(depth):
            strides = 2 if stage and not place else 1
            x = block(x, 64 * 2**stage, strides, not place)
    return Model(pixels, layers.Dense(1000)(layers.GlobalAveragePooling2D()(x)))


# ---- forwards and gradients, compiled ----------------------------------------------------------


def first(results: Any) -> Any:
    """Return the first array of what a model returns."""
    if isinstance(results, Mapping):
        return next(iter(results.values()))
    return results[0] if isinstance(results, (tuple, list)) else results


def torch_run(model: Any, x: Any, gradients: bool) -> Run:
    model = model.eval()
    if not gradients:
        forward = torch.compile(model)
        return torch.inference_mode()(lambda: forward(x))
    loss = torch.compile(lambda x: first(model(x)).square().mean())
    weights = [p for p in model.parameters() if p.requires_grad]
    return lambda: torch.autograd.grad(loss(x), weights, allow_unused=True)


def jax_run(model: Any, x: Any, gradients: bool) -> Run:
    from flax import nnx

    definition, weights, rest = nnx.split(model, nnx.Param, ...)
    return _jitted(lambda w, x: nnx.merge(definition, w, rest)(x), weights, x, gradients)


def _jitted(forward: Callable[[Any, Any], Any], weights: Any, x: Any, gradients: bool) -> Run:
    import jax

    def loss(weights: Any, x: Any) -> Any:
        return (first(forward(weights, x)) ** 2).mean()

    compiled = jax.jit(jax.grad(loss) if gradients else forward)
    return lambda: jax.block_until_ready(compiled(weights, x))


def tensorflow_run(model: Any, x: Any, gradients: bool) -> Run:
    import tensorflow as tf

    @tf.function  # type: ignore[untyped-decorator]
    def forward(x: Any) -> Any:
        return model(x, training=False)

    @tf.function  # type: ignore[untyped-decorator]
    def backward(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(first(model(x, training=False))))
        return tape.gradient(loss, model.trainable_variables)

    return lambda: backward(x) if gradients else forward(x)


def haiku_resnet_run(x: Any, gradients: bool) -> Run:
    import haiku as hk
    import jax

    net = hk.transform_with_state(lambda x, training: hk.nets.ResNet50(1000)(x, training))
    weights, state = jax.jit(net.init, static_argnums=2)(jax.random.key(0), x, True)
    return _jitted(lambda w, x: net.apply(w, state, None, x, False)[0], weights, x, gradients)


# ---- the table --------------------------------------------------------------------------------

RUNS = {"torch": torch_run, "jax": jax_run, "tensorflow": tensorflow_run}
INPUTS = {
    "bert": np.zeros((BATCH, TOKENS), "int32"),
    "resnet": np.random.default_rng(0).normal(size=(BATCH, 224, 224, 3)).astype("float32"),
}
"""Pixels with channels last, which models of PyTorch have first."""


@dataclass(frozen=True)
class Row:
    """A model that goes from one framework to another, and the other's own."""

    name: str
    source: str
    target: str
    model: Callable[[], Any]
    native: Callable[[Any, bool], Run]
    """A function of the input, and of whether gradients are wanted."""

    def input_of(self, framework: str, layout_of: str = "") -> Any:
        """Return the input as an array of a framework, laid out as models of another have it."""
        array = INPUTS[self.name]
        if (layout_of or framework) == "torch" and self.name == "resnet":
            array = np.ascontiguousarray(np.moveaxis(array, -1, 1))
        return ivy.with_backend(framework).asarray(array)


ROWS = [
    Row("bert", "torch", "jax", torch_encoder, lambda *how: jax_run(nnx_encoder(), *how)),
    Row(
        "bert",
        "torch",
        "tensorflow",
        torch_encoder,
        lambda *how: tensorflow_run(keras_encoder(), *how),
    ),
    Row("bert", "jax", "torch", nnx_encoder, lambda *how: torch_run(torch_encoder(), *how)),
    Row("resnet", "torch", "jax", torch_resnet, haiku_resnet_run),
    Row(
        "resnet",
        "torch",
        "tensorflow",
        torch_resnet,
        lambda *how: tensorflow_run(keras_resnet(), *how),
    ),
    Row(
        "resnet", "tensorflow", "torch", keras_resnet, lambda *how: torch_run(torch_resnet(), *how)
    ),
]


class First(torch.nn.Module):
    """A model that returns the first of its results only."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Any) -> Any:
        """Return the first result."""
        return first(self.model(x))


def torchax_run(model: Any, x: Any) -> Run | None:
    """Return the PyTorch model run by torchax, compiled; None with a notice without it."""
    try:
        import torchax
    except (ImportError, AttributeError) as error:  # 0.0.13 asks for what torch 2.13 dropped
        print(f"torchax is not measured: {error}")
        return None
    weights, function = torchax.extract_jax(First(model))
    return _jitted(lambda weights, x: function(weights, (x,)), weights, x, gradients=False)


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1e3:.0f}"


def main() -> None:
    """Print a table: seconds to translate, milliseconds, ratios to the native model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=list(INPUTS), action="append")
    parser.add_argument("--to", choices=list(RUNS), action="append")
    parser.add_argument("--gradients", action="store_true", help="of all weights, not a forward")
    options = parser.parse_args()
    heads = "model", "from", "to", "s to translate", "ms", "native", "ratio", "torchax"
    table = Table(*heads, box=SIMPLE, title=f"ratio at most {TARGET}")
    for row in ROWS:
        if row.name not in (options.model or INPUTS) or row.target not in (options.to or RUNS):
            continue
        source = row.model()
        start = time.perf_counter()
        model = ivy.transpile(source, to=row.target, args=(row.input_of(row.source),))
        seconds = time.perf_counter() - start
        x = row.input_of(row.target, row.source)  # the layout is that of the source
        run = RUNS[row.target](model, x, options.gradients)
        native = row.native(row.input_of(row.target), options.gradients)
        # torchax has integers among the weights, which have no gradient.
        can_compare = (row.source, row.target) == ("torch", "jax") and not options.gradients
        peer = torchax_run(source, x) if can_compare else None
        times = fastest([run, native, *([peer] if peer else [])])
        table.add_row(
            row.name,
            row.source,
            row.target,
            f"{seconds:.1f}",
            *map(_milliseconds, times[:2]),
            f"{times[0] / times[1]:.2f}",
            _milliseconds(times[2] if peer else None),
        )
    Console().print(table)


if __name__ == "__main__":
    main()
