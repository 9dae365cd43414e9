import torch

from ivy import config
from ivy.backends import picking, shapes
from ivy.backends import torch as _space
from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.torch.native import DTYPES, as_native_dtype
from ivy.backends.torch.promotion import same_dtype
from ivy.backends.torch.unsigned import SIGNED, widened
from ivy.errors import IvyValueError

# Names of one's own are found faster than attributes of torch.
_cat, _reshape = torch.cat, torch.reshape


def _copied(x, copy):
    return x.clone() if copy else x


# ---- shape ------------------------------------------------------------------------------------


def reshape(x, shape, copy=None, order="C", allowzero=True):
    if type(shape) is tuple and copy is None and order == "C" and allowzero:
        return _reshape(x, shape)
    shape = shapes.requested_shape(shape, x.shape, allowzero)
    if order == "F":
        return _copied(picking.reshaped_by_columns(_space, x, shape), copy)
    if order != "C":
        raise IvyValueError(f"reshape: expected order 'C' or 'F', got {order!r}")
    if copy is False:
        return x.view(shape)  # raises where only a copy has that shape
    return _copied(torch.reshape(x, shape), copy)


def permute_dims(x, axes, copy=None):
    try:
        return _copied(torch.permute(x, tuple(axes)), copy)
    except Exception:
        shapes.explain_permutation(axes, x.dim())
        raise


def expand_dims(x, axis=0, copy=None):
    if type(axis) is int:
        return _copied(torch.unsqueeze(x, axis), copy)
    for place in shapes.inserted_axes(axis, x.dim()):
        x = torch.unsqueeze(x, place)
    return _copied(x, copy)


def squeeze(x, axis=None, copy=None):
    # torch.squeeze leaves axes of other sizes as they are instead of raising.
    return _copied(torch.squeeze(x, shapes.squeezed_axes(axis, x.shape)), copy)


def flip(x, axis=None, copy=None):
    return torch.flip(x, normalized_axes("flip", axis, x.dim()))


def roll(x, shift, axis=None):
    if axis is None:
        return torch.roll(x, shapes.total_shift(shift))
    pairs = shapes.shifts_and_axes(shift, axis, x.dim())
    return torch.roll(x, *zip(*pairs, strict=True)) if pairs else x


# ---- join and split ---------------------------------------------------------------------------


def concat(xs, axis=0):
    if axis is None:
        return torch.cat([x.reshape(-1) for x in xs], 0)
    return _cat(xs, axis)


def stack(arrays, axis=0):
    try:
        return torch.stack(tuple(arrays), axis)
    except Exception:
        shapes.refuse_unequal("stack", arrays)
        raise


def repeat(x, repeats, axis=None):
    if type(repeats) is not int:
        picking.check_counts("repeat", DTYPES, repeats)
        repeats = repeats.to(device=x.device, dtype=torch.int64)
    return torch.repeat_interleave(x, repeats, axis)


def tile(x, repeats):
    return torch.tile(x, (repeats,) if isinstance(repeats, int) else tuple(repeats))


def split(x, copy=None, num_or_size_splits=None, axis=0, with_remainder=False):
    if not x.dim():
        return [_copied(x, copy)]
    size = x.shape[normalized_axis("split", axis, x.dim())]
    sizes = shapes.part_sizes(size, num_or_size_splits, with_remainder)
    return [_copied(part, copy) for part in torch.split(x, sizes, axis)]


def unstack(x, copy=None, axis=0, keepdims=False):
    parts = torch.split(x, 1, axis) if keepdims and x.shape[axis] else torch.unbind(x, axis)
    return tuple(part.clone() for part in parts) if copy else parts


def constant_pad(x, pad_width, value=0):
    widths = shapes.pad_widths("constant_pad", pad_width, x.dim())
    last_axis_first = [width for pair in reversed(widths) for width in pair]
    return torch.constant_pad_nd(x, last_axis_first, shapes.filler(_space, x, value))


def zero_pad(x, pad_width):
    return constant_pad(x, pad_width)


# ---- pick and put by index --------------------------------------------------------------------


