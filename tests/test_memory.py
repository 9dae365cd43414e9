"""ivy keeps no array alive, and nothing grows while a program runs."""

from __future__ import annotations

import gc
import resource
import sys
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.errors import IvyException
from ivy.nest import leaves_with_paths
from tests.misuse_cases import array, ones

pytestmark = pytest.mark.usefixtures("frozen_heap")

Work = Callable[[], Any]
CACHE = type(lru_cache(int))
STEPS = 30
LIMIT = 60 * STEPS
"""Bytes that so many steps may leave: less than one object each."""


# ---- no reference is kept -----------------------------------------------------------------------


def gradients() -> Any:
    x, w = ones(3, 2), ones(2)
    value, slopes = ivy.execute_with_gradients(lambda v: ivy.sum((x @ v) ** 2), w)
    curves = ivy.grad(lambda v: ivy.sum(ivy.grad(lambda u: ivy.sum(u * u * u))(v)))(w)
    return [x, w, value, slopes, curves, ivy.jac(ivy.square)(w), ivy.vjp(ivy.square, w)[0]]


def module_calls() -> Any:
    x = ones(4, 2)
    net = ivy.Sequential(ivy.Linear(2, 3), ivy.BatchNorm(3), ivy.Dropout(0.5), ivy.ReLU())
    other = net.v.cont_map(lambda leaf, _: leaf + 1)
    return [x, net(x), net(x, v=other), net.v, other, net.stateless_call(other, net.buffers, x)]


def optimizer_steps() -> Any:
    v = ivy.Container(w=ones(3), b=ones(1))
    optimizer = ivy.Adam(0.1)
    after = optimizer.step(v, v.cont_map(lambda leaf, _: leaf * 2))
    return [v, after, optimizer.state]


def containers() -> Any:
    c = ivy.Container(a=ones(2), b={"c": ones(2, 3)})
    return [c, c + c, c.sum(), c.cont_map(lambda x, _: x * 2), ivy.exp(c)]


def conversions() -> Any:
    x = ones(4)
    moved = [ivy.to_backend(x, name) for name in backends.NAMES if backends.installed(name)]
    return [x, *moved, ivy.to_numpy(x), ivy.from_dlpack(x), ivy.asarray(ivy.to_numpy(x))]


def failures() -> Any:
    x, y = ones(2), ones(3)
    for call in (partial(ivy.add, x, y), partial(ivy.reshape, x, (5,)), lambda: x[7]):
        with pytest.raises(IvyException):
            call()
    return [x, y]


def control_flow() -> Any:
    x = ones(2)
    return [x, ivy.while_loop(lambda x: ivy.all(x < 9), lambda x: (x * 2,), (x,))]


def caches() -> Any:
    x = ones(2)
    return [x, ivy.cache_fn(lambda y: y * 2)(x), ivy.cache_fn(np.exp)(ivy.to_numpy(x))]


def operations() -> Any:
    x, index = ones(3, 4), array([0, 2], "int32")
    results = [
        x + 1,
        x @ x.mT,
        ivy.sum(x, axis=0),
        x[1:],
        x[index],
        ivy.concat([x, x]),
        ivy.sort(x),
    ]
    x[0] = 5.0
    return [x, index, *results, ivy.add(x, x, out=ivy.zeros((3, 4))), ivy.random_normal(shape=3)]


WORKS = (
    operations,
    caches,
    failures,
    gradients,
    module_calls,
    optimizer_steps,
    containers,
    conversions,
    control_flow,
)


def references_to(results: Any) -> list[tuple[str, weakref.ref[Any]]]:
    """Return weak references to all arrays of a nest, and to what they wrap."""
    found = leaves_with_paths(results, lambda x: isinstance(x, ivy.Array) or ivy.is_native_array(x))
    arrays = [(str(path), x) for path, x in found]
    arrays += [(f"{path}.data", x.data) for path, x in arrays if isinstance(x, ivy.Array)]
    # NumPy's scalars are numbers: nothing can refer to them weakly.
    return [(path, weakref.ref(x)) for path, x in arrays if not isinstance(x, np.generic)]


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.__name__)
def test_no_array_outlives_its_use(work: Work, backend: str) -> None:
    work()  # the first call may load and compile
    references = references_to(work())
    gc.collect()
    assert references
    assert not [path for path, reference in references if reference() is not None]


