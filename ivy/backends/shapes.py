"""Sizes, parts, shifts and pads as Python numbers, by rules the same for every framework."""

from __future__ import annotations

import functools
import itertools
import operator
import re
import string
from collections.abc import Iterable
from typing import Any

from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.native_dtypes import as_number
from ivy.backends.promotion import check_holds
from ivy.errors import IvyBroadcastShapeError, IvyIndexError, IvyTypeError, IvyValueError, describe


def requested_shape(shape: Any, old: tuple[Any, ...], allowzero: bool) -> tuple[Any, ...]:
    """Return the shape that `reshape` was asked for; a 0 may stand for the old size."""
    new = tuple(shape) if isinstance(shape, Iterable) else (shape,)
    if allowzero:
        return new
    if any(size == 0 for size in new[len(old) :]):
        raise IvyValueError(f"reshape: expected a 0 only for one of {len(old)} axes, got {new}")
    return tuple(old[i] if size == 0 else size for i, size in enumerate(new))


def inserted_axes(axis: Any, ndim: int) -> list[int]:
    """Return the places in the result of `expand_dims`, in ascending order."""
    several = axis if isinstance(axis, Iterable) else (axis,)
    places = list(map(operator.index, several))
    total = ndim + len(places)
    for place in places:
        if not -total <= place < total:
            msg = f"expand_dims: expected an axis of {total} axes, got {axis!r}"
            raise IvyIndexError(msg)
    ordered = sorted(place % total for place in places)
    if len(set(ordered)) < len(ordered):
        raise IvyValueError(f"expand_dims: expected different axes, got {axis!r}")
    return ordered


def squeezed_axes(axis: Any, shape: Any) -> tuple[int, ...]:
    """Return the axes that `squeeze` drops; one that is not of size 1 raises."""
    if axis is None:
        return tuple(i for i, size in enumerate(shape) if size == 1)
    axes = normalized_axes("squeeze", axis, len(shape))
    for each in axes:
        if shape[each] is not None and shape[each] != 1:
            msg = f"squeeze: expected axes of size 1, got axis {each} of shape {tuple(shape)}"
            raise IvyValueError(msg)
    return axes


