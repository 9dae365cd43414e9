"""Passes keep results, and do what they are for."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.graph import passes
from ivy.graph.build import Builder
from ivy.graph.importers.ivy import to_graph
from ivy.graph.ir import Graph
from ivy.graph.passes.layout import CHANNELS
from ivy.graph.passes.rewriting import arguments
from tests.transpile.checks import (
    FLOAT32,
    Run,
    assert_close,
    assert_gradients,
    random_weights,
)


def array(*shape: int, seed: int = 0) -> Any:
    """Return an array of NumPy, with which tracing is fast."""
    return ivy.Array(np.random.default_rng(seed).normal(size=shape).astype("float32"))


def ops(graph: Graph) -> list[str]:
    return [node.op for node in graph.nodes]


def assert_kept(before: Graph, after: Graph, backend: str, *args: Any) -> None:
    """Check results and buffers of two graphs, in both modes."""
    for training in (False, True):
        runs = [Run(graph, backend)(args, training=training) for graph in (before, after)]
        (expected, old), (found, new) = runs
        assert len(found) == len(expected)
        for x, y in zip(found, expected, strict=True):
            assert_close(x, y, FLOAT32, "result")
        assert old.keys() == new.keys()
        for name, x in new.items():
            assert_close(x, old[name], FLOAT32, name)


def traced(function: Any, *args: Any) -> Graph:
    return passes.without_dead_code(to_graph(function, args, {}, True))


# ---- dead code, repetitions, constants, identities ----------------------------------------------


def test_dead_code(backend: str) -> None:
    def function(x: Any) -> Any:
        ivy.exp(x)
        return x + ivy.array([1.0, 2.0])

    graph = to_graph(function, (array(3, 2),), {}, True)
    small = passes.without_dead_code(graph)
    assert ops(small) == ["asarray", "add"]
    assert_kept(graph, small, backend, array(3, 2))
    assert "exp" in ops(graph), "a pass does not change what it gets"


def test_repetitions(backend: str) -> None:
    def function(x: Any) -> Any:
        noise = ivy.dropout(x, 0.0), ivy.dropout(x, 0.0)
        return ivy.exp(x) + ivy.exp(x) * ivy.sum(x, axis=1)[0] + ivy.sum(x, axis=1)[0], noise

    graph = traced(function, array(3, 2))
    small = passes.without_repetitions(graph)
    assert ops(small).count("exp") == ops(small).count("sum") == 1
    assert ops(small).count("dropout") == 2
    assert_kept(graph, small, backend, array(3, 2))


def test_repetitions_in_another_module_stay() -> None:
    graph = Graph()
    build = Builder(graph)
    x = build.value("x", (2,), "float32")
    build.scope = (("a", "A"),)
    first = build.exp(x)
    build.scope = (("b", "B"),)
    graph.args, graph.outputs = (x,), (first, build.exp(x))
    assert ops(passes.without_repetitions(graph)) == ["exp", "exp"]


def test_numbers_of_different_kinds_are_no_repetition() -> None:
    graph = Graph()
    build = Builder(graph)
    x = build.value("x", (2,), "int32")
    graph.args = (x,)
    graph.outputs = (build.multiply(x, 1), build.multiply(x, 1.0), build.multiply(x, True))
    assert len(passes.without_repetitions(graph).nodes) == 3


def test_constants(backend: str) -> None:
    table = ivy.Array(np.asarray([1.0, 2.0, 4.0], dtype="float32"))

    def function(x: Any) -> Any:
        y = x * ivy.sqrt(ivy.array(4.0)) + ivy.log(table + 1)
        return y + ivy.random_uniform(shape=(3,), seed=3), ivy.arange(3)

    graph = traced(function, array(2, 3))
    folded = passes.without_dead_code(passes.with_constants_folded(graph))
    assert "log" not in ops(folded)
    assert "sqrt" not in ops(folded)
    assert {"random_uniform", "arange"} <= set(ops(folded)), "these say more than their values"
    assert folded.nodes[0].args[1] == 2.0
    assert_kept(graph, folded, backend, array(2, 3))


def test_large_constants_stay() -> None:
    graph = traced(lambda x: x + ivy.exp(ivy.ones((100,))), array(1, 100))
    assert "exp" in ops(passes.with_constants_folded(graph))


@pytest.mark.parametrize("size", [5, 20])
def test_equal_rows_of_a_batch(backend: str, size: int) -> None:
    """Masks of texts without padding, as libraries make them, are the same for all texts."""

    def function(x: Any) -> Any:
        rows = ivy.broadcast_to(ivy.arange(size)[None], (x.shape[0], size))
        steps = ivy.concat([rows[:, :1] - 1, rows], axis=1)
        text = ivy.cumsum(ivy.astype(steps[:, 1:] - steps[:, :-1] != 1, "int64"), axis=1)
        own = text[:, :, None] == text[:, None]
        mask = (rows[:, :, None] >= rows[:, None]) & own
        counted = ivy.cumsum(rows, axis=0), rows[ivy.arange(x.shape[0]), 0], rows * 2
        late = ivy.where(rows[..., None] > 1, x, 0.0)
        return ivy.scaled_dot_product_attention(x, x, x, mask=mask), late, *counted

    graph = traced(function, array(3, size, 4))
    small = passes.without_dead_code(passes.with_equal_rows_folded(graph))
    (attention,) = (node for node in small.nodes if node.op == "scaled_dot_product_attention")
    assert attention.kwargs["is_causal"] and "mask" not in attention.kwargs
    assert "equal" not in ops(small) and ops(small).count("cumsum") == 1
    assert_kept(graph, small, backend, array(3, size, 4))
    assert_kept(graph, small, backend, array(2, size, 4))


def test_identities(backend: str) -> None:
    def function(x: Any) -> Any:
        y = ivy.reshape(ivy.astype(x, "float32"), x.shape)
        y = ivy.permute_dims(ivy.permute_dims(y, (0, 2, 1)), (0, 2, 1))
        y = ivy.permute_dims(ivy.permute_dims(y, (1, 2, 0)), (1, 2, 0))
        return (y * 1 + 0) / 1, ivy.reshape(x, (-1, 3, 2)), ivy.astype(x, "float64")

    graph = traced(function, array(4, 2, 3))
    small = passes.without_dead_code(passes.without_identities(graph))
    assert [op for op in ops(small) if op != "size"] == ["permute_dims", "reshape", "astype"]
    assert tuple(small.nodes[-3].args[1]) == (2, 0, 1)
    assert_kept(graph, small, backend, array(4, 2, 3))


def test_numbers_that_change_the_dtype_stay() -> None:
    graph = Graph()
    build = Builder(graph)
    x = build.value("x", (2,), "int32")
    y = build.multiply(x, 1.0)
    y.shape, y.dtype = (2,), "float32"
    graph.args, graph.outputs = (x,), y
    assert ops(passes.without_identities(graph)) == ["multiply"]


# ---- patterns -----------------------------------------------------------------------------------


def scale() -> Any:
    return array(6, seed=3)


def offset() -> Any:
    return array(6, seed=4)


def softmax(x: Any) -> Any:
    e = ivy.exp(x - ivy.max(x, axis=-1, keepdims=True))
    return e / ivy.sum(e, axis=-1, keepdims=True)


def log_softmax(x: Any) -> Any:
    s = x - ivy.stop_gradient(ivy.max(x, axis=1, keepdims=True))
    return s - ivy.log(ivy.sum(ivy.exp(s), axis=1, keepdims=True))


def layer_norm(x: Any) -> Any:
    d = x - ivy.mean(x, axis=-1, keepdims=True)
    v = ivy.mean(d * d, axis=-1, keepdims=True)
    return d / ivy.sqrt(v + 1e-3) * scale() + offset()


def layer_norm_by_variance(x: Any) -> Any:
    d = x - ivy.mean(x, axis=(-2, -1), keepdims=True)
    return d * (ivy.var(x, axis=(1, 2), keepdims=True) + 1e-3) ** -0.5


def layer_norm_of_flax(x: Any) -> Any:
    """Sums instead of means, axes that come back later, the variance from the mean square."""
    mean = ivy.sum(x, axis=2) / 6.0
    variance = ivy.maximum(ivy.sum(ivy.square(x), axis=2) / 6.0 - ivy.square(mean), 0.0)
    mean, variance = ivy.expand_dims(mean, axis=2), ivy.expand_dims(variance, axis=2)
    return (x - mean) * (ivy.reciprocal(ivy.sqrt(variance + 1e-3)) * scale()) + offset()


def softmax_of_jax(x: Any) -> Any:
    largest = ivy.expand_dims(ivy.maximum(ivy.max(x, axis=2), -math.inf), axis=2)
    e = ivy.exp(x - ivy.stop_gradient(largest))
    return e / ivy.expand_dims(ivy.sum(e, axis=2), axis=2)


def rms_norm(x: Any) -> Any:
    return scale() * (x * ivy.reciprocal(ivy.sqrt(ivy.mean(x**2, axis=-1, keepdims=True) + 1e-3)))


def gelu(x: Any) -> Any:
    return 0.5 * x * (1 + ivy.erf(x / math.sqrt(2)))


def gelu_tanh(x: Any) -> Any:
    return x * 0.5 * (1.0 + ivy.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def silu(x: Any) -> Any:
    return ivy.sigmoid(x) * x


def conv(x: Any) -> Any:
    filters = array(3, 3, 6, 4, seed=5)
    x = ivy.expand_dims(x, axis=2)
    return ivy.conv2d(x, filters, 1, "SAME") + array(4, seed=6)


def padded_conv(x: Any) -> Any:
    x = ivy.zero_pad(ivy.expand_dims(x, axis=0), [(0, 0), (0, 0), (1, 2), (0, 1)])
    filters, options = array(2, 2, 3, 4, seed=5), {"data_format": "NCHW", "dilations": 2}
    return ivy.conv2d(x, filters, 2, ((0, 0), (2, 1)), **options)


def padded_depthwise_conv(x: Any) -> Any:
    x = ivy.constant_pad(ivy.expand_dims(x, axis=0), [(0, 0), (1, 1), (2, 0), (0, 0)])
    return ivy.depthwise_conv2d(x, array(2, 3, 6, seed=5), 1, "VALID")


def padded_pool(x: Any) -> Any:
    """Zeros, where nothing is below zero."""
    x = ivy.zero_pad(ivy.relu(ivy.expand_dims(x, axis=0)), [(0, 0), (2, 1), (0, 2), (0, 0)])
    return ivy.max_pool2d(x, (4, 3), 2, ((1, 0), (1, 0)))


def lowest_padded_pool(x: Any) -> Any:
    x = ivy.constant_pad(x, [(0, 0), (1, 1), (0, 0)], float("-inf"))
    return ivy.max_pool1d(x, 3, 1, "VALID")


def attention(x: Any) -> Any:
    q, k, v = x * 2, x + 1, x - 1
    scores = ivy.matmul(q, ivy.matrix_transpose(k)) / math.sqrt(6) + array(4, 4, seed=7)
    return ivy.matmul(ivy.softmax(scores, axis=-1), v)


def masked_attention(x: Any) -> Any:
    q, k, v = x * 2, x + 1, x - 1
    scores = ivy.matmul(q, ivy.permute_dims(k, (0, 2, 1))) * 0.3
    keep = ivy.array([True, True, False, True])
    scores = ivy.where(keep, scores, float(np.finfo("float32").min))
    return ivy.matmul(softmax(scores), v)


PATTERNS: dict[Any, str] = {
    softmax: "softmax",
    log_softmax: "log_softmax",
    layer_norm: "layer_norm",
    layer_norm_by_variance: "layer_norm",
    layer_norm_of_flax: "layer_norm",
    softmax_of_jax: "softmax",
    rms_norm: "rms_norm",
    gelu: "gelu",
    gelu_tanh: "gelu",
    silu: "silu",
    conv: "conv2d",
    padded_conv: "conv2d",
    padded_depthwise_conv: "depthwise_conv2d",
    padded_pool: "max_pool2d",
    lowest_padded_pool: "max_pool1d",
    attention: "scaled_dot_product_attention",
    masked_attention: "scaled_dot_product_attention",
}


@pytest.mark.one_column
@pytest.mark.parametrize("function", PATTERNS, ids=lambda f: f.__name__)
def test_pattern(backend: str, function: Any) -> None:
    x = array(3, 4, 6)
    graph = traced(function, x)
    raised = passes.simplified(graph)
    assert ops(raised)[-1] == PATTERNS[function]
    written_out = {"divide", "sqrt", "pow", "erf", "tanh", "exp", "mean", "zero_pad"}
    assert not (written_out | {"constant_pad"}) & set(ops(raised))
    assert_kept(graph, raised, backend, array(3, 4, 6, seed=9))


def _heads(x: Any) -> tuple[Any, Any, Any]:
    """Return queries, keys and values: batch, length, heads, features."""
    return tuple(ivy.reshape(y, (-1, 4, 2, 3)) for y in (x * 2, x + 1, x - 1))  # type: ignore[return-value]


def attention_of_linen(x: Any) -> Any:
    q, k, v = _heads(x)
    weights = ivy.softmax(ivy.einsum("adbc,aebc->abde", q, k) * 0.4, axis=3)
    return ivy.permute_dims(ivy.einsum("acbd,abec->abde", v, weights), (0, 3, 1, 2))


def attention_of_equinox(x: Any) -> Any:
    q, k, v = (y[0] for y in _heads(x))
    weights = ivy.softmax(ivy.einsum("cab,dab->acd", q, k), axis=2)
    return ivy.einsum("acb,bad->cad", weights, v)


def attention_of_keys_first(x: Any) -> Any:
    q, k, v = _heads(x)
    weights = ivy.softmax(ivy.einsum("aebc,adbc->bade", k, q) / 2.0, axis=-1)
    return ivy.einsum("bade,aebf->adbf", weights, v)


def attention_in_groups(x: Any) -> Any:
    """What `jax.vmap` makes of one query for each key: an axis of size 1, moved to the front."""
    q, k, v = _heads(x)
    scores = ivy.einsum("adbec,afbc->abdef", ivy.expand_dims(q, axis=3), k) * 0.4
    largest = ivy.permute_dims(ivy.maximum(-math.inf, ivy.max(scores, axis=4)), (3, 0, 1, 2))
    moved = ivy.permute_dims(scores, (3, 0, 1, 2, 4))
    e = ivy.exp(moved - ivy.stop_gradient(ivy.expand_dims(largest, axis=4)))
    weights = e / ivy.sum(e, axis=4, keepdims=True)
    return ivy.einsum("acbd,eabfc->abdef", v, weights)


def masked_attention_in_groups(x: Any) -> Any:
    q, k, v = _heads(x)
    scores = ivy.einsum("adbec,afbc->abdef", ivy.expand_dims(q, axis=3), k) * 0.4
    keep = ivy.reshape(ivy.tril(ivy.ones((4, 4), dtype="bool")), (1, 1, 1, 4, 4))
    scores = ivy.where(keep, ivy.permute_dims(scores, (3, 0, 1, 2, 4)), -2.4e38)
    return ivy.einsum("acbd,eabfc->abdef", v, ivy.softmax(scores, axis=4))


@pytest.mark.one_column
@pytest.mark.parametrize(
    "function",
    [
        attention_of_linen, attention_of_equinox, attention_of_keys_first, attention_in_groups,
        masked_attention_in_groups,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_attention_by_einsum(backend: str, function: Any) -> None:
    graph = traced(function, array(3, 4, 6))
    raised = passes.simplified(graph)
    assert ops(raised).count("scaled_dot_product_attention") == 1
    assert not {"einsum", "softmax", "exp", "matmul"} & set(ops(raised))
    assert_kept(graph, raised, backend, array(3, 4, 6, seed=9))


class Layers(ivy.Module):
    def _create_variables(self, **place: Any) -> Any:
        return {
            "w": array(5, 6, seed=1),
            "b": array(5, seed=2),
            "scale": scale(),
            "offset": offset(),
        }

    def _forward(self, x: Any) -> Any:
        v = self.v
        d = x - ivy.mean(x, axis=-1, keepdims=True)
        spread = ivy.sqrt(ivy.mean(d * d, axis=-1, keepdims=True) + 1e-5)
        y = gelu(d / spread * v.scale + v.offset)
        return softmax(ivy.matmul(y, ivy.permute_dims(v.w, (1, 0))) + v.b)


class Statistics(ivy.Module):
    def __init__(self, written: int) -> None:
        self._written = written
        super().__init__()
        self.register_buffer("mean", array(6, seed=1))
        self.register_buffer("var", ivy.abs(array(6, seed=2)))

    def _create_variables(self, **place: Any) -> Any:
        return {"scale": scale(), "offset": offset()}

    def _forward(self, x: Any) -> Any:
        v = self.v
        if self._written == 0:
            return (x - self.mean) / ivy.sqrt(self.var + 1e-3) * v.scale + v.offset
        if self._written == 1:
            wide = ivy.reshape(self.mean, (1, 1, 6)), ivy.reshape(self.var, (1, 1, 6))
            inverse = ivy.reciprocal(ivy.sqrt(wide[1] + 1e-3))
            return (x - wide[0]) * (inverse * ivy.reshape(v.scale, (1, 1, 6))) + v.offset
        return (x - self.mean) * (self.var + 1e-3) ** -0.5 + v.offset


@pytest.mark.one_column
@pytest.mark.parametrize("written", [0, 1, 2])
def test_batch_norm(backend: str, written: int) -> None:
    x = array(3, 4, 6)
    with ivy.use_backend("numpy"):
        before = passes.without_dead_code(to_graph(Statistics(written), (x,), {}, True))
    after = passes.simplified(before)
    assert ops(after) == ["batch_norm"]
    assert_kept(before, after, backend, x)


def test_gradients_through_patterns(backend: str) -> None:
    x = array(3, 6)
    before = passes.without_dead_code(to_graph(Layers(), (x,), {}, True))
    after = passes.simplified(before)
    assert ops(after) == ["layer_norm", "gelu", "linear", "softmax"]
    assert_kept(before, after, backend, x)
    weights = random_weights(Run(before, backend)((x,))[0])
    expected, found = (Run(g, backend).gradients(weights, (x,)) for g in (before, after))
    assert_gradients(found, expected, 1e-4)


def _other_axis(x: Any) -> Any:
    e = ivy.exp(x - ivy.max(x, axis=-1, keepdims=True))
    return e / ivy.sum(e, axis=1, keepdims=True)


def _used_twice(x: Any) -> Any:
    e = ivy.exp(x - ivy.max(x, axis=-1, keepdims=True))
    return e / ivy.sum(e, axis=-1, keepdims=True) + e


def _other_mean(x: Any) -> Any:
    d = x - ivy.mean(x, axis=1, keepdims=True)
    return d / ivy.sqrt(ivy.var(x, axis=-1, keepdims=True) + 1e-3)


def _middle_axis(x: Any) -> Any:
    d = x - ivy.mean(x, axis=1, keepdims=True)
    return d / ivy.sqrt(ivy.mean(d * d, axis=1, keepdims=True) + 1e-3)


def _unbiased(x: Any) -> Any:
    d = x - ivy.mean(x, axis=-1, keepdims=True)
    return d / ivy.sqrt(ivy.var(x, axis=-1, correction=1, keepdims=True) + 1e-3)


def _almost_gelu(x: Any) -> Any:
    return 0.5 * x * (1 + ivy.erf(x / 1.4))


def _other_silu(x: Any) -> Any:
    return x * ivy.sigmoid(x + 1)


def _no_maximum(x: Any) -> Any:
    return ivy.exp(x) / ivy.sum(ivy.exp(x), axis=-1, keepdims=True)


def _masked_by_little(x: Any) -> Any:
    scores = ivy.matmul(x, ivy.permute_dims(x, (0, 2, 1))) * 0.3
    scores = ivy.where(ivy.array([True, True, False, True]), scores, -10.0)
    return ivy.matmul(ivy.softmax(scores, axis=-1), x)


def _over_queries(x: Any) -> Any:
    q, k, v = _heads(x)
    weights = ivy.softmax(ivy.einsum("adbc,aebc->abed", q, k), axis=3)
    return ivy.einsum("abed,aebf->adbf", weights, v)


def _over_heads(x: Any) -> Any:
    q, k, v = _heads(x)
    weights = ivy.softmax(ivy.einsum("adbc,aebc->aedb", q, k), axis=3)
    return ivy.einsum("aedb,aebf->adbf", weights, v)


def _wide_mask(x: Any) -> Any:
    q, k, v = _heads(x)
    scores = ivy.einsum("adbec,afbc->eabdf", ivy.expand_dims(q, axis=3), k)
    keep = ivy.reshape(ivy.tril(ivy.ones((4, 4), dtype="bool")), (4, 1, 1, 1, 4))
    return ivy.einsum("acbd,eabfc->abdef", v, ivy.softmax(ivy.where(keep, scores, -3e38), axis=4))


def _padded(x: Any, widths: Any, value: float = 0.0, padding: Any = "VALID", **kwargs: Any) -> Any:
    x = ivy.constant_pad(ivy.expand_dims(x, axis=0), widths, value)
    return ivy.conv2d(x, array(2, 2, 6, 4, seed=5), 2, padding, **kwargs)


def _pooled(x: Any, widths: Any = ((0, 0), (1, 1), (0, 0)), value: float = 0.0) -> Any:
    return ivy.max_pool1d(ivy.constant_pad(x, widths, value), 3, 1, "VALID")


@pytest.mark.parametrize(
    "function",
    [
        lambda x: _padded(x, [(0, 0), (1, 1), (1, 1), (0, 0)], value=1.0),
        lambda x: _padded(x, [(0, 0), (1, 1), (1, 1), (0, 0)], padding="SAME"),
        lambda x: _padded(x, [(0, 0), (1, 1), (1, 1), (0, 0)], x_dilations=2),
        lambda x: _padded(x, [(1, 0), (1, 1), (1, 1), (0, 0)]),
        lambda x: _padded(x[..., 1:], [(0, 0), (1, 1), (1, 1), (1, 0)]),
        lambda x: _pooled(x),
        lambda x: _pooled(ivy.relu(x), value=1.0),
        lambda x: _pooled(ivy.relu(x), widths=[(0, 0), (3, 0), (0, 0)]),
    ],
)
def test_padding_that_no_operation_adds_stays(function: Any) -> None:
    graph = traced(function, array(3, 4, 6))
    raised = passes.simplified(graph)
    assert "constant_pad" in ops(raised)
    assert_kept(graph, raised, "numpy", array(3, 4, 6, seed=9))


@pytest.mark.parametrize(
    "function",
    [
        _other_axis, _used_twice, _other_mean, _middle_axis, _unbiased, _almost_gelu, _other_silu,
        _over_queries, _over_heads, _wide_mask, _no_maximum, _masked_by_little,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_what_is_almost_a_pattern_stays(function: Any) -> None:
    graph = traced(function, array(3, 4, 6))
    raised = passes.with_patterns_raised(graph)
    assert not set(PATTERNS.values()) - {"softmax"} & set(ops(raised))
    assert ops(raised).count("softmax") == ops(graph).count("softmax")
    assert_kept(graph, passes.simplified(graph), "numpy", array(3, 4, 6, seed=9))


def test_inner_graphs_are_simplified() -> None:
    def function(x: Any) -> Any:
        return ivy.if_else(ivy.sum(x) > 0, softmax, lambda x: x * 1, (x,))

    graph = passes.simplified(traced(function, array(3, 4)))
    assert [node.op for node in graph.all_nodes()] == ["sum", "greater", "if_else", "softmax"]


# ---- layout -------------------------------------------------------------------------------------


class Images(ivy.Module):
    """A small residual network; `format` is NCHW or NHWC."""

    def __init__(self, format: str) -> None:
        self._format = format
        norms = "NCS" if format == "NCHW" else "NSC"
        self.first = ivy.Conv2D(3, 4, [3, 3], 1, "SAME", data_format=format, with_bias=False)
        self.norm = ivy.BatchNorm2D(4, data_format=norms)
        self.second = ivy.Conv2D(4, 4, [3, 3], 1, "SAME", data_format=format, with_bias=False)
        self.third = ivy.Conv2D(8, 5, [1, 1], 2, "VALID", data_format=format, with_bias=False)
        self.last = ivy.Linear(5, 2)
        super().__init__()

    def _forward(self, x: Any) -> Any:
        channels = 1 if self._format == "NCHW" else 3
        places = (2, 3) if self._format == "NCHW" else (1, 2)
        x = ivy.relu(self.norm(self.first(x)))
        x = ivy.max_pool2d(x, 2, 2, "VALID", data_format=self._format)
        a, b = ivy.split(x, num_or_size_splits=2, axis=channels)
        width = ((0, 0), *(((0, 0),) if channels == 1 else ()), (1, 1), (0, 2))
        width = (*width, (0, 0))[:4]
        x = ivy.constant_pad(ivy.concat([b, a * 2], axis=channels), width)
        y = self.second(x) + x * ivy.mean(x, axis=places, keepdims=True)
        y = self.third(ivy.concat([y, x], axis=channels))
        return self.last(ivy.mean(ivy.gelu(y), axis=places)), y


@pytest.mark.parametrize(("format", "place"), [("NCHW", "last"), ("NHWC", "first")])
def test_layout(backend: str, format: str, place: str) -> None:
    shape = (2, 3, 8, 8) if format == "NCHW" else (2, 8, 8, 3)
    x = array(*shape)
    with ivy.use_backend("numpy"):
        graph = passes.simplified(to_graph(Images(format), (x,), {}, True))
    other = passes.with_channels(graph, place)
    formats = {arguments(n)["data_format"] for n in other.nodes if "conv" in n.op}
    assert formats == {f"channel_{place}"}
    assert ops(other).count("permute_dims") == 2, "one at the start, one for the second result"
    assert_kept(graph, other, backend, x)
    kept = {name: x.shape for name, x in graph.arrays.items() if name not in other.permutations}
    assert kept == {n: x.shape for n, x in other.arrays.items() if n not in other.permutations}
    for name, axes in other.permutations.items():
        source = np.transpose(ivy.to_numpy(graph.arrays[name]), axes)
        np.testing.assert_array_equal(source, other.arrays[name])


def test_layout_of_arrays_of_unknown_shape() -> None:
    graph = Graph()
    build = Builder(graph)
    x, w = build.value("x", (2, 3, 8, 8), "float32"), build.value("w", (4, 3, 2, 2), "float32")
    formats = {"data_format": "channel_first", "filter_format": "channel_first"}
    y = build.conv_general_dilated(x, w, (1, 1), "VALID", dims=2, **formats)
    pooled = build.max_pool2d(y, 2, 2, "VALID", data_format="NCHW")
    graph.args, graph.outputs, graph.parameters = (x,), build.negative(pooled), {"w": w}
    graph.arrays = {"w": ivy.to_numpy(array(4, 3, 2, 2))}
    assert_kept(graph, passes.with_channels(graph, "last"), "numpy", array(2, 3, 8, 8))


@pytest.mark.parametrize(
    ("op", "groups", "filters"),
    [
        ("conv_general_dilated", 1, (6, 4, 3, 2)),
        ("conv_general_dilated", 2, (6, 2, 3, 2)),
        ("conv_general_transpose", 1, (4, 6, 3, 2)),
        ("conv_general_transpose", 2, (4, 3, 3, 2)),
    ],
)
def test_layout_of_filters(op: str, groups: int, filters: tuple[int, ...]) -> None:
    graph = Graph()
    build = Builder(graph)
    x, w = build.value("x", (2, 4, 8, 8), "float32"), build.value("w", filters, "float32")
    y = getattr(build, op)(
        x, w, (1, 1), ((1, 1), (0, 0)), dims=2, data_format="channel_first",
        filter_format="channel_first", feature_group_count=groups,
    )  # fmt: skip
    y.shape, y.dtype = (2, 6, 8, 7 if op == "conv_general_dilated" else 9), "float32"
    graph.args, graph.outputs, graph.parameters = (x,), y, {"w": w}
    graph.arrays = {"w": ivy.to_numpy(array(*filters))}
    last = passes.with_channels(graph, "last")
    assert ops(last) == ["permute_dims", op, "permute_dims"]
    assert last.permutations == {"w": (2, 3, 1, 0)}
    assert last.arrays["w"].shape == last.parameters["w"].shape
    assert_kept(graph, last, "numpy", array(2, 4, 8, 8))
    back = passes.with_channels(passes.changed(last, permutations={}), "first")
    assert back.permutations == {"w": (3, 2, 0, 1)}
    assert back.arrays["w"].shape == filters
    assert_kept(graph, back, "numpy", array(2, 4, 8, 8))


def test_layout_of_two_modes() -> None:
    class Twice(Images):
        def _forward(self, x: Any) -> Any:
            result = super()._forward(x)
            return [y * 2 + ivy.sum(x) for y in result] if self.training else list(result)

    x = array(2, 8, 8, 3)
    graph = passes.simplified(to_graph(Twice("NHWC"), (x,), {}, True))
    other = passes.for_backend(graph, "torch")
    assert graph.train is not None
    assert other.train is not None
    assert other.permutations
    assert other.permutations == other.train.permutations
    assert_kept(graph, other, "numpy", x)
    assert_kept(graph.train, other.train, "numpy", x)


def test_graphs_without_convolutions_keep_their_layout() -> None:
    graph = traced(softmax, array(2, 3))
    assert all(passes.for_backend(graph, backend) is graph for backend in CHANNELS)


def test_masks_that_hide_nothing_are_dropped(backend: str) -> None:
    torch = pytest.importorskip("torch")

    def attended(x: Any) -> Any:
        mask = torch.ones(3, 1, dtype=torch.bool).expand(x.shape[0], 1, 3, 3)
        return torch.nn.functional.scaled_dot_product_attention(x, x, x, mask)

    x = torch.randn(2, 2, 3, 4)
    graph = ivy.trace_graph(attended, source="torch", args=[x])
    assert [node.op for node in graph.nodes] == ["scaled_dot_product_attention"]
    found = Run(graph, backend)([x])[0][0]
    np.testing.assert_allclose(found, attended(x), rtol=1e-5, atol=1e-6)
