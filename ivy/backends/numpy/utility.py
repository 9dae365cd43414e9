import numpy as np

from ivy.backends.axes import normalized_axes

_all, _any = np.logical_and.reduce, np.logical_or.reduce


def all(x, axis=None, keepdims=False):
    if axis is None or (x.ndim and type(axis) in (int, tuple)):
        return _all(x, axis, None, None, keepdims)
    return _all(x, normalized_axes("all", axis, x.ndim), None, None, keepdims)


def any(x, axis=None, keepdims=False):
    if axis is None or (x.ndim and type(axis) in (int, tuple)):
        return _any(x, axis, None, None, keepdims)
    return _any(x, normalized_axes("any", axis, x.ndim), None, None, keepdims)
