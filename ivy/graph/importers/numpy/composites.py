"""Functions of NumPy by others, where its own code for them cannot be traced."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


def _without_nan(function: Any, neutral: float) -> Any:
    def call(a: Any, *args: Any, **how: Any) -> Any:
        return function(np.where(np.isnan(a), neutral, a).astype(a.dtype), *args, **how)

    return call


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    pairs = list(zip(condlist, choicelist, strict=True))[::-1]
    return functools.reduce(lambda result, pair: np.where(pair[0], pair[1], result), pairs, default)


def _nanvar(a: Any, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Any:
    counted = {"axis": axis, "keepdims": True}
    count = np.sum(~np.isnan(a), **counted)
    squares = (a - np.nansum(a, **counted) / count) ** 2
    total = np.nansum(squares, **counted) / (count - ddof)
    return total if keepdims else np.squeeze(total, axis)


def _linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, **how: Any) -> Any:
    start, stop = np.asarray(start), np.asarray(stop)
    parts = np.arange(num) / max(num - endpoint, 1)
    return start + (stop - start) * np.reshape(parts, (num, *[1] * max(start.ndim, stop.ndim)))


def _histogram(
    a: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None
) -> Any:
    a, edges = np.ravel(a), np.asarray(bins)
    if not np.ndim(bins):
        low, high = (np.min(a), np.max(a)) if range is None else range
        flat = low == high
        edges = np.linspace(
            np.where(flat, low - 0.5, low), np.where(flat, high + 0.5, high), bins + 1
        )
    last = len(edges) - 1
    bin_of = np.where(a == edges[-1], last, np.searchsorted(edges, a, side="right"))
    inside = bin_of[:, None] == np.arange(1, last + 1)
    counts = np.sum(inside if weights is None else inside * np.ravel(weights)[:, None], axis=0)
    return (counts / np.diff(edges) / np.sum(counts) if density else counts), edges


def _convolve(a: Any, v: Any, mode: str = "full") -> Any:
    a, v = (a, v) if len(a) >= len(v) else (v, a)
    total, taps = len(a) + len(v) - 1, len(v)
    windows = np.arange(total)[:, None] + np.arange(taps)
    full = np.pad(a, (taps - 1, taps - 1))[windows] @ v[::-1]
    first = {"full": 0, "same": (taps - 1) // 2, "valid": taps - 1}[mode]
    return full[first : first + {"full": total, "same": len(a), "valid": total - 2 * first}[mode]]


def _cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None) -> Any:
    rows = [np.atleast_2d(x if rowvar or x.ndim == 1 else x.T) for x in (m, y) if x is not None]
    x = np.concatenate(rows).astype(np.result_type(*rows, np.float64))
    x = x - np.mean(x, 1, keepdims=True)
    return np.squeeze(x @ np.conj(x.T) / (x.shape[1] - (1 - bias if ddof is None else ddof)))


def _corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    covariance = np.cov(x, y, rowvar)
    spread = np.sqrt(np.diag(covariance))
    return np.clip(covariance / spread[:, None] / spread, -1, 1)


def _lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    rows, columns = a.shape
    least = np.finfo(np.result_type(a, 1.0)).eps * max(rows, columns) if rcond is None else rcond
    singular = np.linalg.svdvals(a)
    x = np.linalg.pinv(a, max(least, 0)) @ b
    left = np.sum((b - a @ x) ** 2, 0, keepdims=b.ndim == 1)
    return x, left if rows > columns else left[:0], np.sum(singular > least * singular[0]), singular


def _polyfit(x: Any, y: Any, deg: int) -> Any:
    powers = np.vander(x + 0.0, deg + 1)
    scale = np.sqrt(np.sum(powers * powers, 0))
    found = np.linalg.lstsq(powers / scale, y + 0.0, len(x) * np.finfo(powers.dtype).eps)[0]
    return (found.T / scale).T


def _cond(x: Any, p: Any = None) -> Any:
    if p not in (None, 2, -2):
        return np.linalg.norm(x, p, (-2, -1)) * np.linalg.norm(np.linalg.inv(x), p, (-2, -1))
    singular = np.linalg.svdvals(x)
    first, last = singular[..., 0], singular[..., -1]
    return last / first if p == -2 else first / last


BY_OTHERS: dict[str, Any] = {
    "argpartition": lambda a, kth, axis=-1: np.argsort(a, axis),
    "choose": lambda a, choices: _select([a == i for i in range(len(choices))], choices),
    "cond": _cond,
    "convolve": _convolve,
    "corrcoef": _corrcoef,
    "correlate": lambda a, v, mode="valid": _convolve(a, np.conj(v)[::-1], mode),
    "cov": _cov,
    "delete": lambda arr, obj, axis: np.take(
        arr, np.delete(np.arange(arr.shape[axis]), obj).tolist(), axis
    ),
    "diagflat": lambda v, k=0: np.diag(np.ravel(v), k),
    "digitize": lambda x, bins, right=False: np.searchsorted(
        bins, x, side="left" if right else "right"
    ),
    "ediff1d": lambda ary: np.diff(np.ravel(ary)),
    "histogram": _histogram,
    "isin": lambda element, test_elements: np.any(
        element[..., None] == np.ravel(test_elements), -1
    ),
    "linspace": _linspace,
    "logspace": lambda start, stop, num=50, endpoint=True, base=10.0: np.power(
        base, _linspace(start, stop, num, endpoint)
    ),
    "lstsq": _lstsq,
    "nanargmax": _without_nan(np.argmax, -np.inf),
    "nanargmin": _without_nan(np.argmin, np.inf),
    "nanmax": _without_nan(np.max, -np.inf),
    "nanmin": _without_nan(np.min, np.inf),
    "nanstd": lambda a, **how: np.sqrt(_nanvar(a, **how)),
    "nanvar": _nanvar,
    "partition": lambda a, kth, axis=-1: np.sort(a, axis),
    "polyfit": _polyfit,
    "select": _select,
    "vander": lambda x, N=None: x[:, None] ** np.arange(len(x) if N is None else N)[::-1],
}

IN_ANY_ORDER = ("argpartition", "partition")
"""Functions that leave the order of some elements open."""
