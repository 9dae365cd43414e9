"""Functions of TensorFlow with a gradient of their own, and weights that training writes itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow")
pytest.importorskip("keras")

import keras
import tensorflow as tf
from keras import layers

import ivy
from ivy.graph.transpile import trace_graph, transpile
from tests.helpers import to_numpy
from tests.transpile.checks import FLOAT32, assert_close
from tests.transpile.tensorflow_checks import check_function, rand


@tf.custom_gradient
def straight(x: Any) -> Any:
    return tf.round(x), lambda g: tf.where(x > 0, g, -g)


@tf.custom_gradient
def mixed(x: Any, weight: Any) -> Any:
    def gradient(g: Any) -> Any:
        return 2 * g @ tf.transpose(weight), 3 * tf.transpose(x) @ g

    return x @ weight, gradient


@tf.custom_gradient
def clipped(x: Any, weight: Any) -> Any:
    def gradient(g: Any) -> Any:
        return tf.clip_by_value(g @ tf.transpose(weight), -0.1, 0.1), tf.transpose(x) @ tf.tanh(g)

    return x @ weight, gradient


@pytest.mark.columns("torch")
@pytest.mark.parametrize(
    "function",
    [
        lambda x, w: straight(x @ w),
        mixed,
        clipped,
        lambda x, w: tf.grad_pass_through(tf.round)(x @ w),
    ],
)
def test_own_gradients(function: Any, backend: str) -> None:
    import torch

    args = [rand(3, 4), rand(4, 2)]
    translated = ivy.transpile(function, "tensorflow", to="torch", args=args)
    for size in (3, 5):
        args[0] = tf.constant(rand(size, 4))
        args[1] = tf.constant(args[1])
        with tf.GradientTape() as tape:
            tape.watch(args)
            result = function(*args)
            loss = tf.reduce_sum(result**2)
        expected = tape.gradient(loss, args)
        xs = [torch.tensor(x.numpy(), requires_grad=True) for x in args]
        found = translated(*xs)
        np.testing.assert_allclose(found.detach(), result, rtol=1e-5, atol=1e-6)
        (found**2).sum().backward()
        for x, gradient in zip(xs, expected, strict=True):
            np.testing.assert_allclose(x.grad, gradient, rtol=1e-4, atol=1e-5)


@pytest.mark.columns("torch")
def test_own_gradients_that_are_lost_are_said(backend: str) -> None:
    @tf.custom_gradient
    def both(x: Any) -> Any:
        return (2 * x, 3 * x), lambda g, h: tf.clip_by_value(g + h, -1.0, 1.0)

    with pytest.warns(UserWarning, match="both: its custom gradient is not kept"):
        ivy.trace_graph(lambda x: both(x), source="tensorflow", args=(tf.constant(rand(3, 4)),))


def test_ctc_loss(backend: str) -> None:
    labels, lengths = tf.constant([[1, 2], [3, 0]]), (tf.constant([2, 1]), tf.constant([5, 4]))

    def function(logits: Any) -> Any:
        return tf.nn.ctc_loss(labels, logits, *lengths, logits_time_major=False, blank_index=0)

    x = rand(2, 5, 4)
    check_function(function, (x,), backend, dynamic=False)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(function(x) ** 2)
    there = transpile(function, "tensorflow", to=backend, args=(x,), dynamic_batch=False)
    found = ivy.grad(lambda x: ivy.sum(there(x) ** 2))(ivy.to_backend(x.numpy(), backend))
    assert_close(to_numpy(found), tape.gradient(total, x).numpy(), FLOAT32, "gradient")


@pytest.mark.columns("torch")
def test_weights_that_training_writes_are_said(backend: str) -> None:
    model = keras.Sequential([layers.SpectralNormalization(layers.Dense(4))])
    with pytest.warns(UserWarning, match="writes to the weights .*kernel, which is not kept"):
        trace_graph(model, args=(tf.constant(rand(3, 5)),))
