"""Indices that may lie outside, bounds that may not fit, memory order: steps bodies have in common.

Every function takes the namespace `xp` of a backend first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy.backends.native_dtypes import as_number
from ivy.backends.shapes import broadcast_shape
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError
from ivy.types import Dtype, iinfo

_HELD_BY_ALL = 65504.0
"""No float dtype has a smaller largest number."""


def reshaped_by_columns(xp: Any, x: Any, shape: tuple[int, ...]) -> Any:
    """Return `x` in a new shape, elements read and written with the first index fastest."""
    return _reversed(xp, xp.reshape(_reversed(xp, x), shape[::-1]))


def _reversed(xp: Any, x: Any) -> Any:
    return xp.permute_dims(x, tuple(range(len(x.shape)))[::-1])


# ---- indices ----------------------------------------------------------------------------------


def check_integers(name: str, dtype: Dtype) -> None:
    """Raise unless a dtype is one of integers: some frameworks would cut others off."""
    if dtype.kind not in ("int", "uint"):
        raise IvyTypeError(f"{name}: expected integers, got {dtype}")


def exponents(xp: Any, x: Any) -> Any:
    """Return integers as int64, those beyond it as very large, or raise for what are none."""
    dtype = xp.DTYPES[x.dtype]
    check_integers("ldexp", dtype)
    whole = xp.astype(x, xp.as_native_dtype("int64"))
    if dtype != "uint64":
        return whole
    return xp.where(xp.less(whole, 0), xp.full_like(whole, 2**62), whole)


def check_counts(name: str, dtypes: Any, counts: Any) -> None:
    """Raise unless counts are an array of integers: floats and truth values are none."""
    if not hasattr(counts, "dtype"):
        raise IvyTypeError(f"{name}: expected integers, got {counts!r}")
    check_integers(name, dtypes[counts.dtype])
    if len(counts.shape) > 1:
        raise IvyValueError(f"{name}: expected a vector of counts, got shape {tuple(counts.shape)}")


def taken(xp: Any, x: Any, indices: Any, axis: int, mode: str, fill_value: Any, size: Any) -> Any:
    """Return `take` in any mode, made of `take` in mode raise; `axis` counts from the front."""
    after = len(x.shape) - axis - 1
    if not _has_choice("take", size, indices.shape, mode):
        shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])
        return xp.full(shape, filling(xp, x, fill_value), dtype=x.dtype)
    safe, inside = bounded(xp, "take", indices, size, mode)
    picked = xp.take(x, safe, axis, "raise")
    if inside is None:
        return picked
    inside = xp.reshape(inside, (*inside.shape, *(1,) * after)) if after else inside
    return xp.where(inside, picked, filling(xp, x, fill_value))


def taken_along(xp: Any, x: Any, indices: Any, axis: int, mode: str, size: Any) -> Any:
    """Return `take_along_axis` in any mode, made of the one in mode raise."""
    if not _has_choice("take_along_axis", size, indices.shape, mode):
        shape = broadcast_shape((*x.shape[:axis], 1, *x.shape[axis + 1 :]), indices.shape)
        return xp.full(shape, filling(xp, x, None), dtype=x.dtype)
    safe, inside = bounded(xp, "take_along_axis", indices, size, mode)
    picked = xp.take_along_axis(x, safe, axis, "raise")
    return picked if inside is None else xp.where(inside, picked, filling(xp, x, None))


def _has_choice(name: str, size: Any, wanted: Any, mode: str) -> bool:
    """Return whether there is something to pick from; no mode but fill goes without."""
    if type(size) is not int or size:
        return True
    if mode != "fill" and math.prod(wanted):
        raise IvyIndexError(f"{name}: expected an axis with elements for mode {mode!r}, got size 0")
    return False


def bounded(xp: Any, name: str, indices: Any, size: Any, mode: str) -> tuple[Any, Any]:
    """Return indices that lie inside, and where they did from the start (`None`: not asked for)."""
    if mode == "raise":
        return indices, None
    dtype = xp.DTYPES[indices.dtype]
    if dtype.kind == "uint":  # to be compared with negative numbers
        indices = xp.astype(indices, "int32" if dtype.bits < 32 else "int64")
    if mode == "wrap":
        return xp.remainder(indices, size), None
    if mode == "clip":
        return xp.clip(indices, 0, size - 1), None
    if mode != "fill":
        msg = f"{name}: expected mode 'fill', 'raise', 'wrap' or 'clip', got {mode!r}"
        raise IvyValueError(msg)
    inside = xp.logical_and(xp.greater_equal(indices, -size), xp.less(indices, size))
    return xp.where(inside, indices, 0), inside


def filling(xp: Any, x: Any, fill_value: Any) -> Any:
    """Return the 0-d array that stands for elements outside: NaN or the dtype's extreme."""
    if fill_value is None:
        fill_value = _default_filling(xp.DTYPES[x.dtype])
    return xp.full((), fill_value, dtype=x.dtype)


