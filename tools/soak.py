"""Train for thousands of steps and watch the memory; pass big arrays from framework to framework.

python tools/soak.py --backend torch              10,000 steps, memory every 1,000
python tools/soak.py --backend jax --steps 2000
python tools/soak.py --conversions                2 GB through DLPack: the peak of each pair
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import subprocess
import sys
import time
from itertools import permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

import ivy
from ivy import backends

GIGABYTES = 2


def resident() -> float:
    """Return the memory of this process now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def train(backend: str, steps: int, every: int) -> None:
    """Do steps of training by hand, with dropout, buffers and a Container, printing the memory."""
    ivy.set_backend(backend)
    ivy.seed(seed_value=0)
    model = ivy.Sequential(ivy.Linear(8, 16), ivy.BatchNorm(16), ivy.ReLU(), ivy.Linear(16, 2))
    optimizer = ivy.Adam(1e-3)
    x, y = ivy.random_normal(shape=(32, 8)), ivy.random_normal(shape=(32, 2))
    started = time.perf_counter()
    print(f"{backend}: {'step':>8}{'MB':>9}{'objects':>10}")
    for step in range(steps + 1):
        if step % every == 0:
            gc.collect()
            print(f"{backend}: {step:8}{resident():9.1f}{len(gc.get_objects()):10}", flush=True)
        noisy = ivy.dropout(x, 0.1)

        def loss(v: ivy.Container, inputs: ivy.Array = noisy) -> ivy.Array:
            return ivy.mse_loss(y, model(inputs, v=v))

        _, gradients = ivy.execute_with_gradients(loss, model.v)
        model.v = optimizer.step(model.v, gradients)
    print(f"{backend}: {steps / (time.perf_counter() - started):.0f} steps a second")


def convert(source: str, target: str) -> None:
    """Pass an array of 2 GB from one framework to another, and print what it took."""
    for name in sorted({source, target}, key=backends.NAMES.index):
        backends.load(name)
    with ivy.use_backend(source):
        x = ivy.ones((GIGABYTES * 2**28,), dtype="float32")
        float(x[-1])  # JAX returns before it has computed
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    y = ivy.to_backend(x, target)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    shared = np.shares_memory(np.from_dlpack(x.data), np.from_dlpack(y.data))
    kind = "one memory" if shared else "a copy"
    print(f"{source:>10} -> {target:10} {kind:10} peak {before:5.2f} GB, then {after:5.2f} GB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backend", choices=backends.NAMES, default="numpy")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--conversions", action="store_true", help="pass 2 GB through each pair")
    parser.add_argument("--pair", nargs=2, metavar=("FROM", "TO"), help="pass 2 GB through one")
    options = parser.parse_args()
    if options.pair:
        convert(*options.pair)
    elif options.conversions:
        for pair in permutations(backends.NAMES, 2):  # a process each: a peak never goes down
            subprocess.run([sys.executable, __file__, "--pair", *pair], check=True)
    else:
        train(options.backend, options.steps, max(options.steps // 10, 1))


if __name__ == "__main__":
    main()
