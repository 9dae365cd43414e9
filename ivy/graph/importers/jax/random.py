"""Rules for JAX's random numbers: its functions become ivy's, which draw from ivy's generator.

Only the distribution is kept, not the bits: keys are not followed, and threefry is never read.
"""

from __future__ import annotations

import numpy as np

from ivy.graph.importers.jax.build import KEY, JaxBuilder, Number
from ivy.graph.importers.jax.shapes import array
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, transpile_rule


@transpile_rule(
    "jax", "random_wrap", "random_split", "random_fold_in", "random_seed", "random_clone"
)
def _key(build, *operands, **params):
    return KEY


@transpile_rule("jax", "random_unwrap")
def _random_unwrap(build, x):
    aval = build.avals[0]
    return build.zeros(build.dims(aval.shape), dtype=str(aval.dtype))


@transpile_rule("jax", "random_bits")
def _random_bits(build, x, bit_width, shape):
    if bit_width > 32:
        raise Unsupported(f"bit_width={bit_width}")
    aval = build.avals[0]
    sizes = build.dims(aval.shape)
    numbers = build.randint(0, 2**bit_width, shape=sizes, dtype="int64")
    return build.astype(numbers, str(aval.dtype))


@transpile_rule("jax", "threefry2x32", "rng_bit_generator", "random_gamma", "rng_uniform")
def _bits(build, *operands, **params):
    raise Unsupported("random bits made by hand; use the functions of jax.random")


def _uniform_numbers(build: JaxBuilder, dtype: str) -> Value:
    aval = build.avals[0]
    return build.random_uniform(shape=build.dims(aval.shape), dtype=dtype)


@transpile_rule("jax", "jit:_uniform")
def _uniform(build, _, low, high):
    aval = build.avals[0]
    dtype = str(aval.dtype)
    if isinstance(low, Number) and isinstance(high, Number):
        if (low.value, high.value) == (0.0, 1.0):
            return _uniform_numbers(build, dtype)
        shape = build.dims(aval.shape)
        return build.random_uniform(low.value, high.value, shape=shape, dtype=dtype)
    low, high = (build.cast(array(build, x), dtype) for x in (low, high))
    drawn = _uniform_numbers(build, dtype)
    return build.add(build.multiply(drawn, build.subtract(high, low)), low)


@transpile_rule("jax", "jit:_normal", "jit:_normal_real")
def _normal(build, _):
    aval = build.avals[0]
    if np.dtype(aval.dtype).kind == "c":
        return NotImplemented
    return build.random_normal(shape=build.dims(aval.shape), dtype=str(aval.dtype))


@transpile_rule("jax", "jit:_bernoulli")
def _bernoulli(build, _, p):
    dtype = p.dtype if p.dtype in ("float32", "float64", "float16", "bfloat16") else "float32"
    bound = p.value if isinstance(p, Number) else p
    return build.less(_uniform_numbers(build, dtype), bound)


@transpile_rule("jax", "jit:_randint")
def _randint(build, _, low, high):
    aval = build.avals[0]
    shape, dtype = build.dims(aval.shape), str(aval.dtype)
    if isinstance(low, Number) and isinstance(high, Number):
        return build.randint(low.value, high.value, shape=shape, dtype=dtype)
    low, high = (build.cast(array(build, x), dtype) for x in (low, high))
    span = build.astype(build.subtract(high, low), "float64")
    drawn = build.floor(build.multiply(_uniform_numbers(build, "float64"), span))
    return build.add(build.astype(drawn, dtype), low)


@transpile_rule("jax", "jit:_gamma")
def _gamma(build, _, alpha, *more):
    if more:
        return NotImplemented
    aval = build.avals[0]
    shape = build.dims(aval.shape)
    alpha = build.broadcast_to(array(build, alpha), shape)
    return build.gamma(alpha, build.ones_like(alpha), dtype=str(aval.dtype))


@transpile_rule("jax", "jit:_poisson")
def _poisson(build, _, rate):
    aval = build.avals[0]
    rate = build.broadcast_to(array(build, rate), build.dims(aval.shape))
    return build.astype(build.poisson(rate), str(aval.dtype))


@transpile_rule("jax", "jit:_shuffle")
def _shuffle(build, _, x):
    x = array(build, x)
    return build.shuffle(x) if len(build.shape_of(x)) == 1 else NotImplemented
