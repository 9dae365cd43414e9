"""Rules for normalisation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.layers import training_of
from ivy.graph.importers.torch.modes import ALWAYS, FOLLOWS
from ivy.graph.importers.torch.values import TorchBuilder, known, rank, rule
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, transpile_rule


def channel_format(x: Value) -> str:
    """Return the data format of an array [N, C, ...]."""
    return "NC" if rank(x) == 2 else "NCS"


def _options(**given: Any) -> dict[str, Any]:
    """Return the arguments that are there."""
    return {name: value for name, value in given.items() if value is not None}


@rule("layer_norm")
def _layer_norm(build, x, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    axes = tuple(range(-len(normalized_shape), 0))
    return build.layer_norm(
        x, axes[0] if len(axes) == 1 else axes, **_options(scale=weight, offset=bias), eps=eps
    )


@rule("native_layer_norm")
def _native_layer_norm(build, x, shape, weight, bias, eps):
    result = known(_layer_norm(build, x, shape, weight, bias, eps), *build.expected[0])
    axes = tuple(range(rank(x) - len(shape), rank(x)))
    mean = build.mean(x, axis=axes, keepdims=True)
    variance = build.var(x, axis=axes, keepdims=True)
    return result, mean, build.reciprocal(build.sqrt(build.add(variance, eps)))


@rule("rms_norm")
def _rms_norm(build, x, normalized_shape, weight=None, eps=None):
    import torch

    axes = tuple(range(-len(normalized_shape), 0))
    if eps is None:
        eps = torch.finfo(getattr(torch, x.dtype or "float32")).eps
    return build.rms_norm(x, axes[0] if len(axes) == 1 else axes, **_options(scale=weight), eps=eps)


@rule("group_norm")
def _group_norm(build, x, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    given = _options(offset=bias, scale=weight)
    return build.group_norm(x, num_groups, **given, eps=eps, data_format=channel_format(x))


@rule("native_group_norm")
def _native_group_norm(build, x, weight, bias, N, C, HxW, group, eps):
    result = known(_group_norm(build, x, group, weight, bias, eps), *build.expected[0])
    flat = build.reshape(x, (-1, group, (C // group) * HxW))
    variance = build.var(flat, axis=2)
    rstd = build.reciprocal(build.sqrt(build.add(variance, eps)))
    return result, build.mean(flat, axis=2), rstd


# ---- running statistics -------------------------------------------------------------------------


def _normalized(build, x, mean, variance, weight, bias, training, momentum, eps, kind="batch_norm"):
    if mean is None:
        channels = (x.shape or (0, 0))[1]
        mean = build.zeros((channels,), dtype=x.dtype)
        variance = build.ones((channels,), dtype=x.dtype)
    options = _options(offset=bias, scale=weight)
    if training is not False:
        options |= {"training": training, "momentum": momentum}
    return build.several(
        3, kind, x, mean, variance, **options, eps=eps, data_format=channel_format(x)
    )


@transpile_rule("torch", "ivy_import.running_norm")
def _norm_of_mode(
    build, x, mean, variance, weight, bias, count, mode, momentum, eps, updates, kind
):
    """Normalisation that trains with the module: buffers get the running statistics."""
    training = training_of(build, mode)
    names, graph = build.modes["names"], build.graph
    held: list[Any] = [mean, variance, count]
    owners = [names.get(id(x), "") for x in held]
    # What is called twice goes on from the statistics that the first call leaves.
    held = [graph.mutations.get(name, x) for name, x in zip(owners, held, strict=True)]
    mean, variance, count = held
    given = mean, variance, weight, bias, training, 1.0 if momentum is None else momentum
    moved = _normalized(build, x, *given, eps, kind)
    if not updates:
        return moved[0]
    new: list[Any] = [*moved[1:], None]
    if momentum is None:
        new = [*_cumulative(build, (mean, variance), moved[1:], count), None]
    if count is not None and mode != ALWAYS:
        new[2] = build.add(count, 1)
    for name, old, value in zip(owners, held, new, strict=True):
        if name and value is not None:
            graph.mutations[name] = known(value, old.shape or (), old.dtype or "")
            if mode == FOLLOWS:
                graph.statistics.add(name)
    return moved[0]


def _cumulative(
    build: TorchBuilder, old: Sequence[Value], new: Sequence[Value], count: Value | None
) -> list[Value]:
    """Return averages over all batches: each counts 1 / (how many there were)."""
    if count is None:
        raise Unsupported("momentum=None without a count of batches")
    factor = build.reciprocal(build.astype(build.add(count, 1), old[0].dtype))
    return [
        build.add(before, build.multiply(build.subtract(after, before), factor))
        for before, after in zip(old, new, strict=True)
    ]


@rule("batch_norm")
def _batch_norm(
    build, x, weight, bias, mean, variance, training, momentum, eps, cudnn_enabled=True
):
    if training and mean is not None:
        raise Unsupported("training=True outside of torch.nn.functional.batch_norm")
    return _normalized(build, x, mean, variance, weight, bias, training, momentum, eps)[0]


@rule("_native_batch_norm_legit_no_training")
def _batch_norm_evaluated(build, x, weight, bias, mean, variance, momentum, eps):
    result = _normalized(build, x, mean, variance, weight, bias, False, momentum, eps)[0]
    return result, build.zeros((0,), dtype=x.dtype), build.zeros((0,), dtype=x.dtype)


@rule("_native_batch_norm_legit.no_stats")
def _batch_norm_of_batch(build, x, weight, bias, training, momentum, eps):
    result = _normalized(build, x, None, None, weight, bias, True, momentum, eps)[0]
    axes = tuple(axis for axis in range(rank(x)) if axis != 1)
    variance = build.var(x, axis=axes)
    return result, build.mean(x, axis=axes), build.reciprocal(build.sqrt(build.add(variance, eps)))


@rule("_native_batch_norm_legit", "_native_batch_norm_legit_functional")
def _batch_norm_functional(build, x, weight, bias, mean, variance, training, momentum, eps):
    moved = _normalized(build, x, mean, variance, weight, bias, training, momentum, eps)
    axes = tuple(axis for axis in range(rank(x)) if axis != 1)
    spread = build.reciprocal(build.sqrt(build.add(build.var(x, axis=axes), eps)))
    return (moved[0], build.mean(x, axis=axes), spread, *moved[1:])[: len(build.expected)]


@rule("instance_norm")
def _instance_norm(
    build, x, weight, bias, mean, variance, use_input_stats, momentum, eps, cudnn_enabled=True
):
    if use_input_stats and mean is not None:
        raise Unsupported("running statistics that are updated")
    options = _options(offset=bias, scale=weight)
    if not use_input_stats:
        return _normalized(build, x, mean, variance, weight, bias, False, momentum, eps)[0]
    if channels := x.shape[1]:
        return _group_norm(build, x, channels, weight, bias, eps)
    return build.several(
        3, "instance_norm", x, None, None, **options, eps=eps, data_format=channel_format(x)
    )[0]
