"""Layers of torch.nn and what modules have beside weights, on every framework."""

from __future__ import annotations

from random import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
import torch.nn.functional as F
from torch import nn
from torch._higher_order_ops import scan
from torch.nn.functional import dropout
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torch.utils.checkpoint import checkpoint

import ivy
from ivy.graph.passes import for_backend
from ivy.graph.rules import RULES, IvyTranspileException
from ivy.graph.transpile import trace_graph
from tests.helpers import native, since, to_numpy
from tests.transpile.checks import Run, assert_close, moved
from tests.transpile.torch_checks import check_five_steps, check_module, integers, rand


class Recurrent(nn.Module):
    """A recurrent layer that returns outputs and states."""

    def __init__(self, kind: Any, **options: Any):
        super().__init__()
        self.layer = kind(4, 5, **options)

    def forward(self, x: Any) -> Any:
        return self.layer(x)


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: Any, mask: Any) -> Any:
        return self.layer(x, x, x, key_padding_mask=mask)


def padding(b: int) -> Any:
    mask = torch.zeros(b, 6, dtype=torch.bool)
    mask[:, 4:] = True
    return mask


def sequence(b: int) -> Any:
    return (rand(b, 6, 8),), {}


def small_image(b: int) -> Any:
    return (rand(b, 3, 9, 9),), {}


def block() -> Any:
    return nn.Sequential(
        nn.Conv2d(3, 6, 3, padding=1, padding_mode="reflect"), nn.BatchNorm2d(6), nn.PReLU(6),
        nn.GroupNorm(2, 6), nn.MaxPool2d(2, ceil_mode=True), nn.Conv2d(6, 6, 3, groups=3),
        nn.BatchNorm2d(6, momentum=None), nn.InstanceNorm2d(6, affine=True), nn.GELU(),
        nn.Flatten(), nn.Linear(54, 5), nn.BatchNorm1d(5, affine=False),
    )  # fmt: skip


MODULES: dict[str, Any] = {
    "lstm": lambda: (
        Recurrent(nn.LSTM, num_layers=2, bidirectional=True, batch_first=True),
        lambda b: ((rand(b, 6, 4),), {}),
    ),
    "gru": lambda: (
        Recurrent(nn.GRU, num_layers=2, batch_first=True),
        lambda b: ((rand(b, 6, 4),), {}),
    ),
    "rnn": lambda: (Recurrent(nn.RNN, batch_first=True), lambda b: ((rand(b, 6, 4),), {})),
    "projected": lambda: (
        Recurrent(nn.LSTM, num_layers=2, bidirectional=True, batch_first=True, proj_size=3),
        lambda b: ((rand(b, 3, 4),), {}),
    ),
    "transformer": lambda: (
        nn.Transformer(8, 2, 1, 1, 16, 0.0, batch_first=True),
        lambda b: (
            (rand(b, 6, 8), rand(b, 5, 8, seed=1)),
            {"tgt_mask": nn.Transformer.generate_square_subsequent_mask(5)},
        ),
    ),
    "encoder": lambda: (
        nn.TransformerEncoder(
            nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", batch_first=True, norm_first=True), 2,
            enable_nested_tensor=False,
        ),
        lambda b: ((rand(b, 6, 8),), {"src_key_padding_mask": padding(b)}),
    ),
    "attention": lambda: (Attention(), lambda b: ((rand(b, 6, 8), padding(b)), {})),
    "convolutions": lambda: (block(), small_image),
    "transposed": lambda: (
        nn.Sequential(
            nn.ConvTranspose2d(3, 4, 3, 2, 1, 1, groups=1, dilation=2), nn.BatchNorm2d(4),
            nn.ConvTranspose2d(4, 6, (2, 3), (1, 2), groups=2, bias=False),
        ),
        small_image,
    ),
    "one_dimension": lambda: (
        nn.Sequential(
            nn.Conv1d(8, 4, 3, padding="same", dilation=2), nn.BatchNorm1d(4), nn.AvgPool1d(2),
            nn.ConvTranspose1d(4, 3, 4, 2), nn.Upsample(scale_factor=2, mode="linear"),
        ),
        lambda b: ((rand(b, 8, 10),), {}),
    ),
    "running_statistics": lambda: (
        nn.Sequential(
            nn.BatchNorm1d(4), nn.InstanceNorm1d(4, affine=True, track_running_stats=True),
            nn.Conv1d(4, 3, 2), nn.InstanceNorm1d(3, momentum=None, track_running_stats=True),
        ),
        lambda b: ((rand(b, 4, 6),), {}),
    ),
    "volume": lambda: (
        nn.Sequential(
            nn.Conv3d(2, 4, 3, padding=1), nn.BatchNorm3d(4), nn.MaxPool3d(2),
            nn.ConvTranspose3d(4, 2, 2, 2), nn.AdaptiveAvgPool3d(2),
        ),
        lambda b: ((rand(b, 2, 4, 4, 4),), {}),
    ),
}  # fmt: skip


