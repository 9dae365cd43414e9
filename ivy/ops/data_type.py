"""Data types: casting, asking, promotion, defaults."""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from ivy import config, types
from ivy.backends import native_dtypes as dtypes
from ivy.dispatch import (
    current_name,
    current_space,
    nestable,
    only,
    put,
    retry,
    space_of,
    table,
    unwrap,
    wrap_like,
)
from ivy.errors import IvyValueError
from ivy.types import ALL_DTYPES, A, B, DeviceLike, Dtype, DtypeLike, Finfo, Iinfo, ShapeLike

__all__ = [
    "DefaultComplexDtype",
    "DefaultDtype",
    "DefaultFloatDtype",
    "DefaultIntDtype",
    "DefaultUintDtype",
    "all_complex_dtypes",
    "all_dtypes",
    "all_float_dtypes",
    "all_int_dtypes",
    "all_numeric_dtypes",
    "all_uint_dtypes",
    "array_api_promotion_table",
    "as_ivy_dtype",
    "as_native_dtype",
    "astype",
    "bitcast",
    "broadcast_arrays",
    "broadcast_to",
    "can_cast",
    "check_float",
    "closest_valid_dtype",
    "common_extra_promotion_table",
    "default_complex_dtype",
    "default_dtype",
    "default_float_dtype",
    "default_int_dtype",
    "default_uint_dtype",
    "dtype",
    "dtype_bits",
    "extra_promotion_table",
    "finfo",
    "function_supported_dtypes",
    "function_unsupported_dtypes",
    "iinfo",
    "infer_default_dtype",
    "invalid_complex_dtypes",
    "invalid_dtype",
    "invalid_dtypes",
    "invalid_float_dtypes",
    "invalid_int_dtypes",
    "invalid_numeric_dtypes",
    "invalid_uint_dtypes",
    "is_bool_dtype",
    "is_complex_dtype",
    "is_float_dtype",
    "is_hashable_dtype",
    "is_int_dtype",
    "is_native_dtype",
    "is_uint_dtype",
    "isdtype",
    "precise_extra_promotion_table",
    "precise_promotion_table",
    "promote_types",
    "promote_types_of_inputs",
    "promotion_table",
    "result_type",
    "set_default_complex_dtype",
    "set_default_dtype",
    "set_default_float_dtype",
    "set_default_int_dtype",
    "set_default_uint_dtype",
    "type_promote_arrays",
    "unset_default_complex_dtype",
    "unset_default_dtype",
    "unset_default_float_dtype",
    "unset_default_int_dtype",
    "unset_default_uint_dtype",
    "valid_complex_dtypes",
    "valid_dtype",
    "valid_dtypes",
    "valid_float_dtypes",
    "valid_int_dtypes",
    "valid_numeric_dtypes",
    "valid_uint_dtypes",
]

# ---- arrays -----------------------------------------------------------------------------------


def astype(
    x: A,
    dtype: DtypeLike,
    /,
    copy: builtins.bool = True,
    device: DeviceLike = None,
    out: A | None = None,
) -> A:
    """Return the values in another dtype.

    Complex numbers become no real ones: take `ivy.real(x)`, or `ivy.abs(x)`.

    >>> ivy.astype(ivy.array([1.7, -1.7]), "int32")
    ivy.array([ 1, -1])
    """
    if out is not None:
        return put(astype(x, dtype, copy, device), out)
    try:
        return table[type(x)].astype(x, dtype, copy, device)
    except Exception as error:
        return retry(error, "astype", x, dtype, copy, device)


def bitcast(x: A, dtype: DtypeLike, /, out: A | None = None) -> A:
    """Return the bits of each element read as another dtype of the same width.

    >>> ivy.bitcast(ivy.array([1.0, -2.0]), "int32")
    ivy.array([ 1065353216, -1073741824])
    """
    if out is not None:
        return put(bitcast(x, dtype), out)
    try:
        return table[type(x)].bitcast(x, dtype)
    except Exception as error:
        return retry(error, "bitcast", x, dtype)


