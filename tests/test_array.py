"""`ivy.Array` as an object: operators, Python's protocols and those of the frameworks."""

from __future__ import annotations

import copy
import operator
import pickle
import weakref
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from tests.helpers import assert_close, to_numpy

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "float32")
COMPILING = pytest.mark.columns("torch", "jax", "tensorflow")

ARITHMETIC = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow"]
BITWISE = ["and_", "or_", "xor", "lshift", "rshift"]
COMPARISONS = ["lt", "le", "gt", "ge", "eq", "ne"]


def test_astype_of_the_same_dtype_copies_unless_told_not_to(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    for astype in (ivy.astype, ivy.Array.astype):
        assert astype(x, "float32", copy=False) is x
        assert astype(x, x.dtype) is not x
        assert astype(x, "int32", copy=False).dtype == "int32"
    assert ivy.astype(x.data, "float32", copy=False) is x.data


# ---- operators --------------------------------------------------------------------------------


@pytest.mark.parametrize("symbol", ARITHMETIC + COMPARISONS)
def test_operators(backend: str, symbol: str) -> None:
    function = getattr(operator, symbol)
    x, y = X, X[:, ::-1].copy()
    expected = function(x, y)
    assert_close(function(ivy.asarray(x), ivy.asarray(y)), expected)
    assert_close(function(ivy.asarray(x), ivy.asarray(y).data), expected)
    reflected = function(ivy.asarray(x).data, ivy.asarray(y))
    assert type(reflected) is ivy.Array
    assert_close(reflected, expected)
    assert_close(function(ivy.asarray(x), 2), function(x, np.float32(2)))
    assert_close(function(ivy.asarray(x), 2.0), function(x, np.float32(2)))
    assert_close(function(2.0, ivy.asarray(x)), function(np.float32(2), x))
    assert_close(function(ivy.asarray(x), [1.0, 2.0, 3.0]), function(x, x[0]))


@pytest.mark.parametrize("symbol", BITWISE)
def test_bitwise_operators(backend: str, symbol: str) -> None:
    function = getattr(operator, symbol)
    x, y = np.array([1, 6, 12], "int32"), np.array([3, 2, 1], "int32")
    assert_close(function(ivy.asarray(x), ivy.asarray(y)), function(x, y))
    assert_close(function(ivy.asarray(x), 2), function(x, np.int32(2)))
    assert_close(function(2, ivy.asarray(x)), function(np.int32(2), x))


@pytest.mark.parametrize("symbol", [*ARITHMETIC, "matmul"])
def test_in_place_operators(backend: str, symbol: str) -> None:
    function = getattr(operator, f"i{symbol}")
    value = np.array([[2.0, 1.0], [1.0, 3.0]], "float32")
    x = ivy.asarray(value)
    alias = x
    result = function(x, ivy.asarray(value))
    assert result is x
    assert_close(alias, getattr(operator, symbol)(value, value))


def test_in_place_operators_keep_dtype_and_shape(backend: str) -> None:
    x = ivy.asarray([1, 2], dtype="int8")
    x += ivy.asarray([1, 1], dtype="int32")
    assert_close(x, np.array([2, 3], "int8"))
    with pytest.raises(ValueError, match="broadcasts to"):
        x += ivy.asarray([[1, 1]], dtype="int8")


def test_unary_operators(backend: str) -> None:
    x = ivy.asarray([-1, 2])
    for function in (operator.pos, operator.neg, operator.abs, operator.invert):
        assert_close(function(x), function(np.array([-1, 2], "int32")))
    for mine, theirs in zip(divmod(x, 2), divmod(np.array([-1, 2], "int32"), 2), strict=True):
        assert_close(mine, theirs, "int32")
    assert_close(ivy.asarray(X) @ ivy.asarray(X.T), X @ X.T)


def test_operators_leave_others_to_others(backend: str) -> None:
    class Other:
        def __radd__(self, other: Any) -> str:
            return "mine"

    assert ivy.asarray([1]) + Other() == "mine"
    with pytest.raises(TypeError):
        ivy.asarray([1]) + object()
    assert (ivy.asarray([1]) == object()) is False


# ---- as a Python object -----------------------------------------------------------------------


def test_conversions_to_numbers(backend: str) -> None:
    assert int(ivy.asarray(3)) == 3
    assert float(ivy.asarray(2.5)) == 2.5
    assert complex(ivy.asarray(1j)) == 1j
    assert bool(ivy.asarray(0.0)) is False
    assert operator.index(ivy.asarray(3, dtype="uint64")) == 3
    assert float(ivy.asarray(1.5, dtype="bfloat16")) == 1.5
    assert float(ivy.asarray(2 + 0j)) == 2.0
    assert [10, 11, 12][ivy.asarray(1)] == 11
    assert f"{ivy.asarray(3.14159):.2f}" == "3.14"
    for convert in (int, float, complex, bool, operator.index):
        with pytest.raises(TypeError):
            convert(ivy.asarray([1, 2]))
    with pytest.raises(TypeError):
        operator.index(ivy.asarray(1.0))
    with pytest.raises(TypeError):
        hash(ivy.asarray(1.0))


def test_item_and_tolist(backend: str) -> None:
    assert ivy.asarray([[2.5]]).item() == 2.5
    assert ivy.asarray([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]
    assert type(ivy.asarray([1.5], dtype="bfloat16").tolist()[0]) is float
    with pytest.raises(ValueError, match="one element"):
        ivy.asarray([1, 2]).item()


def test_as_a_sequence(backend: str) -> None:
    x = ivy.asarray(X)
    assert len(x) == 2
    rows = list(x)
    assert len(rows) == 2
    assert_close(rows[1], X[1])
    first, second = x
    assert_close(second - first, X[1] - X[0])
    assert 5.0 in x
    assert 9.0 not in x
    assert_close(next(reversed(x)), X[1])
    for impossible in (len, iter):
        with pytest.raises(TypeError):
            impossible(ivy.asarray(1.0))


def test_properties(backend: str) -> None:
    x = ivy.asarray(X)
    assert (x.shape, x.ndim, x.size, x.itemsize, x.strides) == ((2, 3), 2, 6, 4, (12, 4))
    assert (x.dtype, x.device, x.backend) == ("float32", "cpu", backend)
    assert_close(x.T, X.T)
    assert_close(x.mT, X.T)
    z = ivy.asarray([1 + 2j])
    assert_close(z.real, np.array([1], "float32"))
    assert_close(z.imag, np.array([2], "float32"))
    with pytest.raises(ValueError, match="2 axes"):
        ivy.asarray([1.0]).T  # noqa: B018
    with pytest.raises(TypeError, match="native array"):
        x.data = [1.0]
    x.data = ivy.asarray([1.0]).data
    assert_close(x, np.array([1.0], "float32"))


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "uint64", "float16", "bfloat16", "complex64"]
)
def test_copies_and_pickles(backend: str, dtype: str) -> None:
    x = ivy.asarray([[0, 1], [2, 3]], dtype=dtype)
    expected = to_numpy(x)
    for made in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert type(made) is ivy.Array
        assert made.data is not x.data
        assert_close(made, expected, dtype)
    made = copy.deepcopy([x, x])
    assert made[0] is made[1]
    made[0][0] = made[0][1]
    assert_close(x, expected, dtype)
    assert weakref.ref(x)() is x


