"""Modules against hand-written native ones: `python -m bench.modules`.

Rows: the call of ten small linear layers (the cost is that of Python), and a whole training step:
forward, backward and Adam of a four-layer perceptron and of a small convolutional network, written
with ivy's functions as one function of variables and state, and done by `ivy.fit`. The native steps
leave gradients that are not finite as they are, as `ivy.value_and_grad` and `ivy.fit` do; one row
has `ivy.execute_with_gradients`, which puts 0 for them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import ivy
from bench.pairs import NATIVE, OURS, Pair, in_turns
from ivy import backends

CALL, MLP, CNN = "call of ten layers", "training step, MLP", "training step, CNN"
CLEANED = "... gradients made finite"
FITTED = {MLP: "step of ivy.fit, MLP", CNN: "step of ivy.fit, CNN"}
TARGETS = {CALL: "1.00", MLP: "1.05", CNN: "1.05", FITTED[MLP]: "1.05", FITTED[CNN]: "1.05"}
RATE = 1e-3
FRAMEWORKS = ("torch", "jax", "tensorflow")


def mlp() -> ivy.Module:
    """Return four layers of 512."""
    layers: list[ivy.Module] = []
    for _ in range(4):
        layers += [ivy.Linear(512, 512), ivy.ReLU()]
    return ivy.Sequential(*layers[:-1])


class Network(ivy.Module):
    """Two convolutions, the mean over the image, and a linear layer; channels last."""

    def __init__(self) -> None:
        self.conv1 = ivy.Conv2D(3, 16, 3, 1, "SAME")
        self.conv2 = ivy.Conv2D(16, 32, 3, 2, "SAME")
        self.linear = ivy.Linear(32, 10)

    def _forward(self, x: Any) -> Any:
        x = ivy.relu(self.conv2(ivy.relu(self.conv1(x))))
        return self.linear(ivy.mean(x, axis=(1, 2)))


MODULES: dict[str, Callable[[], ivy.Module]] = {MLP: mlp, CNN: Network}


def data(row: str) -> tuple[Any, Any]:
    """Return inputs and targets."""
    random = np.random.default_rng(0)
    shapes = {MLP: ((64, 512), (64, 512)), CNN: ((16, 32, 32, 3), (16, 10))}[row]
    return tuple(random.normal(size=shape).astype("float32") for shape in shapes)  # type: ignore[return-value]


def arrays_of(module: ivy.Module) -> list[Any]:
    """Return the variables in order, as NumPy arrays."""
    return [ivy.to_numpy(x) for x in module.v.cont_to_iterator_values()]


# ---- native -----------------------------------------------------------------------------------


def forward(backend: str, row: str) -> Callable[[list[Any], Any], Any]:
    """Return the network in the framework's own functions; variables in the order of `v`."""
    if backend == "torch":
        import torch
        from torch.nn.functional import conv2d, linear, pad

        relu = torch.relu

        def convolve(x: Any, w: Any, stride: int) -> Any:
            # Channels last in memory; "SAME" with a stride of 2 pads one row and column at the end.
            x = pad(x, (0, 1, 0, 1)) if stride == 2 else x
            return conv2d(x, w, None, stride, 0 if stride == 2 else 1)

        def network(v: list[Any], x: Any) -> Any:
            b1, w1, b2, w2, b, w = v
            x = relu(convolve(x.movedim(-1, 1), w1.permute(3, 2, 0, 1), 1) + b1.movedim(-1, 1))
            x = relu(convolve(x, w2.permute(3, 2, 0, 1), 2) + b2.movedim(-1, 1))
            return linear(x.mean((2, 3)), w, b)
    elif backend == "jax":
        import jax
        from jax import lax

        relu = jax.nn.relu

        def linear(x: Any, w: Any, b: Any) -> Any:
            return x @ w.T + b

        def convolve(x: Any, w: Any, stride: int) -> Any:
            names = ("NHWC", "HWIO", "NHWC")
            strides = (stride, stride)
            return lax.conv_general_dilated(x, w, strides, "SAME", dimension_numbers=names)

        def network(v: list[Any], x: Any) -> Any:
            b1, w1, b2, w2, b, w = v
            x = relu(convolve(relu(convolve(x, w1, 1) + b1), w2, 2) + b2)
            return linear(x.mean((1, 2)), w, b)
    else:
        import tensorflow as tf

        relu = tf.nn.relu

        def linear(x: Any, w: Any, b: Any) -> Any:
            return tf.matmul(x, w, transpose_b=True) + b

        def network(v: list[Any], x: Any) -> Any:
            b1, w1, b2, w2, b, w = v
            x = relu(tf.nn.conv2d(x, w1, 1, "SAME") + b1)
            x = relu(tf.nn.conv2d(x, w2, 2, "SAME") + b2)
            return linear(tf.reduce_mean(x, (1, 2)), w, b)

    def perceptron(v: list[Any], x: Any) -> Any:
        for i in range(0, len(v), 2):
            x = linear(x, v[i + 1], v[i])
            x = relu(x) if i + 2 < len(v) else x
        return x

    return network if row == CNN else perceptron


