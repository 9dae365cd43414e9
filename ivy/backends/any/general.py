"""Values of arrays, gathering and scattering, what can be made of other operations."""

from __future__ import annotations

import builtins
import math
import multiprocessing as _multiprocessing
from math import prod

from ivy import config
from ivy.backends.axes import is_count
from ivy.errors import IvyIndexError, IvyValueError
from ivy.types import Shape

_NUMBERS = (bool, int, float, complex)
_REDUCTIONS = ("sum", "min", "max", "replace")
_BROADCAST_LIMIT = 64  # comparing with more elements than this is slower than a search


# ---- what an array is -------------------------------------------------------------------------


def sizes(xp, x):
    """Return the sizes of the axes, each a number or, in graphs that do not know it, a tensor."""
    return tuple(x.shape)


def shape(xp, x, as_array=False):
    sizes = Shape(x.shape)
    if not as_array and not config.setting("shape_array_mode"):
        return sizes
    sizes = [xp.asarray(size) for size in sizes]
    return xp.astype(xp.stack(sizes) if sizes else xp.zeros((0,)), config.default_of("int"))


def get_num_dims(xp, x, as_array=False):
    ndim = len(x.shape)
    return xp.asarray(ndim) if as_array else ndim


def size(xp, x):
    return prod(x.shape)


def keys_of(xp, xs):
    return [*map(id, xs)]


def itemsize(xp, x):
    return xp.DTYPES[x.dtype].bits // 8


def strides(xp, x):
    sizes, width = tuple(x.shape), itemsize(xp, x)
    return tuple(prod(sizes[i + 1 :]) * width for i in range(len(sizes)))


# ---- as Python values -------------------------------------------------------------------------


def _python_values(xp, x):
    values = xp.to_numpy(x, False)
    # kind V: bfloat16, which makes no Python numbers; reading dtype.name takes longer than all this
    return values.astype("float32") if values.dtype.kind == "V" else values


def to_list(xp, x):
    return _python_values(xp, x).tolist()


def to_scalar(xp, x):
    if prod(x.shape) != 1:
        raise IvyValueError(f"to_scalar: expected one element, got shape {tuple(x.shape)}")
    return _python_values(xp, x).item()


def array_equal(xp, x0, x1):
    return tuple(x0.shape) == tuple(x1.shape) and bool(xp.all(xp.equal(x0, x1)))


def has_nans(xp, x, include_infs=True):
    found = xp.logical_not(xp.isfinite(x)) if include_infs else xp.isnan(x)
    return bool(xp.any(found))


def value_is_nan(xp, x, include_infs=True):
    value = to_scalar(xp, x)
    parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
    return any(math.isnan(v) or (include_infs and math.isinf(v)) for v in parts)


# ---- numbers ----------------------------------------------------------------------------------


def stable_divide(xp, numerator, denominator, min_denominator=None):
    least = config.setting("min_denominator") if min_denominator is None else min_denominator
    return xp.divide(numerator, _plus(xp, denominator, least))


def stable_pow(xp, base, exponent, min_base=None):
    least = config.setting("min_base") if min_base is None else min_base
    return xp.pow(_plus(xp, base, least), exponent)


def _plus(xp, x, number):
    """Return the sum; of two numbers as a number, which takes the dtype of an array it meets."""
    return x + number if isinstance(x, _NUMBERS) else xp.add(x, number)


def clip_vector_norm(xp, x, max_norm, p=2.0):
    return _scaled_down(xp, x, xp.vector_norm(x, axis=None, keepdims=False, ord=p), max_norm)


def clip_matrix_norm(xp, x, max_norm, p=2.0):
    return _scaled_down(xp, x, xp.matrix_norm(x, ord=p, keepdims=True), max_norm)


def _scaled_down(xp, x, norm, max_norm):
    """Return `x` scaled so that its norm is at most `max_norm`; an array of zeros as it is."""
    # Of a norm that is NaN all is NaN, as with torch and optax: no step is made by what is wrong.
    excess = xp.where(norm <= max_norm, xp.ones_like(norm), xp.divide(norm, max_norm))
    return xp.divide(x, excess)


