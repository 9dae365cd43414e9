"""Arrays of mostly zeros, in the sparse forms the frameworks have.

| format | indices | torch | NumPy (SciPy) | JAX | TensorFlow |
|---|---|---|---|---|---|
| coo | `coo_indices` of shape (axes, count) | yes | yes | BCOO | SparseTensor |
| csr | `crow_indices`, `col_indices` | yes | yes | BCSR | no |
| csc | `ccol_indices`, `row_indices` | yes | yes | no | no |
| bsr | as csr, `values` are blocks (count, rows, columns) | yes | yes | no | no |
| bsc | as csc, `values` are blocks (count, rows, columns) | yes | no | no | no |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy import backends, dispatch
from ivy.dispatch import Wrapper, is_native, space_of, unwrap
from ivy.errors import (
    IvyException,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
    describe,
    reworded,
)
from ivy.types import Dtype, Shape, ShapeLike

__all__ = [
    "SparseArray",
    "is_ivy_sparse_array",
    "is_native_sparse_array",
    "native_sparse_array",
    "native_sparse_array_to_indices_values_and_shape",
]

_INDICES = {
    "coo": ("coo_indices",),
    "csr": ("crow_indices", "col_indices"),
    "bsr": ("crow_indices", "col_indices"),
    "csc": ("ccol_indices", "row_indices"),
    "bsc": ("ccol_indices", "row_indices"),
}
_INDEX_NAMES = ("coo_indices", "crow_indices", "col_indices", "ccol_indices", "row_indices")


class SparseArray:
    """A native sparse array of one framework, in `data`, made as by `native_sparse_array`.

    >>> x = ivy.SparseArray(coo_indices=[[0, 1], [2, 0]], values=[3.0, 4.0], dense_shape=(2, 3))
    >>> x.to_dense_array()
    ivy.array([[0., 0., 3.],
               [4., 0., 0.]])
    """

    __slots__ = ("_space", "data")

    def __init__(
        self,
        data: Any = None,
        *,
        coo_indices: Any = None,
        crow_indices: Any = None,
        col_indices: Any = None,
        ccol_indices: Any = None,
        row_indices: Any = None,
        values: Any = None,
        dense_shape: ShapeLike = None,
        format: str | None = None,
    ) -> None:
        self.data = native_sparse_array(
            data,
            coo_indices=coo_indices,
            crow_indices=crow_indices,
            col_indices=col_indices,
            ccol_indices=ccol_indices,
            row_indices=row_indices,
            values=values,
            dense_shape=dense_shape,
            format=format,
        )
        self._space = _space_of_sparse(self.data)

    def _part(self, name: str) -> Any:
        format, indices, values, _ = self._space.sparse_parts(self.data)
        if name == "values":
            return dispatch.new_array(values)
        if name not in indices:
            msg = f"SparseArray.{name}: expected an array of another format, got {format}"
            raise IvyValueError(f"{msg}, which has {', '.join(indices)}")
        return dispatch.new_array(indices[name])

    @property
    def format(self) -> str:
        """One of coo, csr, csc, bsr and bsc."""
        return str(self._space.sparse_parts(self.data)[0])

    @property
    def dense_shape(self) -> Shape:
        """The shape."""
        return Shape(self._space.sparse_parts(self.data)[3])

    shape = dense_shape

    @property
    def dtype(self) -> Dtype:
        """The dtype of the values."""
        dtype: Dtype = self.values.dtype
        return dtype

    @property
    def values(self) -> Any:
        """The elements that are stored; all others are zero."""
        return self._part("values")

    @property
    def coo_indices(self) -> Any:
        """The indices of the values, one row for each axis."""
        return self._part("coo_indices")

    @property
    def crow_indices(self) -> Any:
        """Where the values of each row start."""
        return self._part("crow_indices")

    @property
    def col_indices(self) -> Any:
        """The columns of the values."""
        return self._part("col_indices")

    @property
    def ccol_indices(self) -> Any:
        """Where the values of each column start."""
        return self._part("ccol_indices")

    @property
    def row_indices(self) -> Any:
        """The rows of the values."""
        return self._part("row_indices")

    def to_dense_array(self, *, native: bool = False) -> Any:
        """Return all elements as an `ivy.Array`, or with `native=True` as a native array."""
        dense = self._space.sparse_to_dense(self.data)
        return dense if native else dispatch.new_array(dense)

    def __repr__(self) -> str:
        count = self.values.shape[0]
        return (
            f"ivy.SparseArray({count} values, dense_shape={tuple(self.dense_shape)}, "
            f"dtype={self.dtype}, format={self.format})"
        )


def is_ivy_sparse_array(x: Any) -> bool:
    """Return whether `x` is an `ivy.SparseArray`.

    >>> ivy.is_ivy_sparse_array(ivy.SparseArray(ivy.eye(2)))
    True
    """
    return isinstance(x, SparseArray)


def is_native_sparse_array(x: Any) -> bool:
    """Return whether `x` is a sparse array of a framework.

    >>> ivy.is_native_sparse_array(ivy.native_sparse_array(ivy.eye(2)))
    True
    """
    return _space_of_sparse(x) is not None


def native_sparse_array(
    data: Any = None,
    *,
    coo_indices: Any = None,
    crow_indices: Any = None,
    col_indices: Any = None,
    ccol_indices: Any = None,
    row_indices: Any = None,
    values: Any = None,
    dense_shape: ShapeLike = None,
    format: str | None = None,
) -> Any:
    """Return a sparse array of the framework of `values`, or of `data`.

    Args:
        data: A dense array whose non-zero elements are taken, or a sparse array as it is.
        coo_indices: The indices of the values, one row for each axis.
        crow_indices: Where the values of each row start: one more than there are rows.
        col_indices: The columns of the values.
        ccol_indices: Where the values of each column start: one more than there are columns.
        row_indices: The rows of the values.
        values: The elements, or blocks of them. Those at the same index add up.
        dense_shape: The shape.
        format: One of coo, csr, csc, bsr and bsc; else what the indices say.

    >>> x = ivy.native_sparse_array(coo_indices=[[0], [1]], values=[5.0], dense_shape=(1, 3))
    >>> ivy.SparseArray(x).to_dense_array()
    ivy.array([[0., 5., 0.]])
    """
    given = (coo_indices, crow_indices, col_indices, ccol_indices, row_indices)
    indices = {name: x for name, x in zip(_INDEX_NAMES, given, strict=True) if x is not None}
    if data is not None:
        if indices or values is not None:
            parts = [*indices, *(["values"] if values is not None else [])]
            raise IvyValueError(f"native_sparse_array: expected data or its parts, got {parts} too")
        return _sparse_from(data, format)
    space = space_of(values, *indices.values())
    values = space.asarray(unwrap(values)) if values is not None else None
    format = _format_of(indices, values, format)
    if values is None or dense_shape is None:
        missing = "values" if values is None else "dense_shape"
        raise IvyValueError(f"native_sparse_array: expected {missing}, got None")
    shape = Shape(unwrap(dense_shape))
    natives = {n: space.asarray(unwrap(x), dtype=space.index_dtype()) for n, x in indices.items()}
    if not space.is_tracing():
        _check(format, {n: space.to_numpy(x) for n, x in natives.items()}, values.shape, shape)
    return _made(space, format, natives, values, shape)


def native_sparse_array_to_indices_values_and_shape(x: Any) -> tuple[dict[str, Any], Any, Shape]:
    """Return the indices by name, the values and the shape of a native or ivy sparse array.

    They are the arguments of `native_sparse_array`: `**indices`, `values` and `dense_shape`.

    >>> x = ivy.SparseArray(coo_indices=[[0], [1]], values=[5.0], dense_shape=(1, 3))
    >>> ivy.native_sparse_array_to_indices_values_and_shape(x)[1:]
    (ivy.array([5.]), ivy.Shape(1, 3))
    """
    native = x.data if isinstance(x, SparseArray) else x
    space = _space_of_sparse(native)
    if space is None:
        name = "native_sparse_array_to_indices_values_and_shape"
        raise IvyTypeError(f"{name}: expected a sparse array, got {describe(x)}")
    _, indices, values, shape = space.sparse_parts(native)
    if isinstance(x, SparseArray):
        indices = {name: dispatch.new_array(index) for name, index in indices.items()}
        values = dispatch.new_array(values)
    return indices, values, Shape(shape)


# ---- how --------------------------------------------------------------------------------------


def _space_of_sparse(x: Any) -> Any:
    """Return the backend whose sparse array `x` is, or None."""
    package = type(x).__module__.partition(".")[0]
    name = "numpy" if package == "scipy" else backends.FRAMEWORKS.get(package)
    if name is None or not backends.installed(name):
        return None
    space: Any = backends.load(name)
    return space if space.is_sparse(x) else None


def _sparse_from(data: Any, format: str | None) -> Any:
    data = data.data if isinstance(data, SparseArray) else data
    space = _space_of_sparse(data)
    if space is not None:
        found = space.sparse_parts(data)[0]
        if format in (None, found):
            return data
        data = space.sparse_to_dense(data)
    elif not isinstance(data, (list, tuple, Wrapper)) and not is_native(data):
        msg = "native_sparse_array: expected a dense or sparse array as data"
        raise IvyTypeError(f"{msg}, got {describe(data)}")
    space = space_of(data) if space is None else space
    dense = space.asarray(unwrap(data))
    format = "coo" if format is None else format
    if format not in ("coo", "csr", "csc") or (format != "coo" and len(dense.shape) != 2):
        msg = "native_sparse_array: expected format coo, or for a matrix csr or csc"
        raise IvyValueError(f"{msg}, got {format!r} and shape {tuple(dense.shape)}")
    if format == "coo":
        places = tuple(space.nonzero(dense))
        indices = {"coo_indices": space.stack(places)}
        return _made(space, format, indices, space.get_item(dense, places), dense.shape)
    rows_first = dense if format == "csr" else space.permute_dims(dense, (1, 0))
    places = tuple(space.nonzero(rows_first))
    starts = space.searchsorted(
        places[0], space.arange(rows_first.shape[0] + 1, dtype=places[0].dtype)
    )
    indices = dict(zip(_INDICES[format], (starts, places[1]), strict=True))
    return _made(space, format, indices, space.get_item(rows_first, places), dense.shape)


def _made(space: Any, format: str, indices: dict[str, Any], values: Any, shape: Any) -> Any:
    if format not in space.SPARSE_FORMATS:
        msg = f"native_sparse_array ({space.NAME}): expected one of {space.SPARSE_FORMATS}"
        raise IvyNotImplementedException(f"{msg}, the formats it has, got {format!r}")
    try:
        return space.make_sparse(format, indices, values, tuple(shape))
    except IvyException:
        raise
    except Exception as error:
        raise reworded(error, "native_sparse_array", space.NAME, (indices, values)) from error


def _format_of(indices: dict[str, Any], values: Any, format: str | None) -> str:
    """Return the format that was asked for, or that has these indices."""
    if format is None:
        blocks = values is not None and len(values.shape) == 3
        fitting = [f for f, names in _INDICES.items() if {*names} == {*indices}]
        fitting = fitting[-1:] if blocks else fitting[:1]
        if not fitting:
            msg = "native_sparse_array: expected data, coo_indices, crow_indices and col_indices"
            raise IvyValueError(f"{msg}, or ccol_indices and row_indices, got {[*indices]}")
        return fitting[0]
    if format not in _INDICES:
        msg = f"native_sparse_array: expected a format of {', '.join(_INDICES)}"
        raise IvyValueError(f"{msg}, got {format!r}")
    if {*_INDICES[format]} != {*indices}:
        expected = " and ".join(_INDICES[format])
        msg = f"native_sparse_array: expected {expected} for {format}"
        raise IvyValueError(f"{msg}, got {[*indices]}")
    return format


def _check(
    format: str, indices: dict[str, Any], counted: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    """Raise unless the indices fit the values and the shape: not all frameworks look."""
    name = "native_sparse_array"
    if format == "coo":
        places = indices["coo_indices"]
        if places.shape != (len(shape), counted[0]):
            expected = f"{name}: expected coo_indices of shape {(len(shape), counted[0])}"
            raise IvyValueError(f"{expected}, got {places.shape}")
        limits = np.asarray(shape)[:, None]
        _check_range("coo_indices", places, limits)
        return
    first, second = _INDICES[format]
    starts, minor = indices[first], indices[second]
    major_axis = 0 if format in ("csr", "bsr") else 1
    blocks = counted[1:] if format.startswith("b") else (1, 1)
    if (
        len(shape) != 2
        or len(blocks) != 2
        or any(n % b for n, b in zip(shape, blocks, strict=True))
    ):
        msg = f"{name}: expected the shape of a matrix, a multiple of the blocks {blocks}"
        raise IvyValueError(f"{msg} for {format}, got {tuple(shape)}")
    rows = shape[major_axis] // blocks[major_axis]
    valid = starts.shape == (rows + 1,) and starts[0] == 0 and starts[-1] == counted[0]
    if not valid or (np.diff(starts) < 0).any():
        expected = f"{name}: expected {first} of {rows + 1} that grow from 0 to {counted[0]}"
        raise IvyValueError(f"{expected}, got {starts.tolist()}")
    if minor.shape != (counted[0],):
        raise IvyValueError(f"{name}: expected {counted[0]} {second}, got shape {minor.shape}")
    _check_range(second, minor, shape[1 - major_axis] // blocks[1 - major_axis])


def _check_range(name: str, indices: Any, limits: Any) -> None:
    if ((indices < 0) | (indices >= limits)).any():
        msg = f"native_sparse_array: expected {name} within the shape"
        raise IvyValueError(f"{msg}, got {indices.tolist()}")
