"""One program for training and evaluation: primitives of our own stand for what depends on it.

While a model is traced, dropout and batch normalisation of Flax, dropout of Haiku and Equinox are
equations `ivy_dropout` and `ivy_batch_norm` that say whether they were asked to train. If the
traces of both modes differ in nothing else, one graph serves both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import batching

from ivy.graph.importers.jax.shapes import array
from ivy.graph.rules import transpile_rule

dropout_p = Primitive("ivy_dropout")
batch_norm_p = Primitive("ivy_batch_norm")
batch_norm_p.multiple_results = True


dropout_p.def_abstract_eval(lambda x, **how: x)
batch_norm_p.def_abstract_eval(lambda x, mean, variance, *rest, **how: (x, mean, variance))


def _batched_dropout(xs: Any, axes: Any, *, shared: Any, **how: Any) -> Any:
    moved = jnp.moveaxis(xs[0], axes[0], 0)
    return dropout_p.bind(moved, shared=tuple(i + 1 for i in shared), **how), 0


batching.primitive_batchers[dropout_p] = _batched_dropout

_RECORDS: list[bool] = []

# ---- while tracing ------------------------------------------------------------------------------


@contextmanager
def recording() -> Iterator[None]:
    """Let the libraries trace our primitives."""
    _RECORDS.append(True)
    try:
        with ExitStack() as undo:
            for library, name, method, make in _PATCHES:
                if library in sys.modules:
                    owner = sys.modules[library]
                    owner = getattr(owner, name) if name else owner
                    plain = getattr(owner, method)
                    undo.callback(type.__setattr__ if name else setattr, owner, method, plain)
                    (type.__setattr__ if name else setattr)(owner, method, make(plain))
            yield
    finally:
        _RECORDS.pop()


def dropped(x: Any, rate: float, shared: Any, training: bool) -> Any:
    """Return `x` after dropout; along the axes `shared` all elements share their fate."""
    if rate == 0:
        return x
    axes = tuple(axis % x.ndim for axis in shared)
    return dropout_p.bind(x, rate=float(rate), shared=axes, ivy_training=bool(training))


def _is_plain_rate(rate: Any) -> bool:
    return isinstance(rate, (int, float)) and rate < 1


def _nnx_dropout(plain: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, inputs: Any, *, deterministic: Any = None, rngs: Any = None) -> Any:
        fixed = self.deterministic if deterministic is None else deterministic
        if not isinstance(fixed, bool) or not _is_plain_rate(self.rate):
            return plain(self, inputs, deterministic=deterministic, rngs=rngs)
        return dropped(inputs, self.rate, self.broadcast_dims, not fixed)

    return call


def _equinox_dropout(plain: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, x: Any, *, key: Any = None, inference: Any = None, **old: Any) -> Any:
        fixed = self.inference if inference is None else inference
        if old or not isinstance(fixed, bool) or not _is_plain_rate(self.p):
            return plain(self, x, key=key, inference=inference, **old)
        return dropped(x, self.p, (), not fixed)

    return call


def _haiku_dropout(plain: Callable[..., Any]) -> Callable[..., Any]:
    def call(rng: Any, rate: Any, x: Any, broadcast_dims: Any = ()) -> Any:
        if not _is_plain_rate(rate):
            return plain(rng, rate, x, broadcast_dims)
        return dropped(x, rate, broadcast_dims, True)

    return call


def _nnx_batch_norm(plain: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: Any, x: Any, use_running_average: Any = None, *, mask: Any = None) -> Any:
        given = self.use_running_average if use_running_average is None else use_running_average
        scale, bias = (v if v is None else v[...] for v in (self.scale, self.bias))
        arrays = [self.mean[...], self.var[...], scale, bias]
        if mask is not None or not isinstance(given, bool) or not _is_usual(self, x, arrays):
            return plain(self, x, use_running_average, mask=mask)
        y, mean, variance = normalized(self, x, arrays, not given)
        self.mean[...], self.var[...] = mean, variance
        return y

    return call


def _is_usual(layer: Any, x: Any, arrays: list[Any]) -> bool:
    """Return whether a layer of Flax does what `ivy.batch_norm` does."""
    axis = layer.axis if isinstance(layer.axis, int) else None
    same = all(a is None or a.dtype == x.dtype for a in arrays)
    usual = layer.axis_name is None and layer.dtype in (None, x.dtype)
    return bool(usual and same and x.ndim > 1 and axis in (-1, x.ndim - 1))


def normalized(layer: Any, x: Any, arrays: list[Any], training: bool) -> Any:
    """Return `x` normalised, and the mean and variance to keep."""
    mean, variance, scale, bias = arrays
    rest = [a for a in (scale, bias) if a is not None]
    return batch_norm_p.bind(
        x, mean, variance, *rest, has_scale=scale is not None, has_bias=bias is not None,
        eps=float(layer.epsilon), momentum=float(layer.momentum), ivy_training=training,
    )  # fmt: skip


def linen_layer(context: Any, args: Any, kwargs: Any) -> Any:
    """Return what a layer of linen gives by our primitives; NotImplemented for its own way."""
    from flax import linen

    layer = context.module
    if not _RECORDS or context.method_name != "__call__" or len(args) != 1:
        return NotImplemented
    if type(layer) is linen.Dropout:
        fixed = kwargs.get("deterministic")
        fixed = layer.deterministic if fixed is None else fixed
        if set(kwargs) - {"deterministic"} or not isinstance(fixed, bool):
            return NotImplemented
        if not _is_plain_rate(layer.rate):
            return NotImplemented
        return dropped(args[0], layer.rate, layer.broadcast_dims, not fixed)
    if type(layer) is not linen.BatchNorm or set(kwargs) - {"use_running_average"}:
        return NotImplemented
    fixed = kwargs.get("use_running_average")
    fixed = layer.use_running_average if fixed is None else fixed
    read = layer.get_variable
    arrays = [read("batch_stats", "mean"), read("batch_stats", "var")]
    arrays += [read("params", "scale"), read("params", "bias")]
    if not isinstance(fixed, bool) or not _is_usual(layer, args[0], arrays):
        return NotImplemented
    y, mean, variance = normalized(layer, args[0], arrays, not fixed)
    layer.put_variable("batch_stats", "mean", mean)
    layer.put_variable("batch_stats", "var", variance)
    return y


_PATCHES = (
    ("flax.nnx", "Dropout", "__call__", _nnx_dropout),
    ("flax.nnx", "BatchNorm", "__call__", _nnx_batch_norm),
    ("equinox.nn", "Dropout", "__call__", _equinox_dropout),
    ("haiku", "", "dropout", _haiku_dropout),
)
"""Module, class in it, attribute, and what makes the function that stands in."""

# ---- after tracing ------------------------------------------------------------------------------


def differ_by_mode_only(evaluated: str, trained: str) -> bool:
    """Return whether two jaxprs are the same but for whether our primitives train."""
    pattern = r"ivy_training=(True|False)"
    modes = [re.findall(pattern, text) for text in (evaluated, trained)]
    pairs = {*zip(*modes, strict=False)}
    same = re.sub(pattern, "", evaluated) == re.sub(pattern, "", trained)
    return same and pairs <= {("False", "True")}


@transpile_rule("jax", "ivy_dropout")
def _dropout(build, x, rate, shared, ivy_training):
    x = array(build, x)
    follows = build.reader.follows_mode
    if not follows and not ivy_training:
        return x
    shape = build.shape_of(x)
    noise = [1 if axis in shared else build.dim(n) for axis, n in enumerate(shape)]
    how = {"noise_shape": tuple(noise)} if shared else {}
    return build.dropout(x, rate, training=build.graph.training if follows else True, **how)


@transpile_rule("jax", "ivy_batch_norm")
def _batch_norm(build, x, mean, variance, *rest, has_scale, has_bias, eps, momentum, ivy_training):
    given = iter([array(build, a) for a in rest])
    how = {"scale": next(given)} if has_scale else {}
    if has_bias:
        how["offset"] = next(given)
    training = build.graph.training if build.reader.follows_mode else ivy_training
    xs = [array(build, a) for a in (x, mean, variance)]
    # Flax says how much of the old statistics stays, ivy how much of the new comes in.
    share = round(1 - momentum, 12)
    return build.several(
        3, "batch_norm", *xs, training=training, eps=eps, momentum=share, unbiased=False, **how
    )
