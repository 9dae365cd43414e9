"""Resampling of images and of functions given by points; regions and boxes of detectors."""

from __future__ import annotations

import math

from ivy.backends import windows
from ivy.backends.on_floats import on_floats
from ivy.backends.resampling import NEAREST, axis_weights, nearest_index, planned
from ivy.errors import IvyValueError

# ---- interpolation ----------------------------------------------------------------------------


def interpolate(
    xp,
    x,
    size,
    mode="linear",
    scale_factor=None,
    recompute_scale_factor=None,
    align_corners=False,
    antialias=False,
):
    plan = planned(
        tuple(x.shape), size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
    )
    if mode in NEAREST:
        return _nearest(xp, x, plan.sizes, plan.scales, mode == "nearest-exact")
    return _resampled(xp, x, plan, bool(align_corners), bool(antialias))


@on_floats()
def _resampled(xp, x, plan, align_corners, antialias):
    for axis, (new, scale) in enumerate(zip(plan.sizes, plan.scales, strict=True), 2):
        arguments = (plan.mode, x.shape[axis], new, scale, align_corners, antialias)
        x = _along_axis(xp, x, xp.host_constant(axis_weights, arguments, x.dtype, x), axis)
    return x


def _along_axis(xp, x, weights, axis):
    """Return `x` with one axis multiplied by a matrix [old, new]."""
    shape = list(x.shape)
    if axis == len(shape) - 1:
        return xp.matmul(x, weights)
    flat = xp.reshape(x, (-1, shape[axis], math.prod(shape[axis + 1 :])))
    result = xp.matmul(xp.matrix_transpose(weights), flat)
    shape[axis] = weights.shape[1]
    return xp.reshape(result, [-1 if n is None else n for n in shape])


def _nearest(xp, x, sizes, scales, exact):
    for axis, (new, scale) in enumerate(zip(sizes, scales, strict=True), 2):
        arguments = (x.shape[axis], new, scale, exact)
        index = xp.host_constant(nearest_index, arguments, xp.as_native_dtype(xp.index_dtype()), x)
        x = xp.take(x, index, axis, "clip")
    return x


def nearest_interpolate(xp, x, dims, size, scale, exact):
    mode = "nearest-exact" if exact else "nearest"
    return _with_sizes(xp, "nearest_interpolate", x, dims, size, scale, mode)


def area_interpolate(xp, x, dims, size, scale):
    return _with_sizes(xp, "area_interpolate", x, dims, size, scale, "area")


def _with_sizes(xp, name, x, dims, size, scale, mode):
    if len(x.shape) != dims + 2:
        msg = f"{name}: expected x of {dims} spatial axes after batch and channels"
        raise IvyValueError(f"{msg}, got shape {tuple(x.shape)}")
    return xp.interpolate(x, size, mode, scale if size is None else None)


# ---- a function given by points ---------------------------------------------------------------


def interp(space, x, xp, fp, left=None, right=None, period=None):
    if len(xp.shape) != 1 or tuple(xp.shape) != tuple(fp.shape) or xp.shape[0] == 0:
        shapes = f"shapes {tuple(xp.shape)} and {tuple(fp.shape)}"
        raise IvyValueError(f"interp: expected xp and fp to be vectors of one length, got {shapes}")
    if period == 0:
        raise IvyValueError("interp: expected a period other than 0, got 0")
    return _interpolated(space, x, xp, fp, left, right, period)


