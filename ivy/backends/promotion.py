"""The dtype two operands have in common, for all backends."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from ivy import config
from ivy.errors import IvyValueError
from ivy.types import IINFO, PROMOTION, Dtype, promote_dtypes

_RANKS = {"bool": 0, "uint": 1, "int": 1, "float": 2, "complex": 3}


def weak_promotion(dtype: Dtype, number: type) -> Dtype:
    """Return the dtype of an array of `dtype` combined with a Python number of type `number`."""
    if _RANKS[number.__name__] <= _RANKS[dtype.kind]:
        return dtype
    if number is complex and dtype.kind == "float":
        return dtype.complex
    return config.default_of(number.__name__)


def holds(dtype: Dtype, number: Any) -> bool:
    """Return whether a number is within the range of a dtype, if that is one of integers."""
    return dtype not in IINFO or IINFO[dtype].min <= number <= IINFO[dtype].max


def check_holds(dtype: Dtype, number: Any) -> None:
    """Raise for an integer that a dtype would wrap around."""
    if not holds(dtype, number):
        raise IvyValueError(f"dtype: expected one that holds {number}, got {dtype}")


def compared(xp: Any, name: str, x: Any, number: Any) -> Any:
    """Return a comparison of an array with a number, which its dtype may not hold."""
    dtype = xp.DTYPES[x.dtype]
    if type(number) is not int or holds(dtype, number):
        return getattr(xp, name)(x, number)
    # Whatever an element is, 0 lies on the same side of the number.
    return xp.full_like(x, getattr(operator, _OPERATORS[name])(0, number), dtype=xp.bool)


_OPERATORS = {"greater": "gt", "less_equal": "le"}


def common_dtype(dtypes: dict[Any, Dtype], x1: Any, x2: Any) -> Dtype:
    """Return the dtype of two operands, at least one of them a native array.

    `dtypes` maps the framework's dtypes to ivy's. Python numbers are weak: they take the dtype of
    the array, or the default of their own kind where that is higher.
    """
    for number, other in ((x1, x2), (x2, x1)):
        if not hasattr(number, "dtype"):
            dtype = weak_promotion(dtypes[other.dtype], type(number))
            check_holds(dtype, number)
            return dtype
    return PROMOTION[dtypes[x1.dtype], dtypes[x2.dtype]]


def in_one_dtype(xp: Any, arrays: Sequence[Any]) -> Sequence[Any]:
    """Return several arrays in the dtype they have in common."""
    if len({x.dtype for x in arrays}) == 1:
        return arrays
    dtype = xp.as_native_dtype(promote_dtypes(*(xp.DTYPES[x.dtype] for x in arrays)))
    return [xp.astype(x, dtype) for x in arrays]


def promoting_with(same_dtype: Callable[..., Any], function: Callable[..., Any]) -> Any:
    """Return `f(x1, x2, ...)` for operands of any dtypes from one for operands of equal dtype."""

    # Not try and retry: an exception inside torch.compile ends the compilation.
    @wraps(function)
    def promoted(x1: Any, x2: Any, *others: Any, **options: Any) -> Any:
        try:
            equal = x1.dtype is x2.dtype
        except AttributeError:  # one is a Python number
            equal = False
        if not equal:
            x1, x2 = same_dtype(x1, x2)
        return function(x1, x2, *others, **options)

    return promoted
