"""Classes of ivy as arguments and results of tf.function."""

from __future__ import annotations

import inspect

from tensorflow.core.function.trace_type import custom_nest_trace_type, default_types
from tensorflow.core.function.trace_type.trace_type_builder import from_value


def register_pytree(cls, flatten, unflatten, keys=None):
    """Keep AutoGraph from rewriting the methods; `__tf_flatten__` makes the class a nest."""
    for base in cls.__mro__:
        for method in vars(base).values():
            if inspect.isfunction(method):
                method.autograph_info__ = {}


def tracing_type(value, context):
    """Return what tf.function traces for: without it, it takes what has __array__ for an array."""
    metadata, leaves = value.__tf_flatten__()
    types = tuple(from_value(leaf, context) for leaf in leaves)
    return custom_nest_trace_type.CustomNestTraceType(type(value), metadata, types)


def dict_tracing_type(value, context):
    """Return what tf.function finds for a dict itself, after a search that takes 20 us."""
    types = {key: from_value(child, context) for key, child in value.items()}
    return default_types.Dict(types, type(value))
