"""Traces a TensorFlow program, and records which of its tensors one known function computes.

Keras writes layer normalization, attention or GELU with a dozen operations each. While a program is
traced these functions are wrapped: a Mark says that a tensor is, say, the GELU of another. The
operations are traced as ever, so what is not marked, or was traced before, is read from those.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording
from tensorflow.python.ops import custom_gradient, functional_ops

from ivy.graph.importers.tensorflow.gradients import keeping
from ivy.graph.ir import Scope
from ivy.graph.rules import IvyTranspileException


@dataclass(eq=False)
class Mark:
    """`outputs` are what the rule `name` makes of the arguments, nests with tensors."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: list[Any]

    def tensors(self) -> list[Any]:
        """Return the tensors among the arguments."""
        leaves = tf.nest.flatten((self.args, self.kwargs))
        return [leaf for leaf in leaves if tf.is_tensor(leaf)]

    def arguments(self, function: Callable[[Any], Any]) -> Any:
        """Return the arguments with `function` applied to their tensors."""

        def mapped(item: Any) -> Any:
            if tf.is_tensor(item):
                return function(item)
            if isinstance(item, (tuple, list)):
                return type(item)(map(mapped, item))
            return item

        return tuple(map(mapped, self.args)), {k: mapped(v) for k, v in self.kwargs.items()}


@dataclass(eq=False)
class Recording:
    """The marks of a trace, and the layers in whose scopes operations are."""

    marks: dict[tuple[int, str], Mark] = field(default_factory=dict)
    graphs: dict[int, Any] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    """Name of a module -> that of its class."""
    model: Any = None
    layers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name scope of a call of a Keras layer -> the layer's path and class."""
    scopes: dict[str, Scope] = field(default_factory=dict)

    def add(self, mark: Mark) -> None:
        """Remember a mark by the tensors it is about."""
        for tensor in mark.outputs:
            self.graphs[id(tensor.graph)] = tensor.graph
            self.marks[id(tensor.graph), tensor.name] = mark

    def mark(self, tensor: Any) -> Mark | None:
        """Return what was recorded about a tensor."""
        return self.marks.get((id(tensor.graph), tensor.name))


# ---- what is wrapped while tracing --------------------------------------------------------------


def _is_traced(x: Any) -> bool:
    return tf.is_tensor(x) and not hasattr(x, "numpy")


