"""Normalisation: against torch.nn.functional, half precision, parameters and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException, IvyIndexError, IvyValueError
from tests.helpers import assert_close, to_numpy

RNG = np.random.default_rng(0)
X = RNG.uniform(-3, 3, (3, 6, 4, 5))
MEAN, OFFSET = RNG.uniform(-1, 1, (2, 6))
VARIANCE, SCALE = RNG.uniform(0.5, 2, (2, 6))


def ours(*xs: Any) -> list[Any]:
    return [ivy.array(x, dtype="float64") for x in xs]


def tensors(*xs: Any) -> list[Any]:
    torch = pytest.importorskip("torch")
    return [torch.tensor(x) for x in xs]


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("data_format", ["NCS", "NCHW", "NSC", "NHWC"])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_running_norms_are_torchs(
    name: str, training: bool, data_format: str, backend: str
) -> None:
    torch = pytest.importorskip("torch")
    x, mean, variance, offset, scale = tensors(X, MEAN, VARIANCE, OFFSET, SCALE)
    function = getattr(torch.nn.functional, name)
    expected = function(x, mean, variance, scale, offset, training, 0.3, 1e-3).numpy()
    last = data_format.endswith("C")
    given, *parameters = ours(np.moveaxis(X, 1, -1) if last else X, MEAN, VARIANCE, OFFSET, SCALE)
    options = {"training": training, "eps": 1e-3, "momentum": 0.3, "data_format": data_format}
    result = getattr(ivy, name)(given, *parameters, **options)
    assert_close(result[0], np.moveaxis(expected, 1, -1) if last else expected, "float64")
    assert_close(result[1], mean.numpy(), "float64")  # torch has changed them in place
    assert_close(result[2], variance.numpy(), "float64")


@pytest.mark.parametrize("data_format", ["NCS", "NHWC"])
def test_group_norm_is_torchs(data_format: str, backend: str) -> None:
    torch = pytest.importorskip("torch")
    x, offset, scale = tensors(X, OFFSET, SCALE)
    expected = torch.nn.functional.group_norm(x, 3, scale, offset).numpy()
    last = data_format.endswith("C")
    given, offset, scale = ours(np.moveaxis(X, 1, -1) if last else X, OFFSET, SCALE)
    result = ivy.group_norm(given, 3, offset=offset, scale=scale, data_format=data_format)
    assert_close(result, np.moveaxis(expected, 1, -1) if last else expected, "float64")


def test_layer_and_rms_norm_are_torchs(backend: str) -> None:
    torch = pytest.importorskip("torch")
    scale, offset = RNG.uniform(-1, 1, (2, 4, 5))
    x, weight, bias = tensors(X, scale, offset)
    given, ours_scale, ours_offset = ours(X, scale, offset)
    result = ivy.layer_norm(given, [-2, -1], scale=ours_scale, offset=ours_offset)
    expected = torch.nn.functional.layer_norm(x, (4, 5), weight, bias)
    assert_close(result, expected.numpy(), "float64")
    result = ivy.rms_norm(given, [2, 3], scale=ours_scale, eps=1e-3)
    expected = torch.nn.functional.rms_norm(x, (4, 5), weight, 1e-3)
    assert_close(result, expected.numpy(), "float64")


def test_local_response_norm_is_torchs(backend: str) -> None:
    torch = pytest.importorskip("torch")
    options = {"alpha": 0.3, "beta": 0.75}
    for size in (1, 2, 5):
        expected = torch.nn.functional.local_response_norm(*tensors(X), size, k=2.0, **options)
        result = ivy.local_response_norm(
            *ours(X), size, bias=2.0, average=True, data_format="NCHW", **options
        )
        assert_close(result, expected.numpy(), "float64")


@pytest.mark.parametrize("p", [1, 2, 3])
def test_normalize_is_torchs(p: int, backend: str) -> None:
    torch = pytest.importorskip("torch")
    expected = torch.nn.functional.normalize(*tensors(X), p=p, dim=2)
    assert_close(ivy.lp_normalize(*ours(X), p=p, axis=2), expected.numpy(), "float64")


def test_statistics_of_halves_are_taken_in_float32(backend: str) -> None:
    x = np.full((2, 4096), 100.0) + np.tile([-1.0, 1.0], 2048)
    result = ivy.layer_norm(ivy.array(x, dtype="float16"), [1])
    assert_close(result, (x - 100), "float16")
    parameters = [ivy.array(np.ones(4096) * n, dtype="float32") for n in (100, 1)]
    result = ivy.batch_norm(ivy.array(x, dtype="float16"), *parameters, eps=0.0)
    assert_close(result[0], x - 100, "float16")
    assert result[1].dtype == "float32"


@pytest.mark.parametrize("normalize", [ivy.l1_normalize, ivy.l2_normalize, ivy.lp_normalize])
def test_zeros_have_a_gradient(normalize: Any, backend: str) -> None:
    x = ivy.zeros((2, 3), dtype="float64")
    assert_close(normalize(x, axis=1), np.zeros((2, 3)), "float64")
    found = to_numpy(ivy.grad(lambda x: ivy.sum(normalize(x, axis=1)))(x))
    assert np.isfinite(found).all()


@pytest.mark.parametrize("name", ["layer_norm", "batch_norm", "group_norm", "instance_norm"])
def test_second_derivatives(name: str, backend: str) -> None:
    x, mean, variance = RNG.uniform(-1, 1, (2, 3, 4)), np.zeros(4), np.ones(4)

    def normalized(x: Any) -> Any:
        if name == "layer_norm":
            return ivy.layer_norm(x, [2])
        if name == "group_norm":
            return ivy.group_norm(x, 2)
        return getattr(ivy, name)(x, *ours(mean, variance), training=True, eps=1e-3)[0]

    weights = RNG.uniform(-1, 1, x.shape)

    def first(x: Any) -> Any:
        return ivy.grad(lambda x: ivy.sum(normalized(x) ** 2 * ours(weights)[0]))(x)

    found = ivy.grad(lambda x: ivy.sum(first(x) * ours(weights)[0]))(*ours(x))
    step = 1e-6
    ends = [to_numpy(first(*ours(x + sign * step * weights))) for sign in (1, -1)]
    numeric = (ends[0] - ends[1]) / (2 * step)
    np.testing.assert_allclose(to_numpy(found), numeric, rtol=1e-5, atol=1e-6)


def test_errors(backend: str) -> None:
    x, four = ivy.ones((2, 3, 4)), ivy.ones(4)
    with pytest.raises(IvyValueError, match=r"data_format with the C second or last.*'HWN'"):
        ivy.batch_norm(x, four, four, data_format="HWN")
    with pytest.raises(IvyValueError, match=r"scale of 4 channels, got scale of shape \(3,\)"):
        ivy.batch_norm(x, four, four, scale=ivy.ones(3))
    with pytest.raises(IvyValueError, match=r"variance of 4 channels.*\(3,\)"):
        ivy.instance_norm(x, four, ivy.ones(3))
    with pytest.raises(IvyValueError, match="both mean and variance or neither"):
        ivy.instance_norm(x, None, four)
    with pytest.raises(IvyValueError, match="num_groups that divides 4 channels, got 3"):
        ivy.group_norm(x, 3)
    with pytest.raises(IvyValueError, match="size of at least 1, got 0"):
        ivy.local_response_norm(x, 0)
    with pytest.raises(IvyIndexError, match="layer_norm: expected an axis of 3 axes, got 3"):
        ivy.layer_norm(x, [3])
    with pytest.raises(IvyException, match="layer_norm"):
        ivy.layer_norm(x, [2], scale=ivy.ones(3))
    with pytest.raises(IvyValueError, match="p of at least 0, got -1"):
        ivy.lp_normalize(x, p=-1)
