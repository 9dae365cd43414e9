"""What a key means in `x[key]`: NumPy's rules, for the frameworks whose own rules differ."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ivy.errors import IvyIndexError

FULL = slice(None)


class Plan(NamedTuple):
    """`x[key]` as two steps: slice and insert axes, then take along some axes by index arrays."""

    basic: tuple[int | slice | None, ...]
    """One entry per axis of `x`, and None for each new axis; ints only when `arrays` is empty."""
    arrays: dict[int, Any]
    """Axis of the sliced array -> what to take along it: integer arrays and ints."""
    leading: bool
    """Whether the axes of the broadcast index arrays come first in the result."""

    @property
    def adjacent(self) -> bool:
        """Whether the axes that are taken along are neighbours."""
        axes = tuple(self.arrays)
        return not axes or axes == tuple(range(axes[0], axes[0] + len(axes)))


def plain(part: Any) -> Any:
    """Return one entry of a key with lists as NumPy arrays and integer-like scalars as ints."""
    if part is None or part is Ellipsis or type(part) is int:
        return part
    if isinstance(part, slice):
        bounds = (part.start, part.stop, part.step)
        return slice(*(None if bound is None else operator.index(bound) for bound in bounds))
    if isinstance(part, (list, tuple, range)):
        array = np.asarray(part)
        return array if array.size else array.astype(np.int64)
    if isinstance(part, (np.ndarray, np.generic)):
        integral = not part.shape and part.dtype.kind in "iu"
        return int(part) if integral else np.asarray(part)
    if isinstance(part, bool):
        return np.asarray(part)
    if hasattr(part, "shape"):
        return part
    try:
        return operator.index(part)
    except TypeError:
        raise invalid(part) from None


def invalid(part: Any) -> IvyIndexError:
    """Return the error for an entry of a key that is no index."""
    kind = f"{part.dtype} array" if hasattr(part, "dtype") else type(part).__name__
    expected = "integers, slices, None, ..., integer or boolean arrays"
    return IvyIndexError(f"indexing: expected {expected} in a key, got {kind}")


def check_int(index: int, axis: int, size: Any) -> None:
    """Raise unless an int is an index into an axis; an axis of unknown size takes any."""
    if size is not None and not -size <= index < size:
        expected = f"an index from {-size} to {size - 1}" if size else "no index"
        msg = f"indexing: expected {expected} for axis {axis} of size {size}, got {index}"
        raise IvyIndexError(msg)


def _check_array(index: np.ndarray[Any, Any], axis: int, size: int) -> None:
    for value in (index.min(), index.max()) if index.size else ():
        check_int(int(value), axis, size)


def check_mask(mask: Any, axis: int, shape: Sequence[Any]) -> None:
    """Raise unless a boolean array has the shape of the axes it selects from.

    As in NumPy an axis of the mask without elements selects nothing from an axis of any size.
    """
    expected, found = tuple(shape[axis : axis + len(mask.shape)]), tuple(mask.shape)
    pairs = zip(expected, found, strict=False)
    differ = any(a != b for a, b in pairs if a is not None and b)
    if len(expected) < len(found) or differ:
        msg = f"indexing: expected a mask of shape {expected} at axis {axis}, got {found}"
        raise IvyIndexError(msg)


def _axes_used(part: Any, is_mask: Callable[[Any], bool]) -> int:
    if part is None or part is Ellipsis:
        return 0
    return len(part.shape) if is_mask(part) else 1


def plan(
    parts: Sequence[Any],
    shape: Sequence[Any],
    is_mask: Callable[[Any], bool],
    positions: Callable[[Any], Sequence[Any]],
) -> Plan:
    """Return what the entries of a key mean for an array of this shape.

    Args:
        parts: ints, slices, None, Ellipsis, integer and boolean arrays.
        shape: may contain None for an unknown size.
        is_mask: whether an entry is a boolean array.
        positions: the index arrays, one per axis, of where a boolean array is true; for one
            without axes a single array of as many zeros as it is true.
    """
    ellipses = sum(part is Ellipsis for part in parts)
    missing = len(shape) - sum(_axes_used(part, is_mask) for part in parts)
    if missing < 0:
        msg = f"indexing: expected at most {len(shape)} indices, got {len(shape) - missing}"
        raise IvyIndexError(msg)
    if ellipses > 1:
        raise IvyIndexError(f"indexing: expected at most one ellipsis, got {ellipses}")
    if not ellipses:
        parts = (*parts, Ellipsis)
    simple = (int, slice, type(None), type(...))
    has_arrays = not all(isinstance(part, simple) for part in parts)
    basic: list[int | slice | None] = []
    arrays: dict[int, Any] = {}
    axis, runs, in_run = 0, 0, False
    for part in parts:
        taken: Sequence[Any] = ()
        if part is None:
            basic.append(None)
        elif part is Ellipsis:
            basic += [FULL] * missing
            axis += missing
        elif isinstance(part, slice):
            basic.append(part)
            axis += 1
        elif is_mask(part):
            check_mask(part, axis, shape)
            taken = positions(part)
            axis += len(part.shape)
        else:
            if isinstance(part, int):
                check_int(part, axis, shape[axis])
            elif isinstance(part, np.ndarray):
                _check_array(part, axis, shape[axis])
            if has_arrays:
                taken = (part,)
            else:
                basic.append(part)
            axis += 1
        new_axis = len(taken) > 0 and is_mask(part) and len(part.shape) == 0
        for index in taken:
            arrays[len(basic)] = index
            basic.append(None if new_axis else FULL)
        runs += bool(taken) and not in_run
        in_run = bool(taken)
    return Plan(tuple(basic), arrays, leading=runs > 1)


def resolved(part: slice, size: int) -> tuple[int, int, int]:
    """Return start, length and step of a slice of an axis."""
    start, stop, step = part.indices(size)
    return start, len(range(start, stop, step)), step
