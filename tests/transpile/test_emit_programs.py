"""Emitted source of control flow, random numbers, modes that differ, and sizes that are open."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.special

pytest.importorskip("torch")
pytest.importorskip("tensorflow")
pytest.importorskip("keras")
pytest.importorskip("flax")

import jax
import jax.numpy as jnp
import keras
import tensorflow as tf
import torch
import torch.nn.functional as F
from flax import nnx
from jax import lax

import ivy
from ivy.graph.build import Builder
from ivy.graph.emit import source_of, write_weights
from ivy.graph.ir import Graph, Value
from ivy.graph.operations import parameters
from ivy.graph.transpile import trace_graph
from tests.helpers import to_numpy
from tests.transpile.checks import flat
from tests.transpile.test_graph_files import looping
from tests.transpile.torch_checks import arrays_of, rand


def emitted(graph: Graph, backend: str) -> Any:
    """Return the function or the class that the source of a graph defines."""
    text = source_of(graph, backend)
    space: dict[str, Any] = {}
    exec(compile(text, "emitted.py", "exec"), space)
    assert "ivy" not in {
        alias.name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    return space[ast.parse(text).body[-1].name]  # type: ignore[attr-defined]


def results(called: Any, backend: str, args: Any, **options: Any) -> list[Any]:
    """Return the arrays that a call with arrays of a backend returns, as NumPy's."""
    given = [ivy.to_backend(ivy.to_numpy(x), backend) for x in args]
    return [to_numpy(x) for x in flat(called(*given, **options))]


def assert_all_close(found: list[Any], expected: list[Any]) -> None:
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


# ---- functions with a line of their own -----------------------------------------------------


def spd(x: Any) -> Any:
    return x @ x.mT + 3 * torch.eye(3)


