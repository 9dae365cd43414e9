import torch

from ivy.backends import picking, shapes
from ivy.backends import torch as _space
from ivy.backends.axes import normalized_axis
from ivy.backends.native_dtypes import number_dtype
from ivy.backends.torch.native import as_native_dtype
from ivy.backends.torch.promotion import same_dtype
from ivy.errors import IvyValueError

_NUMBERS = (bool, int, float, complex)
_where, _bool = torch.where, torch.bool  # names of one's own are found faster than torch's


def where(condition, x1, x2):
    if type(condition) is type(x1) is type(x2) and condition.dtype is _bool:
        return _where(condition, x1, x2)
    if condition.dtype is not torch.bool:
        condition = condition != 0
    if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
        dtype = as_native_dtype(number_dtype(x1, x2))
        x1 = torch.full((), x1, dtype=dtype, device=condition.device)
    if type(x1) in _NUMBERS or type(x2) in _NUMBERS:
        x1, x2 = same_dtype(x1, x2)
    return torch.where(condition, x1, x2)


def argmax(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(torch.argmax, x, axis, keepdims, dtype, select_last_index)


def argmin(x, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _extreme(torch.argmin, x, axis, keepdims, dtype, select_last_index)


def _extreme(function, x, axis, keepdims, dtype, select_last_index):
    if x.dtype is torch.bool:
        x = x.to(torch.uint8)
    if axis is not None and not x.numel() and not x.shape[normalized_axis("argmax", axis, x.dim())]:
        # torch 2.13: as if the axis was out of range
        raise IvyValueError(f"argmax: expected elements along axis {axis}, got {tuple(x.shape)}")
    if select_last_index:
        axes = range(x.dim()) if axis is None else (normalized_axis("argmax", axis, x.dim()),)
        size = x.numel() if axis is None else x.shape[axis]
        r = size - 1 - function(torch.flip(x, tuple(axes)), axis, keepdims)
    else:
        r = function(x, axis, keepdims)
    return r if dtype is None else r.to(as_native_dtype(dtype))


def nonzero(x, as_tuple=True, size=None, fill_value=0):
    if not x.dim():
        raise IvyValueError("nonzero: expected at least one axis, got a 0-d array")
    found = torch.nonzero(x)
    if size is not None:
        if size < 0:  # or the last ones would be left out
            raise IvyValueError(f"nonzero: expected a size of at least 0, got {size}")
        missing = max(0, size - found.shape[0])
        found = torch.constant_pad_nd(found[:size], (0, 0, 0, missing), fill_value)
    return torch.unbind(found, 1) if as_tuple else found


def argwhere(x):
    return torch.argwhere(x)


def searchsorted(x, v, side="left", sorter=None, ret_dtype=None):
    if not isinstance(v, torch.Tensor) or x.dtype != v.dtype:
        x, v = same_dtype(x, v)
    picking.check_rows(x, v)
    if sorter is not None:
        x = torch.take_along_dim(x, sorter.to(torch.int64), -1)
    if x.dtype is torch.bool:
        x, v = x.to(torch.uint8), v.to(torch.uint8)
    if side not in ("left", "right"):
        raise IvyValueError(f"searchsorted: expected side 'left' or 'right', got {side!r}")
    found = picking.sorted_places(_space, _search, x, v, side)
    return found if ret_dtype is None else found.to(as_native_dtype(ret_dtype))


def _search(x, v, side):
    return torch.searchsorted(x.contiguous(), v.contiguous(), side=side)


def unravel_index(indices, shape):
    shapes.check_places("unravel_index", indices, shape)
    return tuple(torch.unravel_index(indices.to(torch.int64), tuple(shape)))
