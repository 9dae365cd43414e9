"""Bodies that need floating-point operands, made to take integers, halves and numbers too."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ivy import config
from ivy.types import float32, promote_dtypes

_NUMBERS = (bool, int, float, complex)
Function = Callable[..., Any]


def on_floats(operands: int = 1) -> Callable[[Function], Function]:
    """Return a decorator for a body `f(xp, ...)` that computes in float32, float64 or complex.

    The first `operands` arguments are cast to one such dtype: integers to the default float, halves
    to float32, and then the result is rounded once, as the frameworks' own kernels do. Python
    numbers stay as they are.
    """

    def decorate(body: Function) -> Function:
        @functools.wraps(body)
        def computed(xp: Any, *args: Any, **kwargs: Any) -> Any:
            given = args[:operands]
            if _is_ready(xp, given):
                return body(xp, *args, **kwargs)
            dtype = promote_dtypes(*(xp.DTYPES[x.dtype] for x in given if type(x) not in _NUMBERS))
            if dtype.kind in ("bool", "int", "uint"):
                dtype = config.default_of("float")
            half = dtype.bits == 16
            native = xp.as_native_dtype(float32 if half else dtype)

            def cast(x: Any) -> Any:
                return x if type(x) in _NUMBERS or x.dtype == native else xp.astype(x, native)

            result = body(xp, *map(cast, given), *args[operands:], **kwargs)
            if not half:
                return result
            narrow = xp.as_native_dtype(dtype)
            if isinstance(result, (tuple, list)):
                parts = [xp.astype(x, narrow) if x.dtype == native else x for x in result]
                return type(result)(*parts) if hasattr(result, "_fields") else type(result)(parts)
            return xp.astype(result, narrow) if result.dtype == native else result

        return computed

    return decorate


def _is_ready(xp: Any, given: tuple[Any, ...]) -> bool:
    """Return whether all operands have one dtype that needs no cast."""
    first = given[0]
    if type(first) in _NUMBERS:
        return False
    dtype = xp.DTYPES[first.dtype]
    if dtype.bits < 32 or dtype.kind not in ("float", "complex"):
        return False
    if len(given) == 1:
        return True
    return all(type(x) not in _NUMBERS and x.dtype == first.dtype for x in given[1:])


def native_on_floats(space: ModuleType) -> Callable[..., Callable[[Function], Function]]:
    """Return the same decorator for the functions of one backend, which take no namespace."""

    def decorator(operands: int = 1) -> Callable[[Function], Function]:
        def decorate(function: Function) -> Function:
            body = on_floats(operands)(lambda xp, *args, **kwargs: function(*args, **kwargs))

            @functools.wraps(function)
            def computed(*args: Any, **kwargs: Any) -> Any:
                if _is_ready(space, args[:operands]):
                    return function(*args, **kwargs)
                return body(space, *args, **kwargs)

            return computed

        return decorate

    return decorator
