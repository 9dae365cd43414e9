"""Train units that are on or off: python examples/custom_gradient.py [backend]."""

import sys
from collections.abc import Callable

import ivy
from ivy.stateful.history import plot_curves


def step(x: ivy.Array) -> ivy.Array:
    """Return 1 where x is positive, else 0: its gradient is zero, so nothing learns through it."""
    return ivy.astype(x > 0, x.dtype)


def surrogate(saved: tuple[ivy.Array, ivy.Array], upstream: ivy.Array) -> ivy.Array:
    """Return the gradient of a sigmoid instead; `saved` is the input and the result of `step`."""
    slope = ivy.sigmoid(4.0 * saved[0])
    return upstream * 4.0 * slope * (1.0 - slope)


class Spiking(ivy.Module):
    """A perceptron whose hidden units are on or off."""

    def __init__(self, activation: Callable[[ivy.Array], ivy.Array]) -> None:
        self.activation = activation
        self.hidden = ivy.Linear(2, 64)
        self.out = ivy.Linear(64, 1)

    def _forward(self, x: ivy.Array) -> ivy.Array:
        return self.out(self.activation(self.hidden(x)))


def ring(count: int) -> tuple[ivy.Array, ivy.Array]:
    """Return points of a square, and 1 for those in a ring around its middle, 0 for others."""
    points = ivy.random_uniform(low=-1.0, high=1.0, shape=(count, 2), seed=1)
    distance = ivy.sqrt(ivy.sum(points**2, axis=1, keepdims=True))
    return points, ivy.astype((distance > 0.4) & (distance < 0.9), "float32")


def main(backend: str, picture: str = "") -> list[float]:
    """Return the loss of the last epoch with the gradient as it is, and with our own."""
    with ivy.use_backend("numpy"):
        data = ring(512)
    with ivy.use_backend(backend):
        own = ivy.bind_custom_gradient_function(step, surrogate)
        curves = {}
        for name, activation in {"as it is": step, "surrogate": own}.items():
            ivy.seed(seed_value=0)
            parts = Spiking(activation), data, ivy.mse_loss, ivy.Adam(0.05)
            curves[name] = ivy.fit(*parts, epochs=20, progress=False).epochs
    if picture:
        plot_curves(picture, curves)
    return [curve[-1] for curve in curves.values()]


if __name__ == "__main__":
    plain, own = main(*sys.argv[1:] or ["numpy"], picture="custom_gradient.svg")
    print(f"loss {plain:.3f} with the gradient of a step, {own:.3f} with that of a sigmoid")
    print("The losses are plotted in custom_gradient.svg.")