SHORT: dict[str, Any] = {
    "parts": lambda x: (x.cumprod(0), x.cumsum(0), torch.eye(4) @ x.mT),
    "norms": lambda x: (x.prod(1), F.mse_loss(x, 2 * x), F.l1_loss(x, -x)),
    "matrices": lambda x: (torch.linalg.inv(spd(x)), torch.det(spd(x)), x[:, :3].tril()),
    "codes": lambda x: (F.one_hot(x.argmax(1), 4), torch.meshgrid(x[0], x[1], indexing="ij")),
    "last": lambda x: x[torch.tensor([-1, -2])],
    "activations": lambda x: (
        F.hardswish(x + 1),
        F.mish(2 * x),
        F.logsigmoid(x - 1) + F.elu(x, 2.0),
    ),
    "inside": lambda x: (1 / F.hardswish(x + 4), F.mish(x).mean(), F.logsigmoid(x) ** 2),
    "again": lambda x: (y := F.hardswish(x)) * y.exp() - x,
    "scattered": lambda x: (
        x.scatter(1, x[:, :2].argsort(), x[:, 1:3]),
        x.scatter_add(1, x.argsort(1) // 2, x),
    ),
    "order": lambda x: (x.sort(descending=True)[0], x.argsort(descending=True), *x.topk(2)),
    "spectrum": lambda x: torch.fft.irfft(torch.fft.rfft(x) * 2),
    "counted": lambda x: x[torch.arange(3)[:, None, None], torch.arange(4)[None, None]],
}


def test_sizes_beside_arrays(backend: str) -> None:
    def function(x: Any) -> Any:
        return len(x) * x, x - len(x), (1 / len(x)) * x, x / len(x), x.sum(0) + len(x) ** 2

    x = rand(3, 4).numpy()
    called = emitted(trace_graph(function, args=(x,)), backend)
    for given in (x, x[:2]):
        assert_all_close(results(called, backend, [given]), list(function(given)))


def test_what_passes_compute_has_a_dtype() -> None:
    x = jnp.asarray(rand(2, 6).numpy())
    graph = trace_graph(lambda x: lax.cumlogsumexp(x, 1, reverse=True), source="jax", args=(x,))
    [mask] = emitted(graph, "torch")().buffers()
    assert mask.dtype is torch.bool


@pytest.mark.parametrize("name", SHORT)
def test_functions_are_short(name: str, backend: str) -> None:
    x = rand(3, 4)
    graph = trace_graph(SHORT[name], source="torch", args=[x], dynamic_batch=False)
    assert len(source_of(graph, backend).splitlines()) < (40 if backend == "numpy" else 30)
    expected = [y.detach().numpy() for y in arrays_of(SHORT[name](x))]
    assert_all_close(results(emitted(graph, backend), backend, [x]), expected)


IMAGES: dict[str, Any] = {
    "instance_norm": lambda x: F.instance_norm(x, weight=x[0, :, 0, 0], bias=x[1, :, 0, 0]),
    "adaptive": lambda x: (F.adaptive_max_pool2d(x, (2, 1)), F.adaptive_avg_pool2d(x, (2, 3))),
    "steps": lambda x: x * torch.linspace(-1, 2, 6),
    "folded": lambda x: x.reshape(-1, 4, 3, 2).reshape(-1, 24).tanh(),
}


@pytest.mark.parametrize("name", IMAGES)
def test_functions_of_images_are_short(name: str, backend: str) -> None:
    x = rand(2, 3, 4, 6)
    text = source_of(graph := trace_graph(IMAGES[name], source="torch", args=[x]), backend)
    assert len(text.splitlines()) < 55
    assert text.count("reshape(") <= (1 if name == "folded" else 9)
    expected = [y.detach().numpy() for y in arrays_of(IMAGES[name](x))]
    assert_all_close(results(emitted(graph, backend), backend, [x]), expected)


class Parametrized(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        kinds = torch.nn.utils.parametrizations
        self.v = kinds.weight_norm(torch.nn.Linear(3, 4))
        self.last = kinds.spectral_norm(torch.nn.Linear(4, 2))

    def forward(self, x: Any) -> Any:
        return self.last(self.v(x).relu_())


def test_weights_beside_modules(backend: str, tmp_path: Path) -> None:
    """A parametrization holds the weight it starts from beside its own modules."""
    torch.manual_seed(0)
    net, x = Parametrized().eval(), rand(5, 3)
    graph = trace_graph(net, args=[x[:2]])
    write_weights(graph, tmp_path / "weights.safetensors")
    model = emitted(graph, backend)()
    model.load_weights(tmp_path / "weights.safetensors")
    if backend in ("torch", "jax"):
        model.eval()
    expected = [net(x).detach().numpy()]
    assert_all_close(results(model, backend, [x]), expected)
    assert_all_close(results(ivy.transpile(net, to=backend, args=[x]), backend, [x]), expected)


class Turning(torch.nn.Module):
    """Writes in place, then views what it wrote for another module."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv1d(2, 4, 1)
        self.rows = torch.nn.LSTM(4, 3)

    def forward(self, x: Any) -> Any:
        x = F.relu(self.first(x), inplace=True).reshape(-1, 4, 5).permute(2, 0, 1)
        return self.rows(x)[0], torch.einsum("tbi,tbi,tbi->tbi", x, x, x)


def test_views_stay_in_their_module() -> None:
    """Neither they nor sizes that are known there are handed to the module behind them."""
    net, x = Turning().eval(), rand(2, 2, 5)
    graph = trace_graph(net, args=[x])
    (view,) = (node for node in graph.nodes if node.op == "permute_dims")
    assert [path for path, _ in view.scope] == [""]
    text = source_of(graph, "numpy")
    assert "def __call__(self, x):\n        filled" in text
    wide = rand(3, 2, 5)
    expected = [y.detach().numpy() for y in net(wide)]
    assert_all_close(results(ivy.transpile(net, to="numpy", args=[x]), "numpy", [wide]), expected)


def test_copied_functions_share_a_line_of_definitions(backend: str) -> None:
    """`_sum, _prod = torch.sum, torch.prod` must not give both to the one that is copied."""

    def resampled(x: Any) -> Any:
        return ivy.interpolate(x, 5, mode="lanczos3"), ivy.prod(x)

    x = rand(2, 3, 4).numpy()
    with ivy.use_backend("numpy"):
        called = emitted(trace_graph(resampled, source="ivy", args=[ivy.array(x)]), backend)
        expected = [to_numpy(y) for y in resampled(ivy.array(x))]
    assert_all_close(results(called, backend, [x]), expected)


def test_functions_with_gradients_of_their_own_are_copied(backend: str) -> None:
    """Those of NumPy were not, since what gives them a gradient is ivy's."""

    def added(x: Any) -> Any:
        return x.index_put((torch.tensor([0, 0]),), torch.ones(2, 4), accumulate=True)

    x = rand(3, 4)
    graph = trace_graph(added, source="torch", args=[x], dynamic_batch=False)
    assert_all_close(results(emitted(graph, backend), backend, [x]), [added(x).numpy()])


RESIZED = (
    {"size": (12, 16), "mode": "bilinear"},
    {"size": (7, 9), "mode": "bilinear"},
    {"size": (5, 17), "mode": "bilinear", "align_corners": True},
    {"scale_factor": 1.3, "mode": "bilinear"},
    {"size": (3, 2), "mode": "bilinear", "antialias": True},
    {"size": (7, 9), "mode": "bicubic"},
    {"size": (3, 4), "mode": "bicubic", "antialias": True},
    {"size": (7, 5)},
    {"size": (7, 5), "mode": "nearest-exact"},
    {"size": (5, 3), "mode": "area"},
)


def test_images_are_resized_in_few_lines(backend: str) -> None:
    def resized(x: Any) -> Any:
        return tuple(F.interpolate(x, **options) for options in RESIZED)

    x = rand(2, 3, 6, 8)
    graph = trace_graph(resized, source="torch", args=[x])
    assert len(source_of(graph, backend).splitlines()) < 120
    expected = [y.numpy() for y in resized(x)]
    assert_all_close(results(emitted(graph, backend), backend, [x]), expected)


def test_lines_ask_for_arguments_there_are(backend: str) -> None:
    """That of logsigmoid asked for `x`, which it has not, and so was never used."""
    module = importlib.import_module(f"ivy.graph.emit.{backend}")
    for op, line in module._TABLE.items():
        for text in line if isinstance(line, tuple) else (line,):
            if isinstance(text, str):
                fields = set(re.findall(r"\{\*?(\w+)[.*+^!-]?\}", text))
                assert fields <= parameters(op).parameters.keys(), op


class Tokens(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Parameter(torch.zeros(1, 1, 4))
        layer = torch.nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True)
        self.blocks = torch.nn.ModuleList([layer, copy.deepcopy(layer)])

    def forward(self, x: Any) -> Any:
        x = torch.cat([self.first.expand(x.shape[0], -1, -1), x], 1)
        for block in self.blocks:
            x = block(x)
        return x


def test_a_block_after_a_token_is_the_same_block(backend: str) -> None:
    """Its argument was named after the size of the batch, and its class written twice."""
    text = source_of(trace_graph(Tokens().eval(), args=[rand(3, 2, 4)]), backend)
    assert text.count("class TransformerEncoderLayer") == 1
    assert not re.search(r"(call__|call|forward)\(self, batch", text)


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.key, self.value = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)

    def forward(self, x: Any) -> Any:
        key, value = self.key(x), self.value(x)
        return torch.tanh(key) + value, key, value


class Stack(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block(), Block(), Block()])

    def forward(self, x: Any) -> Any:
        states, caches = [x], []
        for block in self.blocks:
            x, key, value = block(x)
            states.append(x)
            caches.append((key, value))
        return x, states, caches


