"""Every setting: set, unset, context manager, attribute, bad values, threads."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import ivy
from ivy import backends, config
from ivy.errors import IvyException
from tests.helpers import read_settings

# setting: (default, other legal values, illegal values)
MODES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "array_mode": (True, [False, True], [1, "yes", None]),
    "nestable_mode": (True, [False, True], [0, None]),
    "precise_mode": (False, [True, False], ["True", None]),
    "soft_device_mode": (False, [True], [1]),
    "shape_array_mode": (False, [True], [None]),
    "inplace_mode": ("lenient", ["strict"], ["hard", None]),
    "nan_policy": ("nothing", ["warns", "raise_exception"], ["warn", True]),
    "warning_level": ("ivy_only", ["none", "all"], ["some", 3]),
    "exception_trace_mode": ("full", ["ivy", "frontend", "none"], ["all", None]),
    "show_func_wrapper_trace_mode": (True, [False], [1, None]),
    "array_significant_figures": (10, [3, 17], [0, -1, 2.5, "3", True]),
    "array_decimal_values": (8, [0, 3], [-1, 1.5, None]),
    "min_denominator": (1e-12, [1e-6, 1], ["small", None, -1.0]),
    "min_base": (1e-05, [1e-3], ["small", -1.0]),
    "queue_timeout": (15.0, [1, 0.5], ["soon", -1]),
    "tmp_dir": ("/tmp", ["elsewhere"], [3, None]),
}
DEFAULT_DTYPES: dict[str, tuple[str, str, str]] = {
    "default_float_dtype": ("float32", "float64", "int32"),
    "default_int_dtype": ("int32", "int64", "float32"),
    "default_uint_dtype": ("uint32", "uint8", "int8"),
    "default_complex_dtype": ("complex64", "complex128", "float64"),
}
EVERY_MODE = pytest.mark.parametrize("name", MODES)


def functions(name: str) -> tuple[Callable[[Any], None], Callable[[], Any], Callable[[Any], Any]]:
    """Return `set_x`, `unset_x` and the context manager of a setting."""
    camel = "".join(word.capitalize() for word in name.split("_"))
    return getattr(ivy, f"set_{name}"), getattr(ivy, f"unset_{name}"), getattr(ivy, camel)


def in_thread(function: Callable[[], Any]) -> Any:
    """Return what `function` returns in another thread."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    return results[0]


def test_every_mode_is_tested() -> None:
    assert {setting.name for setting in config.MODES} == set(MODES)


@EVERY_MODE
def test_default(name: str) -> None:
    assert getattr(ivy, name) == MODES[name][0] == config.setting(name)


@EVERY_MODE
def test_set_and_unset(name: str) -> None:
    default, others, _ = MODES[name]
    put, unset, _ = functions(name)
    for value in others:
        put(value)
        assert getattr(ivy, name) == config.setting(name) == value
    for value in [*reversed(others[:-1]), default]:
        unset()
        assert getattr(ivy, name) == config.setting(name) == value


@EVERY_MODE
def test_unset_without_set_does_nothing(name: str) -> None:
    functions(name)[1]()
    assert getattr(ivy, name) == MODES[name][0]


@EVERY_MODE
def test_context_manager(name: str) -> None:
    default, (value, *_), _ = MODES[name]
    manager = functions(name)[2]
    with manager(value):
        assert getattr(ivy, name) == config.setting(name) == value
        with manager(default):
            assert config.setting(name) == default
        assert config.setting(name) == value
    assert getattr(ivy, name) == config.setting(name) == default


@EVERY_MODE
def test_context_manager_ends_when_its_block_raises(name: str) -> None:
    default, (value, *_), _ = MODES[name]
    with pytest.raises(KeyError), functions(name)[2](value):
        raise KeyError
    assert getattr(ivy, name) == config.setting(name) == default