@on_floats(3)
def _interpolated(space, x, xp, fp, left, right, period):
    if type(x) in (bool, int, float):
        x = space.asarray(x, dtype=xp.dtype)
    if period is not None:
        period = abs(period)
        left = right = None
        x, xp = space.remainder(x, period), space.remainder(xp, period)
        order = space.argsort(xp)
        xp, fp = space.take(xp, order, 0), space.take(fp, order, 0)
        xp = space.concat([xp[-1:] - period, xp, xp[:1] + period], 0)
        fp = space.concat([fp[-1:], fp, fp[:1]], 0)
    count = xp.shape[0]
    flat = space.reshape(x, (-1,))
    if count == 1:
        result = space.add(space.zeros_like(flat), fp[0])
    else:
        after = space.clip(space.searchsorted(xp, flat, "right"), 1, count - 1)
        before = after - 1
        x0, x1, f0, f1 = (
            space.take(points, place, 0, "clip")
            for points, place in ((xp, before), (xp, after), (fp, before), (fp, after))
        )
        width = x1 - x0
        safe = space.where(width == 0, space.ones_like(width), width)
        inside = f0 + (flat - x0) * ((f1 - f0) / safe)
        result = space.where(flat >= xp[-1], space.add(space.zeros_like(flat), fp[-1]), inside)
        result = space.where(flat < xp[0], space.add(space.zeros_like(flat), fp[0]), result)
    for value, outside in ((left, flat < xp[0]), (right, flat > xp[-1])):
        if value is not None:
            filled = space.add(space.zeros_like(flat), space.asarray(value, dtype=xp.dtype))
            result = space.where(outside, filled, result)
    nan = space.where(space.isnan(flat), flat, result)
    return space.reshape(nan, [-1 if n is None else n for n in x.shape])


# ---- regions ----------------------------------------------------------------------------------


