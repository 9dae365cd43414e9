"""Five steps of training: what the source's framework does, and a transpiled module after it.

The loss is the squared error to random numbers. Each side trains by its own means: modules and
optimizers of torch, Flax with optax, Keras; ivy's for NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import ivy
from ivy.graph.ir import Graph
from ivy.graph.transpile import as_target
from tests.helpers import to_numpy
from tests.transpile.checks import assert_close, flat, moved, random_weights

STEPS = 5
LOSSES = 1e-4
DECREASE = 0.03
"""The part of the loss that a step would remove if the loss were linear."""


@dataclass
class Training:
    """A training by the source's framework."""

    targets: list[Any]
    rate: float = 0.0
    losses: list[float] = field(default_factory=list)
    before: dict[str, Any] = field(default_factory=dict)
    """Parameters and buffers by the names they have in the graph."""
    after: dict[str, Any] = field(default_factory=dict)

    def loss(self, outputs: list[Any]) -> Any:
        """Return the error of floating results, which are native arrays of any framework."""
        total: Any = 0.0
        for x, target in zip(outputs, self.targets, strict=True):
            if target is not None:
                wanted = ivy.to_backend(target, ivy.current_backend(x).NAME)
                total = total + ivy.mean(ivy.square(x - wanted))
        return total

    def descend(self, step: Callable[[], tuple[Any, dict[str, Any]]], update: Any) -> None:
        """Do the steps: `step` returns loss and gradients, `update` takes gradients and a rate."""
        for _ in range(STEPS):
            loss, gradients = step()
            self.losses.append(float(loss))
            if not self.rate:
                squares = [np.square(to_numpy(g), dtype="float64") for g in gradients.values()]
                self.rate = DECREASE * self.losses[0] / float(sum(x.sum() for x in squares))
            update(gradients, self.rate)


def training_towards_noise(outputs: list[Any]) -> Training:
    """Return a training to come, for a model with these results."""
    return Training(random_weights(outputs, seed=5))


def check_training(
    graph: Graph, backend: str, expected: Training, args: Any, kwargs: Any = None
) -> None:
    """Train a module of the target as the source was trained; compare losses and weights."""
    moves = abs(expected.losses[-1] / expected.losses[0] - 1)
    assert moves > 100 * LOSSES, f"a training that changes nothing hides errors: {expected.losses}"
    module = as_target(graph, backend, training=True)
    args, kwargs = moved(tuple(args), backend), moved(dict(kwargs or {}), backend)
    losses = _TRAINERS[backend](module, expected, args, kwargs)
    for i, (found, wanted) in enumerate(zip(losses, expected.losses, strict=True)):
        assert abs(found - wanted) <= LOSSES * abs(wanted), f"loss {i}: {found}, {wanted} natively"
    state = ivy.to_source_state_dict(module)
    for name, x in expected.after.items():
        if name not in state or x.dtype.kind != "f":
            continue
        change = float(np.abs(x - expected.before[name]).max())
        rounding = 1e-5 * float(np.abs(x).max())
        assert_close(to_numpy(state[name]), x, 1.0, f"{name} after it", 0.02 * change + rounding)


def _torch_losses(module: Any, training: Training, args: Any, kwargs: Any) -> list[float]:
    import torch

    module.train()
    optimizer = torch.optim.SGD(module.parameters(), training.rate)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = training.loss(flat(module(*args, **kwargs)))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def _jax_losses(module: Any, training: Training, args: Any, kwargs: Any) -> list[float]:
    import optax
    from flax import nnx

    module.train()
    optimizer = nnx.Optimizer(module, optax.sgd(training.rate), wrt=nnx.Param)

    @nnx.jit
    def step(module: Any, optimizer: Any, args: Any, kwargs: Any) -> Any:
        loss, gradients = nnx.value_and_grad(
            lambda module: training.loss(flat(module(*args, **kwargs)))
        )(module)
        optimizer.update(module, gradients)
        return loss

    return [float(step(module, optimizer, args, kwargs)) for _ in range(STEPS)]


def _tensorflow_losses(module: Any, training: Training, args: Any, kwargs: Any) -> list[float]:
    import keras
    import tensorflow as tf

    optimizer = keras.optimizers.SGD(training.rate)

    @tf.function
    def step() -> Any:
        with tf.GradientTape() as tape:
            loss = training.loss(flat(module(*args, **kwargs, training=True)))
        variables = module.trainable_variables
        optimizer.apply(tape.gradient(loss, variables), variables)
        return loss

    optimizer.build(module.trainable_variables)
    return [float(step()) for _ in range(STEPS)]


def _numpy_losses(module: Any, training: Training, args: Any, kwargs: Any) -> list[float]:
    optimizer = ivy.SGD(training.rate)

    def loss(v: Any) -> Any:
        return training.loss(flat(ivy.to_native(module(*args, v=v, **kwargs), nested=True)))

    losses = []
    for _ in range(STEPS):
        value, gradients = ivy.execute_with_gradients(loss, module.v)
        module.v = optimizer.step(module.v, gradients)
        losses.append(float(value))
    return losses


_TRAINERS = {
    "torch": _torch_losses,
    "jax": _jax_losses,
    "tensorflow": _tensorflow_losses,
    "numpy": _numpy_losses,
}
