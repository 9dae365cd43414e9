"""Programs of JAX and its libraries on every backend."""

from __future__ import annotations

import runpy
import warnings
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx
from jax import lax

import ivy
from ivy.graph.rules import RULES, IvyTranspileException
from ivy.graph.transpile import trace_graph
from tests.helpers import to_numpy
from tests.transpile.checks import FLOAT32, Run, assert_close, sizes_may_be_fixed
from tests.transpile.jax_checks import check_five_steps, check_function, check_model
from tests.transpile.jax_models import LARGE, MODELS, Cnn, Mlp, floats, words

# ---- models -------------------------------------------------------------------------------------


# These compute something in float32 whatever their weights are.
SINGLE = ("nnx_transformer", "linen_rnn")


# These take one example, not a batch.
SINGLE_EXAMPLES = ("equinox_mlp",)


@pytest.mark.one_column
@pytest.mark.parametrize("name", MODELS)
def test_model(name: str, backend: str) -> None:
    dtype = "float32" if name in SINGLE else "float64"
    check_model(*MODELS[name](), backend, dtype=dtype, batched=name not in SINGLE_EXAMPLES)


@pytest.mark.large
@pytest.mark.parametrize("name", MODELS)
def test_training(name: str, backend: str) -> None:
    check_five_steps(*MODELS[name](), backend, batched=name not in SINGLE_EXAMPLES)


@pytest.mark.large
@pytest.mark.parametrize("name", LARGE)
def test_large_model(name: str, backend: str) -> None:
    check_model(*LARGE[name](), backend)


@pytest.mark.large
@pytest.mark.parametrize("name", LARGE)
def test_large_training(name: str, backend: str) -> None:
    check_five_steps(*LARGE[name](), backend, dtype="float64")


# ---- functions ----------------------------------------------------------------------------------

x34, x33 = floats(3, 4), floats(3, 3)
images = floats(2, 6, 6, 3)
two, far = jnp.array([0, 2], "int32"), jnp.array([0, -9, -1, 7], "int32")
symmetric = x33 @ x33.T + 3 * jnp.eye(3, dtype="float32")
NHWC = ("NHWC", "HWIO", "NHWC")


class Pair(NamedTuple):
    first: Any
    second: Any


def _activations(x: Any) -> Any:
    nn = jax.nn
    plain = nn.relu(x) + nn.silu(x) + nn.elu(x, 0.7) + nn.leaky_relu(x) + nn.softplus(x)
    more = nn.hard_tanh(x) + nn.hard_silu(x) + nn.selu(x) + nn.celu(x) + nn.mish(x)
    return plain + more + nn.relu6(x) + nn.soft_sign(x) + nn.log_sigmoid(x)


def _integers(i: Any) -> Any:
    bits = i & 3, i | 4, i ^ 1, ~i, i << 1, i >> 1, lax.shift_right_logical(i - 9, jnp.int32(3))
    return (i // 2, i % 3, lax.div(i - 3, jnp.int32(2)), lax.rem(i - 3, jnp.int32(2)), *bits)


def _elementwise(x: Any) -> Any:
    a = jnp.abs(x) + 1
    circular = jnp.sin(x) + jnp.tan(x) + jnp.arctan2(x, a) + jnp.arcsinh(x) + jnp.cosh(x)
    return circular + jnp.cbrt(x) + lax.rsqrt(a) + jnp.round(3 * x) + lax.round(x) + jnp.log1p(a)


def _special(x: Any) -> Any:
    a = jnp.abs(x) + 1
    gammas = lax.lgamma(a) + lax.digamma(a) + jax.scipy.special.polygamma(1, a)
    return gammas + lax.erf_inv(jnp.tanh(x)) + lax.erf(x) + lax.erfc(x) + lax.igamma(a, a)


def _bits(x: Any, i: Any) -> Any:
    bits = lax.bitcast_convert_type(x, jnp.int32)
    back = lax.bitcast_convert_type(bits ^ 1, jnp.float32)
    return bits, back, lax.population_count(i - 9), lax.clz(i), lax.clz(i - 9)


def _integer_folds(i: Any) -> Any:
    return (
        jnp.bitwise_and.reduce(i | 8),
        jnp.bitwise_or.reduce(i, axis=None),
        jnp.bitwise_xor.reduce(i, axis=0),
    )


def _first_largest(x: Any, i: Any) -> Any:
    """A reduction of two arrays by a function of its own: the largest and where it is."""

    def better(one: Any, other: Any) -> Any:
        wins = (one[0] > other[0]) | ((one[0] == other[0]) & (one[1] < other[1]))
        return tuple(jnp.where(wins, a, b) for a, b in zip(one, other, strict=True))

    return lax.reduce((x, i), (-jnp.float32(jnp.inf), jnp.int32(99)), better, (0, 2))


def _pooled(x: Any, strides: Any = (1, 2, 2, 1), **how: Any) -> Any:
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), strides, "SAME", **how)


def _depthwise(x: Any, w: Any) -> Any:
    how: Any = {"feature_group_count": 3, "dimension_numbers": NHWC}
    return lax.conv_general_dilated(x, w, (2, 1), ((1, 0), (0, 2)), **how)


def _scipy(x: Any) -> Any:
    factors, pivots = jax.scipy.linalg.lu_factor(x)
    solved = jax.scipy.linalg.lu_solve((factors[0], pivots[0]), x[0])
    return factors, pivots, jax.scipy.linalg.lu(x[1]), solved


def _grouped(x: Any, w: Any) -> Any:
    return lax.conv_general_dilated(
        x, w, (1, 2), ((1, 2), (0, 1)), rhs_dilation=(2, 1), feature_group_count=3,
        dimension_numbers=NHWC,
    )  # fmt: skip


