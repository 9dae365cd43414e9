import functools
import itertools

import numpy as np

from ivy import config
from ivy.backends import numpy as _space
from ivy.backends import picking, shapes
from ivy.backends.any.padding import pad as _any_pad
from ivy.backends.axes import normalized_axis
from ivy.backends.numpy.general import scatter_rows
from ivy.backends.numpy.native import DTYPES, NATIVE_DTYPES, as_native_dtype
from ivy.backends.numpy.promotion import same_dtype
from ivy.backends.promotion import in_one_dtype

_BFLOAT16 = NATIVE_DTYPES["bfloat16"]


def _copied(x, copy):
    return x.copy() if copy else x


# ---- shape ------------------------------------------------------------------------------------


def reshape(x, shape, copy=None, order="C", allowzero=True):
    if copy is None and order == "C" and allowzero:
        return x.reshape(shape)  # not np.ndarray.reshape, which takes no np.generic
    shape = shapes.requested_shape(shape, x.shape, allowzero)
    if copy is None:
        return x.reshape(shape, order=order)
    return np.reshape(x, shape, order=order, copy=copy)


def permute_dims(x, axes, copy=None):
    try:
        return _copied(x.transpose(tuple(axes)), copy)
    except Exception:
        shapes.explain_permutation(axes, x.ndim)
        raise


def expand_dims(x, axis=0, copy=None):
    shape = list(x.shape)
    for place in shapes.inserted_axes(axis, len(shape)):
        shape.insert(place, 1)
    return _copied(x.reshape(shape), copy)


def squeeze(x, axis=None, copy=None):
    dropped = shapes.squeezed_axes(axis, x.shape)
    shape = [size for i, size in enumerate(x.shape) if i not in dropped]
    return _copied(x.reshape(shape), copy)


def flip(x, axis=None, copy=None):
    return _copied(np.flip(x, axis), copy)


def roll(x, shift, axis=None):
    if axis is None:
        return np.roll(x, shapes.total_shift(shift))
    pairs = shapes.shifts_and_axes(shift, axis, len(x.shape))
    return np.roll(x, *zip(*pairs, strict=True)) if pairs else x


# ---- join and split ---------------------------------------------------------------------------


# Without the look for __array_function__; what has that refuses to become an array (TypeError).
_concatenate = np.concatenate._implementation  # type: ignore[attr-defined]


def concat(xs, axis=0):
    try:
        r = _concatenate(xs, axis)
        fits = r.dtype is xs[0].dtype
    except TypeError:  # traced by the gradient's tape, or bfloat16 with a dtype it does not know
        fits = False
    return r if fits else np.concatenate(in_one_dtype(_space, xs), axis)


def stack(arrays, axis=0):
    try:
        return np.stack(in_one_dtype(_space, arrays), axis)
    except Exception:
        shapes.refuse_unequal("stack", arrays)
        raise


def repeat(x, repeats, axis=None):
    if type(repeats) is not int:
        picking.check_counts("repeat", DTYPES, repeats)
        repeats = repeats.astype(np.int64, copy=False)
    if axis is not None and not x.shape:
        normalized_axis("repeat", axis, 0)  # of which NumPy 2.4 finds one
    return np.repeat(x, repeats, axis)


def tile(x, repeats):
    return np.tile(x, repeats)


def split(x, copy=None, num_or_size_splits=None, axis=0, with_remainder=False):
    if not x.shape:
        return [_copied(x, copy)]
    axis = normalized_axis("split", axis, len(x.shape))
    sizes = shapes.part_sizes(x.shape[axis], num_or_size_splits, with_remainder)
    ends = itertools.accumulate(sizes, initial=0)
    before = (slice(None),) * axis
    return [_copied(x[(*before, slice(a, b))], copy) for a, b in itertools.pairwise(ends)]


def unstack(x, copy=None, axis=0, keepdims=False):
    axis = normalized_axis("unstack", axis, len(x.shape))
    before = (slice(None),) * axis
    places = range(x.shape[axis])
    keys = (slice(i, i + 1) for i in places) if keepdims else places
    return tuple(_copied(x[(*before, key)], copy) for key in keys)


def constant_pad(x, pad_width, value=0):
    widths = shapes.pad_widths("constant_pad", pad_width, len(x.shape))
    return np.pad(x, widths, constant_values=shapes.filler(_space, x, value)) if widths else x


def zero_pad(x, pad_width):
    return constant_pad(x, pad_width)


_PAD_OPTIONS = {
    "constant": "constant_values",
    "linear_ramp": "end_values",
    "reflect": "reflect_type",
    "symmetric": "reflect_type",
    **dict.fromkeys(("maximum", "mean", "median", "minimum"), "stat_length"),
}


def pad(
    input,
    pad_width,
    mode="constant",
    stat_length=1,
    constant_values=0,
    end_values=0,
    reflect_type="even",
):
    constants, ends = shapes.constants_and_ends(_space, input, constant_values, end_values)
    given = {
        "constant_values": constants,
        "end_values": ends,
        "reflect_type": reflect_type,
        "stat_length": stat_length,
    }
    if mode == "dilated" or not input.shape:
        return _any_pad(_space, input, pad_width, mode, **given)
    option = _PAD_OPTIONS.get(mode)
    widths = shapes.pad_widths("pad", pad_width, len(input.shape))
    shapes.per_axis_pairs("pad", stat_length, len(input.shape))  # raises as the others do
    return np.pad(input, widths, mode, **({option: given[option]} if option else {}))


