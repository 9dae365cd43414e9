"""Converted modules against hand-written ones, a training step each: `python -m bench.converters`.

The model is a perceptron of four layers of 512 with a batch of 64, trained by SGD.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import ivy
from bench.pairs import NATIVE, OURS, Pair, in_turns

SIZE, LAYERS, BATCH, RATE = 512, 4, 64, 1e-3
EAGER, COMPILED = 1.05, 1.02


class Perceptron(ivy.Module):
    def __init__(self) -> None:
        self._layers = [ivy.Linear(SIZE, SIZE) for _ in range(LAYERS)]
        super().__init__()

    def _forward(self, x: Any) -> Any:
        for layer in self._layers[:-1]:
            x = ivy.relu(layer(x))
        return self._layers[-1](x)


def data() -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    x, y = (random.normal(size=(BATCH, SIZE)).astype("float32") for _ in range(2))
    return x, y


def by_torch(compiled: bool) -> Pair:
    x, y = map(torch.tensor, data())

    def step_of(model: Any) -> Callable[[], Any]:
        optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
        forward = torch.compile(model, fullgraph=True) if compiled else model

        def step() -> None:
            optimizer.zero_grad()
            torch.mean((forward(x) - y) ** 2).backward()
            optimizer.step()

        return step

    parts: list[Any] = []
    for _ in range(LAYERS):
        parts += [torch.nn.Linear(SIZE, SIZE), torch.nn.ReLU()]
    native = torch.nn.Sequential(*parts[:-1])
    return step_of(native), step_of(Perceptron().to_torch_module())


def by_keras() -> Pair:
    import keras

    x, y = data()

    def step_of(model: Any) -> Callable[[], Any]:
        model.compile(optimizer=keras.optimizers.SGD(RATE), loss="mse")
        return lambda: model.train_on_batch(x, y)

    layers = [keras.layers.Dense(SIZE, activation="relu") for _ in range(LAYERS - 1)]
    native = keras.Sequential([keras.Input((SIZE,)), *layers, keras.layers.Dense(SIZE)])
    return step_of(native), step_of(Perceptron().to_keras_module())


def _with_optax(loss: Callable[[Any], Any], params: Any) -> Callable[[], Any]:
    """Return a compiled training step that keeps its parameters."""
    import jax
    import optax

    optimizer = optax.sgd(RATE)
    state = optimizer.init(params)

    @jax.jit
    def update(params: Any, state: Any) -> Any:
        updates, state = optimizer.update(jax.grad(loss)(params), state)
        return optax.apply_updates(params, updates), state

    def step() -> None:
        nonlocal params, state
        params, state = jax.block_until_ready(update(params, state))

    return step


def by_haiku() -> Pair:
    import haiku as hk
    import jax
    import jax.numpy as jnp

    x, y = map(jnp.asarray, data())
    cls = Perceptron().to_haiku_module()

    def step_of(function: Callable[[Any], Any]) -> Callable[[], Any]:
        model = hk.transform(function)
        params = model.init(jax.random.key(0), x)
        return _with_optax(lambda p: jnp.mean((model.apply(p, None, x) - y) ** 2), params)

    return step_of(lambda x: hk.nets.MLP([SIZE] * LAYERS)(x)), step_of(lambda x: cls()(x))


def by_linen() -> Pair:
    import jax
    import jax.numpy as jnp
    from flax import linen

    x, y = map(jnp.asarray, data())

    def step_of(model: Any) -> Callable[[], Any]:
        variables = model.init(jax.random.key(0), x)
        return _with_optax(lambda v: jnp.mean((model.apply(v, x) - y) ** 2), variables)

    parts: list[Any] = []
    for _ in range(LAYERS):
        parts += [linen.Dense(SIZE), linen.relu]
    return step_of(linen.Sequential(parts[:-1])), step_of(Perceptron().to_linen_module())


def by_nnx() -> Pair:
    import jax
    import jax.numpy as jnp
    import optax
    from flax import nnx

    x, y = map(jnp.asarray, data())

    class Native(nnx.Module):
        def __init__(self) -> None:
            rngs = nnx.Rngs(0)
            self.layers = nnx.List([nnx.Linear(SIZE, SIZE, rngs=rngs) for _ in range(LAYERS)])

        def __call__(self, x: Any) -> Any:
            for layer in self.layers[:-1]:
                x = nnx.relu(layer(x))
            return self.layers[-1](x)

    def step_of(model: Any) -> Callable[[], Any]:
        optimizer = nnx.Optimizer(model, optax.sgd(RATE), wrt=nnx.Param)

        @nnx.jit
        def update(model: Any, optimizer: Any) -> Any:
            loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
            optimizer.update(model, grads)
            return loss

        return lambda: jax.block_until_ready(update(model, optimizer))

    return step_of(Native()), step_of(Perceptron().to_flax_module())


def by_equinox() -> Pair:
    import equinox as eqx
    import jax
    import jax.numpy as jnp

    x, y = map(jnp.asarray, data())

    def step_of(model: Any) -> Callable[[], Any]:
        params, static = eqx.partition(model, eqx.is_inexact_array)
        return _with_optax(lambda p: jnp.mean((eqx.combine(p, static)(x) - y) ** 2), params)

    class Native(eqx.Module):
        layers: list[Any]

        def __call__(self, x: Any) -> Any:
            for layer in self.layers[:-1]:
                x = jax.nn.relu(jax.vmap(layer)(x))
            return jax.vmap(self.layers[-1])(x)

    keys = jax.random.split(jax.random.key(0), LAYERS)
    native = Native([eqx.nn.Linear(SIZE, SIZE, key=key) for key in keys])
    return step_of(native), step_of(Perceptron().to_equinox_module())


ROWS: dict[str, tuple[Callable[[], Pair], float]] = {
    "torch": (lambda: by_torch(compiled=False), EAGER),
    "torch, compiled": (lambda: by_torch(compiled=True), COMPILED),
    "keras, train_on_batch": (by_keras, COMPILED),
    "haiku, jit": (by_haiku, COMPILED),
    "linen, jit": (by_linen, COMPILED),
    "nnx, jit": (by_nnx, COMPILED),
    "equinox, jit": (by_equinox, COMPILED),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--models", type=int, default=7, help="how many to make of each kind")
    chosen = parser.parse_args()
    table = Table("a training step", "native ms", "converted ms", "ratio", "at most", box=SIMPLE)
    missed = 0
    for name, (pair, limit) in ROWS.items():
        if chosen.only not in name:
            continue
        times = in_turns(pair, chosen.models)
        ratio = times[OURS] / times[NATIVE]
        missed += ratio > limit
        shown = [f"{1000 * seconds:.2f}" for seconds in times.values()]
        table.add_row(name, *shown, f"{ratio:.3f}", f"{limit}")
    Console().print(table)
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