FUNCTIONS: dict[str, Any] = {
    "x[i]": (lambda x, i: x[i], x34, two),
    "x[1]": (lambda x: (x[1], x[-1], x[:, 2]), x34),
    "x[:, None, 1:]": (lambda x: (x[:, None, 1:], x[::-1, ::2]), x34),
    "x[i, i]": (lambda x, i: x[i, i], x34, two),
    "x[i, :, i]": (lambda x, i: x[i, :, i], floats(3, 4, 3), two),
    "x[i] clamps": (lambda x, i: (x[i], x[:, i], x[i, i], x[7], x[:, -9]), x34, far),
    "x[i] clips": (lambda x, i: x.at[:, i].get(mode="clip"), x34, far),
    "x[n, i] clamps": (lambda x, i: x[jnp.arange(x.shape[0]), i[1:]], x34, far),
    "take fills": (lambda x, i: jnp.take(x, i, axis=1), x34, far),
    "take clips": (lambda x, i: jnp.take(x, i, axis=1, mode="clip"), x34, far),
    "take_along_axis": (lambda x, i: jnp.take_along_axis(x, i, 1), x34, words(3, 2) % 4),
    "gather in vmap": (
        lambda x, i: jax.vmap(lambda a, b: a[b])(x, i),
        floats(3, 5, 2),
        words(3, 4) % 5,
    ),
    "windows in vmap": (
        lambda x, i: jax.vmap(lambda a, b: lax.dynamic_slice(a, (b, 0), (2, 2)))(x, i),
        floats(3, 5, 3),
        jnp.array([0, 2, 9]),
    ),
    "dynamic_slice": (lambda x, i: lax.dynamic_slice(x, (i, 1), (2, 2)), x34, jnp.array(5)),
    "dynamic_update_slice": (
        lambda x, i: lax.dynamic_update_slice(x, x[:2, :2] * 3, (i, 1)),
        x34,
        jnp.array(5),
    ),
    "at[i].set": (lambda x, i: x.at[i].set(1.0), x34, far),
    "at[i].add": (lambda x, i: x.at[i].add(x[i]).at[i, i].add(2.0), x34, two),
    "at[:, i].multiply": (lambda x, i: x.at[:, i].multiply(2.0).at[i].max(0.5), x34, two),
    "at[1].set": (lambda x: x.at[1].set(0.0).at[:, 2:].add(3.0).at[0, 0].min(-9.0), x34),
    "segment_sum": (lambda x, i: jax.ops.segment_sum(x, i, 4), x34, words(3) % 4),
    "activations": (_activations, x34),
    "softmax": (lambda x: jax.nn.softmax(x) + jax.nn.log_softmax(x, axis=0), x34),
    "gelu": (lambda x: jax.nn.gelu(x) + jax.nn.gelu(x, approximate=False), x34),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, axis=1), x34),
    "one_hot": (lambda i: jax.nn.one_hot(i, 5, axis=0) + jax.nn.one_hot(i, 5).T, words(3) % 5),
    "where": (lambda x: jnp.where(x > 0, x, 0.0) + jnp.clip(x, -0.5, 0.5), x34),
    "sorting": (lambda x: (jnp.sort(x, 0), jnp.argsort(x, 1), lax.top_k(x, 2)), x34),
    "lexsort": (lambda x: jnp.lexsort((x[0], x[1])), jnp.array([[1, 2, 1, 3], [0, 0, 0, -1]])),
    "statistics": (lambda x: (jnp.var(x, axis=1), jnp.std(x), jnp.median(x, axis=1)), x34),
    "extremes": (lambda x: (x.max(), x.min(0), x.argmax(1), x.argmin(), jnp.any(x > 1, 1)), x34),
    "products": (lambda x, y: (x @ y, y.T @ x.T, jnp.dot(x[0], y), x @ x.T), x34, floats(4, 5)),
    "products of truth values": (lambda x: jnp.tensordot(x > 0, x > 1), x34),
    "einsum": (lambda x: jnp.einsum("bqhd,bkhd->bhqk", x, x), floats(2, 3, 2, 4)),
    "einsum of weights": (
        lambda x, w: jnp.einsum("abc,cd->bad", x, w),
        floats(2, 3, 4),
        floats(4, 5),
    ),
    "cumulated": (
        lambda x: (jnp.cumsum(x, 1), lax.cummax(x, 0), lax.cumprod(x, 1, reverse=True)),
        x34,
    ),
    "cumlogsumexp": (lambda x: lax.cumlogsumexp(30 * x, 1), x34),
    "pad": (lambda x: lax.pad(x, jnp.float32(1.5), ((1, -1, 0), (0, 2, 1))), x34),
    "pad edge": (lambda x: jnp.pad(x, ((0, 0), (2, 1), (3, 0)), mode="edge"), floats(3, 4, 5)),
    "pad reflect": (lambda x: jnp.pad(x, ((1, 1), (2, 0)), mode="reflect"), x34),
    "joined": (lambda x: (jnp.stack([x, 2 * x], 1), jnp.tile(x, (2, 2)), jnp.split(x, 2, 1)), x34),
    "fft": (lambda x: (jnp.fft.fft2(x), jnp.fft.irfft(jnp.fft.rfft(x))), x34),
    "linalg": (lambda x: (jnp.linalg.inv(x), jnp.linalg.cholesky(x), jnp.linalg.det(x)), symmetric),
    "where of halves": (lambda x: jnp.where(x > 0, jnp.float16(1), jnp.float16(2)), x34),
    "select of bytes": (lambda x: jnp.select([x < 0, x > 1], [jnp.int8(1), jnp.int8(2)]), x34),
    "solve": (lambda a, b: jnp.linalg.solve(a, b), symmetric, floats(3)),
    "triangular": (
        lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True, trans=1),
        symmetric,
        floats(3, 2),
    ),
    "svd": (lambda x: jnp.linalg.svd(x, compute_uv=False), x34),
    "eigh": (lambda x: jnp.linalg.eigvalsh(x), symmetric),
    "slogdet": (lambda x: jnp.linalg.slogdet(x), symmetric),
    "elementwise": (_elementwise, x34),
    "special": (_special, x34),
    "integers": (_integers, words(4)),
    "casts": (lambda x: (x.astype("int32"), x.astype("bfloat16").astype("float32"), x > 0), x34),
    "triangles": (lambda x: jnp.triu(x) + jnp.tril(x, -1) + jnp.eye(3, 4, dtype="float32"), x34),
    "searchsorted among all": (
        lambda x: [
            jnp.searchsorted(x[0] * 0 + jnp.arange(-1.0, 3.0), jnp.round(x), side, method=method)
            for side in ("left", "right")
            for method in ("compare_all", "sort", "scan", "scan_unrolled")
        ],
        x34,
    ),
    "system of integers": (
        lambda a: jnp.linalg.solve(a, a[:, 0] + 1),
        np.array([[10001, 10000], [10000, 9999]]),
    ),
    "searchsorted": (lambda x: jnp.searchsorted(jnp.array([-0.5, 0.0, 1.0], "float32"), x), x34),
    "convolution": (
        lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=NHWC),
        images,
        floats(3, 3, 3, 4),
    ),
    "convolutions in vmap": (
        jax.vmap(lambda x, w: lax.conv(x[None], w, (1, 1), "SAME")[0]),
        floats(2, 3, 6, 6),
        floats(2, 4, 3, 3, 3),
    ),
    "convolution in groups": (_grouped, images, floats(3, 3, 1, 6)),
    "convolution NCHW": (
        lambda x, w: lax.conv(x, w, (1, 1), "VALID"),
        floats(2, 3, 6, 6),
        floats(4, 3, 3, 3),
    ),
    "convolution of other layouts": (
        lambda x, w: lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=("HWNC", "OHWI", "NCHW")
        ),
        floats(6, 6, 2, 3),
        floats(4, 3, 3, 3),
    ),
    "conv_transpose": (
        lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"),
        images,
        floats(3, 3, 3, 4),
    ),
    "max_pool": (
        lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
        images,
    ),
    "sums of windows NCHW": (
        lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 1, 2, 3), (1, 1, 2, 2), "VALID"),
        floats(2, 3, 6, 6),
    ),
    "windows with wide padding": (
        lambda x: [
            lax.reduce_window(x, start, f, (2, 3), (2, 2), padding)
            for start, f in ((0.0, lax.add), (-jnp.inf, lax.max), (jnp.inf, lax.min))
            for padding in (((1, 2), (1, 3)), ((-1, 1), (0, 0)))
        ],
        x34,
    ),
    "gradient of max_pool": (jax.grad(lambda x: jnp.sum(_pooled(x) ** 2)), images),
    "gradient of min_pool": (
        jax.grad(
            lambda x: jnp.sum(
                lax.reduce_window(x, jnp.inf, lax.min, (2, 3), (1, 1), ((1, 0), (2, 0))) ** 3
            )
        ),
        x34,
    ),
    "derivative of max_pool": (lambda x: jax.jvp(_pooled, (x,), (jnp.sin(x),)), images),
    "derivative of max_pool of dilated windows": (
        lambda x: jax.jvp(lambda y: _pooled(y, window_dilation=(1, 2, 2, 1)), (x,), (x * x,)),
        images,
    ),
    "second gradient of max_pool": (
        jax.grad(lambda x: jnp.sum(jax.grad(lambda y: jnp.sum(_pooled(y) ** 3))(x) ** 2)),
        images,
    ),
    "dilated windows": (
        lambda x: [
            lax.reduce_window(
                x, start, f, (2, 3), (2, 1), "SAME", base_dilation=base, window_dilation=(2, 2)
            )
            for start, f in ((0.0, lax.add), (-jnp.inf, lax.max), (jnp.inf, lax.min))
            for base in ((1, 1), (2, 3))
        ],
        floats(6, 7),
    ),
    "windows of any function": (
        lambda x: lax.reduce_window(
            x, jnp.float32(0), lambda a, b: jnp.hypot(a, b), (2, 3), (1, 2), ((1, 0), (0, 1))
        ),
        x34,
    ),
    "reduce of any function": (_first_largest, floats(5, 2, 3), words(5, 2, 3)),
    "reduce of integers": (_integer_folds, words(5, 3)),
    "bits": (_bits, x34, words(6)),
    "lu": (_scipy, jnp.stack([x33, x33.T + 1])),
    "lu of other shapes": (lambda x: (lax.linalg.lu(x), lax.linalg.lu(x.T)), x34),
    "gradient of solve": (
        lambda a, b: jax.grad(lambda a, b: jnp.sum(jnp.linalg.solve(a, b) ** 2), (0, 1))(a, b),
        symmetric,
        floats(3, 2),
    ),
    "gradient of det": (jax.grad(jnp.linalg.det), x33),
    "bessel": (
        lambda x: (lax.bessel_i0e(9 * x), lax.bessel_i1e(9 * x), jax.scipy.special.i0(x)),
        x34,
    ),
    "betainc": (
        lambda x: jax.scipy.special.betainc(jnp.abs(x) + 0.5, 2 + x[::-1] ** 2, jax.nn.sigmoid(x)),
        x34,
    ),
    "gradient of gammainc": (
        jax.grad(lambda a: jnp.sum(jax.scipy.special.gammainc(a, 2 * a))),
        jnp.abs(x34) + 0.5,
    ),
    "gradient of a convolution in groups": (
        jax.grad(lambda x, w: jnp.sum(jnp.sin(_depthwise(x, w))), (0, 1)),
        images,
        floats(3, 2, 1, 6),
    ),
    "scaled images": (
        lambda x: jax.image.scale_and_translate(
            x, (2, 7, 7, 3), (1, 2), jnp.array([1.2, 0.9]), jnp.array([0.3, -0.2]), "linear"
        ),
        images,
    ),
    "resize": (lambda x: jax.image.resize(x, (2, 9, 9, 3), "bilinear"), images),
    "attention": (
        lambda q: jax.nn.dot_product_attention(q, q, q, is_causal=True),
        floats(2, 5, 2, 4),
    ),
    "scan": (lambda x: lax.scan(lambda c, a: (c * 0.5 + a, c.sum()), x[0], x), x34),
    "scan reversed": (
        lambda x, w: lax.scan(lambda c, a: (jnp.tanh(c @ w + a), c), x[0], x, reverse=True),
        x34,
        floats(4, 4),
    ),
    "map": (lambda x: lax.map(lambda a: jnp.sum(a) ** 2, x), x34),
    "while_loop and cond": (
        lambda x: lax.while_loop(
            lambda s: s.sum() < 100,
            lambda s: lax.cond(s[0] > 3, lambda a: a * 2, lambda a: a + 1, s),
            jnp.abs(x[0]),
        ),
        x34,
    ),
    "while_loop in vmap": (
        lambda x: jax.vmap(
            lambda row: lax.while_loop(
                lambda s: s[0].sum() < 9, lambda s: (s[0] * 1.5 + 1, s[1] + 1), (jnp.abs(row), 0)
            )
        )(x),
        x34,
    ),
    "cumulated extremes": (
        lambda x: (
            lax.cummin(x, 0),
            lax.cummax(x, 1, reverse=True),
            lax.cumlogsumexp(x, 1),
            lax.cummin(x, 1, reverse=True),
        ),
        x34,
    ),
    "fori_loop": (lambda x, n: lax.fori_loop(0, n, lambda i, s: s * x + i, x), x34, jnp.array(3)),
    "switch": (
        lambda i, x: lax.switch(i, [lambda a: a + 1, lambda a: a * 2, lambda a: -a], x),
        jnp.array(2),
        x34,
    ),
    "platform_dependent": (
        lambda x: lax.platform_dependent(x, cpu=lambda a: a + a, default=lambda a: 2 * a),
        x34,
    ),
    "vmap": (lambda x, y: jax.vmap(jnp.outer)(x, y), x34, floats(3, 2)),
    "grad": (lambda x: jax.grad(lambda a: jnp.sum(jnp.tanh(a @ a.T)))(x), x34),
    "remat": (lambda x: jax.checkpoint(lambda a: jnp.sin(a) * a)(x), x34),
    "at[i].apply": (
        lambda x, i: (x.at[1].apply(jnp.sin), x.at[:, i].apply(lambda a: 2 * a + 1)),
        x34,
        jnp.array([0, 2, 0]),
    ),
    "eigenvalues": (lambda x: jnp.sort(jnp.abs(jnp.linalg.eigvals(x))), x33),
    "incomplete gamma functions of numbers": (
        lambda x: (
            lax.igamma(jnp.abs(x) + 1, jnp.full_like(x, 2)),
            lax.igammac(jnp.full_like(x, 2), jnp.abs(x)),
            jnp.log(lax.igammac(jnp.abs(x) + 1, jnp.abs(40 * x))),
            lax.conj(x),
        ),
        x34,
    ),
    "logical shifts by arrays": (
        lambda i: lax.shift_right_logical(i - 9, jnp.arange(4, dtype="int32") * 10),
        words(4),
    ),
    "reductions over a named axis": (
        lambda x: jax.vmap(
            lambda a: a - lax.psum(a, "rows") + lax.pmax(a, "rows"), axis_name="rows"
        )(x),
        x34,
    ),
    "ragged_dot": (
        lambda x, w, sizes: lax.ragged_dot(x, w, sizes),
        x34,
        floats(2, 4, 5),
        jnp.array([1, 1], "int32"),
    ),
    "parts of sizes": (
        lambda x: (x.reshape(-1, 2)[: x.shape[0] // 2], x[:2] + 1, jnp.roll(x, 5, axis=0)),
        x34,
    ),
    "equal rows and a size": (
        lambda x: jnp.broadcast_to(
            jnp.broadcast_to(jnp.arange(4), x.shape)[:, None], (x.shape[0], 2, 4)
        ),
        x34,
    ),
    "tridiagonal_solve": (
        lambda a, b: lax.linalg.tridiagonal_solve(a, a + 3, a[:, ::-1], b),
        floats(2, 5),
        floats(2, 5, 3),
    ),
    "sinc and logarithms": (lambda x: (jnp.sinc(x), jnp.log2(jnp.abs(x) + 1)), x34),
    "gradient of expm": (jax.grad(lambda x: jax.scipy.linalg.expm(x).sum()), x33),
    "sizes": (lambda x: x.reshape(x.shape[0] * 2, -1).T.reshape(-1) / x.shape[0], x34),
    "nests": (lambda d: Pair({"y": d["a"] * d["b"][0]}, (d["a"],)), {"a": x34, "b": [x34]}),
}


@sizes_may_be_fixed()
@pytest.mark.one_column
@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name: str, backend: str) -> None:
    function, *args = FUNCTIONS[name]
    check_function(function, tuple(args), backend)