@pytest.mark.parametrize(
    ("name", "value"), [(name, bad) for name, (_, _, bads) in MODES.items() for bad in bads]
)
def test_bad_value(name: str, value: Any) -> None:
    put, _, manager = functions(name)
    for attempt in (put, lambda v: manager(v).__enter__()):
        with pytest.raises(IvyException, match=f"set_{name}: expected .*, got ") as caught:
            attempt(value)
        assert isinstance(caught.value, ValueError)
    assert config.setting(name) == MODES[name][0]


@EVERY_MODE
def test_main_thread_sets_for_all(name: str) -> None:
    _, (value, *_), _ = MODES[name]
    put, unset, _ = functions(name)
    put(value)
    assert in_thread(lambda: config.setting(name)) == value
    unset()


@EVERY_MODE
def test_other_thread_sets_its_own(name: str) -> None:
    default, (value, *_), _ = MODES[name]
    put, unset, _ = functions(name)

    def elsewhere() -> tuple[Any, Any]:
        put(value)
        inside = config.setting(name)
        unset()
        return inside, config.setting(name)

    assert in_thread(elsewhere) == (value, default)
    assert getattr(ivy, name) == config.setting(name) == default


@EVERY_MODE
def test_block_is_invisible_to_other_threads(name: str) -> None:
    default, (value, *_), _ = MODES[name]
    with functions(name)[2](value):
        assert in_thread(lambda: config.setting(name)) == default


def test_reset_globals() -> None:
    before = read_settings()
    for name, (_, others, _) in MODES.items():
        functions(name)[0](others[0])
    ivy.reset_globals()
    assert read_settings() == before


# ---- default dtypes and device ----------------------------------------------------------------


@pytest.mark.parametrize("name", DEFAULT_DTYPES)
def test_default_dtype_of_a_kind(name: str) -> None:
    default, other, wrong = DEFAULT_DTYPES[name]
    put, unset, manager = functions(name)
    read = getattr(ivy, name)
    assert read() == default
    put(other)
    assert read() == other
    unset()
    with manager(other):
        assert read() == other
    assert read() == default
    with pytest.raises(IvyException):
        put(wrong)
    with pytest.raises(IvyException):
        put("float12")


def test_default_dtype() -> None:
    assert ivy.default_dtype() == "float32"
    with ivy.DefaultDtype("int64"):
        assert ivy.default_dtype() == "int64"
    ivy.set_default_dtype(ivy.float64)
    assert ivy.default_dtype() == "float64"
    ivy.unset_default_dtype()


def test_default_dtype_reaches_creation(backend: str) -> None:
    with ivy.DefaultFloatDtype("float64"), ivy.DefaultIntDtype("int64"):
        assert ivy.zeros((2,)).dtype == "float64"
        assert ivy.array([1.0]).dtype == "float64"
        assert ivy.array([1]).dtype == "int64"
    assert ivy.zeros((2,)).dtype == "float32"
    assert ivy.array([1]).dtype == "int32"


def test_default_device(backend: str) -> None:
    assert ivy.default_device() == "cpu"
    with ivy.DefaultDevice("cpu"):
        assert ivy.zeros((2,)).device == "cpu"
    with pytest.raises(IvyException):
        ivy.set_default_device("toaster")


# ---- the backend ------------------------------------------------------------------------------


def test_backend_stack() -> None:
    before = list(ivy.backend_stack)
    ivy.set_backend("numpy")
    ivy.set_backend("numpy")
    assert ivy.backend_stack == [*before, "numpy", "numpy"]
    assert ivy.current_backend_str() == "numpy"
    assert ivy.unset_backend() == "numpy"
    assert ivy.previous_backend() == "numpy"
    assert ivy.backend_stack == before


def test_unset_backend_without_any_returns_none() -> None:
    assert ivy.unset_backend() is None
    assert ivy.current_backend_str() == "numpy"


def test_clear_backend_stack() -> None:
    ivy.set_backend("numpy")
    ivy.set_backend("numpy")
    ivy.clear_backend_stack()
    assert ivy.backend_stack == []


