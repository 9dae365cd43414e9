"""Creation, on TensorFlow."""

from contextlib import nullcontext

import numpy as np
import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording

from ivy import config
from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends import tensorflow as _space
from ivy.backends.axes import diagonal_number, eye_arguments
from ivy.backends.matrices import refuse_vectors
from ivy.backends.tensorflow.native import DTYPES, as_native_dtype
from ivy.backends.tensorflow.promotion import number
from ivy.errors import IvyValueError


def _dtype(dtype):
    return as_native_dtype(dtypes.default_dtype() if dtype is None else dtype)


def _on(device):
    """Return a context that places what is made in it on a device."""
    if device is None:
        device = config.setting("default_device")
        if device is None:
            return nullcontext()
    return tf.device(_space.as_native_dev(device))


def from_numpy(values):
    with _on(None):
        return tf.convert_to_tensor(values)


@tf.custom_gradient
def _recorded_copy(x):
    return tf.raw_ops.DeepCopy(x=x), lambda gradient: gradient  # it has no gradient of its own


def copy_array(x):
    # tf.identity shares memory, which after DLPack another framework may write to.
    if not tf.executing_eagerly():
        return tf.identity(x)
    x = tf.convert_to_tensor(x)
    return _recorded_copy(x) if _is_recording() else tf.raw_ops.DeepCopy(x=x)


def write_into(target, value):
    conversion.check_same_shape(target, value)
    if isinstance(target, tf.Variable):
        target.assign(value)
        return target
    return value


def zeros(shape, dtype=None, device=None):
    with _on(device):
        return tf.zeros(shape, _dtype(dtype))


def ones(shape, dtype=None, device=None):
    with _on(device):
        return tf.ones(shape, _dtype(dtype))


empty = zeros


def full(shape, fill_value, dtype=None, device=None):
    with _on(device):
        if isinstance(fill_value, tf.Tensor):
            value = fill_value if dtype is None else _space.astype(fill_value, dtype)
            if value.shape.rank != 0:
                return _space.broadcast_to(value, shape)
        else:
            native = as_native_dtype(dtypes.number_dtype(fill_value) if dtype is None else dtype)
            value = number(dtypes.as_number(fill_value, DTYPES[native]), native)
            if isinstance(shape, tuple) and not shape:  # tf.fill takes 25 times as long
                return value
        return tf.fill([shape] if isinstance(shape, int) else shape, value)


def zeros_like(x, dtype=None, device=None):
    with tf.device(_space.as_native_dev(device)):
        return tf.zeros_like(x, as_native_dtype(dtype))


def ones_like(x, dtype=None, device=None):
    with tf.device(_space.as_native_dev(device)):
        return tf.ones_like(x, as_native_dtype(dtype))


empty_like = zeros_like


def full_like(x, fill_value, dtype=None, device=None):
    shape = x.shape if x.shape.is_fully_defined() else tf.shape(x)
    return full(shape, fill_value, x.dtype if dtype is None else dtype, device)


def arange(start, stop=None, step=1, dtype=None, device=None):
    start, stop = (0, start) if stop is None else (start, stop)
    native = as_native_dtype(dtypes.number_dtype(start, stop, step) if dtype is None else dtype)
    with _on(device):
        if any(tf.is_tensor(x) for x in (start, stop, step)):
            return tf.cast(tf.range(start, stop, step), native)
        length = dtypes.range_length(start, stop, step)
        if native.is_floating or float in map(type, (start, stop, step)):
            return tf.cast(start + step * tf.range(length, dtype=tf.float64), native)
        # tensorflow 2.21: there are no kernels for the other integers, and a range in the wrong
        # direction raises.
        working = native if native in (tf.int32, tf.int64) else tf.int64
        values = tf.range(start, start + length * step, step, working)
        return values if working is native else tf.cast(values, native)


def eye(n_rows, n_cols=None, k=0, batch_shape=None, dtype=None, device=None):
    n_rows, n_cols, k = eye_arguments(n_rows, n_cols, k)
    with _on(device):
        if k == 0:
            return tf.eye(n_rows, n_cols, batch_shape, _dtype(dtype))
        rows, columns = tf.range(n_rows)[:, None], tf.range(n_cols)
        matrix = tf.cast(rows + k == columns, _dtype(dtype))
        return tf.broadcast_to(matrix, (*(batch_shape or ()), n_rows, n_cols))


def tril(x, k=0):
    k = diagonal_number("tril", k)
    refuse_vectors("tril", x)
    if k >= 0:
        return tf.linalg.band_part(x, -1, _at_most(k, x.shape[-1]))
    return tf.where(_columns_minus_rows(x) <= k, x, tf.zeros((), x.dtype))


def triu(x, k=0):
    k = diagonal_number("triu", k)
    refuse_vectors("triu", x)
    if k <= 0:
        return tf.linalg.band_part(x, _at_most(-k, x.shape[-2]), -1)
    return tf.where(_columns_minus_rows(x) >= k, x, tf.zeros((), x.dtype))


def _at_most(count, size):
    return count if size is None else min(count, size)


def _columns_minus_rows(x):
    rows, columns = x.shape[-2:]
    if rows is not None and columns is not None:
        return np.arange(columns) - np.arange(rows)[:, None]
    rows, columns = tf.unstack(tf.shape(x)[-2:])
    return tf.range(columns) - tf.range(rows)[:, None]


def complex(real, imag):
    return tf.complex(*conversion.parts(_space, real, imag))


def to_dlpack(x):
    return tf.experimental.dlpack.to_dlpack(tf.convert_to_tensor(x))


# TensorFlow 2.21 aborts the process on memory of others that Eigen's vectors do not fit.
_ALIGNMENT = 64


def _address(x):
    for name in ("data_ptr", "unsafe_buffer_pointer"):  # of torch and JAX, for every dtype
        if hasattr(x, name):
            return getattr(x, name)()
    return np.from_dlpack(x).ctypes.data


def _is_misaligned(x):
    on_cpu = hasattr(x, "__dlpack_device__") and x.__dlpack_device__()[0] == 1
    return on_cpu and not isinstance(x, tf.Tensor) and _address(x) % _ALIGNMENT != 0


def from_dlpack(x, device=None, copy=None):
    if _is_misaligned(x):
        if copy is False:
            msg = "from_dlpack (tensorflow): expected memory aligned to 64 bytes, got an array that"
            raise IvyValueError(f"{msg} is not; pass copy=True")
        with _on(device):
            return tf.constant(np.from_dlpack(x))
    x = tf.experimental.dlpack.from_dlpack(conversion.with_dlpack(x).__dlpack__())
    if device is None:
        return copy_array(x) if copy else x
    with _on(device):
        return copy_array(x) if copy else tf.identity(x)
