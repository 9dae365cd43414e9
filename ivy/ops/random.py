"""Random numbers: the framework's own generator, or with a seed the same numbers on all of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from ivy.dispatch import Wrapper, is_native, put, retry, space_of
from ivy.rng import checked_seed, key_of_seed, key_of_words, scoped_stream, seed_process
from ivy.types import A, B

__all__ = [
    "bernoulli",
    "beta",
    "dirichlet",
    "gamma",
    "multinomial",
    "poisson",
    "randint",
    "random_normal",
    "random_uniform",
    "rng",
    "seed",
    "shuffle",
]


_Shape = int | Sequence[int] | None


def seed(*, seed_value: int | None = 0) -> None:
    """Draw from one process-wide stream from now on; `None` returns to the native generators.

    >>> ivy.seed(seed_value=1)
    >>> first = ivy.random_uniform(shape=2)
    >>> ivy.seed(seed_value=1)
    >>> ivy.array_equal(first, ivy.random_uniform(shape=2))
    True
    >>> ivy.seed(seed_value=None)
    """
    seed_process(seed_value)


def rng(key: Any) -> AbstractContextManager[None]:
    """Draw from a stream of this key inside a `with` block.

    The key is an integer or an array of two 32-bit words, such as a `jax.random.PRNGKey`, which
    may be an argument of a program that is traced.

    >>> with ivy.rng(3):
    ...     ivy.randint(0, 10, shape=3).shape
    ivy.Shape(3)
    """
    native = key._data if isinstance(key, Wrapper) else key
    if not is_native(native):
        return scoped_stream(key_of_seed(checked_seed(key)))
    space = space_of(native)
    if not (space.is_tracing() or space.is_traced(native)):
        native = key_of_words(space.to_numpy(space.key_words(native)))
    return scoped_stream(native)


def _drawn(name: str, out: Any, *args: Any) -> Any:
    result = retry(None, name, *args)
    return result if out is None else put(result, out)


def random_uniform(
    low: B | float = 0.0,
    high: B | float = 1.0,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return numbers drawn evenly from `low` to `high`, which may be arrays.

    >>> ivy.random_uniform(shape=3, seed=0).shape
    ivy.Shape(3)
    """
    return _drawn("random_uniform", out, low, high, shape, device, dtype, seed)


def random_normal(
    mean: B | float = 0.0,
    std: B | float = 1.0,
    shape: _Shape = None,
    dtype: Any = None,
    seed: int | None = None,
    device: Any = None,
    out: A | None = None,
) -> Any:
    """Return normally distributed numbers; `mean` and `std` may be arrays.

    >>> ivy.random_normal(shape=(2, 3), seed=0).shape
    ivy.Shape(2, 3)
    """
    return _drawn("random_normal", out, mean, std, shape, dtype, seed, device)


def randint(
    low: B | int,
    high: B | int,
    /,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return integers from `low` to below `high`, all equally likely.

    >>> ivy.randint(0, 5, shape=2, seed=0).dtype
    int32
    """
    return _drawn("randint", out, low, high, shape, device, dtype, seed)


def multinomial(
    population_size: int | None,
    num_samples: int,
    /,
    batch_size: int = 1,
    probs: B | None = None,
    replace: bool = True,
    device: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return indices of classes drawn with the given, or equal, probabilities.

    Each row of `probs`, which need not add up to 1, is drawn from on its own; then
    `population_size` and `batch_size` do not matter.

    >>> ivy.multinomial(10, 3, batch_size=2, seed=0).shape
    ivy.Shape(2, 3)
    """
    args = (population_size, num_samples, batch_size, probs, replace, device, seed)
    return _drawn("multinomial", out, *args)


def shuffle(x: A, axis: int = 0, /, seed: int | None = None, out: A | None = None) -> A:
    """Return `x` with its slices along an axis in random order.

    >>> ivy.sort(ivy.shuffle(ivy.array([1, 2, 3]), seed=0))
    ivy.array([1, 2, 3])
    """
    return _drawn("shuffle", out, x, axis, seed)


def bernoulli(
    probs: B | float | None,
    logits: B | None = None,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return ones with probability `probs` (or `sigmoid(logits)`), else zeros.

    >>> ivy.bernoulli(1.0, shape=2)
    ivy.array([1., 1.])
    """
    return _drawn("bernoulli", out, probs, logits, shape, device, dtype, seed)


def beta(
    a: B | float,
    b: B | float,
    /,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return numbers of the beta distribution.

    >>> ivy.beta(1.0, 2.0, shape=2, seed=0).shape
    ivy.Shape(2)
    """
    return _drawn("beta", out, a, b, shape, device, dtype, seed)


def gamma(
    alpha: B | float,
    beta: B | float,
    /,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return numbers of the gamma distribution with shape `alpha` and rate `beta`.

    >>> ivy.gamma(1.0, 2.0, shape=2, seed=0).shape
    ivy.Shape(2)
    """
    return _drawn("gamma", out, alpha, beta, shape, device, dtype, seed)


def dirichlet(
    alpha: B,
    /,
    size: _Shape = None,
    dtype: Any = None,
    seed: int | None = None,
    out: A | None = None,
) -> Any:
    """Return points of the simplex, distributed as the Dirichlet distribution of `alpha`.

    >>> ivy.dirichlet(ivy.array([1., 2., 3.]), size=2, seed=0).shape
    ivy.Shape(2, 3)
    """
    return _drawn("dirichlet", out, alpha, size, dtype, seed)


def poisson(
    lam: B | float,
    shape: _Shape = None,
    device: Any = None,
    dtype: Any = None,
    seed: int | None = None,
    fill_value: float = 0,
    out: A | None = None,
) -> Any:
    """Return counts of the Poisson distribution; `fill_value` where the rate is negative.

    >>> ivy.poisson(4.0, shape=2, seed=0).shape
    ivy.Shape(2)
    """
    return _drawn("poisson", out, lam, shape, device, dtype, seed, fill_value)