def test_set_backend_takes_names_and_namespaces(backend: str) -> None:
    with ivy.use_backend("numpy"):
        assert ivy.current_backend_str() == "numpy"
        with ivy.use_backend(ivy.with_backend(backend)):
            assert ivy.current_backend_str() == backend
            assert ivy.zeros((2,)).backend == backend
    getattr(ivy, f"set_{backend}_backend")()
    assert ivy.current_backend() is ivy.with_backend(backend)
    ivy.unset_backend()


@pytest.mark.parametrize("name", ["paddle", "", None, 3])
def test_unknown_backend(name: Any) -> None:
    for attempt in (ivy.set_backend, ivy.with_backend, lambda n: ivy.use_backend(n).__enter__()):
        with pytest.raises(ivy.errors.IvyInvalidBackendException, match="expected a backend of"):
            attempt(name)
    assert ivy.current_backend_str() == "numpy"


def test_current_backend_of_arrays(backend: str) -> None:
    x = ivy.zeros((2,))
    with ivy.use_backend("numpy"):
        assert ivy.current_backend(x) is ivy.current_backend(x.data) is ivy.with_backend(backend)


def test_choose_random_backend() -> None:
    others = [name for name in backends.NAMES if name != "numpy"]
    assert ivy.choose_random_backend(excluded=others) == "numpy"
    with pytest.raises(IvyException, match="choose_random_backend"):
        ivy.choose_random_backend(excluded=list(backends.NAMES))


def test_backend_in_threads(backend: str) -> None:
    """The main thread's backend is everyone's default; another thread's own is its own."""
    assert in_thread(ivy.current_backend_str) == backend

    def elsewhere() -> str:
        ivy.set_backend("numpy")
        return ivy.zeros((2,)).backend

    assert in_thread(elsewhere) == "numpy"
    assert ivy.current_backend_str() == backend
    with ivy.use_backend("numpy"):
        assert in_thread(ivy.current_backend_str) == backend


def test_use_backend_in_tasks(backend: str) -> None:
    """Two tasks that take turns keep their own backend."""

    async def task(name: str, turn: asyncio.Event, other: asyncio.Event) -> list[str]:
        seen = []
        with ivy.use_backend(name):
            for _ in range(3):
                await turn.wait()
                turn.clear()
                seen.append(ivy.ones((2,)).backend)
                other.set()
        return seen

    async def both() -> list[list[str]]:
        first, second = asyncio.Event(), asyncio.Event()
        first.set()
        return await asyncio.gather(task(backend, first, second), task("numpy", second, first))

    assert asyncio.run(both()) == [[backend] * 3, ["numpy"] * 3]


def run(code: str, **environment: str) -> str:
    """Return what a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "JAX_ENABLE_X64"} | environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not backends.installed("jax"), reason="jax is not installed")
@pytest.mark.parametrize(
    ("code", "environment", "enabled"),
    [
        ("ivy.set_backend('jax')", {}, True),
        ("ivy.set_backend('jax', x64=False)", {}, False),
        ("ivy.set_backend('jax')", {"JAX_ENABLE_X64": "0"}, False),
        ("ivy.add(jax.numpy.ones(2), 1)", {}, False),
        ("ivy.with_backend('jax')", {}, False),
    ],
)
def test_only_set_backend_enables_x64(
    code: str, environment: dict[str, str], enabled: bool
) -> None:
    program = f"import jax, ivy; {code}; print(jax.config.jax_enable_x64)"
    assert run(program, **environment) == str(enabled)


@pytest.mark.skipif(not backends.installed("jax"), reason="jax is not installed")
def test_64_bit_dtype_without_x64_is_an_error() -> None:
    program = """
import ivy
ivy.set_backend("jax", x64=False)
print(ivy.zeros((2,)).dtype, ivy.argmax(ivy.zeros((2,))).dtype)
for attempt in (lambda: ivy.zeros((2,), dtype="float64"), lambda: ivy.astype(ivy.ones(2), "int64")):
    try:
        attempt()
    except ivy.errors.IvyException as error:
        print("64-bit mode is off" in str(error))
"""
    assert run(program).split("\n") == ["float32 int32", "True", "True"]
