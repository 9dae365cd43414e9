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
    places = np.reshape(np.arange(num), (num, *[1] * max(start.ndim, stop.ndim)))
    steps = max(num - endpoint, 1)
    return np.where(places == steps, stop, start + (stop - start) * (places / steps))


def _bins(a: Any, bins: Any, range: Any) -> tuple[Any, Any]:
    """Return which numbers are inside of which bins, and the edges of these."""
    a, edges = np.ravel(a), np.asarray(bins)
    if not np.ndim(bins):
        low, high = (np.min(a), np.max(a)) if range is None else range
        flat = low == high
        edges = np.linspace(
            np.where(flat, low - 0.5, low), np.where(flat, high + 0.5, high), bins + 1
        ).astype(np.result_type(a, low, high, np.float16))
    last = len(edges) - 1
    bin_of = np.where(a == edges[-1], last, np.searchsorted(edges, a, side="right"))
    return bin_of[:, None] == np.arange(1, last + 1), edges


def _histogram(
    a: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None
) -> Any:
    inside, edges = _bins(a, bins, range)
    counts = np.sum(inside if weights is None else inside * np.ravel(weights)[:, None], axis=0)
    return (counts / np.diff(edges) / np.sum(counts) if density else counts), edges


def _histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> Any:
    bins = bins if hasattr(bins, "__len__") and len(bins) == 2 else (bins, bins)
    ranges = (None, None) if range is None else range
    found = [_bins(a, *how) for a, *how in zip((x, y), bins, ranges, strict=True)]
    (rows, one), (columns, other) = found
    rows = rows * (1.0 if weights is None else np.ravel(weights)[:, None])
    counts = rows.T @ (columns * 1.0)
    areas = np.diff(one)[:, None] * np.diff(other)
    return (counts / areas / np.sum(counts) if density else counts), one, other


def _block(arrays: Any) -> Any:
    def depth(part: Any) -> int:
        return 1 + max(map(depth, part)) if isinstance(part, list) else 0

    def rank(part: Any) -> int:
        return max(map(rank, part)) if isinstance(part, list) else np.ndim(part)

    axes = max(depth(arrays), rank(arrays))

    def joined(part: Any) -> Any:
        if isinstance(part, list):
            return np.concatenate([joined(x) for x in part], -depth(part))
        return np.asarray(part)[(None,) * (axes - np.ndim(part))]

    return joined(arrays)


def _insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    arr, axis = (np.ravel(arr), 0) if axis is None else (arr, axis % arr.ndim)
    values, size = np.asarray(values), int(arr.shape[axis])
    if not np.ndim(obj):
        values = np.moveaxis(values[(None,) * (arr.ndim - values.ndim)], 0, axis)
        obj = [obj] * int(values.shape[axis])
    new = np.where(True, values, np.take(arr, [0] * len(obj), axis)).astype(arr.dtype)
    order = np.insert(np.arange(size), obj, size + np.arange(len(obj)))
    return np.take(np.concatenate([arr, new], axis), order.tolist(), axis)


_STATISTICS: dict[str, Any] = {
    "maximum": np.max,
    "minimum": np.min,
    "mean": np.mean,
    "median": np.median,
}


def _pad(
    array: Any,
    pad_width: Any,
    mode: Any = "constant",
    stat_length: Any = None,
    end_values: Any = 0,
    **how: Any,
) -> Any:
    if isinstance(pad_width, dict):
        known: Any = {axis % array.ndim: width for axis, width in pad_width.items()}
        widths = [np.broadcast_to(known.get(i, 0), 2).tolist() for i in range(array.ndim)]
        return np.pad(array, widths, mode, **how)
    shape = (array.ndim, 2)
    ends = np.broadcast_to(end_values, shape).tolist()
    lengths = np.broadcast_to(np.asarray(stat_length), shape).tolist()
    for axis, widths in enumerate(np.broadcast_to(pad_width, shape).tolist()):
        parts = [array]
        for i, width in enumerate(widths):
            flipped = np.flip(array, axis) if i else array
            length = lengths[axis][i] if mode in _STATISTICS else 1
            places = slice(length if length is None else int(length))
            edge = flipped[(*[slice(None)] * axis, places)]
            if mode in _STATISTICS:
                edge = _STATISTICS[mode](edge, axis, keepdims=True)
            part = np.repeat(edge, width, axis)
            if mode == "linear_ramp":
                steps = np.arange(width)[(..., *[None] * (array.ndim - axis - 1))] / max(width, 1)
                part = ends[axis][i] + (part - ends[axis][i]) * steps
            elif mode not in _STATISTICS or how:
                raise NotImplementedError(mode)
            parts.insert(len(parts) * i, np.flip(part, axis) if i else part)
        array = np.concatenate(parts, axis).astype(array.dtype)
    return array


