"""Meta-learning steps against their definitions written out in NumPy, task by task."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException
from tests.helpers import to_numpy

TASKS = np.array([1.0, 2.0, 3.0])
START = 1.5
RATE, STEPS = 0.01, 3

batching = pytest.mark.parametrize("batched", [True, False], ids=["batched", "one by one"])
averaging = pytest.mark.parametrize("average", [True, False], ids=["average", "last"])


def inner(x: float, w: float) -> float:
    return (x * w - 1.0) ** 2


def outer(x: float, w: float) -> float:
    return (x * w - 2.0) ** 2


def slope(x: float, w: float, target: float) -> float:
    return 2 * x * (x * w - target)


def path(x: float, w: float) -> list[float]:
    """Return the weights after each inner step on one task."""
    weights = []
    for _ in range(STEPS):
        w = w - RATE * slope(x, w, 1.0)
        weights.append(w)
    return weights


def cost_fn(target: float) -> Any:
    """Return the mean cost of the tasks in a batch; `v` has a task axis, or none."""

    def cost(batch: Any, v: Any) -> Any:
        w = ivy.reshape(v["w"], (-1,))
        return ivy.mean((batch["x"] * w - target) ** 2) + 0.0 * ivy.sum(v["unused"])

    return cost


def arguments() -> tuple[Any, Any]:
    batch = {"x": ivy.array(TASKS, dtype="float64")}
    variables = {
        "w": ivy.array([START], dtype="float64"),
        "unused": ivy.array([0.0], dtype="float64"),
    }
    return batch, variables


def close(x: Any, expected: float) -> None:
    # float64 throughout; the second derivatives cost a few digits
    np.testing.assert_allclose(to_numpy(x).ravel(), [expected], rtol=1e-10)


@batching
@averaging
def test_fomaml_step(batched: bool, average: bool, backend: str) -> None:
    batch, variables = arguments()
    cost, gradients, inner_v = ivy.fomaml_step(
        batch, cost_fn(1.0), cost_fn(2.0), variables, STEPS, RATE,
        average_across_steps=average, batched=batched, return_inner_v=True,
    )  # fmt: skip
    points = [path(x, START) if average else path(x, START)[-1:] for x in TASKS]
    close(
        cost,
        np.mean([np.mean([outer(x, w) for w in ws]) for x, ws in zip(TASKS, points, strict=True)]),
    )
    close(
        gradients["w"],
        np.mean(
            [np.mean([slope(x, w, 2.0) for w in ws]) for x, ws in zip(TASKS, points, strict=True)]
        ),
    )
    close(gradients["unused"], 0.0)
    reached = to_numpy(inner_v["w"]).ravel() if batched else [float(v["w"][0]) for v in inner_v]
    np.testing.assert_allclose(reached, [path(x, START)[-1] for x in TASKS], rtol=1e-12)


@batching
@averaging
def test_maml_step(batched: bool, average: bool, backend: str) -> None:
    def objective(w: float) -> float:
        points = [path(x, w) if average else path(x, w)[-1:] for x in TASKS]
        return float(
            np.mean(
                [np.mean([outer(x, p) for p in ps]) for x, ps in zip(TASKS, points, strict=True)]
            )
        )

    batch, variables = arguments()
    cost, gradients = ivy.maml_step(
        batch, cost_fn(1.0), cost_fn(2.0), variables, STEPS, RATE,
        average_across_steps=average, batched=batched,
    )  # fmt: skip
    close(cost, objective(START))
    numeric = (objective(START + 1e-5) - objective(START - 1e-5)) / 2e-5
    np.testing.assert_allclose(to_numpy(gradients["w"]), [numeric], rtol=1e-8)


@batching
def test_reptile_step(batched: bool, backend: str) -> None:
    batch, variables = arguments()
    cost, gradients = ivy.reptile_step(batch, cost_fn(1.0), variables, STEPS, RATE, batched=batched)
    starts = [[START, *path(x, START)[:-1]] for x in TASKS]
    close(cost, np.mean([inner(x, ws[-1]) for x, ws in zip(TASKS, starts, strict=True)]))
    # the mean of the gradients: the way the weights went, divided by rate and steps
    close(gradients["w"], np.mean([(START - path(x, START)[-1]) / (RATE * STEPS) for x in TASKS]))


def test_variables_of_each_loop(backend: str) -> None:
    batch, variables = arguments()
    _, gradients = ivy.maml_step(
        batch, cost_fn(1.0), cost_fn(2.0), variables, STEPS, RATE,
        inner_v={"unused": True}, outer_v={"unused": True}, keep_outer_v=False,
    )  # fmt: skip
    assert list(gradients) == ["w"]  # the inner loop moves nothing that matters
    close(gradients["w"], np.mean([slope(x, START, 2.0) for x in TASKS]))
    halved, _ = ivy.fomaml_step(
        batch, cost_fn(1.0), cost_fn(2.0), variables, STEPS, RATE, keep_inner_v=False,
        inner_v={"w": True}, outer_batch_fn=lambda b: {"x": b["x"] / 2},
    )  # fmt: skip
    close(halved, np.mean([outer(x / 2, START) for x in TASKS]))


def test_mistakes(backend: str) -> None:
    batch, variables = arguments()
    with pytest.raises(IvyException, match="at least one inner step"):
        ivy.reptile_step(batch, cost_fn(1.0), variables, 0, RATE)
    with pytest.raises(IvyException, match="paths of variables"):
        ivy.maml_step(batch, cost_fn(1.0), cost_fn(2.0), variables, 1, RATE, inner_v={"typo": True})
