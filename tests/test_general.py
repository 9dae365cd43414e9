"""What a table of samples cannot show: nests, updates in place, functions of functions."""

from __future__ import annotations

import inspect
import time
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from tests.helpers import assert_close

X = np.arange(6, dtype="float32").reshape(2, 3)


# ---- what an object is ------------------------------------------------------------------------


def test_kinds_of_objects(backend: str) -> None:
    x = ivy.asarray(X)
    for y, native, ours in ((x, False, True), (x.data, True, False), (X.tolist(), False, False)):
        assert ivy.is_native_array(y) is native
        assert ivy.is_ivy_array(y) is ours
        assert ivy.is_array(y) is (native or ours)
        assert ivy.is_ivy_container(y) is False
        assert ivy.is_ivy_nested_array(y) is False
    assert ivy.is_array(x, exclusive=True)
    assert ivy.is_native_array(X)  # of a framework that is not the current one
    assert [ivy.isscalar(v) for v in (1, 2.5, 1j, True, np.float32(1), x, "a")] == [True] * 5 + [
        False
    ] * 2
    assert [ivy.exists(v) for v in (0, "", None)] == [True, True, False]


def test_variables_are_not_exclusively_arrays(backend: str) -> None:
    if backend == "torch":
        import torch

        variable: Any = torch.nn.Parameter(torch.ones(2))
    elif backend == "tensorflow":
        import tensorflow as tf

        variable = tf.Variable(X)
    else:
        pytest.skip("the framework has no variables")
    assert ivy.is_native_array(variable)
    assert not ivy.is_native_array(variable, exclusive=True)
    assert not ivy.is_array(ivy.Array(variable), exclusive=True)
    assert ivy.supports_inplace_updates(variable)


# ---- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["bool", "uint16", "float16", "bfloat16", "complex64"])
def test_to_numpy(backend: str, dtype: str) -> None:
    expected = X.astype(backends.load("numpy").as_native_dtype(dtype))
    for x in (ivy.asarray(expected), ivy.asarray(expected).data):
        values = ivy.to_numpy(x)  # a copy is one's own
        assert type(values) is np.ndarray
        assert values.dtype == expected.dtype
        np.testing.assert_array_equal(values, expected)
        values[0] = values[1]
        np.testing.assert_array_equal(ivy.to_numpy(x, copy=False), expected)
    assert type(ivy.to_numpy(ivy.asarray(1.0))) is np.ndarray
    np.testing.assert_array_equal(ivy.to_numpy([[1, 2]]), [[1, 2]])


def test_to_numpy_shares_memory_on_request(backend: str) -> None:
    x = ivy.asarray(X)
    assert not np.shares_memory(ivy.to_numpy(x), ivy.to_numpy(x, copy=False))
    assert np.shares_memory(ivy.to_numpy(x, copy=False), ivy.to_numpy(x, copy=False))


@pytest.mark.columns("torch")
def test_to_numpy_of_special_tensors(backend: str) -> None:
    import torch

    x = torch.ones(2, requires_grad=True)
    np.testing.assert_array_equal(ivy.to_numpy(x), [1, 1])
    z = torch.tensor([1 + 2j]).conj()
    np.testing.assert_array_equal(ivy.to_numpy(z), [1 - 2j])


def test_to_scalar_wants_one_element(backend: str) -> None:
    with pytest.raises(ValueError, match=r"one element, got shape \(2, 3\)"):
        ivy.to_scalar(ivy.asarray(X))


def test_all_equal(backend: str) -> None:
    x = ivy.asarray(X)
    assert ivy.all_equal(x, x, ivy.asarray(X))
    assert not ivy.all_equal(x, x + 1)
    assert not ivy.all_equal(x, ivy.asarray(X[:1]))
    assert ivy.all_equal("a", "a")
    assert not ivy.all_equal(x, "a")
    matrix = ivy.all_equal(x, x + 1, x, equality_matrix=True)
    assert_close(matrix, np.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]], bool))


# ---- shapes -----------------------------------------------------------------------------------


