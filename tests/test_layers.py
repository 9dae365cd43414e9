"""Layers: the rows of the dashboard, against the frameworks, edge cases and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException, IvyIndexError, IvyValueError
from tests.helpers import assert_close, assert_values_close, native, to_numpy
from tests.samples import layers as references
from tests.samples.recurrent import lstm_update

RNG = np.random.default_rng(0)


def arrays(*shapes: tuple[int, ...], low: float = -1.0, high: float = 1.0) -> list[Any]:
    """Return random float64 arrays."""
    return [RNG.uniform(low, high, shape) for shape in shapes]


def ours(*xs: Any, dtype: str = "float64") -> list[Any]:
    return [None if x is None else ivy.array(x, dtype=dtype) for x in xs]


# ---- rows of the dashboard --------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_linear(dtype: str, backend: str) -> None:
    x, weight, bias = (x.round() for x in arrays((1, 1, 2), (1, 3, 2), (1, 3), low=0, high=10))
    result = ivy.linear(*ours(x, weight, dtype=dtype), bias=ours(bias, dtype=dtype)[0])
    assert_close(result, references.linear(x, weight, bias), dtype)


@pytest.mark.parametrize("noise_shape", [None, [None, 1, None], [1, 1, 400]])
@pytest.mark.parametrize("scale", [True, False])
def test_dropout(noise_shape: Any, scale: bool, backend: str) -> None:
    x = ivy.ones((2, 3, 400), dtype="float32")
    result = to_numpy(ivy.dropout(x, 0.25, scale=scale, seed=3, noise_shape=noise_shape))
    values = {0.0, float(np.float32(4 / 3)) if scale else 1.0}
    assert set(np.unique(result).tolist()) == values
    if noise_shape is None:
        assert abs((result == 0).mean() - 0.25) < 0.05
    else:
        shared = tuple(axis for axis, n in enumerate(noise_shape) if n == 1)
        assert (result == result.max(shared, keepdims=True)).all()


def test_scaled_dot_product_attention(backend: str) -> None:
    q, k, v = arrays((1, 2, 2), (1, 3, 2), (1, 3, 2), low=0, high=10)
    mask = np.array([[[0.0, 4.0, 1.0], [2.0, 0.0, 3.0]]])
    result = ivy.scaled_dot_product_attention(*ours(q, k, v), 0.3, mask=ours(mask)[0])
    expected = references.scaled_dot_product_attention(q, k, v, 0.3, mask)
    assert_close(result, expected, "float64")


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_multi_head_attention(batch: int, backend: str) -> None:
    x, context, weight = arrays((batch, 3, 6), (batch, 4, 6), (18, 6))
    options = {"num_heads": 3}
    result = ivy.multi_head_attention(*ours(x, context), in_proj_weights=ours(weight)[0], **options)
    expected = references.multi_head_attention(x, context, in_proj_weights=weight, **options)
    assert_close(result, expected, "float64")


def test_lstm_update(backend: str) -> None:
    shapes = (1, 2, 2), (1, 2), (1, 2), (2, 8), (2, 8), (8,), (8,)
    inputs = arrays(*shapes, low=0)
    steps, (h, c) = ivy.lstm_update(*ours(*inputs))
    expected, (last_h, last_c) = lstm_update(*inputs)
    assert_close(steps, expected, "float64")
    assert_close(h, last_h, "float64")
    assert_close(c, last_c, "float64")


# ---- against torch.nn -------------------------------------------------------------------------


def torch_attention(width: int, heads: int, **options: Any) -> tuple[Any, list[Any]]:
    """Return a module of torch in float64, and its weights as NumPy arrays."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(width, heads, **options).double()
    weights = [module.in_proj_weight, module.out_proj.weight, module.in_proj_bias]
    return module, [w.detach().numpy() for w in [*weights, module.out_proj.bias]]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"add_bias_kv": True},
        {"add_zero_attn": True},
        {"add_bias_kv": True, "add_zero_attn": True, "batch_first": True},
    ],
    ids=str,
)
def test_multi_head_attention_is_torchs(options: dict[str, bool], backend: str) -> None:
    torch = pytest.importorskip("torch")
    averaged = not options.get("add_bias_kv", False)
    module, (in_weight, out_weight, in_bias, out_bias) = torch_attention(8, 2, **options)
    batch_first = options.get("batch_first", False)
    x = arrays((3, 5, 8))[0]
    samples, steps = (3, 5) if batch_first else (5, 3)
    padding = np.arange(samples * steps).reshape(samples, steps) % steps == steps - 1
    mask = np.triu(np.ones((steps, steps), bool), 1)
    t = torch.tensor(x)
    expected = module(
        t,
        t,
        t,
        key_padding_mask=torch.tensor(padding),
        attn_mask=torch.tensor(mask),
        average_attn_weights=averaged,
    )
    biases = [getattr(module, name, None) for name in ("bias_k", "bias_v")]
    bias_k, bias_v = ours(*(None if b is None else b.detach().numpy() for b in biases))
    for causal in (True, False):
        result = ivy.multi_head_attention(
            *ours(x),
            batch_first=batch_first,
            num_heads=2,
            in_proj_weights=ours(in_weight)[0],
            in_proj_bias=ours(in_bias)[0],
            out_proj_weights=ours(out_weight)[0],
            out_proj_bias=ours(out_bias)[0],
            attention_mask=None if causal else ivy.array(mask),
            is_causal=causal,
            key_padding_mask=ivy.array(padding),
            bias_k=bias_k,
            bias_v=bias_v,
            add_zero_attn=options.get("add_zero_attn", False),
            return_attention_weights=True,
            average_attention_weights=averaged,
        )
        for one, other in zip(result, expected, strict=True):
            assert_close(one, other.detach().numpy(), "float64")


