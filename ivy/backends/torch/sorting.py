import torch


def sort(x, axis=-1, descending=False, stable=True):
    if x.is_complex():
        return torch.take_along_dim(x, argsort(x, axis, descending), axis)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[0]


def argsort(x, axis=-1, descending=False, stable=True):
    if x.is_complex():  # real parts decide, then imaginary parts
        order = argsort(x.imag, axis, descending)
        step = argsort(torch.take_along_dim(x.real, order, axis), axis, descending)
        return torch.take_along_dim(order, step, axis)
    return torch.sort(x, stable=stable, dim=axis, descending=descending)[1]
