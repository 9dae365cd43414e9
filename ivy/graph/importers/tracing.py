"""What tracers have in common: a graph that grows while a program runs on real arrays.

A program is traced with arrays of two batch sizes at once. Where the sizes of a result differ, they
follow the batch, and a program that reads one of them gets a `Size`, a number that knows where
it came from.
"""

from __future__ import annotations

import builtins
import inspect
import math
import operator
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ivy import backends
from ivy.dispatch import OPERATIONS, Tracer, Wrapper, is_native, space_of, unwrap
from ivy.graph.build import Builder
from ivy.graph.ir import Graph, Node, Value
from ivy.graph.rules import IvyTranspileException
from ivy.graph.run import Program
from ivy.nest import leaves_with_paths

_OWN = str(Path(backends.__file__).parent.parent) + "/"


class NotDynamic(BaseException):
    """The program depends on the size of its batch; no Exception, so nobody retries."""


def users_line() -> str:
    """Return `file:line` of the innermost running code that is neither ivy's nor a library's."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if _is_users(frame.f_code.co_filename):
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame = frame.f_back
    return ""


def _is_users(file: str) -> bool:
    return not file.startswith((_OWN, "<")) and "site-packages" not in file


def line_of(error: BaseException) -> str:
    """Return `file:line: code` of the innermost code in a traceback that is the user's."""
    frames = traceback.extract_tb(error.__traceback__)
    users = [f for f in frames if _is_users(f.filename)]
    return f"{users[-1].filename}:{users[-1].lineno}: {users[-1].line}" if users else "?"


def refused(what: str, advice: str) -> IvyTranspileException:
    """Return the error for something that cannot be traced, with the user's line."""
    place = users_line()
    return IvyTranspileException(f"{what}{f', at {place}' if place else ''}; {advice}")


def no_values(what: str) -> IvyTranspileException:
    """Return the error for a Python value wanted of an array whose values are not known yet."""
    msg = f"{what}: expected no Python value of a traced array, whose values a later call decides"
    return refused(msg, "use ivy.where, ivy.if_else or ivy.while_loop")