def test_float_masks_are_added_and_static_keys_replace(backend: str) -> None:
    torch = pytest.importorskip("torch")
    module, (in_weight, out_weight, in_bias, out_bias) = torch_attention(4, 2, batch_first=True)
    x, static_k, static_v, mask = arrays((2, 3, 4), (4, 3, 2), (4, 3, 2), (4, 3, 3))
    t = torch.tensor(x).swapaxes(0, 1)
    expected, _ = torch.nn.functional.multi_head_attention_forward(
        *(t, t, t, 4, 2, module.in_proj_weight, module.in_proj_bias, None, None, False, 0.0),
        *(module.out_proj.weight, module.out_proj.bias),
        attn_mask=torch.tensor(mask),
        static_k=torch.tensor(static_k),
        static_v=torch.tensor(static_v),
    )
    x, in_weight, in_bias, out_weight, out_bias, static_k, static_v, mask = ours(
        x, in_weight, in_bias, out_weight, out_bias, static_k, static_v, mask
    )
    result = ivy.multi_head_attention(
        x,
        num_heads=2,
        in_proj_weights=in_weight,
        in_proj_bias=in_bias,
        out_proj_weights=out_weight,
        out_proj_bias=out_bias,
        static_k=static_k,
        static_v=static_v,
        attention_mask=mask,
    )
    assert_close(result, expected.swapaxes(0, 1).detach().numpy(), "float64")


# ---- attention --------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
def test_queries_without_keys_get_the_mean(dtype: str, backend: str) -> None:
    q, k, v = ours(*arrays((2, 3, 4), (2, 5, 4), (2, 5, 4)), dtype=dtype)
    mask = ivy.zeros((2, 3, 5), dtype="bool")
    result = ivy.scaled_dot_product_attention(q, k, v, mask=mask)
    mean = to_numpy(v).astype("float64").mean(1, keepdims=True)
    assert_close(result, np.broadcast_to(mean, (2, 3, 4)), dtype, tolerance=2)


def test_masks_broadcast(backend: str) -> None:
    q, k, v = arrays((2, 2, 3, 4), (2, 2, 5, 4), (2, 2, 5, 4))
    for shape in [(5,), (1, 5), (3, 5), (2, 1, 1, 5), (1, 2, 3, 1)]:
        mask = np.arange(np.prod(shape)).reshape(shape) % 2 == 0
        result = ivy.scaled_dot_product_attention(*ours(q, k, v), mask=ivy.array(mask))
        expected = references.scaled_dot_product_attention(q, k, v, mask=mask)
        assert_close(result, expected, "float64")