def test_shapes(backend: str) -> None:
    x = ivy.asarray(X)
    assert type(ivy.shape(x)) is ivy.Shape
    assert ivy.shape(x) == (2, 3)
    assert_close(ivy.shape(x, as_array=True), np.array([2, 3], "int32"))
    assert_close(ivy.shape(ivy.asarray(1.0), as_array=True), np.zeros(0, "int32"))
    assert_close(ivy.get_num_dims(x, as_array=True), np.array(2, "int32"))
    with ivy.ShapeArrayMode(True):
        assert_close(ivy.shape(x), np.array([2, 3], "int32"))
    for given in ([2, 3], (2, 3), x.data.shape, ivy.asarray([2, 3])):
        assert ivy.to_ivy_shape(given) == (2, 3)
        assert type(ivy.to_ivy_shape(given)) is ivy.Shape
        assert ivy.to_native_shape(given) == x.data.shape
    assert ivy.to_ivy_shape(2) == (2,)
    assert ivy.to_ivy_shape(None) is None
    assert ivy.to_native_shape(None) is None


# ---- in place ---------------------------------------------------------------------------------


def test_inplace_update(backend: str) -> None:
    x = ivy.asarray(X, copy=True)
    native = x.data
    assert ivy.inplace_update(x, ivy.asarray(X + 1)) is x
    assert_close(x, X + 1)
    if backend in ("numpy", "torch"):
        assert_close(native, X + 1)
    assert ivy.inplace_increment(x, 1) is x
    assert_close(x, X + 2)
    assert ivy.inplace_decrement(x, ivy.asarray(X, copy=True)) is x
    assert_close(x, np.full_like(X, 2))


def test_inplace_update_of_another_dtype_or_shape(backend: str) -> None:
    x = ivy.asarray(X, copy=True)
    ivy.inplace_update(x, ivy.asarray([1, 2]), keep_input_dtype=True)
    assert_close(x, np.array([1, 2], "float32"))
    ivy.inplace_update(x, ivy.asarray([1, 2]))
    assert_close(x, np.array([1, 2], "int32"))


def test_inplace_update_of_native_arrays(backend: str) -> None:
    x = ivy.asarray(X, copy=True).data
    if backend in ("numpy", "torch"):
        assert ivy.inplace_update(x, ivy.asarray(X + 1)) is x
        assert_close(x, X + 1)
    else:
        with pytest.raises(ivy.errors.InplaceUpdateException):
            ivy.inplace_update(x, ivy.asarray(X + 1))


def test_support_for_updates(backend: str) -> None:
    x = ivy.asarray(X, copy=True)
    writable = backend in ("numpy", "torch")
    assert ivy.inplace_arrays_supported() is writable
    assert ivy.inplace_variables_supported() is (backend != "jax")
    assert ivy.supports_inplace_updates(x) is writable
    assert ivy.supports_inplace_updates(1) is False
    if writable:
        assert ivy.assert_supports_inplace(x)
        ivy.inplace_update(x, x + 1, ensure_in_backend=True)
        return
    with pytest.raises(ivy.errors.InplaceUpdateException):
        ivy.assert_supports_inplace(x)
    with pytest.raises(ivy.errors.InplaceUpdateException):
        ivy.inplace_update(x, x + 1, ensure_in_backend=True)
    with ivy.InplaceMode("strict"), pytest.raises(ivy.errors.InplaceUpdateException):
        ivy.inplace_update(x, x + 1)


# ---- gathering and scattering -----------------------------------------------------------------


def test_scatter_into_an_array(backend: str) -> None:
    indices, updates = ivy.asarray([0, 2, 0]), ivy.asarray([1.0, 5.0, 2.0])
    results = {"sum": [13, 10, 15], "min": [1, 10, 5], "max": [10, 10, 10], "replace": [2, 10, 5]}
    for reduction, expected in results.items():
        out = ivy.asarray([10.0, 10.0, 10.0])
        made = ivy.scatter_flat(indices, updates, reduction=reduction, out=out)
        assert made is out
        assert_close(out, np.array(expected, "float32"))
    out = ivy.asarray(X, copy=True)
    ivy.scatter_nd(ivy.asarray([[1]]), ivy.asarray([[1.0, 1.0, 1.0]]), out=out)
    assert_close(out, X + np.array([[0], [1]], "float32"))


