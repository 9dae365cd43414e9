"""Gradients, optimizers and random numbers against others': `python -m bench.training`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import ivy
from bench import models
from bench.pairs import NATIVE, OURS, Pair, in_turns
from ivy import backends

# name of the row -> framework -> the largest ratio promised
TARGETS: dict[str, dict[str, float]] = {
    "gradients of an MLP": {"torch": 1.5, "jax": 1.1, "tensorflow": 1.3},
    "gradients of a 256-512 MLP, to torch eager": {"numpy": 1.3},
    "1M seeded uniforms, to unseeded native": dict.fromkeys(backends.NAMES, 6.0),
    "Adam, 10M parameters in 200 arrays": {
        "numpy": 0.8, "torch": 1.0, "jax": 1.0, "tensorflow": 1.0
    },
}  # fmt: skip
GRADIENTS, LARGE, UNIFORMS, ADAM = TARGETS


def gradients(backend: str) -> Pair:
    """Return native and ivy's gradients of the loss of a three-layer perceptron."""
    xp = ivy.with_backend(backend)
    parameters, x, y = models.data(xp.asarray)
    _, native_loss, _ = models.native(backend)
    _, our_loss, _ = models.ours(xp)

    def ours(parameters: Any) -> Any:
        return ivy.execute_with_gradients(lambda p: our_loss(p, x, y), parameters)[1]

    if backend == "torch":
        import torch

        leaves = [leaf.requires_grad_() for pair in parameters for leaf in pair]

        def native() -> Any:
            return torch.autograd.grad(native_loss(parameters, x, y), leaves)

        fresh, _, _ = models.data(xp.asarray)
        return native, lambda: ours(fresh)
    if backend == "jax":
        import jax

        def by_vjp(p: Any) -> Any:
            value, pull = jax.vjp(lambda p: native_loss(p, x, y), p)
            return pull(jax.numpy.ones_like(value))

        native_program, our_program = jax.jit(by_vjp), jax.jit(ours)
        ready = jax.block_until_ready
        return lambda: ready(native_program(parameters)), lambda: ready(our_program(parameters))
    import tensorflow as tf

    flat = [leaf for pair in parameters for leaf in pair]

    @tf.function
    def by_tape(*leaves: Any) -> Any:
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(leaves)
            loss = native_loss(list(zip(leaves[::2], leaves[1::2], strict=True)), x, y)
        return tape.gradient(loss, leaves)

    @tf.function
    def by_ivy(*leaves: Any) -> Any:
        return ours(list(zip(leaves[::2], leaves[1::2], strict=True)))

    return lambda: by_tape(*flat), lambda: by_ivy(*flat)


def large_gradients() -> Pair:
    """Return torch's eager and NumPy's gradients of a 256-512-10 perceptron, batch 128."""
    import torch

    random = np.random.default_rng(0)
    shapes = [(256, 512), (512,), (512, 10), (10,)]
    arrays = [random.normal(0, 0.1, shape).astype("float32") for shape in shapes]
    x, y = random.normal(size=(128, 256)).astype("float32"), np.zeros((128, 10), "float32")
    tensors = [torch.tensor(a, requires_grad=True) for a in arrays]
    x_tensor, y_tensor = torch.tensor(x), torch.tensor(y)

    def native() -> Any:
        w1, b1, w2, b2 = tensors
        out = torch.relu(x_tensor @ w1 + b1) @ w2 + b2
        return torch.autograd.grad(torch.mean((out - y_tensor) ** 2), tensors)

    xp = ivy.with_backend("numpy")

    def loss(parameters: Any) -> Any:
        w1, b1, w2, b2 = parameters
        hidden = xp.relu(xp.add(xp.matmul(x, w1), b1))
        return xp.mean(xp.square(xp.subtract(xp.add(xp.matmul(hidden, w2), b2), y)))

    return native, lambda: ivy.execute_with_gradients(loss, arrays)


def uniforms(backend: str) -> Pair:
    """Return a million uniforms of the native generator, and ivy's with a seed."""
    xp = ivy.with_backend(backend)
    shape, ready = (1_000_000,), (lambda x: x)
    if backend == "jax":
        import jax

        ready = jax.block_until_ready
    return (
        lambda: ready(xp.native_uniform(shape, xp.float32)),
        lambda: ready(xp.random_uniform(shape=shape, seed=1)),
    )