DIFFERENTIABLE = {
    "bessel": (lambda x: lax.bessel_i0e(9 * x) + lax.bessel_i1e(9 * x), x34.at[0, 0].set(0)),
    "betainc": (lambda x: jax.scipy.special.betainc(2.0, 0.7, jax.nn.sigmoid(x)), x34),
    "reduce of any function": (
        lambda x: lax.reduce(x, x.dtype.type(0), lambda a, b: a + b + a * b, (1,)),
        x34,
    ),
    "windows of any function": (
        lambda x: lax.reduce_window(
            x, x.dtype.type(0), lambda a, b: a + b + a * b, (2, 2), (1, 1), "SAME"
        ),
        x34,
    ),
    "lu": (lambda x: lax.linalg.lu(x)[0], x33),
    "dilated sums": (
        lambda x: lax.reduce_window(
            x, 0.0, lax.add, (2, 2), (1, 1), "VALID", window_dilation=(2, 2)
        ),
        x34,
    ),
}


@sizes_may_be_fixed()
@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_of_functions(name: str, backend: str) -> None:
    function, x = DIFFERENTIABLE[name]
    graph = trace_graph(function, source="jax", args=(x,))
    weights = np.random.default_rng(0).normal(size=function(x).shape).astype("float32")
    expected = _by_differences(lambda x: float(jnp.vdot(function(x), weights)), x)
    held = graph.inputs()[0]
    graph.args, graph.parameters, graph.arrays["x"] = (), {"x": held}, x
    found = Run(graph, backend).gradients([weights])["x"]
    np.testing.assert_allclose(found, expected, atol=1e-4 * np.abs(expected).max())


