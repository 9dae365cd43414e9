"""Resampling and regions, each reference element by element as the definitions say."""

from __future__ import annotations

from itertools import product
from math import ceil, floor
from typing import Any

import numpy as np

from tests.samples import FLOATS, HALVES, Sample, case, draw, values


def cubic(distance: float, a: float = -0.75) -> float:
    d = abs(distance)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else 0.0


def samples_at(place: float, size: int, mode: str) -> list[tuple[int, float]]:
    """Return indices and weights, the edges repeated beyond themselves."""
    if mode == "bicubic":
        first, count, kernel = floor(place) - 1, 4, cubic
    else:
        place = max(place, 0.0)
        first, count, kernel = floor(place), 2, lambda d: max(0.0, 1 - abs(d))
    taps = range(first, first + count)
    return [(min(max(i, 0), size - 1), kernel(place - i)) for i in taps]


def taken(i: int, old: int, new: int, mode: str, scale: Any, align: bool) -> Any:
    """Return indices and weights of what sample `i` is made of."""
    step = old / new if scale is None else 1 / scale
    if mode.startswith("nearest"):
        offset = 0.5 if mode == "nearest-exact" else 0
        return [(min(floor((i + offset) * step), old - 1), 1.0)]
    if mode == "area":
        start, end = floor(i * old / new), ceil((i + 1) * old / new)
        return [(j, 1 / (end - start)) for j in range(start, end)]
    if align:
        return samples_at(i * (old - 1) / max(new - 1, 1), old, mode)
    return samples_at((i + 0.5) * step - 0.5, old, mode)


def interpolate(
    x: Any,
    size: Any,
    mode: str = "linear",
    scale_factor: Any = None,
    recompute_scale_factor: Any = None,
    align_corners: bool = False,
    antialias: bool = False,
) -> Any:
    spatial = x.shape[2:]
    if size is None:
        size = [floor(n * scale_factor) for n in spatial]
    size = [size] * len(spatial) if isinstance(size, int) else list(size)
    scale = None if recompute_scale_factor else scale_factor
    result = np.zeros((*x.shape[:2], *size), x.dtype)
    for place in product(*map(range, size)):
        parts = [
            taken(i, old, new, mode, scale, align_corners)
            for i, old, new in zip(place, spatial, size, strict=True)
        ]
        for taps in product(*parts):
            index = tuple(tap[0] for tap in taps)
            weight = np.prod([tap[1] for tap in taps])
            result[(..., *place)] += (x[(..., *index)] * weight).astype(x.dtype)
    return result


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None):
    return np.interp(x, xp, fp, left, right, period)


def bilinear(image: Any, y: float, x: float) -> Any:
    """Return one sample of [channels, height, width]; zero more than a pixel outside."""
    height, width = image.shape[1:]
    if y < -1 or y > height or x < -1 or x > width:
        return np.zeros(image.shape[0])
    y, x = min(max(y, 0), height - 1), min(max(x, 0), width - 1)
    top, left = floor(y), floor(x)
    bottom, right = min(top + 1, height - 1), min(left + 1, width - 1)
    dy, dx = y - top, x - left
    upper = image[:, top, left] * (1 - dx) + image[:, top, right] * dx
    lower = image[:, bottom, left] * (1 - dx) + image[:, bottom, right] * dx
    return upper * (1 - dy) + lower * dy


