import torch

from ivy.backends import torch as _space
from ivy.backends.axes import axes_and_sizes, transform_norm, transform_size
from ivy.backends.on_floats import native_on_floats

_floating = native_on_floats(_space)


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


def _over_axes(name):
    """Return a transform that has one kernel for several axes."""
    function = _floating()(_transform(name))

    def transform(x, s=None, axes=None, norm="backward"):
        if not x.ndim or axes == ():  # torch returns it as it is
            axes_and_sizes(name, x, s, axes)
        # torch 2.13 takes -1 for the size there is
        sizes = None if s is None else [transform_size(name, n) for n in s]
        return function(x, sizes, axes, transform_norm(name, norm))

    return transform


fftn, ifftn = _over_axes("fftn"), _over_axes("ifftn")
rfftn, irfftn = _over_axes("rfftn"), _over_axes("irfftn")


def transform_axis(x, name, n, axis, norm):
    return _transform(name)(x, n, axis, norm)