def fourier_encode(xp, x, max_freq, num_bands=4, linear=False, concat=True, flatten=False):
    if xp.DTYPES[x.dtype].kind != "float":
        x = xp.astype(x, config.default_of("float"))
    x = xp.reshape(x, (-1, 1) if flatten else (*x.shape, 1))
    if not is_count(num_bands, 0):
        msg = f"expected a num_bands of at least 0, got {num_bands!r}"
        raise IvyValueError(f"fourier_encode: {msg}")
    last = max_freq / 2
    if linear:
        bands = xp.linspace(1.0, last, num_bands, dtype=x.dtype)
    else:  # not by powers of the dtype, whose last digits are wrong
        power = math.log10(last) / max(num_bands - 1, 1)
        bands = xp.asarray([10.0 ** (power * i) for i in range(num_bands)], dtype=x.dtype)
    turns = xp.multiply(x, bands)
    # Whole turns are left out, exactly, before the angles are rounded.
    turns = xp.subtract(turns, xp.multiply(xp.round(xp.divide(turns, 2)), 2))
    angles = xp.multiply(turns, math.pi)
    sines, cosines = xp.sin(angles), xp.cos(angles)
    return xp.concat([x, sines, cosines], -1) if concat else (sines, cosines)


# ---- membership -------------------------------------------------------------------------------


def isin(xp, x1, x2, assume_unique=False, invert=False):
    x2 = xp.reshape(x2, (-1,))
    few = x2.shape[0] is not None and x2.shape[0] <= _BROADCAST_LIMIT
    if few or not _sortable(xp, x2):
        found = xp.any(xp.equal(xp.reshape(x1, (*x1.shape, 1)), x2), -1)
    else:
        ordered = xp.sort(x2)
        flat = xp.reshape(x1, (-1,))
        place = xp.minimum(xp.searchsorted(ordered, flat), x2.shape[0] - 1)
        found = xp.reshape(xp.equal(xp.get_item(ordered, place), flat), tuple(x1.shape))
    return xp.logical_not(found) if invert else found


def _sortable(xp, x):
    return xp.DTYPES[x.dtype].kind in ("int", "uint", "float")


# ---- gathering --------------------------------------------------------------------------------


def gather(xp, params, indices, axis=-1, batch_dims=0):
    ndim = len(params.shape)
    axis, batch_dims = _positive(axis, ndim), _positive(batch_dims, len(indices.shape) + 1)
    if not batch_dims:
        return xp.get_item(params, (*[slice(None)] * axis, indices))
    if batch_dims > axis:
        msg = f"gather: expected batch_dims of at most axis {axis}, got {batch_dims}"
        raise IvyValueError(msg)
    _check_batch("gather", params, indices, batch_dims)
    moved = xp.moveaxis(params, axis, batch_dims)
    taken = xp.get_item(moved, (*_batch_indices(xp, indices, batch_dims), indices))
    inner = len(indices.shape) - batch_dims
    between = axis - batch_dims
    if not inner or not between:
        return taken
    order = list(range(len(taken.shape)))
    first, last = order[batch_dims : batch_dims + inner], order[batch_dims + inner :]
    order[batch_dims:] = last[:between] + first + last[between:]
    return xp.permute_dims(taken, tuple(order))


def gather_nd(xp, params, indices, batch_dims=0):
    batch_dims = _positive(batch_dims, len(indices.shape))
    _check_batch("gather_nd", params, indices, batch_dims)
    depth = indices.shape[-1]
    if batch_dims + depth > len(params.shape):
        msg = f"gather_nd: expected at most {len(params.shape) - batch_dims} indices, got {depth}"
        raise IvyIndexError(msg)
    parts = [xp.get_item(indices, (..., i)) for i in range(depth)]
    if not parts:
        return params
    batch = _batch_indices(xp, parts[0], batch_dims)
    return xp.get_item(params, (*batch, *parts))


def _positive(axis, ndim):
    if not -ndim <= axis < builtins.max(ndim, 1):
        raise IvyIndexError(f"gather: expected an axis from {-ndim} to {ndim - 1}, got {axis}")
    return axis + ndim if axis < 0 else axis