def native_step(
    backend: str, row: str, variables: list[Any], fitted: bool = False
) -> Callable[[], Any]:
    """Return a step of the framework's own: torch eager, jax.jit with optax, tf.function."""
    net, (x, y) = forward(backend, row), data(row)
    if backend == "torch":
        import torch

        leaves = [torch.tensor(v, requires_grad=True) for v in variables]
        inputs, targets = torch.tensor(x), torch.tensor(y)
        optimizer = torch.optim.Adam(leaves, RATE, fused=True)

        def step() -> Any:
            optimizer.zero_grad()
            loss = torch.mean((net(leaves, inputs) - targets) ** 2)
            loss.backward()
            optimizer.step()
            return loss.item()

        return step
    if backend == "jax":
        import jax
        import optax

        rule, inputs, targets = optax.adam(RATE), jax.numpy.asarray(x), jax.numpy.asarray(y)
        weights = [jax.numpy.asarray(v) for v in variables]
        state = rule.init(weights)

        @jax.jit
        def update(weights: Any, state: Any, x: Any, y: Any) -> Any:
            loss, grads = jax.value_and_grad(lambda v: ((net(v, x) - y) ** 2).mean())(weights)
            changes, state = rule.update(grads, state)
            return optax.apply_updates(weights, changes), state, loss

        def jax_step() -> Any:
            nonlocal weights, state
            weights, state, loss = update(weights, state, inputs, targets)
            return float(loss)

        return jax_step
    import tensorflow as tf

    inputs, targets = tf.constant(x), tf.constant(y)

    def tf_loss(v: Any, x: Any, y: Any) -> Any:
        return tf.reduce_mean((net(v, x) - y) ** 2)

    if fitted:
        of_batch = tf_step_of_variables(variables, tf_loss)
        return lambda: float(of_batch(inputs, targets))
    return tf_step_of_tensors(variables, tf_loss, inputs, targets)


