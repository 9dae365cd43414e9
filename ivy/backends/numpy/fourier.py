import numpy as np

from ivy.backends import numpy as _space
from ivy.backends.on_floats import native_on_floats as _native_on_floats

_floating = _native_on_floats(_space)
fftn, ifftn = _floating()(np.fft.fftn), _floating()(np.fft.ifftn)
rfft, irfft = _floating()(np.fft.rfft), _floating()(np.fft.irfft)
rfftn, irfftn = _floating()(np.fft.rfftn), _floating()(np.fft.irfftn)
hfft, ihfft = _floating()(np.fft.hfft), _floating()(np.fft.ihfft)


@_floating()
def fft(x, dim=-1, norm="backward", n=None):
    return np.fft.fft(x, n, dim, norm)


@_floating()
def ifft(x, dim=-1, norm="backward", n=None):
    return np.fft.ifft(x, n, dim, norm)
