"""What an array is and holds; parts of arrays; gathering, scattering and the rest."""

from __future__ import annotations

import builtins
import functools
import gc
import inspect
import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ivy import backends, config, dispatch, nest
from ivy.array import native_query
from ivy.backends.axes import normalized_axes
from ivy.dispatch import (
    NUMBERS,
    OPERATIONS,
    Nested,
    Wrapper,
    both,
    careful,
    create,
    create_beside,
    current_space,
    is_native,
    nestable,
    pairs,
    put,
    retry,
    run,
    space_of,
    table,
    unwrap,
    wrap,
    wrap_like,
)
from ivy.errors import (
    InplaceUpdateException,
    IvyException,
    IvyTypeError,
    IvyValueError,
    check_callable,
    describe,
    reworded,
)
from ivy.ops.data_type import function_supported_dtypes, function_unsupported_dtypes
from ivy.ops.device import function_supported_devices
from ivy.types import ALL_DTYPES, A, B, Dtype, Number, Shape, ShapeLike

__all__ = [
    "FN_CACHE",
    "INF",
    "all_equal",
    "arg_info",
    "arg_names",
    "args_to_ivy",
    "args_to_native",
    "array_equal",
    "assert_supports_inplace",
    "cache_fn",
    "clip_matrix_norm",
    "clip_vector_norm",
    "container_types",
    "default",
    "einops_rearrange",
    "einops_reduce",
    "einops_repeat",
    "exists",
    "fourier_encode",
    "function_supported_devices_and_dtypes",
    "function_unsupported_devices_and_dtypes",
    "gather",
    "gather_nd",
    "get_all_arrays_in_memory",
    "get_item",
    "get_num_dims",
    "get_referrers_recursive",
    "has_nans",
    "inplace_arrays_supported",
    "inplace_decrement",
    "inplace_increment",
    "inplace_update",
    "inplace_variables_supported",
    "is_array",
    "is_ivy_array",
    "is_ivy_container",
    "is_ivy_nested_array",
    "is_native_array",
    "isin",
    "isscalar",
    "itemsize",
    "match_kwargs",
    "multiprocessing",
    "num_arrays_in_memory",
    "print_all_arrays_in_memory",
    "reduce",
    "scatter_flat",
    "scatter_nd",
    "set_item",
    "shape",
    "size",
    "stable_divide",
    "stable_pow",
    "strides",
    "supports_inplace_updates",
    "to_ivy",
    "to_ivy_shape",
    "to_list",
    "to_native",
    "to_native_shape",
    "to_numpy",
    "to_scalar",
    "try_else_none",
    "value_is_nan",
]

INF = float("inf")
FN_CACHE = weakref.WeakKeyDictionary[Any, Any]()
"""What `cache_fn` remembers: function -> arguments -> result."""


# ---- what an object is ------------------------------------------------------------------------


def is_native_array(x: Any, /, exclusive: bool = False) -> bool:
    """Return whether `x` is an array of a framework.

    With `exclusive=True` variables and what a framework traces do not count.

    >>> ivy.is_native_array(ivy.array([1])), ivy.is_native_array(ivy.array([1]).data)
    (False, True)
    """
    if not is_native(x):
        return False
    space = space_of(x)
    return not exclusive or (type(x) in space.ARRAY_TYPES and not isinstance(x, space.VARIABLES))


def is_ivy_array(x: Any, /, exclusive: bool = False) -> bool:
    """Return whether `x` is an `ivy.Array`.

    >>> ivy.is_ivy_array(ivy.array([1]))
    True
    """
    return isinstance(x, Wrapper) and is_native_array(x._data, exclusive)


def is_array(x: Any, /, exclusive: bool = False) -> bool:
    """Return whether `x` is an `ivy.Array` or an array of a framework.

    >>> ivy.is_array(ivy.array([1])), ivy.is_array([1])
    (True, False)
    """
    return is_ivy_array(x, exclusive) or is_native_array(x, exclusive)


def is_ivy_container(x: Any, /) -> bool:
    """Return whether `x` is an `ivy.Container`.

    >>> ivy.is_ivy_container(ivy.array([1]))
    False
    """
    return isinstance(x, Nested)


def is_ivy_nested_array(x: Any, /) -> bool:
    """Return False: ivy has no ragged arrays, use a Container or a list of arrays.

    >>> ivy.is_ivy_nested_array(ivy.array([1]))
    False
    """
    return False


def isscalar(x: Any, /) -> bool:
    """Return whether `x` is a Python or NumPy number.

    >>> ivy.isscalar(1.5), ivy.isscalar(ivy.array(1.5))
    (True, False)
    """
    return isinstance(x, (*NUMBERS, np.generic))


def exists(x: Any, /) -> bool:
    """Return whether `x` is not None.

    >>> ivy.exists(0), ivy.exists(None)
    (True, False)
    """
    return x is not None