def _by_differences(function: Any, x: Any) -> Any:
    """Return a gradient by central differences in float64."""
    wide, step = np.asarray(x, "float64"), 1e-6
    result = np.zeros_like(wide)
    for place in np.ndindex(*wide.shape):
        move = np.zeros_like(wide)
        move[place] = step
        result[place] = (
            function(jnp.asarray(wide + move)) - function(jnp.asarray(wide - move))
        ) / (2 * step)
    return result


# ---- random numbers -----------------------------------------------------------------------------


def test_random_numbers(backend: str) -> None:
    def draw(key: Any, x: Any) -> Any:
        a, b, c, d = jax.random.split(key, 4)
        uniform = jax.random.uniform(a, (4000,), minval=-1.0, maxval=3.0)
        normal = 2 + jax.random.normal(b, (4000,)) * x
        kept = jax.random.bernoulli(c, 0.3, (4000,))
        return uniform, normal, kept, jax.random.randint(d, (4000,), 2, 7)

    args = (jax.random.PRNGKey(0), jnp.float32(0.5))
    graph = trace_graph(draw, source="jax", args=args)
    assert not [node for node in graph.nodes if node.op.startswith("bitwise")]
    translated = ivy.transpile(draw, "jax", to=backend, args=args)
    results = translated(*(ivy.to_backend(x, backend) for x in args))
    uniform, normal, kept, whole = map(ivy.to_numpy, results)
    assert -1 <= uniform.min() < -0.9
    assert 2.9 < uniform.max() < 3
    assert abs(normal.mean() - 2) < 0.05
    assert abs(normal.std() - 0.5) < 0.05
    assert kept.dtype == bool
    assert abs(kept.mean() - 0.3) < 0.05
    assert set(whole.tolist()) == {2, 3, 4, 5, 6}