# ---- nothing grows ------------------------------------------------------------------------------


def training() -> Iterator[None]:
    """Do a step of training at each `next`."""
    net = ivy.Sequential(ivy.Linear(4, 8), ivy.BatchNorm(8), ivy.ReLU(), ivy.Linear(8, 1))
    optimizer = ivy.Adam(1e-3)
    x, y = ones(8, 4), ones(8, 1)
    while True:
        noisy = ivy.dropout(x, 0.1, seed=optimizer.count)
        loss = partial(lambda x, v: ivy.mse_loss(y, net(x, v=v)), noisy)
        _, slopes = ivy.execute_with_gradients(loss, net.v)
        net.v = optimizer.step(net.v, slopes)
        yield


def sizes_of_tables() -> dict[str, int]:
    """Return the length of every module-level collection and cache of ivy."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "ivy":
            for key, value in list(vars(module).items()):
                if isinstance(value, (dict, list, set)) and not key.startswith("__"):
                    found[f"{name}.{key}"] = len(value)
                elif isinstance(value, CACHE):
                    found[f"{name}.{key}"] = value.cache_info().currsize
    return found


def test_training_takes_no_more_memory(backend: str) -> None:
    steps = training()
    for _ in range(60):
        next(steps)
    gc.collect()
    tables, objects = sizes_of_tables(), len(gc.get_objects())
    grown, before = [], 0
    tracemalloc.start()
    try:
        while len(grown) < 15 and min(grown, default=LIMIT) >= LIMIT:
            for _ in range(STEPS):
                next(steps)
            gc.collect()
            now = tracemalloc.get_traced_memory()[0]
            grown.append(now - before)
            before = now
    finally:
        tracemalloc.stop()
    # Caches with a limit fill up at first, TensorFlow's too; what leaks grows every time.
    assert min(grown) < LIMIT, f"bytes that each {STEPS} steps left: {grown}"
    assert len(gc.get_objects()) - objects < 100
    assert sizes_of_tables() == tables


PEAK = Path("/proc/self/clear_refs")
LARGE = 2**26


def peak_while(work: Work) -> float:
    """Return how many bytes more than before the process held at once, in arrays of LARGE."""
    gc.collect()
    PEAK.write_text("5")  # the peak is counted from here on
    before = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    work()
    status = Path("/proc/self/status").read_text()
    return (int(status.partition("VmHWM:")[2].split()[0]) * 1024 - before) / LARGE


@pytest.mark.skipif(not PEAK.exists(), reason="the peak of memory is read from Linux")
def test_a_conversion_makes_one_copy_at_most(backend: str) -> None:
    """And none between two frameworks whose arrays change, or two whose arrays do not."""
    target = backends.load(backend)
    for source in backends.loaded():
        if source is target or source.NAME == backends.TRACING:
            continue
        small, x = (source.ones((n // 4,), dtype="float32") for n in (2**22, LARGE))
        ivy.to_backend(small, backend)
        peak = peak_while(
            lambda x=x: getattr(ivy.to_backend(x, backend), "block_until_ready", int)()
        )
        copies = 0 if source.MUTABLE == target.MUTABLE else 1
        assert peak < copies + 0.25, f"{source.NAME}: {peak:.2f} copies"


def test_caches_have_a_limit(backend: str) -> None:
    """Programs with ever new shapes, axes and classes do not fill the memory."""

    def use(n: int) -> None:
        x = ones(n, 3)
        ivy.sum(x[: n // 2], axis=(0, 1))
        ivy.interpolate(ones(1, 1, 2), n, mode="linear")
        ivy.random_uniform(shape=(n,), seed=n)
        ivy.Adam(1 / n).step({"w": x}, {"w": x})
        ivy.is_native_array(type(f"New{n}", (), {})())

    for n in range(2, 6):
        use(n)
    before = sizes_of_tables()
    for n in range(6, 26):
        use(n)
    after = sizes_of_tables()
    limits = {name: value for name, value in _limits().items() if value is not None}
    grown = {name for name, size in after.items() if size > before.get(name, 0)}
    assert grown <= limits.keys()


def _limits() -> dict[str, int | None]:
    return {
        f"{name}.{key}": value.cache_info().maxsize
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == "ivy"
        for key, value in list(vars(module).items())
        if isinstance(value, CACHE)
    }
