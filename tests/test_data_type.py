"""Dtypes: every spelling, limits, promotion, defaults, casts; what is no row of the samples."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import ivy
from ivy import backends, errors
from ivy.types import ALL_DTYPES
from tests.helpers import assert_close, native

FLOATING = [d for d in ALL_DTYPES if d.kind in ("float", "complex")]
INTEGRAL = [d for d in ALL_DTYPES if d.kind in ("int", "uint")]
KINDS = {
    "bool": "bool",
    "signed integer": "int",
    "unsigned integer": "uint",
    "real floating": "float",
    "complex floating": "complex",
}


def numpy_dtype(dtype: ivy.Dtype) -> Any:
    return backends.load("numpy").as_native_dtype(dtype)


# ---- what a dtype is --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_dtypes_equal_their_names(dtype: ivy.Dtype) -> None:
    assert dtype == dtype.name == str(dtype)
    assert not isinstance(dtype, str)
    assert hash(dtype) == hash(dtype.name)
    assert {dtype: 1}[dtype.name] == 1
    assert ivy.Dtype(dtype.name) is dtype is pickle.loads(pickle.dumps(dtype))
    assert dtype != "nothing"
    assert getattr(ivy, dtype.name) is dtype
    assert ivy.dtype_bits(dtype) == dtype.dtype_bits == (1 if dtype == "bool" else dtype.bits)


def test_aliases() -> None:
    assert ivy.double is ivy.float64
    assert ivy.bool == "bool"


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_every_spelling_is_understood(backend: str, dtype: ivy.Dtype) -> None:
    space = backends.load(backend)
    for other in backends.loaded():
        if not other.valid_dtype(dtype):
            continue
        spelled = other.as_native_dtype(dtype)
        assert ivy.as_ivy_dtype(spelled) is dtype
        assert ivy.zeros(1, dtype=spelled).dtype is dtype
    scalar_type = getattr(ml_dtypes if dtype == "bfloat16" else np, dtype.name)
    assert ivy.as_ivy_dtype(scalar_type) is dtype
    assert ivy.as_ivy_dtype(dtype.name) is ivy.as_ivy_dtype(dtype) is dtype
    assert ivy.as_native_dtype(dtype) == space.as_native_dtype(dtype.name) == dtype.as_native_dtype
    assert ivy.is_native_dtype(space.as_native_dtype(dtype))
    assert not ivy.is_native_dtype(dtype)
    assert not ivy.is_native_dtype(dtype.name)
    assert ivy.is_hashable_dtype(dtype)
    assert not ivy.is_hashable_dtype([dtype])


def test_python_types_mean_the_defaults(backend: str) -> None:
    assert [ivy.as_ivy_dtype(t) for t in (bool, int, float, complex)] == [
        *("bool", "int32", "float32", "complex64")
    ]
    with ivy.DefaultFloatDtype("float64"):
        assert ivy.as_ivy_dtype(float) == ivy.array([1], dtype=float).dtype == "float64"


@pytest.mark.parametrize(
    "wrong", ["float31", None, 3, "int", object()], ids=lambda wrong: type(wrong).__name__
)
def test_unknown_dtypes_are_refused(backend: str, wrong: Any) -> None:
    with pytest.raises(errors.IvyValueError):
        ivy.as_ivy_dtype(wrong)
    if wrong is not None:
        with pytest.raises(errors.IvyValueError):
            ivy.zeros(2, dtype=wrong)


# ---- asking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", FLOATING, ids=str)
def test_finfo(backend: str, dtype: ivy.Dtype) -> None:
    expected = ml_dtypes.finfo(numpy_dtype(dtype.real))
    for argument in (dtype, dtype.name, ivy.ones(1, dtype=dtype), ivy.as_native_dtype(dtype)):
        found = ivy.finfo(argument)
        assert found.dtype is dtype.real
        assert found.bits == dtype.real.bits
        assert found.resolution == pytest.approx(float(expected.resolution), rel=1e-2)
        for name in ("eps", "max", "min", "smallest_normal", "tiny"):
            value = getattr(found, name)
            assert type(value) is float
            assert value == float(getattr(expected, name))
    assert ivy.with_backend(backend).finfo(dtype).dtype == ivy.as_native_dtype(dtype.real)
    assert dtype.info == found


@pytest.mark.parametrize("dtype", INTEGRAL, ids=str)
def test_iinfo(backend: str, dtype: ivy.Dtype) -> None:
    expected = np.iinfo(dtype.name)
    for argument in (dtype, dtype.name, ivy.ones(1, dtype=dtype), ivy.as_native_dtype(dtype)):
        found = ivy.iinfo(argument)
        assert (found.bits, found.min, found.max) == (expected.bits, expected.min, expected.max)
        assert found.dtype is dtype
    assert ivy.with_backend(backend).iinfo(dtype).dtype == ivy.as_native_dtype(dtype)
    assert dtype.info == found


def test_limits_of_the_wrong_kind_raise() -> None:
    for ask, dtype in ((ivy.finfo, "int8"), (ivy.finfo, "bool"), (ivy.iinfo, "float32")):
        with pytest.raises(errors.IvyTypeError):
            ask(dtype)


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_isdtype(backend: str, dtype: ivy.Dtype) -> None:
    for kind, ours in KINDS.items():
        assert ivy.isdtype(dtype, kind) is (dtype.kind == ours)
        assert ivy.with_backend(backend).isdtype(ivy.as_native_dtype(dtype), kind) is (
            dtype.kind == ours
        )
    assert ivy.isdtype(dtype, "integral") is (dtype in INTEGRAL)
    assert ivy.isdtype(dtype, "numeric") is (dtype != "bool")
    assert ivy.isdtype(dtype, dtype)
    assert ivy.isdtype(dtype, (ivy.as_native_dtype(dtype), "bool"))
    assert not ivy.isdtype(dtype, ())


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_kinds(backend: str, dtype: ivy.Dtype) -> None:
    array = ivy.ones(2, dtype=dtype)
    for argument in (dtype, dtype.name, array, array.data, ivy.as_native_dtype(dtype)):
        assert ivy.is_bool_dtype(argument) is dtype.is_bool_dtype is (dtype.kind == "bool")
        assert ivy.is_int_dtype(argument) is dtype.is_int_dtype is (dtype in INTEGRAL)
        assert ivy.is_uint_dtype(argument) is dtype.is_uint_dtype is (dtype.kind == "uint")
        assert ivy.is_float_dtype(argument) is dtype.is_float_dtype is (dtype.kind == "float")
        assert ivy.is_complex_dtype(argument) is dtype.is_complex_dtype
    assert ivy.dtype(array) is ivy.dtype(array.data) is dtype
    assert ivy.dtype(array, as_native=True) == array.data.dtype
    assert ivy.check_float(array) is (dtype.kind == "float")


def test_kinds_of_python_values() -> None:
    assert ivy.is_bool_dtype(True)
    assert ivy.is_int_dtype(3)
    assert not ivy.is_int_dtype(True)
    assert ivy.is_float_dtype([1, [2.5]])
    assert ivy.is_complex_dtype(1j)
    assert ivy.check_float(1.5)
    assert not ivy.check_float(1)


def test_all_backends_hold_all_dtypes(backend: str) -> None:
    assert ivy.valid_dtypes == ivy.all_dtypes == ALL_DTYPES
    assert len(ivy.valid_numeric_dtypes) == len(ivy.all_numeric_dtypes) == 14
    assert len(ivy.all_int_dtypes) == len(ivy.valid_int_dtypes) == 8
    assert len(ivy.all_uint_dtypes) == len(ivy.valid_uint_dtypes) == 4
    assert len(ivy.all_float_dtypes) == len(ivy.valid_float_dtypes) == 4
    assert len(ivy.all_complex_dtypes) == len(ivy.valid_complex_dtypes) == 2
    assert list(ivy.invalid_dtypes) == list(ivy.invalid_int_dtypes) == []
    assert ivy.float32 in ivy.valid_dtypes
    assert "float32" in ivy.valid_dtypes
    assert ivy.valid_dtype("bfloat16")
    assert ivy.valid_dtype(None)
    assert ivy.invalid_dtype("float31")
    assert ivy.closest_valid_dtype("float64") == "float64"


@pytest.mark.columns("jax")
def test_jax_without_64_bits_holds_fewer(backend: str) -> None:
    import jax

    with jax.enable_x64(False):
        wide = ["int64", "uint64", "float64", "complex128"]
        assert ivy.invalid_dtypes == wide
        assert ivy.closest_valid_dtype("float64") == "float32"
        assert ivy.closest_valid_dtype("uint64", as_native=True) == np.dtype("uint32")
        assert ivy.__array_namespace_info__().default_dtypes()["indexing"] == "int32"


# ---- promotion --------------------------------------------------------------------------------


def standard_promotion(a: ivy.Dtype, b: ivy.Dtype) -> str | None:
    """Return NumPy's promotion where it is that of the Array API, else `None`."""
    kinds = {a.kind, b.kind}
    if not (len(kinds) == 1 or kinds == {"int", "uint"} or kinds == {"float", "complex"}):
        return None
    if {"uint64"} & {a.name, b.name} and "int" in kinds:
        return None
    if a != b and "bfloat16" in (a, b) and kinds == {"float"}:
        return str(max(a, b, key=lambda d: d.bits)) if a.bits != b.bits else "float32"
    if "bfloat16" in (a, b):
        other = b if a == "bfloat16" else a
        return other.name
    return str(np.promote_types(a.name, b.name))