def broadcast_to(x: A, /, shape: ShapeLike, out: A | None = None) -> A:
    """Return the array repeated along axes of size 1, and along new first axes, to a shape.

    >>> ivy.broadcast_to(ivy.array([1, 2]), (2, 2))
    ivy.array([[1, 2],
               [1, 2]])
    """
    if out is not None:
        return put(broadcast_to(x, shape), out)
    try:
        return table[type(x)].broadcast_to(x, shape)
    except Exception as error:
        return retry(error, "broadcast_to", x, shape)


def broadcast_arrays(*arrays: B) -> tuple[B, ...]:
    """Return the arrays broadcast to their common shape, each in its own dtype.

    >>> x, y = ivy.broadcast_arrays(ivy.array([1, 2]), ivy.array([[3.0]]))
    >>> y
    ivy.array([[3., 3.]])
    """
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].broadcast_arrays(*arrays)
    except Exception as error:
        return retry(error, "broadcast_arrays", *arrays)


def type_promote_arrays(x1: A, x2: A, /) -> tuple[A, A]:
    """Return both arrays in the dtype they promote to.

    >>> x, y = ivy.type_promote_arrays(ivy.array([1]), ivy.array([2.5]))
    >>> x.dtype, y.dtype
    (float32, float32)
    """
    return promote_types_of_inputs(x1, x2)


@nestable
def promote_types_of_inputs(
    x1: Any, x2: Any, /, array_api_promotion: builtins.bool = False
) -> tuple[Any, Any]:
    """Return two arrays or numbers as arrays of the dtype they promote to; numbers are weak.

    >>> ivy.promote_types_of_inputs(ivy.array([1.0]), 2)
    (ivy.array([1.]), ivy.array(2.))
    """
    space = space_of(x1, x2)
    first, second = unwrap(x1), unwrap(x2)
    return wrap_like(space.promote_types_of_inputs(first, second, array_api_promotion), x1, x2)


# ---- asking -----------------------------------------------------------------------------------


@nestable
def dtype(x: Any, as_native: builtins.bool = False) -> Any:
    """Return the dtype of an array or a number, ivy's or the framework's own.

    >>> ivy.dtype(ivy.array([1.0]))
    float32
    """
    ours = dtypes.dtype_of_item(x)
    return space_of(x).as_native_dtype(ours) if as_native else ours


def as_ivy_dtype(dtype_in: DtypeLike, /) -> Dtype:
    """Return the `ivy.Dtype` of a name, a Python type or any framework's dtype.

    >>> import numpy as np
    >>> ivy.as_ivy_dtype(np.float32)
    float32
    """
    return dtypes.named_dtype(dtype_in)


def as_native_dtype(dtype_in: DtypeLike, /) -> Any:
    """Return the current backend's dtype for a dtype of any spelling.

    >>> ivy.as_native_dtype("float32") == ivy.array([1.0]).data.dtype
    True
    """
    return current_space().as_native_dtype(dtype_in)


def is_native_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether `dtype_in` is a dtype of the current backend itself.

    >>> ivy.is_native_dtype("float32"), ivy.is_native_dtype(ivy.as_native_dtype("float32"))
    (False, True)
    """
    if isinstance(dtype_in, str | Dtype) or not is_hashable_dtype(dtype_in):
        return False
    space = current_space()
    scalar_type = isinstance(dtype_in, type) and issubclass(dtype_in, np.generic)
    return dtype_in in space.DTYPES or (scalar_type and np.dtype(dtype_in) in space.DTYPES)


def is_hashable_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether `dtype_in` can be a key of a dict.

    >>> ivy.is_hashable_dtype(ivy.float32)
    True
    """
    try:
        hash(dtype_in)
    except TypeError:
        return False
    return True


@nestable
def dtype_bits(dtype_in: Any, /) -> int:
    """Return the number of bits of a dtype, or of an array's; 1 for bool.

    >>> ivy.dtype_bits("float16")
    16
    """
    return dtypes.dtype_of_item(dtype_in).dtype_bits


def finfo(type: Any, /) -> Finfo:
    """Return the limits of a floating dtype, or of an array's, as Python numbers.

    >>> ivy.finfo("float32").eps
    1.1920928955078125e-07
    """
    return types.finfo(dtypes.dtype_of(type))


def iinfo(type: Any, /) -> Iinfo:
    """Return the limits of an integer dtype, or of an array's, as Python numbers.

    >>> ivy.iinfo("int8").max
    127
    """
    return types.iinfo(dtypes.dtype_of(type))