# ---- values -----------------------------------------------------------------------------------


def to_numpy(x: A, /, copy: bool = True) -> Any:
    """Return the values as a NumPy array; it may share memory when `copy=False`.

    >>> ivy.to_numpy(ivy.array([1.0, 2.0]))
    array([1., 2.], dtype=float32)
    """
    return _value("to_numpy", x, copy)


def to_list(x: A, /) -> Any:
    """Return the values as nested lists of Python numbers, of an array without axes as a number.

    >>> ivy.to_list(ivy.array([[1, 2], [3, 4]]))
    [[1, 2], [3, 4]]
    """
    return _value("to_list", x)


def to_scalar(x: A, /) -> Number:
    """Return the only element as a Python number.

    >>> ivy.to_scalar(ivy.array([1.5]))
    1.5
    """
    number: Number = _value("to_scalar", x)
    return number


def _value(name: str, x: Any, *rest: Any) -> Any:
    """Return what a backend's function makes of an array, unwrapped."""
    if isinstance(x, Nested) and config.setting("nestable_mode"):
        return x._map_operation(name, (x, *rest), {})
    space = space_of(x)
    native = unwrap(x)
    native = native if is_native(native) else run(space, "asarray", native)
    return run(space, name, native, *rest)


def array_equal(x0: A, x1: A, /) -> bool:
    """Return whether two arrays have the same shape and equal elements.

    >>> ivy.array_equal(ivy.array([1, 2]), ivy.array([1, 2]))
    True
    """
    try:
        return both[type(x0)][type(x1)].array_equal(x0, x1)
    except Exception as error:
        return retry(error, "array_equal", x0, x1)


@nestable
def all_equal(*xs: Any, equality_matrix: bool = False) -> Any:
    """Return whether all arguments, arrays or anything else, are equal.

    With `equality_matrix=True` return a boolean matrix of which is equal to which.

    >>> ivy.all_equal(ivy.array([1, 2]), ivy.array([1, 2]), ivy.array([1, 3]))
    False
    """
    if not equality_matrix:
        return builtins.all(_are_equal(xs[0], x) for x in xs[1:])
    return create_beside(xs, "asarray", [[_are_equal(x, y) for y in xs] for x in xs])


def _are_equal(x: Any, y: Any) -> bool:
    if is_array(x) and is_array(y):
        return array_equal(x, y)
    return not is_array(x) and not is_array(y) and bool(x == y)


def has_nans(x: A, /, include_infs: bool = True) -> bool:
    """Return whether an element is NaN, or infinite unless `include_infs=False`.

    >>> ivy.has_nans(ivy.array([1.0, ivy.inf]), include_infs=False)
    False
    """
    try:
        return table[type(x)].has_nans(x, include_infs)
    except Exception as error:
        return retry(error, "has_nans", x, include_infs)


def value_is_nan(x: A | complex, /, include_infs: bool = True) -> bool:
    """Return whether the only element is NaN, or infinite unless `include_infs=False`.

    >>> ivy.value_is_nan(ivy.array(ivy.inf)), ivy.value_is_nan(ivy.inf, include_infs=False)
    (True, False)
    """
    try:
        return table[type(x)].value_is_nan(x, include_infs)
    except Exception as error:
        return retry(error, "value_is_nan", x, include_infs)


# ---- shape and memory -------------------------------------------------------------------------


def shape(x: A, /, as_array: bool = False) -> Any:
    """Return the shape, as an `ivy.Shape` or as an array.

    >>> ivy.shape(ivy.zeros((2, 3)))
    ivy.Shape(2, 3)
    """
    try:
        return table[type(x)].shape(x, as_array)
    except Exception as error:
        return retry(error, "shape", x, as_array)


def get_num_dims(x: A, /, as_array: bool = False) -> Any:
    """Return the number of axes.

    >>> ivy.get_num_dims(ivy.zeros((2, 3)))
    2
    """
    try:
        return table[type(x)].get_num_dims(x, as_array)
    except Exception as error:
        return retry(error, "get_num_dims", x, as_array)


def size(x: A) -> int:
    """Return the number of elements.

    >>> ivy.size(ivy.zeros((2, 3)))
    6
    """
    try:
        return table[type(x)].size(x)
    except Exception as error:
        return retry(error, "size", x)


def itemsize(x: A, /) -> int:
    """Return how many bytes an element takes.

    >>> ivy.itemsize(ivy.zeros(2, dtype="float64"))
    8
    """
    try:
        return table[type(x)].itemsize(x)
    except Exception as error:
        return retry(error, "itemsize", x)


def strides(x: A, /) -> tuple[int, ...]:
    """Return how many bytes to step along each axis of a C-ordered copy of the array.

    >>> ivy.strides(ivy.zeros((2, 3)))
    (12, 4)
    """
    try:
        return table[type(x)].strides(x)
    except Exception as error:
        return retry(error, "strides", x)


