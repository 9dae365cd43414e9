"""Special functions and what NumPy has beyond the Array API's element-wise functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as sp

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

REALS = FLOATS + HALVES
SIGNED = ("int8", "int16", *INTS)
LIMITS = values([0.0, -0.0, np.inf, -np.inf, np.nan])


def unary(name: str, reference: Any, typical: Any, **options: Any) -> Sample:
    """Return the sample of a function of one floating array: typical, empty, 0-d, limits."""
    cases = [
        case(typical),
        case(draw(0, 3)),
        case(values(0.25)),
        case(LIMITS).only(*FLOATS).named("limits"),
        *options.pop("cases", []),
    ]
    options = {"dtypes": REALS + INTS, "result": "float"} | options
    return Sample(name, quiet(reference), cases, **options)


def quiet(function: Any) -> Any:
    """Return the function without NumPy's warnings about infinities and NaN."""

    def called(*args: Any, **kwargs: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*args, **kwargs)

    return called


def lgamma(x: Any) -> Any:
    # SciPy has -inf at -inf, C and all frameworks inf.
    return np.where(np.isinf(x), np.inf, sp.gammaln(x))


def trunc_divide(x1: Any, x2: Any) -> Any:
    if np.asarray(x1).dtype.kind in "iu":
        quotient = np.abs(x1) // np.abs(x2)
        return (quotient * np.sign(x1) * np.sign(x2)).astype(np.asarray(x1).dtype)
    return np.trunc(x1 / x2)


def lerp(start: Any, end: Any, weight: Any) -> Any:
    return start + weight * (end - start)