@pytest.mark.parametrize(("a", "b"), list(itertools.product(ALL_DTYPES, ALL_DTYPES)), ids=str)
def test_promotion(a: ivy.Dtype, b: ivy.Dtype) -> None:
    result = ivy.promote_types(a, b)
    assert result is ivy.promote_types(b.name, a.name) is ivy.result_type(a, b)
    assert ivy.can_cast(a, result)
    assert ivy.promotion_table[a, b] is result
    expected = standard_promotion(a, b)
    if expected is None:
        with pytest.raises(errors.IvyDtypePromotionError):
            ivy.promote_types(a, b, array_api_promotion=True)
        kinds = {a.kind, b.kind}
        if "float" in kinds and not kinds & {"bool", "complex"}:
            assert result is (a if a.kind == "float" else b), "the float wins"
        if "bool" in kinds:
            assert result is (a if b.kind == "bool" else b)
    else:
        assert result == ivy.promote_types(a, b, array_api_promotion=True) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("int8", "float16", "float16"),
        ("int16", "float16", "float32"),
        ("int32", "float32", "float64"),
        ("uint64", "bfloat16", "float64"),
        ("int32", "complex64", "complex128"),
        ("int16", "complex64", "complex64"),
        ("bool", "float16", "float16"),
    ],
)
def test_precise_promotion(a: str, b: str, expected: str) -> None:
    with ivy.PreciseMode(True):
        assert ivy.promote_types(a, b) == ivy.result_type(b, a) == expected
    assert ivy.precise_promotion_table[ivy.Dtype(a), ivy.Dtype(b)] == expected
    assert (ivy.Dtype(a), ivy.Dtype(b)) in ivy.extra_promotion_table
    assert (ivy.Dtype(a), ivy.Dtype(b)) in ivy.precise_extra_promotion_table
    assert (ivy.Dtype(a), ivy.Dtype(b)) not in ivy.array_api_promotion_table


