"""Classify handwritten digits: python examples/digits.py [numpy|torch|jax|tensorflow]."""

import sys

import ivy

try:
    from sklearn.datasets import load_digits
except ImportError as error:
    raise SystemExit("digits.py: expected scikit-learn; run: pip install scikit-learn") from error

TRAINED = 1500  # of 1,797 images; the others are held out


def main(backend: str, picture: str = "") -> list[float]:
    """Return the mean loss of each epoch and the share of held-out images classified right."""
    images, labels = load_digits(return_X_y=True)
    images, labels = (images / 16.0).astype("float32"), labels.astype("int32")
    with ivy.use_backend(backend):
        ivy.seed(seed_value=0)  # the same weights on every framework
        net = ivy.Sequential(ivy.Linear(64, 64), ivy.ReLU(), ivy.Linear(64, 10))
        history = ivy.fit(
            net,
            (images[:TRAINED], labels[:TRAINED]),
            ivy.SparseCrossEntropyLoss(from_logits=True),
            ivy.Adam(5e-3),
            epochs=8,
            batch_size=50,
            validation=(images[TRAINED:], labels[TRAINED:]),
            progress=bool(picture),
        )
        guesses = ivy.argmax(net(ivy.array(images[TRAINED:])), axis=-1)
        hits = ivy.to_numpy(guesses) == labels[TRAINED:]
    if picture:
        history.plot(picture)
    return [*history.epochs, hits.mean()]


if __name__ == "__main__":
    *_, accuracy = main(*sys.argv[1:] or ["numpy"], picture="digits.svg")
    print(f"{accuracy:.1%} of the images it has not seen are classified right")
    print("The losses are plotted in digits.svg.")
