import numpy as np
import scipy.special

from tests.samples import (
    ALL_INTS,
    BOOL,
    COMPLEXES,
    DTYPE,
    FLOATS,
    HALVES,
    INTS,
    NUMERIC,
    Sample,
    case,
    draw,
    kind_of,
    values,
)

NAN, INF = np.nan, np.inf
EVERY_REAL = FLOATS + HALVES + ALL_INTS + BOOL


def accumulation(dtype):
    """Return the dtype of a sum: the default integer where the own one is narrower."""
    if dtype == "bool" or (kind_of(dtype) in "iu" and np.dtype(dtype).itemsize < 4):
        return "uint32" if kind_of(dtype) == "u" else "int32"
    return dtype


def averaged(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(
        dtype, dtype if kind_of(dtype) == "f" else "float32"
    )


def wrapping(function):
    """Return the reference of a sum or product: what overflows the result's dtype wraps around."""

    def reference(x, axis=None, dtype=None, keepdims=False):
        axis = tuple(axis) if isinstance(axis, list) else axis
        return function(x, axis=axis, keepdims=keepdims)

    return reference


# The first case of each is the typical one; shapes are shared because JAX compiles each.
REDUCED = [
    case(draw(3, 4), axis=0),
    case(draw(3, 4)),
    case(draw(3, 4), axis=-1, keepdims=True),
    case(draw(2, 3, 4), axis=(0, -1)),
    case(draw(2, 3, 4), axis=[2, 0], keepdims=True),
    case(draw(3, 4), axis=()),
    case(draw(3, 4), keepdims=True),
    case(draw()),
]
EMPTY = [case(draw(0, 3), axis=0), case(draw(0, 3), axis=1), case(draw(0, 3))]


def cumulative(function, start):
    def reference(x, axis=None, dtype=None, include_initial=False):
        axis = 0 if axis is None else axis
        result = function(x, axis=axis)
        if include_initial:
            shape = list(x.shape)
            shape[axis] = 1
            result = np.concatenate([np.full(shape, start, result.dtype), result], axis)
        return result

    return reference


def scan(function, start):
    def reference(x, axis=0, exclusive=False, reverse=False, dtype=None):
        x = np.moveaxis(x, axis, 0)
        x = x[::-1] if reverse else x
        if exclusive:
            first = np.full_like(x[:1], start(x.dtype) if callable(start) else start)
            x = np.concatenate([first, x[:-1]])
        result = function(x, axis=0)
        result = result[::-1] if reverse else result
        return np.moveaxis(result, 0, axis)

    return reference


def cummax_reference(x, axis=0, exclusive=False, reverse=False, dtype=None):
    x = np.moveaxis(x, axis, 0)
    flipped = x[::-1] if reverse else x
    values = np.maximum.accumulate(flipped)
    indices = np.zeros(flipped.shape, int)
    for i in range(1, len(flipped)):
        indices[i] = np.where(flipped[i] >= values[i], i, indices[i - 1])
    if reverse:
        values, indices = values[::-1], (len(x) - 1 - indices)[::-1]
    return np.moveaxis(values, 0, axis), np.moveaxis(indices, 0, axis)


def histogram_reference(
    a, bins=10, axis=None, extend_lower_interval=False, extend_upper_interval=False,
    dtype=None, range=None, weights=None, density=False,
):  # fmt: skip
    if axis is None:
        if extend_lower_interval:
            a = np.maximum(a, bins[0])
        if extend_upper_interval:
            a = np.minimum(a, bins[-1])
        return np.histogram(a, bins, range, density, weights)[0]
    rows = np.moveaxis(a, axis, -1)
    range = range or (a.min(), a.max())
    found = [np.histogram(row, bins, range)[0] for row in rows.reshape(-1, rows.shape[-1])]
    return np.stack(found, -1).reshape(-1, *rows.shape[:-1])


SCANNED = [
    case(draw(3, 4)),
    case(draw(3, 4), axis=1, exclusive=True),
    case(draw(3, 4), axis=-1, reverse=True),
    case(draw(2, 3, 4), axis=1, exclusive=True, reverse=True),
]
CUMULATED = [
    case(draw(3, 4), axis=0),
    case(draw(4)),
    case(draw(3, 4), axis=-1, include_initial=True),
    case(draw(0, 3), axis=0, include_initial=True),
]
WITH_NAN = values([[1.5, NAN, -2.0, 3.0], [NAN, NAN, NAN, NAN], [0.5, 4.0, 2.5, NAN]])
SOME_NAN = values([[1.5, NAN, -2.0, 3.0], [0.5, 4.0, 2.5, NAN], [0.5, 1.0, 2.0, 7.0]])
IMPORTANCE = np.array([1.0, 0.5, 2.0, 1.5])
QUARTERS = np.array([0.5, 0.25])
INTERPOLATIONS = ("lower", "higher", "midpoint", "nearest")

SAMPLES = [
    Sample(
        "sum",
        wrapping(np.sum),
        [*REDUCED, *EMPTY],
        dtypes=NUMERIC + BOOL,
        result=accumulation,
    ),
    Sample(
        "prod",
        wrapping(np.prod),
        [*REDUCED, *EMPTY],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + BOOL + ("uint8", "uint32"),
        result=accumulation,
        tolerance=2,  # up to 23 roundings
    ),
    Sample(
        "max",
        lambda x, axis=None, keepdims=False, initial=None, where=None: np.max(
            x,
            tuple(axis) if isinstance(axis, list) else axis,
            keepdims=keepdims,
            **({} if initial is None else {"initial": initial}),
            **({} if where is None else {"where": where}),
        ),
        [
            *REDUCED,
            case(draw(0, 3), axis=1),
            case(draw(0, 3), axis=0, initial=2),
            case(draw(3, 4), axis=1, initial=1),
            case(draw(3, 4), axis=0, initial=1, where=np.arange(12).reshape(3, 4) % 2 == 0),
            case(values([[1, NAN], [3, INF], [-INF, 2]]), axis=0).only("float32", "bfloat16"),
        ],
        dtypes=EVERY_REAL,
    ),
    Sample(
        "min",
        lambda x, axis=None, keepdims=False, initial=None, where=None: np.min(
            x,
            tuple(axis) if isinstance(axis, list) else axis,
            keepdims=keepdims,
            **({} if initial is None else {"initial": initial}),
            **({} if where is None else {"where": where}),
        ),
        [
            *REDUCED,
            case(draw(0, 3), axis=1),
            case(draw(0, 3), axis=0, initial=1),
            case(draw(3, 4), axis=1, initial=1),
            case(draw(3, 4), axis=0, initial=1, where=np.arange(12).reshape(3, 4) % 2 == 0),
            case(values([[1, NAN], [3, INF], [-INF, 2]]), axis=0).only("float32", "bfloat16"),
        ],
        dtypes=EVERY_REAL,
    ),
    Sample(
        "mean",
        lambda x, axis=None, keepdims=False: np.mean(
            x, tuple(axis) if isinstance(axis, list) else axis, keepdims=keepdims
        ),
        [*REDUCED, case(values(np.full(100, 6e4)), axis=0).only("float16").named("no_overflow")],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + BOOL + ("uint8", "uint64"),
        result="float",
    ),
    Sample(
        "var",
        lambda x, axis=None, correction=0.0, keepdims=False: np.var(
            x, axis=axis, ddof=correction, keepdims=keepdims
        ),
        [
            case(draw(3, 4), axis=0),
            case(draw(3, 4)),
            case(draw(3, 4), axis=-1, correction=1, keepdims=True),
            case(draw(2, 3, 4), axis=(0, 2), correction=0.5),
            case(draw(3, 4), axis=()),
        ],
        dtypes=FLOATS + HALVES + COMPLEXES + ("int32",),
        result=averaged,
        tolerance=2,
    ),
    Sample(
        "std",
        lambda x, axis=None, correction=0.0, keepdims=False: np.std(
            x, axis=axis, ddof=correction, keepdims=keepdims
        ),
        [
            case(draw(3, 4), axis=0),
            case(draw(3, 4), axis=-1, correction=1, keepdims=True),
            case(draw(2, 3, 4), axis=(0, 2), correction=0.5),
        ],
        dtypes=FLOATS + HALVES + COMPLEXES + ("int32",),
        result=averaged,
    ),
    Sample(
        "nanmean",
        np.nanmean,
        [case(SOME_NAN, axis=1), case(SOME_NAN), case(draw(3, 4), axis=0, keepdims=True)],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "nanmin",
        np.nanmin,
        [case(SOME_NAN, axis=1), case(SOME_NAN), case(draw(3, 4), axis=0, keepdims=True)],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "nanprod",
        lambda a, initial=1, **options: np.nanprod(a, **options) * initial,
        [case(SOME_NAN, axis=1), case(WITH_NAN), case(draw(3, 4), axis=0, initial=2.0)],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "nanmedian",
        np.nanmedian,
        [
            case(SOME_NAN, axis=1),
            case(SOME_NAN),
            case(draw(3, 4), axis=0, keepdims=True),
            case(draw(2, 3, 4), axis=(0, 2)),
        ],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "median",
        np.median,
        [
            case(draw(3, 4), axis=1),
            case(draw(3, 4)),
            case(draw(3, 4), axis=0, keepdims=True),
            case(draw(2, 3, 4), axis=(0, 2)),
            case(SOME_NAN, axis=1),
            case(values([[INF, INF, 1], [-INF, -INF, 2]])),
        ],
        dtypes=FLOATS + HALVES + ("int32",),
        result="float",
    ),
    Sample(
        "quantile",
        lambda a, q, axis=None, keepdims=False, interpolation="linear": np.quantile(
            a, q, axis=axis, keepdims=keepdims, method=interpolation
        ),
        [
            case(draw(3, 4), 0.3, axis=1),
            case(draw(3, 4), np.array([0.0, 0.25, 1.0])),
            case(draw(3, 4), np.array([[0.5], [0.75]]), axis=0, keepdims=True),
            *(
                case(draw(3, 4), 0.4, axis=0, interpolation=i).named(i)
                for i in ("lower", "higher", "midpoint", "nearest")
            ),
            *(
                case(draw(2, 3, 4), np.array([0.5, 0.25]), axis=(0, 2), interpolation=i).named(
                    f"q_{i}"
                )
                for i in ("lower", "higher", "midpoint", "nearest")
            ),
            case(SOME_NAN, 0.5, axis=1),
        ],
        dtypes=FLOATS + HALVES,
        lists=False,  # q would be a list too
    ),
    Sample(
        "histogram",
        histogram_reference,
        [
            case(draw(3, 4), bins=5, range=(-3.0, 3.0)),
            case(draw(3, 4)),
            case(draw(3, 4), bins=np.array([-2.0, 0.0, 1.0, 3.0])),
            case(draw(3, 4), bins=np.array([-2.0, 0.0, 1.0, 3.0]), density=True),
            case(draw(3, 4), bins=4, range=(-4.0, 4.0), axis=1),
            case(draw(2, 3, 4), bins=4, range=(-4.0, 4.0), axis=0),
            case(draw(3, 4), bins=np.array([-1.0, 0.0, 1.0]), extend_lower_interval=True),
            case(draw(3, 4), bins=np.array([-1.0, 0.0, 1.0]), extend_upper_interval=True),
            case(draw(3, 4), bins=4, range=(-4.0, 4.0), weights=draw(3, 4, low=0, seed=1)),
            case(draw(0), bins=3),
        ],
        dtypes=FLOATS,
        differentiable=False,
        lists=False,
        tolerance=2,  # weights are added up in another order
    ),
    Sample(
        "bincount",
        # NumPy 2.1 refuses uint64
        lambda x, **options: np.bincount(
            np.asarray(x).astype(np.int64, casting="same_kind"), **options
        ),
        [
            case(values([0, 2, 2, 5])),
            case(values([0, 2, 2, 5]), minlength=8),
            case(values([0, 2, 2, 5]), minlength=2),
        ],
        dtypes=ALL_INTS,
        result="int64",
        differentiable=False,
        traceable={"jax": "the length of the result depends on the values"},
    ),
    Sample(
        "cumulative_sum",
        cumulative(np.cumsum, 0),
        CUMULATED,
        dtypes=FLOATS + HALVES + ALL_INTS + COMPLEXES,
        result=accumulation,
    ),
    Sample(
        "cumulative_prod",
        cumulative(np.cumprod, 1),
        CUMULATED,
        dtypes=FLOATS + HALVES + ALL_INTS + COMPLEXES,
        result=accumulation,
    ),
    Sample(
        "cumsum",
        lambda x, axis=0, exclusive=False, reverse=False, dtype=None: scan(np.cumsum, 0)(
            x, axis, exclusive, reverse
        ),
        [*SCANNED, case(draw(3, 4), 1, dtype=DTYPE)],
        dtypes=FLOATS + HALVES + INTS,
        result=accumulation,
    ),
    Sample(
        "cumprod",
        lambda x, axis=0, exclusive=False, reverse=False, dtype=None: scan(np.cumprod, 1)(
            x, axis, exclusive, reverse
        ),
        SCANNED,
        dtypes=FLOATS + HALVES + INTS,
        result=accumulation,
    ),
    Sample(
        "cummax",
        cummax_reference,
        [
            case(draw(3, 4)),
            case(draw(3, 4), axis=1),
            case(draw(3, 4), axis=-1, reverse=True),
            case(values([1, 3, 3, 2, 3, 0])),
        ],
        dtypes=FLOATS + HALVES + INTS + ("uint8", "uint16"),
        result=("same", "int64"),
    ),
    Sample(
        "cummin",
        scan(np.minimum.accumulate, INF),
        [*SCANNED, case(values([3, 1, 2, NAN, 0])).only("float32")],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "cov",
        lambda x1, x2=None, rowVar=True, bias=False, ddof=None, fweights=None, aweights=None: (
            np.cov(x1, x2, rowVar, bias, ddof, fweights, aweights)
        ),
        [
            case(draw(3, 4)),
            case(draw(4)),
            case(draw(4), draw(4, seed=1)),
            case(draw(3, 4), rowVar=False, bias=True),
            case(draw(3, 4), draw(3, 4, seed=1), ddof=0),
            case(draw(3, 4), fweights=np.array([1, 2, 0, 3])),
            case(draw(3, 4), aweights=IMPORTANCE),
            case(
                draw(3, 4), fweights=np.array([1, 2, 1, 3]), aweights=np.array([1.0, 0.5, 2.0, 1.5])
            ),
        ],
        dtypes=FLOATS + COMPLEXES + ("int32",),
        result="float",
        tolerance=4,
    ),
    Sample(
        "corrcoef",
        lambda x, y=None, rowvar=True: np.corrcoef(x, y, rowvar),
        [case(draw(3, 4)), case(draw(4), y=draw(4, seed=1)), case(draw(3, 4), rowvar=False)],
        dtypes=FLOATS,
        tolerance=4,
    ),
    Sample(
        "einsum",
        np.einsum,
        [
            case("ij,kj->ik", draw(3, 4), draw(3, 4, seed=1)),
            case("ij->ji", draw(3, 4)),
            case("ij->", draw(3, 4)),
            case("ii->i", draw(3, 3)),
            case("...ij,...kj->...ik", draw(2, 3, 4), draw(3, 4, seed=1)),
            case("ij,kj,kl->il", draw(3, 4), draw(3, 4, seed=1), draw(3, 3)),
            case("i,j", draw(4), draw(4, seed=1)),
        ],
        dtypes=FLOATS + COMPLEXES + INTS + ("int8", "uint8", "uint16"),
        lists=False,
        tolerance=8,  # products of up to three numbers of 4, sums of 12
    ),
    Sample(
        "igamma",
        lambda a, x: scipy.special.gammainc(a, x),
        [
            case(draw(3, 4, low=0.1), draw(3, 4, low=0.1, high=8.0, seed=1)),
            # PyTorch 2.13 is right to 1e-9 only where a and x are large.
            case(values([0.5, 20.0, 50.0]), values([0.1, 25.0, 40.0])).only("float32"),
        ],
        dtypes=FLOATS,
        differentiable=False,
        tolerance=16,  # the frameworks' own series
    ),
]
