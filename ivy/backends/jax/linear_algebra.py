import functools as _functools

import jax
import jax.numpy as jnp
from jax.scipy import linalg as _linalg

from ivy.backends import jax as _space
from ivy.backends.any import linear_algebra as _shared
from ivy.backends.axes import diagonal_of
from ivy.backends.matrices import (
    in_floats,
    one_of,
    refuse_other_rows,
    refuse_unlike,
    refuse_vectors,
)
from ivy.backends.on_floats import native_on_floats

_matmul = jnp.matmul
_floating = native_on_floats(_space)
_of_matrices, _of_square_matrices, _of_systems = in_floats(_floating)


def matmul(x1, x2, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False):
    if transpose_a or transpose_b or adjoint_a or adjoint_b:
        x1 = matrix_transpose(x1, adjoint_a) if transpose_a or adjoint_a else x1
        x2 = matrix_transpose(x2, adjoint_b) if transpose_b or adjoint_b else x2
    try:
        return _matmul(x1, x2)
    except (TypeError, ValueError):
        refuse_unlike(x1, x2)
        raise


def matrix_transpose(x, conjugate=False):
    if x.ndim < 2:
        refuse_vectors("matrix_transpose", x)
    return jnp.conj(x.mT) if conjugate else x.mT


def vecdot(x1, x2, axis=-1):
    return jnp.vecdot(x1, x2, axis=axis)


diagonal = jax.jit(
    lambda x, offset=0, axis1=-2, axis2=-1: jnp.diagonal(x, offset, axis1, axis2),
    static_argnums=(1, 2, 3),
    inline=True,
)


def diagflat(x, offset=0, padding_value=0, align="RIGHT_LEFT", num_rows=-1, num_cols=-1):
    x = x.reshape(-1)
    shape, row, column, count = diagonal_of(x.size, offset, num_rows, num_cols)
    index = jnp.arange(count)
    return jnp.full(shape, padding_value, x.dtype).at[index + row, index + column].set(x[:count])


# ---- decompositions ---------------------------------------------------------------------------


@_of_square_matrices
def cholesky(x, upper=False):
    if upper:  # JAX reads the lower triangle
        x = matrix_transpose(x, True)
        return matrix_transpose(_cholesky(x), True)
    return _cholesky(x)


@jax.custom_jvp
def _symmetric(x):
    return x


@_symmetric.defjvp
def _symmetric_jvp(primals, tangents):
    # The gradient is symmetric as those of the others are; the value comes from one triangle.
    (x,), (tangent,) = primals, tangents
    return x, (tangent + jnp.conj(jnp.swapaxes(tangent, -1, -2))) / 2


_cholesky = jax.jit(
    lambda x: jnp.linalg.cholesky(_symmetric(x), symmetrize_input=False), inline=True
)


@_of_matrices
def qr(x, mode="reduced"):
    one_of("qr", "mode", mode, "reduced", "complete")
    return _shared.QRResult(*jnp.linalg.qr(x, mode))


@_of_matrices
def svd(x, compute_uv=True, full_matrices=True):
    if not compute_uv:
        return _shared.SingularValues(jnp.linalg.svd(x, compute_uv=False))
    return _shared.SVDResult(*jnp.linalg.svd(x, full_matrices))


@_of_square_matrices
def eigh(x, UPLO="L"):
    return _shared.EighResult(*jnp.linalg.eigh(x, UPLO, symmetrize_input=False))


@_of_square_matrices
def eigvalsh(x, UPLO="L"):
    return jnp.linalg.eigvalsh(x, UPLO, symmetrize_input=False)


@_of_square_matrices
def eig(x):
    return _shared.EigResult(*_eig(x))


@jax.custom_jvp
def _eig(x):
    return tuple(jnp.linalg.eig(x))


@_eig.defjvp
def _eig_jvp(primals, tangents):
    # jax 0.10: its own eigenvectors have derivatives on request only, those of jax 0.8 none.
    values, vectors = _eig(*primals)
    change = jnp.linalg.solve(vectors, tangents[0].astype(vectors.dtype) @ vectors)
    on_diagonal = jnp.eye(change.shape[-1], dtype=bool)
    gaps = jnp.where(on_diagonal, 1, values[..., None, :] - values[..., :, None])
    turned = vectors @ jnp.where(on_diagonal, 0, change / gaps)
    longer = jnp.sum(vectors.conj() * turned, axis=-2, keepdims=True).real  # they stay of length 1
    return (values, vectors), (jnp.diagonal(change, axis1=-2, axis2=-1), turned - vectors * longer)


