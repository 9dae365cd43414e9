"""`ivy.transpile` and its relatives: from a program of one framework to one of another."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ivy import backends
from ivy.dispatch import OPERATIONS, Wrapper, current_space, is_native, space_of, unwrap
from ivy.errors import (
    IvyException,
    IvyMissingBackendException,
    IvyTypeError,
    IvyValueError,
    describe,
)
from ivy.graph import passes
from ivy.graph.importers.tracing import line_of
from ivy.graph.ir import Graph
from ivy.graph.module import GraphModule, bound
from ivy.graph.progress import shown
from ivy.graph.rules import IvyTranspileException, understood
from ivy.graph.run import program
from ivy.locks import free_after_fork
from ivy.nest import is_nest, leaves_with_paths, mapped
from ivy.stateful.converters import (
    to_equinox_module,
    to_flax_module,
    to_haiku_module,
    to_keras_module,
    to_linen_module,
    to_torch_module,
)
from ivy.stateful.module import Module

__all__ = ["graph_transpile", "trace_graph", "transpile", "unify"]

_LIBRARIES: dict[str, str] = {
    "torch": "torch",
    "keras": "tensorflow",
    "tensorflow": "tensorflow",
    "jax": "jax",
    "flax": "jax",
    "haiku": "jax",
    "equinox": "jax",
    "numpy": "numpy",
    "ivy": "ivy",
}
"""Package a class comes from -> the importer that reads its programs."""

TARGETS: dict[str, tuple[str, Callable[[Any], Any] | None]] = {
    "torch": ("torch", to_torch_module),
    "tensorflow": ("tensorflow", to_keras_module),
    "keras": ("tensorflow", to_keras_module),
    "jax": ("jax", to_flax_module),
    "flax": ("jax", to_flax_module),
    "linen": ("jax", to_linen_module),
    "haiku": ("jax", to_haiku_module),
    "equinox": ("jax", to_equinox_module),
    "numpy": ("numpy", None),
    "ivy": ("", None),
}
"""Target -> its backend, and what makes a module of the library; None: an `ivy.Module`."""


_ONE_AT_A_TIME = free_after_fork(threading.RLock())
"""Held while a program is read: importers put functions of their own in the place of others."""


def transpile(
    obj: Any = None,
    source: str | None = None,
    to: str | None = None,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    target: str | None = None,
    dynamic_batch: bool = True,
    dynamic_axes: Sequence[int] = (),
) -> Any:
    """Return a function, module or class of one framework as one of another.

    A module becomes a module of the target's library with its weights as trainable parameters: of
    `torch.nn`, Keras (`"tensorflow"`), `flax.nnx` (`"jax"`), Flax `"linen"`, `"haiku"`,
    `"equinox"`; an `ivy.Module` for `"numpy"` and `"ivy"`.

    Args:
        obj: What to translate. Without it a decorator is returned.
        source: The framework it is written in, where that cannot be seen.
        to: The framework wanted.
        args: Arguments of a call, arrays of any framework; without them and `kwargs` the first
            call gives them.
        kwargs: The same by name.
        target: Another name of `to`.
        dynamic_batch: Whether the first axis of arrays may have another size later.
        dynamic_axes: Other axes that may too, where torch or JAX can say the program so: `(1,)`
            for texts of any length.
    """
    if to is not None and target is not None:
        raise IvyValueError(f"transpile: expected to or target, got both: {to!r}, {target!r}")
    wanted = _checked_target(target if to is None else to)
    _checked_source(source)
    if obj is not None and not callable(obj) and not isinstance(obj, tuple):
        raise IvyTypeError(f"transpile: expected a function or a module, got {describe(obj)}")
    open_sizes: dict[str, Any] = {"dynamic_batch": dynamic_batch, "dynamic_axes": dynamic_axes}
    if obj is None:
        return functools.partial(transpile, source=source, to=wanted, **open_sizes)
    if inspect.isclass(obj):
        return _transpiled_class(obj, source, wanted, open_sizes)
    if args is None and kwargs is None:
        return Lazy(obj, source, wanted, open_sizes)
    graph = trace_graph(obj, source=source, args=args, kwargs=kwargs, **open_sizes)
    return as_target(graph, wanted, getattr(obj, "training", False))


def trace_graph(
    obj: Any,
    *examples: Any,
    source: str | None = None,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    dynamic_batch: bool = True,
    dynamic_axes: Sequence[int] = (),
) -> Graph:
    """Return the graph of ivy operations that a function or module computes.

    The arguments of a call are given as they are, or in `args`; the others as in `transpile`. Code
    written with ivy is traced, that of a framework imported.
    """
    if not isinstance(args, (tuple, list, type(None))):
        kind = type(args).__name__
        raise IvyTypeError(f"args: expected a tuple of arguments, got {kind}; write args=(x,)")
    if not isinstance(kwargs, (Mapping, type(None))):
        kind = type(kwargs).__name__
        raise IvyTypeError(f"kwargs: expected a dict of arguments by name, got {kind}")
    dynamic_axes = dynamic_axes if isinstance(dynamic_axes, (tuple, list)) else (dynamic_axes,)
    if examples and args is not None:
        msg = (
            f"trace_graph: expected arguments as they are or as args, got {examples!r} beside args"
        )
        raise IvyTypeError(f"{msg}; a framework is given as source=")
    args, kwargs = (*examples, *(args or ())), dict(kwargs or {})
    name = _source_of(obj, source, (args, kwargs))
    importer = importlib.import_module(f"ivy.graph.importers.{name}")
    if name != "ivy":
        backends.load(name)
        args, kwargs = _converted((args, kwargs), name)
    axes = {"dynamic_axes": tuple(dynamic_axes)} if dynamic_axes else {}
    if axes and name not in ("torch", "jax"):
        raise IvyValueError(f"dynamic_axes: expected a program of torch or JAX, got one of {name}")
    if any(not isinstance(axis, int) or axis < 1 for axis in dynamic_axes):
        msg = f"dynamic_axes: expected numbers of axes from 1 on, got {dynamic_axes!r}"
        raise IvyValueError(f"{msg}; dynamic_batch is for the first")
    try:
        with _ONE_AT_A_TIME, shown(_name_of(obj)):
            graph = importer.to_graph(obj, args, kwargs, dynamic_batch, **axes)
    except IvyException:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}, at {line_of(error)}"
        msg = f"expected a program of {name} that runs, got {what}; source= names another framework"
        raise IvyTranspileException(msg) from error
    return passes.simplified(graph)


def _name_of(obj: Any) -> str:
    code = obj[0] if type(obj) is tuple and obj else obj
    return str(getattr(code, "__name__", type(code).__name__))


def unify(
    obj: Any,
    source: str | None = None,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """Return a function or module of a framework as one of ivy, which runs on every backend.

    A module has its weights on the current backend; `to_backend` brings them to another one.
    """
    return transpile(obj, source, "ivy", args, kwargs)


def graph_transpile(
    obj: Any,
    source: str | None = None,
    to: str | None = None,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """Return what `transpile` returns; kept for programs that use this name."""
    return transpile(obj, source, to, args or (), kwargs)


def as_target(graph: Graph, to: str, training: bool = False) -> Any:
    """Return a graph as a module of the target's library, or a function if it holds no weights."""
    with understood(graph):
        return _as_target(graph, to, training)


