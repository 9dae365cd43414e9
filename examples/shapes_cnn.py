"""Tell discs, squares and diamonds apart with a CNN: python examples/shapes_cnn.py [backend]."""

import sys

import ivy

SIZE, KINDS = 12, 3


def shapes(count: int, seed: int) -> tuple[ivy.Array, ivy.Array]:
    """Return noisy images of one shape each, (count, SIZE, SIZE, 1), and which shape it is."""
    kind = ivy.randint(0, KINDS, shape=(count,), seed=seed)
    middle = ivy.random_uniform(low=4.0, high=7.0, shape=(2, count, 1, 1), seed=seed + 1)
    radius = ivy.random_uniform(low=3.0, high=5.0, shape=(count, 1, 1), seed=seed + 2)
    places = ivy.arange(SIZE, dtype="float32")
    down, right = ivy.abs(places[:, None] - middle[0]), ivy.abs(places - middle[1])
    distances = [ivy.sqrt(down**2 + right**2), ivy.maximum(down, right), down + right]
    chosen = ivy.stack(distances)[kind, ivy.arange(count)]
    inside = ivy.astype(chosen < radius, "float32")
    noise = ivy.random_normal(std=0.2, shape=(count, SIZE, SIZE), seed=seed + 3)
    return (inside + noise)[..., None], kind


class Net(ivy.Module):
    def __init__(self) -> None:
        self.first = ivy.Conv2D(1, 8, 3, 1, "SAME", with_bias=False)  # the norm adds one
        self.norm = ivy.BatchNorm2D(8)
        self.second = ivy.Conv2D(8, 16, 3, 1, "SAME")
        self.pool = ivy.MaxPool2D(2, 2, "VALID")
        self.out = ivy.Linear(16 * (SIZE // 4) ** 2, KINDS)

    def _forward(self, x: ivy.Array) -> ivy.Array:
        x = self.pool(ivy.gelu(self.norm(self.first(x))))
        x = self.pool(ivy.gelu(self.second(x)))
        return self.out(ivy.flatten(x, start_dim=1))


def main(backend: str, epochs: int = 2, picture: str = "") -> list[float]:
    """Return the mean loss of each epoch, and the share of new images classified right."""
    with ivy.use_backend("numpy"):  # fit takes arrays of any framework
        seen, (images, kind) = shapes(512, seed=0), shapes(128, seed=10)
    with ivy.use_backend(backend):
        ivy.seed(seed_value=0)
        net = Net()
        options = {"epochs": epochs, "validation": (images, kind), "progress": bool(picture)}
        loss = ivy.SparseCrossEntropyLoss(from_logits=True)
        history = ivy.fit(net, seen, loss, ivy.Adam(0.01), **options)
        hits = ivy.to_numpy(net.eval()(ivy.array(images.data))).argmax(-1) == kind.data
    if picture:
        history.plot(picture)
    return [*history.epochs, hits.mean()]


if __name__ == "__main__":
    *_, hits = main(*sys.argv[1:] or ["numpy"], epochs=8, picture="shapes_cnn.svg")
    print(f"{hits:.1%} classified right; the losses are plotted in shapes_cnn.svg")