def to_ivy_shape(shape: ShapeLike) -> Shape | None:
    """Return a shape of any kind as an `ivy.Shape`; None stays None.

    >>> ivy.to_ivy_shape([2, 3])
    ivy.Shape(2, 3)
    """
    return None if shape is None else Shape(_sizes(shape))


def to_native_shape(shape: ShapeLike) -> Any:
    """Return a shape of any kind as the current backend's own type.

    >>> tuple(ivy.to_native_shape([2, 3]))
    (2, 3)
    """
    return None if shape is None else current_space().to_native_shape(_sizes(shape))


def _sizes(shape: Any) -> tuple[Any, ...]:
    if isinstance(shape, int):
        return (shape,)
    return tuple(to_list(shape)) if is_array(shape) else tuple(shape)


# ---- parts ------------------------------------------------------------------------------------


def get_item(x: A, /, query: Any, copy: bool | None = None) -> A:
    """Return `x[query]`, by NumPy's rules on every framework.

    >>> ivy.get_item(ivy.array([1, 2, 3]), slice(None, None, -1))
    ivy.array([3, 2, 1])
    """
    if not isinstance(x, Wrapper):
        try:
            return table[type(x)].get_item(x, native_query(query), copy)
        except Exception:
            return _indexed("get_item", x, query, copy)
    part = x[query]  # type: ignore[index]
    return OPERATIONS["copy_array"](part) if copy else part


def set_item(x: A, query: Any, val: Any, /, copy: bool = False) -> A:
    """Return `x` after `x[query] = val`; a new array when `copy=True`.

    An `ivy.Array` changes on every framework. A native array changes on NumPy and torch, on JAX
    and TensorFlow the result is a new one.

    >>> ivy.set_item(ivy.array([1, 2, 3]), 0, 9)
    ivy.array([9, 2, 3])
    """
    if copy:
        x = OPERATIONS["copy_array"](x)
    if isinstance(x, Wrapper):
        x[query] = val  # type: ignore[index]
        return x
    val = unwrap(val)
    if type(val) not in NUMBERS and not is_native(val) and not isinstance(x, Nested):
        val = space_of(x).asarray(val)
    return _indexed("set_item", x, query, val)


def _indexed(name: str, x: Any, query: Any, *rest: Any) -> Any:
    """Read or write a part of what is no `ivy.Array`: a native array, a list, a container."""
    if isinstance(x, Nested) and config.setting("nestable_mode"):
        return x._map_operation(name, (x, query, *rest), {})
    space = space_of(x)
    native = x if is_native(x) else space.asarray(unwrap(x))
    try:
        result = getattr(space, name)(native, native_query(query), *rest)
    except IvyException:
        raise
    except Exception as error:
        raise reworded(error, name, space.NAME, (x, query)) from error
    return wrap_like(result, x)


def inplace_update(
    x: A, val: Any, /, ensure_in_backend: bool = False, keep_input_dtype: bool = False
) -> A:
    """Return `x` after its values were replaced by `val`.

    NumPy, torch and TensorFlow variables are written into; elsewhere the `ivy.Array` gets new
    data, unless `ensure_in_backend=True`, which raises then. A value of another dtype or shape
    is taken over by an `ivy.Array` with both, its dtype not if `keep_input_dtype=True`.

    >>> x = ivy.array([1.0, 2.0])
    >>> y = ivy.inplace_update(x, ivy.array([3.0, 4.0]))
    >>> y is x, x
    (True, ivy.array([3., 4.]))
    """
    if isinstance(x, Nested) and config.setting("nestable_mode"):
        x._map_operation("inplace_update", (x, val, ensure_in_backend, keep_input_dtype), {})
        return x
    native = unwrap(x)
    if not is_native(native):
        raise IvyTypeError(f"inplace_update: expected an array, got {describe(x)}")
    space = space_of(native)
    new = space.asarray(unwrap(val))
    if new.dtype != native.dtype and (keep_input_dtype or not isinstance(x, Wrapper)):
        new = space.astype(new, native.dtype)
    writable = supports_inplace_updates(native)
    if ensure_in_backend and not writable:
        raise InplaceUpdateException(_cannot_change("inplace_update", native))
    alike = new.dtype == native.dtype and tuple(new.shape) == tuple(native.shape)
    if isinstance(x, Wrapper) and not (writable and alike):
        if config.setting("inplace_mode") == "strict" and not writable:
            raise InplaceUpdateException(_cannot_change("inplace_update", native))
        x._data = new
        return x
    return put(new, x)


def inplace_increment(x: A, val: Any) -> A:
    """Return `x` after `val` was added to it.

    >>> ivy.inplace_increment(ivy.array([1.0, 2.0]), 1)
    ivy.array([2., 3.])
    """
    return inplace_update(x, OPERATIONS["add"](x, val), keep_input_dtype=True)