@pytest.mark.one_column
@pytest.mark.parametrize("name", MODULES)
def test_module(name: str, backend: str) -> None:
    check_module(MODULES[name], backend)


@pytest.mark.large
@pytest.mark.parametrize("name", MODULES)
def test_training(name: str, backend: str) -> None:
    check_five_steps(MODULES[name], backend)


# ---- what a graph keeps -------------------------------------------------------------------------


class Keeps(nn.Module):
    """Tied, frozen and unused weights, buffers of both kinds, a nest of arguments and results."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(10, 4, padding_idx=0)
        self.head = nn.Linear(4, 10, bias=False)
        self.head.weight = self.table.weight
        self.fixed = nn.Linear(4, 4).requires_grad_(False)
        self.unused = nn.Linear(2, 2)
        self.register_buffer("scale", torch.tensor([1.0, 2.0, 3.0, 4.0]))
        self.register_buffer("shift", torch.arange(4.0), persistent=False)

    def forward(self, ids: Any, *, others: Any, twice: bool = False) -> Any:
        x = self.fixed(self.table(ids)) * self.scale + self.shift
        with torch.no_grad():
            constant = x * 2
        x = x + others["a"][0] + constant + x.detach()
        return {"logits": self.head(x * 2 if twice else x), "x": [x, None, 3]}


def kept(b: int) -> Any:
    others = {"a": (rand(b, 3, 4),), "name": "n"}
    return (integers(10, b, 3),), {"others": others, "twice": True}


def keeping() -> Any:
    return Keeps(), kept


def test_weights_and_arguments_are_kept(backend: str) -> None:
    graph = check_module(keeping, backend)
    assert graph.aliases == {"head.weight": "table.weight"}
    assert graph.frozen == {"fixed.weight", "fixed.bias"}
    assert set(graph.buffers) == {"scale", "shift"}
    assert {"unused.weight", "unused.bias"} <= set(graph.parameters)
    assert graph.argument_names == ("ids",)
    assert graph.outputs["x"][1:] == [None, 3]
    linear = next(node for node in graph.nodes if node.op == "linear")
    assert linear.scope[-1] == ("fixed", "Linear")
    assert __file__ in linear.source


class Noisy(nn.Module):
    """Dropouts by module, by function, imported or not, and in attention, at different rates."""

    def __init__(self) -> None:
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.rate = 0.25

    def forward(self, x: Any) -> Any:
        x = dropout(self.drop(x), 0.5, training=self.training)
        x = F.scaled_dot_product_attention(x, x, x, dropout_p=self.rate if self.training else 0.0)
        return F.dropout(x, 0.75, training=False)


class Attending(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(8, 8)

    def forward(self, x: Any) -> Any:
        heads = x.unflatten(-1, (2, 4)).transpose(1, 2)
        rate = 0.25 if self.training else 0.0
        y = F.scaled_dot_product_attention(heads, heads, heads, dropout_p=rate)
        return self.out(y.transpose(1, 2).contiguous().view(x.shape))


def attended(size: int) -> Any:
    return [rand(size, 3, 8)], {}


def test_layouts_of_attention_make_no_program_of_its_own(backend: str) -> None:
    """Its kernels leave the result in different layouts, with dropout and without."""
    graph = check_module(lambda: (Attending(), attended), backend, training=False)
    assert graph.train is None
    (node,) = (node for node in graph.nodes if node.op == "scaled_dot_product_attention")
    assert node.kwargs["dropout_p"] == 0.25


def test_dropout_follows_the_mode(backend: str) -> None:
    graph = trace_graph(Noisy().eval(), args=[rand(2, 3, 4)])
    nodes = [node for node in graph.nodes if node.op in ("dropout", "scaled_dot_product_attention")]
    rates = [n.args[1] if n.op == "dropout" else n.kwargs["dropout_p"] for n in nodes]
    assert rates == [0.1, 0.5, 0.25]
    assert all(node.kwargs["training"] is graph.training for node in nodes)
    run = Run(graph, backend)
    same = run([rand(2, 3, 4)])[0][0]
    np.testing.assert_allclose(same, Noisy().eval()(rand(2, 3, 4)), rtol=1e-4, atol=1e-5)
    assert np.abs(run([rand(2, 3, 4)], training=True, compiled=False)[0][0] - same).max() > 0.01


@pytest.mark.columns("jax")
@pytest.mark.parametrize(
    "model",
    [
        nn.Sequential(nn.Linear(4, 4), Noisy()),
        nn.LSTM(4, 4, 2, dropout=0.5, batch_first=True),
        nn.Linear(4, 4),
    ],
)
def test_nnx_modules_draw_from_a_seed(model: nn.Module, backend: str) -> None:
    pytest.importorskip("flax")
    translated = ivy.transpile(model, to="flax", args=[torch.ones(2, 3, 4)])
    translated.train()
    x = ivy.to_backend(rand(2, 3, 4), "jax")
    results = (translated(x) for _ in range(2))
    first, second = (r[0] if isinstance(r, tuple) else r for r in results)
    assert np.array_equal(first, second) == isinstance(model, nn.Linear)


@pytest.mark.columns("tensorflow")
def test_keras_models_draw_from_a_seed(backend: str) -> None:
    pytest.importorskip("keras")
    model = nn.Sequential(nn.Linear(4, 4), Noisy())
    translated = ivy.transpile(model, to="keras", args=[torch.ones(2, 3, 4)])
    x = np.ones((2, 3, 4), "float32")
    first, second = (np.asarray(translated(x, training=True)) for _ in range(2))
    assert not np.array_equal(first, second)


def test_dropout_that_keeps_mean_and_variance(backend: str) -> None:
    module = nn.Sequential(nn.AlphaDropout(0.4), nn.FeatureAlphaDropout(0.3))
    x = rand(40, 50, 6)
    run = Run(trace_graph(module, args=[x]), backend)
    np.testing.assert_array_equal(run([x])[0][0], x)
    (found,), _ = run([x], training=True, compiled=False)
    assert abs(found.mean() - x.mean()) < 0.1 and abs(found.std() - x.std()) < 0.1
    smallest = F.selu(torch.tensor(-100.0)).item()
    scale = (0.7 * (1 + 0.3 * smallest**2)) ** -0.5
    dropped = np.abs(found - scale * smallest * 0.7).max(-1) < 1e-5  # whole channels
    assert 0.2 < dropped.mean() < 0.4


class Quantizer(nn.Module):
    """Changes its codes, weight and result in training only; norms and dropout follow the mode."""

    def __init__(self) -> None:
        super().__init__()
        self.encode = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 4))
        self.norm = nn.BatchNorm1d(4, momentum=None)
        self.drop = nn.Dropout(0.0, inplace=True)
        self.register_buffer("codes", rand(6, 4))
        self.register_buffer("uses", torch.zeros(6))

    def forward(self, x: Any) -> Any:
        x = self.drop(F.relu(self.norm(self.encode(x)), inplace=True))
        chosen = F.one_hot(torch.cdist(x, self.codes).argmin(1), 6).type(x.dtype)
        result = x + (chosen @ self.codes - x).detach()
        if not self.training:
            return result
        self.uses.mul_(0.9).add_(chosen.sum(0))
        self.codes = 0.9 * self.codes + 0.1 * (chosen.T @ x).detach()
        return result, F.mse_loss(x, result.detach())


def quantizer() -> Any:
    return Quantizer(), lambda b: ((rand(b, 4),), {})


def test_what_only_training_does(backend: str) -> None:
    graph = check_module(quantizer, backend)
    assert graph.train is not None and len(graph.train.mutations) == 7
    assert graph.statistics == set(graph.mutations) and len(graph.mutations) == 3


class Writing(nn.Module):
    """Writes to buffers behind the back of gradients, in training only."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        for name in ("means", "rows", "column", "codes"):
            self.register_buffer(name, torch.ones(4, 4))

    def forward(self, x: Any) -> Any:
        y = self.layer(x)
        if self.training:
            self.means.data.mul_(0.9).add_(y.sum(0), alpha=0.1)
            self.rows.data[1:3] = y.mean()
            self.column.detach().view(16)[2::4].sub_(y.mean((0, 1)))
            self.codes.data = 0.5 * self.codes + y.sum(0)
        return y * self.means + self.rows @ self.column + self.codes.sum(0)[:, None]


