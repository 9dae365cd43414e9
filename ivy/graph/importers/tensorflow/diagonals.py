"""Diagonals of matrices, any number of them: which element goes where is known beforehand."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from ivy.graph.importers.tensorflow.written_out import static, written_out
from ivy.graph.rules import Unsupported


def _places(rows: int, columns: int, k: Any, align: str) -> tuple[Any, Any, Any]:
    """Return row and column of each element of the diagonals, and whether there is one."""
    low, high = int(k[0]), int(k[-1])
    length = min(rows + min(high, 0), columns + min(-low, 0))
    found = np.zeros((3, high - low + 1, length), int)
    for line, d in enumerate(range(high, low - 1, -1)):
        own = min(rows + min(d, 0), columns - max(d, 0))
        above, below = (side == "LEFT" for side in align.split("_"))
        is_left = (d >= 0 and above) or (d <= 0 and below)
        steps = np.arange(own)
        first = 0 if is_left else length - own
        filled = [steps - min(d, 0), steps + max(d, 0), np.ones_like(steps)]
        found[:, line, first : first + own] = filled
    return found[0], found[1], found[2].astype(bool)


def _known_sizes(x: Any) -> tuple[int, int]:
    if None in (sizes := tuple(x.shape[-2:])):
        raise Unsupported("a matrix of unknown size")
    return sizes


def _picked(x: Any, rank: int, places: Any, exists: Any, rest: Any) -> Any:
    """Return elements of the last axes by their place in these, and `rest` where there is none."""
    sizes = x.shape[x.shape.rank - rank :]
    flat = tf.reshape(x, tf.concat([tf.shape(x)[: x.shape.rank - rank], [sizes.num_elements()]], 0))
    return tf.where(exists, tf.gather(flat, np.where(exists, places, 0), axis=-1), rest)


@written_out("MatrixDiagPartV3")
def _parts(x, k, padding, align="RIGHT_LEFT"):
    k = np.atleast_1d(static(k))
    if k[0] == k[-1]:
        return tf.raw_ops.MatrixDiagPartV2(input=x, k=k[0], padding_value=padding)
    rows, columns = _known_sizes(x)
    i, j, exists = _places(rows, columns, k, align)
    return _picked(x, 2, i * columns + j, exists, padding)


def _spread(diagonals: Any, k: Any, align: str, rows: int, columns: int, rest: Any) -> Any:
    """Return `rest` with diagonals put in."""
    i, j, exists = _places(rows, columns, k, align)
    source = np.full((rows, columns), -1)
    source[i[exists], j[exists]] = np.flatnonzero(exists)
    return _picked(diagonals, 1 if k[0] == k[-1] else 2, source, source >= 0, rest)


@written_out("MatrixDiagV3")
def _matrix(diagonals, k, rows, columns, padding, align="RIGHT_LEFT"):
    k, rows, columns = np.atleast_1d(static(k)), int(static(rows)), int(static(columns))
    if (rows, columns, int(k[0]), int(k[-1]), static(padding)) == (-1, -1, 0, 0, 0):
        return tf.raw_ops.MatrixDiag(diagonal=diagonals)
    length = diagonals.shape[-1]
    if length is None:
        raise Unsupported("diagonals of unknown length")
    fewest = length - min(int(k[-1]), 0), length + max(int(k[0]), 0)
    square = max(fewest) if rows == columns == -1 else -1
    rows, columns = (
        n if n != -1 else max(least, square)
        for n, least in zip((rows, columns), fewest, strict=True)
    )
    return _spread(diagonals, k, align, rows, columns, padding)


@written_out("MatrixSetDiagV3")
def _replaced(x, diagonals, k, align="RIGHT_LEFT"):
    sizes, k = _known_sizes(x), np.atleast_1d(static(k))
    if sizes[0] == sizes[1] and not k.any():
        return tf.where(np.eye(sizes[0], dtype=bool), diagonals[..., None], x)
    return _spread(diagonals, k, align, *sizes, x)
