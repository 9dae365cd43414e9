"""Rules for layers: products with weights, attention, embeddings, dropout, recurrent layers."""

from __future__ import annotations

import math
import string
from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.modes import ALWAYS
from ivy.graph.importers.torch.values import (
    TorchBuilder,
    cast,
    known,
    number,
    promoted,
    rank,
    rule,
    size_of,
    table,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, called, transpile_rule

# ---- products -----------------------------------------------------------------------------------


@rule("linear")
def _linear(build, x, weight, bias=None):
    if bias is not None and rank(weight) == 2 and rank(bias) == 1:
        return build.linear(x, weight, bias=bias)
    result = build.linear(x, weight) if rank(weight) == 2 else build.matmul(x, weight)
    return result if bias is None else build.add(result, bias)


table(called, dict.fromkeys(("matmul", "mm", "bmm", "mv", "dot", "vdot"), "matmul"))


@rule("addmm", "baddbmm", "addmv", "addbmm")
def _addmm(build, x, a, b, *, beta=1, alpha=1):
    product = build.matmul(a, b)
    if rank(a) == 3 and len(build.result_shape) == 2:
        product = build.sum(product, axis=0)
    return _weighted(build, x, product, beta, alpha)


def _weighted(build: TorchBuilder, x: Value, product: Value, beta: float, alpha: float) -> Value:
    if alpha != 1:
        product = build.multiply(product, number(alpha, build.result))
    if beta == 0:
        return product
    return build.add(x if beta == 1 else build.multiply(x, number(beta, build.result)), product)


@rule("outer", "ger")
def _outer(build, x, y):
    return build.outer(*promoted(build, x, y))


@rule("einsum")
def _einsum(build, equation, arrays, path=None):
    equation = _named_ellipsis(equation.replace(" ", ""), arrays)
    return build.einsum(equation, *promoted(build, *arrays, dtype=build.result))


def _named_ellipsis(equation: str, arrays: Sequence[Value]) -> str:
    """Return an equation with names for the axes of an ellipsis that only torch sums over."""
    inputs, arrow, output = equation.partition("->")
    if not arrow or "..." in output or "..." not in inputs:
        return equation
    free = iter(sorted(set(string.ascii_letters) - set(equation)))
    shared = [next(free) for _ in range(max(map(rank, arrays)))]
    terms = []
    for term, x in zip(inputs.split(","), arrays, strict=True):
        before, dots, after = term.partition("...")
        count = rank(x) - len(before) - len(after) if dots else 0
        sizes = (x.shape or ())[len(before) : len(before) + count]
        # An axis of one element, which is repeated, is summed over on its own.
        pairs = zip(sizes, shared[len(shared) - count :], strict=True)
        terms.append(before + "".join(next(free) if n == 1 else name for n, name in pairs) + after)
    return ",".join(terms) + arrow + output


@rule("bilinear")
def _bilinear(build, x, y, weight, bias=None):
    result = build.einsum("...i,oij,...j->...o", x, weight, y)
    return result if bias is None else build.add(result, bias)


@transpile_rule("torch", "transformers.grouped_mm_fallback")
def _grouped_mm(build, x, weight, offs):
    """Rows [rows, in] times the matrix of their group; groups end at the offsets."""
    groups = (weight.shape or (None,))[0]
    if groups is None:
        raise Unsupported("an unknown number of groups")
    order = build.arange(0, size_of(build, x, 0), 1, dtype="int64")
    ends, rows = cast(build, offs, "int64"), (x.shape or ())[:1]
    total: Any = None
    for group in range(groups):
        product = build.matmul(x, build.get_item(weight, (group,)))
        own = known(build.less(order, build.get_item(ends, (group,))), rows, "bool")
        if group:
            start = build.get_item(ends, (group - 1,))
            from_start = known(build.greater_equal(order, start), rows, "bool")
            own = known(build.logical_and(own, from_start), rows, "bool")
        part = build.where(build.expand_dims(own, axis=-1), product, 0.0)
        total = part if total is None else build.add(total, part)
    return total


@rule("_grouped_mm")
def _native_grouped_mm(build, x, weight, offs=None, bias=None, out_dtype=None):
    if rank(x) != 2 or rank(weight) != 3 or offs is None or bias is not None:
        raise Unsupported("other than rows in groups times one matrix for each")
    return cast(build, known(_grouped_mm(build, x, weight, offs), *build.expected[0]), build.result)


# ---- embeddings ---------------------------------------------------------------------------------


@rule("embedding")
def _embedding(build, weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if scale_grad_by_freq:
        raise Unsupported("scale_grad_by_freq=True")
    rows = build.embedding(weight, indices)
    if padding_idx < 0:
        return rows
    # The row of padding is read as others are, but gets no gradient.
    shape, dtype = build.expected[0]
    known(rows, shape, dtype)
    padding = build.expand_dims(build.equal(indices, padding_idx), axis=-1)
    return build.where(padding, build.stop_gradient(rows), rows)


@rule("_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(
    build,
    weight,
    indices,
    offsets,
    scale_grad_by_freq=False,
    mode=0,
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=-1,
):
    """Rows added up, averaged or compared per bag, which begin at the offsets."""
    if scale_grad_by_freq or include_last_offset:
        raise Unsupported("scale_grad_by_freq or include_last_offset")
    if build.used & {1, 2, 3}:
        raise Unsupported("results other than the first")
    bags, count = size_of(build, offsets, 0), size_of(build, indices, 0)
    order = build.arange(0, count, 1, dtype="int64")
    places = build.subtract(build.searchsorted(offsets, order, side="right"), 1)
    rows = build.embedding(weight, indices)
    is_kept = build.not_equal(indices, padding_idx)
    kept = build.astype(is_kept, weight.dtype)
    sizes = build.expand_dims(build.unsorted_segment_sum(kept, places, bags), axis=-1)
    if mode == 2:
        lowest = build.where(build.expand_dims(is_kept, axis=-1), build.negative(rows), math.inf)
        largest = build.negative(build.unsorted_segment_min(lowest, places, bags))
        return build.where(build.equal(sizes, 0), 0.0, largest), None, None, None
    factors = kept if per_sample_weights is None else build.multiply(kept, per_sample_weights)
    rows = build.multiply(rows, build.expand_dims(factors, axis=-1))
    total = build.unsorted_segment_sum(rows, places, bags)
    if mode == 1:
        total = build.divide(total, build.maximum(sizes, 1.0))
    return total, None, None, None


# ---- dropout ------------------------------------------------------------------------------------


def training_of(build: TorchBuilder, mode: int) -> Any:
    """Return the argument `training`: of the call, or always."""
    return True if mode == ALWAYS else build.graph.training


@transpile_rule("torch", "ivy_import.dropout")
def _dropout(build, x, p, kind, mode):
    training = training_of(build, mode)
    if kind == "dropout":
        return build.dropout(x, p, training=training)
    if kind in ("dropout1d", "dropout2d", "dropout3d"):
        # Channels are dropped whole, for inputs [N, C, ...]; 1d and 3d take [C, ...] too.
        spatial = int(kind[-2])
        batched = rank(x) == spatial + 2
        noise = (None,) * (2 if batched else 1) + (1,) * spatial
        return build.dropout(x, p, training=training, noise_shape=noise)
    # Numbers go to the smallest value of selu; what is left keeps mean and variance.
    smallest = -1.7580993408473766
    scale = ((1 - p) * (1 + p * smallest**2)) ** -0.5
    shift = -scale * smallest * p
    whole = (None, None, *(1,) * (rank(x) - 2)) if kind.startswith("feature") else None
    ones = build.dropout(build.ones_like(x), p, training=training, noise_shape=whole)
    scaled = build.add(build.multiply(x, scale), shift)
    dropped = build.where(build.greater(ones, 0), scaled, scale * smallest + shift)
    return build.where(build.equal(ones, 1), x, dropped)


@rule("dropout", "native_dropout", "feature_dropout")
def _native_dropout(build, x, p, train):
    if train:
        raise Unsupported("train=True outside of torch.nn.functional.dropout")
    return x


# ---- attention ----------------------------------------------------------------------------------


@rule("scaled_dot_product_attention")
def _attention(
    build,
    query,
    key,
    value,
    attn_mask=None,
    dropout_p=0.0,
    is_causal=False,
    *,
    scale=None,
    enable_gqa=False,
):
    if dropout_p:
        raise Unsupported(f"dropout_p={dropout_p} outside of torch.nn.functional")
    return attention(build, query, key, value, attn_mask, is_causal, scale, enable_gqa, {})


@transpile_rule("torch", "ivy_import.attention")
def _attention_with_dropout(
    build, query, key, value, mask, dropout_p, is_causal, scale, enable_gqa, mode
):
    dropped = {"dropout_p": dropout_p, "training": training_of(build, mode)}
    return attention(build, query, key, value, mask, is_causal, scale, enable_gqa, dropped)


def attention(build, query, key, value, mask, is_causal, scale, enable_gqa, dropped):
    """Return attention as torch defines it: a query without any key gets zeros."""
    if enable_gqa:
        key, value = (_repeated_heads(build, query, x) for x in (key, value))
    options = {"scale": scale} if scale is not None else {}
    options |= dropped
    if is_causal:
        options["is_causal"] = True
    if mask is None:
        return build.scaled_dot_product_attention(query, key, value, **options)
    if mask.dtype != "bool":
        mask = cast(build, mask, query.dtype or "")
        seen = build.any(build.greater(mask, -math.inf), axis=-1, keepdims=True)
        bias = known(build.where(seen, mask, 0.0), mask.shape or (), mask.dtype or "")
        result = build.scaled_dot_product_attention(query, key, value, bias=bias, **options)
    else:
        seen = build.any(mask, axis=-1, keepdims=True)
        known(seen, (*(mask.shape or ())[:-1], 1), "bool")
        result = build.scaled_dot_product_attention(query, key, value, mask=mask, **options)
    known(result, *build.expected[0])
    # torch: a query that may look at nothing collects nothing.
    return build.where(seen, result, 0.0)


def _repeated_heads(build: TorchBuilder, query: Value, x: Value) -> Value:
    """Return keys or values with each head repeated for the queries that share it."""
    heads, own = size_of(build, query, -3), size_of(build, x, -3)
    if not isinstance(heads, int) or not isinstance(own, int):
        raise Unsupported("enable_gqa=True with an unknown number of heads")
    if heads == own:
        return x
    shape = list(x.shape or ())
    shape[-3] = heads
    repeated = build.repeat(x, heads // own, axis=rank(x) - 3)
    return known(repeated, shape, x.dtype or "")


# ---- recurrent ----------------------------------------------------------------------------------


def _recurrent(
    build, x, states, params, biases, num_layers, dropout, train, bidirectional, batch_first, *, op
):
    training = (True if train else build.graph.training) if dropout else False
    options = {} if biases else {"has_ih_bias": False, "has_hh_bias": False}
    if batch_first:
        options["batch_first"] = True
    layers = list(params), num_layers, dropout, training, bidirectional
    return build.several(2, op, x, states, *layers, **options)


@rule("lstm.input")
def _lstm(build, x, hx, *layers):
    output, last = _recurrent(build, x, tuple(hx), *layers, op="lstm")
    return output, build.host_item(last, 0), build.host_item(last, 1)


table(_recurrent, {"gru.input": "gru"})


# ---- gradients ----------------------------------------------------------------------------------


@transpile_rule("torch", "ivy_import.stop_gradient")
def _stop_gradient(build, x):
    return build.stop_gradient(x)


@rule("detach", "detach_copy")
def _detach(build, x):
    return x