def writing() -> Any:
    return Writing(), lambda b: ((rand(b, 1, 4),), {})


def test_writing_to_the_data_of_buffers(backend: str) -> None:
    graph = check_module(writing, backend)
    assert graph.train is not None and len(graph.train.mutations) == 4


class Skipping(nn.Module):
    """Depends on the mode in nothing that its result depends on, or by a choice of numbers."""

    def __init__(self, rate: float, generator: Any) -> None:
        super().__init__()
        self.norm, self.rate, self.generator = nn.BatchNorm1d(3), rate, generator

    def forward(self, x: Any) -> Any:
        return x if self.training and self.generator() < self.rate else self.norm(x)


@pytest.mark.columns("numpy")
def test_training_that_is_no_program_of_its_own(backend: str) -> None:
    x = rand(4, 3)
    assert trace_graph(Skipping(0.0, lambda: torch.rand(())), args=[x]).train is None
    for generator, said in ((lambda: torch.rand(()), "decides by a value"), (random, "by Python")):
        with pytest.warns(UserWarning, match=f"in training only is left out.*{said}"):
            assert trace_graph(Skipping(1.0, generator), args=[x]).train is None


class Siamese(nn.Module):
    """Calls the same normalisations twice: the second goes on from the first."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.Sequential(nn.BatchNorm1d(4), nn.BatchNorm1d(4, momentum=None))

    def forward(self, x: Any) -> Any:
        return self.norms(x), self.norms(3 * x.sin() + 1)


def siamese() -> Any:
    return Siamese(), lambda b: ((rand(b, 4),), {})


def test_statistics_of_a_module_called_twice(backend: str) -> None:
    check_module(siamese, backend)


# ---- gradients of the program itself ------------------------------------------------------------


class Rounding(torch.autograd.Function):
    """Lets gradients pass where numbers are small."""

    @staticmethod
    def forward(ctx: Any, x: Any, step: float) -> Any:
        ctx.save_for_backward(x)
        return (x / step).round() * step

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        (x,) = ctx.saved_tensors
        gradient = gradient.clone()
        gradient[x.abs() > 1] = 0
        return -0.7 * gradient, None


class Clipping(torch.autograd.Function):
    """Has a gradient that no function has: it is not linear."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return 2 * x

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient.clamp(-5, 5)


