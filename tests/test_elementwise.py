"""Element-wise operations where frameworks disagree: limits, signs of zeros, integers, mixtures.

Plain values are in tests/samples/elementwise.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from tests.helpers import assert_close, native, to_numpy

INF, NAN = np.inf, np.nan
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
SIGNED, UNSIGNED = INTEGERS[:4], INTEGERS[4:]


def array(numbers: Any, dtype: str, backend: str) -> ivy.Array:
    """Return an `ivy.Array` with exactly these numbers: signs of zeros, large integers too."""
    return ivy.Array(native(np.array(numbers, dtype), backend))


def assert_identical(actual: Any, expected: Any) -> None:
    """Fail unless the numbers agree to 6 digits, and exactly where they are 0, infinite or NaN."""
    actual, expected = np.atleast_1d(to_numpy(actual)), np.atleast_1d(expected)
    parts = [(actual, expected)]
    if actual.dtype.kind == "c":
        expected = expected.astype("complex128")
        parts = [(actual.real, expected.real), (actual.imag, expected.imag)]
    for one, other in parts:
        np.testing.assert_allclose(one, other, rtol=1e-6)
        zero = other == 0
        np.testing.assert_array_equal(np.signbit(one)[zero], np.signbit(other)[zero])


# ---- division ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("x1", "x2", "quotient", "rest"),
    [
        (7.0, 2.0, 3.0, 1.0),
        (-7.0, 2.0, -4.0, 1.0),
        (7.0, -2.0, -4.0, -1.0),
        (-4.0, 2.0, -2.0, 0.0),
        (4.0, -2.0, -2.0, -0.0),
        (0.0, 3.0, 0.0, 0.0),
        (-0.0, 3.0, -0.0, 0.0),
        (0.0, -3.0, -0.0, -0.0),
        (0.5, 2.0, 0.0, 0.5),
        (1.0, 0.0, INF, NAN),
        (-1.0, 0.0, -INF, NAN),
        (0.0, 0.0, NAN, NAN),
        (INF, 2.0, INF, NAN),
        (-INF, 2.0, -INF, NAN),
        (INF, INF, NAN, NAN),
        (3.0, INF, 0.0, 3.0),
        (-3.0, INF, -0.0, INF),
        (3.0, -INF, -0.0, -INF),
        (-3.0, -INF, 0.0, -3.0),
        (NAN, 1.0, NAN, NAN),
    ],
)
def test_division_at_limits(
    x1: float, x2: float, quotient: float, rest: float, dtype: str, backend: str
) -> None:
    a, b = array([x1], dtype, backend), array([x2], dtype, backend)
    assert_identical(a // b, quotient)
    assert_identical(a % b, rest)
    assert_identical(a // x2, quotient)
    assert_identical(a % x2, rest)


def test_floor_of_the_exact_quotient(backend: str) -> None:
    # 1.0 / 0.1 rounds to 10.0, but 0.1 is a little more than a tenth.
    assert_identical(array([1.0], "float64", backend) // 0.1, 9.0)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_divided_by_zero_are_zero(dtype: str, backend: str) -> None:
    x, zeros = array([5, 0, 100], dtype, backend), array([0, 0, 0], dtype, backend)
    for divisor in (zeros, 0):
        assert_close(x // divisor, np.zeros(3, dtype), dtype, backend)
        assert_close(x % divisor, np.zeros(3, dtype), dtype, backend)
    assert_close(x // array([0, 1, 3], dtype, backend), [0, 0, 33], dtype, backend)


@pytest.mark.parametrize("dtype", SIGNED)
def test_least_integer_has_no_opposite(dtype: str, backend: str) -> None:
    least = np.iinfo(dtype).min
    x = array([least], dtype, backend)
    for opposite in (-x, abs(x), x // array([-1], dtype, backend), x * -1):
        assert_close(opposite, np.array([least], dtype), dtype, backend)
    assert_close(x % array([-1], dtype, backend), np.zeros(1, dtype), dtype, backend)


def test_integers_divide_into_floats(backend: str) -> None:
    x = array([1, 2], "int32", backend)
    assert_close(x / x, [1.0, 1.0], "float32", backend)
    assert_close(x / 4, [0.25, 0.5], "float32", backend)
    assert_close(1 / x, [1.0, 0.5], "float32", backend)
    assert_close(ivy.reciprocal(x), [1.0, 0.5], "float32", backend)


# ---- integers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", INTEGERS)
def test_shifts_beyond_the_width(dtype: str, backend: str) -> None:
    width = np.iinfo(dtype).bits
    places = [0, 1, width - 1, width, width + 1, 100]
    numbers = [np.iinfo(dtype).max, np.iinfo(dtype).min, 5]
    for number in numbers:
        x, by = array([number] * 6, dtype, backend), array(places, dtype, backend)
        left = [(int(number) << p) % 2**width for p in places]
        right = [int(number) >> p for p in places]
        unsigned = f"uint{width}"
        assert to_numpy(x << by).astype(unsigned).tolist() == left
        assert to_numpy(x >> by).tolist() == right


@pytest.mark.parametrize("dtype", UNSIGNED)
def test_unsigned_integers_use_all_bits(dtype: str, backend: str) -> None:
    most = int(np.iinfo(dtype).max)
    numbers = [0, 1, 2, most // 2, most // 2 + 1, most - 1, most]
    pairs = [(a, b) for a in numbers for b in numbers]
    x1, x2 = (array(list(column), dtype, backend) for column in zip(*pairs, strict=True))

    def values(x: Any) -> list[Any]:
        return to_numpy(x).tolist()

    assert values(x1 + x2) == [(a + b) % (most + 1) for a, b in pairs]
    assert values(x1 - x2) == [(a - b) % (most + 1) for a, b in pairs]
    assert values(x1 * x2) == [(a * b) % (most + 1) for a, b in pairs]
    assert values(x1**x2) == [pow(a, b, most + 1) for a, b in pairs]
    assert values(x1 // x2) == [a // b if b else 0 for a, b in pairs]
    assert values(x1 % x2) == [a % b if b else 0 for a, b in pairs]
    assert values(x1 < x2) == [a < b for a, b in pairs]
    assert values(x1 >= x2) == [a >= b for a, b in pairs]
    assert values(x1 == x2) == [a == b for a, b in pairs]
    assert values(x1 ^ x2) == [a ^ b for a, b in pairs]
    assert values(ivy.maximum(x1, x2)) == [max(a, b) for a, b in pairs]
    assert values(ivy.minimum(x1, x2)) == [min(a, b) for a, b in pairs]
    assert values(ivy.logical_and(x1, x2)) == [bool(a and b) for a, b in pairs]
    assert values(-x1) == [-a % (most + 1) for a, _ in pairs]
    assert values(~x1) == [most - a for a, _ in pairs]
    assert values(abs(x1)) == [a for a, _ in pairs]
    assert values(ivy.sign(x1)) == [int(a > 0) for a, _ in pairs]
    assert values(ivy.square(x1)) == [a * a % (most + 1) for a, _ in pairs]
    for result in (x1 + x2, x1 // x2, x1**x2, -x1, ivy.maximum(x1, x2), ivy.sign(x1)):
        assert result.dtype == dtype


@pytest.mark.parametrize("dtype", SIGNED)
def test_powers_of_integers(dtype: str, backend: str) -> None:
    base, power = [2, 1, -1, -1, 0, 0, 3, -2], [-1, -2, -1, -2, -1, 64, 4, 5]
    expected = [0, 1, -1, 1, 0, 0, 81, -32]
    x1, x2 = array(base, dtype, backend), array(power, dtype, backend)
    assert_close(x1**x2, expected, dtype, backend)
    assert_close(array([2, 1, -1], dtype, backend) ** -1, [0, 1, -1], dtype, backend)
    assert_close(array([2, -3], dtype, backend) ** 2, [4, 9], dtype, backend)


def test_rounding_integers(backend: str) -> None:
    x = array([15, 25, -15, -25, 149, 4], "int32", backend)
    assert_close(ivy.round(x, decimals=-1), [20, 20, -20, -20, 150, 0], "int32", backend)
    assert_close(ivy.round(x, decimals=2), to_numpy(x), "int32", backend)


# ---- floats -----------------------------------------------------------------------------------


def test_nan_is_the_extreme(backend: str) -> None:
    x1, x2 = array([NAN, 1.0, NAN], "float32", backend), array([1.0, NAN, NAN], "float32", backend)
    for function in (ivy.maximum, ivy.minimum):
        assert np.isnan(to_numpy(function(x1, x2))).all()
        assert np.isnan(to_numpy(function(x1, 0.0)))[[0, 2]].all()


def test_signs(backend: str) -> None:
    x = array([-2.0, -0.0, 0.0, 3.0, NAN, -INF], "float32", backend)
    result = to_numpy(ivy.sign(x))
    np.testing.assert_array_equal(result, [-1, 0, 0, 1, NAN, -1])
    assert to_numpy(ivy.signbit(x)).tolist()[:4] == [True, True, False, False]
    z = array(
        [3 + 4j, 0j, complex(-0.0, -0.0), complex(NAN, 1), complex(-INF, 1)], "complex64", backend
    )
    nan = complex(NAN, NAN)
    assert_identical(ivy.sign(z), np.array([0.6 + 0.8j, 0, 0, nan, -1]))


def test_negative_zero_as_a_number(backend: str) -> None:
    # TensorFlow 2.21 remembers the tensor it made of 0.0 and takes it for -0.0.
    x = array([1.0, -2.0], "float32", backend)
    assert_identical(ivy.copysign(x, 0.0), [1.0, 2.0])
    assert_identical(ivy.copysign(x, -0.0), [-1.0, -2.0])
    assert_identical(ivy.copysign(x, 0.0), [1.0, 2.0])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_logarithms_of_powers_are_exact(dtype: str, backend: str) -> None:
    powers = np.arange(-14, 15)
    x = array(2.0**powers, "float64", backend).astype(dtype)
    assert to_numpy(ivy.log2(x)).tolist() == powers.tolist()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_next_number_of_half_precision(dtype: str, backend: str) -> None:
    space = backends.load("numpy")
    x1 = np.array([0.0, 1.0, 1.0, -1.0, -1.0, 2.0, INF, NAN, 1.0]).astype(
        space.as_native_dtype(dtype)
    )
    x2 = np.array([-1.0, 2.0, 0.0, 0.0, -2.0, 2.0, 0.0, 1.0, NAN]).astype(x1.dtype)
    result = ivy.nextafter(*(ivy.Array(native(x, backend)) for x in (x1, x2)))
    assert result.dtype == dtype
    expected = np.nextafter(x1, x2).astype("float64")
    np.testing.assert_array_equal(to_numpy(result).astype("float64"), expected)


def test_rounding_to_decimals(backend: str) -> None:
    x = array([0.25, 0.35, 1.005, -2.675, 1e38, INF], "float32", backend)
    result = to_numpy(ivy.round(x, decimals=1))
    assert result.tolist() == np.array([0.2, 0.4, 1.0, -2.7, 1e38, INF], "float32").tolist()


def test_hypot_and_abs_do_not_overflow(backend: str) -> None:
    large = array([3e30] * 40, "float32", backend)
    assert_identical(ivy.hypot(large, 4e30), [5e30] * 40)
    z = array(
        [complex(3e200, 4e200), complex(INF, NAN), complex(NAN, -INF)] * 20, "complex128", backend
    )
    assert_identical(abs(z), [5e200, INF, INF] * 20)
    assert np.isfinite(to_numpy(ivy.log(z))[0])


# ---- complex numbers at limits ----------------------------------------------------------------

PI = np.pi
LIMITS = {
    "exp": [
        (0, 0, 1, 0), (0, -0.0, 1, -0.0), (1, INF, NAN, NAN), (INF, 0, INF, 0), (-INF, 1, 0, 0),
        (INF, 1, INF, INF), (-INF, NAN, 0, None), (NAN, 0, NAN, 0), (NAN, 1, NAN, NAN),
    ],
    "expm1": [
        (0, 0, 0, 0), (-0.0, 0, 0, 0), (1, INF, NAN, NAN), (INF, 0, INF, 0), (-INF, 1, -1, 0),
        (-INF, INF, -1, None), (-INF, NAN, -1, None), (NAN, 0, NAN, 0), (NAN, 1, NAN, NAN),
    ],
    "log": [
        (0, 0, -INF, 0), (-0.0, 0, -INF, PI), (1, INF, INF, PI / 2), (-INF, 1, INF, PI),
        (INF, 1, INF, 0), (INF, -1, INF, -0.0), (-INF, INF, INF, 3 * PI / 4), (INF, NAN, INF, NAN),
        (NAN, INF, INF, NAN), (NAN, 1, NAN, NAN),
    ],
    "log1p": [
        (-1, 0, -INF, 0), (0, 0, 0, 0), (1, INF, INF, PI / 2), (-INF, 1, INF, PI), (INF, 1, INF, 0),
        (-INF, -0.0, INF, -PI), (INF, NAN, INF, NAN), (NAN, INF, INF, NAN), (NAN, 1, NAN, NAN),
    ],
    "sqrt": [
        (0, 0, 0, 0), (0, -0.0, 0, -0.0), (-4, 0, 0, 2), (-4, -0.0, 0, -2), (1, INF, INF, INF),
        (NAN, INF, INF, INF), (-INF, 1, 0, INF), (INF, 1, INF, 0), (NAN, 1, NAN, NAN),
    ],
    "sinh": [
        (0, 0, 0, 0), (0, INF, 0, NAN), (0, NAN, 0, NAN), (1, INF, NAN, NAN), (INF, 0, INF, 0),
        (INF, 1, INF, INF), (INF, NAN, INF, NAN), (NAN, 0, NAN, 0), (NAN, 1, NAN, NAN),
    ],
    "cosh": [
        (0, 0, 1, 0), (0, INF, NAN, 0), (0, NAN, NAN, 0), (1, INF, NAN, NAN), (INF, 0, INF, 0),
        (INF, 1, INF, INF), (INF, NAN, INF, NAN), (NAN, 0, NAN, 0), (NAN, 1, NAN, NAN),
    ],
    "tanh": [
        (0, 0, 0, 0), (1, INF, NAN, NAN), (0, INF, 0, NAN), (0, NAN, 0, NAN), (INF, 2, 1, 0),
        (INF, -2, 1, -0.0), (-INF, 2, -1, 0), (INF, INF, 1, None), (NAN, 0, NAN, 0),
    ],
    "asinh": [
        (0, 0, 0, 0), (-0.0, 2, -1.3169579, PI / 2), (1, INF, INF, PI / 2), (1, NAN, NAN, NAN),
        (INF, 1, INF, 0), (INF, INF, INF, PI / 4), (INF, NAN, INF, NAN), (NAN, 0, NAN, 0),
    ],
    "acosh": [
        (0, 0, 0, PI / 2), (-2, -0.0, 1.3169579, -PI), (1, INF, INF, PI / 2), (-INF, 1, INF, PI),
        (INF, 1, INF, 0), (INF, NAN, INF, NAN), (NAN, INF, INF, NAN), (NAN, 1, NAN, NAN),
    ],
    "atanh": [
        (0, 0, 0, 0), (0, NAN, 0, NAN), (1, 0, INF, 0), (1, INF, 0, PI / 2), (1, NAN, NAN, NAN),
        (INF, 1, 0, PI / 2), (INF, INF, 0, PI / 2), (NAN, 1, NAN, NAN),
    ],
    "acos": [
        (0, 0, PI / 2, -0.0), (-0.0, 0, PI / 2, -0.0), (1, INF, PI / 2, -INF), (-INF, 1, PI, -INF),
        (INF, 1, 0, -INF), (-2, -0.0, PI, 1.3169579), (NAN, INF, NAN, -INF), (NAN, 1, NAN, NAN),
    ],
}  # fmt: skip
"""Function -> (real and imaginary part of x, of the result); None: its sign is not specified."""


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", LIMITS)
def test_complex_limits(name: str, dtype: str, backend: str) -> None:
    check_complex_limits(getattr(ivy, name), LIMITS[name], dtype, backend)


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.parametrize("name", LIMITS)
def test_complex_limits_traced(name: str, backend: str, jit: Callable[[Any], Any]) -> None:
    # TensorFlow's graph optimizer undoes repairs that are algebraic identities.
    check_complex_limits(jit(getattr(ivy, name)), LIMITS[name], "complex64", backend)


def check_complex_limits(function: Any, rows: list[Any], dtype: str, backend: str) -> None:
    """Fail unless the function has these values at these points, 16 times over (vectorized)."""
    x = np.array([complex(a, b) for a, b, _, _ in rows] * 16)
    result = to_numpy(function(array(x, dtype, backend)))
    specified = np.array([imag is not None for *_, imag in rows] * 16)
    assert_identical(result.real, np.array([real for *_, real, _ in rows] * 16, "float64"))
    imag = np.array([imag for *_, imag in rows] * 16, "float64")
    assert_identical(result.imag[specified], imag[specified])


# ---- mixtures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype1", "dtype2", "expected"),
    [
        ("int32", "float32", "float32"),
        ("int64", "float16", "float16"),
        ("int8", "int16", "int16"),
        ("uint8", "int8", "int16"),
        ("uint16", "int16", "int32"),
        ("uint32", "int64", "int64"),
        ("float16", "bfloat16", "float32"),
        ("float32", "float64", "float64"),
        ("bool", "int8", "int8"),
        ("complex64", "float64", "complex128"),
        ("complex64", "int64", "complex64"),
    ],
)
def test_promotion(dtype1: str, dtype2: str, expected: str, backend: str) -> None:
    x1, x2 = (ivy.astype(ivy.array([1, 0]), dtype) for dtype in (dtype1, dtype2))
    for first, second in ((x1, x2), (x2, x1), (x1.data, x2.data), (x2.data, x1.data)):
        assert_close(ivy.add(first, second), np.array([2, 0]), expected, backend)
        assert_close(ivy.multiply(first, second), np.array([1, 0]), expected, backend)


@pytest.mark.parametrize(
    ("dtype", "number", "expected"),
    [
        ("int8", 1, "int8"),
        ("float16", 1, "float16"),
        ("bfloat16", 0.5, "bfloat16"),
        ("int32", 0.5, "float32"),
        ("uint8", 0.5, "float32"),
        ("float32", 1j, "complex64"),
        ("float64", 1j, "complex128"),
        ("int64", 1j, "complex64"),
        ("float64", True, "float64"),
        ("bool", 0.5, "float32"),
    ],
)
def test_numbers_are_weak(dtype: str, number: Any, expected: str, backend: str) -> None:
    x = ivy.astype(ivy.array([1, 0]), dtype)
    ones = np.array([1, 0])
    for operand in (x, x.data):
        assert_close(ivy.add(operand, number), ones + number, expected, backend)
        assert_close(ivy.multiply(number, operand), number * ones, expected, backend)
    assert_close(x + number, ones + number, expected, backend)
    assert_close(number * x, number * ones, expected, backend)


def test_operators_of_booleans_with_integers(backend: str) -> None:
    mask = ivy.array([True, False])
    assert_close(mask * 2, [2, 0], "int32", backend)
    assert_close(3 + mask, [4, 3], "int32", backend)


def test_functions_of_floats_take_integers(backend: str) -> None:
    for dtype in ("bool", "uint8", "uint16", "int32", "int64"):
        x = ivy.astype(ivy.array([1, 0]), dtype)
        for name in ("exp", "sqrt", "sin", "tanh", "log1p", "log2", "expm1"):
            assert getattr(ivy, name)(x).dtype == "float32", (name, dtype)
        for name in ("atan2", "hypot", "logaddexp", "copysign"):
            assert getattr(ivy, name)(x, x).dtype == "float32", (name, dtype)


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64"])
def test_integers_traced(dtype: str, backend: str, jit: Callable[[Any], Any]) -> None:
    # TensorFlow's graphs accept what has no kernel, and rewrite 0 - x to -x.
    x = array([1, 2, 5], dtype, backend).data
    assert_close(jit(ivy.divide)(x, x), [1.0, 1.0, 1.0], "float32", backend)
    opposite = np.array([-1, -2, -5]).astype(dtype)
    assert_close(jit(ivy.negative)(x), opposite, dtype, backend)
    assert_close(jit(ivy.reciprocal)(x), [1.0, 0.5, 0.2], "float32", backend)
    assert_close(jit(ivy.floor_divide)(x, x - 1), [0, 2, 1], dtype, backend)
    assert_close(jit(ivy.exp)(x), np.exp([1.0, 2.0, 5.0]), "float32", backend)


# ---- options ----------------------------------------------------------------------------------


def test_alpha_scales_the_second_operand(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    assert_close(ivy.add(x, x, alpha=2), [3.0, 6.0], "float32", backend)
    assert_close(ivy.subtract(x.data, 3, alpha=0.5), [-0.5, 0.5], "float32", backend)
    assert_close(x.add(1, alpha=3), [4.0, 5.0], "float32", backend)
    out = ivy.zeros(2)
    assert ivy.add(x, [1.0, 1.0], alpha=2, out=out) is out
    assert_close(out, [3.0, 4.0], "float32", backend)


def test_remainder_of_truncated_division(backend: str) -> None:
    x = ivy.array([7, -7])
    assert_close(ivy.remainder(x, 3), [1, 2], "int32", backend)
    assert_close(ivy.remainder(x, 3, modulus=False), [1, -1], "int32", backend)
    assert_close(ivy.astype(x, "float32").remainder(3, False), [1.0, -1.0], "float32", backend)


def test_options_without_effect(backend: str) -> None:
    x, y = ivy.array([1.0, -2.0]), ivy.array([0.0, 0.5])
    assert_close(ivy.maximum(x, y, use_where=False), ivy.maximum(x, y), "float32", backend)
    assert_close(x.minimum(y, use_where=False), ivy.minimum(x, y), "float32", backend)
    assert_close(ivy.sign(x, np_variant=False), [1.0, -1.0], "float32", backend)
    assert_close(ivy.tanh(x, complex_mode="split"), np.tanh([1.0, -2.0]), "float32", backend)
    z = np.array([1 - 2j, 0.5j], "complex64")
    split, turned = np.tanh(z.real) + 1j * np.tanh(z.imag), np.tanh(abs(z)) * z / abs(z)
    for mode, expected in (("split", split), ("magnitude", turned), ("jax", np.tanh(z))):
        found = ivy.tanh(ivy.array(z), complex_mode=mode)
        assert_close(found, expected, "complex64", backend, tolerance=4)


def test_results_are_new_arrays(backend: str) -> None:
    for dtype in ("float32", "complex64"):
        x = ivy.astype(ivy.array([1.0, 2.0]), dtype)
        for name in ("positive", "conj", "real", "imag", "round"):
            result = getattr(ivy, name)(x)
            result[0] = 9.0
            assert_close(x, [1.0, 2.0], dtype, backend)


# ---- gradients --------------------------------------------------------------------------------


def test_gradients_at_ties_and_zeros(backend: str) -> None:
    zeros = ivy.array([0.0, 0.0], dtype="float64")

    def slope(function: Callable[..., Any], x: Any) -> Any:
        return to_numpy(ivy.grad(lambda x: ivy.sum(function(x)))(x)).tolist()

    assert slope(lambda x: ivy.logaddexp(x, ivy.array([0.0, 0.0], dtype="float64")), zeros) == [
        0.5,
        0.5,
    ]
    assert slope(ivy.expm1, zeros) == [1.0, 1.0]
    assert slope(ivy.log1p, zeros) == [1.0, 1.0]
    assert slope(lambda x: ivy.remainder(x, 2.0), ivy.array([4.0, 3.0], dtype="float64")) == [
        1.0,
        1.0,
    ]
    powers = ivy.array([2.0, 8.0], dtype="float64")
    expected = (1 / np.log(2) / np.array([2.0, 8.0])).tolist()
    np.testing.assert_allclose(slope(ivy.log2, powers), expected)
    assert slope(lambda x: ivy.pow(x, 2), zeros) == [0.0, 0.0]


@pytest.mark.columns("jax")
def test_powers_of_numbers_that_are_traced_stay_weak(backend: str) -> None:
    import jax
    import jax.numpy as jnp

    xp = ivy.with_backend("jax")
    found = jax.jit(lambda decay, step: xp.pow(decay, step))(0.9, jnp.asarray(2.0, "float32"))
    assert_close(found, np.array(0.81), "float32", backend)


def test_gradients_of_atan2_at_the_origin_are_zero(backend: str) -> None:
    y, x = ivy.array([0.0, -0.0, 3.0]), ivy.array([0.0, -0.0, 4.0])

    def slopes(y: Any, x: Any) -> Any:
        return ivy.grad(lambda v: ivy.sum(ivy.atan2(v[0], v[1])))([y, x])

    to_y, to_x = slopes(y, x)
    assert_close(to_y, [0.0, 0.0, 4 / 25], "float32", backend)
    assert_close(to_x, [0.0, 0.0, -3 / 25], "float32", backend)
    value, _ = ivy.value_and_grad(lambda y: ivy.sum(ivy.atan2(y, x)))(y)
    assert_close(value, -np.pi + np.arctan2(3, 4), "float32", backend)  # -0 beside -0 is -pi
