"""Moving and searching for uint16, uint32 and uint64, for which PyTorch 2.13 has no kernels."""

from __future__ import annotations

import torch

from ivy.backends import picking, shapes
from ivy.backends.torch import manipulation, searching
from ivy.backends.torch.native import DTYPES
from ivy.backends.torch.unsigned import as_ordered, as_signed, from_ordered


def flip(x, *options):
    return manipulation.flip(as_signed(x), *options).view(x.dtype)


def repeat(x, *options):
    return manipulation.repeat(as_signed(x), *options).view(x.dtype)


def argmax(x, *options):
    return searching.argmax(as_ordered(x), *options)


def argmin(x, *options):
    return searching.argmin(as_ordered(x), *options)


def nonzero(x, *options):
    return searching.nonzero(as_signed(x), *options)


def argwhere(x):
    return searching.argwhere(as_signed(x))


def searchsorted(x, v, *options):
    return searching.searchsorted(as_ordered(x), as_ordered(v), *options)


def clip(x, min=None, max=None, x_min=None, x_max=None):
    min = _key(x, picking.one_of("min", min, x_min), False)
    max = _key(x, picking.one_of("max", max, x_max), True)
    return from_ordered(manipulation.clip(as_ordered(x), min, max), x.dtype)


def _key(x, bound, upper):
    if bound is None:
        return None
    if not isinstance(bound, torch.Tensor):
        bound = torch.tensor(picking.fitting_bound(bound, DTYPES[x.dtype], upper), dtype=x.dtype)
    return as_ordered(bound.to(device=x.device, dtype=x.dtype))


def put_along_axis(arr, indices, values, axis, mode="replace"):
    mode = shapes.combination("put_along_axis", mode)
    values = torch.as_tensor(values, device=arr.device).to(arr.dtype)
    if mode == "mean":
        wide = arr.to(torch.int64), indices, values.to(torch.int64), axis, mode
        return manipulation.put_along_axis(*wide).to(arr.dtype)
    if mode in ("min", "max"):
        keys = manipulation.put_along_axis(as_ordered(arr), indices, as_ordered(values), axis, mode)
        return from_ordered(keys, arr.dtype)
    put = manipulation.put_along_axis(as_signed(arr), indices, as_signed(values), axis, mode)
    return put.view(arr.dtype)


EMULATED_MANIPULATION = {
    "flip": flip,
    "repeat": repeat,
    "argmax": argmax,
    "argmin": argmin,
    "nonzero": nonzero,
    "argwhere": argwhere,
    "searchsorted": searchsorted,
    "clip": clip,
    "put_along_axis": put_along_axis,
}
