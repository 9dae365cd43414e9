"""`ivy.Array`: one native array of any framework, with the same operators and methods."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy import ndarray

from ivy import array_methods, backends, dispatch
from ivy.array_methods import ArrayMethods
from ivy.backends.conversion import with_dlpack
from ivy.config import setting
from ivy.dispatch import NUMBERS, OPERATIONS, arrays_in, is_native, space_of, table, unwrap, wrap
from ivy.errors import (
    IvyException,
    IvyMemoryError,
    IvyTypeError,
    IvyValueError,
    describe,
    reworded,
)
from ivy.types import Device, Dtype, Shape

new = object.__new__


class Array(ArrayMethods):
    """A native array of one framework, in `data`.

    >>> x = ivy.Array([1, 2])
    >>> x + 0.5
    ivy.array([1.5, 2.5])
    """

    __slots__ = ("__weakref__",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data: Any) -> None:
        if isinstance(data, Array):
            data = data._data
        if is_native(data):
            _ = space_of(data).DTYPES[data.dtype]  # raises for text and objects
        else:
            data = dispatch.run(dispatch.current_space(), "asarray", unwrap(data))
        self._data = data

    # ---- what it is -----------------------------------------------------------------------

    @property
    def data(self) -> Any:
        """The native array."""
        return self._data

    @data.setter
    def data(self, native: Any) -> None:
        if not is_native(native):
            raise IvyTypeError(f"Array.data: expected a native array, got {describe(native)}")
        self._data = native

    @property
    def dtype(self) -> Dtype:
        """The ivy dtype."""
        dtype: Dtype = space_of(self._data).DTYPES[self._data.dtype]
        return dtype

    @property
    def device(self) -> Device:
        """Where the data lives: `"cpu"`, `"gpu:0"`."""
        device: Device = space_of(self._data).dev(self._data)
        return device

    @property
    def shape(self) -> Shape:
        """The shape, a tuple."""
        return Shape(self._data.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self._data.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self._data.shape)

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return self.dtype.bits // 8

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes to step along each axis of a C-ordered copy of the data."""
        sizes = self._data.shape
        return tuple(math.prod(sizes[i + 1 :]) * self.itemsize for i in range(len(sizes)))

    @property
    def backend(self) -> str:
        """The name of the framework."""
        return str(space_of(self._data).NAME)

    @property
    def T(self) -> Array:
        """The transpose of a matrix."""
        if self.ndim != 2:
            raise IvyValueError(f"Array.T: expected 2 axes, got shape {tuple(self.shape)}; use mT")
        return OPERATIONS["permute_dims"](self, (1, 0))

    @property
    def mT(self) -> Array:
        """The array with its last two axes exchanged."""
        return OPERATIONS["matrix_transpose"](self)

    @property
    def real(self) -> Array:
        """The real part."""
        return OPERATIONS["real"](self)

    @property
    def imag(self) -> Array:
        """The imaginary part."""
        return OPERATIONS["imag"](self)

    # ---- as a Python value ----------------------------------------------------------------

    def _item(self, kind: str) -> Any:
        if self.ndim:
            msg = f"{kind}(Array): expected a 0-d array, got shape {tuple(self.shape)}"
            raise IvyTypeError(msg)
        return space_of(self._data).to_scalar(self._data)

    def __bool__(self) -> bool:
        return bool(self._data) if not self._data.shape else bool(self._item("bool"))

    def __int__(self) -> int:
        return int(self._real_item("int"))

    def __float__(self) -> float:
        return float(self._real_item("float"))

    def _real_item(self, kind: str) -> Any:
        value = self._item(kind)
        return value.real if isinstance(value, complex) else value

    def __complex__(self) -> complex:
        return complex(self._item("complex"))

    def __index__(self) -> int:
        if self.dtype.kind not in ("int", "uint"):
            raise IvyTypeError(f"index: expected an integer array, got {describe(self)}")
        return operator.index(self._item("index"))

    def __len__(self) -> int:
        if not self.ndim:
            raise IvyTypeError("len(Array): expected at least one axis, got a 0-d array")
        return int(self._data.shape[0])

    def __iter__(self) -> Iterator[Array]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool(OPERATIONS["any"](self == value))

    def item(self) -> bool | int | float | complex:
        """Return the only element as a Python number."""
        if self.size != 1:
            msg = f"Array.item: expected one element, got shape {tuple(self.shape)}"
            raise IvyValueError(msg)
        return dispatch.run(space_of(self._data), "to_scalar", self._data)

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers."""
        return dispatch.run(space_of(self._data), "to_list", self._data)

    # ---- unary operators; the binary ones are generated -----------------------------------

    def __pos__(self) -> Array:
        return self.positive()

    def __neg__(self) -> Array:
        return self.negative()

    def __abs__(self) -> Array:
        return self.abs()

    def __invert__(self) -> Array:
        return self.bitwise_invert()

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Any, Any]:
        return other // self, other % self

    # ---- indexing -------------------------------------------------------------------------

    def __getitem__(self, query: Any) -> Array:
        x = self._data
        try:
            r = new(Array)
            if type(x) is ndarray:  # which takes any key, by the rules that are those of all
                r._data = x[query._data if type(query) is Array else query]
            else:
                key = query if type(query) is int else native_query(query)
                r._data = table[type(x)].get_item(x, key)
            return r
        except Exception as error:
            return _index_slowly(error, x, query)

    def __setitem__(self, query: Any, value: Any) -> None:
        x = self._data
        space = table.get(type(x)) or space_of(x)
        try:
            if type(value) is Array:
                value = value._data
                if type(value) is not type(x):
                    space_of(x, value)  # raises for two frameworks
            elif type(value) not in NUMBERS:
                value = space.asarray(unwrap(value))
            self._data = space.set_item(x, native_query(query), value)
        except IvyException:
            raise
        except Exception as error:
            raise reworded(error, "setitem", space.NAME, (self, query, value)) from error

    # ---- printing, copying, pickling ------------------------------------------------------

    def __repr__(self) -> str:
        space = space_of(self._data)
        try:
            values = space.to_numpy(self._data, False)
        except Exception as error:  # a tracer has no values yet
            worded = reworded(error, "repr", space.NAME, (self,))
            if isinstance(worded, IvyMemoryError):  # which ends the process when JAX prints it
                raise worded from error
            try:
                return f"ivy.array({self._data})"
            except RuntimeError:  # of JAX, for one that was donated to a compiled program
                raise worded from error
        text = np.array2string(
            _rounded(values),
            precision=setting("array_decimal_values"),
            separator=", ",
            prefix="ivy.array(",
        )
        parts = [text]
        if not values.size and values.shape != (0,):
            parts.append(f"shape={values.shape}")
        if self.dtype not in _UNSAID_DTYPES:
            parts.append(f"dtype={self.dtype}")
        if self.device != "cpu":
            parts.append(f"dev={self.device}")
        return f"ivy.array({', '.join(parts)})"

    def __format__(self, spec: str) -> str:
        return format(self._item("format"), spec) if spec else repr(self)

    def __copy__(self) -> Array:
        return Array(space_of(self._data).copy_array(self._data))

    def __deepcopy__(self, memo: dict[int, Any]) -> Array:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        space = space_of(self._data)
        return _unpickle, (space.NAME, space.to_numpy(self._data, False), str(self.device))

    # ---- the frameworks' protocols --------------------------------------------------------

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        import ivy

        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
            raise IvyValueError(f"__array_namespace__: unknown api_version {api_version!r}")
        return ivy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        values = space_of(self._data).to_numpy(self._data, False)
        return np.array(values, dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        name = _UFUNC_NAMES.get(ufunc.__name__, ufunc.__name__)
        if method == "__call__" and name in OPERATIONS and not kwargs:
            return OPERATIONS[name](*args)
        outs = kwargs.get("out", ())
        if space_of(*args, *outs).NAME != "numpy":
            return NotImplemented
        kwargs = {key: unwrap(value) for key, value in kwargs.items()}
        result = getattr(ufunc, method)(*map(unwrap, args), **kwargs)
        if outs:
            return outs[0] if len(outs) == 1 else outs
        return wrap(result)

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = {key: unwrap(value) for key, value in (kwargs or {}).items()}
        natives = [unwrap(x) for x in args]
        if (name := space_of(*arrays_in(natives), *kwargs.values()).NAME) != "torch":
            msg = f"{func.__name__}: expected arrays of torch, got some of {name}"
            raise IvyTypeError(f"{msg}; use ivy's functions, or ivy.to_backend(x, 'torch')")
        return wrap(func(*natives, **kwargs))

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        # Without this TensorFlow would convert by __array__ and return its own tensor from `t + x`.
        raise TypeError("an ivy.Array is no tf.Tensor; pass its .data")

    def __tf_tracing_type__(self, context: Any) -> Any:
        return backends.load("tensorflow").tracing_type(self, context)

    def __tf_flatten__(self) -> tuple[None, tuple[Any]]:
        return None, (self._data,)

    @classmethod
    def __tf_unflatten__(cls, metadata: None, leaves: tuple[Any, ...]) -> Array:
        array = new(cls)
        array._data = leaves[0]
        return array

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: Any = None,
        copy: bool | None = None,
    ) -> Any:
        space = space_of(self._data)
        data = self._data
        if copy:  # TensorFlow's copies share memory, and so does what JAX reads of its own
            data = space.from_dlpack(space.copy_array(data), copy=True)
        return space.to_dlpack(data)

    def __dlpack_device__(self) -> tuple[int, int]:
        return with_dlpack(self._data).__dlpack_device__()


def native_query(query: Any) -> Any:
    """Return a key with native arrays in place of `ivy.Array`."""
    kind = type(query)
    if kind is Array:
        return query._data
    if kind is slice:
        start, stop, step = query.start, query.stop, query.step
        if type(start) is Array or type(stop) is Array or type(step) is Array:
            return slice(native_query(start), native_query(stop), native_query(step))
    elif kind is tuple:
        for part in query:
            kind = type(part)
            if kind is slice:
                bounds = type(part.start), type(part.stop), type(part.step)
                if Array in bounds:
                    break
            elif kind is Array or kind is list or kind is tuple:
                break
        else:
            return query
        return tuple([native_query(part) for part in query])
    elif kind is list:
        return [native_query(part) for part in query]
    return query


def _index_slowly(error: Exception, x: Any, query: Any) -> Array:
    """Return `x[query]` for a type that is not in the tables, or raise what went wrong."""
    space = space_of(x)
    if type(x) not in table:
        try:
            return Array(space.get_item(x, native_query(query)))
        except Exception as later:
            error = later
    if isinstance(error, IvyException):
        raise error
    raise reworded(error, "getitem", space.NAME, (x, query)) from error


_UFUNC_NAMES = {
    "true_divide": "divide", "power": "pow", "absolute": "abs", "arcsin": "asin", "arccos": "acos",
    "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "arctan2": "atan2", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "conjugate": "conj",
}  # fmt: skip

_UNSAID_DTYPES = ("bool", "int32", "float32", "complex64")


def _rounded(values: Any) -> Any:
    """Return the values with at most `array_significant_figures` digits."""
    if values.dtype.kind not in "fc" or not values.size:
        return (
            values.astype("float32")
            if values.dtype.kind == "V" or values.dtype.name == "bfloat16"
            else values
        )
    figures = setting("array_significant_figures")
    if values.dtype.kind == "c" or figures >= 17:
        return values
    finite = np.isfinite(values) & (values != 0)
    wide = values.astype("float64")
    digits = figures - 1 - np.floor(np.log10(np.abs(wide, where=finite, out=np.ones_like(wide))))
    scale = 10.0 ** np.clip(digits, -300, 300)
    return np.where(finite, np.rint(wide * scale) / scale, wide).astype(values.dtype)


def _unpickle(backend: str, values: Any, device: str) -> Array:
    array = new(Array)
    array._data = backends.load(backend).asarray(values, device=device)
    return array


array_methods.bind(Array)
dispatch.register(array_methods.ArrayNamespace, [Array])


def _new(native: Any) -> Array:
    array = new(Array)
    array._data = native
    return array


dispatch.new_array = _new
