"""Compare a graph on a backend with the program it was made from: results, gradients, buffers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.graph.ir import Graph
from ivy.graph.module import bound
from ivy.graph.run import program
from ivy.nest import leaves_with_paths
from tests.helpers import to_numpy

FLOAT32, FLOAT64 = 1e-5, 1e-9
GRADIENTS = 1e-4


def sizes_may_be_fixed() -> Any:
    """Return a mark for tests of functions that have one size by nature; others would warn."""
    return pytest.mark.filterwarnings("ignore:the translation is for arrays of the sizes given")


def flat(nest: Any) -> list[Any]:
    """Return the arrays of a nest in order."""
    return [x for _, x in leaves_with_paths(nest, lambda x: hasattr(x, "dtype"))]


def moved(nest: Any, backend: str) -> Any:
    """Return a nest with native arrays of a backend."""
    return ivy.nest.mapped(lambda x: ivy.to_backend(x, backend) if hasattr(x, "dtype") else x, nest)


class Run:
    """A graph on a backend, with its own copies of the weights."""

    def __init__(self, graph: Graph, backend: str) -> None:
        self.graph, self.backend = graph, backend
        self.space = backends.load(backend)
        self.program = program(graph, self.space)
        self.held = {
            name: ivy.copy_array(ivy.to_backend(x, backend)) for name, x in graph.arrays.items()
        }

    def inputs(self, args: Any, kwargs: Any) -> list[Any]:
        return bound(
            self.graph, moved(tuple(args), self.backend), moved(dict(kwargs), self.backend)
        )

    def __call__(
        self, args: Any = (), kwargs: Any = None, training: bool = False, compiled: bool = True
    ) -> Any:
        """Return the results as NumPy arrays in order, and the buffers after the call.

        On JAX the program is compiled, which is faster even once, unless it draws numbers or
        has sizes that depend on values.
        """
        inputs = self.inputs(args, kwargs or {})

        def run(held: Any) -> Any:
            outputs, mutations = self.program(inputs, held, training)
            return flat(outputs), mutations

        if self.backend == "jax" and compiled:
            import jax

            run = jax.jit(run)
        outputs, mutations = run(self.held)
        return [to_numpy(x) for x in outputs], {k: to_numpy(x) for k, x in mutations.items()}

    def gradients(
        self, weights: list[Any], args: Any = (), kwargs: Any = None, training: bool = False
    ) -> dict[str, Any]:
        """Return gradients of the sum of all floating results times `weights`, by parameter."""
        inputs = self.inputs(args, kwargs or {})
        trained = {n: self.held[n] for n in self.graph.parameters if n not in self.graph.frozen}
        factors = [None if w is None else ivy.to_backend(w, self.backend) for w in weights]
        space = self.space

        def loss(parameters: Any) -> Any:
            outputs, _ = self.program(inputs, self.held | dict(parameters), training)
            total = None
            for x, weight in zip(flat(outputs), factors, strict=True):
                if weight is not None:
                    part = space.sum(space.multiply(x, space.astype(weight, x.dtype)))
                    total = part if total is None else space.add(total, part)
            return total

        found = getattr(self, f"_{self.backend}_gradients")(loss, trained)
        return {name: to_numpy(x) for name, x in found.items() if x is not None}

    def _jax_gradients(self, loss: Any, trained: Any) -> Any:
        import jax

        return jax.jit(jax.grad(loss))(trained)

    def _torch_gradients(self, loss: Any, trained: Any) -> Any:
        import torch

        leaves = {n: x.detach().requires_grad_() for n, x in trained.items()}
        found = torch.autograd.grad(loss(leaves), list(leaves.values()), allow_unused=True)
        return dict(zip(leaves, found, strict=True))

    def _tensorflow_gradients(self, loss: Any, trained: Any) -> Any:
        import tensorflow as tf

        with tf.GradientTape() as tape:
            tape.watch(list(trained.values()))
            total = loss(trained)
        found = tape.gradient(total, list(trained.values()))
        found = [tf.convert_to_tensor(x) if x is not None else None for x in found]
        return dict(zip(trained, found, strict=True))

    def _numpy_gradients(self, loss: Any, trained: Any) -> Any:
        return ivy.execute_with_gradients(lambda v: loss(ivy.to_native(v, nested=True)), trained)[1]


def assert_close(found: Any, expected: Any, tolerance: float, what: str, scale: Any = None) -> None:
    """Check the largest error relative to the scale of what is expected."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f"{what}: {found.shape}, expected {expected.shape}"
    if expected.dtype.kind in "biu":
        np.testing.assert_array_equal(found, expected, err_msg=what)
        return
    assert found.dtype == expected.dtype, f"{what}: {found.dtype}, expected {expected.dtype}"
    special = ~np.isfinite(expected)
    np.testing.assert_array_equal(found[special], expected[special], err_msg=what)
    found, expected = found[~special], expected[~special]
    if not expected.size:
        return
    scale = float(np.abs(expected).max()) if scale is None else scale
    error = float(np.abs(found - expected).max()) / (scale or 1.0)
    assert error <= tolerance, f"{what}: error {error:.2g} of the scale {scale:.3g}"


def assert_gradients(found: dict[str, Any], expected: dict[str, Any], tolerance: float) -> None:
    """Check gradients by parameter, relative to the largest; none may be missing or zero."""
    largest = max(float(np.abs(x).max()) for x in expected.values())
    for name, x in expected.items():
        if not np.abs(x).max():
            assert name not in found or not np.abs(found[name]).max() > tolerance * largest, name
            continue
        assert name in found, f"no gradient for {name}"
        assert_close(found[name], x, tolerance, f"gradient of {name}", scale=largest)


def assert_varied(outputs: list[Any]) -> None:
    """Check that results are no constants, which would hide errors."""
    for x in outputs:
        if x.size > 1 and x.dtype.kind == "f":
            assert np.ptp(x) > 0, "a constant result hides errors"


def random_weights(outputs: list[Any], seed: int = 3) -> list[Any]:
    """Return factors for each floating result; None for others."""
    generator = np.random.default_rng(seed)
    return [
        generator.normal(size=x.shape).astype(x.dtype) if x.dtype.kind == "f" else None
        for x in outputs
    ]
