"""Layers, norms, pooling, activations, losses as modules, against torch.nn with equal weights."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException
from tests.helpers import as_one_program, to_numpy


def test_sizes_may_be_integers_of_numpy(backend: str) -> None:
    """As those that `np.prod` of a shape gives."""
    size = np.prod((2, 3))
    assert ivy.Linear(size, size)(ivy.ones((1, size))).shape == (1, 6)
    assert ivy.Conv2D(size, np.int32(2), [1, 1], 1, 0)(ivy.ones((1, 2, 2, 6))).shape == (1, 2, 2, 2)


torch = pytest.importorskip("torch")  # what all of this is compared with
FIRST, LAST = "channels first", "channels last"


class Pair(NamedTuple):
    """A layer, torch's, the shape of an input, and how torch's weights are laid out for ours."""

    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    shape: tuple[int, ...]
    weights: Callable[[dict[str, Any]], dict[str, Any]] = lambda state: {}
    layout: str = FIRST


def linear(state: dict[str, Any]) -> dict[str, Any]:
    return {"w": state["weight"], "b": state["bias"]}


def scale(state: dict[str, Any]) -> dict[str, Any]:
    return {"weight": state["weight"], "bias": state["bias"]}


def convolution(dims: int, layout: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def weights(state: dict[str, Any]) -> dict[str, Any]:
        w = state["weight"].transpose(*range(2, dims + 2), 1, 0)
        size = [1] * (dims + 2)
        size[1 if layout == FIRST else -1] = -1
        return {"w": w, "b": state["bias"].reshape(size)}

    return weights


def transposed_convolution(dims: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def weights(state: dict[str, Any]) -> dict[str, Any]:
        # torch: (in, out, *sizes); ours: (*sizes, out, in)
        w = state["weight"].transpose(*range(2, dims + 2), 1, 0)
        return {"w": w, "b": state["bias"].reshape([1] * (dims + 1) + [-1])}

    return weights


def depthwise(state: dict[str, Any]) -> dict[str, Any]:
    w = state["weight"][:, 0].transpose(1, 2, 0)
    return {"w": w, "b": state["bias"].reshape(1, 1, 1, -1)}


def attention(state: dict[str, Any]) -> dict[str, Any]:
    return {
        "in_proj_weights": state["in_proj_weight"],
        "in_proj_bias": state["in_proj_bias"],
        "out_proj_weights": state["out_proj.weight"],
        "out_proj_bias": state["out_proj.bias"],
    }


def transformer(state: dict[str, Any]) -> dict[str, Any]:
    own = {key.removeprefix("self_attn."): x for key, x in state.items() if "self_attn" in key}
    found: dict[str, Any] = {"attention": attention(own)}
    for i in (1, 2):
        found[f"linear{i}"] = {"w": state[f"linear{i}.weight"], "b": state[f"linear{i}.bias"]}
        found[f"norm{i}"] = {
            "weight": state[f"norm{i}.weight"],
            "bias": state[f"norm{i}.bias"],
        }
    return found


def gated(state: dict[str, Any]) -> dict[str, Any]:
    layers = sorted({key[-1] for key in state})
    names = {"w_ih": "weight_ih", "w_hh": "weight_hh", "b_ih": "bias_ih", "b_hh": "bias_hh"}
    return {
        f"layer_{i}": {ours: state[f"{theirs}_l{i}"] for ours, theirs in names.items()}
        for i in layers
    }


nn = torch.nn
PAIRS = {
    "Linear": Pair(lambda: ivy.Linear(4, 3), lambda: nn.Linear(4, 3), (2, 5, 4), linear),
    "Conv1D": Pair(
        lambda: ivy.Conv1D(3, 4, 3, 2, 1, data_format="NCW"),
        lambda: nn.Conv1d(3, 4, 3, 2, 1),
        (2, 3, 9),
        convolution(1, FIRST),
    ),
    "Conv2D": Pair(
        lambda: ivy.Conv2D(3, 4, [3, 2], 1, [(1, 1), (0, 0)], dilations=[1, 2]),
        lambda: nn.Conv2d(3, 4, (3, 2), 1, (1, 0), dilation=(1, 2)),
        (2, 3, 7, 8),
        convolution(2, LAST),
        LAST,
    ),
    "Conv2D groups": Pair(
        lambda: ivy.Conv2D(4, 6, 3, 1, "SAME", feature_group_count=2),
        lambda: nn.Conv2d(4, 6, 3, 1, "same", groups=2),
        (2, 4, 5, 5),
        convolution(2, LAST),
        LAST,
    ),
    "Conv3D": Pair(
        lambda: ivy.Conv3D(2, 3, 2, 2, "VALID"),
        lambda: nn.Conv3d(2, 3, 2, 2),
        (1, 2, 4, 5, 6),
        convolution(3, LAST),
        LAST,
    ),
    "Conv1DTranspose": Pair(
        lambda: ivy.Conv1DTranspose(3, 4, 3, 2, "VALID"),
        lambda: nn.ConvTranspose1d(3, 4, 3, 2),
        (2, 3, 5),
        transposed_convolution(1),
        LAST,
    ),
    "Conv2DTranspose": Pair(
        lambda: ivy.Conv2DTranspose(3, 4, [3, 2], 2, "VALID"),
        lambda: nn.ConvTranspose2d(3, 4, (3, 2), 2),
        (2, 3, 4, 5),
        transposed_convolution(2),
        LAST,
    ),
    "Conv3DTranspose": Pair(
        lambda: ivy.Conv3DTranspose(2, 3, 2, 2, "VALID"),
        lambda: nn.ConvTranspose3d(2, 3, 2, 2),
        (1, 2, 2, 3, 2),
        transposed_convolution(3),
        LAST,
    ),
    "DepthwiseConv2D": Pair(
        lambda: ivy.DepthwiseConv2D(4, [3, 3], 1, "SAME"),
        lambda: nn.Conv2d(4, 4, 3, 1, 1, groups=4),
        (2, 4, 5, 6),
        depthwise,
        LAST,
    ),
    "LayerNorm": Pair(
        lambda: ivy.LayerNorm([3, 4]), lambda: nn.LayerNorm([3, 4]), (2, 3, 4), scale
    ),
    "LayerNorm of NumPy's integer": Pair(
        lambda: ivy.LayerNorm(np.int64(4)), lambda: nn.LayerNorm(4), (2, 3, 4), scale
    ),
    "RMSNorm": Pair(
        lambda: ivy.RMSNorm(4),
        lambda: nn.RMSNorm(4, eps=1e-6),
        (2, 3, 4),
        lambda state: {"weight": state["weight"]},
    ),
    "GroupNorm": Pair(
        lambda: ivy.GroupNorm(2, 4), lambda: nn.GroupNorm(2, 4), (2, 4, 3, 5), linear, LAST
    ),
    "BatchNorm1D": Pair(
        lambda: ivy.BatchNorm1D(3, data_format="NCS"),
        lambda: nn.BatchNorm1d(3),
        (4, 3, 5),
        linear,
    ),
    "BatchNorm2D": Pair(
        lambda: ivy.BatchNorm2D(3), lambda: nn.BatchNorm2d(3), (4, 3, 5, 2), linear, LAST
    ),
    "BatchNorm3D": Pair(
        lambda: ivy.BatchNorm3D(3), lambda: nn.BatchNorm3d(3), (2, 3, 2, 3, 2), linear, LAST
    ),
    "MaxPool1D": Pair(
        lambda: ivy.MaxPool1D(2, 2, 0), lambda: nn.MaxPool1d(2, 2), (2, 3, 8), layout=LAST
    ),
    "MaxPool2D": Pair(
        lambda: ivy.MaxPool2D(3, 2, 1), lambda: nn.MaxPool2d(3, 2, 1), (2, 3, 7, 8), layout=LAST
    ),
    "MaxPool3D": Pair(
        lambda: ivy.MaxPool3D(2, 2, 0, data_format="NCDHW"),
        lambda: nn.MaxPool3d(2, 2),
        (1, 2, 4, 4, 6),
    ),
    "AvgPool1D": Pair(
        lambda: ivy.AvgPool1D(2, 2, "VALID"), lambda: nn.AvgPool1d(2, 2), (2, 3, 8), layout=LAST
    ),
    "AvgPool2D": Pair(
        lambda: ivy.AvgPool2D(3, 1, 1, count_include_pad=True),
        lambda: nn.AvgPool2d(3, 1, 1),
        (2, 3, 5, 6),
        layout=LAST,
    ),
    "AvgPool3D": Pair(
        lambda: ivy.AvgPool3D(2, 2, 0), lambda: nn.AvgPool3d(2, 2), (1, 2, 4, 4, 6), layout=LAST
    ),
    "AdaptiveAvgPool1d": Pair(
        lambda: ivy.AdaptiveAvgPool1d(3), lambda: nn.AdaptiveAvgPool1d(3), (2, 3, 7)
    ),
    "AdaptiveAvgPool2d": Pair(
        lambda: ivy.AdaptiveAvgPool2d((3, 2)),
        lambda: nn.AdaptiveAvgPool2d((3, 2)),
        (2, 3, 7, 5),
        layout=LAST,
    ),
    "Upsample": Pair(
        lambda: ivy.Upsample(scale_factor=2, mode="bilinear"),
        lambda: nn.Upsample(scale_factor=2, mode="bilinear"),
        (1, 2, 3, 4),
    ),
    "Upsample, channels last": Pair(
        lambda: ivy.Upsample((5, 6), data_format="NHWC"),
        lambda: nn.Upsample((5, 6)),
        (1, 2, 3, 4),
        layout=LAST,
    ),
    "GRU": Pair(
        lambda: ivy.GRU(3, 4, num_layers=2, return_state=False),
        lambda: First(nn.GRU(3, 4, 2, batch_first=True)),
        (2, 5, 3),
        gated,
    ),
    "RNN": Pair(
        lambda: ivy.RNN(3, 4, num_layers=2, return_state=False),
        lambda: First(nn.RNN(3, 4, 2, batch_first=True)),
        (2, 5, 3),
        gated,
    ),
    "MultiHeadAttention": Pair(
        lambda: ivy.MultiHeadAttention(8, num_heads=2),
        lambda: Attention(nn.MultiheadAttention(8, 2, batch_first=True)),
        (2, 5, 8),
        attention,
    ),
    "TransformerEncoderLayer": Pair(
        lambda: ivy.TransformerEncoderLayer(
            8, num_heads=2, feedforward_dim=16, dropout_rate=0.0, activation="gelu"
        ),
        lambda: nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", batch_first=True),
        (2, 5, 8),
        transformer,
    ),
    "TransformerEncoderLayer norm first": Pair(
        lambda: ivy.TransformerEncoderLayer(
            8, num_heads=2, feedforward_dim=16, dropout_rate=0.0, norm_first=True
        ),
        lambda: nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True, norm_first=True),
        (2, 5, 8),
        transformer,
    ),
    "GELU": Pair(lambda: ivy.GELU(), nn.GELU, (3, 4)),
    "ReLU": Pair(lambda: ivy.ReLU(), nn.ReLU, (3, 4)),
    "LeakyReLU": Pair(lambda: ivy.LeakyReLU(0.1), lambda: nn.LeakyReLU(0.1), (3, 4)),
    "LogSoftmax": Pair(lambda: ivy.LogSoftmax(), lambda: nn.LogSoftmax(-1), (3, 4)),
    "Softmax": Pair(lambda: ivy.Softmax(axis=0), lambda: nn.Softmax(0), (3, 4)),
    "Softplus": Pair(lambda: ivy.Softplus(2.0), lambda: nn.Softplus(2.0), (3, 4)),
    "Softsign": Pair(lambda: ivy.Softsign(), nn.Softsign, (3, 4)),
    "Mish": Pair(lambda: ivy.Mish(), nn.Mish, (3, 4)),
    "SiLU": Pair(lambda: ivy.SiLU(), nn.SiLU, (3, 4)),
    "Sigmoid": Pair(lambda: ivy.Sigmoid(), nn.Sigmoid, (3, 4)),
    "Tanh": Pair(lambda: ivy.Tanh(), nn.Tanh, (3, 4)),
    "ReLU6": Pair(lambda: ivy.ReLU6(), nn.ReLU6, (3, 4)),
    "Hardswish": Pair(lambda: ivy.Hardswish(), nn.Hardswish, (3, 4)),
    "SeLU": Pair(lambda: ivy.SeLU(), nn.SELU, (3, 4)),
    "ELU": Pair(lambda: ivy.ELU(0.5), lambda: nn.ELU(0.5), (3, 4)),
    "LogSigmoid": Pair(lambda: ivy.LogSigmoid(), nn.LogSigmoid, (3, 4)),
    "Logit": Pair(lambda: ivy.Logit(0.2), lambda: Call(lambda x: torch.logit(x, 0.2)), (3, 4)),
    "PReLU": Pair(lambda: ivy.PReLU(ivy.array([0.25])), nn.PReLU, (3, 4)),
    "Identity": Pair(lambda: ivy.Identity(), nn.Identity, (3, 4)),
}


class Call(nn.Module):
    def __init__(self, function: Callable[[Any], Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Any) -> Any:
        return self.function(x)


class First(nn.Module):
    """The first of a module's results; its parameters keep their names."""

    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, x: Any) -> Any:
        return self.inner(x)[0]


