import numpy as np


def to_numpy(x, copy=True):
    return np.asarray(x)
