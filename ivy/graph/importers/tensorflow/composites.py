"""Rules for what was marked while tracing: functions of Keras that are one operation of ivy."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.tensorflow.values import rule, table
from ivy.graph.rules import called


@rule("ivy.gelu")
def _gelu(build, x, approximate):
    return build.gelu(x, approximate=approximate)


_RENAMED = {"silu": "silu", "hard_silu": "hardswish", "log_sigmoid": "logsigmoid"}
table(called, {f"ivy.{name}": op for name, op in _RENAMED.items()})
table(called, {"ivy.matmul": "matmul", "ivy.signbit": "signbit"})


@rule("ivy.layer_norm")
def _layer_norm(build, x, scale, offset, axes, epsilon):
    options = {"scale": scale, "offset": offset}
    given = {key: value for key, value in options.items() if value is not None}
    return build.layer_norm(x, axes[0] if len(axes) == 1 else axes, **given, eps=epsilon)


@rule("ivy.rms_norm")
def _rms_norm(build, x, scale, epsilon):
    given = {} if scale is None else {"scale": scale}
    return build.rms_norm(x, -1, **given, eps=epsilon)


@rule("ivy.group_norm")
def _group_norm(build, x, offset, scale, groups, epsilon, data_format):
    options = {"offset": offset, "scale": scale}
    given = {key: value for key, value in options.items() if value is not None}
    given |= {} if data_format == "NSC" else {"data_format": data_format}
    return build.group_norm(x, groups, **given, eps=epsilon)


@rule("ivy.batch_norm")
def _batch_norm(build, x, mean, variance, offset, scale, training, epsilon, momentum, data_format):
    options: dict[str, Any] = {"offset": offset, "scale": scale}
    options = {key: value for key, value in options.items() if value is not None}
    options |= {} if data_format == "NSC" else {"data_format": data_format}
    options |= {"eps": epsilon, "momentum": 1.0 - momentum, "unbiased": False}
    return build.several(3, "batch_norm", x, mean, variance, **options, training=training)


@rule("ivy.dropout")
def _dropout(build, x, rate, training, noise_shape=None):
    given = {} if noise_shape is None else {"noise_shape": tuple(noise_shape)}
    return build.dropout(x, rate, training=training, **given)


@rule("ivy.attention")
def _attention(build, query, key, value, scale, is_causal):
    heads = [build.permute_dims(x, (0, 2, 1, 3)) for x in (query, key, value)]
    options: dict[str, Any] = {} if scale is None else {"scale": scale}
    options |= {"is_causal": True} if is_causal else {}
    attended = build.scaled_dot_product_attention(*heads, **options)
    return build.permute_dims(attended, (0, 2, 1, 3))