class Attention(First):
    def forward(self, x: Any) -> Any:
        return self.inner(x, x, x)[0]


def moved(x: Any, layout: str, back: bool = False) -> Any:
    if layout == FIRST:
        return x
    return np.moveaxis(x, -1, 1) if back else np.moveaxis(x, 1, -1)


def assert_gradients_close(actual: Any, expected: Any) -> None:
    atol = 2e-4 * max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(actual, expected, rtol=2e-3, atol=atol)


@pytest.mark.parametrize("name", PAIRS)
def test_layer_equals_torch(name: str, backend: str) -> None:
    pair = PAIRS[name]
    torch.manual_seed(0)
    theirs = pair.theirs()
    state = {key.removeprefix("inner."): x.numpy() for key, x in theirs.state_dict().items()}
    ours = pair.ours()
    if weights := pair.weights(state):
        ours.v = ivy.Container(weights).cont_map(lambda x, _: ivy.array(np.ascontiguousarray(x)))
    data = np.random.default_rng(0).normal(size=pair.shape).astype("float32")
    x = ivy.array(np.ascontiguousarray(moved(data, pair.layout)))

    tensor = torch.tensor(data, requires_grad=True)
    wanted = theirs(tensor)
    (wanted**2).sum().backward()
    result = ours(x)
    # Statistics that a call writes must not be those of a program.
    program = (lambda f: f) if ours.buffers else partial(as_one_program, backend=backend)
    by_x = partial(ivy.execute_with_gradients, lambda x: ivy.sum(ours(x) ** 2))
    _, gradient = program(by_x)(x)
    close = {"rtol": 2e-4, "atol": 2e-5}  # float32 on both sides, sums in other orders
    np.testing.assert_allclose(
        moved(to_numpy(result), pair.layout, back=True), wanted.detach().numpy(), **close
    )
    expected = tensor.grad.numpy()  # type: ignore[union-attr]
    assert_gradients_close(moved(to_numpy(gradient), pair.layout, back=True), expected)
    if weights:
        by_v = partial(ivy.execute_with_gradients, lambda v: ivy.sum(ours(x, v=v) ** 2))
        _, grads = program(by_v)(ours.v)
        gradients = {k.removeprefix("inner."): w.grad.numpy() for k, w in theirs.named_parameters()}
        for chain, expected in ivy.Container(pair.weights(gradients)).cont_to_iterator():
            assert_gradients_close(to_numpy(grads[chain]), expected)
    native = ours(x.data)
    assert ivy.is_native_array(native)


