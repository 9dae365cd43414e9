"""Recurrent layers against loops over time in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit

from tests.helpers import assert_values_close
from tests.samples import FLOATS, HALVES, Sample, case, draw, widened

SMALL = {"low": -1.0, "high": 1.0}


def lstm_step(x: Any, state: Any, weights: Any) -> Any:
    (w, r, b, q), (h, c) = weights, state
    i, f, g, o = np.split(x @ w.T + b + h @ r.T + q, 4, -1)
    c = expit(f) * c + expit(i) * np.tanh(g)
    return expit(o) * np.tanh(c), c


def gru_step(x: Any, state: Any, weights: Any) -> Any:
    (w, r, b, q), (h,) = weights, state
    ours, theirs = np.split(x @ w.T + b, 3, -1), np.split(h @ r.T + q, 3, -1)
    reset, update = (expit(a + b) for a, b in zip(ours[:2], theirs[:2], strict=True))
    new = np.tanh(ours[2] + reset * theirs[2])
    return ((1 - update) * new + update * h,)


def stacked(step: Any, x: Any, states: Any, weights: Any, layers: int, bidirectional: bool) -> Any:
    """Return outputs and last states of layers of `step`, all with both biases."""
    directions = 1 + bidirectional
    finals = []
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            number = layer * directions + direction
            state = tuple(s[number] for s in states)
            own = weights[4 * number : 4 * number + 4]
            steps = [None] * len(x)
            for time in range(len(x))[:: -1 if direction else 1]:
                state = step(x[time], state, own)
                steps[time] = state[0]
            outputs.append(np.stack(steps))
            finals.append(state)
        x = np.concatenate(outputs, -1)
    return x, *(np.stack(of_layers) for of_layers in zip(*finals, strict=True))


def lstm(
    x: Any, states: Any, weights: Any, layers: int, dropout: float, train: bool, both: bool,
    batch_first: bool = False,
) -> Any:  # fmt: skip
    x = np.swapaxes(x, 0, 1) if batch_first else x
    y, h, c = stacked(lstm_step, x, states, weights, layers, both)
    return np.swapaxes(y, 0, 1) if batch_first else y, (h, c)


def gru(
    x: Any, state: Any, weights: Any, layers: int, dropout: float, train: bool, both: bool,
    batch_first: bool = False,
) -> Any:  # fmt: skip
    x = np.swapaxes(x, 0, 1) if batch_first else x
    y, h = stacked(gru_step, x, [state], weights, layers, both)
    return np.swapaxes(y, 0, 1) if batch_first else y, h


def lstm_update(
    x: Any, h: Any, c: Any, kernel: Any, recurrent: Any, bias: Any = 0, recurrent_bias: Any = 0,
    time_major: bool = False,
) -> Any:  # fmt: skip
    x = x if time_major else np.moveaxis(x, -2, 0)
    steps = []
    for each in x:
        h, c = lstm_step(each, (h, c), (kernel.T, recurrent.T, bias, recurrent_bias))
        steps.append(h)
    return np.stack(steps) if time_major else np.stack(steps, -2), (h, c)


def weights_of(gates: int, *features: int, size: int = 4) -> list[Any]:
    """Return weights for layers and directions with so many input features."""
    found = []
    for seed, n in enumerate(features):
        found += [
            draw(gates * size, n, seed=4 * seed, **SMALL),
            draw(gates * size, size, seed=4 * seed + 1, **SMALL),
            draw(gates * size, seed=4 * seed + 2, **SMALL),
            draw(gates * size, seed=4 * seed + 3, **SMALL),
        ]
    return found


def checked(reference: Any) -> Any:
    """Return a check of outputs and nested states."""

    def check(results: Any, *args: Any, **options: Any) -> None:
        dtype = results[0].dtype.name
        wide = {key: widened(value) for key, value in options.items()}
        expected = reference(*widened(args), **wide)
        for ours, theirs in zip(flat(results), flat(expected), strict=True):
            assert ours.dtype.name == dtype
            assert ours.shape == theirs.shape
            assert_values_close(ours, theirs, dtype)

    return check


def flat(results: Any) -> list[Any]:
    return [x for r in results for x in (r if isinstance(r, tuple) else (r,))]


SAMPLES = [
    Sample(
        "lstm_update",
        lstm_update,
        [
            case(
                draw(2, 3, 4, **SMALL),
                draw(2, 2, **SMALL),
                draw(2, 2, seed=1, **SMALL),
                draw(4, 8, seed=2, **SMALL),
                draw(2, 8, seed=3, **SMALL),
                bias=draw(8, seed=4, **SMALL),
                recurrent_bias=draw(8, seed=5, **SMALL),
            ),
            case(
                draw(5, 2, 3, 4),
                draw(2, 3, 2),
                draw(2, 3, 2, seed=1),
                draw(4, 8, seed=2),
                draw(2, 8, seed=3),
                time_major=True,
            ),
        ],
        dtypes=FLOATS + HALVES,
        check=checked(lstm_update),
    ),
    Sample(
        "lstm",
        lstm,
        [
            case(
                draw(3, 2, 4, **SMALL),
                [draw(1, 2, 4, **SMALL), draw(1, 2, 4, seed=1, **SMALL)],
                weights_of(4, 4),
                1,
                0.0,
                False,
                False,
            ),
            case(
                draw(2, 3, 4, **SMALL),
                [draw(4, 2, 4, **SMALL), draw(4, 2, 4, seed=1, **SMALL)],
                weights_of(4, 4, 4, 8, 8),
                2,
                0.0,
                False,
                True,
                batch_first=True,
            ),
        ],
        dtypes=FLOATS + HALVES,
        check=checked(lstm),
    ),
    Sample(
        "gru",
        gru,
        [
            case(
                draw(3, 2, 4, **SMALL), draw(1, 2, 4, **SMALL), weights_of(3, 4), 1, 0.0, False,
                False,
            ),
            case(
                draw(2, 3, 4, **SMALL), draw(4, 2, 4, **SMALL), weights_of(3, 4, 4, 8, 8), 2, 0.0,
                False, True, batch_first=True,
            ),
        ],
        dtypes=FLOATS + HALVES,
    ),
]  # fmt: skip
