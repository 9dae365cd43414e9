"""Operations of TensorFlow that others of it express: a function of those is traced and read."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from ivy import backends
from ivy.graph.importers.special import bessel_i1, bessel_ie, ndtri
from ivy.graph.importers.tensorflow.functions import attributes, handler
from ivy.graph.importers.tensorflow.values import is_known
from ivy.graph.ir import Value
from ivy.graph.rules import RULES, Unsupported


def written_out(*names: str) -> Callable[[Any], Any]:
    """Return a decorator that makes a function of tensors stand for operations."""

    def register(function: Any) -> Any:
        @handler(*names)
        def read(reader, op, inputs):
            if op.type in RULES["tensorflow"]:  # the user's
                return reader.plainly(op, inputs)
            build, how = reader.build, attributes(op)
            scope, line, first = build.scope, build.source, len(build.graph.nodes)
            try:
                inspect.signature(function).bind(*inputs, **how)
            except TypeError as error:
                raise Unsupported(str(error)) from error

            def call(*given: Any) -> Any:
                return function(*map(_as_far_as_known, inputs, given), **how)

            types = [tf.TensorSpec(t.shape, t.dtype) for t in op.inputs]
            traced = tf.function(call, autograph=False).get_concrete_function(*types)
            results = reader.read(traced.graph, inputs)
            for node in build.graph.nodes[first:]:
                node.scope, node.source = scope, line
            return results

        return function

    return register


def _as_far_as_known(x: Any, tensor: Any) -> Any:
    """Return a tensor with the numbers in it that are known."""
    if is_known(x):
        return tf.constant(x, tensor.dtype)
    if isinstance(x, np.ndarray) and x.ndim == 1:
        return tf.stack([tensor[i] if isinstance(n, Value) else int(n) for i, n in enumerate(x)])
    return tensor


# ---- formulas -----------------------------------------------------------------------------------


def _quotient(x: Any, y: Any, is_zero: Any) -> Any:
    return tf.where(is_zero, tf.zeros([], x.dtype), x / tf.where(is_zero, tf.ones([], y.dtype), y))


_FORMULAS: dict[tuple[str, ...], Any] = {
    ("ClipByValue",): lambda x, low, high: tf.minimum(tf.maximum(x, low), high),
    ("DivNoNan",): lambda x, y: _quotient(x, y, y == 0),
    ("EuclideanNorm",): lambda x, axis, keep_dims=False: tf.sqrt(
        tf.reduce_sum(x * x, axis, keep_dims)
    ),
    ("L2Loss",): lambda x: tf.reduce_sum(x * x) / 2,
    ("MulNoNan",): lambda x, y: tf.where(y == 0, tf.zeros([], x.dtype), x * y),
    ("Select",): lambda condition, x, y: tf.where(
        condition[(..., *[None] * (x.shape.rank - condition.shape.rank))], x, y
    ),
    ("SoftmaxCrossEntropyWithLogits",): lambda x, y: (
        -tf.reduce_sum(y * tf.nn.log_softmax(x), -1),
        tf.nn.softmax(x) - y,
    ),
    ("SquaredDifference",): lambda x, y: tf.square(x - y),
    ("Xdivy",): lambda x, y: _quotient(x, y, x == 0),
    ("Xlog1py",): lambda x, y: tf.math.xlogy(x, y + 1),
    ("EluGrad",): lambda dy, y: tf.where(y < 0, dy * (y + 1), dy),
    ("InvGrad", "ReciprocalGrad"): lambda y, dy: -dy * y * y,
    ("LeakyReluGrad",): lambda dy, x, alpha=0.2: tf.where(x > 0, dy, alpha * dy),
    ("Relu6Grad",): lambda dy, x: tf.where((x > 0) & (x < 6), dy, tf.zeros_like(dy)),
    ("ReluGrad",): lambda dy, x: tf.where(x > 0, dy, tf.zeros_like(dy)),
    ("RsqrtGrad",): lambda y, dy: -0.5 * dy * y * y * y,
    ("SeluGrad",): lambda dy, y: dy * tf.where(y < 0, y + 1.7580993408473768, 1.0507009873554805),
    ("SigmoidGrad",): lambda y, dy: dy * y * (1 - y),
    ("SoftplusGrad",): lambda dy, x: dy * tf.sigmoid(x),
    ("SoftsignGrad",): lambda dy, x: dy / (1 + tf.abs(x)) ** 2,
    ("SqrtGrad",): lambda y, dy: 0.5 * dy / y,
    ("TanhGrad",): lambda y, dy: dy * (1 - y * y),
}
for _names, _formula in _FORMULAS.items():
    written_out(*_names)(_formula)


# ---- gradients ----------------------------------------------------------------------------------


@written_out("BiasAddGrad")
def _bias_add_gradient(dy, data_format="NHWC"):
    channels = 1 if data_format == "NCHW" else dy.shape.rank - 1
    return tf.reduce_sum(dy, [i for i in range(dy.shape.rank) if i != channels])


@written_out("StridedSliceGrad")
def _strided_slice_gradient(shape, begin, end, by, dy, **how):
    places = tf.reshape(tf.range(tf.reduce_prod(shape)), shape)
    taken = tf.reshape(tf.strided_slice(places, begin, end, by, **how), [-1, 1])
    flat = tf.scatter_nd(taken, tf.reshape(dy, [-1]), tf.reduce_prod(shape)[None])
    return tf.reshape(flat, shape)


def parts_of(x: Any, size: Any, strides: Any, padding: str, **more: Any) -> list[Any]:
    """Return what each place of a window sees at every step; channels are the last axis."""
    dilations = more.get("dilations", [1] * len(strides))
    around = more.get("explicit_paddings", ())
    margins, steps = [[0, 0]], []
    if None in (*size, *x.shape[1:]):
        raise Unsupported("sizes that are not known before the program runs")
    for axis, (k, n) in enumerate(zip(size, x.shape[1:-1], strict=True), 1):
        stride, apart = strides[axis], dilations[axis]
        reach = (k - 1) * apart + 1
        missing = max((-(-n // stride) - 1) * stride + reach - n, 0) if padding == "SAME" else 0
        margin = [missing // 2, missing - missing // 2]
        margin = list(around[2 * axis : 2 * axis + 2]) if padding == "EXPLICIT" else margin
        margins.append(margin)
        steps.append((apart, n + sum(margin) - reach + 1, stride))
    padded = tf.pad(x, [*margins, [0, 0]], constant_values=more.get("fill", 0))

    def seen(at: Any) -> Any:
        moved = zip(at, steps, strict=True)
        return padded[(slice(None), *(slice(i * d, i * d + n, s) for i, (d, n, s) in moved))]

    return list(map(seen, np.ndindex(*size)))


@written_out("MaxPoolGrad", "MaxPool3DGrad")
def _max_pool_gradient(x, y, dy, ksize, strides, padding, explicit_paddings=()):
    how = {"explicit_paddings": explicit_paddings, "fill": x.dtype.min}
    largest, *others = parts_of(x, ksize[1:-1], strides, padding, **how)
    for part in others:
        largest = tf.where(part > largest, part, largest)  # of equals the first
    return tf.gradients(largest, x, dy)[0]


@written_out("AvgPoolGrad", "AvgPool3DGrad")
def _average_pool_gradient(shape, dy, ksize, strides, padding):
    x = tf.zeros(shape, dy.dtype)
    total, count = (tf.add_n(parts_of(y, ksize[1:-1], strides, padding)) for y in (x, x + 1))
    return tf.gradients(total / count, x, dy)[0]


def _convolved(x: Any, w: Any, is_depthwise: bool, **how: Any) -> Any:
    """Return a convolution as a sum over the places of the filter."""
    parts, weights = parts_of(x, w.shape[:-2], **how), tf.reshape(w, [-1, *w.shape[-2:]])
    if is_depthwise:
        products = [part[..., None] * weights[i] for i, part in enumerate(parts)]
        return tf.concat(tf.unstack(tf.add_n(products), axis=-2), -1)
    return tf.add_n([tf.tensordot(part, weights[i], 1) for i, part in enumerate(parts)])


for _name in ("Conv2D", "Conv3D", "DepthwiseConv2dNative"):
    _version = "V2" if _name == "Conv3D" else ""

    @written_out(f"{_name}BackpropFilter{_version}")
    def _filter_gradient(x, shape, dy, strides, padding, name=_name, **more):
        w = tf.zeros(shape, dy.dtype)
        if w.shape[-2] != x.shape[-1]:
            raise Unsupported("groups of channels")
        how = {"strides": strides, "padding": padding, **more}
        return tf.gradients(_convolved(x, w, name.startswith("D"), **how), w, dy)[0]


@written_out("DepthwiseConv2dNativeBackpropInput")
def _depthwise_gradient(shape, w, dy, strides, padding, **more):
    x = tf.zeros(shape, dy.dtype)
    return tf.gradients(_convolved(x, w, True, strides=strides, padding=padding, **more), x, dy)[0]


@written_out("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def _batch_norm_gradient(
    dy, x, scale, mean, variance, *spare, U="float32", epsilon=1e-4, is_training=True
):
    offset = tf.zeros_like(scale)
    if is_training:
        mean, variance = tf.nn.moments(x, list(range(x.shape.rank - 1)))
    normal = tf.nn.batch_normalization(x, mean, variance, offset, scale, epsilon)
    return (*tf.gradients(normal, [x, scale, offset], dy), mean, variance)


# ---- colours ------------------------------------------------------------------------------------


@written_out("RGBToHSV")
def _hsv(x):
    r, g, b = tf.unstack(x, axis=-1)
    value = tf.reduce_max(x, -1)
    spread, one = value - tf.reduce_min(x, -1), tf.ones_like(value)
    sixths = 6 * tf.where(spread > 0, spread, one)
    hue = tf.where(g == value, (b - r) / sixths + 1 / 3, (r - g) / sixths + 2 / 3)
    hue = tf.where(r == value, (g - b) / sixths, hue)
    hue = tf.where(spread > 0, tf.where(hue < 0, hue + 1, hue), 0 * one)
    share = tf.where(value > 0, spread / tf.where(value > 0, value, one), 0 * one)
    return tf.stack([hue, share, value], -1)


@written_out("HSVToRGB")
def _rgb(x):
    hue, saturation, value = tf.unstack(x, axis=-1)
    green, cyan, blue = (tf.abs(6 * hue - place) for place in (2.0, 3.0, 4.0))
    parts = (cyan - 1, 2 - green, 2 - blue)
    shares = [1 - saturation + saturation * tf.clip_by_value(part, 0, 1) for part in parts]
    return tf.stack([share * value for share in shares], -1)


@written_out("AdjustSaturation")
def _adjust_saturation(x, scale):
    hue, saturation, value = tf.unstack(_hsv(x), axis=-1)
    return _rgb(tf.stack([hue, tf.clip_by_value(saturation * scale, 0, 1), value], -1))


@written_out("AdjustHue")
def _adjust_hue(x, delta):
    hue, *rest = tf.unstack(_hsv(x), axis=-1)
    return _rgb(tf.stack([tf.math.floormod(hue + delta, 1), *rest], -1))


@written_out("AdjustContrastv2")
def _adjust_contrast(x, factor):
    mean = tf.reduce_mean(x, [-3, -2], keepdims=True)
    return (x - mean) * factor + mean


# ---- others -------------------------------------------------------------------------------------


@written_out("Igammac")
def _igammac(a, x):
    """Lentz's continued fraction where the result is small, and `1 - igamma` would lose it."""
    lower = tf.math.igamma(a, x)
    small = x > 1.5 * a + 1.5
    point, power = tf.stop_gradient(tf.where(small, x, 9)), tf.stop_gradient(tf.where(small, a, 1))

    def step(i: Any, base: Any, ratio: Any, upper: Any, fraction: Any) -> Any:
        share, base = -i * (i - power), base + 2
        ratio, upper = 1 / (share * ratio + base), base + share / upper
        return i + 1, base, ratio, upper, fraction * ratio * upper

    base = point + 1 - power
    start = tf.ones((), x.dtype), base, 1 / base, tf.ones_like(base) * 1e30, 1 / base
    *_, fraction = tf.while_loop(lambda i, *_: i < 64, step, start)
    tail = tf.exp(power * tf.math.log(point) - point - tf.math.lgamma(power)) * fraction
    value = tf.where(small, tail, 1 - tf.stop_gradient(lower))
    return value - (lower - tf.stop_gradient(lower))


