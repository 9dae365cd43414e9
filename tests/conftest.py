"""The fixture `backend`: one column of the dashboard each. Rows come from names and parameters.

Options:
    pytest --backend torch,jax            only these columns
    pytest --every-dtype                  samples: all cases in all dtypes (slow)
    pytest --every-model                  transpiled models: all targets, not one of them (slow)
    pytest --dashboard run.jsonl          one JSON line per test, for `ivy status run.jsonl`
"""

from __future__ import annotations

import gc
import os
import random
import threading
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import distributions
from itertools import count
from typing import Any

# Before any framework is imported. oneDNN's AMX kernels crash on some virtual machines.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
# There is a process for each core: threads of torch would wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
# XLA compiles each small program of a test once and runs it once: quickly made is what counts.
os.environ.setdefault(
    "XLA_FLAGS",
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true "
    "--xla_cpu_parallel_codegen_split_count=1"
    # Other versions of XLA, in JAX and in TensorFlow, end the process at a flag they do not know.
    + " --xla_cpu_use_fusion_emitters=false"
    * any(d.version.startswith("0.10.") for d in distributions(name="jaxlib")),
)

import hypothesis  # noqa: F401 (its plugins look at what is not frozen yet)
import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.dashboard.rows import column_of, row_of
from tests.helpers import preserved_settings, read_settings

pytest_plugins = ["ivy.dashboard.plugin"]


# Until all is imported and collected: it would look at millions of objects that stay.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--backend", default=",".join(backends.NAMES), help="e.g. torch,jax")
    parser.addoption(
        "--every-dtype", action="store_true", help="all cases of samples in all dtypes"
    )
    parser.addoption(
        "--every-model", action="store_true", help="all transpiled models to all targets"
    )


def pytest_configure(config: pytest.Config) -> None:
    chosen = config.getoption("--backend").split(",")
    if unknown := set(chosen) - set(backends.NAMES):
        raise pytest.UsageError(f"--backend: expected some of {backends.NAMES}, got {unknown}")
    # Which process imported a framework must not matter: all are there from the start. TensorFlow
    # crashes when torch is imported after it.
    for name in ("numpy", "torch", "jax", "tensorflow"):
        if name in {"numpy", *chosen} and backends.installed(name):
            backends.load(name)
            if name == "jax":
                _keep_ir_context()

    for plugin in config.pluginmanager.get_plugins():
        # A dashboard is made of all messages.
        if type(plugin).__name__ == "WorkerInteractor" and not config.getoption("--dashboard"):
            _send_less(plugin)


def _send_less(worker: Any) -> None:
    """Spare xdist three of the five messages of a test that passes, for which it takes a minute."""
    send = worker.sendevent

    def send_some(name: str, **values: Any) -> None:
        report = values.get("data", {}) if name == "testreport" else {}
        aside = report.get("when") in ("setup", "teardown") and report["outcome"] == "passed"
        if name != "logstart" and not aside:
            send(name, **values)

    worker.sendevent = send_some


def _keep_ir_context() -> None:
    """Spare JAX a context of MLIR per program: a sixth of the time to compile a small one."""
    from jax._src.interpreters import mlir

    made, kept = mlir.make_ir_context, threading.local()

    def context() -> Any:
        if not hasattr(kept, "context"):
            kept.context = made()
        return kept.context

    mlir.make_ir_context = context


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `backend` one column per chosen framework, last in its name."""
    if "backend" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--backend").split(",")
        metafunc.parametrize("backend", chosen, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests whose turn it is; sort for JAX."""
    items[:] = [item for item in items if _is_column(item) and _has_its_turn(item)]
    # JAX compiles an operation once per process and keeps it for a while: all its tests in a row.
    items.sort(key=lambda item: _operation_of(item) if column_of(item) == "jax" else "")


def pytest_collection_finish() -> None:
    """Spare the garbage collector the frameworks and the tests: millions of objects that stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 40)  # what tests make goes with them, cycles are few
    gc.enable()


def _operation_of(item: pytest.Item) -> str:
    """Return the area and name of the operation a row is about, or of its test."""
    return row_of(item).partition("[")[0].partition(":")[0]


def _is_column(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("columns")
    return mark is None or column_of(item) in mark.args


def _has_its_turn(item: pytest.Item) -> bool:
    """Return whether a test that is marked as long runs now: in one column, or with an option."""
    if item.config.getoption("--every-model"):
        return True
    if item.get_closest_marker("large"):
        return False
    if not item.get_closest_marker("one_column"):
        return True
    turn = zlib.crc32(row_of(item).encode()) % len(backends.NAMES)
    return column_of(item) == backends.NAMES[turn]


# ---- fixtures ---------------------------------------------------------------------------------


@pytest.fixture
def backend(request: pytest.FixtureRequest, settings_restored: None) -> Iterator[str]:
    """Return the name of the backend under test, set as the current one."""
    name: str = request.param
    if not backends.installed(name):
        pytest.skip(f"{name} is not installed")
    ivy.set_backend(name)
    yield name
    ivy.unset_backend()
    if name == "jax":
        _free_compiled_programs()


_tests_on_jax = count(1)


def _free_compiled_programs() -> None:
    """Drop JAX's caches now and then: thousands of compiled programs take gigabytes."""
    if next(_tests_on_jax) % 2400 == 0:
        import jax

        jax.clear_caches()


@pytest.fixture(autouse=True)
def settings_restored() -> Iterator[None]:
    """Start every test from the same random state; fail it if it leaves a setting changed."""
    random.seed(0)
    np.random.seed(0)  # frameworks and scipy may draw from the global generator
    if hasattr(ivy, "seed"):
        ivy.seed(seed_value=0)
    with preserved_settings() as before:
        yield
        after = read_settings()
    assert before == after, f"settings left changed, from {before} to {after}"


@pytest.fixture
def frozen_heap() -> None:
    """Have the garbage collector see what a test makes, not what thousands before it left."""
    gc.collect(1)
    gc.freeze()


@pytest.fixture
def jit(backend: str) -> Iterator[Callable[[Any], Any]]:
    """Return the jit of the framework under test: one trace, no falling back to Python."""
    if backend == "torch":
        import torch
        import torch._dynamo.guards

        # It only measures: it empties the processor's caches to time guards, a third of the work.
        torch._dynamo.guards.profile_guard_manager = lambda *_: 0.0
        torch._dynamo.config.run_gc_after_compile = False
        # What ivy must not break is the tracing; generating machine code takes seconds.
        yield partial(torch.compile, fullgraph=True, backend="eager")
        torch._dynamo.reset()
    elif backend == "jax":
        import jax

        yield jax.jit
    else:
        import tensorflow as tf

        yield tf.function
