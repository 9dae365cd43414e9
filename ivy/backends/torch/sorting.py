import torch

from ivy.backends import picking as _picking
from ivy.backends import torch as _space


def sort(x, axis=-1, descending=False, stable=True):
    if x.is_complex():
        return torch.take_along_dim(x, argsort(x, axis, descending), axis)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[0]


def argsort(x, axis=-1, descending=False, stable=True):
    if x.is_complex():
        return _picking.complex_order(_space, x, axis, descending)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[1]
