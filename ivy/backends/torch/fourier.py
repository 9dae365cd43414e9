import torch

from ivy.backends import torch as _space
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_floating = _native_on_floats(_space)
fftn, ifftn = _floating()(torch.fft.fftn), _floating()(torch.fft.ifftn)
rfft, irfft = _floating()(torch.fft.rfft), _floating()(torch.fft.irfft)
rfftn, irfftn = _floating()(torch.fft.rfftn), _floating()(torch.fft.irfftn)
hfft, ihfft = _floating()(torch.fft.hfft), _floating()(torch.fft.ihfft)


@_floating()
def fft(x, dim=-1, norm="backward", n=None):
    return torch.fft.fft(x, n, dim, norm)


@_floating()
def ifft(x, dim=-1, norm="backward", n=None):
    return torch.fft.ifft(x, n, dim, norm)
