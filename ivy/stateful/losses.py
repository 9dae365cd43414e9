"""Losses as modules."""

from __future__ import annotations

from typing import Any, ClassVar

from ivy.ops import losses
from ivy.stateful.functions import Function

__all__ = [
    "BinaryCrossEntropyLoss",
    "CrossEntropyLoss",
    "HuberLoss",
    "L1Loss",
    "LogPoissonLoss",
    "MSELoss",
    "SparseCrossEntropyLoss",
]


class LogPoissonLoss(Function):
    """The negative log-likelihood of Poisson counts, given the logarithm of their rate."""

    operation = staticmethod(losses.log_poisson_loss)

    def __init__(
        self, *, compute_full_loss: bool = False, axis: int = -1, reduction: str = "none"
    ) -> None:
        super().__init__(compute_full_loss=compute_full_loss, axis=axis, reduction=reduction)


class CrossEntropyLoss(Function):
    """The cross-entropy of predicted distributions (or logits) and true ones, of each sample.

    `reduction` is along `axis`, that of the classes.
    """

    operation: ClassVar[Any] = staticmethod(losses.cross_entropy)

    def __init__(
        self,
        *,
        axis: int = -1,
        epsilon: float = 1e-7,
        reduction: str = "sum",
        from_logits: bool = False,
    ) -> None:
        super().__init__(axis=axis, epsilon=epsilon, reduction=reduction, from_logits=from_logits)


class SparseCrossEntropyLoss(CrossEntropyLoss):
    """The cross-entropy of predicted distributions (or logits) and true classes, by number."""

    operation = staticmethod(losses.sparse_cross_entropy)


class BinaryCrossEntropyLoss(Function):
    """The cross-entropy of predicted probabilities (or logits) and true ones."""

    operation = staticmethod(losses.binary_cross_entropy)

    def __init__(
        self, *, from_logits: bool = False, epsilon: float = 0.0, reduction: str = "none"
    ) -> None:
        super().__init__(from_logits=from_logits, epsilon=epsilon, reduction=reduction)


class MSELoss(Function):
    """The squared difference."""

    operation: ClassVar[Any] = staticmethod(losses.mse_loss)

    def __init__(self, *, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)


class L1Loss(MSELoss):
    """The absolute difference."""

    operation = staticmethod(losses.l1_loss)


class HuberLoss(Function):
    """Half the squared difference, linear beyond `delta`."""

    operation = staticmethod(losses.huber_loss)

    def __init__(self, *, delta: float = 1.0, reduction: str = "mean") -> None:
        super().__init__(delta=delta, reduction=reduction)
