"""Translated models against native ones, a forward each, compiled: `python -m bench.transpile`.

An encoder of the shape of BERT-base (12 layers of 768, 128 tokens) and a ResNet-50 (224 x 224) of
`transformers`, batch 4, go from PyTorch to JAX and TensorFlow. The native model is what the
target's own library brings: `flax.nnx`, Haiku, Keras. torchax is measured where it is installed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
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


def bert() -> tuple[Any, Any]:
    import transformers

    config = transformers.BertConfig(num_hidden_layers=LAYERS, hidden_size=FEATURES)
    return transformers.BertModel(config).eval(), np.zeros((BATCH, TOKENS), "int64")


def resnet() -> tuple[Any, Any]:
    import transformers

    pixels = np.random.default_rng(0).normal(size=(BATCH, 3, 224, 224)).astype("float32")
    return transformers.ResNetForImageClassification(transformers.ResNetConfig()).eval(), pixels


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


def jax_run(model: Any, x: Any) -> Run:
    import jax
    from flax import nnx

    definition, state = nnx.split(model)
    forward = jax.jit(lambda state, x: nnx.merge(definition, state)(x))
    return lambda: jax.block_until_ready(forward(state, x))


def tensorflow_run(model: Any, x: Any) -> Run:
    import tensorflow as tf

    forward = tf.function(lambda x: model(x, training=False))
    return lambda: forward(x)


def native_run(name: str, target: str, x: Any) -> Run | None:
    """Return a forward of the target's own model, where there is one."""
    if (name, target) == ("bert", "jax"):
        return jax_run(nnx_encoder(), x)
    if (name, target) == ("resnet", "jax"):
        import haiku as hk
        import jax

        net = hk.transform_with_state(lambda x, training: hk.nets.ResNet50(1000)(x, training))
        pixels = jax.numpy.moveaxis(x, 1, -1)
        params, state = jax.jit(net.init, static_argnums=2)(jax.random.key(0), pixels, True)
        forward = jax.jit(lambda p, s, x: net.apply(p, s, None, x, False)[0])
        return lambda: jax.block_until_ready(forward(params, state, pixels))
    if (name, target) == ("resnet", "tensorflow"):
        import keras
        import tensorflow as tf

        model = keras.applications.ResNet50(weights=None)
        return tensorflow_run(model, tf.transpose(x, (0, 2, 3, 1)))
    return None


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1e3:.0f}"


class First(torch.nn.Module):
    """A model that returns the first of its results only, an array."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Any) -> Any:
        """Return the first result."""
        return next(iter(self.model(x).values()))


def torchax_run(model: Any, x: Any) -> Run | None:
    """Return a forward of the PyTorch model by torchax, compiled; None with a notice without it."""
    try:
        import torchax
    except (ImportError, AttributeError) as error:  # 0.0.13 asks for what torch 2.13 dropped
        print(f"torchax is not measured: {error}")
        return None
    import jax

    weights, function = torchax.extract_jax(First(model))
    forward = jax.jit(lambda weights, x: function(weights, (x,)))
    return lambda: jax.block_until_ready(forward(weights, x))


def main() -> None:
    """Print a table: seconds to translate, milliseconds, ratios to the native model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=["bert", "resnet"], action="append")
    parser.add_argument("--to", choices=["jax", "tensorflow"], action="append")
    options = parser.parse_args()
    heads = "model", "to", "s to translate", "ms", "native", "ratio", "torchax", "torch"
    table = Table(*heads, box=SIMPLE)
    for name in options.model or ["bert", "resnet"]:
        source, array = {"bert": bert, "resnet": resnet}[name]()
        tensor = torch.tensor(array)
        with torch.inference_mode():
            [in_torch] = fastest([lambda model=source, x=tensor: model(x)])
        for target in options.to or ["jax", "tensorflow"]:
            start = time.perf_counter()
            model = ivy.transpile(source, to=target, args=(tensor,))
            seconds = time.perf_counter() - start
            x = ivy.with_backend(target).asarray(
                array if name == "resnet" else array.astype("int32")
            )
            run = (jax_run if target == "jax" else tensorflow_run)(model, x)
            native = native_run(name, target, x)
            peer = torchax_run(source, x) if target == "jax" else None
            others = [other for other in (native, peer) if other is not None]
            times = dict(zip([run, *others], fastest([run, *others]), strict=True))
            table.add_row(
                name,
                target,
                f"{seconds:.1f}",
                _milliseconds(times[run]),
                _milliseconds(times.get(native)),
                f"{times[run] / times[native]:.2f}" if native else "–",
                _milliseconds(times.get(peer)),
                _milliseconds(in_torch),
            )
    Console().print(table)


if __name__ == "__main__":
    main()