def adam(backend: str) -> Pair:
    """Return a step of the framework's fastest Adam (of NumPy: the obvious one) and of ivy's."""
    random = np.random.default_rng(0)
    arrays = [random.normal(size=(200, 250)).astype("float32") for _ in range(200)]
    xp = ivy.with_backend(backend)

    def container() -> ivy.Container:
        leaves = [ivy.Array(xp.asarray(x, copy=True)) for x in arrays]
        pairs = zip(leaves[::2], leaves[1::2], strict=True)
        return ivy.Container({f"layer{i}": {"w": w, "b": b} for i, (w, b) in enumerate(pairs)})

    v, gradients, optimizer = container(), container(), ivy.Adam(1e-3, epsilon=1e-8)

    def ours() -> None:
        optimizer.step(v, gradients)

    native = _NATIVE_ADAM[backend](arrays)
    if backend != "jax":
        return native, ours
    import jax

    def ours_ready() -> None:
        ours()
        jax.block_until_ready([x.data for x in v.cont_to_iterator_values()])

    return native, ours_ready


def _numpy_adam(arrays: list[Any]) -> Callable[[], Any]:
    weights = [x.copy() for x in arrays]
    means, squares = ([np.zeros_like(x) for x in arrays] for _ in range(2))
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        for i, g in enumerate(arrays):
            means[i] = 0.9 * means[i] + 0.1 * g
            squares[i] = 0.999 * squares[i] + 0.001 * g * g
            mean, square = means[i] / (1 - 0.9**count), squares[i] / (1 - 0.999**count)
            weights[i] -= 1e-3 * mean / (np.sqrt(square) + 1e-8)

    return step


def _torch_adam(arrays: list[Any]) -> Callable[[], Any]:
    import torch

    parameters = [torch.tensor(x, requires_grad=True) for x in arrays]
    for parameter, x in zip(parameters, arrays, strict=True):
        parameter.grad = torch.tensor(x)
    return torch.optim.Adam(parameters, 1e-3, fused=True).step


def _optax_adam(arrays: list[Any]) -> Callable[[], Any]:
    import jax
    import optax

    weights = {str(i): jax.numpy.asarray(x) for i, x in enumerate(arrays)}
    gradients, optimizer = dict(weights), optax.adam(1e-3)
    state = optimizer.init(weights)

    @jax.jit
    def update(weights: Any, state: Any, gradients: Any) -> Any:
        changes, state = optimizer.update(gradients, state, weights)
        return optax.apply_updates(weights, changes), state

    def step() -> None:
        nonlocal weights, state
        weights, state = jax.block_until_ready(update(weights, state, gradients))

    return step


def _keras_adam(arrays: list[Any]) -> Callable[[], Any]:
    import keras
    import tensorflow as tf

    variables = [tf.Variable(x) for x in arrays]
    gradients = [tf.constant(x) for x in arrays]
    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(variables)
    apply = tf.function(lambda gs: optimizer.apply_gradients(zip(gs, variables, strict=True)))
    return lambda: apply(gradients)


_NATIVE_ADAM = {
    "numpy": _numpy_adam,
    "torch": _torch_adam,
    "jax": _optax_adam,
    "tensorflow": _keras_adam,
}


def rows(backend: str) -> dict[str, Callable[[], Pair]]:
    """Return what makes everything to measure for one framework."""
    found = {UNIFORMS: partial(uniforms, backend), ADAM: partial(adam, backend)}
    if backend != "numpy":
        return {GRADIENTS: partial(gradients, backend)} | found
    return ({LARGE: large_gradients} if backends.installed("torch") else {}) | found


def main() -> None:
    """Print native times and ratios to them."""
    parser = argparse.ArgumentParser(prog="python -m bench.training", description=__doc__)
    parser.add_argument("--backend", action="append", choices=backends.NAMES, help="(repeatable)")
    chosen = parser.parse_args().backend or [b for b in backends.NAMES if backends.installed(b)]
    table = Table("", "framework", "native µs", "ratio", "target", box=SIMPLE, pad_edge=False)
    for backend in chosen:
        for name, make in rows(backend).items():
            times = in_turns(make, models=3, steps=60)
            ratio = times[OURS] / times[NATIVE]
            cells = f"{times[NATIVE] * 1e6:.0f}", f"{ratio:.2f}", f"{TARGETS[name][backend]:.2f}"
            table.add_row(name, backend, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
