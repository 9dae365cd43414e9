"""Rules for random numbers: the same distributions, not the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, cast, is_array, rank, rule, shape_of
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def _sizes(build: TorchBuilder, like: Any) -> tuple[Any, ...]:
    """Return the sizes given, or those of the array given."""
    return shape_of(build, like) if isinstance(like, Value) else tuple(like)


def _normal(build: TorchBuilder, like: Any, mean: Any = 0.0, std: Any = 1.0) -> Value:
    return build.random_normal(mean, std, shape=_sizes(build, like), dtype=build.result)


@rule("rand", "rand_like")
def _rand(build, like, dtype=None):
    return _uniform(build, like)


@rule("uniform")
def _uniform(build, like, from_=0.0, to=1.0, **options):
    low = options.pop("from", from_)
    return build.random_uniform(low, to, shape=_sizes(build, like), dtype=build.result)


@rule("randn", "randn_like")
def _randn(build, like, dtype=None):
    return _normal(build, like)


rule("normal_functional")(_normal)


@rule("normal.float_float")
def _normal_of_size(build, mean, std, size, dtype=None):
    return _normal(build, size, mean, std)


@rule("normal.Tensor_float", "normal.float_Tensor", "normal.Tensor_Tensor")
def _normal_of_arrays(build, mean, std=1.0):
    given = next(x for x in (mean, std) if is_array(x))
    noise = _normal(build, given)
    return build.add(build.multiply(noise, std), mean)


@rule("randint")
def _randint(build, high, size, dtype=None):
    return _randint_from(build, 0, high, size)


@rule("randint.low")
def _randint_from(build, low, high, like, dtype=None):
    drawn = build.randint(low, high, shape=_sizes(build, like), dtype="int64")
    return build.astype(drawn, build.result) if build.result != "int64" else drawn


@rule("randint_like")
def _randint_like(build, x, high, dtype=None):
    return _randint_from(build, 0, high, x)


@rule("randint_like.low_dtype")
def _randint_like_from(build, x, low, high, dtype=None):
    return _randint_from(build, low, high, x)


@rule("randperm")
def _randperm(build, n, dtype=None):
    return build.shuffle(build.arange(0, n, 1, dtype=build.result))


@rule("bernoulli", "bernoulli.p", "bernoulli.Tensor")
def _bernoulli(build, x, p=None):
    p = x if p is None else p
    dtype = p.dtype if is_array(p) else "float32"
    drawn = build.random_uniform(0.0, 1.0, shape=shape_of(build, x), dtype=dtype)
    return build.astype(build.less(drawn, p), build.result)


@rule("exponential")
def _exponential(build, x, lambd=1.0):
    drawn = build.random_uniform(0.0, 1.0, shape=shape_of(build, x), dtype=build.result)
    # 1 - u is never 0.
    return build.divide(build.negative(build.log1p(build.negative(drawn))), lambd)


@rule("multinomial")
def _multinomial(build, probabilities, num_samples, replacement=False):
    """The largest of log p + Gumbel noise, which are a draw with or without replacement."""
    if replacement and num_samples > 1:
        logits = build.log(build.expand_dims(cast(build, probabilities, "float32"), axis=-2))
        shape = (*shape_of(build, probabilities)[:-1], num_samples,
                 shape_of(build, probabilities)[-1])  # fmt: skip
        return build.astype(build.argmax(_with_gumbel(build, logits, shape), axis=-1), "int64")
    logits = build.log(cast(build, probabilities, "float32"))
    noisy = _with_gumbel(build, logits, shape_of(build, probabilities))
    _, places = build.several(2, "top_k", noisy, num_samples, axis=rank(probabilities) - 1)
    return build.astype(places, "int64")


def _with_gumbel(build: TorchBuilder, logits: Value, shape: Sequence[Any]) -> Value:
    drawn = build.random_uniform(1e-20, 1.0, shape=tuple(shape), dtype="float32")
    return build.subtract(logits, build.log(build.negative(build.log(drawn))))


@rule("poisson")
def _poisson(build, x):
    return build.poisson(x, shape=None, dtype=build.result)


@rule("rrelu_with_noise_functional")
def _rrelu(build, x, noise, lower=0.125, upper=1 / 3, training=False):
    if training:
        raise Unsupported("training=True")
    return build.leaky_relu(x, alpha=(lower + upper) / 2), noise