_SPECIAL: dict[str, Any] = {
    "BesselI0e": partial(bessel_ie, order=0), "BesselI1e": partial(bessel_ie, order=1),
    "BesselI1": bessel_i1, "Ndtri": ndtri,
}  # fmt: skip
for _name, _function in _SPECIAL.items():
    written_out(_name)(lambda x, f=_function: f(backends.load("tensorflow"), x=x))


@written_out("Polygamma")
def _polygamma(n, x):
    factor = (2 * tf.math.floormod(n, 2) - 1) * tf.exp(tf.math.lgamma(n + 1))
    return tf.where(n == 0, tf.math.digamma(x), factor * tf.math.zeta(n + 1, x))


@written_out("DenseBincount")
def _bincount(x, size, weights, binary_output=False):
    """Return the sums of weights that have the same number; numbers outside are dropped."""
    hot = tf.one_hot(x, size, dtype=weights.dtype)
    if not binary_output and 0 not in weights.shape:
        hot *= weights[..., None]
    total = tf.reduce_sum(hot, -2)
    return tf.cast(total > 0, weights.dtype) if binary_output else total


@written_out("Bincount")
def _flat_bincount(x, size, weights):
    return _bincount(tf.reshape(x, [-1]), size, tf.reshape(weights, [-1]))


