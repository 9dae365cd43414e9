"""Classes of ivy as arguments and results of tf.function, and beside tensors in comparisons."""

from __future__ import annotations

import inspect

import tensorflow as tf
from tensorflow.core.function.trace_type import custom_nest_trace_type, default_types
from tensorflow.core.function.trace_type.trace_type_builder import from_value
from tensorflow.python.framework.ops import EagerTensor

_REFLECTED = {
    "less": "__gt__", "less_equal": "__ge__", "greater": "__lt__", "greater_equal": "__le__",
    "equal": "__eq__", "tensor_equals": "__eq__",
    "not_equal": "__ne__", "tensor_not_equals": "__ne__",
}  # fmt: skip
_classes: set[type] = set()


class _Comparisons(tf.__internal__.dispatch.GlobalOpDispatcher):  # type: ignore[misc]
    # TensorFlow 2.21 leaves `tensor + x` to x, but not `tensor < x`: it asks here when it failed.
    def handle(self, op, args, kwargs):
        x, y = (*args, *kwargs.values(), None, None)[:2]
        if op.__name__ not in _REFLECTED or type(y) not in _classes:
            return self.NOT_SUPPORTED
        result = getattr(y, _REFLECTED[op.__name__])(x)
        return self.NOT_SUPPORTED if result is NotImplemented else result


_Comparisons().register()


def register_pytree(cls, flatten, unflatten, keys=None):
    """Keep AutoGraph from rewriting the methods; `__tf_flatten__` makes the class a nest."""
    _classes.add(cls)
    for base in cls.__mro__:
        for method in vars(base).values():
            if inspect.isfunction(method):
                method.autograph_info__ = {}


class _Wrapping(custom_nest_trace_type.CustomNestTraceType):  # type: ignore[misc]
    def to_tensors(self, value):
        spec, data = self.components[0], getattr(value, "_data", None)
        # TensorFlow 2.21 takes 5 us to find that a tensor fits.
        if type(data) is EagerTensor and data.dtype is spec.dtype and data.shape == spec.shape:
            return [data]
        return super().to_tensors(value)


def tracing_type(array, context):
    """Return what tf.function traces for: without it, it takes what has __array__ for an array."""
    return _Wrapping(type(array), None, (from_value(array._data, context),))


def dict_tracing_type(value, context):
    """Return what tf.function finds for a dict itself, after a search that takes 20 us."""
    types = {key: from_value(child, context) for key, child in value.items()}
    return default_types.Dict(types, type(value))
