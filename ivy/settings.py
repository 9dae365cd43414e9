"""Choosing the backend, and the modes: the public face of `ivy.config`.

Each mode `x` has `set_x(value)`, `unset_x()`, a context manager and the attribute `ivy.x`, which
shows the value in force in the main thread.
"""

from __future__ import annotations

import random
import sys
import warnings
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

from ivy import backends, config
from ivy.dispatch import current_name, current_space, space_of
from ivy.errors import IvyValueError

__all__ = [
    "ArrayDecimalValues",
    "ArrayMode",
    "ArraySignificantFigures",
    "ExceptionTraceMode",
    "InplaceMode",
    "MinBase",
    "MinDenominator",
    "NanPolicy",
    "NestableMode",
    "PreciseMode",
    "QueueTimeout",
    "ShapeArrayMode",
    "ShowFuncWrapperTraceMode",
    "SoftDeviceMode",
    "TmpDir",
    "WarningLevel",
    "array_decimal_values",
    "array_mode",
    "array_significant_figures",
    "backend_stack",
    "backend_version",
    "choose_random_backend",
    "clear_backend_stack",
    "current_backend",
    "current_backend_str",
    "exception_trace_mode",
    "get_array_mode",
    "get_backend",
    "get_exception_trace_mode",
    "get_min_base",
    "get_min_denominator",
    "get_nestable_mode",
    "get_queue_timeout",
    "get_show_func_wrapper_trace_mode",
    "get_tmp_dir",
    "inplace_mode",
    "min_base",
    "min_denominator",
    "nan_policy",
    "nestable_mode",
    "precise_mode",
    "previous_backend",
    "queue_timeout",
    "reset_globals",
    "set_array_decimal_values",
    "set_array_mode",
    "set_array_significant_figures",
    "set_backend",
    "set_exception_trace_mode",
    "set_inplace_mode",
    "set_jax_backend",
    "set_min_base",
    "set_min_denominator",
    "set_nan_policy",
    "set_nestable_mode",
    "set_numpy_backend",
    "set_precise_mode",
    "set_queue_timeout",
    "set_shape_array_mode",
    "set_show_func_wrapper_trace_mode",
    "set_soft_device_mode",
    "set_tensorflow_backend",
    "set_tmp_dir",
    "set_torch_backend",
    "set_warning_level",
    "shape_array_mode",
    "show_func_wrapper_trace_mode",
    "soft_device_mode",
    "tmp_dir",
    "unset_array_decimal_values",
    "unset_array_mode",
    "unset_array_significant_figures",
    "unset_backend",
    "unset_exception_trace_mode",
    "unset_inplace_mode",
    "unset_min_base",
    "unset_min_denominator",
    "unset_nan_policy",
    "unset_nestable_mode",
    "unset_precise_mode",
    "unset_queue_timeout",
    "unset_shape_array_mode",
    "unset_show_func_wrapper_trace_mode",
    "unset_soft_device_mode",
    "unset_tmp_dir",
    "unset_warning_level",
    "use_backend",
    "warn",
    "warning_level",
    "with_backend",
]

# ---- the backend ------------------------------------------------------------------------------

backend_stack = config.BACKEND.shared
"""Names of the backends set in the main thread, the last one in force."""


def set_backend(backend: str | ModuleType, /, *, x64: bool = True) -> None:
    """Use a backend for calls without arrays, until `unset_backend`.

    In the main thread it becomes the default of every thread. Setting JAX switches its 64-bit
    mode on, because float64 must be float64, unless `x64=False` or `JAX_ENABLE_X64=0`.

    >>> ivy.set_backend("numpy")
    >>> ivy.zeros(2)
    ivy.array([0., 0.])
    """
    config.BACKEND.set(backend)
    current = current_space()
    if x64 and hasattr(current, "enable_x64"):
        current.enable_x64()


def set_numpy_backend() -> None:
    """Do `set_backend("numpy")`."""
    set_backend("numpy")


def set_torch_backend() -> None:
    """Do `set_backend("torch")`."""
    set_backend("torch")


def set_jax_backend() -> None:
    """Do `set_backend("jax")`."""
    set_backend("jax")


def set_tensorflow_backend() -> None:
    """Do `set_backend("tensorflow")`."""
    set_backend("tensorflow")


