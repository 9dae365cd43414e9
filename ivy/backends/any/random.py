"""Distributions over a backend's random words; the framework's own generator when unseeded."""

import math

import numpy as np

from ivy import backends
from ivy.backends import rejection
from ivy.config import default_of
from ivy.errors import IvyMemoryError, IvyTypeError, IvyValueError
from ivy.rng import Stream, key_of_words, stream_for
from ivy.types import iinfo


def key_words(xp, key):
    return xp.reshape(key, (-1,))


def _is_number(x):
    return isinstance(x, int | float)


def _result_shape(name, shape, *parameters):
    arrays = [p for p in parameters if not _is_number(p)]
    if arrays and shape is not None and any(p.shape for p in arrays):
        expected = np.broadcast_shapes(tuple(shape), *(tuple(p.shape) for p in arrays))
        if tuple(expected) != tuple(shape):
            msg = f"{name}: expected parameters that broadcast to shape {tuple(shape)}"
            raise IvyValueError(f"{msg}, got {[tuple(p.shape) for p in arrays]}")
    if shape is not None:
        sizes = (shape,) if isinstance(shape, int) else shape
        sizes = tuple(_as_size(name, n) for n in sizes)
        known = [n for n in sizes if isinstance(n, int)]
        if 0 not in known and math.prod(known) >= 2**59:  # jax 0.10 ends the process
            raise IvyMemoryError(f"{name}: expected fewer than 2**59 numbers, got shape {sizes}")
        return sizes
    return tuple(np.broadcast_shapes(*(tuple(p.shape) for p in arrays)))


def _as_size(name, n):
    if isinstance(n, (str, float)) or (isinstance(n, int) and n < 0):
        raise IvyValueError(f"{name}: expected sizes of at least 0 in the shape, got {n!r}")
    try:
        return int(n)
    except TypeError:  # tf.function may know it only when it runs
        return n


def _float_dtype(xp, name, dtype):
    dtype = xp.as_native_dtype(default_of("float") if dtype is None else dtype)
    if xp.DTYPES[dtype].kind != "float":
        raise IvyTypeError(f"{name}: expected a float dtype, got {xp.DTYPES[dtype]}")
    return dtype


# Bits of a float's significand: so many random bits fill [0, 1) evenly and never reach 1.
_PRECISION = {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}


def _units(xp, stream, count, dtype):
    """Return `count` floats in [0, 1)."""
    name = xp.DTYPES[dtype].name
    if name == "float64":
        words = xp.random_words(*stream.take(2 * count), 2 * count)
        return xp.unit_float64(words)
    words = xp.random_words(*stream.take(count), count)
    return xp.astype(xp.unit_float32(words, _PRECISION[name]), dtype)


def _scaled(xp, values, low, high, dtype):
    if low == 0 and high == 1 if _is_number(low) and _is_number(high) else False:
        return values
    low, high = (p if _is_number(p) else xp.astype(p, dtype) for p in (low, high))
    span = high - low if _is_number(low) and _is_number(high) else xp.subtract(high, low)
    return xp.add(xp.multiply(values, span), low)


