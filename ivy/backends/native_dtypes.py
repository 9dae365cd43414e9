"""From any way to name a dtype to a framework's own, and the dtype of what has none."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ivy import config
from ivy.backends.promotion import check_holds
from ivy.backends.promotion import weak_promotion as weak_promotion
from ivy.errors import IvyNotImplementedException, IvyTypeError, IvyValueError, describe
from ivy.types import (
    ARRAY_API_PROMOTION,
    FINFO,
    IINFO,
    PRECISE_PROMOTION,
    PROMOTION,
    Dtype,
    promote_dtypes,
)

REAL_NUMBERS = (bool, int, float)
NUMBERS = (*REAL_NUMBERS, complex)


class DtypesOf(dict[Any, Dtype]):
    """A framework's dtype -> ivy's; for those of text, objects, 8-bit floats, ... an error."""

    def __missing__(self, native: Any) -> Dtype:
        known = ", ".join(map(str, self.values()))
        raise IvyTypeError(f"dtype: expected one of {known}, got {native}")


def dtype_converter(natives: dict[Dtype, Any], backend: str) -> Callable[[Any], Any]:
    """Return `as_native_dtype` for a backend, from ivy's dtypes to its own; `None` stays `None`."""
    # Two tables: torch.compile finds no str among keys that only hash and compare like one.
    named: dict[Any, Any] = {dtype.name: native for dtype, native in natives.items()}
    named |= {None: None} | {native: native for native in natives.values()}

    def as_native_dtype(dtype: Any) -> Any:
        if isinstance(dtype, int):
            dtype = str(dtype)  # no dtype; but TensorFlow's equal the numbers of its enumeration
        try:
            return (natives if isinstance(dtype, Dtype) else named)[dtype]
        except (KeyError, TypeError):
            ours = named_dtype(dtype)
            if ours not in natives:
                msg = f"dtype ({backend}): expected a dtype it can hold, got {ours}"
                raise IvyNotImplementedException(
                    f"{msg}; the framework has no such dtype"
                ) from None
            return natives[ours]

    return as_native_dtype


def named_dtype(name: Any) -> Dtype:
    """Return the dtype of any spelling; a Python type means the default dtype of its kind."""
    from ivy.backends import as_ivy_dtype

    if isinstance(name, type) and name in NUMBERS:
        return config.default_of(name.__name__)
    return as_ivy_dtype(str(name) if isinstance(name, int) else name)


def dtype_of(x: Any) -> Dtype:
    """Return the dtype of an array or a Python number, or the dtype that `x` itself names."""
    if type(x) in NUMBERS:
        return Dtype(number_dtype(x))
    is_array = hasattr(x, "dtype") and not isinstance(x, type)
    return named_dtype(x.dtype if is_array else x)


def check_same_width(given: Dtype, wanted: Dtype) -> None:
    """Raise for two dtypes whose elements do not have the same number of bits."""
    if given.bits != wanted.bits or "bool" in (given.kind, wanted.kind):
        msg = f"bitcast: expected a dtype of the width of {given}, got {wanted}"
        raise IvyTypeError(f"{msg}; use astype to convert values")


_KIND_NAMES = {
    "bool": ("bool",),
    "signed integer": ("int",),
    "unsigned integer": ("uint",),
    "integral": ("int", "uint"),
    "real floating": ("float",),
    "complex floating": ("complex",),
    "numeric": ("int", "uint", "float", "complex"),
}


def is_of_kind(dtype: Dtype, kind: Any) -> bool:
    """Return whether a dtype is of a kind of the Array API, of one of several, or equal to one."""
    if isinstance(kind, tuple):
        return any(is_of_kind(dtype, one) for one in kind)
    if isinstance(kind, str) and kind in _KIND_NAMES:
        return dtype.kind in _KIND_NAMES[kind]
    return dtype is named_dtype(kind)


def default_dtype() -> str:
    """Return the name of the dtype of an array that nothing else gives one."""
    name: str = config.setting("default_dtype") or config.setting("default_float_dtype")
    return name


# ---- promotion --------------------------------------------------------------------------------


def promoted_dtype(first: Any, second: Any, standard_only: bool = False) -> Dtype:
    """Return what two dtypes promote to, by the rules in force or by those of the Array API."""
    rules = PRECISE_PROMOTION if config.setting("precise_mode") else PROMOTION
    rules = ARRAY_API_PROMOTION if standard_only else rules
    return promote_dtypes(dtype_of(first), dtype_of(second), table=rules)