def test_dropout_drops_only_in_training(backend: str) -> None:
    model = nnx.Dropout(0.5, rngs=nnx.Rngs(0))

    class Net(nnx.Module):
        def __init__(self) -> None:
            self.scale = nnx.Param(jnp.ones(1000, "float32"))
            self.drop = model

        def __call__(self, x: Any) -> Any:
            return self.drop(x * self.scale)

    net = ivy.transpile(Net(), to="ivy", args=(floats(2, 1000),))
    x = ivy.ones((3, 1000))
    assert ivy.to_numpy(net.eval()(x)).min() == 1
    dropped = ivy.to_numpy(net.train()(x))
    assert set(np.unique(dropped).tolist()) == {0, 2}
    assert 0.4 < (dropped == 0).mean() < 0.6


# ---- modules of the targets ---------------------------------------------------------------------


def test_weights_keep_their_names(backend: str) -> None:
    graph = trace_graph(Cnn(nnx.Rngs(0)), args=(floats(2, 8, 8, 3),))
    assert set(graph.parameters) >= {"stem.kernel", "norm.scale", "head.bias"}
    assert set(graph.buffers) == {"norm.mean", "norm.var"}
    assert graph.argument_names == ("x",)
    assert graph.inputs()[0].shape == (None, 8, 8, 3)
    assert (("stem", "Conv"),) in {node.scope for node in graph.nodes}


def test_one_graph_for_both_modes(backend: str) -> None:
    for name in ("nnx_cnn", "linen_cnn"):
        obj, inputs = MODELS[name]()
        graph = trace_graph(obj, source="jax", args=inputs(2))
        [node] = [node for node in graph.nodes if node.op == "batch_norm"]
        assert graph.train is None
        assert node.kwargs["training"] is graph.training
        assert len(graph.mutations) == 2
    obj, inputs = MODELS["haiku_mobilenet"]()
    graph = trace_graph(obj, source="jax", args=inputs(2))
    assert not graph.mutations
    assert graph.train is not None
    assert set(graph.train.mutations) == set(graph.buffers)


def test_composites_are_one_operation(backend: str) -> None:
    def function(x: Any) -> Any:
        return jax.nn.softmax(jax.nn.gelu(x)) + jax.nn.gelu(jax.nn.silu(x), approximate=False)

    graph = trace_graph(function, source="jax", args=(x34,))
    assert [node.op for node in graph.nodes] == ["gelu", "softmax", "silu", "gelu", "add"]


def test_arrays_that_a_module_holds_as_they_are(backend: str) -> None:
    class Net(nnx.Module):
        def __init__(self) -> None:
            self.linear = nnx.Linear(4, 4, rngs=nnx.Rngs(0))
            self.offset = nnx.data(jnp.arange(4, dtype="float32"))

        def __call__(self, x: Any) -> Any:
            return self.linear(x) + self.offset

    net = Net()
    graph = trace_graph(net, args=(x34,))
    assert set(graph.buffers) == {"offset"}
    np.testing.assert_allclose(Run(graph, backend)((x34,))[0][0], net(x34), rtol=1e-5, atol=1e-6)


def test_weights_with_a_place_among_devices(backend: str) -> None:
    from flax import linen

    spread = linen.with_partitioning(linen.initializers.lecun_normal(), (None, "model"))
    model = linen.Dense(3, kernel_init=spread)
    variables = model.init(jax.random.key(0), x34)
    graph = trace_graph((model, variables), args=(np.asarray(x34),))
    expected = model.apply(variables, x34)
    np.testing.assert_allclose(Run(graph, backend)((x34,))[0][0], expected, rtol=1e-5, atol=1e-6)


def test_functions_of_the_same_name_as_those_of_jax_are_read(backend: str) -> None:
    @jax.jit
    def silu(x: Any) -> Any:
        return x + 1

    check_function(silu, (x34,), backend)


