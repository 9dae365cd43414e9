"""Learning rates that change: small callables from the number of a step, 0 for the first.

They take a Python number or, inside a traced program, a 0-d array.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ivy.dispatch import OPERATIONS
from ivy.stateful.options import check_options

__all__ = [
    "ConstantSchedule",
    "CosineSchedule",
    "ExponentialSchedule",
    "StepSchedule",
    "WarmupSchedule",
]


def _number(step: Any) -> Any:
    """Return a step as a number or a floating array."""
    if isinstance(step, (int, float)):
        return step
    return OPERATIONS["astype"](step, OPERATIONS["default_float_dtype"]())


def _share(x: Any) -> Any:
    """Return a number between 0 and 1."""
    return min(max(x, 0.0), 1.0) if isinstance(x, (int, float)) else OPERATIONS["clip"](x, 0.0, 1.0)


class Schedule:
    """Base of the schedules: dataclasses that check what they are made with."""

    def __post_init__(self) -> None:
        check_options(type(self).__name__, vars(self))


@dataclass(frozen=True)
class ConstantSchedule(Schedule):
    """Always `rate`.

    >>> ivy.ConstantSchedule(0.1)(7)
    0.1
    """

    rate: float

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step."""
        return self.rate


@dataclass(frozen=True)
class StepSchedule(Schedule):
    """`rate`, multiplied by `factor` after every `every` steps.

    >>> schedule = ivy.StepSchedule(1.0, every=10, factor=0.5)
    >>> schedule(9), schedule(10), schedule(20)
    (1.0, 0.5, 0.25)
    """

    rate: float
    every: int
    factor: float = 0.1

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step."""
        return self.factor ** (_number(step) // self.every) * self.rate


@dataclass(frozen=True)
class ExponentialSchedule(Schedule):
    """`rate * factor ** (step / every)`, never below `minimum`.

    >>> ivy.ExponentialSchedule(1.0, factor=0.25, every=10)(5)
    0.5
    """

    rate: float
    factor: float
    every: int = 1
    minimum: float = 0.0

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step."""
        rate = self.factor ** (_number(step) / self.every) * self.rate
        if isinstance(rate, (int, float)):
            return max(rate, self.minimum)
        return OPERATIONS["clip"](rate, self.minimum, math.inf)


@dataclass(frozen=True)
class CosineSchedule(Schedule):
    """Half a wave of a cosine from `rate` down to `minimum`, over `steps` steps.

    >>> schedule = ivy.CosineSchedule(1.0, steps=100)
    >>> schedule(0), round(schedule(50), 6), schedule(100), schedule(200)
    (1.0, 0.5, 0.0, 0.0)
    """

    rate: float
    steps: int
    minimum: float = 0.0

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step."""
        angle = _share(_number(step) / self.steps) * math.pi
        wave = math.cos(angle) if isinstance(angle, float) else OPERATIONS["cos"](angle)
        return (wave + 1.0) * ((self.rate - self.minimum) / 2) + self.minimum


@dataclass(frozen=True)
class WarmupSchedule(Schedule):
    """Another schedule, after rising to its first rate in `steps` equal steps.

    >>> schedule = ivy.WarmupSchedule(ivy.CosineSchedule(1.0, steps=100), steps=4)
    >>> schedule(0), schedule(3), schedule(4), round(schedule(54), 6)
    (0.25, 1.0, 1.0, 0.5)
    """

    then: Callable[[Any], Any] | float
    steps: int

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step."""
        later = self.then if callable(self.then) else ConstantSchedule(self.then)
        step = _number(step)
        share = _share((step + 1) / self.steps)
        if isinstance(step, (int, float)):
            return later(max(step - self.steps, 0)) * share
        return later(OPERATIONS["clip"](step - self.steps, 0.0, math.inf)) * share
