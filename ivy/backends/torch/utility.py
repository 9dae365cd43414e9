import torch

from ivy.backends.axes import normalized_axes


def _reduction(name, reduce):
    # torch answers uint8 in uint8, and does not know the axes None with keepdims.
    def reduction(x, axis=None, keepdims=False):
        if x.dtype is not torch.uint8:
            if axis is None and not keepdims:
                return reduce(x)
            if type(axis) is int and x.ndim:
                return reduce(x, axis, keepdims)
        return reduce(x != 0, normalized_axes(name, axis, x.ndim), keepdims)

    return reduction


all, any = _reduction("all", torch.all), _reduction("any", torch.any)