@jax.custom_vjp
def straight(x: Any) -> Any:
    return jnp.round(x)


straight.defvjp(lambda x: (jnp.round(x), x), lambda x, g: (jnp.where(x > 0, g, -g),))


@jax.custom_vjp
def mixed(x: Any, weight: Any) -> Any:
    return x @ weight, jnp.argmax(x, -1)


mixed.defvjp(
    lambda x, weight: (mixed(x, weight), (x, weight)),
    lambda kept, g: (2 * g[0] @ kept[1].T, 3 * kept[0].T @ g[0]),
)


@jax.custom_jvp
def halved(x: Any, weight: Any) -> Any:
    return jnp.sin(x) @ weight


halved.defjvp(lambda xs, moves: (halved(*xs), moves[0] @ xs[1] / 2 + xs[0] @ moves[1]))


@pytest.mark.columns("torch")
@pytest.mark.parametrize("function", [lambda x, w: straight(x @ w), mixed, halved])
def test_custom_gradients(function: Any, backend: str) -> None:
    import torch

    args = [floats(3, 4), floats(4, 2)]
    translated = ivy.transpile(function, to="torch", args=args)
    for size in (3, 5):
        args[0] = floats(size, 4)
        expected, backward, *_ = jax.vjp(lambda *xs: jax.tree.leaves(function(*xs))[0], *args)
        xs = [torch.tensor(np.asarray(x), requires_grad=True) for x in args]
        found = jax.tree.leaves(translated(*xs))[0]
        np.testing.assert_allclose(found.detach(), expected, rtol=1e-5)
        (found**2 / 2).sum().backward()
        for x, gradient in zip(xs, backward(expected), strict=True):
            np.testing.assert_allclose(x.grad, gradient, rtol=1e-4, atol=1e-5)


def test_custom_gradients_give_a_warning(backend: str) -> None:
    @jax.custom_vjp
    def both(x: Any) -> Any:
        return 2 * x, 3 * x

    both.defvjp(lambda x: ((2 * x, 3 * x), None), lambda _, g: (jnp.clip(g[0] + g[1], -1, 1),))
    with pytest.warns(UserWarning, match="both: its custom gradient is not kept"):
        trace_graph(lambda x: both(x), source="jax", args=(x34,))


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_becomes_a_module_of_the_target(backend: str) -> None:
    model = Mlp(nnx.Rngs(0))
    expected = np.asarray(model(floats(4, 6)))
    translated = ivy.transpile(model, to=backend, args=(floats(2, 6),))
    result = translated(ivy.to_backend(floats(4, 6), backend))
    result = result.detach() if backend == "torch" else result
    np.testing.assert_allclose(ivy.to_numpy(result), expected, rtol=1e-5, atol=1e-6)
    if backend == "torch":
        names = {name for name, _ in translated.named_parameters()}
        assert names == {"hidden.kernel", "hidden.bias", "head.kernel"}


@pytest.mark.columns("torch")
def test_a_translated_module_is_compiled_without_a_warning(backend: str) -> None:
    import torch

    model, x = Mlp(nnx.Rngs(0)), floats(4, 6)
    translated = ivy.transpile(model, to="torch", args=(floats(2, 6),))
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*lru_cache")
        found = torch.compile(translated, fullgraph=True, backend="eager")(torch.tensor(x))
    np.testing.assert_allclose(to_numpy(found), np.asarray(model(x)), rtol=1e-5, atol=1e-6)


def test_a_module_of_ivy_from_haiku(backend: str) -> None:
    import haiku as hk

    cls = hk.transform(lambda x: hk.nets.MLP([4, 2], name="net")(x))
    params = cls.init(jax.random.key(0), floats(2, 6))
    expected = cls.apply(params, None, floats(3, 6))
    module = ivy.from_haiku_module(cls, params_hk=params)
    graph = trace_graph(module, source="jax", args=(floats(2, 6),))
    [found] = Run(graph, backend)((floats(3, 6),))[0]
    np.testing.assert_allclose(found, np.asarray(expected), rtol=1e-5, atol=1e-6)


def test_evaluation_leaves_statistics_alone(backend: str) -> None:
    class Net(nnx.Module):
        def __init__(self) -> None:
            self.n = nnx.BatchNorm(3, rngs=nnx.Rngs(0))

        def __call__(self, x: Any) -> Any:
            return self.n(x)

    x = floats(5, 3)
    net = ivy.unify(Net(), args=(x,))
    before = dict(net.buffers.n)
    given = ivy.to_backend(x, backend)
    net.eval()(given)
    assert all(net.buffers.n[name] is value for name, value in before.items())
    net.train()(given)
    assert not any(net.buffers.n[name] is value for name, value in before.items())