@pytest.mark.parametrize("name", ["BatchNorm1D", "BatchNorm2D", "BatchNorm3D"])
def test_batch_norm_statistics(name: str, backend: str) -> None:
    pair = PAIRS[name]
    ours, theirs = pair.ours(), pair.theirs()
    rng = np.random.default_rng(1)
    for _ in range(3):
        data = rng.normal(size=pair.shape).astype("float32")
        ours(ivy.array(np.ascontiguousarray(moved(data, pair.layout))))
        theirs(torch.tensor(data))
    np.testing.assert_allclose(
        to_numpy(ours.running_mean), theirs.running_mean, rtol=1e-4, atol=1e-6
    )
    np.testing.assert_allclose(to_numpy(ours.running_var), theirs.running_var, rtol=1e-4)
    data = rng.normal(size=pair.shape).astype("float32")
    x = ivy.array(np.ascontiguousarray(moved(data, pair.layout)))
    result = moved(to_numpy(ours.eval()(x)), pair.layout, back=True)
    with torch.no_grad():
        np.testing.assert_allclose(result, theirs.eval()(torch.tensor(data)), rtol=1e-4, atol=1e-5)


def test_lstm_layer(backend: str) -> None:
    ours, data = ivy.LSTM(3, 4, num_layers=2), np.random.default_rng(0).normal(size=(2, 5, 3))
    theirs = nn.LSTM(3, 4, 2, batch_first=True, bias=False).double()
    v = {"input": {}, "recurrent": {}}
    # ours has the gates i, f, g, o in columns, torch i, f, g, o in rows
    for i in range(2):
        for kind, name in (("input", "weight_ih"), ("recurrent", "weight_hh")):
            w = getattr(theirs, f"{name}_l{i}").detach().numpy().T
            v[kind][f"layer_{i}"] = {"w": ivy.array(np.ascontiguousarray(w))}
    ours.v = ivy.Container(v)
    wanted, (h, c) = theirs(torch.tensor(data))
    result, (hidden, cells) = ours(ivy.array(data))
    close = {"rtol": 1e-6, "atol": 1e-7}
    np.testing.assert_allclose(to_numpy(result), wanted.detach(), **close)
    for i in range(2):
        np.testing.assert_allclose(to_numpy(hidden[i]), h[i].detach(), **close)
        np.testing.assert_allclose(to_numpy(cells[i]), c[i].detach(), **close)
    start = ours.get_initial_state((2,))
    again = ours(ivy.array(data), initial_state=start)[0]
    np.testing.assert_allclose(to_numpy(again), wanted.detach(), **close)
    assert ivy.is_native_array(ours(ivy.array(data).data)[0])


