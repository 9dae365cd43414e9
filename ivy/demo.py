"""`ivy demo`: one computation and one training, written once, on every installed framework."""

from __future__ import annotations

import argparse
import importlib
import inspect
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

import ivy
from ivy import backends, timing
from ivy.stateful.history import plot_curves

HELP = "run one computation and one training on every installed framework"
DESCRIPTION = """Run the same code on every installed framework: a computation, timed against the
native one, and the training of a classifier, whose losses are plotted to an SVG file.

The exit code is 1 if their results differ."""
EXAMPLES = {
    "ivy demo": "compare all frameworks that are installed",
    "ivy demo --backend numpy --backend torch": "two of them",
}

TOLERANCE = 1e-5
CURVES_TOLERANCE = 1e-4
EPOCHS = 12


def smooth(points: Any, places: Any, values: Any) -> Any:
    """Return the mean of values around each point, weighted by distance."""
    distances = ivy.expand_dims(points, axis=1) - places
    weights = ivy.exp(ivy.square(distances) * -50.0)
    return ivy.matmul(weights, values) / ivy.sum(weights, axis=1)


# The same as a user of each framework writes it, given the framework.


def _numpy(np: Any, points: Any, places: Any, values: Any) -> Any:
    weights = np.exp(np.square(np.expand_dims(points, 1) - places) * -50.0)
    return np.matmul(weights, values) / np.sum(weights, axis=1)


def _torch(torch: Any, points: Any, places: Any, values: Any) -> Any:
    weights = torch.exp(torch.square(torch.unsqueeze(points, 1) - places) * -50.0)
    return torch.matmul(weights, values) / torch.sum(weights, dim=1)


def _tensorflow(tf: Any, points: Any, places: Any, values: Any) -> Any:
    weights = tf.exp(tf.square(tf.expand_dims(points, 1) - places) * -50.0)
    return tf.linalg.matvec(weights, values) / tf.reduce_sum(weights, axis=1)


NATIVE = {
    "numpy": ("numpy", _numpy),
    "torch": ("torch", _torch),
    "jax": ("jax.numpy", _numpy),
    "tensorflow": ("tensorflow", _tensorflow),
}


# ---- a training -------------------------------------------------------------------------------


def spirals(rows: int = 512) -> tuple[Any, Any]:
    """Return points on two spiral arms and their classes, one-hot, as NumPy arrays."""
    xp = ivy.with_backend("numpy")
    arm = xp.randint(0, 2, shape=(rows,), seed=1)
    distance = xp.sqrt(xp.random_uniform(shape=(rows,), seed=2))
    angle = distance * 5.0 + arm * math.pi
    points = xp.stack([distance * xp.cos(angle), distance * xp.sin(angle)], axis=1)
    noise = xp.random_normal(std=0.03, shape=(rows, 2), seed=3)
    return xp.astype((points + noise) * 3.0, "float32"), xp.one_hot(arm, 2, dtype="float32")


def classifier() -> Any:
    """Return a perceptron of the current backend, with the same numbers on each."""
    ivy.seed(seed_value=0)
    layers = ivy.Linear(2, 32), ivy.Tanh(), ivy.Linear(32, 32), ivy.Tanh(), ivy.Linear(32, 2)
    ivy.seed(seed_value=None)
    return ivy.Sequential(*layers)


def train(callback: Callable[[ivy.Progress], Any]) -> tuple[ivy.History, float]:
    """Train the classifier on the current backend; return its history and its accuracy."""
    data = spirals()
    module, optimizer = classifier(), ivy.Adam(0.02)
    parts = module, data, ivy.CrossEntropyLoss(from_logits=True), optimizer
    history = ivy.fit(*parts, epochs=EPOCHS, callbacks=[callback], progress=False)
    if history.interrupted:
        raise KeyboardInterrupt
    points, classes = data
    guesses = ivy.argmax(module(ivy.array(points)), axis=-1)
    hits = ivy.to_numpy(guesses) == classes.argmax(-1)
    return history, float(hits.mean())


