"""Where arrays come from: conversion, sharing, defaults; edges that are no row of the samples."""

from __future__ import annotations

import array
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, errors
from ivy.types import ALL_DTYPES
from tests.helpers import assert_close, dtype_of, native, preserved_settings, to_numpy

Pair = namedtuple("Pair", "first second")


def other_backends(backend: str) -> list[str]:
    """Return the other backends in use; another one may not be importable any more."""
    return [space.NAME for space in backends.loaded() if backend != space.NAME]


# ---- asarray ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (True, "bool"),
        (3, "int32"),
        (-(2**31), "int32"),
        (2**31, "int64"),
        (2**63, "uint64"),
        (1.5, "float32"),
        (1j, "complex64"),
        ([1, 2], "int32"),
        ([True, 2], "int32"),
        ([[1], [2.5]], "float32"),
        ((1, 2j), "complex64"),
        (range(3), "int32"),
        ([], "float32"),
        ([np.float64(1), 2], "float64"),
        ([np.float32(1), 2.5], "float32"),
        ([np.int8(1), 2.5], "float32"),
        ([np.array([1, 2], "int16"), [3, 4]], "int16"),
    ],
    ids=repr,
)
def test_dtype_of_python_data(backend: str, data: Any, dtype: str) -> None:
    assert_close(ivy.array(data), np.array(data).astype(dtype))


def test_defaults_decide_the_dtype_of_python_data(backend: str) -> None:
    with ivy.DefaultFloatDtype("float64"), ivy.DefaultIntDtype("int16"):
        assert ivy.array([1.0]).dtype == ivy.zeros(2).dtype == ivy.linspace(0, 1, 3).dtype
        assert ivy.zeros(2).dtype == ivy.full(2, 0.5).dtype == "float64"
        assert ivy.array([1]).dtype == ivy.arange(3).dtype == "int16"
        assert ivy.array([2**40]).dtype == "int64"
        assert ivy.zeros(2, dtype=float).dtype == "float64"
    with ivy.DefaultDtype("int64"):
        assert ivy.zeros(2).dtype == ivy.ones(2).dtype == ivy.eye(2).dtype == "int64"
        assert ivy.array([1.0]).dtype == "float32"


