"""One process per framework: it runs calls and programs; a crash ends the process only.

python -m tests.fuzz.workers <backend>      reads requests from stdin, answers on stdout
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import subprocess
import sys
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MEMORY = 16 << 30
"""What a process may take: files ask for arrays of any size."""
SECONDS = 10
"""A call that takes longer hangs. Of the processor: others may be using the machine."""


@dataclass(frozen=True)
class Array:
    """A result: NumPy values, the name of the dtype, and whether it was an `ivy.Array`."""

    values: Any
    dtype: str
    native: bool


@dataclass(frozen=True)
class Outcome:
    """What became of a call: its results, the class of its error, or the death of the process."""

    results: tuple[Any, ...] = ()
    """Arrays and plain values, in order; lists and tuples are flat."""
    error: str = ""
    ours: bool = True
    """Whether the error is an `IvyException`."""
    message: str = ""
    died: bool = False


def outcome_of(call: Any, backend: str) -> Outcome:
    """Run a call on a backend in this process."""
    import ivy
    from tests.fuzz.calls import mapped
    from tests.helpers import native

    def convert(value: Any) -> Any:
        if not hasattr(value, "dtype") or not hasattr(value, "shape"):
            return value
        array = native(value, backend)
        return array if call.native else ivy.Array(array)

    def run() -> Any:
        args = [mapped(value, convert) for value in call.args]
        kwargs = {key: mapped(value, convert) for key, value in call.kwargs.items()}
        ivy.seed(seed_value=0)
        return getattr(ivy, call.name)(*args, **kwargs)

    with ivy.use_backend(backend):
        return guarded(run)


def guarded(run: Any) -> Outcome:
    """Return what a function without arguments does."""
    import ivy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Outcome(results=tuple(map(_told, leaves(run()))))
        except ivy.errors.IvyException as error:
            return Outcome(error=type(error).__name__, message=str(error))
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            message = f"{error} ({last.filename}:{last.lineno})"
            return Outcome(error=type(error).__name__, ours=False, message=message)


def leaves(value: Any) -> list[Any]:
    """Return what lists, tuples and dicts contain, flat."""
    import ivy

    if isinstance(value, ivy.Shape):
        return [tuple(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def _told(value: Any) -> Any:
    """Return a result as something every process can read."""
    import ivy
    from tests.helpers import dtype_of, is_array, to_numpy

    if is_array(value):
        return Array(to_numpy(value), dtype_of(value), not isinstance(value, ivy.Array))
    if isinstance(value, (bool, int, float, complex, str, tuple, type(None))):
        return value
    return f"{type(value).__name__}"


def main(backend: str) -> None:
    """Answer requests until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a framework prints must not disturb the answers
    import ivy

    ivy.set_backend(backend)
    requests = sys.stdin.buffer
    if backend == "jax":
        import jax
    count = 0
    while True:
        try:
            function, args = pickle.load(requests)
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # then a signal that ends the process
        pickle.dump(function(*args, backend), answers)
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.flush()
        count += 1
        if backend == "jax" and count % 2000 == 0:
            jax.clear_caches()  # thousands of compiled programs take gigabytes


class Worker:
    """The process of a framework; a new one takes the place of one that died."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, function: Any, *args: Any) -> None:
        """Send a request: `function(*args, backend)`."""
        if self._process is None:
            self._process = self._start()
        assert self._process.stdin is not None
        pickle.dump((function, args), self._process.stdin)
        self._process.stdin.flush()

    def answer(self) -> Any:
        """Return the answer to the request before, or an `Outcome` that says how it died."""
        assert self._process is not None and self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            status = self._process.wait()
            self.close()
        how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        how = how.replace("SIGPROF", f"no answer in {SECONDS} s")
        return Outcome(error="Crash", ours=False, message=how, died=True)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.fuzz.workers", self.backend]
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env={**ENVIRONMENT, **os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


ENVIRONMENT = {
    "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_FP16",  # AMX kernels crash on some virtual machines
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "JAX_ENABLE_X64": "1",
    "JAX_PLATFORMS": "cpu",
    "OMP_NUM_THREADS": "1",
    # Each small program is compiled once and run once: quickly made is what counts.
    "XLA_FLAGS": "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true "
    "--xla_cpu_parallel_codegen_split_count=1 --xla_cpu_use_fusion_emitters=false",
}


if __name__ == "__main__":
    main(sys.argv[1])
