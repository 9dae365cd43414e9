"""Operators of `ivy.Container`: on all leaves, with a Container, a number or an array."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Self

from ivy.array import Array
from ivy.container.mapping import Selection, map_call
from ivy.container.tree import Tree
from ivy.dispatch import is_native, space_of

_IN_LISTS = Selection(map_sequences=True)
_Operator = Callable[[Any, Any], Any]


def _binary(function: _Operator) -> _Operator:
    def on_leaves(leaf: Any, other: Any) -> Any:
        if isinstance(leaf, Array) or isinstance(other, Array):
            return function(leaf, other)
        result = function(_with_operators(leaf), _with_operators(other))
        return result.data if isinstance(result, Array) else result

    def method(self: Any, other: Any) -> Any:
        return map_call(on_leaves, (self, other), {}, _IN_LISTS)

    return method


def _with_operators(leaf: Any) -> Any:
    """Return a native array as an `ivy.Array`: TensorFlow's own operators promote nothing."""
    known = is_native(leaf) and leaf.dtype in space_of(leaf).DTYPES
    return Array(leaf) if known else leaf


def _three(function: _Operator) -> tuple[_Operator, _Operator, _Operator]:
    """Return the operator, its reflected and its in-place form, which makes a new Container too."""

    def reflected(leaf: Any, other: Any) -> Any:
        return function(other, leaf)

    return _binary(function), _binary(reflected), _binary(function)


def _unary(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: map_call(function, (self,), {}, _IN_LISTS)


def _not(leaf: Any) -> Any:
    return not leaf if isinstance(leaf, bool) else ~leaf


class OperatorMethods(Tree):
    """Operators run leaf by leaf, also in lists; `~` of a Python bool is `not`."""

    __add__, __radd__, __iadd__ = _three(operator.add)
    __sub__, __rsub__, __isub__ = _three(operator.sub)
    __mul__, __rmul__, __imul__ = _three(operator.mul)
    __truediv__, __rtruediv__, __itruediv__ = _three(operator.truediv)
    __floordiv__, __rfloordiv__, __ifloordiv__ = _three(operator.floordiv)
    __mod__, __rmod__, __imod__ = _three(operator.mod)
    __pow__, __rpow__, __ipow__ = _three(operator.pow)
    __matmul__, __rmatmul__, __imatmul__ = _three(operator.matmul)
    __lshift__, __rlshift__, __ilshift__ = _three(operator.lshift)
    __rshift__, __rrshift__, __irshift__ = _three(operator.rshift)
    __and__, __rand__, __iand__ = _three(operator.and_)
    __or__, __ror__, __ior__ = _three(operator.or_)
    __xor__, __rxor__, __ixor__ = _three(operator.xor)
    __lt__, __le__ = _binary(operator.lt), _binary(operator.le)
    __eq__, __ne__ = _binary(operator.eq), _binary(operator.ne)
    __gt__, __ge__ = _binary(operator.gt), _binary(operator.ge)
    __neg__, __abs__, __invert__ = _unary(operator.neg), _unary(operator.abs), _unary(_not)

    def __pos__(self) -> Self:
        return self

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Any, Any]:
        return other // self, other % self