def _piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kwargs: Any) -> Any:
    values = [f(x, *args, **kwargs) if callable(f) else f for f in funclist]
    result = values[-1] if len(values) > len(condlist) else 0
    for condition, value in zip(condlist, values, strict=False):
        result = np.where(condition, value, result)
    return result


def _sliding_window_view(x: Any, window_shape: Any, axis: Any = None) -> Any:
    windows = np.atleast_1d(window_shape).tolist()
    axes = range(x.ndim) if axis is None else [i % x.ndim for i in np.atleast_1d(axis).tolist()]
    for width, i in zip(windows, axes, strict=True):
        places = np.arange(int(x.shape[i]) - width + 1)[:, None] + np.arange(width)
        x = np.moveaxis(np.take(x, places, i), i + 1, -1)
    return x


def _diff(a: Any, n: int = 1, axis: int = -1, **ends: Any) -> Any:
    first = np.take(a, [0], axis)
    wide = {k: x if np.ndim(x) else np.where(True, x, first) for k, x in ends.items()}
    parts = [wide.get("prepend"), a, wide.get("append")]
    return np.diff(np.concatenate([x for x in parts if x is not None], axis), n, axis)


def _repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    a, axis = (np.ravel(a), 0) if axis is None else (a, axis)
    return np.take(a, np.repeat(np.arange(int(a.shape[axis])), repeats).tolist(), axis)


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
    least = (
        np.finfo(np.result_type(a, 1.0)).eps * int(max(rows, columns)) if rcond is None else rcond
    )
    singular = np.linalg.svdvals(a)
    x = np.linalg.pinv(a, max(least, 0)) @ b
    left = np.sum((b - a @ x) ** 2, 0, keepdims=b.ndim == 1)
    return x, left if rows > columns else left[:0], np.sum(singular > least * singular[0]), singular


def _polyfit(x: Any, y: Any, deg: int) -> Any:
    powers = np.vander(x + 0.0, deg + 1)
    scale = np.sqrt(np.sum(powers * powers, 0))
    found = np.linalg.lstsq(powers / scale, y + 0.0, int(x.shape[0]) * np.finfo(powers.dtype).eps)[
        0
    ]
    return (found.T / scale).T


def _cond(x: Any, p: Any = None) -> Any:
    if p not in (None, 2, -2):
        return np.linalg.norm(x, p, (-2, -1)) * np.linalg.norm(np.linalg.inv(x), p, (-2, -1))
    singular = np.linalg.svdvals(x)
    first, last = singular[..., 0], singular[..., -1]
    return last / first if p == -2 else first / last


BY_OTHERS: dict[str, Any] = {
    "argpartition": lambda a, kth, axis=-1: np.argsort(a, axis),
    "block": _block,
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
    "diff": _diff,
    "digitize": lambda x, bins, right=False: np.searchsorted(
        bins, x, side="left" if right else "right"
    ),
    "ediff1d": lambda ary: np.diff(np.ravel(ary)),
    "histogram": _histogram,
    "histogram2d": _histogram2d,
    "insert": _insert,
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
    "pad": _pad,
    "partition": lambda a, kth, axis=-1: np.sort(a, axis),
    "piecewise": _piecewise,
    "polyfit": _polyfit,
    "ravel_multi_index": lambda multi_index, dims: functools.reduce(
        lambda total, pair: total * pair[1] + np.asarray(pair[0]),
        zip(multi_index, dims, strict=True),
        0,
    ),
    "repeat": _repeat,
    "reshape": lambda a, shape, order: np.reshape(a.T, np.atleast_1d(shape)[::-1].tolist()).T,
    "select": _select,
    "sliding_window_view": _sliding_window_view,
    "vander": lambda x, N=None: x[:, None] ** np.arange(len(x) if N is None else N)[::-1],
}

IN_ANY_ORDER = ("argpartition", "partition")
"""Functions that leave the order of some elements open."""
