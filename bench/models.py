"""A three-layer perceptron and its SGD step, written natively and with ivy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

SIZES = (64, 128, 128, 10)
BATCH = 32
RATE = 0.01

Forward = Callable[[Any, Any], Any]


def data(convert: Callable[[Any], Any]) -> tuple[list[tuple[Any, Any]], Any, Any]:
    """Return parameters, inputs and targets made by `convert` from NumPy arrays."""
    random = np.random.default_rng(0)

    def draw(*shape: int) -> Any:
        return convert(random.normal(0.0, 0.1, shape).astype("float32"))

    layers = [(draw(i, o), draw(o)) for i, o in pairwise(SIZES)]
    return layers, draw(BATCH, SIZES[0]), draw(BATCH, SIZES[-1])


def ours(xp: Any) -> tuple[Forward, Callable[..., Any], Callable[..., Any]]:
    """Return forward pass, loss and update over `ivy` or one of its namespaces."""

    def forward(parameters: Any, x: Any) -> Any:
        *hidden, (weight, bias) = parameters
        for w, b in hidden:
            x = xp.tanh(xp.add(xp.matmul(x, w), b))
        return xp.add(xp.matmul(x, weight), bias)

    def loss(parameters: Any, x: Any, y: Any) -> Any:
        return xp.mean(xp.square(xp.subtract(forward(parameters, x), y)))

    def update(parameter: Any, gradient: Any) -> Any:
        return xp.subtract(parameter, xp.multiply(gradient, RATE))

    return forward, loss, update


def native(backend: str) -> tuple[Forward, Callable[..., Any], Callable[..., Any]]:
    """Return the same three as users of the framework write them."""
    if backend == "tensorflow":
        import tensorflow as tf

        return _native(tf.matmul, tf.tanh, tf.reduce_mean, tf.square)
    if backend == "torch":
        import torch

        return _native(torch.matmul, torch.tanh, torch.mean, torch.square)
    if backend == "jax":
        import jax.numpy as jnp

        return _native(jnp.matmul, jnp.tanh, jnp.mean, jnp.square)
    return _native(np.matmul, np.tanh, np.mean, np.square)


def _native(
    matmul: Any, tanh: Any, mean: Any, square: Any
) -> tuple[Forward, Callable[..., Any], Callable[..., Any]]:
    def forward(parameters: Any, x: Any) -> Any:
        *hidden, (weight, bias) = parameters
        for w, b in hidden:
            x = tanh(matmul(x, w) + b)
        return matmul(x, weight) + bias

    def loss(parameters: Any, x: Any, y: Any) -> Any:
        return mean(square(forward(parameters, x) - y))

    def update(parameter: Any, gradient: Any) -> Any:
        return parameter - gradient * RATE

    return forward, loss, update


def sgd_step(
    backend: str, loss: Callable[..., Any], update: Callable[..., Any]
) -> Callable[..., Any] | None:
    """Return one training step with the framework's own gradients; NumPy has none."""
    makers = {"torch": _torch_step, "jax": _jax_step, "tensorflow": _tensorflow_step}
    return makers[backend](loss, update) if backend in makers else None


def _torch_step(loss: Callable[..., Any], update: Callable[..., Any]) -> Callable[..., Any]:
    import torch

    def step(parameters: Any, x: Any, y: Any) -> Any:
        leaves = [p.requires_grad_() for pair in parameters for p in pair]
        gradients = torch.autograd.grad(loss(parameters, x, y), leaves)
        with torch.no_grad():
            return [update(p, g) for p, g in zip(leaves, gradients, strict=True)]

    return step


def _jax_step(loss: Callable[..., Any], update: Callable[..., Any]) -> Callable[..., Any]:
    import jax

    gradient = jax.grad(loss)

    def step(parameters: Any, x: Any, y: Any) -> Any:
        return jax.tree.map(update, parameters, gradient(parameters, x, y))

    return step


def _tensorflow_step(loss: Callable[..., Any], update: Callable[..., Any]) -> Callable[..., Any]:
    import tensorflow as tf

    def step(parameters: Any, x: Any, y: Any) -> Any:
        leaves = [p for pair in parameters for p in pair]
        with tf.GradientTape() as tape:
            tape.watch(leaves)
            value = loss(parameters, x, y)
        gradients = tape.gradient(value, leaves)
        return [update(p, g) for p, g in zip(leaves, gradients, strict=True)]

    return step


def compiled(backend: str, function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the function compiled by its framework; NumPy has no compiler."""
    if backend == "torch":
        import torch

        return torch.compile(function, fullgraph=True)
    if backend == "jax":
        import jax

        return jax.jit(function)
    if backend == "tensorflow":
        import tensorflow as tf

        return tf.function(function)
    return None