def test_scatter_errors(backend: str) -> None:
    indices, updates = ivy.asarray([0]), ivy.asarray([1.0])
    with pytest.raises(ValueError, match="size or out"):
        ivy.scatter_flat(indices, updates)
    with pytest.raises(ValueError, match="reduction"):
        ivy.scatter_flat(indices, updates, size=2, reduction="median")
    with pytest.raises(ValueError, match="out of shape"):
        ivy.scatter_flat(indices, updates, size=2, out=ivy.zeros(3))
    if backend != "jax":  # which leaves out what is out of range
        with pytest.raises(ivy.errors.IvyException):
            ivy.scatter_nd(ivy.asarray([[0, 3]]), updates, (2, 3))


def test_gather_errors(backend: str) -> None:
    x = ivy.asarray(X)
    with pytest.raises(IndexError, match="axis"):
        ivy.gather(x, ivy.asarray([0]), axis=2)
    with pytest.raises(ValueError, match="batch"):
        ivy.gather(x, ivy.asarray([[0], [0], [0]]), axis=1, batch_dims=1)
    with pytest.raises(IndexError, match="at most 2"):
        ivy.gather_nd(x, ivy.asarray([[0, 0, 0]]))


# ---- numbers ----------------------------------------------------------------------------------


def test_stable_functions_follow_the_settings(backend: str) -> None:
    with ivy.MinDenominator(1.0):
        assert_close(ivy.stable_divide(ivy.asarray([1.0]), 1), np.array([0.5], "float32"))
    with ivy.MinBase(1.0):
        assert_close(ivy.stable_pow(ivy.asarray([1.0]), 2), np.array([4.0], "float32"))


def test_clipping_zeros_gives_zeros(backend: str) -> None:
    zeros = np.zeros((2, 2), "float32")
    assert_close(ivy.clip_vector_norm(ivy.asarray(zeros), 1.0), zeros)
    assert_close(ivy.clip_matrix_norm(ivy.asarray(zeros), 1.0), zeros)


def test_fourier_encode_of_integers(backend: str) -> None:
    encoded = ivy.fourier_encode(ivy.asarray([1, 2]), 4.0, num_bands=1)
    assert_close(encoded, np.array([[1, 0, -1], [2, 0, 1]], "float32"))


def test_einops_errors(backend: str) -> None:
    with pytest.raises(ivy.errors.IvyValueError, match="einops_rearrange"):
        ivy.einops_rearrange(ivy.asarray(X), "a b c -> a")


# ---- between native and ivy -------------------------------------------------------------------


def test_nested_conversions(backend: str) -> None:
    x = ivy.asarray(X)
    tree = {"a": [x, (x, 1)], "b": "text"}
    natives = ivy.to_native(tree, nested=True)
    assert natives["a"][0] is x.data
    assert natives["a"][1][0] is x.data
    assert natives["b"] == "text"
    back = ivy.to_ivy(natives, nested=True)
    assert type(back["a"][1][0]) is ivy.Array
    assert ivy.to_native(tree) is tree
    assert ivy.to_native(x) is x.data
    assert ivy.to_ivy(x) is x
    assert ivy.to_native(tree, nested=True, to_ignore=ivy.Array)["a"][0] is x
    args, kwargs = ivy.args_to_native(x, [x], key=x)
    assert args[0] is args[1][0] is kwargs["key"] is x.data
    args, kwargs = ivy.args_to_ivy(*args, **kwargs)
    assert type(args[1][0]) is type(kwargs["key"]) is ivy.Array


# ---- functions --------------------------------------------------------------------------------


def test_default() -> None:
    assert ivy.default(1, 2) == 1
    assert ivy.default(None, 2) == 2
    assert ivy.default(1, 2, rev=True) == 2
    assert ivy.default(lambda: 3, 2, with_callable=True) == 3
    assert ivy.default(None, lambda: 4, with_callable=True) == 4
    assert ivy.default(lambda: 1 / 0, 5, catch_exceptions=True) == 5
    with pytest.raises(ZeroDivisionError):
        ivy.default(lambda: 1 / 0, 5, with_callable=True)


def test_try_else_none() -> None:
    assert ivy.try_else_none(int, "1") is int
    assert ivy.try_else_none(int, "one") is None


