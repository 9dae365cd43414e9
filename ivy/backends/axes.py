"""Axes, sizes and dtypes of results, by rules that are the same for every framework."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, NamedTuple

from ivy import config
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError
from ivy.types import Dtype


def normalized_axis(name: str, axis: Any, ndim: int) -> int:
    """Return an axis counted from the front, or raise for the operation `name`."""
    index = operator.index(axis)
    if axis is True or axis is False:
        raise IvyTypeError(f"{name}: expected an axis as an integer, got {axis!r}")
    if not -ndim <= index < ndim:
        raise IvyIndexError(f"{name}: expected an axis of {ndim} axes, got {axis!r}")
    return index % ndim


def normalized_axes(name: str, axis: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes that `None` (all), one axis or several stand for, counted from the front."""
    if axis is None:
        return tuple(range(ndim))
    several = axis if isinstance(axis, Iterable) else (axis,)
    axes = tuple(normalized_axis(name, each, ndim) for each in several)
    if len(set(axes)) < len(axes):
        raise IvyValueError(f"{name}: expected different axes, got {axis!r}")
    return axes


def cumulated_axis(name: str, axis: Any, ndim: int) -> int:
    """Return the axis of a cumulative operation; it may be left out for a vector only."""
    if axis is None:
        if ndim != 1:
            raise IvyValueError(f"{name}: expected an axis for an array of {ndim} axes, got None")
        return 0
    return normalized_axis(name, axis, ndim)


def refuse_nothing(name: str, axis: Any, shape: tuple[Any, ...]) -> None:
    """Raise for an axis out of range, and where there is nothing to compare along the axes."""
    if 0 in [shape[i] for i in normalized_axes(name, axis, len(shape))]:
        msg = f"{name}: expected at least one element over axis, got shape {tuple(shape)}"
        raise IvyValueError(f"{msg}; give an initial value")


def transform_norm(name: str, norm: Any) -> str:
    """Return how a Fourier transform scales, `None` being the default, or raise."""
    if norm not in (None, "backward", "ortho", "forward"):
        msg = f"{name}: expected norm 'backward', 'ortho' or 'forward', got {norm!r}"
        raise IvyValueError(msg)
    return norm or "backward"


def transform_size(name: str, n: int) -> int:
    """Return the number of points of a Fourier transform, or raise where there are none."""
    if n < 1:
        raise IvyValueError(f"{name}: expected at least one number to transform, got {n}")
    return n


def axes_and_sizes(name: str, x: Any, s: Any, axes: Any) -> tuple[Any, Any]:
    """Return the axes to transform and the size of each, `None` for as it is."""
    if axes is None:
        ndim = len(x.shape)
        if s is not None and len(s) > ndim:
            raise IvyValueError(f"{name}: expected at most {ndim} sizes, got {s}")
        axes = range(ndim) if s is None else range(ndim - len(s), ndim)
    axes = normalized_axes(name, tuple(axes), len(x.shape))
    sizes = [None] * len(axes) if s is None else list(s)
    if len(sizes) != len(axes):
        raise IvyValueError(f"{name}: expected a size per axis, got {s} for axes {axes}")
    if not axes:
        raise IvyValueError(f"{name}: expected at least one axis, got shape {tuple(x.shape)}")
    return axes, sizes


def is_count(value: Any, least: int) -> bool:
    """Return whether a value is an integer from `least` on; truth values are none."""
    try:
        return not isinstance(value, (bool, float)) and bool(value >= least)
    except (TypeError, ValueError):
        return False


def matrix_size(name: str, n_rows: Any, n_cols: Any) -> tuple[int, int]:
    """Return the numbers of rows and columns, as many if only one is given, or raise."""
    sizes = (n_rows, n_rows if n_cols is None else n_cols)
    for size in sizes:
        if isinstance(size, bool) or not hasattr(size, "__index__"):
            raise IvyTypeError(f"{name}: expected sizes as integers, got {size!r}")
    return sizes


def eye_arguments(n_rows: Any, n_cols: Any, k: Any) -> tuple[int, int, int]:
    """Return the numbers of rows, of columns and of a diagonal in or beside them, or raise."""
    n_rows, n_cols = matrix_size("eye", n_rows, n_cols)
    k = diagonal_number("eye", k)
    for size in (n_rows, n_cols):
        if isinstance(size, int) and size < 0:
            raise IvyValueError(f"eye: expected sizes of at least 0, got {size}")
    # A diagonal outside may have any number.
    return n_rows, n_cols, max(-n_rows, min(k, n_cols)) if k else k


def diagonal_number(name: str, k: Any) -> int:
    """Return the number of a diagonal, or raise for the operation `name`."""
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise IvyTypeError(f"{name}: expected k as an integer, got {k!r}")
    return operator.index(k)


class Diagonal(NamedTuple):
    """Where `diagflat` puts its elements."""

    shape: tuple[int, int]
    row: int
    column: int
    count: int  # type: ignore[assignment]  # a field, not the method of a tuple


def diagonal_of(size: int, offset: int, num_rows: int | None, num_cols: int | None) -> Diagonal:
    """Return the smallest square matrix whose diagonal holds `size` elements, or one as asked."""
    row, column = max(-offset, 0), max(offset, 0)
    given = [None if each == -1 else each for each in (num_rows, num_cols)]
    least = [size + abs(offset)] * 2 if given == [None, None] else [size + row, size + column]
    rows, columns = (n if each is None else each for n, each in zip(least, given, strict=True))
    count = max(min(size, rows - row, columns - column), 0)
    return Diagonal((rows, columns), row, column, count)


def accumulation_dtype(dtype: Dtype) -> Dtype:
    """Return the dtype in which elements of `dtype` are summed and multiplied."""
    if dtype.kind not in ("bool", "int", "uint"):
        return dtype
    default = config.default_of("uint" if dtype.kind == "uint" else "int")
    return dtype if dtype.kind != "bool" and dtype.bits > default.bits else default