def test_lists_of_arrays_are_stacked(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    assert_close(ivy.array([x, [3, 4]]), np.array([[1, 2], [3, 4]], "float32"))
    assert_close(ivy.array([x[0], 2, x[1]]), np.array([1, 2, 2], "float32"))
    assert_close(ivy.array([x.data, x.data], dtype="int32"), np.array([[1, 2], [1, 2]], "int32"))
    assert_close(ivy.array([ivy.array(1), x[1]]), np.array([1, 2], "float32"))


@pytest.mark.parametrize(
    "data",
    [
        "text",
        [1, "text"],
        None,
        [None],
        [[1, 2], [3]],
        np.array(["a"]),
        np.array([object()]),
        {1: 2},
    ],
    ids=lambda data: type(data).__name__,
)
def test_what_is_no_array_is_refused(backend: str, data: Any) -> None:
    with pytest.raises((errors.IvyTypeError, errors.IvyValueError)):
        ivy.array(data)


@pytest.mark.parametrize("data", [300, [300], -1, [-1]], ids=repr)
def test_numbers_that_do_not_fit_are_refused(backend: str, data: Any) -> None:
    with pytest.raises(errors.IvyValueError):
        ivy.array(data, dtype="uint8")


def test_too_large_a_float_is_infinite(backend: str) -> None:
    assert_close(ivy.array([1e300, -1e300]), np.array([np.inf, -np.inf], "float32"))
    assert_close(ivy.full((2,), 1e300), np.array([np.inf, np.inf], "float32"))


def test_buffers_and_array_likes(backend: str) -> None:
    class Likeness:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return np.array([1.0, 2.0])

    assert_close(ivy.array(Likeness()), np.array([1.0, 2.0]))
    assert_close(ivy.array(memoryview(b"ab")), np.array([97, 98], "uint8"))
    assert_close(ivy.array(array.array("d", [1.0, 2.0])), np.array([1.0, 2.0]))


def test_numpy_arrays_of_any_layout(backend: str) -> None:
    x = np.arange(6.0).reshape(2, 3)
    for each in (x, x[::-1, ::-2], x.T, x.astype(">f8"), np.broadcast_to(x, (2, 2, 3))):
        assert_close(ivy.array(each), each.astype("float64"))
    frozen = x.copy()
    frozen.flags.writeable = False
    assert_close(ivy.array(frozen), x)


def test_array_is_asarray() -> None:
    assert ivy.array is ivy.asarray


def test_result_is_wrapped_unless_array_mode_is_off(backend: str) -> None:
    x = native(np.ones(2), backend)
    assert isinstance(ivy.asarray(x), ivy.Array)
    assert isinstance(ivy.native_array([1, 2]), backends.load(backend).NATIVE)
    with ivy.ArrayMode(False):
        assert not isinstance(ivy.asarray([1.0]), ivy.Array)
        assert not isinstance(ivy.zeros(2), ivy.Array)


# ---- which framework --------------------------------------------------------------------------


def test_the_backend_that_was_set_decides(backend: str) -> None:
    for name in other_backends(backend):
        x = native(np.array([1.0, 2.0], "float32"), name)
        assert_close(ivy.asarray(x), np.array([1, 2], "float32"), backend=backend)
        assert_close(ivy.asarray(ivy.Array(x)), np.array([1, 2], "float32"), backend=backend)
        assert_close(ivy.asarray([x, x]), np.array([[1, 2], [1, 2]], "float32"), backend=backend)


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("name", ["numpy", "torch", "jax"])
def test_tensorflow_takes_memory_of_any_alignment(name: str, backend: str) -> None:
    # TensorFlow itself ends the process on memory that does not start at a multiple of 64 bytes.
    for start in range(4):
        x = native(np.arange(40.0, dtype="float32"), name)[start:]
        expected = np.arange(float(start), 40.0, dtype="float32")
        assert_close(ivy.asarray(x) * 1.0, expected, backend=backend)
        assert_close(ivy.from_dlpack(x, copy=True) * 1.0, expected, backend=backend)
        assert_close(backends.load(backend).from_dlpack(x) * 1.0, expected, backend=backend)


def test_without_one_arrays_stay_in_their_framework(backend: str) -> None:
    with preserved_settings():
        ivy.clear_backend_stack()
        x = native(np.array([1.0, 2.0], "float32"), backend)
        for obj in (x, ivy.Array(x), [x, x], ivy.Array(x).data):
            assert ivy.asarray(obj).backend == backend
        assert ivy.full((2,), ivy.Array(x)[0], dtype="int32").backend == backend
        assert ivy.asarray([1, 2]).backend == ivy.zeros(2).backend == "numpy"


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_to_backend_keeps_values_and_dtypes(backend: str, dtype: ivy.Dtype) -> None:
    expected = np.array([[0, 1, 1], [1, 0, 1]]).astype(
        backends.load("numpy").as_native_dtype(dtype)
    )
    x = ivy.array(expected)
    assert x.to_backend(backend) is x
    for name in other_backends(backend):
        if not backends.load(name).valid_dtype(dtype):
            continue
        there = ivy.to_backend(x, name)
        assert_close(there, expected, str(dtype), name)
        assert_close(ivy.to_backend(there.data, backend), expected, str(dtype), backend)


def test_to_backend_of_nests(backend: str) -> None:
    class Owner:
        def to_backend(self, name: str) -> str:
            return name

    x = ivy.array([1.0])
    nest = {"a": [x, (x.data, 3)], "b": Pair(x, "text"), "c": Owner()}
    there = ivy.to_backend(nest, "numpy")
    assert there["a"][0].backend == "numpy"
    assert isinstance(there["a"][1], tuple)
    assert isinstance(there["a"][1][0], np.ndarray)
    assert there["a"][1][1] == 3
    assert isinstance(there["b"], Pair)
    assert there["b"].first.backend == "numpy"
    assert there["b"].second == "text"
    assert there["c"] == "numpy"


@pytest.mark.columns("torch")
def test_gradients_do_not_pass_but_do_not_disturb(backend: str) -> None:
    import torch

    x = torch.ones(2, requires_grad=True)
    assert_close(ivy.to_backend(ivy.Array(x), "numpy"), np.ones(2, "float32"), backend="numpy")
    assert ivy.array([x[0], 2.0]).data.requires_grad
    assert ivy.asarray(x).data is x
    assert_close(ivy.array(torch.ones(2, dtype=torch.complex64).conj()), np.ones(2, "complex64"))


# ---- copies -----------------------------------------------------------------------------------


def test_copy(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    assert ivy.asarray(x) is x
    assert ivy.asarray(x, copy=False) is x
    assert ivy.asarray(x, dtype="float32") is x
    for copied in (ivy.asarray(x, copy=True), ivy.copy_array(x), x.copy_array()):
        copied[0] = 5.0
        assert_close(x, np.array([1, 2], "float32"))
        assert_close(copied, np.array([5, 2], "float32"))
    assert isinstance(ivy.copy_array(x, to_ivy_array=False), backends.load(backend).NATIVE)
    assert isinstance(ivy.copy_array(x.data, to_ivy_array=True), ivy.Array)
    assert isinstance(ivy.copy_array(x.data), backends.load(backend).NATIVE)


def test_copy_false_raises_where_a_copy_is_needed(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    for obj, options in (([1, 2], {}), (1.0, {}), (x, {"dtype": "float64"})):
        with pytest.raises(errors.IvyValueError):
            ivy.asarray(obj, copy=False, **options)


def test_writable_memory_is_never_behind_an_immutable_array(backend: str) -> None:
    space = backends.load(backend)
    values = np.zeros(1000, "float32")
    x = space.asarray(values)
    values += 1
    assert float(ivy.Array(x)[0]) == (1.0 if space.MUTABLE else 0.0)
    for name in other_backends(backend):
        there = backends.load(name)
        source = there.asarray(np.zeros(1000, "float32"))
        x = ivy.Array(space.asarray(source))
        x[0] = 7.0
        shared = space.MUTABLE and there.MUTABLE
        assert float(ivy.Array(source)[0]) == (7.0 if shared else 0.0)


def test_write_into(backend: str) -> None:
    space = backends.load(backend)
    target, value = space.zeros((2,)), space.ones((2,))
    written = space.write_into(target, value)
    assert (written is target) == space.MUTABLE
    assert_close(written, np.ones(2, "float32"))
    with pytest.raises(errors.IvyValueError):
        space.write_into(target, space.ones((3,)))


@pytest.mark.columns("tensorflow")
def test_variables_are_written_into(backend: str) -> None:
    import tensorflow as tf

    variable = tf.Variable([0.0, 0.0])
    assert backends.load(backend).write_into(variable, tf.ones(2)) is variable
    assert_close(ivy.asarray(variable), np.ones(2, "float32"))
    assert_close(ivy.to_backend(variable, "numpy"), np.ones(2, "float32"), backend="numpy")


@pytest.mark.columns("torch")
def test_parameters_are_written_into(backend: str) -> None:
    import torch

    parameter = torch.nn.Parameter(torch.zeros(2))
    assert backends.load(backend).write_into(parameter, torch.ones(2)) is parameter
    assert parameter.requires_grad
    assert parameter.tolist() == [1.0, 1.0]


# ---- DLPack -----------------------------------------------------------------------------------


def test_dlpack(backend: str) -> None:
    x = ivy.array([[1.0, 2.0], [3.0, 4.0]])
    expected = np.array([[1, 2], [3, 4]], "float32")
    assert_close(ivy.from_dlpack(ivy.to_dlpack(x)), expected)
    assert_close(ivy.from_dlpack(x), expected)
    assert_close(ivy.from_dlpack(np.array(expected)), expected)
    assert_close(ivy.from_dlpack(x, copy=True, device="cpu"), expected)
    for name in other_backends(backend):
        assert_close(ivy.from_dlpack(native(expected, name)), expected)


@pytest.mark.parametrize("dtype", ["float32", "uint16", "bfloat16", "complex64", "bool"])
def test_a_copy_has_memory_of_its_own(dtype: str, backend: str) -> None:
    """TensorFlow's identity shares what came by DLPack, and its owner may write to it."""
    for name in filter(ivy.backends.installed, ("torch", "numpy")):
        if "numpy" in (name, backend) and dtype == "bfloat16":
            continue  # NumPy's DLPack has none
        source = native(np.ones((1024, 1024), "int8"), name)
        x = ivy.with_backend(name).astype(source, dtype)
        shared = ivy.from_dlpack(x)
        copies = [ivy.copy_array(shared), shared.copy_array(), ivy.asarray(shared, copy=True)]
        copies.append(ivy.from_dlpack(x, copy=True))
        others = filter(ivy.backends.installed, ("jax", "tensorflow"))
        copies += [ivy.to_backend(x, other) for other in others]
        x[...] = 0
        for copy in copies:
            assert dtype_of(copy) == dtype and (to_numpy(copy) == 1).all()


@pytest.mark.columns("numpy", "torch")
def test_a_copy_of_what_nobody_writes_to_can_be_written(backend: str) -> None:
    for name in filter(ivy.backends.installed, ("jax", "tensorflow")):
        source = native(np.ones((1024,), "float32"), name)
        copy = ivy.from_dlpack(source, copy=True)
        copy[:] = 0
        assert (to_numpy(copy) == 0).all() and (to_numpy(source) == 1).all()


def test_a_copy_passes_gradients(backend: str) -> None:
    def loss(x: Any) -> Any:
        return ivy.sum(ivy.copy_array(x) ** 3)

    assert_close(ivy.grad(loss)(ivy.array([1.0, 2.0])), np.array([3.0, 12.0]), "float32", backend)
    second = ivy.grad(lambda x: ivy.sum(ivy.grad(loss)(x)))(ivy.array([1.0, 2.0]))
    assert_close(second, np.array([6.0, 12.0]), "float32", backend)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_a_copy_is_traced(backend: str, jit: Any) -> None:
    x = ivy.array([1.0, 2.0]).data
    assert_close(jit(lambda x: ivy.copy_array(x) + 1)(x), np.array([2.0, 3.0]), "float32")


# ---- the rest ---------------------------------------------------------------------------------


def test_shapes_of_any_form(backend: str) -> None:
    for shape in ((2, 3), [2, 3], ivy.Shape((2, 3)), ivy.array([2, 3]), np.array([2, 3])):
        assert ivy.zeros(shape).shape == ivy.full(shape, 1.0).shape == (2, 3)
        assert ivy.broadcast_to(ivy.ones(3), shape).shape == (2, 3)
    assert ivy.ones(2).shape == ivy.ones(np.int64(2)).shape == (2,)


def test_device_is_accepted(backend: str) -> None:
    x = ivy.ones(2, device="cpu")
    assert x.device == "cpu"
    for each in (
        ivy.asarray([1.0], device="cpu"),
        ivy.arange(3, device="cpu"),
        ivy.linspace(0, 1, 3, device="cpu"),
        ivy.eye(2, device="cpu"),
        ivy.zeros_like(x, device="cpu"),
        ivy.full_like(x, 1.0, device=x.device),
        ivy.one_hot(ivy.array([1]), 2, device="cpu"),
        ivy.astype(x, "int32", device="cpu"),
    ):
        assert each.device == "cpu"
    with pytest.raises(errors.IvyDeviceError):
        ivy.zeros(2, device="gpu:17")


def test_full_casts_as_the_dtype_says(backend: str) -> None:
    assert_close(ivy.full((2,), 2.7, dtype="int32"), np.array([2, 2], "int32"))
    assert_close(ivy.full((2,), 2, dtype="bool"), np.array([True, True]))
    assert_close(ivy.full_like(ivy.array([1, 2]), 3.7), np.array([3, 3], "int32"))
    with pytest.raises(errors.IvyTypeError):
        ivy.full((2,), 1j, dtype="float32")
    with pytest.raises(errors.IvyValueError):
        ivy.full((2,), 300, dtype="uint8")


def test_range_with_step_zero_raises(backend: str) -> None:
    for start, step in ((0, 0), (0.0, 0.0)):
        with pytest.raises(errors.IvyValueError, match="step"):
            ivy.arange(start, 3, step)


def test_length_of_a_range_does_not_depend_on_the_dtype(backend: str) -> None:
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        assert ivy.arange(0, 1, 0.1, dtype=dtype).shape == (10,)
        assert ivy.arange(0, 1000, 0.3, dtype=dtype).shape == (3334,)


def test_linspace_has_exact_ends(backend: str) -> None:
    for start, stop in ((0.1, 0.7), (-1 / 3, 1e6), (1e-3, -1e-3)):
        x = ivy.linspace(start, stop, 13)
        assert float(x[0]) == np.float32(start)
        assert float(x[-1]) == np.float32(stop)
        shorter = ivy.linspace(start, stop, 12, endpoint=False)
        assert_close(shorter, ivy.linspace(start, stop, 13)[:-1], tolerance=0.1)
    assert_close(ivy.linspace(0, 10, 5, dtype="int32"), np.array([0, 2, 5, 7, 10], "int32"))


def test_meshgrid_refuses_another_indexing(backend: str) -> None:
    with pytest.raises(errors.IvyValueError):
        ivy.meshgrid(ivy.array([1]), ivy.array([2]), indexing="ik")


def test_complex_keeps_infinities_apart(backend: str) -> None:
    z = ivy.complex(ivy.array([1.0, np.inf]), ivy.array([np.inf, np.nan]))
    assert ivy.real(z).tolist() == [1.0, np.inf]
    assert np.isinf(ivy.imag(z).tolist()[0])
    assert np.isnan(ivy.imag(z).tolist()[1])


def test_out(backend: str) -> None:
    out = ivy.zeros(3)
    assert ivy.arange(3, dtype="float32", out=out) is out
    assert_close(out, np.array([0, 1, 2], "float32"))
    assert ivy.asarray([4, 5, 6], out=out) is out
    assert_close(out, np.array([4, 5, 6], "float32"))
    with pytest.raises(errors.IvyValueError):
        ivy.zeros(2, out=out)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_creation_inside_jit(backend: str, jit: Callable[..., Any]) -> None:
    def program(x: Any) -> Any:
        n = x.shape[0]
        made = ivy.zeros(n) + ivy.ones((n,)) + ivy.full(n, 2.0) + ivy.arange(n) + ivy.eye(n)[0]
        made = made + ivy.array([1.0, 2.0, 3.0]) + ivy.linspace(0, 1, n) + ivy.array(0.5)
        made = made + ivy.array([x[0], 2.0, x[2]]) + ivy.astype(ivy.zeros_like(x), "float32")
        return (made + ivy.tril(ivy.full((n, n), x[1]))[0] + ivy.asarray(x)).data

    x = native(np.array([1.0, 2.0, 3.0], "float32"), backend)
    assert_close(jit(program)(x), program(x), backend=backend)


@pytest.mark.columns("tensorflow")
def test_shapes_unknown_while_tracing(backend: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def program(x: Any) -> Any:
        count = tf.shape(x)[0]
        counted = tf.cast(ivy.arange(count), tf.float32)
        square, _ = ivy.broadcast_arrays(x, x[0])
        made = ivy.zeros_like(x) + ivy.full_like(x, 2.0) + ivy.tril(x) + ivy.triu(x, k=1) + square
        return made + counted + ivy.ones(tf.shape(x)).data

    expected = np.tril(np.ones((2, 2))) + np.triu(np.ones((2, 2)), 1) + 4 + np.arange(2)
    assert_close(program(tf.ones((2, 2))), expected.astype("float32"), backend=backend)


@pytest.mark.columns("jax")
def test_jax_without_64_bits(backend: str) -> None:
    import jax

    with jax.enable_x64(False):
        assert ivy.array([1, 2]).dtype == ivy.arange(3).dtype == "int32"
        assert ivy.linspace(0, 1, 3).dtype == ivy.arange(0, 1, 0.5).dtype == "float32"
        assert ivy.triu_indices(2)[0].dtype == "int32"
        assert ivy.array(np.arange(3), dtype="int32").dtype == "int32"
        for make in (
            lambda: ivy.zeros(2, dtype="float64"),
            lambda: ivy.array([2**40]),
            lambda: ivy.array(np.ones(2)),
            lambda: ivy.from_dlpack(np.ones(2)),
        ):
            with pytest.raises(errors.IvyNotImplementedException, match="64-bit"):
                make()


def test_bounds_decide_the_kind_of_array(backend: str) -> None:
    for start in (ivy.array(4), native(np.array(4), backend)):
        assert type(ivy.arange(start)) is type(start)
        assert type(ivy.arange(0, start, 2)) is type(start)


def test_full_of_a_container(backend: str) -> None:
    filled = ivy.full((2,), ivy.Container(a=1.5, b=ivy.array(2)))
    assert_close(filled.a, [1.5, 1.5], "float32")
    assert_close(filled.b, [2, 2], "int32")