@pytest.mark.columns("jax")
def test_a_unified_module_becomes_one_of_linen(backend: str) -> None:
    class Net(nnx.Module):
        def __init__(self) -> None:
            self.n = nnx.BatchNorm(3, rngs=nnx.Rngs(0))

        def __call__(self, x: Any) -> Any:
            return self.n(x)

    x, net = floats(5, 3), Net()
    module = ivy.transpile(ivy.unify(net, args=(x,)), to="linen", args=(x,))
    variables = module.init(jax.random.key(0), x)
    net.eval()
    np.testing.assert_allclose(module.apply(variables, x, train=False), net(x), rtol=1e-5)
    net.train()
    trained, after = module.apply(variables, x, train=True, mutable=["batch_stats"])
    np.testing.assert_allclose(trained, net(x), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(after["batch_stats"]["n"]["mean"], net.n.mean[...], rtol=1e-5)


def test_decorated_functions_and_methods(backend: str) -> None:
    class Waves:
        def __init__(self, factor: float) -> None:
            self.factor = factor

        @ivy.transpile(source="jax", to=backend)
        def wave(self, x: Any) -> Any:
            return jnp.sin(x) * self.factor

    given = ivy.to_native(ivy.to_backend(x34, backend))
    one, two = Waves(1.0), Waves(2.0)
    for waves, factor in ((one, 1.0), (two, 2.0), (one, 1.0)):
        found = to_numpy(waves.wave(given))
        np.testing.assert_allclose(found, factor * np.sin(np.asarray(x34)), rtol=1e-5)
    assert one.wave.transpiled is one.wave.transpiled is not None

    @ivy.transpile(to=backend)
    def function(x: Any) -> Any:
        return jnp.sin(x)

    np.testing.assert_allclose(to_numpy(function(x34)), np.sin(np.asarray(x34)), rtol=1e-5)


# ---- errors -------------------------------------------------------------------------------------


def test_a_branch_on_data_is_refused_with_its_line(backend: str) -> None:
    def branches(x: Any) -> Any:
        if x.sum() > 0:  # the line
            return x
        return -x

    with pytest.raises(IvyTranspileException, match=r"test_jax.py:\d+: if x.sum\(\) > 0") as caught:
        trace_graph(branches, source="jax", args=(x34,))
    assert "jax.lax.cond" in str(caught.value)


@sizes_may_be_fixed()
def test_integers_are_convolved(backend: str) -> None:
    numbers = jnp.arange(24, dtype="int32").reshape(1, 2, 12)
    filters = jnp.array([[[1, 2, 3], [4, -5, 6]]], "int32")
    check_function(lambda x: lax.conv(x, filters, (1,), "SAME"), (numbers,), backend)


SOLVERS = {
    "pos": lambda a: jax.scipy.linalg.solve(a, x33, assume_a="pos"),
    "several": lambda a: jnp.linalg.solve(a, jnp.stack([x33, x33 + 1])),
}


@pytest.mark.parametrize("name", SOLVERS)
def test_gradients_reach_the_matrix_of_a_system(name: str, backend: str) -> None:
    def loss(a: Any) -> Any:
        return jnp.sum(SOLVERS[name](a) * x33)

    graph = trace_graph(loss, source="jax", args=(symmetric,), dynamic_batch=False)
    run = Run(graph, backend)
    x = ivy.to_backend(symmetric, backend)
    _, found = ivy.execute_with_gradients(lambda v: run.program([v], run.held)[0], x)
    np.testing.assert_allclose(to_numpy(found), jax.grad(loss)(symmetric), rtol=1e-4, atol=1e-5)


def test_what_is_for_debugging_is_left_out(backend: str) -> None:
    def function(x: Any) -> Any:
        jax.debug.print("{}", x.sum())
        return x * 2

    with pytest.warns(UserWarning, match=r"prints and calls nothing \(.*test_jax.py:\d+\)"):
        graph = trace_graph(function, source="jax", args=(x34,))
    np.testing.assert_array_equal(Run(graph, backend)((x34,))[0][0], x34 * 2)


def test_callbacks_are_refused() -> None:
    def function(x: Any) -> Any:
        return jax.pure_callback(np.sin, jax.ShapeDtypeStruct((3, 4), "float32"), x)

    with pytest.raises(IvyTranspileException, match=r"Python code.*with JAX, at .*\.py:\d+"):
        trace_graph(function, source="jax", args=(x34,), dynamic_batch=False)


def test_sizes_of_other_programs_are_equal_to_no_number(backend: str) -> None:
    """They are in the caches of JAX, which compare them with those of the program at hand."""
    (size,) = jax.export.symbolic_shape("n")
    graph = trace_graph(lambda x: x + (size == 3), source="jax", args=(x34,), dynamic_batch=False)
    np.testing.assert_array_equal(Run(graph, backend)((x34,))[0][0], x34)
    graph = trace_graph(lambda x: x + [size, 1].count(3), source="jax", args=(x34,))
    assert graph.inputs()[0].shape == (None, 4)


@dataclass(frozen=True)
class Key:
    """What JAX's caches are looked up by, too: its comparison is code without a file."""

    shape: tuple[Any, ...]


def test_libraries_may_compare_sizes(backend: str) -> None:
    library: dict[str, Any] = {}
    place = str(Path(jax.__file__).parent / "keys.py")
    exec(compile("def equal(x, y):\n    return x == y", place, "exec"), library)

    def function(x: Any) -> Any:
        library["equal"](Key((3, 4)), Key(x.shape))
        return jnp.mean(x, axis=1)

    graph = check_function(function, (x34,), backend)
    assert graph.inputs()[0].shape == (None, 4)


def test_factorizations_of_jax_alone_are_refused() -> None:
    with pytest.raises(IvyTranspileException, match=r"schur: a factorization of JAX alone; .* at "):
        trace_graph(jax.scipy.linalg.sqrtm, source="jax", args=(x33,))


def test_fixed_sizes_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        return sum(row * i for i, row in enumerate(x))

    with pytest.warns(
        UserWarning, match=r"of the sizes given, \(3, 4\), since .* JAX says"
    ) as said:
        graph = trace_graph(function, source="jax", args=(x34,))
    assert len(said) == 1
    np.testing.assert_allclose(Run(graph, backend)((x34,))[0][0], function(x34), rtol=1e-5)
    trace_graph(function, source="jax", args=(x34,), dynamic_batch=False)


ASKING_FOR_A_SIZE = {
    "whether it is in a dict": lambda x: x[: {3: 2}.get(x.shape[0])],
    "whether it is odd": lambda x: x[:-1] if x.shape[0] % 2 == 1 else x,
    "whether there is a rest": lambda x: jnp.packbits(x > 0, axis=0),
    "whether it is 3": lambda x: x + 1 if x.shape[0] == 3 else x,
    "whether it is not 5": lambda x: x + 1 if x.shape[0] != 5 else x,
}


@pytest.mark.parametrize("name", ASKING_FOR_A_SIZE)
def test_programs_that_ask_for_a_size_are_for_that_size(name: str, backend: str) -> None:
    function = ASKING_FOR_A_SIZE[name]
    with pytest.warns(UserWarning, match="of the sizes given"):
        graph = trace_graph(function, source="jax", args=(x34,))
    np.testing.assert_array_equal(Run(graph, backend)((x34,))[0][0], function(x34))


@pytest.mark.parametrize("folder", ["ivy", "jax", "keras"])
def test_programs_in_folders_called_like_a_library(folder: str, tmp_path: Path) -> None:
    path = tmp_path / folder / "program.py"
    path.parent.mkdir()
    path.write_text("def function(x):\n    return x + 1 if x.shape[0] == 3 else x\n")
    with pytest.warns(UserWarning, match="of the sizes given"):
        trace_graph(runpy.run_path(str(path))["function"], source="jax", args=(x34,))


def test_weights_may_be_given_first(backend: str) -> None:
    def function(weights: Any, x: Any) -> Any:
        return x @ weights["w"] + weights["b"] * len(x)

    weights = {"w": floats(4, 5), "b": floats(5)}
    graph = trace_graph(function, source="jax", args=(weights, x34))
    expected = function(weights, floats(6, 4))
    assert_close(Run(graph, backend)((weights, floats(6, 4)))[0][0], expected, FLOAT32, "result")


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
def test_groups_follow_the_batch(layout: str, backend: str) -> None:
    def convolved(x: Any, w: Any) -> Any:
        numbers = (layout, "OIHW" if layout == "NCHW" else "HWIO", layout)
        conv = partial(lax.conv_general_dilated, window_strides=(1, 1), padding="SAME")
        return conv(x[None], w, dimension_numbers=numbers)[0]

    def args(size: int) -> Any:
        return floats(size, 3, 6, 3), floats(size, 3, 3, 3, 3)

    graph = trace_graph(jax.vmap(convolved), source="jax", args=args(2))
    for size in (2, 4):
        found = Run(graph, backend)(args(size), compiled=False)[0][0]
        assert_close(found, jax.vmap(convolved)(*args(size)), FLOAT32, "result")


def test_axes_of_any_size(backend: str) -> None:
    def attend(x: Any, mask: Any) -> Any:
        scores = jnp.einsum("bqd,bkd->bqk", x, x) + jnp.tril(jnp.ones((x.shape[1],) * 2, "float32"))
        mixed = jax.nn.softmax(jnp.where(mask[:, None], scores, -1e9)) @ x
        return mixed.reshape(x.shape[0], -1, 2).mean(1), jnp.arange(x.shape[1])

    def inputs(batch: int, length: int) -> Any:
        return floats(batch, length, 4), floats(batch, length) > -1

    graph = trace_graph(attend, source="jax", args=inputs(2, 5), dynamic_axes=(1,))
    assert [x.shape for x in graph.inputs()] == [(None, None, 4), (None, None)]
    for sizes in ((2, 5), (3, 8)):
        found, _ = Run(graph, backend)(inputs(*sizes))
        for one, other in zip(found, attend(*inputs(*sizes)), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_fixed_lengths_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        return sum(x[:, i] * i for i in range(x.shape[1])) + x.reshape(x.shape[0], 2, 2).sum()

    with pytest.warns(UserWarning, match="along axes 1, .* leave dynamic_axes out") as said:
        graph = trace_graph(function, source="jax", args=(x34,), dynamic_axes=(1,))
    assert len(said) == 1
    assert graph.inputs()[0].shape == (None, 4)
    with pytest.raises(ivy.errors.IvyValueError, match="dynamic_axes: expected numbers of axes"):
        trace_graph(function, source="jax", args=(x34,), dynamic_axes=(0,))
    with pytest.raises(ivy.errors.IvyValueError, match="of torch or JAX, got one of numpy"):
        trace_graph(np.sin, args=(np.asarray(x34),), dynamic_axes=(1,))


def test_what_is_given_wrongly_is_said_in_one_line(backend: str) -> None:
    def of_torch(x: Any) -> Any:
        return torch.sin(x)

    torch = pytest.importorskip("torch")
    for source in ("jax", "numpy", "ivy"):
        with pytest.raises(
            IvyTranspileException, match=rf"of {source} that runs, .*test_jax.py"
        ) as e:
            trace_graph(of_torch, source=source, args=(np.ones(3),))
        assert "\n" not in str(e.value)
        assert "source= names another" in str(e.value)
    with pytest.raises(ivy.errors.IvyTypeError, match=r"a tuple of arguments, .* args=\(x,\)"):
        ivy.transpile(jnp.sin, "jax", backend, args=x34)
    import haiku as hk

    with pytest.raises(ivy.errors.IvyTypeError, match="expected Haiku's parameters too"):
        ivy.transpile(hk.transform(lambda x: jnp.sin(x)), "jax", backend, args=(x34,))
    other = "torch" if backend == "jax" else "jax"
    translated = ivy.transpile(jnp.sin, "jax", backend, args=(x34,))
    with pytest.raises(ivy.errors.IvyTypeError, match=f"arrays of {backend}, got those of {other}"):
        translated(ivy.to_native(ivy.to_backend(x34, other)))


def test_everything_unknown_is_listed_at_once(backend: str) -> None:
    def strange(x: Any) -> Any:
        bits = lax.bitcast_convert_type(x, jnp.int16)
        return lax.linalg.schur(x[:3, :3]), lax.linalg.hessenberg(x[:3, :3]), bits

    with pytest.raises(IvyTranspileException) as caught:
        trace_graph(strange, source="jax", args=(x34,))
    for name in ("float32 read as int16", "schur", "hessenberg", "test_jax.py:"):
        assert name in str(caught.value)


def test_a_rule_of_the_user(monkeypatch: Any, backend: str) -> None:
    monkeypatch.setitem(RULES["jax"], "clz", RULES["jax"]["clz"])

    @ivy.transpile_rule("jax", "clz")
    def leading_zeros(build: Any, x: Any) -> Any:
        return build.multiply(x, 2)

    graph = trace_graph(lambda x: lax.clz(x), source="jax", args=(words(3),))
    [found] = Run(graph, backend)((words(3),))[0]
    np.testing.assert_array_equal(found, 2 * np.asarray(words(3)))
