"""Kill processes while they save, and look what is in the file: `python -m tests.killed_saves 200`.

Prints, for each way of saving, how often the file was the old one and how often a new one. Exits
with 1 when one was neither.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import ivy
from ivy.files import read_pickle
from ivy.graph.emit import write_weights
from ivy.graph.ir import Graph
from ivy.stateful import checkpoints

SIZE = 50_000  # writing takes longer than starting to


class Saver(NamedTuple):
    """A way to save a number, and to read it back; an error where the file is damaged."""

    name: str
    save: Callable[[Path, int], None]
    load: Callable[[Path], Any]


def values(number: int) -> ivy.Array:
    return ivy.Array(np.full(SIZE, number, "float32"))


def in_container(number: int) -> ivy.Container:
    return ivy.Container(a=values(number), b={"c": number})


def in_module(number: int) -> ivy.Module:
    module = ivy.Linear(SIZE // 10, 10)
    module.v = module.v.cont_map(lambda x, _: ivy.full_like(x, number))
    return module


def traced(number: int) -> Graph:
    graph = ivy.trace_graph(lambda x: x + values(number), args=(values(0),))
    graph.name = str(number)
    return graph


def loaded_graph(path: Path) -> Any:
    graph = Graph.load(path)
    return [*graph.arrays.values(), float(graph.name)]


def loaded_pickle(path: Path) -> Any:
    return read_pickle(path, allow_pickle=True)


def save_checkpoint(path: Path, number: int) -> None:
    checkpoints.save(path, in_module(number), ivy.SGD(), checkpoints.Place(number), ivy.History())


def loaded_checkpoint(path: Path) -> Any:
    module = in_module(-1)
    found = checkpoints.load(path, module, ivy.SGD(), None)
    assert found is not None, "the checkpoint is gone"
    return [module.v, float(found[0].step)]


SAVERS = (
    Saver("a.safetensors", lambda p, n: ivy.save([values(n), n], p), ivy.load),
    Saver("a.h5", lambda p, n: ivy.save([values(n), n], p, "h5"), lambda p: ivy.load(p, "h5")),
    Saver("a.pickle", lambda p, n: ivy.save([values(n), n], p, "pickle"), loaded_pickle),
    Saver("c.safetensors", lambda p, n: in_container(n).cont_save(p), ivy.Container.cont_load),
    Saver("c.json", lambda p, n: in_container(n).cont_save(p), ivy.Container.cont_load),
    Saver("weights.safetensors", lambda p, n: in_module(n).save_weights(p), ivy.load),
    Saver("graph", lambda p, n: traced(n).save(p), loaded_graph),
    Saver("source.safetensors", lambda p, n: write_weights(traced(n), p), ivy.load),
    Saver("checkpoint", save_checkpoint, loaded_checkpoint),
)


def numbers_in(found: Any) -> set[float]:
    """Return all different numbers of a nest."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list) and found and not isinstance(found[0], (int, float)):
        return set().union(*map(numbers_in, found))
    return set(np.unique(np.asarray(found, "float64")).tolist())


def killed(saver: Saver, path: Path, moment: float) -> float:
    """Save 1, 2, ... in a process that is killed meanwhile; return which number is in the file.

    The process is killed after `moment` times as long as it takes to save once.
    """
    started = time.perf_counter()
    saver.save(path, 0)
    delay = moment * (time.perf_counter() - started)
    child = os.fork()
    if child == 0:
        for number in range(1, 1_000_000):
            saver.save(path, number)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    [number] = numbers_in(saver.load(path))
    return number


def kills(count: int) -> Iterator[tuple[str, float]]:
    """Yield the way of saving and the number found, for so many kills, at random moments."""
    moments = random.Random(0)
    for k in range(count):
        with TemporaryDirectory() as folder:
            saver = SAVERS[k % len(SAVERS)]
            yield saver.name, killed(saver, Path(folder) / saver.name, moments.uniform(0, 2))


def main() -> int:
    found = Counter(
        (name, "old" if number == 0 else "new") for name, number in kills(int(sys.argv[1]))
    )
    for (name, which), count in sorted(found.items()):
        print(f"{name:24}{which:5}{count:5}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
