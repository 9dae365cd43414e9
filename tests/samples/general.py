from itertools import product

import numpy as np

from tests.samples import (
    ALL_INTS,
    BOOL,
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

INDEX = np.array([[2, 0], [-1, 1]])
POSITIONS = np.array([[0, 1], [2, 3], [-1, 0]])
MASK = np.arange(12).reshape(3, 4) % 3 == 0


def gather(params, indices, axis=-1, batch_dims=0):
    """Element by element, as the definition says."""
    axis %= params.ndim
    shape = params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1 :]
    result = np.empty(shape, params.dtype)
    inner = indices.ndim - batch_dims
    for place in product(*map(range, shape)):
        before, chosen = place[:axis], place[axis : axis + inner]
        index = indices[before[:batch_dims] + chosen]
        result[place] = params[(*before, index, *place[axis + inner :])]
    return result


def gather_nd(params, indices, batch_dims=0):
    depth = indices.shape[-1]
    places = indices.shape[:-1]
    result = np.empty(places + params.shape[batch_dims + depth :], params.dtype)
    for place in product(*map(range, places)):
        result[place] = params[place[:batch_dims] + tuple(indices[place])]
    return result


COMBINE = {
    "sum": lambda old, new: old + new,
    "min": np.minimum,
    "max": np.maximum,
    "replace": lambda old, new: new,
}


def scatter_nd(indices, updates, shape=None, reduction="sum"):
    result = np.zeros(tuple(shape), updates.dtype)
    touched = set()
    for place in product(*map(range, indices.shape[:-1])):
        where = tuple(int(i) % n for i, n in zip(indices[place], shape, strict=False))
        first = where not in touched and reduction in ("min", "max")
        result[where] = (
            updates[place] if first else COMBINE[reduction](result[where], updates[place])
        )
        touched.add(where)
    return result


def scatter_flat(indices, updates, size=None, reduction="sum"):
    return scatter_nd(indices[:, None], updates, (size,), reduction)


def clip_matrix_norm(x, max_norm, p=2.0):
    norms = np.linalg.norm(x, ord=p, axis=(-2, -1), keepdims=True)
    return x * np.minimum(1, max_norm / norms)


def clip_vector_norm(x, max_norm, p=2.0):
    norm = (np.abs(x) ** p).sum() ** (1 / p)
    return x * np.minimum(1, max_norm / norm)


def fourier_encode(x, max_freq, num_bands=4, linear=False, concat=True, flatten=False):
    x = np.asarray(x, "float64")
    x = x.reshape(-1, 1) if flatten else x[..., None]
    space = np.linspace if linear else np.geomspace
    angles = x * space(1, max_freq / 2, num_bands) * np.pi
    parts = [x, np.sin(angles), np.cos(angles)]
    return np.concatenate(parts, -1) if concat else tuple(parts[1:])


def set_item(x, query, val):
    x = x.copy()
    x[query] = val
    return x


HOST = {"differentiable": False, "traceable": False}