@written_out("DepthToSpace")
def _depth_to_space(x, block_size, data_format="NHWC"):
    if data_format != "NHWC":
        return _by_channels_last(_depth_to_space, x, block_size)
    (n, h, w, c), b = tf.unstack(tf.shape(x)), block_size
    parts = tf.transpose(tf.reshape(x, [n, h, w, b, b, c // b**2]), [0, 1, 3, 2, 4, 5])
    return tf.reshape(parts, [n, h * b, w * b, c // b**2])


@written_out("SpaceToDepth")
def _space_to_depth(x, block_size, data_format="NHWC"):
    if data_format != "NHWC":
        return _by_channels_last(_space_to_depth, x, block_size)
    (n, h, w, c), b = tf.unstack(tf.shape(x)), block_size
    parts = tf.transpose(tf.reshape(x, [n, h // b, b, w // b, b, c]), [0, 1, 3, 2, 4, 5])
    return tf.reshape(parts, [n, h // b, w // b, c * b**2])


def _by_channels_last(function: Any, x: Any, block_size: int) -> Any:
    return tf.transpose(function(tf.transpose(x, [0, 2, 3, 1]), block_size), [0, 3, 1, 2])


@written_out("SpaceToBatchND")
def _space_to_batch(x, block, paddings):
    blocks, margins = static(block), static(paddings)
    rest = x.shape.rank - 1 - len(blocks)
    x, count = tf.pad(x, [[0, 0], *margins, *[[0, 0]] * rest]), len(blocks)
    batch, *sizes = tf.unstack(tf.shape(x))
    outer = [size // b for size, b in zip(sizes, blocks, strict=False)]
    pairs = [n for pair in zip(outer, blocks, strict=True) for n in pair]
    parts = tf.reshape(x, [batch, *pairs, *sizes[count:]])
    insides, outsides = range(2, 2 * count + 1, 2), range(1, 2 * count, 2)
    order = [*insides, 0, *outsides, *range(2 * count + 1, 2 * count + 1 + rest)]
    return tf.reshape(tf.transpose(parts, order), [-1, *outer, *sizes[count:]])


@written_out("BatchToSpaceND")
def _batch_to_space(x, block, crops):
    blocks, cuts = static(block), static(crops)
    count, (_, *sizes) = len(blocks), tf.unstack(tf.shape(x))
    parts = tf.reshape(x, [*blocks, -1, *sizes])
    pairs = [j for i in range(count) for j in (count + 1 + i, i)]
    parts = tf.transpose(parts, [count, *pairs, *range(2 * count + 1, count + x.shape.rank)])
    merged = [n * b for n, b in zip(sizes, blocks, strict=False)]
    kept = [slice(a, n - b) for n, (a, b) in zip(merged, cuts, strict=True)]
    return tf.reshape(parts, [-1, *merged, *sizes[count:]])[(slice(None), *kept)]


def static(x: Any) -> Any:
    """Return numbers that are known before the program runs."""
    if (known := tf.get_static_value(x)) is None:
        raise Unsupported("numbers that are not known before the program runs")
    return known


for _name, _compare in {"LowerBound": tf.less, "UpperBound": tf.less_equal}.items():

    @written_out(_name)
    def _bound(edges, x, out_type="int32", compare=_compare):
        return tf.reduce_sum(tf.cast(compare(edges[:, None], x[..., None]), out_type), -1)


@written_out("XlaDynamicUpdateSlice")
def _dynamic_update_slice(x, update, starts):
    inside = tf.ones([1] * x.shape.rank, tf.bool)
    for axis in range(x.shape.rank):
        size, total = tf.shape(update)[axis], tf.shape(x)[axis]
        first = tf.clip_by_value(tf.cast(starts[axis], tf.int32), 0, total - size)
        places = tf.range(total) - first
        update = tf.gather(update, tf.clip_by_value(places, 0, size - 1), axis=axis)
        along = [-1 if i == axis else 1 for i in range(x.shape.rank)]
        inside &= tf.reshape((places >= 0) & (places < size), along)
    return tf.where(inside, update, x)


@written_out("SparseTensorDenseMatMul")
def _sparse_matmul(places, values, shape, x, **how):
    return tf.matmul(tf.scatter_nd(places, values, shape), x, **how)


@written_out("TridiagonalSolve")
def _tridiagonal_solve(diagonals, y, partial_pivoting=True, perturb_singular=False):
    if perturb_singular:
        raise Unsupported("perturb_singular=True")
    return tf.linalg.solve(_matrix(diagonals, (1, 0, -1)), y)


@written_out("TridiagonalMatMul")
def _tridiagonal_product(upper, main, lower, y):
    return _matrix(tf.concat([upper, main, lower], -2), (1, 0, -1)) @ y


@written_out("BandedTriangularSolve")
def _banded_solve(bands, y, lower=True, adjoint=False):
    count = bands.shape[-2]
    matrix = _matrix(bands, range(0, -count, -1) if lower else range(count - 1, -1, -1))
    return tf.linalg.triangular_solve(matrix, y, lower, adjoint)


def _matrix(diagonals: Any, places: Any) -> Any:
    """Return the matrix that has rows of an array as its diagonals at these places."""
    size, zero = diagonals.shape[-1], tf.zeros([], diagonals.dtype)
    if size is None:
        raise Unsupported("a system of unknown size")
    masks = [np.eye(size, k=k, dtype=bool) for k in places]
    parts = [tf.where(m, diagonals[..., i, :, None], zero) for i, m in enumerate(masks)]
    return tf.add_n(parts)


@written_out("HistogramFixedWidth")
def _histogram(x, ends, count, dtype="int32"):
    step = tf.cast(ends[1] - ends[0], tf.float64) / tf.cast(count, tf.float64)
    places = tf.cast(tf.maximum(tf.reshape(x, [-1]), ends[0]) - ends[0], tf.float64) / step
    places = tf.cast(tf.minimum(places, tf.cast(count - 1, tf.float64)), tf.int32)
    return tf.math.unsorted_segment_sum(tf.ones_like(places, dtype), places, count)


@written_out("ImageProjectiveTransformV3")
def _projected(images, transforms, size, fill, interpolation, fill_mode="CONSTANT"):
    """Read each pixel at the place that a matrix maps its own place to."""
    t = transforms[:, :, None, None]
    rows, columns = (tf.cast(tf.range(n), tf.float32) for n in (size[0], size[1]))
    rows = rows[:, None]
    scale = t[:, 6] * columns + t[:, 7] * rows + 1
    divisor = tf.where(scale == 0, 1.0, scale)
    y, x = (
        _within((t[:, i] * columns + t[:, i + 1] * rows + t[:, i + 2]) / divisor, n, fill_mode)
        for i, n in zip((3, 0), images.shape[1:3], strict=True)
    )
    owners, is_nearest = tf.range(tf.shape(images)[0]), interpolation == "NEAREST"
    return _read_at(images, owners, y, x, scale != 0, size, fill, is_nearest)


@written_out("CropAndResize")
def _cropped(images, boxes, owners, size, method="bilinear", extrapolation_value=0.0):
    """Read each pixel at its place in a box, which is given in parts of an image."""
    images, places = tf.cast(images, tf.float32), []
    inside = tf.ones([1, 1, 1], tf.bool)
    for axis in (0, 1):
        low, high = boxes[:, axis, None], boxes[:, axis + 2, None]
        steps = tf.cast(tf.range(size[axis]), tf.float32)
        parts = tf.cast(tf.maximum(size[axis] - 1, 1), tf.float32)
        share = tf.where(size[axis] > 1, steps / parts, 0.5)
        last = float(images.shape[axis + 1] - 1)
        place = tf.expand_dims(low * last + share * (high - low) * last, 2 - axis)
        inside &= (place >= 0) & (place <= last)
        places.append(place)
    y, x = places
    read = _read_at(images, owners, y, x, inside, size, 0.0, method == "nearest")
    return tf.where(inside[..., None], read, extrapolation_value)


def _read_at(
    images: Any, owners: Any, y: Any, x: Any, valid: Any, size: Any, fill: Any, is_nearest: bool
) -> Any:
    """Return pixels at places between the rows and columns of their images."""
    lengths, flat = images.shape[1:3], tf.reshape(images, [-1, images.shape[3]])
    first = owners[:, None, None] * (lengths[0] * lengths[1])

    def read(y: Any, x: Any) -> Any:
        inside = valid & (y >= 0) & (y < lengths[0]) & (x >= 0) & (x < lengths[1])
        index = first + tf.cast(tf.where(inside, y * lengths[1] + x, 0), tf.int32)
        index = tf.broadcast_to(index, [tf.shape(owners)[0], size[0], size[1]])
        return tf.where(inside[..., None], tf.gather(flat, index), fill)

    if is_nearest:
        return read(*(tf.sign(p) * tf.floor(tf.abs(p) + 0.5) for p in (y, x)))
    corners = [(tf.floor(y) + i, tf.floor(x) + j) for i in (0, 1) for j in (0, 1)]
    shares = [(1 - tf.abs(y - low)) * (1 - tf.abs(x - left)) for low, left in corners]
    pixels = [tf.cast(read(*corner), tf.float32) for corner in corners]
    mixed = tf.add_n([w[..., None] * p for w, p in zip(shares, pixels, strict=True)])
    return tf.cast(mixed, images.dtype)


def _within(place: Any, length: int, fill_mode: str) -> Any:
    """Return a place outside of an image as the one inside whose pixel is meant."""
    if fill_mode == "REFLECT":
        place = tf.math.floormod(place, 2.0 * length)
        place = tf.where(place >= length, 2.0 * length - 1 - place, place)
    elif fill_mode == "WRAP":
        turns = tf.floor(tf.abs(place) / max(length - 1, 1))
        above = tf.where(place > length - 1, place - length * turns, place)
        place = tf.where(place < 0, place + length * (turns + 1), above)
    return place if fill_mode == "CONSTANT" else tf.clip_by_value(place, 0, length - 1)


@handler("PyFunc", "PyFuncStateless", "EagerPyFunc")
def _python(*_):
    raise Unsupported("Python code, which a graph does not show; write it with TensorFlow")


@handler("RaggedTensorToTensor", "RaggedTensorToVariant", "RaggedTensorFromVariant", "RaggedRange")
def _ragged(*_):
    raise Unsupported("a ragged tensor; use a padded one, with a mask or the lengths of its rows")