def inplace_decrement(x: A, val: Any) -> A:
    """Return `x` after `val` was subtracted from it.

    >>> ivy.inplace_decrement(ivy.array([1.0, 2.0]), 1)
    ivy.array([0., 1.])
    """
    return inplace_update(x, OPERATIONS["subtract"](x, val), keep_input_dtype=True)


def inplace_arrays_supported() -> bool:
    """Return whether the memory of the current backend's arrays can be written into.

    >>> with ivy.use_backend("numpy"):
    ...     ivy.inplace_arrays_supported()
    True
    """
    return create(
        "inplace_arrays_supported",
    )


def inplace_variables_supported() -> bool:
    """Return whether the memory of the current backend's variables can be written into.

    >>> with ivy.use_backend("numpy"):
    ...     ivy.inplace_variables_supported()
    True
    """
    return create(
        "inplace_variables_supported",
    )


@nestable
def supports_inplace_updates(x: A, /) -> bool:
    """Return whether the memory of this array can be written into.

    >>> ivy.supports_inplace_updates(ivy.array([1])) == ivy.inplace_arrays_supported()
    True
    """
    native = unwrap(x)
    if not is_native(native):
        return False
    space = space_of(native)
    supported: bool = (
        space.inplace_variables_supported()
        if isinstance(native, space.VARIABLES)
        else space.inplace_arrays_supported()
    )
    return supported


@nestable
def assert_supports_inplace(x: A, /) -> bool:
    """Return True if the memory of this array can be written into, else raise.

    >>> with ivy.use_backend("numpy"):
    ...     ivy.assert_supports_inplace(ivy.array([1]))
    True
    """
    if not supports_inplace_updates(x):
        raise InplaceUpdateException(_cannot_change("assert_supports_inplace", x))
    return True


def _cannot_change(name: str, x: Any) -> str:
    return f"{name}: expected an array that can be written into, got {describe(x)}"


# ---- gathering and scattering -----------------------------------------------------------------


def gather(
    params: A, indices: B, /, axis: int = -1, batch_dims: int = 0, out: A | None = None
) -> A:
    """Return the slices of `params` along `axis` that `indices` names.

    The first `batch_dims` axes of both go together. Negative indices count from the end.

    >>> ivy.gather(ivy.array([[1, 2], [3, 4]]), ivy.array([1]), axis=0)
    ivy.array([[3, 4]])
    """
    if out is not None:
        return put(gather(params, indices, axis, batch_dims), out)
    try:
        return both[type(params)][type(indices)].gather(params, indices, axis, batch_dims)
    except Exception as error:
        return retry(error, "gather", params, indices, axis, batch_dims)


def gather_nd(params: A, indices: B, /, batch_dims: int = 0, out: A | None = None) -> A:
    """Return what is in `params` at the positions along the last axis of `indices`.

    >>> ivy.gather_nd(ivy.array([[1, 2], [3, 4]]), ivy.array([[0, 1], [1, 0]]))
    ivy.array([2, 3])
    """
    if out is not None:
        return put(gather_nd(params, indices, batch_dims), out)
    try:
        return both[type(params)][type(indices)].gather_nd(params, indices, batch_dims)
    except Exception as error:
        return retry(error, "gather_nd", params, indices, batch_dims)


def scatter_flat(
    indices: B, updates: A, /, size: int | None = None, reduction: str = "sum", out: A | None = None
) -> A:
    """Return a vector with the updates at the indices, and zeros elsewhere.

    Several updates of one place are combined by `reduction`: "sum", "min", "max", "replace". With
    `out` its elements are the start instead of zeros, and it gets the result.

    >>> ivy.scatter_flat(ivy.array([0, 3, 0]), ivy.array([1, 2, 5]), size=4)
    ivy.array([6, 0, 0, 2])
    """
    return _scatter("scatter_flat", indices, updates, size, reduction, out)


def scatter_nd(
    indices: B, updates: A, /, shape: ShapeLike = None, reduction: str = "sum", out: A | None = None
) -> A:
    """Return an array with the updates at the positions along the last axis of `indices`.

    As `scatter_flat`, in an array of `shape`.

    >>> ivy.scatter_nd(ivy.array([[0, 1], [1, 0]]), ivy.array([5, 7]), (2, 2))
    ivy.array([[0, 5],
               [7, 0]])
    """
    return _scatter("scatter_nd", indices, updates, shape, reduction, out)


def _scatter(name: str, indices: Any, updates: Any, extent: Any, reduction: str, out: Any) -> Any:
    nested = next((x for x in (indices, updates, out) if isinstance(x, Nested)), None)
    if nested is not None and config.setting("nestable_mode"):
        return nested._map_operation(name, (indices, updates, extent, reduction, out), {})
    space = space_of(indices, updates, out)
    xs = [unwrap(x) for x in (indices, updates)]
    xs = [x if is_native(x) else space.asarray(x) for x in xs]
    result = careful(space, name, *xs, unwrap(extent), reduction, unwrap(out))
    if out is not None:
        return put(result, out)
    return wrap_like(result, indices, updates)