class Decoder(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.stack = torch.nn.Linear(4, 4), Stack()

    def forward(self, x: Any) -> Any:
        x, states, caches = self.stack(self.first(x))
        return {
            "x": x,
            "hidden_states": tuple(states),
            "cache": [{"keys": key, "values": value} for key, value in caches],
            "last": caches[-1],
        }


def assert_source_is(module: Any, graph: Any, backend: str, x: Any, folder: Path) -> None:
    """Check what a source with the weights of a module of torch computes."""
    model = emitted(graph, backend)()
    model(ivy.to_backend(x.numpy(), backend))  # Keras makes its weights now
    write_weights(graph, folder / "weights.safetensors")
    model.load_weights(folder / "weights.safetensors")
    expected = [to_numpy(y.detach()) for y in flat(module(x))]
    assert_all_close(results(model, backend, [x]), expected)


def test_what_blocks_return_is_collected_in_a_loop(backend: str, tmp_path: Path) -> None:
    module, x = Decoder().eval(), rand(3, 5, 4)
    graph = trace_graph(module, args=[x])
    text = source_of(graph, backend)
    assert "for block in self.blocks" in text.replace("blocks_:", "blocks:")
    assert "(first, *hidden_states)" in text
    assert "for key, value in zip(keys, values, strict=True)" in text
    assert_source_is(module, graph, backend, x, tmp_path)


class Pyramid(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block() for _ in range(5)])

    def forward(self, x: Any) -> Any:
        x, first, _ = self.blocks[0](x)
        caches = [(first, x)]
        for block in self.blocks[1:]:
            x, key, value = block(x)
            caches.append((key, value))
        return x, caches


