"""Cluster points with k-means: python examples/kmeans.py [numpy|torch|jax|tensorflow]."""

import sys

import ivy


def blobs(count: int) -> ivy.Array:
    """Return `count` points around each of three centres, spread like sunflower seeds."""
    index = ivy.arange(3 * count)
    seed = ivy.astype(index % count, "float32")
    centre = ivy.astype(index // count, "float32")
    angle, radius = seed * 2.39996323, ivy.sqrt(seed / count)
    x = radius * ivy.cos(angle) + 3.0 * centre
    y = radius * ivy.sin(angle) + 2.0 * ivy.square(centre - 1.0)
    return ivy.stack([x, y], axis=1)


def kmeans(points: ivy.Array, centres: ivy.Array, steps: int = 10) -> ivy.Array:
    """Return the centres after some steps of Lloyd's algorithm."""
    for _ in range(steps):
        distances = ivy.sum(ivy.square(points[:, None, :] - centres), axis=-1)
        members = ivy.one_hot(ivy.argmin(distances, axis=1), len(centres), dtype="float32")
        sizes = ivy.sum(members, axis=0)
        centres = (members.T @ points) / sizes[:, None]
    return centres


def main(backend: str) -> list[list[float]]:
    """Return the centres found by a backend."""
    with ivy.use_backend(backend):
        points = blobs(100)
        return kmeans(points, points[:3] + ivy.array([[0.0, 0.0], [1.0, 1.0], [5.0, 2.0]])).tolist()


if __name__ == "__main__":
    for centre in main(*sys.argv[1:] or ["numpy"]):
        print("centre", *(f"{value:.3f}" for value in centre))