@pytest.mark.columns("torch")
def test_lstm_is_compiled_with_the_gradients_of_its_weights(backend: str) -> None:
    layer, x = ivy.LSTM(4, 3).to_torch_module(), torch.ones((2, 3, 4))
    compiled = torch.compile(layer, fullgraph=True, backend="aot_eager")
    gradients = []
    for each in (layer, compiled):
        (each(x)[0] ** 2).sum().backward()
        gradients.append([parameter.grad for parameter in layer.parameters()])
        layer.zero_grad()
    torch.testing.assert_close(*gradients)


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("sizes", [(None, 3), (None, None)], ids=["batch", "batch and time"])
@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN", "MultiHeadAttention"])
def test_sequences_of_sizes_unknown_while_tracing(kind: str, sizes: Any, backend: str) -> None:
    """As Keras traces a model for batches of any size."""
    import tensorflow as tf

    attends = kind == "MultiHeadAttention"
    layer = ivy.MultiHeadAttention(4, num_heads=2) if attends else getattr(ivy, kind)(4, 5)
    x = tf.random.stateless_normal((2, 3, 4), (0, 1))
    signature = [tf.TensorSpec((*sizes, 4), tf.float32)]
    program = tf.function(layer, input_signature=signature)
    found, expected = (tf.nest.flatten(each(x)) for each in (program, layer))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("options", [{}, {"is_causal": True}])
