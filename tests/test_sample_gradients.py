"""The gradient of every differentiable operation against finite differences of its reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import dispatch
from tests import samples
from tests.helpers import as_one_program, is_array, to_numpy
from tests.samples import Sample, widened
from tests.test_values import on_backend

STEP = 1e-5
# A central difference is off by STEP**2 times the third derivative, and by rounding / STEP.
TOLERANCE = 2e-6
# They read one triangle of a symmetric matrix; only along symmetric directions is the gradient
# one and the same for all.
OF_SYMMETRIC = {"cholesky", "eigh", "eigvalsh"}


def rows() -> list[Any]:
    """Return one parameter set per operation with a gradient that takes a float64 array."""
    found = []
    for sample in samples.load():
        typical = sample.cases[0]
        dtypes = typical.dtypes or tuple(sample.dtypes)
        if sample.differentiable and "float64" in dtypes and sample.name in dispatch.OPERATIONS:
            marks = [pytest.mark.unsupported(b, reason=r) for b, r in sample.unsupported.items()]
            if floating_leaves(typical.arguments("float64")):
                found.append(pytest.param(sample, id=f"{sample.area}/{sample.name}", marks=marks))
    return found


def floating_leaves(value: Any) -> list[np.ndarray[Any, Any]]:
    """Return the float64 arrays in nested arguments, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in floating_leaves(item)]
    return [value] if isinstance(value, np.ndarray) and value.dtype == np.float64 else []


def with_leaves(value: Any, leaves: list[Any]) -> Any:
    """Return nested arguments with their float64 arrays taken from a list, which is used up."""
    if isinstance(value, dict):
        return {key: with_leaves(item, leaves) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(with_leaves(item, leaves) for item in value)
    is_leaf = isinstance(value, np.ndarray) and value.dtype == np.float64
    return leaves.pop(0) if is_leaf else value


def weighted(results: Any, multiply_and_sum: Callable[[Any, Any], Any], is_leaf: Any) -> Any:
    """Return one number out of all floating results, each entry with a weight of its own."""
    leaves = [results] if is_leaf(results) else [r for r in results if is_leaf(r)]
    total: Any = 0.0
    for leaf in leaves:
        weights = np.linspace(0.5, 1.5, int(np.prod(leaf.shape))).reshape(tuple(leaf.shape))
        total = total + multiply_and_sum(leaf, weights)
    return total


def is_floating_array(x: Any) -> bool:
    return isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind in "fc"


def numpy_value(sample: Sample, args: Any, kwargs: Any) -> float:
    reference = sample.reference
    if reference is None:  # results that are not unique: differentiate the operation on NumPy

        def reference(*args: Any, **kwargs: Any) -> Any:
            with ivy.use_backend("numpy"):
                result = getattr(ivy, sample.name)(
                    *on_backend(args, "numpy"),
                    **{key: on_backend(value, "numpy") for key, value in kwargs.items()},
                )
            return to_numpy(result) if is_array(result) else tuple(map(to_numpy, result))

    args = symmetric(sample, args)
    with np.errstate(all="ignore"):
        results = reference(*widened(args), **{k: widened(v) for k, v in kwargs.items()})
    return float(weighted(results, lambda r, w: np.sum(np.real(r) * w), is_floating_array))


def symmetric(sample: Sample, args: Any) -> Any:
    """Return the arguments with the matrix made symmetric, for operations that ask for one."""
    if sample.name not in OF_SYMMETRIC:
        return args
    matrix, *rest = args
    axes = (*range(len(matrix.shape) - 2), -1, -2)
    other = matrix.mT if is_array(matrix) else np.transpose(matrix, axes)
    return ((matrix + other) * 0.5, *rest)


def numeric_gradients(sample: Sample) -> list[np.ndarray[Any, Any]]:
    """Return central differences with respect to every float64 array of the typical call."""
    args, kwargs = sample.cases[0].arguments("float64")
    leaves = floating_leaves((args, kwargs))
    gradients = [np.zeros_like(leaf) for leaf in leaves]
    for leaf, gradient in zip(leaves, gradients, strict=True):
        for index in np.ndindex(*leaf.shape):
            kept = leaf[index].copy()
            ends = []
            for step in (STEP, -STEP):
                leaf[index] = kept + step
                ends.append(numpy_value(sample, args, kwargs))
            leaf[index] = kept
            gradient[index] = (ends[0] - ends[1]) / (2 * STEP)
    return gradients


@pytest.mark.aspect("gradient")
@pytest.mark.parametrize("sample", rows())
def test_gradient(sample: Sample, backend: str) -> None:
    args, kwargs = sample.cases[0].arguments("float64")
    leaves = [on_backend(leaf, backend) for leaf in floating_leaves((args, kwargs))]

    def total(variables: list[Any]) -> Any:
        ours, ours_by_name = with_leaves((args, kwargs), list(variables))
        result = getattr(ivy, sample.name)(
            *symmetric(sample, on_backend(ours, backend)),
            **{key: on_backend(value, backend) for key, value in ours_by_name.items()},
        )
        return weighted(
            result,
            lambda r, w: ivy.sum(ivy.multiply(ivy.real(r), ivy.asarray(w, dtype=w.dtype.name))),
            lambda r: is_array(r) and r.dtype.kind in ("float", "complex"),
        )

    gradient = ivy.grad(total)
    if sample.traceable is True:
        gradient = as_one_program(gradient, backend)
    found = gradient(leaves)
    expected = numeric_gradients(sample)
    for ours, numeric in zip(found, expected, strict=True):
        scale = max(1.0, float(np.abs(numeric).max(initial=0.0)))
        np.testing.assert_allclose(to_numpy(ours), numeric, rtol=TOLERANCE, atol=TOLERANCE * scale)
        assert ours.dtype == "float64"
