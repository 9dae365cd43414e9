"""Groups of rows, one row at a time; identities, triangles, grids and polynomials."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import (
    ALL_INTS,
    COMPLEXES,
    EVERY,
    FLOATS,
    HALVES,
    INTS,
    Sample,
    case,
    draw,
    values,
)

IDS = np.array([1, 0, 3])
SOME_OUTSIDE = np.array([2, -1, 4, 2])
OF_ENTRIES = np.array([[0, 1, 1, 0], [2, 2, 0, 1], [1, 0, 2, 2]])


def segments(data: Any, segment_ids: Any, num_segments: int) -> list[Any]:
    """Return the rows of each segment."""
    rows = data.reshape(segment_ids.size, *data.shape[segment_ids.ndim :])
    return [rows[segment_ids.reshape(-1) == i] for i in range(num_segments)]


def segment_sum(*args: Any) -> Any:
    return np.stack([rows.sum(0) for rows in segments(*args)])


def segment_mean(*args: Any) -> Any:
    return np.stack([rows.sum(0) / max(len(rows), 1) for rows in segments(*args)])


def segment_min(*args: Any) -> Any:
    return np.stack([rows.min(0) for rows in segments(*args)])


def polyval(coeffs: Any, x: Any) -> Any:
    return sum(c * x ** (len(coeffs) - 1 - i) for i, c in enumerate(coeffs))


CASES = [
    case(draw(3, 4), IDS, 5),
    case(draw(4), SOME_OUTSIDE, 3),
    case(draw(3, 4), OF_ENTRIES, 3),
]
FULL = [case(draw(3, 4), np.array([1, 0, 1]), 2), case(draw(3, 4), OF_ENTRIES, 3)]

SAMPLES = [
    Sample(
        "unsorted_segment_sum",
        segment_sum,
        CASES,
        dtypes=FLOATS + HALVES + INTS + COMPLEXES,
    ),
    Sample("unsorted_segment_mean", segment_mean, CASES, dtypes=FLOATS + HALVES),
    Sample("unsorted_segment_min", segment_min, FULL, dtypes=FLOATS + HALVES + INTS),
    Sample(
        "eye_like",
        lambda x, k=0: np.broadcast_to(
            np.eye(x.shape[-2] if x.ndim > 1 else x.size, x.shape[-1], k),
            x.shape if x.ndim > 1 else x.shape * 2,
        ),
        [case(draw(3, 4)), case(draw(2, 3, 4), k=1), case(draw(4), k=-1)],
        dtypes=FLOATS + HALVES + INTS,
        differentiable=False,
    ),
    Sample(
        "trilu",
        lambda x, k=0, upper=True: (np.triu if upper else np.tril)(x, k),
        [case(draw(3, 4)), case(draw(2, 3, 4), k=1, upper=False)],
        dtypes=EVERY,
    ),
    Sample(
        "indices",
        lambda dimensions, dtype=None, sparse=False: np.indices(dimensions, sparse=sparse),
        [case((2, 3)), case((4,), sparse=True), case(())],
        dtypes=("int64",),
        result="int64",
    ),
    Sample(
        "polyval",
        polyval,
        [
            case(draw(4, low=-2, high=2), draw(3, 4, low=-2, high=2)),
            case(values([1, 2, 3]), 2),
            case(values([1]), draw(4)),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS[2:4] + COMPLEXES,
        tolerance=4,  # rounded after each of seven operations, in half precision too
    ),
]
