"""Reads the operations of a TensorFlow function in order and adds their nodes to a graph."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.importers.tensorflow.host import folded, objects, on_sizes
from ivy.graph.importers.tensorflow.trace import Recording, scope_of, source_of
from ivy.graph.importers.tensorflow.values import Resource, TensorFlowBuilder, is_host, is_known
from ivy.graph.ir import Graph, Value
from ivy.graph.progress import steps
from ivy.graph.rules import RULES, Translation, Unsupported

CALLS = ("PartitionedCall", "StatefulPartitionedCall")
ASSIGNMENTS = {
    "AssignVariableOp": None,
    "AssignAddVariableOp": "add",
    "AssignSubVariableOp": "subtract",
}
SKIPPED = ("NoOp", "Assert", "PrintV2", "Placeholder", "_Arg", "CheckNumericsV2")
SCATTERS = {
    "ResourceScatterUpdate": "replace",
    "ResourceScatterAdd": "sum",
    "ResourceScatterMax": "max",
    "ResourceScatterMin": "min",
}
_EFFECTS = (*ASSIGNMENTS, *SCATTERS, "StatefulPartitionedCall", "While", "If")

Handler = Callable[..., list[Any]]
HANDLERS: dict[str, Handler] = {}
"""Operation -> `handler(reader, op, inputs)`, for what rules cannot express."""


def handler(*names: str) -> Callable[[Handler], Handler]:
    """Return a decorator that registers a handler."""

    def register(function: Handler) -> Handler:
        for name in names:
            HANDLERS[name] = function
        return function

    return register


class Reader:
    """Translates functions into one graph.

    `variables` are the present values of resources: those of the graph, or as last assigned.
    """

    def __init__(self, graph: Graph, recording: Recording, translation: Translation | None) -> None:
        self.graph, self.recording = graph, recording
        self.build = TensorFlowBuilder(graph)
        self.translation = Translation("tensorflow", self.build)
        if translation is not None:
            self.translation.missing = translation.missing
        self.variables: dict[str, Value] = {}
        self.assigned: dict[str, Value] = {}
        self.can_assign = True
        self.loop: Any = None
        self.wanted: set[str] = set()
        """The names of the results of the function that is being read."""
        self.least: dict[int, int] = {}
        """Id of a value -> a number it is at least."""

    def inner(self, graph: Graph) -> Reader:
        """Return a reader for the body of a loop or a branch, which may not assign variables."""
        reader = Reader(graph, self.recording, self.translation)
        reader.can_assign = False
        return reader

    def read(self, function: Any, arguments: list[Any], count: int | None = None) -> list[Any]:
        """Return the results, or the first ones, of a function for what its inputs are."""
        outputs, env = function.outputs[:count], {}
        before, self.wanted = self.wanted, {tensor.name for tensor in outputs}
        for tensor, argument in zip(function.inputs, arguments, strict=True):
            env[tensor.name] = argument
        for op in steps(self._needed(function, outputs)):
            if any(output.name not in env for output in op.outputs) or not op.outputs:
                self._operation(op, env)
        self.wanted = before
        return [env.get(tensor.name) for tensor in outputs]

    def _needed(self, function: Any, outputs: list[Any]) -> list[Any]:
        """Return the operations whose results are used, with what was recorded taken as one.

        They are in the order they were made in, but for inputs that a gradient added later.
        """
        for op in function.get_operations():
            if op.type in ("Print", "PrintV2"):
                msg = f"tf.print: the translation prints nothing ({source_of(op)})"
                warnings.warn(msg, UserWarning, stacklevel=2)
        effects = [op for op in function.get_operations() if op.type in _EFFECTS]
        todo, inputs = [*(tensor.op for tensor in outputs), *effects], {}
        while todo:
            if (op := todo.pop()) not in inputs:
                mark = self._mark(op)
                inputs[op] = [t.op for t in (mark.tensors() if mark else op.inputs)]
                todo += inputs[op]
        order: dict[Any, None] = {}
        todo = [op for op in reversed(function.get_operations()) if op in inputs]
        while todo:
            missing = [op for op in inputs[todo[-1]] if op not in order]
            if missing and todo[-1] not in order:
                todo += missing
            else:
                order.setdefault(todo.pop())
        return list(order)

    def _mark(self, op: Any) -> Any:
        return next((m for t in op.outputs if (m := self.recording.mark(t))), None)

    def _operation(self, op: Any, env: dict[str, Any]) -> None:
        self.build.scope = scope_of(op, self.recording)
        self.build.source = source_of(op)
        mark = self._mark(op)
        try:
            if mark is not None:
                outputs, results = mark.outputs, self._marked(mark, env)
            else:
                inputs = [env.get(tensor.name) for tensor in op.inputs]
                outputs, results = op.outputs, self._results(op, inputs)
        except Unsupported as error:
            self.translation.note(f"{op.type}: {error}")
            outputs, results = op.outputs, [None] * len(op.outputs)
        for tensor, result in zip(outputs, results, strict=True):
            env[tensor.name] = described(result, tensor)

    def _marked(self, mark: Any, env: dict[str, Any]) -> list[Any]:
        def value(tensor: Any) -> Any:
            return self.build.array(env[tensor.name], tensor.dtype.name)

        args, kwargs = mark.arguments(value)
        if mark.name in HANDLERS:
            return HANDLERS[mark.name](self, mark, list(args))
        result = self.translation.apply(mark.name, *args, **kwargs)
        return list(result) if isinstance(result, tuple) else [result]

    def _results(self, op: Any, inputs: list[Any]) -> list[Any]:
        if op.type in SKIPPED:
            return [None] * len(op.outputs)
        if op.type == "Const":
            return [tf.make_ndarray(op.get_attr("value"))]
        if any(x is None for x in inputs):
            # What is missing has been noted where it should have been made.
            return [None] * len(op.outputs)
        if op.type in HANDLERS:
            return HANDLERS[op.type](self, op, inputs)
        return self.plainly(op, inputs)

    def plainly(self, op: Any, inputs: list[Any]) -> list[Any]:
        """Return the results of an operation: computed here if all inputs are known, or by rule."""
        if inputs and all(map(is_host, inputs)):
            found = folded(op, inputs) if all(map(is_known, inputs)) else None
            found = on_sizes(self.build, op, inputs) if found is None else found
            if found is not None:
                return found
        return self.by_rule(op, inputs)

    def by_rule(self, op: Any, inputs: list[Any]) -> list[Any]:
        """Return the results of an operation that its rule adds nodes for."""
        rule = RULES["tensorflow"].get(op.type)
        if rule is None:
            self.translation.note(op.type)
            return [None] * len(op.outputs)
        if getattr(rule, "numbers", False):
            arrays = self._with_numbers(op, inputs)
        else:
            host = {i % max(len(inputs), 1) for i in getattr(rule, "host", ())}
            arrays = [
                x if i in host else self.build.array(x, op.inputs[i].dtype.name)
                for i, x in enumerate(inputs)
            ]
        result = self.translation.apply(op.type, *arrays, **attributes(op))
        if result is None:
            return [None] * len(op.outputs)
        return list(result) if isinstance(result, (tuple, list)) else [result]

    def _with_numbers(self, op: Any, inputs: list[Any]) -> list[Any]:
        def plain(i: int, x: Any) -> Any:
            others = [y for j, y in enumerate(inputs) if j != i and isinstance(y, Value)]
            if is_known(x) and x.ndim == 0 and x.dtype.kind in "if" and others:
                return x.item()
            return self.build.array(x, op.inputs[i].dtype.name)

        return [plain(i, x) for i, x in enumerate(inputs)]

    # ---- variables ------------------------------------------------------------------------------

    def variable(self, resource: Any) -> Value:
        """Return the present value of a variable."""
        if isinstance(resource, Value):  # read before a loop or branch and given to it
            return resource
        if not isinstance(resource, Resource):
            raise Unsupported("something that is not a variable")
        return self.assigned.get(resource.name) or self.variables[resource.name]

    def assign(self, resource: Any, value: Any) -> None:
        """Let a variable have another value from here on."""
        if not self.can_assign or not isinstance(resource, Resource):
            raise Unsupported("a variable that is assigned inside of a loop or a branch")
        self.assigned[resource.name] = self.build.array(value)


def described(result: Any, tensor: Any) -> Any:
    """Return a result; a new Value gets the shape and dtype that TensorFlow knows."""
    if isinstance(result, Value) and tensor.dtype not in (tf.variant, tf.resource):
        if result.dtype is None:
            result.dtype = tensor.dtype.name
        if result.shape is None and tensor.shape.rank is not None:
            result.shape = tuple(tensor.shape.as_list())
    return result


def attributes(op: Any) -> dict[str, Any]:
    """Return the attributes of an operation that say more than its inputs do.

    Those with their default value are left out, so a rule names what it implements.
    """
    definition = op.op_def
    inferred = {a.type_attr for a in definition.input_arg}
    inferred |= {a.number_attr for a in definition.input_arg}
    inferred |= {a.type_list_attr for a in definition.input_arg}
    found = {}
    for attribute in definition.attr:
        if attribute.name in inferred or attribute.name.startswith("_"):
            continue
        value = op.get_attr(attribute.name)
        if attribute.HasField("default_value") and attribute.type != "type":
            proto = op.node_def.attr.get(attribute.name)
            if proto is None or proto == attribute.default_value:
                continue
        found[attribute.name] = _readable(value)
    return found


def _readable(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, tf.DType):
        return value.name
    if isinstance(value, list):
        return tuple(_readable(item) for item in value)
    if hasattr(value, "unknown_rank"):
        return tuple(tf.TensorShape(value).as_list())
    return value


# ---- what rules cannot express ------------------------------------------------------------------


def function_of(op: Any, attribute: str) -> Any:
    """Return the function that an attribute names, as it was traced."""
    return named_function(op, op.get_attr(attribute).name)


def named_function(op: Any, name: str) -> Any:
    """Return a function of the graph that an operation is in."""
    function = op.graph._get_function(name)
    if not hasattr(function, "graph"):
        raise Unsupported("a function made by TensorFlow 1's Defun")
    return function.graph


@handler(*CALLS)
def _call(reader, op, inputs):
    return called(reader, op, function_of(op, "f"), inputs)


def called(reader: Reader, op: Any, function: Any, inputs: list[Any]) -> list[Any]:
    """Return the results of an operation that calls a function.

    One whose gradient was taken before has more results, which follow those.
    """
    return reader.read(function, inputs, len(op.outputs))


@handler("Identity", "StopGradientIdentity", "EnsureShape", "Snapshot", "Print")
def _identity(reader, op, inputs):
    return [inputs[0]]


@handler("Maximum", "Minimum")
def _extreme(reader, op, inputs):
    """As the rule says; but a number between equal bounds is known: the length of a bincount."""
    numbers = [x.item() for x in inputs if is_known(x) and x.ndim == 0]
    values = [x for x in inputs if isinstance(x, Value)]
    if len(numbers) == len(values) == 1:
        if op.type == "Minimum" and reader.least.get(id(values[0]), numbers[0] - 1) >= numbers[0]:
            return [next(x for x in inputs if is_known(x))]
        results = reader.by_rule(op, inputs)
        if op.type == "Maximum" and results[0] is not None:
            reader.least[id(results[0])] = numbers[0]
        return results
    return reader.plainly(op, inputs)


@handler("IdentityN")
def _identities(reader, op, inputs):
    return list(inputs)


@handler("Shape", "ShapeN")
def _shape(reader, op, inputs):
    return [shape_of(reader.build, x, t.dtype) for x, t in zip(inputs, op.outputs, strict=True)]


def shape_of(build: TensorFlowBuilder, x: Any, dtype: Any) -> np.ndarray:
    """Return the shape of a tensor: a known array, or sizes."""
    if is_host(x):
        return np.array(x.shape, dtype.as_numpy_dtype)
    x = build.array(x)
    if x.shape is None:
        raise Unsupported("a tensor whose number of axes is unknown")
    sizes = objects([build.length(x, i) for i in range(len(x.shape))])
    known = not any(isinstance(size, Value) for size in sizes)
    return sizes.astype(dtype.as_numpy_dtype) if known else sizes


@handler("Size")
def _size(reader, op, inputs):
    shape = shape_of(reader.build, inputs[0], op.outputs[0].dtype)
    total: Any = 1
    for size in shape:
        total = reader.build.host("host_multiply", total, size)
    known = not isinstance(total, Value)
    return [np.array(total, op.outputs[0].dtype.as_numpy_dtype) if known else objects(total)]


@handler("Rank")
def _rank(reader, op, inputs):
    x = inputs[0]
    shape = x.shape if is_host(x) else reader.build.array(x).shape
    if shape is None:
        raise Unsupported("a tensor whose number of axes is unknown")
    return [np.array(len(shape), np.int32)]


@handler("ReadVariableOp")
def _read(reader, op, inputs):
    return [reader.variable(inputs[0])]


@handler("VariableShape")
def _variable_shape(reader, op, inputs):
    return [shape_of(reader.build, reader.variable(inputs[0]), op.outputs[0].dtype)]


@handler("VarIsInitializedOp")
def _is_initialized(reader, op, inputs):
    return [np.array(True)]


@handler("ResourceGather")
def _resource_gather(reader, op, inputs):
    weights, indices = reader.variable(inputs[0]), reader.build.array(inputs[1])
    batch_dims = op.get_attr("batch_dims")
    if batch_dims == 0 and weights.shape is not None and len(weights.shape) == 2:
        return [reader.build.embedding(weights, indices)]
    return [reader.build.gather(weights, indices, axis=batch_dims, batch_dims=batch_dims)]


@handler("ResourceGatherNd")
def _resource_gather_nd(reader, op, inputs):
    weights, indices = reader.variable(inputs[0]), reader.build.array(inputs[1])
    return [reader.build.gather_nd(weights, indices)]


@handler(*ASSIGNMENTS)
def _assign(reader, op, inputs):
    value, combine = inputs[1], ASSIGNMENTS[op.type]
    if combine is not None:
        old = reader.variable(inputs[0])
        value = getattr(reader.build, combine)(old, reader.build.array(value))
        value.shape, value.dtype = old.shape, old.dtype
    reader.assign(inputs[0], value)
    return []


@handler(*SCATTERS)
def _scatter(reader, op, inputs):
    build, old = reader.build, reader.variable(inputs[0])
    indices, updates = build.array(inputs[1]), build.array(inputs[2])
    from ivy.graph.importers.tensorflow.indexing import scattered

    value = scattered(build, old, build.expand_dims(indices, axis=-1), updates, SCATTERS[op.type])
    value.shape, value.dtype = old.shape, old.dtype
    reader.assign(inputs[0], value)
    return []