def random_uniform(xp, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = _result_shape("random_uniform", shape, low, high)
    dtype = _float_dtype(xp, "random_uniform", dtype)
    stream = stream_for(seed, xp.is_tracing())
    if stream is None:
        units = xp.native_uniform(shape, dtype)
    else:
        units = xp.reshape(_units(xp, stream, math.prod(shape), dtype), shape)
    return _placed(xp, _scaled(xp, units, low, high, dtype), device)


def _placed(xp, x, device):
    return x if device is None else xp.to_device(x, device)


def random_normal(xp, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    if _is_number(std) and std < 0:
        raise IvyValueError(f"random_normal: expected std of at least 0, got {std}")
    shape = _result_shape("random_normal", shape, mean, std)
    dtype = _float_dtype(xp, "random_normal", dtype)
    stream = stream_for(seed, xp.is_tracing())
    if stream is None:
        normals = xp.native_normal(shape, dtype)
    else:
        normals = xp.reshape(_normals(xp, stream, math.prod(shape), dtype), shape)
    mean, std = (p if _is_number(p) else xp.astype(p, dtype) for p in (mean, std))
    return _placed(xp, xp.add(xp.multiply(normals, std), mean), device)


def _normals(xp, stream, count, dtype):
    """Return standard normals by Box and Muller: one half of the words gives radii, one angles."""
    wide = xp.as_native_dtype("float64" if xp.DTYPES[dtype].name == "float64" else "float32")
    half = -(-count // 2)
    units = _units(xp, stream, 2 * half, wide)
    radius = xp.sqrt(xp.multiply(xp.log(xp.subtract(1.0, units[:half])), -2.0))
    angle = xp.multiply(units[half:], 2 * math.pi)
    both = [xp.multiply(radius, xp.cos(angle)), xp.multiply(radius, xp.sin(angle))]
    return xp.astype(xp.concat(both)[:count], dtype)


def randint(xp, low, high, shape=None, device=None, dtype=None, seed=None):
    if isinstance(low, float) or isinstance(high, float):
        raise IvyTypeError(f"randint: expected integers as low and high, got {low} and {high}")
    shape = _result_shape("randint", shape, low, high)
    dtype = xp.as_native_dtype(default_of("int") if dtype is None else dtype)
    if _is_number(low) and _is_number(high) and not 0 < high - low <= 2**32:
        msg = f"randint: expected low < high <= low + 2**32, got low={low}, high={high}"
        raise IvyValueError(msg)
    if xp.DTYPES[dtype].kind in ("int", "uint"):
        held = iinfo(xp.DTYPES[dtype])
        if (_is_number(low) and low < held.min) or (_is_number(high) and high - 1 > held.max):
            msg = f"randint: expected numbers of {held.dtype}, {held.min} to {held.max}"
            raise IvyValueError(f"{msg}, got low={low}, high={high}")
    count = math.prod(shape)
    stream = stream_for(seed, xp.is_tracing())
    words = (
        xp.native_words(count) if stream is None else xp.random_words(*stream.take(count), count)
    )
    index = xp.as_native_dtype(xp.index_dtype())
    low, high = (p if _is_number(p) else xp.astype(p, index) for p in (low, high))
    span = high - low if _is_number(low) and _is_number(high) else xp.subtract(high, low)
    words = xp.reshape(words, shape)
    drawn = xp.add(xp.scaled_words(words, span), low)
    return _placed(xp, xp.astype(drawn, dtype), device)


def _permutations(xp, stream, rows, count):
    """Return random permutations of range(count), one per row."""
    words = 2 * rows * count
    bits = xp.native_words(words) if stream is None else xp.random_words(*stream.take(words), words)
    return xp.argsort_words(xp.reshape(bits, (rows, count, 2)))


def shuffle(xp, x, axis=0, seed=None):
    stream = stream_for(seed, xp.is_tracing())
    order = _permutations(xp, stream, 1, x.shape[axis])[0]
    return xp.take(x, order, axis=axis)


def multinomial(
    xp, population_size, num_samples, batch_size=1, probs=None, replace=True, device=None, seed=None
):
    if isinstance(population_size, float) or isinstance(num_samples, float):
        msg = "multinomial: expected integers as population_size and num_samples"
        raise IvyTypeError(f"{msg}, got {population_size!r} and {num_samples!r}")
    classes = population_size if probs is None else probs.shape[-1]
    if num_samples < 0:
        raise IvyValueError(f"multinomial: expected num_samples of at least 0, got {num_samples}")
    if not replace and num_samples > classes:
        msg = f"multinomial: expected at most {classes} samples without replacement"
        raise IvyValueError(f"{msg}, got {num_samples}")
    leading = (batch_size,) if probs is None else tuple(probs.shape[:-1])
    rows = math.prod(leading)
    stream = stream_for(seed, xp.is_tracing())
    if probs is None and not replace:
        drawn = _permutations(xp, stream, rows, classes)[:, :num_samples]
    elif replace:
        drawn = _with_replacement(xp, stream, probs, rows, num_samples, classes)
    else:
        drawn = _without_replacement(xp, stream, xp.reshape(probs, (rows, classes)), num_samples)
    drawn = xp.astype(xp.reshape(drawn, (*leading, num_samples)), xp.index_dtype())
    return _placed(xp, drawn, device)


def _with_replacement(xp, stream, probs, rows, num_samples, classes):
    count = rows * num_samples
    words = (
        xp.native_words(count) if stream is None else xp.random_words(*stream.take(count), count)
    )
    words = xp.reshape(words, (rows, num_samples))
    if probs is None:
        return xp.scaled_words(words, classes)
    # Whole numbers add up the same in any order, so every framework finds the same class.
    probs = xp.astype(xp.reshape(probs, (rows, classes)), "float32")
    largest = xp.max(probs, axis=-1, keepdims=True)
    weights = xp.floor(xp.multiply(xp.divide(probs, largest), float(2**30 // classes)))
    weights = xp.where(
        probs > 0, xp.maximum(weights, xp.ones_like(weights)), xp.zeros_like(weights)
    )
    ends = xp.cumulative_sum(xp.astype(weights, xp.index_dtype()), axis=-1)
    targets = xp.scaled_words(words, ends[:, -1:])
    return xp.sum(
        xp.astype(
            xp.expand_dims(targets, axis=-1) >= xp.expand_dims(ends, axis=-2), xp.index_dtype()
        ),
        axis=-1,
    )


def _without_replacement(xp, stream, probs, num_samples):
    # A race: the class with rate p finishes after an exponential time; the first ones are drawn.
    wide = rejection.wide_dtype(xp)
    count = math.prod(probs.shape)
    if stream is None:
        units = xp.native_uniform(tuple(probs.shape), wide)
    else:
        words = xp.random_words(*stream.take(2 * count), 2 * count)
        units = xp.reshape(rejection.wide_units(xp, words), tuple(probs.shape))
    times = xp.divide(xp.negative(xp.log(xp.subtract(1.0, units))), xp.astype(probs, wide))
    return xp.argsort(times, axis=-1)[:, :num_samples]


def bernoulli(xp, probs, logits=None, shape=None, device=None, dtype=None, seed=None):
    if (probs is None) == (logits is None):
        raise IvyValueError("bernoulli: expected either probs or logits, got both or neither")
    if probs is None:
        probs = xp.divide(1.0, xp.add(xp.exp(xp.negative(logits)), 1.0))
    elif _is_number(probs) and not 0 <= probs <= 1:
        raise IvyValueError(f"bernoulli: expected probs from 0 to 1, got {probs}")
    shape = _result_shape("bernoulli", shape, probs)
    units = random_uniform(xp, shape=shape, dtype="float32", seed=seed)
    wanted = probs if _is_number(probs) else xp.astype(probs, "float32")
    drawn = xp.less(units, wanted)
    return _placed(xp, xp.astype(drawn, "float32" if dtype is None else dtype), device)


# ---- by rejection: on the host, and while a framework traces by itself -------------------------


def _rejected(xp, seed, dtype, device, shape, draw, *parameters):
    """Return `draw(namespace, stream, *parameters)` for parameters that are flat and broadcast."""
    tracing = xp.is_tracing()
    stream = stream_for(seed, tracing)
    arrays = [p for p in parameters if not _is_number(p)]
    if stream is None and not tracing:
        stream = Stream(key_of_words(xp.to_numpy(xp.native_words(2))))
    has_key = stream is not None and isinstance(stream.key, int)
    if tracing or not has_key or any(xp.is_traced(x) for x in arrays):
        wide, count = rejection.wide_dtype(xp), math.prod(shape)
        flat = [
            xp.full((count,), p, dtype=wide)
            if _is_number(p)
            else xp.reshape(xp.broadcast_to(xp.stop_gradient(xp.astype(p, wide)), shape), (count,))
            for p in parameters
        ]
        drawn = draw(xp, stream, *flat)
    else:
        flat = [np.broadcast_to(np.float64(_host(xp, p)), shape).reshape(-1) for p in parameters]
        with np.errstate(all="ignore"):
            drawn = xp.asarray(draw(backends.load("numpy"), stream, *flat))
    dtype = xp.as_native_dtype(default_of("float") if dtype is None else dtype)
    return _placed(xp, xp.astype(xp.reshape(drawn, shape), dtype), device)


def _host(xp, x):
    return x if _is_number(x) else xp.to_numpy(x).astype("float64")


def _check_positive(xp, name, **parameters):
    """Raise where a parameter that is known is negative."""
    for parameter, x in parameters.items():
        least = x
        if not _is_number(x):
            unknown = xp.is_tracing() or xp.is_traced(x)
            least = 0 if unknown else float(np.min(_host(xp, x), initial=0))
        if least < 0:
            raise IvyValueError(f"{name}: expected {parameter} of at least 0, got {least}")


def gamma(xp, alpha, beta, shape=None, device=None, dtype=None, seed=None):
    _check_positive(xp, "gamma", alpha=alpha, beta=beta)
    size = _result_shape("gamma", shape, alpha, beta)

    def draw(space, stream, alphas, betas):
        return space.exp(rejection.log_gammas(space, stream, alphas)) / betas

    return _rejected(xp, seed, dtype, device, size, draw, alpha, beta)


def beta(xp, a, b, shape=None, device=None, dtype=None, seed=None):
    _check_positive(xp, "beta", a=a, b=b)
    size = _result_shape("beta", shape, a, b)

    def draw(space, stream, first, second):
        difference = rejection.log_gammas(space, stream, second)
        difference = difference - rejection.log_gammas(space, stream, first)
        return 1 / (1 + space.exp(difference))

    return _rejected(xp, seed, dtype, device, size, draw, a, b)


def dirichlet(xp, alpha, size=None, dtype=None, seed=None):
    _check_positive(xp, "dirichlet", alpha=alpha)
    leading = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    classes = alpha.shape[-1]

    def draw(space, stream, alphas):
        logarithms = space.reshape(rejection.log_gammas(space, stream, alphas), (-1, classes))
        return space.softmax(logarithms, -1)

    return _rejected(xp, seed, dtype, None, (*leading, *alpha.shape), draw, alpha)


def poisson(xp, lam, shape=None, device=None, dtype=None, seed=None, fill_value=0):
    size = _result_shape("poisson", shape, lam)

    def draw(space, stream, rates):
        counts = rejection.poissons(space, stream, rates)
        # A negative rate has no distribution: its places take fill_value.
        counts = space.where(rates < 0, float(fill_value), counts)
        return space.where(space.isnan(rates), rates, counts)

    return _rejected(xp, seed, dtype, device, size, draw, lam)
