"""Activation functions as modules."""

from __future__ import annotations

from typing import Any, ClassVar

from ivy.ops import activations, elementwise
from ivy.ops.manipulation import split
from ivy.stateful.functions import Function
from ivy.stateful.module import Module

__all__ = [
    "ELU",
    "GEGLU",
    "GELU",
    "Hardswish",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "Logit",
    "Mish",
    "PReLU",
    "ReLU",
    "ReLU6",
    "SeLU",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softplus",
    "Softsign",
    "Tanh",
]


class OfComplex(Function):
    """An activation whose one option is what it does with complex numbers."""

    def __init__(self, complex_mode: str = "jax") -> None:
        super().__init__(complex_mode=complex_mode)


class GELU(Function):
    """`x` times the normal distribution function of `x`."""

    operation = staticmethod(activations.gelu)

    def __init__(self, *, approximate: bool = False, complex_mode: str = "jax") -> None:
        super().__init__(approximate=approximate, complex_mode=complex_mode)


class ReLU(OfComplex):
    """`max(x, 0)`."""

    operation = staticmethod(activations.relu)


class LeakyReLU(Function):
    """`x` where positive, `alpha * x` elsewhere."""

    operation = staticmethod(activations.leaky_relu)

    def __init__(self, alpha: float = 0.2, complex_mode: str = "jax") -> None:
        super().__init__(alpha=alpha, complex_mode=complex_mode)


class Softmax(Function):
    """Positive numbers along `axis` with the sum 1."""

    operation: ClassVar[Any] = staticmethod(activations.softmax)

    def __init__(self, axis: int = -1, complex_mode: str = "jax") -> None:
        super().__init__(axis=axis, complex_mode=complex_mode)


class LogSoftmax(Softmax):
    """The logarithm of softmax."""

    operation = staticmethod(activations.log_softmax)


class Softplus(Function):
    """`log(1 + exp(beta * x)) / beta`, a smooth ReLU."""

    operation = staticmethod(activations.softplus)

    def __init__(self, beta: float = 1.0, threshold: float | None = None) -> None:
        super().__init__(beta=beta, threshold=threshold)


class Softsign(Function):
    """`x / (1 + |x|)`."""

    operation = staticmethod(activations.softsign)


class Mish(Function):
    """`x * tanh(softplus(x))`."""

    operation = staticmethod(activations.mish)


class SiLU(Function):
    """`x * sigmoid(x)`."""

    operation = staticmethod(activations.silu)


class Sigmoid(OfComplex):
    """`1 / (1 + exp(-x))`."""

    operation = staticmethod(activations.sigmoid)


class Tanh(OfComplex):
    """The hyperbolic tangent."""

    operation = staticmethod(elementwise.tanh)


class ReLU6(OfComplex):
    """`min(max(x, 0), 6)`."""

    operation = staticmethod(activations.relu6)


class Hardswish(OfComplex):
    """`x * relu6(x + 3) / 6`."""

    operation = staticmethod(activations.hardswish)


class Logit(Function):
    """`log(x / (1 - x))`, `x` first clipped to `[eps, 1 - eps]`."""

    operation = staticmethod(activations.logit)

    def __init__(self, eps: float | None = None, complex_mode: str = "jax") -> None:
        super().__init__(eps=eps, complex_mode=complex_mode)


class PReLU(Module):
    """`x` where positive, `slope * x` elsewhere; `slope` is fixed."""

    def __init__(self, slope: Any) -> None:
        self._slope = slope
        super().__init__()

    def _forward(self, x: Any) -> Any:
        return activations.prelu(x, self._local(self._slope))


class SeLU(Function):
    """The scaled exponential linear unit."""

    operation = staticmethod(activations.selu)


class ELU(Function):
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""

    operation = staticmethod(activations.elu)

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__(alpha=alpha)


class LogSigmoid(OfComplex):
    """The logarithm of sigmoid."""

    operation = staticmethod(activations.logsigmoid)


class GEGLU(Module):
    """The first half of the last axis times the GELU of the second."""

    def _forward(self, inputs: Any) -> Any:
        x, gates = split(inputs, num_or_size_splits=2, axis=-1)
        return x * activations.gelu(gates)
