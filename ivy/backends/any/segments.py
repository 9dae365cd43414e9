"""Reductions over groups of rows; polynomials and grids of indices."""

from __future__ import annotations

import math
import operator
from itertools import zip_longest

from ivy.backends.promotion import in_one_dtype
from ivy.errors import IvyValueError
from ivy.types import FINFO, IINFO, bfloat16, float16, float32

# ---- groups of rows ---------------------------------------------------------------------------


def unsorted_segment_sum(xp, data, segment_ids, num_segments):
    rows, index, shape = _as_rows(xp, "unsorted_segment_sum", data, segment_ids, num_segments)
    total = xp.segment_rows(_widened(xp, rows), index, shape[0], "sum")
    return xp.reshape(xp.astype(total, data.dtype), shape)


def unsorted_segment_mean(xp, data, segment_ids, num_segments):
    rows, index, shape = _as_rows(xp, "unsorted_segment_mean", data, segment_ids, num_segments)
    rows = _widened(xp, rows)
    total = xp.segment_rows(rows, index, shape[0], "sum")
    count = xp.segment_rows(xp.ones_like(rows[:, :1]), index, shape[0], "sum")
    count = xp.maximum(count, xp.ones_like(count))
    integral = xp.DTYPES[data.dtype].kind in ("int", "uint")
    mean = xp.floor_divide(total, count) if integral else xp.divide(total, count)
    return xp.reshape(xp.astype(mean, data.dtype), shape)


def unsorted_segment_min(xp, data, segment_ids, num_segments):
    rows, index, shape = _as_rows(xp, "unsorted_segment_min", data, segment_ids, num_segments)
    return xp.reshape(xp.segment_rows(rows, index, shape[0], "min"), shape)


def _as_rows(xp, name, data, segment_ids, num_segments):
    """Return data as rows, the number of each one's segment, and the shape of the result.

    Numbers outside of the segments become -1.
    """
    num_segments = operator.index(num_segments)
    leading, shape = tuple(segment_ids.shape), tuple(data.shape)
    pairs = zip_longest(leading, shape[: len(leading)], fillvalue=-1)
    if not leading or any(a != b and None not in (a, b) for a, b in pairs):
        msg = f"{name}: expected segment_ids for the first axes of data, of shape {shape}"
        raise IvyValueError(f"{msg}, got shape {leading}")
    if num_segments < 0:
        raise IvyValueError(f"{name}: expected num_segments of at least 0, got {num_segments}")
    count = -1 if None in leading else math.prod(leading)
    inner = shape[len(leading) :]
    rows = xp.reshape(data, (count, math.prod(inner)))
    index = xp.astype(xp.reshape(segment_ids, (-1,)), xp.index_dtype())
    inside = xp.logical_and(index >= 0, index < num_segments)
    index = xp.where(inside, index, xp.full_like(index, -1))
    return rows, index, (num_segments, *inner)


def _widened(xp, rows):
    """Return half precision as float32, in which it is added up."""
    half = xp.DTYPES[rows.dtype] in (bfloat16, float16)
    return xp.astype(rows, float32) if half else rows


def segment_rows(xp, rows, index, segments, reduction):
    """Return the sum or the minimum of the rows of each segment; those of number -1 are dropped."""
    dtype = xp.DTYPES[rows.dtype]
    start = 0 if reduction == "sum" else (FINFO if dtype in FINFO else IINFO)[dtype].max
    target = xp.full((segments + 1, rows.shape[1]), start, dtype=rows.dtype)
    index = xp.where(index < 0, xp.full_like(index, segments), index)
    return xp.scatter_rows(target, index, rows, reduction)[:segments]


# ---- grids, triangles and polynomials ---------------------------------------------------------


def eye_like(xp, x, k=0, dtype=None, device=None):
    if len(x.shape) == 0:
        raise IvyValueError("eye_like: expected x with at least one axis, got shape ()")
    ones = xp.ones_like(x, dtype, device)
    if len(x.shape) == 1:
        ones = xp.broadcast_to(ones, (x.shape[0], x.shape[0]))
    return xp.tril(xp.triu(ones, k), k)


def indices(xp, dimensions, dtype="int64", sparse=False):
    dimensions = tuple(map(operator.index, dimensions))
    # JAX without 64 bits counts in 32.
    native = xp.as_native_dtype(xp.index_dtype() if dtype == "int64" else dtype)
    axes = [xp.arange(n, dtype=native) for n in dimensions]
    if sparse:
        return xp.meshgrid(*axes, sparse=True, indexing="ij") if axes else ()
    if not axes:
        return xp.zeros((0,), dtype=native)
    return xp.stack(list(xp.meshgrid(*axes, indexing="ij")), 0)


def trilu(xp, x, k=0, upper=True):
    return xp.triu(x, k) if upper else xp.tril(x, k)


def polyval(xp, coeffs, x):
    if len(coeffs.shape) != 1:
        raise IvyValueError(f"polyval: expected coeffs in a vector, got {tuple(coeffs.shape)}")
    if type(x) in (bool, int, float, complex):
        x = xp.asarray(x, dtype=coeffs.dtype)
    elif len(x.shape):  # torch's tensors without axes, as each coefficient is, would be weak
        coeffs, x = in_one_dtype(xp, (coeffs, x))
    result = xp.zeros_like(x)
    for i in range(coeffs.shape[0]):
        result = xp.add(xp.multiply(result, x), coeffs[i])
    return result
