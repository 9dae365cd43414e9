"""The dtype two operands have in common, for all backends."""

from __future__ import annotations

from typing import Any

from ivy import config
from ivy.types import PROMOTION, Dtype

_RANKS = {"bool": 0, "uint": 1, "int": 1, "float": 2, "complex": 3}


def weak_promotion(dtype: Dtype, number: type) -> Dtype:
    """Return the dtype of an array of `dtype` combined with a Python number of type `number`."""
    if _RANKS[number.__name__] <= _RANKS[dtype.kind]:
        return dtype
    if number is complex and dtype.kind == "float":
        return dtype.complex
    return config.default_of(number.__name__)


def common_dtype(dtypes: dict[Any, Dtype], x1: Any, x2: Any) -> Dtype:
    """Return the dtype of two operands, at least one of them a native array.

    `dtypes` maps the framework's dtypes to ivy's. Python numbers are weak: they take the dtype of
    the array, or the default of their own kind where that is higher.
    """
    if not hasattr(x1, "dtype"):
        return weak_promotion(dtypes[x2.dtype], type(x1))
    if not hasattr(x2, "dtype"):
        return weak_promotion(dtypes[x1.dtype], type(x2))
    return PROMOTION[dtypes[x1.dtype], dtypes[x2.dtype]]
