"""The tape: boxed arrays that remember where they came from, and the sweep back."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ivy.errors import IvyNotImplementedException, IvyTypeError

RULES: dict[Any, Callable[..., Sequence[Any]]] = {}
"""Function -> rule: rule(result, *args, **kwargs) gives, per positional argument, the function
from the result's cotangent to the argument's (or None). For an argument that is a list, it gives
a function from a position in the list to that."""

COMPOSED: dict[Any, Callable[..., Any]] = {}
"""Function -> the same function written with others that have rules."""

CONSTANT: set[Any] = set()
"""Functions with integer or piecewise constant results: no gradient flows through them."""

_nesting = threading.local()  # how many differentiations are under way in this thread


class Node:
    """One recorded result: where it came from, and how cotangents travel back."""

    __slots__ = ("parents", "pulls")

    def __init__(self, parents: Sequence[Node], pulls: Sequence[Callable[[Any], Any]]) -> None:
        self.parents, self.pulls = parents, pulls


class Box(NDArrayOperatorsMixin):
    """An array being differentiated. `value` is an array, or a Box of an outer differentiation."""

    __slots__ = ("level", "node", "value")
    __array_priority__ = 1000
    __hash__ = object.__hash__

    def __init__(self, value: Any, node: Node, level: int) -> None:
        self.value, self.node, self.level = value, node, level

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("out") is not None:
            raise IvyTypeError(f"gradient (numpy): {ufunc.__name__} cannot write into `out`")
        kwargs = {key: value for key, value in kwargs.items() if key != "out"}
        if method == "__call__":
            return record(ufunc, args, kwargs)
        if (ufunc, method) not in _UFUNC_METHODS:
            raise no_rule(f"{ufunc.__name__}.{method}")
        return _UFUNC_METHODS[ufunc, method](*args, **kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return record(function, args, kwargs)

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise IvyTypeError(
            "gradient (numpy): expected NumPy functions only, got a conversion to an array, "
            "which would lose the gradient; use ivy.stop_gradient first if that is meant"
        )

    def __setitem__(self, index: Any, value: Any) -> None:
        raise IvyTypeError("gradient (numpy): an array being differentiated cannot be written to")

    def __getitem__(self, index: Any) -> Any:
        return record(operator.getitem, (self, index), {})

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    # `e /= total` makes a new array: nothing that was recorded may change.
    def __iadd__(self, other: Any) -> Any:
        return self + other

    def __isub__(self, other: Any) -> Any:
        return self - other

    def __imul__(self, other: Any) -> Any:
        return self * other

    def __itruediv__(self, other: Any) -> Any:
        return self / other

    shape = property(lambda self: self.value.shape)
    dtype = property(lambda self: self.value.dtype)
    ndim = property(lambda self: self.value.ndim)
    size = property(lambda self: self.value.size)
    itemsize = property(lambda self: self.value.itemsize)
    nbytes = property(lambda self: self.value.nbytes)
    T = property(lambda self: np.transpose(self))
    mT = property(lambda self: np.swapaxes(self, -1, -2))
    real = property(lambda self: np.real(self))
    imag = property(lambda self: np.imag(self))

    def __len__(self) -> int:
        return len(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __index__(self) -> int:
        return operator.index(constant(self))

    def __repr__(self) -> str:
        return f"Box({constant(self)!r})"

    def item(self) -> Any:
        return constant(self).item()

    def tolist(self) -> Any:
        return constant(self).tolist()

    def copy(self, order: str = "C") -> Any:
        return self

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        return record(astype, (self, np.dtype(dtype)), {})

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        to: Any = shape[0] if len(shape) == 1 else shape
        return record(np.reshape, (self, to), {"order": order})

    def transpose(self, *axes: Any) -> Any:
        return np.transpose(self, (axes[0] if len(axes) == 1 else axes) or None)


def _method(name: str) -> Callable[..., Any]:
    function = getattr(np, name)
    return lambda self, *args, **kwargs: function(self, *args, **kwargs)


for _name in (
    "all any argmax argmin argsort clip conj conjugate cumprod cumsum diagonal dot max mean min "
    "nonzero prod ravel repeat sort squeeze std sum swapaxes take trace var"
).split():
    setattr(Box, _name, _method(_name))
setattr(Box, "flatten", _method("ravel"))  # noqa: B010


_UFUNC_METHODS: dict[tuple[Any, str], Callable[..., Any]] = {}


def ufunc_method(ufunc: Any, method: str, function: Callable[..., Any]) -> None:
    """Let `ufunc.method` of a Box be `function`: `np.add.reduce` is a sum."""
    _UFUNC_METHODS[ufunc, method] = function


# ---- recording --------------------------------------------------------------------------------


def constant(x: Any) -> Any:
    """Return the plain array inside a Box; anything else as it is."""
    while type(x) is Box:
        x = x.value
    return x


def constants(args: Any) -> Any:
    """Return nested lists and tuples with every Box replaced by its plain array."""
    return _map_boxes(constant, args)


def _map_boxes(function: Callable[[Box], Any], x: Any) -> Any:
    if type(x) is Box:
        return function(x)
    return type(x)(_map_boxes(function, i) for i in x) if type(x) in (list, tuple) else x


def level_of(args: Any) -> int:
    """Return the level of the innermost differentiation that takes part; -1 for none."""
    level = -1
    for arg in args:
        if type(arg) is Box:
            level = arg.level if arg.level > level else level
        elif type(arg) in (list, tuple):
            level = max(level, level_of(arg))
    return level


def no_rule(name: str) -> IvyNotImplementedException:
    """Return the error for a function that cannot be differentiated."""
    return IvyNotImplementedException(
        f"gradient (numpy): expected a function with a gradient rule, got {name}; "
        "use ivy.stop_gradient where no gradient is wanted"
    )


def record(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a NumPy function on arguments with boxes in them, and remember the call."""
    if function in CONSTANT:
        return function(*constants(args), **{k: constants(v) for k, v in kwargs.items()})
    rule = RULES.get(function)
    if rule is None:
        if function in COMPOSED:
            return COMPOSED[function](*args, **kwargs)
        raise no_rule(getattr(function, "__name__", str(function)))
    level = level_of(args)
    if level_of(kwargs.values()) > level:
        raise no_rule(f"{function.__name__} with an array given by keyword")

    def opened(box: Box) -> Any:
        return box.value if box.level == level else box

    values = [_map_boxes(opened, arg) for arg in args]
    result = function(*values, **kwargs)
    parents: list[Node] = []
    pulls: list[Callable[[Any], Any]] = []
    for arg, pull in zip(args, rule(result, *values, **kwargs), strict=False):
        if pull is None:
            continue
        if type(arg) is Box:
            if arg.level == level:
                parents.append(arg.node)
                pulls.append(pull)
        elif type(arg) in (list, tuple):
            inside = [(i, x) for i, x in enumerate(arg) if type(x) is Box and x.level == level]
            parents += [x.node for _, x in inside]
            pulls += [pull(i) for i, _ in inside]
    node = Node(parents, pulls)
    if isinstance(result, (tuple, list)):
        return _boxed_parts(result, node, level)
    return Box(result, node, level)


