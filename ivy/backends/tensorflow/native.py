"""TensorFlow's array types and dtypes."""

from __future__ import annotations

import tensorflow as tf

from ivy.backends.native_dtypes import DtypesOf, dtype_converter
from ivy.types import ALL_DTYPES, Dtype

NAME = "tensorflow"
VERSION = tf.__version__
NATIVE = (tf.Tensor, tf.Variable)
ARRAY_TYPES = (type(tf.constant(0)), type(tf.Variable(0.0)))
NATIVE_DTYPES = {d: getattr(tf, d.name) for d in ALL_DTYPES}
DTYPES = DtypesOf({native: d for d, native in NATIVE_DTYPES.items()})
NATIVE_DEVICES = (tf.DeviceSpec,)

MUTABLE = False  # whether an array's memory may be written
EMULATED_DTYPES: frozenset[Dtype] = frozenset()
EMULATED: dict[str, object] = {}

as_native_dtype = dtype_converter(NATIVE_DTYPES, NAME)


def are_small(xs):
    # So that starting a kernel takes longer than what it does. Sizes unknown while tracing are not.
    sizes = [x.shape.num_elements() for x in xs]
    return None not in sizes and sum(sizes) < 2**17


def sizes(x):
    """Return the sizes of the axes, tensors where a graph does not know them."""
    known = x.shape.as_list()
    if None not in known:
        return known
    actual = tf.shape(x)
    return [actual[axis] if size is None else size for axis, size in enumerate(known)]
