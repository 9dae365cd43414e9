"""Arithmetic, comparison, bits, exponentials and trigonometry of the Array API standard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    Case,
    Sample,
    case,
    draw,
    values,
)

REALS = FLOATS + HALVES
SIGNED = ("int8", "int16", *INTS)
LIMITS = values([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0])
POSITIVE = draw(3, 4, low=0.1)


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function without NumPy's warnings about infinities, NaN and zero divisors."""

    def called(*args: Any, **kwargs: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*args, **kwargs)

    return called


def unary(name: str, reference: Any, typical: Any = None, **options: Any) -> Sample:
    """Return the sample of a function of one array: typical, empty, 0-d, limits."""
    cases = [
        case(draw(3, 4) if typical is None else typical),
        case(draw(0, 3)),
        case(values(0.5)),
        case(LIMITS).only("float32", "float16").named("limits"),
        *options.pop("cases", []),
    ]
    options = {"dtypes": REALS + COMPLEXES + INTS, "result": "float"} | options
    return Sample(name, quiet(reference), cases, **options)


def binary(name: str, reference: Any, *typical: Any, **options: Any) -> Sample:
    """Return the sample of a function of two arrays: typical, broadcast, empty, number, limits."""
    x1, x2 = typical or (draw(3, 4), draw(3, 4, seed=1))
    cases: list[Case] = [
        case(x1, x2),
        case(draw(3, 1, low=1), draw(4, low=1, seed=1)),
        case(draw(0, 3), draw(3)),
        case(draw(3, 4, low=1), 2),
        case(3, draw(3, 4, low=1)),
    ]
    if options.pop("limits", True):
        grid = values(np.repeat([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, -2.0], 7))
        other = values(np.tile([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, -2.0], 7))
        cases.append(case(grid, other).only("float32", "float64").named("limits"))
    options = {"dtypes": REALS} | options
    return Sample(name, quiet(reference), cases + options.pop("cases", []), **options)


def predicate(name: str, reference: Any, dtypes: Any, **options: Any) -> Sample:
    """Return the sample of a comparison or test."""
    make = binary if reference.nin == 2 else unary
    return make(name, reference, dtypes=dtypes, result="bool", differentiable=False, **options)


def bits(name: str, reference: Any, dtypes: Any = ALL_INTS) -> Sample:
    """Return the sample of a function of bits."""
    cases = [
        case(draw(3, 4, low=0, high=7), draw(3, 4, low=0, high=3, seed=1)),
        case(draw(3, 1), draw(4, low=0, high=3, seed=1)).only(*SIGNED),
        case(draw(0, 3), draw(3)),
        case(draw(3, 4, low=0), 1).only(*ALL_INTS),
    ]
    return Sample(name, reference, cases, dtypes=dtypes, differentiable=False)


def floor_divide(x1: Any, x2: Any) -> Any:
    """Return the standard's: infinities divide as in `x1 / x2`, an integer by 0 is 0."""
    result = np.floor_divide(x1, x2)
    if result.dtype.kind in "iu":
        return result
    return np.where(np.isinf(x1) | np.isinf(x2), np.divide(x1, x2), result)


def round_to(x: Any, decimals: int = 0) -> Any:
    return np.round(x, decimals)


def log1p(x: Any) -> Any:
    # NumPy's own loses digits of complex numbers near 0.
    return np.log1p(x.astype("clongdouble" if x.dtype.kind == "c" else "longdouble"))


def infinite(x: Any, detect_positive: bool = True, detect_negative: bool = True) -> Any:
    return (detect_positive & np.isposinf(x)) | (detect_negative & np.isneginf(x))