def test_numbers_are_weak(backend: str) -> None:
    x = ivy.array([1], dtype="int8")
    assert ivy.result_type(x, 300) == "int8"
    assert ivy.result_type(x, 2.5) == "float32"
    assert ivy.result_type(x, 1j) == "complex64"
    assert ivy.result_type("float16", 2.5, 1) == "float16"
    assert ivy.result_type("float64", 1j) == "complex128"
    assert ivy.result_type(x, x.data, "int16", 1) == "int16"
    assert ivy.result_type(True, 2) == "int32"
    assert ivy.with_backend(backend).result_type(x.data, 2.5) == ivy.as_native_dtype("float32")
    with pytest.raises(errors.IvyValueError):
        ivy.result_type()


def test_can_cast() -> None:
    assert ivy.can_cast("int8", "int16")
    assert not ivy.can_cast("int16", "int8")
    assert ivy.can_cast(ivy.array([1.0]), "complex64")
    assert ivy.float32 < ivy.float64 <= ivy.float64 > ivy.float32
    assert not ivy.float32 < ivy.int64


def test_promote_types_of_inputs(backend: str) -> None:
    x, y = ivy.promote_types_of_inputs(ivy.array([1, 2]), 2.5)
    assert_close(x, np.array([1, 2], "float32"))
    assert_close(y, np.array(2.5, "float32"))
    a, b = ivy.type_promote_arrays(native(np.array([1, 2], "int8"), backend), ivy.array([2.5]).data)
    assert not isinstance(a, ivy.Array)
    assert_close(a, np.array([1, 2], "float32"))
    assert_close(b, np.array([2.5], "float32"))
    with pytest.raises(errors.IvyDtypePromotionError):
        ivy.promote_types_of_inputs(ivy.array([1]), ivy.array([2.5]), array_api_promotion=True)


# ---- casts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ALL_DTYPES, ids=str)
def test_casts_between_all_dtypes(backend: str, source: ivy.Dtype) -> None:
    values = [0, 1, 2, 100] if source != "bool" else [0, 1]
    if source.kind in ("float", "complex"):
        values += [0.5, 1.75]
    x = np.array(values).astype(numpy_dtype(source))
    for target in ALL_DTYPES:
        if source.kind == "complex" and target.kind not in ("complex", "bool"):
            with pytest.raises(errors.IvyTypeError, match="real"):
                ivy.astype(ivy.array(x), target)
        else:
            expected = x.astype(numpy_dtype(target))
            assert_close(ivy.astype(ivy.array(x), target), expected, str(target))


