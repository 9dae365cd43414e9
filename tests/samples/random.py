"""Random numbers with a seed: ranges and shapes. Values and laws are in `tests/test_random.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.samples import Sample, case, draw, values


def between(low: float, high: float, shape: tuple[int, ...]) -> Callable[..., None]:
    """Return a check that numbers lie in a range and have a shape."""

    def check(result: Any, *args: Any, **kwargs: Any) -> None:
        assert result.shape == shape
        assert np.all((result >= low) & (result <= high))

    return check


def sample(name: str, call: Any, check: Any, result: str = "float32", **options: Any) -> Sample:
    options = {"dtypes": ("float32",), "differentiable": False, "lists": False} | options
    return Sample(name, None, [call], check=check, result=result, **options)


def check_shuffled(result: Any, x: Any, **kwargs: Any) -> None:
    np.testing.assert_array_equal(np.sort(result, 0), np.sort(x, 0))


SAMPLES = [
    sample("random_uniform", case(2.0, 3.0, (3, 4), seed=0), between(2, 3, (3, 4))),
    sample("random_normal", case(0.0, 1.0, (3, 4), seed=0), between(-6, 6, (3, 4))),
    sample("randint", case(2, 9, (3, 4), seed=0), between(2, 8, (3, 4)), "int32"),
    sample("multinomial", case(5, 3, seed=0), between(0, 4, (1, 3)), "int64"),
    sample("shuffle", case(draw(4), seed=0), check_shuffled),
    sample("bernoulli", case(values([0.2, 0.8]), seed=0), between(0, 1, (2,))),
    sample("beta", case(1.0, 2.0, (3,), seed=0), between(0, 1, (3,))),
    sample("gamma", case(1.0, 2.0, (3,), seed=0), between(0, 99, (3,))),
    sample("poisson", case(3.0, (3,), seed=0), between(0, 99, (3,))),
    sample("dirichlet", case(values([1.0, 2.0]), seed=0), between(0, 1, (2,))),
]
