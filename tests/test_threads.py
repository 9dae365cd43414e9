"""Threads, tasks and processes that use ivy at once do not notice each other."""

from __future__ import annotations

import asyncio
import contextvars
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, config
from ivy.rng import SharedStream, _scoped_stream
from tests.helpers import to_numpy

THREADS = 8
ROUNDS = 12


@pytest.fixture(scope="module")
def all_backends() -> tuple[str, ...]:
    """Return the backends that are installed, loaded in an order they survive."""
    names = tuple(name for name in backends.NAMES if backends.installed(name))
    for name in names:
        backends.load(name)
    return names


def in_threads(work: Callable[[int], None], count: int = THREADS) -> None:
    """Run `work(number)` in threads that start together; raise what went wrong in one."""
    start, failures = threading.Barrier(count), []

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    if failures:
        raise failures[0]


class Net(ivy.Module):
    def _build(self) -> None:
        self._inner = ivy.Linear(2, 2)
        self._norm = ivy.BatchNorm(2)

    def _forward(self, x: Any) -> Any:
        return self._norm(self._inner(x))


def assert_close(actual: Any, expected: Any) -> None:
    np.testing.assert_allclose(to_numpy(actual), expected, rtol=1e-5)


def use_everything(name: str, number: int, shared: Net) -> None:
    """Do all that keeps state in a thread, with numbers of its own, and check each result."""
    with ivy.use_backend(name), ivy.DefaultFloatDtype("float64" if number % 2 else "float32"):
        x = ivy.array([float(number), 1.0])
        assert (x.backend, str(x.dtype)) == (name, "float64" if number % 2 else "float32")
        assert_close(ivy.grad(lambda y: ivy.sum(y * y * number))(x), [2 * number**2, 2 * number])
        with ivy.GradientTracking(bool(number % 2)):
            assert ivy.with_grads() is bool(number % 2)
        drawn = [ivy.random_uniform(shape=3, dtype="float32", seed=number) for _ in range(2)]
        with ivy.rng(number):
            drawn.append(ivy.random_uniform(shape=3, dtype="float32"))
        with ivy.use_backend("numpy"):
            expected = to_numpy(ivy.random_uniform(shape=3, dtype="float32", seed=number))
        for numbers in drawn:
            assert_close(numbers, expected)
        check_modules(number, shared)
        assert ivy.current_backend_str() == name


def check_modules(number: int, shared: Net) -> None:
    """Call one module of all threads with variables of this one, and train one of its own."""
    x = ivy.ones((4, 2), dtype="float32")
    v = {
        "inner": {"w": ivy.full((2, 2), float(number), dtype="float32"), "b": x[0] * 0},
        "norm": {"w": x[0], "b": x[0] * 0},
    }
    buffers = {"norm": {"running_mean": x[0] * 0, "running_var": x[0]}}
    result, after = shared.stateless_call(v, buffers, x)
    assert_close(result, np.full((4, 2), 2 * number) / np.sqrt(1 + 1e-5))
    assert_close(after["norm/running_mean"], [0.0, 0.0])
    dropout = ivy.Dropout(0.5)
    dropout.eval() if number % 2 else dropout.train()
    assert dropout.training is not bool(number % 2)
    assert_close(dropout(x), to_numpy(x)) if number % 2 else dropout(x)


def test_threads_mix_everything(all_backends: tuple[str, ...]) -> None:
    before = ivy.current_backend_str(), config.BACKEND.in_use
    with ivy.use_backend("numpy"):
        shared = Net().eval()
    variables = to_numpy(shared.v.inner.w).copy()

    def work(number: int) -> None:
        for turn in range(ROUNDS):
            use_everything(all_backends[(number + turn) % len(all_backends)], number, shared)

    in_threads(work)
    assert (ivy.current_backend_str(), config.BACKEND.in_use) == before
    np.testing.assert_array_equal(to_numpy(shared.v.inner.w), variables)


