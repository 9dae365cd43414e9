"""The frameworks behind ivy: which exist, how one is loaded, whose array an object is.

A backend is a package whose attributes are ivy's operations on native arrays. What a framework
does not define itself is completed from `ivy.backends.any`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import sys
import threading
from functools import cache, partial
from types import ModuleType
from typing import Any

from ivy import config, constants
from ivy.backends import namespaces
from ivy.errors import (
    IvyInvalidBackendException,
    IvyMissingBackendException,
    IvyValueError,
    describe,
    first_line,
)
from ivy.locks import free_after_fork
from ivy.types import Dtype

NAMES = ("numpy", "torch", "jax", "tensorflow")
FRAMEWORKS = {name: name for name in NAMES} | {
    "jaxlib": "jax", "flax": "jax", "keras": "tensorflow",
    "ivy": "numpy",  # the boxed arrays of ivy.backends.numpy_tape
}  # fmt: skip
"""Top-level package of a type's module -> the backend to ask whether it is an array."""

TRACING = "tracing"
"""The backend of programs being traced: not a framework, it records for one of them."""

_loaded: dict[str, ModuleType] = {}
_recorders: dict[str, Any] = {}
_loading = free_after_fork(threading.RLock())


def load(name: str) -> ModuleType:
    """Return the namespace of a backend, importing its framework on first use."""
    if not isinstance(name, str):
        raise IvyInvalidBackendException(f"expected a backend of {NAMES}, got {describe(name)}")
    if name in _loaded:
        return _loaded[name]
    if name in _recorders:
        return _recorders[name]
    if name not in NAMES:
        raise IvyInvalidBackendException(f"expected a backend of {NAMES}, got {name!r}")
    if not installed(name):
        msg = f"{name} is not installed; run: pip install 'ivy[{name}]'"
        raise IvyMissingBackendException(msg)
    _load_first(name)
    return _loaded[name]


def _load_first(name: str) -> None:
    with _loading:
        if name not in _loaded:
            _import_framework(name)
            space = importlib.import_module(f"ivy.backends.{name}")
            complete(space)
            _announce(space)
            _loaded[name] = space  # last: other threads take what is here as it is
    dynamo = sys.modules.get("torch._dynamo.symbolic_convert")
    if dynamo is not None and hasattr(dynamo.tls, "current_tx"):
        # torch.compile has seen ivy's tables as they were: let it trace the function anew.
        raise dynamo.exc.UnspecializeRestartAnalysis(restart_reason=f"ivy has loaded {name}")


_load_first._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _import_framework(name: str) -> None:
    try:
        importlib.import_module(name)
    except Exception as error:
        said = f"{type(error).__name__}: {first_line(error)}"
        msg = f"{name}: expected an installation that can be imported, got {said}"
        raise IvyMissingBackendException(f"{msg}; install {name} anew") from error


def record_with(recorder: Any) -> None:
    """Let a namespace be the backend TRACING."""
    _recorders[TRACING] = recorder


def installed(name: str) -> bool:
    """Return whether the framework of a backend can be imported, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # something stands in its place that is no installation
        return False


def loaded() -> tuple[ModuleType, ...]:
    """Return the namespaces of the backends loaded so far."""
    return tuple(_loaded.values())


def _public(package: ModuleType) -> dict[str, Any]:
    """Return the public names of a package's modules, except what they import for themselves."""
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        names = (name for name in vars(module) if not name.startswith("_"))
        found |= {n: v for n in names if not _is_tool(n, v := getattr(module, n), module)}
    return found


def _is_tool(name: str, value: Any, module: ModuleType) -> bool:
    """Return whether a value is a module, or a function that another module of ivy defines."""
    home = getattr(value, "__module__", None) or ""
    foreign = home.startswith("ivy.") and home != module.__name__
    imported = foreign and getattr(sys.modules.get(home), name, None) is value
    return isinstance(value, ModuleType) or (inspect.isfunction(value) and imported)


@cache
def shared_bodies() -> dict[str, Any]:
    """Return the operations of `ivy.backends.any`, which take a namespace first."""
    package = importlib.import_module("ivy.backends.any")
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        functions = {n: v for n, v in vars(module).items() if inspect.isfunction(v)}
        # What a module imports is not its own, and must not hide another module's.
        own = {n: v for n, v in functions.items() if v.__module__ == module.__name__}
        found |= {n: v for n, v in own.items() if not n.startswith("_")}
    return found


def complete(space: ModuleType) -> None:
    """Collect a backend's operations in its package, and every shared body it does not define."""
    for name, value in _public(space).items():
        setattr(space, name, value)
    for dtype, native in space.NATIVE_DTYPES.items():
        setattr(space, dtype.name, native)
    for name in ("e", "inf", "nan", "newaxis", "pi"):
        setattr(space, name, getattr(constants, name))
    for name, body in shared_bodies().items():
        body.autograph_info__ = {}  # tf.function calls it as it is, instead of rewriting it
        if name not in vars(space):
            setattr(space, name, partial(body, space))
    namespaces.attach(space)


def variant(space: ModuleType, operations: str) -> ModuleType:
    """Return a namespace for a kind of operands that a backend may have other functions for.

    NUMBER_OPERATIONS take an array and a Python number, where the framework's own rule for
    numbers is not ivy's and a check would slow all other calls; ONE_DTYPE_OPERATIONS take two
    arrays known to have one dtype, and so need no check.
    """
    if not hasattr(space, operations):
        return space
    found = ModuleType(f"{space.__name__} with {operations}")
    vars(found).update(vars(space) | getattr(space, operations))
    return found


def follow_default_float(space: ModuleType) -> None:
    """Let functions of integers give ivy's default float where the framework has one of its own."""
    names: frozenset[str] = getattr(space, "FLOATS_OF_INTEGERS", frozenset())
    for functions in (vars(space), getattr(space, "NUMBER_OPERATIONS", {})):
        for name in names & functions.keys():
            own = getattr(functions[name], "of_own_float", functions[name])
            follows = config.DEFAULT_FLOAT.in_use
            functions[name] = space.of_default_float(own) if follows else own


_listeners: list[Any] = []


def on_load(listener: Any) -> None:
    """Call `listener(space)` for every backend loaded from now on."""
    _listeners.append(listener)


def _announce(space: ModuleType) -> None:
    for listener in _listeners:
        listener(space)


def as_ivy_dtype(dtype: Any) -> Dtype:
    """Return the `ivy.Dtype` for a dtype of any loaded framework, a name, or a Python type."""
    if isinstance(dtype, Dtype):
        return dtype
    for space in _loaded.values():
        try:
            return space.DTYPES[dtype]
        except (KeyError, TypeError):
            continue
    try:
        return Dtype(dtype)
    except IvyValueError:
        name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None)
        return Dtype(name or str(dtype).removeprefix("torch."))
