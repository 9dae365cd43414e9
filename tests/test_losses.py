"""Losses against those of torch, Keras, TensorFlow and optax; extreme inputs; errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyValueError
from tests.helpers import assert_close, native, to_numpy

RNG = np.random.default_rng(0)
REDUCTIONS = ["none", "sum", "mean"]
LOGITS = RNG.uniform(-3, 3, (4, 5))
PROBABILITIES = RNG.dirichlet(np.ones(5), 4)
TARGETS = RNG.uniform(0, 1, (4, 5))
SIGNS = np.where(TARGETS > 0.5, 1.0, -1.0)
COUNTS = RNG.integers(0, 6, (4, 5)).astype("float64")


def ours(x: Any) -> Any:
    return ivy.array(np.asarray(x), dtype="float64")


# Name, arguments of ours in order, options; torch's takes the same, or those in `swapped` order.
OF_TORCH = [
    ("l1_loss", LOGITS, TARGETS, {}),
    ("mse_loss", LOGITS, TARGETS, {}),
    ("huber_loss", LOGITS, TARGETS, {"delta": 0.7}),
    ("smooth_l1_loss", LOGITS, TARGETS, {"beta": 0.7}),
    ("smooth_l1_loss", LOGITS, TARGETS, {"beta": 0.0}),
    ("soft_margin_loss", LOGITS, SIGNS, {}),
    ("kl_div", np.log(PROBABILITIES), TARGETS, {}),
    ("kl_div", np.log(PROBABILITIES), LOGITS, {"log_target": True}),
    ("poisson_nll_loss", LOGITS, COUNTS, {"full": True}),
    ("poisson_nll_loss", TARGETS, COUNTS, {"log_input": False, "eps": 1e-3}),
    ("hinge_embedding_loss", LOGITS, SIGNS, {"margin": 0.5}),
]


@pytest.mark.filterwarnings("ignore:reduction")  # torch's mean of kl_div will change one day
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize(
    ("name", "x", "target", "options"), OF_TORCH, ids=[f"{n}{o or ''}" for n, _, _, o in OF_TORCH]
)
def test_losses_are_torchs(
    name: str, x: Any, target: Any, options: dict[str, Any], reduction: str, backend: str
) -> None:
    torch = pytest.importorskip("torch")
    function = getattr(torch.nn.functional, name)
    expected = function(torch.tensor(x), torch.tensor(target), reduction=reduction, **options)
    result = getattr(ivy, name)(ours(x), ours(target), reduction=reduction, **options)
    assert_close(result, expected.numpy(), "float64")


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_binary_cross_entropy_is_torchs(reduction: str, backend: str) -> None:
    torch = pytest.importorskip("torch")
    functional = torch.nn.functional
    edges = np.array([[0.0, 1.0, 1.0, 0.0, 0.5]])
    pred, true = np.concatenate([PROBABILITIES, edges]), np.concatenate([TARGETS, edges[:, ::-1]])
    expected = functional.binary_cross_entropy(
        torch.tensor(pred), torch.tensor(true), reduction=reduction
    )
    result = ivy.binary_cross_entropy(ours(true), ours(pred), reduction=reduction)
    assert_close(result, expected.numpy(), "float64")
    weight = np.array([1.0, 2.0, 3.0, 0.5, 0.0])
    expected = functional.binary_cross_entropy_with_logits(
        *(torch.tensor(x) for x in (LOGITS, TARGETS)),
        pos_weight=torch.tensor(weight),
        reduction=reduction,
    )
    arguments = (ours(TARGETS), ours(LOGITS))
    result = ivy.binary_cross_entropy(
        *arguments, from_logits=True, pos_weight=ours(weight), reduction=reduction
    )
    assert_close(result, expected.numpy(), "float64")
    result = ivy.binary_cross_entropy_with_logits(
        *arguments, pos_weight=ours(weight), reduction=reduction
    )
    assert_close(result, expected.numpy(), "float64")


def test_cross_entropy_is_that_of_torch(backend: str) -> None:
    torch = pytest.importorskip("torch")
    classes = np.array([0, 4, 2, 2])
    per_sample = torch.nn.functional.cross_entropy(
        torch.tensor(np.log(PROBABILITIES)), torch.tensor(classes), reduction="none"
    )
    expected = per_sample.numpy()
    options = {"axis": -1, "reduction": "sum"}
    marks = np.eye(5)[classes]
    assert_close(ivy.cross_entropy(ours(marks), ours(PROBABILITIES), **options), expected)
    found = ivy.sparse_cross_entropy(ivy.array(classes), ours(PROBABILITIES), **options)
    assert_close(found, expected)
    mean = ivy.cross_entropy(ours(marks), ours(PROBABILITIES))
    assert_close(mean, np.asarray(expected.mean() / 5))


def test_cross_entropy_is_that_of_keras(backend: str) -> None:
    keras = pytest.importorskip("keras")
    expected = keras.losses.categorical_crossentropy(TARGETS, PROBABILITIES)
    result = ivy.cross_entropy(ours(TARGETS), ours(PROBABILITIES), axis=-1, reduction="sum")
    np.testing.assert_allclose(to_numpy(result), np.asarray(expected), rtol=1e-5)


@pytest.mark.parametrize("full", [False, True])
def test_log_poisson_loss_is_that_of_tensorflow(full: bool, backend: str) -> None:
    tf = pytest.importorskip("tensorflow")
    # TensorFlow leaves Stirling's approximation out between 0 and 1, and so do we.
    expected = tf.nn.log_poisson_loss(COUNTS, LOGITS, compute_full_loss=full).numpy()
    result = ivy.log_poisson_loss(ours(COUNTS), ours(LOGITS), compute_full_loss=full)
    assert_close(result, expected, "float64")


def test_losses_are_those_of_optax(backend: str) -> None:
    optax = pytest.importorskip("optax")
    logits, targets = LOGITS.astype("float32"), TARGETS.astype("float32")
    pairs: list[tuple[Callable[..., Any], Any]] = [
        (ivy.huber_loss, optax.huber_loss(logits, targets, delta=0.7)),
        (ivy.binary_cross_entropy_with_logits, optax.sigmoid_binary_cross_entropy(logits, targets)),
    ]
    for function, expected in pairs:
        options = {"delta": 0.7} if function is ivy.huber_loss else {}
        result = function(ours(targets), ours(logits), reduction="none", **options)
        np.testing.assert_allclose(to_numpy(result), np.asarray(expected), rtol=1e-5, atol=1e-6)


def test_ssim_loss_is_that_of_tensorflow(backend: str) -> None:
    tf = pytest.importorskip("tensorflow")
    true, pred = RNG.uniform(0, 1, (2, 3, 16, 14)), RNG.uniform(0, 1, (2, 3, 16, 14))
    images = [np.moveaxis(x, 1, -1) for x in (true, pred)]
    expected = 1 - tf.reduce_mean(tf.image.ssim(*images, max_val=1.0)).numpy()
    result = to_numpy(ivy.ssim_loss(ours(true), ours(pred)))
    np.testing.assert_allclose(result, expected, rtol=1e-5)


# ---- extremes ---------------------------------------------------------------------------------


def test_logits_of_any_size(backend: str) -> None:
    logits, true = ours([-1e300, -800.0, 0.0, 800.0]), ours([0.0, 1.0, 0.5, 0.0])
    options = {"from_logits": True, "reduction": "none"}
    result = ivy.binary_cross_entropy(true, logits, **options)
    assert_close(result, np.array([0.0, 800.0, np.log(2), 800.0]), "float64")
    found = ivy.grad(lambda x: ivy.binary_cross_entropy(true, x, from_logits=True, reduction="sum"))
    assert_close(found(logits), np.array([0.0, -1.0, 0.0, 1.0]), "float64")


def test_gradients_are_finite_at_0_and_1(backend: str) -> None:
    true, pred = ours([0.0, 1.0, 1.0, 0.0]), ours([0.0, 0.0, 1.0, 1.0])
    for loss in (
        lambda x: ivy.binary_cross_entropy(true, x, reduction="sum"),
        lambda x: ivy.binary_cross_entropy(true, x, epsilon=1e-7, reduction="sum"),
        lambda x: ivy.cross_entropy(true, x, reduction="sum"),
        lambda x: ivy.soft_margin_loss(x * 1e4, true, reduction="sum"),
    ):
        assert np.isfinite(to_numpy(loss(pred)))
        assert np.isfinite(to_numpy(ivy.grad(loss)(pred))).all()


def test_kl_div_of_impossible_events(backend: str) -> None:
    result = ivy.kl_div(ours([-1.0, -2.0]), ours([0.0, 1.0]), reduction="none")
    assert_close(result, np.array([0.0, 2.0]), "float64")


@pytest.mark.parametrize(
    "loss",
    [
        ivy.huber_loss,
        ivy.smooth_l1_loss,
        ivy.mse_loss,
        ivy.soft_margin_loss,
        ivy.binary_cross_entropy_with_logits,
    ],
)
def test_second_derivatives(loss: Callable[..., Any], backend: str) -> None:
    x, target = RNG.uniform(0.1, 0.8, (3, 4)), RNG.uniform(-0.1, 0.05, (3, 4))

    def first(x: Any) -> Any:
        return ivy.grad(lambda x: loss(x, ours(target), reduction="sum"))(x)

    found = ivy.grad(lambda x: ivy.sum(first(x)))(ours(x))
    step = 1e-6
    ends = [to_numpy(first(ours(x + sign * step))) for sign in (1, -1)]
    np.testing.assert_allclose(to_numpy(found), (ends[0] - ends[1]) / (2 * step), atol=1e-8)


# ---- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("cross_entropy", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div"),
        *("log_poisson_loss", "poisson_nll_loss", "mse_loss", "l1_loss", "huber_loss"),
        *("smooth_l1_loss", "soft_margin_loss", "hinge_embedding_loss"),
    ],
)
def test_unknown_reduction(name: str, backend: str) -> None:
    x = ivy.ones(3)
    with pytest.raises(IvyValueError, match=r"expected a reduction of .* got 'average'"):
        getattr(ivy, name)(x, x, reduction="average")


def test_errors(backend: str) -> None:
    x = ivy.ones((2, 3))
    with pytest.raises(IvyValueError, match=r"sparse_cross_entropy: expected true of shape \(2,\)"):
        ivy.sparse_cross_entropy(ivy.array([0, 1, 2]), x)
    with pytest.raises(IvyValueError, match=r"expected a reduction of .* got 'average'"):
        ivy.sparse_cross_entropy(ivy.array([0, 1]), x, reduction="average")
    with pytest.raises(IvyValueError, match="beta of at least 0, got -1"):
        ivy.smooth_l1_loss(x, x, beta=-1)
    with pytest.raises(IvyValueError, match=r"images of one shape .* \(2, 3\) and \(3, 2\)"):
        ivy.ssim_loss(x, x.mT)
    with pytest.raises(IvyValueError, match="mse_loss"):
        ivy.mse_loss(x, ivy.ones((4, 5)))


def test_options_by_name_in_a_namespace(backend: str) -> None:
    x, y = (native(np.array(values, "float32"), backend) for values in ([1.0, 2.0], [3.0, 5.0]))
    assert_close(
        ivy.with_backend(backend).mse_loss(x, y, reduction="sum"), np.array(13.0), "float32"
    )
