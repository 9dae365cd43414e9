"""New arrays: filled, counted, converted."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import (
    ALL_INTS,
    COMPLEXES,
    DTYPE,
    EVERY,
    FLOATS,
    HALVES,
    NUMERIC,
    Sample,
    case,
    draw,
    values,
)

REAL = FLOATS + HALVES + ALL_INTS
INDICES = np.array([[0, 2], [1, -1]])


def filled(value: Any) -> Any:
    """Return the reference of a function that fills a shape with one value."""
    return lambda shape, dtype=None: np.full(shape, value)


def filled_like(value: Any) -> Any:
    """Return the reference of a function that fills the shape of an array with one value."""
    return lambda x, dtype=None: np.full(x.shape, value)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    return np.arange(start, stop, step) if stop is not None else np.arange(start)


def linspace(
    start: Any, stop: Any, num: int, axis: Any = None, endpoint: bool = True, dtype: Any = None
) -> Any:
    return np.linspace(start, stop, num, endpoint, axis=-1 if axis is None else axis)


def logspace(
    start: Any,
    stop: Any,
    num: int,
    base: Any = 10.0,
    axis: int = 0,
    endpoint: bool = True,
    dtype: Any = None,
) -> Any:
    return np.logspace(start, stop, num, endpoint, base, axis=axis)


def eye(
    rows: int, columns: Any = None, k: int = 0, batch_shape: Any = None, dtype: Any = None
) -> Any:
    matrix = np.eye(rows, columns, k)
    return np.broadcast_to(matrix, (*(batch_shape or ()), *matrix.shape))


def one_hot(
    indices: Any,
    depth: int,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
) -> Any:
    on = 1 if on_value is None else on_value
    off = 0 if off_value is None else off_value
    hits = indices[..., None] == np.arange(depth)
    return np.moveaxis(np.where(hits, on, off), -1, -1 if axis is None else axis)


def check_shape_only(result: Any, shape: Any, dtype: Any = None) -> None:
    assert result.shape == tuple(np.atleast_1d(shape))


def check_like(result: Any, x: Any, dtype: Any = None) -> None:
    assert result.shape == x.shape


def cast(x: Any, copy: Any = None, dtype: Any = None) -> Any:
    return np.asarray(x)


def half_complex(dtype: str) -> str:
    return "complex128" if dtype == "float64" else "complex64"


SAMPLES = [
    Sample(
        "zeros",
        filled(0),
        [case((2, 3), dtype=DTYPE), case(4, dtype=DTYPE), case((), dtype=DTYPE), case((0, 2))],
        dtypes=("float32", *(d for d in EVERY if d != "float32")),
    ),
    Sample(
        "ones",
        filled(1),
        [case((2, 3), dtype=DTYPE), case(4, dtype=DTYPE), case((), dtype=DTYPE), case((0, 2))],
        dtypes=("float32", *(d for d in EVERY if d != "float32")),
    ),
    Sample(
        "empty",
        None,
        [case((2, 3), dtype=DTYPE), case(4, dtype=DTYPE), case((), dtype=DTYPE)],
        dtypes=EVERY,
        check=check_shape_only,
        repeatable=False,
    ),
    Sample(
        "full",
        lambda shape, fill_value, dtype=None: np.full(shape, fill_value),
        [
            case((2, 3), 1, dtype=DTYPE),
            case(2, 2.5),
            case((2,), -2.5).only("float32"),
            case((), 3).only("int32"),
            case((2,), True).only("bool"),
            case((2,), 1 - 2j).only("complex64"),
            case((2,), 2**40).only("int64"),
            case((2,), values(2.5)).only("float32", "float64"),
        ],
        dtypes=("float32", *(d for d in EVERY if d != "float32")),
    ),
    Sample(
        "zeros_like",
        filled_like(0),
        [case(draw(3, 4)), case(draw()), case(draw(0, 3)), case(draw(4), dtype=DTYPE)],
        dtypes=EVERY,
        differentiable=False,
    ),
    Sample(
        "ones_like",
        filled_like(1),
        [case(draw(3, 4)), case(draw()), case(draw(0, 3)), case(draw(4), dtype=DTYPE)],
        dtypes=EVERY,
        differentiable=False,
    ),
    Sample(
        "empty_like",
        None,
        [case(draw(3, 4)), case(draw()), case(draw(0, 3))],
        dtypes=EVERY,
        check=check_like,
        repeatable=False,
        differentiable=False,
    ),
    Sample(
        "full_like",
        lambda x, fill_value, dtype=None: np.full(x.shape, fill_value),
        [case(draw(3, 4), 1), case(draw(), 1), case(draw(0, 3), 1), case(draw(4), 1, dtype=DTYPE)],
        dtypes=EVERY,
        differentiable=False,
    ),
    Sample(
        "arange",
        arange,
        [
            case(5, dtype=DTYPE),
            case(2, 11, 3, dtype=DTYPE),
            case(11, 2, -3, dtype=DTYPE),
            case(5, 2, dtype=DTYPE),
            case(0.5, 2.0, 0.25, dtype=DTYPE),
            case(0, 1, 0.1, dtype=DTYPE).only("float32", "float64"),
            case(7).only("int32"),
            case(1.5).only("float32"),
            case(2**31, 2**31 + 3).only("int64"),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS,
    ),
    Sample(
        "linspace",
        linspace,
        [
            case(draw(3, 4), draw(3, 4, seed=1), 5),
            case(draw(3, 4), draw(4, seed=1), 5, axis=0),
            case(draw(3, 4), 2.0, 4, axis=1, endpoint=False),
            case(0, 1, 7, dtype=DTYPE).only(*FLOATS, *HALVES, *COMPLEXES),
            case(0, 1, 7, endpoint=False).only("float32"),
            case(-3, 10, 1).only("float32"),
            case(-3, 10, 0).only("float32"),
            case(1j, 2, 4).only("complex64"),
            case(16777217.0, 0.0, 3, dtype=DTYPE).only("float64"),
        ],
        dtypes=FLOATS + HALVES + COMPLEXES,
        result="float",
    ),
    Sample(
        "logspace",
        logspace,
        [
            case(draw(3, 4, low=-1, high=1), draw(3, 4, low=-1, high=1, seed=1), 5),
            case(draw(4, low=-1, high=1), 2.0, 4, base=2.0, axis=1, endpoint=False),
            case(0, 3, 4, dtype=DTYPE).only(*FLOATS),
            case(0, 3, 4, dtype=DTYPE).only("int32"),
        ],
        dtypes=FLOATS + HALVES,
        tolerance=4,  # the error of the exponent is multiplied by the logarithm of the base
    ),
    Sample(
        "eye",
        eye,
        [
            case(3, dtype=DTYPE),
            case(3, 4, k=1, dtype=DTYPE),
            case(4, 3, k=-2, dtype=DTYPE),
            case(3, k=7, dtype=DTYPE),
            case(0, dtype=DTYPE),
            case(2, 3, batch_shape=(2, 1), dtype=DTYPE),
            case(2, k=1, batch_shape=[2], dtype=DTYPE),
        ],
        dtypes=("float32", *(d for d in EVERY if d != "float32")),
    ),
    Sample(
        "tril_indices",
        lambda rows, columns=None, k=0: np.tril_indices(rows, k, columns),
        [case(3), case(3, 4, 1), case(4, 3, -2), case(0)],
        dtypes=("int64",),
        result="int64",
        differentiable=False,
    ),
    Sample(
        "triu_indices",
        lambda rows, columns=None, k=0: np.triu_indices(rows, k, columns),
        [case(3), case(3, 4, 1), case(4, 3, -2), case(0)],
        dtypes=("int64",),
        result="int64",
        differentiable=False,
    ),
    Sample(
        "tril",
        lambda x, k=0: np.tril(x, k),
        [
            case(draw(3, 4)),
            case(draw(3, 4), k=1),
            case(draw(4, 3), k=-2),
            case(draw(2, 3, 4), k=9),
            case(draw(3, 4), k=-9),
            case(draw(0, 3)),
            case(values([[np.nan, np.inf], [1, np.nan]]), k=-1).only("float32"),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "triu",
        lambda x, k=0: np.triu(x, k),
        [
            case(draw(3, 4)),
            case(draw(3, 4), k=1),
            case(draw(4, 3), k=-2),
            case(draw(2, 3, 4), k=9),
            case(draw(3, 4), k=-9),
            case(draw(0, 3)),
            case(values([[np.nan, np.inf], [1, np.nan]]), k=1).only("float32"),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "meshgrid",
        lambda *xs, **options: np.meshgrid(*xs, **options),
        [
            case(draw(3), draw(4, seed=1)),
            case(draw(3), draw(4, seed=1), indexing="ij"),
            case(draw(3), draw(4, seed=1), draw(2), sparse=True),
            case(draw(3)),
            case(draw(0), draw(4)),
        ],
        dtypes=EVERY,
        result=("same",) * 3,
    ),
    Sample(
        "one_hot",
        one_hot,
        [
            case(INDICES, 3),
            case(INDICES, 3, axis=0, dtype="int32").only("int32"),
            case(INDICES, 4, axis=1, dtype=DTYPE).only(*NUMERIC),
            case(INDICES, 3, on_value=5, off_value=-1).only("int32"),
            case(INDICES, 3, on_value=2.5).only("float32"),
            case(values([0, 2, 1]), 3, dtype=DTYPE).only("float32", *ALL_INTS),
        ],
        dtypes=("float32",),
        differentiable=False,
    ),
    Sample(
        "complex",
        lambda real, imag: real + 1j * imag,
        [
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 1), draw(4, seed=1)),
            case(draw(4), 2.0),
            case(0, draw(4)),
        ],
        dtypes=FLOATS + HALVES,
        result=half_complex,
    ),
    Sample(
        "asarray",
        cast,
        [
            case([[1, 2], [3, 4]], dtype=DTYPE),
            case([True, False]).only("bool"),
            case([1, True]).only("int32"),
            case([1, 2**40]).only("int64"),
            case([2**63]).only("uint64"),
            case([1, 2.5]).only("float32"),
            case([1, 2.5, 1j]).only("complex64"),
            case([]).only("float32"),
            case([[], []]).only("float32"),
            case(range(3)).only("int32"),
            case(2.5).only("float32"),
            case(draw(3, 4)).only(*EVERY),
            case(draw(3, 4), copy=True),
        ],
        dtypes=NUMERIC,
    ),
    Sample(
        "copy_array",
        np.copy,
        [case(draw(3, 4)), case(draw()), case(draw(0, 3))],
        dtypes=EVERY,
    ),
    Sample(
        "frombuffer",
        lambda buffer, dtype=None, count=-1, offset=0: np.frombuffer(
            buffer, dtype or "float32", count, offset
        ),
        [
            case(np.arange(4, dtype="float32").tobytes()),
            case(np.arange(4, dtype="int16").tobytes(), dtype="int16", offset=2).only("int16"),
            case(bytearray(b"abcd"), dtype="uint8", count=3).only("uint8"),
        ],
        dtypes=("float32",),
        traceable={"torch": "torch.compile (2.13) cannot trace np.frombuffer"},
    ),
]
