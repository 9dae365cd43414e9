"""Trace code written with NumPy, by its protocols for arrays of other kinds."""

from __future__ import annotations

import inspect
import operator
import weakref
from functools import cache
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ivy import backends
from ivy.dispatch import is_native
from ivy.graph.importers.numpy import (
    elementwise,
    linalg,
    reductions,
    shapes,
)
from ivy.graph.importers.numpy.values import NumpyBuilder
from ivy.graph.importers.tracing import (
    NotDynamic,
    Size,
    Trace,
    Traced,
    batched,
    doubled,
    no_values,
    parameter_names,
    refused,
    same,
    traced_in,
    users_line,
)
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import IvyTranspileException, Translation
from ivy.nest import Path, leaves_with_paths, mapped, replaced

RULE_FILES = (elementwise, linalg, reductions, shapes)
"""The files of rules; importing them fills RULES."""


def to_graph(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic_batch: bool) -> Graph:
    """Return the graph of a function's call with these arguments.

    The batch stays variable if the function gives the same as its graph for another size.
    """
    for paths in batched((args, kwargs)) if dynamic_batch else ():
        try:
            return _traced(obj, args, kwargs, paths)
        except NotDynamic:
            continue
    return _traced(obj, args, kwargs, ())


def _traced(obj: Any, args: Any, kwargs: Any, paths: tuple[Path, ...]) -> Graph:
    name = getattr(obj, "__name__", "graph")
    graph = Graph(
        name if name.isidentifier() else "graph",
        argument_names=parameter_names(obj),
        source="numpy",
    )
    trace = NumpyTrace(graph)
    given, values, others = {}, {}, {}
    for path, x in leaves_with_paths((args, kwargs), is_native):
        names = graph.argument_names
        known = path[0] == 0 and path[1] < len(names)
        value = trace.build.value(names[path[1]] if known else str(path[1]) if path[0] else "x")
        first = np.array(x)
        second = doubled(first) if path in paths else first
        given[path] = value
        values[path] = NumpyTraced(value, first, second, trace)
        others[path] = np.array(second)
    graph.args, graph.kwargs = replaced((args, kwargs), given)
    inputs = replaced((args, kwargs), values)
    result = obj(*inputs[0], **inputs[1])
    graph.outputs = trace.argument(result)
    trace.check()
    if paths:
        other = replaced((args, kwargs), others)
        found = mapped(lambda x: x.second if isinstance(x, Traced) else x, result)
        if not same(found, obj(*other[0], **other[1])):
            raise NotDynamic("the results for another batch are others")
    return graph


class NumpyTrace(Trace):
    """A trace whose operations are NumPy's, translated by rules."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph, backends.load("numpy"))
        self.make = NumpyTraced
        self.build: NumpyBuilder = NumpyBuilder(graph)
        self.translation = Translation("numpy", self.build)
        self.views: list[weakref.ref[NumpyTraced]] = []
        self.parts: dict[int, tuple[NumpyTraced, IvyTranspileException]] = {}

    def call(self, name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a function of NumPy and take down its translation."""
        first, second = self.compute(function, args, kwargs)
        if not isinstance(first, (np.ndarray, np.generic, tuple, list)):
            raise no_values(f"np.{name}")
        self.build.source = users_line()
        results = first if isinstance(first, (tuple, list)) else (first,)
        seconds = second if isinstance(first, (tuple, list)) else (second,)
        self.build.result = np.asarray(results[0]).dtype.name
        self.build.common = _common(args)
        self.build.shape = tuple(
            a if a == b else None
            for a, b in zip(np.shape(results[0]), np.shape(seconds[0]), strict=True)
        )
        made = self.translation.apply(name, *self.argument(args), **self.argument(kwargs))
        if made is None:  # noted; the trace goes on to find what else is missing
            made = [Value("missing") for _ in results]
        values = made if isinstance(made, (tuple, list)) else (made,)
        traced = [
            NumpyTraced(_fresh(v), a, b, self)
            for v, a, b in zip(values, results, seconds, strict=True)
        ]
        if not isinstance(first, (tuple, list)):
            return traced[0]
        return type(first)(*traced) if hasattr(first, "_fields") else type(first)(traced)

    def changed_part(self, part: NumpyTraced) -> NumpyTraced:
        """Return a changed part of an array, as in `x[0] += 1`, which is then assigned to it."""
        self.parts[id(part)] = part, _shares_memory()
        return part

    def check(self) -> None:
        """Raise for operations without a rule, and for parts that were changed only themselves."""
        self.translation.check()
        for _, error in self.parts.values():
            raise error