@nestable
def isdtype(dtype: DtypeLike, kind: Any) -> builtins.bool:
    """Return whether a dtype is of a kind, equal to a dtype, or either of one in a tuple.

    Kinds: "bool", "signed integer", "unsigned integer", "integral", "real floating",
    "complex floating", "numeric".

    >>> ivy.isdtype(ivy.int8, "integral"), ivy.isdtype(ivy.int8, (ivy.int16, "bool"))
    (True, False)
    """
    return dtypes.is_of_kind(dtypes.named_dtype(dtype), kind)


@nestable
def is_bool_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether a dtype, an array, a number or a list is boolean.

    >>> ivy.is_bool_dtype(ivy.array([True]))
    True
    """
    return dtypes.dtype_of_item(dtype_in).is_bool_dtype


@nestable
def is_int_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether a dtype, an array, a number or a list is integral, signed or not.

    >>> ivy.is_int_dtype("uint8"), ivy.is_int_dtype(2.0)
    (True, False)
    """
    return dtypes.dtype_of_item(dtype_in).is_int_dtype


@nestable
def is_uint_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether a dtype, an array, a number or a list is an unsigned integer.

    >>> ivy.is_uint_dtype("uint8"), ivy.is_uint_dtype("int8")
    (True, False)
    """
    return dtypes.dtype_of_item(dtype_in).is_uint_dtype


@nestable
def is_float_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether a dtype, an array, a number or a list is floating.

    >>> ivy.is_float_dtype([1, 2.5])
    True
    """
    return dtypes.dtype_of_item(dtype_in).is_float_dtype


@nestable
def is_complex_dtype(dtype_in: Any, /) -> builtins.bool:
    """Return whether a dtype, an array, a number or a list is complex.

    >>> ivy.is_complex_dtype(1j)
    True
    """
    return dtypes.dtype_of_item(dtype_in).is_complex_dtype


def check_float(x: Any) -> builtins.bool:
    """Return whether `x` is a float or something of a floating dtype.

    >>> ivy.check_float(1.5), ivy.check_float(1)
    (True, False)
    """
    return isinstance(x, float) or is_float_dtype(x)


def valid_dtype(dtype_in: DtypeLike, /) -> builtins.bool:
    """Return whether the current backend can hold a dtype; `None` stands for any.

    >>> ivy.valid_dtype("bfloat16")
    True
    """
    return bool(current_space().valid_dtype(dtype_in))


def invalid_dtype(dtype_in: DtypeLike, /) -> builtins.bool:
    """Return whether the current backend cannot hold a dtype.

    >>> ivy.invalid_dtype("float32")
    False
    """
    return not valid_dtype(dtype_in)


def closest_valid_dtype(type: DtypeLike = None, /, as_native: builtins.bool = False) -> Any:
    """Return the dtype itself, or the one of half the width where the backend cannot hold it.

    >>> ivy.closest_valid_dtype("float16")
    float16
    """
    return current_space().closest_valid_dtype(type, as_native)


# ---- promotion --------------------------------------------------------------------------------

promotion_table = types.PROMOTION
precise_promotion_table = types.PRECISE_PROMOTION
array_api_promotion_table = types.ARRAY_API_PROMOTION
extra_promotion_table = common_extra_promotion_table = {
    pair: out for pair, out in types.PROMOTION.items() if pair not in types.ARRAY_API_PROMOTION
}
precise_extra_promotion_table = {
    pair: types.PRECISE_PROMOTION[pair] for pair in common_extra_promotion_table
}


@nestable
def can_cast(from_: Any, to: DtypeLike, /) -> builtins.bool:
    """Return whether promotion can turn a dtype, or an array's, into another.

    >>> ivy.can_cast("int8", "int16"), ivy.can_cast("float64", "float32")
    (True, False)
    """
    return dtypes.dtype_of(from_).can_cast(dtypes.named_dtype(to))


@nestable
def result_type(*arrays_and_dtypes: Any) -> Dtype:
    """Return the dtype that arrays, dtypes and Python numbers promote to; numbers are weak.

    >>> ivy.result_type(ivy.array([1], dtype="int8"), "int16", 3)
    int16
    """
    return dtypes.result_dtype(*arrays_and_dtypes)


