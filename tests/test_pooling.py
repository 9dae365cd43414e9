"""Pooling in all layouts and paddings: NaN, equal elements, gradients, errors.

The expected values come from the loops of `tests/samples/pooling.py`.
"""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyValueError
from tests.helpers import assert_close, to_numpy
from tests.samples.pooling import average, maximum

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
PADDINGS = ["SAME", "VALID", 1, 2]


def draw(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype("float32")


def check(dims: int, kind: str) -> None:
    """Compare with the loops: every padding and layout, ceil_mode in every other."""
    options: Any = {"max": ("dilation", [1, 2]), "avg": ("count_include_pad", [True, False])}[kind]
    values = cycle(options[1])
    pads = [*PADDINGS, [(1, 2), (2, 0), (0, 1)][:dims]]
    strides, ceil_modes = cycle([2, 3, 1]), cycle([False, True, True])
    for padding, data_format in product(pads, FORMATS[dims]):
        x = draw(2, *(7, 8, 8)[:dims], 2)
        x = np.moveaxis(x, -1, 1).copy() if data_format[1] == "C" else x
        more = {options[0]: next(values), "data_format": data_format, "ceil_mode": next(ceil_modes)}
        args = ((3, 4, 3)[:dims], next(strides), padding)
        result = getattr(ivy, f"{kind}_pool{dims}d")(ivy.array(x), *args, **more)
        reference = maximum if kind == "max" else average
        expected = reference(x.astype("float64"), *args, **more)
        assert_close(result, expected, "float32", tolerance=4)


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_max_pool(dims: int, backend: str) -> None:
    check(dims, "max")


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_avg_pool(dims: int, backend: str) -> None:
    check(dims, "avg")


# ---- special values ---------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_nan_and_infinities(data_format: str, dtype: str, backend: str) -> None:
    image = np.array([[np.nan, 1, -np.inf, -np.inf], [1, 2, -np.inf, -np.inf]])
    shape = (1, 2, 4, 1) if data_format == "NHWC" else (1, 1, 2, 4)
    x = ivy.array(image.reshape(shape), dtype=dtype)
    result = ivy.max_pool2d(x, 2, 2, "VALID", data_format)
    np.testing.assert_array_equal(to_numpy(result).astype("float64").ravel(), [np.nan, -np.inf])
    padded = ivy.max_pool2d(x, 3, 2, 1, data_format)
    np.testing.assert_array_equal(to_numpy(padded).astype("float64").ravel(), [np.nan, 2])


def test_gradient_goes_to_the_first_of_equal_elements(backend: str) -> None:
    gradient = ivy.grad(lambda x: ivy.sum(ivy.max_pool2d(x, 2, 1, "VALID")))(ivy.ones((1, 3, 3, 1)))
    np.testing.assert_array_equal(to_numpy(gradient)[0, :, :, 0], [[1, 1, 0], [1, 1, 0], [0, 0, 0]])


def test_integers(backend: str) -> None:
    x = ivy.reshape(ivy.arange(16, dtype="int32"), (1, 4, 4, 1)) - 20
    most = ivy.max_pool2d(x, 3, 2, 1)
    assert_close(most[0, :, :, 0], np.array([[-15, -13], [-7, -5]], "int32"))
    mean = ivy.avg_pool2d(x, 2, 2, 0)
    assert_close(mean[0, :, :, 0], np.array([[-17.5, -15.5], [-9.5, -7.5]], "float32"))


# ---- gradients --------------------------------------------------------------------------------

SECOND_ORDER = {
    "max": lambda x: ivy.max_pool2d(x, 3, 2, 1),
    "max_first": lambda x: ivy.max_pool2d(x, 2, 1, [(0, 1), (1, 0)], "NCHW", (2, 1)),
    "max_volume": lambda x: ivy.max_pool3d(ivy.expand_dims(x, axis=0), 2, 1, "SAME"),
    "avg": lambda x: ivy.avg_pool2d(x, 3, 2, 1),
    "avg_first": lambda x: ivy.avg_pool2d(x, 2, 1, "SAME", "NCHW"),
    "avg_volume": lambda x: ivy.avg_pool3d(ivy.expand_dims(x, axis=0), 2, 1, 1),
    "adaptive_max": lambda x: ivy.adaptive_max_pool2d(x, (3, 2)),
    "adaptive_avg": lambda x: ivy.adaptive_avg_pool2d(x, (3, 2)),
    "windows": lambda x: ivy.sliding_window(x, (2, 2), padding="SAME"),
    "reduced": lambda x: ivy.reduce_window(x, 1, ivy.multiply, 2),
}


@pytest.mark.parametrize("case", SECOND_ORDER)
def test_second_order(case: str, backend: str) -> None:
    """The gradient of a function of the gradient against differences of that function."""
    start, step = (draw(2, 5, 4, 4, seed=seed).astype("float64") for seed in (1, 2))

    def of_gradient(x: Any) -> Any:
        gradient = ivy.grad(lambda y: ivy.sum(SECOND_ORDER[case](y) ** 3))(x)
        return ivy.sum(ivy.sin(gradient))

    found = to_numpy(ivy.grad(of_gradient)(ivy.array(start)))
    ends = [float(of_gradient(ivy.array(start + by * step))) for by in (1e-6, -1e-6)]
    assert float((found * step).sum()) == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)


