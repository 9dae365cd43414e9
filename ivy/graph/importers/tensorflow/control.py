"""Branches and loops of TensorFlow.

A loop whose number of steps is known becomes a `scan`: what counts the steps is computed here, a
list read at the counter is scanned over, and one written at the counter is stacked. Any other loop
becomes a `while_loop`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.importers.tensorflow.functions import (
    Reader,
    called,
    described,
    function_of,
    handler,
    named_function,
)
from ivy.graph.importers.tensorflow.host import objects
from ivy.graph.importers.tensorflow.lists import stacked
from ivy.graph.importers.tensorflow.loops import Loop, first_list
from ivy.graph.importers.tensorflow.values import Resource, TensorList, is_host, is_known, sizes_of
from ivy.graph.ir import Graph, Value, values_in
from ivy.graph.passes import without_dead_code
from ivy.graph.rules import Unsupported


class Captures:
    """What an inner graph gets from the one around it: outer values and their inner ones."""

    def __init__(self, reader: Reader, inner: Reader) -> None:
        self.reader, self.inner = reader, inner
        self.pairs: list[tuple[Any, Value]] = []
        self._made: dict[int, Value] = {}

    def value(self, outer: Value, shape: Any = None) -> Value:
        """Return the inner value of an outer one."""
        if id(outer) not in self._made:
            self._made[id(outer)] = self.fresh(outer)
        return self._made[id(outer)]

    def fresh(self, outer: Value) -> Value:
        """Return a new inner value, given by an outer one."""
        found = self.inner.build.value(outer.name, outer.shape, outer.dtype)
        self.pairs.append((outer, found))
        return found

    def captured(self, x: Any) -> Any:
        """Return what something outside is inside, where it does not change."""
        if isinstance(x, Value):
            return self.value(x)
        if isinstance(x, Resource):
            return self.value(self.reader.variable(x))
        if isinstance(x, TensorList):
            if x.grows:
                return TensorList(None, grows=True)
            return TensorList(x.length, self.value(stacked(self.reader, x)))
        if is_host(x) and not is_known(x):
            inside = [self.value(n) if isinstance(n, Value) else n for n in x.ravel()]
            return objects(inside).reshape(x.shape)
        return x

    def used(self, graph: Graph) -> list[tuple[Any, Value]]:
        """Return the pairs whose inner value the finished graph uses, once it is cleaned up."""
        clean = without_dead_code(graph)
        graph.nodes, graph.constants, graph.arrays = clean.nodes, clean.constants, clean.arrays
        used = {id(v) for node in graph.nodes for v in node.inputs()}
        used |= {id(v) for v in values_in(graph.outputs)}
        return [pair for pair in self.pairs if id(pair[1]) in used]


# ---- branches -----------------------------------------------------------------------------------


@handler("If", "StatelessIf")
def _if(reader, op, inputs):
    condition, *given = inputs
    if is_known(condition):
        branch = "then_branch" if bool(condition) else "else_branch"
        return called(reader, op, function_of(op, branch), given)
    names = [op.get_attr(branch).name for branch in ("then_branch", "else_branch")]
    condition = reader.build.array(condition)
    if condition.dtype != "bool":
        condition = reader.build.not_equal(condition, 0)
    if _keeps_options(op, given):
        return _all_branches(reader, op, [condition], names, given)
    return _branched(reader, op, condition, [_inner_graph(reader, op, n, given) for n in names])


def _keeps_options(op: Any, given: list[Any]) -> bool:
    """Return whether something that a gradient needs is kept, by the branch that is taken."""
    some = any(t.dtype == tf.variant for t in (*op.inputs, *op.outputs))
    return some and not any(isinstance(x, TensorList) for x in given)


def _all_branches(
    reader: Reader, op: Any, conditions: list[Any], names: list[str], given: list[Any]
) -> list[Any]:
    """Return the results of every branch, chosen from; those that a gradient needs are kept."""
    before, reader.can_assign = reader.can_assign, False
    branches = [
        called(reader, op, named_function(op, name), [_of_branch(x, i) for x in given])
        for i, name in enumerate(names)
    ]
    reader.can_assign = before
    results: list[Any] = []
    for tensor, *values in zip(op.outputs, *branches, strict=True):
        found: Any = tuple(values)
        if tensor.dtype != tf.variant:
            found = values.pop()
            for condition, value in zip(conditions, values, strict=True):
                found = _either(reader, condition, value, found)
        results.append(found)
    return results


def _of_branch(x: Any, branch: int) -> Any:
    return x[branch] if isinstance(x, tuple) else x


def _either(reader: Reader, condition: Any, x: Any, y: Any) -> Any:
    if x is None or y is None:  # which was noted
        return None
    x, y = reader.build.array(x), reader.build.array(y)
    if x.shape != y.shape:
        raise Unsupported("branches of several shapes, through which a gradient is taken")
    return reader.build.where(condition, x, y)


@handler("OptionalNone")
def _nothing(*_):
    return [None]


@handler("OptionalFromValue", "OptionalGetValue")
def _option(reader, op, inputs):
    return [inputs[0]]


@handler("Case", "StatelessCase")
def _case(reader, op, inputs):
    which, *given = inputs
    names = [branch.name for branch in op.get_attr("branches")]
    if is_known(which):
        inside = int(which) if 0 <= int(which) < len(names) else -1
        return called(reader, op, named_function(op, names[inside]), given)
    which = reader.build.array(which)
    if _keeps_options(op, given):
        tests = [reader.build.equal(which, i) for i in range(len(names) - 1)]
        return _all_branches(reader, op, tests, names, given)
    results = called(reader, op, named_function(op, names[-1]), given)
    for i, name in enumerate(names[:-1]):
        same = Graph(name="same")
        captures = Captures(reader, reader.inner(same))
        same.outputs = tuple(captures.value(_as_array(reader, x)) for x in results)
        branches = [_inner_graph(reader, op, name, given), (captures, same)]
        results = _branched(reader, op, reader.build.equal(which, i), branches)
    return results


def _branched(reader: Reader, op: Any, condition: Any, branches: Any) -> list[Any]:
    """Return the results of one of two graphs."""
    shared: dict[int, Value] = {}
    for captures, graph in branches:
        for outer, _ in captures.used(graph):
            shared.setdefault(id(outer), outer)
    outer_values = list(shared.values())
    for captures, graph in branches:
        graph.args = tuple(captures.value(outer) for outer in outer_values)
    if not op.outputs:
        return []
    graphs = [graph for _, graph in branches]
    count, given = len(op.outputs), tuple(outer_values)
    results = reader.build.several(count, "if_else", condition, *graphs, given)
    return [described(x, t) for x, t in zip(results, op.outputs, strict=True)]


def _inner_graph(reader: Reader, op: Any, name: str, given: list[Any]) -> Any:
    graph = Graph(name="branch")
    inner = reader.inner(graph)
    captures = Captures(reader, inner)
    arguments = [captures.captured(x) for x in given]
    results = called(inner, op, named_function(op, name), arguments)
    graph.outputs = tuple(_as_array(inner, x) for x in results)
    return captures, graph


def _as_array(reader: Reader, x: Any) -> Any:
    if isinstance(x, TensorList):
        return stacked(reader, x)
    return None if x is None else reader.build.array(x)


@handler("with_gradient")
def _with_gradient(reader, mark, given):
    """Return the result of a function whose gradient is another program."""
    both, *xs = given
    graphs = []
    for name, traced in zip(("function", "gradient"), both, strict=True):
        graph = Graph(name=name)
        inner = reader.inner(graph)
        graph.args = tuple(described(inner.build.value("x"), tensor) for tensor in traced.inputs)
        results = [_as_array(inner, x) for x in inner.read(traced, list(graph.args))]
        graph.outputs = tuple(results) if name == "gradient" else results[0]
        graphs.append(graph)
    return [reader.build.with_gradient(*graphs, tuple(xs))]


# ---- loops --------------------------------------------------------------------------------------


@handler("While", "StatelessWhile")
def _while(reader, op, inputs):
    loop = Loop(op, inputs)
    if loop.steps == 0:
        return list(inputs)
    growing = {i for i, x in enumerate(inputs) if isinstance(x, TensorList) and x.grows}
    ends = [op.outputs[i] for i in growing]
    needed = any(t.consumers() or t.name in reader.wanted for t in ends)
    needed |= any(inputs[i].length for i in growing)
    if needed and (loop.steps or MOST_UNROLLED) < MOST_UNROLLED:
        return _unrolled(reader, loop)
    loop.fixed |= growing
    loop.given = [TensorList(None, grows=True) if i in growing else x for i, x in enumerate(inputs)]
    return _dynamic_loop(reader, loop) if loop.steps is None else _scan(reader, loop)


MOST_UNROLLED = 256
"""A loop of fewer steps that keeps something for its gradients is written out."""


def _unrolled(reader: Reader, loop: Loop) -> list[Any]:
    values = list(loop.given)
    for step in range(loop.steps or 0):
        for i in loop.counters:
            values[i] = loop.sequences[i][step]
        values = reader.read(loop.body, values)
    return values


class ScanState:
    """What the body of a scan reads at its counters."""

    def __init__(self, reader: Reader, steps: int) -> None:
        self.reader, self.steps = reader, steps
        self.counters: dict[int, np.ndarray] = {}
        """Id of an inner value -> its numbers at each step."""
        self.outer_lists: dict[int, Value] = {}
        """Id of an inner value -> the outer list it is, where that does not change."""
        self.slices: list[tuple[Any, Value]] = []
        self._made: dict[tuple[int, int], Value] = {}

    def first(self, x: Any) -> int | None:
        """Return the first number of a value that counts the steps by ones; None for others."""
        numbers = self._numbers(x)
        steps = range(numbers[0], numbers[0] + self.steps) if numbers else ()
        return numbers[0] if numbers and numbers == list(steps) else None

    def is_backwards(self, x: Any) -> bool:
        """Return whether a value counts the steps down to 0."""
        return self._numbers(x) == list(range(self.steps))[::-1]

    def _numbers(self, x: Any) -> list[int]:
        numbers = self.counters.get(id(x)) if isinstance(x, Value) else None
        return [] if numbers is None or numbers.ndim != 1 else [int(n) for n in numbers]

    def slice(self, inner_reader: Reader, inner: Value, start: int) -> Value:
        """Return the element of a list at this step."""
        outer = self.outer_lists[id(inner)]
        key = (id(outer), start)
        if key not in self._made:
            shape = None if outer.shape is None else outer.shape[1:]
            found = inner_reader.build.value("element", shape, outer.dtype)
            self._made[key] = found
            if start or _length(outer) != self.steps:
                part = slice(start, start + self.steps)
                cut = self.reader.build.get_item(outer, (part,))
                cut.dtype = outer.dtype
                cut.shape = None if shape is None else (self.steps, *shape)
                outer = cut
            self.slices.append((outer, found))
        return self._made[key]


def _scan(reader: Reader, loop: Loop) -> list[Any]:
    assert loop.steps is not None
    graph = Graph(name="body")
    inner = reader.inner(graph)
    inner.loop = state = ScanState(reader, loop.steps)
    captures = Captures(reader, inner)
    arguments: list[Any] = []
    carried: list[tuple[int, Any, Value]] = []
    for i, x in enumerate(loop.given):
        if i in loop.fixed:
            argument = captures.captured(x)
            if isinstance(argument, TensorList) and argument.value is not None:
                outer = next(o for o, v in captures.pairs if v is argument.value)
                state.outer_lists[id(argument.value)] = outer
        elif i in loop.counters:
            numbers = np.stack(loop.sequences[i])
            constant = reader.build.constant(numbers)
            argument = inner.build.value("step", numbers.shape[1:], numbers.dtype.name)
            state.counters[id(argument)] = numbers
            state.slices.append((constant, argument))
        elif isinstance(x, TensorList) and _is_only_written(loop, i, x):
            argument = TensorList(x.length, items=x.items, loop=state)
        else:
            is_list = isinstance(x, TensorList)
            outer = _filled(reader, loop, i, x) if is_list else reader.build.array(x)
            tensor = loop.body.inputs[i]
            value = described(inner.build.value("carried"), tensor)
            value.shape = value.shape if value.shape is not None else outer.shape
            value.dtype = value.dtype or outer.dtype
            carried.append((i, outer, value))
            argument = TensorList(x.length, value) if isinstance(x, TensorList) else value
        arguments.append(argument)
    results = inner.read(loop.body, arguments)
    return _finished_scan(reader, inner, loop, captures, carried, results)


def _is_only_written(loop: Loop, i: int, x: TensorList) -> bool:
    """Return whether a list is filled on from its start, and only by the body of a loop itself."""
    if x.value is not None or set(x.items) != set(range(len(x.items))):
        return False
    for op in loop.body.get_operations():
        if op.type not in ("TensorListSetItem", "TensorListLength", "Identity") and any(
            first_list(tensor).name == loop.body.inputs[i].name
            for tensor in op.inputs
            if tensor.dtype == tf.variant
        ):
            return False
    return True


def _length(x: Value) -> int | None:
    return x.shape[0] if x.shape else None


def _finished_scan(
    reader: Reader,
    inner: Reader,
    loop: Loop,
    captures: Captures,
    carried: list[tuple[int, Any, Value]],
    results: list[Any],
) -> list[Any]:
    """Add the node of a scan and return what the variables of its loop are afterwards."""
    graph, state = inner.graph, inner.loop
    places = [i for i, _, _ in carried]
    kept = {i: _as_array(inner, results[i]) for i in places}
    others = [
        i
        for i in range(len(results))
        if i not in loop.fixed and i not in loop.counters and i not in kept
    ]
    written = [results[i] for i in others]
    for item in written:
        if not isinstance(item, TensorList) or item.written is None:
            raise Unsupported("a list of tensors that is not written to at every step")
    ends = [item.written for item in written]
    if any(x is None for x in (*kept.values(), *ends)):
        return [None] * len(results)
    graph.outputs = (*kept.values(), *ends)
    constants = captures.used(graph)
    used = {id(v) for node in graph.nodes for v in node.inputs()}
    used |= {id(v) for v in values_in(graph.outputs)}
    slices = [pair for pair in state.slices if id(pair[1]) in used]
    graph.args = (*(v for _, v in constants), *(v for _, _, v in carried), *(v for _, v in slices))
    outputs = reader.build.several(
        len(graph.outputs),
        "scan",
        graph,
        tuple(x for x, _ in constants),
        tuple(x for _, x, _ in carried),
        tuple(x for x, _ in slices),
        loop.steps,
    )
    found: dict[int, Any] = {}
    for i, output in zip(places, outputs, strict=False):
        output.shape, output.dtype = _looped(kept[i], loop.body.outputs[i])
        given = loop.given[i]
        found[i] = TensorList(given.length, output) if isinstance(given, TensorList) else output
    for i, item, output in zip(others, written, outputs[len(places) :], strict=True):
        shape = item.written.shape
        output.shape = None if shape is None else (loop.steps, *shape)
        output.dtype = item.written.dtype
        elements = output
        if item.is_last_only:
            elements = reader.build.get_item(output, (slice(-1, None),))
            elements.shape = None if shape is None else (1, *shape)
            elements.dtype = output.dtype
        elif item.is_backwards:
            elements = reader.build.flip(output, axis=0)
            elements.shape, elements.dtype = output.shape, output.dtype
        elif loop.given[i].items:
            elements = _after_items(reader, loop.given[i].items, output)
        found[i] = TensorList(item.length, elements)
    return [
        loop.final[i] if i in loop.counters else found.get(i, given)
        for i, given in enumerate(loop.given)
    ]


def _after_items(reader: Reader, items: dict[int, Any], stacked_later: Value) -> Value:
    """Return a list some elements of which were written before the loop."""
    early = stacked(reader, TensorList(len(items), items=items))
    joined = reader.build.concat([early, stacked_later], axis=0)
    joined.dtype = stacked_later.dtype
    shape = stacked_later.shape
    joined.shape = None if shape is None else (len(items) + (shape[0] or 0), *shape[1:])
    return joined


def _looped(value: Value, tensor: Any) -> tuple[Any, Any]:
    if value.shape is not None:
        return value.shape, value.dtype
    rank = tensor.shape.rank
    return (None if rank is None else tuple(tensor.shape.as_list())), value.dtype


def _dynamic_loop(reader: Reader, loop: Loop) -> list[Any]:
    """Return the results of a loop that tests at every step whether it goes on."""
    outer: dict[int, Any] = {}
    for i, x in enumerate(loop.given):
        if isinstance(x, TensorList):
            if not x.grows:
                outer[i] = _filled(reader, loop, i, x)
        elif isinstance(x, Resource):
            outer[i] = reader.variable(x)
        elif not (i in loop.fixed and is_known(x)):
            outer[i] = reader.build.array(x)
    graphs = []
    for function in (loop.condition, loop.body):
        graph = Graph(name="test" if function is loop.condition else "body")
        inner = reader.inner(graph)
        values = {
            i: inner.build.value("carried", _free_shape(loop, i, x), x.dtype)
            for i, x in outer.items()
        }
        arguments = [
            TensorList(x.length, values[i])
            if isinstance(x, TensorList) and i in values
            else values.get(i, x)
            for i, x in enumerate(loop.given)
        ]
        results = inner.read(function, arguments)
        graph.args = tuple(values.values())
        if function is loop.condition:
            graph.outputs = _as_array(inner, results[0])
        else:
            graph.outputs = tuple(
                values[i] if i in loop.fixed else _as_array(inner, results[i]) for i in outer
            )
        graphs.append(graph)
    if any(x is None for x in (*graphs[1].outputs, graphs[0].outputs)):
        return [None] * len(loop.given)
    single = len(outer) == 1
    given = tuple(outer.values())
    if single:
        graphs[1].outputs = graphs[1].outputs[0]
    ends_of_loop = reader.build.several(len(outer), "while_loop", *graphs, given)
    found = dict(zip(outer, ends_of_loop, strict=True))
    ends: list[Any] = []
    for i, x in enumerate(loop.given):
        if i in found:
            found[i].dtype = outer[i].dtype
            found[i].shape = _free_shape(loop, i, outer[i])
        if i in loop.fixed:
            ends.append(x)
        elif isinstance(x, TensorList):
            ends.append(TensorList(x.length, found[i]))
        else:
            ends.append(found[i])
    return ends


def _free_shape(loop: Loop, i: int, x: Value) -> Any:
    """Return the shape of a variable in a loop: what TensorFlow knows to stay the same."""
    tensor = loop.body.inputs[i]
    is_array = tensor.dtype.name not in ("variant", "resource")
    return tuple(tensor.shape.as_list()) if is_array and tensor.shape.rank is not None else x.shape


def _filled(reader: Reader, loop: Loop, i: int, x: TensorList) -> Value:
    """Return a list as an array; one that is still empty as zeros of the shape written to it."""
    if x.items and isinstance(x.length, int):
        blank = reader.build.zeros_like(reader.build.array(next(iter(x.items.values()))))
        x = TensorList(x.length, items={i: x.items.get(i, blank) for i in range(x.length)})
    if x.value is not None or x.items:
        return stacked(reader, x)
    for op in loop.body.get_operations():
        is_written = op.type == "TensorListSetItem"
        if is_written and first_list(op.inputs[0]).name == loop.body.inputs[i].name:
            element = op.inputs[2]
            if not element.shape.is_fully_defined():
                raise Unsupported("a list of tensors of unknown shape in a loop of unknown length")
            (length,) = sizes_of(objects(x.length))
            shape = (length, *element.shape.as_list())
            zeros = reader.build.zeros(shape, dtype=element.dtype.name)
            zeros.shape = tuple(None if isinstance(n, Value) else n for n in shape)
            zeros.dtype = element.dtype.name
            return zeros
    raise Unsupported("a list of tensors that is never written to")