SAMPLES = [
    # ---- arithmetic
    binary("add", np.add, dtypes=NUMERIC),
    binary("subtract", np.subtract, dtypes=REALS + COMPLEXES + SIGNED),
    binary("multiply", np.multiply, dtypes=NUMERIC),
    binary(
        "divide",
        np.divide,
        draw(3, 4),
        draw(3, 4, low=1, seed=1),
        dtypes=REALS + COMPLEXES + INTS,
        result="float",
    ),
    binary("floor_divide", floor_divide, dtypes=REALS + ALL_INTS, differentiable=False),
    binary(
        "remainder",
        np.remainder,
        draw(3, 4),
        draw(3, 4, low=1, seed=1),
        dtypes=REALS + ALL_INTS,
        cases=[case(draw(3, 4), draw(3, 4, high=-1, seed=1)).only(*FLOATS, *SIGNED)],
    ),
    binary(
        "pow",
        np.power,
        draw(3, 4, low=0.5),
        draw(3, 4, low=0, seed=1),
        dtypes=REALS + INTS + COMPLEXES,
        tolerance=4.0,  # complex powers are exponentials of logarithms
    ),
    binary("maximum", np.maximum, dtypes=REALS + ALL_INTS),
    binary("minimum", np.minimum, dtypes=REALS + ALL_INTS),
    binary("hypot", np.hypot, dtypes=REALS + INTS, result="float"),
    binary("copysign", np.copysign, dtypes=REALS + INTS, result="float"),
    Sample(
        "nextafter",
        np.nextafter,
        [
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(values([0.0, 1.0, np.inf, np.nan]), values([1.0, 1.0, 0.0, 1.0])),
        ],
        dtypes=("float64",),
        differentiable=False,
    ),
    unary("abs", np.abs, dtypes=NUMERIC, result="real"),
    unary("negative", np.negative, dtypes=REALS + COMPLEXES + SIGNED, result="same"),
    unary("positive", np.positive, dtypes=NUMERIC, result="same"),
    unary("reciprocal", lambda x: 1 / x, draw(3, 4, low=1)),
    unary("square", np.square, dtypes=NUMERIC, result="same"),
    unary("sign", np.sign, dtypes=NUMERIC, result="same", differentiable=False),
    unary("conj", np.conj, dtypes=NUMERIC, result="same"),
    unary("real", np.real, dtypes=NUMERIC, result="real"),
    unary("imag", np.imag, dtypes=NUMERIC, result="real", differentiable=False),
    # ---- rounding
    unary("ceil", np.ceil, dtypes=REALS + ALL_INTS, result="same", differentiable=False),
    unary("floor", np.floor, dtypes=REALS + ALL_INTS, result="same", differentiable=False),
    unary("trunc", np.trunc, dtypes=REALS + ALL_INTS, result="same", differentiable=False),
    unary(
        "round",
        round_to,
        dtypes=REALS + ALL_INTS + COMPLEXES,
        result="same",
        differentiable=False,
        cases=[
            case(values([0.5, 1.5, 2.5, -0.5, -1.5])).named("halves"),
            case(draw(3, 4), decimals=2).only(*FLOATS, *COMPLEXES),
            case(draw(3, 4, low=-400, high=400), decimals=-2).only(*FLOATS, *INTS),
        ],
    ),
    # ---- comparison and logic
    predicate("equal", np.equal, EVERY),
    predicate("not_equal", np.not_equal, EVERY),
    predicate("less", np.less, REALS + ALL_INTS),
    predicate("less_equal", np.less_equal, REALS + ALL_INTS),
    predicate("greater", np.greater, REALS + ALL_INTS),
    predicate("greater_equal", np.greater_equal, REALS + ALL_INTS),
    predicate("isfinite", np.isfinite, EVERY),
    predicate("isnan", np.isnan, EVERY),
    predicate("signbit", np.signbit, REALS),
    predicate("logical_and", np.logical_and, EVERY),
    predicate("logical_or", np.logical_or, EVERY),
    predicate("logical_xor", np.logical_xor, EVERY),
    predicate("logical_not", np.logical_not, EVERY),
    Sample(
        "isinf",
        infinite,
        [
            case(LIMITS),
            case(LIMITS, detect_positive=False),
            case(LIMITS, detect_negative=False),
            case(LIMITS, detect_positive=False, detect_negative=False),
            case(draw(3, 4)).only(*ALL_INTS, *BOOL),
        ],
        dtypes=REALS,
        result="bool",
        differentiable=False,
    ),
    # ---- bits
    bits("bitwise_and", np.bitwise_and, BOOL + ALL_INTS),
    bits("bitwise_or", np.bitwise_or, BOOL + ALL_INTS),
    bits("bitwise_xor", np.bitwise_xor, BOOL + ALL_INTS),
    bits("bitwise_left_shift", np.left_shift),
    bits("bitwise_right_shift", np.right_shift),
    Sample(
        "bitwise_invert",
        np.invert,
        [case(draw(3, 4)), case(draw(0, 3)), case(values(1))],
        dtypes=BOOL + SIGNED,
        differentiable=False,
    ),
    # ---- exponentials and trigonometry
    unary("exp", np.exp),
    unary("expm1", np.expm1, cases=[case(values([1e-6, -1e-6])).only(*FLOATS).named("near 0")]),
    unary("log", np.log, POSITIVE),
    unary("log1p", log1p, POSITIVE, cases=[case(values([1e-6, -1e-6])).only(*FLOATS, *COMPLEXES)]),
    unary("log2", np.log2, POSITIVE, cases=[case(values(2.0 ** np.arange(-9, 10))).only(*REALS)]),
    unary("log10", np.log10, POSITIVE),
    unary("sqrt", np.sqrt, POSITIVE),
    unary("sin", np.sin),
    unary("cos", np.cos),
    unary("tan", np.tan, draw(3, 4, low=-1.4, high=1.4)),
    unary("asin", np.asin, draw(3, 4, low=-0.95, high=0.95)),
    unary("acos", np.acos, draw(3, 4, low=-0.95, high=0.95)),
    unary("atan", np.atan),
    unary("sinh", np.sinh),
    unary("cosh", np.cosh),
    unary("tanh", np.tanh),
    unary("asinh", np.asinh),
    unary("acosh", np.acosh, draw(3, 4, low=1.1)),
    unary("atanh", np.atanh, draw(3, 4, low=-0.95, high=0.95)),
    binary("atan2", np.atan2, dtypes=REALS + INTS, result="float"),
    binary("logaddexp", np.logaddexp, dtypes=REALS + INTS, result="float"),
]