def test_some_blocks_of_a_list_are_a_loop(backend: str, tmp_path: Path) -> None:
    module, x = Pyramid().eval(), rand(3, 5, 4)
    graph = trace_graph(module, args=[x])
    text = source_of(graph, backend)
    assert "for block in self.blocks[1:]:" in text.replace("blocks_", "blocks")
    assert re.search(r"\*\(\(x\w*, x\w*\) for x\w*, x\w* in zip\(xs, xs_2, strict=True\)\)", text)
    assert_source_is(module, graph, backend, x, tmp_path)


class Layers(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gru = torch.nn.GRU(4, 5, 2, dropout=0.5, batch_first=True)

    def forward(self, x: Any) -> Any:
        return self.gru(x)[0]


def test_dropout_between_recurrent_layers(backend: str, tmp_path: Path) -> None:
    module, x = Layers().eval(), rand(3, 6, 4)
    graph = trace_graph(module, args=[x])
    assert len(source_of(graph, backend).splitlines()) < 150
    model = emitted(graph, backend)(**({"rngs": nnx.Rngs(0)} if backend == "jax" else {}))
    model(ivy.to_backend(x.numpy(), backend))  # Keras makes its weights now
    write_weights(graph, tmp_path / "weights.safetensors")
    model.load_weights(tmp_path / "weights.safetensors")
    if backend in ("torch", "jax"):
        model.eval()
    found = results(model, backend, [x])
    assert_all_close(found, [module(x).detach().numpy()])
    if backend in ("torch", "jax"):
        model.train()
    options = {} if backend in ("torch", "jax") else {"training": True}
    assert np.abs(results(model, backend, [x], **options)[0] - found[0]).max() > 0.01


def test_fourier_transforms_along_several_axes(backend: str) -> None:
    def function(x: Any) -> Any:
        z = torch.fft.rfftn(x, dim=(1, 2, 3))
        real = torch.fft.irfftn(z, s=(3, 6, 5), dim=(1, 2, 3)), torch.fft.irfft2(z)
        return *real, torch.fft.rfft2(x, s=(6, 10)).imag, torch.fft.fft2(x).abs()

    graph, arrays = trace_graph(function, rand(3, 3, 8, 8), source="torch"), [rand(3, 3, 8, 8)]
    assert len(source_of(graph, backend).splitlines()) < 30
    found = results(emitted(graph, backend), backend, arrays)
    for one, other in zip(found, function(*arrays), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_last_states_of_recurrent_layers(backend: str) -> None:
    arrays = [rand(3, 6, 4), rand(15, 4), rand(15, 5), rand(15), rand(15)]

    def function(x: Any, *weights: Any) -> Any:
        start = x.new_zeros(1, x.shape[0], 5)
        outputs, last = torch.gru(x, start, weights, True, 1, 0.0, False, False, True)
        return outputs, last[-1], last.squeeze(0) + 1

    called = emitted(trace_graph(function, *arrays, source="torch"), backend)
    assert_all_close(results(called, backend, arrays), [x.numpy() for x in function(*arrays)])


# ---- control flow -------------------------------------------------------------------------------


def scanned(x: Any) -> Any:
    last, rows = lax.scan(lambda c, row: (jnp.tanh(c + row), c * row), x[0], x)
    return last, rows


def doubled_until(x: Any) -> Any:
    return lax.while_loop(
        lambda s: s.sum() < 100,
        lambda s: lax.cond(s[0] > 3, lambda a: a * 2, lambda a: a + 1, s),
        jnp.abs(x[0]),
    )


@tf.function
def counted(x: Any) -> Any:
    for i in tf.range(4):
        x = x * 1.5 + tf.cast(i, tf.float32)
    return tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x - 1)


def chosen(x: Any) -> Any:
    return torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x,))


