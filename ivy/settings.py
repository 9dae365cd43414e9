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
from ivy.dispatch import current_space, space_of
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
    "get_backend",
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
    "set_soft_device_mode",
    "set_tensorflow_backend",
    "set_tmp_dir",
    "set_torch_backend",
    "set_warning_level",
    "shape_array_mode",
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
    return str(config.setting("backend"))


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

set_array_mode, unset_array_mode = config.ARRAY_MODE.set, config.ARRAY_MODE.unset
set_nestable_mode, unset_nestable_mode = config.NESTABLE_MODE.set, config.NESTABLE_MODE.unset
set_precise_mode, unset_precise_mode = config.PRECISE_MODE.set, config.PRECISE_MODE.unset
set_soft_device_mode = config.SOFT_DEVICE_MODE.set
unset_soft_device_mode = config.SOFT_DEVICE_MODE.unset
set_shape_array_mode = config.SHAPE_ARRAY_MODE.set
unset_shape_array_mode = config.SHAPE_ARRAY_MODE.unset
set_inplace_mode, unset_inplace_mode = config.INPLACE_MODE.set, config.INPLACE_MODE.unset
set_nan_policy, unset_nan_policy = config.NAN_POLICY.set, config.NAN_POLICY.unset
set_warning_level, unset_warning_level = config.WARNING_LEVEL.set, config.WARNING_LEVEL.unset
set_exception_trace_mode = config.EXCEPTION_TRACE_MODE.set
unset_exception_trace_mode = config.EXCEPTION_TRACE_MODE.unset
set_array_significant_figures = config.SIGNIFICANT_FIGURES.set
unset_array_significant_figures = config.SIGNIFICANT_FIGURES.unset
set_array_decimal_values = config.DECIMAL_VALUES.set
unset_array_decimal_values = config.DECIMAL_VALUES.unset
set_min_denominator, unset_min_denominator = (
    config.MIN_DENOMINATOR.set,
    config.MIN_DENOMINATOR.unset,
)
set_min_base, unset_min_base = config.MIN_BASE.set, config.MIN_BASE.unset
set_queue_timeout, unset_queue_timeout = config.QUEUE_TIMEOUT.set, config.QUEUE_TIMEOUT.unset
set_tmp_dir, unset_tmp_dir = config.TMP_DIR.set, config.TMP_DIR.unset

ArrayMode = config.ARRAY_MODE.override
NestableMode = config.NESTABLE_MODE.override
PreciseMode = config.PRECISE_MODE.override
SoftDeviceMode = config.SOFT_DEVICE_MODE.override
ShapeArrayMode = config.SHAPE_ARRAY_MODE.override
InplaceMode = config.INPLACE_MODE.override
NanPolicy = config.NAN_POLICY.override
WarningLevel = config.WARNING_LEVEL.override
ExceptionTraceMode = config.EXCEPTION_TRACE_MODE.override
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
    before = setting.changed

    def changed() -> None:
        before()
        if setting.in_main_thread():
            setattr(sys.modules["ivy"], setting.name, setting.get())

    setting.changed = changed


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