def nansum(x: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    return np.nansum(x, axis=axis, keepdims=keepdims)


def wide_result(dtype: str) -> str:
    return "complex128" if dtype.startswith("complex") else "float64"


def sparsified(x: Any, card: int) -> Any:
    order = np.sort(np.abs(x), axis=None)[::-1]
    least = order[card - 1] if 0 < card <= x.size else (np.inf if card == 0 else 0)
    return np.where(np.abs(x) >= least, x, 0)


def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    return np.trapezoid(y, x, dx, axis)


def gradient(x: Any, spacing: Any = 1, edge_order: int = 1, axis: Any = None) -> Any:
    spacings = spacing if isinstance(spacing, (list, tuple)) else [spacing]
    return np.gradient(x, *spacings, edge_order=edge_order, axis=axis)


def diff(x: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    ends = {"prepend": prepend, "append": append}
    return np.diff(x, n, axis, **{k: v for k, v in ends.items() if v is not None})


def nan_to_num(x: Any, **options: Any) -> Any:
    # The limits are those of the dtype under test, which the reference does not see.
    return np.nan_to_num(x, **({"posinf": 7.0, "neginf": -7.0} | options))


SAMPLES = [
    # error, gamma and zeta functions
    unary("erf", sp.erf, draw(3, 4), cases=[case(values([1e-30, 1e30, -7.0])).only(*FLOATS)]),
    unary("erfc", sp.erfc, draw(3, 4), cases=[case(values([1e-30, 1e30, 9.0])).only(*FLOATS)]),
    unary(
        "erfinv",
        sp.erfinv,
        draw(3, 4, low=-0.95, high=0.95),
        cases=[
            case(values([1e-30, 1 - 2**-24, -1 + 2**-20, 1.0, -1.0, 2.0])).only(*FLOATS),
        ],
    ),
    unary(
        "lgamma",
        lgamma,
        draw(3, 4, low=0.1, high=20.0),
        cases=[case(values([-0.5, -1.5, -2.25, -1.0, 1e-30, 1.0, 2.0, 3e30])).only(*FLOATS)],
        dtypes=REALS,
    ),
    unary(
        "digamma",
        sp.digamma,
        draw(3, 4, low=0.1, high=20.0),
        cases=[case(values([-0.5, -1.25, -1.0, 1e-30, 1.0, 2.0, 3e30])).only(*FLOATS)],
        dtypes=REALS,
    ),
    Sample(
        "zeta",
        sp.zeta,
        [
            case(draw(3, 4, low=1.25, high=6.0), draw(3, 4, low=0.5, high=5.0, seed=1)),
            case(draw(3, 4, low=1.25, high=6.0), 1.0),
            case(values([2.0, 3.0, 2.0, 1.0, 0.5]), values([-0.5, -2.5, 0.0, 2.0, 2.0])),
            case(draw(0, 3), 1.0),
        ],
        dtypes=REALS,
    ),
    unary("sinc", np.sinc, draw(3, 4), cases=[case(values([0.0, 1e-30, 0.5])).only(*FLOATS)]),
    Sample(
        "xlogy",
        quiet(sp.xlogy),
        [
            case(draw(3, 4), draw(3, 4, low=0.1, seed=1)),
            case(draw(3, 4), 2.0),
            case(2.0, draw(3, 4, low=0.1)),
            case(values([0.0, 0.0, 0.0, 1.0, 0.0]), values([0.0, np.nan, np.inf, 0.0, -1.0])).only(
                *FLOATS
            ),
        ],
        dtypes=REALS + INTS,
        result="float",
    ),
    # arithmetic
    Sample(
        "angle",
        np.angle,
        [case(draw(3, 4)), case(draw(3, 4), deg=True), case(values([0.0, -1.0, 1.0]))],
        dtypes=COMPLEXES + REALS + INTS,
        result=lambda dtype: {"complex64": "float32", "complex128": "float64"}.get(
            dtype, "float32" if dtype in INTS else dtype
        ),
        differentiable=False,  # piecewise constant for real numbers
    ),
    unary("deg2rad", np.deg2rad, draw(3, 4, low=-360.0, high=360.0)),
    unary("rad2deg", np.rad2deg, draw(3, 4)),
    unary("exp2", np.exp2, draw(3, 4), cases=[case(values([-30.0, 10.0, 100.0])).only(*FLOATS)]),
    Sample(
        "logaddexp2",
        quiet(np.logaddexp2),
        [
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 4), 2.0),
            case(
                values([1000.0, -1000.0, np.inf, -np.inf, np.nan]),
                values([1000.0, 3.0, np.inf, -np.inf, 0.0]),
            ).only(*FLOATS),
        ],
        dtypes=REALS + INTS,
        result="float",
    ),
    Sample(
        "float_power",
        lambda x1, x2: np.float_power(x1, x2),
        [
            case(draw(3, 4, low=0.5), draw(3, 4, seed=1)),
            case(draw(3, 4, low=0.5), 2),
            case(2.0, draw(3, 4)),
            case(draw(3, 1, low=1.0), draw(4, seed=1)),
        ],
        dtypes=REALS + INTS + COMPLEXES,
        result=wide_result,
    ),
    Sample(
        "ldexp",
        quiet(np.ldexp),
        [
            case(draw(3, 4), np.arange(-6, 6, dtype="int32").reshape(3, 4)),
            case(draw(3, 4), 3),
            case(
                values([1e-30, 1e30, np.inf, np.nan, 0.0]), np.array([140, -120, 3, 1, 5000])
            ).only(*FLOATS),
            case(values([1e-300, 1e300]), np.array([1100, -1900])).only("float64"),
        ],
        dtypes=REALS + INTS,
        result="float",
    ),
    Sample(
        "frexp",
        np.frexp,
        [case(draw(3, 4)), case(LIMITS), case(values([1.0, -1024.0, 0.3])), case(values(0.25))],
        dtypes=REALS,
        result=("same", "int32"),
        differentiable=False,
    ),
    Sample(
        "modf",
        np.modf,
        [case(draw(3, 4)), case(LIMITS), case(values([2.0, -2.0])), case(draw(0, 3))],
        dtypes=REALS,
        result=("same", "same"),
    ),
    Sample(
        "fix",
        np.trunc,
        [case(draw(3, 4)), case(LIMITS).only(*REALS)],
        dtypes=REALS + ALL_INTS,
        differentiable=False,
    ),
    Sample(
        "fmod",
        quiet(np.fmod),
        [
            case(draw(3, 4), draw(3, 4, low=1.0, seed=1)),
            case(draw(3, 4), 3),
            case(5, draw(3, 4, low=1.0)),
            case(values([5, 0, 7]), values([0, 0, 3])).named("by_zero"),
            case(
                values([5.0, -5.0, np.inf, 5.0, np.nan]), values([-3.0, 3.0, 2.0, np.inf, 1.0])
            ).only(*FLOATS),
        ],
        dtypes=REALS + ALL_INTS,
    ),
    Sample(
        "trunc_divide",
        trunc_divide,
        [case(draw(3, 4), draw(3, 4, low=1.0, seed=1)), case(draw(3, 4), 2)],
        dtypes=FLOATS + ALL_INTS,
        differentiable=False,
    ),
    Sample(
        "gcd",
        np.gcd,
        [
            case(draw(3, 4, low=-30.0, high=30.0), draw(3, 4, low=-30.0, high=30.0, seed=1)),
            case(draw(3, 1, high=30.0), draw(4, high=30.0)),
            case(draw(3, 4), 6),
            case(values([0, 0, 5]), values([0, 5, 0])),
        ],
        dtypes=ALL_INTS,
        differentiable=False,
    ),
    Sample(
        "lcm",
        np.lcm,
        [
            case(draw(3, 4, low=-9.0, high=9.0), draw(3, 4, low=-9.0, high=9.0, seed=1)),
            case(draw(3, 4), 6),
            case(values([0, 0, 5]), values([0, 5, 0])),
        ],
        dtypes=ALL_INTS,
        differentiable=False,
    ),
    *(
        Sample(
            name,
            reference,
            [
                case(draw(3, 4), draw(3, 4, seed=1)),
                case(draw(3, 4), 1),
                case(draw(3, 1), draw(4, seed=1)),
                case(
                    values([np.nan, 1.0, np.nan, np.inf]), values([1.0, np.nan, np.nan, 0.0])
                ).only(*REALS),
            ],
            dtypes=REALS + ALL_INTS,
        )
        for name, reference in (("fmax", np.fmax), ("fmin", np.fmin))
    ),
    Sample(
        "lerp",
        lerp,
        [
            case(draw(3, 4), draw(3, 4, seed=1), draw(3, 4, low=0.0, high=1.0, seed=2)),
            case(draw(3, 4), draw(3, 4, seed=1), 0.75),
            case(draw(3, 4), draw(3, 4, seed=1), 0.25),
        ],
        dtypes=REALS + INTS,
        result="float",
    ),
    # tests and replacements
    Sample(
        "isreal",
        np.isreal,
        [case(draw(3, 4)), case(values([1.0, 0.0])), case(draw(0, 3))],
        dtypes=COMPLEXES + REALS + INTS + BOOL,
        result="bool",
        differentiable=False,
    ),
    *(
        Sample(
            name,
            quiet(reference),
            [
                case(draw(3, 4), draw(3, 4)),
                case(draw(3, 4), draw(3, 4, seed=1)),
                case(draw(3, 4), draw(3, 4, seed=1), rtol=0.5, atol=0.5),
                case(values([3, 4]), 3),
                case(draw(0, 3), 1),
                case(
                    values([np.inf, -np.inf, np.nan, np.inf]),
                    values([np.inf, np.inf, np.nan, 1.0]),
                ).only(*REALS),
                case(values([np.nan, np.nan]), values([np.nan, 1.0]), equal_nan=True).only(*REALS),
                # Neighbours that are equal in float32.
                case(values([2**24, 100]), values([2**24 + 1, 101]), rtol=0.0, atol=0.5).only(
                    *INTS
                ),
            ],
            dtypes=REALS + INTS + COMPLEXES,
            result="bool",
            differentiable=False,
        )
        for name, reference in (("isclose", np.isclose), ("allclose", np.allclose))
    ),
    Sample(
        "nan_to_num",
        nan_to_num,
        [
            case(draw(3, 4)),
            case(draw(0, 3)),
            case(values([1.0, np.nan, np.inf, -np.inf]), nan=2.0, posinf=7.0, neginf=-7.0).only(
                *REALS, *COMPLEXES
            ),
        ],
        dtypes=REALS + COMPLEXES + INTS,
    ),
    Sample(
        "binarizer",
        lambda x, threshold=0: (x > threshold).astype(x.dtype),
        [case(draw(3, 4)), case(draw(3, 4), threshold=1.5), case(draw(0, 3))],
        dtypes=REALS + ALL_INTS,
        differentiable=False,
    ),
    Sample(
        "sparsify_tensor",
        sparsified,
        [case(draw(3, 4), 5), case(draw(3, 4), 0), case(draw(3, 4), 50), case(draw(0, 3), 2)],
        dtypes=REALS + INTS,
    ),
    # along axes
    *(
        Sample(
            name,
            reference,
            [
                case(draw(3, 4)),
                case(draw(3, 4), axis=0),
                case(draw(2, 3, 4), axis=(0, -1), keepdims=True),
            ],
            dtypes=REALS + ALL_INTS,
        )
        for name, reference in (("amax", np.amax), ("amin", np.amin))
    ),
    Sample(
        "count_nonzero",
        lambda x, axis=None, keepdims=False, dtype=None: np.count_nonzero(
            x, axis=axis, keepdims=keepdims
        ),
        [
            case(draw(3, 4, low=0.0, high=2.0)),
            case(draw(2, 3, 4, low=0.0, high=2.0), axis=1),
            case(draw(2, 3, 4, low=0.0, high=2.0), axis=(0, -1), keepdims=True),
            case(draw(0, 3), axis=0),
            case(values(0.0)),
        ],
        dtypes=REALS + ALL_INTS + COMPLEXES + BOOL,
        result="int64",
        differentiable=False,
    ),
    Sample(
        "nansum",
        nansum,
        [
            case(draw(3, 4)),
            case(draw(0, 3), axis=0),
            case(values([[1.0, np.nan], [2.0, 3.0]]), axis=0).only(*REALS, *COMPLEXES),
            case(values([[np.nan, np.nan]]), axis=1, keepdims=True).only(*REALS, *COMPLEXES),
        ],
        dtypes=REALS + COMPLEXES + INTS,
    ),
    Sample(
        "diff",
        diff,
        [
            case(draw(3, 4)),
            case(draw(3, 4), axis=0).only(*BOOL),
            case(draw(2, 3, 4), n=2, axis=1),
            case(draw(3, 4), prepend=draw(3, 1, seed=1), append=draw(3, 2, seed=2)),
            case(draw(3, 4), axis=0, append=1),
            case(draw(3, 4), n=0),
            case(draw(3, 4), n=5),
            case(draw(0, 3)),
            case(values([0, 1, 4, 100])).only(*ALL_INTS),
        ],
        dtypes=REALS + SIGNED + COMPLEXES,
    ),
    Sample(
        "gradient",
        gradient,
        [
            case(draw(3, 4)),
            case(draw(4)),
            case(draw(3, 4), spacing=0.5, axis=1),
            case(draw(3, 4), spacing=[0.5, 2.0], edge_order=2),
            case(draw(3, 4), spacing=[values([0.0, 1.0, 3.0]), 2.0], edge_order=2),
            case(draw(2, 3, 4), axis=(0, -1)),
        ],
        dtypes=FLOATS + INTS,
        result="float",
    ),
    Sample(
        "trapz",
        trapezoid,
        [
            case(draw(3, 4)),
            case(draw(3, 4), dx=0.5, axis=0),
            case(draw(3, 4), x=values([0.0, 1.0, 3.0, 3.5])),
            case(draw(3, 4), x=draw(3, 4, seed=1), axis=0),
            case(draw(3, 0)),
        ],
        dtypes=FLOATS + INTS,
        result="float",
    ),
]
