"""Rules for losses. Those that torch composes of other operations need none."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, known, promoted, rank, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported


def _reduced(build: TorchBuilder, x: Value, reduction: int) -> Value:
    if reduction == 0:
        return x
    return build.mean(x) if reduction == 1 else build.sum(x)


def _difference_loss(op: str) -> Rule:
    def apply(build: TorchBuilder, x: Value, y: Value, reduction: int = 1) -> Value:
        operands = promoted(build, x, y, dtype=build.result)
        distance = getattr(build, op)(build.subtract(*operands))
        return _reduced(build, distance, reduction)

    return apply


rule("mse_loss")(_difference_loss("square"))
rule("l1_loss")(_difference_loss("abs"))


@rule("nll_loss_forward", "nll_loss2d_forward")
def _nll_loss_forward(
    build: TorchBuilder, x: Value, target: Value, weight: Any, reduction: int, ignore_index: int
) -> tuple[Value, Value]:
    """Minus the entry of the target's class; classes may weigh more, one may count nothing."""
    axis = 0 if rank(x) == 1 else 1
    kept = build.not_equal(target, ignore_index)
    safe = known(build.where(kept, target, 0), target.shape or (), target.dtype or "")
    picked = build.take_along_axis(x, build.expand_dims(safe, axis=axis), axis)
    losses = build.negative(build.squeeze(picked, axis=axis))
    weights = build.astype(kept, x.dtype)
    if weight is not None:
        weights = build.multiply(weights, build.get_item(weight, (safe,)))
    losses = build.multiply(build.where(kept, losses, 0.0), weights)
    total = build.sum(weights)
    if reduction == 0:
        return losses, build.zeros((), dtype=x.dtype)
    summed = build.sum(losses)
    return (build.divide(summed, total) if reduction == 1 else summed), total


@rule("ctc_loss.IntList", "ctc_loss.Tensor", "_ctc_loss", "_ctc_loss.Tensor")
def _ctc_loss(build: TorchBuilder, *args: Any, **kwargs: Any) -> Value:
    raise Unsupported("outside of torch.nn.functional.ctc_loss")
