"""The fixture `backend`: one column of the dashboard each. Rows come from names and parameters.

Options:
    pytest --backend torch,jax            only these columns
    pytest --every-dtype                  samples: all cases in all dtypes (slow)
    pytest --dashboard run.jsonl          one JSON line per test, for `ivy status run.jsonl`
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

# Before any framework is imported. oneDNN's AMX kernels crash on some virtual machines.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
# JAX's compiler is half of the time of the tests: what it compiled is kept. JAX writes a program
# in place, so a folder has one writer: each process below this one adds its own name to the path.
os.environ["JAX_COMPILATION_CACHE_DIR"] = os.path.join(
    os.environ.get("JAX_COMPILATION_CACHE_DIR", Path(__file__).parents[1] / ".pytest_cache/jax"),
    os.environ.get("PYTEST_XDIST_WORKER", "main"),
)
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.dashboard.rows import column_of, row_of
from tests.helpers import preserved_settings, read_settings

pytest_plugins = ["ivy.dashboard.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--backend", default=",".join(backends.NAMES), help="e.g. torch,jax")
    parser.addoption(
        "--every-dtype", action="store_true", help="all cases of samples in all dtypes"
    )


def pytest_configure(config: pytest.Config) -> None:
    chosen = config.getoption("--backend").split(",")
    if unknown := set(chosen) - set(backends.NAMES):
        raise pytest.UsageError(f"--backend: expected some of {backends.NAMES}, got {unknown}")
    # TensorFlow crashes when torch is imported after it.
    for name in ("torch", "tensorflow"):
        if name in chosen and backends.installed(name):
            backends.load(name)
    # Which process imported ivy's frameworks must not matter: NumPy is there from the start.
    backends.load("numpy")


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `backend` one column per chosen framework, last in its name."""
    if "backend" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--backend").split(",")
        metafunc.parametrize("backend", chosen, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the `columns` of a test, group for xdist."""
    items[:] = [item for item in items if _is_column(item)]
    # JAX compiles an operation once per process and keeps it for a while: all its tests in a row,
    # in one worker of xdist.
    on_jax = {id(item): _operation_of(item) for item in items if column_of(item) == "jax"}
    for item in items:
        if id(item) in on_jax:
            item.add_marker(pytest.mark.xdist_group(on_jax[id(item)]))
    items.sort(key=lambda item: on_jax.get(id(item), ""))


def _operation_of(item: pytest.Item) -> str:
    """Return the area and name of the operation a row is about, or of its test."""
    return row_of(item).partition("[")[0].partition(":")[0]


def _is_column(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("columns")
    return mark is None or column_of(item) in mark.args


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
    if next(_tests_on_jax) % 200 == 0:
        import jax

        jax.clear_caches()


@pytest.fixture(autouse=True)
def settings_restored() -> Iterator[None]:
    """Fail a test that leaves a setting changed, and put it back for the next test."""
    before = read_settings()
    with preserved_settings():
        yield
        after = read_settings()
    leaked = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    assert not leaked, f"settings left changed (before, after): {leaked}"


@pytest.fixture(autouse=True)
def seeds() -> None:
    """Start every test from the same random state."""
    random.seed(0)
    np.random.seed(0)  # frameworks and scipy may draw from the global generator
    if hasattr(ivy, "seed"):
        ivy.seed(seed_value=0)


@pytest.fixture
def jit(backend: str) -> Iterator[Callable[[Any], Any]]:
    """Return the jit of the framework under test: one trace, no falling back to Python."""
    if backend == "torch":
        import torch

        # What ivy must not break is the tracing; generating machine code takes seconds.
        yield partial(torch.compile, fullgraph=True, backend="eager")
        torch._dynamo.reset()
    elif backend == "jax":
        import jax

        yield jax.jit
    else:
        import tensorflow as tf

        yield tf.function