def test_tasks_keep_their_settings(all_backends: tuple[str, ...]) -> None:
    """Between any two steps of a task others run, with settings of their own."""

    async def task(number: int) -> None:
        name = all_backends[number % len(all_backends)]
        with ivy.use_backend(name), ivy.rng(number), ivy.PreciseMode(bool(number % 2)):
            first = ivy.random_uniform(shape=2, dtype="float32")
            for _ in range(5):
                await asyncio.sleep(0)
                assert ivy.ones(1).backend == ivy.current_backend_str() == name
                assert config.setting("precise_mode") is bool(number % 2)
            second = ivy.random_uniform(shape=2, dtype="float32")
        with ivy.rng(number), ivy.use_backend("numpy"):
            for drawn in (first, second):
                assert_close(drawn, to_numpy(ivy.random_uniform(shape=2, dtype="float32")))

    async def main() -> None:
        await asyncio.gather(*map(task, range(THREADS)))

    before = ivy.current_backend_str(), config.PRECISE_MODE.in_use
    asyncio.run(main())
    assert (ivy.current_backend_str(), config.PRECISE_MODE.in_use) == before


def test_blocks_of_generators_end_in_any_order() -> None:
    """A generator that was given up ends when it is collected, maybe in another thread."""

    def drawing(dtype: str, seed: int) -> Iterator[Any]:
        with ivy.DefaultFloatDtype(dtype), ivy.rng(seed):
            while True:
                yield ivy.random_uniform(shape=1)

    before = ivy.default_float_dtype(), config.DEFAULT_FLOAT.in_use
    first, second = drawing("float64", 1), drawing("float16", 2)
    with ivy.use_backend("numpy"):
        next(first), next(second)
        first.close()
        assert str(next(second).dtype) == "float16"
    second.close()
    assert (ivy.default_float_dtype(), config.DEFAULT_FLOAT.in_use) == before
    assert _scoped_stream() is None
    third = drawing("float64", 3)
    contextvars.copy_context().run(next, third)
    in_threads(lambda _: third.close(), 1)
    assert (ivy.default_float_dtype(), config.DEFAULT_FLOAT.in_use) == before


def test_default_dtypes_of_tasks_that_take_turns(backend: str) -> None:
    """What JAX compiled for one default dtype is not used, or made, for another."""
    x = ivy.array([1, 2, 3, 4, 5])  # of a size that nothing else compiles

    async def with_64_bits() -> Any:
        with ivy.DefaultFloatDtype("float64"), ivy.DefaultIntDtype("int64"):
            await asyncio.sleep(0.02)
            return ivy.divide(x, 2), ivy.arange(3)

    async def with_32_bits() -> Any:
        await asyncio.sleep(0.01)
        return ivy.divide(x, 2), ivy.arange(3)

    async def both() -> Any:
        return await asyncio.gather(with_64_bits(), with_32_bits())

    found = [[str(y.dtype) for y in pair] for pair in asyncio.run(both())]
    assert found == [["float64", "int64"], ["float32", "int32"]]


def test_default_dtypes_after_a_block_that_ended_elsewhere(backend: str) -> None:
    def waiting() -> Iterator[None]:
        with ivy.DefaultFloatDtype("float64"):
            yield

    x, block = ivy.array([1, 2, 3, 4, 5, 6]), waiting()
    contextvars.copy_context().run(next, block)
    assert ivy.divide(x, 2).dtype == "float32"
    in_threads(lambda _: block.close(), 1)
    assert ivy.divide(x, 2).dtype == "float32"
    with ivy.DefaultFloatDtype("float64"):
        assert ivy.divide(x, 2).dtype == "float64"
    assert ivy.divide(x, 2).dtype == "float32"


# ---- processes --------------------------------------------------------------------------------