class Traced(Tracer):
    """An array of a program being traced: its value in the graph, and what it is this time."""

    __slots__ = ("first", "owner", "second", "value")

    def __init__(self, value: Value, first: Any, second: Any, trace: Trace) -> None:
        self.value, self.first, self.second, self.owner = value, first, second, trace
        if value.dtype is None:
            sizes = zip(first.shape, second.shape, strict=True)
            value.shape = tuple(int(a) if a == b else None for a, b in sizes)
            value.dtype = trace.space.DTYPES[first.dtype].name

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; those that follow the batch know it."""
        sizes = enumerate(zip(self.first.shape, self.second.shape, strict=True))
        return tuple(int(a) if a == b else self._size(axis, a, b) for axis, (a, b) in sizes)

    def _size(self, axis: int, first: int, second: int) -> Size:
        least = int(second == 2 * first > 0)
        return Size(first, second, lambda trace: trace.size_of(self, axis), least, self.owner)

    @property
    def dtype(self) -> Any:
        """The dtype of the framework it is traced with."""
        return self.first.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.first.shape)

    def __len__(self) -> int:
        return int(self.first.shape[0])

    def __bool__(self) -> bool:
        raise no_values("bool(array)")

    def __int__(self) -> int:
        raise no_values("int(array)")

    def __float__(self) -> float:
        raise no_values("float(array)")

    def __complex__(self) -> complex:
        raise no_values("complex(array)")

    def __index__(self) -> int:
        raise no_values("index")

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise no_values("np.asarray(array)")

    def __repr__(self) -> str:
        sizes = list(self.value.shape or ())
        return f"traced {self.value.dtype}{sizes}".replace("None", "?")


class Varying:
    """A number made of sizes: it has the value `second` for the other batch."""

    plain: Any
    second: Any
    make: Callable[[Trace], Value]
    least: Any
    """What it is never below, whatever the batch."""
    owner: Trace

    def __new__(
        cls, first: Any, second: Any, make: Callable[[Trace], Value], least: Any, owner: Trace
    ) -> Any:
        """Return the number `first` of one batch and `second` of the other."""
        number: Any = super().__new__(cls, first)  # type: ignore[call-arg]
        number.second, number.make, number.least, number.owner = second, make, least, owner
        return number

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        if any(isinstance(x, Traced) for x in args):
            return NotImplemented
        return self.owner.of_sizes(
            ufunc if method == "__call__" else getattr(ufunc, method), args, kwargs
        )

    def __pow__(self: Any, power: Any) -> Any:
        if type(power) is int and 0 < power < 5:
            return math.prod([self] * (power - 1), start=self)
        return chosen(self, "first") ** power

    def __neg__(self: Any) -> Any:
        return self * -1

    def __bool__(self: Any) -> bool:
        return bool(self != 0)

    def __reduce__(self) -> Any:
        return self.plain, (chosen(self, "first"),)


class Size(Varying, int):  # type: ignore[misc]
    """The size of an axis that follows the batch; sums and products of it do too."""

    plain = int
    __hash__ = int.__hash__


class Ratio(Varying, float):  # type: ignore[misc]
    """A quotient of sizes, and what is made of one."""

    plain = float
    __hash__ = float.__hash__


_NUMBERS = (int, float, Size, Ratio)


def _computing(name: str, op: str) -> None:
    function = getattr(operator, name)

    def operate(number: Any, other: Any, swapped: bool = False) -> Any:
        if type(other) not in _NUMBERS:
            return getattr(chosen(number, "first"), f"__{'r' * swapped}{name}__")(other)
        x, y = (other, number) if swapped else (number, other)
        first, second = (function(*chosen((x, y), which)) for which in ("first", "second"))
        low = [getattr(z, "least", z) for z in (x, y)]
        least = function(*low) if op in ("add", "multiply") else 0
        return (Size if isinstance(first, int) else Ratio)(
            first,
            second,
            lambda trace: getattr(trace.build, f"host_{op}")(trace.argument(x), trace.argument(y)),
            least if op != "subtract" and min(low) >= 0 else -math.inf,
            number.owner,
        )

    setattr(Varying, f"__{name}__", operate)
    setattr(Varying, f"__r{name}__", lambda number, other: operate(number, other, True))


def _comparing(name: str) -> None:
    function = getattr(operator, name)

    def compare(number: Any, other: Any) -> Any:
        if type(other) not in _NUMBERS:
            return getattr(chosen(number, "first"), f"__{name}__")(other)
        first, second = (function(*chosen((number, other), w)) for w in ("first", "second"))
        least = number.least
        certain = other < least or (other == least and name in ("lt", "ge"))
        if isinstance(other, Varying):
            certain = first == second
        frame: Any = sys._getframe(1)
        frame = frame.f_back if frame.f_code is Varying.__bool__.__code__ else frame
        if not certain and _is_users(frame.f_code.co_filename):
            raise NotDynamic(f"a branch on a size, at {users_line()}")
        return first

    setattr(Varying, f"__{name}__", compare)


for _name, _op in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder",
}.items():  # fmt: skip
    _computing(_name, _op)
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    _comparing(_name)


@contextmanager
def lengths(kind: Any = Traced) -> Iterator[None]:
    """Let `len` of a traced array be a size: of what `__len__` returns Python makes a number."""
    original = builtins.len
    builtins.len = lambda x: x.shape[0] if isinstance(x, kind) and x.shape else original(x)
    try:
        yield
    finally:
        builtins.len = original


class Trace:
    """A graph being made. One inside of another takes the arrays it uses of that as inputs."""

    def __init__(self, graph: Graph, space: Any, outer: Trace | None = None) -> None:
        self.graph, self.space, self.outer = graph, space, outer
        self.build = Builder(graph)
        self.make: type[Traced] = outer.make if outer else Traced
        self.captured: dict[int, tuple[Traced, Value]] = {}
        self._constants: dict[int, tuple[Any, Traced]] = {}
        self._sizes: dict[tuple[int, int], Value] = {}
        self._made: dict[int, tuple[Varying, Value]] = {}

    # ---- arguments --------------------------------------------------------------------------

    def argument(self, x: Any) -> Any:
        """Return an argument as it stands in a node."""
        if isinstance(x, Traced):
            return self.lifted(x)
        if isinstance(x, Varying):
            if id(x) not in self._made:
                self._made[id(x)] = x, x.make(self)
            return self._made[id(x)][1]
        if isinstance(x, Wrapper):
            return self.argument(unwrap(x))
        if is_native(x):
            return self.lifted(self.constant(x))
        if isinstance(x, slice):
            return slice(*map(self.argument, (x.start, x.stop, x.step)))
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return type(x)(*map(self.argument, x))
        if isinstance(x, tuple):
            return tuple(map(self.argument, x))
        if isinstance(x, list):
            return list(map(self.argument, x))
        if isinstance(x, dict):
            return {key: self.argument(item) for key, item in x.items()}
        return x

    def lifted(self, x: Traced) -> Value:
        """Return the value of an array in this graph: an input if it is one of a graph around."""
        if x.owner is self:
            return x.value
        if id(x) not in self.captured:
            value = self.build.value(x.value.name, x.value.shape, x.value.dtype)
            self.captured[id(x)] = x, value
        return self.captured[id(x)][1]

    def constant(self, array: Any) -> Traced:
        """Return an array the program has from elsewhere; it is kept by the outermost graph."""
        if self.outer is not None:
            return self.outer.constant(array)
        if id(array) not in self._constants:
            native = self.space.asarray(array)
            name = f"constant_{len(self.graph.constants)}"
            traced = self.make(self.build.value(name), native, native, self)
            self.graph.constants[name] = traced.value
            self.graph.arrays[name] = native
            self._constants[id(array)] = array, traced
        return self._constants[id(array)][1]

    def size_of(self, x: Traced, axis: int) -> Value:
        """Return the size of an axis as a value."""
        value = self.lifted(x)
        if (id(value), axis) not in self._sizes:
            self._sizes[id(value), axis] = self.build.size(value, axis)
        return self._sizes[id(value), axis]

    # ---- computing --------------------------------------------------------------------------

    def compute(
        self, function: Callable[..., Any], args: Any, kwargs: Any, always: bool = False
    ) -> tuple[Any, Any]:
        """Return a function's result for both batches; one result if the batch takes no part."""
        first = function(*chosen(args, "first"), **chosen(kwargs, "first"))
        if not always and not _follows_batch((args, kwargs)):
            return first, first
        try:
            second = function(*chosen(args, "second"), **chosen(kwargs, "second"))
        except Exception as error:
            raise NotDynamic(str(error)) from error
        if _structure(first) != _structure(second):
            raise NotDynamic("a result has other axes")
        return first, second

    def of_sizes(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Return what a function of NumPy gives for sizes."""
        return function(*chosen(args, "first"), **chosen(kwargs, "first"))

    def node(self, op: str, args: Any, kwargs: Any, first: Any, second: Any) -> Any:
        """Add a node whose results are known already, and return those as traced arrays."""
        args, kwargs = self.argument(args), self.argument(kwargs)
        self.build.source = users_line()
        if is_native(first):
            return self.make(getattr(self.build, op)(*args, **kwargs), first, second, self)
        if isinstance(first, (tuple, list)) and all(map(is_native, first)):
            values = self.build.several(len(first), op, *args, **kwargs)
            results = [
                self.make(v, a, b, self) for v, a, b in zip(values, first, second, strict=True)
            ]
            kind: Any = type(first)
            return kind(*results) if hasattr(first, "_fields") else kind(results)
        return self._items(getattr(self.build, op)(*args, **kwargs), first, second)

    def _items(self, value: Value, first: Any, second: Any) -> Any:
        """Return the arrays of a nested result, each an item of its value."""
        if is_native(first):
            return self.make(value, first, second, self)
        if isinstance(first, dict):
            return {
                k: self._items(self.build.host_item(value, k), first[k], second[k]) for k in first
            }
        if isinstance(first, (tuple, list)):
            items = [
                self._items(self.build.host_item(value, i), a, b)
                for i, (a, b) in enumerate(zip(first, second, strict=True))
            ]
            return type(first)(*items) if hasattr(first, "_fields") else type(first)(items)
        return first

    def run_last(self, count: int, operands: list[Any]) -> list[Any]:
        """Return the results, for both batches, of the node added last, which has graphs inside."""
        node: Node = self.graph.nodes[-1]
        values = node.inputs()
        graph = Graph(args=tuple(values), nodes=[node], outputs=node.results()[:count])
        run = Program(graph, self.space)

        def results(*inputs: Any) -> Any:
            return run(list(inputs), {})[0]

        firsts, seconds = self.compute(results, tuple(operands), {})
        return [
            self.make(value, a, b, self)
            for value, a, b in zip(node.results(), firsts, seconds, strict=False)
        ]


def chosen(nest: Any, which: str) -> Any:
    """Return a nest with the arrays and sizes of one of the two batches."""
    if isinstance(nest, Traced):
        return getattr(nest, which)
    if isinstance(nest, Varying):
        return nest.plain(nest) if which == "first" else nest.second
    if isinstance(nest, slice):
        return slice(*(chosen(x, which) for x in (nest.start, nest.stop, nest.step)))
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return type(nest)(*(chosen(x, which) for x in nest))
    if isinstance(nest, (tuple, list)):
        return type(nest)([chosen(x, which) for x in nest])
    if isinstance(nest, dict):
        return {key: chosen(x, which) for key, x in nest.items()}
    return nest


def traced_in(nest: Any) -> Iterator[Any]:
    """Yield the traced arrays and sizes in a nest."""
    if isinstance(nest, (Traced, Varying)):
        yield nest
    elif isinstance(nest, slice):
        yield from traced_in((nest.start, nest.stop, nest.step))
    elif isinstance(nest, dict):
        yield from traced_in(list(nest.values()))
    elif isinstance(nest, (tuple, list)):
        for item in nest:
            yield from traced_in(item)


def _structure(result: Any) -> Any:
    """Return how results are nested, and the number of axes of each."""
    return [(path, len(x.shape)) for path, x in leaves_with_paths(result, is_native)]


def _follows_batch(nest: Any) -> bool:
    return any(isinstance(x, Varying) or x.first is not x.second for x in traced_in(nest))


# ---- inputs -----------------------------------------------------------------------------------


def is_array(x: Any) -> bool:
    """Return whether `x` is an array, native or of ivy."""
    return isinstance(x, Wrapper) or is_native(x)


def batched(arguments: Any) -> list[tuple[Any, ...]]:
    """Return which arrays may have another first size, the best choice first: lists of paths."""
    arrays = [(p, x) for p, x in leaves_with_paths(arguments, is_array) if len(x.shape)]
    firsts = {path[:2]: x.shape[0] for path, x in reversed(arrays)}
    alike = [
        tuple(path for path, x in arrays if x.shape[0] == size)
        for size in dict.fromkeys(reversed(firsts.values()))
        if size
    ]
    return alike if not alike or len(alike[0]) == 1 else [alike[0], alike[0][:1], *alike[1:]]


def doubled(x: Any) -> Any:
    """Return an array with twice as many rows, in another order."""
    native = unwrap(x)
    space = space_of(native)
    rows = np.arange(2 * native.shape[0])[::-1] % native.shape[0]
    return space.get_item(native, space.asarray(np.ascontiguousarray(rows)))


def parameter_names(function: Callable[..., Any], keywords: bool = False) -> tuple[str, ...]:
    """Return the names of the positional parameters of a function, as far as they are known.

    With `keywords` also of those that are given by name only.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    last = inspect.Parameter.KEYWORD_ONLY if keywords else inspect.Parameter.POSITIONAL_OR_KEYWORD
    kept = [p for p in parameters if p.kind <= last and p.kind != p.VAR_POSITIONAL]
    return tuple(p.name for p in kept)


def same(x: Any, y: Any) -> bool:
    """Return whether two results are equal, up to the last digits."""
    xs, ys = ([a for _, a in leaves_with_paths(nest, is_array)] for nest in (x, y))
    if len(xs) != len(ys):
        return False
    for a, b in zip(xs, ys, strict=True):
        one, two = OPERATIONS["to_numpy"](unwrap(a)), OPERATIONS["to_numpy"](unwrap(b))
        if one.shape != two.shape or not _near(one, two):
            return False
    return True


def _near(x: Any, y: Any) -> bool:
    if x.dtype.kind in "biu":
        return bool(np.array_equal(x, y))
    return bool(np.allclose(x, y, rtol=1e-3, atol=1e-3, equal_nan=True))


@contextmanager
def scoped(build: Builder, path: str, kind: str) -> Iterator[None]:
    """Let the operations of a block belong to a module."""
    outer = build.scope
    build.scope = (*outer, (path, kind))
    try:
        yield
    finally:
        build.scope = outer
