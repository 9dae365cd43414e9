"""Rules for resampling of images."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, product, rule, shape_of
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def _resampled(build, x, mode, scales, **options):
    shape = build.result_shape[2:]
    if None in shape or None in (x.shape or ())[2:]:
        raise Unsupported("an image of unknown size")
    if scales is not None and all(scale is not None for scale in scales):
        # A scale that was given decides where the points lie, not the sizes it leads to.
        return build.interpolate(x, None, mode=mode, scale_factor=tuple(scales), **options)
    return build.interpolate(x, tuple(shape), mode=mode, **options)


_CORNERS = {
    "upsample_linear1d": ("linear", {}),
    "upsample_bilinear2d": ("bilinear", {}),
    "upsample_trilinear3d": ("trilinear", {}),
    "upsample_bicubic2d": ("bicubic", {}),
    "_upsample_bilinear2d_aa": ("bilinear", {"antialias": True}),
    "_upsample_bicubic2d_aa": ("bicubic", {"antialias": True}),
}
_NEAREST = {"upsample_nearest": "nearest", "_upsample_nearest_exact": "nearest-exact"}


def _smooth(build, x, output_size, align_corners, *scales, mode, **fixed):
    given = scales[0] if scales and isinstance(scales[0], tuple) else scales or None
    options = fixed | ({"align_corners": True} if align_corners else {})
    return _resampled(build, x, mode, given, **options)


def _blocky(build, x, output_size, *scales, mode):
    return _smooth(build, x, output_size, False, *scales, mode=mode)


for _name, (_mode, _fixed) in _CORNERS.items():
    rule(_name, f"{_name}.vec")(partial(_smooth, mode=_mode, **_fixed))
for _name, _mode in _NEAREST.items():
    for _dims in (1, 2, 3):
        rule(f"{_name}{_dims}d", f"{_name}{_dims}d.vec")(partial(_blocky, mode=_mode))


# ---- points of a grid ---------------------------------------------------------------------------

_MODES = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")


@rule("grid_sampler", "grid_sampler_2d", "grid_sampler_3d", "_grid_sampler_2d_cpu_fallback")
def _grid_sampler(build, x, grid, interpolation_mode, padding_mode, align_corners):
    sizes = (x.shape or ())[2:]
    if None in sizes:
        raise Unsupported("an image of unknown size")
    sampler = _Sampler(build, x, grid, sizes, _PADDINGS[padding_mode], align_corners)
    return getattr(sampler, _MODES[interpolation_mode])()


class _Sampler:
    """Reads an image [N, C, *sizes] at points [N, *outs, dims] between -1 and 1, x before y."""

    def __init__(self, build, x, grid, sizes, padding, align):
        self.build, self.sizes, self.padding, self.align = build, sizes, padding, align
        self.dtype, self.outs = x.dtype or "", shape_of(build, grid)[1:-1]
        self.channels = channels = shape_of(build, x)[1]
        dims = len(sizes)
        moved = build.permute_dims(x, (0, *range(2, dims + 2), 1))
        self.count = product(build, self.outs)
        self.rows = build.reshape(moved, (-1, product(build, sizes), channels))
        self.points = [build.get_item(grid, (..., dims - 1 - axis)) for axis in range(dims)]

    def unnormalized(self, axis: int) -> Value:
        """Return the coordinates along an axis in pixels."""
        build, size = self.build, self.sizes[axis]
        shifted = build.add(self.points[axis], 1.0)
        if self.align:
            return build.multiply(shifted, (size - 1) / 2)
        return build.divide(build.subtract(build.multiply(shifted, float(size)), 1.0), 2.0)

    def bounded(self, points: Value, axis: int) -> Value:
        """Return coordinates inside of the image, unless zeros are outside."""
        build, size = self.build, self.sizes[axis]
        if self.padding == "zeros":
            return points
        if self.padding == "reflection":
            low, high = (0, 2 * (size - 1)) if self.align else (-1, 2 * size - 1)
            if low == high:
                return build.zeros_like(points)
            start, span = low / 2, (high - low) / 2
            distance = build.abs(build.subtract(points, start))
            extra = build.fmod(distance, build.full_like(distance, span))
            flips = build.floor(build.divide(distance, span))
            odd = build.not_equal(build.multiply(build.floor(build.divide(flips, 2.0)), 2.0), flips)
            points = build.add(build.where(odd, build.subtract(span, extra), extra), start)
        return build.clip(points, 0.0, float(size - 1))

    def read(self, places: Sequence[Value]) -> Value:
        """Return the pixels [N, outs, C] at whole coordinates, zeros outside."""
        build = self.build
        index: Any = None
        inside: Any = None
        for place, size in zip(places, self.sizes, strict=True):
            within = build.logical_and(
                build.greater_equal(place, 0.0), build.less_equal(place, float(size - 1))
            )
            inside = within if inside is None else build.logical_and(inside, within)
            whole = build.astype(build.clip(place, 0.0, float(size - 1)), "int64")
            index = whole if index is None else build.add(build.multiply(index, size), whole)
        index = build.reshape(index, (-1, self.count))
        pixels = build.gather(self.rows, index, axis=1, batch_dims=1)
        kept = build.reshape(inside, (-1, self.count, 1))
        return build.where(kept, pixels, 0.0)

    def weighted(self, taps: Sequence[Sequence[tuple[Value, Any]]]) -> Value:
        """Return the sum over all combinations of (coordinate, weight) along the axes."""
        build = self.build
        total: Any = None
        for combination in itertools.product(*taps):
            part = self.read([place for place, _ in combination])
            weight: Any = None
            for _, factor in combination:
                if factor is not None:
                    weight = factor if weight is None else build.multiply(weight, factor)
            if weight is not None:
                part = build.multiply(part, build.reshape(weight, (-1, self.count, 1)))
            total = part if total is None else build.add(total, part)
        moved = build.permute_dims(total, (0, 2, 1))
        return build.reshape(moved, (-1, self.channels, *self.outs))

    def nearest(self) -> Value:
        axes = range(len(self.sizes))
        points = [self.bounded(self.unnormalized(axis), axis) for axis in axes]
        return self.weighted([[(self.build.round(p), None)] for p in points])

    def bilinear(self) -> Value:
        build = self.build
        taps = []
        for axis in range(len(self.sizes)):
            point = self.bounded(self.unnormalized(axis), axis)
            low = build.stop_gradient(build.floor(point))
            above = build.subtract(point, low)
            taps.append([(low, build.subtract(1.0, above)), (build.add(low, 1.0), above)])
        return self.weighted(taps)

    def bicubic(self) -> Value:
        build = self.build
        taps = []
        for axis in range(len(self.sizes)):
            point = self.unnormalized(axis)
            low = build.stop_gradient(build.floor(point))
            t = build.subtract(point, low)
            weights = [_cubic(build, t, offset) for offset in (-1, 0, 1, 2)]
            places = [self.bounded(build.add(low, float(offset)), axis) for offset in (-1, 0, 1, 2)]
            taps.append(list(zip(places, weights, strict=True)))
        return self.weighted(taps)


_A = -0.75


def _cubic(build: TorchBuilder, t: Value, offset: int) -> Value:
    """Return the weight of the pixel at an offset from the one below the point."""
    distance = {
        -1: lambda: build.add(t, 1.0), 0: lambda: t, 1: lambda: build.subtract(1.0, t),
        2: lambda: build.subtract(2.0, t),
    }[offset]()  # fmt: skip
    if offset in (0, 1):
        inner = build.subtract(build.multiply(distance, _A + 2), _A + 3)
        return build.add(build.multiply(build.multiply(inner, distance), distance), 1.0)
    inner = build.subtract(build.multiply(distance, _A), 5 * _A)
    inner = build.add(build.multiply(inner, distance), 8 * _A)
    return build.subtract(build.multiply(inner, distance), 4 * _A)