def promote_types(
    type1: DtypeLike, type2: DtypeLike, /, array_api_promotion: builtins.bool = False
) -> Dtype:
    """Return the dtype that two dtypes promote to.

    With `array_api_promotion` only the pairs the Array API standard defines promote.

    >>> ivy.promote_types("uint8", "int8"), ivy.promote_types("int64", "float32")
    (int16, float32)
    """
    return dtypes.promoted_dtype(type1, type2, array_api_promotion)


# ---- defaults ---------------------------------------------------------------------------------

set_default_dtype = config.DEFAULT_DTYPE.set
set_default_float_dtype = config.DEFAULT_FLOAT.set
set_default_int_dtype = config.DEFAULT_INT.set
set_default_uint_dtype = config.DEFAULT_UINT.set
set_default_complex_dtype = config.DEFAULT_COMPLEX.set
unset_default_dtype = config.DEFAULT_DTYPE.unset
unset_default_float_dtype = config.DEFAULT_FLOAT.unset
unset_default_int_dtype = config.DEFAULT_INT.unset
unset_default_uint_dtype = config.DEFAULT_UINT.unset
unset_default_complex_dtype = config.DEFAULT_COMPLEX.unset
DefaultDtype = config.DEFAULT_DTYPE.override
DefaultFloatDtype = config.DEFAULT_FLOAT.override
DefaultIntDtype = config.DEFAULT_INT.override
DefaultUintDtype = config.DEFAULT_UINT.override
DefaultComplexDtype = config.DEFAULT_COMPLEX.override


def default_dtype(
    dtype: DtypeLike = None, item: Any = None, as_native: builtins.bool = False
) -> Any:
    """Return `dtype` if given, else the dtype of `item`, else the default one.

    >>> ivy.default_dtype(), ivy.default_dtype(item=3)
    (float32, int32)
    """
    return current_space().default_dtype(dtype, item, as_native)


def default_float_dtype(
    input: Any = None, float_dtype: DtypeLike = None, as_native: builtins.bool = False
) -> Any:
    """Return `float_dtype` if given, else the dtype of `input` if floating, else the default one.

    >>> ivy.default_float_dtype()
    float32
    """
    return current_space().default_float_dtype(input, float_dtype, as_native)


def default_int_dtype(
    input: Any = None, int_dtype: DtypeLike = None, as_native: builtins.bool = False
) -> Any:
    """Return `int_dtype` if given, else the dtype of `input` if integral, else the default one.

    Integers that do not fit in the default give `int64`.

    >>> ivy.default_int_dtype(), ivy.default_int_dtype(input=2**40)
    (int32, int64)
    """
    return current_space().default_int_dtype(input, int_dtype, as_native)


def default_uint_dtype(
    input: Any = None, uint_dtype: DtypeLike = None, as_native: builtins.bool = False
) -> Any:
    """Return `uint_dtype` if given, else the dtype of `input` if unsigned, else the default one.

    >>> ivy.default_uint_dtype()
    uint32
    """
    return current_space().default_uint_dtype(input, uint_dtype, as_native)


def default_complex_dtype(
    input: Any = None, complex_dtype: DtypeLike = None, as_native: builtins.bool = False
) -> Any:
    """Return `complex_dtype` if given, else the dtype of `input` if complex, else the default one.

    >>> ivy.default_complex_dtype()
    complex64
    """
    return current_space().default_complex_dtype(input, complex_dtype, as_native)


def infer_default_dtype(dtype: DtypeLike, as_native: builtins.bool = False) -> Any:
    """Return the default dtype of the kind of a dtype.

    >>> ivy.infer_default_dtype("float64")
    float32
    """
    return current_space().infer_default_dtype(dtype, as_native)


# ---- groups of dtypes -------------------------------------------------------------------------


def _of(*kinds: str) -> tuple[Dtype, ...]:
    return tuple(dtype for dtype in ALL_DTYPES if dtype.kind in kinds)


all_dtypes = ALL_DTYPES
all_numeric_dtypes = _of("int", "uint", "float", "complex")
all_int_dtypes = _of("int", "uint")
all_uint_dtypes = _of("uint")
all_float_dtypes = _of("float")
all_complex_dtypes = _of("complex")