class Shifting(torch.autograd.Function):
    """Has a small gradient that goes to other elements."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return 1e-5 * x

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return 1e-5 * gradient.roll(1, 0)


class Root(torch.autograd.Function):
    """Has infinite slopes."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        y = x.abs().sqrt()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient / (2 * ctx.saved_tensors[0])


class Applying(nn.Module):
    def __init__(self, function: Any, *options: Any) -> None:
        super().__init__()
        self.layer, self.function, self.options = nn.Linear(4, 3), function, options

    def forward(self, x: Any) -> Any:
        return self.function.apply(self.layer(x), *self.options).sin()


class Sorting(torch.autograd.Function):
    """Has two arrays, three results of which one has no gradient, and a gradient not its own."""

    @staticmethod
    def forward(x: Any, weight: Any) -> Any:
        y, places = (x @ weight).sort(-1)
        return y, places, (2 * x).sum(-1)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs, output[1])
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        x, weight, places = ctx.saved_tensors
        moved = torch.zeros_like(gradients[0]).scatter(-1, places, gradients[0])
        return moved @ weight.T / 2 + gradients[2][:, None], 3 * x.T @ moved


class Sorted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer, self.weight = nn.Linear(4, 3), nn.Parameter(torch.zeros(3, 5))

    def forward(self, x: Any) -> Any:
        return Sorting.apply(self.layer(x).tanh(), self.weight)


def rounding() -> Any:
    return Applying(Rounding, 0.25), lambda b: ((rand(b, 4),), {})


def shifting() -> Any:
    return Applying(Shifting), lambda b: ((rand(b, 4),), {})


def sorting() -> Any:
    return Sorted(), lambda b: ((rand(b, 4),), {})


@pytest.mark.parametrize("make", [rounding, shifting, sorting])
def test_own_gradients(make: Any, backend: str) -> None:
    check_module(make, backend)


class Checkpointed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(4, 4), nn.Linear(4, 3)

    def forward(self, x: Any) -> Any:
        x = checkpoint(self.first, x, use_reentrant=False)
        return checkpoint(lambda x: self.last(x.tanh()), x, use_reentrant=True)


def checkpointed() -> Any:
    return Checkpointed(), lambda b: ((rand(b, 4),), {})


def test_gradients_through_checkpoints(backend: str) -> None:
    check_module(checkpointed, backend)


class Caching(nn.Module):
    """Writes to a buffer what has no gradient, so that reading it has none."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.register_buffer("cache", torch.zeros(3, 4))

    def forward(self, x: Any) -> Any:
        y = self.layer(x)
        self.cache[1] = y.mean(0).detach()
        return y * self.cache.sum(0)


def caching() -> Any:
    return Caching(), lambda b: ((rand(b, 4),), {})


def test_what_is_detached_and_written_to_a_buffer(backend: str) -> None:
    check_module(caching, backend)


def test_values_beside_own_gradients_that_are_infinite(backend: str) -> None:
    x = np.array([0.0, 4.0, np.inf], "float32")
    module = Applying(Root)
    module.layer = nn.Identity()
    translated = ivy.transpile(module, to=backend, args=(torch.tensor([1.0, 2.0, 3.0]),))
    found = to_numpy(translated(native(x, backend)))
    np.testing.assert_allclose(found, np.sin(np.sqrt(x)), 1e-6)


@pytest.mark.columns("numpy")
def test_own_gradients_that_are_lost_are_said(backend: str) -> None:
    with pytest.warns(UserWarning, match="Clipping: its custom gradient is not kept"):
        trace_graph(Applying(Clipping), args=[rand(3, 4)])


class Penalty(nn.Module):
    """Gradients by an input, of which gradients are taken again, and one that is a constant."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv1d(2, 4, 3, 2, 1, groups=2), nn.BatchNorm1d(4), nn.Tanh(), nn.Flatten(),
            nn.Linear(12, 1),
        )  # fmt: skip

    def forward(self, x: Any) -> Any:
        x = x.clone().requires_grad_()
        value = self.net(x)
        (slope,) = torch.autograd.grad(value.sum(), x, create_graph=True)
        (fixed,) = torch.autograd.grad(value.sum(), x, retain_graph=True)
        with torch.no_grad():
            weight = value.exp()
        return slope.square().sum((1, 2)), value * (fixed.sum((1, 2))[:, None] + weight)