def roi_align(xp, input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    if len(input.shape) != 4:
        msg = "roi_align: expected input of shape [batch, channels, height, width]"
        raise IvyValueError(f"{msg}, got {tuple(input.shape)}")
    output_size = windows.per_axis("roi_align", "output_size", output_size, 2)
    rois = _numbered_boxes(xp, boxes, input)
    return _aligned(xp, input, rois, output_size, spatial_scale, sampling_ratio, aligned)


def _numbered_boxes(xp, boxes, input):
    """Return boxes as rows `image, x1, y1, x2, y2`, whichever way they are given."""
    if isinstance(boxes, (list, tuple)):
        if boxes and len(boxes[0].shape) == 1:  # rows of a nested list
            boxes = xp.stack(list(boxes), 0)
        else:
            if len(boxes) != (input.shape[0] or len(boxes)):
                msg = f"roi_align: expected boxes for each of {input.shape[0]} images"
                raise IvyValueError(f"{msg}, got a list of {len(boxes)}")
            numbered = [
                xp.concat([xp.full_like(each[:, :1], number), each], 1)
                for number, each in enumerate(boxes)
            ]
            boxes = xp.concat(numbered, 0) if numbered else xp.zeros((0, 5), dtype=input.dtype)
    if len(boxes.shape) != 2 or boxes.shape[1] != 5:
        msg = "roi_align: expected boxes [number, 5], or a list of [number, 4] per image"
        raise IvyValueError(f"{msg}, got shape {tuple(boxes.shape)}")
    return boxes


@on_floats(2)
def _aligned(xp, x, rois, output_size, spatial_scale, sampling_ratio, aligned):
    images, channels, height, width = x.shape
    count, (rows, columns) = rois.shape[0], output_size
    offset = 0.5 if aligned else 0.0
    x1, y1, x2, y2 = (rois[:, i] * spatial_scale - offset for i in range(1, 5))
    tall, wide = y2 - y1, x2 - x1
    if not aligned:
        tall, wide = (xp.maximum(size, xp.ones_like(size)) for size in (tall, wide))
    # A mean of bilinear samples on a grid is a product of two mean interpolations, along y and x.
    # Rows of all images are one axis, on which the number of the image is an offset.
    number = xp.astype(rois[:, 0], xp.index_dtype())
    along_y = _bin_weights(xp, y1, tall, rows, height, sampling_ratio, number, images)
    along_x = _bin_weights(xp, x1, wide, columns, width, sampling_ratio, None, 1)
    lines = xp.reshape(xp.permute_dims(x, (0, 2, 1, 3)), (images * height, channels * width))
    mixed = xp.reshape(xp.matmul(along_y, lines), (count, rows * channels, width))
    along_x = xp.reshape(along_x, (count, columns, width))
    result = xp.matmul(mixed, xp.matrix_transpose(along_x))
    return xp.permute_dims(xp.reshape(result, (count, rows, channels, columns)), (0, 2, 1, 3))


def _bin_weights(xp, start, extent, bins, size, sampling_ratio, image, images):
    """Return the weight of each place of an axis in each bin of each box, [boxes * bins, places].

    A bin has `sampling_ratio` samples, or as many as it has places; while a framework traces, at
    most as many as the axis has.
    """
    count = start.shape[0]
    extent = extent / bins
    if sampling_ratio > 0:
        samples, used = sampling_ratio, xp.full_like(extent, sampling_ratio)
    else:
        used = xp.ceil(xp.stop_gradient(extent))
        samples = _largest(xp, used, size)
        used = xp.minimum(used, xp.full_like(used, samples))
    valid = xp.reshape(used, (count, 1, 1))  # none in a box without extent
    used = xp.maximum(valid, xp.ones_like(valid))
    step = xp.astype(xp.reshape(xp.arange(samples), (1, 1, samples)), start.dtype)
    which = xp.astype(xp.reshape(xp.arange(bins), (1, bins, 1)), start.dtype)
    extent = xp.reshape(extent, (count, 1, 1))
    place = xp.reshape(start, (count, 1, 1)) + extent * (which + (step + 0.5) / used)
    inside = xp.logical_and(place >= -1.0, place <= float(size))
    valid = xp.logical_and(inside, step < valid)
    share = xp.astype(valid, start.dtype) / used
    place = xp.clip(place, 0.0, float(size - 1))
    low = xp.stop_gradient(xp.floor(place))
    upper = place - low
    row = xp.reshape(xp.arange(count * bins), (count, bins, 1)) * (images * size)
    first = xp.astype(low, xp.index_dtype()) + xp.astype(row, xp.index_dtype())
    if image is not None:
        first = first + xp.reshape(image, (count, 1, 1)) * size
    second = first + xp.astype(low < float(size - 1), xp.index_dtype())
    index = xp.reshape(xp.stack([first, second], 0), (-1,))
    weights = xp.reshape(xp.stack([(1 - upper) * share, upper * share], 0), (-1, 1))
    target = xp.zeros((count * bins * images * size, 1), dtype=start.dtype)
    filled = xp.scatter_rows(target, index, weights, "sum")
    return xp.reshape(filled, (count * bins, images * size))


def _largest(xp, numbers, otherwise):
    """Return the largest number, at least 1; another one where numbers are not known."""
    if xp.is_tracing() or numbers.shape[0] == 0:
        return otherwise
    try:
        return max(int(xp.max(numbers)), 1)
    except Exception:  # each framework has its own for numbers that are being mapped over
        return otherwise


def nms(xp, boxes, scores=None, iou_threshold=0.5, max_output_size=None, score_threshold=-math.inf):
    if len(boxes.shape) != 2 or boxes.shape[1] != 4:
        raise IvyValueError(f"nms: expected boxes [number, 4], got shape {tuple(boxes.shape)}")
    if scores is None:
        scores = xp.ones_like(boxes[:, 0])
    if tuple(scores.shape) != tuple(boxes.shape[:1]):
        msg = f"nms: expected a score per box, got shapes {tuple(boxes.shape)}"
        raise IvyValueError(f"{msg} and {tuple(scores.shape)}")
    if boxes.shape[0] == 0:
        return xp.zeros((0,), dtype=xp.index_dtype())
    order = xp.argsort(scores, -1, True, True)
    kept = xp.greedily_kept(_overlapping(xp, xp.take(boxes, order, 0), iou_threshold))
    if score_threshold != -math.inf:
        kept = xp.logical_and(kept, xp.take(scores, order, 0) > score_threshold)
    return xp.astype(xp.get_item(order, kept)[:max_output_size], xp.index_dtype())


@on_floats()
def _overlapping(xp, boxes, threshold):
    """Return for each pair of boxes whether intersection over union is above a threshold."""
    x1, y1, x2, y2 = (boxes[:, i : i + 1] for i in range(4))

    def common(low, high):
        ends = xp.minimum(high, xp.matrix_transpose(high))
        starts = xp.maximum(low, xp.matrix_transpose(low))
        return xp.maximum(ends - starts, xp.zeros_like(ends))

    both = common(x1, x2) * common(y1, y2)
    area = (x2 - x1) * (y2 - y1)
    return both > (area + xp.matrix_transpose(area) - both) * threshold
