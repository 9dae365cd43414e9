"""Casting and broadcasting. What is about dtypes themselves is in tests/test_data_type.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import EVERY, FLOATS, HALVES, INTS, Sample, case, draw, values

NOT_COMPLEX = tuple(dtype for dtype in EVERY if not dtype.startswith("complex"))


def promoted(x1: Any, x2: Any, array_api_promotion: bool = False) -> Any:
    return np.asarray(x1), np.asarray(x2)


SAMPLES = [
    Sample(
        "astype",
        lambda x, dtype, copy=True: x.astype("float64"),
        [
            case(draw(3, 4), "float32"),
            case(draw(3, 4), "float32", copy=False),
            case(draw(0, 3), "float32"),
            case(draw(), "float32"),
            case(values([np.nan, np.inf, -np.inf, -0.0]), "float32").only(*FLOATS, *HALVES),
        ],
        dtypes=("float64", *(dtype for dtype in NOT_COMPLEX if dtype != "float64")),
        result="float32",
    ),
    Sample(
        "bitcast",
        lambda x, dtype: np.asarray(x, "float32").view(dtype),
        [
            case(draw(3, 4), "int32"),
            case(draw(0, 3), "int32"),
            case(draw(), "int32"),
            case(values([np.nan, np.inf, -np.inf, -0.0]), "int32"),
        ],
        dtypes=("float32",),
        result="int32",
        differentiable=False,
    ),
    Sample(
        "broadcast_to",
        lambda x, shape: np.broadcast_to(x, shape),
        [
            case(draw(3, 1), (2, 3, 4)),
            case(draw(4), (3, 4)),
            case(draw(), (2, 2)),
            case(draw(1, 3), (0, 3)),
            case(draw(3, 4), (3, 4)),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "broadcast_arrays",
        np.broadcast_arrays,
        [
            case(draw(3, 1), draw(4, seed=1)),
            case(draw(3, 1), draw(4), draw(2, 1, 1)),
            case(draw()),
            case(draw(0, 1), draw(3)),
        ],
        dtypes=EVERY,
        result=("same",) * 3,
    ),
    Sample(
        "type_promote_arrays",
        promoted,
        [case(draw(3, 4), draw(4, seed=1)), case(draw(3), np.array([1, 2], dtype="int8"))],
        dtypes=FLOATS + HALVES + INTS,
        result=("same", "same"),
    ),
    Sample(
        "promote_types_of_inputs",
        promoted,
        [case(draw(3, 4), draw(4, seed=1)), case(draw(3), 2), case(draw(3), 2.5).only(*FLOATS)],
        dtypes=FLOATS + HALVES + INTS,
        result=("same", "same"),
        differentiable=False,
    ),
]
