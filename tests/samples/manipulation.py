"""Reshape, join, split, pad, pick: the same elements in another arrangement."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from tests.samples import (
    ALL_INTS,
    COMPLEXES,
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

REAL = FLOATS + HALVES + ALL_INTS
INDICES = np.array([2, 0, -1, 2])
ALONG = np.array([[2, 0], [1, 1], [0, 3]])
SHUFFLED = np.array([[1], [3], [0]])


def without_copy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the reference of an operation whose `copy` changes no value."""

    def reference(*args: Any, copy: bool | None = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return reference


def reshape(x: Any, shape: Any, copy: Any = None, order: str = "C", allowzero: bool = True) -> Any:
    sizes = [shape] if isinstance(shape, int) else list(shape)
    if not allowzero:
        sizes = [x.shape[i] if size == 0 else size for i, size in enumerate(sizes)]
    return np.reshape(x, sizes, order=order)


def flatten(
    x: Any, copy: Any = None, start_dim: int = 0, end_dim: int = -1, order: str = "C"
) -> Any:
    end = end_dim % x.ndim
    return x.reshape((*x.shape[:start_dim], -1, *x.shape[end + 1 :]), order=order)


def unflatten(x: Any, dim: int, shape: Any) -> Any:
    return x.reshape((*x.shape[:dim], *shape, *x.shape[dim + 1 :]))


def expand(x: Any, shape: Any, copy: Any = None) -> Any:
    new = len(shape) - x.ndim
    sizes = [x.shape[i - new] if n == -1 else n for i, n in enumerate(shape)]
    return np.broadcast_to(x, sizes)


def as_strided(x: Any, shape: Any, strides: Any) -> Any:
    # The reference holds 8 bytes for the 4 of float32 and int32, the dtypes the strides are for.
    steps = [stride * x.itemsize // 4 for stride in strides]
    return np.lib.stride_tricks.as_strided(x, shape, steps)


def pad_sequence(sequences: Any, batch_first: bool = False, padding_value: float = 0) -> Any:
    longest = max(map(len, sequences))
    widths = [[(0, longest - len(x))] + [(0, 0)] * (x.ndim - 1) for x in sequences]
    padded = [
        np.pad(x, width, constant_values=padding_value)
        for x, width in zip(sequences, widths, strict=True)
    ]
    return np.stack(padded, 0 if batch_first else 1)


def split(
    x: Any,
    copy: Any = None,
    num_or_size_splits: Any = None,
    axis: int = 0,
    with_remainder: bool = False,
) -> Any:
    size = x.shape[axis]
    if num_or_size_splits is None:
        return np.split(x, size, axis)
    if isinstance(num_or_size_splits, int) and with_remainder and size % num_or_size_splits:
        return np.split(x, range(num_or_size_splits, size, num_or_size_splits), axis)
    if isinstance(num_or_size_splits, int):
        return np.split(x, num_or_size_splits, axis)
    return np.split(x, list(itertools.accumulate(num_or_size_splits))[:-1], axis)


def unstack(x: Any, copy: Any = None, axis: int = 0, keepdims: bool = False) -> Any:
    if keepdims:
        return tuple(np.split(x, x.shape[axis], axis))
    return tuple(np.moveaxis(x, axis, 0))


def pad(x: Any, pad_width: Any, mode: str = "constant", **options: Any) -> Any:
    if mode in ("maximum", "mean", "median", "minimum"):
        options.setdefault("stat_length", 1)
    return np.pad(x, pad_width, mode, **options)


def take(x: Any, indices: Any, axis: Any = None, mode: str = "fill", fill_value: Any = None) -> Any:
    if mode != "fill":
        return np.take(x, indices, axis, mode=mode)
    size = x.size if axis is None else x.shape[axis]
    inside = (indices >= -size) & (indices < size)
    picked = np.take(x, np.where(inside, indices, 0), axis)
    after = 0 if axis is None else x.ndim - axis % x.ndim - 1
    filling = np.nan if fill_value is None else fill_value
    return picked if inside.all() else np.where(inside.reshape(-1, *[1] * after), picked, filling)


def take_along_axis(x: Any, indices: Any, axis: Any = -1, mode: str = "fill") -> Any:
    if axis is None:
        x, indices, axis = x.ravel(), indices.ravel(), 0
    size = x.shape[axis]
    if mode == "wrap":
        return np.take_along_axis(x, indices % size, axis)
    if mode == "clip":
        return np.take_along_axis(x, np.clip(indices, 0, size - 1), axis)
    inside = (indices >= -size) & (indices < size)
    picked = np.take_along_axis(x, np.where(inside, indices, 0), axis)
    return picked if inside.all() else np.where(inside, picked, np.nan)


def put_along_axis(x: Any, indices: Any, new: Any, axis: Any, mode: str = "replace") -> Any:
    if axis is None:
        return put_along_axis(x.ravel(), indices.ravel(), new, 0, mode).reshape(x.shape)
    result = x.copy()
    wanted = np.broadcast_to(new, indices.shape)
    for place in np.ndindex(*indices.shape):
        target = list(place)
        target[axis] = indices[place]
        old = result[tuple(target)]
        combined = {
            "replace": wanted[place],
            "sum": old + wanted[place],
            "mul": old * wanted[place],
            "min": min(old, wanted[place]) if mode == "min" else 0,
            "max": max(old, wanted[place]) if mode == "max" else 0,
            "mean": old + wanted[place],
        }
        result[tuple(target)] = combined[mode]
    if mode == "mean":
        counts = put_along_axis(np.ones_like(x), indices, np.ones(()), axis, "sum")
        result = result / counts
    return result


def fill_diagonal(x: Any, v: Any, wrap: bool = False) -> Any:
    result = x.copy()
    np.fill_diagonal(result, v, wrap)
    return result


def top_k(x: Any, k: int, axis: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    order = np.argsort(-x if largest else x, axis, stable=True)
    places = np.take(order, range(k), axis)
    return np.take_along_axis(x, places, axis), places


def clip(x: Any, min: Any = None, max: Any = None, x_min: Any = None, x_max: Any = None) -> Any:
    low, high = (x_min if min is None else min), (x_max if max is None else max)
    low = -np.inf if low is None else low
    high = np.inf if high is None else high
    if type(low) is int and low < -(10**20):  # no bound, and too large for the reference's integers
        return x
    return np.minimum(np.maximum(x, low), high)


def unfold(x: Any, mode: int = 0) -> Any:
    return np.moveaxis(x, mode, 0).reshape(x.shape[mode], -1)


def fold(x: Any, mode: int, shape: Any) -> Any:
    full = list(shape)
    size = full.pop(mode)
    return np.moveaxis(x.reshape(size, *full), 0, mode)


def partial_unfold(
    x: Any, mode: int = 0, skip_begin: int = 1, skip_end: int = 0, ravel_tensors: bool = False
) -> Any:
    end = x.ndim - skip_end
    moved = np.moveaxis(x, mode + skip_begin, skip_begin)
    middle = (-1,) if ravel_tensors else (x.shape[mode + skip_begin], -1)
    return moved.reshape(*x.shape[:skip_begin], *middle, *x.shape[end:])


def cumulated(function: Any) -> Callable[..., Any]:
    """Return the reference of a scan with a ufunc."""

    def reference(x: Any, fn: Any, reverse: bool = False, axis: int = 0) -> Any:
        forward = np.flip(x, axis) if reverse else x
        result = function.accumulate(forward, axis)
        return np.flip(result, axis) if reverse else result

    return reference


def add(a: Any, b: Any) -> Any:
    return a + b


PAD_CASES = [
    case(draw(3, 4), ((1, 2), (0, 3))),
    case(draw(3, 4), 2, constant_values=((1, 2), (3, 4))),
    case(draw(4), (1, 2), mode="edge"),
    case(draw(3, 4), ((1, 2), (2, 1)), mode="reflect"),
    case(draw(3, 4), ((5, 4), (7, 9)), mode="reflect"),
    case(draw(3, 4), ((5, 4), (7, 9)), mode="reflect", reflect_type="odd"),
    case(draw(3, 4), ((5, 4), (7, 9)), mode="symmetric"),
    case(draw(3, 4), ((5, 4), (7, 9)), mode="symmetric", reflect_type="odd"),
    case(draw(3, 4), ((5, 4), (7, 9)), mode="wrap"),
    case(draw(3, 4), 2, mode="linear_ramp", end_values=5),
    case(draw(3, 4), 2, mode="maximum", stat_length=None),
    case(draw(3, 4), ((1, 2), (2, 0)), mode="minimum", stat_length=2),
    case(draw(3, 4), 2, mode="mean", stat_length=((1, 2), (3, 4))).only("float32", "float64"),
    case(draw(3, 4), 2, mode="median", stat_length=3).only("float32", "float64"),
    case(draw(0, 4), ((1, 0), (0, 0))),
]

SAMPLES = [
    Sample(
        "reshape",
        reshape,
        [
            case(draw(3, 4), (2, 6)),
            case(draw(3, 4), -1),
            case(draw(3, 4), [4, -1], order="F"),
            case(draw(2, 3, 4), (0, -1), allowzero=False),
            case(draw(0, 3), (3, 0)),
            case(draw(1), ()),
            case(values(2), (1, 1), copy=True),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "permute_dims",
        without_copy(np.transpose),
        [case(draw(2, 3, 4), (2, 0, 1)), case(draw(2, 3, 4), [0, -1, 1]), case(values(2), ())],
        dtypes=EVERY,
    ),
    Sample(
        "expand_dims",
        without_copy(lambda x, axis=0: np.expand_dims(x, axis)),
        [
            case(draw(3, 4), axis=1),
            case(draw(3, 4)),
            case(draw(3, 4), axis=(0, -1)),
            case(values(2), axis=-1),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "squeeze",
        without_copy(np.squeeze),
        [
            case(draw(1, 3, 1), axis=0),
            case(draw(1, 3, 1)),
            case(draw(1, 3, 1), (0, -1)),
            case(draw(3, 4)),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "flatten",
        flatten,
        [
            case(draw(2, 3, 4)),
            case(draw(2, 3, 4), start_dim=1),
            case(draw(2, 3, 4), end_dim=-2),
            case(draw(3, 4), order="F"),
        ],
    ),
    Sample("unflatten", unflatten, [case(draw(3, 4), 1, (2, -1)), case(draw(3, 4), 0, (3, 1))]),
    Sample(
        "moveaxis",
        without_copy(np.moveaxis),
        [case(draw(2, 3, 4), 0, -1), case(draw(2, 3, 4), (0, 1), (-1, 0))],
    ),
    Sample(
        "swapaxes",
        without_copy(np.swapaxes),
        [case(draw(2, 3, 4), 0, 2), case(draw(2, 3, 4), -1, 1)],
    ),
    *(
        Sample(
            name,
            without_copy(getattr(np, name)),
            [
                case(draw(4)),
                case(values(2)),
                case(draw(3, 4)),
                case(draw(2, 3, 4), draw(4), copy=True),
            ],
        )
        for name in ("atleast_1d", "atleast_2d", "atleast_3d")
    ),
    Sample(
        "broadcast_shapes",
        lambda *shapes: np.broadcast_shapes(*shapes),
        [case((3, 1), (1, 4)), case((2, 3, 1), (4,), ()), case((0, 1), (1, 5))],
        differentiable=False,
    ),
    Sample("expand", expand, [case(draw(3, 1), (3, 4)), case(draw(3, 1), (2, -1, 4))]),
    Sample(
        "as_strided",
        as_strided,
        [case(draw(4), (3, 2), (4, 4)), case(draw(3, 4), (2, 3), (8, 16))],
        dtypes=("float32", "int32"),
    ),
    Sample(
        "flip",
        without_copy(np.flip),
        [
            case(draw(3, 4)),
            case(draw(2, 3, 4), axis=(0, -1)),
            case(draw(3, 4), 1, copy=True),
            case(values(2)),
            case(draw(0, 3)),
            case(draw(1, 1, 1, 1, 2, 1, 1, 1, 3)),
        ],
        dtypes=EVERY,
    ),
    Sample("fliplr", without_copy(np.fliplr), [case(draw(3, 4)), case(draw(2, 3, 4))]),
    Sample("flipud", without_copy(np.flipud), [case(draw(3, 4)), case(draw(4))]),
    Sample(
        "rot90",
        without_copy(np.rot90),
        [
            case(draw(3, 4)),
            *(case(draw(2, 3, 4), k=k, axes=(2, 0)) for k in (-1, 2, 5, 8)),
        ],
    ),
    Sample(
        "roll",
        np.roll,
        [
            case(draw(3, 4), 1),
            case(draw(3, 4), -5, axis=1),
            case(draw(3, 4), (1, -2), axis=(0, 1)),
            case(draw(3, 4), 2, axis=(0, 1)),
            case(draw(0, 3), 2, axis=0),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "concat",
        np.concatenate,
        [
            case([draw(3, 4), draw(2, 4, seed=1)]),
            case([draw(3, 4), draw(3, 1), draw(3, 0)], axis=-1),
            case([draw(3, 4), draw(4)], axis=None),
            case([draw(3, 4)], axis=1),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "stack",
        np.stack,
        [case([draw(3, 4), draw(3, 4, seed=1)]), case([draw(3, 4)] * 3, axis=-1)],
        dtypes=EVERY,
    ),
    Sample("vstack", np.vstack, [case([draw(4), draw(3, 4)]), case([draw(4), draw(4)])]),
    Sample("hstack", np.hstack, [case([draw(3, 4), draw(3, 1)]), case([draw(4), draw(1)])]),
    Sample("dstack", np.dstack, [case([draw(3, 4), draw(3, 4, seed=1)]), case([draw(4)] * 2)]),
    Sample("column_stack", np.column_stack, [case([draw(3), draw(3, 4)])]),
    Sample(
        "concat_from_sequence",
        lambda xs, new_axis=0, axis=0: (np.stack if new_axis else np.concatenate)(xs, axis),
        [case([draw(3, 4), draw(3, 4)]), case([draw(3, 4), draw(3, 4)], new_axis=1, axis=1)],
    ),
    Sample(
        "pad_sequence",
        pad_sequence,
        [
            case([draw(3, 4), draw(1, 4), draw(2, 4)]),
            case([draw(3), draw(2)], batch_first=True, padding_value=7),
        ],
    ),
    Sample(
        "repeat",
        np.repeat,
        [
            case(draw(3, 4), 2),
            case(draw(3, 4), 2, axis=1),
            case(draw(3, 4), np.array([1, 0, 2]), axis=0),
            case(draw(3, 4), 0, axis=0),
            case(values(2), 3),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "tile",
        np.tile,
        [
            case(draw(3, 4), (2, 1)),
            case(draw(4), (2, 3)),
            case(draw(2, 3, 4), 2),
            case(draw(3, 4), (0, 1)),
            case(values(2), ()),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "split",
        split,
        [
            case(draw(3, 4), num_or_size_splits=3),
            case(draw(3, 4), axis=1),
            case(draw(3, 4), num_or_size_splits=[1, 0, 3], axis=-1),
            case(draw(5), num_or_size_splits=2, with_remainder=True),
            case(draw(3, 4), num_or_size_splits=2, axis=1, with_remainder=True, copy=True),
        ],
        dtypes=FLOATS + INTS,
    ),
    *(
        Sample(
            name, without_copy(getattr(np, name)), [case(draw(*shape), 2), case(draw(*shape), [1])]
        )
        for name, shape in (("hsplit", (3, 4)), ("vsplit", (4, 3)), ("dsplit", (2, 3, 4)))
    ),
    Sample(
        "unstack",
        unstack,
        [
            case(draw(3, 4)),
            case(draw(3, 4), axis=-1),
            case(draw(3, 4), axis=1, keepdims=True, copy=True),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "constant_pad",
        lambda x, width, value=0: np.pad(x, width, constant_values=value) if x.ndim else x,
        [
            case(draw(3, 4), [(1, 2), (0, 1)], 3),
            case(draw(2, 3, 4), [[0, 1]] * 3),
            case(draw(1, 2, 1, 1, 3, 1, 2), [(1, 0)] * 7, 5),
            case(values(2), []),
        ],
        dtypes=NUMERIC,
    ),
    Sample("zero_pad", np.pad, [case(draw(3, 4), [(1, 2), (0, 1)])], dtypes=NUMERIC),
    Sample("pad", pad, PAD_CASES, dtypes=FLOATS + INTS),
    Sample(
        "trim_zeros",
        np.trim_zeros,
        [
            case(values([0, 0, 1, 0, 2, 0])),
            case(values([0, 1, 0]), trim="f"),
            case(values([0, 1, 0]), trim="b"),
            case(values([0, 0])),
        ],
        traceable=False,
        differentiable=False,  # the result changes its length at zeros
        dtypes=FLOATS + INTS,
    ),
    Sample(
        "take",
        take,
        [
            case(draw(3, 4), INDICES, axis=1),
            case(draw(4), INDICES),
            case(draw(3, 4), INDICES.reshape(2, 2), axis=0),
            case(draw(3, 4), np.array(1), axis=0),
            case(draw(3, 4), np.array([9, -9, 1]), axis=0).only(*FLOATS, *HALVES, *COMPLEXES),
            case(draw(3, 4), np.array([9, -9, 1]), axis=1, fill_value=3).only(*NUMERIC),
            case(draw(3, 4), np.array([9, -9, 1]), axis=1, mode="wrap"),
            case(draw(3, 4), np.array([9, -9, 1]), axis=-1, mode="clip"),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "take_along_axis",
        take_along_axis,
        [
            case(draw(3, 4), ALONG, axis=1),
            case(draw(3, 4), ALONG - 4),
            case(draw(3, 4), SHUFFLED, axis=1),
            case(draw(3, 4), np.array([[2, 0, 1, 1]]), axis=0),
            case(draw(3, 4), np.array([5, 7]), axis=None),
            case(draw(3, 4), ALONG * 2, axis=1, mode="wrap"),
            case(draw(3, 4), ALONG * 2, axis=1, mode="clip"),
            case(draw(3, 4), ALONG * 2, axis=1).only(*FLOATS, *HALVES, *COMPLEXES),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "put_along_axis",
        put_along_axis,
        [
            case(draw(3, 4), SHUFFLED, draw(3, 1, seed=1), 1),
            case(draw(3, 4), SHUFFLED, 2, 1),
            case(draw(3, 4), np.array([0, 5, -1]), draw(3, seed=1), None),
            *(
                case(draw(3, 4), ALONG, draw(3, 2, seed=1), 1, mode=mode)
                for mode in ("sum", "mul", "min", "max")
            ),
            case(draw(3, 4), ALONG, draw(3, 2, seed=1), 1, mode="mean").only(*FLOATS),
        ],
        dtypes=REAL,
        # Four factors of up to 4 in half precision.
        tolerance=4,
    ),
    Sample(
        "choose",
        lambda arr, choices, mode=None: np.choose(arr, choices, mode=mode or "raise"),
        [
            case(np.array([[1, 0, 2, 1]]), [draw(3, 4), draw(4), draw(3, 1)]),
            case(np.array([3, -2, 1, 0]), [draw(4), draw(4, seed=1)], mode="wrap"),
            case(np.array([3, -2, 1, 0]), [draw(4), draw(4, seed=1)], mode="clip"),
        ],
        dtypes=FLOATS + INTS,
    ),
    Sample(
        "fill_diagonal",
        fill_diagonal,
        [
            case(draw(3, 4), 2),
            case(draw(4, 3), values([1, 2])),
            case(draw(7, 3), 2, wrap=True),
            case(draw(3, 3, 3), 5),
        ],
        dtypes=FLOATS + INTS,
    ),
    Sample(
        "top_k",
        top_k,
        [
            case(draw(3, 4), 2),
            case(draw(3, 4), 2, axis=0, largest=False),
            case(values([1, 3, 3, 2, 3]), 3),
        ],
        result=("same", "int64"),
        dtypes=FLOATS + INTS,
    ),
    Sample(
        "clip",
        clip,
        [
            case(draw(3, 4), 1, 2),
            case(draw(3, 4), min=1),
            case(draw(3, 4), x_max=2),
            case(draw(3, 4), draw(4, seed=1), 3),
            case(draw(3, 4), None, draw(3, 1, seed=1)),
            case(values([1, np.nan, 3]), 2, 4).only(*FLOATS, *HALVES),
            case(values([1, 2, 3]), np.nan, 4).only(*FLOATS, *HALVES),
            case(values([1, 2, 3]), values([0, np.nan, 5])).only(*FLOATS, *HALVES),
            case(values([1, 2, 3]), -(10**30), 10**30).only(*ALL_INTS),
        ],
        dtypes=REAL,
    ),
    Sample(
        "heaviside",
        np.heaviside,
        [
            case(values([-1, 0, 2]), values([3, 4, 5])),
            case(values([-1, -0.0, np.nan, np.inf]), 0.5).only(*FLOATS, *HALVES),
        ],
        dtypes=FLOATS + HALVES + INTS,
        differentiable=False,
    ),
    Sample(
        "i0",
        special.i0,
        [case(draw(3, 4)), case(values([0, -8, 9, 20, np.inf, np.nan]))],
        dtypes=FLOATS + HALVES,
        result="float",
        tolerance=4,  # the exponential of 20 in float32
    ),
    Sample(
        "soft_thresholding",
        lambda x, threshold: np.sign(x) * np.maximum(np.abs(x) - threshold, 0),
        [case(draw(3, 4), 1), case(draw(3, 4), values([1, 2, 0, 3]))],
    ),
    Sample(
        "associative_scan",
        cumulated(np.add),
        [
            case(draw(3, 4), add),
            case(draw(7), add, reverse=True),
            case(draw(2, 3, 4), add, axis=-1),
            case(draw(1, 3), add),
            case(draw(0, 3), add),
        ],
        lists=False,
    ),
    Sample(
        "check_scalar",
        lambda x, force_integer, force_positive: None,
        [case(2, True, True), case(-1.5, False, False)],
        differentiable=False,
        lists=False,
        traceable=False,
    ),
    Sample("unfold", unfold, [case(draw(2, 3, 4)), case(draw(2, 3, 4), 1)]),
    Sample("fold", fold, [case(draw(3, 8), 1, (2, 3, 4))]),
    Sample(
        "partial_unfold",
        partial_unfold,
        [
            case(draw(2, 3, 4)),
            case(draw(2, 3, 4), 1),
            case(draw(2, 3, 4), 0, skip_begin=0, skip_end=1),
            case(draw(2, 3, 4), ravel_tensors=True),
        ],
    ),
    Sample(
        "partial_fold",
        lambda x, mode, shape, skip_begin=1: np.moveaxis(x.reshape(2, 4, 3), 1, 2),
        [case(draw(2, 4, 3), 1, (2, 3, 4))],
    ),
    Sample(
        "partial_tensor_to_vec",
        lambda x, skip_begin=1, skip_end=0: x.reshape(2, -1),
        [case(draw(2, 3, 4))],
    ),
    Sample(
        "partial_vec_to_tensor",
        lambda x, shape, skip_begin=1: x.reshape(shape),
        [case(draw(2, 12), (2, 3, 4))],
    ),
    Sample(
        "matricize",
        lambda x, rows, columns=None: x.transpose(*rows, *(columns or (1,))).reshape(8, 3),
        [case(draw(2, 3, 4), (0, 2)), case(draw(2, 3, 4), (2, 0), (1,))],
    ),
]
