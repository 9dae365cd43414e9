"""Arrays from Python data and other libraries; what can be made of other functions."""

import operator

import numpy as np

from ivy import backends, config
from ivy.backends import conversion
from ivy.backends import native_dtypes as dtypes
from ivy.backends.axes import diagonal_number, matrix_size, normalized_axis
from ivy.errors import IvyValueError


def asarray(xp, obj, copy=None, dtype=None, device=None):
    return conversion.asarray(xp, obj, copy, dtype, device)


array = asarray


def native_array(xp, x, dtype=None, device=None):
    return conversion.asarray(xp, x, None, dtype, device)


def frombuffer(xp, buffer, dtype=None, count=-1, offset=0):
    dtype = config.default_of("float") if dtype is None else dtype
    native = backends.load("numpy").as_native_dtype(dtype)
    return conversion.from_ndarray(xp, np.frombuffer(buffer, native, count, offset))


# ---- made of other functions ------------------------------------------------------------------


def linspace(xp, start, stop, num, axis=None, endpoint=True, dtype=None, device=None):
    if dtype is None:
        dtype = conversion.floating_result(xp, start, stop)
    native = xp.as_native_dtype(dtype)
    working = conversion.working_dtype(xp, native)
    start, stop = (xp.asarray(x, dtype=working, device=device) for x in (start, stop))
    start, stop = (xp.expand_dims(x, axis=-1) for x in xp.broadcast_arrays(start, stop))
    if operator.index(num) < 0:
        raise IvyValueError(f"linspace: expected num of at least 0, got {num}")
    steps = max(num - 1 if endpoint else num, 1)
    step = (stop - start) / steps
    index = xp.arange(num, device=device)
    forth, back = xp.astype(index, working), xp.astype(steps - index, working)
    # Counting from the nearer end makes both ends exact.
    near_stop = xp.logical_and(index * 2 >= steps, xp.isfinite(step))
    values = xp.where(near_stop, stop - back * step, start + forth * step)
    if endpoint and num > 1:
        values = xp.where(index == steps, stop, values)  # also where a step is infinite
    if xp.DTYPES[native].kind in ("int", "uint"):
        values = xp.floor(values)
    values = xp.astype(values, native)
    place = normalized_axis("linspace", -1 if axis is None else axis, len(values.shape))
    return values if place == len(values.shape) - 1 else xp.moveaxis(values, -1, place)


def logspace(xp, start, stop, num, base=10.0, axis=0, endpoint=True, dtype=None, device=None):
    if dtype is None:
        dtype = conversion.floating_result(xp, start, stop, base)
    native = xp.as_native_dtype(dtype)
    working = conversion.working_dtype(xp, native)
    exponents = xp.linspace(start, stop, num, axis, endpoint, working, device)
    base = xp.asarray(base, dtype=working, device=device)
    base = xp.expand_dims(base, axis=axis) if base.ndim else base
    return xp.astype(xp.pow(base, exponents), native)


def meshgrid(xp, *arrays, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise IvyValueError(f"meshgrid: expected indexing 'xy' or 'ij', got {indexing!r}")
    axes = list(range(len(arrays)))
    if indexing == "xy" and len(arrays) > 1:
        axes[:2] = 1, 0
    count = len(arrays)
    grids = [
        xp.reshape(x, (1,) * axis + (-1,) + (1,) * (count - axis - 1))
        for x, axis in zip(arrays, axes, strict=True)
    ]
    return tuple(grids) if sparse else tuple(xp.broadcast_arrays(*grids))


def one_hot(xp, indices, depth, on_value=None, off_value=None, axis=None, dtype=None, device=None):
    if isinstance(depth, (str, float, bool)) or (isinstance(depth, int) and depth < 0):
        raise IvyValueError(f"one_hot: expected a depth of at least 0, got {depth!r}")
    if dtype is None:
        given = [value for value in (on_value, off_value) if value is not None]
        dtype = dtypes.result_dtype(*given) if given else config.default_of("float")
    if device is not None:
        indices = xp.to_device(indices, device)
    axis = -1 if axis is None else axis
    axis = axis if axis >= 0 else axis + indices.ndim + 1
    classes = xp.astype(xp.arange(depth, device=device), indices.dtype)
    classes = xp.reshape(classes, (depth,) + (1,) * (indices.ndim - axis))
    hits = xp.equal(xp.expand_dims(indices, axis=axis), classes)
    if on_value is None and off_value is None:
        return xp.astype(hits, dtype)
    on = xp.asarray(1 if on_value is None else on_value, dtype=dtype, device=device)
    off = xp.asarray(0 if off_value is None else off_value, dtype=dtype, device=device)
    return xp.where(hits, on, off)


def triu_indices(xp, n_rows, n_cols=None, k=0, device=None):
    n_rows, n_cols = matrix_size("triu_indices", n_rows, n_cols)
    return _indices(xp, np.triu_indices(n_rows, diagonal_number("triu_indices", k), n_cols), device)


def tril_indices(xp, n_rows, n_cols=None, k=0, device=None):
    n_rows, n_cols = matrix_size("tril_indices", n_rows, n_cols)
    return _indices(xp, np.tril_indices(n_rows, diagonal_number("tril_indices", k), n_cols), device)


def _indices(xp, found, device):
    dtype = xp.index_dtype()
    return tuple(xp.asarray(i, dtype=dtype, device=device) for i in found)
