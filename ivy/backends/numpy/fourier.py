import numpy as np


def transform_axis(x, name, n, axis, norm):
    return getattr(np.fft, name)(x, n, axis, norm)
