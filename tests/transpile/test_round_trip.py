"""Models that go through several frameworks one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorflow")
pytest.importorskip("keras")
pytest.importorskip("flax")

import torch
from torch import nn

import ivy
from tests.transpile.checks import FLOAT32, assert_close, assert_varied
from tests.transpile.torch_checks import perturbed, rand


def encoder() -> nn.Module:
    return nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", batch_first=True)


def convolutions() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 2), nn.BatchNorm2d(8), nn.ReLU(), nn.ConvTranspose2d(8, 4, 3, 2),
        nn.AvgPool2d(2), nn.GroupNorm(2, 4), nn.Flatten(), nn.Linear(64, 5),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("make", "shape"), [(encoder, (6, 8)), (convolutions, (3, 9, 9))], ids=["encoder", "cnn"]
)
def test_torch_to_jax_to_torch_to_tensorflow(make: Any, shape: tuple[int, ...]) -> None:
    torch.manual_seed(0)
    model: Any = perturbed(make()).eval()
    example, other = rand(2, *shape).numpy(), rand(5, *shape, seed=1)
    expected = model(other).detach().numpy()
    assert_varied([expected])
    framework = "torch"
    for to in ("jax", "torch", "tensorflow"):
        model = ivy.transpile(model, to=to, args=(ivy.to_backend(example, framework),))
        if to == "torch":
            model.eval()
        found = model(ivy.to_backend(other.numpy(), to))
        assert_close(np.asarray(ivy.to_numpy(found)), expected, FLOAT32, f"result in {to}")
        framework = to
    trained = sum(int(np.prod(v.shape)) for v in model.trainable_variables)
    assert trained == sum(x.numel() for x in make().parameters())


def _trained(model: Any, framework: str, x: Any) -> np.ndarray[Any, Any]:
    """Return the result in training mode, which changes statistics."""
    if framework == "tensorflow":
        return np.asarray(model(ivy.to_backend(x, framework), training=True))
    model.train()
    result = np.asarray(ivy.to_numpy(model(ivy.to_backend(x, framework))))
    model.eval()
    return result


@pytest.mark.filterwarnings("error:the translation is for arrays of the sizes given")
@pytest.mark.parametrize(
    "path", [("jax", "torch", "tensorflow"), ("tensorflow", "torch", "jax")], ids="-".join
)
@pytest.mark.parametrize("rank", [1, 2])
def test_translations_of_translations_train(path: tuple[str, ...], rank: int) -> None:
    """Statistics of batches of any size, and their running means, survive a round trip."""
    torch.manual_seed(0)
    norm = nn.BatchNorm1d(4) if rank == 1 else nn.BatchNorm2d(4)
    body = [nn.Linear(3, 4)] if rank == 1 else [nn.Conv2d(3, 4, 2)]
    source = perturbed(nn.Sequential(*body, norm, nn.Tanh())).eval()
    shape = (3,) if rank == 1 else (3, 4, 4)
    model: Any = source
    framework = "torch"
    for to in path:
        example = ivy.to_backend(rand(5, *shape).numpy(), framework)
        model, framework = ivy.transpile(model, to=to, args=(example,)), to
    for seed, batch in enumerate((2, 7)):
        x = rand(batch, *shape, seed=seed)
        source.train()
        expected = source(x).detach().numpy()
        source.eval()
        # Of two numbers the square root of their variance loses some digits.
        assert_close(_trained(model, framework, x.numpy()), expected, 1e-5, f"batch of {batch}")
    x = rand(3, *shape, seed=9)
    found = model(ivy.to_backend(x.numpy(), framework))
    expected = source(x).detach().numpy()
    assert_close(np.asarray(ivy.to_numpy(found)), expected, 1e-5, "evaluation afterwards")