def _boxed_parts(results: Any, node: Node, level: int) -> Any:
    """Return a function's several results, each boxed; their cotangents meet again in `node`."""
    size = len(results)
    boxes = [
        Box(part, Node([node], [partial(Parts.one, size, i)]), level)
        for i, part in enumerate(results)
    ]
    return type(results)(*boxes) if hasattr(results, "_fields") else type(results)(boxes)


class Parts(list[Any]):
    """The cotangents of a function with several results; `None` where none arrived."""

    @classmethod
    def one(cls, size: int, position: int, cotangent: Any) -> Parts:
        return cls(cotangent if i == position else None for i in range(size))

    def __add__(self, other: Any) -> Parts:
        pairs = zip(self, other, strict=True)
        return Parts(b if a is None else a if b is None else a + b for a, b in pairs)


# ---- the sweep back ---------------------------------------------------------------------------


def _sweep(end: Node, cotangent: Any, starts: Sequence[Node]) -> list[Any]:
    """Return the cotangents that arrive at `starts`, `None` where none does."""
    uses: dict[Node, int] = {}
    todo = [end]
    while todo:
        node = todo.pop()
        uses[node] = uses.get(node, 0) + 1
        if uses[node] == 1:
            todo.extend(node.parents)
    cotangents = {end: cotangent}
    ready = [end]
    arrived: dict[Node, Any] = {}
    wanted = set(starts)
    while ready:
        node = ready.pop()
        cotangent = cotangents.pop(node)
        if node in wanted:
            arrived[node] = cotangent
        for parent, pull in zip(node.parents, node.pulls, strict=True):
            part = pull(cotangent)
            cotangents[parent] = cotangents[parent] + part if parent in cotangents else part
            uses[parent] -= 1
            if not uses[parent]:
                ready.append(parent)
    return [arrived.get(start) for start in starts]