# ---- what is shown ----------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `ivy demo`."""
    parser.add_argument(
        "--backend", action="append", choices=backends.NAMES, help="only this one (repeatable)"
    )


def run(console: Console, options: argparse.Namespace, _: list[str]) -> int:
    """Print both demonstrations; return 1 when the frameworks' results differ."""
    names = options.backend or [name for name in backends.NAMES if backends.installed(name)]
    agree = show_computation(console, names)
    agree &= show_training(console, names)
    if missing := [name for name in backends.NAMES if not backends.installed(name)]:
        console.print(f"More frameworks: pip install 'ivy\\[{','.join(missing)}]'")
    console.print("The results agree." if agree else "[red]The results differ.[/red]")
    return int(not agree)


def show_training(console: Console, names: Sequence[str]) -> bool:
    """Print the losses of one training per framework; return whether they agree."""
    console.print("A classifier of two spirals, trained with ivy.fit and the same seed:")
    shown = range(EPOCHS // 3 - 1, EPOCHS, EPOCHS // 3)
    table = Table("", *(f"epoch {i + 1}" for i in shown), "error", "hits", "time", box=SIMPLE)
    curves: dict[str, list[float]] = {}
    agree = True
    for name in names:
        with ivy.use_backend(name), console.status(f"training on {name}") as status:
            start = time.perf_counter()

            def report(progress: ivy.Progress, name: str = name, status: Any = status) -> None:
                if progress.step % 16 == 0:
                    status.update(f"training on {name}: step {progress.step}")

            history, accuracy = train(report)
            seconds = time.perf_counter() - start
        curves[name] = history.losses
        pairs = zip(history.losses, curves[names[0]], strict=True)
        error = max(abs(loss - first) for loss, first in pairs)
        agree &= error < CURVES_TOLERANCE
        losses = (f"{history.epochs[i]:.5f}" for i in shown)
        table.add_row(name, *losses, f"{error:.0e}", f"{accuracy:.0%}", f"{seconds:.1f} s")
    console.print(table)
    path = Path(ivy.get_tmp_dir()) / "ivy-demo.svg"
    plot_curves(path, curves)
    console.print(f"The losses are plotted in {path}.", highlight=False, soft_wrap=True)
    return agree


def show_computation(console: Console, names: Sequence[str]) -> bool:
    """Print results and times of `smooth` per framework; return whether results agree."""
    source = inspect.getsource(smooth).replace(": Any", "").replace(" -> Any", "")
    console.print(Syntax(source, "python", background_color="default"))
    table = Table("", "out", "result", "error", "native", "ivy", "ratio", box=SIMPLE)
    expected = None
    agree = True
    for name in names:
        with console.status(f"running on {name}"):
            xp = ivy.with_backend(name)
            module, native = NATIVE[name]
            framework = importlib.import_module(module)
            places = xp.linspace(0.0, 1.0, 64)
            inputs = (xp.linspace(0.0, 1.0, 32), places, xp.sin(places * 6.0))
            result = smooth(*inputs)
            values = xp.to_numpy(result)
            if expected is None:
                expected = xp.to_numpy(native(framework, *inputs))
            error = abs(values - expected).max()
            agree &= bool(error < TOLERANCE)
            scope = {"smooth": smooth, "native": native, "framework": framework, "inputs": inputs}
            ours, theirs = "smooth(*inputs)", "native(framework, *inputs)"
            times = timing.measure({"ivy": (ours, scope), "native": (theirs, scope)})
        table.add_row(
            f"{name} {xp.VERSION}",
            type(result).__name__,
            f"{values[0]:.3f} {values[1]:.3f}",
            f"{error:.0e}",
            f"{times['native'] * 1e6:.0f} µs",
            f"{times['ivy'] * 1e6:.0f} µs",
            f"{times['ivy'] / times['native']:.2f}",
        )
    console.print(table)
    return agree
