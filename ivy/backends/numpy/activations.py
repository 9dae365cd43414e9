import numpy as np

import ivy.backends.numpy as _xp
from ivy.backends.any import activations as _shared
from ivy.backends.numpy.native import NATIVE_DTYPES
from ivy.backends.numpy.special import _overridable

# Against a 0-d array of the same dtype np.maximum is faster than against the number 0; and
# ivy.backends.numpy_tape knows by it that the maximum is a relu.
ZEROS = {
    native: np.zeros((), native)
    for d, native in NATIVE_DTYPES.items()
    if d.kind not in ("complex", "bool")
}
_FULL_PRECISION = frozenset(map(np.dtype, ("float32", "float64")))
_max, _sum = np.maximum.reduce, np.add.reduce


def relu(x):
    try:
        return np.maximum(x, ZEROS[x.dtype])
    except KeyError:
        return _shared.relu(_xp, x)


@_overridable
def sigmoid(x):
    if x.dtype not in _FULL_PRECISION:
        return _shared.sigmoid(_xp, x)
    with np.errstate(over="ignore"):  # the inverse of infinity is 0, as it should be
        return 1 / (1 + np.exp(-x))


def softmax(x, axis=None):
    if x.dtype not in _FULL_PRECISION or not x.size or not x.ndim:
        return _shared.softmax(_xp, x, axis)
    axis = -1 if axis is None else axis
    powers = np.exp(x - _max(x, axis, None, None, True))
    powers /= _sum(powers, axis, None, None, True)
    return powers


def log_softmax(x, axis=None):
    if x.dtype not in _FULL_PRECISION or not x.size or not x.ndim:
        return _shared.log_softmax(_xp, x, axis)
    axis = -1 if axis is None else axis
    shifted = x - _max(x, axis, None, None, True)
    shifted -= np.log(_sum(np.exp(shifted), axis, None, None, True))
    return shifted
