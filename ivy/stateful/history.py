"""What a run of `ivy.fit` leaves behind: losses, times, and a plot of them."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from ivy.files import replacing

_WIDTH, _HEIGHT, _MARGIN = 640, 360, 56
_COLORS = ("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd")


@dataclass
class History:
    """Losses and times of a run of `ivy.fit`."""

    losses: list[float] = field(default_factory=list)
    """Loss of each step."""
    epochs: list[float] = field(default_factory=list)
    """Mean loss of each epoch."""
    validation: list[float] = field(default_factory=list)
    """Loss on the validation data after each epoch, if there are any."""
    metrics: dict[str, list[float]] = field(default_factory=dict)
    """By name, each metric of the validation data after each epoch."""
    seconds: list[float] = field(default_factory=list)
    """Time each epoch took."""
    interrupted: bool = False
    """Whether Ctrl-C ended the run."""

    def __repr__(self) -> str:
        last = f", loss={self.losses[-1]:.4g}" if self.losses else ""
        interrupted = ", interrupted" if self.interrupted else ""
        return f"History(steps={len(self.losses)}, epochs={len(self.epochs)}{last}{interrupted})"

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write a plot of the losses to an SVG file."""
        curves = {"loss": self.losses}
        if self.validation:
            curves["validation"] = self.validation
        plot_curves(path, curves)


def plot_curves(path: str | os.PathLike[str], curves: Mapping[str, Sequence[float]]) -> None:
    """Write curves, each over its own length, to an SVG file; logarithmic when all are positive."""
    values = [y for ys in curves.values() for y in ys if math.isfinite(y)]
    logarithmic = bool(values) and min(values) > 0
    low, high = _bounds(values, logarithmic)

    def height(y: float) -> float:
        y = math.log10(y) if logarithmic else y
        return _HEIGHT - _MARGIN - (y - low) / (high - low) * (_HEIGHT - 2 * _MARGIN)

    parts = [_axes(low, high, logarithmic, max(map(len, curves.values()), default=0))]
    for i, (name, ys) in enumerate(curves.items()):
        color = _COLORS[i % len(_COLORS)]
        step = (_WIDTH - 2 * _MARGIN) / max(len(ys) - 1, 1)
        points = [(_MARGIN + x * step, height(y)) for x, y in enumerate(ys) if math.isfinite(y)]
        # Dashes of different lengths let curves that coincide be seen.
        dash = f' stroke-dasharray="{4 + 4 * i} {4 * i}"' if i else ""
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}"{dash}/>')
        at = f'x="{_WIDTH - _MARGIN}" y="{_MARGIN + 16 * i}" text-anchor="end"'
        parts.append(f'<text {at} fill="{color}">{escape(name)}</text>')
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12" stroke-width="1.5"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
    background = '<rect width="100%" height="100%" fill="white"/>'
    with replacing(path) as temporary:
        temporary.write_text("\n".join([head, background, *parts, "</svg>\n"]), encoding="utf-8")


def _bounds(values: Sequence[float], logarithmic: bool) -> tuple[float, float]:
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if logarithmic:
        low, high = math.log10(low), math.log10(high)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _axes(low: float, high: float, logarithmic: bool, steps: int) -> str:
    left, bottom, right = _MARGIN, _HEIGHT - _MARGIN, _WIDTH - _MARGIN
    lines = [f'<path d="M{left} {_MARGIN}V{bottom}H{right}" fill="none" stroke="black"/>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = low + share * (high - low)
        label = f"{10**y if logarithmic else y:.3g}"
        place = bottom - share * (bottom - _MARGIN)
        lines.append(f'<text x="{left - 6}" y="{place + 4:.1f}" text-anchor="end">{label}</text>')
    lines.append(f'<text x="{right}" y="{bottom + 18}" text-anchor="end">{steps} steps</text>')
    return "\n".join(lines)
