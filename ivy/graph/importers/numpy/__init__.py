"""Trace code written with NumPy, by its protocols for arrays of other kinds."""

from __future__ import annotations

import functools
import importlib
import inspect
import operator
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ivy import backends
from ivy.dispatch import is_native
from ivy.graph.importers.numpy.composites import BY_OTHERS, IN_ANY_ORDER
from ivy.graph.importers.numpy.values import NumpyBuilder
from ivy.graph.importers.tracing import (
    NotDynamic,
    Trace,
    Traced,
    Varying,
    batched,
    chosen,
    doubled,
    lengths,
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

for _area in ("elementwise", "linalg", "reductions", "shapes"):
    importlib.import_module(f"ivy.graph.importers.numpy.{_area}")  # registers its rules


def to_graph(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic_batch: bool) -> Graph:
    """Return the graph of a function's call with these arguments.

    The batch stays variable if the function gives the same as its graph for another size.
    """
    for paths in (*(batched((args, kwargs)) if dynamic_batch else ()), ()):
        # Arrays that a program makes are constants. In the second attempt they are traced as well,
        # since it may write to them, or index them by others.
        first: BaseException | None = None
        for makes_arrays in (False, True):
            try:
                return _traced(obj, args, kwargs, paths, makes_arrays)
            except (NotDynamic, Exception) as error:
                if first is None or not isinstance(first, IvyTranspileException):
                    first = error
    assert first is not None
    raise first


def _traced(obj: Any, args: Any, kwargs: Any, paths: tuple[Path, ...], makes_arrays: bool) -> Graph:
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
    user = sys.modules.get(getattr(obj, "__module__", ""))
    with _patched(trace, makes_arrays, user), lengths():
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
        self.computes = False
        """Whether a function of NumPy is running on arrays with values."""

    def compute(self, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        """Return a function's result for both batches."""
        with self._computing():
            return super().compute(*args, **kwargs)

    @contextmanager
    def _computing(self) -> Iterator[None]:
        """Let NumPy make arrays with values."""
        before, self.computes = self.computes, True
        try:
            yield
        finally:
            self.computes = before

    def call(self, name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a function of NumPy and take down its translation."""
        first, second = self.compute(function, args, kwargs)
        if not isinstance(first, (np.ndarray, np.generic, tuple, list)):
            raise no_values(f"np.{name}")
        self.build.source = users_line()
        results = first if isinstance(first, (tuple, list)) else (first,)
        seconds = second if isinstance(first, (tuple, list)) else (second,)
        inputs = [x for x in traced_in((args, kwargs)) if isinstance(x, Traced)]
        self.build.result = np.asarray(results[0]).dtype.name
        self.build.common = _common(args)
        self.build.shape = tuple(
            a if a == b else None
            for a, b in zip(np.shape(results[0]), np.shape(seconds[0]), strict=True)
        )
        missing = dict(self.translation.missing)
        made = self.translation.apply(name, *self.argument(args), **self.argument(kwargs))
        if (
            made is None
            and (result := self._by_parts(function, args, kwargs, missing, (first, second)))
            is not None
        ):
            return result
        if made is None:  # noted; the trace goes on to find what else is missing
            made = [Value("missing") for _ in results]
        values = made if isinstance(made, (tuple, list)) else (made,)
        traced = [
            NumpyTraced(_fresh(v), _owned(a, inputs), b, self)
            for v, a, b in zip(values, results, seconds, strict=True)
        ]
        if not isinstance(first, (tuple, list)):
            return traced[0]
        return type(first)(*traced) if hasattr(first, "_fields") else type(first)(traced)

    def of_sizes(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Return what a ufunc gives for sizes, which are arrays if there is no other."""

        def array(x: Any) -> Any:
            if not isinstance(x, Varying):
                return x
            first, second = np.asarray(chosen(x, "first")), np.asarray(x.second)
            value = self.build.asarray(self.argument(x), dtype=first.dtype.name)
            return NumpyTraced(value, first, second, self)

        if not any(isinstance(x, (np.ndarray, np.generic)) for x in args):
            return function(*map(array, args), **kwargs)
        if kwargs or not isinstance(function, np.ufunc):
            return super().of_sizes(function, args, kwargs)
        return self.call(function.__name__, function, args, {})

    def _by_parts(
        self, function: Any, args: Any, kwargs: Any, missing: Any, expected: tuple[Any, Any]
    ) -> Any:
        """Return the result of other functions of NumPy for a function, if those can be traced.

        It has the dtypes of what is expected, and its values, for both batches.
        """
        name = getattr(function, "__name__", "")
        code = BY_OTHERS.get(name, getattr(function, "_implementation", None))
        noted = self.translation.missing
        self.translation.missing = dict(missing)
        try:
            result = None if code is None else _in_dtypes(code(*args, **kwargs), expected[0])
        except Exception:  # of any kind: the code expects arrays with values
            result = None
        complete = result is not None and self.translation.missing == missing
        if complete and any(True for _ in traced_in(result)):
            found = [chosen(result, which) for which in ("first", "second")]
            with self._computing():
                if name in IN_ANY_ORDER or all(map(same, found, expected)):
                    return result
        self.translation.missing = noted
        return None

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


def _in_dtypes(result: Any, expected: Any) -> Any:
    """Return arrays, or one, in the dtypes of others."""
    if isinstance(expected, (tuple, list)):
        pairs = zip(result, expected, strict=True)
        items = [_in_dtypes(x, y) for x, y in pairs]
        return type(expected)(*items) if hasattr(expected, "_fields") else type(expected)(items)
    dtype = np.asarray(expected).dtype
    return result if result.dtype == dtype else result.astype(dtype)


def _owned(x: Any, inputs: list[Any]) -> Any:
    """Return an array that is no view, unless it is one of an input."""
    alone = not any(np.may_share_memory(x, y.first) for y in inputs)
    return x.copy() if alone and _is_view(x) else x


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
            found.append(chosen(x, "first"))
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
            return _write_at(trace, ufunc, *args)
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
        return self.owner.call("astype", lambda x, d: x.astype(d), (self, np.dtype(dtype)), {})

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

    def sort(self, axis: int = -1, **how: Any) -> None:
        """Sort the elements along an axis."""
        self.replace(np.sort(self, axis, **how))

    def item(self, *args: Any) -> Any:
        """Raise: there are no values yet."""
        raise no_values("item()")

    def tolist(self) -> Any:
        """Raise: there are no values yet."""
        raise no_values("tolist()")

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise no_values("np.asarray(array)")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(np.ndarray, name):
            raise AttributeError(name)
        raise refused(f"array.{name}: expected what a traced array has", "use a function of NumPy")


# ---- functions that make arrays -----------------------------------------------------------------

_CONVERTING = ("array", "asanyarray", "asarray", "ascontiguousarray")
_CREATING = ("arange", "empty", "eye", "full", "identity", "linspace", "ones", "zeros")


@contextmanager
def _patched(trace: NumpyTrace, makes_arrays: bool, user: Any) -> Iterator[None]:
    """Let NumPy's functions take traced arrays that ask for arrays, and refuse random numbers.

    The module of the user may have such functions under names of its own.
    """
    new = {getattr(np, name): _converting(trace, name, makes_arrays) for name in _CONVERTING}
    if makes_arrays:
        new |= {getattr(np, name): _creating(trace, name) for name in _CREATING}
    with ExitStack() as undo:

        def put(module: Any, name: str, function: Any) -> None:
            original = getattr(module, name)
            undo.callback(setattr, module, name, original)
            setattr(module, name, _in_this_thread(function, original))

        modules = [m for name, m in sys.modules.items() if name.partition(".")[0] == "numpy"]
        for module in (*modules, user):
            if str(getattr(module, "__file__", "")).endswith(".py"):  # no compiled one
                for name, x in list(vars(module).items()):
                    if inspect.isroutine(x) and x in new:
                        put(module, name, new[x])
        for name in np.random.__all__:
            function = getattr(np.random, name)
            if not inspect.isclass(function) and name not in ("seed", "get_state", "set_state"):
                put(np.random, name, _random(name, function))
        yield


def _in_this_thread(function: Any, original: Any) -> Any:
    here = threading.get_ident()

    def call(*args: Any, **kwargs: Any) -> Any:
        return (function if threading.get_ident() == here else original)(*args, **kwargs)

    return call


def _converting(trace: NumpyTrace, name: str, makes_arrays: bool) -> Any:
    original = getattr(np, name)

    def convert(x: Any, dtype: Any = None, *args: Any, ndmin: int = 0, **kwargs: Any) -> Any:
        if isinstance(x, (tuple, list)) and any(isinstance(y, Traced) for y in traced_in(x)):
            x = np.stack([convert(item) for item in x])
        if not isinstance(x, Traced):
            made = original(x, dtype, *args, **kwargs, **({"ndmin": ndmin} if ndmin else {}))
            return trace.constant(made) if makes_arrays and _is_for_the_program(trace) else made
        # NumPy's float64 equals None.
        array: Any = x if dtype is None or dtype == x.dtype else x.astype(dtype)  # type: ignore[attr-defined]
        array = array.copy() if name == "array" else array
        return array[(None,) * (ndmin - array.ndim)] if array.ndim < ndmin else array

    return convert


def _creating(trace: NumpyTrace, name: str) -> Any:
    original = getattr(np, name)

    def create(*args: Any, **kwargs: Any) -> Any:
        if not _is_for_the_program(trace):
            return original(*args, **kwargs)
        if any(True for _ in traced_in((args, kwargs))):
            return trace.call(name, original, args, kwargs)
        return trace.constant(trace.compute(original, args, kwargs)[0])

    return create


def _is_for_the_program(trace: NumpyTrace) -> bool:
    """Return whether an array is made by the program, or by code of NumPy that is traced."""
    return not trace.computes and not sys._getframe(3).f_globals["__name__"].startswith("ivy.")


def _random(name: str, original: Any) -> Any:
    def draw(*args: Any, **kwargs: Any) -> Any:
        if name == "default_rng" and (args or kwargs):
            return original(*args, **kwargs)
        msg = f"np.random.{name}: expected no random numbers, which would be the same in every call"
        raise refused(msg, "give them as an argument, or draw with np.random.default_rng(seed)")

    return draw


def _method(name: str) -> Any:
    function = getattr(np, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    return method


for _name in (
    "all any argmax argmin argpartition argsort choose clip conj cumprod cumsum diagonal dot "
    "max mean min nonzero prod ravel repeat round searchsorted squeeze std sum swapaxes take "
    "trace var"
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
    "copyto": lambda dst, src, casting="", where=True: dst.replace(np.where(where, src, dst)),
    "can_cast": lambda from_, to, **kwargs: np.can_cast(from_.dtype, to, **kwargs),
    "diag_indices_from": lambda arr: np.diag_indices(len(arr), arr.ndim),
    "tril_indices_from": lambda arr, k=0: np.tril_indices(len(arr), k, int(arr.shape[1])),
    "triu_indices_from": lambda arr, k=0: np.triu_indices(len(arr), k, int(arr.shape[1])),
    "fill_diagonal": lambda a, val: a.replace(np.where(np.eye(*a.shape) > 0, val, a)),
}


def _is_view(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.base is not None


def _write_at(trace: NumpyTrace, ufunc: Any, out: Any, query: Any, *values: Any) -> None:
    """Combine values with the elements of an array at places, as often as a place is named."""

    def written(x: Any, places: Any, values: Any) -> Any:
        x = np.array(x)
        ufunc.at(x, places, values)
        return x

    if not isinstance(out, NumpyTraced):
        msg = f"np.{ufunc.__name__}.at: expected an array made of the arguments"
        raise refused(msg, "make it in the function, with np.zeros_like(x) for one")
    numbers = trace.call("arange", np.arange, (out.size,), {})
    places = np.reshape(numbers, out.shape)[query]
    given = np.zeros_like(places) + (values[0] if values else 0)
    whole = np.ravel(out.copy()), np.ravel(places), np.ravel(given).astype(out.dtype)
    result = trace.call(f"{ufunc.__name__}.at", written, whole, {})
    out.replace(np.reshape(result, out.shape))


def _key(query: Any) -> Any:
    """Return a key with arrays for lists, as NumPy reads them, and places for masks it knows."""
    if isinstance(query, list):
        query = np.asarray(query)
    if isinstance(query, tuple):
        parts = [x.nonzero() if _is_mask(x) else (_key(x),) for x in query]
        return tuple(x for part in parts for x in part)
    return query.nonzero() if _is_mask(query) else query


def _is_mask(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.dtype == bool and x.ndim > 0


def _trace_of(nest: Any) -> NumpyTrace:
    found = next(x for x in traced_in(nest) if isinstance(x, Traced))
    assert isinstance(found.owner, NumpyTrace)
    return found.owner


@functools.cache
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
