import torch

from ivy.backends.axes import normalized_axes

_all, _any = torch.all, torch.any


# torch answers uint8 in uint8, and does not know the axes None with keepdims.
def all(x, axis=None, keepdims=False):
    if x.dtype is not torch.uint8:
        if axis is None and not keepdims:
            return _all(x)
        if type(axis) is int and x.ndim:
            return _all(x, axis, keepdims)
    return _all(x != 0, normalized_axes("all", axis, x.ndim), keepdims)


def any(x, axis=None, keepdims=False):
    if x.dtype is not torch.uint8:
        if axis is None and not keepdims:
            return _any(x)
        if type(axis) is int and x.ndim:
            return _any(x, axis, keepdims)
    return _any(x != 0, normalized_axes("any", axis, x.ndim), keepdims)