def _as_target(graph: Graph, to: str, training: bool) -> Any:
    backend, convert = TARGETS[to]
    if not graph.parameters and not graph.buffers:
        suited = passes.for_backend(graph, backend) if backend else graph
        return GraphFunction(suited, backend or None)
    backend = backend or current_space().NAME
    module = GraphModule(passes.for_backend(graph, backend), backend, training)
    return module if convert is None else convert(module)


class GraphFunction:
    """A graph without weights, called as the function it was made from."""

    def __init__(self, graph: Graph, backend: str | None) -> None:
        self.graph, self.backend = graph, backend
        self.__name__ = graph.name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the result for arrays of the backend, or of any with `to="ivy"`."""
        inputs = bound(self.graph, args, kwargs)
        space = backends.load(self.backend) if self.backend else space_of(*inputs)
        if found := {space_of(x).NAME for x in inputs if is_native(x)} - {space.NAME}:
            msg = f"{self.__name__}: expected arrays of {space.NAME}, got those of {found.pop()}"
            raise IvyTypeError(f"{msg}; ivy.to_backend(x, {space.NAME!r}) makes one")
        held = {name: space.asarray(_moved(x, space)) for name, x in self.graph.arrays.items()}
        outputs, _ = program(self.graph, space)(inputs, held)
        given = [x for _, x in leaves_with_paths((args, kwargs), lambda x: not is_nest(x))]
        wrapped = any(isinstance(x, Wrapper) for x in given)
        return OPERATIONS["to_ivy"](outputs, nested=True) if wrapped else outputs

    def __repr__(self) -> str:
        return f"<{self.backend or 'ivy'} function of {self.graph!r}>"


def _moved(x: Any, space: Any) -> Any:
    return unwrap(OPERATIONS["to_backend"](x, space.NAME))


class Lazy:
    """Something that is translated at its first call, with the arguments of that call."""

    def __init__(self, obj: Any, source: str | None, to: str, open_sizes: dict[str, Any]) -> None:
        self.obj, self.source, self.to, self.open_sizes = obj, source, to, open_sizes
        self.transpiled: Any = None
        functools.update_wrapper(self, obj, updated=())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the translated function or module returns."""
        if self.transpiled is None:
            self.transpiled = transpile(
                self.obj, self.source, self.to, args, kwargs, **self.open_sizes
            )
        if backend := TARGETS[self.to][0]:
            args, kwargs = _converted((args, kwargs), backend)
        return self.transpiled(*args, **kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Return a method, which is translated for each object."""
        if instance is None:
            return self
        method = self.obj.__get__(instance, owner)
        bound_here = Lazy(method, self.source, self.to, self.open_sizes)
        return instance.__dict__.setdefault(self.__name__, bound_here)

    def __getattr__(self, name: str) -> Any:
        if self.__dict__.get("transpiled") is None:
            msg = f"{name}: expected a call first, which translates {self.obj!r:.80}"
            raise AttributeError(f"{msg}; or give ivy.transpile its args")
        return getattr(self.transpiled, name)


def _transpiled_class(cls: type, source: str | None, to: str, open_sizes: dict[str, Any]) -> Any:
    """Return a function that makes an instance of a class and translates it at its first call."""

    @functools.wraps(cls, updated=())
    def make(*args: Any, **kwargs: Any) -> Lazy:
        return Lazy(cls(*args, **kwargs), source, to, open_sizes)

    return make


# ---- what is given ------------------------------------------------------------------------------


def _checked_target(to: str | None) -> str:
    if not isinstance(to, str) or to not in TARGETS:
        raise IvyValueError(f"to: expected one of {tuple(TARGETS)}, got {to!r}")
    backend = TARGETS[to][0]
    if backend and not backends.installed(backend):
        msg = f"to: {backend} is not installed; run: pip install 'ivy[{backend}]'"
        raise IvyMissingBackendException(msg)
    return to


def _checked_source(source: str | None) -> str | None:
    """Return the importer for the name of a framework; None without a name."""
    if source is not None and (not isinstance(source, str) or source not in _LIBRARIES):
        raise IvyValueError(f"source: expected one of {tuple(_LIBRARIES)}, got {source!r}")
    return None if source is None else _LIBRARIES[source]


def _source_of(obj: Any, source: str | None, arguments: Any) -> str:
    """Return the importer for an object: by its class, else by its code, else its arrays."""
    if (name := _checked_source(source)) is not None:
        return name
    if isinstance(obj, Module):
        return "ivy"
    # Models of linen, Haiku and Equinox come with their variables.
    for cls in type(obj[0] if type(obj) is tuple and obj else obj).__mro__:
        found = _LIBRARIES.get(cls.__module__.partition(".")[0])
        # A class of ivy below one of a library is what a converter made.
        if found is not None and found != "ivy":
            if found == "tensorflow" and _is_keras(obj):
                return _keras_backend()
            return found
    arrays = [x for _, x in leaves_with_paths(arguments, lambda x: not is_nest(x))]
    if any(isinstance(x, Wrapper) for x in arrays):
        return "ivy"
    natives = [x for x in arrays if is_native(x)]
    named = _libraries_in(obj, set()) - {"numpy"}  # whose numbers programs of the others use
    if len(named) == 1 and "ivy" not in named:
        return named.pop()
    if not natives:
        msg = "source: expected the name of a framework, since no argument is an array"
        raise IvyTypeError(f"{msg}; e.g. source='torch'")
    return str(space_of(*natives).NAME)


def _libraries_in(obj: Any, seen: set[Any]) -> set[str]:
    """Return the importers of the frameworks that a function names, and the functions it calls."""
    function: Any = inspect.unwrap(obj)
    function = function.func if isinstance(function, functools.partial) else function
    if callable(function) and not inspect.isroutine(function):
        function = function.__call__
    if (library := _library_of(function)) is not None:
        return {library}
    if not hasattr(function, "__code__") or function in seen:
        return set()
    seen.add(function)
    names = inspect.getclosurevars(function)
    found = set()
    for value in (*names.globals.values(), *names.nonlocals.values()):
        if (library := _library_of(value)) is not None:
            found.add(library)
        elif inspect.isroutine(value) and _package(value) == _package(function):
            found |= _libraries_in(value, seen)
    return found


def _library_of(value: Any) -> str | None:
    """Return the importer for the library that a module, class or function is of."""
    if inspect.isbuiltin(value) and value.__module__ is None:
        value = value.__self__  # of functions in C torch says a class or a module only here
    package = _package(value)
    return _keras_backend() if package == "keras" else _LIBRARIES.get(package)


def _package(value: Any) -> str:
    home = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
    return str(home).partition(".")[0]


def _keras_backend() -> str:
    return str(sys.modules["keras"].backend.backend())


def _is_keras(obj: Any) -> bool:
    return any(cls.__module__.startswith("keras.") for cls in type(obj).__mro__)


def _converted(nest: Any, backend: str) -> Any:
    """Return arguments with their arrays as native ones of a backend."""

    def convert(x: Any) -> Any:
        if isinstance(x, Wrapper) or is_native(x):
            return unwrap(OPERATIONS["to_backend"](x, backend))
        return x

    return mapped(convert, nest)