def roi_align(
    input: Any,
    boxes: Any,
    output_size: Any,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Any:
    if isinstance(boxes, list):
        boxes = np.concatenate([np.insert(b, 0, i, 1) for i, b in enumerate(boxes)])
    rows, columns = (output_size,) * 2 if isinstance(output_size, int) else output_size
    result = np.zeros((len(boxes), input.shape[1], rows, columns))
    offset = 0.5 if aligned else 0.0
    for k, box in enumerate(boxes):
        x1, y1, x2, y2 = box[1:] * spatial_scale - offset
        height, width = y2 - y1, x2 - x1
        if not aligned:
            height, width = max(height, 1.0), max(width, 1.0)
        height, width = height / rows, width / columns
        tall = sampling_ratio if sampling_ratio > 0 else ceil(height)
        wide = sampling_ratio if sampling_ratio > 0 else ceil(width)
        for i, j, a, b in product(range(rows), range(columns), range(tall), range(wide)):
            y = y1 + height * (i + (a + 0.5) / tall)
            x = x1 + width * (j + (b + 0.5) / wide)
            result[k, :, i, j] += bilinear(input[round(box[0])], y, x) / (tall * wide)
    return result


def nms(
    boxes: Any,
    scores: Any = None,
    iou_threshold: float = 0.5,
    max_output_size: int | None = None,
    score_threshold: float = -np.inf,
) -> Any:
    scores = np.ones(len(boxes)) if scores is None else scores
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable"):
        if scores[i] <= score_threshold:
            continue
        for j in kept:
            low, high = (
                np.maximum(boxes[i, :2], boxes[j, :2]),
                np.minimum(boxes[i, 2:], boxes[j, 2:]),
            )
            both = np.prod(np.maximum(high - low, 0))
            areas = sum(np.prod(boxes[k, 2:] - boxes[k, :2]) for k in (i, j))
            if both > iou_threshold * (areas - both):
                break
        else:
            kept.append(i)
    return np.array(kept[:max_output_size], dtype="int64")


BOXES = values([[0, 0.3, 0.2, 2.7, 3.1], [1, -1.1, 0.4, 4.3, 2.6], [0, 1.2, 1.1, 1.6, 1.4]])
PER_IMAGE = [values([[0.3, 0.2, 2.7, 3.1]]), values([[0.6, 0.4, 3.3, 2.6], [1.2, 1.1, 1.6, 1.4]])]
CROWD = values(
    [[0, 0, 4, 4], [0, 0.5, 4, 4], [0, 0, 4, 1], [6, 6, 8, 8], [6, 6, 8, 7.75], [3, 0, 7, 4]]
)
SCORES = values([0.5, 0.75, 0.25, 0.625, 0.875, 0.375])
DYNAMIC = {"jax": "the shape depends on the values"}

SAMPLES = [
    Sample(
        "interpolate",
        interpolate,
        [
            case(draw(1, 2, 3, 4), (5, 2), mode="bilinear"),
            case(draw(2, 3, 4), 7, align_corners=True),
            case(draw(1, 2, 3, 4), (2, 7), mode="bicubic"),
            case(draw(1, 2, 3, 4), None, mode="nearest", scale_factor=1.5).only("float32", "int32"),
            case(draw(1, 2, 3, 4), (4, 5), mode="nearest-exact").only(
                "float32", "bfloat16", "bool"
            ),
            case(draw(2, 3, 4), 3, mode="area"),
            case(draw(1, 1, 2, 3, 4), None, scale_factor=1.3, recompute_scale_factor=True),
            case(draw(1, 2, 3, 4), None, mode="bicubic", scale_factor=1.7, align_corners=True),
        ],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "nearest_interpolate",
        lambda x, dims, size, scale, exact: interpolate(
            x, size, "nearest-exact" if exact else "nearest", scale and scale[0]
        ),
        [
            case(draw(1, 2, 3, 4), 2, [5, 2], None, False),
            case(draw(2, 3, 4), 1, None, [1.6], True),
        ],
        dtypes=FLOATS + HALVES + ("int32",),
    ),
    Sample(
        "area_interpolate",
        lambda x, dims, size, scale: interpolate(x, size, "area", scale and scale[0]),
        [case(draw(1, 2, 3, 4), 2, [2, 3], None), case(draw(2, 3, 4), 1, None, [0.5])],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "interp",
        interp,
        [
            case(values([0.3, 2.1, -1.0, 9.0, 3.5]), values([0, 1, 2.5, 4]), draw(4)),
            case(draw(3, 4), values([-1, 1, 2]), draw(3, seed=1), left=7.0, right=-7.0),
            case(draw(3, 4), values([2, 0.5, 1]), draw(3, seed=1), period=2.75),
            case(1.5, values([1, 2]), values([3, 5])),
            case(values([0, 1, 2]), values([1]), values([3]), left=-1.0),
        ],
    ),
    Sample(
        "roi_align",
        roi_align,
        [
            case(draw(2, 3, 4, 5), BOXES, (2, 3), sampling_ratio=2),
            case(draw(2, 3, 4, 5), BOXES, 2, 0.75, aligned=True),
            case(draw(2, 3, 4, 5), BOXES, (1, 2)),
            case(draw(2, 3, 4, 5), PER_IMAGE, 2, sampling_ratio=1),
        ],
    ),
    Sample(
        "nms",
        nms,
        [
            case(CROWD, SCORES),
            case(CROWD, SCORES, 0.1, 2),
            case(CROWD, SCORES, score_threshold=0.5),
            case(CROWD, iou_threshold=0.8),
        ],
        dtypes=FLOATS + HALVES,
        result="int64",
        differentiable=False,
        traceable=DYNAMIC,
    ),
]