def moved_axes(source: Any, destination: Any, ndim: int) -> tuple[int, ...]:
    """Return the permutation that moves the axes `source` to `destination`."""
    sources = normalized_axes("moveaxis", source, ndim)
    places = normalized_axes("moveaxis", destination, ndim)
    if len(sources) != len(places):
        msg = f"moveaxis: expected as many sources as destinations, got {source} and {destination}"
        raise IvyValueError(msg)
    order = [axis for axis in range(ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return tuple(order)


MOST_BINS = 2**28
"""Counts of more would take over 2 GB; a number that large is no class but a mistake."""


def refuse_many_bins(largest: int, minlength: int) -> None:
    """Raise where counting all numbers up to the largest would take all memory."""
    if minlength < 0:
        raise IvyValueError(f"bincount: expected a minlength of at least 0, got {minlength}")
    if max(largest + 1, minlength) > MOST_BINS:
        msg = f"bincount: expected at most {MOST_BINS} bins, got {max(largest + 1, minlength)}"
        raise IvyValueError(f"{msg}; use unique_counts for few numbers that are large")


def explain_permutation(axes: Any, ndim: int) -> None:
    """Raise for what is no permutation of the axes, and not by which framework was asked."""
    if not isinstance(axes, Iterable):
        raise IvyTypeError(f"permute_dims: expected a tuple of {ndim} axes, got {axes!r}")
    found = tuple(axes)
    if len(found) != ndim:
        raise IvyValueError(f"permute_dims: expected a permutation of {ndim} axes, got {found}")
    normalized_axes("permute_dims", found, ndim)


def refuse_unequal(name: str, arrays: Any) -> None:
    """Raise unless several arrays have one shape, whatever else a framework said first."""
    found = [tuple(x.shape) for x in arrays]
    if len(set(found)) > 1:
        raise IvyValueError(
            f"{name}: expected arrays of one shape, got {', '.join(map(str, found))}"
        )


def total_shift(shift: Any) -> int:
    """Return by how much `roll` moves the elements when it is given no axis."""
    return sum(map(operator.index, shift if isinstance(shift, Iterable) else [shift]))


def shifts_and_axes(shift: Any, axis: Any, ndim: int) -> list[tuple[int, int]]:
    """Return the pairs of shift and axis that `roll` makes, one number broadcast to the other."""
    shifts = list(shift) if isinstance(shift, Iterable) else [shift]
    axes = list(axis) if isinstance(axis, Iterable) else [axis]
    if len(shifts) == 1:
        shifts *= len(axes)
    if len(axes) == 1:
        axes *= len(shifts)
    if len(shifts) != len(axes):
        raise IvyValueError(f"roll: expected as many shifts as axes, got {shift} and {axis}")
    pairs = zip(map(operator.index, shifts), axes, strict=True)
    return [(s, normalized_axis("roll", a, ndim)) for s, a in pairs]


def part_sizes(size: int, parts: Any, with_remainder: bool) -> list[int]:
    """Return the sizes of the parts that `split` makes of an axis."""
    if parts is None:
        return [1] * size
    if isinstance(parts, Iterable):
        sizes = [operator.index(part) for part in parts]
        if sizes.count(-1) == 1:
            sizes[sizes.index(-1)] = size - sum(sizes) - 1
        if sum(sizes) != size or min(sizes, default=0) < 0:
            raise IvyValueError(f"split: expected sizes that add up to {size}, got {parts}")
        return sizes
    count = operator.index(parts)
    if count < 1:
        raise IvyValueError(f"split: expected at least one part, got {count}")
    if size % count == 0:
        return [size // count] * count
    if not with_remainder:
        msg = f"split: expected a number of parts that divides {size}, got {count}"
        raise IvyValueError(msg + "; pass with_remainder=True or the sizes")
    return [count] * (size // count) + [size % count]


def cut_sizes(name: str, size: int, indices_or_sections: Any) -> list[int]:
    """Return the sizes of the parts between the cuts that NumPy's `split` family is given."""
    if not isinstance(indices_or_sections, Iterable):
        count = operator.index(indices_or_sections)
        if count < 1 or size % count:
            msg = f"{name}: expected a number of parts that divides {size}, got {count}"
            raise IvyValueError(msg)
        return [size // count] * count
    cuts = [slice(operator.index(i)).indices(size)[1] for i in indices_or_sections]
    return [max(0, end - start) for start, end in itertools.pairwise([0, *cuts, size])]


def cut_slices(name: str, size: int, indices_or_sections: Any) -> list[slice]:
    """Return the slices between the cuts that NumPy's `split` family is given."""
    if isinstance(indices_or_sections, Iterable):
        cuts = [operator.index(i) for i in indices_or_sections]
        return [slice(a, b) for a, b in itertools.pairwise([0, *cuts, size])]
    ends = list(itertools.accumulate(cut_sizes(name, size, indices_or_sections), initial=0))
    return [slice(a, b) for a, b in itertools.pairwise(ends)]


def pad_widths(name: str, pad_width: Any, ndim: int) -> list[tuple[int, ...]]:
    """Return the numbers of elements to add before and after each axis."""
    pairs = per_axis_pairs(name, pad_width, ndim)
    if any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        msg = f"{name}: expected pairs of numbers of at least 0, before and after each axis"
        raise IvyValueError(f"{msg}, got {pad_width}")
    return [tuple(map(operator.index, pair)) for pair in pairs]


def per_axis_pairs(name: str, values: Any, ndim: int) -> list[tuple[Any, ...]]:
    """Return a pair (before, after) for each axis from one value, one pair or a pair per axis."""
    if not isinstance(values, Iterable):
        return [(values, values)] * ndim
    values = [tuple(v) if isinstance(v, Iterable) else v for v in values]
    if not any(isinstance(v, tuple) for v in values):
        values = [tuple(values)]
    rows = [v if isinstance(v, tuple) else (v, v) for v in values]
    rows = [row * 2 if len(row) == 1 else row for row in rows]
    if len(rows) == 1:
        rows *= ndim
    if len(rows) != ndim:
        raise IvyValueError(f"{name}: expected a pair for each of {ndim} axes, got {values}")
    return rows


def constants_and_ends(xp: Any, x: Any, constant_values: Any, end_values: Any) -> tuple[Any, Any]:
    """Return what to pad each axis with and what to lead lines to, numbers that the dtype holds."""
    pairs = per_axis_pairs("pad", constant_values, len(x.shape))
    constants = [tuple(filler(xp, x, value) for value in pair) for pair in pairs]
    ends = per_axis_pairs("pad", end_values, len(x.shape))
    for pair in ends:
        for value in pair:
            check_holds(xp.DTYPES[x.dtype], value)
    return constants, ends


def filler(xp: Any, x: Any, value: Any) -> Any:
    """Return a number as one of the dtype of `x`; an array without axes as it is."""
    return value if hasattr(value, "dtype") else as_number(value, xp.DTYPES[x.dtype])


def check_equation(equation: str) -> None:
    """Raise for what some frameworks take: other signs than letters, axes of `...` that vanish."""
    if not isinstance(equation, str):
        msg = f"einsum: expected an equation such as 'ij,jk->ik', got {describe(equation)}"
        raise IvyTypeError(msg)
    _checked_equation(equation)


check_equation._dynamo_marked_constant = True  # type: ignore[attr-defined]  # torch.compile


@functools.lru_cache(1024)
def _checked_equation(equation: str) -> None:
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    strange = sorted(set(re.sub(r"\.\.\.|,", "", inputs + output)) - set(string.ascii_letters))
    if strange:
        msg = f"einsum: expected letters for the axes, got {strange[0]!r} in {equation!r}"
        raise IvyValueError(msg)
    if arrow and "..." in inputs and "..." not in output:
        msg = f"einsum: expected '...' in the output as in the inputs, got {equation!r}"
        raise IvyValueError(f"{msg}; name the axes to sum over")


def check_diagonals(equation: str, shapes: Any) -> None:
    """Raise where two axes of one operand share a letter and have different sizes."""
    inputs = equation.replace(" ", "").partition("->")[0]
    for term, shape in zip(inputs.split(","), shapes, strict=False):
        before, _, after = term.partition("...")
        sizes = {*zip(before, shape, strict=False), *zip(after[::-1], shape[::-1], strict=False)}
        if len(sizes) > len({letter for letter, _ in sizes}):
            msg = f"einsum: expected equal sizes for equal letters of {equation!r}"
            raise IvyValueError(f"{msg}, got shapes {', '.join(map(str, shapes))}")


def spelled_equation(equation: str, ndims: list[int]) -> tuple[list[str], str]:
    """Return an einsum equation's terms and result, ellipses replaced by letters."""
    inputs, arrow, out = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if not arrow:
        letters = inputs.replace(",", "").replace("...", "")
        out = "..." * ("..." in inputs) + "".join(
            sorted(c for c in set(letters) if letters.count(c) == 1)
        )
    widths = [
        n - len(t.replace("...", "")) if "..." in t else 0
        for t, n in zip(terms, ndims, strict=True)
    ]
    free = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in equation][: max(widths, default=0)]
    spelled = [
        t.replace("...", "".join(free[len(free) - w :])) for t, w in zip(terms, widths, strict=True)
    ]
    return spelled, out.replace("...", "".join(free))


def check_places(name: str, places: Any, shape: Any) -> None:
    """Raise where there is no place in an array of a shape for any of several."""
    if 0 not in places.shape and any(size < 1 for size in shape):
        raise IvyValueError(f"{name}: expected sizes from 1, got {tuple(shape)}")


def broadcast_shape(*shapes: Any) -> tuple[Any, ...]:
    """Return the shape that all broadcast to; `None` is an unknown size."""
    result: list[Any] = []
    for sizes in itertools.zip_longest(*(tuple(shape)[::-1] for shape in shapes), fillvalue=1):
        known = {size for size in sizes if size not in (1, None)}
        if len(known) > 1:
            text = ", ".join(str(tuple(shape)) for shape in shapes)
            raise IvyBroadcastShapeError(
                f"broadcast_shapes: expected shapes that broadcast, got {text}"
            )
        unknown = any(size is None for size in sizes)
        result.append(known.pop() if known else None if unknown else 1)
    return tuple(result[::-1])


def broadcasts_to(shape: Any, target: Any) -> bool:
    """Return whether an array of one shape broadcasts to another; `None` is an unknown size."""
    pairs = zip(tuple(shape)[::-1], tuple(target)[::-1], strict=False)
    return len(shape) <= len(target) and all(n in (1, None, m) or m is None for n, m in pairs)


def put_shape(shape: Any, indices: Any, axis: int) -> tuple[int, ...]:
    """Return the shape of what `put_along_axis` puts: `shape` with the number of indices."""
    target = (*shape[:axis], *indices[axis : axis + 1], *shape[axis + 1 :])
    if len(indices) != len(shape) or broadcast_shape(target, indices) != target:
        msg = f"put_along_axis: expected indices along axis {axis} of shape {tuple(shape)}"
        raise IvyValueError(f"{msg}, got shape {tuple(indices)}")
    return target


_COMBINATIONS = {
    "replace": "replace",
    "sum": "sum",
    "add": "sum",
    "mul": "mul",
    "multiply": "mul",
    "min": "min",
    "amin": "min",
    "max": "max",
    "amax": "max",
    "mean": "mean",
}


def combination(name: str, mode: str) -> str:
    """Return how old and new values combine: replace, sum, mul, min, max or mean."""
    try:
        return _COMBINATIONS[mode]
    except (KeyError, TypeError):
        modes = ", ".join(map(repr, dict.fromkeys(_COMBINATIONS.values())))
        raise IvyValueError(f"{name}: expected a mode of {modes}, got {mode!r}") from None
