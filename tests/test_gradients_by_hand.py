"""Gradients that no row of `tests/samples` gives: results that are not unique, complex operands.

Each case is a function by ivy whose value is unique, and the same one by NumPy or SciPy, which is
differentiated by differences. Pieces between jumps have the gradient zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.special

import ivy
from tests.helpers import to_numpy

STEP, TOLERANCE = 1e-5, 2e-6
GENERATOR = np.random.default_rng(0)
X, Y, SIGNAL, OTHER = (GENERATOR.uniform(0.5, 2, shape) for shape in ((3, 3), (3, 3), 5, 5))
TENSOR = GENERATOR.uniform(-1, 1, (2, 3, 4))
DISTINCT = X + np.diag([0.0, 4.0, 9.0])
"""Eigenvalues and singular values far from each other."""
COUNTS = np.array([0, 2, 2, 1, 0])


def largest_part(u: Any, s: Any, vh: Any) -> Any:
    """Return the part of a matrix along its largest singular value: no sign is left in it."""
    return u[:, :1] @ vh[:1] * s[0]


def applied(values: Any, vectors: Any, inverse: Callable[[Any], Any]) -> Any:
    """Return the square of the matrix with these eigenvalues and eigenvectors."""
    return (vectors * values**2) @ inverse(vectors)


def symmetric(x: Any) -> Any:
    return x + x.T


CASES: dict[str, tuple[Any, Any, list[Any]]] = {
    "irfft": (lambda a, b: ivy.irfft(a + 1j * b), lambda a, b: np.fft.irfft(a + 1j * b),
              [SIGNAL, OTHER]),
    "irfftn": (lambda a, b: ivy.irfftn(a + 1j * b), lambda a, b: np.fft.irfftn(a + 1j * b), [X, Y]),
    "hfft": (lambda a, b: ivy.hfft(a + 1j * b), lambda a, b: np.fft.hfft(a + 1j * b),
             [SIGNAL, OTHER]),
    "imag": (lambda a, b: ivy.imag((a + 1j * b) ** 2), lambda a, b: 2 * a * b, [SIGNAL, OTHER]),
    "angle": (lambda a, b: ivy.angle(a + 1j * b), lambda a, b: np.arctan2(b, a),
              [SIGNAL, OTHER]),
    "svd": (lambda x: largest_part(*ivy.svd(x, full_matrices=False)),
            lambda x: largest_part(*np.linalg.svd(x)), [DISTINCT]),
    "truncated_svd": (lambda x: largest_part(*ivy.truncated_svd(x, n_eigenvecs=1)),
                      lambda x: largest_part(*np.linalg.svd(x)), [DISTINCT]),
    "eigh": (lambda x: applied(*ivy.eigh(symmetric(x)), lambda v: v.T),
             lambda x: symmetric(x) @ symmetric(x), [DISTINCT]),
    "eig": (lambda x: ivy.real(applied(*ivy.eig(x), ivy.inv)), lambda x: x @ x, [DISTINCT]),
    "eigvals": (lambda x: ivy.sum(ivy.real(ivy.eigvals(x) ** 3)), lambda x: np.trace(x @ x @ x),
                [DISTINCT]),
    "lu_factor": (lambda x: ivy.lu_factor(x)[0], lambda x: scipy.linalg.lu_factor(x)[0], [X]),
    "tensor_train": (lambda x: ivy.tensor_train(x, [1, 2, 4, 1]).to_tensor() ** 2, np.square,
                     [TENSOR]),
    "tucker": (lambda x: ivy.tucker(x, [2, 3, 4], n_iter_max=1).to_tensor() ** 2, np.square,
               [TENSOR]),
    "igamma": (lambda x: ivy.igamma(ivy.array(Y), x), lambda x: scipy.special.gammainc(Y, x), [X]),
    "frexp": (lambda x: ivy.frexp(x)[0], lambda x: np.frexp(x)[0], [X]),
    "as_strided": (lambda x: ivy.as_strided(x, (4, 2), (8, 8)),
                   lambda x: np.lib.stride_tricks.as_strided(x, (4, 2), (8, 8)), [SIGNAL]),
    "trim_zeros": (lambda x: ivy.trim_zeros(x * (x > 0.8)), lambda x: np.trim_zeros(x * (x > 0.8)),
                   [SIGNAL]),
    "promote_types_of_inputs": (
        lambda x: ivy.promote_types_of_inputs(x, ivy.array([1, 2, 3, 4, 5]))[0] ** 2, np.square,
        [SIGNAL]),
    "shuffle": (lambda x: ivy.sum(ivy.shuffle(x, seed=0) ** 2), lambda x: np.sum(x**2), [SIGNAL]),
    "bincount": (lambda w: ivy.bincount(ivy.array(COUNTS), weights=w),
                 lambda w: np.bincount(COUNTS, w), [SIGNAL]),
}  # fmt: skip


def weights_for(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.linspace(0.5, 1.5, int(np.prod(shape))).reshape(shape)


def differences(function: Any, inputs: list[Any]) -> list[Any]:
    """Return the gradients of the weighted sum of a function of NumPy arrays."""

    def value(*arrays: Any) -> float:
        result = np.asarray(function(*arrays))
        return float(np.sum(result * weights_for(result.shape)))

    gradients = []
    for position, x in enumerate(inputs):
        gradient = np.zeros_like(x)
        for index in np.ndindex(*x.shape):
            ends = []
            for step in (STEP, -STEP):
                moved = [a.copy() for a in inputs]
                moved[position][index] += step
                ends.append(value(*moved))
            gradient[index] = (ends[0] - ends[1]) / (2 * STEP)
        gradients.append(gradient)
    return gradients


@pytest.mark.parametrize("name", CASES)
def test_gradient_against_differences(name: str, backend: str) -> None:
    ours, reference, inputs = CASES[name]

    def total(arrays: list[Any]) -> Any:
        result = ours(*arrays)
        return ivy.sum(result * ivy.array(weights_for(tuple(result.shape))))

    found = ivy.grad(total)([ivy.array(x) for x in inputs])
    for gradient, expected in zip(found, differences(reference, inputs), strict=True):
        np.testing.assert_allclose(to_numpy(gradient), expected, rtol=TOLERANCE, atol=TOLERANCE)


CONSTANT_BETWEEN_JUMPS = {
    "ceil": ivy.ceil, "floor": ivy.floor, "trunc": ivy.trunc, "round": ivy.round, "fix": ivy.fix,
    "sign": ivy.sign, "heaviside": lambda x: ivy.heaviside(x, ivy.ones_like(x)),
    "floor_divide": lambda x: ivy.floor_divide(x, 0.75),
    "trunc_divide": lambda x: ivy.trunc_divide(x, 0.75),
    "full_like": lambda x: ivy.full_like(x, 3.0), "zeros_like": ivy.zeros_like,
    "ones_like": ivy.ones_like, "stop_gradient": ivy.stop_gradient,
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTANT_BETWEEN_JUMPS)
def test_gradient_between_jumps_is_zero(name: str, backend: str) -> None:
    x = ivy.array([0.3, 1.6, -2.4], dtype="float64")
    found = ivy.grad(lambda x: ivy.sum(CONSTANT_BETWEEN_JUMPS[name](x)) + ivy.sum(x**2))(x)
    np.testing.assert_allclose(to_numpy(found), [0.6, 3.2, -4.8], rtol=1e-15)
