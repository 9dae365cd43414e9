"""Keep images in the layout that a backend convolves fastest, through whole chains of layers.

Convolutions start a chain, and layers that can go on in the same layout continue it. The filters
are permuted once, where they are kept; arrays are permuted where a chain starts and where it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ivy.backends.windows import axes_to_first, axes_to_last, filter_axes
from ivy.dispatch import OPERATIONS, unwrap
from ivy.graph.ir import Graph, Node, Value, values_in
from ivy.graph.passes.dead_code import without_dead_code
from ivy.graph.passes.rewriting import arguments, changed

CHANNELS = {"jax": "last", "tensorflow": "last", "torch": "first"}
"""Where the backend's convolutions on a CPU like the channels."""

_FORMATS = {
    "channel_first": "channel_last", "NCW": "NWC", "NCHW": "NHWC", "NCDHW": "NDHWC", "NCS": "NSC",
}  # fmt: skip
_CONVOLUTIONS = frozenset(
    ("conv_general_dilated", "conv_general_transpose", "conv1d", "conv2d", "conv3d")
)
_FORMATTED = frozenset(
    "max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d batch_norm instance_norm "
    "group_norm adaptive_avg_pool2d adaptive_max_pool2d".split()
)
"""Operations with a `data_format`."""
_ELEMENTWISE = frozenset(
    "abs add ceil celu clip cos divide elu erf exp floor gelu greater greater_equal hardsilu "
    "hardswish hardtanh identity leaky_relu less less_equal log logical_not maximum minimum mish "
    "multiply negative pow prelu reciprocal relu relu6 rsqrt selu sigmoid sign silu sin softplus "
    "softsign sqrt square stop_gradient subtract tanh where astype dropout".split()
)
_PADDINGS = frozenset(("constant_pad", "pad", "zero_pad"))
_REDUCTIONS = frozenset(("mean", "sum", "max", "min", "var", "std", "prod"))


def with_channels(graph: Graph, place: str) -> Graph:
    """Return the graph with convolutions whose channels are `"first"` or `"last"`."""
    result = _Layout(graph, place).run()
    if graph.train is None:
        return result
    train = _Layout(graph.train, place).run()
    if train.permutations != result.permutations:
        return graph  # the two use the same arrays
    return changed(result, train=train)