def _check_batch(name, params, indices, batch_dims):
    ours, theirs = tuple(params.shape[:batch_dims]), tuple(indices.shape[:batch_dims])
    if ours != theirs:
        raise IvyValueError(f"{name}: expected indices of batch shape {ours}, got {theirs}")


def _batch_indices(xp, indices, batch_dims):
    """Return for each batch axis its positions, with the number of axes that `indices` has."""
    ndim = len(indices.shape)
    return [
        xp.reshape(xp.arange(_length(xp, indices, i)), [1] * i + [-1] + [1] * (ndim - i - 1))
        for i in range(batch_dims)
    ]


def _length(xp, x, axis):
    """Return the size of an axis; an array where tf.function knows it only when it runs."""
    size = x.shape[axis]
    return xp.shape(x, True)[axis] if size is None else size


# ---- scattering -------------------------------------------------------------------------------


def scatter_flat(xp, indices, updates, size=None, reduction="sum", out=None):
    if size is None and out is None:
        raise IvyValueError("scatter_flat: expected a size or out, got neither")
    shape = (out.shape[0] if size is None else size,)
    indices, updates = xp.reshape(indices, (-1, 1)), xp.reshape(updates, (-1,))
    return _scattered(xp, "scatter_flat", indices, updates, shape, reduction, out)


def scatter_nd(xp, indices, updates, shape=None, reduction="sum", out=None):
    if shape is None and out is None:
        raise IvyValueError("scatter_nd: expected a shape or out, got neither")
    if shape is None:
        shape = out.shape
    elif hasattr(shape, "dtype"):
        shape = to_list(xp, shape)
    return _scattered(xp, "scatter_nd", indices, updates, tuple(shape), reduction, out)


def _scattered(xp, name, indices, updates, shape, reduction, out):
    """Return an array of `shape` with the updates at `indices[..., :]` of its first axes."""
    if reduction not in _REDUCTIONS:
        raise IvyValueError(f"{name}: expected a reduction of {_REDUCTIONS}, got {reduction!r}")
    if out is not None and tuple(out.shape) != shape:
        raise IvyValueError(f"{name}: expected out of shape {shape}, got {tuple(out.shape)}")
    if any(isinstance(size, int) and size < 0 for size in shape):
        raise IvyValueError(f"{name}: expected a shape of sizes from 0 on, got {shape}")
    depth = indices.shape[-1]
    width = prod(shape[depth:])
    rows = xp.broadcast_to(updates, (*indices.shape[:-1], *shape[depth:]))
    rows = xp.reshape(rows, (-1, width) if width else (prod(indices.shape[:-1]), 0))
    index = xp.reshape(_flat_index(xp, indices, shape[:depth]), (-1,))
    matrix = (prod(shape[:depth]), width)
    if out is None:
        target = xp.zeros(matrix, dtype=updates.dtype)
        if reduction in ("min", "max"):  # places that get no update stay zero
            target = xp.scatter_rows(target, index, rows, "replace")
    else:
        target = xp.reshape(xp.astype(out, updates.dtype), matrix)
    return xp.reshape(xp.scatter_rows(target, index, rows, reduction), shape)


def _flat_index(xp, indices, sizes):
    """Return the index into the joined axes; beyond their end where one index is out of range."""
    flat = None
    total = prod(sizes)
    indices = xp.astype(indices, xp.index_dtype())
    for i, length in enumerate(sizes):
        index = xp.get_item(indices, (..., i))
        index = xp.where(xp.less(index, 0), xp.add(index, length), index)
        inside = xp.logical_and(xp.greater_equal(index, 0), xp.less(index, length))
        index = xp.where(inside, index, xp.full_like(index, total))
        flat = index if flat is None else xp.add(xp.multiply(flat, length), index)
    if flat is None:
        return xp.zeros(indices.shape[:-1], dtype=xp.index_dtype())
    return flat


# ---- what a framework has besides arrays ------------------------------------------------------


def multiprocessing(xp, context=None):
    return _multiprocessing.get_context(context)


def container_types(xp):
    return []
