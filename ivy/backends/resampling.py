"""How an axis is resampled: for each new sample, the weights of the old ones.

Shapes are known while a program is traced, so weights are NumPy constants, computed in float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ivy.errors import IvyIndexError, IvyValueError

NEAREST = ("nearest", "nearest-exact")
LINEAR = {"linear": None, "bilinear": 2, "trilinear": 3}
"""Mode -> the number of spatial axes it is for, where its name says so."""


class Kernel(NamedTuple):
    """A weight as a function of the distance in samples, zero beyond a radius."""

    weight: Callable[[Any, Any], Any]
    radius: float


# Written over a namespace: NumPy for the constants below, a backend for `get_interpolate_kernel`.


def _triangle(xp: Any, x: Any) -> Any:
    return xp.maximum(1 - xp.abs(x), xp.zeros_like(x))


def _cubic(a: float) -> Callable[[Any, Any], Any]:
    """Return Keys' cubic convolution: `a` is its slope at distance 1."""

    def weight(xp: Any, x: Any) -> Any:
        x = xp.abs(x)
        near = ((a + 2) * x - (a + 3)) * x * x + 1
        far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
        return xp.where(x < 1, near, xp.where(x < 2, far, xp.zeros_like(x)))

    return weight


def _mitchell(xp: Any, x: Any) -> Any:
    x = xp.abs(x)
    near = (7 / 6 * x - 2) * x * x + 8 / 9
    far = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return xp.where(x < 1, near, xp.where(x < 2, far, xp.zeros_like(x)))


def _lanczos(radius: float) -> Callable[[Any, Any], Any]:
    def weight(xp: Any, x: Any) -> Any:
        x = xp.abs(x)
        safe = xp.where(x > 1e-3, x, xp.ones_like(x)) * math.pi
        value = radius * xp.sin(safe) * xp.sin(safe / radius) / (safe * safe)
        inside = xp.where(x < radius, value, xp.zeros_like(x))
        return xp.where(x > 1e-3, inside, xp.ones_like(x))

    return weight


def _gaussian(xp: Any, x: Any) -> Any:
    return xp.where(xp.abs(x) < 1.5, xp.exp(-2 * x * x), xp.zeros_like(x))  # deviation 1/2


KERNELS = {
    **dict.fromkeys(LINEAR, Kernel(_triangle, 1.0)),
    "bicubic": Kernel(_cubic(-0.75), 2.0),
    "bicubic_tensorflow": Kernel(_cubic(-0.5), 2.0),
    "mitchellcubic": Kernel(_mitchell, 2.0),
    "lanczos3": Kernel(_lanczos(3.0), 3.0),
    "lanczos5": Kernel(_lanczos(5.0), 5.0),
    "gaussian": Kernel(_gaussian, 1.5),
}
MODES = (*KERNELS, *NEAREST, "area", "tf_area")


def kernel(mode: str) -> Kernel:
    """Return the kernel of a mode that has one."""
    if mode not in KERNELS:
        msg = f"get_interpolate_kernel: expected a mode of {tuple(KERNELS)}, got {mode!r}"
        raise IvyValueError(msg)
    return KERNELS[mode]


# ---- arguments --------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What `interpolate` was asked for, the same for every framework."""

    mode: str
    sizes: tuple[int, ...]
    scales: tuple[float | None, ...]
    """Per spatial axis the factor that positions follow; None for that of the sizes."""


def planned(
    shape: tuple[Any, ...],
    size: Any,
    mode: str,
    scale_factor: Any,
    recompute_scale_factor: bool | None,
    align_corners: bool | None,
    antialias: bool,
) -> Plan:
    """Return the sizes and scales for an array of this shape, or raise for what makes no sense."""
    spatial = tuple(shape[2:])
    count = len(spatial)
    if mode not in MODES:
        raise IvyValueError(f"interpolate: expected a mode of {MODES}, got {mode!r}")
    if count < 1:
        msg = "interpolate: expected x of shape [batch, channels, *sizes]"
        raise IvyIndexError(f"{msg}, got {tuple(shape)}")
    if LINEAR.get(mode) not in (None, count):
        msg = f"interpolate: expected {LINEAR[mode]} spatial axes for mode {mode!r}"
        raise IvyValueError(f"{msg}, got x of shape {tuple(shape)}; mode 'linear' takes any number")
    if (align_corners or antialias) and mode not in KERNELS:
        name = "align_corners" if align_corners else "antialias"
        raise IvyValueError(f"interpolate: expected a mode with a kernel for {name}, got {mode!r}")
    if (size is None) == (scale_factor is None):
        msg = f"interpolate: expected either size or scale_factor, got {size} and {scale_factor}"
        raise IvyValueError(msg)
    if size is not None:
        sizes = tuple(map(int, _per_axis("size", size, count)))
        scales: tuple[float | None, ...] = (None,) * count
    else:
        factors = tuple(map(float, _per_axis("scale_factor", scale_factor, count)))
        sizes = tuple(int(n * factor) for n, factor in zip(spatial, factors, strict=True))
        scales = (None,) * count if recompute_scale_factor else factors
    if min(sizes) < 1:
        raise IvyValueError(f"interpolate: expected a size of at least 1, got {sizes}")
    if min(spatial) < 1:
        raise IvyValueError(f"interpolate: expected x with elements, got shape {tuple(shape)}")
    return Plan(mode, sizes, scales)