def _given(cotangent: Any, _: Any) -> Any:
    return cotangent


def vjp(function: Callable[..., Any], leaves: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Return outputs, pullback and other outputs of `function(*leaves) -> (outputs, others)`."""
    level = getattr(_nesting, "level", -1) + 1
    _nesting.level = level
    try:
        boxes = [Box(leaf, Node((), ()), level) for leaf in leaves]
        outs, others = function(*boxes)
    finally:
        _nesting.level = level - 1

    def opened(x: Any) -> Any:
        return x.value if type(x) is Box and x.level == level else x

    def pull_back(cotangents: Sequence[Any]) -> list[Any]:
        ends = [
            (out.node, ct)
            for out, ct in zip(outs, cotangents, strict=True)
            if ct is not None and type(out) is Box and out.level == level
        ]
        # One artificial end in front of all outputs hands each its cotangent.
        root = Node([node for node, _ in ends], [partial(_given, ct) for _, ct in ends])
        return _sweep(root, None, [box.node for box in boxes])

    return [opened(out) for out in outs], pull_back, [opened(other) for other in others]


def primitive(
    function: Callable[..., Any], rule: Callable[..., Sequence[Any]]
) -> Callable[..., Any]:
    """Return `function` as one recorded step with the given rule."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return record(call, args, kwargs) if level_of(args) >= 0 else function(*args, **kwargs)

    call.__name__ = getattr(function, "__name__", "primitive")
    RULES[call] = rule
    return call


# ---- what every rule needs --------------------------------------------------------------------


def astype(x: Any, dtype: Any) -> Any:
    return x.astype(dtype)


def cast_like(cotangent: Any, x: Any) -> Any:
    """Return the cotangent in the dtype of `x`; of a real `x` only the real part."""
    dtype = getattr(x, "dtype", None)
    if dtype is None or cotangent.dtype == dtype:
        return cotangent
    if cotangent.dtype.kind == "c" and dtype.kind != "c":
        cotangent = np.real(cotangent)
    return cotangent if cotangent.dtype == dtype else cotangent.astype(dtype)


def unbroadcast(cotangent: Any, x: Any) -> Any:
    """Return the cotangent summed back to the shape and dtype of `x`."""
    shape, given = np.shape(x), np.shape(cotangent)
    if given != shape:
        if len(given) > len(shape):
            cotangent = np.sum(cotangent, axis=tuple(range(len(given) - len(shape))))
        axes = tuple(i for i, n in enumerate(shape) if n == 1 and cotangent.shape[i] != 1)
        if axes:
            cotangent = np.sum(cotangent, axis=axes, keepdims=True)
    return cast_like(cotangent, x)


def conj(x: Any) -> Any:
    kind = x.dtype.kind if hasattr(x, "dtype") else type(x)
    return x.conjugate() if kind in ("c", complex) else x


RULES[astype] = lambda result, x, dtype: (lambda g: cast_like(g, x),)