def penalty() -> Any:
    return Penalty(), lambda b: ((rand(b, 2, 6),), {})


def test_gradients_of_gradients(backend: str) -> None:
    graph = check_module(penalty, backend)
    assert graph.inputs()[0].shape == (None, 2, 6)


class Curved(nn.Module):
    """Takes derivatives for each of the coordinates that an array is said to have."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1))

    def forward(self, points: Any) -> Any:
        points = points.detach().requires_grad_()
        slopes = _slope(self.layers(points), points)
        curvature = torch.zeros_like(slopes[..., 0])
        for i in range(points.shape[-1]):
            curvature = curvature + _slope(slopes[..., i], points)[..., i]
        return slopes.view(len(points), 5 * points.size(2)), curvature


def _slope(y: Any, x: Any) -> Any:
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def curved() -> Any:
    return Curved(), lambda b: ((rand(b, 5, 2),), {})


def test_gradients_beside_known_sizes(backend: str) -> None:
    check_module(curved, backend)


class Adapting(nn.Module):
    """Takes a step of training before it answers; its sizes are the same by chance."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x: Any, y: Any) -> Any:
        weights = dict(self.layer.named_parameters())
        loss = F.mse_loss(self.layer(x), y)
        slopes = torch.autograd.grad(loss, list(weights.values()), create_graph=True)
        moved = {n: w - 0.1 * s for (n, w), s in zip(weights.items(), slopes, strict=True)}
        return torch.func.functional_call(self.layer, moved, (x,)) * (1 / x.shape[0])


def adapting() -> Any:
    return Adapting(), lambda b: ((rand(b, 3), rand(b, 3, seed=1)), {})


def test_gradients_by_weights(backend: str) -> None:
    graph = check_module(adapting, backend)
    assert graph.inputs()[0].shape == (None, 3)


@pytest.mark.columns("numpy")
def test_compiled_modules_are_refused(backend: str) -> None:
    for module in (torch.jit.script(nn.Linear(4, 2)), torch.jit.trace(nn.ReLU(), rand(3, 4))):
        with pytest.raises(IvyTranspileException, match=r"got a module of torch\.jit; give the"):
            trace_graph(module, args=[rand(3, 4)])


class Clamped(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x: Any) -> Any:
        with torch.no_grad():
            self.weight.clamp_(-0.5, 0.5)
        return x * self.weight


@pytest.mark.columns("numpy")
def test_writing_to_parameters_is_refused(backend: str) -> None:
    module = Clamped()
    with pytest.raises(IvyTranspileException, match="writes to the parameter weight"):
        trace_graph(module, args=[rand(2, 3)])
    assert module.weight.tolist() == [1, 1, 1]
    table = nn.Embedding(9, 3, max_norm=1.0)
    with pytest.raises(IvyTranspileException, match="writes to the parameter weight"):
        trace_graph(table, args=[integers(9, 4)])


@pytest.mark.columns("numpy")
def test_a_part_in_evaluation_mode_stays_so(backend: str) -> None:
    module = nn.Sequential(nn.BatchNorm1d(4), nn.Dropout(0.5), nn.BatchNorm1d(4))
    module.train()
    module[0].eval()
    module[1].eval()
    graph = trace_graph(module, args=[rand(5, 4)])
    assert not [node for node in graph.nodes if node.op == "dropout"]
    assert set(graph.mutations) == {"2.running_mean", "2.running_var", "2.num_batches_tracked"}
    assert module[0].training is False and module[2].training is True
    assert module[2].num_batches_tracked == 0


def test_evaluation_leaves_statistics_alone(backend: str) -> None:
    module = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4, momentum=None), nn.BatchNorm1d(4))
    x = rand(5, 4)
    graph = trace_graph(module, args=[x])
    assert graph.statistics == set(graph.buffers)
    run = Run(graph, backend)
    assert run([x])[1] == {}
    written = run([x], training=True)[1]
    module(x)
    for name, value in written.items():
        np.testing.assert_allclose(value, module.get_buffer(name), rtol=1e-5, atol=1e-6)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_weights_are_copies(backend: str) -> None:
    module, x = nn.Linear(4, 2), rand(3, 4)
    translated = ivy.transpile(module, to=backend, args=[x])
    expected = module(x).detach().numpy().copy()
    with torch.no_grad():
        module.weight.add_(1)
    found = translated(ivy.to_backend(x, backend))
    found = found.detach() if backend == "torch" else found
    np.testing.assert_allclose(ivy.to_numpy(found), expected, rtol=1e-5, atol=1e-6)