def test_keys_and_values_broadcast_over_heads(backend: str) -> None:
    q, k, v = arrays((2, 3, 3, 4), (2, 1, 5, 4), (2, 1, 5, 4))
    result = ivy.scaled_dot_product_attention(*ours(q, k, v))
    expected = references.scaled_dot_product_attention(q, k, v)
    assert_close(result, expected, "float64")


@pytest.mark.parametrize(("causal", "masked"), [(False, True), (True, False)])
def test_attention_has_second_derivatives(causal: bool, masked: bool, backend: str) -> None:
    """Against differences of first derivatives; 4 axes take the fused kernels of torch."""
    q, k, v = arrays((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4))
    mask = ivy.array(np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1]])) if masked else None

    def gradients(xs: list[Any]) -> list[Any]:
        def loss(xs: list[Any]) -> Any:
            result = ivy.scaled_dot_product_attention(*xs, mask=mask, is_causal=causal)
            return ivy.sum(result * result)

        return ivy.grad(loss)(xs)

    direction = arrays((1, 2, 3, 4))[0]

    def along(xs: list[Any]) -> Any:
        first = gradients(xs)
        return sum((ivy.sum(g * ours(direction)[0]) for g in first), start=ivy.array(0.0))

    found = ivy.grad(along)(ours(q, k, v))
    step = 1e-6
    ends = [gradients(ours(*(x + sign * step * direction for x in (q, k, v)))) for sign in (1, -1)]
    for one, after, before in zip(found, *ends, strict=True):
        expected = (to_numpy(after) - to_numpy(before)) / (2 * step)
        np.testing.assert_allclose(to_numpy(one), expected, rtol=1e-5, atol=1e-7)


def test_dropout_of_attention_keeps_the_mean(backend: str) -> None:
    q, k = ours(*arrays((400, 3, 4), (400, 5, 4)), dtype="float32")
    v = ivy.ones((400, 5, 2))
    options = {"dropout_p": 0.5, "seed": 1}
    result = ivy.scaled_dot_product_attention(q, k, v, training=True, **options)
    assert abs(float(result.mean()) - 1) < 0.1
    assert float(result.max()) > 1.2
    idle = ivy.scaled_dot_product_attention(q, k, v, **options)
    assert_values_close(to_numpy(idle), np.ones((400, 3, 2)), "float32")


def test_errors_of_attention(backend: str) -> None:
    x, other = ivy.ones((2, 3, 4)), ivy.ones((2, 5, 6))
    with pytest.raises(IvyValueError, match=r"expected query \[..., Q, F\].*\(2, 5, 6\)"):
        ivy.scaled_dot_product_attention(x, other, other)
    for name in ("mask", "bias"):
        with pytest.raises(IvyValueError, match=rf"a {name} that .*\(2, 3, 3\), got \(3, 4\)"):
            ivy.scaled_dot_product_attention(x, x, x, **{name: ivy.ones((3, 4))})
    with pytest.raises(IvyValueError, match="num_heads that divides 4 features, got 3"):
        ivy.multi_head_attention(x, num_heads=3)
    with pytest.raises(IvyValueError, match=r"3 axes, or of 2, got \(2, 3, 4\), \(3, 4\)"):
        ivy.multi_head_attention(x, x[0], num_heads=2)
    with pytest.raises(IvyValueError, match=r"masks that broadcast .*got \(3, 2\)"):
        ivy.multi_head_attention(x, num_heads=2, attention_mask=ivy.ones((3, 2), dtype="bool"))
    with pytest.raises(IvyValueError, match="three equal parts"):
        ivy.multi_head_attention(x, num_heads=2, in_proj_weights=ivy.ones((8, 4)))
    with pytest.raises(IvyValueError, match="bias_k and bias_v, got one"):
        ivy.multi_head_attention(x, num_heads=2, bias_k=ivy.ones(4))
    with pytest.raises(IvyValueError, match=r"static_k of shape \(4, S, 2\)"):
        ivy.multi_head_attention(x, num_heads=2, static_k=ivy.ones((2, 3, 2)))