def _shares_memory() -> IvyTranspileException:
    msg = "expected arrays of their own to be written to, got one that shares its memory"
    return refused(f"assignment: {msg} with another", "copy the part first: x[0].copy()")


def _fresh(value: Value) -> Value:
    """Return a value whose shape and dtype are to be NumPy's."""
    value.shape = value.dtype = None
    return value


def _common(args: tuple[Any, ...]) -> str:
    """Return the dtype in which NumPy compares the arguments."""
    found = []
    for x in args:
        if isinstance(x, Traced):
            found.append(x.first)
        elif isinstance(x, (bool, int, float, complex)):
            found.append(int(x) if isinstance(x, Size) else x)
        elif isinstance(x, (np.ndarray, np.generic)):
            found.append(x)
    try:
        return np.result_type(*found).name if found else ""
    except (TypeError, ValueError):
        return ""


class NumpyTraced(Traced, NDArrayOperatorsMixin):
    """A traced array that NumPy's functions hand their calls to."""

    __slots__ = ("__weakref__",)
    __array_priority__ = 2000
    __hash__ = object.__hash__

    def __init__(self, value: Value, first: Any, second: Any, trace: NumpyTrace) -> None:
        super().__init__(value, first, second, trace)
        if isinstance(first, np.ndarray) and first.base is not None:
            trace.views.append(weakref.ref(self))

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        trace = _trace_of((args, kwargs))
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        (out,) = kwargs.pop("out", None) or (None,)
        where = kwargs.pop("where", True)
        dtype = kwargs.pop("dtype", None)
        if method == "at":
            raise refused(f"np.{name}: expected a function that returns an array", "use np.where")
        function = getattr(ufunc, method)
        if dtype is not None and method == "__call__":
            args = tuple(x.astype(dtype) if is_native(x) else x for x in args)
        elif dtype is not None:
            kwargs["dtype"] = dtype
        result = trace.call(name, function, args, kwargs)
        if where is not True:
            if out is None:
                msg = f"np.{name}: expected out beside where, without which elements are undefined"
                raise refused(msg, "give out, or use np.where")
            result = np.where(where, result, out)
        if out is None:
            return result
        if not isinstance(out, NumpyTraced):
            msg = f"np.{name}: expected out to be an array made of the arguments"
            raise refused(msg, "assign the result instead")
        if args and args[0] is out and _is_view(out.first):
            return trace.changed_part(result.astype(out.dtype))
        out.replace(np.broadcast_to(result, out.shape) if result.shape != out.shape else result)
        return out

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        trace = _trace_of((args, kwargs))
        module = (function.__module__ or "").removeprefix("numpy").lstrip(".")
        module = module.partition(".")[0]
        name = f"{module}.{function.__name__}" if module in ("linalg", "fft") else function.__name__
        if name in _ABOUT_ARRAYS:
            return _ABOUT_ARRAYS[name](*args, **kwargs)
        out = kwargs.pop("out", None)
        args, kwargs = _bound(function, args, kwargs)
        out = kwargs.pop("out", out)
        result = trace.call(name, function, args, kwargs)
        if out is None:
            return result
        if not isinstance(out, NumpyTraced):
            raise refused(f"np.{name}: expected no out", "assign the result instead")
        out.replace(result)
        return out

    # ---- writing ------------------------------------------------------------------------------

    def replace(self, result: Any) -> None:
        """Become another array of the same dtype: what was read of this one must not follow."""
        assert isinstance(self.owner, NumpyTrace)
        views = [view for ref in self.owner.views if (view := ref()) is not None]
        shared = any(
            other is not self
            and isinstance(self.first, np.ndarray)
            and np.may_share_memory(other.first, self.first)
            for other in views
        )
        if shared or any(view is self and _is_view(self.first) for view in views):
            raise _shares_memory()
        new = result.astype(self.first.dtype) if result.dtype != self.first.dtype else result
        self.value = new.value
        self.first, self.second = np.array(new.first), np.array(new.second)

    def __setitem__(self, query: Any, value: Any) -> None:
        def written(x: Any, query: Any, value: Any) -> Any:
            x = np.array(x)
            x[query] = value
            return x

        trace = _trace_of((self, query, value))
        trace.parts.pop(id(value), None)
        self.replace(trace.call("setitem", written, (self, _key(query), value), {}))

    def __getitem__(self, query: Any) -> Any:
        trace = _trace_of((self, query))
        return trace.call("getitem", operator.getitem, (self, _key(query)), {})

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    # ---- methods ------------------------------------------------------------------------------

    T = property(lambda self: np.transpose(self))
    mT = property(lambda self: np.matrix_transpose(self))
    real = property(lambda self: np.real(self))
    imag = property(lambda self: np.imag(self))

    @property
    def size(self) -> int:
        """The number of elements."""
        count = 1
        for size in self.shape:
            count = size * count
        return count

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the array in another dtype."""
        assert isinstance(self.owner, NumpyTrace)
        return self.owner.call("astype", np.ndarray.astype, (self, np.dtype(dtype)), {})

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """Return the elements in another shape."""
        return np.reshape(self, shape[0] if len(shape) == 1 else shape, order=order)  # type: ignore[call-overload]

    def transpose(self, *axes: Any) -> Any:
        """Return the array with its axes in another order."""
        return np.transpose(self, (axes[0] if len(axes) == 1 else axes) or None)

    def copy(self, order: str = "C") -> Any:
        """Return an array of its own with the same elements."""
        return np.copy(self)

    def fill(self, value: Any) -> None:
        """Set every element."""
        self.replace(np.full_like(self, value))

    def item(self, *args: Any) -> Any:
        """Raise: there are no values yet."""
        raise no_values("item()")

    def tolist(self) -> Any:
        """Raise: there are no values yet."""
        raise no_values("tolist()")

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise no_values("np.asarray(array)")


def _method(name: str) -> Any:
    function = getattr(np, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    return method


for _name in (
    "all any argmax argmin argsort clip conj cumprod cumsum diagonal dot max mean min prod ravel "
    "repeat round squeeze std sum swapaxes take trace var"
).split():
    setattr(NumpyTraced, _name, _method(_name))
NumpyTraced.flatten = _method("ravel")  # type: ignore[attr-defined]
NumpyTraced.conjugate = _method("conj")  # type: ignore[attr-defined]

_ABOUT_ARRAYS: dict[str, Any] = {
    "shape": lambda a: a.shape,
    "ndim": lambda a: a.ndim,
    "size": lambda a, axis=None: a.size if axis is None else a.shape[axis],
    "result_type": lambda *xs: np.result_type(*(getattr(x, "first", x) for x in xs)),
    "iscomplexobj": lambda x: x.dtype.kind == "c",
    "isrealobj": lambda x: x.dtype.kind != "c",
    "can_cast": lambda from_, to, **kwargs: np.can_cast(from_.dtype, to, **kwargs),
}


def _is_view(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.base is not None


def _key(query: Any) -> Any:
    """Return a key with arrays for lists, as NumPy reads them."""
    if isinstance(query, list):
        return np.asarray(query)
    return tuple(map(_key, query)) if isinstance(query, tuple) else query


def _trace_of(nest: Any) -> NumpyTrace:
    found = next(x for x in traced_in(nest) if isinstance(x, Traced))
    assert isinstance(found.owner, NumpyTrace)
    return found.owner


@cache
def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def _bound(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the arguments by name, as far as they can be, without those that are not given."""
    signature = _signature(function)
    if signature is None:
        return args, kwargs
    bound = signature.bind(*args, **kwargs)
    kinds = {name: p.kind for name, p in signature.parameters.items()}
    if any(kind is inspect.Parameter.VAR_POSITIONAL for kind in kinds.values()):
        return args, {k: v for k, v in kwargs.items() if v is not np._NoValue}
    named = dict(bound.arguments)
    extra = {}
    for name, kind in kinds.items():
        if kind is inspect.Parameter.VAR_KEYWORD:
            extra = named.pop(name, {})
    fixed = [n for n, k in kinds.items() if k is inspect.Parameter.POSITIONAL_ONLY and n in named]
    positional = tuple(named.pop(n) for n in fixed)
    given = {k: v for k, v in (named | extra).items() if v is not np._NoValue}
    return positional, given
