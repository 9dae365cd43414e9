"""Update rules of optimizers: the formulas in NumPy; nests and rates are in `test_gradients.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.samples import FLOATS, Case, Sample, case, draw

BETAS = {"beta1": 0.8, "beta2": 0.9, "epsilon": 0.01}


def drawn(count: int, *more: Any, **options: Any) -> Case:
    """Return a call with positive arrays and further arguments, 2 being the place of the rate."""
    arrays = [draw(3, 4, low=0.1, seed=seed) for seed in range(count)]
    return case(*arrays[:2], *more[:1], *arrays[2:], *more[1:], **options)


def descend(w: Any, gradient: Any, lr: Any, stop_gradients: bool = True) -> Any:
    return w - lr * gradient


def lars(
    w: Any, gradient: Any, lr: Any, decay_lambda: float = 0, stop_gradients: bool = True
) -> Any:
    rate = np.linalg.norm(w) * lr / (np.linalg.norm(gradient) + 1e-12)
    return w - gradient * (rate / (np.linalg.norm(w) * decay_lambda) if decay_lambda else rate)


def adam_step(g: Any, m: Any, v: Any, step: int, beta1: float, beta2: float, epsilon: float) -> Any:
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
    alpha = np.sqrt(1 - beta2**step) / (1 - beta1**step + epsilon)
    return alpha * m / (np.sqrt(v) + epsilon), m, v


def adam(
    w: Any, g: Any, lr: Any, m: Any, v: Any, step: int, stop_gradients: bool = True, **betas: float
) -> Any:
    change, m, v = adam_step(g, m, v, step, **betas)
    return w - lr * change, m, v


def lamb(
    w: Any, g: Any, lr: Any, m: Any, v: Any, step: int, stop_gradients: bool = True, **betas: float
) -> Any:
    change, m, v = adam_step(g, m, v, step, **betas)
    ratio = min(np.linalg.norm(w) / (np.linalg.norm(change) + 1e-12), 10)
    return w - lr * ratio * change, m, v


ON = {"stop_gradients": False}
SAMPLES = [
    Sample("optimizer_update", descend, [drawn(2, 0.1, **ON)], dtypes=FLOATS, lists=False),
    Sample("gradient_descent_update", descend, [drawn(2, 0.1, **ON)], dtypes=FLOATS, lists=False),
    Sample(
        "lars_update",
        lars,
        [drawn(2, 0.1, **ON), drawn(2, 0.1, decay_lambda=0.5, **ON)],
        dtypes=FLOATS,
        lists=False,
    ),
    Sample(
        "adam_step",
        adam_step,
        [case(*(draw(3, 4, low=0.1, seed=seed) for seed in range(3)), 2, **BETAS)],
        dtypes=FLOATS,
        lists=False,
    ),
    Sample("adam_update", adam, [drawn(4, 0.1, 2, **BETAS, **ON)], dtypes=FLOATS, lists=False),
    Sample("lamb_update", lamb, [drawn(4, 0.1, 2, **BETAS, **ON)], dtypes=FLOATS, lists=False),
]
