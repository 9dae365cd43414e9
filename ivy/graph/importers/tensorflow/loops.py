"""What can be known about a loop of TensorFlow before it runs: its counters, and its length."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.importers.tensorflow.functions import function_of
from ivy.graph.importers.tensorflow.host import folded
from ivy.graph.importers.tensorflow.values import is_known
from ivy.graph.rules import Unsupported

MOST_STEPS = 1 << 16
"""A loop that counts further is left to count by itself."""


class Loop:
    """A loop before it is translated: which variables stay, which are known at every step."""

    def __init__(self, op: Any, inputs: list[Any]) -> None:
        self.op, self.given = op, inputs
        self.body, self.condition = function_of(op, "body"), function_of(op, "cond")
        body_inputs = [tensor.name for tensor in self.body.inputs]
        ends = [origin(tensor).name for tensor in self.body.outputs]
        self.fixed = {i for i, name in enumerate(ends) if name == body_inputs[i]}
        self.counters = self._counters()
        self.sequences: dict[int, list[np.ndarray]] = {i: [] for i in self.counters}
        self.final: dict[int, np.ndarray] = {}
        self.steps = self._simulated()

    def _known(self) -> set[int]:
        return {i for i in self.fixed if is_known(self.given[i])}

    def _counters(self) -> set[int]:
        """Return the variables that follow from known ones alone."""
        found = {i for i, x in enumerate(self.given) if i not in self.fixed and is_known(x)}
        places = {tensor.name: i for i, tensor in enumerate(self.body.inputs)}
        ways = {i: _reached(self.body.outputs[i], places) for i in found}
        known = self._known()
        while True:
            kept = {i for i in found if (way := ways[i]) is not None and way <= found | known}
            if kept == found:
                return found
            found = kept

    def _simulated(self) -> int | None:
        """Return the number of steps if it follows from the counters, and keep their values."""
        places = {tensor.name: i for i, tensor in enumerate(self.condition.inputs)}
        needed = _reached(self.condition.outputs[0], places)
        if needed is None or not needed <= self.counters | self._known():
            return None
        values = {i: self.given[i] for i in self.counters | self._known()}
        for step in range(MOST_STEPS):
            if not bool(_computed(self.condition, values, [0])[0]):
                self.final = {i: values[i] for i in self.counters}
                return step
            order = sorted(self.counters)
            results = _computed(self.body, values, order)
            for i, result in zip(order, results, strict=True):
                self.sequences[i].append(values[i])
                values[i] = result
        return None


def origin(tensor: Any) -> Any:
    """Return the tensor that a tensor is another name of."""
    while tensor.op.type == "Identity":
        tensor = tensor.op.inputs[0]
    return tensor


def first_list(tensor: Any) -> Any:
    """Return the list of tensors that a list was before something was written to it."""
    tensor = origin(tensor)
    while tensor.op.type == "TensorListSetItem":
        tensor = origin(tensor.op.inputs[0])
    return tensor


def _reached(tensor: Any, places: dict[str, int]) -> set[int] | None:
    """Return the inputs that a result follows from; None if it cannot be computed here."""
    found: set[int] = set()
    seen: set[str] = set()
    todo = [tensor]
    while todo:
        item = todo.pop()
        if item.name in seen:
            continue
        seen.add(item.name)
        if item.name in places:
            found.add(places[item.name])
        elif item.op.op_def.is_stateful or item.op.type == "Placeholder":
            return None
        else:
            todo += list(item.op.inputs)
    return found


def _computed(function: Any, values: dict[int, Any], wanted: list[int]) -> list[np.ndarray]:
    """Return results of a function that follow from known inputs."""
    env = {t.name: values[i] for i, t in enumerate(function.inputs) if i in values}

    def compute(tensor: Any) -> np.ndarray:
        if tensor.name not in env:
            op = tensor.op
            if op.type == "Const":
                env[tensor.name] = tf.make_ndarray(op.get_attr("value"))
            else:
                results = folded(op, [compute(x) for x in op.inputs])
                if results is None:
                    raise Unsupported("a loop whose counter is a large array")
                for output, result in zip(op.outputs, results, strict=True):
                    env[output.name] = result
        return env[tensor.name]

    return [compute(function.outputs[i]) for i in wanted]