def unset_backend() -> str | None:
    """Undo the last `set_backend` and return the backend it had set, if any."""
    name: str | None = config.BACKEND.unset()
    return name


previous_backend = unset_backend


def clear_backend_stack() -> None:
    """Undo every `set_backend` of this thread."""
    config.BACKEND.clear()


def use_backend(backend: str | ModuleType, /) -> AbstractContextManager[Any]:
    """Use a backend inside a `with` block, in this thread or task only.

    >>> with ivy.use_backend("numpy"):
    ...     ivy.current_backend_str()
    'numpy'
    """
    return config.BACKEND.override(backend)


def with_backend(backend: str, /) -> ModuleType:
    """Return a framework's whole ivy namespace, on its native arrays, without any dispatch.

    >>> xp = ivy.with_backend("numpy")
    >>> type(xp.zeros(2)).__name__
    'ndarray'
    """
    return backends.load(backend)


get_backend = with_backend


def current_backend(*arrays: Any) -> ModuleType:
    """Return the namespace of the arrays' framework, or of the backend in force."""
    space: ModuleType = space_of(*arrays)
    return space


def current_backend_str() -> str:
    """Return the name of the backend in force."""
    return current_name()


def choose_random_backend(excluded: list[str] | None = None) -> str:
    """Return the name of an installed backend that is not excluded."""
    left = [b for b in backends.NAMES if backends.installed(b) and b not in (excluded or ())]
    if not left:
        raise IvyValueError(f"choose_random_backend: expected one left, got excluded={excluded!r}")
    return random.choice(left)


def backend_version() -> dict[str, str]:
    """Return the version of the framework in force."""
    return {"version": current_space().VERSION}


# ---- modes ------------------------------------------------------------------------------------


def set_array_mode(mode: bool) -> None:
    """Choose whether functions without arrays return `ivy.Array` or native arrays."""
    config.ARRAY_MODE.set(mode)


def set_nestable_mode(mode: bool) -> None:
    """Choose whether functions are mapped over the leaves of a Container."""
    config.NESTABLE_MODE.set(mode)


def set_precise_mode(mode: bool) -> None:
    """Choose whether an integer with a float widens the float, as in NumPy."""
    config.PRECISE_MODE.set(mode)


def set_soft_device_mode(mode: bool) -> None:
    """Choose whether a device that does not exist stands for the CPU."""
    config.SOFT_DEVICE_MODE.set(mode)


def set_shape_array_mode(mode: bool) -> None:
    """Choose whether `ivy.shape` returns an array."""
    config.SHAPE_ARRAY_MODE.set(mode)


def set_inplace_mode(mode: str = "lenient") -> None:
    """Choose what an in-place update of an array that cannot change does: "strict" raises."""
    config.INPLACE_MODE.set(mode)


def set_exception_trace_mode(mode: str) -> None:
    """Choose whether an error shows the framework's own as its cause; "none" does not."""
    config.EXCEPTION_TRACE_MODE.set(mode)


def set_show_func_wrapper_trace_mode(mode: bool) -> None:
    """Accept the mode of the first Ivy; there are no wrappers to show or hide in a traceback."""
    config.SHOW_FUNC_WRAPPER_TRACE_MODE.set(mode)


def set_min_denominator(val: float) -> None:
    """Choose what `stable_divide` adds to denominators."""
    config.MIN_DENOMINATOR.set(val)


def set_min_base(val: float) -> None:
    """Choose what `stable_pow` adds to bases."""
    config.MIN_BASE.set(val)


def set_queue_timeout(timeout: float) -> None:
    """Choose how many seconds to wait for an entry of a queue."""
    config.QUEUE_TIMEOUT.set(timeout)


def set_tmp_dir(tmp_dr: str) -> None:
    """Choose the folder for files that nobody named: the plot of `ivy demo`."""
    config.TMP_DIR.set(tmp_dr)


set_nan_policy, unset_nan_policy = config.NAN_POLICY.set, config.NAN_POLICY.unset
set_warning_level, unset_warning_level = config.WARNING_LEVEL.set, config.WARNING_LEVEL.unset
set_array_significant_figures = config.SIGNIFICANT_FIGURES.set
set_array_decimal_values = config.DECIMAL_VALUES.set

