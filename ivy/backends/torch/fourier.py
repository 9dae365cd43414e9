import torch

from ivy.backends import torch as _space
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_floating = _native_on_floats(_space)
# One kernel for several axes.
fftn, ifftn = _floating()(torch.fft.fftn), _floating()(torch.fft.ifftn)
rfftn, irfftn = _floating()(torch.fft.rfftn), _floating()(torch.fft.irfftn)


def transform_axis(x, name, n, axis, norm):
    return getattr(torch.fft, name)(x, n, axis, norm)
