"""`ivy demo`: one computation, written once, on every installed framework."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

import ivy
from ivy import backends, timing


def smooth(points: Any, places: Any, values: Any) -> Any:
    """Return the kernel-weighted mean of `values` around each point, on any framework."""
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
    console.print("[bold]The same function on every installed framework[/bold]\n")
    console.print(
        "  weights = ivy.exp(ivy.square(ivy.expand_dims(points, axis=1) - places) * -50.0)"
    )
    console.print("  ivy.matmul(weights, values) / ivy.sum(weights, axis=1)\n")
    table = Table("framework", "arrays in and out", "result", "error", "native", "ivy", "ratio")
    expected = None
    agree = True
    for name in names or [name for name in backends.NAMES if backends.installed(name)]:
        with console.status(f"running on {name}"):
            xp = ivy.with_backend(name)
            places = xp.linspace(0.0, 1.0, 64)
            inputs = (xp.linspace(0.0, 1.0, 32), places, xp.sin(places * 6.0))
            result = smooth(*inputs)
            module, native = NATIVE[name]
            framework = importlib.import_module(module)
            values = xp.to_numpy(result)
            expected = xp.to_numpy(native(framework, *inputs)) if expected is None else expected
            error = float(abs(values - expected).max())
            agree &= error < 1e-5
            scope = {"smooth": smooth, "native": native, "framework": framework, "inputs": inputs}
            ours, theirs = "smooth(*inputs)", "native(framework, *inputs)"
            times = timing.measure({"ivy": (ours, scope), "native": (theirs, scope)})
        table.add_row(
            f"{name} {xp.VERSION}",
            f"{type(result).__module__.partition('.')[0]}.{type(result).__name__}",
            " ".join(f"{value:.3f}" for value in values[:3]) + " …",
            f"{error:.0e}",
            f"{times['native'] * 1e6:.1f} µs",
            f"{times['ivy'] * 1e6:.1f} µs",
            f"{times['ivy'] / times['native']:.2f}",
        )
    console.print(table)
    missing = [name for name in backends.NAMES if not backends.installed(name)]
    if missing:
        extras = ",".join(missing)
        console.print(f"More frameworks: pip install 'ivy\\[{extras}]' and run this again.")
    console.print("The results agree." if agree else "[red]The results differ.[/red]")
    return int(not agree)