def _per_axis(name: str, value: Any, count: int) -> tuple[Any, ...]:
    values = (value,) * count if not hasattr(value, "__len__") else tuple(value)
    if len(values) == 1:
        values *= count
    if len(values) != count:
        raise IvyValueError(f"interpolate: expected {name} for {count} axes, got {value}")
    return values


# ---- weights ----------------------------------------------------------------------------------


def nearest_index(old: int, new: int, scale: float | None, exact: bool) -> Any:
    """Return for each of `new` samples the place of the nearest of `old` ones."""
    if old == new and scale is None:
        return np.arange(new)
    # In float32, as torch computes it: ties fall to the same side.
    step = np.float32(old / new if scale is None else 1 / scale)
    places = np.arange(new, dtype=np.float32) + np.float32(0.5 if exact else 0)
    return np.minimum(np.floor(places * step).astype(np.int64), old - 1)


def step_between(old: int, new: int, scale: float | None, align_corners: bool) -> float:
    """Return how many old samples lie between two new ones."""
    if align_corners:
        return (old - 1) / (new - 1) if new > 1 else 0.0
    return old / new if scale is None else 1 / scale


def distances(
    old: int, new: int, scale: float | None, align_corners: bool, antialias: bool
) -> tuple[Any, Any]:
    """Return how far the old samples are from the new ones, [old, new], and where those are.

    With `antialias` distances shrink where there are fewer new samples than old ones, so that
    each takes more of them into account.
    """
    step = step_between(old, new, scale, align_corners)
    places = np.arange(new, dtype=np.float64)
    aligned = align_corners and not antialias  # torch's kernels for both use the centres
    places = places * step if aligned else (places + 0.5) * step - 0.5
    width = max(step, 1.0) if antialias else 1.0
    distance = (np.arange(old)[:, None] - places) / width
    # The corners are samples, even where the step between them leads beyond the last centre.
    return distance, np.clip(places, 0.0, old - 1.0) if align_corners else places


def axis_weights(
    mode: str, old: int, new: int, scale: float | None, align_corners: bool, antialias: bool
) -> Any:
    """Return the matrix [old, new] that resamples an axis."""
    # torch.compile knows functions as constants, but not what lru_cache makes of them.
    return _axis_weights(mode, old, new, scale, align_corners, antialias)


@lru_cache(maxsize=256)
def _axis_weights(
    mode: str, old: int, new: int, scale: float | None, align_corners: bool, antialias: bool
) -> Any:
    if mode == "area":
        return _mean_weights(old, new)
    if mode == "tf_area":
        return _overlap_weights(old, new)
    if mode in (*LINEAR, "bicubic") and not antialias:
        return _edge_weights(KERNELS[mode], old, new, scale, align_corners)
    if mode == "bicubic":  # torch: the slope of Pillow, to which antialiasing is to be equal
        mode = "bicubic_tensorflow"
    distance, places = distances(old, new, scale, align_corners, antialias)
    return normalized(np, KERNELS[mode].weight(np, distance), places, old)


def normalized(xp: Any, weights: Any, places: Any, old: int) -> Any:
    """Return weights that add up to 1 for each new sample, and are zero for those outside."""
    inside = xp.logical_and(places >= -0.5, places <= old - 0.5)
    total = xp.sum(weights, axis=0, keepdims=True)
    usable = xp.logical_and(inside, xp.abs(total) > 1e-6)
    safe = xp.where(usable, total, xp.ones_like(total))
    return xp.where(usable, weights / safe, xp.zeros_like(weights))


def _edge_weights(
    kernel: Kernel, old: int, new: int, scale: float | None, align_corners: bool
) -> Any:
    """Return the weights where the samples at the edges stand for all beyond."""
    _, places = distances(old, new, scale, align_corners, False)
    if kernel.radius == 1:
        places = np.maximum(places, 0.0)
    reach = int(kernel.radius)
    weights = np.zeros((old, new))
    first = np.floor(places).astype(np.int64)
    for offset in range(1 - reach, reach + 1):
        place = np.clip(first + offset, 0, old - 1)
        weight = kernel.weight(np, first + offset - places)
        np.add.at(weights, (place, np.arange(new)), weight)
    return weights


def _mean_weights(old: int, new: int) -> Any:
    weights = np.zeros((old, new))
    for i in range(new):
        start, end = i * old // new, -(-(i + 1) * old // new)
        weights[start:end, i] = 1 / (end - start)
    return weights


def _overlap_weights(old: int, new: int) -> Any:
    step = old / new
    ends = np.arange(1, new + 1) * step
    places = np.arange(old)[:, None]
    overlap = np.minimum(places + 1, ends) - np.maximum(places, ends - step)
    return np.maximum(overlap, 0.0) / step


@cache
def einsum_equation(dim: int) -> str:
    """Return the equation that contracts each of `dim` spatial axes with a matrix [old, new]."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    if not 1 <= dim <= 12:
        msg = f"generate_einsum_equation: expected dim from 1 to 12, got {dim}"
        raise IvyValueError(msg)
    old, new = letters[2 : dim + 2], letters[dim + 2 : 2 * dim + 2]
    matrices = ",".join(a + b for a, b in zip(old, new, strict=True))
    return f"ab{old},{matrices}->ab{new}"


def kept_rows(over: Any) -> Any:
    """Return which rows stay when each that stays removes those after it where it is true."""
    kept = np.ones(len(over), dtype=bool)
    for i, row in enumerate(over):
        if kept[i]:
            kept[i + 1 :] &= ~row[i + 1 :]
    return kept
