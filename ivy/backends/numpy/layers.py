from math import prod as _prod

import numpy as np

import ivy.backends.numpy as _xp
from ivy.backends.any import layers as _shared
from ivy.errors import IvyIndexError

_FULL_PRECISION = frozenset(map(np.dtype, ("float32", "float64")))


def linear(x, weight, bias=None):
    dtype = x.dtype
    if weight.ndim != 2 or x.ndim < 2 or dtype not in _FULL_PRECISION or weight.dtype != dtype:
        return _shared.linear(_xp, x, weight, bias)
    _shared._check_linear(x, weight, bias)
    # One large product, not a stack.
    rows = x if x.ndim == 2 else x.reshape(_prod(x.shape[:-1]), x.shape[-1])
    result = np.matmul(rows, weight.T)
    if bias is not None:
        plain = type(result) is np.ndarray is type(bias) and bias.dtype == dtype
        if plain and bias.ndim == 1:
            result += bias
        elif bias.ndim != 1:
            return _shared.linear(_xp, x, weight, bias)
        else:
            result = _xp.add(result, bias)
    return result if x.ndim == 2 else result.reshape(*x.shape[:-1], result.shape[-1])


def rows_at(weights, indices):
    if indices.size and not (indices.min() >= 0 and indices.max() < weights.shape[0]):
        msg = f"embedding: expected indices from 0 to {weights.shape[0] - 1}"
        raise IvyIndexError(f"{msg}, got {indices.min()} to {indices.max()}")
    return weights[indices]