def test_casts_of_special_values(backend: str) -> None:
    x = ivy.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 0.25])
    assert_close(ivy.astype(x, "bool"), np.array([True, True, True, False, False, True]))
    assert_close(ivy.astype(ivy.array([1j, 0j]), "bool"), np.array([True, False]))
    assert_close(
        ivy.astype(ivy.array([1e300], dtype="float64"), "float32"), np.array([np.inf], "f4")
    )
    assert_close(ivy.astype(ivy.array([-1, 255]), "uint8"), np.array([255, 255], "uint8"))
    wide = ivy.array([2**64 - 1, 2**63], dtype="uint64")
    assert_close(ivy.astype(wide, "float64"), np.array([2.0**64, 2.0**63]))
    assert_close(ivy.astype(wide, "int64"), np.array([-1, -(2**63)]))


def test_a_cast_copies_unless_told_otherwise(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    copied = ivy.astype(x, "float32")
    copied[0] = 5.0
    assert_close(x, np.array([1, 2], "float32"))
    assert_close(ivy.astype(x, "float32", copy=False), np.array([1, 2], "float32"))


@pytest.mark.parametrize("dtype", ["int16", "float64", "bool"])
def test_bits_of_another_width_are_refused(dtype: str, backend: str) -> None:
    x = ivy.array([True] if dtype == "bool" else [1.0])
    with pytest.raises(errors.IvyTypeError, match="bitcast: expected a dtype of the width of"):
        ivy.bitcast(x, "uint8" if dtype == "bool" else dtype)


def test_broadcasting_what_does_not_fit_raises(backend: str) -> None:
    with pytest.raises(errors.IvyException):
        ivy.broadcast_to(ivy.ones((2, 3)), (2, 2))
    with pytest.raises(errors.IvyException):
        ivy.broadcast_arrays(ivy.ones((2,)), ivy.ones((3,)))
    assert ivy.broadcast_arrays() == ()
    x, y = ivy.broadcast_arrays(ivy.ones((2, 1), dtype="int8"), ivy.ones((3,)))
    assert (x.dtype, y.dtype) == ("int8", "float32")


# ---- defaults ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    (
        "acos acosh asin asinh atan atanh cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 "
        "gelu lgamma log log10 log1p log2 mean rad2deg reciprocal sigmoid sin sinc sinh softmax "
        "sqrt std tan tanh"
    ).split(),
)
def test_floats_of_integers_have_the_default_dtype(name: str, backend: str) -> None:
    """PyTorch's own functions have a default of their own."""
    function, x = getattr(ivy, name), native(np.array([[1, 2], [3, 4]], "int32"), backend)
    for _ in range(2):
        assert function(ivy.Array(x)).dtype == "float32"
        with ivy.DefaultFloatDtype("float64"):
            for argument in (ivy.Array(x), [[1, 2], [3, 4]]):
                assert function(argument).dtype == "float64"
            assert ivy.as_ivy_dtype(function(x).dtype) == "float64"
            assert function(ivy.astype(ivy.Array(x), "float32")).dtype == "float32"


@pytest.mark.parametrize("name", ["atan2", "divide", "xlogy"])
def test_floats_of_two_integers_have_the_default_dtype(name: str, backend: str) -> None:
    function, x, y = getattr(ivy, name), ivy.array([1, 2]), ivy.array([1.0, 2.0])
    with ivy.DefaultFloatDtype("float64"):
        for other in (x, 2, 2.0, [3, 4]):
            assert function(x, other).dtype == function(other, x).dtype == "float64"
        assert function(x, y).dtype == function(y, x).dtype == "float32"