# ---- pick and put by index --------------------------------------------------------------------


def take(x, indices, axis=None, mode="fill", fill_value=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = normalized_axis("take", axis, len(x.shape))
    if indices.dtype.kind != "i":
        indices = _integers("take", indices)
    if mode in ("fill", "raise"):
        try:
            return np.take(x, indices, axis)
        except IndexError:
            if mode == "raise":
                raise
    return picking.taken(_space, x, indices, axis, mode, fill_value, x.shape[axis])


def _integers(name, indices):
    picking.check_integers(name, DTYPES[indices.dtype])
    return indices.astype(np.int64)


def take_along_axis(arr, indices, axis=-1, mode="fill"):
    if axis is None:
        arr, indices, axis = arr.reshape(-1), indices.reshape(-1), 0
    axis = normalized_axis("take_along_axis", axis, len(arr.shape))
    if indices.dtype.kind != "i":
        indices = _integers("take_along_axis", indices)
    if mode in ("fill", "raise"):
        try:
            return np.take_along_axis(arr, indices, axis)
        except IndexError:
            others = [(*x.shape[:axis], *x.shape[axis + 1 :]) for x in (arr, indices)]
            shapes.broadcast_shape(*others)  # NumPy 2.4: as if an index was out of range
            if mode == "raise":
                raise
    return picking.taken_along(_space, arr, indices, axis, mode, arr.shape[axis])


def put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    if axis is None:
        flat = put_along_axis(arr.reshape(-1), indices.reshape(-1), values, 0, mode)
        return flat.reshape(arr.shape)
    axis = normalized_axis("put_along_axis", axis, len(arr.shape))
    if indices.dtype.kind != "i":
        indices = _integers("put_along_axis", indices)
    shape = shapes.put_shape(arr.shape, indices.shape, axis)
    values = np.broadcast_to(_as_dtype_of(arr, values), shape)
    if mode == "replace":
        # By a source for each element instead of an assignment, which has no gradient.
        source = np.full(arr.shape, -1)
        np.put_along_axis(source, indices, np.arange(values.size).reshape(shape), axis)
        if not values.size:
            return arr
        return np.where(source < 0, arr, np.take(values.reshape(-1), source))
    key = _along(arr.shape, indices, axis)
    if mode == "mean":
        counts = np.ones(arr.shape, np.int64)
        np.add.at(counts, key, 1)
        total = put_along_axis(arr, indices, values, axis, "sum")
        return np.divide(total, counts).astype(arr.dtype)
    places = np.broadcast_to(np.arange(arr.size).reshape(arr.shape)[key], shape).reshape(-1)
    flat, factors = arr.reshape(-1), values.reshape(-1)
    scattered = _multiplied if mode == "mul" else functools.partial(scatter_rows, reduction=mode)
    return scattered(flat, places, factors).reshape(arr.shape)


def _multiplied(x, places, factors):
    """Return `x` times the factors for its places: all first ones, then all second ones, ..."""
    if type(x) is type(factors) is np.ndarray:
        x = x.copy()
        np.multiply.at(x, places, factors)  # which has no gradient
        return x
    left = np.arange(places.size)
    while left.size:
        chosen = np.full(x.shape, -1)
        chosen[places[left]] = left
        x = np.where(chosen < 0, x, x * np.take(factors, chosen))
        left = np.setdiff1d(left, chosen)
    return x


def _as_dtype_of(x, values):
    return values.astype(x.dtype) if hasattr(values, "astype") else np.asarray(values, x.dtype)


def _along(shape, indices, axis):
    """Return the key that picks `indices` along an axis and everything along the others."""
    key = [
        np.arange(size).reshape((-1,) + (1,) * (len(shape) - i - 1)) for i, size in enumerate(shape)
    ]
    key[axis] = indices
    return tuple(key)


# ---- values -----------------------------------------------------------------------------------


def clip(x, min=None, max=None, x_min=None, x_max=None):
    min = picking.one_of("min", min, x_min)
    max = picking.one_of("max", max, x_max)
    if x.dtype.kind == "b":  # numbers do not bound truth values
        x = x.astype(as_native_dtype(config.default_of("int")))
    r = x
    if min is not None:
        r = np.maximum(r, _bound(x, min, False))
    if max is not None:
        r = np.minimum(r, _bound(x, max, True))
    return r


def _bound(x, bound, upper):
    if hasattr(bound, "dtype"):
        fits = bound.dtype is x.dtype
        return bound if fits else picking.fitting_bounds(_space, bound, DTYPES[x.dtype], upper)
    return np.asarray(picking.fitting_bound(bound, DTYPES[x.dtype], upper), x.dtype)


def heaviside(x1, x2):
    x1, x2 = same_dtype(x1, x2)
    r = np.heaviside(x1, x2)
    return r if r.dtype is x1.dtype else r.astype(x1.dtype)


def i0(x):
    dtype = x.dtype
    if dtype.kind != "f":
        name = "bfloat16" if dtype == _BFLOAT16 else config.default_of("float")
        dtype, x = NATIVE_DTYPES[name], x.astype(np.float32)
    with np.errstate(invalid="ignore", over="ignore"):
        return np.i0(x).astype(dtype)
