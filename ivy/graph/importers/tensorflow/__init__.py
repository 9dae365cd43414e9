"""Graphs of TensorFlow programs: Keras models and layers, `tf.Module`s and functions.

A program is traced to a ConcreteFunction, once for inference and once for training if it has both
modes, and each operation becomes nodes by its rule.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ivy.errors import IvyException
from ivy.graph.importers.tensorflow.functions import Reader
from ivy.graph.importers.tensorflow.modes import both_modes
from ivy.graph.importers.tensorflow.trace import Recording, recorded
from ivy.graph.importers.tensorflow.values import Resource
from ivy.graph.importers.tracing import parameter_names
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import IvyTranspileException, warn_of_fixed_sizes

for _area in (
    "composites",
    "control",
    "diagonals",
    "elementwise",
    "images",
    "indexing",
    "layers",
    "linalg",
    "lists",
    "pieces",
    "random",
    "reductions",
    "shapes",
    "written_out",
):
    importlib.import_module(f"ivy.graph.importers.tensorflow.{_area}")  # registers its rules


def to_graph(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic_batch: bool) -> Graph:
    """Return the graph of a TensorFlow program for arguments like those given.

    With `dynamic_batch` the first axis of the first array, one in no nest if there is any, and of
    those as long as it, has any size; a program that cannot be read that way is read for the sizes
    given, with a warning.
    """
    _build(obj, args, kwargs)
    if dynamic_batch:
        try:
            return _graph(obj, args, kwargs, True)
        except IvyTranspileException as error:
            graph = _graph(_untraced(obj), args, kwargs, False)
            warn_of_fixed_sizes((args, kwargs), f"for any batch TensorFlow says: {error}")
            return graph
    return _graph(obj, args, kwargs, False)


def _untraced(obj: Any) -> Any:
    """Return a function without its traces: TensorFlow uses one for any batch for all others."""
    return tf.function(obj.python_function) if hasattr(obj, "python_function") else obj


def _graph(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic: bool) -> Graph:
    if "training" in kwargs or not _has_modes(obj):
        return _traced(obj, args, kwargs, dynamic, {})
    return both_modes(
        _traced(obj, args, kwargs, dynamic, {"training": False}),
        _traced(obj, args, kwargs, dynamic, {"training": True}),
    )


def _is_keras(obj: Any) -> bool:
    return any(cls.__module__.partition(".")[0] == "keras" for cls in type(obj).__mro__)


def _build(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Let a layer make its weights, which it does at its first call."""
    if _is_keras(obj) and not getattr(obj, "built", True):
        obj(*args, **kwargs)


def _called(obj: Any) -> Any:
    """Return the function that a call of an object runs."""
    function = obj.call if _is_keras(obj) and hasattr(obj, "call") else obj
    return getattr(function, "python_function", function)


def _has_modes(obj: Any) -> bool:
    if _is_keras(obj):
        return bool(getattr(obj, "_call_has_training_arg", False))
    return "training" in parameter_names(_called(obj), keywords=True)


# ---- tracing ------------------------------------------------------------------------------------


def _traced(
    obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic: bool, mode: dict[str, bool]
) -> Graph:
    given = (args, kwargs)
    arrays = [leaf for leaf in _leaves(given) if tf.is_tensor(leaf)]
    plain = [x for x in (*args, *kwargs.values()) if tf.is_tensor(x)]  # none of a nest of weights
    batch = next((x.shape[0] for x in (*plain, *arrays) if x.shape.rank), None) if dynamic else None
    specs = [_spec(x, batch) for x in arrays]

    def call(*tensors: Any) -> Any:
        found = iter(tensors)
        inner_args, inner_kwargs = _mapped(lambda _: next(found), given)
        return obj(*inner_args, **inner_kwargs, **mode)

    recording = Recording(model=obj, classes=_module_classes(obj))
    try:
        with recorded(recording):
            concrete = tf.function(call).get_concrete_function(*specs)
    except IvyException:
        raise
    except Exception as error:
        text = str(error).strip().splitlines()
        reason = next((line for line in reversed(text) if line.strip()), type(error).__name__)
        msg = f"expected a program that tf.function can trace, got {type(error).__name__}"
        raise IvyTranspileException(f"{msg}: {reason.strip()}") from error
    return _translated(obj, concrete, given, recording)


def _spec(x: Any, batch: int | None) -> tf.TensorSpec:
    shape = x.shape.as_list()
    if batch is not None and shape and shape[0] == batch:
        shape[0] = None
    return tf.TensorSpec(shape, x.dtype)


def _leaves(nest: Any) -> list[Any]:
    found: list[Any] = []
    _mapped(found.append, nest, every=True)
    return found


def _mapped(function: Callable[[Any], Any], nest: Any, every: bool = False) -> Any:
    """Return a nest with `function` applied to its tensors, or to every leaf."""
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return type(nest)(*(_mapped(function, item, every) for item in nest))
    if isinstance(nest, (tuple, list)):
        return type(nest)([_mapped(function, item, every) for item in nest])
    if isinstance(nest, dict):
        return {key: _mapped(function, item, every) for key, item in nest.items()}
    return function(nest) if every or tf.is_tensor(nest) else nest


def _module_classes(obj: Any) -> dict[str, str]:
    if isinstance(obj, tf.Module) and not _is_keras(obj):
        return {m.name: type(m).__name__ for m in (obj, *obj.submodules) if m.name}
    return {}


