"""Train a small network to tell two spirals apart: python examples/spirals.py [backend]."""

import sys

import ivy

Parameters = dict[str, ivy.Array]


def spirals(count: int) -> tuple[ivy.Array, ivy.Array]:
    """Return points on two interleaved spirals and the spiral (0 or 1) of each."""
    turn = ivy.linspace(0.5, 3.0, count)
    first = ivy.stack([turn * ivy.cos(2.0 * turn), turn * ivy.sin(2.0 * turn)], axis=1)
    labels = ivy.concat([ivy.zeros(count), ivy.ones(count)])
    return ivy.concat([first, -first]), labels


def initial(width: int) -> Parameters:
    """Return random parameters: a seed gives the same numbers on every framework."""
    return {
        "hidden": ivy.random_normal(std=1.0, shape=(2, width), seed=0),
        "bias": ivy.random_normal(std=1.0, shape=(width,), seed=1),
        "output": ivy.random_normal(std=0.1, shape=(width,), seed=2),
    }


def predict(parameters: Parameters, points: ivy.Array) -> ivy.Array:
    """Return the probability that a point lies on the second spiral."""
    hidden = ivy.tanh(points @ parameters["hidden"] + parameters["bias"])
    return ivy.sigmoid(hidden @ parameters["output"])


def loss(parameters: Parameters, points: ivy.Array, labels: ivy.Array) -> ivy.Array:
    """Return the mean squared error of the probabilities."""
    return ivy.mean(ivy.square(predict(parameters, points) - labels))


def main(backend: str, steps: int = 100) -> list[float]:
    """Return the loss before and after training."""
    with ivy.use_backend(backend):
        points, labels = spirals(50)
        parameters = initial(width=32)
        losses = []
        for _ in range(steps):
            value, gradients = ivy.value_and_grad(loss)(parameters, points, labels)
            parameters = {key: p - 1.0 * gradients[key] for key, p in parameters.items()}
            losses.append(value.item())
        return [losses[0], losses[-1]]


if __name__ == "__main__":
    before, after = main(*sys.argv[1:] or ["numpy"])
    print(f"loss {before:.3f} before training, {after:.3f} after")
