"""Layer norm, root-mean-square norm and batch norm, as frameworks write them out."""

from __future__ import annotations

from typing import Any

from ivy.graph.ir import Node, Value
from ivy.graph.passes.matching import Matcher, with_ones


def normalization(m: Matcher, node: Node) -> Node | None:
    """`(x - mean) / sqrt(var + eps)`, and `x / sqrt(mean(x ** 2) + eps)`."""
    centred, spread, scale = _quotient(m, node)
    if spread is None:
        return None
    found = m.plus_number(spread)
    if found is None or not isinstance(centred, Value):
        return None
    variance, eps = found
    made = _layer_norm(m, node, centred, variance, eps) or _rms_norm(
        m, node, centred, variance, eps
    )
    if made is None or scale is None:
        return made
    if not _fits(made, made.args[0], scale):
        return None
    made.kwargs["scale"] = scale
    return made


def _quotient(m: Matcher, node: Node) -> tuple[Any, Any, Any]:
    """Return x, y and perhaps a scale of `x / sqrt(y) * scale`."""
    uses = m.uses[id(node.outputs)]
    pair = m.pair(node.outputs, "divide", uses)
    if pair is not None and (root := m.root(pair[1])) is not None:
        return pair[0], root, None
    for x, inverse in m.orders(node.outputs, "multiply", uses):
        if (root := m.inverse_root(inverse)) is not None:
            return x, root, None
        for scale, factor in m.orders(inverse, "multiply"):
            if isinstance(scale, Value) and (root := m.inverse_root(factor)) is not None:
                return x, root, scale
    return None, None, None


def _layer_norm(m: Matcher, node: Node, centred: Value, variance: Value, eps: float) -> Node | None:
    pair = m.pair(centred, "subtract", m.uses[id(centred)])
    if pair is None or not isinstance(pair[0], Value) or pair[0].dtype != node.outputs.dtype:  # type: ignore[union-attr]
        return None
    x, mean = pair
    axes = m.reduction(variance, "var", x)
    if axes is None and (axes := _fast_variance(m, variance, x, mean)) is not None:
        own = m.uses[id(centred)] == 1
    elif axes is not None:
        own = m.uses[id(centred)] == 1 and m.reduction(mean, "mean", x) == axes
    else:
        squares = m.reduced(variance, "mean")
        if squares is None or not squares.keeps_axes or m.square(squares.of) is not centred:
            return None
        axes = squares.axes
        own = m.uses[id(centred)] == 1 + m.square_uses(squares.of)
        own = own and m.reduction(mean, "mean", x) == axes
    if not own or axes != tuple(range(-len(axes), 0)):
        return None
    return Node("layer_norm", (x, axes), {"eps": eps}, node.outputs)


def _fast_variance(m: Matcher, variance: Any, x: Value, mean: Any) -> tuple[int, ...] | None:
    """Return the axes of `mean(x ** 2) - mean(x) ** 2`, as Flax computes a variance.

    Both means may be without the axes that `variance` and `mean` have with size 1.
    """
    inner = m.inner(variance, "reshape", "expand_dims")
    narrow = inner.args[0] if inner is not None and inner.args else variance
    for a, b in m.orders(narrow, "maximum"):
        if type(a) in (int, float) and a == 0:
            narrow = b
            break
    pair = m.pair(narrow, "subtract")
    if pair is None:
        return None
    squares, centre = pair[0], m.square(pair[1])
    if centre is None or not isinstance(squares, Value):
        return None
    wide = m.inner(mean, "reshape", "expand_dims") if centre is not mean else None
    if centre is not mean and (wide is None or wide.args[0] is not centre):
        return None
    averages = m.reduced(centre, "mean", uses=1 + m.square_uses(pair[1]))
    powers = m.reduced(squares, "mean")
    if averages is None or powers is None or averages.axes != powers.axes:
        return None
    if averages.of is not x or m.square(powers.of) is not x:
        return None
    return averages.axes if mean.shape == with_ones(x, averages.axes) else None


