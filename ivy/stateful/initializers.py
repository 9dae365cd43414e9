"""The first values of variables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

from ivy.errors import IvyNotImplementedException, IvyValueError
from ivy.ops.creation import full
from ivy.ops.random import random_normal, random_uniform
from ivy.stateful.options import Checked

__all__ = [
    "Constant",
    "FirstLayerSiren",
    "GlorotUniform",
    "Initializer",
    "KaimingNormal",
    "Ones",
    "RandomNormal",
    "Siren",
    "Uniform",
    "Zeros",
]


class Initializer(Checked):
    """Makes an array of a given shape; layers say how many inputs and outputs it connects.

    A subclass defines `create_variables`.
    """

    def create_variables(
        self,
        var_shape: Sequence[int] | None = None,
        device: Any = None,
        fan_out: float | None = None,
        fan_in: float | None = None,
        dtype: Any = None,
    ) -> Any:
        """Return the variable."""
        fans = {"fan_in": fan_in, "fan_out": fan_out}
        return self._draw(tuple(var_shape or ()), fans, device=device, dtype=dtype)

    def _draw(self, shape: tuple[int, ...], fans: dict[str, Any], **place: Any) -> Any:
        msg = f"{type(self).__name__}: expected a method create_variables, got none"
        raise IvyNotImplementedException(msg)


class Constant(Initializer):
    """One value everywhere."""

    def __init__(self, constant: float) -> None:
        self._constant = constant

    def _draw(self, shape: tuple[int, ...], fans: dict[str, Any], **place: Any) -> Any:
        return full(shape, float(self._constant), **place)


class Zeros(Constant):
    """0 everywhere."""

    def __init__(self) -> None:
        super().__init__(0.0)


class Ones(Constant):
    """1 everywhere."""

    def __init__(self) -> None:
        super().__init__(1.0)


class Uniform(Initializer):
    """Even in `[-limit, limit)` with `limit = (numerator / fan) ** power * gain`."""

    def __init__(self, numerator: float, fan_mode: str, power: float, gain: float) -> None:
        self._numerator, self._fan_mode, self._power, self._gain = numerator, fan_mode, power, gain

    def _draw(self, shape: tuple[int, ...], fans: dict[str, Any], **place: Any) -> Any:
        limit = (self._numerator / _fan(self._fan_mode, **fans)) ** self._power * self._gain
        return random_uniform(low=-limit, high=limit, shape=shape, **place)


def _fan(mode: str, fan_in: float | None, fan_out: float | None) -> float:
    needed: tuple[Any, ...] = (fan_in, fan_out)
    needed = {"fan_in": needed[:1], "fan_out": needed[1:]}.get(mode, needed)
    numbers = [number for number in needed if isinstance(number, Real)]
    total = math.fsum(numbers)
    if len(numbers) < len(needed) or not total:
        msg = f"{mode}: expected the numbers of inputs and outputs it is made of"
        raise IvyValueError(f"{msg}, got fan_in={fan_in!r}, fan_out={fan_out!r}")
    return total / 2 if mode == "fan_avg" else total


class GlorotUniform(Uniform):
    """Keeps the variance of activations and gradients: limit `sqrt(6 / (fan_in + fan_out))`."""

    def __init__(self) -> None:
        super().__init__(numerator=6, fan_mode="fan_sum", power=0.5, gain=1)


class FirstLayerSiren(Uniform):
    """For the first layer of a sine network: limit `1 / fan_in`."""

    def __init__(self) -> None:
        super().__init__(numerator=1, fan_mode="fan_in", power=1, gain=1)


class Siren(Uniform):
    """For further layers of a sine network: limit `sqrt(6 / fan_in) / w0`."""

    def __init__(self, w0: float = 30) -> None:
        super().__init__(numerator=6, fan_mode="fan_in", power=0.5, gain=1 / w0)


class KaimingNormal(Initializer):
    """Normal with variance `2 / ((1 + negative_slope ** 2) * fan)`, for ReLU networks."""

    def __init__(self, mean: float = 0, fan_mode: str = "fan_in") -> None:
        self._mean, self._fan_mode = mean, fan_mode

    def create_variables(  # type: ignore[override]
        self,
        var_shape: Sequence[int],
        device: Any = None,
        fan_out: float | None = None,
        fan_in: float | None = None,
        negative_slope: float = 0.0,
        dtype: Any = None,
    ) -> Any:
        """Return an array of draws."""
        fan = _fan(self._fan_mode, fan_in, fan_out)
        std = math.sqrt(2 / ((1 + negative_slope**2) * fan))
        return random_normal(
            mean=self._mean, std=std, shape=tuple(var_shape), device=device, dtype=dtype
        )


class RandomNormal(Initializer):
    """Normal with a given mean and standard deviation."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self._mean, self._stddev, self._seed = mean, stddev, seed

    def _draw(self, shape: tuple[int, ...], fans: dict[str, Any], **place: Any) -> Any:
        return random_normal(
            mean=self._mean, std=self._stddev, shape=shape, seed=self._seed, **place
        )


GLOROT, ZEROS = GlorotUniform(), Zeros()
"""What layers start with unless told otherwise."""
