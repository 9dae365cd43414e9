"""Where elements are: extremes, non-zeros, conditions, places in a sorted array."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import (
    ALL_INTS,
    BOOL,
    EVERY,
    FLOATS,
    HALVES,
    INTS,
    NUMERIC,
    Sample,
    case,
    draw,
    values,
)

REAL = BOOL + FLOATS + HALVES + ALL_INTS
DEPENDS = {"jax": "the shape depends on the values"}
MASK = np.array([[True], [False], [True]])


def extreme(function: Any) -> Any:
    """Return the reference of `argmax` or `argmin`."""

    def reference(
        x: Any,
        axis: Any = None,
        keepdims: bool = False,
        dtype: Any = None,
        select_last_index: Any = False,
    ) -> Any:
        if not select_last_index:
            return function(x, axis, keepdims=keepdims)
        size = x.size if axis is None else x.shape[axis]
        return size - 1 - function(np.flip(x, axis), axis, keepdims=keepdims)

    return reference


def nonzero(x: Any, as_tuple: bool = True, size: int | None = None, fill_value: int = 0) -> Any:
    found = np.argwhere(x)
    if size is not None:
        rest = np.full((max(0, size - len(found)), x.ndim), fill_value)
        found = np.concatenate([found[:size], rest])
    return tuple(found.T) if as_tuple else found


def searchsorted(
    x: Any, v: Any, side: str = "left", sorter: Any = None, ret_dtype: Any = None
) -> Any:
    if x.ndim == 1:
        return np.searchsorted(x, v, side, sorter)
    return np.stack([np.searchsorted(a, b, side) for a, b in zip(x, v, strict=True)])


ARG_CASES = [
    case(draw(3, 4)),
    case(draw(2, 3, 4), axis=1),
    case(draw(3, 4), axis=-1, keepdims=True),
    case(draw(3, 4), keepdims=True),
    case(values([1, 3, 3, 1]), select_last_index=True),
    case(values([[1, 3], [3, 1]]), select_last_index=True),
    case(values([[1, 3], [3, 3]]), axis=1, select_last_index=True, keepdims=True),
    case(values([1, np.nan, 3, np.nan])).only(*FLOATS, *HALVES),
    case(values([[np.inf, np.nan], [1, np.inf]]), axis=1).only(*FLOATS, *HALVES),
    case(values([0.0, -0.0])).only(*FLOATS),
    case(draw(1, 1, 2, 1, 1, 3, 1, 1, 2), axis=5),
]

SAMPLES = [
    *(
        Sample(
            name, extreme(function), ARG_CASES, dtypes=REAL, result="int64", differentiable=False
        )
        for name, function in (("argmax", np.argmax), ("argmin", np.argmin))
    ),
    Sample(
        "nonzero",
        nonzero,
        [
            case(values([0, 3, 0, 4])),
            case(draw(3, 4)),
            case(draw(2, 3, 4), as_tuple=False),
            case(values([[0, 1], [2, 3]]), size=2),
            case(values([[0, 1], [2, 3]]), size=5, fill_value=7),
            case(draw(0, 3)),
            case(draw(1, 1, 2, 1, 1, 3, 1, 1, 2)),
        ],
        dtypes=EVERY,
        result="int64",
        differentiable=False,
        traceable=DEPENDS,
    ),
    Sample(
        "argwhere",
        np.argwhere,
        [case(values([[0, 1], [2, 0]])), case(draw(2, 3, 4))],
        dtypes=EVERY,
        result="int64",
        differentiable=False,
        traceable=DEPENDS,
    ),
    Sample(
        "where",
        np.where,
        [
            case(MASK, draw(3, 4), draw(4, seed=1)),
            case(MASK, draw(3, 4), 1).only(*NUMERIC),
            case(MASK, 1, draw(3, 4)).only(*NUMERIC),
            case(np.array([2, 0, 1, 0]), draw(3, 4), draw(3, 4, seed=1)),
            case(np.array(True), draw(0, 3), draw(3)),
            case(np.array(True), draw(1, 1, 2, 1, 1, 3, 1, 1, 2), draw(2)),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "searchsorted",
        searchsorted,
        [
            case(values([1, 2, 2, 3]), draw(3, 4)),
            case(values([1, 2, 2, 3]), values([2, 9, 0]), side="right"),
            case(values([3, 1, 2, 2]), values([2, 9, 0]), sorter=np.array([1, 2, 3, 0])),
            case(values([1, 2, 3]), 2),
            case(values([]), values([1, 2])),
            case(values([[1, 2, 3], [2, 2, 4]]), values([[2], [2]]), side="right"),
            *(
                case(
                    values([-np.inf, -0.0, 1, np.inf, np.nan, np.nan]),
                    values([np.nan, np.inf, 0.0, 5, -np.inf]),
                    side=side,
                ).only(*FLOATS, *HALVES)
                for side in ("left", "right")
            ),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS,
        result="int64",
        differentiable=False,
    ),
    Sample(
        "unravel_index",
        np.unravel_index,
        [case(values([0, 5, 11]), (3, 4)), case(values([[7]]), (2, 2, 3))],
        dtypes=INTS,
        result="int64",
        differentiable=False,
    ),
]
