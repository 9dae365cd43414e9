"""Activation functions against SciPy and plain formulas in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as sp

from tests.samples import COMPLEXES, FLOATS, HALVES, INTS, Sample, case, draw, values
from tests.samples.special import quiet

REALS = FLOATS + HALVES
HUGE = values([-1e4, -30.0, 0.0, 30.0, 1e4])
# JAX has no complex kernels to compare with in half precision, nor do the others.
BOTH = REALS + COMPLEXES


def by_parts(function: Any, x: Any, complex_mode: str, **options: Any) -> Any:
    """Return a function of complex numbers made of one of real numbers."""
    if complex_mode == "split":
        return function(x.real, **options) + 1j * function(x.imag, **options)
    return function(np.abs(x), **options) * np.exp(1j * np.angle(x))


def moded(function: Any) -> Any:
    """Return the reference of a function with a `complex_mode`."""

    def reference(x: Any, complex_mode: str = "jax", **options: Any) -> Any:
        if complex_mode != "jax" and np.iscomplexobj(x):
            return by_parts(function, x, complex_mode, **options)
        return function(x, **options)

    return quiet(reference)


MODES = [
    case(draw(3, 4), complex_mode="split").only("float32", *COMPLEXES),
    case(draw(3, 4), complex_mode="magnitude").only("float32", *COMPLEXES),
]


def above(x: Any, bound: float) -> Any:
    """Return whether `x > bound` in the order of complex numbers by real, then imaginary part."""
    return (np.real(x) > bound) | ((np.real(x) == bound) & (np.imag(x) > 0))


def clipped(x: Any, least: float, greatest: float) -> Any:
    low = np.where(above(x, least) | np.isnan(x), x, least)
    return np.where(above(low, greatest), greatest, low)


def relu(x: Any) -> Any:
    return np.where(above(x, 0) | np.isnan(x), x, 0)


def leaky_relu(x: Any, alpha: float = 0.2) -> Any:
    return np.where(above(x, 0), x, alpha * x)


def elu(x: Any, alpha: float = 1.0) -> Any:
    return np.where(above(x, 0), x, alpha * np.expm1(x))


def celu(x: Any, alpha: float = 1.0) -> Any:
    return np.where(above(x, 0), x, alpha * np.expm1(x / alpha))


def gelu(x: Any, approximate: bool = False) -> Any:
    if approximate or np.iscomplexobj(x):
        return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return x * sp.ndtr(x)


def softplus(x: Any, beta: float | None = None, threshold: float | None = None) -> Any:
    scale = 1.0 if beta is None else beta
    if np.iscomplexobj(x):
        result = np.log(1 + np.exp(scale * x)) / scale
    else:
        result = np.logaddexp(0, scale * x) / scale
    return result if threshold is None else np.where(above(scale * x, threshold), x, result)


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x)) if np.iscomplexobj(x) else sp.expit(x)


def logsigmoid(x: Any) -> Any:
    return -softplus(-x)


def logit(x: Any, eps: float | None = None) -> Any:
    if eps is not None:
        x = clipped(x, eps, 1 - eps)
    return np.log(x / (1 - x))


def softmax(x: Any, axis: int | None = None) -> Any:
    return sp.softmax(x, axis=-1 if axis is None else axis)


def log_softmax(x: Any, axis: int | None = None) -> Any:
    if not np.iscomplexobj(x):
        return sp.log_softmax(x, axis=-1 if axis is None else axis)
    top = np.take_along_axis(x, np.argmax(x.real, axis=-1, keepdims=True), -1)
    return x - top - np.log(np.sum(np.exp(x - top), -1, keepdims=True))


def clipping_sample(name: str, reference: Any) -> Sample:
    limits = case(values([np.nan, np.inf, -np.inf, 7.0])).only(*REALS)
    cases = [case(draw(3, 4)), case(draw(0, 3)), case(values(0.25)), limits, *MODES]
    return Sample(name, moded(reference), cases, dtypes=BOTH + INTS)


def smooth_sample(
    name: str, reference: Any, *cases: Any, complex_too: bool = False, **options: Any
) -> Sample:
    """Return the sample of a smooth function: typical, empty, 0-d, huge and NaN."""
    usual = [
        case(draw(3, 4)),
        case(draw(0, 3)),
        case(values(0.25)),
        case(HUGE).only(*FLOATS).named("huge"),
        case(values([np.nan, 1.0])).only(*FLOATS).named("nan"),
    ]
    usual += MODES if complex_too else []
    dtypes = (BOTH if complex_too else REALS) + INTS
    function = moded(reference) if complex_too else quiet(reference)
    return Sample(
        name, function, [*usual, *cases], **({"dtypes": dtypes, "result": "float"} | options)
    )


SAMPLES = [
    clipping_sample("relu", relu),
    clipping_sample("relu6", lambda x: clipped(x, 0, 6)),
    smooth_sample("leaky_relu", leaky_relu, case(draw(3, 4), alpha=0.01), complex_too=True),
    Sample(
        "prelu",
        lambda x, slope: np.where(x > 0, x, slope * x),
        [
            case(draw(3, 4), draw(4, seed=1)),
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 4), 0.25),
        ],
        dtypes=REALS,
    ),
    smooth_sample("elu", elu, case(draw(3, 4), alpha=0.5)),
    smooth_sample("celu", celu, case(draw(3, 4), alpha=0.5), complex_too=True),
    smooth_sample("selu", lambda x: 1.0507009873554805 * elu(x, 1.6732632423543772)),
    Sample(
        "thresholded_relu",
        lambda x, threshold=0: np.where(x <= threshold, 0, x),
        [case(draw(3, 4)), case(draw(3, 4), threshold=1), case(draw(0, 3))],
        dtypes=REALS + INTS,
    ),
    Sample(
        "threshold",
        lambda x, threshold, value: np.where(x <= threshold, value, x),
        [
            case(draw(3, 4), threshold=1, value=-2),
            case(draw(0, 3), threshold=1, value=-2),
            case(values([np.nan, np.inf]), threshold=0.5, value=0.25).only(*REALS),
        ],
        dtypes=REALS + INTS,
    ),
    smooth_sample(
        "gelu",
        gelu,
        case(draw(3, 4), approximate=True),
        case(values([-1e4, -5.0, 5.0, 1e4]), approximate=True).only(*FLOATS),
        complex_too=True,
    ),
    smooth_sample("silu", lambda x: x * sp.expit(x)),
    smooth_sample("mish", lambda x: x * np.tanh(softplus(x)), complex_too=True),
    smooth_sample("hardswish", lambda x: x * clipped(x + 3, 0, 6) / 6, complex_too=True),
    smooth_sample("hardsilu", lambda x: x * clipped(x + 3, 0, 6) / 6),
    smooth_sample(
        "softplus",
        softplus,
        case(draw(3, 4), beta=2.0),
        case(draw(3, 4), beta=0.5, threshold=1.0).only(*REALS),
        case(values([19.0, 21.0, 40.0])).only(*FLOATS),
        complex_too=True,
    ),
    smooth_sample("sigmoid", sigmoid, complex_too=True),
    smooth_sample("logsigmoid", logsigmoid, complex_too=True),
    Sample(
        "logit",
        moded(logit),
        [
            case(draw(3, 4, low=0.05, high=0.95)),
            case(draw(3, 4, low=-0.5, high=1.5), eps=0.1).only(*REALS),
            case(values([0.0, 1.0, 2.0, -1.0, np.nan])).only(*REALS),
            case(draw(0, 3)),
            case(draw(3, 4, low=0.05, high=0.95), complex_mode="magnitude").only(*COMPLEXES),
        ],
        dtypes=BOTH,
    ),
    *(
        Sample(
            name,
            moded(reference),
            [
                case(draw(3, 4)),
                case(draw(3, 4), axis=0).only(*REALS, *INTS),
                case(draw(2, 3, 4), axis=1).only(*REALS),
                case(HUGE).only(*FLOATS).named("huge"),
                case(values([-np.inf, 0.0, 1.0])).only(*FLOATS),
                # tensorflow 2.21: the float32 kernel gives 0 beside a NaN.
                case(values([np.nan, 1.0])).only("float64"),
                case(values(0.5)).only(*FLOATS),
                case(draw(0, 3)).only(*FLOATS),
                case(draw(3, 4), complex_mode="split").only("float32", *COMPLEXES),
            ],
            dtypes=BOTH + INTS,
            result="float",
        )
        for name, reference in (("softmax", softmax), ("log_softmax", log_softmax))
    ),
    smooth_sample("softsign", lambda x: x / (1 + np.abs(x))),
    Sample(
        "hardtanh",
        lambda x, max_val=1, min_val=-1: np.clip(x, min_val, max_val),
        [
            case(draw(3, 4)),
            case(draw(3, 4), max_val=3, min_val=-2),
            case(values([np.nan, np.inf, -np.inf])).only(*REALS),
            case(draw(0, 3)),
        ],
        dtypes=REALS + INTS,
    ),
    *(
        smooth_sample(
            name,
            lambda x, alpha=1.7159, beta=0.67: alpha * np.tanh(beta * x),
            case(draw(3, 4), alpha=2.0, beta=0.5),
        )
        for name in ("scaled_tanh", "stanh")
    ),
    smooth_sample("tanhshrink", lambda x: x - np.tanh(x)),
    smooth_sample(
        "softshrink",
        lambda x, lambd=0.5: x - np.clip(x, -lambd, lambd),
        case(draw(3, 4), lambd=1.5),
        case(values([np.nan, np.inf, -np.inf, 0.5])).only(*REALS),
    ),
    Sample(
        "hardshrink",
        lambda x, lambd=0.5: np.where(np.abs(x) <= lambd, 0, x),
        [
            case(draw(3, 4)),
            case(draw(3, 4), lambd=2),
            case(values([np.nan, np.inf, -np.inf, 0.5])).only(*REALS),
            case(draw(0, 3)),
        ],
        dtypes=REALS + INTS,
    ),
]