# ---- windows of any kind ----------------------------------------------------------------------


def test_reduce_window_takes_functions_of_ivy(backend: str) -> None:
    x = ivy.array([[1.0, 5.0, 2.0], [4.0, 3.0, 6.0]])
    most = ivy.reduce_window(x, -ivy.inf, ivy.maximum, (2, 2), padding="SAME")
    assert_close(most, np.array([[5, 6, 6], [4, 6, 6]], "float32"))
    total = ivy.reduce_window(x, ivy.array(0.0), lambda a, b: a + b, (2, 1))
    assert_close(total, np.array([[5, 8, 8]], "float32"))


def test_unpooling_undoes_pooling(backend: str) -> None:
    x = ivy.array([[[1.0, 3.0, 2.0, 0.0, 5.0, 4.0]]])
    most = ivy.max_pool1d(x, 2, 2, 0, "NCW")
    back = ivy.max_unpool1d(most, ivy.array([[[1, 2, 4]]]), 2)
    assert_close(back, np.array([[[0, 3, 2, 0, 5, 0]]], "float32"))


# ---- errors -----------------------------------------------------------------------------------

X = (1, 5, 5, 2)
ERRORS = {
    "rank": ("max_pool2d", (5, 5, 2), (2, 2, 0), {}, "x with 4 axes"),
    "data_format": ("max_pool2d", X, (2, 2, 0, "NDHWC"), {}, "data_format 'NHWC' or 'NCHW'"),
    "kernel": ("max_pool2d", X, ((2, 2, 2), 2, 0), {}, "kernel as a number from 1 or 2 of them"),
    "strides": ("avg_pool2d", X, (2, 0, 0), {}, "strides .*got 0"),
    "dilation": ("max_pool2d", X, (2, 2, 0), {"dilation": -1}, "dilation .*got -1"),
    "padding": ("avg_pool2d", X, (2, 2, "FULL"), {}, "padding 'SAME', 'VALID'.*got 'FULL'"),
    "too much padding": ("max_pool2d", X, (2, 2, 2), {}, "padding smaller than the windows"),
    "window": ("avg_pool2d", X, (6, 1, 0), {}, "window of 6 over 5 along spatial axis 0"),
    "divisor": ("avg_pool2d", X, (2, 2, 0), {"divisor_override": 0}, "divisor_override other"),
    "divisor's type": ("avg_pool1d", (1, 5, 2), (2, 2, 0), {"divisor_override": "x"}, "got 'x'"),
    "pool_type": ("pool", X, ((2, 2), "SUM"), {}, "pool_type 'MAX' or 'AVG', got 'SUM'"),
    "window_shape": ("pool", X, ((2, 2, 2, 2), "MAX"), {}, "window_shape of 1 to 3 sizes"),
    "output_size": ("adaptive_avg_pool2d", X, ((2, 2, 2),), {}, "output_size of 2 sizes"),
    "no output": ("adaptive_max_pool2d", X, (0,), {}, "output_size .*got"),
    "adaptive rank": ("adaptive_avg_pool1d", X, (2,), {}, "input with 2 or 3 axes"),
    "kernel_size": ("sliding_window", X, ((1,) * 5,), {}, "kernel_size for at most the 4 axes"),
    "window_dimensions": ("reduce_window", X, (0, ivy.add, (2, 2)), {}, "window_dimensions .* 4"),
    "indices": ("max_unpool1d", X, (np.zeros((1, 2), "int64"), 2), {}, "input and indices of one"),
}  # fmt: skip


@pytest.mark.parametrize("case", ERRORS)
def test_errors(case: str, backend: str) -> None:
    name, x, args, options, message = ERRORS[case]
    args = tuple(ivy.array(a) if isinstance(a, np.ndarray) else a for a in args)
    with pytest.raises(IvyValueError, match=f"{name}: expected .*{message}"):
        getattr(ivy, name)(ivy.zeros(x), *args, **options)


# ---- the other platforms of JAX ---------------------------------------------------------------


@pytest.mark.columns("jax")
def test_accelerators_pool_by_reduce_window(backend: str) -> None:
    """CPUs fold slices; what other platforms run must give the same."""
    from jax import lax

    from ivy.backends import windows
    from ivy.backends.jax import pooling

    x = ivy.array(draw(2, 7, 8, 3)).data
    for padding, ceil_mode in (([(0, 1), (1, 0)], True), ("VALID", False)):
        shape = windows.pooling("max_pool2d", 2, x, 3, 2, padding, "NHWC", 1, ceil_mode)
        result = pooling._reduced(x, lax.max, -np.inf, shape)
        assert_close(result, ivy.max_pool2d(x, 3, 2, padding, ceil_mode=ceil_mode))
