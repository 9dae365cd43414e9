import torch

from ivy.backends import picking
from ivy.backends import torch as _space
from ivy.backends.any import manipulation as _shared
from ivy.backends.axes import normalized_axis


def sort(x, axis=-1, descending=False, stable=True):
    if not x.ndim:  # torch takes it for a vector of one
        normalized_axis("sort", axis, 0)
    if x.is_complex():
        return torch.take_along_dim(x, argsort(x, axis, descending), axis)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[0]


def argsort(x, axis=-1, descending=False, stable=True):
    if not x.ndim:
        normalized_axis("argsort", axis, 0)
    if x.is_complex():
        return picking.complex_order(_space, x, axis, descending)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[1]


def top_k(x, k, axis=-1, largest=True, sorted=True):
    axis = normalized_axis("top_k", axis, x.dim())
    size = x.shape[axis]
    if size < 2048 or k > size or x.dtype.itemsize > 4 or x.dtype is torch.uint32:
        return _shared.top_k(_space, x, k, axis, largest)
    # torch.topk is faster than sorting, but says nothing about equal elements: make them differ.
    key = _key(x) if largest else ~_key(x)
    backwards = torch.arange(size - 1, -1, -1, device=x.device)
    key = key * size + backwards.reshape((-1,) + (1,) * (x.dim() - axis - 1))
    indices = torch.topk(key, k, axis)[1]
    return _shared.TopK(torch.take_along_dim(x, indices, axis), indices)


def _key(x):
    """Return integers of at most 33 bits in the order of the elements, NaN last."""
    if not x.dtype.is_floating_point:
        return x.to(torch.int64)
    numbers = torch.where(x == 0, 0, x).to(torch.float32)
    bits = numbers.view(torch.int32)
    key = bits ^ ((bits >> 31) & 0x7FFFFFFF)
    return torch.where(torch.isnan(x), 0x7FFFFFFF, key).to(torch.int64)