def test_default_dtypes(backend: str) -> None:
    assert ivy.default_dtype() == ivy.default_float_dtype() == "float32"
    assert ivy.default_int_dtype() == "int32"
    assert ivy.default_uint_dtype() == "uint32"
    assert ivy.default_complex_dtype() == "complex64"
    assert ivy.default_dtype(dtype="int8", item=2.5) == "int8"
    assert ivy.default_dtype(item=3) == "int32"
    assert ivy.default_dtype(item=[1.0, 2]) == "float32"
    assert ivy.default_dtype(item=ivy.ones(1, dtype="int8")) == "int8"
    assert ivy.default_dtype(as_native=True) == ivy.as_native_dtype("float32")
    assert ivy.default_float_dtype(input=1e300) == "float64"
    assert ivy.default_float_dtype(input=ivy.ones(1, dtype="float16")) == "float16"
    assert ivy.default_float_dtype(input=ivy.ones(1, dtype="complex128")) == "float64"
    assert ivy.default_float_dtype(float_dtype="bfloat16") == "bfloat16"
    assert ivy.default_int_dtype(input=[1, 2**40]) == "int64"
    assert ivy.default_int_dtype(input=ivy.ones(1)) == "int32"
    assert ivy.default_uint_dtype(input=2**40) == "uint64"
    assert ivy.default_complex_dtype(input=1e300j) == "complex128"
    assert ivy.infer_default_dtype("float64") == "float32"
    assert ivy.infer_default_dtype("bool") == "bool"
    with pytest.raises(errors.IvyValueError):
        ivy.default_int_dtype(int_dtype="float32")


@pytest.mark.parametrize(
    ("kind", "other", "wrong"),
    [
        ("float", "float64", "int32"),
        ("int", "int16", "uint8"),
        ("uint", "uint8", "int8"),
        ("complex", "complex128", "float32"),
    ],
)
def test_setting_defaults(backend: str, kind: str, other: str, wrong: str) -> None:
    ask = getattr(ivy, f"default_{kind}_dtype")
    set_default = getattr(ivy, f"set_default_{kind}_dtype")
    unset_default = getattr(ivy, f"unset_default_{kind}_dtype")
    override = getattr(ivy, f"Default{kind.capitalize()}Dtype")
    before = ask()
    set_default(other)
    assert ask() == other
    unset_default()
    assert ask() is before
    with override(ivy.as_native_dtype(other)):
        assert ask() == other
    assert ask() is before
    with pytest.raises(errors.IvyValueError):
        set_default(wrong)
    unset_default()
    assert ask() is before


def test_setting_the_default_dtype(backend: str) -> None:
    ivy.set_default_dtype("float16")
    assert ivy.default_dtype() == ivy.zeros(1).dtype == "float16"
    ivy.unset_default_dtype()
    assert ivy.zeros(1).dtype == "float32"
    with ivy.DefaultDtype(ivy.int8):
        assert ivy.ones(1).dtype == "int8"


# ---- what a function can do -------------------------------------------------------------------


def test_function_supported_dtypes(backend: str) -> None:
    bits = ivy.function_supported_dtypes(ivy.bitwise_and)
    assert set(bits) == {"bool", *INTEGRAL}
    assert set(ivy.function_unsupported_dtypes(ivy.bitwise_and)) == set(FLOATING)
    assert ivy.function_supported_dtypes(ivy.zeros) == ALL_DTYPES
    assert ivy.function_supported_dtypes(ivy.concat) == ALL_DTYPES

    def of_our_own(x: Any) -> Any:
        return ivy.bitwise_xor(x, x) + 1

    assert set(ivy.function_supported_dtypes(of_our_own)) == {"bool", *INTEGRAL}

    def impossible(x: Any) -> Any:
        raise ValueError

    with pytest.raises(errors.IvyValueError):
        ivy.function_supported_dtypes(impossible)


# ---- the Array API's view ---------------------------------------------------------------------


def test_namespace_info(backend: str) -> None:
    info = ivy.__array_namespace_info__()
    assert ivy.__array_api_version__ == "2025.12"
    assert set(info.capabilities()) == {
        *("boolean indexing", "data-dependent shapes", "max dimensions")
    }
    assert isinstance(info.devices(), tuple)
    assert info.default_device() in info.devices()
    assert info.default_dtypes() == {
        "real floating": ivy.float32,
        "complex floating": ivy.complex64,
        "integral": ivy.int32,
        "indexing": ivy.int64,
    }
    assert set(info.dtypes()) == {d.name for d in ALL_DTYPES} - {"float16", "bfloat16"}
    assert set(info.dtypes(kind=("bool", "real floating"))) == {"bool", "float32", "float64"}


def test_namespace_info_of_a_backend(backend: str) -> None:
    space = ivy.with_backend(backend)
    info = space.__array_namespace_info__()
    assert space.__array_api_version__ == "2025.12"
    assert info.default_dtypes()["integral"] == space.as_native_dtype("int32")
    assert info.dtypes(kind="bool") == {"bool": space.as_native_dtype("bool")}
    assert info.default_device() in info.devices()
    assert space.zeros((1,), dtype=info.dtypes()["int8"], device=info.devices()[0]).shape == (1,)