def result_dtype(*arrays_and_dtypes: Any, standard_only: bool = False) -> Dtype:
    """Return what arrays, dtypes and Python numbers promote to; numbers are weak."""
    numbers = [x for x in arrays_and_dtypes if type(x) in NUMBERS]
    others = [dtype_of(x) for x in arrays_and_dtypes if type(x) not in NUMBERS]
    if not others:
        if not numbers:
            raise IvyValueError("result_type: expected an array or a dtype, got nothing")
        return Dtype(number_dtype(*numbers))
    dtype = others[0]
    for other in others[1:]:
        dtype = promoted_dtype(dtype, other, standard_only)
    for number in numbers:
        dtype = weak_promotion(dtype, type(number))
    return dtype


# ---- numbers ----------------------------------------------------------------------------------


def number_dtype(*numbers: Any) -> str:
    """Return the name of the dtype of Python numbers: the default one of the highest kind.

    Integers that do not fit get a 64-bit dtype. Arrays among the numbers keep theirs.
    """
    types = [type(number) for number in numbers]
    for cls in types:
        if cls not in NUMBERS:
            return result_dtype(*numbers).name
    if complex in types or float in types:
        name = "default_complex_dtype" if complex in types else "default_float_dtype"
        return str(config.setting(name))
    return integer_dtype(min(numbers), max(numbers)) if int in types else "bool"


def integer_dtype(low: Any, high: Any) -> str:
    """Return the name of the default integer dtype, or of the 64-bit one that holds both ends."""
    default: str = config.setting("default_int_dtype")
    limits = IINFO[Dtype(default)]
    if limits.min <= low and high <= limits.max:
        return default
    return "int64" if high < 2**63 else "uint64"


_PYTHON_KINDS = {"bool": bool, "int": int, "uint": int, "float": float, "complex": complex}


def as_number(value: Any, dtype: Dtype) -> Any:
    """Return a number as the Python type that belongs to a dtype, as all frameworks would cast it.

    A complex number for a real dtype raises, and so does an integer that does not fit.
    """
    if isinstance(value, complex) and dtype.kind not in ("bool", "complex"):
        raise IvyTypeError(f"dtype: expected a complex one for {value!r}, got {dtype}")
    try:
        number = _PYTHON_KINDS[dtype.kind](value)
    except OverflowError:
        msg = f"dtype: expected one that holds {describe(value)}, got {dtype}"
        raise IvyValueError(msg) from None
    check_holds(dtype, number)
    if dtype.kind == "float" and abs(number) > FINFO[dtype].max:
        return math.copysign(math.inf, number)  # as a cast, but without NumPy's warning
    return number


def range_length(start: float, stop: float, step: float) -> int:
    """Return the number of elements from `start` to before `stop`, in steps of `step`."""
    if not step:
        raise IvyValueError("arange: expected a step other than 0, got 0")
    count = (stop - start) / step
    if abs(count) >= 2.0**63:  # infinite ones too
        raise IvyValueError(f"arange: expected fewer than 2**63 elements, got {count}")
    return max(0, math.ceil(count))


def check_keeps_complex(source: Dtype, target: Dtype) -> None:
    """Raise where a cast would lose imaginary parts."""
    if source.kind == "complex" and target.kind not in ("bool", "complex"):
        msg = f"astype: expected a complex dtype or bool for {source}, got {target}"
        raise IvyTypeError(f"{msg}; take ivy.real(x) or ivy.abs(x)")


# ---- defaults ---------------------------------------------------------------------------------


def dtype_of_item(item: Any) -> Dtype:
    """Return the dtype that an array made of a number, an array or nested lists would have."""
    if not isinstance(item, (list, tuple, range)):
        return dtype_of(item)
    if not item:
        return config.default_of("float")
    return result_dtype(*map(dtype_of_item, item))


def default_of_kind(kind: str, item: Any, dtype: Any) -> Dtype:
    """Return `dtype` if given, that of `item` if of this kind, else the default one of the kind.

    Python numbers too large for the default get the widest dtype of the kind.
    """
    if dtype is not None:
        ours = named_dtype(dtype)
        if ours.kind != kind:
            raise IvyValueError(f"default_{kind}_dtype: expected a {kind} dtype, got {ours}")
        return ours
    default = config.default_of(kind)
    if item is None:
        return default
    if hasattr(item, "dtype"):
        own = dtype_of(item)
        own = own.real if kind == "float" else own
        return own if own.kind == kind else default
    return default if _fits(item, default) else _WIDEST[kind]


_WIDEST = {
    "int": Dtype("int64"),
    "uint": Dtype("uint64"),
    "float": Dtype("float64"),
    "complex": Dtype("complex128"),
}


def _fits(item: Any, dtype: Dtype) -> bool:
    if isinstance(item, (list, tuple, range)):
        return all(_fits(value, dtype) for value in item)
    if not isinstance(item, NUMBERS) or not math.isfinite(abs(item)):
        return True
    return bool(abs(item) <= dtype.info.max)
