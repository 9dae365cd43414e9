"""Accuracy, extremes, gradients and errors of special functions and activations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special as sp

import ivy
from ivy import backends
from ivy.errors import IvyException
from tests.helpers import assert_close, native, to_numpy

POINTS = np.random.default_rng(0)

# Away from the roots, where a small result has a large relative error in every framework.
DENSE = {
    "erf": (sp.erf, POINTS.uniform(-6, 6, 500)),
    "erfc": (sp.erfc, POINTS.uniform(-6, 8, 500)),
    "erfinv": (sp.erfinv, np.tanh(POINTS.uniform(-6, 6, 500))),
    "lgamma": (sp.gammaln, POINTS.uniform(0, 60, 500)),
    "digamma": (sp.digamma, POINTS.uniform(0, 60, 500)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", DENSE)
def test_accuracy(name: str, dtype: str, backend: str) -> None:
    reference, points = DENSE[name]
    points = points.astype(dtype)
    result = getattr(ivy, name)(ivy.Array(native(points, backend)))
    assert_close(result, reference(points.astype("float64")), dtype, backend)


def test_integers_become_the_default_float(backend: str) -> None:
    x = ivy.array([1, 2])
    for name in ("erf", "lgamma", "deg2rad", "sinc", "softmax", "sigmoid", "gelu", "elu", "silu"):
        assert getattr(ivy, name)(x).dtype == "float32", name


# ---- gradients --------------------------------------------------------------------------------


def test_gradient_of_digamma_is_trigamma(backend: str) -> None:
    x = ivy.array([0.5, 1.5, 7.0], dtype="float64")
    slope = ivy.grad(lambda x: ivy.sum(ivy.digamma(x)))(x)
    # torch 2.13: the error of its own trigamma is 3e-10.
    np.testing.assert_allclose(to_numpy(slope), sp.polygamma(1, [0.5, 1.5, 7.0]), 1e-9)


def test_gradient_of_zeta(backend: str) -> None:
    x, q = ivy.array([2.5, 3.0, 2.0], dtype="float64"), ivy.array([1.0, 0.5, -1.5], dtype="float64")
    slope = ivy.grad(lambda q: ivy.sum(ivy.zeta(x, q)))(q)
    expected = [-2.5 * sp.zeta(3.5, 1.0), -3 * sp.zeta(4.0, 0.5), -2 * sp.zeta(3.0, -1.5)]
    np.testing.assert_allclose(to_numpy(slope), expected, 1e-13)
    # At 1, infinity and NaN there is no slope, and it must not spoil the others'.
    x, q = ivy.array([2.0, 1.0, np.inf, np.nan], dtype="float64"), ivy.ones(4, dtype="float64")
    slope = ivy.grad(lambda x: ivy.sum(ivy.zeta(x, q)))(x)
    np.testing.assert_allclose(to_numpy(slope), [-0.93754825431584376, 0, 0, 0], 1e-13)


def test_gradient_of_xlogy_at_zero_is_the_logarithm(backend: str) -> None:
    x, y = ivy.array([0.0, 1.0]), ivy.array([2.0, 2.0])
    slope = ivy.grad(lambda x: ivy.sum(ivy.xlogy(x, y)))(x)
    assert_close(slope, np.log([2.0, 2.0]), "float32", backend)


def test_gradients_of_xlogy_where_it_has_none_are_zero(backend: str) -> None:
    x = {"x": ivy.array([0.0, 0.0, 0.0, 3.0]), "y": ivy.array([0.0, -1.0, np.inf, 2.0])}
    slope = ivy.grad(lambda v: ivy.sum(ivy.xlogy(v["x"], v["y"])))(x)
    assert_close(slope["x"], [0.0, 0.0, 0.0, np.log(2)], "float32", backend)
    assert_close(slope["y"], [0.0, 0.0, 0.0, 1.5], "float32", backend)


def test_gradient_of_relu6_at_its_ends_is_zero(backend: str) -> None:
    slope = ivy.grad(lambda x: ivy.sum(ivy.relu6(x)))(ivy.array([-1.0, 0.0, 2.0, 6.0, 7.0]))
    assert_close(slope, [0.0, 0.0, 1.0, 0.0, 0.0], "float32", backend)


def test_gradient_of_relu_at_zero_is_zero(backend: str) -> None:
    slope = ivy.grad(lambda x: ivy.sum(ivy.relu(x)))(ivy.array([-1.0, 0.0, 2.0]))
    assert_close(slope, [0.0, 0.0, 1.0], "float32", backend)


@pytest.mark.parametrize(
    "name", ["relu", "softplus", "sigmoid", "elu", "gelu", "silu", "mish", "erfinv", "sinc"]
)
def test_gradients_are_finite_at_extremes(name: str, backend: str) -> None:
    points = [-0.5, 0.0, 0.5] if name == "erfinv" else [-1e4, -20.0, 0.0, 20.0, 1e4]
    slope = ivy.grad(lambda x: ivy.sum(getattr(ivy, name)(x)))(ivy.array(points))
    assert np.isfinite(to_numpy(slope)).all()


# ---- bits and integers ------------------------------------------------------------------------


@pytest.mark.columns("numpy", "torch", "tensorflow")  # JAX takes subnormal numbers as zero
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_frexp_of_subnormal_numbers(dtype: str, backend: str) -> None:
    tiny = np.finfo(dtype).smallest_subnormal
    values = np.array([tiny, -5 * tiny, np.finfo(dtype).tiny], dtype)
    mantissa, exponent = ivy.frexp(ivy.Array(native(values, backend)))
    expected = np.frexp(values)
    np.testing.assert_array_equal(to_numpy(mantissa), expected[0])
    np.testing.assert_array_equal(to_numpy(exponent), expected[1])


def test_gcd_and_lcm_of_the_greatest_unsigned_integers(backend: str) -> None:
    pairs = [(2**64 - 1, 2**63 + 2**32 - 1), (2**63, 2**62 * 3), (2**64 - 1, 0), (0, 2**63)]
    a, b = (np.array(column, "uint64") for column in zip(*pairs, strict=True))
    result = ivy.gcd(ivy.Array(native(a, backend)), ivy.Array(native(b, backend)))
    assert_close(result, np.gcd(a, b), "uint64", backend)
    small = [ivy.Array(native(x // 2**40, backend)) for x in (a, b)]
    assert_close(ivy.lcm(*small), np.lcm(a // 2**40, b // 2**40), "uint64", backend)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_diff_of_unsigned_integers_wraps_around(dtype: str, backend: str) -> None:
    values = np.array([5, 3, 4], dtype)
    result = ivy.diff(ivy.Array(native(values, backend)))
    assert_close(result, np.diff(values), dtype, backend)


# ---- replacements -----------------------------------------------------------------------------


def test_nan_to_num_takes_the_limits_of_the_dtype(backend: str) -> None:
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        x = ivy.array([np.inf, -np.inf, np.nan], dtype=dtype)
        limits = ivy.finfo(x)
        assert to_numpy(ivy.nan_to_num(x)).tolist() == [limits.max, limits.min, 0.0]


@pytest.mark.columns("numpy", "torch")
def test_nan_to_num_without_copy_changes_the_array(backend: str) -> None:
    x = native(np.array([1.0, np.nan]), backend)
    assert ivy.nan_to_num(x, copy=False, nan=3.0) is x
    assert to_numpy(x).tolist() == [1.0, 3.0]


def test_prelu_puts_a_slope_along_the_axis_of_its_length(backend: str) -> None:
    x = -np.ones((2, 3, 4), "float32")
    slope = np.array([1.0, 2.0, 3.0], "float32")
    result = ivy.prelu(ivy.Array(native(x, backend)), ivy.Array(native(slope, backend)))
    assert_close(result, x * slope[:, None], "float32", backend)


def test_gradient_takes_coordinates_as_arrays(backend: str) -> None:
    x, places = np.array([1.0, 4.0, 9.0, 25.0]), np.array([1.0, 2.0, 3.0, 5.0])
    ours = [ivy.Array(native(values, backend)) for values in (x, places)]
    for spacing in (ours[1], [ours[1]], [places.tolist()]):
        result = ivy.gradient(ours[0], spacing=spacing, edge_order=2)
        assert_close(result, np.gradient(x, places, edge_order=2), "float64", backend)


# ---- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ivy.gradient(x, edge_order=3), "edge_order of 1 or 2, got 3"),
        (lambda x: ivy.gradient(x[:1]), "more than 1 elements along axis 0, got 1"),
        (lambda x: ivy.gradient(x, spacing=[1, 2]), "one spacing for all axes or 1, got 2"),
        (lambda x: ivy.diff(x, n=-1), "n of at least 0, got -1"),
        (lambda x: ivy.sparsify_tensor(x, -1), "a number of elements, got -1"),
        (lambda x: ivy.prelu(x, x[:2]), "a slope that fits one axis of (3,), got 2"),
        (lambda x: ivy.relu(x, complex_mode="other"), "'magnitude', got 'other'"),
        (lambda x: ivy.trapz(x, axis=2), "an axis of 1 axes, got 2"),
    ],
)
def test_errors_say_what_was_expected(call: Any, message: str, backend: str) -> None:
    with pytest.raises(IvyException) as raised:
        call(ivy.array([1.0, 2.0, 3.0]))
    assert message in str(raised.value)


# ---- names of the frameworks that are not public ----------------------------------------------


@pytest.mark.columns("torch")
def test_kernels_of_torch_exist(backend: str) -> None:
    from torch import _C

    names = "elu gelu hardswish hardtanh leaky_relu log_sigmoid mish silu softplus softshrink"
    assert not [name for name in names.split() if not hasattr(_C._nn, name)]


@pytest.mark.columns("tensorflow")
def test_kernels_of_tensorflow_exist(backend: str) -> None:
    from tensorflow.python.ops import gen_array_ops, gen_bitwise_ops, gen_math_ops, gen_nn_ops

    used = {
        gen_array_ops: "bitcast",
        gen_bitwise_ops: "bitwise_and bitwise_or left_shift right_shift",
        gen_math_ops: "digamma erf erfc floor_mod lgamma select_v2 sigmoid truncate_mod",
        gen_nn_ops: "leaky_relu log_softmax relu relu6 selu softmax softplus softsign",
    }
    assert not [
        n for module, names in used.items() for n in names.split() if not hasattr(module, n)
    ]


def test_every_activation_is_in_every_namespace(backend: str) -> None:
    from ivy.ops import activations, special

    space = backends.load(backend)
    names = [*activations.__all__, *special.__all__]
    assert not [name for name in names if name != "stanh" and not hasattr(space, name)]
