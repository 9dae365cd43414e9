"""Distinct elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import EVERY, FLOATS, HALVES, INTS, Sample, case, draw, values

DEPENDS = {"jax": "the shape depends on the values"}


def unique_all(x: Any, axis: int | None = None, by_value: bool = True) -> Any:
    found = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, axis=axis, equal_nan=False
    )
    elements, indices, inverse, counts = found
    if not by_value:
        order = np.argsort(indices)
        inverse = np.argsort(order)[inverse]
        elements = np.take(elements, order, axis or 0)
        indices, counts = indices[order], counts[order]
    return elements, indices, inverse, counts


def unique_consecutive(x: Any, axis: int | None = None) -> Any:
    lines = x.ravel() if axis is None else np.moveaxis(x, axis, 0)
    rows = lines.reshape(len(lines), -1)
    first = np.array([i == 0 or (rows[i] != rows[i - 1]).any() for i in range(len(rows))], bool)
    bounds = np.append(np.flatnonzero(first), len(rows))
    output = lines[first] if axis is None else np.moveaxis(lines[first], 0, axis)
    inverse = np.cumsum(first) - 1
    return output, inverse.reshape(x.shape) if axis is None else inverse, np.diff(bounds)


CASES = [
    case(values([3, 1, 3, 2])),
    case(draw(3, 4, low=0, high=3)),
    case(draw(40, low=0, high=5)),
    case(draw(0)),
    case(values(2)),
    case(values([np.nan, 1, -0.0, 0.0, np.inf, np.nan, 1])).only(*FLOATS, *HALVES),
]
BY_SLICES = [
    case(values([[1, 2], [0, 1], [1, 2]]), axis=0),
    case(values([[1, 0, 1], [2, 1, 2]]), axis=1),
    case(values([[[1, 2], [3, 4]], [[1, 2], [3, 4]]]), axis=0),
]
OTHERS = {"differentiable": False, "dtypes": EVERY, "traceable": DEPENDS}

SAMPLES = [
    Sample(
        "unique_all",
        unique_all,
        [*CASES, *BY_SLICES, case(values([3, 1, 3, 2]), by_value=False)],
        result=("same", "int64", "int64", "int64"),
        **OTHERS,
    ),
    Sample(
        "unique_counts",
        lambda x: unique_all(x)[::3],
        CASES,
        result=("same", "int64"),
        **OTHERS,
    ),
    Sample(
        "unique_inverse",
        lambda x, axis=None: unique_all(x, axis)[::2],
        [*CASES, *BY_SLICES],
        result=("same", "int64"),
        **OTHERS,
    ),
    Sample("unique_values", lambda x: unique_all(x)[0], CASES, **OTHERS),
    Sample(
        "unique_consecutive",
        unique_consecutive,
        [
            case(values([1, 1, 2, 1])),
            case(draw(3, 4, low=0, high=2)),
            case(values([[1, 2], [1, 2], [0, 1]]), axis=0),
            case(values([1, np.nan, np.nan])).only(*FLOATS, *HALVES),
        ],
        result=("same", "int64", "int64"),
        differentiable=False,
        dtypes=FLOATS + INTS,
        traceable=DEPENDS,
    ),
]