@_of_square_matrices
def eigvals(x):
    return jnp.linalg.eigvals(x)


@_of_matrices
def pivoted_lu(x):
    lu, _, order = jax.lax.linalg.lu(x)
    return lu, order.astype(_space.index_dtype().name)


# ---- solving ----------------------------------------------------------------------------------


@_of_systems
def solve(x1, x2, adjoint=False):
    refuse_other_rows(x1, x2)
    return jnp.linalg.solve(matrix_transpose(x1, True) if adjoint else x1, x2)


@_of_systems
def solve_triangular(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    column = x2[:, None] if x2.ndim == 1 else x2
    stack = jnp.broadcast_shapes(x1.shape[:-2], column.shape[:-2])
    result = jax.lax.linalg.triangular_solve(
        jnp.broadcast_to(x1, (*stack, *x1.shape[-2:])),
        jnp.broadcast_to(column, (*stack, *column.shape[-2:])),
        left_side=True,
        lower=not upper,
        transpose_a=adjoint,
        conjugate_a=adjoint,
        unit_diagonal=unit_diagonal,
    )
    return result[..., 0] if x2.ndim == 1 else result


@_of_square_matrices
def inv(x, adjoint=False):
    return jnp.linalg.inv(matrix_transpose(x, True) if adjoint else x)


# Its own gradient does not go through that of svd, which is infinite at equal singular values.
pseudo_inverse = _floating()(jnp.linalg.pinv)


# ---- numbers that describe matrices -----------------------------------------------------------


@_of_square_matrices
def det(x):
    return _expanded_det(x) if x.shape[-1] < 4 else _det(x)


def _expanded_det(x):
    """Return the sum of products, which has gradients of all orders at singular matrices too.

    jax 0.12: second gradients of jnp.linalg.det are NaN there, first ones 0 where x is NaN.
    """
    if x.shape[-1] == 0:
        return jnp.ones(x.shape[:-2], x.dtype)
    minors = (_expanded_det(jnp.delete(x[..., 1:, :], i, axis=-1)) for i in range(x.shape[-1]))
    return sum((-1) ** i * x[..., 0, i] * minor for i, minor in enumerate(minors))


_det = jax.custom_jvp(jnp.linalg.det)


@_det.defjvp
def _det_jvp(primals, tangents):
    # jax 0.10: 0 for the gradient where elimination meets a zero before the last column.
    regular = jnp.all(jnp.linalg.det(*primals) != 0)
    singular = _functools.partial(_shared.det_of_singular, _space, jnp.linalg.det)
    function = _functools.partial(jax.lax.cond, regular, jnp.linalg.det, singular)
    return jax.jvp(function, primals, tangents)


@_of_square_matrices
def slogdet(x):
    return _shared.SlogdetResult(*jnp.linalg.slogdet(x))


# jax 0.10 halves matrices once too rarely, which costs half of the digits of 32 bits, and at most
# 16 times. So they are halved before. Many squarings are for norms that need them, as all take
# their time; a gradient computes those again instead of keeping what is between.
_LARGEST_NORM = {32: 3.92, 64: 5.37}


def _exp(x, most):
    times = _shared.halvings(_space, x, _LARGEST_NORM[jnp.finfo(x.dtype).bits])
    result = _linalg.expm(x / jnp.exp2(times), max_squarings=1)

    def squared(result, done):
        square = lambda result: jnp.where(done < times, result @ result, result)  # noqa: E731
        return jax.lax.cond(jnp.any(done < times), square, lambda result: result, result), None

    result = jax.lax.scan(squared, result, jnp.arange(most))[0]
    return jnp.where(times > most, jnp.nan, result)


_exp_of_large = jax.checkpoint(_functools.partial(_exp, most=64))


@_of_square_matrices
@_functools.partial(jax.jit, inline=True)
def matrix_exp(x):
    if 0 in x.shape:
        return x
    largest = jnp.max(jnp.abs(x)) * x.shape[-1]  # at least the norm
    return jax.lax.cond(largest < 2.0**18, _functools.partial(_exp, most=16), _exp_of_large, x)


root = jax.jit(_functools.partial(_shared.root, _space), static_argnums=1, inline=True)