SAMPLES = [
    # ---- what an array is and holds
    Sample("shape", lambda x: x.shape, [case(draw(3, 4)), case(draw())], differentiable=False),
    Sample("get_num_dims", np.ndim, [case(draw(3, 4)), case(draw())], differentiable=False),
    Sample(
        "size", np.size, [case(draw(3, 4)), case(draw()), case(draw(0, 3))], differentiable=False
    ),
    Sample("itemsize", lambda x: 4, [case(draw(3, 4))], dtypes=("float32",), differentiable=False),
    Sample(
        "strides", lambda x: (16, 4), [case(draw(3, 4))], dtypes=("float32",), differentiable=False
    ),
    Sample(
        "to_list",
        np.ndarray.tolist,
        [case(draw(3, 4)), case(draw()), case(draw(0, 3))],
        dtypes=EVERY,
        **HOST,
    ),
    Sample(
        "to_scalar",
        lambda x: x.item(),
        [case(draw()), case(draw(1, 1))],
        dtypes=EVERY,
        **HOST,
    ),
    Sample(
        "array_equal",
        np.array_equal,
        [
            case(draw(3, 4), draw(3, 4)),
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 4), draw(4)),
            case(draw(0, 3), draw(0, 3)),
            case(values([np.nan]), values([np.nan])).only("float32"),
        ],
        dtypes=EVERY,
        **HOST,
    ),
    Sample(
        "all_equal",
        lambda *xs, equality_matrix=False: (
            np.array([[np.array_equal(x, y) for y in xs] for x in xs])
            if equality_matrix
            # NumPy 2.1 cannot compare a text with a number
            else all(type(x) is type(xs[0]) and np.array_equal(xs[0], x) for x in xs)
        ),
        [
            case(draw(3, 4), draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 4), draw(3, 4)),
            case(draw(3, 4), draw(3, 4, seed=1), draw(4), equality_matrix=True),
            case("a", "a", 1),
        ],
        result="bool",
        lists=False,
        **HOST,
    ),
    Sample(
        "has_nans",
        lambda x, include_infs=True: bool((~np.isfinite(x) if include_infs else np.isnan(x)).any()),
        [
            case(values([1.0, np.inf])),
            case(values([1.0, np.inf]), include_infs=False),
            case(values([np.nan, 1.0])),
            case(draw(0, 3)),
        ],
        dtypes=FLOATS + HALVES + COMPLEXES,
        **HOST,
    ),
    Sample(
        "value_is_nan",
        lambda x, include_infs=True: bool(np.isnan(x) or (include_infs and np.isinf(x))),
        [case(values(np.inf)), case(values(np.inf), include_infs=False), case(values(np.nan))],
        dtypes=FLOATS + HALVES + COMPLEXES,
        **HOST,
    ),
    # ---- parts
    Sample(
        "get_item",
        lambda x, query: x[query],
        [
            case(draw(3, 4), 1),
            case(draw(3, 4), (slice(None), slice(None, None, -1))),
            case(draw(3, 4), INDEX),
            case(draw(3, 4), (INDEX, INDEX)),
        ],
        dtypes=EVERY,
        lists=False,
    ),
    Sample(
        "set_item",
        set_item,
        [
            case(draw(3, 4), 1, draw(4)),
            case(draw(3, 4), MASK, 2),
            case(draw(3, 4), (slice(None, None, -2), 0), draw(2)),
        ],
        dtypes=EVERY,
        lists=False,
    ),
    Sample(
        "gather",
        gather,
        [
            case(draw(3, 4), INDEX, axis=0),
            case(draw(3, 4), INDEX),
            case(draw(2, 3, 4), np.array([1, 0]), axis=1),
            case(draw(2, 3, 4), np.array([[1, 0, 2], [2, 2, -1]]), axis=2, batch_dims=1),
            case(draw(2, 3, 4), INDEX[:, :1], axis=1, batch_dims=1),
            case(draw(2, 3, 4), np.array([[1, 0, 2], [2, 2, -1]]), axis=2, batch_dims=2),
            case(draw(3, 4), np.zeros((0,), "int64"), axis=0),
            case(draw(3, 4), np.array(2), axis=1),
            case(draw(3, 4), np.array([0, 2], "uint8"), axis=0),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "gather_nd",
        gather_nd,
        [
            case(draw(3, 4), POSITIONS),
            case(draw(3, 4), POSITIONS[:, :1]),
            case(draw(2, 3, 4), np.array([[1, 2, 3], [0, 0, 0]])),
            case(draw(2, 3, 4), np.array([[[1, 2]], [[0, 3]]]), batch_dims=1),
            case(draw(2, 3, 4), np.array([[[1], [2]], [[0], [2]]]), batch_dims=1),
        ],
        dtypes=EVERY,
    ),
    Sample(
        "scatter_flat",
        scatter_flat,
        [
            case(np.array([0, 3, 0]), draw(3), size=4),
            case(np.array([0, 3, 0]), draw(3), size=5, reduction="min"),
            case(np.array([0, 3, 0]), draw(3), size=5, reduction="max"),
            case(np.array([4, -2, 0]), draw(3), size=5, reduction="replace"),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS,
    ),
    Sample(
        "scatter_nd",
        scatter_nd,
        [
            case(POSITIONS, draw(3), shape=(3, 4)),
            case(np.array([[1], [1], [0]]), draw(3, 4), shape=(2, 4)),
            case(np.array([[1], [1], [0]]), draw(3, 4), shape=(3, 4), reduction="max"),
            case(np.array([[1], [1], [0]]), draw(3, 4), shape=(3, 4), reduction="min"),
            case(POSITIONS, draw(3), shape=[3, 4], reduction="replace"),
            case(np.zeros((0, 1), "int64"), draw(0, 4), shape=(3, 4)),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS,
    ),
    Sample(
        "isin",
        lambda x1, x2, assume_unique=False, invert=False: np.isin(x1, x2, invert=invert),
        [
            case(draw(3, 4), draw(4)),
            case(draw(2, 3, 4), draw(3, 4), invert=True),
            case(draw(3, 4), draw(100)),
            case(draw(3, 4), draw(0)),
            case(draw(0, 3), draw(4)),
            case(values([1.0, np.nan, -0.0]), values([0.0, np.nan])).only("float32", "float16"),
            case(draw(3, 4), 1),
        ],
        dtypes=BOOL + NUMERIC,
        result="bool",
        differentiable=False,
    ),
    # ---- numbers
    Sample(
        "stable_divide",
        lambda numerator, denominator, min_denominator=1e-12: (
            numerator / (denominator + min_denominator)
        ),
        [
            case(draw(3, 4), draw(3, 4, low=1, seed=1)),
            case(draw(3, 4), values(0.0), min_denominator=0.5),
            case(2.0, draw(3, 4, low=1)),
        ],
        dtypes=FLOATS + COMPLEXES,
    ),
    Sample(
        "stable_pow",
        lambda base, exponent, min_base=1e-05: (base + min_base) ** exponent,
        [
            case(draw(3, 4, low=1), draw(4, seed=1)),
            case(draw(3, 4, low=1), 2, min_base=0.5),
        ],
        tolerance=4,  # pow multiplies the error of the sum by the exponent
    ),
    Sample(
        "clip_vector_norm",
        clip_vector_norm,
        [case(draw(3, 4), 2.0), case(draw(3, 4), 100.0), case(draw(3, 4), 2.0, p=1.0)],
        dtypes=FLOATS,
    ),
    Sample(
        "clip_matrix_norm",
        clip_matrix_norm,
        [
            case(draw(3, 4), 2.0),
            case(draw(2, 3, 4), 2.0),
            case(draw(3, 4), 100.0),
            case(draw(2, 3, 4), 2.0, p="fro"),
        ],
    ),
    Sample(
        "fourier_encode",
        fourier_encode,
        [
            case(draw(3, 4), 8.0),
            case(draw(4), 3.0, num_bands=3, linear=True),
            case(draw(3, 4), 8.0, num_bands=2, flatten=True),
            case(draw(4), 8.0, concat=False),
        ],
        result=lambda dtype: dtype,
        tolerance=16,  # sines of angles up to 50
    ),
    # ---- einops
    Sample(
        "einops_rearrange",
        lambda x, pattern, a: x.reshape(3, a, 4 // a).transpose(0, 2, 1).reshape(3, 4),
        [case(draw(3, 4), "h (a b) -> h (b a)", a=2)],
        dtypes=FLOATS + INTS,
        lists=False,
    ),
    Sample(
        "einops_reduce",
        lambda x, pattern, reduction: x.mean(1),
        [case(draw(3, 4), "h w -> h", "mean")],
        lists=False,
    ),
    Sample(
        "einops_repeat",
        lambda x, pattern, n: np.repeat(x[:, None], n, 1),
        [case(draw(3, 4), "h w -> h n w", n=2)],
        dtypes=FLOATS + INTS,
        lists=False,
    ),
]