def test_parameters_of_functions() -> None:
    def function(x: Any, /, *, axis: int = 0) -> None: ...

    class Receiver:
        def __init__(self, size: int, axis: int = 1) -> None: ...

    assert ivy.arg_names(function) == ["x", "axis"]
    assert ivy.arg_names(Receiver) == ["size", "axis"]
    info = ivy.arg_info(function, name="axis")
    assert info["idx"] == 1
    assert isinstance(info["param"], inspect.Parameter)
    assert ivy.arg_info(function, idx=0)["param"].name == "x"
    for wrong in ({}, {"name": "x", "idx": 0}, {"name": "y"}, {"idx": 5}):
        with pytest.raises(ivy.errors.IvyValueError):
            ivy.arg_info(function, **wrong)
    given = {"axis": 2, "size": 3}
    assert ivy.match_kwargs(given, function, Receiver) == [{"axis": 2}, {"size": 3}]
    assert ivy.match_kwargs(given, function, Receiver, allow_duplicates=True) == [
        {"axis": 2},
        given,
    ]
    assert ivy.match_kwargs(given, Receiver) == given


def test_cache_fn(backend: str) -> None:
    calls = []

    @ivy.cache_fn
    def function(x: Any, scale: Any = 1) -> Any:
        calls.append(1)
        return x * scale

    x = ivy.asarray(X)
    first = function(x, scale=2)
    assert function(x, scale=2) is first
    assert len(calls) == 1
    assert function(x, scale=2.0) is not first
    assert function(ivy.asarray(X), scale=2) is not first
    assert function.__name__ == "function"
    assert len(calls) == 3


def test_what_runs_where(backend: str) -> None:
    supported = ivy.function_supported_devices_and_dtypes(ivy.exp)
    assert "float32" in supported["cpu"]
    unsupported = ivy.function_unsupported_devices_and_dtypes(ivy.exp)
    assert "float32" not in unsupported["cpu"]
    assert (
        len(unsupported["gpu"]) == 15 if backend == "numpy" else "float32" not in unsupported["gpu"]
    )


def test_libraries(backend: str) -> None:
    assert ivy.multiprocessing("spawn").get_start_method() == "spawn"
    assert all(isinstance(kind, type) for kind in ivy.container_types())


@pytest.mark.columns("jax")
def test_container_types_of_jax(backend: str) -> None:
    frozen = pytest.importorskip("flax.core.frozen_dict").FrozenDict
    assert frozen in ivy.container_types()


# ---- memory -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("frozen_heap")
def test_arrays_in_memory(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    x = ivy.asarray(X)
    found = ivy.get_all_arrays_in_memory()
    assert any(y is x for y in found)
    assert any(y is x.data for y in found)
    assert ivy.num_arrays_in_memory() > 0
    ivy.print_all_arrays_in_memory()
    assert "(2, 3)" in capsys.readouterr().out


def test_referrers() -> None:
    item = ["the item"]
    holder = {"held": item}
    tree = ivy.get_referrers_recursive(item, max_depth=1)
    assert tree["repr"] == "['the item']"
    assert "held" in tree[str(id(holder))]["repr"]


def test_referrers_end_at_modules() -> None:
    item = ["the item"]
    holder = type("Holder", (), {})()
    holder.held = {"held": item}
    found: set[int] = set()
    start = time.perf_counter()
    tree = ivy.get_referrers_recursive(item, local_set=found)
    assert time.perf_counter() - start < 20  # it was minutes with every framework loaded
    assert "Holder" in str(tree[str(id(holder.held))]) and id(holder) in found
    namespace = {"__spec__": None, "item": item}
    assert tree.keys() < (now := ivy.get_referrers_recursive(item)).keys()
    assert list(now[str(id(namespace))]) == ["repr"]


def test_equality_matrix_of_native_arrays_is_native(backend: str) -> None:
    x, y = (ivy.array(v).data for v in ([1, 2], [1, 3]))
    matrix = ivy.all_equal(x, y, equality_matrix=True)
    assert type(matrix) is type(x)
    assert_close(matrix, np.eye(2, dtype=bool), "bool", backend)
