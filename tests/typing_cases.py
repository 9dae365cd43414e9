"""What type checkers must infer; read by mypy and pyright, never run."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_type

import numpy as np

import ivy

if TYPE_CHECKING:
    import jax
    import torch


def arrays_keep_their_type(x: ivy.Array, n: np.ndarray, t: torch.Tensor, j: jax.Array) -> None:
    assert_type(ivy.exp(x), ivy.Array)
    assert_type(ivy.exp(n), np.ndarray)
    assert_type(ivy.exp(t), torch.Tensor)
    assert_type(ivy.exp(j), jax.Array)
    assert_type(ivy.add(x, 1), ivy.Array)
    assert_type(ivy.add(t, 1.5), torch.Tensor)
    assert_type(ivy.add(t, t), torch.Tensor)
    assert_type(ivy.sum(n, axis=0, keepdims=True), np.ndarray)
    assert_type(ivy.concat([t, t], axis=0), torch.Tensor)


def methods_exist(x: ivy.Array) -> None:
    assert_type(x.exp(), ivy.Array)
    assert_type(x.sum(axis=0), ivy.Array)
    assert_type(x.shape, ivy.Shape)
    assert_type(x.dtype, ivy.Dtype)
    assert_type(x.device, ivy.Device)
    assert_type(len(x), int)
    assert_type(x[0], ivy.Array)


def mistakes(x: ivy.Array) -> None:
    ivy.exp(x, nothing=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    x.exponential()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