# ---- linear and embedding ---------------------------------------------------------------------


def test_linear_of_two_dtypes(backend: str) -> None:
    x, weight, bias = arrays((2, 3), (4, 3), (4,))
    result = ivy.linear(ivy.array(x, dtype="float32"), *ours(weight), bias=ours(bias)[0])
    expected = references.linear(x.astype("float32"), weight, bias)
    assert_close(result, expected, "float64")


@pytest.mark.parametrize("rows", [(1,), (3,), (2, 3), (700,)])
def test_linear_by_a_large_weight(rows: tuple[int, ...], backend: str, jit: Any) -> None:
    shapes = (*rows, 512), (1030, 512), (1030,)
    x, weight, bias = (a.round() for a in arrays(*shapes, low=-9, high=9))  # exact sums
    function = jit(lambda *natives: ivy.linear(*natives)) if backend != "numpy" else ivy.linear
    result = function(*(native(a, backend) for a in (x, weight, bias)))
    assert_close(result, references.linear(x, weight, bias), "float64")
    gradients = ivy.grad(lambda v: ivy.sum(ivy.linear(*v) ** 2))(ours(x, weight, bias))
    outer = 2 * references.linear(x, weight, bias).reshape(-1, 1030)
    expected = (outer @ weight).reshape(x.shape), outer.T @ x.reshape(-1, 512), outer.sum(0)
    for found, wanted in zip(gradients, expected, strict=True):
        assert_close(found, wanted, "float64")


def test_errors_of_linear(backend: str) -> None:
    x = ivy.ones((2, 3))
    with pytest.raises(
        IvyValueError, match=r"x of 5 features for the weight \(4, 5\), got \(2, 3\)"
    ):
        ivy.linear(x, ivy.ones((4, 5)))
    with pytest.raises(IvyValueError, match=r"bias of 4 features for the weight \(4, 3\), got \(5"):
        ivy.linear(x, ivy.ones((4, 3)), bias=ivy.ones(5))
    with pytest.raises(IvyValueError, match=r"weight \[\*outer, out, in\], got \(3,\)"):
        ivy.linear(x, ivy.ones(3))