class Counting(nn.Module):
    """Writes in evaluation too."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x: Any) -> Any:
        self.calls.add_(1)
        return self.norm(x) * self.calls


def test_other_buffers_are_written_in_both_modes(backend: str) -> None:
    graph = trace_graph(Counting(), args=[rand(5, 4)])
    run = Run(graph, backend)
    assert set(run([rand(5, 4)])[1]) == {"calls"}
    assert len(run([rand(5, 4)], training=True)[1]) == 4
    source = ivy.to_source(Counting(), to=backend, args=[rand(5, 4)], source="torch")
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    model = namespace["Counting"]()
    if backend in ("torch", "jax"):
        model.eval()
    for _ in range(2):
        model(ivy.to_backend(rand(5, 4), backend))
    assert float(model.calls[...]) == 2


def test_fixed_sizes_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        return torch.stack([row * i for i, row in enumerate(x)])

    x = rand(3, 4)
    with pytest.warns(UserWarning, match=r"of the sizes given, \(3, 4\), since .* 3 rows") as said:
        graph = trace_graph(function, source="torch", args=[x])
    assert len(said) == 1
    assert graph.inputs()[0].shape == (3, 4)
    np.testing.assert_allclose(Run(graph, backend)([x])[0][0], function(x), rtol=1e-6)
    trace_graph(function, source="torch", args=[x], dynamic_batch=False)


@pytest.mark.columns("numpy")
def test_functions_with_modules_inside(backend: str) -> None:
    inner = nn.Linear(4, 2)

    def function(x: Any) -> Any:
        return inner(x).tanh()

    graph = trace_graph(function, args=[rand(3, 4)])
    assert set(graph.parameters) == {"inner.weight", "inner.bias"}
    module = nn.Linear(4, 2)
    assert set(trace_graph(module.forward, args=[rand(3, 4)]).parameters) == {"weight", "bias"}


class Sized(nn.Module):
    """Uses the size of the batch in more than one way."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x: Any) -> Any:
        positions = torch.arange(x.shape[1]).expand(x.shape[0], -1)
        x = self.norm(x.flatten(0, 1)).view(x.shape[0], -1, 4) + positions[..., None]
        return x.reshape(-1, 4).sum(0) / x.shape[0], x


def test_a_batch_of_one_stands_for_any(backend: str) -> None:
    module = Sized()
    graph = trace_graph(module, args=[rand(1, 3, 4)])
    assert graph.inputs()[0].shape == (None, 3, 4)
    assert module.training
    module.eval()
    for size in (1, 5):
        x = rand(size, 3, 4)
        for found, expected in zip(Run(graph, backend)([x])[0], module(x), strict=True):
            np.testing.assert_allclose(found, expected.detach(), rtol=1e-5, atol=1e-5)


