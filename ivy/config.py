"""All state that changes: the current backend, default dtypes and device, modes.

Every setting is a stack with `set_x`, `unset_x` and a context manager. The main thread sets the
value every thread sees; another thread that sets a value sets its own. A context manager's value
holds for the current thread or task only.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ivy.errors import IvyValueError
from ivy.locks import free_after_fork
from ivy.types import Device, Dtype

SETTINGS: dict[str, Setting] = {}
_counting = free_after_fork(threading.Lock())


class Setting:
    """One value that can be set, unset and overridden in a block.

    `check` turns what a caller gave into the value kept (a plain str, number or bool, so that
    `torch.compile` can take it as a constant) or raises.
    """

    def __init__(self, name: str, default: Any, check: Callable[[Any], Any]) -> None:
        self.name, self.default, self.check = name, default, check
        self.shared: list[Any] = []
        self._local = threading.local()
        self._threads_set = False  # spares `get` the slow look at `_local`
        self._scoped: ContextVar[tuple[list[Any], ...]] = ContextVar(name, default=())
        self.in_use = self.scoped_in_use = 0
        self.strays = 0
        """How many `with` blocks ended in another thread than they began in, as of generators."""
        self.listeners: list[Callable[[], None]] = []  # called after each change
        SETTINGS[name] = self

    @staticmethod
    def in_main_thread() -> bool:
        """Return whether this is the thread whose values all others see."""
        return threading.current_thread() is threading.main_thread()

    @property
    def stack(self) -> list[Any]:
        """The values set by this thread, the last one in force."""
        if self.in_main_thread():
            return self.shared
        if not hasattr(self._local, "stack"):
            self._local.stack = []
            self._threads_set = True
        own: list[Any] = self._local.stack
        return own

    def get(self) -> Any:
        """Return the value in force here."""
        if scoped := self._scoped.get():
            return scoped[-1][0]
        if self._threads_set and (own := getattr(self._local, "stack", None)):
            return own[-1]
        return self.shared[-1] if self.shared else self.default

    def is_set(self) -> bool:
        """Return whether some value is in force here other than the default."""
        return bool(self._scoped.get() or getattr(self._local, "stack", None) or self.shared)

    def depth(self) -> int:
        """Return how many values were put in force here, each over the one before."""
        own = getattr(self._local, "stack", ()) if self._threads_set else ()
        return len(self._scoped.get()) + len(own) + len(self.shared)

    def set(self, value: Any) -> None:
        """Put a value in force until `unset`."""
        value = self.check(value)
        self.stack.append(value)
        self._count(value, 1)

    def unset(self) -> Any:
        """Undo the last `set`; do nothing when there is none."""
        value = self.stack.pop() if self.stack else None
        self._count(value, 0 if value is None else -1)
        return value

    def clear(self) -> None:
        """Undo every `set` of this thread."""
        while self.stack:
            self.unset()

    def _count(self, value: Any, change: int) -> None:
        """Keep `in_use`: how many values other than the default are in force in some thread."""
        with _counting:
            self.in_use += change if value != self.default else 0
        for listener in self.listeners:
            listener()

    @contextmanager
    def override(self, value: Any) -> Iterator[Any]:
        """Put a value in force inside a `with` block, for this thread or task.

        Its end takes away its own value only: blocks of generators end in any order and anywhere.
        """
        value = self.check(value)
        own, thread = [value], threading.get_ident()
        self._scoped.set((*self._scoped.get(), own))
        with _counting:
            self.scoped_in_use += 1
        self._count(value, 1)
        try:
            yield value
        finally:
            self._scoped.set(tuple(x for x in self._scoped.get() if x is not own))
            with _counting:
                self.scoped_in_use -= 1
                self.strays += threading.get_ident() != thread
            self._count(value, -1)


def setting(name: str) -> Any:
    """Return the value in force of the setting `name`."""
    return SETTINGS[name].get()


def is_set(name: str) -> bool:
    """Return whether the setting `name` was given a value that is in force here."""
    return SETTINGS[name].is_set()


def depth(name: str) -> int:
    """Return how many values of the setting `name` were put in force here."""
    return SETTINGS[name].depth()


_read: tuple[Any, ...] = (setting, is_set, depth)
for _function in _read:
    # torch.compile runs these instead of tracing them (a ContextVar cannot be traced).
    _function._dynamo_marked_constant = True
    # tf.function calls them as they are, instead of rewriting them.
    _function.autograph_info__ = {}


def _flag(name: str) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        if not isinstance(value, bool):
            raise IvyValueError(f"set_{name}: expected True or False, got {value!r}")
        return value

    return check


def _one_of(name: str, *allowed: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in allowed:
            raise IvyValueError(f"set_{name}: expected one of {allowed}, got {value!r}")
        return str(value)

    return check


def _number(name: str, kind: type, least: float) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        number = isinstance(value, (int, kind)) and not isinstance(value, bool)
        if not number or float(value) < least:
            raise IvyValueError(
                f"set_{name}: expected {kind.__name__} of at least {least}, got {value!r}"
            )
        return kind(value)

    return check


def _path(value: Any) -> str:
    if not isinstance(value, (str, os.PathLike)):
        raise IvyValueError(f"set_tmp_dir: expected a path, got {value!r}")
    return str(value)


def _dtype(name: str, *kinds: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        from ivy.backends import as_ivy_dtype  # a dtype may be any loaded framework's

        dtype = as_ivy_dtype(value)
        if kinds and dtype.kind not in kinds:
            raise IvyValueError(f"set_{name}: expected a {' or '.join(kinds)} dtype, got {dtype}")
        return dtype.name

    return check


DEFAULT_DTYPE = Setting("default_dtype", None, _dtype("default_dtype"))
DEFAULT_FLOAT = Setting("default_float_dtype", "float32", _dtype("default_float_dtype", "float"))
DEFAULT_INT = Setting("default_int_dtype", "int32", _dtype("default_int_dtype", "int"))
DEFAULT_UINT = Setting("default_uint_dtype", "uint32", _dtype("default_uint_dtype", "uint"))
DEFAULT_COMPLEX = Setting(
    "default_complex_dtype", "complex64", _dtype("default_complex_dtype", "complex")
)
DEFAULT_DTYPES = (DEFAULT_FLOAT, DEFAULT_INT, DEFAULT_UINT, DEFAULT_COMPLEX)
DEFAULT_DEVICE = Setting("default_device", None, lambda device: str(Device(device)))

ARRAY_MODE = Setting("array_mode", True, _flag("array_mode"))
NESTABLE_MODE = Setting("nestable_mode", True, _flag("nestable_mode"))
PRECISE_MODE = Setting("precise_mode", False, _flag("precise_mode"))
SOFT_DEVICE_MODE = Setting("soft_device_mode", False, _flag("soft_device_mode"))
SHAPE_ARRAY_MODE = Setting("shape_array_mode", False, _flag("shape_array_mode"))
INPLACE_MODE = Setting("inplace_mode", "lenient", _one_of("inplace_mode", "lenient", "strict"))
NAN_POLICY = Setting(
    "nan_policy", "nothing", _one_of("nan_policy", "nothing", "warns", "raise_exception")
)
WARNING_LEVEL = Setting(
    "warning_level", "ivy_only", _one_of("warning_level", "none", "ivy_only", "all")
)
EXCEPTION_TRACE_MODE = Setting(
    "exception_trace_mode",
    "full",
    _one_of("exception_trace_mode", "full", "ivy", "frontend", "none"),
)
SHOW_FUNC_WRAPPER_TRACE_MODE = Setting(
    "show_func_wrapper_trace_mode", True, _flag("show_func_wrapper_trace_mode")
)
SIGNIFICANT_FIGURES = Setting(
    "array_significant_figures", 10, _number("array_significant_figures", int, 1)
)
DECIMAL_VALUES = Setting("array_decimal_values", 8, _number("array_decimal_values", int, 0))
MIN_DENOMINATOR = Setting("min_denominator", 1e-12, _number("min_denominator", float, 0))
MIN_BASE = Setting("min_base", 1e-05, _number("min_base", float, 0))
QUEUE_TIMEOUT = Setting("queue_timeout", 15.0, _number("queue_timeout", float, 0))
TMP_DIR = Setting("tmp_dir", "/tmp", _path)

SPLIT_FACTORS: dict[str, float] = {}
"""Device -> how large the pieces of `split_func_call` are: 0 one element, 1 everything."""

MODES = (
    ARRAY_MODE,
    NESTABLE_MODE,
    PRECISE_MODE,
    SOFT_DEVICE_MODE,
    SHAPE_ARRAY_MODE,
    INPLACE_MODE,
    NAN_POLICY,
    WARNING_LEVEL,
    EXCEPTION_TRACE_MODE,
    SHOW_FUNC_WRAPPER_TRACE_MODE,
    SIGNIFICANT_FIGURES,
    DECIMAL_VALUES,
    MIN_DENOMINATOR,
    MIN_BASE,
    QUEUE_TIMEOUT,
    TMP_DIR,
)


def default_of(kind: str) -> Dtype:
    """Return the default dtype of a kind: bool, int, uint, float or complex."""
    return Dtype("bool" if kind == "bool" else setting(f"default_{kind}_dtype"))


def _backend(name: Any) -> str:
    from ivy.backends import load

    return str(load(getattr(name, "NAME", name)).NAME)


BACKEND = Setting("backend", "numpy", _backend)
WITH_GRADS = Setting("with_grads", True, _flag("with_grads"))