# ---- repr -------------------------------------------------------------------------------------

REPRS = [
    ([1.0, 2.5], "float32", "ivy.array([1. , 2.5])"),
    ([1.0, 2.5], "float64", "ivy.array([1. , 2.5], dtype=float64)"),
    ([1.0, 2.5], "float16", "ivy.array([1. , 2.5], dtype=float16)"),
    ([1.0, 2.5], "bfloat16", "ivy.array([1. , 2.5], dtype=bfloat16)"),
    ([1, 2], "int32", "ivy.array([1, 2])"),
    ([1, 2], "int64", "ivy.array([1, 2], dtype=int64)"),
    ([1, 2], "uint8", "ivy.array([1, 2], dtype=uint8)"),
    ([True, False], "bool", "ivy.array([ True, False])"),
    ([1 + 2j], "complex64", "ivy.array([1.+2.j])"),
    ([1 + 2j], "complex128", "ivy.array([1.+2.j], dtype=complex128)"),
    (2.5, "float32", "ivy.array(2.5)"),
    (3, "int32", "ivy.array(3)"),
    ([], "float32", "ivy.array([])"),
    ([[], []], "float32", "ivy.array([], shape=(2, 0))"),
    ([float("nan"), float("inf"), -0.0], "float32", "ivy.array([nan, inf, -0.])"),
    ([1e-8, 1.0], "float32", "ivy.array([1.e-08, 1.e+00])"),
    ([1 / 3], "float32", "ivy.array([0.33333334])"),
    ([1 / 3], "float64", "ivy.array([0.33333333], dtype=float64)"),
    ([[1, 2], [3, 4]], "int32", "ivy.array([[1, 2],\n           [3, 4]])"),
]