class _Held(Sequence[Dtype]):
    """Those of some dtypes that the current backend can hold, or cannot; looked up when read."""

    def __init__(self, among: tuple[Dtype, ...], holds: builtins.bool) -> None:
        self._among, self._holds = among, holds

    def _now(self) -> tuple[Dtype, ...]:
        return tuple(dtype for dtype in self._among if valid_dtype(dtype) is self._holds)

    def __len__(self) -> int:
        return len(self._now())

    def __getitem__(self, index: Any) -> Any:
        return self._now()[index]

    def __iter__(self) -> Iterator[Dtype]:
        return iter(self._now())

    def __eq__(self, other: object) -> builtins.bool:
        return isinstance(other, Sequence) and self._now() == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._now())


valid_dtypes, invalid_dtypes = _Held(all_dtypes, True), _Held(all_dtypes, False)
valid_numeric_dtypes = _Held(all_numeric_dtypes, True)
invalid_numeric_dtypes = _Held(all_numeric_dtypes, False)
valid_int_dtypes, invalid_int_dtypes = _Held(all_int_dtypes, True), _Held(all_int_dtypes, False)
valid_uint_dtypes = _Held(all_uint_dtypes, True)
invalid_uint_dtypes = _Held(all_uint_dtypes, False)
valid_float_dtypes = _Held(all_float_dtypes, True)
invalid_float_dtypes = _Held(all_float_dtypes, False)
valid_complex_dtypes = _Held(all_complex_dtypes, True)
invalid_complex_dtypes = _Held(all_complex_dtypes, False)


# ---- what a function can do -------------------------------------------------------------------


def function_supported_dtypes(
    fn: Callable[..., Any], recurse: builtins.bool = True
) -> tuple[Dtype, ...]:
    """Return the dtypes of arrays that a function accepts on the current backend.

    It is found by calling the function on small arrays of ones, so it is true of functions of
    your own too. A function that no such call fits raises.

    >>> "float32" in ivy.function_supported_dtypes(ivy.bitwise_and)
    False
    """
    return _supported(fn, current_name())


def function_unsupported_dtypes(
    fn: Callable[..., Any], recurse: builtins.bool = True
) -> tuple[Dtype, ...]:
    """Return the dtypes of arrays that a function does not accept on the current backend.

    >>> "float32" in ivy.function_unsupported_dtypes(ivy.bitwise_and)
    True
    """
    supported = function_supported_dtypes(fn, recurse)
    return tuple(dtype for dtype in ALL_DTYPES if dtype not in supported)


@cache
def _supported(fn: Callable[..., Any], backend: str) -> tuple[Dtype, ...]:
    supported = tuple(dtype for dtype in valid_dtypes if _accepts(fn, dtype))
    if not supported:
        name = getattr(fn, "__name__", repr(fn))
        msg = "function_supported_dtypes: expected a function that small arrays can be tried on"
        raise IvyValueError(f"{msg}, got {name}")
    return supported


_TRIED_SHAPES = ((2, 2), (2,), (2, 2, 2), (1, 4, 4, 2), ())


def _accepts(fn: Callable[..., Any], dtype: Dtype) -> builtins.bool:
    for shape in _TRIED_SHAPES:
        args, kwargs = _trial_arguments(fn, shape, dtype)
        try:
            fn(*args, **kwargs)
        except Exception:  # whatever it is, such a call is not possible
            continue
        return True
    return False


def _trial_arguments(
    fn: Callable[..., Any], shape: tuple[int, ...], dtype: Dtype
) -> tuple[list[Any], dict[str, Any]]:
    """Return arguments for a call that uses `dtype`: arrays of ones, and 1 for other numbers."""
    ones = wrap_like(current_space().ones(shape, dtype))
    parameters = list(inspect.signature(fn).parameters.values())
    required = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    plain = {"int": 1, "float": 1.0, "Number": 1, "bool": True, "ShapeLike": shape}

    def argument(parameter: inspect.Parameter) -> Any:
        annotation = str(parameter.annotation)
        if annotation.startswith("Sequence["):
            return [ones, ones]
        return dtype if annotation == "DtypeLike" else plain.get(annotation, ones)

    args = [argument(p) for p in required]
    makes_arrays = "dtype" in {p.name for p in parameters} and not any(a is ones for a in args)
    return args, {"dtype": dtype} if makes_arrays else {}