def _marking(
    recording: Recording, name: str, original: Callable[..., Any], describe: Callable[..., Any]
) -> Callable[..., Any]:
    """Return a function that also marks its result, where `describe` returns the arguments."""

    @functools.wraps(original)
    def marking(*args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        described = describe(*args, **kwargs)
        if described is None or not _is_traced(result):
            return result
        given, options = described
        inside = [x for x in tf.nest.flatten((given, options)) if _is_traced(x)]
        if not inside or any(x is result or x.graph is not result.graph for x in inside):
            return result
        result = tf.identity(result)
        recording.add(Mark(name, given, options, [result]))
        return result

    return marking


def _one(x: Any, **options: Any) -> Any:
    return ((x,), options) if _is_traced(x) and x.dtype.is_floating else None


def _gelu(x: Any, approximate: Any = False, name: Any = None) -> Any:
    return _one(x, approximate=bool(approximate))


def _keras_gelu(x: Any, approximate: Any = True) -> Any:
    return _gelu(x, approximate)


def _silu(features: Any, beta: float = 1.0, name: Any = None) -> Any:
    return _one(features) if beta == 1.0 and isinstance(beta, (int, float)) else None


def _plain(x: Any) -> Any:
    return _one(x)


def _matmul(x1: Any, x2: Any) -> Any:
    # Of more axes than two, Keras makes of a matrix product transposes and reshapes.
    if not _is_traced(x1) or not x1.dtype.is_floating or x1.shape.rank is None or x1.shape.rank < 3:
        return None
    x2 = tf.convert_to_tensor(x2)
    return ((x1, x2), {}) if x2.dtype == x1.dtype and x2.shape.rank == 2 else None


def _layer_norm(
    x: Any,
    gamma: Any = None,
    beta: Any = None,
    axis: Any = -1,
    epsilon: Any = None,
    rms_scaling: bool = False,
) -> Any:
    import keras

    if rms_scaling or not _is_traced(x) or x.dtype not in (tf.float32, tf.float64):
        return None
    weights = [None if w is None else tf.convert_to_tensor(w, x.dtype) for w in (gamma, beta)]
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    epsilon = keras.backend.epsilon() if epsilon is None else epsilon
    return (x, *weights), {"axes": axes, "epsilon": epsilon}


def _rms_norm(x: Any, scale: Any = None, axis: Any = -1, epsilon: Any = None) -> Any:
    import keras

    last = _is_traced(x) and axis in (-1, len(x.shape) - 1, [-1], (-1,))
    if not last or x.dtype not in (tf.float32, tf.float64):
        return None
    scale = None if scale is None else tf.convert_to_tensor(scale, x.dtype)
    return (x, scale), {"epsilon": keras.backend.epsilon() if epsilon is None else epsilon}


def _attention(
    query: Any,
    key: Any,
    value: Any,
    bias: Any = None,
    mask: Any = None,
    scale: Any = None,
    is_causal: bool = False,
    flash_attention: Any = None,
    attn_logits_soft_cap: Any = None,
) -> Any:
    # Queries that may see no key differ between frameworks: with a mask it stays decomposed.
    if bias is not None or mask is not None or attn_logits_soft_cap is not None:
        return None
    heads = {x.shape[2] for x in (query, key, value)}
    if len(heads) != 1 or None in heads or not all(map(_is_traced, (query, key, value))):
        return None
    if query.dtype not in (tf.float32, tf.float64) or isinstance(scale, tf.Tensor):
        return None
    scale = None if scale is None else float(scale)
    return (query, key, value), {"scale": scale, "is_causal": bool(is_causal)}


def _channel_format(axis: Any, ndim: int) -> str | None:
    if not isinstance(axis, int):
        return None
    return "NSC" if axis % ndim == ndim - 1 else "NCS" if axis == 1 else None


@tf.custom_gradient  # type: ignore[untyped-decorator]
def _standing_in(x: Any) -> Any:
    """Return a tensor in place of one that is not computed, only marked."""

    def refuse(*upstream: Any) -> Any:
        raise IvyTranspileException(
            "tf.gradients through a Keras layer: expected a tf.GradientTape around the call"
        )

    return tf.identity(x), refuse


def _batch_normalized(recording: Recording, original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def call(self: Any, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        form = _channel_format(self.axis, len(inputs.shape)) if _is_traced(inputs) else None
        special = mask is not None or getattr(self, "renorm", False) or self.synchronized
        dynamic = not isinstance(training, (bool, int, type(None)))
        if form is None or special or dynamic or _is_recording():
            return original(self, inputs, training=training, mask=mask)
        statistics = [tf.convert_to_tensor(v) for v in (self.moving_mean, self.moving_variance)]
        weights = [
            None if v is None else tf.convert_to_tensor(v)
            for v in (self.beta if self.center else None, self.gamma if self.scale else None)
        ]
        result = tf.cast(inputs, self.compute_dtype)
        outputs = [_standing_in(result), *map(tf.identity, statistics)]
        options = {
            "training": bool(training) and self.trainable,
            "epsilon": self.epsilon,
            "momentum": self.momentum,
            "data_format": form,
        }
        given = (inputs, *statistics, *weights)
        recording.add(Mark("ivy.batch_norm", given, options, outputs))
        if self.trainable:
            self.moving_mean.assign(outputs[1])
            self.moving_variance.assign(outputs[2])
        return outputs[0]

    return call


def _group_normalized(recording: Recording, original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def call(self: Any, inputs: Any) -> Any:
        result = original(self, inputs)
        form = _channel_format(self.axis, len(inputs.shape)) if _is_traced(inputs) else None
        if form is None or inputs.dtype not in (tf.float32, tf.float64):
            return result
        groups = self.groups if self.groups != -1 else inputs.shape[self.axis]
        weights = [
            None if v is None else tf.convert_to_tensor(v, inputs.dtype)
            for v in (self.beta if self.center else None, self.gamma if self.scale else None)
        ]
        options = {"groups": groups, "epsilon": self.epsilon, "data_format": form}
        output = tf.identity(result)
        recording.add(Mark("ivy.group_norm", (inputs, *weights), options, [output]))
        return output

    return call


def _dropped(recording: Recording, original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def call(self: Any, inputs: Any, training: Any = False) -> Any:
        shape = _noise_shape(self, inputs)
        plain = isinstance(training, (bool, int, type(None))) and shape is not False
        if not _is_traced(inputs) or not plain or _is_recording():
            return original(self, inputs, training=training)
        if self.rate == 0:
            return inputs
        output = _standing_in(inputs)
        options = {"rate": self.rate, "training": bool(training), "noise_shape": shape}
        recording.add(Mark("ivy.dropout", (inputs,), options, [output]))
        return output

    return call


def _noise_shape(layer: Any, inputs: Any) -> Any:
    """Return the noise shape of a dropout layer, False for one that cannot be known."""
    if not hasattr(layer, "_get_noise_shape"):
        shape = layer.noise_shape
        return shape if shape is None or isinstance(shape, (tuple, list)) else False
    ndim = len(inputs.shape)
    first = getattr(layer, "data_format", "channels_last") == "channels_first"
    between = (1,) * (ndim - 2)
    return (None, None, *between) if first else (None, *between, None)


def _noting(recording: Recording, original: Callable[..., Any]) -> Callable[..., Any]:
    """Return what enters a name scope, and notes the layer that is called in it."""

    @functools.wraps(original)
    def enter(self: Any) -> Any:
        result, layer = original(self), self.caller
        if layer is not None and layer is not recording.model:
            path = (getattr(layer, "path", None) or self.name).replace("/", ".")
            recording.layers[tf.get_current_name_scope()] = path, type(layer).__name__
        return result

    return enter


@contextlib.contextmanager
def recorded(recording: Recording) -> Iterator[None]:
    """Wrap the known functions of TensorFlow and Keras while the context is active."""
    places: list[tuple[Any, str, Any]] = []

    def wrap(owner: Any, attribute: str, name: str, describe: Any) -> None:
        original = getattr(owner, attribute, None)
        if original is not None:
            places.append((owner, attribute, original))
            setattr(owner, attribute, _marking(recording, name, original, describe))

    def replace(owner: Any, make: Any) -> None:
        if "call" in vars(owner):
            places.append((owner, "call", owner.call))
            owner.call = make(recording, owner.call)

    def enter(owner: Any) -> None:
        places.append((owner, "__enter__", owner.__enter__))
        owner.__enter__ = _noting(recording, owner.__enter__)

    decorated = custom_gradient._graph_mode_decorator
    places.append((custom_gradient, "_graph_mode_decorator", decorated))
    custom_gradient._graph_mode_decorator = keeping(
        decorated,
        lambda both, args, result: recording.add(
            Mark("with_gradient", (both, *tf.nest.flatten(args)), {}, [result])
        ),
    )
    places.append((functional_ops, "While", functional_ops.While))
    functional_ops.While = _while
    wrap(tf.nn, "gelu", "ivy.gelu", _gelu)
    wrap(tf.nn, "silu", "ivy.silu", _silu)
    wrap(tf.nn, "swish", "ivy.silu", _silu)
    if "keras" in sys.modules:
        _wrap_keras(wrap, replace, enter)
    try:
        yield
    finally:
        for owner, attribute, original in reversed(places):
            setattr(owner, attribute, original)


def _while(start: Any, test: Any, body: Any, **how: Any) -> Any:
    """Trace a loop of TensorFlow 1's Defun, as ctc_loss has, as others are: with known shapes."""
    return tf.while_loop(test._func, lambda *state: body._func(*state), start)


def _wrap_keras(wrap: Any, replace: Any, enter: Any) -> None:
    from keras import layers
    from keras.src.backend.tensorflow import name_scope, nn, numpy
    from keras.src.ops import nn as ops

    wrap(nn, "gelu", "ivy.gelu", _keras_gelu)
    wrap(nn, "silu", "ivy.silu", _plain)
    wrap(nn, "hard_silu", "ivy.hard_silu", _plain)
    wrap(nn, "log_sigmoid", "ivy.log_sigmoid", _plain)
    wrap(numpy, "matmul", "ivy.matmul", _matmul)
    wrap(numpy, "signbit", "ivy.signbit", _plain)
    wrap(nn, "dot_product_attention", "ivy.attention", _attention)
    wrap(ops, "_layer_normalization", "ivy.layer_norm", _layer_norm)
    wrap(ops, "_rms_normalization", "ivy.rms_norm", _rms_norm)
    enter(name_scope)
    replace(layers.BatchNormalization, _batch_normalized)
    replace(layers.GroupNormalization, _group_normalized)
    replace(layers.Dropout, _dropped)
    replace(layers.SpatialDropout1D.__mro__[1], _dropped)


# ---- places -------------------------------------------------------------------------------------


def scope_of(op: Any, recording: Recording) -> Scope:
    """Return the layers around an operation, whose scopes are in its name."""
    prefix = op.name.rpartition("/")[0]
    if prefix not in recording.scopes:
        parts = prefix.split("/")
        scopes = ["/".join(parts[: i + 1]) for i in range(len(parts))]
        found = [recording.layers[name] for name in scopes if name in recording.layers]
        # A layer that was made outside of the one that calls it has a path of its own.
        scope = {path: cls for path, cls in found if f"{found[-1][0]}.".startswith(f"{path}.")}
        recording.scopes[prefix] = tuple(scope.items()) or _modules_of(parts, recording)
    return recording.scopes[prefix]


def _modules_of(parts: list[str], recording: Recording) -> Scope:
    """Return the modules around an operation, which name the scopes in its name."""
    path: list[str] = []
    scope: list[tuple[str, str]] = []
    root = getattr(recording.model, "name", "")
    for part in parts:
        name = part if part in recording.classes else re.sub(r"_\d+$", "", part)
        if name in recording.classes and not (name == root and not path):
            path.append(name)
            scope.append((".".join(path), recording.classes[name]))
    return tuple(scope)


_OWN = str(Path(__file__).parents[3]) + os.sep
_LIBRARIES = (f"site-packages{os.sep}", f"dist-packages{os.sep}", f"lib{os.sep}python", "<")


@functools.lru_cache(maxsize=4096)
def _is_foreign(filename: str) -> bool:
    return filename.startswith(_OWN) or any(part in filename for part in _LIBRARIES)


def source_of(op: Any) -> str:
    """Return the line of the user's program that made an operation, as far as it is known."""
    with contextlib.suppress(AttributeError, RuntimeError):
        for frame in reversed(list(op.traceback or ())):
            if not _is_foreign(frame.filename):
                return f"{frame.filename}:{frame.lineno}"
    return ""