@pytest.mark.parametrize(("values", "dtype", "text"), REPRS, ids=[f"{r[1]}:{r[0]}" for r in REPRS])
def test_repr(backend: str, values: Any, dtype: str, text: str) -> None:
    assert repr(ivy.asarray(values, dtype=dtype)) == text
    assert str(ivy.asarray(values, dtype=dtype)) == text


def test_repr_of_large_arrays_is_short(backend: str) -> None:
    text = repr(ivy.zeros((1000, 1000)))
    assert "..." in text
    assert len(text) < 1000


def test_repr_settings(backend: str) -> None:
    x = ivy.asarray([1.23456789, 1000.0])
    with ivy.ArraySignificantFigures(3):
        assert repr(x) == "ivy.array([   1.23, 1000.  ])"
    with ivy.ArrayDecimalValues(1):
        assert repr(x) == "ivy.array([   1.2, 1000. ])"


@COMPILING
def test_repr_while_tracing(backend: str, jit: Any) -> None:
    if backend == "torch":
        pytest.skip("torch.compile traces no text")
    texts = []

    def function(x: Any) -> Any:
        texts.append(repr(x))
        return x

    jit(function)(ivy.asarray(X))
    assert texts[0].startswith("ivy.array(")
    assert "float32" in texts[0]


# ---- NumPy's protocols ------------------------------------------------------------------------


def test_numpy_reads_an_array(backend: str) -> None:
    x = ivy.asarray(X)
    np.testing.assert_array_equal(np.asarray(x), X)
    assert np.asarray(x, dtype="float64").dtype == "float64"
    np.testing.assert_array_equal(np.array([x, x]), np.stack([X, X]))
    assert not np.shares_memory(np.array(x, copy=True), np.asarray(x))
    np.testing.assert_array_equal(np.from_dlpack(x), X)


def test_numpy_functions(backend: str) -> None:
    x = ivy.asarray(X)
    assert_close(np.exp(x), np.exp(X))
    assert_close(np.add(x, x), X + X)
    assert_close(np.power(x, 2), X**2)
    assert_close(np.absolute(-x), X)
    assert_close(np.sum(x), np.sum(X))
    assert_close(x + x.data, X + X)
    assert_close(x.data + x, X + X)
    assert_close(x.data * x, X * X)


@pytest.mark.columns("numpy")
def test_numpy_ufunc_methods(backend: str) -> None:
    x = ivy.asarray(X)
    assert_close(np.add.reduce(x), X.sum(0))
    assert_close(np.multiply.outer(x, x), np.multiply.outer(X, X))
    assert_close(np.add(x, 1, dtype="float64"), X.astype("float64") + 1)
    out = ivy.zeros((2, 3))
    assert np.add(x, x, out=out) is out
    assert_close(out, X + X)
    assert_close(np.spacing(x), np.spacing(X))