def take(x, indices, axis=None, mode="fill", fill_value=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = normalized_axis("take", axis, x.dim())
    picking.check_integers("take", DTYPES[indices.dtype])
    indices = indices.to(device=x.device, dtype=torch.int64)
    if not indices.dim():  # torch.compile takes a 0-d index for a number it must know
        return take(x, indices.reshape(1), axis, mode, fill_value).squeeze(axis)
    key = (slice(None),) * axis + (indices,)
    if mode == "raise":
        return x[key]
    # On an accelerator an index outside ends the process; inside torch.compile nothing raises.
    if mode == "fill" and x.device.type == "cpu" and not torch.compiler.is_compiling():
        try:
            return x[key]
        except IndexError:
            return picking.taken(_space, x, indices, axis, mode, fill_value, x.shape[axis])
    return picking.taken(_space, x, indices, axis, mode, fill_value, x.shape[axis])


# torch 2.13 has no gather for these; the bits are the same.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def take_along_axis(arr, indices, axis=-1, mode="fill"):
    if axis is None:
        arr, indices, axis = arr.reshape(-1), indices.reshape(-1), 0
    axis = normalized_axis("take_along_axis", axis, arr.dim())
    picking.check_integers("take_along_axis", DTYPES[indices.dtype])
    indices = indices.to(torch.int64)
    if mode == "raise":
        places = _from_front(indices, arr.shape[axis])
        if arr.dtype not in _SIGNED:  # Tensor.view(dtype) cuts the gradient
            return torch.take_along_dim(arr, places, axis)
        signed = arr.view(_SIGNED[arr.dtype])
        return torch.take_along_dim(signed, places, axis).view(arr.dtype)
    return picking.taken_along(_space, arr, indices, axis, mode, arr.shape[axis])


def _from_front(indices, size):
    return torch.where(indices < 0, indices + size, indices)


_REDUCTIONS = {"sum": "sum", "mul": "prod", "min": "amin", "max": "amax", "mean": "mean"}


def put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    if axis is None:
        flat = put_along_axis(arr.reshape(-1), indices.reshape(-1), values, 0, mode)
        return flat.reshape(arr.shape)
    axis = normalized_axis("put_along_axis", axis, arr.dim())
    picking.check_integers("put_along_axis", DTYPES[indices.dtype])
    whole = not (arr.is_floating_point() or arr.is_complex())
    if mode == "mean" and whole:  # torch 2.13 rounds negative ones down
        return put_along_axis(arr.double(), indices, values, axis, mode).to(arr.dtype)
    shape = shapes.put_shape(arr.shape, indices.shape, axis)
    places = _from_front(indices.to(torch.int64), arr.shape[axis]).expand(shape)
    values = torch.as_tensor(values, dtype=arr.dtype, device=arr.device).expand(shape)
    if mode == "replace":
        return torch.scatter(arr, axis, places, values)
    return torch.scatter_reduce(arr, axis, places, values, _REDUCTIONS[mode])


# ---- values -----------------------------------------------------------------------------------


def clip(x, min=None, max=None, x_min=None, x_max=None):
    if x.dtype is torch.bool:  # numbers do not bound truth values
        x = x.to(as_native_dtype(config.default_of("int")))
    min = _bound(x, picking.one_of("min", min, x_min), False)
    max = _bound(x, picking.one_of("max", max, x_max), True)
    if min is None and max is None:
        return x
    if isinstance(min, torch.Tensor) != isinstance(max, torch.Tensor):
        min, max = (_as_tensor(x, bound) for bound in (min, max))
    return torch.clamp(x, min, max)


def _bound(x, bound, upper):
    if isinstance(bound, torch.Tensor):
        if bound.dtype is x.dtype:
            return bound
        if bound.dtype in SIGNED and not x.is_floating_point():  # int64 holds what bounds others
            bound = widened(bound)
            bound = torch.where(bound < 0, torch.iinfo(bound.dtype).max, bound)
        return picking.fitting_bounds(_space, bound, DTYPES[x.dtype], upper)
    return None if bound is None else picking.fitting_bound(bound, DTYPES[x.dtype], upper)


def _as_tensor(x, bound):
    return None if bound is None else torch.as_tensor(bound, dtype=x.dtype, device=x.device)


def heaviside(x1, x2):
    if not isinstance(x2, torch.Tensor) or x1.dtype != x2.dtype:
        x1, x2 = same_dtype(x1, x2)
    # torch 2.13: heaviside has no derivative.
    step = torch.where(torch.isnan(x1), x1, (x1 > 0).to(x1.dtype))
    return torch.where(x1 == 0, x2, step)


def i0(x):
    if x.dtype.is_floating_point:
        return torch.special.i0(x)
    return torch.special.i0(x.to(as_native_dtype(config.default_of("float"))))
