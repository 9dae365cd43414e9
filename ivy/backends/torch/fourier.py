import torch

from ivy.backends import torch as _space
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_floating = _native_on_floats(_space)


def _transform(name):
    function = getattr(torch.fft, name)

    def transform(x, *args):
        if x.numel():
            return function(x, *args)
        # MKL as torch 2.13 calls it fails for no numbers, along whatever axis.
        like = function(x.to("meta"), *args)
        return torch.zeros(like.shape, dtype=like.dtype, device=x.device)

    transform.__name__ = name
    return transform


# One kernel for several axes.
fftn, ifftn = _floating()(_transform("fftn")), _floating()(_transform("ifftn"))
rfftn, irfftn = _floating()(_transform("rfftn")), _floating()(_transform("irfftn"))


def transform_axis(x, name, n, axis, norm):
    return _transform(name)(x, n, axis, norm)
