"""Fine-tune a Keras model in PyTorch: python examples/keras_to_torch.py."""

import os

os.environ["KERAS_BACKEND"] = "torch"  # read when Keras is imported: it runs on one framework

try:
    import keras
    import torch
    from sklearn.datasets import load_digits
except ImportError as error:
    raise SystemExit(f"{error}; run: pip install torch keras scikit-learn") from error

import ivy

TRAINED = 1500


def accuracy(model: torch.nn.Module, x: torch.Tensor, y: torch.Tensor) -> float:
    """Return the share of the held-out images that are classified right."""
    with torch.no_grad():
        return float((model.eval()(x[TRAINED:]).argmax(-1) == y[TRAINED:]).float().mean())


def trained_keras_model(x: torch.Tensor, y: torch.Tensor) -> keras.Model:
    """Return a model as a user of Keras trains it; it could as well come from a .keras file."""
    keras.utils.set_random_seed(0)
    layers = [keras.layers.Dense(64, "relu"), keras.layers.BatchNormalization()]
    model = keras.Sequential([keras.Input((64,)), *layers, keras.layers.Dense(10)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.Adam(0.01), loss)
    model.fit(x[:TRAINED], y[:TRAINED], epochs=4, verbose=0)
    return model


def main(backend: str = "torch") -> list[float]:
    """Return how far the two models are apart, and the accuracy on turned images, twice."""
    images, labels = load_digits(return_X_y=True)
    x, y = torch.tensor(images / 16.0, dtype=torch.float32), torch.tensor(labels)
    original = trained_keras_model(x, y)

    model = ivy.Module.from_keras_module(original).to_torch_module()  # a torch.nn.Module
    with torch.no_grad():
        apart = float(abs(model.eval()(x) - original(x, training=False)).max())

    turned = x.reshape(-1, 8, 8).rot90(dims=(1, 2)).reshape(-1, 64)
    before = accuracy(model, turned, y)
    optimizer = torch.optim.AdamW(model.train().parameters(), lr=0.01)
    for chosen in torch.arange(TRAINED).split(50) * 4:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(turned[chosen]), y[chosen]).backward()
        optimizer.step()
    return [apart, before, accuracy(model, turned, y)]


if __name__ == "__main__":
    apart, before, after = main()
    print(f"The torch module and the Keras model differ by {apart:.1e}.")
    print(f"Images turned by 90°: {before:.1%} right as converted, {after:.1%} after fine-tuning.")
