"""One graph of two: of a program traced for inference and for training."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ivy.graph.ir import Graph, Node, Value, normalization_statistics
from ivy.graph.passes import changed


def both_modes(inference: Graph, training: Graph) -> Graph:
    """Return a graph that serves both modes.

    Where the graphs differ only in literal `training` arguments, those become the mode of the
    call; otherwise the one for training is kept beside the other.
    """
    merged = _Merge().graph(inference, training)
    if merged is not None:
        return _without_idle_statistics(merged)
    if written := sorted(inference.parameters.keys() & training.mutations.keys()):
        msg = f"a call that trains writes to the weights {', '.join(written)}, which is not kept"
        warnings.warn(f"{msg}; write them with the target's optimizer", UserWarning, stacklevel=6)
    return changed(_without_idle_statistics(inference), train=_without_idle_statistics(training))


class _Different(Exception):
    """The graphs do other things."""


class _Merge:
    def __init__(self) -> None:
        self.same: dict[int, Value] = {}
        """Id of a value of the graph for training -> that of the other graph."""

    def graph(self, first: Graph, second: Graph) -> Graph | None:
        """Return the merged graph, None if there is none."""
        try:
            return self._merged(first, second)
        except _Different:
            return None

    def _merged(self, first: Graph, second: Graph) -> Graph:
        self._match(first.args, second.args)
        self._match(first.kwargs, second.kwargs)
        for kind in ("parameters", "buffers", "constants"):
            ours, theirs = getattr(first, kind), getattr(second, kind)
            if ours.keys() != theirs.keys():
                raise _Different
            for name, value in ours.items():
                if kind == "constants" and not _equal(first.arrays[name], second.arrays[name]):
                    raise _Different
                self.same[id(theirs[name])] = value
        if (
            len(first.nodes) != len(second.nodes)
            or first.mutations.keys() != second.mutations.keys()
        ):
            raise _Different
        nodes = [
            self._node(first, ours, theirs)
            for ours, theirs in zip(first.nodes, second.nodes, strict=True)
        ]
        self._check(first.outputs, second.outputs)
        for name, value in first.mutations.items():
            self._check(value, second.mutations[name])
        merged = changed(first, nodes=nodes)
        return changed(merged, statistics=normalization_statistics(merged))

    def _match(self, ours: Any, theirs: Any) -> None:
        """Pair the inputs of two graphs."""
        if isinstance(ours, Value) and isinstance(theirs, Value):
            self.same[id(theirs)] = ours
        elif isinstance(ours, (tuple, list)):
            for pair in zip(ours, theirs, strict=True):
                self._match(*pair)
        elif isinstance(ours, dict):
            for key, item in ours.items():
                self._match(item, theirs[key])

    def _node(self, graph: Graph, ours: Node, theirs: Node) -> Node:
        results = ours.results(), theirs.results()
        if ours.op != theirs.op or len(results[0]) != len(results[1]):
            raise _Different
        if ours.kwargs.keys() != theirs.kwargs.keys():
            raise _Different
        args = self._argument(ours.args, theirs.args)
        kwargs = {}
        for key, value in ours.kwargs.items():
            other = theirs.kwargs[key]
            if key == "training" and (value, other) == (False, True):
                kwargs[key] = graph.training
            else:
                kwargs[key] = self._argument(value, other)
        for mine, other in zip(*results, strict=True):
            self.same[id(other)] = mine
        return Node(ours.op, args, kwargs, ours.outputs, ours.scope, ours.source)

    def _argument(self, ours: Any, theirs: Any) -> Any:
        """Return an argument that both have; graphs inside of it are merged."""
        if isinstance(ours, Graph) and isinstance(theirs, Graph):
            merged = _Merge().graph(ours, theirs)
            if merged is None:
                raise _Different
            return merged
        if isinstance(ours, (tuple, list)) and type(ours) is type(theirs):
            if len(ours) != len(theirs):
                raise _Different
            pairs = zip(ours, theirs, strict=True)
            return type(ours)([self._argument(*pair) for pair in pairs])
        self._check(ours, theirs)
        return ours

    def _check(self, ours: Any, theirs: Any) -> None:
        if isinstance(ours, Value):
            if not isinstance(theirs, Value) or self.same.get(id(theirs)) is not ours:
                raise _Different
        elif isinstance(ours, (tuple, list)):
            if type(ours) is not type(theirs) or len(ours) != len(theirs):
                raise _Different
            for pair in zip(ours, theirs, strict=True):
                self._check(*pair)
        elif isinstance(ours, dict):
            if not isinstance(theirs, dict) or ours.keys() != theirs.keys():
                raise _Different
            for key, item in ours.items():
                self._check(item, theirs[key])
        elif type(ours) is not type(theirs) or not _equal(ours, theirs):
            raise _Different


def _equal(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, float) and ours != ours:
        return bool(theirs != theirs)
    if isinstance(ours, (np.ndarray, np.generic)):
        return bool(np.array_equal(ours, theirs, equal_nan=np.asarray(ours).dtype.kind == "f"))
    return bool(ours == theirs)


def _without_idle_statistics(graph: Graph) -> Graph:
    """Return a graph without updates of statistics that never change, since they never train."""
    idle = {
        id(value)
        for node in graph.nodes
        if node.op == "batch_norm" and node.kwargs.get("training") is False
        for value in node.results()[1:]
    }
    kept = {name: value for name, value in graph.mutations.items() if id(value) not in idle}
    return changed(graph, mutations=kept) if idle else graph