PROGRAMS = {
    "ivy": (looping, "ivy"),
    "scan": (scanned, "jax"),
    "while_loop": (doubled_until, "jax"),
    "tf.function": (counted, "tensorflow"),
    "torch.cond": (chosen, "torch"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_control_flow(name: str, backend: str) -> None:
    function, framework = PROGRAMS[name]
    with ivy.use_backend("numpy"):
        numbers = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
        x = ivy.array(numbers) if framework == "ivy" else ivy.to_backend(numbers, framework)
        graph = trace_graph(function, x, source=framework)
        expected = [to_numpy(y) for y in flat(function(x))]
    assert_all_close(results(emitted(graph, backend), backend, [numbers]), expected)


# ---- random numbers -----------------------------------------------------------------------------


def test_random_numbers(backend: str) -> None:
    def draw(key: Any, x: Any) -> Any:
        a, b, c = jax.random.split(key, 3)
        normal = 2 + jax.random.normal(b, (4000,)) * x
        return jax.random.uniform(a, (4000,)), normal, jax.random.bernoulli(c, 0.3, (4000,))

    args = (jax.random.PRNGKey(0), jnp.float32(0.5))
    called = emitted(trace_graph(draw, source="jax", args=args), backend)
    # A program of JAX draws from the key it had before, which others do not need.
    assert list(inspect.signature(called).parameters) == ["key", "x"]
    uniform, normal, kept = results(called, backend, args)
    assert 0 <= uniform.min() < 0.01 and 0.99 < uniform.max() < 1
    assert abs(normal.mean() - 2) < 0.05 and abs(normal.std() - 0.5) < 0.05
    assert abs(kept.mean() - 0.3) < 0.05


DISTRIBUTIONS = {
    "gamma": (lambda x: ivy.gamma(x, 2.0), lambda x: x / 2, lambda x: x / 4),
    "poisson": (ivy.poisson, lambda x: x, lambda x: x),
}
"""A function of the parameter, and what mean and variance are."""


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions(name: str, backend: str) -> None:
    function, mean, variance = DISTRIBUTIONS[name]
    rate = np.repeat(np.array([0.7, 4.0, 30.0], "float32"), 4000)
    with ivy.use_backend("numpy"):
        graph = trace_graph(function, source="ivy", args=(ivy.array(rate),))
    options = {"key": jax.random.key(1)} if backend == "jax" else {}
    [drawn] = results(emitted(graph, backend), backend, [rate], **options)
    drawn, rate = drawn.reshape(3, -1), rate.reshape(3, -1)[:, 0]
    np.testing.assert_allclose(drawn.mean(1), mean(rate), rtol=0.1)
    np.testing.assert_allclose(drawn.var(1), variance(rate), rtol=0.2)


def test_zeta(backend: str) -> None:
    x, q = np.meshgrid([1.25, 2.0, 7.0], [0.5, 1.0, 9.0])
    with ivy.use_backend("numpy"):
        graph = trace_graph(ivy.zeta, source="ivy", args=(ivy.array(x), ivy.array(q)))
    [found] = results(emitted(graph, backend), backend, [x, q])
    np.testing.assert_allclose(found, scipy.special.zeta(x, q), rtol=1e-10)


# ---- modes --------------------------------------------------------------------------------------


class Doubling(keras.layers.Layer):
    def call(self, x: Any, training: bool = False) -> Any:
        return tf.exp(x) if training else x * 2


def test_keras_layers_keep_their_names(tmp_path: Path) -> None:
    """TensorFlow calls the scope of `dense`'s second call `dense_1`, as another layer is."""
    layers = [keras.layers.Dense(4, name=name) for name in ("dense", "dense_1", "dense_2")]
    model, x = keras.Sequential(layers, name="stack"), np.ones((2, 4), "float32")
    expected = np.asarray(model(x))
    text = ivy.to_source(model, "numpy", [x], weights=tmp_path / "w.safetensors")
    assert text.count("class ") == 2
    assert "return self.dense_2(self.dense_1(self.dense(inputs)))" in text
    space: dict[str, Any] = {}
    exec(text, space)
    found = space["Stack"]()
    found.load_weights(tmp_path / "w.safetensors")
    np.testing.assert_allclose(found(x), expected, rtol=1e-5, atol=1e-6)


def test_modes_that_are_two_programs(backend: str, tmp_path: Any) -> None:
    keras.utils.set_random_seed(0)
    model = keras.Sequential([keras.layers.Input((3,)), Doubling(), keras.layers.Dense(2)])
    x = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
    graph = trace_graph(model, args=(x,))
    assert graph.train is not None
    made = emitted(graph, backend)()
    ivy.to_source(graph, backend, weights=tmp_path / "w.safetensors")
    made.load_weights(tmp_path / "w.safetensors")
    for training in (False, True):
        options = {}
        if backend in ("torch", "jax"):
            (made.train if training else made.eval)()
        else:
            options["training"] = training
        expected = [to_numpy(model(x, training=training))]
        assert_all_close(results(made, backend, [x], **options), expected)


# ---- two sizes that are open --------------------------------------------------------------------


def pairs(x: Any, y: Any) -> Any:
    n, m = x.shape[0], y.shape[0]
    distances = x.unsqueeze(1).expand(n, m, 4) - y.unsqueeze(0).expand(n, m, 4)
    return distances.pow(2).sum(-1).mean(1, keepdim=True).expand(n, m), torch.ones(m, n) @ x


def joined(x: Any, y: Any) -> Any:
    one, other = x[None].expand(y.shape[0], -1, -1), y[:, None].expand(-1, x.shape[0], -1)
    return torch.cat([one, other], -1)


def repeated(x: Any, y: Any) -> Any:
    z = x.repeat(y.shape[0], 1).view(y.shape[0], x.shape[0], 4).transpose(0, 1)
    return z, (x @ y.T).clamp(min=0.5).expand(3, x.shape[0], y.shape[0]).sum(0)


@pytest.mark.parametrize("function", [pairs, joined, repeated])
def test_two_open_sizes(function: Any, backend: str) -> None:
    graph = trace_graph(function, args=(rand(3, 4), rand(3, 4, seed=1)))
    assert [value.shape for value in graph.inputs()] == [(None, 4), (None, 4)]
    called = emitted(graph, backend)
    for n, m in ((5, 2), (1, 4), (4, 1)):
        args = rand(n, 4), rand(m, 4, seed=1)
        expected = [x.numpy() for x in arrays_of(function(*args))]
        assert_all_close(results(called, backend, args), expected)


def test_bounds_may_make_an_array_larger(backend: str) -> None:
    graph = Graph(name="clipped", argument_names=("x", "low"))
    build = Builder(graph)
    graph.args = (x := Value("x", (None,), "float32"), low := Value("low", (None, None), "float32"))
    y = build.clip(x, low, None)
    y.shape, y.dtype = (None, None), "float32"
    graph.outputs = build.broadcast_to(y, (build.size(x, 0), build.size(x, 0)))
    numbers = np.arange(3, dtype="float32"), np.ones((1, 3), "float32")
    wanted = np.broadcast_to(np.maximum(*numbers), (3, 3))
    assert_all_close(results(emitted(graph, backend), backend, numbers), [wanted])


class Grouped(torch.nn.Module):
    """Heads that share keys, as in Llama, with a mask that has its shape already."""

    def forward(self, x: Any, mask: Any) -> Any:
        batch, heads, length, width = x.shape
        keys = x[:, :, None].expand(batch, heads, 3, length, width)
        keys = keys.reshape(batch, heads * 3, length, width)
        return torch.where(mask.expand(batch, 1, length, width), keys, 0.0)


def test_shared_heads_are_repeated(backend: str) -> None:
    x = rand(2, 2, 4, 5)
    graph = trace_graph(Grouped(), source="torch", args=(x, x[:, :1] > 0))
    _, _, text = source_of(graph, backend).split('"""', 2)  # without what it says of sizes
    assert "repeat" in text
    assert not re.search("broadcast_to|expand|batch|size", text)
    x = rand(6, 2, 4, 5, seed=1)
    expected = [to_numpy(Grouped()(x, x[:, :1] > 0))]
    assert_all_close(results(emitted(graph, backend), backend, [x, x[:, :1] > 0]), expected)


def test_what_looks_like_repetition_is_not(backend: str) -> None:
    def function(x: Any) -> Any:
        wide = x[:, None].expand(x.shape[0], 3, 4, 5)
        return wide.reshape(-1, 12, 5), wide.reshape(-1, 4, 5), x[:, :, None].expand(-1, 4, 2, 5)

    x = rand(2, 4, 5)
    graph = trace_graph(function, source="torch", args=(x,))
    x = rand(3, 4, 5, seed=1)
    expected = [to_numpy(y) for y in function(x)]
    assert_all_close(results(emitted(graph, backend), backend, [x]), expected)
