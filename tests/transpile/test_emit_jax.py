"""Emitted source of programs of JAX and TensorFlow, compared with the frameworks themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorflow")
pytest.importorskip("keras")
pytest.importorskip("flax")

import jax
import jax.numpy as jnp
import keras
import tensorflow as tf
from jax import lax

import ivy
from ivy.graph.emit import source_of, write_weights
from ivy.graph.transpile import trace_graph
from tests.helpers import to_numpy
from tests.transpile.checks import Run, assert_close, flat, sizes_may_be_fixed
from tests.transpile.jax_models import floats
from tests.transpile.tensorflow_checks import perturb
from tests.transpile.test_emit_programs import emitted

x34 = floats(3, 4)
signed = jnp.array([[-1, 2, -3], [0, 1, -2]], "int32")
ties = jnp.array([[3, 1, 3, 3, 2], [0, 0, 5, 0, 5]], "int32")
table = floats(7, 6)


def check_source(function: Any, source: str, args: Any, backend: str, tmp_path: Path) -> None:
    """Compare a function with its graph on a backend and with the source written for it."""
    expected = [np.asarray(x) for x in jax.tree_util.tree_leaves(function(*args))]
    graph = trace_graph(function, source=source, args=args)
    made = emitted(graph, backend)
    if isinstance(made, type):
        write_weights(graph, tmp_path / "weights.safetensors")
        made = made()
        made.load_weights(tmp_path / "weights.safetensors")
    given = [ivy.to_backend(np.asarray(x), backend) for x in args]
    written = [to_numpy(x) for x in flat(made(*given))]
    for found in (Run(graph, backend)(args)[0], written):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert one.dtype == other.dtype
            assert_close(one, other, 1e-5, "result")


def dilated(x: Any, w: Any, groups: int = 1) -> Any:
    return lax.conv_general_dilated(
        x, w, (2, 1), "SAME", rhs_dilation=(1, 2), feature_group_count=groups,
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )  # fmt: skip


JAX: dict[str, Any] = {
    "comparisons of comparisons": (
        lambda x: ((x > 0) != (x < 1), jnp.count_nonzero(x > 0.5, 1), (x > 0.2) == (x > 1.5)),
        x34,
    ),
    "truth values in order": (
        lambda x: ((x > 0) < (x > 1), (x > 0).max(), jnp.sort(x > 0, 1), jnp.argsort(x > 0, 0)),
        x34,
    ),
    "one_hot of any index": (lambda i: (jax.nn.one_hot(i, 2), jax.nn.one_hot(i, 3)), signed),
    "complex constants": (
        lambda x: jnp.imag(x * jnp.exp(1j * jnp.arange(4)).astype("complex64")),
        x34,
    ),
    "special numbers": (
        lambda x: jnp.where(x > 0, x, jnp.array([jnp.nan, jnp.inf, -jnp.inf, 1], "float16")),
        x34.astype("float16"),
    ),
    "a choice of two numbers": (
        lambda x: jnp.where(x > 0, np.float32(-np.inf), np.float32(-1)) * 2,
        x34,
    ),
    "places among values": (
        lambda x: (
            jnp.digitize(x, jnp.array([-1.0, 0, 1])),
            jnp.searchsorted(jnp.sort(x[0]), x, side="right"),
            jnp.interp(x, jnp.array([-1.0, 0, 1]), jnp.array([3.0, 4, 2])),
            jnp.histogram(x, bins=5, range=(-2, 2))[0],
        ),
        x34,
    ),
    "greatest common divisors": (lambda i: (jnp.gcd(i, 6), jnp.lcm(i, 4)), signed),
    "picks from the end": (lambda x, i: (x[i, i], x[:, i], x[i, None, 1:]), x34, signed[0]),
    "places that may lie outside": (
        lambda x, i: (jnp.take(x, i * 2, 0), jnp.take(x, i, 1), jnp.take(x, i[0, 1] - 9, 1)),
        x34,
        signed,
    ),
    "products of transposed matrices": (
        lambda x: (jnp.einsum("ij,kj->ik", x, x + 1), jnp.einsum("bij,bkj->bik", x[None], x[None])),
        x34,
    ),
    "sums up to each place": (
        lambda x: (jnp.cumsum(x, 1), jnp.cumsum(signed, 0), jnp.cumprod(x, 0), x / (1 + abs(x))),
        x34,
    ),
    "softsign": (jax.nn.soft_sign, x34),
    "constants as results": (lambda x: (x + 1, jnp.asarray(table) * 2), x34),
    "strides with dilation": (dilated, floats(2, 7, 8, 4), floats(3, 3, 4, 6)),
    "strides with dilation in groups": (
        lambda x, w: dilated(x, w, 2),
        floats(2, 7, 8, 4),
        floats(3, 3, 2, 6),
    ),
    "fft of the whole axis": (lambda x: jnp.abs(jnp.fft.fft(x, n=4)), x34),
    "a spectrum and its gradient": (
        jax.grad(lambda x: jnp.sum(jnp.abs(jnp.fft.rfft(x)) ** 2)),
        x34,
    ),
    "the first of equal numbers": (lambda i: lax.top_k(i, 4), ties),
    "attention of which some see nothing": (
        lambda q, mask: jax.nn.dot_product_attention(q, q + 1, q * 2, mask=mask),
        floats(2, 4, 2, 3),
        jnp.tri(4, k=-1, dtype=bool)[None, None],
    ),
}


@sizes_may_be_fixed()
@pytest.mark.parametrize("name", JAX)
def test_jax(name: str, backend: str, tmp_path: Path) -> None:
    function, *args = JAX[name]
    check_source(function, "jax", tuple(args), backend, tmp_path)


def messages(x: Any, senders: Any, receivers: Any) -> Any:
    """Return what the nodes of a graph hear, and the rows at a place that depends on values."""
    heard = jax.ops.segment_sum(jnp.tanh(x[senders] + x[receivers]), receivers, 3)
    first = lax.dynamic_slice_in_dim(x, jnp.argmax(x[:, 0]), 2, 1)
    return heard, first, jnp.take(x, senders, 0), lax.fori_loop(0, 2, _raised, x)


def _raised(i: Any, x: Any) -> Any:
    return x.at[i].add(jnp.sin(x[(i + 1) % 3]))


@sizes_may_be_fixed()
def test_reading_and_writing_at_indices_is_short(backend: str, tmp_path: Path) -> None:
    args = x34, jnp.array([0, 2, -1, 5], "int32"), jnp.array([1, 1, 0, 2], "int32")
    check_source(messages, "jax", args, backend, tmp_path)
    text = source_of(trace_graph(messages, source="jax", args=args), backend)
    assert len(text.splitlines()) < 100


@sizes_may_be_fixed()
def test_a_function_called_like_one_that_it_needs(backend: str, tmp_path: Path) -> None:
    def convolve(x: Any, kernel: Any) -> Any:
        return jnp.convolve(x, kernel, mode="same")

    check_source(convolve, "jax", (floats(9), floats(3)), backend, tmp_path)


@jax.custom_vjp
def clipped(x: Any, weight: Any) -> Any:
    return jnp.sin(x) @ weight


clipped.defvjp(
    lambda x, weight: (clipped(x, weight), (x, weight)),
    lambda kept, g: (jnp.clip(g @ kept[1].T, -0.1, 0.1), kept[0].T @ g / jnp.linalg.norm(g)),
)


@jax.custom_vjp
def unit(x: Any) -> Any:
    return x * 1


unit.defvjp(lambda x: (x * 1, None), lambda _, g: (g / jnp.linalg.norm(g),))


@sizes_may_be_fixed()
@pytest.mark.parametrize("function", [clipped, lambda x, w: unit(x @ w) * 2])
def test_custom_gradients_that_are_no_matrices(function: Any, backend: str) -> None:
    args, upstream = (floats(3, 4), floats(4, 2)), floats(3, 2) * 3
    expected, backward = jax.vjp(function, *args)
    graph = trace_graph(function, source="jax", args=args)
    given = [ivy.to_backend(x, backend) for x in args]
    factors = ivy.to_backend(upstream, backend)
    written = [] if backend == "numpy" else [emitted(graph, backend)]
    for called in (ivy.transpile(function, source="jax", to=backend, args=args), *written):
        assert_close(to_numpy(called(*given)), expected, 1e-5, "result")
        found = ivy.grad(lambda xs, f=called: ivy.sum(f(*xs) * factors))(given)
        for one, other in zip(found, backward(upstream), strict=True):
            assert_close(to_numpy(one), np.asarray(other), 1e-5, "gradient")


@pytest.mark.parametrize("axis", [1, 2, (1, 3), (2, 3)])
def test_norms_along_other_axes(axis: Any, backend: str, tmp_path: Path) -> None:
    model = keras.Sequential([keras.Input((4, 5, 6)), keras.layers.LayerNormalization(axis=axis)])
    x = tf.constant(np.random.default_rng(0).normal(size=(2, 4, 5, 6)), "float32")
    graph = trace_graph(perturb(model), args=(x,))
    made = emitted(graph, backend)()
    made(given := ivy.to_backend(x.numpy(), backend))  # Keras makes its weights now
    write_weights(graph, tmp_path / "weights.safetensors")
    made.load_weights(tmp_path / "weights.safetensors")
    assert_close(to_numpy(made(given)), model(x).numpy(), 1e-5, "result")


TENSORFLOW: dict[str, Any] = {
    "all but the last of an axis": lambda x: x[..., :2, :] * 2,
    "a new axis before the last": lambda x: x[:, :, None] + x[:, None],
    "spectra of images": lambda x: tf.abs(tf.signal.fft2d(tf.cast(x, tf.complex64))),
    "frames laid over each other": lambda x: tf.signal.overlap_and_add(x, 2),
    "the first of equal numbers": lambda x: tf.math.top_k(tf.cast(x, tf.int32), 3),
}


@pytest.mark.parametrize("name", TENSORFLOW)
def test_tensorflow(name: str, backend: str, tmp_path: Path) -> None:
    x = tf.constant(np.random.default_rng(0).normal(size=(2, 3, 4)), "float32")
    check_source(TENSORFLOW[name], "tensorflow", (x,), backend, tmp_path)


def test_weights_of_training_alone(tmp_path: Path) -> None:
    """Layers that draw numbers in training only keep there what they draw from."""
    keras.utils.set_random_seed(0)
    noisy = [keras.layers.RandomFlip(), keras.layers.GaussianNoise(0.5), keras.layers.Dense(4)]
    model = keras.Sequential([keras.layers.Input((4, 4, 3)), *noisy])
    x = tf.constant(np.random.default_rng(0).normal(size=(2, 4, 4, 3)), "float32")
    graph = trace_graph(model, args=(x,))
    assert graph.train is not None
    for backend in ("torch", "jax", "tensorflow"):
        assert "seed_generator_state" in source_of(graph, backend)
    written = emitted(graph, "numpy")()
    write_weights(graph, tmp_path / "weights.safetensors")
    written.load_weights(tmp_path / "weights.safetensors")
    assert_close(written(x.numpy()), model(x, training=False).numpy(), 1e-5, "result")


def test_a_weight_as_a_result(backend: str, tmp_path: Path) -> None:
    class Scaled(keras.layers.Layer):
        def build(self, shape: Any) -> None:
            self.scale = self.add_weight(shape=(40,), initializer="normal")

        def call(self, x: Any) -> Any:
            return x * 2, self.scale

    layer = Scaled()
    x = tf.ones((2, 3))
    layer(x)
    graph = trace_graph(layer, args=(x,))
    model = emitted(graph, backend)()
    write_weights(graph, tmp_path / "weights.safetensors")
    model.load_weights(tmp_path / "weights.safetensors")
    _, scale = model(ivy.to_backend(np.ones((2, 3), "float32"), backend))
    np.testing.assert_array_equal(to_numpy(scale), layer.scale.numpy())
