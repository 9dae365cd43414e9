"""Update rules of optimizers: new weights from weights and gradients, on arrays and on nests."""

from __future__ import annotations

from typing import Any

from ivy.dispatch import put, retry
from ivy.nest import leaves_with_paths, replaced
from ivy.types import A, B

__all__ = [
    "adam_step",
    "adam_update",
    "gradient_descent_update",
    "lamb_update",
    "lars_update",
    "optimizer_update",
]


_NESTS = (dict, list, tuple)


def _updated(name: str, out: Any, *args: Any) -> Any:
    """Apply a rule to arrays, or leaf by leaf to nests of one structure."""
    if isinstance(args[0], _NESTS):
        result = _updated_leaves(name, args)
    else:
        # The slow path costs little beside an update, and knows arrays, numbers and mixtures.
        result = retry(None, name, *args)
    if out is None:
        return result
    if isinstance(result, tuple) and not isinstance(out, tuple):
        return (put(result[0], out), *result[1:])
    return put(result, out)


def _updated_leaves(name: str, args: tuple[Any, ...]) -> Any:
    def is_leaf(x: Any) -> bool:
        return not isinstance(x, _NESTS)

    leaves = [dict(leaves_with_paths(a, is_leaf)) if isinstance(a, _NESTS) else None for a in args]
    first = leaves[0] or {}
    results = {
        path: _updated(
            name, None, *(a if d is None else d[path] for a, d in zip(args, leaves, strict=True))
        )
        for path in first
    }
    if results and isinstance(next(iter(results.values())), tuple):
        columns = zip(*results.values(), strict=True)
        return tuple(
            replaced(args[0], dict(zip(results, column, strict=True))) for column in columns
        )
    return replaced(args[0], results)


def optimizer_update(
    w: A, effective_grad: B, lr: B | float, /, stop_gradients: bool = True, out: A | None = None
) -> A:
    """Return `w - lr * effective_grad`, cut off from the gradient by default.

    >>> ivy.optimizer_update(ivy.array([1., 2.]), ivy.array([1., 1.]), 0.5)
    ivy.array([0.5, 1.5])
    """
    return _updated("optimizer_update", out, w, effective_grad, lr, stop_gradients)


def gradient_descent_update(
    w: A, dcdw: B, lr: B | float, /, stop_gradients: bool = True, out: A | None = None
) -> A:
    """Return `w - lr * dcdw`, cut off from the gradient by default.

    >>> ivy.gradient_descent_update(ivy.array([1., 2.]), ivy.array([1., 1.]), 0.5)
    ivy.array([0.5, 1.5])
    """
    return _updated("gradient_descent_update", out, w, dcdw, lr, stop_gradients)


def lars_update(
    w: A,
    dcdw: B,
    lr: B | float,
    /,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
    out: A | None = None,
) -> A:
    """Return `w` after a step whose rate is scaled by `|w| / |dcdw|`.

    With `decay_lambda > 0` the rate is further divided by `|w| * decay_lambda`.

    >>> ivy.lars_update(ivy.array([3., 4.]), ivy.array([1., 0.]), 0.1)
    ivy.array([2.5, 4. ])
    """
    return _updated("lars_update", out, w, dcdw, lr, decay_lambda, stop_gradients)


def adam_step(
    dcdw: A,
    mw: B,
    vw: B,
    step: B | float,
    /,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    out: A | None = None,
) -> tuple[A, A, A]:
    """Return Adam's change of the weights and its two new moments.

    The change is `a * m / (sqrt(v) + epsilon)` with
    `a = sqrt(1 - beta2**step) / (1 - beta1**step + epsilon)`.

    >>> ivy.adam_step(ivy.array([2.]), ivy.array([0.]), ivy.array([0.]), 1)[1]
    ivy.array([0.2])
    """
    return _updated("adam_step", out, dcdw, mw, vw, step, beta1, beta2, epsilon)


def adam_update(
    w: A,
    dcdw: B,
    lr: B | float,
    mw_tm1: B,
    vw_tm1: B,
    step: B | float,
    /,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    stop_gradients: bool = True,
    out: A | None = None,
) -> tuple[A, A, A]:
    """Return the weights after a step of Adam, and its two new moments.

    >>> w, g, zero = ivy.array([1.]), ivy.array([2.]), ivy.array([0.])
    >>> ivy.adam_update(w, g, 0.1, zero, zero, 1)[1]
    ivy.array([0.2])
    """
    args = (w, dcdw, lr, mw_tm1, vw_tm1, step, beta1, beta2, epsilon, stop_gradients)
    return _updated("adam_update", out, *args)


def lamb_update(
    w: A,
    dcdw: B,
    lr: B | float,
    mw_tm1: B,
    vw_tm1: B,
    step: B | float,
    /,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    max_trust_ratio: float = 10,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
    out: A | None = None,
) -> tuple[A, A, A]:
    """Return the weights after a step of LAMB, and its two new moments.

    Adam's change is scaled by `min(|w| / |change + decay_lambda * w|, max_trust_ratio)`.

    >>> w, g, zero = ivy.array([1.]), ivy.array([2.]), ivy.array([0.])
    >>> ivy.lamb_update(w, g, 0.1, zero, zero, 1)[1]
    ivy.array([0.2])
    """
    args = (w, dcdw, lr, mw_tm1, vw_tm1, step, beta1, beta2, epsilon)
    return _updated("lamb_update", out, *args, max_trust_ratio, decay_lambda, stop_gradients)