# ---- translating --------------------------------------------------------------------------------


def _translated(obj: Any, concrete: Any, given: Any, recording: Recording) -> Graph:
    name = getattr(obj, "name", None) or getattr(obj, "__name__", None) or type(obj).__name__
    graph = Graph(name=str(name), source="tensorflow", argument_names=parameter_names(_called(obj)))
    function = concrete.graph
    reader = Reader(graph, recording, None)
    variables = _variables(obj, function)
    captured = {inner.name: outer for outer, inner in function.captures}
    arguments: list[Any] = []
    values: list[Value] = []
    names = _input_names(graph.argument_names, given)
    for tensor in function.inputs:
        if tensor.name not in captured:
            shape = tuple(tensor.shape.as_list())
            value = reader.build.value(names[len(values)], shape, tensor.dtype.name)
            values.append(value)
            arguments.append(value)
        elif tensor.dtype == tf.resource:
            arguments.append(_resource(reader, tensor, captured, variables))
        else:
            arguments.append(np.asarray(captured[tensor.name]))
    found = iter(values)
    graph.args, graph.kwargs = _mapped(lambda _: next(found), given)
    results = dict(
        zip([t.name for t in function.outputs], reader.read(function, arguments), strict=True)
    )
    reader.translation.check()

    def result(tensor: Any) -> Value:
        if not isinstance(tensor, tf.Tensor):
            msg = f"expected results that are tensors, got a {type(tensor).__name__}"
            raise IvyTranspileException(f"{msg}; return one of its parts, or its to_tensor()")
        return reader.build.array(results[tensor.name])

    graph.outputs = _mapped(result, function.structured_outputs)
    _finish(reader, variables)
    return graph


def _input_names(argument_names: tuple[str, ...], given: Any) -> list[str]:
    """Return a name for each array of a call: that of the argument it is in."""
    args, kwargs = given
    padded = [*argument_names, *("x" for _ in args)]
    named = [*zip(padded, args, strict=False), *kwargs.items()]
    return [str(name) for name, nest in named for leaf in _leaves(nest) if tf.is_tensor(leaf)]


class Variables:
    """The variables of a program by their handles: names, and which are trained."""

    def __init__(self) -> None:
        self.by_handle: dict[int, Any] = {}
        self.names: dict[int, str] = {}
        self.frozen: set[int] = set()
        self.parameters: set[int] = set()


def _variables(obj: Any, function: Any) -> Variables:
    found = Variables()
    known = _named_variables(obj)
    taken: set[str] = set()
    order = {key: place for place, key in enumerate(known)}
    # In the order of the layers, not of the trace: equal layers have their weights in one order.
    for variable in sorted(function.variables, key=lambda v: order.get(id(v.handle), len(order))):
        key = id(variable.handle)
        name, trained, frozen = known.get(key, (None, variable.trainable, False))
        name = name or variable.name.partition(":")[0].replace("/", ".")
        unique, count = name, 0
        while unique in taken:
            count += 1
            unique = f"{name}_{count}"
        taken.add(unique)
        found.by_handle[key] = variable
        found.names[key] = unique
        if trained:
            found.parameters.add(key)
        if frozen:
            found.frozen.add(key)
    return found


def _named_variables(obj: Any) -> dict[int, tuple[str, bool, bool]]:
    """Return {id of the handle: (name, is a parameter, is frozen)}."""
    found: dict[int, tuple[str, bool, bool]] = {}
    if hasattr(obj, "_flatten_layers"):
        for layer in obj._flatten_layers():
            for variable in [*layer._trainable_variables, *layer._non_trainable_variables]:
                trained = any(variable is v for v in layer._trainable_variables)
                frozen = trained and not variable.trainable
                name = variable.path.replace("/", ".")
                found[id(variable.value.handle)] = (name, trained, frozen)
    elif isinstance(obj, tf.Module):
        for path, variable in obj._flatten(
            predicate=lambda x: isinstance(x, tf.Variable), with_path=True
        ):
            name = ".".join(str(part) for part in path)
            found.setdefault(id(variable.handle), (name, variable.trainable, False))
    return found


def _resource(
    reader: Reader, tensor: Any, captured: dict[str, Any], variables: Variables
) -> Resource:
    key = id(captured[tensor.name])
    if key not in variables.names:
        users = ", ".join(f"{op.type} at {op.name}" for op in tensor.consumers())
        advice = "call a layer that looks up words or numbers before, and give its result"
        raise IvyTranspileException(f"expected tf.Variables, got a table for {users}; {advice}")
    name, variable = variables.names[key], variables.by_handle[key]
    if name not in reader.variables:
        shape = tuple(variable.shape.as_list())
        reader.variables[name] = reader.build.value(name, shape, variable.dtype.name)
    return Resource(name)


def _finish(reader: Reader, variables: Variables) -> None:
    """Put the variables that were read or assigned into the graph."""
    graph = reader.graph
    for key, name in variables.names.items():
        if name not in reader.variables:
            continue
        value, variable = reader.variables[name], variables.by_handle[key]
        is_assigned = name in reader.assigned
        if key in variables.parameters and not is_assigned:
            graph.parameters[name] = value
            if key in variables.frozen:
                graph.frozen.add(name)
        else:
            graph.buffers[name] = value
        graph.arrays[name] = tf.convert_to_tensor(variable)
        if is_assigned:
            graph.mutations[name] = reader.assigned[name]
