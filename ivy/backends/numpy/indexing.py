"""Reading and writing parts of arrays."""

from __future__ import annotations

import numpy as np

_PLAIN = (np.ndarray, np.generic, bool, int, float, complex, list, tuple)


def get_item(x, query, copy=None):
    part = x[query]
    return part.copy() if copy else part


def set_item(x, query, val, copy=False):
    if not isinstance(x, _PLAIN) or not isinstance(val, _PLAIN):
        return _replaced(x, query, val)
    # Scalars are immutable, and what NumPy shows of a broadcast or foreign buffer is read-only.
    if copy or not x.flags.writeable:
        x = np.array(x)
    try:
        x[query] = val
    except ValueError as error:
        if "with a sequence" not in str(error):
            raise
        # One element for one place, which NumPy alone takes from arrays without axes only.
        x[query] = np.broadcast_to(val, (1,) * np.ndim(val)).reshape(())
    return x


def _replaced(x, query, val):
    """Return a new array with `x[query]` replaced, by functions that can be differentiated."""
    positions = np.arange(x.size).reshape(x.shape)[query]
    source = np.arange(x.size)
    source[positions] = x.size + np.arange(positions.size).reshape(positions.shape)
    new = np.broadcast_to(val, positions.shape)
    both = np.concatenate([np.reshape(x, (-1,)), np.reshape(new, (-1,))])
    return np.reshape(both[source], x.shape)