def isin(
    x1: A | complex, x2: A | complex, /, assume_unique: bool = False, invert: bool = False
) -> A:
    """Return for each element of `x1` whether it is in `x2`, or not if `invert=True`.

    >>> ivy.isin(ivy.array([1, 2, 3]), ivy.array([3, 1]))
    ivy.array([ True, False,  True])
    """
    try:
        return pairs[type(x1)][type(x2)].isin(x1, x2, assume_unique, invert)
    except Exception as error:
        return retry(error, "isin", x1, x2, assume_unique, invert)


# ---- numbers ----------------------------------------------------------------------------------


def stable_divide(
    numerator: A | complex, denominator: A | complex, /, min_denominator: float | None = None
) -> A:
    """Return `numerator / (denominator + min_denominator)`, by default with `ivy.min_denominator`.

    >>> ivy.stable_divide(ivy.array([1.0]), ivy.array([1.0]), min_denominator=1.0)
    ivy.array([0.5])
    """
    try:
        return pairs[type(numerator)][type(denominator)].stable_divide(
            numerator, denominator, min_denominator
        )
    except Exception as error:
        return retry(error, "stable_divide", numerator, denominator, min_denominator)


def stable_pow(base: A | complex, exponent: A | complex, /, min_base: float | None = None) -> A:
    """Return `(base + min_base) ** exponent`, by default with `ivy.min_base`.

    >>> ivy.stable_pow(ivy.array([1.0]), 2, min_base=1.0)
    ivy.array([4.])
    """
    try:
        return pairs[type(base)][type(exponent)].stable_pow(base, exponent, min_base)
    except Exception as error:
        return retry(error, "stable_pow", base, exponent, min_base)


def clip_vector_norm(x: A, max_norm: float, /, p: float = 2.0, out: A | None = None) -> A:
    """Return the array, scaled so that the norm of all its elements is at most `max_norm`.

    >>> ivy.clip_vector_norm(ivy.array([3.0, 4.0]), 1.0)
    ivy.array([0.6, 0.8])
    """
    if out is not None:
        return put(clip_vector_norm(x, max_norm, p), out)
    try:
        return table[type(x)].clip_vector_norm(x, max_norm, p)
    except Exception as error:
        return retry(error, "clip_vector_norm", x, max_norm, p)


def clip_matrix_norm(x: A, max_norm: float, /, p: Any = 2.0, out: A | None = None) -> A:
    """Return the matrices, each scaled so that its norm is at most `max_norm`.

    >>> ivy.clip_matrix_norm(ivy.array([[2.0, 0.0], [0.0, 1.0]]), 1.0)
    ivy.array([[1. , 0. ],
               [0. , 0.5]])
    """
    if out is not None:
        return put(clip_matrix_norm(x, max_norm, p), out)
    try:
        return table[type(x)].clip_matrix_norm(x, max_norm, p)
    except Exception as error:
        return retry(error, "clip_matrix_norm", x, max_norm, p)


def fourier_encode(
    x: A,
    max_freq: float,
    /,
    num_bands: int = 4,
    linear: bool = False,
    concat: bool = True,
    flatten: bool = False,
) -> Any:
    """Return the array with a new last axis: each element, its sines, then its cosines.

    They are of `pi * f * x` for `num_bands` frequencies `f` from 1 to `max_freq / 2`, spaced
    geometrically, or evenly if `linear`. With `concat=False` sines and cosines are returned apart.
    `flatten` makes one axis of those of `x`.

    >>> ivy.fourier_encode(ivy.array([0.0, 0.0]), 4.0, num_bands=1)
    ivy.array([[0., 0., 1.],
               [0., 0., 1.]])
    """
    try:
        return table[type(x)].fourier_encode(x, max_freq, num_bands, linear, concat, flatten)
    except Exception as error:
        return retry(error, "fourier_encode", x, max_freq, num_bands, linear, concat, flatten)


