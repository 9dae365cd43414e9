"""What operands of linear algebra must be, checked alike before each framework's own functions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ivy import config
from ivy.backends.shapes import broadcast_shape
from ivy.errors import IvyValueError
from ivy.types import Dtype, finfo

Function = Callable[..., Any]


def refuse_vectors(name: str, x: Any) -> None:
    """Raise unless `x` has the two axes of a matrix."""
    if len(x.shape) < 2:
        raise IvyValueError(f"{name}: expected matrices, got shape {tuple(x.shape)}")


def refuse_oblong(name: str, x: Any) -> None:
    """Raise unless `x` is a stack of square matrices."""
    if len(x.shape) < 2 or x.shape[-1] != x.shape[-2]:
        raise IvyValueError(f"{name}: expected square matrices, got shape {tuple(x.shape)}")


def _refusing(refuse: Callable[[str, Any], None]) -> Callable[[Function], Function]:
    """Return a decorator for functions whose first operand is checked."""

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def checked(x: Any, *others: Any, **options: Any) -> Any:
            refuse(function.__name__, x)
            return function(x, *others, **options)

        return checked

    return decorate


of_matrices, of_square_matrices = _refusing(refuse_vectors), _refusing(refuse_oblong)


def in_floats(floating: Callable[..., Callable[[Function], Function]]) -> tuple[Any, Any, Any]:
    """Return the decorators for matrices, square ones and systems of equations, cast to floats."""
    return (
        lambda function: floating()(of_matrices(function)),
        lambda function: floating()(of_square_matrices(function)),
        lambda function: floating(2)(of_square_matrices(function)),
    )


def refuse_unlike(x1: Any, x2: Any) -> None:
    """Raise unless the inner axes of a matrix product fit, and the outer ones broadcast."""
    shapes = f"shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
    if len(x1.shape) == 0 or len(x2.shape) == 0:
        raise IvyValueError(f"matmul: expected vectors or matrices, got {shapes}")
    if x1.shape[-1] != x2.shape[-min(len(x2.shape), 2)]:
        raise IvyValueError(f"matmul: expected as many columns as rows, got {shapes}")
    broadcast_shape(x1.shape[:-2], x2.shape[:-2])


def refuse_other_rows(x1: Any, x2: Any) -> None:
    """Raise unless the right-hand side of a system has as many rows as the matrix."""
    rows = x2.shape[-min(len(x2.shape), 2)] if len(x2.shape) else 0
    unknown = None in (rows, x1.shape[-1])  # to TensorFlow, while it traces
    if len(x2.shape) == 0 or (not unknown and rows != x1.shape[-1]):
        shapes = f"got shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
        raise IvyValueError(f"solve: expected as many rows in x2 as in x1, {shapes}")


def one_of(name: str, parameter: str, value: Any, *allowed: Any) -> Any:
    """Return `value` if it is one of those allowed."""
    if value not in allowed:
        choice = ", ".join(map(repr, allowed))
        raise IvyValueError(f"{name}: expected {parameter} of {choice}, got {value!r}")
    return value


def rank_tolerance(dtype: Dtype, shape: Any) -> float:
    """Return up to which part of the largest singular value the others count as zero."""
    if dtype.kind not in ("float", "complex"):
        dtype = config.default_of("float")
    return max(shape[-2:]) * finfo(dtype).eps
