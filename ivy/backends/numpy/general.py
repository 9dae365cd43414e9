"""Values, gathering and scattering, on NumPy."""

from __future__ import annotations

import numpy as np

from ivy.backends.numpy_tape.shapes import scatter_primitive

VARIABLES = ()


def to_numpy(x, copy=True):
    return np.array(x) if copy else np.asarray(x)


def isin(x1, x2, assume_unique=False, invert=False):
    return np.isin(x1, x2, assume_unique=assume_unique, invert=invert)


_SCATTERS = {"sum": np.add, "min": np.minimum, "max": np.maximum}


@scatter_primitive
def scatter_rows(target, index, rows, reduction):
    target = target.copy()
    if reduction == "replace":
        target[index] = rows
    else:
        _SCATTERS[reduction].at(target, index, rows)
    return target


def inplace_arrays_supported():
    return True


def inplace_variables_supported():
    return True


def to_native_shape(shape):
    return tuple(map(int, shape))


def enable_einops():
    # Importing it makes it known to einops, which asks every backend whose an array is.
    from ivy.backends.numpy_tape import einops_backend  # noqa: F401
