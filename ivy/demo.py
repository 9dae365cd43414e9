"""`ivy demo`: one computation, written once, on every installed framework."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

import ivy
from ivy import backends, timing

TOLERANCE = 1e-5


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


def show(console: Console, names: Sequence[str] | None = None) -> int:
    """Print results and times of `smooth` per framework; return 1 when results differ."""
    source = inspect.getsource(smooth).replace(": Any", "").replace(" -> Any", "")
    console.print(Syntax(source, "python", background_color="default"))
    table = Table("", "out", "result", "error", "native", "ivy", "ratio", box=SIMPLE)
    expected = None
    agree = True
    for name in names or [name for name in backends.NAMES if backends.installed(name)]:
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
    if missing := [name for name in backends.NAMES if not backends.installed(name)]:
        console.print(f"More frameworks: pip install 'ivy\\[{','.join(missing)}]'")
    console.print("The results agree." if agree else "[red]The results differ.[/red]")
    return int(not agree)