@COMPILING
def test_numpy_does_not_mix_with_others(backend: str) -> None:
    x = ivy.asarray(X)
    with pytest.raises(ivy.errors.IvyException, match=f"numpy and {backend}|{backend} and numpy"):
        X + x
    with pytest.raises(ivy.errors.IvyException, match=f"numpy and {backend}|{backend} and numpy"):
        x + X


# ---- the others' protocols --------------------------------------------------------------------


def native_functions(backend: str) -> Any:
    return pytest.importorskip({"jax": "jax.numpy"}.get(backend, backend))


@pytest.mark.columns("torch")
def test_torch_functions(backend: str) -> None:
    torch = native_functions(backend)
    x = ivy.asarray(X)
    assert_close(torch.exp(x), np.exp(X))
    assert_close(torch.cat([x, x]), np.concatenate([X, X]))
    assert_close(torch.add(x.data, x), X + X)
    values, indices = torch.max(x, dim=1)
    assert_close(values, X.max(1))
    assert type(indices) is ivy.Array
    assert_close(torch.nn.functional.linear(x, weight=x), X @ X.T)
    assert_close(torch.from_dlpack(x), X)
    assert torch.from_dlpack(x).data_ptr() == x.data.data_ptr()
    assert torch.as_tensor(x.data) is x.data


def test_dlpack(backend: str) -> None:
    x = ivy.asarray(X)
    assert x.__dlpack_device__()[0] == 1
    with ivy.use_backend("numpy"):
        assert_close(ivy.from_dlpack(x), X)
    copied = np.from_dlpack(x, copy=True)
    assert not np.shares_memory(copied, np.from_dlpack(x))


@pytest.mark.parametrize("reader", backends.NAMES)
def test_dlpack_between_frameworks(backend: str, reader: str) -> None:
    pytest.importorskip(reader)
    x = ivy.asarray(X)
    with ivy.use_backend(reader):
        assert_close(ivy.from_dlpack(x), X)
        assert_close(ivy.from_dlpack(x.data), X)