def _default_filling(dtype: Dtype) -> bool | float:
    if dtype.kind == "int":
        return -(2 ** (dtype.bits - 1))
    if dtype.kind == "uint":
        return 2**dtype.bits - 1
    return True if dtype.kind == "bool" else math.nan


# ---- bounds -----------------------------------------------------------------------------------


def one_of(name: str, first: Any, second: Any) -> Any:
    """Return the one of two spellings of an argument that is given."""
    if first is not None and second is not None:
        raise IvyValueError(f"clip: expected one of {name} and x_{name}, got both")
    return second if first is None else first


def fitting_bound(bound: Any, dtype: Dtype, upper: bool) -> Any:
    """Return a Python number as a bound that arrays of `dtype` can be compared with.

    An integer array gets the nearest integer inside the bound, and its own extreme for a bound
    it cannot hold.
    """
    if type(bound) is bool or dtype.kind not in ("int", "uint", "float"):
        return bound
    if dtype.kind == "float":
        return bound if abs(bound) < _HELD_BY_ALL else as_number(bound, dtype)
    low, high = iinfo(dtype).min, iinfo(dtype).max
    if bound <= low:
        return low
    if bound >= high:
        return high
    return math.floor(bound) if upper else math.ceil(bound)


def fitting_bounds(xp: Any, bounds: Any, dtype: Dtype, upper: bool) -> Any:
    """Return an array as bounds of `dtype`: what that is in `fitting_bound`, for each element."""
    if dtype.kind not in ("int", "uint") or xp.DTYPES[bounds.dtype].kind == "bool":
        return xp.astype(bounds, dtype)
    low, high = iinfo(dtype).min, iinfo(dtype).max
    if xp.DTYPES[bounds.dtype].kind in ("int", "uint"):
        return xp.astype(xp.clip(bounds, low, high), dtype)
    inside = xp.clip(xp.floor(bounds) if upper else xp.ceil(bounds), low, None)
    too_high = xp.greater_equal(inside, float(high))  # which as a float may be one more
    inside = xp.astype(xp.where(too_high, 0.0, inside), dtype)
    return xp.where(too_high, xp.asarray(high, dtype=dtype), inside)


# ---- places in a sorted array -----------------------------------------------------------------


def check_rows(x: Any, v: Any) -> None:
    """Raise unless `v` has a row for each row of `x`, or `x` is one row."""
    rows, wanted = tuple(x.shape[:-1]), tuple(v.shape[:-1])
    alike = all(a == b or None in (a, b) for a, b in zip(rows, wanted, strict=False))
    if len(x.shape) == 0 or (rows and not (alike and len(x.shape) == len(v.shape))):
        shapes = f"{tuple(x.shape)} and {tuple(v.shape)}"
        raise IvyValueError(f"searchsorted: expected a row, or rows for rows, got shapes {shapes}")


def sorted_places(xp: Any, search: Callable[..., Any], x: Any, v: Any, side: str) -> Any:
    """Return `search(x, v, side)` with NaN last, from a search that knows no NaN.

    NaN is looked up as infinity, then put behind the infinities.
    """
    if xp.DTYPES[x.dtype].kind != "float":
        return search(x, v, side)
    is_nan = xp.isnan(x)
    places = search(xp.where(is_nan, math.inf, x), v, side)
    several = len(x.shape) > 1
    numbers = xp.sum(xp.astype(xp.logical_not(is_nan), places.dtype), -1, keepdims=several)
    size = xp.sum(xp.ones_like(is_nan, dtype=places.dtype), -1, keepdims=several)
    behind = size if side == "right" else numbers
    return xp.where(xp.isnan(v), behind, xp.minimum(places, numbers))


def complex_order(xp: Any, x: Any, axis: int, descending: bool) -> Any:
    """Return `argsort` of complex numbers: by real part, then imaginary part, as NumPy does.

    Numbers with NaN come last: in the imaginary part, in the real part, in both.
    """
    real, imag = xp.real(x), xp.imag(x)
    nans = xp.astype(xp.isnan(real), "int8") * 2 + xp.astype(xp.isnan(imag), "int8")
    order = xp.argsort(imag, axis, descending)
    for key in (real, nans):
        step = xp.argsort(xp.take_along_axis(key, order, axis, "raise"), axis, descending)
        order = xp.take_along_axis(order, step, axis, "raise")
    return order
