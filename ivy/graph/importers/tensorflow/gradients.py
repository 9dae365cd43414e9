"""Functions with gradients of their own, `tf.custom_gradient`, in operations.

What the gradient does to that of a result is mostly a matrix. Its transpose, applied to
`x - stop_gradient(x)`, is a zero that has this gradient, and is added to the result. Whatever else
it does is traced beside the function.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import tensorflow as tf

_OF_SHAPES = ("OnesLike", "Rank", "Shape", "ShapeN", "Size", "ZerosLike")


def keeping(original: Callable[..., Any], note: Callable[..., None]) -> Callable[..., Any]:
    """Return what stands for TensorFlow's way to trace such a function.

    `note(both, args, result)` is told of function and gradient that were traced.
    """

    def call(function: Any, args: Any, kwargs: Any) -> Any:
        library = function.__module__.partition(".")[0] in ("tensorflow", "keras", "ivy")
        if library and function.__name__ != "_grad_pass_through_op":
            return original(function, args, kwargs)  # these are the plain ones
        found = None if kwargs else _with_gradient(function, args)
        if found is None and not kwargs and (both := _both_traced(function, args)) is not None:
            found = tf.identity(original(function, args, kwargs))
            note(both, args, found)
        if found is None:
            name = function.__name__
            msg = f"{name}: its custom gradient is not kept; the target differentiates the function"
            warnings.warn(msg, UserWarning, stacklevel=2)
            return original(function, args, kwargs)
        return found

    return call


def _with_gradient(function: Any, args: Any) -> Any:
    """Return the result plus zeros; None if its gradient is not linear, or one of variables."""
    args = tf.nest.map_structure(tf.convert_to_tensor, args)
    given = tf.nest.flatten(args)
    fixed = [tf.stop_gradient(x) for x in given]
    result, gradient = function(*tf.nest.pack_sequence_as(args, fixed))
    values = tf.nest.flatten(result)
    points = [tf.identity(tf.zeros_like(y)) for y in values]
    try:
        rows = tf.nest.flatten(gradient(*points))
        kept = [(r, x - y) for r, x, y in zip(rows, given, fixed, strict=True) if r is not None]
        zeros = tf.gradients([row for row, _ in kept], points, [move for _, move in kept])
    except (TypeError, ValueError, LookupError):
        return None
    if _depend([z for z in zeros if z is not None], {x.op for x in points}):
        return None
    pairs = zip(values, zeros, strict=True)
    # A zero is NaN beside infinite slopes.
    sums = [y if z is None else tf.where(z == 0, y + z, y) for y, z in pairs]
    return tf.nest.pack_sequence_as(result, sums)


def _both_traced(function: Any, args: Any) -> tuple[Any, Any] | None:
    """Return graphs of a function and of its gradient; None if they need more than arrays.

    The latter takes the arguments and the gradient of the result.
    """
    given = [tf.convert_to_tensor(x) for x in tf.nest.flatten(args)]

    def forward(*xs: Any) -> Any:
        return function(*tf.nest.pack_sequence_as(args, xs))[0]

    def backward(*xs: Any) -> Any:
        pulled = function(*tf.nest.pack_sequence_as(args, xs[:-1]))[1](xs[-1])
        pairs = zip(tf.nest.flatten(pulled), xs, strict=False)
        return [tf.zeros_like(x) if g is None else tf.convert_to_tensor(g) for g, x in pairs]

    types = [tf.TensorSpec(x.shape, x.dtype) for x in given]
    try:
        first = tf.function(forward, autograph=False).get_concrete_function(*types)
        result = tf.TensorSpec(first.output_shapes, first.output_dtypes)
        second = tf.function(backward, autograph=False).get_concrete_function(*types, result)
    except (AttributeError, TypeError, ValueError, LookupError):
        return None  # several results, or a gradient of variables
    is_plain = all(x.dtype.is_floating for x in (*types, result))
    is_whole = not first.captured_inputs and len(second.outputs) == len(types)
    if not is_plain or not is_whole or second.captured_inputs:
        return None
    return first.graph, second.graph


def _depend(tensors: list[Any], on: set[Any]) -> bool:
    """Return whether the values of tensors come from operations."""
    seen, left = set(), [x.op for x in tensors]
    while left:
        op = left.pop()
        if op in on:
            return True
        if op not in seen and op.type not in _OF_SHAPES:
            seen.add(op)
            left += [x.op for x in op.inputs]
    return False
