import math

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import test_util as _test_util
from tensorflow.python.ops import gen_array_ops as _array_ops
from tensorflow.python.ops import gen_math_ops as _math_ops
from tensorflow.python.ops import gen_nn_ops as _nn_ops

import ivy.backends.tensorflow as _xp
from ivy.backends.any import layers as _shared
from ivy.backends.tensorflow.native import sizes as _sizes
from ivy.errors import IvyIndexError
from ivy.rng import stream_for
from ivy.types import FINFO

_FULL_PRECISION = (tf.float32, tf.float64)
_EXCHANGED = np.array([1, 0], np.int32)
# From where on, and up to how many rows, it pays to avoid a transposed matrix; oneDNN's kernels are
# better at these.
_LARGE, _MANY = (1 << 19, 256) if _test_util.IsMklEnabled() else (1 << 17, math.inf)


def linear(x, weight, bias=None):
    rank, dtype = x.shape.rank, x.dtype
    fits = dtype in _FULL_PRECISION and dtype is weight.dtype and rank > 1
    if not fits or weight.shape.rank != 2 or (bias is not None and bias.dtype is not dtype):
        return _shared.linear(_xp, x, weight, bias)
    _shared._check_linear(x, weight, bias)
    shape = x.shape
    # One large product: with a stack the kernel multiplies matrix by matrix.
    rows = x if rank == 2 else _array_ops.reshape(x, (-1, shape[-1]))
    # A batch of unknown size is taken for a usual one, a stack of them for many rows.
    count = rows.shape[0] or (0 if rank == 2 else weight.shape[0] or 0)
    result = _by_transposed(rows, weight, count)
    if bias is not None:
        plain = bias.shape.rank == 1 and bias.shape[0] == weight.shape[0]
        result = _nn_ops.bias_add(result, bias) if plain else _math_ops.add_v2(result, bias)
    if rank == 2:
        return result
    return _array_ops.reshape(result, [*_sizes(x)[:-1], weight.shape[0]])


def _by_transposed(rows, weight, count):
    """Return `rows @ weight.T` for about `count` rows."""
    width, depth = weight.shape
    if width and depth and width * depth >= _LARGE and count < _MANY and 2 * count <= width:
        # TensorFlow 2.21 without oneDNN takes up to five times as long for a product by a large
        # matrix that is transposed. There is none in this form, nor in its gradients.
        result = _math_ops.mat_mul(weight, rows, transpose_b=True)
        return _array_ops.transpose(result, _EXCHANGED)
    return _math_ops.mat_mul(rows, weight, transpose_b=True)


def dropout(x, prob, scale=True, dtype=None, training=True, seed=None, noise_shape=None):
    if not training or prob == 0 or None not in x.shape:
        return _shared.dropout(_xp, x, prob, scale, dtype, training, seed, noise_shape)
    x = _shared._prepared(_xp, "dropout", x, prob, dtype)
    given = _shared._noise_shape(x, noise_shape)
    sizes = tf.stack([k if n is None else n for n, k in zip(given, _sizes(x), strict=True)])
    stream = stream_for(seed, _xp.is_tracing())
    if stream is None:
        noise = tf.random.uniform(sizes)
    else:
        # Blocks for more numbers than a tensor has: how many are drawn, the graph does not know.
        words = _xp.random_words(*stream.take(2**40), tf.reduce_prod(sizes))
        noise = tf.reshape(_xp.unit_float32(words, 24), sizes)
    kept = x / (1 - prob) if scale and prob < 1 else x
    return tf.where(noise >= prob, kept, tf.zeros_like(kept))


def rows_at(weights, indices):
    if indices.dtype not in (tf.int32, tf.int64):
        indices = tf.cast(indices, tf.int64)
    try:
        return _array_ops.gather_v2(weights, indices, 0)
    except tf.errors.InvalidArgumentError as error:
        msg = f"embedding: expected indices from 0 to {weights.shape[0] - 1}"
        least, greatest = (int(f(indices)) for f in (tf.reduce_min, tf.reduce_max))
        raise IvyIndexError(f"{msg}, got {least} to {greatest}") from error


def attend(query, key, value, scale, keep=None, bias=None, is_causal=False):
    dtype = query.dtype
    if not (dtype is key.dtype is value.dtype and dtype in _FULL_PRECISION):
        return _shared.attend(_xp, query, key, value, scale, keep, bias, is_causal)
    scaled = _math_ops.mul(query, tf.constant(scale, dtype))
    scores = _math_ops.batch_mat_mul_v2(scaled, key, adj_y=True)
    if bias is not None:
        scores = _math_ops.add_v2(scores, tf.cast(bias, dtype))
    if is_causal:
        earlier = _shared._causal(_xp, *_sizes(scores)[-2:])
        keep = earlier if keep is None else _math_ops.logical_and(keep, earlier)
    if keep is not None:
        least = tf.constant(FINFO[_xp.DTYPES[dtype]].min, dtype)
        scores = _math_ops.select_v2(keep, scores, least)
    return _math_ops.batch_mat_mul_v2(_xp.softmax(scores, -1), value)
