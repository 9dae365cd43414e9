"""A library function for users of any framework: python examples/sinkhorn.py [backend]."""

import sys
from typing import Any

import numpy as np

import ivy


def transport_cost(x: Any, y: Any, blur: float = 0.1, rounds: int = 20) -> Any:
    """Return what it costs to move points x onto points y, by Sinkhorn's algorithm."""
    costs = ivy.sum((ivy.expand_dims(x, axis=1) - y) ** 2, axis=-1)
    kernel = ivy.exp(costs / -blur)
    left = ivy.ones_like(kernel[:, 0])
    for _ in range(rounds):
        right = 1.0 / (y.shape[0] * ivy.matmul(left, kernel))
        left = 1.0 / (x.shape[0] * ivy.matmul(kernel, right))
    return ivy.sum(ivy.expand_dims(left, axis=1) * kernel * costs * right)


def in_numpy(x: Any, y: Any) -> tuple[Any, Any]:  # what its users write, each in their framework
    return ivy.value_and_grad(transport_cost)(x, y)


def in_torch(x: Any, y: Any) -> tuple[Any, Any]:
    import torch

    x = torch.tensor(x, requires_grad=True)
    cost = transport_cost(x, torch.tensor(y))
    cost.backward()
    return cost.detach(), x.grad


def in_jax(x: Any, y: Any) -> tuple[Any, Any]:
    import jax

    return jax.jit(jax.value_and_grad(transport_cost))(x, y)


def in_tensorflow(x: Any, y: Any) -> tuple[Any, Any]:
    import tensorflow as tf

    x = tf.Variable(x)
    with tf.GradientTape() as tape:
        cost = tf.function(transport_cost)(x, tf.constant(y))
    return cost, tape.gradient(cost, x)


def main(backend: str) -> list[float]:
    """Return the cost, and the gradient for the first points."""
    random = np.random.default_rng(0)
    x, y = (random.uniform(size=(16, 2)).astype("float32") for _ in range(2))
    cost, gradient = globals()[f"in_{backend}"](x, y)
    return [float(cost), *np.asarray(gradient)[:3].ravel().tolist()]


if __name__ == "__main__":
    cost, *gradient = main(*sys.argv[1:] or ["numpy"])
    print(f"cost {cost:.4f}, gradient of the first point {gradient[:2]}")
