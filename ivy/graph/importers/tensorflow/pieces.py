"""Operations on groups of rows, on windows and on boxes, written with others of TensorFlow."""

from __future__ import annotations

from functools import partial
from typing import Any

import tensorflow as tf

from ivy.graph.importers.tensorflow.written_out import parts_of, static, written_out

# ---- rows with the same number ------------------------------------------------------------------


@written_out("UnsortedSegmentProd", "SegmentProdV2")
def _segment_product(x, ids, count):
    inner = tf.shape(x)[ids.shape.rank :]
    rows = tf.reshape(x, tf.concat([[-1], inner], 0))
    is_own = tf.range(tf.cast(count, ids.dtype))[:, None] == tf.reshape(ids, [-1])
    is_own = tf.reshape(is_own, tf.concat([tf.shape(is_own), tf.ones_like(inner)], 0))
    return tf.reduce_prod(tf.where(is_own, rows, tf.ones([], x.dtype)), 1)


@written_out("SegmentProd")
def _ascending_product(x, ids):
    return tf.math.unsorted_segment_prod(x, ids, int(static(ids)[-1]) + 1)


def _of_picked(x, rows, ids, count=None, *, reduce, **how):
    total = int(static(ids)[-1]) + 1 if count is None else count
    return reduce(tf.gather(x, rows), ids, total)


for _name, _reduce in {
    "Sum": tf.math.unsorted_segment_sum,
    "Mean": tf.math.unsorted_segment_mean,
    "SqrtN": tf.math.unsorted_segment_sqrt_n,
}.items():
    _names = f"SparseSegment{_name}", f"SparseSegment{_name}WithNumSegments"
    written_out(*_names)(partial(_of_picked, reduce=_reduce))


# ---- windows ------------------------------------------------------------------------------------


@written_out("MaxPoolWithArgmax")
def _places_of_maxima(x, ksize, strides, padding, Targmax="int64", include_batch_in_index=False):
    size = x.shape[1:].num_elements()
    own = tf.reshape(tf.range(size, dtype=Targmax), [1, *x.shape[1:]])
    if include_batch_in_index:
        images = tf.range(tf.cast(tf.shape(x)[0], Targmax)) * size
        own += tf.reshape(images, [-1, 1, 1, 1])
    own = tf.broadcast_to(own, tf.shape(x))
    largest, *others = parts_of(x, ksize[1:-1], strides, padding, fill=x.dtype.min)
    place, *places = parts_of(own, ksize[1:-1], strides, padding, fill=-1)
    for part, there in zip(others, places, strict=True):
        is_larger = (part > largest) | (place < 0)
        largest, place = tf.where(is_larger, part, largest), tf.where(is_larger, there, place)
    return largest, place