def test_attention_of_other_sizes(options: dict[str, Any], backend: str) -> None:
    theirs = nn.MultiheadAttention(8, 2, kdim=3, vdim=5, batch_first=True).double()
    ours = ivy.MultiHeadAttention(8, num_heads=2, key_dim=3, value_dim=5, dtype="float64")
    state = {key: x.numpy() for key, x in theirs.state_dict().items()}
    names = {"q_proj_weights": "q_proj_weight", "k_proj_weights": "k_proj_weight"}
    names |= {"v_proj_weights": "v_proj_weight", "out_proj_weights": "out_proj.weight"}
    names |= {"in_proj_bias": "in_proj_bias", "out_proj_bias": "out_proj.bias"}
    assert set(ours.v) == set(names)
    ours.v = ivy.Container({key: ivy.array(state[name]) for key, name in names.items()})
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(2, 4, size)) for size in (8, 3, 5))
    mask = torch.triu(torch.ones(4, 4, dtype=torch.bool), 1) if options else None
    wanted, weights = theirs(*map(torch.tensor, (q, k, v)), attn_mask=mask)
    result, ours_weights = ours(
        *map(ivy.array, (q, k, v)), return_attention_weights=True, **options
    )
    np.testing.assert_allclose(to_numpy(result), wanted.detach(), rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(to_numpy(ours_weights), weights.detach(), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("padding", [1, -4])
def test_embedding_layer(padding: int, backend: str) -> None:
    layer = ivy.Embedding(5, 3, padding)
    indices = np.array([[0, 1], [4, 1]])
    table = to_numpy(layer.v.w)
    wanted = table[indices]
    wanted[indices == 1] = 0
    np.testing.assert_array_equal(to_numpy(layer(ivy.array(indices))), wanted)
    _, grads = ivy.execute_with_gradients(
        lambda v: ivy.sum(layer(ivy.array(indices), v=v)), layer.v
    )
    assert to_numpy(grads.w)[:, 0].tolist() == [1, 0, 0, 0, 1]


def test_dropout_layer(backend: str) -> None:
    ivy.seed(seed_value=0)
    layer, x = ivy.Dropout(0.25), ivy.ones((4000,))
    result = to_numpy(layer(x))
    assert set(np.unique(result)) == {np.float32(0), np.float32(1 / 0.75)}
    assert abs((result == 0).mean() - 0.25) < 0.03  # 4 standard deviations
    assert to_numpy(ivy.Dropout(0.25, scale=False)(x)).max() == 1
    with pytest.raises(IvyException, match="expected a number from 0 to 1 as prob"):
        ivy.Dropout(1.5)
    ivy.seed(seed_value=None)


def test_geglu_layer(backend: str) -> None:
    data = np.random.default_rng(0).normal(size=(3, 8))
    a, b = torch.tensor(data).chunk(2, dim=-1)
    wanted = a * torch.nn.functional.gelu(b)
    np.testing.assert_allclose(to_numpy(ivy.GEGLU()(ivy.array(data))), wanted, rtol=1e-9)


def test_transforms(backend: str) -> None:
    from scipy import fft

    data = np.random.default_rng(0).normal(size=(3, 8))
    x = ivy.array(data)
    np.testing.assert_allclose(to_numpy(ivy.FFT(-1)(x)), np.fft.fft(data), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(to_numpy(ivy.IFFT(0)(x)), np.fft.ifft(data, axis=0), rtol=1e-9)
    np.testing.assert_allclose(to_numpy(ivy.Dct(type=3)(x)), fft.dct(data, 3), rtol=1e-9)
    np.testing.assert_allclose(to_numpy(ivy.IDct()(x)), fft.idct(data), rtol=1e-9)


@pytest.mark.parametrize("reduction", ["none", "sum", "mean"])
def test_losses_as_modules(reduction: str, backend: str) -> None:
    rng = np.random.default_rng(0)
    p, q = (rng.dirichlet(np.ones(4), size=3) for _ in range(2))

    def reduced(x: Any, axis: int | None = None) -> Any:
        return {"none": x, "sum": x.sum(axis), "mean": x.mean(axis)}[reduction]

    rows = {
        ivy.CrossEntropyLoss(reduction=reduction): -p * np.log(q),
        ivy.LogPoissonLoss(reduction=reduction): np.exp(q) - q * p,
        ivy.BinaryCrossEntropyLoss(reduction=reduction): -p * np.log(q) - (1 - p) * np.log(1 - q),
        ivy.MSELoss(reduction=reduction): (p - q) ** 2,
        ivy.L1Loss(reduction=reduction): np.abs(p - q),
        ivy.HuberLoss(reduction=reduction): (p - q) ** 2 / 2,
    }
    for module, wanted in rows.items():
        result = to_numpy(module(ivy.array(p), ivy.array(q)))
        axis = -1 if isinstance(module, (ivy.CrossEntropyLoss, ivy.LogPoissonLoss)) else None
        np.testing.assert_allclose(result, reduced(wanted, axis), rtol=1e-6, err_msg=str(module))
    classes = np.array([2, 0, 3])
    sparse = ivy.SparseCrossEntropyLoss(reduction=reduction)(ivy.array(classes), ivy.array(q))
    np.testing.assert_allclose(
        to_numpy(sparse), reduced(-np.eye(4)[classes] * np.log(q), axis=-1), rtol=1e-6
    )
    total = to_numpy(ivy.MSELoss(reduction="mean")(ivy.array(p), ivy.array(q), reduction="sum"))
    np.testing.assert_allclose(total, ((p - q) ** 2).sum(), rtol=1e-9)


INITIALIZERS = {
    "Constant": (lambda: ivy.Constant(3.0), 3.0, 3.0),
    "Zeros": (lambda: ivy.Zeros(), 0.0, 0.0),
    "Ones": (lambda: ivy.Ones(), 1.0, 1.0),
    "GlorotUniform": (lambda: ivy.GlorotUniform(), -np.sqrt(6 / 300), np.sqrt(6 / 300)),
    "FirstLayerSiren": (lambda: ivy.FirstLayerSiren(), -1 / 100, 1 / 100),
    "Siren": (lambda: ivy.Siren(w0=2), -np.sqrt(6 / 100) / 2, np.sqrt(6 / 100) / 2),
}


@pytest.mark.parametrize("name", INITIALIZERS)
def test_initializers(name: str, backend: str) -> None:
    make, low, high = INITIALIZERS[name]
    x = to_numpy(make().create_variables((200, 100), "cpu", fan_out=200, fan_in=100))
    assert x.shape == (200, 100) and x.dtype == np.float32
    assert low - 1e-6 <= x.min() <= low + 0.01 * abs(low)
    assert high - 0.01 * abs(high) <= x.max() <= high + 1e-6


def test_normal_initializers(backend: str) -> None:
    x = to_numpy(ivy.KaimingNormal().create_variables((200, 100), "cpu", 200, 100, dtype="float64"))
    assert x.dtype == np.float64
    assert abs(x.std() - np.sqrt(2 / 100)) < 0.004  # 4 standard errors of 20,000 draws
    first, second = (
        to_numpy(ivy.RandomNormal(1.0, 0.5, seed=7).create_variables((100, 50))) for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)
    assert abs(first.mean() - 1) < 0.03 and abs(first.std() - 0.5) < 0.02


def test_initializer_errors(backend: str) -> None:
    with pytest.raises(IvyException, match="got fan_in=None"):
        ivy.GlorotUniform().create_variables((2, 2), "cpu")
    with pytest.raises(IvyException, match="as fan_mode, got 'fan_out_of_this_world'"):
        ivy.Uniform(1, "fan_out_of_this_world", 1, 1)


def test_layer_errors(backend: str) -> None:
    with pytest.raises(IvyException, match="Conv2D: expected a data_format"):
        ivy.Conv2D(1, 1, 3, 1, "SAME", data_format="NWHC")
    with pytest.raises(IvyException, match="expected a divisor of embed_dim=7 as num_heads"):
        ivy.MultiHeadAttention(7, num_heads=2)
    with pytest.raises(IvyException, match="as activation, got 'sin'"):
        ivy.TransformerEncoderLayer(8, activation="sin")
    with pytest.raises(IvyException, match="as activation, got 'sin'"):
        ivy.RNN(2, 2, activation="sin")


CONVOLUTION = (4, 4, 3, 1, "SAME")
CONSTRUCTORS: dict[Any, tuple[Any, ...]] = {
    ivy.Linear: (4, 2), ivy.Dropout: (0.5,), ivy.Embedding: (5, 3, 0, 1.0), ivy.LSTM: (3, 4),
    ivy.GRU: (3, 4), ivy.RNN: (3, 4), ivy.MultiHeadAttention: (8,), ivy.LayerNorm: (4,),
    ivy.TransformerEncoderLayer: (8,), ivy.RMSNorm: (4,), ivy.GroupNorm: (2, 4),
    ivy.BatchNorm: (4,), ivy.FFT: (-1,), ivy.Dct: (), ivy.Flatten: (), ivy.GELU: (), ivy.ELU: (),
    ivy.LeakyReLU: (), ivy.Softmax: (), ivy.Softplus: (), ivy.Logit: (), ivy.CrossEntropyLoss: (),
    ivy.HuberLoss: (), ivy.LogPoissonLoss: (), ivy.Constant: (1.0,), ivy.Siren: (30,),
    ivy.Uniform: (6, "fan_in", 1, 1), ivy.KaimingNormal: (), ivy.RandomNormal: (),
    **dict.fromkeys((ivy.Conv1D, ivy.Conv2D, ivy.Conv3D), CONVOLUTION),
    **dict.fromkeys((ivy.Conv1DTranspose, ivy.Conv2DTranspose), CONVOLUTION),
    ivy.DepthwiseConv2D: CONVOLUTION[1:],
    **dict.fromkeys((ivy.MaxPool1D, ivy.MaxPool2D, ivy.AvgPool3D), CONVOLUTION[2:]),
    **dict.fromkeys((ivy.SGD, ivy.LARS, ivy.Adam, ivy.AdamW, ivy.LAMB, ivy.Lion), (0.1,)),
    **dict.fromkeys((ivy.RMSprop, ivy.Adafactor), (0.1,)),
}  # fmt: skip
ANYTHING = {"attention_axes", "device", "dtype", "out", "scale", "seed", "slope", "v"} | {
    "init_on_first_step", "fallback_to_non_traced", "trace_on_next_step"
}  # fmt: skip
"""Options that are accepted and mean nothing, or are looked at by others."""


@pytest.mark.parametrize("kind", CONSTRUCTORS, ids=lambda kind: kind.__name__)
def test_every_wrong_option_is_named(kind: Any) -> None:
    """An object is no value of any option, whatever the option is."""
    args = CONSTRUCTORS[kind]
    kind(*args)
    wrong = object()
    for place in range(len(args)):
        with pytest.raises(IvyException, match=f"{kind.__name__}: expected .*, got <object"):
            kind(*args[:place], wrong, *args[place + 1 :])
    parameters = list(inspect.signature(kind).parameters.values())
    named = [x for x in parameters[len(args) :] if x.kind not in (x.VAR_KEYWORD, x.VAR_POSITIONAL)]
    for name in {x.name for x in named} - ANYTHING:
        with pytest.raises(IvyException, match=f"expected .*{name}.*, got <object"):
            kind(*args, **{name: wrong})
    with pytest.raises(TypeError, match="such"):
        kind(*args, no_such=wrong)


def test_sequential(backend: str) -> None:
    net = ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU(), ivy.Linear(3, 1))
    chains = ["submodules/v0/b", "submodules/v0/w", "submodules/v2/b", "submodules/v2/w"]
    assert net.v.cont_all_key_chains() == chains
    assert len(net) == 3 and net[1] is list(net)[1]
    x = np.random.default_rng(0).normal(size=(4, 2)).astype("float32")
    hidden = np.maximum(x @ to_numpy(net[0].v.w).T + to_numpy(net[0].v.b), 0)
    wanted = hidden @ to_numpy(net[2].v.w).T + to_numpy(net[2].v.b)
    np.testing.assert_allclose(to_numpy(net(ivy.array(x))), wanted, rtol=1e-4, atol=1e-6)
    head = net[:2]
    assert isinstance(head, ivy.Sequential) and head[0] is net[0] and len(net[1:]) == 2
    np.testing.assert_array_equal(
        to_numpy(net[2:](head(ivy.array(x)))), to_numpy(net(ivy.array(x)))
    )
    other = ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU(), ivy.Linear(3, 1), v=net.v)
    np.testing.assert_array_equal(to_numpy(other(ivy.array(x))), to_numpy(net(ivy.array(x))))
    with pytest.raises(IvyException, match="submodules/v2/w"):
        ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU(), ivy.Linear(3, 1), v={"submodules": {}})