unset_array_mode, get_array_mode = config.ARRAY_MODE.unset, config.ARRAY_MODE.get
unset_nestable_mode, get_nestable_mode = config.NESTABLE_MODE.unset, config.NESTABLE_MODE.get
unset_precise_mode = config.PRECISE_MODE.unset
unset_soft_device_mode = config.SOFT_DEVICE_MODE.unset
unset_shape_array_mode = config.SHAPE_ARRAY_MODE.unset
unset_inplace_mode = config.INPLACE_MODE.unset
unset_exception_trace_mode = config.EXCEPTION_TRACE_MODE.unset
get_exception_trace_mode = config.EXCEPTION_TRACE_MODE.get
unset_show_func_wrapper_trace_mode = config.SHOW_FUNC_WRAPPER_TRACE_MODE.unset
get_show_func_wrapper_trace_mode = config.SHOW_FUNC_WRAPPER_TRACE_MODE.get
unset_array_significant_figures = config.SIGNIFICANT_FIGURES.unset
unset_array_decimal_values = config.DECIMAL_VALUES.unset
unset_min_denominator = config.MIN_DENOMINATOR.unset
get_min_denominator = config.MIN_DENOMINATOR.get
unset_min_base, get_min_base = config.MIN_BASE.unset, config.MIN_BASE.get
unset_queue_timeout, get_queue_timeout = config.QUEUE_TIMEOUT.unset, config.QUEUE_TIMEOUT.get
unset_tmp_dir, get_tmp_dir = config.TMP_DIR.unset, config.TMP_DIR.get

ArrayMode = config.ARRAY_MODE.override
NestableMode = config.NESTABLE_MODE.override
PreciseMode = config.PRECISE_MODE.override
SoftDeviceMode = config.SOFT_DEVICE_MODE.override
ShapeArrayMode = config.SHAPE_ARRAY_MODE.override
InplaceMode = config.INPLACE_MODE.override
NanPolicy = config.NAN_POLICY.override
WarningLevel = config.WARNING_LEVEL.override
ExceptionTraceMode = config.EXCEPTION_TRACE_MODE.override
ShowFuncWrapperTraceMode = config.SHOW_FUNC_WRAPPER_TRACE_MODE.override
ArraySignificantFigures = config.SIGNIFICANT_FIGURES.override
ArrayDecimalValues = config.DECIMAL_VALUES.override
MinDenominator = config.MIN_DENOMINATOR.override
MinBase = config.MIN_BASE.override
QueueTimeout = config.QUEUE_TIMEOUT.override
TmpDir = config.TMP_DIR.override

array_mode = config.ARRAY_MODE.default
nestable_mode = config.NESTABLE_MODE.default
precise_mode = config.PRECISE_MODE.default
soft_device_mode = config.SOFT_DEVICE_MODE.default
shape_array_mode = config.SHAPE_ARRAY_MODE.default
inplace_mode = config.INPLACE_MODE.default
nan_policy = config.NAN_POLICY.default
warning_level = config.WARNING_LEVEL.default
exception_trace_mode = config.EXCEPTION_TRACE_MODE.default
show_func_wrapper_trace_mode = config.SHOW_FUNC_WRAPPER_TRACE_MODE.default
array_significant_figures = config.SIGNIFICANT_FIGURES.default
array_decimal_values = config.DECIMAL_VALUES.default
min_denominator = config.MIN_DENOMINATOR.default
min_base = config.MIN_BASE.default
queue_timeout = config.QUEUE_TIMEOUT.default
tmp_dir = config.TMP_DIR.default


def _mirror(setting: config.Setting) -> None:
    """Keep the attribute `ivy.<setting>` equal to the value in force in the main thread.

    A plain attribute, because a module-level `__getattr__` would slow down every `ivy.f`.
    """

    def changed() -> None:
        if setting.in_main_thread():
            setattr(sys.modules["ivy"], setting.name, setting.get())

    setting.listeners.append(changed)


for _mode in config.MODES:
    _mirror(_mode)


def reset_globals() -> None:
    """Put every setting back to its default."""
    for setting in config.SETTINGS.values():
        setting.clear()


def warn(message: str, stacklevel: int = 0) -> None:
    """Issue a warning as `warning_level` allows."""
    if config.setting("warning_level") != "none":
        warnings.warn(message, stacklevel=stacklevel + 2)