@written_out("Dilation2D")
def _dilated(x, kernel, strides, rates, padding):
    rows, columns = kernel.shape[:2]
    seen = parts_of(x, (rows, columns), strides, padding, dilations=rates, fill=x.dtype.min / 4)
    added = [part + kernel[i // columns, i % columns] for i, part in enumerate(seen)]
    return tf.reduce_max(tf.stack(added), 0)


# ---- boxes --------------------------------------------------------------------------------------


@written_out("NonMaxSuppressionV3")
def _selected_boxes(boxes, scores, most, overlap, least):
    chosen, count = tf.raw_ops.NonMaxSuppressionV4(
        boxes=boxes, scores=scores, max_output_size=most, iou_threshold=overlap,
        score_threshold=least, pad_to_max_output_size=True,
    )  # fmt: skip
    return tf.boolean_mask(chosen, tf.range(tf.shape(chosen)[0]) < count)


@written_out("NonMaxSuppressionV4")
def _suppressed(boxes, scores, most, overlap, least, pad_to_max_output_size=False):
    """Take the best box and drop those that overlap with it, again and again."""
    most = int(static(most))
    low, high = tf.minimum(boxes[:, :2], boxes[:, 2:]), tf.maximum(boxes[:, :2], boxes[:, 2:])
    areas = tf.reduce_prod(high - low, -1)
    shared = tf.minimum(high[:, None], high) - tf.maximum(low[:, None], low)
    shared = tf.reduce_prod(tf.maximum(shared, 0), -1)
    total = areas[:, None] + areas - shared
    overlaps = tf.where(total > 0, shared / tf.where(total > 0, total, 1), 0) > overlap
    lowest = scores.dtype.min
    left = tf.where(scores > least, scores, lowest)
    chosen, count = [], tf.zeros([], tf.int32)
    for _ in range(most):
        best = tf.argmax(left, output_type=tf.int32)
        exists = tf.gather(left, best) > lowest
        chosen.append(tf.where(exists, best, 0))
        count += tf.cast(exists, tf.int32)
        gone = tf.gather(overlaps, best) | (tf.range(tf.shape(scores)[0]) == best)
        left = tf.where(gone & exists, lowest, left)
    return tf.stack(chosen), count


# ---- numbers of a few bits ----------------------------------------------------------------------


@written_out("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel")
def _quantized(x, low, high, num_bits=8, narrow_range=False):
    first, last = float(narrow_range), float(2**num_bits - 1)
    step = (high - low) / (last - first)
    zero = tf.floor(tf.clip_by_value(first - low / step, first, last) + 0.5)
    # The ends move so that 0 is a step; gradients are those of a clip to the ends given.
    low += tf.stop_gradient((first - zero) * step - low)
    high += tf.stop_gradient((last - zero) * step - high)
    inside = tf.where(x < low, low, tf.where(x > high, high, x))
    steps = tf.floor((inside - low) * (1 / step) + 0.5)
    return inside + tf.stop_gradient(steps * step + low - inside)


@written_out("FakeQuantWithMinMaxArgs")
def _quantized_between(x, min=-6.0, max=6.0, **how):
    return _quantized(x, tf.constant(min, x.dtype), tf.constant(max, x.dtype), **how)


# ---- others -------------------------------------------------------------------------------------


@written_out("ApproxTopK")
def _largest(x, k, reduction_dimension=-1, is_max_k=True, **how):
    x = tf.experimental.numpy.moveaxis(x, reduction_dimension, -1)
    values, places = tf.math.top_k(x if is_max_k else -x, k)
    parts = values if is_max_k else -values, places
    return [tf.experimental.numpy.moveaxis(y, -1, reduction_dimension) for y in parts]


@written_out("MatrixSolveLs")
def _least_squares(a, y, regularizer, fast=True):
    if not fast:
        return tf.matmul(tf.linalg.pinv(a), y)
    rows, columns = a.shape[-2:]
    extra = tf.cast(regularizer, a.dtype)
    if rows is None or columns is None or rows >= columns:
        square = tf.matmul(a, a, adjoint_a=True) + extra * tf.eye(tf.shape(a)[-1], dtype=a.dtype)
        return tf.linalg.solve(square, tf.matmul(a, y, adjoint_a=True))
    square = tf.matmul(a, a, adjoint_b=True) + extra * tf.eye(rows, dtype=a.dtype)
    return tf.matmul(a, tf.linalg.solve(square, y), adjoint_a=True)


@written_out("Betainc")
def _betainc(a, b, x):
    """Sum Lentz's continued fraction, on the side of the mean where it is short."""
    a, b, x = (z + tf.zeros_like(a + b + x) for z in (a, b, x))
    flips = x > (a + 1) / (a + b + 2)
    a, b, y = tf.where(flips, b, a), tf.where(flips, a, b), tf.where(flips, 1 - x, x)
    inside = (y > 0) & (y < 1)
    z = tf.where(inside, y, tf.constant(0.5, x.dtype))

    def away(v: Any) -> Any:
        tiny = tf.constant(1e-30, x.dtype)
        return tf.where(tf.abs(v) < tiny, tiny, v)

    def step(state: Any, n: Any) -> Any:
        c, d, total = state
        m = tf.floor(n / 2)
        odd = -(a + m) * (a + b + m) * z / ((a + 2 * m) * (a + 2 * m + 1))
        even = m * (b - m) * z / ((a + 2 * m - 1) * (a + 2 * m))
        top = tf.where(n > 2 * m, odd, even)
        d, c = 1 / away(1 + top * d), away(1 + top / c)
        return c, d, total * d * c

    first = 1 / away(1 - (a + b) * z / (a + 1))
    # n = 1 is what it starts with.
    counted = tf.range(2, 120 if x.dtype == tf.float32 else 400, dtype=x.dtype)
    total = tf.foldl(step, counted, (tf.ones_like(z), first, first))[2]
    scale = tf.math.lgamma(a + b) - tf.math.lgamma(a) - tf.math.lgamma(b)
    found = tf.exp(scale + a * tf.math.log(z) + b * tf.math.log1p(-z)) / a * total
    found = tf.where(inside, found, tf.where(y <= 0, tf.zeros_like(y), tf.ones_like(y)))
    return tf.where(flips, 1 - found, found)
