"""Raise what frameworks write out to one operation again, so that a fused kernel runs it.

A pattern is raised only when the one operation computes the same: same axes, numbers and dtypes,
and no other use of anything between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ivy.graph.ir import Graph, Node, Value
from ivy.graph.passes.attention import attention
from ivy.graph.passes.dead_code import without_dead_code
from ivy.graph.passes.heads import with_heads_as_batches
from ivy.graph.passes.matching import FLOATS, Matcher, is_number
from ivy.graph.passes.normalization import batch_norm, normalization, scaled_norm
from ivy.graph.passes.padding import CHANNELS_FIRST, CONVOLUTIONS, padding
from ivy.graph.passes.rewriting import arguments, with_nodes

Pattern = Callable[[Matcher, Node], Node | None]
"""Returns the one node that a node and those before it are raised to, or None."""


def with_patterns_raised(graph: Graph) -> Graph:
    """Return the graph with softmax, norms, gelu, layers and attention as one node each."""
    first, *others = ROUNDS
    graph = with_heads_as_batches(_raised(graph, first))
    for patterns in others:
        graph = _raised(graph, patterns)
    return graph


def _raised(graph: Graph, patterns: tuple[Pattern, ...]) -> Graph:
    matcher = Matcher(graph)
    nodes, found = [], False
    for node in graph.nodes:
        raised = None
        if isinstance(node.outputs, Value) and node.outputs.dtype in FLOATS:
            raised = next((r for p in patterns if (r := p(matcher, node)) is not None), None)
        if raised is not None and raised is not node:
            found = True
            nodes.append(replace(raised, scope=node.scope, source=node.source))
        else:
            nodes.append(node)
    return without_dead_code(with_nodes(graph, nodes)) if found else graph


# ---- activations --------------------------------------------------------------------------------


def _shifted(m: Matcher, x: Any, uses: int) -> tuple[Value, int] | None:
    """Return x and axis of `x - max(x, axis)`."""
    pair = m.pair(x, "subtract", uses)
    if pair is None or not isinstance(pair[0], Value):
        return None
    x, largest = pair
    if (inner := m.only(largest, "stop_gradient")) is not None:
        largest = inner
    axes = m.reduction(largest, "max", x, through=_at_least_minus_infinity)
    axes = axes or _axis_before_moving(m, largest, x)
    return (x, axes[0]) if axes is not None and len(axes) == 1 else None


def _axis_before_moving(m: Matcher, largest: Any, x: Value) -> tuple[int] | None:
    """Return the axis, from the end, of a maximum taken before axes moved, as `jax.vmap` does."""
    moved, widened = m.node(x, "permute_dims"), m.inner(largest, "expand_dims")
    turned = m.inner(widened.args[0], "permute_dims") if moved and widened else None
    reduced = m.inner(_at_least_minus_infinity(m, turned.args[0]), "max") if turned else None
    if moved is None or widened is None or turned is None or reduced is None:
        return None
    given, axes = arguments(reduced), tuple(arguments(moved)["axes"])
    rank, axis = len(axes), given["axis"]
    if given["x"] is not moved.args[0] or given["keepdims"] or type(axis) is not int:
        return None
    rest = tuple(a - (a > axis % rank) for a in axes if a != axis % rank)
    place = axes.index(axis % rank)
    fits = arguments(widened)["axis"] == place and tuple(arguments(turned)["axes"]) == rest
    return (place - rank,) if fits else None


def _at_least_minus_infinity(m: Matcher, x: Any) -> Any:
    """Return what JAX takes the maximum of with minus infinity."""
    for a, b in m.orders(x, "maximum"):
        if type(b) is float and b == float("-inf"):
            return a
    return x


def softmax(m: Matcher, node: Node) -> Node | None:
    """`exp(x - max) / sum(exp(x - max))`."""
    pair = m.pair(node.outputs, "divide", m.uses[id(node.outputs)])
    if pair is None:
        return None
    exponential = m.only(pair[0], "exp", uses=2)
    axes = m.reduction(pair[1], "sum", pair[0]) if exponential is not None else None
    shifted = _shifted(m, exponential, 1) if axes is not None else None
    if shifted is None or axes != (shifted[1],):
        return None
    return Node("softmax", (shifted[0],), {"axis": shifted[1]}, node.outputs)


def log_softmax(m: Matcher, node: Node) -> Node | None:
    """`s - log(sum(exp(s)))` with `s = x - max`."""
    pair = m.pair(node.outputs, "subtract", m.uses[id(node.outputs)])
    if pair is None:
        return None
    total = m.only(pair[1], "log")
    summed = m.inner(total, "sum")
    exponential = summed.args[0] if summed is not None and summed.args else None
    if m.only(exponential, "exp") is not pair[0] or not isinstance(pair[0], Value):
        return None
    axes = m.reduction(total, "sum", exponential)
    shifted = _shifted(m, pair[0], 2)
    if shifted is None or axes != (shifted[1],):
        return None
    return Node("log_softmax", (shifted[0],), {"axis": shifted[1]}, node.outputs)


def gelu(m: Matcher, node: Node) -> Node | None:
    """`x / 2 * (1 + erf(x / sqrt(2)))`, or with tanh."""
    if node.op not in ("multiply", "divide"):
        return None
    number, arrays = m.factors(node.outputs)
    if len(arrays) != 2 or not is_number(number, 0.5):
        return None
    for x, other in (arrays, arrays[::-1]):
        for one, inner in m.orders(other, "add"):
            if not is_number(one, 1) or not isinstance(x, Value):
                continue
            argument = m.only(inner, "erf")
            if argument is not None:
                scale, [*rest] = m.factors(argument)
                if rest == [x] and is_number(scale, 0.5**0.5):
                    return Node("gelu", (x,), {}, node.outputs)
            argument = m.only(inner, "tanh")
            if argument is not None and _is_tanh_argument(m, argument, x):
                return Node("gelu", (x,), {"approximate": True}, node.outputs)
    return None


def _is_tanh_argument(m: Matcher, argument: Any, x: Value) -> bool:
    """Return whether it is `sqrt(2 / pi) * (x + 0.044715 * x ** 3)`."""
    scale, arrays = m.factors(argument)
    if len(arrays) != 1 or not is_number(scale, 0.7978845608028654):
        return False
    for linear, cubic in m.orders(arrays[0], "add"):
        number, parts = m.factors(cubic)
        cubed = parts == [x, x, x]
        if len(parts) == 1 and (pair := m.pair(parts[0], "pow")) is not None:
            cubed = pair[0] is x and is_number(pair[1], 3)
        if linear is x and cubed and is_number(number, 0.044715):
            return True
    return False


def silu(m: Matcher, node: Node) -> Node | None:
    """`x * sigmoid(x)`."""
    for x, other in m.orders(node.outputs, "multiply", m.uses[id(node.outputs)]):
        if isinstance(x, Value) and m.only(other, "sigmoid") is x:
            return Node("silu", (x,), {}, node.outputs)
    return None


# ---- layers -------------------------------------------------------------------------------------


def linear(m: Matcher, node: Node) -> Node | None:
    """`x @ w.T` with a matrix w."""
    if node.op != "matmul":
        return None
    given = arguments(node)
    x, weight = given["x1"], given["x2"]
    if given["transpose_a"] or given["adjoint_a"] or given["adjoint_b"]:
        return None
    if not isinstance(x, Value) or not isinstance(weight, Value):
        return None
    held = {id(value) for value in m.graph.parameters.values()}
    if given["transpose_b"]:
        matrix = weight
    else:
        turned = m.node(weight, "permute_dims", "matrix_transpose")
        if turned is None:
            return None
        if turned.op == "permute_dims" and tuple(arguments(turned)["axes"]) != (1, 0):
            return None
        matrix = turned.args[0]
    if id(matrix) not in held or len(matrix.shape or ()) != 2 or not x.shape or len(x.shape) < 2:
        return None
    return Node("linear", (x, matrix), {}, node.outputs)


def linear_bias(m: Matcher, node: Node) -> Node | None:
    """`linear(x, w) + b`."""
    for product, bias in m.orders(node.outputs, "add", m.uses[id(node.outputs)]):
        made = m.inner(product, "linear")
        if made is None or len(made.args) != 2 or made.kwargs or not isinstance(bias, Value):
            continue
        if bias.shape == (made.args[1].shape[0],) and bias.dtype == product.dtype:
            return Node("linear", made.args, {"bias": bias}, node.outputs)
    return None


def convolution_bias(m: Matcher, node: Node) -> Node | None:
    """A convolution plus one number for each channel."""
    for product, bias in m.orders(node.outputs, "add", m.uses[id(node.outputs)]):
        made = m.inner(product, *CONVOLUTIONS)
        if made is None or not isinstance(bias, Value) or product.shape is None:
            continue
        given = arguments(made)
        rank = len(product.shape)
        first = given["data_format"] in CHANNELS_FIRST
        channels = product.shape[1 if first else -1]
        if given["bias"] is not None or bias.dtype != product.dtype or channels is None:
            continue
        turned = None
        if first:
            turned = m.node(bias, "reshape", "expand_dims")
            bias_shape = (channels, *[1] * (rank - 2))
            if turned is None or bias.shape not in (bias_shape, (1, *bias_shape)):
                continue
        flat = turned.args[0] if first and turned is not None else bias
        if isinstance(flat, Value) and flat.shape == (channels,):
            return replace(made, kwargs=made.kwargs | {"bias": flat}, outputs=node.outputs)
    return None


ROUNDS: tuple[tuple[Pattern, ...], ...] = (
    (softmax, log_softmax, gelu, silu, batch_norm, normalization, linear, padding),
    (scaled_norm, linear_bias, convolution_bias, attention),
    (scaled_norm,),
)
"""Patterns by round: those of a later round are made of what an earlier one has raised."""