def reduce(
    operand: A,
    init_value: Any,
    computation: Callable[[Any, Any], Any],
    /,
    axes: int | Sequence[int] = 0,
    keepdims: bool = False,
) -> A:
    """Return the elements along `axes` and `init_value` combined by a function of two arrays.

    `computation` must be associative, such as `ivy.add` or `ivy.maximum`: neighbours are combined
    first, all at once, then the results in the same way.

    >>> ivy.reduce(ivy.array([[1, 2, 3], [4, 5, 6]]), 0, ivy.add, axes=1)
    ivy.array([ 6, 15])
    """
    given: Any = operand
    if isinstance(given, Nested) and config.setting("nestable_mode"):
        args = (given, init_value, computation, axes, keepdims)
        return given._map_operation("reduce", args, {})
    space = space_of(given, init_value)
    back = unwrap if is_native(given) else wrap
    x = space.asarray(unwrap(given))
    shape = tuple(x.shape)
    reduced = normalized_axes("reduce", axes, len(shape))
    kept = [axis for axis in range(len(shape)) if axis not in reduced]
    sizes = [shape[axis] for axis in kept]
    x = space.permute_dims(x, (*reduced, *kept))
    x = space.reshape(x, (math.prod([shape[axis] for axis in reduced]), *sizes))
    result = back(space.broadcast_to(space.asarray(unwrap(init_value), dtype=x.dtype), sizes))
    if x.shape[0]:
        result = computation(result, _folded(back(x), computation))
    if keepdims:
        ones = [1 if axis in reduced else size for axis, size in enumerate(shape)]
        result = OPERATIONS["reshape"](result, ones)
    return result


