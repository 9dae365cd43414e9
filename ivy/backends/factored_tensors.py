"""Tensors kept as factors: results of decompositions, with a way back to one array."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy.backends.axes import is_count
from ivy.errors import IvyValueError


def _joined(join: Callable[..., Any], tensor: Any) -> Any:
    """Return the dense array of a factored tensor, wrapped if its factors are."""
    from ivy.dispatch import Wrapper, space_of, unwrap, wrap

    parts = [part for field in tensor for part in (field if isinstance(field, list) else [field])]
    arrays = [part for part in parts if part is not None]
    fields = [list(map(unwrap, f)) if isinstance(f, list) else unwrap(f) for f in tensor]
    result = join(space_of(*arrays), *fields)
    return wrap(result) if any(isinstance(x, Wrapper) for x in arrays) else result


class CPTensor(NamedTuple):
    """A sum of outer products: `weights` [rank] and one factor [size, rank] per axis."""

    weights: Any
    factors: list[Any]

    def to_tensor(self) -> Any:
        """Return the dense array."""
        return _joined(join_cp, self)


class TuckerTensor(NamedTuple):
    """A small `core` with one factor [size, rank] to multiply each of its axes by."""

    core: Any
    factors: list[Any]

    def to_tensor(self) -> Any:
        """Return the dense array."""
        return _joined(join_tucker, self)


class TTTensor(NamedTuple):
    """A tensor train: one factor [rank before, size, rank after] per axis."""

    factors: list[Any]

    def to_tensor(self) -> Any:
        """Return the dense array."""
        return _joined(join_train, self)


class TRTensor(NamedTuple):
    """A tensor ring: a train whose last rank is joined to the first."""

    factors: list[Any]

    def to_tensor(self) -> Any:
        """Return the dense array."""
        return _joined(join_ring, self)


class Parafac2Tensor(NamedTuple):
    """Matrices of different heights with common factors.

    Matrix `i` is `projections[i] @ B @ diag(weights * A[i]) @ C.T` for `factors` A, B, C.
    """

    weights: Any
    factors: list[Any]
    projections: list[Any]

    def to_slices(self) -> list[Any]:
        """Return the matrices."""
        slices: list[Any] = _joined(slices_of_parafac2, self)
        return slices

    def to_tensor(self) -> Any:
        """Return the matrices in one array, below each a padding of zeros."""
        return _joined(join_parafac2, self)


# ---- over a namespace, on native arrays -------------------------------------------------------


def join_cp(xp: Any, weights: Any, factors: list[Any]) -> Any:
    first = factors[0] if weights is None else xp.multiply(factors[0], weights)
    shape = [factor.shape[0] for factor in factors]
    if len(factors) == 1:
        return xp.sum(first, 1)
    others = xp.khatri_rao(factors[1:]) if len(factors) > 2 else factors[1]
    return xp.reshape(xp.matmul(first, xp.matrix_transpose(others)), shape)


def join_tucker(xp: Any, core: Any, factors: list[Any]) -> Any:
    return xp.multi_mode_dot(core, factors)


def join_train(xp: Any, factors: list[Any]) -> Any:
    shape = [factor.shape[1] for factor in factors]
    result = xp.reshape(factors[0], (-1, factors[0].shape[-1]))
    for factor in factors[1:]:
        result = xp.matmul(result, xp.reshape(factor, (factor.shape[0], -1)))
        result = xp.reshape(result, (-1, factor.shape[-1]))
    return xp.reshape(result, shape)


def join_ring(xp: Any, factors: list[Any]) -> Any:
    shape = [factor.shape[1] for factor in factors]
    first, *others = factors
    rank = first.shape[0]
    result = first
    for factor in others:
        joined = xp.tensordot(result, factor, 1)
        result = xp.reshape(joined, (rank, -1, factor.shape[-1]))
    return xp.reshape(xp.trace(result, 0, 0, 2), shape)


def slices_of_parafac2(
    xp: Any, weights: Any, factors: list[Any], projections: list[Any]
) -> list[Any]:
    a, b, c = factors
    a = a if weights is None else xp.multiply(a, weights)
    return [
        xp.matmul(xp.multiply(xp.matmul(projection, b), a[i]), xp.matrix_transpose(c))
        for i, projection in enumerate(projections)
    ]


def join_parafac2(xp: Any, weights: Any, factors: list[Any], projections: list[Any]) -> Any:
    height = max(projection.shape[0] for projection in projections)
    slices = slices_of_parafac2(xp, weights, factors, projections)
    return xp.stack([xp.zero_pad(x, [(0, height - x.shape[0]), (0, 0)]) for x in slices], 0)


# ---- ranks ------------------------------------------------------------------------------------


def tucker_rank(name: str, shape: tuple[int, ...], rank: Any) -> tuple[int, ...]:
    """Return one rank per axis; None for as large as the axes, a fraction for part of each."""
    if rank is None:
        return tuple(shape)
    if isinstance(rank, float):
        return tuple(max(1, round(size * rank)) for size in shape)
    ranks = (rank,) * len(shape) if isinstance(rank, int) else tuple(rank)
    if len(ranks) != len(shape):
        raise _wrong_rank(name, f"{len(shape)} numbers", rank)
    return _positive(name, ranks)


def train_rank(name: str, shape: tuple[int, ...], rank: Any, ring: bool = False) -> tuple[int, ...]:
    """Return the ranks before, between and after the axes; 1 at both ends of a train."""
    if isinstance(rank, int):
        ranks = (rank,) * (len(shape) + 1) if ring else (1, *[rank] * (len(shape) - 1), 1)
    else:
        ranks = tuple(rank)
    if len(ranks) != len(shape) + 1:
        raise _wrong_rank(name, f"{len(shape) + 1} numbers", rank)
    ends = {ranks[0], ranks[-1]}
    if len(ends) > 1 or (not ring and ends != {1}):
        raise _wrong_rank(name, "equal first and last ranks" if ring else "1 at both ends", rank)
    return _positive(name, ranks)


def _positive(name: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    if not all(is_count(rank, 1) for rank in ranks):
        raise _wrong_rank(name, "ranks of at least 1", ranks)
    return ranks


def cp_rank(name: str, shape: tuple[int, ...], rank: Any) -> int:
    """Return the number of terms; a fraction is of the number that has as many parameters."""
    if isinstance(rank, float):
        rank = max(1, round(rank * math.prod(shape) / sum(shape)))
    if not is_count(rank, 1):
        raise _wrong_rank(name, "a number of at least 1", rank)
    return rank


def _wrong_rank(name: str, expected: str, rank: Any) -> IvyValueError:
    return IvyValueError(f"{name}: expected as rank {expected}, got {rank}")
