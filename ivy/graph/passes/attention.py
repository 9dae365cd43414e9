"""Attention: `softmax(q @ k.T * scale + bias) @ v`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy.graph.ir import Node, Value
from ivy.graph.passes.matching import Matcher
from ivy.graph.passes.rewriting import arguments


def attention(m: Matcher, node: Node) -> Node | None:
    """Return `scaled_dot_product_attention` for a product with a softmax of scores."""
    product = _product(m, node.outputs, m.uses[id(node.outputs)])
    if product is None or not _alike(*product):
        return None
    weights, value = product
    kwargs: dict[str, Any] = {}
    dropped = m.inner(weights, "dropout")
    if dropped is not None:
        weights = _dropped(dropped, kwargs)
    made = m.inner(weights, "softmax")
    if made is None or not _is_last(arguments(made)["axis"], made.args[0]):
        return None
    scores = _unmasked(m, made.args[0], kwargs)
    scale, arrays = m.factors(scores) if m.inner(scores, "multiply", "divide") else (1.0, [scores])
    if len(arrays) != 1:
        return None
    product = _product(m, arrays[0], 1)
    if product is None:
        return None
    query, key = product[0], _untransposed(m, product[1])
    if key is None:
        return None
    for which, array in (("query", query), ("key", key)):
        if m.inner(array, "multiply", "divide"):
            factor, rest = m.factors(array)
            if len(rest) == 1 and rest[0].shape == array.shape:
                scale *= factor
                query, key = (rest[0], key) if which == "query" else (query, rest[0])
    if scale <= 0 or not _fit(query, key, value):
        return None
    return Node(
        "scaled_dot_product_attention",
        (query, key, value),
        {"scale": scale, **kwargs},
        node.outputs,
    )


def _product(m: Matcher, x: Any, uses: int) -> tuple[Any, Any] | None:
    found = m.inner(x, "matmul", uses=uses)
    return None if found is None or len(found.args) != 2 or found.kwargs else found.args


def _dropped(node: Node, kwargs: dict[str, Any]) -> Any:
    """Return what is dropped out, and take over how."""
    given = arguments(node)
    plain = given["scale"] and given["dtype"] is None and given["seed"] is None
    if not plain or given["noise_shape"] is not None:
        return None
    kwargs.update(dropout_p=given["prob"], training=given["training"])
    return given["x"]


def _unmasked(m: Matcher, scores: Any, kwargs: dict[str, Any]) -> Any:
    """Return the scores before something was added or masked, and keep that."""
    masked = m.inner(scores, "where")
    if masked is not None and len(masked.args) == 3:
        keep, inner, other = masked.args
        low = float(np.finfo(scores.dtype).min) / 2  # flax takes 0.7 of the least number
        masks = type(other) is float and other <= low and getattr(keep, "dtype", "") == "bool"
        if masks and _broadcasts(keep, inner):
            kwargs["mask"] = keep
            scores = inner
    for inner, bias in m.orders(scores, "add"):
        made = m.node(inner, "matmul", "multiply", "divide")
        fits = made is not None and isinstance(bias, Value) and _broadcasts(bias, inner)
        if fits and bias.dtype == inner.dtype and m.node(bias, "matmul") is None:
            kwargs["bias"] = bias
            return inner
    return scores


def _broadcasts(small: Value, large: Any) -> bool:
    """Return whether an array surely broadcasts to the shape of another."""
    if small.shape is None or not isinstance(large, Value) or large.shape is None:
        return False
    if len(small.shape) > len(large.shape):
        return False
    pairs = zip(small.shape[::-1], large.shape[::-1], strict=False)
    return all(a == b or a == 1 for a, b in pairs)


def _untransposed(m: Matcher, x: Any) -> Any:
    """Return what has its last two axes exchanged."""
    made = m.inner(x, "matrix_transpose", "permute_dims", "swapaxes")
    if made is None or not isinstance(made.args[0], Value) or made.args[0].shape is None:
        return None
    rank = len(made.args[0].shape)
    given = arguments(made)
    if made.op == "permute_dims":
        axes = tuple(a % rank for a in given["axes"])
        if axes[-2:] == (rank - 1, rank - 2) and axes[:-2] == tuple(range(rank - 2)):
            return made.args[0]
        return None
    if made.op == "swapaxes":
        swapped = {given["axis0"] % rank, given["axis1"] % rank}
        return made.args[0] if swapped == {rank - 1, rank - 2} else None
    return made.args[0]


def _is_last(axis: Any, x: Any) -> bool:
    rank = len(x.shape) if isinstance(x, Value) and x.shape is not None else 0
    return axis == -1 or (type(axis) is int and rank > 0 and axis % rank == rank - 1)


def _alike(x: Any, y: Any) -> bool:
    if not isinstance(x, Value) or not isinstance(y, Value):
        return False
    return x.dtype == y.dtype and x.shape is not None and y.shape is not None


def _fit(query: Any, key: Any, value: Any) -> bool:
    """Return whether the arrays are batches of equally many heads and features."""
    if not all(isinstance(x, Value) and x.shape is not None for x in (query, key, value)):
        return False
    if len({query.dtype, key.dtype, value.dtype}) != 1 or len(query.shape) < 3:
        return False
    ranks = {len(x.shape) for x in (query, key, value)}
    heads = {x.shape[:-2] for x in (query, key, value)}
    same = query.shape[-1] == key.shape[-1] and query.shape[-1] is not None
    return len(ranks) == 1 and len(heads) == 1 and same
