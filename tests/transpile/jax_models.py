"""Small models of JAX's libraries: name -> a function that returns the model and its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equinox as eqx
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
from flax import linen, nnx


def floats(*shape: int) -> Any:
    return jnp.asarray(np.random.default_rng(1).normal(size=shape).astype("float32"))


def words(*shape: int) -> Any:
    return jnp.asarray(np.random.default_rng(2).integers(0, 50, size=shape).astype("int32"))


MODELS: dict[str, Callable[[], tuple[Any, Callable[[int], tuple[Any, ...]]]]] = {}


def model(make: Any) -> Any:
    MODELS[make.__name__] = make
    return make


# ---- nnx ----------------------------------------------------------------------------------------


class Mlp(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.hidden = nnx.Linear(6, 8, rngs=rngs)
        self.drop = nnx.Dropout(0.0, rngs=rngs)
        self.head = nnx.Linear(8, 3, use_bias=False, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        return self.head(self.drop(nnx.leaky_relu(self.hidden(x))))


class Cnn(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.stem = nnx.Conv(3, 8, (3, 3), rngs=rngs)
        self.norm = nnx.BatchNorm(8, rngs=rngs)
        self.up = nnx.ConvTranspose(8, 4, (3, 3), strides=(2, 2), rngs=rngs)
        self.head = nnx.Linear(4, 5, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        x = nnx.max_pool(nnx.gelu(self.norm(self.stem(x))), (2, 2), (2, 2))
        x = nnx.avg_pool(self.up(x), (3, 3), (2, 2), "SAME")
        return nnx.log_softmax(self.head(x.mean((1, 2))))


class Transformer(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.embed = nnx.Embed(50, 8, rngs=rngs)
        self.norm = nnx.LayerNorm(8, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(2, 8, decode=False, rngs=rngs)
        self.head = nnx.Linear(8, 7, rngs=rngs)

    def __call__(self, ids: Any) -> Any:
        x = self.embed(ids)
        x = x + self.attention(self.norm(x), mask=nnx.make_causal_mask(ids))
        return {"logits": self.head(nnx.swish(x)), "last": x[:, -1]}


@model
def nnx_mlp() -> Any:
    return Mlp(nnx.Rngs(0)), lambda n: (floats(n, 6),)


@model
def nnx_cnn() -> Any:
    return Cnn(nnx.Rngs(0)), lambda n: (floats(n, 8, 8, 3),)


@model
def nnx_transformer() -> Any:
    return Transformer(nnx.Rngs(0)), lambda n: (words(n, 5),)


# ---- linen --------------------------------------------------------------------------------------


class LinenMlp(linen.Module):
    @linen.compact
    def __call__(self, x: Any, train: bool = False) -> Any:
        x = linen.silu(linen.Dense(8)(x))
        return linen.Dense(3)(linen.Dropout(0.0, deterministic=not train)(x))


class LinenCnn(linen.Module):
    @linen.compact
    def __call__(self, x: Any, train: bool = False) -> Any:
        x = linen.Conv(8, (3, 3))(x)
        x = linen.relu(linen.BatchNorm(use_running_average=not train)(x))
        x = linen.avg_pool(x, (2, 2), (2, 2))
        x = linen.Conv(8, (3, 3), strides=2, feature_group_count=4)(x)
        x = linen.max_pool(linen.GroupNorm(4)(x), (2, 2), (1, 1))
        x = linen.ConvTranspose(4, (3, 3), strides=(2, 2))(x)
        return linen.log_softmax(linen.Dense(5)(x.reshape(x.shape[0], -1)))


class Block(linen.Module):
    @linen.compact
    def __call__(self, x: Any, mask: Any) -> Any:
        attention = linen.MultiHeadDotProductAttention(2)
        x = x + attention(linen.LayerNorm()(x), mask=mask)
        return x + linen.Dense(8)(linen.gelu(linen.Dense(16)(linen.RMSNorm()(x))))


class LinenTransformer(linen.Module):
    @linen.compact
    def __call__(self, ids: Any) -> Any:
        x = linen.Embed(50, 8)(ids)
        x = x + self.param("position", linen.initializers.normal(1.0), (5, 8), jnp.float32)
        mask = linen.make_causal_mask(ids)
        for _ in range(2):
            x = Block()(x, mask)
        return linen.Dense(7)(x)


class LinenRnn(linen.Module):
    @linen.compact
    def __call__(self, x: Any) -> Any:
        forward = linen.RNN(linen.OptimizedLSTMCell(4))(x)
        return forward + linen.RNN(linen.GRUCell(4), reverse=True)(x)


def _linen(module: Any, inputs: Any) -> Any:
    return (module, module.init(jax.random.key(0), *inputs(2))), inputs


@model
def linen_mlp() -> Any:
    return _linen(LinenMlp(), lambda n: (floats(n, 6),))


@model
def linen_cnn() -> Any:
    return _linen(LinenCnn(), lambda n: (floats(n, 8, 8, 3),))


@model
def linen_transformer() -> Any:
    return _linen(LinenTransformer(), lambda n: (words(n, 5),))


@model
def linen_rnn() -> Any:
    return _linen(LinenRnn(), lambda n: (floats(n, 4, 3),))


# ---- Haiku --------------------------------------------------------------------------------------


def _haiku(function: Any, inputs: Any) -> Any:
    transformed = hk.transform_with_state(function)
    params, state = jax.jit(lambda key, *x: transformed.init(key, *x, True))(
        jax.random.key(0), *inputs(2)
    )
    return (transformed, params, state), inputs


@model
def haiku_mlp() -> Any:
    transformed = hk.transform(lambda x: hk.nets.MLP([8, 3])(x))
    params = transformed.init(jax.random.key(0), floats(2, 6))
    return (transformed, params), lambda n: (floats(n, 6),)


@model
def haiku_resnet() -> Any:
    def forward(x: Any, is_training: bool) -> Any:
        # torch 2.13: gradients of a 1 x 1 convolution with strides write outside of their memory
        # if there are 4 channels, and if those are the last axis.
        blocks = {"blocks_per_group": (1, 1, 1, 1), "channels_per_group": (8, 8, 8, 8)}
        return hk.nets.ResNet(num_classes=5, bottleneck=False, **blocks)(x, is_training)

    return _haiku(forward, lambda n: (floats(n, 64, 64, 3),))


@model
def haiku_mobilenet() -> Any:
    def forward(x: Any, is_training: bool) -> Any:
        sizes = {"strides": (1, 2), "channels": (4, 8)}
        return hk.nets.MobileNetV1(num_classes=5, **sizes)(x, is_training)

    return _haiku(forward, lambda n: (floats(n, 16, 16, 3),))


LARGE: dict[str, Any] = {
    "haiku_resnet18": lambda: _haiku(
        lambda x, is_training: hk.nets.ResNet18(10)(x, is_training),
        lambda n: (floats(n, 64, 64, 3),),
    ),
    "haiku_mobilenet_v1": lambda: _haiku(
        lambda x, is_training: hk.nets.MobileNetV1(num_classes=10)(x, is_training),
        lambda n: (floats(n, 64, 64, 3),),
    ),
}
"""The models of full size; with --every-model only."""


# ---- Equinox ------------------------------------------------------------------------------------


class Attention(eqx.Module):
    norm: eqx.nn.LayerNorm
    attention: eqx.nn.MultiheadAttention
    drop: eqx.nn.Dropout

    def __init__(self, key: Any) -> None:
        self.norm = eqx.nn.LayerNorm(8)
        self.attention = eqx.nn.MultiheadAttention(2, 8, key=key)
        self.drop = eqx.nn.Dropout(0.0)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        y = jax.vmap(self.norm)(x)
        return self.drop(x + self.attention(y, y, y), key=key)


@model
def equinox_mlp() -> Any:
    return eqx.nn.MLP(6, 3, 8, 2, key=jax.random.key(0)), lambda n: (floats(6),)


@model
def equinox_attention() -> Any:
    return Attention(jax.random.key(0)), lambda n: (floats(5, 8),)
