"""Sorting."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import (
    ALL_INTS,
    BOOL,
    COMPLEXES,
    FLOATS,
    HALVES,
    INTS,
    Sample,
    case,
    draw,
    values,
)

REAL = BOOL + FLOATS + HALVES + ALL_INTS


def argsort(x: Any, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    if not descending:
        return np.argsort(x, axis, stable=True)
    backwards = np.argsort(np.flip(x, axis), axis, stable=True)
    return x.shape[axis] - 1 - np.flip(backwards, axis)


def sort(x: Any, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    return np.take_along_axis(x, argsort(x, axis, descending), axis)


CASES = [
    case(draw(3, 4)),
    case(draw(3, 4), axis=0),
    case(draw(2, 3, 4), axis=1, descending=True),
    case(draw(40)),
    case(draw(40), descending=True),
    case(draw(0, 3)),
    case(draw(3, 0), axis=-1, descending=True),
    *(
        case(
            values([np.nan, 1, -0.0, 0.0, np.inf, -np.inf, np.nan, -2]), descending=descending
        ).only(*FLOATS, *HALVES)
        for descending in (False, True)
    ),
]

SAMPLES = [
    Sample("sort", sort, CASES, dtypes=REAL + COMPLEXES),
    Sample(
        "argsort", argsort, CASES, dtypes=REAL + COMPLEXES, result="int64", differentiable=False
    ),
    Sample("msort", lambda x: np.sort(x, 0), [case(draw(3, 4)), case(draw(2, 3, 4))]),
    Sample(
        "lexsort",
        lambda keys, axis=-1: np.lexsort(keys, axis),
        [
            case([values([1, 0, 2, 0]), values([5, 5, 4, 5])]),
            case([draw(3, 4), draw(3, 4, seed=1)], axis=0),
            case([values([1, np.nan, 0]), values([np.nan, 0, np.nan])]).only(*FLOATS, *HALVES),
        ],
        dtypes=FLOATS + HALVES + INTS,
        result="int64",
        differentiable=False,
    ),
    Sample(
        "invert_permutation",
        np.argsort,
        [case(values([2, 0, 3, 1]))],
        dtypes=INTS,
        result="int64",
        differentiable=False,
    ),
]
