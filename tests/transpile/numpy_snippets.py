"""Programs written with NumPy, to be traced: name -> function and the arrays it takes."""

from __future__ import annotations

from typing import Any

import numpy as np

NUMPY_2_2 = np.lib.NumpyVersion(np.__version__) >= "2.2.0"
"""From which on widths of pads may be a dict."""

_random = np.random.default_rng(0)
X = _random.normal(size=(4, 3)).astype("float32")
Y = _random.normal(size=(4, 3))
I = _random.integers(-5, 5, (4, 3)).astype("int32")  # noqa: E741
C = _random.normal(size=(4, 3)) + 1j * _random.normal(size=(4, 3))
_square = _random.normal(size=(4, 3, 3))
S = _square @ np.swapaxes(_square, -1, -2) + 3 * np.eye(3)
W = _random.normal(size=(3, 5)).astype("float32")


def in_place(x: Any) -> Any:
    z = x * 2
    z[:, 0] = 1
    z[1] += 3
    z /= 2
    z[z > 0] = 0.5
    return z


def with_out(x: Any) -> Any:
    z = np.zeros_like(x)
    np.add(x, 1, out=z)
    np.multiply(x, 3, out=z, where=x > 0)
    return z


def network(x: Any) -> Any:
    hidden = np.maximum(x @ W, 0)
    scores = hidden - hidden.max(axis=-1, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def standardized(x: Any) -> Any:
    return (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-3) / x.shape[0]


def own_arrays(x: Any) -> Any:
    x = np.asarray(x, dtype="float64")
    parts = np.zeros((x.shape[0], 2))
    parts[:, 0] = x[:, 1]
    parts[:, 1:] += x[:, :1]
    classes = np.eye(3)[x.argmax(1)]
    return parts, classes, np.array([x.sum(), 2.0]), np.arange(x.shape[0])[:, None] + x


def written_copies(x: Any) -> Any:
    z = x.copy()
    z[[0, 1]] = z[[1, 0]]
    z.sort(axis=1)
    np.copyto(z, 0, where=z > 1)
    return z, x.mean().astype("float64")


def written_at(x: Any, i: Any) -> Any:
    counts, total = np.zeros(10), x.copy()
    np.add.at(counts, i + 5, 1)
    np.subtract.at(counts, (i[:, 0] + 5,), x[:, 0])
    np.maximum.at(total, (slice(None), [0, 2, 0]), x * 2)
    np.multiply.at(total, np.array([0, 0, 1]), 3.0)
    return counts, total


def made_of_sizes(x: Any) -> Any:
    rows = np.arange(len(x))
    chosen = x[:, np.array([2, 0])]  # NumPy gives a view of a copy of its own
    chosen[rows, rows % 2] = 0
    seen = np.where(rows[:, None] >= rows, x @ x.T, -1e9)
    quotients = (1 / x.size) * x, x.std(0) / np.sqrt(len(x)), x / len(x) ** 2
    products = np.ones(3, "float32") * len(x) + x.astype("float32"), np.arange(3) * len(x) - x
    return chosen, seen, np.linspace(0, 1, len(x)), np.cov(x.T), quotients, products


SNIPPETS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "arithmetic": (lambda x: np.add(x, 1) * 2 - x / 3 + x**2, (X,)),
    "mixed floats": (lambda x, y: x + y, (X, Y)),
    "float and int32": (lambda x, i: x * i, (X, I)),
    "int division": (lambda i: (i / 2, i // 2 + i % 3, i + 1.5, np.sqrt(np.abs(i))), (I,)),
    "bits": (lambda i: np.bitwise_and(i, 3) << 1, (I,)),
    "in place": (in_place, (X,)),
    "made of sizes": (made_of_sizes, (Y,)),
    "selections": (
        lambda x: (
            x[x > 0],
            x[x > 0].sum() / len(x[x > 0]),
            x[np.where(x[:, 0] > 0)],
            x[np.flatnonzero(x[:, 0] < 0)],
            x[np.nonzero(x > 0)],
            x[:, np.array([True, False, True])],
            np.argwhere(x > 0).sum(0),
        ),
        (Y,),
    ),
    "out and where": (with_out, (X,)),
    "network": (network, (X,)),
    "standardized": (standardized, (X,)),
    "sums": (lambda x, i: (x.sum(1), i.sum(), i.mean(0), np.sum(x, where=x > 0)), (X, I)),
    "spreads": (lambda x: (x.var(axis=0, ddof=1), np.std(x, keepdims=True), np.ptp(x, 1)), (X,)),
    "extremes": (lambda x: (np.max(x, initial=0.5, axis=0), x.argmin(), np.argmax(x, 1)), (X,)),
    "ufunc methods": (
        lambda x: (
            np.maximum.reduce(x, axis=1),
            np.add.reduce(x),
            np.add.accumulate(x, axis=1),
            np.multiply.outer(x, x),
        ),
        (X,),
    ),
    "dtype of a ufunc": (lambda x: np.multiply(x, x, dtype="float64"), (X,)),
    "cumulative": (lambda x: (np.cumsum(x), np.cumprod(x, axis=1)), (X,)),
    "products": (
        lambda x: (np.dot(x, W), x @ W, np.inner(x, x), x.T @ x, np.tensordot(x, x, ([0], [0]))),
        (X,),
    ),
    "einsum": (lambda x: np.einsum("ij,ik->jk", x, x), (X,)),
    "linalg": (
        lambda s: (np.linalg.inv(s), np.linalg.det(s), np.linalg.solve(s, s[..., :1])),
        (S,),
    ),
    "factorizations": (
        lambda s: (np.linalg.cholesky(s), np.linalg.eigvalsh(s), np.linalg.slogdet(s)[1]),
        (S,),
    ),
    "singular values": (lambda s: np.linalg.svd(s, compute_uv=False), (S,)),
    "norms": (
        lambda x: (np.linalg.norm(x), np.linalg.norm(x, axis=1, keepdims=True)),
        (X,),
    ),
    "fourier": (
        lambda y: (np.fft.rfft(y, axis=0), np.fft.ifft(np.fft.fft(y)).real, np.fft.fft2(y)),
        (Y,),
    ),
    "indexing": (
        lambda x: (x[0], x[:, 1:], x[..., None], x[[0, 1]], x[np.array([1, 0]), 1], x[::-1]),
        (X,),
    ),
    "taking": (
        lambda x: (np.take(x, [0, 2], axis=1), np.take_along_axis(x, np.argsort(x, 1), 1)),
        (X,),
    ),
    "shapes": (
        lambda x: (x.reshape(x.shape[0], 1, 3), x.reshape(-1), np.expand_dims(x, 1), x.T),
        (X,),
    ),
    "joining": (
        lambda x: (np.concatenate([x, x * 2], axis=1), np.stack([x, x]), np.vstack([x, x])),
        (X,),
    ),
    "splitting": (lambda x: (*np.split(x, 3, axis=1), *np.array_split(x, 2, axis=1)), (X,)),
    "moving": (
        lambda x: (np.flip(x, 1), np.roll(x, 1, axis=1), np.tile(x, (1, 2)), np.rot90(x)),
        (X,),
    ),
    "padding": (lambda x: (np.pad(x, ((0, 0), (1, 2))), np.repeat(x, 2, axis=1)), (X,)),
    "choosing": (lambda x, i: (np.where(x > 0, x, 0), np.where(x > 0, x, i)), (X, I)),
    "rounding": (lambda x: (np.clip(x, -1, 1), np.round(x, 1), np.floor(x)), (X,)),
    "logic": (lambda x: (np.isnan(x) | np.isfinite(x), ~(x > 0), np.all(x > 0, axis=1)), (X,)),
    "sorting": (lambda x: (np.sort(x, axis=0), np.median(x, axis=0)), (X,)),
    "quantiles": (lambda y: (np.quantile(y, 0.3, axis=1), np.average(y, 1, [1, 2, 3])), (Y,)),
    "complex": (lambda c: (np.abs(c) + c.real + np.conj(c).imag, np.angle(c)), (C,)),
    "own arrays": (own_arrays, (X,)),
    "written copies": (written_copies, (X,)),
    "functions made of others": (
        lambda y: (
            np.cov(y),
            np.gradient(y, axis=1),
            np.polyval([1.0, 2.0], y),
            np.hstack([y, y]),
        ),
        (Y,),
    ),
    "more of those": (
        lambda x, i: (
            np.select([x < -1, x > 1], [x, 2 * x], 0),
            np.isin(i, [1, 3]),
            np.nanmax(x, axis=1),
            np.delete(x, 1, axis=1),
            np.partition(x, 1, axis=1)[:, 1],
        ),
        (X, I),
    ),
    "functions in steps": (
        lambda y, i: (
            np.histogram(y, bins=4),
            np.histogram(y[:, 0], bins=[-2.0, 0.0, 1.5], weights=y[:, 1], density=True),
            np.linspace(y[0], y[1], 4),
            np.digitize(y, [-1.0, 0.0, 1.0]),
            np.choose(i % 3, [y, 2 * y, 1.0]),
            np.corrcoef(y, rowvar=False),
            np.nanstd(np.where(y > 1, np.nan, y), axis=1),
            np.nanargmin(np.where(y > 1, np.nan, y), axis=0),
            np.linalg.lstsq(y, i[:, 0], rcond=None),
            np.linalg.cond(y.T @ y),
            np.ediff1d(y),
        ),
        (Y, I),
    ),
    "convolutions": (
        lambda y: (
            np.convolve(y[0], [1.0, 2.0, 0.5, 3.0], "same"),
            np.convolve(y[1], y[2]),
            np.correlate(y[0], y[1, :2]),
            np.polyfit(y[0], y[1], 1),
            np.vander(y[0], 3),
        ),
        (Y,),
    ),
    "elements put in": (
        lambda y: (
            np.insert(y, 1, 7.0, axis=1),
            np.insert(y, [0, 2, 2], y, axis=1),
            np.insert(y[0], 1, [1.0, 2.0]),
            np.block([[y, 2 * y], [3 * y, y]]),
            np.block([y[0], 5.0]),
            np.repeat(y, [2, 0, 1], axis=1),
            np.diff(y, axis=1, prepend=0, append=y[:, :1]),
            np.lib.stride_tricks.sliding_window_view(y, 2, axis=1),
            np.reshape(y, (3, -1), order="F"),
            np.ravel_multi_index(((y[0] > 0).astype(int), [2, 0, 1]), (2, 3)),
            np.piecewise(y, [y < 0, y > 1], [lambda x: -x, 5.0, lambda x: x * x]),
        ),
        (Y,),
    ),
    "pads": (
        lambda y: (
            *[
                np.pad(y, ((0, 0), (2, 1)), mode=mode)
                for mode in ("linear_ramp", "maximum", "minimum", "mean", "median")
            ],
            np.pad(y, ((1, 2), (0, 3)), mode="linear_ramp", end_values=((1, 2), (3, 4))),
            np.pad(y, 2, mode="mean", stat_length=2),
            *([np.pad(y, {-1: (1, 2)}, mode="wrap")] if NUMPY_2_2 else []),
        ),
        (Y,),
    ),
    "histograms of pairs": (
        lambda y: (
            np.histogram2d(y[:, 0], y[:, 1], bins=3),
            np.histogram2d(y[0], y[1], [[-1.0, 0.0, 2.0], 2], [[0, 1], [-1, 1]], weights=y[2]),
            np.histogram2d(y[:, 0], y[:, 1], bins=[2, 3], range=[[-2, 2], [-1, 3]], density=True),
        ),
        (Y,),
    ),
    "several results": (
        lambda y, i: (
            np.divmod(i, 3),
            np.modf(y),
            np.frexp(y),
            np.ldexp(y, i),
            np.unravel_index(np.argmax(y), y.shape),
            np.broadcast_arrays(y, y[0]),
            np.lexsort((y[:, 0], i[:, 0])),
        ),
        (Y, I),
    ),
    "ufunc.at": (written_at, (X, I)),
    "lists of axes": (lambda y: np.einsum(y, [0, 1], y, [2, 1], [2, 0]), (Y,)),
    "integers where floats are made": (
        lambda i: (
            np.fft.fft(i),
            np.asarray(i, np.dtype("float64")) / 2,
            np.cov(i, rowvar=False),
            np.rint(i),
            np.angle(i),
        ),
        (I,),
    ),
    "spread of complex numbers": (lambda c: (np.var(c, 0), np.std(c)), (C,)),
    "casts": (lambda x: (x.astype("float64").astype("int32"), np.float32(2) * x), (X,)),
}
