"""Operations of TensorFlow on numbers known while a program is read, and on sizes of arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import context, execute

from ivy.graph.importers.tensorflow.indexing import strided_index
from ivy.graph.importers.tensorflow.values import TensorFlowBuilder, is_known
from ivy.graph.ir import Value

LARGEST_FOLDED = 1 << 16
"""Elements of a result that is computed while reading; larger ones are computed by the program."""


def folded(op: Any, inputs: list[Any]) -> list[np.ndarray] | None:
    """Return the results of an operation on known arrays, None if they are not to be computed."""
    if op.op_def.is_stateful or any(x.dtype in (tf.variant, tf.resource) for x in op.outputs):
        return None
    for output in op.outputs:
        count = output.shape.num_elements()
        if count is not None and count > LARGEST_FOLDED:
            return None
    attributes: list[Any] = []
    for definition in op.op_def.attr:
        attributes += [definition.name, _plain(op.get_attr(definition.name))]
    with tf.init_scope(), tf.device("CPU:0"):
        tensors = [tf.constant(x, t.dtype) for x, t in zip(inputs, op.inputs, strict=True)]
        results = execute.execute(
            op.type, len(op.outputs), tensors, tuple(attributes), context.context()
        )
    arrays = [np.asarray(x.numpy()) for x in results]
    return None if any(x.size > LARGEST_FOLDED for x in arrays) else arrays


def _plain(attribute: Any) -> Any:
    if isinstance(attribute, tf.DType):
        return attribute.as_datatype_enum
    if isinstance(attribute, list):
        return [_plain(item) for item in attribute]
    if hasattr(attribute, "unknown_rank"):
        return tf.TensorShape(attribute)
    return attribute


# ---- sizes --------------------------------------------------------------------------------------

HostRule = Callable[..., Any]
HOST_RULES: dict[str, HostRule] = {}
"""Operation -> `rule(build, op, *arrays)`, which returns sizes, a list of them, or None."""


def objects(x: Any) -> np.ndarray:
    """Return an array, a list, a number or a Value as sizes."""
    if isinstance(x, np.ndarray):
        return x.astype(object)
    if isinstance(x, (tuple, list)):
        array = np.empty(len(x), dtype=object)
        array[:] = x
    else:
        array = np.empty((), dtype=object)
        array[()] = x
    return array


def _host_rule(*names: str) -> Callable[[HostRule], HostRule]:
    def register(function: HostRule) -> HostRule:
        for name in names:
            HOST_RULES[name] = function
        return function

    return register


def on_sizes(build: TensorFlowBuilder, op: Any, inputs: list[Any]) -> Any:
    """Return the results of an operation on sizes, None where it has to be one on arrays."""
    if op.type not in HOST_RULES:
        return None
    result = HOST_RULES[op.type](build, op, *inputs)
    if result is None:
        return None
    results = result if isinstance(result, list) else [result]
    return [_settled(x, t.dtype) for x, t in zip(results, op.outputs, strict=True)]


def _settled(x: Any, dtype: tf.DType) -> np.ndarray:
    """Return sizes; a known array when all of them are numbers."""
    x = x if isinstance(x, np.ndarray) else objects(x)
    if x.dtype == object and not any(isinstance(item, Value) for item in x.ravel()):
        return x.astype(dtype.as_numpy_dtype)
    return x


def _arithmetic(build, op, x, y, *, host_op):
    function = np.frompyfunc(lambda a, b: build.host(host_op, a, b), 2, 1)
    return objects(function(x.astype(object), y.astype(object)))


for _name, _host_op in {
    "AddV2": "add", "Add": "add", "Sub": "subtract", "Mul": "multiply", "FloorDiv": "floor_divide",
    "FloorMod": "remainder", "Maximum": "maximum", "Minimum": "minimum",
}.items():  # fmt: skip
    HOST_RULES[_name] = partial(_arithmetic, host_op=f"host_{_host_op}")


@_host_rule("Neg")
def _negative(build, op, x):
    return objects(np.frompyfunc(lambda a: build.host("host_subtract", 0, a), 1, 1)(x))


@_host_rule("Identity", "StopGradient", "EnsureShape", "PreventGradient", "Snapshot")
def _same(build, op, x):
    return x


@_host_rule("Cast")
def _cast(build, op, x):
    return x if op.outputs[0].dtype.is_integer else None


@_host_rule("Prod", "Sum", "Max", "Min")
def _reduced(build, op, x, axis):
    if x.ndim != 1 or not is_known(axis) or axis.size != 1:
        return x if is_known(axis) and axis.size == 0 else None
    name = {"Prod": "multiply", "Sum": "add", "Max": "maximum", "Min": "minimum"}[op.type]
    items = list(x)
    if not items:
        return None
    total = items[0]
    for item in items[1:]:
        total = build.host(f"host_{name}", total, item)
    return objects([total] if op.get_attr("keep_dims") else total)


@_host_rule("StridedSlice")
def _strided_slice(build, op, x, begin, end, by):
    if not (is_known(begin) and is_known(end) and is_known(by)):
        return None
    masks = {name: op.get_attr(name) for name in _MASKS}
    return objects(x[strided_index(begin, end, by, **masks)])


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


@_host_rule("Slice")
def _slice(build, op, x, begin, size):
    if not (is_known(begin) and is_known(size)) or x.ndim != 1:
        return None
    start, count = int(begin[0]), int(size[0])
    return x[start : None if count < 0 else start + count]


@_host_rule("Pack")
def _pack(build, op, *xs):
    return np.stack([x.astype(object) for x in xs], op.get_attr("axis"))


@_host_rule("Unpack")
def _unpack(build, op, x):
    axis = op.get_attr("axis")
    return [objects(np.take(x, i, axis)) for i in range(x.shape[axis])]


@_host_rule("ConcatV2")
def _concat(build, op, *xs):
    *parts, axis = xs
    return np.concatenate([x.astype(object) for x in parts], int(axis)) if is_known(axis) else None


@_host_rule("ConcatOffset")
def _concat_offset(build, op, axis, *shapes):
    """Return where each of several arrays begins in the one they are joined to."""
    offsets, total = [], 0
    for shape in shapes:
        offset = np.zeros(shape.size, object)
        offset[int(axis)] = total
        total = build.host("host_add", total, shape[int(axis)])
        offsets.append(offset)
    return offsets


@_host_rule("SplitV")
def _split(build, op, x, sizes, axis):
    if not is_known(sizes) or -1 in sizes:
        return None
    return np.split(x, np.cumsum(sizes)[:-1], int(axis))


@_host_rule("Pad", "PadV2")
def _pad(build, op, x, margins, fill=0):
    return np.pad(x, margins, constant_values=fill) if is_known(margins) else None


@_host_rule("GatherV2")
def _gather(build, op, x, indices, axis):
    if op.get_attr("batch_dims") or not is_known(indices) or not is_known(axis):
        return None
    return objects(np.take(x, indices, int(axis)))


@_host_rule("Reshape")
def _reshape(build, op, x, shape):
    return x.reshape([int(n) for n in shape]) if is_known(shape) else None


@_host_rule("ExpandDims")
def _expand_dims(build, op, x, axis):
    return np.expand_dims(x, int(axis)) if is_known(axis) else None


@_host_rule("Squeeze")
def _squeeze(build, op, x):
    axes = tuple(op.get_attr("squeeze_dims"))
    return objects(np.squeeze(x, axes or None))


@_host_rule("ReverseV2")
def _reverse(build, op, x, axes):
    return np.flip(x, tuple(int(i) for i in axes)) if is_known(axes) else None


@_host_rule("Fill")
def _fill(build, op, shape, value):
    if not is_known(shape) or shape.size > 1:
        return None
    return objects(np.full([int(n) for n in shape], value.item(), dtype=object))


@_host_rule("SelectV2", "Select")
def _select(build, op, condition, x, y):
    return objects(np.where(condition, x, y)) if is_known(condition) else None


@_host_rule("BroadcastArgs")
def _broadcast_args(build, op, x, y):
    longest = max(x.size, y.size)
    padded = [[1] * (longest - s.size) + list(s) for s in (x, y)]
    result = []
    for a, b in zip(*padded, strict=True):
        if a is b or (not isinstance(b, Value) and b == 1):
            result.append(a)
        elif not isinstance(a, Value) and a == 1:
            result.append(b)
        else:
            # A size that is unknown has to be the other one, or 1.
            result.append(b if isinstance(a, Value) and not isinstance(b, Value) else a)
    return objects(result)


@_host_rule("BroadcastGradientArgs")
def _broadcast_gradient_args(build, op, x, y):
    """Return the axes along which each of two shapes is broadcast, as far as that is certain."""
    longest = max(x.size, y.size)
    shapes = [[1] * (longest - s.size) + list(s) for s in (x, y)]
    for a, b in zip(*shapes, strict=True):
        if isinstance(a, Value) != isinstance(b, Value) and 1 not in (a, b):
            return None
    return [np.array([i for i, n in enumerate(s) if n == 1], np.int32) for s in shapes]