def _rms_norm(m: Matcher, node: Node, x: Value, mean: Value, eps: float) -> Node | None:
    squares = m.reduced(mean, "mean")
    if squares is None or not squares.keeps_axes or m.square(squares.of) is not x:
        return None
    axes = squares.axes
    if x.dtype != node.outputs.dtype or axes != tuple(range(-len(axes), 0)):  # type: ignore[union-attr]
        return None
    return Node("rms_norm", (x, axes), {"eps": eps}, node.outputs)


def scaled_norm(m: Matcher, node: Node) -> Node | None:
    """A norm times a scale, and a layer norm plus an offset."""
    uses = m.uses[id(node.outputs)]
    for normed, factor in m.orders(node.outputs, "multiply", uses):
        made = m.inner(normed, "layer_norm", "rms_norm")
        if made is None or "scale" in made.kwargs or "offset" in made.kwargs:
            continue
        if _fits(made, normed, factor):
            return Node(made.op, made.args, {"scale": factor, **made.kwargs}, node.outputs)
    for normed, offset in m.orders(node.outputs, "add", uses):
        made = m.inner(normed, "layer_norm")
        if made is not None and "offset" not in made.kwargs and _fits(made, normed, offset):
            kwargs = made.kwargs | {"offset": offset}
            return Node("layer_norm", made.args, kwargs, node.outputs)
    return None


def _fits(made: Node, normed: Value, parameter: Any) -> bool:
    """Return whether a parameter has the shape of the axes that are normalized."""
    if not isinstance(parameter, Value) or normed.shape is None or len(made.args) != 2:
        return False
    axes = made.args[1] if isinstance(made.args[1], tuple) else (made.args[1],)
    if axes != tuple(range(-len(axes), 0)) or made.kwargs.get("new_std", 1.0) != 1.0:
        return False
    shape = normed.shape[-len(axes) :]
    return None not in shape and parameter.shape == shape and parameter.dtype == normed.dtype


def batch_norm(m: Matcher, node: Node) -> Node | None:
    """`(x - mean) / sqrt(var + eps) * scale + offset` with statistics that the graph holds.

    The channels are last, and each of the four has one number for each of them.
    """
    held = {id(value) for value in m.graph.held().values()}
    for normed, shift in m.orders(node.outputs, "add", m.uses[id(node.outputs)]):
        made = m.inner(normed, "multiply", "divide")
        centred, spread, scale = (None, None, None) if made is None else _quotient(m, made)
        if spread is None:
            for factor, inner in m.orders(normed, "multiply"):
                made = m.inner(inner, "multiply", "divide")
                if made is not None and isinstance(factor, Value):
                    centred, spread, _ = _quotient(m, made)
                    scale = factor
                if spread is not None:
                    break
        pair = m.pair(centred, "subtract")
        found = m.plus_number(spread) if spread is not None else None
        if pair is None or found is None or not isinstance(pair[0], Value):
            continue
        x, eps = pair[0], found[1]
        size = x.shape[-1] if x.shape is not None and len(x.shape) > 1 else None
        parts = [_of_channels(m, part, size) for part in (pair[1], found[0], shift, scale)]
        mean, variance, offset, factor = parts
        if size is None or any(part is None for part in parts[:3]):
            continue
        if (scale is not None and factor is None) or not {id(mean), id(variance)} <= held:
            continue
        result = node.outputs
        if not isinstance(result, Value) or {x.dtype, *(p.dtype for p in parts if p)} != {x.dtype}:
            continue
        others = tuple(Value(f"{result.name}_{k}", (size,), x.dtype) for k in ("mean", "var"))
        kwargs = {"offset": offset, "scale": factor, "training": False, "eps": eps}
        return Node("batch_norm", (x, mean, variance), kwargs, (result, *others))
    return None


def _of_channels(m: Matcher, x: Any, size: int | None) -> Any:
    """Return an array of one number per channel, also from before it got more axes."""
    if not isinstance(x, Value) or x.shape is None or size is None:
        return None
    if x.shape == (size,):
        return x
    made = m.node(x, "reshape", "expand_dims")
    flat = made.args[0] if made is not None and made.args else None
    wide = x.shape == (*[1] * (len(x.shape) - 1), size)
    return flat if wide and isinstance(flat, Value) and flat.shape == (size,) else None