@dataclass
class _Layout:
    graph: Graph
    place: str
    nodes: list[Node] = field(default_factory=list)
    moved: dict[int, Value] = field(default_factory=dict)
    """Id of a value -> the same in the other layout."""
    present: set[int] = field(default_factory=set)
    """Values that exist in the layout of the source."""
    filters: dict[int, Value] = field(default_factory=dict)
    count: int = 0

    def run(self) -> Graph:
        """Return the graph in the other layout."""
        graph = self.graph
        own = _FORMATS if self.place == "last" else {b: a for a, b in _FORMATS.items()}
        self.formats = own
        if not any(self._is_convolution(node) for node in graph.nodes):
            return graph
        self.held = {id(value): name for name, value in graph.held().items()}
        self._permute_filters()
        for node in graph.nodes:
            self.scope, self.source = node.scope, node.source
            if not self._converted(node):
                for value in node.inputs():
                    self._restore(value)
                self.nodes.append(node)
        for value in graph.results():
            self._restore(value)
        parameters = {
            name: self.filters.get(id(value), value) for name, value in graph.parameters.items()
        }
        result = changed(
            graph, nodes=self.nodes, parameters=parameters, arrays=self.arrays,
            permutations=self.permutations,
        )  # fmt: skip
        return without_dead_code(result)

    # ---- filters ------------------------------------------------------------------------------

    def _is_convolution(self, node: Node) -> bool:
        return node.op in _CONVOLUTIONS and arguments(node)["data_format"] in self.formats

    def _permute_filters(self) -> None:
        """Permute the filters that only such convolutions use, where they are kept."""
        graph = self.graph
        self.arrays, self.permutations = dict(graph.arrays), dict(graph.permutations)
        used: dict[int, set[bool]] = {}
        for node in graph.all_nodes():
            convolves = self._is_convolution(node)
            filters = arguments(node)["filters"] if convolves else None
            for value in node.inputs():
                fits = value is filters and arguments(node)["filter_format"] in self.formats
                used.setdefault(id(value), set()).add(fits)
        for value in graph.results():
            used.setdefault(id(value), set()).add(False)
        for name, value in graph.parameters.items():
            if used.get(id(value)) != {True} or name in self.permutations or value.shape is None:
                continue
            axes = filter_axes(len(value.shape) - 2, self.place == "first")
            new = Value(value.name, tuple(value.shape[a] for a in axes), value.dtype)
            self.filters[id(value)] = new
            self.permutations[name] = axes
            native = unwrap(OPERATIONS["to_numpy"](unwrap(self.arrays[name])))
            self.arrays[name] = np.ascontiguousarray(np.transpose(native, axes))

    # ---- arrays -------------------------------------------------------------------------------

    def _axes(self, rank: int) -> tuple[int, ...]:
        """Return the permutation of an array into the other layout."""
        return (axes_to_last if self.place == "last" else axes_to_first)(rank - 2)

    def _like(self, value: Value, rank: int) -> Value:
        """Return a new value for an array in the other layout."""
        self.count += 1
        sizes = (None,) * rank if value.shape is None else value.shape
        shape = tuple(sizes[a] for a in self._axes(rank))
        return Value(f"{value.name}_{self.place}_{self.count}", shape, value.dtype)

    def _add(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any], outputs: Any) -> None:
        self.nodes.append(Node(op, args, kwargs, outputs, self.scope, self.source))

    def _move(self, value: Value) -> Value:
        """Return an array in the other layout; a chain starts here if it is not yet."""
        if id(value) not in self.moved:
            rank = len(value.shape or ())
            new = self._like(value, rank)
            self._add("permute_dims", (value, self._axes(rank)), {}, new)
            self.moved[id(value)] = new
            self.present.add(id(value))
        return self.moved[id(value)]

    def _restore(self, value: Value) -> None:
        """Make an array exist in the layout of the source; a chain ends here."""
        if id(value) in self.filters:
            back = filter_axes(len(value.shape or ()) - 2, self.place == "last")
            self._add("permute_dims", (self.filters[id(value)], back), {}, value)
        elif id(value) in self.moved and id(value) not in self.present:
            moved = self.moved[id(value)]
            turned = axes_to_first if self.place == "last" else axes_to_last
            self._add("permute_dims", (moved, turned(len(moved.shape or ()) - 2)), {}, value)
            self.present.add(id(value))

    # ---- nodes --------------------------------------------------------------------------------

    def _converted(self, node: Node) -> bool:
        """Add a node in the other layout, if it can go on there."""
        if self._is_convolution(node):
            return self._convolution(node)
        convert = _CONVERSIONS.get(node.op)
        if convert is None or not any(id(value) in self.moved for value in values_in(node.args)):
            return False
        return convert(self, node)

    def _convolution(self, node: Node) -> bool:
        given = arguments(node)
        x, filters = given["x"], given["filters"]
        if not isinstance(x, Value) or x.shape is None or not isinstance(filters, Value):
            return False
        new: dict[str, Any] = {"data_format": self.formats[given["data_format"]]}
        turned: Any = filters
        if id(filters) in self.filters:
            turned = self.filters[id(filters)]
            new["filter_format"] = self.formats[given["filter_format"]]
        else:
            self._restore(filters)
        self._write(node, given | {"x": self._move(x), "filters": turned} | new)
        return True

    def _write(self, node: Node, given: dict[str, Any]) -> None:
        """Add a node with other arguments, its result in the other layout."""
        result = node.outputs if isinstance(node.outputs, Value) else node.outputs[0]
        args, kwargs = _call(node, given)
        image = self._like(result, len(next(values_in((args, kwargs))).shape or ()))
        self.moved[id(result)] = image
        outputs = image if isinstance(node.outputs, Value) else (image, *node.outputs[1:])
        self._add(node.op, args, kwargs, outputs)

    def _formatted(self, node: Node) -> bool:
        given = arguments(node)
        form = given.get("data_format")
        x = next(iter(given.values()))
        if form not in self.formats or id(x) not in self.moved:
            return False
        for value in node.inputs():
            if value is not x:
                self._restore(value)
        first = next(iter(given))
        self._write(node, given | {first: self.moved[id(x)], "data_format": self.formats[form]})
        return True

    def _reduction(self, node: Node) -> bool:
        given = arguments(node)
        x, axis = given["x"], given["axis"]
        if id(x) not in self.moved or x.shape is None or not isinstance(node.outputs, Value):
            return False
        rank = len(x.shape)
        axes = range(rank) if axis is None else [axis] if type(axis) is int else axis
        axes = sorted(a % rank for a in axes)
        order = self._axes(rank)
        moved = tuple(sorted(order.index(a) for a in axes))
        if given.get("where") is not None:
            return False
        if given["keepdims"]:
            self._write(node, given | {"x": self.moved[id(x)], "axis": moved})
            return True
        kept = [a for a in order if a not in axes]
        if kept != sorted(kept):
            return False
        args, kwargs = _call(node, given | {"x": self.moved[id(x)], "axis": moved})
        self._add(node.op, args, kwargs, node.outputs)
        self.present.add(id(node.outputs))
        return True

    def _concat(self, node: Node) -> bool:
        given = arguments(node)
        xs, axis = list(given["xs"]), given["axis"]
        shapes = [x.shape for x in xs if isinstance(x, Value)]
        if len(shapes) != len(xs) or None in shapes or type(axis) is not int:
            return False
        rank = len(shapes[0] or ())
        moved = [self._move(x) for x in xs]
        where = self._axes(rank).index(axis % rank)
        self._write(node, given | {"xs": moved, "axis": where})
        return True

    def _padding(self, node: Node) -> bool:
        given = arguments(node)
        first = next(iter(given))
        x, widths = given[first], given["pad_width"]
        if id(x) not in self.moved or not isinstance(widths, (tuple, list)):
            return False
        rank = len(x.shape or ())
        pairs = all(isinstance(pair, (tuple, list)) for pair in widths)
        if len(widths) != rank or not pairs or isinstance(given.get("constant_values", 0), tuple):
            return False
        moved = tuple(widths[axis] for axis in self._axes(rank))
        self._write(node, given | {first: self.moved[id(x)], "pad_width": moved})
        return True

    def _split(self, node: Node) -> bool:
        given = arguments(node)
        x, axis = given["x"], given["axis"]
        if id(x) not in self.moved or type(axis) is not int or isinstance(node.outputs, Value):
            return False
        rank = len(self.moved[id(x)].shape or ())
        where = self._axes(rank).index(axis % rank)
        args, kwargs = _call(node, given | {"x": self.moved[id(x)], "axis": where})
        images = tuple(self._like(part, rank) for part in node.outputs)
        self.moved |= {id(p): i for p, i in zip(node.outputs, images, strict=True)}
        self._add(node.op, args, kwargs, images)
        return True

    def _elementwise(self, node: Node) -> bool:
        if not isinstance(node.outputs, Value) or node.outputs.shape is None:
            return False
        if node.op == "dropout" and arguments(node)["noise_shape"] is not None:
            return False
        rank = len(node.outputs.shape)
        if any(isinstance(x, (list, tuple, dict)) for x in node.args):
            return False
        training = self.graph.training
        named = [x for x in values_in(node.kwargs) if x is not training]
        operands = [x for x in node.args if isinstance(x, Value) and x is not training]
        if named or not all(self._can_follow(x, rank) for x in operands):
            return False
        args = tuple(
            self._following(x, rank) if isinstance(x, Value) and x is not training else x
            for x in node.args
        )
        image = self._like(node.outputs, rank)
        self.moved[id(node.outputs)] = image
        self._add(node.op, args, node.kwargs, image)
        return True

    def _can_follow(self, value: Value, rank: int) -> bool:
        if value.shape is None:
            return False
        small = rank - 1 if self.place == "last" else 1
        return len(value.shape) in (0, small, rank)

    def _following(self, value: Value, rank: int) -> Value:
        """Return an operand in the other layout: an image, or a parameter of each channel."""
        assert value.shape is not None
        if len(value.shape) == rank:
            return self._move(value)
        if not value.shape:
            return value
        self._restore(value)
        self.count += 1
        name = f"{value.name}_{self.place}_{self.count}"
        if self.place == "last":
            shape = (*value.shape[1:], value.shape[0])
            new = Value(name, shape, value.dtype)
            self._add("permute_dims", (value, (*range(1, rank - 1), 0)), {}, new)
            return new
        new = Value(name, (*value.shape, *[1] * (rank - 2)), value.dtype)
        self._add("reshape", (value, (-1, *[1] * (rank - 2))), {}, new)
        return new


def _call(node: Node, given: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments by name in the form in which a node has them."""
    names = list(given)
    args = tuple(given[name] for name in names[: len(node.args)])
    kwargs = {name: given[name] for name in node.kwargs}
    own = arguments(node)
    for name in names[len(args) :]:
        if name not in kwargs and given[name] is not own[name]:
            kwargs[name] = given[name]
    return args, kwargs


_CONVERSIONS = {
    **dict.fromkeys(_FORMATTED, _Layout._formatted),
    **dict.fromkeys(_ELEMENTWISE, _Layout._elementwise),
    **dict.fromkeys(_REDUCTIONS, _Layout._reduction),
    **dict.fromkeys(_PADDINGS, _Layout._padding),
    "concat": _Layout._concat,
    "split": _Layout._split,
}
"""Operation -> what adds it in the other layout and returns True, or returns False."""