def test_flatten(backend: str) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    np.testing.assert_array_equal(to_numpy(ivy.Flatten()(ivy.array(x))), x.reshape(2, 12))
    np.testing.assert_array_equal(to_numpy(ivy.Flatten(0, 1)(ivy.array(x))), x.reshape(6, 4))


def test_the_same_seed_gives_the_same_network(backend: str) -> None:
    ivy.seed(seed_value=3)
    first = to_numpy(ivy.Linear(4, 4).v.w)
    ivy.seed(seed_value=3)
    with ivy.use_backend("numpy"):
        second = to_numpy(ivy.Linear(4, 4).v.w)
    ivy.seed(seed_value=None)
    np.testing.assert_array_equal(first, second)


def test_what_is_built_late_has_the_dtype_and_mode_of_its_module(backend: str) -> None:
    class Late(ivy.Module):
        def _build(self, x: Any = None) -> None:
            self.linear, self.dropout = ivy.Linear(2, 3), ivy.Dropout(0.5)

        def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
            return {"own": ivy.ones(3, dtype=dtype)}

        def _forward(self, x: Any) -> Any:
            return self.dropout(self.linear(x) * 0 + self.own)

    x = ivy.ones((4, 2), dtype="float64")
    module = Late(build_mode="on_call").eval()
    assert module(x).dtype == module.v.linear.w.dtype == ivy.float64
    assert not module.dropout.training and (to_numpy(module(x)) == 1).all()
    assert not Late(training=False).dropout.training and Late().dropout.training
    for module in (Late(dtype="float16"), Late(build_mode="explicit")):
        assert module.build(dtype="float16").linear.w.dtype == module.dtype == ivy.float16
    counts = Late(build_mode="on_call")
    counts(ivy.ones((4, 2), dtype="int32"))
    assert counts.v.own.dtype == counts.v.linear.w.dtype == ivy.float32