def _folded(x: Any, computation: Callable[[Any, Any], Any]) -> Any:
    """Return the slices along the first axis combined pair by pair, in their order."""
    while x.shape[0] > 1:
        paired = 2 * (x.shape[0] // 2)
        combined = computation(x[0:paired:2], x[1:paired:2])
        x = OPERATIONS["concat"]([combined, x[paired:]], 0) if paired < x.shape[0] else combined
    return x[0]


# ---- einops -----------------------------------------------------------------------------------


def einops_rearrange(x: A, pattern: str, /, out: A | None = None, **axes_lengths: Any) -> A:
    """Return `einops.rearrange(x, pattern)`; needs the package einops.

    >>> ivy.einops_rearrange(ivy.array([[1, 2], [3, 4]]), "h w -> (h w)")
    ivy.array([1, 2, 3, 4])
    """
    return _einops("rearrange", x, (pattern,), out, axes_lengths)


def einops_reduce(
    x: A, pattern: str, reduction: Any, /, out: A | None = None, **axes_lengths: Any
) -> A:
    """Return `einops.reduce(x, pattern, reduction)`; needs the package einops.

    >>> ivy.einops_reduce(ivy.array([[1.0, 2.0], [3.0, 4.0]]), "h w -> h", "mean")
    ivy.array([1.5, 3.5])
    """
    return _einops("reduce", x, (pattern, reduction), out, axes_lengths)


def einops_repeat(x: A, pattern: str, /, out: A | None = None, **axes_lengths: Any) -> A:
    """Return `einops.repeat(x, pattern)`; needs the package einops.

    >>> ivy.einops_repeat(ivy.array([1, 2]), "w -> h w", h=2)
    ivy.array([[1, 2],
               [1, 2]])
    """
    return _einops("repeat", x, (pattern,), out, axes_lengths)


def _einops(
    function: str, x: Any, args: tuple[Any, ...], out: Any, axes_lengths: dict[str, Any]
) -> Any:
    import einops

    if isinstance(x, Nested) and config.setting("nestable_mode"):
        return x._map_operation(f"einops_{function}", (x, *args, out), axes_lengths)
    for axis, size in axes_lengths.items():
        if isinstance(size, (bool, float)):
            msg = f"expected the size of axis {axis!r} as an integer, got {size!r}"
            raise IvyTypeError(f"einops_{function}: {msg}")
        if isinstance(size, int) and size < 0:  # which torch takes for the old size
            msg = f"expected a size of at least 0 for axis {axis!r}, got {size}"
            raise IvyValueError(f"einops_{function}: {msg}")
    native = unwrap(x) if isinstance(x, Wrapper) or is_native(x) else current_space().asarray(x)
    space = space_of(native)
    if hasattr(space, "enable_einops"):
        space.enable_einops()
    try:
        result = getattr(einops, function)(native, *args, **axes_lengths)
    except einops.EinopsError as error:
        said = " ".join(map(str.strip, str(error).splitlines()))
        raise IvyValueError(f"einops_{function}: {said}; called with {describe(x)}") from error
    except Exception as error:
        raise reworded(error, f"einops_{function}", space.NAME, (x, *args)) from error
    result = wrap_like(result, x)
    return result if out is None else put(result, out)


# ---- between native and ivy -------------------------------------------------------------------


def to_ivy(x: Any, nested: bool = False, include_derived: Any = None) -> Any:
    """Return a native array as an `ivy.Array`; with `nested=True` those in lists and dicts too.

    >>> ivy.to_ivy({"a": ivy.array([1]).data}, nested=True)
    {'a': ivy.array([1])}
    """
    return _converted(x, is_native, dispatch.new_array, nested)


def to_native(
    x: Any,
    nested: bool = False,
    include_derived: Any = None,
    cont_inplace: bool = False,
    to_ignore: Any = None,
) -> Any:
    """Return the native array in an `ivy.Array`; with `nested=True` in lists and dicts too.

    Objects of the types `to_ignore` stay as they are.

    >>> ivy.is_native_array(ivy.to_native(ivy.array([1])))
    True
    """
    return _converted(x, lambda leaf: isinstance(leaf, Wrapper), unwrap, nested, to_ignore)


def args_to_ivy(
    *args: Any, include_derived: Any = None, **kwargs: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return positional and keyword arguments with every native array as an `ivy.Array`.

    >>> ivy.args_to_ivy(ivy.array([1]).data, axis=0)
    ((ivy.array([1]),), {'axis': 0})
    """
    return to_ivy(args, nested=True), to_ivy(kwargs, nested=True)


def args_to_native(
    *args: Any,
    include_derived: Any = None,
    cont_inplace: bool = False,
    to_ignore: Any = None,
    **kwargs: Any,
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return positional and keyword arguments with every `ivy.Array` as a native array.

    >>> args, kwargs = ivy.args_to_native(ivy.array([1]), axis=0)
    >>> ivy.is_native_array(args[0]), kwargs
    (True, {'axis': 0})
    """
    natives: tuple[Any, ...] = to_native(args, nested=True, to_ignore=to_ignore)
    return natives, to_native(kwargs, nested=True, to_ignore=to_ignore)


def _converted(
    x: Any,
    is_leaf: Callable[[Any], bool],
    convert: Callable[[Any], Any],
    nested: bool,
    ignored: Any = None,
) -> Any:
    def chosen(leaf: Any) -> bool:
        return is_leaf(leaf) and not (ignored and isinstance(leaf, ignored))

    if chosen(x):
        return convert(x)
    if not nested and not isinstance(x, Nested):
        return x
    leaves = nest.leaves_with_paths(x, chosen)
    return nest.replaced(x, {path: convert(leaf) for path, leaf in leaves})


# ---- functions --------------------------------------------------------------------------------


def default(
    x: Any,
    /,
    default_val: Any,
    catch_exceptions: bool = False,
    rev: bool = False,
    with_callable: bool = False,
) -> Any:
    """Return `x`, or `default_val` when `x` is None.

    With `with_callable` both may be functions that give the value; with `catch_exceptions` the
    default is also taken when calling `x` raises; with `rev` the two change roles.

    >>> ivy.default(None, 3)
    3
    """
    if rev:
        x, default_val = default_val, x

    def value(given: Any) -> Any:
        return given() if (with_callable or catch_exceptions) and callable(given) else given

    try:
        found = value(x)
    except Exception:
        if not catch_exceptions:
            raise
        found = None
    return value(default_val) if found is None else found


def try_else_none(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return `fn` if it can be called with these arguments, None if that raises.

    >>> ivy.try_else_none(ivy.add, ivy.array([1]), ivy.array([2])).__name__
    'add'
    """
    try:
        fn(*args, **kwargs)
    except Exception:
        return None
    return fn


def arg_names(receiver: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters of a function, or of a class's constructor.

    >>> ivy.arg_names(ivy.gather)
    ['params', 'indices', 'axis', 'batch_dims', 'out']
    """
    check_callable("arg_names", receiver)
    return list(inspect.signature(receiver).parameters)


def arg_info(
    fn: Callable[..., Any], name: str | None = None, idx: int | None = None
) -> dict[str, Any]:
    """Return the position and the `inspect.Parameter` of a parameter, found by one or the other.

    >>> ivy.arg_info(ivy.gather, name="axis")["idx"]
    2
    """
    check_callable("arg_info", fn)
    if (name is None) == (idx is None):
        raise IvyValueError(f"arg_info: expected either name or idx, got {name!r} and {idx!r}")
    for position, parameter in enumerate(inspect.signature(fn).parameters.values()):
        if parameter.name == name or position == idx:
            return {"idx": position, "param": parameter}
    known = arg_names(fn)
    raise IvyValueError(
        f"arg_info: expected a parameter of {known}, got {name if idx is None else idx!r}"
    )


def match_kwargs(
    kwargs: dict[str, Any], *receivers: Callable[..., Any], allow_duplicates: bool = False
) -> Any:
    """Return the arguments that each function or class takes: one dict, or a list of several.

    Each argument goes to the first one that takes it, to all with `allow_duplicates`.

    >>> ivy.match_kwargs({"axis": 0, "num": 3}, ivy.gather, ivy.linspace)
    [{'axis': 0}, {'num': 3}]
    """
    left = dict(kwargs)
    matched = []
    for receiver in receivers:
        names = arg_names(receiver)
        mine = {name: value for name, value in left.items() if name in names}
        if not allow_duplicates:
            left = {name: value for name, value in left.items() if name not in mine}
        matched.append(mine)
    return matched[0] if len(matched) == 1 else matched


def cache_fn(func: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with a memory: called again with the same arguments it does not run.

    Arguments that cannot be hashed, such as arrays, are the same if they are one object.

    >>> ivy.cache_fn(ivy.sum)(ivy.array([1.0, 2.0]))
    ivy.array(3.)
    """
    check_callable("cache_fn", func)
    try:
        memory = FN_CACHE.setdefault(func, {})
    except TypeError:  # a ufunc, say, which nothing can refer to weakly
        memory = {}

    @functools.wraps(func)
    def remembering(*args: Any, **kwargs: Any) -> Any:
        key = tuple(map(_identity, (*args, *kwargs.items())))
        if key not in memory:
            # The arguments are kept: an id is unique only as long as its object lives.
            memory[key] = func(*args, **kwargs), args, kwargs
        return memory[key][0]

    return remembering


def _identity(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return tuple(map(_identity, argument))
    try:
        hash(argument)
    except TypeError:
        return "id", id(argument)
    return type(argument), argument


def container_types() -> list[type]:
    """Return the mappings of the framework's libraries that count as nests.

    >>> isinstance(ivy.container_types(), list)
    True
    """
    return create(
        "container_types",
    )


def multiprocessing(context: str | None = None) -> Any:
    """Return the module for processes that can pass the current backend's arrays on.

    `context` is how they start: "fork", "spawn" or "forkserver".

    >>> ivy.multiprocessing("spawn").get_start_method()
    'spawn'
    """
    return create("multiprocessing", context)


def function_supported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: bool = True
) -> dict[str, tuple[Dtype, ...]]:
    """Return for each kind of device the dtypes a function accepts on the current backend.

    >>> "float32" in ivy.function_supported_devices_and_dtypes(ivy.sin)["cpu"]
    True
    """
    return dict.fromkeys(function_supported_devices(fn), function_supported_dtypes(fn))


def function_unsupported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: bool = True
) -> dict[str, tuple[Dtype, ...]]:
    """Return for each kind of device the dtypes a function does not accept on this backend.

    >>> "float32" in ivy.function_unsupported_devices_and_dtypes(ivy.sin)["cpu"]
    False
    """
    supported = function_supported_devices(fn)
    return {
        kind: function_unsupported_dtypes(fn) if kind in supported else ALL_DTYPES
        for kind in ("cpu", "gpu", "tpu")
    }


# ---- what is in memory ------------------------------------------------------------------------


def get_all_arrays_in_memory() -> list[Any]:
    """Return all living arrays, of ivy and of every loaded framework.

    >>> x = ivy.array([1, 2])
    >>> any(found is x for found in ivy.get_all_arrays_in_memory())
    True
    """
    gc.collect()
    kinds = (Wrapper, *(kind for space in backends.loaded() for kind in space.NATIVE))
    holders = gc.get_objects()
    found: dict[int, Any] = {}
    for start in builtins.range(0, len(holders), 4096):
        some = holders[start : start + 4096]
        # NumPy's arrays are unknown to the garbage collector: look at what refers to them.
        some += gc.get_referents(*some)
        # Millions of objects are of some thousand types.
        if classes := {cls for cls in {*builtins.map(type, some)} if issubclass(cls, kinds)}:
            found.update((id(x), x) for x in some if type(x) in classes)
    return list(found.values())


def num_arrays_in_memory() -> int:
    """Return how many arrays live.

    >>> x = ivy.array([1, 2])
    >>> ivy.num_arrays_in_memory() > 0
    True
    """
    return len(get_all_arrays_in_memory())


def print_all_arrays_in_memory() -> None:
    """Print type and shape of all living arrays.

    >>> x = ivy.array([1, 2])
    >>> ivy.print_all_arrays_in_memory()  # doctest: +ELLIPSIS
    <class...
    """
    for x in get_all_arrays_in_memory():
        print(type(x), str(x.shape))


def get_referrers_recursive(
    item: Any,
    depth: int = 0,
    max_depth: int | None = None,
    seen_set: set[int] | None = None,
    local_set: set[int] | None = None,
) -> dict[str, Any]:
    """Return what refers to an object, what refers to that, and so on: a dict of dicts by `id`.

    Each object has its referrers once; modules and their namespaces, which all of them refers to,
    have none. `seen_set` are ids to leave out, `local_set` those found so far.

    >>> x = [1, 2]
    >>> ivy.get_referrers_recursive(x, max_depth=0)
    {'repr': '[1, 2]'}
    """
    seen = set() if seen_set is None else seen_set
    found = set() if local_set is None else local_set
    tree: dict[str, Any] = {"repr": describe(item)}
    is_global = inspect.ismodule(item) or (isinstance(item, dict) and "__spec__" in item)
    if depth == max_depth or id(item) in seen or (depth and is_global):
        return tree
    referrers = [r for r in gc.get_referrers(item) if not inspect.isframe(r) and id(r) not in seen]
    seen |= {id(item), id(referrers)}
    for referrer in referrers:
        found.add(id(referrer))
        tree[str(id(referrer))] = get_referrers_recursive(
            referrer, depth + 1, max_depth, seen, found
        )
    return tree