@pytest.mark.columns("tensorflow")
def test_dlpack_of_tensors_without_its_methods(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = ivy.asarray(X)
    for owner in type(x.data).__mro__:
        for method in {"__dlpack__", "__dlpack_device__"} & set(vars(owner)):
            monkeypatch.delattr(owner, method)  # as before TensorFlow 2.20
    assert not hasattr(x.data, "__dlpack__")
    assert x.__dlpack_device__()[0] == 1
    for reader in filter(backends.installed, backends.NAMES):
        with ivy.use_backend(reader):
            assert_close(ivy.from_dlpack(x), X)
            assert_close(ivy.from_dlpack(x.data), X)


def test_array_namespace(backend: str) -> None:
    assert ivy.asarray(X).__array_namespace__() is ivy
    assert ivy.asarray(X).__array_namespace__(api_version="2025.12") is ivy
    with pytest.raises(ValueError, match="api_version"):
        ivy.asarray(X).__array_namespace__(api_version="1999.12")


# ---- trees ------------------------------------------------------------------------------------


@COMPILING
def test_across_jit(backend: str, jit: Any) -> None:
    traces = []

    def function(tree: Any, scale: Any) -> Any:
        traces.append(1)
        return {"sum": tree["a"] + tree["b"][0], "scaled": [tree["a"] * scale]}

    compiled = jit(function)
    for factor in (1.0, 2.0, 3.0):
        x = ivy.asarray(X) * factor
        result = compiled({"a": x, "b": (x,)}, ivy.asarray(factor))
        assert type(result["sum"]) is ivy.Array
        assert_close(result["sum"], 2 * factor * X)
        assert_close(result["scaled"][0], factor * factor * X)
    if backend != "torch":  # which repeats the side effect, tests/test_compiled.py counts otherwise
        assert len(traces) == 1


@pytest.mark.columns("jax")
def test_jax_trees(backend: str) -> None:
    import jax

    x = ivy.asarray(X)
    assert jax.tree_util.tree_leaves([x, 1])[0] is x.data
    assert_close(jax.tree_util.tree_map(lambda leaf: leaf + 1, x), X + 1)
    assert_close(jax.grad(lambda x: ivy.sum(x * x).data)(x), 2 * X)
    assert_close(jax.vmap(lambda row: row * 2)(x), 2 * X)
    _, (gradient,) = jax.value_and_grad(lambda x: ivy.sum(x * x).data, argnums=(0,))(x)
    assert_close(gradient, 2 * X)
    assert_close(jax.jit(jax.grad(lambda x: ivy.sum(ivy.exp(x)).data))(x), np.exp(X))
    total, rows = jax.lax.scan(lambda carry, row: (carry + row, row * 2), ivy.zeros(3), x)
    assert_close(total, X.sum(0))
    assert_close(rows, 2 * X)
    assert jax.eval_shape(lambda x: x + 1, x).data.shape == (2, 3)


@pytest.mark.columns("torch")
def test_torch_trees(backend: str) -> None:
    import torch
    from torch.utils import _pytree

    x = ivy.asarray(X)
    leaves, structure = _pytree.tree_flatten({"a": [x, 1]})
    assert leaves[0] is x.data
    assert_close(_pytree.tree_unflatten(leaves, structure)["a"][0], X)
    assert_close(torch.func.vmap(lambda row: row * 2)(x), 2 * X)
    assert_close(torch.func.grad(lambda x: ivy.sum(x * x).data)(x), 2 * X)

    def write(row: Any) -> Any:
        made = ivy.zeros(3)
        made[1] = row[0]
        return made

    assert_close(torch.func.vmap(write)(x), np.array([[0, 1, 0], [0, 4, 0]], "float32"))


@pytest.mark.columns("tensorflow")
def test_tensorflow_nests(backend: str) -> None:
    import tensorflow as tf

    x = ivy.asarray(X)
    function = tf.function(lambda x, y: x + y)
    for factor in (1.0, 2.0):
        assert_close(function(x * factor, x), (1 + factor) * X)
    assert function.experimental_get_tracing_count() == 1
    assert_close(function(x, x.data), 2 * X)
    variable = ivy.Array(tf.Variable(X))
    with tf.GradientTape() as tape:
        loss = ivy.sum(variable * variable).data
    assert_close(tape.gradient(loss, variable.data), 2 * X)
    variable[0] = 0.0
    assert isinstance(variable.data, tf.Variable)
    assert_close(variable.data.value(), np.array([[0, 0, 0], [4, 5, 6]], "float32"))


@COMPILING
def test_optree(backend: str) -> None:
    optree = pytest.importorskip("optree")
    ivy.pytrees.register_with_optree()
    x = ivy.asarray(X)
    leaves, structure = optree.tree_flatten({"a": [x, 1]})
    assert leaves[0] is x.data
    assert_close(optree.tree_unflatten(structure, leaves)["a"][0], X)


# ---- construction -----------------------------------------------------------------------------


def test_constructor(backend: str) -> None:
    native = ivy.asarray(X).data
    assert ivy.Array(native).data is native
    assert ivy.Array(ivy.Array(native)).data is native
    assert_close(ivy.Array([1.0, 2.0]), np.array([1.0, 2.0], "float32"))
    assert_close(ivy.Array(3), np.array(3, "int32"))


def test_methods_are_the_functions(backend: str) -> None:
    x = ivy.asarray(X)
    assert_close(x.exp(), np.exp(X))
    assert_close(x.sum(axis=0), X.sum(0))
    assert_close(x.get_item(0), X[0])
    assert x.to_list() == X.tolist()
    assert x[0, 0].to_scalar() == 1.0
    assert x.to_device("cpu").device == "cpu"
    np.testing.assert_array_equal(x.to_numpy(), X)
    assert x.has_nans() is False
