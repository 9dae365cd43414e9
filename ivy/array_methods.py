"""The operations on `ivy.Array`, as methods and operators. Written by tools/generate.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ivy.dispatch import (
    MixedDtypes,
    Wrapper,
    choose,
    only,
    operate,
    pairs,
    put,
    replace,
    retry,
    table,
    wrap,
)

if TYPE_CHECKING:
    from ivy.array import Array

new = object.__new__  # new(Array) is cheaper than Array(...), which runs __init__


class ArrayMethods(Wrapper):
    """The operations whose first parameter is an array, and the operators."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        try:
            x = self._data
            r = new(Array)
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype:
                    r._data = x + y
                    return r
            elif type(other) is float or type(other) is int:
                r._data = x + other
                if r._data.dtype is x.dtype:
                    return r
        except Exception:
            return operate("add", self, other)
        return operate("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return operate("add", other, self)

    def __iadd__(self, other: Any) -> Any:
        return replace(self, "add", other)

    def __mul__(self, other: Any) -> Any:
        try:
            x = self._data
            r = new(Array)
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype:
                    r._data = x * y
                    return r
            elif type(other) is float or type(other) is int:
                r._data = x * other
                if r._data.dtype is x.dtype:
                    return r
        except Exception:
            return operate("multiply", self, other)
        return operate("multiply", self, other)

    def __rmul__(self, other: Any) -> Any:
        return operate("multiply", other, self)

    def __imul__(self, other: Any) -> Any:
        return replace(self, "multiply", other)

    def add(self, x2: Any, /, out: Any = None) -> Array:
        """Return the sum."""
        if out is not None:
            return put(ArrayNamespace.add(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].add(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "add", self, x2)

    def exp(self, /, out: Any = None) -> Array:
        """Return `e` to the power of each element."""
        if out is not None:
            return put(ArrayNamespace.exp(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].exp(x)
            return r
        except Exception as error:
            return retry(error, "exp", self)

    def multiply(self, x2: Any, /, out: Any = None) -> Array:
        """Return the product."""
        if out is not None:
            return put(ArrayNamespace.multiply(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].multiply(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "multiply", self, x2)


class ArrayNamespace(ArrayMethods):
    """What dispatch calls for `ivy.Array`: every operation, under its own signature."""

    __slots__ = ()

    pass


def bind(array: Any) -> None:
    """Tell the methods the class they wrap their results in."""
    global Array
    Array = array
