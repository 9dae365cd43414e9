"""Branches and loops of traced programs, as nodes with graphs inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.dispatch import OPERATIONS, is_native
from ivy.graph.importers.tracing import Trace, Traced, refused, users_line
from ivy.graph.ir import Graph, Value
from ivy.nest import leaves_with_paths, replaced

Recording = Callable[[Trace], Any]


class Inner:
    """A function traced into a graph of its own."""

    def __init__(
        self,
        outer: Trace,
        recording: Recording,
        name: str,
        function: Callable[..., Any],
        inputs: list[Any],
    ) -> None:
        self.trace = Trace(Graph(name, training=outer.graph.training), outer.space, outer)
        self.trace.build.scope = outer.build.scope
        self.inputs = [self._input(x) for x in inputs]
        with recording(self.trace):
            self.result = function(*(x.copied() for x in self.inputs))
            self.leaves = leaves_with_paths(self.result, is_native)
            self.outputs = tuple(self.trace.argument(x) for _, x in self.leaves)

    def _input(self, x: Any) -> _Input:
        if not isinstance(x, Traced):
            assert self.trace.outer is not None
            x = self.trace.outer.constant(x)
        value = self.trace.build.value("x", x.value.shape, x.value.dtype)
        return _Input(value, x, self.trace)

    def captured(self) -> dict[int, tuple[Traced, Value]]:
        """Return the arrays of the graphs around that the function uses."""
        return self.trace.captured

    def finish(self, captured: list[Traced], outputs: Any, first: bool = False) -> Graph:
        """Return the graph; the captured arrays are inputs after, or before, the others."""
        own = tuple(x.value for x in self.inputs)
        extra = tuple(self.trace.lifted(x) for x in captured)
        graph = self.trace.graph
        graph.args = (*extra, *own) if first else (*own, *extra)
        graph.outputs = outputs
        return graph


class _Input:
    def __init__(self, value: Value, like: Traced, trace: Trace) -> None:
        self.value, self.like, self.trace = value, like, trace

    def copied(self) -> Traced:
        return self.trace.make(self.value, self.like.first, self.like.second, self.trace)


def _union(*inners: Inner) -> list[Traced]:
    found = {key: x for inner in inners for key, (x, _) in inner.captured().items()}
    return list(found.values())


def run_branch(
    trace: Trace, recording: Recording, condition: Any, then: Any, otherwise: Any
) -> Any:
    """Record `if_else`, and return the result of the branch that is taken this time."""
    place = users_line()
    inners = [
        Inner(trace, recording, name, function, [])
        for name, function in (("yes", then), ("no", otherwise))
    ]
    paths = [[path for path, _ in inner.leaves] for inner in inners]
    if paths[0] != paths[1]:
        msg = f"if_else: expected branches with results at the same places, got {paths[0]} "
        raise refused(f"{msg}and {paths[1]}", "return the same structure from both")
    captured = _union(*inners)
    graphs = [inner.finish(captured, inner.outputs) for inner in inners]
    if trace.space.DTYPES[condition.dtype] != "bool":
        condition = OPERATIONS["astype"](condition, "bool")
    operands = tuple(trace.lifted(x) for x in captured)
    trace.build.source = place
    count = len(paths[0])
    trace.build.several(count, "if_else", trace.argument(condition), *graphs, operands)
    results = trace.run_last(count, [condition, *captured])
    return replaced(inners[0].result, dict(zip(paths[0], results, strict=True)))


def run_while(trace: Trace, recording: Recording, test: Any, body: Any, natives: Any) -> list[Any]:
    """Record `while_loop`; what the functions read of the graphs around is carried along."""
    place = users_line()
    natives = [x if isinstance(x, Traced) else trace.constant(x) for x in natives]
    tests = Inner(trace, recording, "test", test, natives)
    steps = Inner(trace, recording, "body", body, natives)
    captured = _union(tests, steps)
    test_graph = tests.finish(captured, tests.outputs[0])
    step_graph = steps.finish(captured, ())
    step_graph.outputs = (*steps.outputs, *step_graph.args[len(natives) :])
    operands = tuple(trace.lifted(x) for x in (*natives, *captured))
    trace.build.source = place
    trace.build.several(len(operands), "while_loop", test_graph, step_graph, operands)
    return trace.run_last(len(natives), [*natives, *captured])


def run_for(trace: Trace, recording: Recording, array: Any, step: Any, natives: Any) -> list[Any]:
    """Record a loop over the rows of an array as `scan`."""
    place = users_line()
    natives = [x if isinstance(x, Traced) else trace.constant(x) for x in natives]
    row = OPERATIONS["get_item"](array, 0)
    steps = Inner(trace, recording, "body", lambda *xs: step(xs[-1], *xs[:-1]), [*natives, row])
    captured = _union(steps)
    graph = steps.finish(captured, steps.outputs, first=True)
    constants = tuple(trace.lifted(x) for x in captured)
    carried = tuple(trace.lifted(x) for x in natives)
    length = trace.argument(array.shape[0])
    trace.build.source = place
    trace.build.several(
        len(carried), "scan", graph, constants, carried, (trace.lifted(array),), length
    )
    sizes = [array.shape[0]] if isinstance(length, Value) else []
    return trace.run_last(len(carried), [*captured, *natives, array, *sizes])
