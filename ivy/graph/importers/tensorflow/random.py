"""Rules for random numbers of TensorFlow: the same distributions, not the same numbers.

A seed known while the program is read gives the same numbers at every call, as in TensorFlow; any
other makes way for the random state of the target.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from ivy.graph.importers.tensorflow.functions import handler
from ivy.graph.importers.tensorflow.values import TensorFlowBuilder as Build
from ivy.graph.importers.tensorflow.values import is_host, is_known, number_of, sizes_of
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported

_OPERATIONS = {
    "uniform": "RandomUniform StatelessRandomUniform StatelessRandomUniformV2 StatefulUniform",
    "normal": "RandomStandardNormal StatelessRandomNormal StatelessRandomNormalV2 "
    "StatefulStandardNormalV2",
    "truncated_normal": "TruncatedNormal StatelessTruncatedNormal StatelessTruncatedNormalV2 "
    "StatefulTruncatedNormal",
    "integers": "RandomUniformInt StatelessRandomUniformInt StatelessRandomUniformIntV2 "
    "StatefulUniformInt",
}
_KINDS = {name: kind for kind, names in _OPERATIONS.items() for name in names.split()}


@handler(*_KINDS)
def _random(reader, op, inputs):
    build, kind = reader.build, _KINDS[op.type]
    shape, seed, rest = _arguments(op, inputs)
    dtype = op.outputs[0].dtype.name
    options: dict[str, Any] = {"shape": shape, "dtype": dtype}
    if seed is not None:
        options["seed"] = seed
    if kind == "uniform":
        return [build.random_uniform(0.0, 1.0, **options)]
    if kind == "normal":
        return [build.random_normal(0.0, 1.0, **options)]
    if kind == "truncated_normal":
        return [_truncated(build, options)]
    low, high = (number_of(x, "a bound") if is_host(x) else x for x in rest)
    return [build.randint(low, high, **options)]


def _arguments(op: Any, inputs: list[Any]) -> tuple[tuple[Any, ...], int | None, list[Any]]:
    """Return the shape, the seed if it is known, and the other inputs."""
    names = [argument.name for argument in op.op_def.input_arg]
    given = dict(zip(names, inputs, strict=True))
    seed = given.get("seed", given.get("key"))
    number = None
    if seed is not None and is_known(seed):
        number = zlib.crc32(np.ascontiguousarray(seed).tobytes()) & 0x7FFFFFFF
    rest = [given[name] for name in ("minval", "maxval") if name in given]
    return sizes_of(given["shape"]), number, rest


def _truncated(build: Build, options: dict[str, Any]) -> Value:
    """Return normal numbers within two standard deviations, through the inverse of erf."""
    limit = 0.9544997361036416  # erf(2 / sqrt(2))
    uniform = build.random_uniform(-limit, limit, **options)
    return build.multiply(build.erfinv(uniform), 2.0**0.5)


@handler("StatelessRandomGetKeyCounter")
def _key_and_counter(reader, op, inputs):
    seed = inputs[0]
    # Known: kept, so that the numbers are the same at every call. Else never used.
    return [seed, seed]


@handler("StatelessRandomGetAlg")
def _algorithm(reader, op, inputs):
    return [np.array(1, np.int32)]


@handler("StatelessRandomGetKeyCounterAlg")
def _key_counter_algorithm(reader, op, inputs):
    return [inputs[0], inputs[0], np.array(1, np.int32)]


@handler("RngReadAndSkip")
def _skip(reader, op, inputs):
    return [inputs[0]]


@handler("RandomShuffle")
def _shuffle(reader, op, inputs):
    return [reader.build.shuffle(reader.build.array(inputs[0]))]


@handler("Multinomial", "StatelessMultinomial")
def _multinomial(reader, op, inputs):
    build = reader.build
    logits = build.array(inputs[0])
    (count,) = sizes_of(inputs[1], "a number of samples")
    if logits.shape is None or isinstance(count, Value):
        raise Unsupported("sizes that are not known before the program runs")
    # The largest of logits with Gumbel noise is a sample.
    shape = (build.length(logits, 0), count, build.length(logits, 1))
    tiny = float(np.finfo("float32").tiny)
    uniform = build.random_uniform(tiny, 1.0, shape=shape, dtype=logits.dtype)
    noise = build.negative(build.log(build.negative(build.log(uniform))))
    noisy = build.add(build.expand_dims(logits, axis=1), noise)
    return [build.argmax(noisy, axis=-1, dtype=op.outputs[0].dtype.name)]
