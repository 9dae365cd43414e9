"""What tests of the JAX importer share: changed weights, native results, the comparison."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ivy.graph.importers.jax.sources import Source, source_of
from ivy.graph.transpile import trace_graph
from tests.transpile.checks import (
    FLOAT32,
    GRADIENTS,
    Run,
    assert_close,
    assert_gradients,
    assert_varied,
    random_weights,
)
from tests.transpile.training import Training, check_training, training_towards_noise

Inputs = Callable[[int], tuple[Any, ...]]


def perturbed(source: Source, dtype: str) -> Source:
    """Return a model with all floating arrays moved from their first values, in a dtype."""
    generator = np.random.default_rng(0)

    def moved(name: str, x: Any) -> Any:
        if not jnp.issubdtype(x.dtype, jnp.floating):
            return x
        noise = generator.normal(size=x.shape) * (0.2 if x.ndim < 2 else 0.05)
        positive = "var" in name or "scale" in name
        return jnp.asarray(np.asarray(x, "float64") + (np.abs(noise) if positive else noise), dtype)

    def all_moved(arrays: dict[str, Any]) -> dict[str, Any]:
        return {name: moved(name, x) for name, x in arrays.items()}

    return dataclasses.replace(
        source, parameters=all_moved(source.parameters), buffers=all_moved(source.buffers)
    )


def native(source: Source, args: Any, training: bool) -> tuple[list[Any], dict[str, Any]]:
    """Return results and buffers of a call by the library itself."""
    call = jax.jit(lambda p, b, args: source.call(p, b, args, {}, training))
    result, after = call(source.parameters, source.buffers, args)
    arrays = [np.asarray(x) for x in jax.tree_util.tree_leaves(result)]
    return arrays, {name: np.asarray(x) for name, x in after.items()}


def native_gradients(source: Source, args: Any, training: bool, weights: Any) -> dict[str, Any]:
    def loss(p: Any) -> Any:
        results = jax.tree_util.tree_leaves(source.call(p, source.buffers, args, {}, training)[0])
        pairs = zip(results, weights, strict=True)
        return sum(jnp.sum(x * w) for x, w in pairs if w is not None)

    found = jax.jit(jax.grad(loss))(source.parameters)
    return {name: np.asarray(x) for name, x in found.items()}


def check_model(
    obj: Any, inputs: Inputs, backend: str, dtype: str = "float64", batched: bool = True
) -> None:
    """Compare a model with its graph: other sizes of the batch, both modes, gradients, buffers.

    Modes, gradients and buffers are compared in a `dtype`: float64 unless the model has its own.
    """
    source = perturbed(source_of(obj), "float32")
    graph = trace_graph(source, source="jax", args=inputs(2), dynamic_batch=batched)
    expected, _ = native(source, inputs(3), False)
    assert_varied(expected)
    found, _ = Run(graph, backend)(inputs(3))
    for one, other in zip(found, expected, strict=True):
        assert_close(one, other, FLOAT32, "result")
    source = perturbed(source, dtype)
    graph = trace_graph(source, source="jax", args=_cast(inputs(3), dtype), dynamic_batch=batched)
    args = _cast(inputs(2), dtype)
    for training in (False, True):
        _check_mode(source, graph, args, backend, training, 1 if dtype == "float32" else 1e-4)


def _cast(args: tuple[Any, ...], dtype: str) -> tuple[Any, ...]:
    floating = [jnp.issubdtype(x.dtype, jnp.floating) for x in args]
    return tuple(x.astype(dtype) if f else x for x, f in zip(args, floating, strict=True))


def _check_mode(
    source: Source, graph: Any, args: Any, backend: str, training: bool, exactness: float
) -> None:
    graph = graph.train if training and graph.train is not None else graph
    expected, after = native(source, args, training)
    run = Run(graph, backend)
    found, buffers = run(args, training=training)
    for one, other in zip(found, expected, strict=True):
        assert_close(one, other, FLOAT32 * exactness, f"result, training={training}")
    if training:
        for name, x in after.items():
            value = buffers.get(name, source.buffers[name])
            assert_close(value, x, FLOAT32 * exactness, f"buffer {name}")
    weights = random_weights(expected)
    gradients = run.gradients(weights, args, training=training)
    # Gradients that cancel, e.g. of a bias before a normalisation, are rounding errors.
    truth = native_gradients(source, args, training, weights)
    largest = max(np.abs(x).max() for x in truth.values())
    truth = {k: x if np.abs(x).max() > 1e-12 * largest else x * 0 for k, x in truth.items()}
    assert_gradients(gradients, truth, GRADIENTS * exactness)


def check_five_steps(
    obj: Any,
    inputs: Inputs,
    backend: str,
    size: int = 3,
    batched: bool = True,
    dtype: str = "float32",
) -> None:
    """Compare a training of a model by JAX with one of its translation by the target."""
    source = perturbed(source_of(obj), dtype)
    args = _cast(inputs(size), dtype)
    graph = trace_graph(source, source="jax", args=args, dynamic_batch=batched)
    check_training(graph, backend, _trained(source, args), args)


def _trained(source: Source, args: Any) -> Training:
    """Return what five steps of training by JAX do."""
    training = training_towards_noise(native(source, args, True)[0])
    parameters, buffers = dict(source.parameters), dict(source.buffers)

    def loss(p: Any, b: Any) -> Any:
        result, after = source.call(p, b, args, {}, True)
        return training.loss(jax.tree_util.tree_leaves(result)), after

    gradient = jax.jit(jax.value_and_grad(loss, has_aux=True))

    def step() -> Any:
        (value, after), gradients = gradient(parameters, buffers)
        buffers.update(after)
        return value, gradients

    def update(gradients: Any, rate: float) -> None:
        parameters.update({name: parameters[name] - rate * x for name, x in gradients.items()})

    training.before = {name: np.asarray(x) for name, x in (parameters | buffers).items()}
    training.descend(step, update)
    training.after = {name: np.asarray(x) for name, x in (parameters | buffers).items()}
    return training


def check_function(function: Any, args: Any, backend: str, tolerance: float = FLOAT32) -> Any:
    """Compare a function with its graph, and return the graph."""
    expected = [np.asarray(x) for x in jax.tree_util.tree_leaves(function(*args))]
    graph = trace_graph(function, source="jax", args=args)
    found, _ = Run(graph, backend)(args)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert_close(one, other, tolerance, "result")
    return graph
