"""Learn to learn sine waves from ten points (MAML): python examples/maml.py [backend]."""

import math
import sys

import ivy

POINTS, RATE, STEPS = 10, 0.05, 2
Weights = dict[str, ivy.Array]


def waves(count: int) -> list[ivy.Array]:
    """Return x and y of two sets of points on each wave, (count, POINTS, 1)."""
    height = ivy.random_uniform(low=0.5, high=2.0, shape=(count, 1, 1), seed=0)
    phase = ivy.random_uniform(low=0.0, high=math.pi, shape=(count, 1, 1), seed=1)
    x = ivy.random_uniform(low=-3.0, high=3.0, shape=(count, 2 * POINTS, 1), seed=2)
    y = height * ivy.sin(x + phase)
    return [part[:, side] for side in (slice(POINTS), slice(POINTS, None)) for part in (x, y)]


def predicted(x: ivy.Array, v: Weights) -> ivy.Array:
    """Return the heights of waves; the first axis of x and of each weight is the wave."""
    hidden = ivy.tanh(x @ v["w1"] + v["b1"])
    return ivy.tanh(hidden @ v["w2"] + v["b2"]) @ v["w3"]


class Learner(ivy.Module):
    """Takes steps of gradient descent on the points it is shown, then predicts the others."""

    def _create_variables(self, **options: object) -> Weights:
        shapes = {"w1": (1, 32), "b1": (1, 32), "w2": (32, 32), "b2": (1, 32), "w3": (32, 1)}
        return {
            name: ivy.random_normal(std=shape[0] ** -0.5, shape=shape, seed=seed)
            for seed, (name, shape) in enumerate(shapes.items())
        }

    def _forward(self, x: ivy.Array, y: ivy.Array, asked: ivy.Array) -> ivy.Array:
        v = {name: ivy.tile(w[None], (len(x), 1, 1)) for name, w in self.v.items()}
        for _ in range(STEPS):
            error = ivy.grad(lambda v: ivy.sum((predicted(x, v) - y) ** 2) / POINTS)
            v = {name: v[name] - RATE * g for name, g in error(v).items()}
        return predicted(asked, v)


def main(backend: str, epochs: int = 3, picture: str = "") -> list[float]:
    """Return the mean errors on points that were not shown, epoch by epoch."""
    with ivy.use_backend("numpy"):
        x, y, asked, answers = waves(256)
    with ivy.use_backend(backend):
        parts = Learner(), (x, y, asked, answers), ivy.mse_loss, ivy.Adam(0.01)
        history = ivy.fit(*parts, epochs=epochs, batch_size=16, progress=bool(picture))
    if picture:
        history.plot(picture)
    return history.epochs


if __name__ == "__main__":
    first, *_, last = main(*sys.argv[1:] or ["numpy"], epochs=20, picture="maml.svg")
    print(f"error after two steps on ten points: {first:.3f} in the first epoch, {last:.3f} later")
    print("The losses are plotted in maml.svg.")