def test_embedding_adds_up_gradients(backend: str) -> None:
    indices = ivy.array([2, 0, 2])
    weights = ivy.ones((3, 2))
    found = ivy.grad(lambda w: ivy.sum(ivy.embedding(w, indices)))(weights)
    assert_close(found, np.array([[1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]), "float32")


def test_errors_of_embedding(backend: str) -> None:
    weights = ivy.ones((3, 2))
    with pytest.raises(IvyValueError, match="integer indices, got float32"):
        ivy.embedding(weights, ivy.ones(2))
    with pytest.raises(IvyValueError, match=r"weights \[rows, features\], got shape \(3,\)"):
        ivy.embedding(weights[:, 0], ivy.array([1]))


@pytest.mark.columns("numpy", "torch", "tensorflow")
@pytest.mark.parametrize("index", [3, -1])
def test_embedding_refuses_rows_that_do_not_exist(index: int, backend: str) -> None:
    with pytest.raises(IvyIndexError, match="indices from 0 to 2, got"):
        ivy.embedding(ivy.ones((3, 2)), ivy.array([index]))


@pytest.mark.columns("jax")
@pytest.mark.parametrize("index", [3, -1])
def test_rows_that_do_not_exist_are_nan(index: int, backend: str) -> None:
    assert np.isnan(to_numpy(ivy.embedding(ivy.ones((3, 2)), ivy.array([index])))).all()


# ---- dropout ----------------------------------------------------------------------------------


def test_dropout_is_the_same_everywhere(backend: str) -> None:
    x = RNG.uniform(1, 2, (5, 7)).astype("float32")
    found = to_numpy(ivy.dropout(ivy.array(x), 0.4, seed=11))
    with ivy.use_backend("numpy"):
        expected = to_numpy(ivy.dropout(ivy.array(x), 0.4, seed=11))
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_dropout_takes_the_dtype_asked_for(backend: str) -> None:
    assert ivy.dropout(ivy.ones(3), 0.5, dtype="float64", seed=0).dtype == "float64"
    assert ivy.dropout(ivy.ones(3), 0.5, dtype="float16", training=False).dtype == "float16"


def test_dropout_without_a_seed(backend: str) -> None:
    ivy.seed(seed_value=None)
    x = ivy.ones(1000)
    first, second = (to_numpy(ivy.dropout(x, 0.5)) for _ in range(2))
    assert set(np.unique(first).tolist()) == {0.0, 2.0}
    assert (first != second).any()
    assert abs(first.mean() - 1) < 0.2


@pytest.mark.columns("jax", "tensorflow")  # torch.compile cannot enter `ivy.rng`
def test_dropout_under_jit_takes_a_key(backend: str, jit: Callable[..., Any]) -> None:
    space = ivy.with_backend(backend)

    def program(x: Any, key: Any) -> Any:
        with ivy.rng(key):
            return ivy.dropout(x, 0.5)

    arguments = space.ones((100,), dtype="float32"), space.asarray([1, 2], dtype="uint32")
    traced = to_numpy(jit(program)(*arguments))
    np.testing.assert_array_equal(traced, to_numpy(program(*arguments)))
    assert set(np.unique(traced).tolist()) == {0.0, 2.0}


@pytest.mark.parametrize(
    ("name", "shape", "data_format", "shared"),
    [
        ("dropout1d", (4, 5, 6), "NCW", (2,)),
        ("dropout1d", (5, 6), "NWC", (0,)),
        ("dropout2d", (4, 6, 3, 2), "NCHW", (2, 3)),
        ("dropout2d", (3, 2, 6), "NHWC", (0, 1)),
        ("dropout3d", (4, 6, 3, 2, 2), "NCDHW", (2, 3, 4)),
    ],
)
def test_dropout_of_channels(
    name: str, shape: tuple[int, ...], data_format: str, shared: tuple[int, ...], backend: str
) -> None:
    dropout = getattr(ivy, name)
    result = to_numpy(dropout(ivy.ones(shape), 0.5, data_format=data_format, seed=2))
    assert set(np.unique(result).tolist()) == {0.0, 2.0}
    assert (result == result.max(shared, keepdims=True)).all()
    assert (to_numpy(dropout(ivy.ones(shape), 0.5, training=False)) == 1).all()


def test_errors_of_dropout(backend: str) -> None:
    x = ivy.ones((2, 3))
    with pytest.raises(IvyValueError, match=r"prob from 0 to 1, got 1\.5"):
        ivy.dropout(x, 1.5)
    with pytest.raises(IvyValueError, match=r"noise_shape .* of \(2, 3\), got \[2, 2\]"):
        ivy.dropout(x, 0.5, noise_shape=[2, 2])
    with pytest.raises(IvyValueError, match="data_format of 'NHWC' or 'NCHW', got 'NWC'"):
        ivy.dropout2d(ivy.ones((1, 2, 2, 1)), 0.5, data_format="NWC")
    with pytest.raises(IvyException, match=r"dropout3d: expected 5 axes.*got shape \(2, 3\)"):
        ivy.dropout3d(x, 0.5)


def test_gradients_of_attention_that_sees_nothing(backend: str) -> None:
    """Queries without a key get the mean of all values, and pass their gradient on to each."""
    generator = np.random.default_rng(0)
    q, k, v, weights = (generator.normal(size=(2, 2, 3, 4)) for _ in range(4))
    keep = np.array([[False, False, False], [True, False, True], [True, True, True]])

    def expected(x: Any) -> Any:
        scores = np.where(keep, q @ k.mT / 2, np.where(keep.any(-1)[:, None], -1e9, 0))
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        return (shares / shares.sum(-1, keepdims=True)).mT @ x

    def loss(x: Any) -> Any:
        given = [ivy.array(a) for a in (q, k)]
        result = ivy.scaled_dot_product_attention(*given, x, mask=ivy.array(keep))
        return ivy.sum(result * ivy.array(weights))

    np.testing.assert_allclose(
        to_numpy(ivy.grad(loss)(ivy.array(v))), expected(weights), rtol=1e-9, atol=1e-12
    )
