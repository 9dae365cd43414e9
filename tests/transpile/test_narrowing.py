"""JAX without its 64-bit mode holds 32 bits: programs with 64 are cut down, and it is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy

jax = pytest.importorskip("jax")
torch = pytest.importorskip("torch")


class Positions(torch.nn.Module):
    """Has what 64 bits are usual for: positions, and sizes computed with them."""

    def __init__(self, dtype: Any = None) -> None:
        super().__init__()
        self.words = torch.nn.Embedding(7, 4, dtype=dtype)
        self.places = torch.nn.Embedding(9, 4, dtype=dtype)
        self.register_buffer("position_ids", torch.arange(9))

    def forward(self, ids: Any) -> Any:
        shifted = self.position_ids[: ids.shape[1]] + torch.arange(ids.shape[1]) // 4
        return self.words(ids) + self.places(shifted), ids.argmax(1)


@pytest.mark.columns("jax")
def test_integers_are_cut_down(backend: str) -> None:
    model, ids = Positions(), torch.tensor([[1, 2, 3], [4, 5, 6]])
    with jax.enable_x64(False):
        translated = ivy.transpile(model, to="jax", args=(ids,))
        assert translated.buffers["position_ids"][...].dtype == "int32"
        result, places = translated(jax.numpy.asarray(ids.numpy(), "int32"))
    expected, expected_places = model(ids)
    np.testing.assert_array_equal(np.asarray(result), expected.detach())
    np.testing.assert_array_equal(np.asarray(places), expected_places)


@pytest.mark.columns("jax")
def test_weights_that_lose_digits_are_said(backend: str) -> None:
    model, ids = Positions(torch.float64), torch.tensor([[1, 2, 3]])
    with jax.enable_x64(False), pytest.warns(UserWarning, match=r"places\.weight.*32 bits"):
        translated = ivy.transpile(model, to="jax", args=(ids,))
    result = translated(jax.numpy.asarray(ids.numpy(), "int32"))[0]
    assert result.dtype == "float32"