def tf_step_of_variables(
    variables: list[Any], loss_of: Callable[[Any, Any, Any], Any]
) -> Callable[[Any, Any], Any]:
    """Return a step as Keras does it: variables that are read and written inside a function."""
    import keras
    import tensorflow as tf

    adam = keras.optimizers.Adam(RATE)
    adam.build([keras.Variable(v) for v in variables])
    stored = list(adam._trainable_variables)

    @tf.function
    def update(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = loss_of([v.value for v in stored], x, y)
        adam.apply(tape.gradient(loss, [v.value for v in stored]), stored)
        return loss

    return update  # type: ignore[no-any-return]


def tf_step_of_tensors(
    variables: list[Any], loss_of: Callable[[Any, Any, Any], Any], inputs: Any, targets: Any
) -> Callable[[], Any]:
    """Return a step as one function of weights and state, the form of the ivy step beside it."""
    import tensorflow as tf

    @tf.function
    def update(weights: Any, means: Any, squares: Any, t: Any, x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(weights)
            loss = loss_of(weights, x, y)
        gradients = tape.gradient(loss, weights)
        t = t + 1
        rate = RATE * tf.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        means = [m + (g - m) * (1 - 0.9) for m, g in zip(means, gradients, strict=True)]
        squares = [s + (g * g - s) * (1 - 0.999) for s, g in zip(squares, gradients, strict=True)]
        moments = zip(weights, means, squares, strict=True)
        weights = [w - rate * m / (tf.sqrt(s) + 1e-7) for w, m, s in moments]
        return (weights, means, squares, t), loss

    weights = [tf.constant(v) for v in variables]
    zeros = [tf.zeros_like(w) for w in weights]
    state: Any = (weights, zeros, zeros, tf.constant(0.0))

    def step() -> Any:
        nonlocal state
        state, loss = update(*state, inputs, targets)
        return float(loss)

    return step


# ---- ivy --------------------------------------------------------------------------------------


def our_step(backend: str, row: str, module: ivy.Module, cleaned: bool) -> Callable[[], Any]:
    """Return the same step written with ivy, compiled where the native one is."""
    inputs, targets = (ivy.array(a) for a in data(row))
    optimizer = ivy.Adam(RATE, epsilon=1e-8 if backend == "torch" else 1e-7)

    def loss_of(v: Any, x: Any, y: Any) -> Any:
        return ivy.mean((module(x, v=v) - y) ** 2)

    def loss_and_gradients(v: Any, x: Any, y: Any) -> Any:
        if cleaned:
            return ivy.execute_with_gradients(lambda v: loss_of(v, x, y), v)
        return ivy.value_and_grad(loss_of)(v, x, y)

    if backend == "torch":

        def step() -> Any:
            loss, grads = loss_and_gradients(module.v, inputs, targets)
            optimizer.step(module.v, grads)
            return float(loss)

        return step

    def update(v: Any, state: Any, x: Any, y: Any) -> Any:
        loss, grads = loss_and_gradients(v, x, y)
        v, state = optimizer.update(v, grads, state)
        return v, state, loss

    program = _compiled(backend, update)
    v, state = module.v, optimizer.init(module.v)

    def compiled_step() -> Any:
        nonlocal v, state
        v, state, loss = program(v, state, inputs, targets)
        return float(loss)

    return compiled_step


def _compiled(backend: str, function: Callable[..., Any]) -> Callable[..., Any]:
    if backend == "jax":
        import jax

        return jax.jit(function)  # type: ignore[no-any-return]
    import tensorflow as tf

    return tf.function(function)  # type: ignore[no-any-return]


def call_of_layers(backend: str) -> Pair:
    """Return the call of ten layers of torch.nn, Keras or equinox-like JAX code, and of ivy's."""
    net = ivy.Sequential(*[ivy.Linear(16, 16) for _ in range(10)])
    x = ivy.ones((4, 16))
    if backend == "torch":
        import torch

        other = torch.nn.Sequential(*[torch.nn.Linear(16, 16) for _ in range(10)])
        tensor = torch.ones(4, 16)
        return lambda: other(tensor), lambda: net(tensor)
    import keras

    other = keras.Sequential([keras.layers.Dense(16) for _ in range(10)])
    tensor = x.data
    other(tensor)
    return lambda: other(tensor), lambda: net(tensor)


def fitted(backend: str, row: str, module: ivy.Module, steps: int) -> dict[str, float]:
    """Return the seconds that steps of `ivy.fit` and native ones take, each after the other."""
    native = native_step(backend, row, arrays_of(module), fitted=True)
    times: dict[str, list[float]] = {NATIVE: [], OURS: []}
    x, y = (ivy.array(a) for a in data(row))
    bias = next(iter(module.v.cont_to_iterator_values()))

    # Between steps, as batches are asked for: with a callback the step could not overwrite arrays.
    def batches() -> Iterator[tuple[Any, Any]]:
        for _ in range(steps):
            start = perf_counter()
            native()
            times[NATIVE].append(perf_counter() - start)
            start = perf_counter()
            yield x, y
            if backend == "jax":
                bias.data.block_until_ready()  # the others return when a step is done
            times[OURS].append(perf_counter() - start)

    optimizer = ivy.Adam(RATE, epsilon=1e-8 if backend == "torch" else 1e-7)
    ivy.fit(module, batches(), ivy.mse_loss, optimizer, progress=False)
    return {name: median(found[steps // 10 :]) for name, found in times.items()}


def pairs(backend: str) -> dict[str, Callable[[], Pair]]:
    """Return what makes the functions to measure on a framework."""

    def steps(row: str, cleaned: bool = False) -> Pair:
        module = MODULES[row]()
        return native_step(backend, row, arrays_of(module)), our_step(backend, row, module, cleaned)

    found = {MLP: partial(steps, MLP), CLEANED: partial(steps, MLP, True), CNN: partial(steps, CNN)}
    # Keras runs on one framework per process.
    return found if backend == "jax" else {CALL: partial(call_of_layers, backend)} | found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.modules")
    parser.add_argument("--backend", action="append", choices=FRAMEWORKS, help="(repeatable)")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    arguments = parser.parse_args()
    table = Table("", "framework", "native µs", "ivy µs", "ratio", "target", box=SIMPLE)
    models, steps = (1, 20) if arguments.quick else (5, 100)
    for backend in arguments.backend or FRAMEWORKS:
        if not backends.installed(backend):
            continue
        with ivy.use_backend(backend):
            found = {row: in_turns(make, models, steps) for row, make in pairs(backend).items()}
            for row, make in MODULES.items():
                found[FITTED[row]] = fitted(backend, row, make(), models * steps)
        for row, times in found.items():
            ratio = times[OURS] / times[NATIVE]
            cells = [f"{times[key] * 1e6:.0f}" for key in (NATIVE, OURS)]
            table.add_row(row, backend, *cells, f"{ratio:.2f}", TARGETS.get(row, ""))
    Console().print(table)


if __name__ == "__main__":
    main()
