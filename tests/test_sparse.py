"""Sparse arrays in the forms the frameworks have."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyNotImplementedException, IvyTypeError, IvyValueError
from tests.helpers import assert_close, to_numpy

DENSE = np.array([[0, 0, 3, 0], [4, 0, 0, 5]], "float32")
BLOCKS = np.array([[[0, 0], [4, 0]], [[3, 0], [0, 5]]], "float32")
PARTS: dict[str, dict[str, Any]] = {
    "coo": {"coo_indices": [[0, 1, 1], [2, 0, 3]], "values": [3.0, 4.0, 5.0]},
    "csr": {"crow_indices": [0, 1, 3], "col_indices": [2, 0, 3], "values": [3.0, 4.0, 5.0]},
    "csc": {"ccol_indices": [0, 1, 1, 2, 3], "row_indices": [1, 0, 1], "values": [4.0, 3.0, 5.0]},
    "bsr": {"crow_indices": [0, 2], "col_indices": [0, 1], "values": BLOCKS},
    "bsc": {"ccol_indices": [0, 1, 2], "row_indices": [0, 0], "values": BLOCKS},
}
FORMATS = {
    "numpy": ("coo", "csr", "csc", "bsr"),
    "torch": tuple(PARTS),
    "jax": ("coo", "csr"),
    "tensorflow": ("coo",),
}
every_format = pytest.mark.parametrize("format", PARTS)
# torch 2.13 says so once per process for every compressed layout.
pytestmark = pytest.mark.filterwarnings("ignore:Sparse .* tensor support is in beta state")


def made(format: str, /, **others: Any) -> ivy.SparseArray:
    parts = {"dense_shape": (2, 4), "format": format} | PARTS[format] | others
    return ivy.SparseArray(**{k: ivy.array(v) if k == "values" else v for k, v in parts.items()})


@every_format
def test_sparse_array(format: str, backend: str) -> None:
    if format not in FORMATS[backend]:
        with pytest.raises(IvyNotImplementedException, match=f"the formats it has, got '{format}'"):
            made(format)
        return
    for given in (format, None):
        x = made(format, format=given)
        assert x.format == format
        assert x.shape == x.dense_shape == (2, 4)
        assert x.dtype == "float32"
        assert_close(x.to_dense_array(), DENSE)
        assert ivy.is_native_array(x.to_dense_array(native=True))
        for name, expected in PARTS[format].items():
            np.testing.assert_array_equal(to_numpy(getattr(x, name)), expected)
        assert f"dense_shape=(2, 4), dtype=float32, format={format}" in repr(x)
        other = "row_indices" if "row_indices" not in PARTS[format] else "coo_indices"
        with pytest.raises(IvyValueError, match=f"SparseArray.{other}: expected an array of"):
            getattr(x, other)


@every_format
def test_native_sparse_array_to_indices_values_and_shape(format: str, backend: str) -> None:
    if format not in FORMATS[backend]:
        parts = PARTS[format] | {"values": ivy.array(PARTS[format]["values"])}
        with pytest.raises(IvyNotImplementedException, match=f"the formats it has, got '{format}'"):
            ivy.native_sparse_array(**parts, dense_shape=(2, 4), format=format)
        return
    x = made(format)
    parts = ivy.native_sparse_array_to_indices_values_and_shape(x.data)
    indices, values, shape = parts
    assert ivy.is_native_array(values)
    again = ivy.native_sparse_array(**indices, values=values, dense_shape=shape, format=format)
    assert_close(ivy.SparseArray(again).to_dense_array(), DENSE)
    indices, values, shape = ivy.native_sparse_array_to_indices_values_and_shape(x)
    assert isinstance(values, ivy.Array) and shape == (2, 4)
    with pytest.raises(IvyTypeError, match="expected a sparse array, got 3"):
        ivy.native_sparse_array_to_indices_values_and_shape(3)


@pytest.mark.parametrize("format", ["coo", "csr", "csc"])
def test_native_sparse_array_of_dense(format: str, backend: str) -> None:
    if format not in FORMATS[backend]:
        with pytest.raises(IvyNotImplementedException, match=f"the formats it has, got '{format}'"):
            ivy.SparseArray(ivy.array(DENSE), format=format)
        return
    for dense in (ivy.array(DENSE), ivy.array(DENSE).data):
        x = ivy.SparseArray(dense, format=format)
        assert x.format == format
        assert x.values.shape == (3,)
        assert_close(x.to_dense_array(), DENSE)
        assert ivy.native_sparse_array(x) is x.data
        assert ivy.SparseArray(x, format="coo").format == "coo"


def test_is_native_sparse_array(backend: str) -> None:
    x = made("coo")
    assert ivy.is_native_sparse_array(x.data) and not ivy.is_native_sparse_array(x)
    assert ivy.is_ivy_sparse_array(x) and not ivy.is_ivy_sparse_array(x.data)
    for other in (ivy.array(DENSE), ivy.array(DENSE).data, 3, None):
        assert not ivy.is_native_sparse_array(other) and not ivy.is_ivy_sparse_array(other)


def test_values_at_the_same_index_add_up(backend: str) -> None:
    x = ivy.SparseArray(coo_indices=[[0, 0], [1, 1]], values=[1.0, 2.0], dense_shape=(1, 2))
    assert_close(x.to_dense_array(), [[0.0, 3.0]], "float32")


def test_coo_of_three_axes(backend: str) -> None:
    x = ivy.SparseArray(coo_indices=[[0], [1], [2]], values=[7], dense_shape=(1, 2, 3))
    assert x.dtype == "int32"
    assert int(x.to_dense_array()[0, 1, 2]) == 7


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_values_are_differentiable(backend: str) -> None:
    def cost(values: Any) -> Any:
        x = ivy.SparseArray(coo_indices=[[0, 0], [1, 1]], values=values, dense_shape=(1, 2))
        return ivy.sum(x.to_dense_array() ** 2)

    assert_close(ivy.grad(cost)(ivy.array([1.0, 2.0])), [6.0, 6.0], "float32")


@pytest.mark.columns("jax", "tensorflow")
def test_sparse_arrays_are_traced(backend: str, jit: Callable[[Any], Any]) -> None:
    @jit
    def dense(values: Any, indices: Any) -> Any:
        sparse = ivy.SparseArray(coo_indices=indices, values=values, dense_shape=(2, 4))
        return sparse.to_dense_array()

    parts = PARTS["coo"]
    result = dense(ivy.array(parts["values"]), ivy.array(parts["coo_indices"]))
    assert_close(result, DENSE)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"coo_indices": [[0], [1]]}, "coo_indices of shape (2, 3), got (2, 1)"),
        ({"coo_indices": [[0, 1, 2], [0, 0, 0]]}, "coo_indices within the shape"),
        ({"coo_indices": [[0, 1, -1], [0, 0, 0]]}, "coo_indices within the shape"),
        ({"coo_indices": None}, "expected coo_indices for coo, got []"),
        ({"row_indices": [1]}, "expected coo_indices for coo, got ['coo_indices', 'row_indices']"),
        ({"format": "dense"}, "a format of coo, csr, bsr, csc, bsc, got 'dense'"),
        ({"dense_shape": None}, "expected dense_shape, got None"),
    ],
)
def test_wrong_coo(changes: dict[str, Any], message: str, backend: str) -> None:
    with pytest.raises(IvyValueError) as raised:
        made("coo", **changes)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"crow_indices": [0, 3]}, "crow_indices of 3 that grow from 0 to 3, got [0, 3]"),
        ({"crow_indices": [0, 4, 3]}, "crow_indices of 3 that grow from 0 to 3"),
        ({"col_indices": [2, 0, 4]}, "col_indices within the shape, got [2, 0, 4]"),
        ({"col_indices": [2, 0]}, "expected 3 col_indices, got shape (2,)"),
        ({"dense_shape": (2, 4, 1)}, "the shape of a matrix"),
    ],
)
@pytest.mark.columns("numpy", "torch", "jax")
def test_wrong_csr(changes: dict[str, Any], message: str, backend: str) -> None:
    with pytest.raises(IvyValueError) as raised:
        made("csr", **changes)
    assert message in str(raised.value)


def test_wrong_data(backend: str) -> None:
    with pytest.raises(IvyValueError, match="expected data or its parts, got"):
        ivy.native_sparse_array(ivy.array(DENSE), values=[1.0])
    with pytest.raises(IvyValueError, match="expected data, coo_indices, crow_indices and"):
        ivy.native_sparse_array(values=[1.0])
    with pytest.raises(IvyTypeError, match="a dense or sparse array as data, got 'x'"):
        ivy.native_sparse_array("x")
    with pytest.raises(IvyValueError, match="expected format coo, or for a matrix csr or csc"):
        ivy.native_sparse_array(ivy.array([1.0]), format="csr")


@pytest.mark.columns("numpy")
def test_without_scipy(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(IvyNotImplementedException, match="run: pip install scipy"):
        made("coo")
