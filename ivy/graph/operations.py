"""The operations that a graph may have: functions of ivy, and a few of graphs only."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ivy.dispatch import OPERATIONS
from ivy.errors import IvyTypeError
from ivy.graph.ir import RANDOM, Graph, Node, Value
from ivy.types import A, B, Dtype, Number

Function = Callable[..., Any]


def size(space: Any, x: Any, axis: int) -> Any:
    """Return the size of an axis: a number where it is known, a 0-d array inside tf.function."""
    known = x.shape[axis]
    return space.shape(x, as_array=True)[axis] if known is None else known


def _identity(space: Any, x: Any) -> Any:
    return x


def _negative(space: Any, x: Any) -> Any:
    return -x


def _host(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda space, x1, x2: function(x1, x2)


def _host_extreme(function: Callable[..., Any], op: str) -> Callable[..., Any]:
    def extreme(space: Any, x1: Any, x2: Any) -> Any:
        if isinstance(x1, int) and isinstance(x2, int):
            return function(x1, x2)
        return getattr(space, op)(x1, x2)  # sizes that tf.function knows only when it runs

    return extreme


def scan(
    space: Any,
    body: Function,
    constants: Sequence[Any],
    carried: Sequence[Any],
    xs: Sequence[Any],
    length: int,
    reverse: bool = False,
) -> Any:
    """Return what a loop carries at its end, and what it stacked, by the framework's own loop."""
    return space.run_scan(body, constants, carried, xs, length, reverse)


def with_gradient(space: Any, function: Function, gradient: Function, xs: Sequence[Any]) -> Any:
    """Return `function(*xs)`; its gradients are `gradient(*xs, upstream)`."""
    call = space.custom_vjp(function, lambda xs, _, upstream: gradient(*xs, upstream))
    return call(*xs)


GRAPH_OPERATIONS: dict[str, Callable[..., Any]] = {
    "identity": _identity,
    "size": size,
    "scan": scan,
    "with_gradient": with_gradient,
    "rsqrt": lambda space, x: space.reciprocal(space.sqrt(x)),
    # Of Python values: sizes, and items of what an operation returned.
    "host_add": _host(operator.add),
    "host_subtract": _host(operator.sub),
    "host_multiply": _host(operator.mul),
    "host_floor_divide": _host(operator.floordiv),
    "host_divide": _host(operator.truediv),
    "host_remainder": _host(operator.mod),
    "host_negative": _negative,
    "host_maximum": _host_extreme(max, "maximum"),
    "host_minimum": _host_extreme(min, "minimum"),
    "host_item": _host(operator.getitem),
}
"""Operations of graphs that are not functions of ivy; each takes the namespace first."""


_BEYOND_ARRAYS = frozenset("device general gradients meta nest random saving".split())
"""Areas with functions that do not compute: they read files, change settings, look at memory."""
_COMPUTING = {"all_equal", "fourier_encode", "shape"} | RANDOM


def is_operation(op: str) -> bool:
    """Return whether a graph, which anybody may have written, can have an operation.

    Of areas where not all functions compute it is one that returns an array.
    """
    if op in GRAPH_OPERATIONS or op not in OPERATIONS or op in _COMPUTING:
        return op in GRAPH_OPERATIONS or op in OPERATIONS
    area = OPERATIONS[op].__module__.rpartition(".")[2]
    return area not in _BEYOND_ARRAYS or OPERATIONS[op].__annotations__["return"] == "A"


@functools.cache
def parameters(op: str) -> inspect.Signature:
    """Return the parameters of an operation, all of which have names, without `out`."""
    signature = inspect.signature(GRAPH_OPERATIONS.get(op) or OPERATIONS[op])
    kept = list(signature.parameters.values())[op in GRAPH_OPERATIONS :]  # without `space`
    return signature.replace(parameters=[_by_name(p) for p in kept if p.name != "out"])


def _by_name(p: inspect.Parameter) -> inspect.Parameter:
    return p.replace(kind=p.POSITIONAL_OR_KEYWORD) if p.kind is p.POSITIONAL_ONLY else p


def positional(op: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """Return the arguments by position: backends' own functions have other names for them."""
    known = parameters(op).parameters
    if not kwargs or not kwargs.keys() <= known.keys():
        return args, kwargs
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in known.values()):
        return args, kwargs
    names = list(known)
    last = max(names.index(name) for name in kwargs)
    rest = [kwargs.get(name, known[name].default) for name in names[len(args) : last + 1]]
    return (*args, *rest), {}


# ---- what a node may say ------------------------------------------------------------------------


def check(node: Node) -> None:
    """Raise unless its operation takes the arguments of a node, and returns as many results."""
    kinds = _kinds(node.op)
    try:
        given = parameters(node.op).bind(*node.args, **node.kwargs).arguments
    except TypeError as error:
        raise IvyTypeError(f"{node.op}: expected its arguments, got others: {error}") from None
    for name, x in given.items():
        several = parameters(node.op).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
        if not all(_fits(kinds.get(name, Any), one) for one in (x if several else (x,))):
            kind = getattr(kinds[name], "__name__", kinds[name])
            raise IvyTypeError(f"{node.op}: expected {name} of kind {kind}, got {x!r:.99}")
    if isinstance(node.outputs, tuple) and not _returns(kinds.get("return"), len(node.outputs)):
        raise IvyTypeError(
            f"{node.op}: expected as many results as it has, got {node.outputs!r:.99}"
        )


_SAID = {"DtypeLike": Dtype, "DeviceLike": str | None, "ShapeLike": int | Sequence[int] | None}
"""Names in annotations that stand for Any and say more."""


@functools.cache
def _kinds(op: str) -> dict[str, Any]:
    """Return the annotations of an operation, evaluated."""
    function = GRAPH_OPERATIONS.get(op) or OPERATIONS[op]
    said = {name: _SAID.get(kind) for name, kind in function.__annotations__.items()}
    return get_type_hints(function) | {name: kind for name, kind in said.items() if kind}


def _fits(kind: Any, x: Any) -> bool:
    """Return whether a literal or a nest is of a kind; what a Value is shows when it is there."""
    inner, origin = get_args(kind), get_origin(kind)
    if origin in (Union, UnionType):
        return any(_fits(one, x) for one in inner)
    if origin is Callable:
        return isinstance(x, Graph)
    if isinstance(x, Value) or kind is Any:
        return True
    if origin is not None:  # a sequence
        if not isinstance(x, (tuple, list)):
            return False
        of = inner if origin is tuple and len(inner) > 1 else inner[:1] * len(x)
        return len(of) == len(x) and all(map(_fits, of, x))
    if kind is Dtype:
        return x is None or bool(Dtype(x))
    return isinstance(x, _LITERALS.get(kind, kind))


_LITERALS: Any = {float: (int, float), complex: Number, A: Number, B: Number}


def _returns(kind: Any, count: int) -> bool:
    """Return whether an operation that returns a kind may return so many things."""
    if get_origin(kind) in (Union, UnionType):
        return any(_returns(one, count) for one in get_args(kind))
    if hasattr(kind, "_fields"):
        return len(kind._fields) == count
    inner = get_args(kind)
    return kind not in (A, B) and (len(inner) < 2 or inner[-1] is Ellipsis or len(inner) == count)
