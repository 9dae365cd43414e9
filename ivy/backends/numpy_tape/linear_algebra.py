"""Rules of products, decompositions and solvers."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from ivy.backends import numpy as numpy_space
from ivy.backends.numpy_tape.engine import COMPOSED, RULES, cast_like, conj, no_rule, unbroadcast
from ivy.backends.numpy_tape.shapes import scatter
from ivy.backends.shapes import spelled_equation

_linalg = np.linalg
_space: Any = numpy_space


def _transposed(x):
    return np.swapaxes(x, -1, -2)


def _adjoint(x):
    return _transposed(conj(x))


# ---- products ---------------------------------------------------------------------------------


def _matmul(y, a, b, **_):
    def to_first(g):
        if a.ndim == 1 and b.ndim == 1:
            return cast_like(g * conj(b), a)
        if b.ndim == 1:
            return unbroadcast(g[..., None] * conj(b), a)
        if a.ndim == 1:
            return unbroadcast(np.matmul(g[..., None, :], _adjoint(b))[..., 0, :], a)
        return unbroadcast(np.matmul(g, _adjoint(b)), a)

    def to_second(g):
        if a.ndim == 1 and b.ndim == 1:
            return cast_like(g * conj(a), b)
        if a.ndim == 1:
            return unbroadcast(conj(a)[:, None] * g[..., None, :], b)
        if b.ndim == 1:
            return unbroadcast(np.matmul(_adjoint(a), g[..., None])[..., 0], b)
        if b.ndim == 2 and a.ndim > 2:  # one large product instead of a stack of small ones
            rows = np.reshape(conj(a), (-1, a.shape[-1]))
            return cast_like(np.matmul(rows.T, np.reshape(g, (-1, g.shape[-1]))), b)
        return unbroadcast(np.matmul(_adjoint(a), g), b)

    return to_first, to_second


def _tensordot(y, a, b, axes=2):
    if isinstance(axes, int):
        summed_a, summed_b = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        summed_a = [int(i) % a.ndim for i in np.atleast_1d(axes[0])]
        summed_b = [int(i) % b.ndim for i in np.atleast_1d(axes[1])]
    free_a = [i for i in range(a.ndim) if i not in summed_a]
    free_b = [i for i in range(b.ndim) if i not in summed_b]

    def to_first(g):
        ends = list(range(len(free_a), len(free_a) + len(free_b)))
        order = free_a + [summed_a[summed_b.index(i)] for i in sorted(summed_b)]
        found = np.tensordot(g, conj(b), (ends, free_b))
        return cast_like(np.transpose(found, np.argsort(order)), a)

    def to_second(g):
        order = [summed_b[summed_a.index(i)] for i in sorted(summed_a)] + free_b
        found = np.tensordot(conj(a), g, (free_a, list(range(len(free_a)))))
        return cast_like(np.transpose(found, np.argsort(order)), b)

    return to_first, to_second


def _einsum(y, equation, *operands, **_):
    terms, out = spelled_equation(equation, [x.ndim for x in operands])

    def pull_for(position):
        x, term = operands[position], terms[position]
        sizes = dict(zip(term, x.shape, strict=True))
        others = [conj(o) for i, o in enumerate(operands) if i != position]
        other_terms = [t for i, t in enumerate(terms) if i != position]
        letters = "".join(dict.fromkeys(term))
        present = "".join(c for c in letters if c in set(out).union(*other_terms))

        def pull(g):
            found = g
            if others or present != out:
                inputs = ",".join([out, *other_terms])
                found = np.einsum(f"{inputs}->{present}", g, *others, optimize=True)
            if present != letters:  # axes summed out of this operand alone
                left = iter(found.shape)
                found = np.reshape(found, [next(left) if c in present else 1 for c in letters])
            wanted = np.broadcast_shapes(found.shape, [sizes[c] for c in letters])
            found = found if found.shape == wanted else np.broadcast_to(found, wanted)
            if len(letters) != len(term):  # a repeated letter reads a diagonal
                grid = np.ix_(*(np.arange(sizes[c]) for c in letters))
                index = tuple(grid[letters.index(c)] for c in term)
                found = scatter(found, index, x.shape, x.dtype)
            return unbroadcast(found, x)

        return pull

    return (None, *(pull_for(i) for i in range(len(operands))))


RULES[np.matmul] = _matmul
RULES[np.linalg.matmul] = _matmul
RULES[np.tensordot] = _tensordot
RULES[np.einsum] = _einsum


def _dot(a, b):
    if not np.ndim(a) or not np.ndim(b):
        return a * b
    return np.matmul(a, b) if b.ndim <= 2 else np.tensordot(a, b, (-1, -2))


def _kron(a, b):
    ndim = max(a.ndim, b.ndim)
    a = np.reshape(a, (1,) * (ndim - a.ndim) + a.shape)
    b = np.reshape(b, (1,) * (ndim - b.ndim) + b.shape)
    left = np.reshape(a, [n for size in a.shape for n in (size, 1)])
    right = np.reshape(b, [n for size in b.shape for n in (1, size)])
    return np.reshape(left * right, [n * m for n, m in zip(a.shape, b.shape, strict=True)])


COMPOSED[np.dot] = _dot
COMPOSED[np.vdot] = lambda a, b: np.sum(conj(np.ravel(a)) * np.ravel(b))
COMPOSED[np.inner] = lambda a, b: (
    a * b if not a.ndim or not b.ndim else np.tensordot(a, b, (-1, -1))
)
COMPOSED[np.outer] = lambda a, b: np.ravel(a)[:, None] * np.ravel(b)[None, :]
COMPOSED[np.vecdot] = lambda a, b, axis=-1, **_: np.sum(conj(a) * b, axis=axis)
COMPOSED[np.kron] = _kron
COMPOSED[np.trace] = lambda x, offset=0, axis1=0, axis2=1, dtype=None, **_: np.sum(
    np.diagonal(x, offset, axis1, axis2), -1
)
COMPOSED[np.linalg.trace] = lambda x, offset=0, dtype=None: np.trace(x, offset, -2, -1)
COMPOSED[np.linalg.multi_dot] = lambda xs, **_: reduce(np.matmul, xs)

# ---- solving ----------------------------------------------------------------------------------


def _inverse(y, x):
    return (lambda g: -np.matmul(np.matmul(_adjoint(y), g), _adjoint(y)),)


# Golub and Pereyra, "The differentiation of pseudo-inverses": for changes that keep the rank.
def _pseudo_inverse(y, x, *_, **options):
    def pull(cotangent):
        z, g = _adjoint(y), _adjoint(cotangent)
        left = (g - x @ y @ g) @ (y @ z)
        right = (z @ y) @ (g - g @ y @ x)
        return left + right - z @ cotangent @ z

    return (pull,)


def _determinant(y, x):
    return (lambda g: (g * conj(y))[..., None, None] * _adjoint(_linalg.inv(x)),)


def _solve(y, a, b):
    vector = b.ndim == 1

    def solved(g):
        return _linalg.solve(_adjoint(a), g)

    def to_matrix(g):
        back = solved(g)
        if vector:
            return unbroadcast(-back[..., :, None] * conj(y)[..., None, :], a)
        return unbroadcast(-np.matmul(back, _adjoint(y)), a)

    return to_matrix, lambda g: unbroadcast(solved(g), b)


def _log_determinant(y, x):
    def pull(parts):
        none = np.zeros(x.shape[:-2])
        of_sign, total = (none if part is None else part for part in parts)
        if x.dtype.kind == "c":  # the sign turns as the determinant does
            total = total - 1j * np.imag(conj(of_sign) * y[0])
        return cast_like(total, x)[..., None, None] * _adjoint(_linalg.inv(x))

    return (pull,)


RULES[_linalg.inv] = _inverse
RULES[_linalg.pinv] = _pseudo_inverse
RULES[_linalg.det] = _determinant
RULES[_linalg.solve] = _solve
RULES[_linalg.slogdet] = _log_determinant

# ---- decompositions ---------------------------------------------------------------------------


def _cholesky(y, x, upper=False):
    def pull(g):
        lower, g = (_adjoint(y), _adjoint(g)) if upper else (y, g)
        half = np.tril(np.matmul(_adjoint(lower), g))
        half = half - 0.5 * np.eye(x.shape[-1], dtype=x.dtype) * half
        inner = _linalg.solve(_adjoint(lower), half)
        found = _adjoint(_linalg.solve(_adjoint(lower), _adjoint(inner)))
        return 0.5 * (found + _adjoint(found))

    return (pull,)


def _gaps(values, dtype):
    """Return 1 / (values_j - values_i) off the diagonal, 0 on it."""
    eye = np.eye(values.shape[-1], dtype=dtype)
    return (1 - eye) / (values[..., None, :] - values[..., :, None] + eye)


def _eigh(y, x, UPLO="L"):
    values, vectors = y

    def pull(parts):
        to_values, to_vectors = parts
        found = np.zeros(x.shape, x.dtype)
        if to_values is not None:
            found = found + np.matmul(vectors * to_values[..., None, :], _adjoint(vectors))
        if to_vectors is not None:
            inner = _gaps(values, x.dtype) * np.matmul(_adjoint(vectors), to_vectors)
            found = found + np.matmul(np.matmul(vectors, inner), _adjoint(vectors))
        return 0.5 * (found + _adjoint(found))

    return (pull,)


def _svd(y, x, full_matrices=True, compute_uv=True, hermitian=False):
    if not compute_uv:
        u, _, vh = _linalg.svd(x, full_matrices=False)
        return (lambda g: np.matmul(u * g[..., None, :], vh),)
    size = y[1].shape[-1]
    u, s, v = y[0][..., :, :size], y[1], _adjoint(y[2][..., :size, :])

    def pull(parts):
        to_u, to_s, to_vh = parts
        if full_matrices and x.shape[-2] != x.shape[-1] and not (to_u is None and to_vh is None):
            raise no_rule("svd with full_matrices=True (its extra vectors are arbitrary)")
        found = np.zeros(x.shape, x.dtype)
        inner = np.zeros((*x.shape[:-2], size, size), x.dtype)
        gaps = _gaps(s * s, x.dtype)
        if to_s is not None:
            found = found + np.matmul(u * to_s[..., None, :], _adjoint(v))
        if to_u is not None:
            turned = gaps * np.matmul(_adjoint(u), to_u)
            inner = inner + (turned + _adjoint(turned)) * s[..., None, :]
            outside = to_u / s[..., None, :]
            outside = outside - np.matmul(u, np.matmul(_adjoint(u), outside))
            found = found + np.matmul(outside, _adjoint(v))
        if to_vh is not None:
            to_v = _adjoint(to_vh)
            turned = gaps * np.matmul(_adjoint(v), to_v)
            inner = inner + s[..., :, None] * (turned + _adjoint(turned))
            outside = _adjoint(to_v / s[..., None, :])
            outside = outside - np.matmul(np.matmul(outside, v), _adjoint(v))
            found = found + np.matmul(u, outside)
        return found + np.matmul(np.matmul(u, inner), _adjoint(v))

    return (pull,)


def _qr(y, x, mode="reduced"):
    q, r = y
    rows = q.shape[-1]
    if rows > r.shape[-1]:
        raise no_rule("qr with mode='complete' (its extra columns are arbitrary)")

    def pull(parts):
        to_q = np.zeros(q.shape, q.dtype) if parts[0] is None else parts[0]
        to_r = np.zeros(r.shape, r.dtype) if parts[1] is None else parts[1]
        # The columns of a wide matrix beyond the square are only turned by q.
        to_q = to_q + np.matmul(x[..., rows:], _adjoint(to_r[..., rows:]))
        square, to_square = r[..., :rows], to_r[..., :rows]
        mixed = np.tril(np.matmul(square, _adjoint(to_square)) - np.matmul(_adjoint(to_q), q))
        symmetric = mixed + _adjoint(np.tril(mixed, -1))
        found = _adjoint(_linalg.solve(square, _adjoint(to_q + np.matmul(q, symmetric))))
        return np.concatenate([found, np.matmul(q, to_r[..., rows:])], -1)

    return (pull,)


def _eig(y, x):
    values, vectors = y

    def pull(parts):
        to_values, to_vectors = parts
        adjoint = _adjoint(vectors)
        inner = np.zeros(vectors.shape, vectors.dtype)
        if to_values is not None:
            inner = inner + to_values[..., None, :] * np.eye(x.shape[-1], dtype=vectors.dtype)
        if to_vectors is not None:
            along = np.matmul(adjoint, to_vectors)
            norms = np.real(np.sum(conj(vectors) * to_vectors, axis=-2))
            free = along - np.matmul(adjoint, vectors) * norms[..., None, :]
            inner = inner + conj(_gaps(values, vectors.dtype)) * free
        return cast_like(_linalg.solve(adjoint, np.matmul(inner, adjoint)), x)

    return (pull,)


RULES[_linalg.cholesky] = _cholesky
RULES[_linalg.eigh] = _eigh
RULES[_linalg.eig] = _eig
RULES[_linalg.svd] = _svd
RULES[_linalg.qr] = _qr
COMPOSED[_linalg.eigvalsh] = lambda x, UPLO="L": _linalg.eigh(x, UPLO)[0]
COMPOSED[_linalg.eigvals] = lambda x: _linalg.eig(x)[0]
COMPOSED[_linalg.svdvals] = lambda x: _linalg.svd(x, compute_uv=False)


def _matrix_power(x, n):
    if n < 0:
        x, n = _linalg.inv(x), -n
    power = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    for bit in f"{n:b}":
        power = np.matmul(power, power)
        power = np.matmul(power, x) if bit == "1" else power
    return power


def _norm(x, ord=None, axis=None, keepdims=False):
    if ord is None or isinstance(axis, int) or x.ndim == 1:
        return _space.vector_norm(x, axis, keepdims, 2 if ord is None else ord)
    return _space.matrix_norm(x, ord, (-2, -1) if axis is None else axis, keepdims)


COMPOSED[_linalg.matrix_power] = _matrix_power
COMPOSED[_linalg.norm] = _norm