def run_program(program: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FIRST_USE = """
import sys
import threading

start, failures = threading.Barrier(8), []

def work(number):
    try:
        name = sys.argv[1 + number % (len(sys.argv) - 1)]
        start.wait()
        import ivy
        with ivy.use_backend(name):
            x = ivy.ones(3)
            assert x.backend == name, x.backend
            assert float(ivy.sum(ivy.exp(x * 0.0) + 1)) == 6.0
            assert hasattr(ivy.get_backend(name), "fomaml_step")
    except BaseException as error:
        failures.append(f"{number}: {error!r}")

threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("; ".join(failures) or 0)
"""


@pytest.mark.parametrize(
    "names",
    [
        ("numpy", "torch"),
        pytest.param(("numpy", "jax"), marks=pytest.mark.large),
        pytest.param(("numpy", "tensorflow"), marks=pytest.mark.large),
    ],
    ids="-".join,
)
def test_first_use_in_many_threads_at_once(names: tuple[str, ...]) -> None:
    if not all(map(backends.installed, names)):
        pytest.skip(f"{names}: not all are installed")
    run_program(FIRST_USE, *names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no os.fork")
def test_fork_while_another_thread_holds_a_lock() -> None:
    """The child has a copy of the lock, and no thread that would ever release it."""
    run_program("""
import os, signal, threading
import ivy
from ivy import backends, config
from ivy.rng import SharedStream

ivy.seed(seed_value=0)
with SharedStream._lock, config._counting, backends._loading:
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        with ivy.use_backend("numpy"):
            ivy.random_uniform(shape=3)
            backends.load("numpy")
        os._exit(0)
    _, status = os.waitpid(child, 0)
assert status == 0, f"the child ended with status {status}"
""")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no os.fork")
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.large)])
def test_workers_of_a_torch_loader(method: str) -> None:
    """Datasets that compute with ivy on NumPy, in worker processes of torch."""
    if not backends.installed("torch"):
        pytest.skip("torch is not installed")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.loader_workers", method],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_the_process_wide_stream_is_locked() -> None:
    """What threads drew together is what one thread draws alone, each number once."""
    stream, alone = SharedStream(1), SharedStream(1)
    blocks: list[int] = []
    in_threads(lambda _: blocks.extend(stream.take(4)[1] for _ in range(500)))
    assert sorted(blocks) == [alone.take(4)[1] for _ in range(500 * THREADS)]


_FORKS = """
import multiprocessing
import ivy

def number():
    return float(ivy.random_uniform(shape=()))

def drawn():
    found, context = [], multiprocessing.get_context("fork")
    for _ in range(3):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(target=lambda: sender.send(number()))
        child.start()
        found.append(receiver.recv())
        child.join()
    return [*found, number()]

number()
assert len(set(drawn())) == 4
ivy.seed(seed_value=5)
alone = number()
ivy.seed(seed_value=5)
first = drawn()
assert len(set(first)) == 4 and first[-1] == alone, first
ivy.seed(seed_value=5)
assert drawn() == first
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no os.fork")
def test_processes_made_by_fork_draw_numbers_of_their_own() -> None:
    """Workers that load data would all change it in the same way."""
    program = [sys.executable, "-W", "ignore", "-c", _FORKS]
    done = subprocess.run(program, check=False, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def _with_own_arrays(x: Any) -> Any:
    total = np.zeros(3)
    for row in range(2):
        total[row] = x[row].sum()
    return np.asarray(total) * 2


def test_programs_are_read_while_others_use_numpy() -> None:
    x = np.arange(6.0).reshape(2, 3)
    functions = np.zeros, np.asarray, np.random.normal
    readers = {1, 3}

    def work(number: int) -> None:
        if number in readers:
            try:
                read = ivy.transpile(_with_own_arrays, to="numpy", args=(x,))
                np.testing.assert_array_equal(read(x), [6.0, 24.0, 0.0])
            finally:
                readers.remove(number)
        while readers:
            assert type(np.asarray(np.zeros(3)) + np.ones(3)) is np.ndarray
            assert np.random.normal(size=2).shape == (2,)  # which a program that is read may not

    in_threads(work, 4)
    assert functions == (np.zeros, np.asarray, np.random.normal)
