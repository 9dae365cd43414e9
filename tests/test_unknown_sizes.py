"""Graphs of TensorFlow with axes of unknown size: the values of NumPy, or an error that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyValueError
from tests.helpers import optional

tf = optional("tensorflow")
X = np.random.default_rng(3).normal(size=(4, 6)).astype("float32")
ROWS = [(2, 1), (1, 3)]
pytestmark = pytest.mark.columns("tensorflow")


def in_graph(function: Callable[..., Any], shape: list[int | None]) -> Any:
    """Return what a function makes of X in a graph that knows no more of its shape than this."""

    def program(x: Any) -> Any:
        return ivy.to_native(function(ivy.Array(x)), nested=True)

    signature = [tf.TensorSpec(shape, tf.float32)]
    return tf.function(program, input_signature=signature, autograph=False)(tf.constant(X))


CASES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    **{
        f"pad {mode}": (
            lambda x, mode=mode: ivy.pad(x, ROWS, mode=mode),
            lambda x, mode=mode: np.pad(x, ROWS, mode=mode),
        )
        for mode in ("reflect", "symmetric", "edge", "wrap", "linear_ramp")
    },
    "quantile": (
        lambda x: ivy.quantile(x, 0.3, axis=0, keepdims=True),
        lambda x: np.quantile(x, 0.3, axis=0, keepdims=True),
    ),
    "quantile of all": (lambda x: ivy.quantile(x, 0.3), lambda x: np.quantile(x, 0.3)),
    "quantiles": (
        lambda x: ivy.quantile(x, ivy.array([0.1, 0.7]), axis=1, interpolation="nearest"),
        lambda x: np.quantile(x, [0.1, 0.7], axis=1, method="nearest"),
    ),
    "median": (lambda x: ivy.median(x, axis=0), lambda x: np.median(x, axis=0)),
    "median of all": (lambda x: ivy.median(x), np.median),
    "nanmedian": (lambda x: ivy.nanmedian(x, axis=1), lambda x: np.median(x, axis=1)),
    "fft": (lambda x: ivy.fft(x, 0), lambda x: np.fft.fft(x, axis=0)),
    "fft cut": (lambda x: ivy.fft(x, 0, n=3), lambda x: np.fft.fft(x, 3, axis=0)),
    "fft padded": (lambda x: ivy.fft(x, 1, n=9), lambda x: np.fft.fft(x, 9, axis=1)),
    "ifft ortho": (
        lambda x: ivy.ifft(x, 0, norm="ortho"),
        lambda x: np.fft.ifft(x, axis=0, norm="ortho"),
    ),
    "fft forward": (
        lambda x: ivy.fft(x, 1, norm="forward"),
        lambda x: np.fft.fft(x, axis=1, norm="forward"),
    ),
    "rfftn": (lambda x: ivy.rfftn(x), np.fft.rfftn),
    "irfft": (
        lambda x: ivy.irfft(ivy.fft(x, 0), axis=0),
        lambda x: np.fft.irfft(np.fft.fft(x, axis=0), axis=0),
    ),
    "diagonal": (lambda x: ivy.diagonal(x), np.diagonal),
    "diagonal above": (lambda x: ivy.diagonal(x, offset=3), lambda x: np.diagonal(x, 3)),
    "diagonal below": (lambda x: ivy.diagonal(x, offset=-1), lambda x: np.diagonal(x, -1)),
    "trace": (lambda x: ivy.trace(x, offset=1), lambda x: np.trace(x, 1)),
    "kron": (lambda x: ivy.kron(x, x), lambda x: np.kron(x, x)),
    "cummax": (lambda x: ivy.cummax(x, axis=0)[0], lambda x: np.maximum.accumulate(x, 0)),
    "cummin": (lambda x: ivy.cummin(x, axis=1), lambda x: np.minimum.accumulate(x, 1)),
    "cummax places": (
        lambda x: ivy.cummax(x, axis=1, reverse=True)[0],
        lambda x: np.maximum.accumulate(x[:, ::-1], 1)[:, ::-1],
    ),
    "expand": (lambda x: ivy.expand(x, (2, -1, -1)), lambda x: np.broadcast_to(x, (2, 4, 6))),
    "tensordot": (lambda x: ivy.tensordot(x, x, axes=[[0], [0]]), lambda x: x.T @ x),
    "unfold": (lambda x: ivy.unfold(x, 1), np.transpose),
}  # fmt: skip


@pytest.mark.parametrize("shape", [[None, None], [None, 6], [4, None]], ids=str)
@pytest.mark.parametrize("name", CASES)
def test_axes_of_unknown_size(name: str, shape: list[int | None], backend: str) -> None:
    function, reference = CASES[name]
    expected = reference(X)
    found = in_graph(function, shape)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: ivy.dct(x, axis=0),
        lambda x: ivy.interpolate(x[None], (3,)),
        lambda x: ivy.unstack(x),
        lambda x: ivy.pad(x, 1, mode="mean"),
        lambda x: ivy.pinv(x),
        lambda x: ivy.adaptive_avg_pool1d(x[None], 2),
    ],
)
def test_what_needs_known_sizes_says_so(function: Any, backend: str) -> None:
    with pytest.raises(IvyValueError, match=r"expected axes of known sizes, got .*input_signature"):
        in_graph(function, [None, None])


def test_the_gradient_of_a_running_maximum_in_a_graph(backend: str) -> None:
    def gradient(x: Any) -> Any:
        return ivy.grad(lambda x: ivy.sum(ivy.cummax(x, axis=0)[0] ** 2))(x)

    eager = gradient(ivy.array(X))
    np.testing.assert_allclose(in_graph(gradient, [None, 6]), ivy.to_numpy(eager), rtol=1e-5)