def test_parts_of_an_open_batch(backend: str) -> None:
    def function(x: Any) -> Any:
        three, rows = torch.cat([x, 2 * x, x + 1]), x.shape[0]
        first, second = torch.cat([x, 3 * x]).chunk(2)
        part, rest = three.split([rows, 2 * rows])
        return [*three.split(rows), first - second, part + rest.sum(0), *three.tensor_split(3, 1)]

    graph = trace_graph(function, source="torch", args=[rand(3, 6)])
    assert graph.inputs()[0].shape == (None, 6)
    for size in (3, 4):
        x = rand(size, 6)
        for found, expected in zip(Run(graph, backend)([x])[0], function(x), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_a_one_that_means_something_stays(backend: str) -> None:
    x = rand(1, 3)
    with pytest.warns(UserWarning, match="for arrays of the sizes given"):
        graph = trace_graph(lambda x: x.squeeze(0) * 2, source="torch", args=[x])
    assert graph.inputs()[0].shape == (1, 3)
    np.testing.assert_allclose(Run(graph, backend)([x])[0][0], x[0] * 2, rtol=1e-6)


# ---- errors -------------------------------------------------------------------------------------


@pytest.mark.columns("numpy")
def test_unsupported_operations_are_listed(backend: str) -> None:
    def function(x: Any, y: Any) -> Any:
        return torch.special.bessel_y0(x) + torch.special.bessel_j0(y), torch.special.bessel_j0(x)

    with pytest.raises(IvyTranspileException) as error:
        trace_graph(function, args=[rand(3), rand(3)])
    assert "2 x aten.special_bessel_j0" in str(error.value)
    assert "1 x aten.special_bessel_y0" in str(error.value)
    assert __file__ in str(error.value)


@pytest.mark.columns("numpy")
def test_branches_on_values_name_the_line(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    def function(x: Any) -> Any:
        return x if x.sum() > 0 else -x

    with pytest.raises(IvyTranspileException, match=r"return x if x.sum\(\) > 0 else -x"):
        trace_graph(function, args=[rand(3)])
    assert capsys.readouterr().err == ""  # torch would print the program so far


@pytest.mark.columns("numpy")
def test_a_rule_of_ones_own(backend: str) -> None:
    name = "aten.special_bessel_j1"
    try:
        ivy.transpile_rule("torch", name)(lambda build, x: build.multiply(x, 2.0))
        graph = trace_graph(torch.special.bessel_j1, source="torch", args=[rand(3)])
        assert [node.op for node in graph.nodes] == ["multiply"]
    finally:
        RULES["torch"].pop(name, None)


WITHOUT_RULES = {
    "_adaptive_avg_pool2d_backward", "avg_pool2d_backward", "convolution_backward",
    "embedding_dense_backward", "max_pool2d_with_indices_backward", "native_group_norm_backward",
    "native_layer_norm_backward",  # the target takes gradients by itself
    "resize_", "sym_is_contiguous", "sym_storage_offset", "sym_stride",  # how it lies in memory
}  # fmt: skip


@pytest.mark.columns("numpy")
def test_all_of_core_aten_has_rules(backend: str) -> None:
    from ivy.graph.importers.torch import has_rule

    missing = set()
    names = torch._C._dispatch_get_all_op_names()
    for name in {n.removeprefix("aten::").partition(".")[0] for n in names if n[:6] == "aten::"}:
        packet = getattr(torch.ops.aten, name)
        for overload in getattr(packet, "overloads", list)():
            op = getattr(packet, overload)
            if torch.Tag.core in op.tags and not has_rule(op):
                missing.add(name)
    assert missing == WITHOUT_RULES


@pytest.mark.columns("numpy")
def test_rules_are_for_operations_that_exist(backend: str) -> None:
    import ivy.graph.importers.torch

    assert ivy.graph.importers.torch.RULE_FILES
    gone = {"cholesky"} if since("torch", 2, 15) else set()
    for name in RULES["torch"]:
        family, _, rest = name.partition(".")
        base, _, overload = rest.partition(".")
        if family == "aten" and base not in gone:
            packet = getattr(torch.ops.aten, base)
            assert not overload or overload in packet.overloads(), name


def test_fixed_lengths_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        return x @ torch.ones(4, 2)

    with pytest.warns(UserWarning, match="along axes 1, .* it works for 4 along axis 1 only"):
        graph = ivy.trace_graph(function, source="torch", args=(rand(3, 4),), dynamic_axes=(1,))
    assert graph.inputs()[0].shape == (None, 4)


def test_other_sizes_than_those_of_the_example_are_said(backend: str) -> None:
    def mean(x: Any) -> Any:
        return x.sum(1) / x.shape[1]

    options: dict[str, Any] = {"source": "torch", "to": backend, "args": (rand(2, 5),)}
    fixed = ivy.transpile(mean, **options)
    of_any_length = ivy.transpile(mean, **options, dynamic_axes=(1,))
    for x in (rand(2, 5), rand(3, 5), rand(3, 7)):
        found = ivy.to_numpy(of_any_length(moved(x, backend)))
        assert_close(found, mean(x), 1e-6, "mean")
    fixed(moved(rand(3, 5), backend))
    with pytest.warns(UserWarning, match=r"made for x of shape \(any, 5\), got \(3, 7\)"):
        fixed(moved(rand(3, 7), backend))


class Rounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.round()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g


def test_custom_gradients_give_a_warning(backend: str) -> None:
    with pytest.warns(UserWarning, match="Rounded: its custom gradient is not kept") as said:
        trace_graph(lambda x: Rounded.apply(Rounded.apply(3 * x)), rand(3, 4), source="torch")
    assert len(said) == 1


class PackedLayers(nn.Module):
    """Recurrent layers of every kind over sequences of several lengths."""

    def __init__(self) -> None:
        super().__init__()
        options: Any = {"batch_first": True, "bidirectional": True}
        self.lstm = nn.LSTM(3, 4, 2, proj_size=2, **options)
        self.gru = nn.GRU(4, 2, **options)
        self.rnn = nn.RNN(4, 3, nonlinearity="relu", bias=False)
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x: Any, lengths: Any) -> Any:
        packed = pack_padded_sequence(x, lengths.cpu(), True, enforce_sorted=False)
        packed, (hidden, cell) = self.lstm(packed)
        y, again = pad_packed_sequence(packed, True, padding_value=-1.0)
        packed, h = self.gru(packed, hidden[:2])
        rnn, last = self.rnn(packed)
        z, _ = nn.utils.rnn.pad_packed_sequence(rnn, total_length=7)
        return y, again, hidden, cell, h, z, self.norm(last[-1])


def packed_layers() -> Any:
    return PackedLayers(), lambda n: ((rand(n, 5, 3), torch.tensor([3, 5, 1, 5, 2])[:n]), {})


def test_packed_sequences(backend: str) -> None:
    check_module(packed_layers, backend)


def test_packed_sequences_of_other_lengths(backend: str) -> None:
    gru = nn.GRU(2, 3, num_layers=2, dropout=0.5, batch_first=True).eval()

    def function(x: Any, lengths: Any) -> Any:
        packed, last = gru(pack_padded_sequence(x, lengths, True, False))
        return pad_packed_sequence(packed)[0], last

    args = rand(3, 5, 2), torch.tensor([3, 5, 1])
    graph = trace_graph(function, *args, source="torch", dynamic_axes=(1,))
    args = rand(4, 6, 2), torch.tensor([2, 6, 1, 4])
    for found, wanted in zip(Run(graph, backend)(args)[0], function(*args), strict=True):
        np.testing.assert_allclose(found, wanted.detach(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "take", [lambda x: x.data, lambda x: x, lambda x: next(iter(x)), pad_packed_sequence]
)
def test_entries_of_packed_sequences_are_refused(take: Any, backend: str) -> None:
    class Packing(nn.GRU):
        def forward(self, x: Any, lengths: Any) -> Any:
            return take(super().forward(pack_padded_sequence(x, lengths, batch_first=True))[0])

    args = rand(3, 4, 2), torch.tensor([3, 2, 1])
    with pytest.raises(IvyTranspileException, match=r"a use of its entries|give total_length=4"):
        trace_graph(Packing(2, 3), *args)


class Sharing(nn.Module):
    """One block in several places, one weight in layers of two kinds."""

    def __init__(self) -> None:
        super().__init__()
        block = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
        self.first = self.last = nn.Embedding(6, 4)
        self.blocks = nn.ModuleList([block, nn.Tanh(), block])
        self.head = nn.Linear(4, 6, bias=False)
        self.head.weight = self.first.weight

    def forward(self, tokens: Any) -> Any:
        x = self.first(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x + self.last(tokens.flip(0)))


def sharing() -> Any:
    return Sharing(), lambda n: ((integers(6, n),), {})


def test_modules_in_several_places(backend: str) -> None:
    graph = check_module(sharing, backend)
    assert len(graph.parameters) == 5
    check_five_steps(sharing, backend)
    module = Sharing()
    trace_graph(module, source="torch", args=(integers(6, 3),))
    assert isinstance(module.first.weight, nn.Parameter)


class Branching(nn.Module):
    """Layers inside of a branch and of a loop, which take weights from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.state, self.given = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        def inner(y: Any) -> Any:
            return torch.cond(y.max() > 1, lambda: F.dropout(self.given(y), 0.0), lambda: y + 3)

        def step(state: Any, row: Any) -> Any:
            new = torch.tanh(self.state(state) + self.given(row))
            return new, new * x.mean()

        first = torch.cond(x.sum() > -90, inner, lambda y: y.cos(), (x[:, 0],))
        return scan(step, first, x, dim=1, reverse=True)


def branching() -> Any:
    return Branching(), lambda n: ((rand(n, 4, 3),), {})


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor")  # torch's own, of scan
def test_layers_inside_of_branches_and_loops(backend: str) -> None:
    check_module(branching, backend)


class Dropping(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.drop = nn.Dropout(1.0)

    def forward(self, x: Any) -> Any:
        return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: self.drop(-x), (x,))


def test_dropout_in_a_branch_that_is_not_taken(backend: str) -> None:
    graph = trace_graph(Dropping(), source="torch", args=(torch.ones(3, 2),))
    low = [-torch.ones(4, 2)]
    np.testing.assert_array_equal(Run(graph, backend)(low)[0][0], -low[0])
    run = Run(graph.train, backend)
    np.testing.assert_array_equal(run(low, training=True, compiled=False)[0][0], 0 * low[0])


class LargestMessages(nn.Module):
    """What nodes of a graph get from their neighbours: the largest of each feature."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: Any, to: Any) -> Any:
        sent = self.linear(x)
        start = torch.full_like(sent, -9)
        places = to[:, None].expand_as(sent)
        return start.scatter_reduce(0, places, sent, "amax") - start.scatter_reduce(
            0, places, -sent, "amin", include_self=False
        )


def largest_messages() -> Any:
    return LargestMessages(), lambda n: ((rand(n, 4), integers(3, n)), {})


def test_single_images(backend: str) -> None:
    layer = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.ConvTranspose2d(4, 2, 3))
    x = rand(3, 6, 6)
    suited = for_backend(trace_graph(layer, args=[x], dynamic_batch=False), backend)
    found = Run(suited, backend)([x])[0][0]
    np.testing.assert_allclose(found, layer(x).detach(), rtol=1e-5, atol=1e-5)


def test_mapped_functions(backend: str) -> None:
    weights = rand(4)
    mapped = torch.func.vmap(lambda row: (row * weights).sum() + row.max())
    found = Run(trace_graph(mapped, source="torch", args=[rand(3, 4)]), backend)([rand(5, 4)])[0][0]
    np.testing.assert_allclose(found, mapped(rand(5, 4)), rtol=1e-5)


def test_sizes_that_rules_need_are_fixed(backend: str) -> None:
    with pytest.warns(UserWarning, match="sizes given.* aten.cummax: an axis of unknown size"):
        graph = trace_graph(lambda x: x.cummax(0)[0], source="torch", args=[rand(4, 3)])
    found = Run(graph, backend)([rand(4, 3)])[0][0]
    np.testing.assert_array_equal(found, rand(4, 3).cummax(0)[0])


def test_largest_messages(backend: str) -> None:
    check_module(largest_messages, backend)
