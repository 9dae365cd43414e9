"""What tests of the TensorFlow importer share: changed weights, native results, the comparison."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.transpile import trace_graph
from tests.transpile.checks import (
    FLOAT32,
    FLOAT64,
    GRADIENTS,
    Run,
    assert_close,
    assert_gradients,
    assert_varied,
    random_weights,
)
from tests.transpile.training import Training, check_training, training_towards_noise

Inputs = Callable[[int], tuple[Any, ...]]


def rand(*shape: int, seed: int = 0, dtype: str = "float32") -> Any:
    """Return normal numbers."""
    return tf.constant(np.random.default_rng(seed).standard_normal(shape), dtype)


def positive(*shape: int, seed: int = 0) -> Any:
    """Return numbers from 0.5 to 1.5."""
    return tf.constant(np.random.default_rng(seed).random(shape) + 0.5, "float32")


def integers(high: int, *shape: int, seed: int = 0) -> Any:
    """Return integers from 0 to less than `high`."""
    return tf.constant(np.random.default_rng(seed).integers(0, high, shape), "int32")


def name_of(variable: Any) -> str:
    """Return the name of a Keras variable in a graph."""
    return str(variable.path.replace("/", "."))


def perturb(model: Any, seed: int = 0) -> Any:
    """Return a Keras model with all floating weights moved from their first values."""
    generator = np.random.default_rng(seed)
    for variable in model.variables:
        if "float" not in variable.dtype:
            continue
        noise = generator.standard_normal(variable.shape)
        if "variance" in variable.path:
            variable.assign(variable + np.abs(noise))
        else:
            variable.assign(variable + noise * (0.1 if len(variable.shape) < 2 else 0.05))
    return model


def native(
    model: Any, args: tuple[Any, ...], training: bool, differentiated: bool = True
) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
    """Return outputs, gradients and buffers of a Keras model after a call, and restore it."""
    before = [variable.numpy() for variable in model.variables]
    with tf.GradientTape() as tape:
        outputs = tf.nest.flatten(model(*args, training=training))
        weights = random_weights([x.numpy() for x in outputs])
        pairs = zip(outputs, weights, strict=True)
        loss = sum(tf.reduce_sum(x * w) for x, w in pairs if w is not None)
    variables = model.trainable_variables if differentiated else []
    found = tape.gradient(loss, variables)
    gradients = {
        name_of(v): tf.convert_to_tensor(g).numpy()
        for v, g in zip(variables, found, strict=True)
        if g is not None
    }
    buffers = {name_of(v): v.numpy() for v in model.non_trainable_variables}
    for variable, value in zip(model.variables, before, strict=True):
        variable.assign(value)
    return [x.numpy() for x in outputs], gradients, buffers


def check_model(
    model: Any,
    inputs: Inputs,
    backend: str,
    sizes: tuple[int, ...] = (3, 5),
    training: bool = True,
    gradients: bool = True,
    double: bool = False,
) -> Any:
    """Compare a Keras model with its graph: outputs for batch sizes, gradients, buffers."""
    model(*inputs(sizes[0]))
    perturb(model)
    graph = trace_graph(model, args=inputs(sizes[0]))
    assert {name_of(v) for v in model.trainable_variables} == set(graph.parameters)
    run = Run(graph, backend)
    tolerance = FLOAT64 if double else FLOAT32
    for size in sizes:
        args = inputs(size)
        wanted = gradients and size == sizes[-1]
        expected, expected_gradients, _ = native(model, args, False, wanted)
        assert_varied(expected)
        outputs, _ = run(args)
        for i, (x, y) in enumerate(zip(outputs, expected, strict=True)):
            assert_close(x, y, tolerance, f"output {i} for a batch of {size}")
    if gradients:
        found = run.gradients(random_weights(expected), args)
        assert_gradients(found, expected_gradients, FLOAT64 if double else GRADIENTS)
    if training:
        expected, _, buffers = native(model, args, True, False)
        run = Run(graph if graph.train is None else graph.train, backend)
        outputs, mutations = run(args, training=True)
        for i, (x, y) in enumerate(zip(outputs, expected, strict=True)):
            assert_close(x, y, tolerance * 10, f"output {i} in training")
        for name, x in mutations.items():
            assert_close(x, buffers[name], tolerance * 10, name)
    return graph


def check_in_training(model: Any, inputs: Inputs, backend: str, size: int = 4) -> None:
    """Compare a float64 model in training: results, gradients, statistics, and five steps.

    In float32 the statistics of a handful of numbers, as a deep model has them for small images,
    would multiply the rounding errors of those before.
    """
    args = inputs(size)
    model(*args)
    perturb(model)
    graph = trace_graph(model, args=args)
    run = Run(graph if graph.train is None else graph.train, backend)
    expected, gradients, buffers = native(model, args, True)
    found, written = run(args, training=True)
    for i, (x, y) in enumerate(zip(found, expected, strict=True)):
        assert_close(x, y, FLOAT64 * 100, f"output {i} in training")
    assert set(written) == {name_of(v) for v in model.non_trainable_variables if _moves(v)}
    for name, x in written.items():
        assert_close(x, buffers[name], FLOAT64 * 100, name)
    assert_gradients(run.gradients(random_weights(expected), args, training=True), gradients, 1e-6)
    check_training(graph, backend, _trained(model, args), args)


def _moves(variable: Any) -> bool:
    return variable.path.rpartition("/")[2] in ("moving_mean", "moving_variance")


def check_five_steps(model: Any, inputs: Inputs, backend: str, size: int = 3) -> None:
    """Compare a training of a Keras model by TensorFlow with one of its translation."""
    args = inputs(size)
    model(*args)
    perturb(model)
    graph = trace_graph(model, args=args)
    check_training(graph, backend, _trained(model, args), args)


def _trained(model: Any, args: tuple[Any, ...]) -> Training:
    """Return what five steps of training by TensorFlow do."""
    training = training_towards_noise([x.numpy() for x in tf.nest.flatten(model(*args))])
    variables = {name_of(v): v for v in model.trainable_variables}

    @tf.function
    def step() -> Any:
        with tf.GradientTape() as tape:
            loss = training.loss(tf.nest.flatten(model(*args, training=True)))
        gradients = tape.gradient(loss, list(variables.values()))
        pairs = zip(variables, gradients, strict=True)
        return loss, {name: tf.convert_to_tensor(x) for name, x in pairs if x is not None}

    def update(gradients: Any, rate: float) -> None:
        for name, x in gradients.items():
            variables[name].assign_sub(rate * x)

    training.before = {name_of(v): v.numpy() for v in model.variables}
    training.descend(step, update)
    training.after = {name_of(v): v.numpy() for v in model.variables}
    return training


def check_function(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    backend: str,
    dynamic: bool = True,
    compiled: bool = False,
) -> Any:
    """Compare a function of tensors with its graph, for the batch given and for one less.

    `compiled`: the function itself runs by XLA.
    """
    native = tf.function(function, jit_compile=True) if compiled else function
    graph = trace_graph(function, source="tensorflow", args=args)
    run = Run(graph, backend)
    batches = [args]
    if dynamic and any(value.shape and value.shape[0] is None for value in graph.inputs()):
        batch = next(x.shape[0] for x in args if x.shape.rank)
        batches.append(tuple(x[:-1] if x.shape.rank and x.shape[0] == batch else x for x in args))
    for given in batches:
        expected = [np.asarray(x) for x in tf.nest.flatten(native(*given))]
        outputs, _ = run(given)
        for i, (x, y) in enumerate(zip(outputs, expected, strict=True)):
            assert x.dtype == y.dtype, f"output {i}: {x.dtype}, expected {y.dtype}"
            assert_close(x, y, FLOAT32, f"output {i}")
    return graph
