"""Linear algebra in terms of other operations."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ivy import config
from ivy.backends.axes import normalized_axes
from ivy.backends.matrices import rank_tolerance, refuse_oblong, refuse_vectors
from ivy.backends.shapes import broadcast_shape
from ivy.errors import IvyTypeError, IvyValueError
from ivy.types import float32


class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class EigResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class LUResult(NamedTuple):
    LU: Any
    p: Any


class QRResult(NamedTuple):
    Q: Any
    R: Any


class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any


class SingularValues(NamedTuple):
    S: Any


def _identity(xp, x):
    """Return identity matrices of the shape, dtype and device of `x`."""
    return xp.tril(xp.triu(xp.ones_like(x)))


def _is_floating(xp, x):
    return xp.DTYPES[x.dtype].kind in ("float", "complex")


# ---- products ---------------------------------------------------------------------------------


def dot(xp, a, b):
    if len(a.shape) == 0 or len(b.shape) == 0:
        return xp.multiply(a, b)
    if len(b.shape) <= 2:
        return xp.matmul(a, b)
    return xp.tensordot(a, b, ([-1], [-2]))


def inner(xp, x1, x2):
    if len(x1.shape) == 0 or len(x2.shape) == 0:
        return xp.multiply(x1, x2)
    return xp.tensordot(x1, x2, ([-1], [-1]))


def outer(xp, x1, x2):
    return xp.multiply(xp.reshape(x1, (-1, 1)), xp.reshape(x2, (1, -1)))


def tensordot(xp, x1, x2, axes=2):
    first, second = _contracted_axes(x1, x2, axes)
    left = [i for i in range(len(x1.shape)) if i not in first]
    right = [i for i in range(len(x2.shape)) if i not in second]
    inside = [x1.shape[i] for i in first]
    if not all(x2.shape[j] in (n, None) or n is None for j, n in zip(second, inside, strict=True)):
        msg = f"tensordot: expected equal sizes along axes {first} and {second}"
        raise IvyValueError(f"{msg}, got shapes {tuple(x1.shape)} and {tuple(x2.shape)}")
    sizes, others = xp.sizes(x1), xp.sizes(x2)
    rows, inside, columns = (
        [own[i] for i in axes] for own, axes in ((sizes, left), (sizes, first), (others, right))
    )
    shared = math.prod(inside)
    a = xp.reshape(xp.permute_dims(x1, (*left, *first)), (math.prod(rows), shared))
    b = xp.reshape(xp.permute_dims(x2, (*second, *right)), (shared, math.prod(columns)))
    return xp.reshape(xp.matmul(a, b), rows + columns)


def _contracted_axes(x1, x2, axes):
    if isinstance(axes, int):
        n1, n2 = len(x1.shape), len(x2.shape)
        if not 0 <= axes <= min(n1, n2):
            shapes = f"shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
            raise IvyValueError(f"tensordot: expected axes that both have, got {axes} for {shapes}")
        return tuple(range(n1 - axes, n1)), tuple(range(axes))
    first = normalized_axes("tensordot", axes[0], len(x1.shape))
    second = normalized_axes("tensordot", axes[1], len(x2.shape))
    if len(first) != len(second):
        raise IvyValueError(f"tensordot: expected as many axes of both operands, got {axes}")
    return first, second


def kron(xp, a, b):
    ndim = max(len(a.shape), len(b.shape))
    sizes_a = (1,) * (ndim - len(a.shape)) + tuple(xp.sizes(a))
    sizes_b = (1,) * (ndim - len(b.shape)) + tuple(xp.sizes(b))
    left = xp.reshape(a, [n for size in sizes_a for n in (size, 1)])
    right = xp.reshape(b, [n for size in sizes_b for n in (1, size)])
    return xp.reshape(
        xp.multiply(left, right), [n * m for n, m in zip(sizes_a, sizes_b, strict=True)]
    )


def cross(xp, x1, x2, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a = xp.moveaxis(x1, axisa, -1)
    b = xp.moveaxis(x2, axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        shapes = f"shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
        raise IvyValueError(f"cross: expected 3 elements along the axis of both, got {shapes}")
    a = [a[..., i] for i in range(3)]
    b = [b[..., i] for i in range(3)]
    parts = [
        xp.subtract(xp.multiply(a[i], b[j]), xp.multiply(a[j], b[i]))
        for i, j in ((1, 2), (2, 0), (0, 1))
    ]
    return xp.moveaxis(xp.stack(parts, -1), -1, axisc)


def multi_dot(xp, x):
    if len(x) < 2:
        raise IvyValueError(f"multi_dot: expected at least two arrays, got {len(x)}")
    first, *middle, last = x
    matrices = [
        xp.reshape(first, (1, -1)) if len(first.shape) == 1 else first,
        *middle,
        xp.reshape(last, (-1, 1)) if len(last.shape) == 1 else last,
    ]
    for matrix in matrices:
        if len(matrix.shape) != 2:
            msg = f"multi_dot: expected matrices, got shapes {[tuple(each.shape) for each in x]}"
            raise IvyValueError(msg)
    result = _multiplied(xp, matrices, _best_splits([tuple(m.shape) for m in matrices]), 0, -1)
    shape = (*first.shape[:-1], *last.shape[1:])
    return result if len(shape) == 2 else xp.reshape(result, shape)


def _best_splits(shapes):
    """Return where to split the product of matrices i to j, for the fewest multiplications."""
    count = len(shapes)
    sizes = [rows for rows, _ in shapes] + [shapes[-1][1]]
    cost = {(i, i): 0 for i in range(count)}
    splits = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs = [
                cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                for k in range(i, j)
            ]
            cost[i, j] = min(costs)
            splits[i, j] = i + costs.index(cost[i, j])
    return splits


def _multiplied(xp, matrices, splits, i, j):
    j %= len(matrices)
    if i == j:
        return matrices[i]
    k = splits[i, j]
    left = _multiplied(xp, matrices, splits, i, k)
    return xp.matmul(left, _multiplied(xp, matrices, splits, k + 1, j))


def matrix_power(xp, x, n):
    refuse_oblong("matrix_power", x)
    if n == 0:
        return _identity(xp, x)
    if n < 0:
        x, n = xp.inv(x), -n
    result = None
    while n:
        if n & 1:
            result = x if result is None else xp.matmul(result, x)
        n >>= 1
        if n:
            x = xp.matmul(x, x)
    return result


# ---- rearranging ------------------------------------------------------------------------------


def halvings(xp, x, largest):
    """Return how often to halve each matrix until its norm is `largest`, 0 if that is endless."""
    norm = xp.max(xp.sum(xp.abs(x), -2, None, True), -1, True)
    times = xp.ceil(xp.log2(xp.stop_gradient(norm) / largest))
    return xp.where((times > 0) & (times < math.inf), times, xp.zeros_like(times))


def adjoint(xp, x):
    return xp.matrix_transpose(x, True)


def diag(xp, x, k=0):
    if len(x.shape) == 1:
        return xp.diagflat(x, k)
    if len(x.shape) == 2:
        return xp.diagonal(x, k)
    raise IvyValueError(f"diag: expected a vector or a matrix, got shape {tuple(x.shape)}")


def trace(xp, x, offset=0, axis1=-2, axis2=-1, dtype=None):
    return xp.sum(xp.diagonal(x, offset, axis1, axis2), -1, dtype)


def vander(xp, x, N=None, increasing=False):
    if len(x.shape) != 1:
        raise IvyValueError(f"vander: expected a vector, got shape {tuple(x.shape)}")
    count = x.shape[0] if N is None else N
    column = xp.reshape(x, (-1, 1))
    if count < 2:
        return xp.cumulative_prod(xp.ones_like(column), 1)[:, :count]
    repeated = xp.broadcast_to(column, (x.shape[0], count - 1))
    powers = xp.cumulative_prod(xp.concat([xp.ones_like(column), repeated], 1), 1)
    return powers if increasing else xp.flip(powers, 1)


def vector_to_skew_symmetric_matrix(xp, vector):
    if len(vector.shape) == 0 or vector.shape[-1] != 3:
        msg = f"expected vectors of 3 elements, got shape {tuple(vector.shape)}"
        raise IvyValueError(f"vector_to_skew_symmetric_matrix: {msg}")
    x, y, z = (vector[..., i] for i in range(3))
    zero = xp.zeros_like(x)
    minus = xp.negative
    rows = [[zero, minus(z), y], [z, zero, minus(x)], [minus(y), x, zero]]
    return xp.stack([xp.stack(row, -1) for row in rows], -2)


# ---- decompositions ---------------------------------------------------------------------------


def svdvals(xp, x, driver=None):
    return xp.svd(x, False).S


def eigvalsh(xp, x, UPLO="L"):
    return xp.eigh(x, UPLO).eigenvalues


def eigvals(xp, x):
    return xp.eig(x).eigenvalues


def eigh_tridiagonal(xp, alpha, beta, eigvals_only=True, select="a", select_range=None, tol=None):
    if select not in ("a", "i", "v"):
        raise IvyValueError(f"eigh_tridiagonal: expected select 'a', 'i' or 'v', got {select!r}")
    if select != "a" and select_range is None:
        raise IvyValueError("eigh_tridiagonal: expected a select_range, got None")
    size = alpha.shape[-1]
    shape = (*alpha.shape[:-1], size, size)
    padded = xp.concat([beta, xp.zeros_like(alpha[..., :1])], -1)
    on = xp.broadcast_to(alpha[..., None], shape)
    above = xp.broadcast_to(padded[..., None], shape)
    above = xp.tril(xp.triu(above, 1), 1)
    matrix = xp.add(xp.tril(xp.triu(on)), xp.add(above, xp.matrix_transpose(above, True)))
    if eigvals_only:
        values = xp.eigvalsh(matrix)
        return values if select == "a" else _selected(xp, values, None, select, select_range)[0]
    values, vectors = xp.eigh(matrix)
    if select != "a":
        values, vectors = _selected(xp, values, vectors, select, select_range)
    return EighResult(values, vectors)


def _selected(xp, values, vectors, select, select_range):
    first, last = select_range
    if select == "i":
        chosen = slice(int(first), int(last) + 1)
    else:
        if len(values.shape) != 1:
            shape = tuple(values.shape)
            msg = f"expected one matrix with select='v', got eigenvalues of shape {shape}"
            raise IvyValueError(f"eigh_tridiagonal: {msg}")
        inside = xp.logical_and(xp.greater(values, first), xp.less_equal(values, last))
        [chosen] = xp.nonzero(inside)
        vectors = None if vectors is None else xp.take(vectors, chosen, -1)
        return xp.take(values, chosen, -1), vectors
    return values[..., chosen], None if vectors is None else vectors[..., chosen]


def lu_factor(xp, x, pivot=True):
    refuse_vectors("lu_factor", x)
    if pivot:
        return LUResult(*xp.pivoted_lu(x))
    rows = xp.cumulative_sum(xp.ones_like(x[..., 0], dtype="int64"), -1)
    return LUResult(_lu_without_pivots(xp, x), xp.subtract(rows, 1))


def _lu_without_pivots(xp, x):
    below, above = xp.tril(xp.ones_like(x), -1), xp.triu(xp.ones_like(x), 1)
    for k in range(min(x.shape[-2:])):
        column, pivot = x[..., :, k : k + 1], x[..., k : k + 1, k : k + 1]
        factor = xp.multiply(below[..., :, k : k + 1], xp.divide(column, pivot))
        row = xp.multiply(above[..., k : k + 1, :], x[..., k : k + 1, :])
        x = xp.subtract(x, xp.multiply(factor, row))
        kept = xp.subtract(column, xp.multiply(below[..., :, k : k + 1], column))
        x = xp.concat([x[..., :k], xp.add(kept, factor), x[..., k + 1 :]], -1)
    return x


# ---- solving ----------------------------------------------------------------------------------


def lu_solve(xp, lu, p, b):
    is_vector = len(b.shape) == 1
    b = xp.expand_dims(b, -1) if is_vector else b
    stack = broadcast_shape(lu.shape[:-2], b.shape[:-2])
    shape = (*stack, *b.shape[-2:])
    rows = xp.broadcast_to(xp.expand_dims(p, -1), shape)
    b = xp.take_along_axis(xp.broadcast_to(b, shape), rows, -2)
    y = xp.solve_triangular(lu, b, False, False, True)
    result = xp.solve_triangular(lu, y, True)
    return xp.squeeze(result, -1) if is_vector else result


def tensorsolve(xp, x1, x2, axes=None):
    if axes is not None:
        last = normalized_axes("tensorsolve", axes, len(x1.shape))
        others = [i for i in range(len(x1.shape)) if i not in last]
        x1 = xp.permute_dims(x1, (*others, *last))
    shape = tuple(x1.shape[len(x2.shape) :])
    size = math.prod(shape)
    if size * size != math.prod(x1.shape):
        msg = f"expected as many unknowns as equations, got shapes {tuple(x1.shape)}"
        raise IvyValueError(f"tensorsolve: {msg} and {tuple(x2.shape)}")
    solution = xp.solve(xp.reshape(x1, (size, size)), xp.reshape(x2, (size,)))
    return xp.reshape(solution, shape)


def pinv(xp, x, rtol=None):
    refuse_vectors("pinv", x)
    if isinstance(rtol, (int, float)) and rtol < 0:
        raise IvyValueError(f"pinv: expected an rtol of at least 0, got {rtol}")
    rtol = rank_tolerance(xp.DTYPES[x.dtype], x.shape) if rtol is None else rtol
    return xp.pseudo_inverse(x, rtol)


def _per_matrix(xp, tolerance, like):
    """Return a tolerance per matrix with an axis for the singular values `like`, in their dtype."""
    if isinstance(tolerance, (int, float)):
        return tolerance
    return xp.expand_dims(xp.astype(tolerance, like.dtype), -1)


# ---- numbers that describe matrices -----------------------------------------------------------


def det_of_singular(xp, det, x):
    """Return the framework's `det(x)` with gradients also where it is 0.

    With `E` constant and `b = x + E` regular, `det(x) = det(b) * det(1 - E / b)`. Where `E` fills
    up to two zero singular values, the second factor is a sum of traces; where there are more, the
    gradients of first and second order are 0.
    """
    finite = xp.isfinite(x)  # what is not may end LAPACK with an error
    u, s, vh = xp.svd(xp.where(finite, xp.stop_gradient(x), xp.zeros_like(x)), True, False)
    zero = s <= s[..., :1] * rank_tolerance(xp.DTYPES[x.dtype], x.shape)
    filled = xp.astype(xp.where(zero, xp.where(s[..., :1] > 0, s[..., :1], 1.0), 0.0), x.dtype)
    change = xp.matmul(u * xp.expand_dims(filled, -2), vh)
    b = xp.where(finite, x, xp.full_like(x, math.nan)) + change
    part = xp.solve(b, change)
    once, twice = xp.trace(part), xp.trace(xp.matmul(part, part))
    value = det(b) * (1.0 - once + (once * once - twice) / 2.0)
    value = xp.where(xp.count_nonzero(zero, -1) > 2, xp.zeros_like(value), value)
    return det(xp.stop_gradient(x)) + (value - xp.stop_gradient(value))


def matrix_rank(xp, x, atol=None, rtol=None, hermitian=False):
    refuse_vectors("matrix_rank", x)
    x = _in_floats(xp, x, None)
    values = xp.abs(xp.eigvalsh(x)) if hermitian else xp.svdvals(x)
    if rtol is None:
        rtol = 0.0 if atol is not None else rank_tolerance(xp.DTYPES[x.dtype], x.shape)
    if values.shape[-1] == 0:
        return xp.count_nonzero(values, -1)
    cutoff = xp.multiply(xp.max(values, -1, True), _per_matrix(xp, rtol, values))
    above = xp.greater(values, cutoff)
    if atol is not None:
        above = xp.logical_and(above, xp.greater(values, _per_matrix(xp, atol, values)))
    return xp.count_nonzero(above, -1)


def cond(xp, x, p=None):
    if p is None or p == 2 or p == -2:
        values = xp.svdvals(x)
        largest, smallest = values[..., 0], values[..., -1]
        return xp.divide(smallest, largest) if p == -2 else xp.divide(largest, smallest)
    return xp.multiply(xp.matrix_norm(x, p), xp.matrix_norm(xp.inv(x), p))


def matrix_norm(xp, x, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    rows, columns = normalized_axes("matrix_norm", axis, len(x.shape))
    if ord is None or ord == "fro":
        return xp.vector_norm(x, (rows, columns), keepdims, 2, dtype)
    x = _in_floats(xp, x, dtype)
    if ord == "nuc" or ord in (2, -2):
        values = xp.svdvals(xp.moveaxis(x, (rows, columns), (-2, -1)))
        reduce = {"nuc": xp.sum, 2: xp.max, -2: xp.min}[ord]
        result = reduce(values, -1)
        if not keepdims:
            return result
        return xp.expand_dims(result, sorted((rows, columns)))
    if ord not in (1, -1, math.inf, -math.inf):
        msg = "'fro', 'nuc', 1, -1, 2, -2, infinity or minus infinity"
        raise IvyValueError(f"matrix_norm: expected ord {msg}, got {ord!r}")
    summed, compared = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = xp.sum(xp.abs(x), summed, None, True)
    result = (xp.max if ord > 0 else xp.min)(sums, compared, True)
    return result if keepdims else xp.squeeze(result, (rows, columns))


def vector_norm(xp, x, axis=None, keepdims=False, ord=2, dtype=None):
    x = _in_floats(xp, x, dtype)
    given = x.dtype
    if xp.DTYPES[given].bits == 16:  # squares of float16 overflow early
        x = xp.astype(x, xp.as_native_dtype(float32))
        return xp.astype(vector_norm(xp, x, axis, keepdims, ord), given)
    if ord == 2:
        return xp.root(xp.sum(_squares(xp, x), axis, None, keepdims))
    size = xp.abs(x)
    if ord == math.inf:
        return xp.max(size, axis, keepdims)
    if ord == -math.inf:
        return xp.min(size, axis, keepdims)
    if ord == 0:
        return xp.sum(xp.astype(xp.not_equal(size, 0), size.dtype), axis, None, keepdims)
    if ord == 1:
        return xp.sum(size, axis, None, keepdims)
    if isinstance(ord, str):
        raise IvyTypeError(f"vector_norm: expected a number as ord, got {ord!r}")
    total = xp.sum(xp.pow(size, float(ord)), axis, None, keepdims)
    return xp.root(total, ord) if ord > 0 else xp.pow(total, 1.0 / ord)


def root(xp, total, degree=2):
    """Return a root of a sum of powers: 0 for its gradient at 0, where a norm has its kink."""
    zero = total == 0
    safe = xp.where(zero, 1.0, total)
    found = xp.sqrt(safe) if degree == 2 else xp.pow(safe, 1.0 / degree)
    return xp.where(zero, 0.0, found)


def _squares(xp, x):
    if xp.DTYPES[x.dtype].kind != "complex":
        return xp.multiply(x, x)
    return xp.add(xp.square(xp.real(x)), xp.square(xp.imag(x)))


def _in_floats(xp, x, dtype):
    """Return `x` in `dtype`, or integers in the default float dtype."""
    if dtype is None and not _is_floating(xp, x):
        dtype = config.default_of("float")
    return x if dtype is None else xp.astype(x, xp.as_native_dtype(dtype))
